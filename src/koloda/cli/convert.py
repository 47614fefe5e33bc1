"""``koloda records``: filters and converts files of records, however long."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from koloda.core.errors import BadOption
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.lab.record_rows import Condition, Problem, Wanted, convert
from koloda.strict_json import no_file

from .bouts import WORDS as WORDS_OF_BOUTS
from .bouts import jobs_of
from .exit_codes import DIFFERENCES
from .progress_bar import ProgressBar

MAX_COMPLAINTS: Final = 20
WORDS: Final = {
    "sum": Text("{n} {n:запись|записи|записей}, подходит: {fit}.", "{n} {n:record|records}, {fit} {fit:fits|fit}."),
    "game": Text("  {name}: {n}", "  {name}: {n}"),
    "wrong": Text("Строк с ошибками: {n}; они пропущены.", "{n} {n:line is|lines are} wrong and left out."),
    "more": Text("… и другие", "… and more"),
    "line": Text("строка {line}: {what}", "line {line}: {what}"),
    "same-file": Text("Нельзя писать в файл, который читается.", "The file that is read cannot be written."),
}


def records(args: argparse.Namespace) -> int:
    """Filter and convert; exit code 1 if some lines are no records."""
    path = Path(args.file)
    out, choices = (None if name is None else Path(name) for name in (args.out, args.decisions))
    if path in (out, choices):
        raise BadOption("same-file", WORDS["same-file"])
    wanted = Wanted(tuple(Condition.parse(text) for text in args.where), args.replay)
    try:
        bar = ProgressBar(max(1, path.stat().st_size))
    except (OSError, ValueError) as error:
        raise no_file(path, error) from None
    complaints: list[Problem] = []

    def complain(problem: Problem) -> None:
        if len(complaints) <= MAX_COMPLAINTS:
            complaints.append(problem)

    try:
        summary = convert(path, wanted, out, choices, jobs_of(args), bar.show, complain)
    finally:
        bar.clear()
    _complain(complaints, args.lang)
    print(WORDS["sum"].fill(args.lang, {"n": summary.records, "fit": summary.games.total()}))
    for game, n in sorted(summary.games.items()):
        print(WORDS["game"].fill(args.lang, {"name": find_game(game).info.names.get(args.lang), "n": n}))
    if summary.wrong:
        print(WORDS["wrong"].fill(args.lang, {"n": summary.wrong}))
    files = [str(name) for name in (out, choices) if name is not None]
    if files:
        print(WORDS_OF_BOUTS["written"].fill(args.lang, {"files": ", ".join(files)}))
    return DIFFERENCES if summary.wrong else 0


def _complain(problems: list[Problem], lang: str) -> None:
    for problem in problems[:MAX_COMPLAINTS]:
        line = WORDS["line"].fill(lang, {"line": problem.line, "what": problem.text.get(lang)})
        print(f"koloda: {line}", file=sys.stderr)
    if len(problems) > MAX_COMPLAINTS:
        print(f"koloda: {WORDS['more'].get(lang)}", file=sys.stderr)
