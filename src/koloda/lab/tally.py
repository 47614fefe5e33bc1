"""Counts over many matches. Two tallies add up to the tally of both, exactly and in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import exp, lcm, log
from typing import Any, Final

from koloda.core.game import Result

from .bout import Bout, Failure, Played
from .statistics import Interval, mean, quantile, wilson

MAX_SEATS: Final = 32
WHOLE: Final = lcm(*range(1, MAX_SEATS + 1))  # one match: shares of it are whole numbers, so their sums are exact
BUCKETS_PER_E: Final = 100  # times are counted in buckets of one per cent
NANOSECONDS: Final = 1_000_000_000
MAX_EXAMPLES: Final = 3  # failures that are told in full, of each bot


def won_share(result: Result, seat: int) -> int:
    """A seat's share of the win, of ``WHOLE``: split among the winners or, if nobody wins, among all but the losers."""
    if result.winners:
        return WHOLE // len(result.winners) if seat in result.winners else 0
    return 0 if seat in result.losers else WHOLE // (len(result.places) - len(result.losers))


def lost_share(result: Result, seat: int) -> int:
    """A seat's share of the loss, of ``WHOLE``."""
    return WHOLE // len(result.losers) if seat in result.losers else 0


class Sums:
    """How many numbers there were, their sum, and the sum of their squares."""

    def __init__(self, count: int = 0, total: int = 0, squares: int = 0) -> None:
        self.count = count
        self.total = total
        self.squares = squares

    def add(self, number: int) -> None:
        """Count one number."""
        self.count += 1
        self.total += number
        self.squares += number * number

    def merge(self, other: Sums) -> None:
        """Add the numbers of another one."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    def mean(self, unit: int = 1) -> Interval:
        """The mean with its 95% interval, in this unit."""
        value, low, high = mean(self.total, self.squares, self.count)
        return Interval(value / unit, low / unit, high / unit)

    def share(self) -> Interval:
        """The mean of shares of ``WHOLE`` with its 95% interval."""
        if (
            self.squares == self.total * WHOLE
        ):  # all or nothing: then Wilson's interval is better, above all near 0 and 1
            return wilson(self.total // WHOLE, self.count)
        return self.mean(WHOLE)

    def to_json(self) -> list[int]:
        """As JSON has it."""
        return [self.count, self.total, self.squares]


class Times:
    """How long choices took: the exact mean, and quantiles to one per cent."""

    def __init__(self) -> None:
        self.nanoseconds = 0
        self.buckets: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        """Count one choice."""
        self.nanoseconds += round(seconds * NANOSECONDS)
        self.buckets[round(BUCKETS_PER_E * log(max(seconds, 1 / NANOSECONDS)))] += 1

    def count(self) -> int:
        """How many choices there were."""
        return self.buckets.total()

    def mean(self) -> float:
        """The mean, in seconds."""
        return self.nanoseconds / NANOSECONDS / max(1, self.count())

    def quantile(self, share: float) -> float:
        """The seconds within which this share of the choices was made."""
        return exp(quantile(self.buckets, share) / BUCKETS_PER_E) if self.buckets else 0.0


class Tally:
    """What came of the matches of a bout: for each seat, and for its first bot wherever that sat."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.lengths: Counter[int] = Counter()
        self.won = [Sums() for _ in range(seats)]
        self.lost = [Sums() for _ in range(seats)]
        self.scores = [Sums() for _ in range(seats)]
        self.first_won = Sums()
        self.first_lost = Sums()
        self.first_place = Sums()
        self.times = Times()
        self.failed: Counter[tuple[str, str]] = Counter()  # by bot and kind of failure
        self.examples: list[Failure] = []
        self.matches_left_out = 0

    def add(self, bout: Bout, played: Played) -> None:
        """Count one match."""
        result = played.result
        first = bout.first_seat(played.number)
        self.lengths[played.moves] += 1
        for seat in range(self.seats):
            self.won[seat].add(won_share(result, seat))
            self.lost[seat].add(lost_share(result, seat))
            self.scores[seat].add(result.scores[seat])
        self.first_won.add(won_share(result, first))
        self.first_lost.add(lost_share(result, first))
        self.first_place.add(result.places[first])
        for seconds in played.seconds:
            self.times.add(seconds)
        for failure in played.failures:
            self._add_failure(failure)

    def _add_failure(self, failure: Failure) -> None:
        self.failed[failure.bot, failure.kind] += 1
        if sum(example.bot == failure.bot for example in self.examples) < MAX_EXAMPLES:
            self.examples.append(failure)

    def merge(self, other: Tally) -> None:
        """Add the matches of another tally."""
        self.lengths += other.lengths
        for seat in range(self.seats):
            self.won[seat].merge(other.won[seat])
            self.lost[seat].merge(other.lost[seat])
            self.scores[seat].merge(other.scores[seat])
        self.first_won.merge(other.first_won)
        self.first_lost.merge(other.first_lost)
        self.first_place.merge(other.first_place)
        self.times.nanoseconds += other.times.nanoseconds
        self.times.buckets += other.times.buckets
        self.matches_left_out += other.matches_left_out
        kept, self.examples = [*self.examples, *other.examples], []
        counts = self.failed + other.failed
        for failure in kept:
            self._add_failure(failure)
        self.failed = counts

    @property
    def matches(self) -> int:
        """How many matches were counted."""
        return self.lengths.total()

    @property
    def moves(self) -> int:
        """How many moves they had."""
        return sum(length * count for length, count in self.lengths.items())

    def length(self) -> Interval:
        """The mean number of moves."""
        return mean(self.moves, sum(n * n * count for n, count in self.lengths.items()), self.matches)

    def win_share(self, seat: int) -> Interval:
        """How much a seat won: a win is shared by the winners or, if nobody wins, by all who did not lose."""
        return self.won[seat].share()

    def loss_share(self, seat: int) -> Interval:
        """How much a seat lost: a loss is shared by the losers."""
        return self.lost[seat].share()

    def score(self, seat: int) -> Interval:
        """A seat's mean score."""
        return self.scores[seat].mean()

    def to_rows(self) -> list[dict[str, object]]:
        """One row for each seat: shares of wins and losses and the mean score, with the bounds of their intervals."""
        return [
            {
                "seat": seat,
                "matches": self.matches,
                **_columns("win", self.win_share(seat)),
                **_columns("loss", self.loss_share(seat)),
                **_columns("score", self.score(seat)),
            }
            for seat in range(self.seats)
        ]

    def to_json(self) -> dict[str, Any]:
        """The tally as JSON."""
        return {
            "lengths": sorted(self.lengths.items()),
            "won": [sums.to_json() for sums in self.won],
            "lost": [sums.to_json() for sums in self.lost],
            "scores": [sums.to_json() for sums in self.scores],
            "first": [sums.to_json() for sums in (self.first_won, self.first_lost, self.first_place)],
            "nanoseconds": self.times.nanoseconds,
            "times": sorted(self.times.buckets.items()),
            "failed": [[bot, kind, count] for (bot, kind), count in sorted(self.failed.items())],
            "examples": [list(example) for example in self.examples],
            "left_out": self.matches_left_out,
        }

    @staticmethod
    def from_json(saved: Mapping[str, Any]) -> Tally:
        """The tally that was written as JSON."""
        tally = Tally(len(saved["won"]))
        tally.lengths = Counter(dict(saved["lengths"]))
        tally.won = [Sums(*sums) for sums in saved["won"]]
        tally.lost = [Sums(*sums) for sums in saved["lost"]]
        tally.scores = [Sums(*sums) for sums in saved["scores"]]
        tally.first_won, tally.first_lost, tally.first_place = (Sums(*sums) for sums in saved["first"])
        tally.times.nanoseconds = saved["nanoseconds"]
        tally.times.buckets = Counter(dict(saved["times"]))
        tally.failed = Counter({(bot, kind): count for bot, kind, count in saved["failed"]})
        tally.examples = [Failure(*example) for example in saved["examples"]]
        tally.matches_left_out = saved["left_out"]
        return tally


def _columns(name: str, interval: Interval) -> dict[str, object]:
    return {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}
