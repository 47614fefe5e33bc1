"""An evaluator measures the choices of a game that no brain searches, in the game's own unit.

The game's words say what a value is: ``advice-first`` and ``advice-better`` in advice (with ``-VERB`` if it is another
for some moves), ``review-sum``, ``review-all``, ``review-start`` and ``review-help`` in a review.
"""

from __future__ import annotations

from typing import Final

from koloda.core.search import Estimate, mean_error
from koloda.core.view import View

WAIT: Final = ""  # in a free turn: nothing now


class Evaluator:
    """What the options of a seat come to, from its view alone. As it is here: nothing is ever to be decided."""

    worlds = 1000  # that advice imagines

    def outcomes(self, view: View, worlds: int, move: str = WAIT) -> dict[str, list[float]]:
        """What ``move`` and all that could be done instead come to (0 to 1) in the same imagined worlds; in one world:
        exactly. Empty: unknown."""
        return {}

    def topic(self, view: View, move: str) -> str:
        """What a move decides; of several about the same the last one is judged. Empty: it decides nothing."""
        return ""

    def counts(self, view: View, move: str) -> bool:
        """Whether what a move decides stays so; else its cost is told, but nothing is lost by it yet."""
        return True

    def aside(self, move: str) -> bool:
        """Whether the values of a choice are about something else than the verdict: it stands beside luck and skill."""
        return False

    def verdict(self, before: View, after: View) -> float | None:
        """How a stretch of the match came out for the seat (0 to 1) if a move has just ended one."""
        return None


def estimates(outcomes: dict[str, list[float]]) -> list[Estimate]:
    """What the options are worth, the best first."""
    found = [
        Estimate(move, *mean_error(values), 0 if len(values) == 1 else len(values)) for move, values in outcomes.items()
    ]
    return sorted(found, key=lambda option: -option.value)
