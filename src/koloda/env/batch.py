"""Many matches at once on numpy arrays; rules, masks and observations are made inside the compiled core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from koloda.core.batch import PLACES, Batch
from koloda.core.chance import Chance, Fast, seed_number
from koloda.core.options import OptionValue

from .rules import NUMBERS, Rules


class Looks(NamedTuple):
    """What the seats that are asked see: a row for each match; ``rewards`` has a column for each seat.

    ``ended`` marks the matches that have just ended; the row shows the first turn of the match after it. The arrays are
    read-only views of one step.
    """

    observations: NDArray[np.int16]
    masks: NDArray[np.int8]
    seats: NDArray[np.int32]
    rewards: NDArray[np.float32]
    ended: NDArray[np.bool_]


class BatchEnv:
    """``count`` matches of a game side by side; each ``step`` takes one action in every one of them.

    With ``observes=False`` no observations are made: for players that only need to know what is legal.
    """

    def __init__(
        self,
        game: str,
        count: int,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        seed: int | str | None = None,
        *,
        rewards: str = PLACES,
        observes: bool = True,
    ) -> None:
        self.rules = Rules(game, seats, options, rewards)
        self.count = count
        self.observes = observes
        self.seed = str(np.random.SeedSequence().entropy) if seed is None else str(seed)
        self.players: Chance = Fast(seed_number(f"players {self.seed}"))
        self.batch = self._begin()

    def _begin(self) -> Batch:
        rules = self.rules
        return Batch(
            rules.game_class,
            rules.seats,
            rules.match_options,
            rules.layout,
            rules.actions,
            self.count,
            seed_number(self.seed),
            rules.rewards,
        )

    @property
    def moves(self) -> int:
        """How many moves have been made in all matches together."""
        return self.batch.moves

    def reset(self) -> Looks:
        """New matches, the same every time."""
        self.batch = self._begin()
        self.batch.look(self.observes)
        seats = self.rules.seats
        rewards, ended = np.zeros((self.count, seats), np.float32), np.zeros(self.count, np.bool_)
        return self._looks(rewards, ended)

    def step(self, actions: NDArray[np.integer]) -> Looks:
        """One action in each match."""
        self.batch.step(actions.astype("<i8", casting="same_kind").tobytes())
        self.batch.look(self.observes)
        rewards = np.frombuffer(self.batch.rewards, "<f4").reshape(self.count, self.rules.seats)
        return self._looks(rewards, np.frombuffer(self.batch.ended, np.bool_))

    def random_actions(self) -> NDArray[np.int64]:
        """What random players would do: any legal move in each match, or the next step towards one."""
        return np.frombuffer(self.batch.random_numbers(self.players), "<i8").astype(np.int64)

    def _looks(self, rewards: NDArray[np.float32], ended: NDArray[np.bool_]) -> Looks:
        size = self.rules.layout.size if self.observes else 0
        return Looks(
            np.frombuffer(self.batch.observations, NUMBERS).reshape(self.count, size),
            np.frombuffer(self.batch.masks, np.int8).reshape(self.count, self.rules.actions.size),
            np.frombuffer(self.batch.seats, "<i4"),
            rewards,
            ended,
        )
