"""The arena: bots against bots on duplicate deals. Every deal is played once with the first bot in each seat.

``koloda arena ID --bots strong,normal`` seats one strong bot among normal ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .bout import Bout, Failure
from .run import ALL_CORES, Progress, Where, run_bout, run_once
from .statistics import Interval
from .tally import Tally

SLOW_SHARE = 0.99  # of the moves are made within ``Score.slow_seconds``


class Score(NamedTuple):
    """How the first bot of a bout did: its shares of wins and losses, its mean place, and the seconds of its moves.

    ``failures`` says how often each bot lost a match by failing, by kind; ``examples`` are some of these.
    ``left_out`` matches could not be played: whoever tried died of them.
    """

    matches: int
    win: Interval
    loss: Interval
    place: Interval
    mean_seconds: float
    slow_seconds: float
    moves: int
    failures: Mapping[tuple[str, str], int] = {}
    examples: tuple[Failure, ...] = ()
    left_out: int = 0

    def to_rows(self) -> list[dict[str, Any]]:
        """One row for each figure: its name, value and the bounds of its 95% interval."""
        figures = {"win": self.win, "loss": self.loss, "place": self.place}
        return [{"figure": name, "matches": self.matches, **value._asdict()} for name, value in figures.items()]


def play_bout(
    bout: Bout, progress: Progress | None = None, where: Where = ALL_CORES, folder: Path | None = None
) -> Score:
    """All matches of a bout, on all cores. With a folder it can be stopped: the same call goes on."""
    if folder is None:
        return score(run_bout(bout, where, progress=progress))
    return score(run_once(bout, folder, where, progress))


def score(tally: Tally) -> Score:
    """How the first bot did in the matches of a tally, with 95% intervals."""
    return Score(
        tally.matches,
        tally.first_won.share(),
        tally.first_lost.share(),
        tally.first_place.mean(),
        tally.times.mean(),
        tally.times.quantile(SLOW_SHARE),
        tally.times.count(),
        dict(tally.failed),
        tuple(tally.examples),
        tally.matches_left_out,
    )
