"""A choice drawn by its odds."""

from __future__ import annotations

from typing import Final

from koloda.core.chance import Chance

PROBABILITY_STEPS: Final = 1_000_000


def draw_index(odds: list[float], chance: Chance) -> int:
    """An index, as often as its odds say."""
    total = 0.0
    for part in odds:
        total += part
    left = float(chance.below(PROBABILITY_STEPS)) / PROBABILITY_STEPS * total
    for index, part in enumerate(odds):
        left -= part
        if left < 0:
            return index
    return len(odds) - 1
