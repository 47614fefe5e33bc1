"""What a game may bring for its bots: a brain, an evaluator, policies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from koloda.core.chance import Chance
from koloda.core.search import Brain
from koloda.core.view import View

from .evaluator import Evaluator


class GamePolicy:
    """A player who decides from a view alone, without a search."""

    def choose(self, view: View, chance: Chance) -> str:
        """A legal move."""
        raise NotImplementedError

    def wish(self, view: View, chance: Chance) -> str:
        """What the seat wants to do now; "" if it would rather wait in a free turn."""
        return self.choose(view, chance)


class Bot(NamedTuple):
    """What a game has for its bots. Each part may be missing.

    A ``brain`` is searched by strong bots. An ``evaluator`` measures choices for advice and review where there is no
    brain. ``policies`` are players by level; one for "normal" serves the other levels too.
    """

    brain: Brain | None = None
    evaluator: Evaluator | None = None
    policies: Mapping[str, GamePolicy] = {}
