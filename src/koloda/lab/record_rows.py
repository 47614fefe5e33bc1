"""Records as rows: filters and converts files of any length, chunk by chunk, so that memory stays the same."""

from __future__ import annotations

import json
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from koloda.core.errors import BadOption, KolodaError
from koloda.core.game import Result
from koloda.core.options import option_text
from koloda.core.record_types import Record
from koloda.core.text import Text
from koloda.match import check_result, moves_of, start_of
from koloda.parallel import LostChunk, map_chunks
from koloda.strict_json import MAX_RECORD_BYTES, load_line, no_file
from koloda.untrusted import checked_record

from .files import CSV, JSONL, PARQUET, appearing, check_format, read_rows, row_writer
from .rows import CHOICE_COLUMNS, CHOICES, SEAT_COLUMNS, Cell, Columns, Row, options_text, seat_cells

RECORDS: Final = "records"
CHUNK_BYTES: Final = 500_000
MAX_SEATS: Final = 64  # of a record that is looked at; more cannot be
SEATS_IN_A_LINE: Final = re.compile(rb'"seats"\s*:\s*(\d{1,2})\b')
RECORD_COLUMNS: Final[Columns] = {
    "line": int,
    "game": str,
    "version": int,
    "seats": int,
    "options": str,
    "moves": int,
    "finished": int,
}
SEAT_CELLS: Final[Columns] = {name: kind for name, kind in SEAT_COLUMNS.items() if name != "bot"}
OF_CHOICES: Final[Columns] = {name: kind for name, kind in CHOICE_COLUMNS.items() if name not in ("match", "bot")}
COMPARISONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
CONDITION: Final = re.compile(r"([\w.-]+?)\s*(!=|<=|>=|=|<|>)\s*(.*)", re.DOTALL)


class Condition(NamedTuple):
    """What a cell of a row must be, such as ``moves>=50`` or ``options.sevens=true``."""

    column: str
    comparison: str
    value: Cell

    @staticmethod
    def parse(text: str) -> Condition:
        """The condition that somebody has written; BadOption if it is none."""
        found = CONDITION.fullmatch(text.strip())
        name = found[1] if found else ""
        kind = str if name.startswith("options.") else record_columns(MAX_SEATS).get(name)
        if found is None or kind is None:
            names = ", ".join([*RECORD_COLUMNS, "options.NAME", *(f"{name}_0 …" for name in SEAT_CELLS)])
            raise BadOption(
                "bad-condition",
                Text(
                    f"Условие — это столбец, сравнение и значение, а не {text!r:.80}; столбцы: {names}.",
                    f"A condition is a column, a comparison and a value, not {text!r:.80}; columns: {names}.",
                ),
            )
        try:
            return Condition(name, found[2], kind(found[3]))
        except ValueError:
            raise BadOption(
                "bad-condition",
                Text(f"В условии {text!r:.80} нужно число.", f"The condition {text!r:.80} needs a number."),
            ) from None

    def holds(self, row: Row) -> bool:
        """Whether a row has this; a cell that is empty never has."""
        if self.column.startswith("options."):
            options = json.loads(str(row["options"]))
            value = options.get(self.column.removeprefix("options."))
            cell: Cell = None if value is None else option_text(value)
        else:
            cell = row.get(self.column)
        return cell is not None and COMPARISONS[self.comparison](cell, self.value)


class Problem(NamedTuple):
    """A line that is no record, or does not replay."""

    line: int
    text: Text


class Wanted(NamedTuple):
    """What is to be done with every record. If it ``replays``, results are worked out and checked."""

    conditions: tuple[Condition, ...] = ()
    replays: bool = False
    makes: str = ""  # the format in which the records are wanted; "": they are only counted
    choices: bool = False


EVERYTHING: Final = Wanted()


