"""Bots with a simple habit, to see what a habit can win from strong bots; otherwise they play like the normal bot.

``always:VERB``, ``never:VERB``; ``lowest`` and ``highest`` of the numbers a move may have; ``foresee`` the secret bids.
A verb may be followed by words of the move: ``always:vote white``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from koloda.core.chance import Chance
from koloda.core.errors import BadOption
from koloda.core.game import Info
from koloda.core.text import Text
from koloda.core.view import View
from koloda.games.registry import find_game

from . import Policy, level_policy
from .seat_view import SeatView

HABITS: Final = ("always:VERB", "never:VERB", "lowest", "highest", "foresee")
GIVE_AWAY_BID: Final = 1  # of Kitty: it wins the loot for somebody else
Wish = Callable[[View], str]


def is_habit(name: str) -> bool:
    """Whether this is the name of a habit."""
    return name in HABITS or name.partition(":")[0] in ("always", "never")


def habit_policy(game_id: str, name: str) -> Policy:
    """The bot of a habit; BadOption where the game has nothing of the kind."""
    info = find_game(game_id).info
    usual = level_policy(game_id, "normal")
    kind, _, words = name.partition(":")
    if kind in ("always", "never"):
        _check_verb(info, words)
        return _insisting(usual, words) if kind == "always" else _refusing(usual, words)
    if kind == "foresee":
        if game_id not in FORESEEING_WISHES:
            raise _unfit(info, name, ", ".join(FORESEEING_WISHES))
        return _wishing(usual, FORESEEING_WISHES[game_id])
    if not numbered_verbs(info):
        raise _unfit(info, name, "–")
    return _extreme(usual, info, kind == "highest")


def numbered_verbs(info: Info) -> list[str]:
    """The verbs of a game that have a number to choose: a number, or cards that are numbers."""
    cards = info.deck.name.startswith("triangular")
    kinds = ("number", "card", "cards", "order") if cards else ("number",)
    return [verb.name for verb in info.verbs if verb.args and verb.args[0].partition("@")[0] in kinds]


def _check_verb(info: Info, words: str) -> None:
    verb = words.partition(" ")[0]
    verbs = [names.name for names in info.verbs]
    if verb not in verbs:
        names = ", ".join(verbs)
        raise BadOption(
            "bad-habit",
            Text(
                f"В игре «{info.names.ru}» нет хода «{verb}»; есть {names}.",
                f"{info.names.en} has no move '{verb}'; there are {names}.",
            ),
        )


def _unfit(info: Info, name: str, games: str) -> BadOption:
    return BadOption(
        "bad-habit",
        Text(
            f"Привычка «{name}» не для игры «{info.names.ru}»; подходят: {games}.",
            f"The habit '{name}' does not fit {info.names.en}; it fits: {games}.",
        ),
    )


def _is(move: str, words: str) -> bool:
    return move == words or move.startswith(f"{words} ")


def _kept_to(usual: Policy, wanted: Callable[[str], bool]) -> Policy:
    """A bot that makes only wanted moves as long as there are any: its usual move if that is wanted, else any."""

    def choose(seat_view: SeatView, chance: Chance) -> str:
        move = usual(seat_view, chance)
        moves = [legal for legal in seat_view.legal if wanted(legal)]
        return move if not moves or move in moves else moves[chance.below(len(moves))]

    return choose


def _insisting(usual: Policy, words: str) -> Policy:
    return _kept_to(usual, lambda move: _is(move, words))


def _refusing(usual: Policy, words: str) -> Policy:
    return _kept_to(usual, lambda move: not _is(move, words))


def _extreme(usual: Policy, info: Info, highest: bool) -> Policy:
    """A bot that does what is usual, but with the lowest or the highest number."""
    verbs = numbered_verbs(info)
    seats = {verb.name: verb.args.count("seat") for verb in info.verbs}

    def choose(seat_view: SeatView, chance: Chance) -> str:
        move = usual(seat_view, chance)
        verb = move.partition(" ")[0]
        if verb not in verbs:
            return move
        moves = [legal for legal in seat_view.legal if _is(legal, verb)]
        ranked = sorted(moves, key=lambda legal: _numbers(legal, seats[verb]), reverse=highest)
        return ranked[0]

    return choose


def _numbers(move: str, seats: int) -> list[int]:
    """The numbers of a move, without the seats at its end."""
    words = move.split(" ")[1:]
    return [int(word) for word in words[: len(words) - seats] if word.isdecimal()]


def _wishing(usual: Policy, wish: Wish) -> Policy:
    """A bot that has a wish of its own in some turns ("": none)."""

    def choose(seat_view: SeatView, chance: Chance) -> str:
        return wish(seat_view.view) or usual(seat_view, chance)

    return choose


def undercut(view: View) -> str:
    """Kitty: every seat will repeat its most frequent bid; the highest card below all of them takes the loot."""
    if view.phase != "bid":
        return ""
    bids = [_usual_bid(view, seat) for seat in range(view.seats) if seat != view.seat]
    alone = [bid for bid in bids if bid and bids.count(bid) == 1]
    if not alone:
        return ""
    own = [int(move.partition(" ")[2]) for move in view.legal]
    under = [card for card in own if GIVE_AWAY_BID < card < min(alone) and card not in bids]
    return f"bid {max(under)}" if under else ""


def _usual_bid(view: View, seat: int) -> int:
    """What a seat has bid most often (among equals, the latest bid); 0 before its first bid."""
    bids = [card for card in view.cards("bids", seat) if isinstance(card, int)]
    return max(reversed(bids), key=bids.count, default=0)


def match_them(view: View) -> str:
    """Venture: equal bids capture nothing, so bid what has been bid most often and may come again."""
    if view.phase != "bid":
        return ""
    shown = [card for zone in view.zones if zone.name in ("stock", "captured") for card in zone.cards]
    hand = view.cards("hand", view.seat)
    may_come = [card for card in set(hand) if isinstance(card, int) and shown.count(card) + hand.count(card) < card]
    best = max(sorted(may_come), key=shown.count, default=0)
    return f"bid {best}" if shown.count(best) else ""


FORESEEING_WISHES: Final[dict[str, Wish]] = {"kitten": undercut, "venture": match_them}
