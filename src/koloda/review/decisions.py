"""The choices of a seat in a record. Each is judged from what the seat could know at that moment."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final, NamedTuple

from koloda.bots.evaluator import Evaluator
from koloda.bots.registry import find_bot
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Fast, seed_number
from koloda.core.errors import KolodaError
from koloda.core.search import Brain, Estimate, win_share
from koloda.core.table import Hint
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.match import Match, moves_of, start_of
from koloda.records import replay
from koloda.untrusted import checked_record

from .report import Leg, Review
from .weigh import weigh, weigh_outcomes

BUDGET_SECONDS: Final = 45.0  # for all choices of a review
TIMES_THE_BOTS_WORLDS: Final = 3  # a review may think longer than a strong bot
DEFAULT_SEED: Final = "review"
Progress = Callable[[int, int], None]


class NoBrain(KolodaError):
    """Nothing estimates the moves of this game."""


class Decision(NamedTuple):
    """A choice: made after ``n`` moves, what was taken, what each move was worth, and what the choice cost.

    If ``counts`` is false, the cost is shown but not summed, because the seat may still make up for it. A choice that
    is ``aside`` is measured by something other than the match, so it has no part in luck and skill.
    """

    n: int
    phase: str
    move: str
    estimates: tuple[Estimate, ...]
    cost: float
    error: float
    hints: tuple[Hint, ...] = ()
    hurried: bool = False
    counts: bool = True
    aside: bool = False

    @property
    def best(self) -> Estimate:
        """The estimate of the best move."""
        return self.estimates[0]

    @property
    def value(self) -> float:
        """What the seat could expect before it chose: the value of the best move."""
        return self.best.value

    @property
    def after(self) -> float:
        """What the seat could expect after it had chosen."""
        return self.value - self.cost if self.counts else self.value


class Walk:
    """A record replayed move by move; to go back, it starts again from the beginning."""

    def __init__(self, record: object) -> None:
        self.record = checked_record(record)
        self.match = start_of(self.record)
        self.moves = moves_of(self.record)

    def to(self, n: int) -> Match:
        """The match after ``n`` moves."""
        if n < self.match.move_number:
            self.match = start_of(self.record)
        for seat, move in self.moves[self.match.move_number : n]:
            self.match.play(seat, move)
        return self.match


class Course(NamedTuple):
    """After how many moves a seat had each choice, and the legs of the match by which it is judged."""

    moments: list[int]
    legs: list[Leg]


def measure_of(game_id: str) -> Brain | Evaluator:
    """What estimates the moves of a game; NoBrain if nothing does."""
    bot = find_bot(game_id)
    measure = bot.brain or bot.evaluator
    if measure is None:
        names = find_game(game_id).info.names
        raise NoBrain(
            "no-brain",
            Text(f"Для игры «{names.ru}» разбора нет: её нечем оценить.", f"{names.en} cannot be reviewed."),
        )
    return measure


def choices(record: object, seat: int) -> Course:
    """Where a seat had a choice, and how the legs of the match ended for it."""
    walk = Walk(record)
    walk.match.legal(seat)  # refuses an unknown seat
    measure = measure_of(walk.match.game.info.id)
    course = (
        _choices_by_topic(walk, seat, measure)
        if isinstance(measure, Evaluator)
        else Course(_turns_with_a_choice(walk, seat), [])
    )
    if course.legs:
        return course
    end = walk.to(len(walk.moves)).game
    return Course(course.moments, [Leg(len(course.moments), win_share(end, seat) if end.over else None)])


def _turns_with_a_choice(walk: Walk, seat: int) -> list[int]:
    """The turns with more than one legal move."""
    return [n for n, (mover, _) in enumerate(walk.moves) if mover == seat and len(walk.to(n).legal(seat)) > 1]


def _choices_by_topic(walk: Walk, seat: int, evaluator: Evaluator) -> Course:
    """The last move about each topic, and the legs that the evaluator sees end."""
    course = Course([], [])
    last_moves: dict[str, int] = {}
    before = walk.to(0).view(seat)
    for n, (mover, move) in enumerate(walk.moves):
        topic = evaluator.topic(before, move) if mover == seat else ""
        if topic:
            last_moves.pop(topic, None)  # the latest comes last
            last_moves[topic] = n
        after = walk.to(n + 1).view(seat)
        result = evaluator.verdict(before, after)
        if result is not None or (last_moves and n + 1 == len(walk.moves)):
            course.moments.extend(last_moves.values())
            course.legs.append(Leg(len(last_moves), result))
            last_moves = {}
        before = after
    return course


def judge(walk: Walk, n: int, seed: str, worlds: int = 0, seconds: float = 1.0) -> Decision:
    """Judge the choice that was made after ``n`` moves, in worlds that its seat could imagine."""
    match = walk.to(n)
    seat, move = walk.moves[n]
    seat_view = SeatView(match, seat)
    view = seat_view.view
    measure = measure_of(seat_view.game_id)
    worlds = worlds or TIMES_THE_BOTS_WORLDS * measure.worlds
    if isinstance(measure, Evaluator):
        weighed = weigh_outcomes(measure.outcomes(view, worlds, move), move)
        counts, aside = measure.counts(view, move), measure.aside(move)
    else:
        weighed = weigh(seat_view, measure, move, Fast(seed_number(f"{seed} {n}")), worlds, seconds)
        counts, aside = True, False
    return Decision(n, view.phase, move, *weighed[:3], tuple(view.hints), weighed.hurried, counts, aside)


def review(
    record: Any,
    seat: int,
    seed: str = DEFAULT_SEED,
    worlds: int = 0,
    seconds: float = BUDGET_SECONDS,
    progress: Progress | None = None,
) -> Review:
    """Judge all choices of a seat. Ctrl-C ends it early: the review then has what is done."""
    measure_of(replay(record).game.info.id)  # so that an error in the record names its move
    moments, legs = choices(record, seat)
    walk = Walk(record)
    done: list[Decision] = []
    end = perf_counter() + seconds
    try:
        for number, n in enumerate(moments):
            if progress is not None:
                progress(number, len(moments))
            done.append(judge(walk, n, seed, worlds, max(0.0, end - perf_counter()) / (len(moments) - number)))
    except KeyboardInterrupt:
        pass
    return Review(walk.match.game.info.id, walk.match.game.seats, seat, seed, tuple(done), tuple(legs))
