"""``koloda arena``: bots against bots on duplicate deals, with rotated seats."""

from __future__ import annotations

import argparse
from typing import Final

from koloda.core.errors import BadOption
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.lab.arena import Bout, Score, play_bout
from koloda.lab.statistics import Interval
from koloda.lab.strength_table import HEAD, rows

from .parse import checked_range, options_of, seats_of
from .progress_bar import ProgressBar

MAX_MATCHES: Final = 1_000_000
DEFAULT_SEED: Final = "arena"
WORDS: Final = {
    "head": Text(
        "{name}, мест: {seats}, {bots}, {n} {n:матч|матча|матчей}",
        "{name}, {seats} seats, {bots}, {n} {n:match|matches}",
    ),
    "fair": Text("поровну было бы", "an even share would be"),
    "win": Text("победы", "wins"),
    "loss": Text("поражения", "losses"),
    "place": Text("среднее место", "mean place"),
    "time": Text(
        "ход: {mean} мс в среднем, 99% не дольше {slow} мс ({moves} ходов)",
        "a move: {mean} ms on average, 99% within {slow} ms ({moves} moves)",
    ),
    "too-many": Text("Ботов больше, чем мест за столом.", "There are more bots than seats at the table."),
    "no-game": Text("Назовите игру или попросите --table.", "Name a game, or ask for --table."),
}


def arena(args: argparse.Namespace) -> int:
    """Play one bout, or print the strength table."""
    matches = checked_range("--matches", args.matches, 1, MAX_MATCHES)
    seed = DEFAULT_SEED if args.seed is None else args.seed
    if args.id is not None:
        find_game(args.id)
    if args.table:
        return print_table(matches, seed, args.id)
    if args.id is None:
        raise BadOption("no-game", WORDS["no-game"])
    options = tuple(options_of(args.id, args.option).items())
    bout = Bout(args.id, seats_of(args.id, args.seats), tuple(args.bots.split(",")), matches, seed, options)
    if len(bout.bots) > bout.seats:
        raise BadOption("too-many-bots", WORDS["too-many"])
    print("\n".join(report(bout, run_with_bar(bout), args.lang)))
    return 0


def run_with_bar(bout: Bout) -> Score:
    """Play a bout and show a progress bar."""
    bar = ProgressBar(bout.matches)
    try:
        return play_bout(bout, bar.show)
    finally:
        bar.clear()


def report(bout: Bout, score: Score, lang: str) -> list[str]:
    """How the first bot did, in lines."""
    names = {"name": find_game(bout.game).info.names.get(lang), "bots": ", ".join(bout.bots)}
    times = {"mean": f"{1000 * score.mean_seconds:.1f}", "slow": f"{1000 * score.slow_seconds:.1f}"}
    return [
        WORDS["head"].fill(lang, {**names, "seats": bout.seats, "n": score.matches}),
        f"  {bout.bots[0]}:",
        f"  {WORDS['win'].get(lang)} {_interval(score.win)} ({WORDS['fair'].get(lang)} {1 / bout.seats:.3f})",
        f"  {WORDS['loss'].get(lang)} {_interval(score.loss)}",
        f"  {WORDS['place'].get(lang)} {_interval(score.place)}",
        "  " + WORDS["time"].fill(lang, {**times, "moves": score.moves}),
    ]


def print_table(matches: int, seed: str, game: str | None) -> int:
    """Print the strength table as Markdown, each row as soon as it is known."""
    print(HEAD, flush=True)
    for row in rows(matches, seed, game, run_with_bar):
        print(row, flush=True)
    return 0


def _interval(interval: Interval) -> str:
    return f"{interval.value:.3f} [{interval.low:.3f}–{interval.high:.3f}]"
