"""A vote as a game: what each way it may fall is worth to everybody, and how often each voter should choose what."""

from __future__ import annotations

from math import exp
from typing import Final

TURNS: Final = 80  # of regret matching; more change nothing that the looks at the future would not blur
ROUNDS: Final = 6  # of answers to answers in a quick vote
WARM: Final = 1.0  # points: a vote that is worth so much less is cast e times more seldom


class Ballot:
    """A fall is one way the votes may fall, written in base ``len(parts)``, the first voter's digit the lowest."""

    def __init__(self, everybody: int, seats: list[int], parts: list[int]) -> None:
        self.seats = seats
        self.parts = parts
        self.falls = 1
        for _ in seats:
            self.falls *= len(parts)
        self.choices: list[list[int]] = []
        step = 1
        for _ in seats:
            self.choices.append([fall // step % len(parts) for fall in range(self.falls)])
            step *= len(parts)
        self.worth = [[0.0] * self.falls for _ in range(everybody)]
        self.odds = [[1 / len(parts)] * len(parts) for _ in seats]

    def part(self, fall: int, at: int) -> int:
        """The part that the voter ``at`` votes for in this fall."""
        return self.parts[self.choices[at][fall]]

    def add(self, fall: int, seat: int, worth: float) -> None:
        """One more look at what a fall is worth to a seat."""
        self.worth[seat][fall] += worth

    def settle(self) -> None:
        """Find how often each voter votes for what, by regret matching; late turns count more."""
        options = range(len(self.parts))
        regrets = [[0.0 for _ in options] for _ in self.seats]
        played = [[0.0 for _ in options] for _ in self.seats]
        for turn in range(1, TURNS + 1):
            for at in range(len(self.seats)):
                values = [self.option_value(at, option) for option in options]
                mean = 0.0
                for option in options:
                    mean += self.odds[at][option] * values[option]
                for option in options:
                    regrets[at][option] = max(0.0, regrets[at][option] + values[option] - mean)
                    played[at][option] += turn * self.odds[at][option]
                self.odds[at] = shares(regrets[at])
        self.odds = [shares(row) for row in played]

    def option_value(self, at: int, option: int) -> float:
        """What a vote is worth to the voter ``at`` while the others vote as they do."""
        worth = self.worth[self.seats[at]]
        choices = self.choices[at]
        total = 0.0
        for fall in range(self.falls):
            if choices[fall] == option:
                total += worth[fall] * self._likely(fall, at)
        return total

    def value(self, seat: int) -> float:
        """What the vote is worth to a seat, voter or not."""
        total = 0.0
        for fall in range(self.falls):
            total += self.worth[seat][fall] * self._likely(fall, -1)
        return total

    def _likely(self, fall: int, apart: int) -> float:
        """How likely a fall is, the vote of ``apart`` given."""
        likely = 1.0
        for at in range(len(self.seats)):
            if at != apart:
                likely *= self.odds[at][self.choices[at][fall]]
        return likely

    def often(self, at: int, option: int) -> float:
        """How often a voter votes so; what is left of early turns is no more than noise."""
        odds = self.odds[at][option]
        return odds if odds > 0.05 else 0.0


def shares(weights: list[float]) -> list[float]:
    """Parts of one; all alike if there is nothing to go by."""
    total = 0.0
    for weight in weights:
        total += weight
    if total <= 0.0:
        return [1 / len(weights)] * len(weights)
    return [weight / total for weight in weights]


def quantal(values: list[list[float]], shared: list[list[float]], open: list[bool]) -> list[list[float]]:
    """A quick vote: everybody answers the others' answers a few times, the better part the more often.

    ``values[voter][part]`` are for a part that is taken alone, ``shared`` for one that others want too.
    """
    n = len(values)
    odds = [shares([1.0 if part else 0.0 for part in open]) for _ in values]
    for _ in range(ROUNDS):
        for at in range(n):
            weights: list[float] = []
            for part in range(len(open)):
                alone = 1.0
                for other in range(n):
                    if other != at:
                        alone *= 1 - odds[other][part]
                value = alone * values[at][part] + (1 - alone) * shared[at][part]
                weights.append(exp(value / WARM) if open[part] else 0.0)
            odds[at] = shares(weights)
    return odds
