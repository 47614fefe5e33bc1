"""Venture: bid the highest card that captures little of the stock; in the draft keep the ends of the scale."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._hands import numbers
from koloda.games.venture import set_possible

KEPT = (0, 9, 8, 6, 4, 2, 1, 1, 2, 4, 6)  # low cards and tens give control, middle ones capture too much


def choose(view: View, chance: Chance) -> str:
    """The best kept cards; or the cheapest bid, and of equally cheap ones the highest, which would cost more later."""
    if view.phase == "draft":
        return max(view.legal, key=_kept)
    return min(view.legal, key=lambda move: (_price(view, int(move[4:])), -int(move[4:])))


def _kept(move: str) -> int:
    return sum(KEPT[int(card)] for card in move[5:].split(" "))


def _price(view: View, card: int) -> int:
    """What the stock below the card costs: a point a card, but a set that is completed pays."""
    assert view.seat is not None
    stock = numbers(view.cards("stock"))
    captured = [numbers(view.cards("captured", seat)) for seat in range(view.seats)]
    price = 0
    for rank in {c for c in stock if c < card}:
        have, more = captured[view.seat].count(rank), stock.count(rank)
        full = have + more == rank and set_possible(rank, view.seat, captured)
        price += -rank - have if full else more
    return price
