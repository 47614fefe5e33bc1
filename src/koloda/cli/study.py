"""``koloda study``: what a game is like to play, as a page for somebody who designs games."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from koloda.core.errors import BadOption
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.lab.files import appearing
from koloda.lab.journal import ENDING
from koloda.lab.run import Keep
from koloda.lab.study import Plan, Study, cells_of, run_study
from koloda.lab.study.plan import wins_together
from koloda.lab.study.plots import import_matplotlib
from koloda.lab.study.words import played, summary, table, title

from .bouts import MAX_MATCHES, MAX_SECONDS, MIN_SECONDS, WORDS, bots_of, where_of
from .draw import aligned
from .parse import checked_range, options_of
from .progress_bar import ProgressBar

DEFAULT_SEED: Final = "study"
TWO_BOTS: Final = Text(
    "Нужны два бота: кто играет обычно и кто сильнее, как normal,strong.",
    "Two bots are needed: who plays as usual, and who is better, as in normal,strong.",
)


def study(args: argparse.Namespace) -> int:
    """Play, measure, print the table and write the page."""
    import_matplotlib()  # so that it is missed now, and not after hours
    plan = plan_of(args)
    page = Path(args.page or f"{args.id}-study.html")
    keep = Keep(*(None if name is None else Path(name) for name in (args.out, args.decisions)))
    chunks = sum(1 for _ in plan.chunks())
    bar = ProgressBar(chunks)
    try:
        found = run_study(plan, page, where_of(args), keep, bar.show)
    except KeyboardInterrupt:
        bar.clear()
        print("koloda: " + WORDS["stopped"].fill(args.lang, {"file": f"{page}{ENDING}"}), file=sys.stderr)
        raise
    finally:
        bar.clear()
    write_page(found, page, args.lang)
    lines = [
        title(found, args.lang),
        played(found, args.lang),
        "",
        *(" ".join(part) for part in summary(found, args.lang)),
        "",
    ]
    lines += aligned(table(found, args.lang))
    if found.left_out:
        lines.append(WORDS["left-out"].fill(args.lang, {"n": found.left_out}))
    files = [str(path) for path in (page, *keep) if path is not None]
    print("\n".join([*lines, WORDS["written"].fill(args.lang, {"files": ", ".join(files)})]))
    return 0


def plan_of(args: argparse.Namespace) -> Plan:
    """What is asked for, checked."""
    info = find_game(args.id).info
    seats = info.seats_to_begin_with() if args.seats is None else args.seats
    bots = bots_of(args.bots)
    if len(bots) != 2:
        raise BadOption("two-bots", TWO_BOTS)
    cells = tuple(cells_of(args.id, seats, options_of(args.id, args.option), args.vary))
    return Plan(
        args.id,
        cells,
        *bots,
        checked_range("--matches", args.matches, 1, MAX_MATCHES),
        checked_range("--skill-matches", args.skill_matches, 0, MAX_MATCHES),
        DEFAULT_SEED if args.seed is None else args.seed,
        checked_range("--seconds", args.seconds, MIN_SECONDS, MAX_SECONDS),
        wins_together(args.id, cells[0]),
    )


def write_page(found: Study, page: Path, lang: str) -> None:
    """The page as one file."""
    from koloda.lab.study.page import page as html

    text = html(found, lang)
    with appearing(page) as new:
        new.write_text(text, encoding="utf-8")
