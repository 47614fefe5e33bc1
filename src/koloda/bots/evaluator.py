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
    """What the moves of a seat are worth, from its view alone. This one is for games in which nothing is decided."""

    worlds = 1000  # imagined for one piece of advice

    def outcomes(self, view: View, worlds: int, move: str = WAIT) -> dict[str, list[float]]:
        """What ``move`` and each alternative are worth (0 to 1) in the same imagined worlds.

        A single value is exact. Empty: unknown.
        """
        return {}

    def topic(self, view: View, move: str) -> str:
        """What a move decides; of several moves about one topic only the last is judged. Empty: it decides nothing."""
        return ""

    def counts(self, view: View, move: str) -> bool:
        """Whether what a move decides is final. If not, its cost is told, but nothing is lost by it yet."""
        return True

    def aside(self, move: str) -> bool:
        """Whether a choice is about something other than the verdict, so that luck and skill leave it out."""
        return False

    def verdict(self, before: View, after: View) -> float | None:
        """How a stretch of the match ended for the seat (0 to 1), if a move has just ended one."""
        return None


def estimated(outcomes: dict[str, list[float]]) -> list[Estimate]:
    """What the moves are worth, the best first."""
    found = [
        Estimate(move, *mean_error(values), 0 if len(values) == 1 else len(values)) for move, values in outcomes.items()
    ]
    return sorted(found, key=lambda estimate: -estimate.value)
