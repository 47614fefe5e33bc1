"""Ninety-Nine: lay aside cards whose fate is clear, bid what the rest is worth, then take exactly that."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._ninety_nine_info import CARDS as DECK
from koloda.games._tricks import CARDS, strength, trump_of, unseen
from koloda.games.ninety_nine import SUIT_BIDS, own_bid

from ._tricks import choose_card, hand_of

FOLLOW = 0.75  # how much the suit itself decides a trick
POWERS = {"book": 2.0, "parlett": 2.8}  # so that three average hands are worth about all the tricks
SLACK = 0.5


def choose(view: View, chance: Chance) -> str:
    """One step of any phase."""
    if view.phase == "aside":
        return _parlett_aside(view) if view.options["rules"] == "parlett" else _book_aside(view)
    if view.phase == "bid":
        return f"bid {_bid(view)}"
    if view.phase == "offer":
        return "offer none"
    return choose_card(view, _wants(view), unseen(view, DECK.pack), ranked=view.options["rules"] == "book")


def _wants(view: View) -> bool:
    """Whether to go for this trick: a bid is still open, and the hand is not worth more than what is missing."""
    need = own_bid(view) - view.counter("tricks", view.seat)
    return need > 0 and sum(chances(view, _own(view))) < need + SLACK


def _own(view: View) -> list[int]:
    """The cards that the seat will still play."""
    aside = [] if view.options["rules"] == "parlett" else view.cards("aside", view.seat)
    return [*hand_of(view), *(CARDS[str(card)] for card in aside)]


def chances(view: View, cards: list[int]) -> list[float]:
    """For each card roughly how likely it wins its trick: no card against it may beat it."""
    trump = trump_of(view)
    rules = str(view.options["rules"])
    hidden = unseen(view, DECK.pack)
    return [(1 - _beaten(card, hidden, trump, rules == "book")) ** POWERS[rules] for card in cards]


def _beaten(card: int, others: list[int], trump: int, ranked: bool) -> float:
    """Cards of the same suit come more often than others, since they have to follow."""
    power = strength(card, card & 3, trump, ranked)
    same = [other for other in others if other & 3 == card & 3]
    away = [other for other in others if other & 3 != card & 3]
    higher = sum(1 for other in same if other > card) / max(1, len(same))
    above = sum(1 for other in away if strength(other, card & 3, trump, ranked) > power) / max(1, len(away))
    return FOLLOW * higher + (1 - FOLLOW) * above if same else above


def _book_aside(view: View) -> str:
    """The three cards whose fate is clearest."""
    hand = hand_of(view)
    doubt = {card: min(p, 1 - p) for card, p in zip(hand, chances(view, hand), strict=True)}
    return min(view.legal, key=lambda move: sum(doubt[CARDS[name]] for name in move.split(" ")[1:]))


def _parlett_aside(view: View) -> str:
    """Three bid cards that say what the other nine are worth."""
    hand = hand_of(view)
    worth = dict(zip(hand, chances(view, hand), strict=True))

    def error(move: str) -> float:
        cards = [CARDS[name] for name in move.split(" ")[1:]]
        rest = sum(worth.values()) - sum(worth[card] for card in cards)
        return abs(rest - sum(SUIT_BIDS[card & 3] for card in cards))

    return min(view.legal, key=error)


def _bid(view: View) -> int:
    """The worth of all twelve cards, drawn a little towards what the others have left over."""
    worth = sum(chances(view, _own(view)))
    spoken = [note.n for note in view.notes if note.kind == "bid"]
    if len(spoken) == 2:
        worth += 0.3 * (12 - sum(spoken) - worth)
    return max(0, min(12, round(worth)))
