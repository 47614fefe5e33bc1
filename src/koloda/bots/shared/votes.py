"""A quick vote: how often each voter chooses which part, when everybody reckons with the others."""

from __future__ import annotations

from math import exp
from typing import Final

ROUNDS: Final = 6  # of answers to answers in a quick vote
WARM: Final = 1.0  # points: a vote that is worth so much less is cast e times more seldom


def shares(weights: list[float]) -> list[float]:
    """Parts of one; all alike if there is nothing to go by."""
    total = 0.0
    for weight in weights:
        total += weight
    if total <= 0.0:
        return [1 / len(weights)] * len(weights)
    return [weight / total for weight in weights]


def quantal(values: list[list[float]], shared: list[list[float]], open: list[bool]) -> list[list[float]]:
    """A quick vote: everybody answers the others' answers a few times, the better part the more often.

    ``values[voter][part]`` are for a part that is taken alone, ``shared`` for one that others want too.
    """
    n = len(values)
    odds = [shares([1.0 if part else 0.0 for part in open]) for _ in values]
    for _ in range(ROUNDS):
        for at in range(n):
            weights: list[float] = []
            for part in range(len(open)):
                alone = 1.0
                for other in range(n):
                    if other != at:
                        alone *= 1 - odds[other][part]
                value = alone * values[at][part] + (1 - alone) * shared[at][part]
                weights.append(exp(value / WARM) if open[part] else 0.0)
            odds[at] = shares(weights)
    return odds
