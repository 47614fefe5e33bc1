"""The commands about records: ``replay``, ``check``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from koloda.core.errors import BadRecord
from koloda.core.text import Text
from koloda.core.view import View
from koloda.records import JsonObject, check_record, load, load_many, open_views_of_record, transcript, views_of_record

from .draw import hint_lines, log_lines, put, table_lines
from .parse import checked_range

ENTER = Text("[Enter — дальше, q — выход] ", "[Enter: on, q: leave] ")
RIGHT = Text("{n} {n:запись|записи|записей}: всё сходится.", "{n} {n:record|records}: all is right.")
WRONG = Text(
    "{n} {n:запись|записи|записей}, расхождений: {wrong}.",
    "{n} {n:record|records}, {wrong} {wrong:difference|differences}.",
)
LINE = Text("Строка {n}", "Line {n}")


def replay(args: argparse.Namespace) -> int:
    """A match read from its record, whole or from one seat's eyes."""
    record = load(args.file) if args.line is None else _line_of(args.file, args.line)
    if args.at is None and not args.step:
        put(transcript(record, args.lang, args.seat))
        return 0
    views = open_views_of_record(record) if args.seat is None else views_of_record(record, args.seat)
    if args.at is None:
        return _step(views, args.lang)
    view = views[checked_range("--at", args.at, 0, len(views) - 1)]
    put("\n".join([*log_lines(view, args.lang), *table_lines(view, args.lang), *hint_lines(view, args.lang)]))
    return 0


def _line_of(path: str, line: int) -> JsonObject:
    for number, record in load_many(path):
        if number == line:
            return record
    raise BadRecord("no-line", Text(f"В строке {line} записи нет.", f"There is no record in line {line}."))


def _step(views: list[View], lang: str) -> int:
    """One table after the other; at a terminal, Enter turns the page."""
    for view in views:
        put("\n".join([*log_lines(view, lang), *table_lines(view, lang)]))
        if view is not views[-1] and not _turned(lang):
            break
    return 0


def _turned(lang: str) -> bool:
    if not sys.stdin.isatty():
        return True
    try:
        return input(ENTER.get(lang)).strip() != "q"
    except EOFError:
        return False


def check(args: argparse.Namespace) -> int:
    """Prove what records claim; 1 if anything differs."""
    records = wrong = 0
    for number, differences in _checked(args.file, args.lang):
        records += 1
        wrong += len(differences)
        for difference in differences:
            print(f"{LINE.fill(args.lang, {'n': number})}: {difference}", flush=True)
    if records == 0:
        raise BadRecord("no-records", Text("В файле нет записей.", "There are no records in the file."))
    words = WRONG if wrong else RIGHT
    print(words.fill(args.lang, {"n": records, "wrong": wrong}))
    return 1 if wrong else 0


def _checked(path: str, lang: str) -> Iterator[tuple[int, list[str]]]:
    for number, record in load_many(path):
        yield number, check_record(record, lang)
