"""What every environment of a game shares: its checked options, the actions and the layout of observations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from koloda.core.actions import Actions, Asker
from koloda.core.batch import PLACES, REWARDS, rewards_of
from koloda.core.chance import Chance, Fast, Seeded, seed_number
from koloda.core.errors import BadOption
from koloda.core.observation import Layout
from koloda.core.options import OptionValue, unknown_option
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.match import Match

NUMBERS: Final = np.dtype("<i2")


class Rules:
    """A game with its seats and options, numbered: ``actions`` and ``layout`` are the same for every match of it."""

    def __init__(
        self, game: str, seats: int | None, options: Mapping[str, OptionValue] | None, rewards: str = PLACES
    ) -> None:
        self.game_class = find_game(game)
        self.info = self.game_class.info
        self.seats = self.info.seats_to_begin_with() if seats is None else seats
        self.options = options
        if rewards not in REWARDS:
            raise unknown_option(rewards, list(REWARDS))
        self.rewards = rewards
        first = self.match(Fast(0))
        self.match_options = first.options
        self.actions = Actions(self.info, self.seats)
        self.layout = Layout(first.game, self.actions)

    def match(self, chance: Chance) -> Match:
        """A new match."""
        return Match.new(self.info.id, self.seats, self.options, chance=chance)

    def rewards_now(self, match: Match) -> list[float] | None:
        """What the result is worth to each seat; None while the match goes on."""
        result = match.result
        return None if result is None else rewards_of(self.info, result, self.rewards)

    def observation(self, match: Match, seat: int, asker: Asker) -> NDArray[np.int16]:
        """What a seat may know; of a move that is being entered only its own."""
        entered = asker.entered if asker.seat == seat else []
        return np.frombuffer(self.layout.observe(match.game, seat, entered), NUMBERS).astype(np.int16)

    def mask(self, asker: Asker, seat: int) -> NDArray[np.int8]:
        """1 for every action that the seat may take now."""
        mask = np.zeros(self.actions.size, np.int8)
        if asker.seat == seat:
            mask[asker.legal()] = 1
        return mask


class Seeds:
    """The chances of one match after the other: each follows from the seed and its number."""

    def __init__(self, seed: int | str | None, keeps: bool) -> None:
        self.keeps = keeps
        self.begin(seed)

    def begin(self, seed: int | str | None) -> None:
        """Begin again with this seed; without one with any."""
        self.seed = str(np.random.SeedSequence().entropy) if seed is None else str(seed)
        self.count = 0

    def next(self) -> Chance:
        """The chance of the next match."""
        text = f"{self.seed} {self.count}"
        self.count += 1
        return Seeded(text) if self.keeps else Fast(seed_number(text))


def seat_of(agent: str, seats: int) -> int:
    """The seat of an agent by its name, ``seat_0`` …"""
    name, _, number = agent.partition("_")
    if name == "seat" and number.isdecimal() and int(number) < seats:
        return int(number)
    raise BadOption("no-agent", Text(f"Нет игрока {agent!r:.40}.", f"No agent {agent!r:.40}."))
