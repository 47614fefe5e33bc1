"""The arena: bots against bots on duplicate deals. Every deal is played once with the first bot in each seat.

``koloda arena ID --bots strong,normal`` seats one strong bot among normal ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import thread_time
from typing import Final, NamedTuple

from koloda.bots import LEVELS, Policy, level_policy, random_policy, yardstick_policy
from koloda.bots.habits import HABITS, habit_policy, is_habit
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Chance, Fast, seed_number
from koloda.core.errors import BadOption
from koloda.core.options import OptionValue
from koloda.core.search import win_share
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.match import Match
from koloda.parallel import in_parallel

from .simulate import Progress, play_out
from .statistics import Interval, mean

MATCHES_PER_PART: Final = 4


class Bout(NamedTuple):
    """A series of matches: the first bot plays in every seat in turn, the others fill the other seats in order."""

    game: str
    seats: int
    bots: tuple[str, ...]
    matches: int
    seed: str = "arena"
    options: tuple[tuple[str, OptionValue], ...] = ()


class Score(NamedTuple):
    """How the first bot of a bout did: its shares of wins and losses, its mean place, and the seconds of its moves."""

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
        return level_policy(game_id, name, clock=thread_time)  # a busy machine must not make it weaker
    if name == "yardstick":
        return yardstick_policy(clock if clock is not None else [])
    if is_habit(name):
        return habit_policy(game_id, name)
    names = ", ".join([*LEVELS, "random", "yardstick", *HABITS])
    raise BadOption("bad-bot", Text(f"Нет бота «{name}»; есть {names}.", f"No bot '{name}'; there are {names}."))


def timed(policy: Policy, clock: list[float]) -> Policy:
    """The same bot; ``clock`` gets the seconds of processor time that each choice took."""

    def choose(seat_view: SeatView, chance: Chance) -> str:
        began = thread_time()
        move = policy(seat_view, chance)
        if len(seat_view.legal) > 1:
            clock.append(thread_time() - began)
        return move

    return choose


def play_one(bout: Bout, number: int) -> Sample:
    """Match ``number``: ``number // seats`` chooses the deal, ``number % seats`` the first bot's seat."""
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
    """Some matches of a bout, in one worker process."""
    return [play_one(bout, number) for number in numbers]


def play_bout(bout: Bout, progress: Progress | None = None, processes: int = 0) -> Score:
    """All matches of a bout on all cores."""
    check(bout)
    samples: list[Sample] = []
    starts = range(0, bout.matches, MATCHES_PER_PART)
    parts = [range(first, min(first + MATCHES_PER_PART, bout.matches)) for first in starts]
    for part in in_parallel(partial(play_some, bout), parts, processes):
        samples += part
        if progress is not None:
            progress(len(samples))
    return score(samples)


def check(bout: Bout) -> None:
    """Refuse a bad bout before any process is started."""
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
    in_thousandths = mean(sum(thousandths), sum(value * value for value in thousandths), len(values))
    return Interval(*(bound / 1000 for bound in in_thousandths))
