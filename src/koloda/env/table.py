"""PettingZoo: one agent for each seat, asked in turn (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from koloda.core.actions import WAIT, Asker
from koloda.core.batch import PLACES
from koloda.core.errors import BadOption
from koloda.core.observation import LEAST, MOST
from koloda.core.options import OptionValue
from koloda.core.text import Text
from koloda.match import Match

from .picture import picture
from .rules import Rules, Seeds, seat_of

ILLEGAL_REWARD = -1.0


def env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    seed: int | str | None = None,
    **settings: Any,
) -> AECEnv[str, Any, int]:
    """The environment of a game with PettingZoo's usual wrappers; an illegal action ends the match for its agent.

    ``settings`` are those of ``TableEnv``.
    """
    table = TableEnv(game, seats, options, seed, **settings)
    checked = wrappers.TerminateIllegalWrapper(table, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class TableEnv(AECEnv[str, Any, int]):  # type: ignore[misc]
    """A match as an AEC environment: ``seat_0`` … observe what their seat may know, and act by number.

    An observation is ``{"observation": int16, "action_mask": int8}``. ``rewards`` come when the match ends: ``places``
    (the share of the others that are behind, less the share ahead: between -1 and 1), ``scores`` or ``margins`` (how
    far the score is above the mean of the others). After ``most_moves`` a match is cut off. With ``keeps_record`` the
    match keeps its record (``env.unwrapped.match``).
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        seed: int | str | None = None,
        *,
        rewards: str = PLACES,
        most_moves: int | None = None,
        render_mode: str | None = None,
        keeps_record: bool = False,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadOption("no-mode", Text(f"Нет вида {render_mode!r:.20}.", f"No render mode {render_mode!r:.20}."))
        self.rules = Rules(game, seats, options, rewards)
        self.render_mode = render_mode
        self.most_moves = most_moves
        self.seeds = Seeds(seed, keeps_record)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)]
        size = self.rules.layout.size
        self._observed = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(LEAST, MOST, (size,), np.int16),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.rules.actions.size,), np.int8),
            }
        )
        self._acts = {agent: gymnasium.spaces.Discrete(self.rules.actions.size) for agent in self.possible_agents}
        self.match: Match
        self.asker: Asker

    def __str__(self) -> str:
        return f"koloda_{self.rules.info.id.replace('-', '_')}"

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same for every agent."""
        return self._observed

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """As many actions for every agent; each has its own random source."""
        return self._acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. With a seed the same ones again; without, the next one. ``options`` are not for the rules."""
        if seed is not None:
            self.seeds.begin(seed)
        self.match = self.rules.match(self.seeds.next())
        self.asker = Asker(self.match.game, self.rules.actions)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._next_agent()
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, and which actions it may take now."""
        seat = seat_of(agent, self.rules.seats)
        return {
            "observation": self.rules.observation(self.match, seat, self.asker),
            "action_mask": self.rules.mask(self.asker, seat),
        }

    def step(self, action: int | None) -> None:
        """The action of the agent that is asked (``None`` once it has ended)."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "only an agent that has ended does nothing"
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = self.asker.seat
        move = self.asker.enter(int(action))
        if move is not None and move != WAIT:
            self.match.play(seat, move)
            self.asker.ask()
            self._end()
        self._next_agent()
        self._accumulate_rewards()
        self._show()

    def _end(self) -> None:
        rewards = self.rules.rewards_now(self.match)
        if rewards is not None:
            self.rewards = dict(zip(self.agents, rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.most_moves is not None and self.match.move_number >= self.most_moves:
            self.truncations = dict.fromkeys(self.agents, True)

    def _next_agent(self) -> None:
        seat = self.asker.seat
        self.agent_selection = self.agents[0] if seat < 0 else f"seat_{seat}"

    def action_text(self, action: int, agent: str) -> str:
        """The move that an action is to this agent, or the name of a step of one; "" is waiting in a free turn."""
        return self.rules.actions.text(action, seat_of(agent, self.rules.seats))

    def action_numbers(self, move: str, agent: str) -> list[int]:
        """The actions by which this agent makes a move: one, or its steps."""
        return self.rules.actions.steps(move, seat_of(agent, self.rules.seats))

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as the agent that is asked sees it: printed (``human``) or as a text (``ansi``)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: human or ansi")
            return None
        text = picture(self.match, max(0, self.asker.seat))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is open."""
