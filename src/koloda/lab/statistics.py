"""Small statistics with honest intervals; nothing here knows about games."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Final, NamedTuple

Z95: Final = 1.959963984540054


class Interval(NamedTuple):
    """An estimate and the bounds of its 95% interval."""

    value: float
    low: float
    high: float


def wilson(successes: int, trials: int) -> Interval:
    """A share and Wilson's interval for it: sound for few trials and for shares near 0 and 1.

    >>> [round(x, 3) for x in wilson(8, 10)]
    [0.8, 0.49, 0.943]
    """
    if trials == 0:
        return Interval(0.0, 0.0, 1.0)
    share = successes / trials
    scale = 1 + Z95**2 / trials
    centre = (share + Z95**2 / (2 * trials)) / scale
    half = Z95 / scale * sqrt(share * (1 - share) / trials + Z95**2 / (4 * trials**2))
    return Interval(share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)))


def mean(total: int, squares: int, count: int) -> Interval:
    """The mean of ``count`` numbers, from their sum and the sum of their squares.

    >>> mean(30, 350, 3)
    Interval(value=10.0, low=4.342071329619141, high=15.657928670380858)
    """
    if count == 0:
        return Interval(0.0, 0.0, 0.0)
    value = total / count
    if count == 1:
        return Interval(value, value, value)
    variance = max(0.0, (squares - total * total / count) / (count - 1))
    half = Z95 * sqrt(variance / count)
    return Interval(value, value - half, value + half)


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The least number that at least ``share`` of all do not exceed; ``counts`` says how often each number came.

    >>> quantile({3: 2, 5: 1, 9: 1}, 0.5), quantile({3: 2, 5: 1, 9: 1}, 0.95)
    (3, 9)
    """
    wanted = share * sum(counts.values())
    seen = 0
    for number in sorted(counts):
        seen += counts[number]
        if seen >= wanted:
            return number
    return 0
