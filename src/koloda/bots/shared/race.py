"""Races to a score: how likely each seat is to arrive first.

Where one seat at a time makes a step, the steps come to the seats like independent Poisson processes: one integral over
time replaces the dynamic programme over all scores, so that the odds of eight seats cost no more than eight lines.
"""

from __future__ import annotations

from math import exp
from typing import Final

TIME_POINTS: Final = 48  # closer together at the beginning
END_TIME: Final = 24.0  # steps that the mean seat has made: everybody has arrived by then
MAX_DISTANCE_POINTS: Final = 31  # the highest losing score of Pairs, with two seats
MAX_ROUNDS: Final = 200  # a safeguard: NEGLIGIBLE_ODDS end the table long before
NEGLIGIBLE_ODDS: Final = 0.001  # that a seat is still on the way: the table ends here


class Race:
    """A race whose steps have these odds: ``steps[n]`` for a step of n."""

    def __init__(self, steps: list[float]) -> None:
        self.steps = steps
        self.on_way: list[list[float]] = []  # by distance to go, then by time: how likely a seat is still on the way

    def prepare(self) -> None:
        """Compute the table; done on first use, since many processes never need it."""
        # By steps made: how likely each distance short of the farthest is.
        sums = [[1.0] + [0.0] * (MAX_DISTANCE_POINTS - 1)]
        for _ in range(MAX_DISTANCE_POINTS):
            sums.append(one_more(sums[-1], self.steps))
        for left in range(MAX_DISTANCE_POINTS + 1):
            short = [total(row, left) for row in sums]
            self.on_way.append([poisson_mean(short, time(k)) for k in range(TIME_POINTS)])

    def line(self, left: float) -> list[float]:
        """How likely a seat with this far to go is still on the way; fractions are interpolated."""
        low = int(left)
        part = left - low
        if part == 0.0:
            return self.on_way[low]
        near, far = self.on_way[low], self.on_way[low + 1]
        return [near[k] + part * (far[k] - near[k]) for k in range(TIME_POINTS)]

    def first(self, left: list[float], seat: int) -> float:
        """How likely ``seat`` arrives first when seat s has ``left[s]`` to go."""
        if not self.on_way:
            self.prepare()
        lines = [self.line(way) for way in left]
        mine = lines[seat]
        mine_first = 0.0
        everybody = 0.0
        for k in range(TIME_POINTS - 1):
            here = 1.0
            there = 1.0
            for line in lines:
                here *= line[k]
                there *= line[k + 1]
            everybody += here - there
            if here > 0.0:
                others = (here / mine[k] + (there / mine[k + 1] if there > 0.0 else 0.0)) / 2
                mine_first += (mine[k] - mine[k + 1]) * others
        return mine_first / everybody if everybody > 0.0 else 0.0


def one_more(before: list[float], steps: list[float]) -> list[float]:
    """The odds of all distances after one more step; farther ones are left out."""
    after = [0.0] * len(before)
    for way, odds in enumerate(before):
        for step, chance in enumerate(steps):
            if way + step < len(before):
                after[way + step] += odds * chance
    return after


def time(k: int) -> float:
    """When the k-th point of time is."""
    return END_TIME * (k / (TIME_POINTS - 1)) ** 2


def total(odds: list[float], end: int) -> float:
    """The sum of the first ``end``."""
    sum_of_odds = 0.0
    for i in range(end):
        sum_of_odds += odds[i]
    return sum_of_odds


def poisson_mean(values: list[float], rate: float) -> float:
    """The mean of ``values[n]`` over a Poisson number n."""
    odds = exp(-rate)
    mean = 0.0
    for n, value in enumerate(values):
        mean += odds * value
        odds *= rate / (n + 1)
    return mean


class RoundRace:
    """A race in rounds: every seat makes one step with these odds; seats that arrive together share."""

    def __init__(self, steps: list[float], farthest: int) -> None:
        self.arrived: list[list[float]] = []  # by distance to go, then by rounds: how likely a seat has arrived
        way = [1.0] + [0.0] * (farthest - 1)
        lines = [[1.0 if left == 0 else 0.0] for left in range(farthest + 1)]
        for _ in range(MAX_ROUNDS):
            way = one_more(way, steps)
            short = 0.0
            for left in range(1, farthest + 1):
                short += way[left - 1]
                lines[left].append(1.0 - short)
            if short < NEGLIGIBLE_ODDS:
                break
        self.arrived = lines

    def share(self, left: list[int], seat: int) -> float:
        """The share of the first place that ``seat`` may expect when seat s has ``left[s]`` to go."""
        mine = self.arrived[left[seat]]
        expected = 0.0
        for k in range(1, len(self.arrived[-1])):
            step = mine[k] - mine[k - 1]
            if step > 0.0:
                expected += step * self.arrival_share(left, seat, k)
        return expected

    def arrival_share(self, left: list[int], seat: int, k: int) -> float:
        """What arriving in round k brings: nothing if somebody was there before, a part if others arrive too."""
        together = [1.0]  # odds that nobody was before, by how many arrive too
        for other, way in enumerate(left):
            if other != seat:
                line = self.arrived[way]
                late, now = 1.0 - line[k], line[k] - line[k - 1]
                together.append(0.0)
                for n in range(len(together) - 1, 0, -1):
                    together[n] = together[n] * late + together[n - 1] * now
                together[0] *= late
        expected = 0.0
        for n, odds in enumerate(together):
            expected += odds / (n + 1)
        return expected
