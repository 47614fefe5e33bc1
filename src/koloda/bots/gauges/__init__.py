"""One gauge per game that no brain searches (``<game>.py``, with a ``GAUGE``): it measures choices in its own unit.

The game's words say what a value is: ``advice-first`` and ``advice-better`` in advice, ``review-sum``, ``review-all``,
``review-start`` and ``review-help`` in a review.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from math import sqrt
from typing import Final

from koloda.core.search import Estimate
from koloda.core.view import View

WAIT: Final = ""  # in a free turn: nothing now


class Gauge:
    """What the options of a seat come to, from its view alone. As it is here: nothing is ever to be decided."""

    worlds = 1000  # that advice imagines

    def outcomes(self, view: View, worlds: int) -> dict[str, list[float]]:
        """What each option comes to (0 to 1) in the same imagined worlds; in one world: exactly. Empty: unknown."""
        return {}

    def topic(self, view: View, move: str) -> str:
        """What a move decides; of several about the same the last one is judged. Empty: it decides nothing."""
        return ""

    def counts(self, view: View) -> bool:
        """Whether what is decided here stays so; else its cost is told, but nothing is lost by it yet."""
        return True

    def verdict(self, before: View, after: View) -> float | None:
        """How a stretch of the match came out for the seat (0 to 1) if a move has just ended one."""
        return None


def find_gauge(game_id: str) -> Gauge | None:
    """The gauge of a game, if it has one."""
    module = f"{__name__}.{game_id.replace('-', '_')}"
    if find_spec(module) is None:
        return None
    gauge: Gauge = import_module(module).GAUGE
    return gauge


def estimates(outcomes: dict[str, list[float]]) -> list[Estimate]:
    """What the options are worth, the best first."""
    found = [Estimate(move, *mean(values), 0 if len(values) == 1 else len(values)) for move, values in outcomes.items()]
    return sorted(found, key=lambda option: -option.value)


def mean(values: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    n = len(values)
    middle = sum(values) / n
    return middle, sqrt(sum((value - middle) ** 2 for value in values) / max(1, n * (n - 1)))
