"""Sweep: play the card whose captures help most in the race for majorities; give up ranks that are lost."""

from __future__ import annotations

from math import exp

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._hands import numbers
from koloda.games.sweep import captures


def choose(view: View, chance: Chance) -> str:
    """The move after which the own hand is worth most."""
    assert view.seat is not None
    hand = numbers(view.cards("hand", view.seat))
    best, found = "", -1.0
    for move in view.legal:
        card = int(move[5:])
        after = [*hand, card]
        if view.phase == "play":
            after = [*hand, *captures(view, card)]
            after.remove(card)
        value = _worth(view, after)
        if value > found:
            best, found = move, value
    return best


def _worth(view: View, hand: list[int]) -> float:
    """Every rank times the odds to hold the most of it."""
    others = [numbers(view.cards("hand", seat)) for seat in range(view.seats) if seat != view.seat]
    total = 0.0
    for rank in range(1, 11):
        rival = max(max(cards.count(rank) for cards in others), 0.7 * rank / view.seats)
        if rank in hand:
            total += rank / (1 + exp(1.2 * (rival - hand.count(rank))))
    return total
