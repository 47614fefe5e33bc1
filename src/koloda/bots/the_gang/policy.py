"""The Gang: claim the chip that fits the share of hands beaten; a contested chip goes to whoever is surer of it.

At most three chip moves per seat and round, and no codes: a claim says how strong a hand is and nothing else. The
levels differ in how well they read their hands and how often they insist; the best one reads the others' chips too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from koloda.bots.bot import GamePolicy
from koloda.core.cards import FRENCH, RANKS
from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games.shared.poker import evaluate, rank_of
from koloda.games.the_gang.chip_reading import Reader, expected_place
from koloda.games.the_gang.chips import COLOURS
from koloda.games.the_gang.hints import (
    answer_chances,
    asker,
    community,
    nearest_chip,
    own_pocket,
    reader,
    seat_with_red,
    specialist,
)
from koloda.games.the_gang.odds import Asker, beaten_share, sampled_share
from koloda.games.the_gang.specialists import MUSCLE

MAX_CHIP_MOVES: Final = 3  # of a seat in a round
FAR_CHIPS: Final = 1.0  # between chip and place of the hand; farther away another chip is claimed
SURE_MARGINS: Final = (0.33, 0.67)  # chips by which a hand is clearly above a border; each step insists once more
TRUST_IN_CHIPS: Final = 0.3  # of the others; if all believed them wholly, nobody would tell what they alone can see


class Asking(NamedTuple):
    """Who asks for a specialist: in this round the seat with the lowest (or highest) chip of the one before, or, where
    there are none, of this one."""

    round: int
    colours: tuple[str, str]
    strongest: bool


WEAKEST_ASKS: Final = Asking(2, ("white", "yellow"), False)
STRONGEST_ASKS: Final = Asking(4, ("orange", "red"), True)  # with Muscle the best hand is surely the best


class Gangster(GamePolicy):
    """One of the gang: how many deals it imagines to see how strong it is (at the river all, if ``exact``), how often
    it insists on a chip, and how far it trusts the others' chips. With few imagined deals a hand is misread, always in
    the same way."""

    def __init__(self, deals: int, exact: bool, claims: int, trust: float = 0.0) -> None:
        self.deals = deals
        self.exact = exact
        self.claims = claims
        self.trust = trust

    def choose(self, view: View, chance: Chance) -> str:
        """A legal move in any case; a driver that can let a seat wait asks ``wish`` first."""
        move = self.wish(view, chance)
        if move:
            return move
        if view.phase == "guess":
            return _likeliest(view)
        return "put" if "put" in view.legal else view.legal[0]

    def wish(self, view: View, chance: Chance) -> str:
        """What the seat wants to do now, "" if it would rather wait."""
        if not view.legal:
            return ""
        if view.phase == "guess":
            return _guess(view)
        cards = [move for move in view.legal if move.startswith(("give ", "show ", "discard "))]
        if cards:
            return _card_move(view, cards)
        if "agree" in view.legal:
            return "agree"
        return _proposal(view) or self._chip_move(view)

    def _chip_move(self, view: View) -> str:
        chip = self._wanted_chip(view)
        if chip:
            return f"take {chip}"
        return "ready" if "ready" in view.legal else ""

    def _wanted_chip(self, view: View) -> int:
        """The chip to take, 0 for none."""
        takes = [int(move.removeprefix("take ")) for move in view.legal if move.startswith("take ")]
        if not takes:
            return 0
        assert view.seat is not None
        colour = COLOURS[view.counter("round") - 1]
        held = [view.counter(colour, seat) for seat in range(view.seats)]
        place = self._place(view)
        if held[view.seat]:
            return self._repair(view, place, held, takes)
        return self._claim(view, place, held, takes)

    def _repair(self, view: View, place: float, held: list[int], takes: list[int]) -> int:
        """With all chips out, a seat far from its place claims the chip that fits."""
        assert view.seat is not None
        best = nearest_chip((place - 0.5) / view.seats, view.seats)
        if 0 in held or abs(place - held[view.seat]) <= FAR_CHIPS or best not in takes or self._content(view):
            return 0
        return 0 if _tired(view, held.index(best)) else best

    def _claim(self, view: View, place: float, held: list[int], takes: list[int]) -> int:
        """A seat without a chip: from the best chip it moves towards the free one as its claims fail."""
        assert view.seat is not None
        free = [chip for chip in takes if chip not in held]
        nearest = min(free, key=lambda chip: abs(chip - place))
        best = nearest_chip((place - 0.5) / view.seats, view.seats)
        if len(free) > 1 or best == nearest or self._content(view):
            return nearest
        step = 1 if nearest > best else -1
        margin = abs(place - (best + step / 2))
        claims = 1 + sum(margin >= sure for sure in SURE_MARGINS)
        chip = best if view.counter("touched", view.seat) < claims else best + step
        while chip != nearest and (chip not in takes or _tired(view, held.index(chip))):
            chip += step
        return chip

    def _content(self, view: View) -> bool:
        """Whether the seat has insisted often enough."""
        assert view.seat is not None
        return view.counter("touched", view.seat) >= self.claims

    def _place(self, view: View) -> float:
        """Where the hand stands; in the last round the earlier chips are read too."""
        own = 0.5 + self._share(view) * view.seats
        if not self.trust or view.counter("round") < len(COLOURS):
            return own
        read = 0.5 + _read_share(before_this_round(reader(view))) * view.seats
        return own + self.trust * (read - own)

    def _share(self, view: View) -> float:
        return _exact_share(asker(view), self.deals) if self.exact else _guessed_share(asker(view), self.deals)


def _card_move(view: View, moves: list[str]) -> str:
    """Show the card that tells most; give or discard the one that is missed least."""
    if moves[0].startswith("show "):
        return max(moves, key=lambda move: _rank(move))
    pocket = own_pocket(view)
    table = community(view)
    return max(moves, key=lambda move: evaluate([card for card in pocket if card != _card(move)] + table))


def _card(move: str) -> int:
    return FRENCH.card(move.partition(" ")[2])


def _rank(move: str) -> int:
    return rank_of(_card(move))


def _proposal(view: View) -> str:
    """One seat, by its chip, proposes the specialist for itself: a neighbour sees its card, or the highest rank on the
    table is asked for."""
    own = [move for move in view.legal if move.startswith(f"propose {view.seat}")]
    asking = STRONGEST_ASKS if specialist(view) == MUSCLE else WEAKEST_ASKS
    if not own or view.counter("round") != asking.round:
        return ""
    seats = range(view.seats)
    before, now = asking.colours
    colour = before if any(view.counter(before, seat) for seat in seats) else now
    if view.counter(colour, view.seat) != (view.seats if asking.strongest else 1):
        return ""
    neighbours = [str(seat) for seat in seats if view.counter(colour, seat) == 2]
    rank = RANKS[max(rank_of(card) for card in community(view))]
    sought = [f"propose {view.seat} {arg}" for arg in (*neighbours, rank)]
    return next((move for move in sought if move in own), own[0])


def _guess(view: View) -> str:
    """The lowest seat that may guess says what is likeliest, the others say the same."""
    said = {note.seat: note.word for note in view.announcements if note.kind == "guess"}
    leader = 0 if seat_with_red(view, view.seats) else 1
    if view.seat != leader:
        return f"guess {said[leader]}" if leader in said and said.get(view.seat) != said[leader] else ""
    return "" if leader in said else _likeliest(view)


def _likeliest(view: View) -> str:
    chances = answer_chances(view)
    return f"guess {max(chances, key=lambda answer: chances[answer])}"


def _tired(view: View, seat: int) -> bool:
    """Whether a seat has made its chip moves: it moves no more, and nobody takes its chip."""
    return view.counter("touched", seat) >= MAX_CHIP_MOVES


def before_this_round(seat: Reader) -> Reader:
    """Without the chips of this round, which are still being claimed."""
    return seat._replace(others=tuple(other._replace(chips=other.chips[:-1]) for other in seat.others))


@lru_cache(maxsize=4096)
def _read_share(seat: Reader) -> float:
    """The share of the others that the own hand beats, by their chips."""
    return (expected_place(seat) - 1) / len(seat.others)


@lru_cache(maxsize=4096)
def _exact_share(seat: Asker, deals: int) -> float:
    return beaten_share(seat, deals)


@lru_cache(maxsize=4096)
def _guessed_share(seat: Asker, deals: int) -> float:
    return sampled_share(seat, deals)


POLICIES: Final = {
    "easy": Gangster(5, False, 1),
    "normal": Gangster(48, False, 2),
    "strong": Gangster(120, True, MAX_CHIP_MOVES, TRUST_IN_CHIPS),
}
