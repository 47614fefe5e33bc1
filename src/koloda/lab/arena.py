"""The arena: bots against bots on duplicate deals, every deal once with the first bot on each seat.

``koloda arena ID --bots strong,normal`` seats one strong bot among normal ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import thread_time
from typing import Final, NamedTuple

from koloda.bots import LEVELS, Policy, level_policy, random_policy, yardstick_policy
from koloda.bots.habits import HABITS, habit_policy, is_habit
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Chance, Fast
from koloda.core.errors import BadOption
from koloda.core.search import win_share
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.match import Match

from .pool import in_parts
from .simulate import play_out, seed_number
from .statistics import Interval, mean

CHUNK: Final = 4
Progress = Callable[[int], None]


class Bout(NamedTuple):
    """What is to be played: the first bot goes round the table, the others fill the rest in order."""

    game: str
    seats: int
    bots: tuple[str, ...]
    matches: int
    seed: str = "arena"
    options: tuple[tuple[str, object], ...] = ()


class Score(NamedTuple):
    """How the first bot of a bout fared: shares of wins and losses, its mean place, and the seconds of its moves."""

    matches: int
    win: Interval
    loss: Interval
    place: Interval
    mean_seconds: float
    slow_seconds: float
    moves: int


class Sample(NamedTuple):
    """One match of a bout."""

    win: float
    loss: float
    place: float
    seconds: list[float]


def bot(game_id: str, name: str, clock: list[float] | None = None) -> Policy:
    """A bot by its name: a level, random, yardstick (thinking as long as the moves on ``clock`` took), or a habit."""
    if name == "random":
        return random_policy
    if name in LEVELS:
        return level_policy(game_id, name, clock=thread_time)  # a busy machine shall not make it weaker
    if name == "yardstick":
        return yardstick_policy(clock if clock is not None else [])
    if is_habit(name):
        return habit_policy(game_id, name)
    known = ", ".join([*LEVELS, "random", "yardstick", *HABITS])
    raise BadOption("bad-bot", Text(f"Нет бота «{name}»; есть {known}.", f"No bot '{name}'; there are {known}."))


def timed(policy: Policy, clock: list[float]) -> Policy:
    """The same bot; the seconds of its choices go on the clock: those of a core, whatever else the machine does."""

    def choose(seat_view: SeatView, chance: Chance) -> str:
        began = thread_time()
        move = policy(seat_view, chance)
        if len(seat_view.legal) > 1:
            clock.append(thread_time() - began)
        return move

    return choose


def play_one(bout: Bout, number: int) -> Sample:
    """Match ``number``: the deal is that of ``number // seats``, the first bot's seat ``number % seats``."""
    seat = number % bout.seats
    clock: list[float] = []
    first = timed(bot(bout.game, bout.bots[0]), clock)
    others = [bot(bout.game, name, clock) for name in bout.bots[1:]] or [first]
    policies = [others[index % len(others)] for index in range(bout.seats - 1)]
    policies.insert(seat, first)
    deal = seed_number(f"{bout.seed} {number // bout.seats}")
    match = Match.new(bout.game, bout.seats, dict(bout.options) or None, chance=Fast(deal))
    play_out(match, policies, Fast(seed_number(f"{bout.seed} bots {number}")))
    result = match.result
    assert result is not None
    loss = (seat in result.losers) / max(1, len(result.losers))
    return Sample(win_share(match.game, seat), loss, result.places[seat], clock)


def play_some(bout: Bout, numbers: range) -> list[Sample]:
    """Some matches of a bout, in a process of their own."""
    return [play_one(bout, number) for number in numbers]


def play_bout(bout: Bout, progress: Progress | None = None, processes: int = 0) -> Score:
    """All matches of a bout on all cores."""
    check(bout)
    samples: list[Sample] = []
    parts = [range(first, min(first + CHUNK, bout.matches)) for first in range(0, bout.matches, CHUNK)]
    for part in in_parts(partial(play_some, bout), parts, processes):
        samples += part
        if progress is not None:
            progress(len(samples))
    return score(samples)


def check(bout: Bout) -> None:
    """Raise what is wrong with a bout before any process is started."""
    find_game(bout.game)
    Match.new(bout.game, bout.seats, dict(bout.options) or None, chance=Fast(1))
    for name in bout.bots:
        bot(bout.game, name)


def score(samples: Sequence[Sample]) -> Score:
    """The means with their 95% intervals."""
    seconds = sorted(second for sample in samples for second in sample.seconds)
    return Score(
        len(samples),
        interval([sample.win for sample in samples]),
        interval([sample.loss for sample in samples]),
        interval([sample.place for sample in samples]),
        sum(seconds) / max(1, len(seconds)),
        seconds[len(seconds) * 99 // 100] if seconds else 0.0,
        len(seconds),
    )


def interval(values: Sequence[float]) -> Interval:
    """The mean of shares or places with its 95% interval."""
    thousandths = [round(1000 * value) for value in values]
    found = mean(sum(thousandths), sum(value * value for value in thousandths), len(values))
    return Interval(*(part / 1000 for part in found))
