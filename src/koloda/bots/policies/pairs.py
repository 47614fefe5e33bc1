"""Pairs: fold when a hit costs more on average than the lowest card in play."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._triangle import unseen_cards


def choose(view: View, chance: Chance) -> str:
    """The cheaper of hit and fold; a fold that loses the match is never taken."""
    assert view.seat is not None
    folds = [move for move in view.legal if move.startswith("fold")]
    if not folds or "hit" not in view.legal:
        return view.legal[-1]
    price, fold = min((_price(view, move), move) for move in folds)
    if view.counter("points", view.seat) + price >= int(view.options["target"]):
        return "hit"
    row = view.cards("row", view.seat)
    unseen = unseen_cards(view)
    risk = sum(card for card in unseen if card in row) / len(unseen)
    return fold if price <= risk * 1.2 else "hit"


def _price(view: View, move: str) -> int:
    words = move.split(" ")
    if len(words) > 1:
        return int(words[1])
    return min(int(str(card)) for seat in range(view.seats) for card in view.cards("row", seat))
