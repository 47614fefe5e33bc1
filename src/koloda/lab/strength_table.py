"""The strength table of docs/bots.md: the bouts of each game, and the share that the strong bot should reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from koloda.core.options import OptionValue

from .arena import Score
from .bout import Bout
from .gang_heists import heists_won
from .statistics import Interval, wilson

OPPONENTS: Final = ("random", "normal", "yardstick")
GANG_GOALS: Final = ((3, 0.78), (4, 0.62), (5, 0.46), (6, 0.34))
HEAD: Final = (
    "| game | seats | measured | against | matches | strong's, 95% interval | to reach | ms a move, mean and 99% |\n"
    "|---|---|---|---|---|---|---|---|"
)


class Goal(NamedTuple):
    """One game of the table: what is counted, and what the strong bot should reach against each of OPPONENTS."""

    game: str
    seats: int
    counted: str
    reach: tuple[str, str, str]
    options: tuple[tuple[str, OptionValue], ...] = ()


NO_GOAL: Final = ("", "", "")
GOALS: Final = (
    Goal("pairs", 4, "loss", ("≤ .040", "≤ .245", "≤ .245")),
    # Three of four seats win here, so no share of wins is above a third: losses are counted, as in the plain game.
    Goal("pairs", 4, "loss", ("≤ .040", "≤ .245", "≤ .245"), (("continuous", True),)),
    Goal("port", 4, "win", ("≥ .50", "≥ .27", "≥ .27")),
    Goal("starboard", 4, "win", ("≥ .50", "≥ .27", "≥ .27")),
    Goal("blackstone", 4, "win", NO_GOAL),
    Goal("hawthorn", 4, "win", ("≥ .50", "≥ .29", "≥ .27")),
    Goal("goblin-poker", 4, "win", ("≥ .50", "≥ .29", "≥ .27")),
    Goal("monster", 4, "win", ("≥ .50", "≥ .29", "≥ .27")),
    Goal("regent", 2, "win", ("≥ .85", "≥ .58", "≥ .55")),
    Goal("troll-guts", 4, "win", NO_GOAL),
    Goal("sweep", 4, "win", ("≥ .50", "≥ .28", "≥ .27")),
    Goal("kitten", 4, "win", ("≥ .50", "≥ .28", "≥ .27")),
    Goal("venture", 5, "win", ("≥ .40", "≥ .23", "≥ .22")),
    Goal("five-card", 2, "win", NO_GOAL),
    Goal("abracadabra", 4, "win", ("≥ .75", "≥ .35", "≥ .33")),
    Goal("ninety-nine", 3, "win", ("≥ .80", "≥ .45", "≥ .42")),
    Goal("cribbage", 2, "win", ("≥ .98", "≥ .60", "≥ .60"), (("rules", "standard"),)),
    Goal("tycoon", 5, "place", ("≤ 1.6", "≤ 2.6", "≤ 2.7")),
    Goal("twenty-one", 4, "win", NO_GOAL),
    Goal("podfilim", 3, "win", ("≥ .70", "≥ .40", "≥ .38")),
)


def rows(matches: int, seed: str, game: str | None, run: Callable[[Bout], Score]) -> Iterator[str]:
    """The rows of the table: of all games, or of one."""
    for goal in GOALS:
        if game in (None, goal.game):
            for opponent, target in zip(OPPONENTS, goal.reach, strict=True):
                bout = Bout(goal.game, goal.seats, ("strong", opponent), matches, seed, goal.options)
                yield _row(goal, opponent, target, run(bout))
    if game in (None, "the-gang"):
        for seats, share in GANG_GOALS:
            won = wilson(heists_won(seats, matches, seed), matches)
            yield f"| the-gang | {seats} | heists won | – | {matches} | {_text(won)} | ≥ {share:.2f} | |"


def _row(goal: Goal, opponent: str, target: str, score: Score) -> str:
    share = {"win": score.win, "loss": score.loss, "place": score.place}[goal.counted]
    name = " ".join([goal.game, *(option_word(option) for option in goal.options)])
    times = f"{1000 * score.mean_seconds:.0f}, {1000 * score.slow_seconds:.0f}"
    cells = [name, goal.seats, goal.counted, opponent, score.matches, _text(share), target, times]
    return f"| {' | '.join(map(str, cells))} |"


def option_word(option: tuple[str, object]) -> str:
    """An option as a word of the table."""
    name, value = option
    return name if value is True else str(value)


def _text(interval: Interval) -> str:
    return f"{interval.value:.3f} ({interval.low:.3f}–{interval.high:.3f})"
