"""Rows in files: JSON lines, CSV or Parquet, by the ending of the name. A file is there once it is whole."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, Protocol

from koloda.core.errors import BadOption, BadRecord, MissingExtra
from koloda.core.text import Text
from koloda.strict_json import no_file

from .rows import Columns, Row

JSONL, CSV, PARQUET = ".jsonl", ".csv", ".parquet"
FORMATS: Final = (JSONL, CSV, PARQUET)
ROWS_VERSION: Final = 1  # rises when a column changes its meaning
VERSION_KEY: Final = b"koloda.rows"
ROWS_PER_GROUP: Final = 16_384  # of a Parquet file, whatever the portions in which rows come; records are long
BATCH_ROWS: Final = 2048  # that are read at a time
UNFINISHED: Final = ".new"


def import_pyarrow() -> Any:
    """pyarrow with its Parquet; MissingExtra where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra.of("pyarrow", "data") from None
    return pyarrow


def check_format(path: Path, formats: Sequence[str] = FORMATS) -> str:
    """The format of a file by its name; BadOption if it has none of these."""
    if path.suffix not in formats:
        names = ", ".join(formats)
        raise BadOption(
            "bad-format",
            Text(
                f"Файл {str(path)!r:.200}: нужно имя на {names}.",
                f"File {str(path)!r:.200}: its name must end in {names}.",
            ),
        )
    if path.suffix == PARQUET:
        import_pyarrow()
    return path.suffix


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """The name under which to write a file; it takes its own name when all is written, and is gone if that fails."""
    new = path.with_name(path.name + UNFINISHED)
    try:
        yield new
        os.replace(new, path)
    except (OSError, ValueError) as error:
        new.unlink(missing_ok=True)
        raise no_file(path, error) from None
    except BaseException:
        new.unlink(missing_ok=True)
        raise


class RowWriter(Protocol):
    """Takes rows, in whatever portions; a cell that is missing is empty."""

    def write(self, rows: Sequence[Row]) -> None:
        """Add rows."""


@contextmanager
def row_writer(path: Path, kind: str, columns: Columns) -> Iterator[RowWriter]:
    """Writes a file of rows of this kind."""
    format = check_format(path)
    with appearing(path) as new:
        if format == PARQUET:
            writer = _ParquetWriter(new, kind, columns)
            yield writer
            writer.close()
            return
        with new.open("w", encoding="utf-8", newline="") as file:
            yield _CsvWriter(file, columns) if format == CSV else _JsonlWriter(file, columns)


class _JsonlWriter:
    def __init__(self, file: IO[str], columns: Columns) -> None:
        self._file = file
        self._columns = columns

    def write(self, rows: Sequence[Row]) -> None:
        for row in rows:
            whole = {name: row.get(name) for name in self._columns}
            self._file.write(f"{json.dumps(whole, ensure_ascii=False)}\n")


class _CsvWriter:
    def __init__(self, file: IO[str], columns: Columns) -> None:
        self._csv = csv.DictWriter(file, list(columns), restval="", lineterminator="\n")
        self._csv.writeheader()

    def write(self, rows: Sequence[Row]) -> None:
        self._csv.writerows(rows)


class _ParquetWriter:
    def __init__(self, path: Path, kind: str, columns: Columns) -> None:
        arrow = self._arrow = import_pyarrow()
        types = {int: arrow.int64(), float: arrow.float64(), str: arrow.string()}
        fields = [arrow.field(name, types[cell]) for name, cell in columns.items()]
        self._schema = arrow.schema(fields, {VERSION_KEY: f"{kind} {ROWS_VERSION}".encode()})
        self._parquet = arrow.parquet.ParquetWriter(str(path), self._schema, compression="zstd")
        self._rows: list[Row] = []

    def write(self, rows: Sequence[Row]) -> None:
        self._rows += rows
        while len(self._rows) >= ROWS_PER_GROUP:
            self._write_group(self._rows[:ROWS_PER_GROUP])
            del self._rows[:ROWS_PER_GROUP]

    def _write_group(self, rows: list[Row]) -> None:
        self._parquet.write_table(self._arrow.Table.from_pylist(rows, schema=self._schema))

    def close(self) -> None:
        """Write what is left, and the end of the file."""
        if self._rows:
            self._write_group(self._rows)
        self._parquet.close()


def read_rows(path: str | Path, kind: str, columns: Columns) -> Iterator[Row]:
    """The rows of a file, one after the other; BadRecord if it has other rows than these, or lacks these columns.

    Of a Parquet file only these columns are read.
    """
    path = Path(path)
    reader = {JSONL: _read_jsonl, CSV: _read_csv, PARQUET: _read_parquet}[check_format(path)]
    try:
        yield from reader(path, kind, columns)
    except (OSError, ValueError) as error:  # ArrowInvalid is a ValueError
        raise no_file(path, error) from None


def _read_jsonl(path: Path, kind: str, columns: Columns) -> Iterator[Row]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            _check_columns(path, kind, columns, row if isinstance(row, dict) else {})
            yield row


def _read_csv(path: Path, kind: str, columns: Columns) -> Iterator[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        _check_columns(path, kind, columns, dict.fromkeys(reader.fieldnames or ()))
        for cells in reader:
            yield {name: columns.get(name, str)(cell) if cell else None for name, cell in cells.items()}


def _read_parquet(path: Path, kind: str, columns: Columns) -> Iterator[Row]:
    with import_pyarrow().parquet.ParquetFile(str(path)) as file:
        have = (file.schema_arrow.metadata or {}).get(VERSION_KEY, b"?").decode("utf-8", "replace")
        want = f"{kind} {ROWS_VERSION}"
        if have != want:
            raise BadRecord(
                "other-rows",
                Text(
                    f"Файл {str(path)!r:.200}: в нём {have!r:.40}, а нужно {want!r}.",
                    f"File {str(path)!r:.200}: it holds {have!r:.40}, not {want!r}.",
                ),
            )
        _check_columns(path, kind, columns, dict.fromkeys(file.schema_arrow.names))
        for batch in file.iter_batches(BATCH_ROWS, columns=list(columns)):
            yield from batch.to_pylist()


def _check_columns(path: Path, kind: str, columns: Columns, have: Row) -> None:
    missing = [name for name in columns if name not in have]
    if missing:
        raise BadRecord(
            "no-column",
            Text(
                f"Файл {str(path)!r:.200}: это не строки {kind!r}, нет столбца {missing[0]!r}.",
                f"File {str(path)!r:.200}: these are no {kind!r}, the column {missing[0]!r} is missing.",
            ),
        )
