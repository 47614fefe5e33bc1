"""The share of the win that a lead in points or chips is worth."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from koloda.core.search import win_share
from koloda.games.shared.chips import ChipsGame
from koloda.games.shared.scores import ScoreGame

LOGISTIC_SCALE: Final = 1.7  # standard deviations of a normal race that one step of a logistic one spans
# Of the value of a finished match; the rest is for the lead, which shows earlier than the win what a move is worth.
WEIGHT_OF_THE_WIN: Final = 0.5


def lead_share(points: Sequence[float], seat: int, heat: float) -> float:
    """The odds of ``seat`` to end with the most, when leads of about ``heat`` are still made and lost.

    >>> round(lead_share([10, 10], 0, 5.0), 2), round(lead_share([30, 10, 10], 0, 5.0), 2)
    (0.5, 0.96)
    """
    top = max(points)
    total = 0.0
    for value in points:
        total += exp((value - top) / heat)
    return exp((points[seat] - top) / heat) / total


def score_share(game: ScoreGame, seat: int, heat: float) -> float:
    """The share of the win by the totals so far; after the match, who has won counts too."""
    share = lead_share(game.scores, seat, heat)
    if not game.over:
        return share
    return WEIGHT_OF_THE_WIN * win_share(game, seat) + (1 - WEIGHT_OF_THE_WIN) * share


def chips_share(game: ChipsGame, seat: int, heat: float, slope: float) -> float:
    """The share of the win by chips: a softmax, the hotter the more rounds the poorest seat can still pay for."""
    return win_share(game, seat) if game.over else lead_share(game.chips, seat, heat + slope * min(game.chips))
