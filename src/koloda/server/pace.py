"""How the bots of a table think: which policy, and how long they seem to."""

from __future__ import annotations

import structlog

from koloda.bots import patient_policy, random_policy
from koloda.core.chance import Fast
from koloda.core.view import View

from .protocol import Level

log = structlog.get_logger()


class BotMind:
    """The bots of one table; they see views only."""

    def __init__(self, game: str, seed: int, slowest: float) -> None:
        self._policy = patient_policy(game)
        self._chance = Fast(seed)
        self._slowest = slowest

    def pause(self) -> float:
        """Seconds a bot takes for its next move."""
        return self._slowest * (35 + int(self._chance.below(66))) / 100

    def choose(self, view: View, level: Level) -> str:
        """A move, or "" where a free turn asks nothing of the bot now."""
        slip = level == "easy" and self._chance.below(4) == 0
        policy = random_policy if slip and view.turn.kind != "free" else self._policy
        try:
            move = policy(view, self._chance)
        except Exception as error:  # a bot at a loss must not hold up the table
            log.error("a bot stumbled", game=view.info.id, problem=type(error).__name__)
            return random_policy(view, self._chance)
        patient = move == "" and view.turn.kind == "free"
        return move if patient or move in view.legal else random_policy(view, self._chance)
