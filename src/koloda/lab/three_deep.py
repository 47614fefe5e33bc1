"""A yardstick for Continuous Pairs, as outsiders write one: an expectation three cards deep.

``koloda arena pairs --option continuous=true --bots strong,koloda.lab.three_deep:three_deep``. It folds for a card of 2
or less; otherwise it compares a part of the fold price with what each of the next three cards would cost on average.
It never folds into the loss. Two fifths of the price play better than half of it.
"""

from __future__ import annotations

from typing import Final

from koloda.bots import Moment
from koloda.core.view import View
from koloda.games.shared.triangle import unseen_cards

CARDS_AHEAD: Final = 3
CHEAP_CARD: Final = 2
FOLD_PRICE_PART: Final = 0.4


def three_deep(view: View, legal: list[str], moment: Moment) -> str:
    """The cheapest fold, rather from a neighbour's row, or a hit."""
    seat = moment.seat_view.seat
    folds = [move for move in legal if move.startswith("fold")]
    if not folds or "hit" not in legal:
        return min(folds, key=_price, default="hit")
    price = min(_price(move) for move in folds)
    if view.counter("points", seat) + price >= view.number("target"):
        return "hit"
    unseen = [0] * 11
    for card in unseen_cards(view):
        unseen[card] += 1
    row = {int(str(card)) for card in view.cards("row", seat)}
    if price > CHEAP_CARD and FOLD_PRICE_PART * price >= expectation(row, unseen, CARDS_AHEAD) / CARDS_AHEAD:
        return "hit"
    cheapest = [move for move in folds if _price(move) == price]
    return min(cheapest, key=lambda move: (int(move.split()[2]) - seat - 1) % view.seats)


def expectation(row: set[int], unseen: list[int], cards: int) -> float:
    """What the next cards cost together, if one goes on until one of them pairs.

    >>> expectation({2}, [0, 0, 1, 3] + [0] * 7, 1)
    0.5
    """
    total = sum(unseen)
    cost = 0.0
    for rank, left in enumerate(unseen):
        if left and rank in row:
            cost += left * rank
        elif left and cards > 1:
            unseen[rank] -= 1
            cost += left * expectation(row | {rank}, unseen, cards - 1)
            unseen[rank] += 1
    return cost / total if total else 0.0


def _price(move: str) -> int:
    return int(move.split()[1])
