"""What a study has found: every figure of every table with its 95% interval, and what differs from the usual table."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

from koloda.core.chance import Fast
from koloda.core.options import option_text
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.lab.rows import Row
from koloda.lab.statistics import Z95, Interval
from koloda.lab.tally import WHOLE, Sums
from koloda.match import Match

from .cells import Cell
from .figures import Figures
from .measure import MILLION, TENTHS, THOUSAND
from .plan import Plan

HALF_TIME: Final = TENTHS // 2
SURE: Final = 0.75  # of an outcome that counts as decided
ONE_SIDED_Z95: Final = 1.6448536269514722


class Figure(NamedTuple):
    """A figure of the report: its name, what it says, how many decimals it has, and whether it is a share."""

    id: str
    names: Text
    help: Text
    share: bool = False
    decimals: int = 0


FIGURES: Final = (
    Figure(
        "moves",
        Text("ходов в матче", "moves in a match"),
        Text("Сколько длится матч.", "How long a match is."),
    ),
    Figure(
        "choices",
        Text("решений в матче", "choices in a match"),
        Text(
            "Ходы, в которых было из чего выбирать, у всех мест вместе.",
            "Moves with more than one way to go, of all seats.",
        ),
    ),
    Figure(
        "lead_changes",
        Text("смен лидера", "lead changes"),
        Text("Как часто вперёд по очкам выходит другой.", "How often somebody else goes ahead, by the scores."),
        decimals=1,
    ),
    Figure(
        "half_time",
        Text("ясно на середине", "sure at half-time"),
        Text(
            "Шансы того, кто в итоге победит (или проиграет), на середине матча, глазами зрителя.",
            "The chances of whoever will win (or lose) in the end, half-way through, as a watcher sees it.",
        ),
        share=True,
    ),
    Figure(
        "matters",
        Text("решений, которые важны", "choices that matter"),
        Text(
            "Доля решений, в которых ход наугад заметно хуже лучшего.",
            "The share of choices in which a random move is surely worse than the best one.",
        ),
        share=True,
    ),
    Figure(
        "cost",
        Text("цена хода наугад", "cost of a random move"),
        Text("Какую часть победы в среднем стоит ход наугад.", "What part of a win a random move costs on average."),
        share=True,
        decimals=1,
    ),
    Figure(
        "skill",
        Text("мастерство", "skill"),
        Text(
            "0 — всё решает удача, 1 — сильнейший побеждает всегда (сильный бот среди обычных).",
            "0: luck decides everything; 1: the better player always wins (a strong bot among usual ones).",
        ),
        decimals=2,
    ),
)


class Study:
    """A finished study. ``figures`` has one entry for each table of the plan; the first one is the usual table."""

    def __init__(self, plan: Plan, figures: list[Figures]) -> None:
        self.plan = plan
        self.figures = figures
        self.left_out = 0
        self.info = find_game(plan.game).info

    def option_value(self, cell: Cell, name: str) -> str:
        """The value that an option has at a table."""
        match = Match.new(self.plan.game, cell.seats, dict(cell.options) or None, chance=Fast(1))
        return option_text(match.options.all()[name])

    def seats_of(self, cell: int) -> int:
        """How many seats a table has."""
        return self.plan.cells[cell].seats

    def fair(self, cell: int) -> float:
        """An even share."""
        return 1 / self.seats_of(cell)

    def seat_shares(self, cell: int) -> list[Interval]:
        """What each seat wins, or (where nobody wins) loses."""
        name = "lost" if self.info.lone_loser else "won"
        return [self.figures[cell].of(f"{name} {seat}").share() for seat in range(self.seats_of(cell))]

    def favoured_seats(self, cell: int) -> list[int]:
        """The seats that surely have more than an even share; one of many may be ahead by chance, so by Bonferroni."""
        name = "lost" if self.info.lone_loser else "won"
        z = NormalDist().inv_cdf(1 - 0.025 / self.seats_of(cell))
        found = []
        for seat in range(self.seats_of(cell)):
            sums = self.figures[cell].of(f"{name} {seat}")
            error = _half_width(sums.mean(WHOLE)) / Z95
            if sums.mean(WHOLE).value - self.fair(cell) > z * error > 0:
                found.append(seat)
        return found

    def sure(self, cell: int) -> list[Interval]:
        """The chances of the outcome that came, after every tenth of a match; empty where that was not measured."""
        sums = [self.figures[cell].of(f"sure {tenth}") for tenth in range(TENTHS + 1)]
        return [one.share() for one in sums] if all(one.count for one in sums) else []

    def decided_at(self, cell: int) -> Interval | None:
        """After what share of a match its outcome has three chances in four; None: it was not measured."""
        points = self.sure(cell)
        if not points:
            return None
        value, early, late = (_crossing([point[at] for point in points]) for at in (0, 2, 1))
        return Interval(value, early, late)

    def value(self, cell: int, figure: str) -> Interval | None:
        """A figure of a table with its interval; None where there is nothing to measure."""
        return VALUES[figure](self, cell)

    def difference(self, cell: int, figure: str) -> Interval | None:
        """How much more a figure is at a table than at the usual one."""
        here, usual = self.value(cell, figure), self.value(0, figure)
        if here is None or usual is None:
            return None
        half = sqrt(_half_width(here) ** 2 + _half_width(usual) ** 2)
        gap = here.value - usual.value
        return Interval(gap, gap - half, gap + half)

    def matches_to_tell(self, cell: int) -> Interval | None:
        """After how many matches the better player is ahead of an even share in 95 of 100 series; infinite: never."""
        sums, edge = self._edge(cell)
        if sums.count < 2 or edge is None:
            return None
        variance = (sums.squares - sums.total**2 / sums.count) / (sums.count - 1) / WHOLE**2
        bounds = [max(1.0, ONE_SIDED_Z95**2 * variance / part**2) if part > 0 else inf for part in edge]
        return Interval(bounds[0], bounds[2], bounds[1])

    def _edge(self, cell: int) -> tuple[Sums, Interval | None]:
        """By how much the better player does better than an even share."""
        sums = self._of_better(cell)
        if not sums.count:
            return sums, None
        share = sums.share()
        if self.plan.team:
            usual = self.figures[cell].of("together").share().value
            return sums, Interval(*(bound - usual for bound in share))
        fair = self.fair(cell)
        if self.info.lone_loser:
            return sums, Interval(fair - share.value, fair - share.high, fair - share.low)
        return sums, Interval(*(bound - fair for bound in share))

    def _of_better(self, cell: int) -> Sums:
        name = "better together" if self.plan.team else "better lost" if self.info.lone_loser else "better won"
        return self.figures[cell].of(name)

    def better_share(self, cell: int) -> Interval | None:
        """What the better player wins (or loses, where nobody wins) among the usual ones."""
        sums = self._of_better(cell)
        return sums.share() if sums.count else None

    def skill(self, cell: int) -> Interval | None:
        """How far the better player's share lies between an even share (0) and everything (1)."""
        _, edge = self._edge(cell)
        if edge is None:
            return None
        if self.plan.team:
            room = 1 - self.figures[cell].of("together").share().value
        else:
            room = self.fair(cell) if self.info.lone_loser else 1 - self.fair(cell)
        return Interval(*(bound / room for bound in edge)) if room > 0 else None

    def to_rows(self) -> list[Row]:
        """One row for each figure of each table: its value, its interval, and the difference from the usual table."""
        rows: list[Row] = []
        for number, cell in enumerate(self.plan.cells):
            for figure in FIGURES:
                found, gap = self.value(number, figure.id), self.difference(number, figure.id) if number else None
                row: Row = {"game": self.plan.game, "cell": cell.label(), "seats": cell.seats, "figure": figure.id}
                row |= dict(zip(("value", "low", "high"), found or (None,) * 3, strict=True))
                row |= dict(zip(("more", "more_low", "more_high"), gap or (None,) * 3, strict=True))
                rows.append(row)
        return rows


