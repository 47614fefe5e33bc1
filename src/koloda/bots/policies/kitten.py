"""Kitty: low cards buy loot of ranks that can be won; singletons that win nothing are passed on."""

from __future__ import annotations

from math import exp, sqrt

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._hands import numbers

LEFT = 0.5  # about half of all cards are still in hands at the end
SPREAD = 0.6
STEEP = 3.0
POWER = 0.1  # what a low card is worth as a later bid, for each rank that it is below 10


def choose(view: View, chance: Chance) -> str:
    """The cheapest card to pass, the bid with the best balance, the most useful loot, the least harmful gift."""
    assert view.seat is not None
    hand = numbers(view.cards("hand", view.seat))
    if view.phase == "pass":
        return min(view.legal, key=lambda move: _cost(view, hand, int(move[5:])))
    if view.phase == "bid":
        return max(view.legal, key=lambda move: _balance(view, hand, int(move[4:])))
    if view.phase == "take":
        return max(view.legal, key=lambda move: _gain(view, hand, int(move[5:])))
    return min(view.legal, key=lambda move: _harm(view, move))


def _worth(view: View, rank: int, n: int) -> float:
    """A rank times the odds that ``n`` cards of it are the most in the end."""
    mean = rank * LEFT / view.seats
    return rank / (1 + exp(STEEP * (mean + SPREAD * sqrt(mean) - n))) if n else 0.0


def _gain(view: View, hand: list[int], card: int) -> float:
    return _worth(view, card, hand.count(card) + 1) - _worth(view, card, hand.count(card))


def _cost(view: View, hand: list[int], card: int) -> float:
    kept = _worth(view, card, hand.count(card)) - _worth(view, card, hand.count(card) - 1)
    return kept + POWER * (10 - card)


def _balance(view: View, hand: list[int], card: int) -> float:
    """The loot times the odds that nobody bids as low, less what the card is worth."""
    gain = max((_gain(view, hand, c) for c in numbers(view.cards("loot"))), default=0.0)
    wins = 0.0 if card == 1 else ((11 - card) / 10) ** (view.seats - 1)
    return gain * wins - _cost(view, hand, card)


def _harm(view: View, move: str) -> tuple[int, int]:
    """Give low loot, and to whom stands worst."""
    _, card, seat = move.split(" ")
    return int(card), view.counter("points", int(seat))
