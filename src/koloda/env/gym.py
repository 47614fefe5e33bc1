"""Gymnasium: one learner among our bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np

from koloda.bots import LEVELS, Policy, level_policy, random_policy
from koloda.bots.seat_view import SeatView
from koloda.core.actions import Asker
from koloda.core.batch import PLACES
from koloda.core.chance import Chance, Fast, seed_number
from koloda.core.observation import LEAST, MOST
from koloda.core.options import OptionValue, unknown_option
from koloda.core.turn import FREE
from koloda.match import Match

from .picture import picture
from .rules import Rules, Seeds


class GymEnv(gymnasium.Env[dict[str, Any], Any]):
    """A match in which the learner has one ``seat`` and bots have the others: easy, normal, strong, random or a policy.

    Observation and action mask are those of ``TableEnv``; the mask is in ``info["action_mask"]`` too. The reward comes
    when the match ends. In a free turn the bots act one after the other whenever the learner has acted or waited.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi"], "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        seed: int | str | None = None,
        *,
        seat: int = 0,
        bots: str | Policy = "normal",
        rewards: str = PLACES,
        most_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.rules = Rules(game, seats, options, rewards)
        self.seat = seat
        self.policy = _policy(game, bots)
        self.most_moves = most_moves
        self.render_mode = render_mode
        self.seeds = Seeds(seed, False)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(LEAST, MOST, (self.rules.layout.size,), np.int16),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.rules.actions.size,), np.int8),
            }
        )
        self.action_space = gymnasium.spaces.Discrete(self.rules.actions.size)
        self.match: Match
        self.asker: Asker
        self.chance: Chance

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new match, at the learner's first turn."""
        super().reset(seed=seed)
        if seed is not None:
            self.seeds.begin(seed)
        self.match = self.rules.match(self.seeds.next())
        self.match._check_seat(self.seat)
        self.chance = Fast(seed_number(f"bots {self.seeds.seed} {self.seeds.count}"))
        self.asker = Asker(self.match.game, self.rules.actions)
        self._bots_move()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """One action of the learner; then the bots move until it is asked again."""
        move = self.asker.enter(int(action))
        if move:
            self.match.play(self.seat, move)
            self.asker.ask()
        if move is not None:
            self._bots_move()
        rewards = self.rules.rewards_now(self.match)
        reward = 0.0 if rewards is None else rewards[self.seat]
        cut = rewards is None and self.most_moves is not None and self.match.move_number >= self.most_moves
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, rewards is not None, cut, self._info()

    def _bots_move(self) -> None:
        """Let the bots move until the learner is asked, or the match is over (or cut off)."""
        while self.asker.seat >= 0 and self.asker.seat != self.seat:
            if self.most_moves is not None and self.match.move_number >= self.most_moves:
                return
            seat = self.asker.seat
            self.match.play(seat, self.policy(SeatView(self.match, seat), self.chance))
            self.asker.ask()

    def _observation(self) -> dict[str, Any]:
        return {
            "observation": self.rules.observation(self.match, self.seat, self.asker),
            "action_mask": self.rules.mask(self.asker, self.seat),
        }

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.rules.mask(self.asker, self.seat), "free": self.match.game.turn_kind == FREE}

    def action_text(self, action: int) -> str:
        """The move that an action is, or the name of a step of one; "" is waiting in a free turn."""
        return self.rules.actions.text(action, self.seat)

    def render(self) -> Any:
        """The table as the learner sees it."""
        text = picture(self.match, self.seat)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def _policy(game: str, bots: str | Policy) -> Policy:
    if not isinstance(bots, str):
        return bots
    if bots == "random":
        return random_policy
    if bots not in LEVELS:
        raise unknown_option(bots, [*LEVELS, "random"])
    return level_policy(game, bots)