class Converted(NamedTuple):
    """What came of some lines: their bytes, how many records, those that fit by game, what to write, what is wrong."""

    size: int
    records: int
    games: Counter[str]
    lines: list[str]
    rows: list[Row]
    choices: list[Row]
    problems: list[Problem]


def record_columns(seats: int) -> Columns:
    """The columns of records of up to this many seats."""
    by_seat = {f"{name}_{seat}": kind for seat in range(seats) for name, kind in SEAT_CELLS.items()}
    return {**RECORD_COLUMNS, **by_seat}


def record_row(line: int, record: Record, replays: bool = False) -> Row:
    """A record as a row: its result as it says itself or, if it ``replays``, as it follows from its moves."""
    seats = record["seats"]
    result = replayed_result(record) if replays else claimed_result(record)
    row: Row = {
        "line": line,
        "game": record["game"],
        "version": record.get("version"),
        "seats": seats,
        "options": options_text(record.get("options") or {}),
        "moves": len(record["moves"]),
        "finished": int(result is not None),
    }
    cells = {} if result is None else seat_cells(result, [None] * seats)
    return {**row, **{name: cell for name, cell in cells.items() if not name.startswith("bot_")}}


def claimed_result(record: Record) -> Result | None:
    """The result that a record tells; None if it tells none, or only a part of it."""
    claimed = record.get("result")
    if claimed is None or any(
        not isinstance(claimed.get(name), list) for name in ("scores", "winners", "losers", "places")
    ):
        return None
    scores, winners, losers, places = (tuple(claimed[name]) for name in ("scores", "winners", "losers", "places"))
    seats = range(record["seats"])
    fits = len(scores) == len(places) == len(seats) and all(seat in seats for seat in (*winners, *losers))
    return Result(scores, winners, losers, places) if fits else None


def replayed_result(record: Record) -> Result | None:
    """The result that follows from the moves of a record; None if the match is not over."""
    match = start_of(record)
    for seat, move in moves_of(record):
        match.play(seat, move)
    check_result(match, record)
    return match.result


def choice_rows_of(line: int, record: Record) -> list[Row]:
    """The choices of a record, a row each."""
    match = start_of(record)
    rows: list[Row] = []
    for seat, move in moves_of(record):
        legal = len(match.legal(seat))
        if legal > 1:
            cells = (match.move_number, seat, match.game.phase(), legal, move)
            rows.append({"line": line, **dict(zip(OF_CHOICES, cells, strict=True))})
        match.play(seat, move)
    return rows


def convert_chunk(wanted: Wanted, chunk: Sequence[tuple[int, bytes]]) -> Converted:
    """Some lines, each with its number, in one worker. One that is no record is a problem, and the next one follows."""
    done = Converted(sum(len(line) for _, line in chunk), 0, Counter(), [], [], [], [])
    records = 0
    for number, line in chunk:
        try:
            record = checked_record(load_line(line))
            records += 1
            row = record_row(number, record, wanted.replays)
            if not all(condition.holds(row) for condition in wanted.conditions):
                continue
            _keep(done, wanted, row, record, line)
        except KolodaError as error:
            done.problems.append(Problem(number, error.text))
    return done._replace(records=records)


def _keep(done: Converted, wanted: Wanted, row: Row, record: Record, line: bytes) -> None:
    text = line.decode("utf-8-sig").strip()
    choices = choice_rows_of(int(str(row["line"])), record) if wanted.choices else []
    if wanted.makes == JSONL:
        done.lines.append(text)
    elif wanted.makes:
        done.rows.append({**row, RECORDS: text} if wanted.makes == PARQUET else row)
    done.choices.extend(choices)
    done.games[record["game"]] += 1


def lines_of(path: Path) -> Iterator[tuple[int, bytes]]:
    """The records of a file as they are written, each with its number: lines of JSON, or rows of our own Parquet."""
    if check_format(path, (JSONL, PARQUET)) == PARQUET:
        for number, row in enumerate(read_rows(path, RECORDS, {RECORDS: str}), 1):
            yield number, str(row[RECORDS]).encode()
        return
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(MAX_RECORD_BYTES + 1):
                number += 1
                if line.strip():
                    yield number, line
    except (OSError, ValueError) as error:
        raise no_file(path, error) from None


