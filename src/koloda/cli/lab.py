"""The commands that count and measure: ``simulate``, ``perft``, ``bless``, ``bench``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from koloda.core.text import Text
from koloda.games.registry import all_games, find_game
from koloda.lab.bout import Bout
from koloda.lab.statistics import Interval, quantile
from koloda.lab.tally import Tally
from koloda.match import Match
from koloda.words import seat_name

from .bouts import MAX_MATCHES, MAX_SECONDS, MIN_SECONDS, bots_of, keep_of, notes, run_with_bar, where_of
from .draw import aligned
from .parse import checked_range, options_of, seats_of

MAX_DEPTH: Final = 20
MIN_SLICE_SECONDS: Final = 0.001
MAX_SLICE_SECONDS: Final = 60.0
DEFAULT_SEED: Final = "koloda"
HEAD: Final = Text(
    "{name}: {n} {n:матч|матча|матчей}, {moves} {moves:ход|хода|ходов}",
    "{name}: {n} {n:match|matches}, {moves} {moves:move|moves}",
)
LENGTH: Final = Text("Длина матча в ходах", "Moves in a match")
MEAN: Final = Text("в среднем", "mean")
MEDIAN: Final = Text("медиана", "median")
MIDDLE_90: Final = Text("90% матчей", "90% of matches")
RANGE: Final = Text("от и до", "range")
COLUMNS: Final = Text("место|победы|поражения|очки", "seat|won|lost|score")
NOTE: Final = Text(
    "В скобках — 95-процентные интервалы. Победу делят победители, поражение — проигравшие.",
    "In brackets: 95% intervals. A win is shared by the winners, a loss by the losers.",
)


def simulate(args: argparse.Namespace) -> int:
    """Play many matches of bots and print how the seats did."""
    seats = seats_of(args.id, args.seats)
    options = tuple(options_of(args.id, args.option).items())
    matches = checked_range("--matches", args.matches, 1, MAX_MATCHES)
    seed = DEFAULT_SEED if args.seed is None else args.seed
    seconds = checked_range("--seconds", args.seconds, MIN_SECONDS, MAX_SECONDS)
    bout = Bout(args.id, seats, bots_of(args.bots), matches, seed, options, seconds, rotates=False)
    keep = keep_of(args)
    tally = run_with_bar(bout, where_of(args), keep, args.lang)
    name = find_game(args.id).info.names.get(args.lang)
    print("\n".join([*report(name, tally, args.lang), *notes(tally, keep, args.lang)]))
    return 0


def report(name: str, tally: Tally, lang: str) -> list[str]:
    """The lengths of the matches, then how each seat did."""
    lengths = tally.lengths
    rows = [COLUMNS.get(lang).split("|")]
    for seat in range(tally.seats):
        cells = [_share(tally.win_share(seat)), _share(tally.loss_share(seat)), _number(tally.score(seat))]
        rows.append([seat_name(seat, lang), *cells])
    return [
        HEAD.fill(lang, {"name": name, "n": tally.matches, "moves": tally.moves}),
        f"{LENGTH.get(lang)}: {MEAN.get(lang)} {_number(tally.length())}, {MEDIAN.get(lang)} {quantile(lengths, 0.5)},",
        f"  {MIDDLE_90.get(lang)} {quantile(lengths, 0.05)}–{quantile(lengths, 0.95)}, "
        f"{RANGE.get(lang)} {min(lengths)}–{max(lengths)}",
        "",
        *aligned(rows),
        NOTE.get(lang),
    ]


def _share(interval: Interval) -> str:
    value, low, high = (100 * part for part in interval)
    return f"{value:.1f}% [{low:.1f}–{high:.1f}]"


def _number(interval: Interval) -> str:
    return f"{interval.value:.2f} [{interval.low:.2f}–{interval.high:.2f}]"


def perft(args: argparse.Namespace) -> int:
    """Print how many ways there are to play the next moves, depth by depth."""
    from koloda.testing.perft import perft as count_ways

    depth = checked_range("--depth", args.depth, 0, MAX_DEPTH)
    seed = DEFAULT_SEED if args.seed is None else args.seed
    match = Match.new(args.id, seats_of(args.id, args.seats), options_of(args.id, args.option), seed=seed)
    for moves in range(depth + 1):
        print(f"{moves:2}  {count_ways(match, moves)}", flush=True)
    return 0


def bless(args: argparse.Namespace) -> int:
    """Write golden and perft files from what the rules say now."""
    from koloda.testing import bless as bless_golden
    from koloda.testing import bless_perft

    games = [find_game(game_id) for game_id in args.id] or all_games()
    folder = Path(args.folder)
    for game in games:
        print(bless_golden(game.info.id, folder / "golden"))
        print(bless_perft(game.info.id, folder / "perft"), flush=True)
    return 0


def bench(args: argparse.Namespace) -> int:
    """Measure the speed of all games, or of some."""
    from koloda.lab.bench import main as run_bench

    seconds = checked_range("--seconds", args.seconds, MIN_SLICE_SECONDS, MAX_SLICE_SECONDS)
    return run_bench([*args.id, f"--seconds={seconds}", *(["--json"] if args.json else [])])
