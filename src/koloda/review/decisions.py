"""The choices of a seat in a record, one after the other, each judged from what the seat could know then."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final, NamedTuple

from koloda.bots.evaluator import Evaluator
from koloda.bots.registry import find_bot
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Fast
from koloda.core.errors import KolodaError
from koloda.core.search import Brain, Estimate, win_share
from koloda.core.table import Hint
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.lab.simulate import seed_number
from koloda.match import Match, moves_of, start_of
from koloda.records import replay

from .report import Leg, Review
from .weigh import weigh, weigh_outcomes

BUDGET: Final = 45.0  # seconds for all choices of a review
THOROUGH: Final = 3  # times as many worlds as a strong bot has time for
SEED: Final = "review"
Progress = Callable[[int, int], None]


class NoBrain(KolodaError):
    """Nothing in this game can be estimated."""


class Decision(NamedTuple):
    """A choice: after how many moves, in which phase, what was taken, what each option was worth, what it cost.

    Where it does not count, its cost is told, but the seat may still make up for it. One that is ``aside`` is measured
    by something else than the match, so that it has no part in luck and skill.
    """

    n: int
    phase: str
    move: str
    options: tuple[Estimate, ...]
    cost: float
    error: float
    hints: tuple[Hint, ...] = ()
    hurried: bool = False
    counts: bool = True
    aside: bool = False

    @property
    def best(self) -> Estimate:
        """The best option."""
        return self.options[0]

    @property
    def value(self) -> float:
        """What the seat could expect before it chose: the share of the best option."""
        return self.best.value

    @property
    def after(self) -> float:
        """What it could expect once it had chosen."""
        return self.value - self.cost if self.counts else self.value


class Walk:
    """A record replayed from move to move; backwards it starts again."""

    def __init__(self, record: object) -> None:
        self.record = record
        self.match = start_of(record)
        self.moves = moves_of(record)

    def to(self, n: int) -> Match:
        """The match after ``n`` moves."""
        if n < self.match.move_number:
            self.match = start_of(self.record)
        for seat, move in self.moves[self.match.move_number : n]:
            self.match.play(seat, move)
        return self.match


class Course(NamedTuple):
    """After how many moves a seat had a choice, and the stretches of the match that it is judged by."""

    moments: list[int]
    legs: list[Leg]


def measure_of(game_id: str) -> Brain | Evaluator:
    """What estimates a game; NoBrain if nothing does."""
    bot = find_bot(game_id)
    found = bot.brain or bot.evaluator
    if found is None:
        names = find_game(game_id).info.names
        raise NoBrain(
            "no-brain",
            Text(f"Для игры «{names.ru}» разбора нет: её нечем оценить.", f"{names.en} cannot be reviewed."),
        )
    return found


def choices(record: object, seat: int) -> Course:
    """Where a seat had a choice, and what came of it."""
    walk = Walk(record)
    walk.match.legal(seat)  # an unknown seat is refused
    measure = measure_of(walk.match.game.info.id)
    course = _measured(walk, seat, measure) if isinstance(measure, Evaluator) else Course(_open_turns(walk, seat), [])
    if course.legs:
        return course
    end = walk.to(len(walk.moves)).game
    return Course(course.moments, [Leg(len(course.moments), win_share(end, seat) if end.over else None)])


def _open_turns(walk: Walk, seat: int) -> list[int]:
    """The turns with more than one legal move."""
    return [n for n, (mover, _) in enumerate(walk.moves) if mover == seat and len(walk.to(n).legal(seat)) > 1]


def _measured(walk: Walk, seat: int, gauge: Evaluator) -> Course:
    """The last move about each topic, and the stretches that the gauge sees end."""
    course = Course([], [])
    last: dict[str, int] = {}
    before = walk.to(0).view(seat)
    for n, (mover, move) in enumerate(walk.moves):
        topic = gauge.topic(before, move) if mover == seat else ""
        if topic:
            last.pop(topic, None)  # the latest stands at the end
            last[topic] = n
        after = walk.to(n + 1).view(seat)
        result = gauge.verdict(before, after)
        if result is not None or (last and n + 1 == len(walk.moves)):
            course.moments.extend(last.values())
            course.legs.append(Leg(len(last), result))
            last = {}
        before = after
    return course


def judge(walk: Walk, n: int, seed: str, worlds: int = 0, patience: float = 1.0) -> Decision:
    """The choice that was made after ``n`` moves, weighed in worlds that its seat could imagine."""
    match = walk.to(n)
    seat, move = walk.moves[n]
    seat_view = SeatView(match, seat)
    view = seat_view.view
    measure = measure_of(seat_view.game_id)
    worlds = worlds or THOROUGH * measure.worlds
    if isinstance(measure, Evaluator):
        weighed = weigh_outcomes(measure.outcomes(view, worlds, move), move)
        counts, aside = measure.counts(view, move), measure.aside(move)
    else:
        weighed = weigh(seat_view, measure, move, Fast(seed_number(f"{seed} {n}")), worlds, patience)
        counts, aside = True, False
    return Decision(n, view.phase, move, *weighed[:3], tuple(view.hints), weighed.hurried, counts, aside)


def review(
    record: Any,
    seat: int,
    seed: str = SEED,
    worlds: int = 0,
    budget: float = BUDGET,
    progress: Progress | None = None,
) -> Review:
    """All choices of a seat. Ctrl-C ends it early: what is done is the review."""
    measure_of(replay(record).game.info.id)  # an error of the record names its move
    moments, legs = choices(record, seat)
    walk = Walk(record)
    done: list[Decision] = []
    end = perf_counter() + budget
    try:
        for number, n in enumerate(moments):
            if progress is not None:
                progress(number, len(moments))
            done.append(judge(walk, n, seed, worlds, max(0.0, end - perf_counter()) / (len(moments) - number)))
    except KeyboardInterrupt:
        pass
    return Review(walk.match.game.info.id, walk.match.game.seats, seat, seed, tuple(done), tuple(legs))
