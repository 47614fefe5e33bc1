"""The commands about records: ``replay``, ``check``, ``verify``."""

from __future__ import annotations

import argparse
import sys

from koloda.core.errors import BadRecord
from koloda.core.text import Text
from koloda.records import (
    JsonObject,
    check_record,
    load,
    load_many,
    open_views_of_record,
    story_of_record,
    transcript,
    views_of_record,
)
from koloda.verify import Unfair
from koloda.verify import verify as verify_deal

from .draw import hint_lines, log_lines, put, story_lines, table_lines
from .exit_codes import DIFFERENCES
from .parse import checked_range

NEXT_OR_QUIT = Text("[Enter — дальше, q — выход] ", "[Enter: next, q: quit] ")
ALL_CORRECT = Text("{n} {n:запись|записи|записей}: всё сходится.", "{n} {n:record|records}: all correct.")
DIFFERENCE_COUNT = Text(
    "{n} {n:запись|записи|записей}, расхождений: {wrong}.",
    "{n} {n:record|records}, {wrong} {wrong:difference|differences}.",
)
FAIR, UNFAIR = "✓", "✗"
LINE = Text("Строка {n}", "Line {n}")


def replay(args: argparse.Namespace) -> int:
    """Print a match from its record, open or as one seat saw it."""
    record = load(args.file) if args.line is None else _record_in_line(args.file, args.line)
    if args.at is None and not args.step:
        put(transcript(record, args.lang, args.seat))
        return 0
    if args.at is None:
        return _step(record, args.seat, args.lang)
    views = open_views_of_record(record) if args.seat is None else views_of_record(record, args.seat)
    view = views[checked_range("--at", args.at, 0, len(views) - 1)]
    put("\n".join([*log_lines(view, args.lang), *table_lines(view, args.lang), *hint_lines(view, args.lang)]))
    return 0


def _record_in_line(path: str, line: int) -> JsonObject:
    for number, record in load_many(path):
        if number == line:
            return record
    raise BadRecord("no-line", Text(f"В строке {line} записи нет.", f"There is no record in line {line}."))


def _step(record: JsonObject, seat: int | None, lang: str) -> int:
    """Tell every move beat by beat and print the table after it; at a terminal, wait for Enter in between."""
    scenes = story_of_record(record, seat)
    for number, (view, beats) in enumerate(scenes, 1):
        put("\n".join([*story_lines(view, beats, lang), *table_lines(view, lang)]))
        if number < len(scenes) and not _goes_on(lang):
            break
    return 0


def _goes_on(lang: str) -> bool:
    if not sys.stdin.isatty():
        return True
    try:
        return input(NEXT_OR_QUIT.get(lang)).strip() != "q"
    except EOFError:
        return False


def check(args: argparse.Namespace) -> int:
    """Replay records and compare what they expect; exit code 1 if anything differs."""
    records = wrong = 0
    for number, record in load_many(args.file):
        differences = check_record(record, args.lang)
        records += 1
        wrong += len(differences)
        for difference in differences:
            print(f"{LINE.fill(args.lang, {'n': number})}: {difference}", flush=True)
    if records == 0:
        raise BadRecord("no-records", Text("В файле нет записей.", "There are no records in the file."))
    summary = DIFFERENCE_COUNT if wrong else ALL_CORRECT
    print(summary.fill(args.lang, {"n": records, "wrong": wrong}))
    return DIFFERENCES if wrong else 0


def verify(args: argparse.Namespace) -> int:
    """Verify the sealed deal of a finished match by playing its rules again; exit code 1 if anything does not fit."""
    try:
        first, *others = verify_deal(load(args.file))
    except Unfair as problem:
        put(f"{UNFAIR} {problem.text.get(args.lang)}")
        return DIFFERENCES
    put("\n".join([f"{FAIR} {first.get(args.lang)}", *(f"  {note.get(args.lang)}" for note in others)]))
    return 0