def chunks_of(path: Path) -> Iterator[list[tuple[int, bytes]]]:
    """The same in portions of about half a megabyte."""
    chunk: list[tuple[int, bytes]] = []
    size = 0
    for numbered in lines_of(path):
        chunk.append(numbered)
        size += len(numbered[1])
        if size >= CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def most_seats(path: Path) -> int:
    """The most seats of any record of a file."""
    found = (int(seats) for _, line in lines_of(path) for seats in SEATS_IN_A_LINE.findall(line))
    return min(MAX_SEATS, max(found, default=0))


class Summary(NamedTuple):
    """What came of a file: how many records it has, how many of each game fit, how many lines are wrong."""

    records: int
    games: Counter[str]
    wrong: int


def convert(
    path: Path,
    wanted: Wanted = EVERYTHING,
    out: Path | None = None,
    choices: Path | None = None,
    jobs: int = 0,
    progress: Callable[[int], None] | None = None,
    complain: Callable[[Problem], None] | None = None,
) -> Summary:
    """Filter the records of a file into another one, on all cores. Memory does not grow with the file.

    ``out`` has records (.jsonl) or rows (.csv; .parquet, which has the records too), ``choices`` has rows. ``progress``
    is told how many bytes were read, ``complain`` of every line that is no record.
    """
    makes = "" if out is None else check_format(out)
    columns = record_columns(most_seats(path) if makes in (CSV, PARQUET) else 0)
    wanted = wanted._replace(makes=makes, choices=choices is not None)
    records, games, wrong, read = 0, Counter[str](), 0, 0
    with ExitStack() as files:
        write = _writer(files, out, makes, columns, choices)
        for done in _converted(wanted, path, jobs):
            write(done)
            records += done.records
            games += done.games
            wrong += len(done.problems)
            read += done.size
            if progress is not None:
                progress(read)
            if complain is not None:
                for problem in done.problems:
                    complain(problem)
    return Summary(records, games, wrong)


def _writer(
    files: ExitStack, out: Path | None, makes: str, columns: Columns, choices: Path | None
) -> Callable[[Converted], None]:
    """Writes what came of a chunk into the files, which are open as long as the stack is."""
    text = rows = of_choices = None
    if out is not None and makes == JSONL:
        new = files.enter_context(appearing(out))
        text = files.enter_context(new.open("w", encoding="utf-8"))
    elif out is not None:
        rows = files.enter_context(row_writer(out, RECORDS, {**columns, RECORDS: str} if makes == PARQUET else columns))
    if choices is not None:
        of_choices = files.enter_context(row_writer(choices, CHOICES, {"line": int, **OF_CHOICES}))

    def write(done: Converted) -> None:
        if text is not None:
            text.writelines(f"{line}\n" for line in done.lines)
        if rows is not None:
            rows.write(done.rows)
        if of_choices is not None:
            of_choices.write(done.choices)

    return write


def _converted(wanted: Wanted, path: Path, jobs: int) -> Iterator[Converted]:
    """What came of every chunk; of one that every worker dies of, that it is lost."""
    spans: list[tuple[int, int]] = []

    def noted() -> Iterator[list[tuple[int, bytes]]]:
        for chunk in chunks_of(path):
            spans.append((chunk[0][0], chunk[-1][0]))
            yield chunk

    for number, done in enumerate(map_chunks(partial(convert_chunk, wanted), noted(), jobs)):
        if isinstance(done, LostChunk):
            first, last = spans[number]
            text = Text(
                f"строки {first}–{last}: процессы погибали", f"lines {first}–{last}: every process died of them"
            )
            done = Converted(0, 0, Counter(), [], [], [], [Problem(first, text)])
        yield done
