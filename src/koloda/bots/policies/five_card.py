"""Five Cards: put the card where it moves the odds of the columns most, each column worth its common card."""

from __future__ import annotations

from math import tanh

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games.five_card import COLUMNS, columns_of, round_points, spread, total

CLOSE = 8.0  # a lead of so many is half as good as safe
ENDS = 0.02  # what a point of lead is worth when the next card may end the round


def choose(view: View, chance: Chance) -> str:
    """The column whose gain is greatest; a rank that fills up ends the round sooner, which is good for the leader."""
    assert view.seat is not None
    common, sums = columns_of(view)
    card = total(view.cards("drawn"))
    lies = {rank: (n, left) for rank, n, left in spread(view)}[card]
    best, found = "", -1e9
    for move in view.legal:
        after = sums[:]
        after[view.seat * COLUMNS + common.index(int(move.partition(" ")[2]))] += card
        value = _worth(common, after, view.seat)
        if lies[0] == COLUMNS - 1:
            points = round_points(common, after)
            value += ENDS * lies[1] * (points[view.seat] - points[1 - view.seat])
        if value > found:
            best, found = move, value
    return best


def _worth(common: list[int], sums: list[int], seat: int) -> float:
    mine, theirs = seat * COLUMNS, (1 - seat) * COLUMNS
    return sum(worth * tanh((sums[mine + i] - sums[theirs + i]) / CLOSE) for i, worth in enumerate(common))
