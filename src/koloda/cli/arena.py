"""``koloda arena``: bots against bots on duplicate deals, with rotated seats."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from koloda.bots.find_player import player_name
from koloda.core.errors import BadOption
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.lab.arena import Score, play_bout, score
from koloda.lab.bout import Bout
from koloda.lab.run import Where
from koloda.lab.statistics import Interval
from koloda.lab.strength_table import HEAD, rows

from .bouts import MAX_MATCHES, MAX_SECONDS, MIN_SECONDS, bots_of, keep_of, notes, run_with_bar, where_of
from .parse import checked_range, options_of, seats_of
from .progress_bar import ProgressBar

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
    "other-files": Text(
        "С --table пишется только папка --out, без --decisions и --records.",
        "With --table only the folder --out is written, no --decisions and no --records.",
    ),
    "no-game": Text("Назовите игру или попросите --table.", "Name a game, or ask for --table."),
}


def arena(args: argparse.Namespace) -> int:
    """Play one bout, or print the strength table."""
    matches = checked_range("--matches", args.matches, 1, MAX_MATCHES)
    seed = DEFAULT_SEED if args.seed is None else args.seed
    if args.id is not None:
        find_game(args.id)
    keep = keep_of(args)
    if args.table:
        if keep.choices or keep.records:
            raise BadOption("other-files", WORDS["other-files"])
        return print_table(matches, seed, args.id, partial(_score, where_of(args), keep.matches))
    if args.id is None:
        raise BadOption("no-game", WORDS["no-game"])
    options = tuple(options_of(args.id, args.option).items())
    seconds = checked_range("--seconds", args.seconds, MIN_SECONDS, MAX_SECONDS)
    bout = Bout(args.id, seats_of(args.id, args.seats), bots_of(args.bots), matches, seed, options, seconds)
    tally = run_with_bar(bout, where_of(args), keep, args.lang)
    print("\n".join([*report(bout, score(tally), args.lang), *notes(tally, keep, args.lang)]))
    return 0


def report(bout: Bout, score: Score, lang: str) -> list[str]:
    """How the first bot did, in lines."""
    bots = [player_name(spec) for spec in bout.bots]
    names = {"name": find_game(bout.game).info.names.get(lang), "bots": ", ".join(bots)}
    times = {"mean": f"{1000 * score.mean_seconds:.1f}", "slow": f"{1000 * score.slow_seconds:.1f}"}
    return [
        WORDS["head"].fill(lang, {**names, "seats": bout.seats, "n": score.matches}),
        f"  {bots[0]}:",
        f"  {WORDS['win'].get(lang)} {_interval(score.win)} ({WORDS['fair'].get(lang)} {1 / bout.seats:.3f})",
        f"  {WORDS['loss'].get(lang)} {_interval(score.loss)}",
        f"  {WORDS['place'].get(lang)} {_interval(score.place)}",
        "  " + WORDS["time"].fill(lang, {**times, "moves": score.moves}),
    ]


def print_table(matches: int, seed: str, game: str | None, run: Callable[[Bout], Score]) -> int:
    """Print the strength table as Markdown, each row as soon as it is known."""
    print(HEAD, flush=True)
    for row in rows(matches, seed, game, run):
        print(row, flush=True)
    return 0


def _score(where: Where, folder: Path | None, bout: Bout) -> Score:
    """What came of a bout of the table, played now or kept in the folder."""
    bar = ProgressBar(bout.matches)
    try:
        return play_bout(bout, bar.show, where, folder)
    finally:
        bar.clear()


def _interval(interval: Interval) -> str:
    return f"{interval.value:.3f} [{interval.low:.3f}–{interval.high:.3f}]"
