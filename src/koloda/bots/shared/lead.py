"""The share of the win that a lead is worth while the match goes on."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def lead_share(points: Sequence[float], seat: int, heat: float) -> float:
    """The odds of ``seat`` to end with the most, when leads of about ``heat`` are still made and lost.

    >>> round(lead_share([10, 10], 0, 5.0), 2), round(lead_share([30, 10, 10], 0, 5.0), 2)
    (0.5, 0.96)
    """
    top = max(points)
    found = 0.0
    for value in points:
        found += exp((value - top) / heat)
    return exp((points[seat] - top) / heat) / found