def _crossing(values: list[float]) -> float:
    """Where a curve over a match rises above ``SURE`` for good, as a share of the match."""
    last = max((at for at, value in enumerate(values) if value < SURE), default=-1)
    if last < 0:
        return 0.0
    if last == len(values) - 1:
        return 1.0
    below, above = values[last], values[last + 1]
    return (last + (SURE - below) / (above - below)) / TENTHS


def _half_width(interval: Interval) -> float:
    return (interval.high - interval.low) / 2


def _mean(name: str, unit: int = 1) -> Callable[[Study, int], Interval | None]:
    def value(study: Study, cell: int) -> Interval | None:
        sums = study.figures[cell].of(name)
        return sums.mean(unit) if sums.count else None

    return value


def _share(name: str) -> Callable[[Study, int], Interval | None]:
    def value(study: Study, cell: int) -> Interval | None:
        sums = study.figures[cell].of(name)
        return sums.share() if sums.count else None

    return value


VALUES: Final[dict[str, Callable[[Study, int], Interval | None]]] = {
    "moves": _mean("moves"),
    "choices": _mean("choices"),
    "lead_changes": _mean("lead changes"),
    "taken_over": _mean("taken over", THOUSAND),
    "half_time": _share(f"sure {HALF_TIME}"),
    "matters": _share("matters"),
    "cost": _mean("cost", MILLION),
    "skill": Study.skill,
}
