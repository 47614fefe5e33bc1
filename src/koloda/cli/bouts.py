"""What ``simulate``, ``arena`` and ``study`` have in common: who plays, who does the work, which files are written."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from koloda.bots.player import FAILURES
from koloda.core.text import Text
from koloda.lab.bout import Bout
from koloda.lab.journal import ENDING
from koloda.lab.run import Keep, Where, run_bout
from koloda.lab.tally import Tally

from .parse import checked_range
from .progress_bar import ProgressBar

MAX_MATCHES: Final = 100_000_000
MAX_JOBS: Final = 1024
MIN_SECONDS: Final = 0.001
MAX_SECONDS: Final = 3600.0
WORDS: Final = {
    "failed": Text(
        "{bot}: {n} {n:матч проигран|матча проиграно|матчей проиграно} из-за сбоев бота ({kinds}).",
        "{bot} lost {n} {n:match|matches} by failing ({kinds}).",
    ),
    "example": Text("  матч {match}, место {seat}: {what}", "  match {match}, seat {seat}: {what}"),
    "left-out": Text(
        "Не сыграно {n} {n:матч|матча|матчей}: процессы, которые за них брались, погибали.",
        "{n} {n:match was|matches were} left out: every process that tried {n:it|them} died.",
    ),
    "stopped": Text(
        "Остановлено; та же команда продолжит с этого места ({file}).",
        "Stopped; the same command goes on from here ({file}).",
    ),
    "written": Text("Записано: {files}", "Written: {files}"),
}


def bots_of(words: str) -> tuple[str, ...]:
    """The bots that ``strong,normal`` names."""
    return tuple(words.split(","))


def jobs_of(args: argparse.Namespace) -> int:
    """How many processes do the work, by ``--jobs``; 0: one for each core."""
    return 0 if args.jobs is None else checked_range("--jobs", args.jobs, 1, MAX_JOBS)


def where_of(args: argparse.Namespace) -> Where:
    """Who does the work, by ``--jobs`` and ``--ray``."""
    return Where(jobs_of(args), args.ray or "")


def keep_of(args: argparse.Namespace) -> Keep:
    """Which files are written, by ``--out``, ``--decisions`` and ``--records``."""
    named = (args.out, args.decisions, args.records)
    return Keep(*(None if name is None else Path(name) for name in named))


def run_with_bar(bout: Bout, where: Where, keep: Keep, lang: str) -> Tally:
    """Play a bout and show a progress bar. Whoever stops it learns how to go on."""
    bar = ProgressBar(bout.matches)
    try:
        return run_bout(bout, where, keep, bar.show)
    except KeyboardInterrupt:
        bar.clear()
        files = [path for path in keep if path is not None]
        if files:
            print("koloda: " + WORDS["stopped"].fill(lang, {"file": f"{files[0]}{ENDING}"}), file=sys.stderr)
        raise
    finally:
        bar.clear()


def notes(tally: Tally, keep: Keep, lang: str) -> list[str]:
    """What else there is to say: bots that failed, matches that were left out, files."""
    lines: list[str] = []
    for bot in dict.fromkeys(bot for bot, _ in tally.failed):
        kinds = {kind: count for (name, kind), count in sorted(tally.failed.items()) if name == bot}
        told = ", ".join(f"{FAILURES[kind].get(lang)}: {count}" for kind, count in kinds.items())
        lines.append(WORDS["failed"].fill(lang, {"bot": bot, "n": sum(kinds.values()), "kinds": told}))
        for example in tally.examples:
            if example.bot == bot:
                what = f"{FAILURES[example.kind].get(lang)}{': ' if example.detail else ''}{example.detail}"
                lines.append(WORDS["example"].fill(lang, {**example._asdict(), "what": what}))
    if tally.matches_left_out:
        lines.append(WORDS["left-out"].fill(lang, {"n": tally.matches_left_out}))
    files = [str(path) for path in keep if path is not None]
    return [*lines, *([WORDS["written"].fill(lang, {"files": ", ".join(files)})] if files else [])]
