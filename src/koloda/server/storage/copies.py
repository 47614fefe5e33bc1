"""Copies of the data folder: made while the server runs, put back where there is nothing yet, and checked."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from koloda.core.text import Text

from .rows import unsummed
from .sqlite_file import check_schema, damaged
from .store import StoreError

DATABASE = "koloda.sqlite"
COOKIE_KEY = "cookie.key"
UNFINISHED = ".unfinished"


def back_up(data: Path, folder: Path) -> dict[str, int]:
    """Copy the database and the key of the cookies into a folder that holds neither; tells how many rows it has."""
    _check_free(folder)
    _make(folder)
    unfinished = folder / (DATABASE + UNFINISHED)
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with _opened(data / DATABASE) as source, contextlib.closing(sqlite3.connect(unfinished)) as copy:
        source.backup(copy)  # one read transaction: a whole state, whatever is written meanwhile
        copy.execute("PRAGMA journal_mode = DELETE")  # the copy is one file
    counts = check_database(unfinished)
    _copy(data / COOKIE_KEY, folder / COOKIE_KEY)
    _finish(unfinished, folder / DATABASE)
    return counts


def restore(folder: Path, data: Path) -> dict[str, int]:
    """Put a copy into a data folder that has no database."""
    _check_free(data)
    check_database(folder / DATABASE)
    _make(data)
    unfinished = data / (DATABASE + UNFINISHED)
    unfinished.unlink(missing_ok=True)
    _copy(folder / DATABASE, unfinished)
    _copy(folder / COOKIE_KEY, data / COOKIE_KEY)
    (data / DATABASE).with_suffix(".last").unlink(missing_ok=True)  # it tells of commits that the copy may not have
    counts = check_database(unfinished)
    _finish(unfinished, data / DATABASE)
    return counts


def check_database(path: Path) -> dict[str, int]:
    """Every page and every row of a database, also of one that is in use: how many rows each table has."""
    with _opened(path) as database:
        application, schema = (
            database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        check_schema(path, application, schema)
        sound = database.execute("PRAGMA integrity_check").fetchone()[0]
        if sound != "ok":
            raise damaged(path, sound)
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: _checked_rows(database, path, name) for name in sorted(names)}


def _checked_rows(database: sqlite3.Connection, path: Path, table: str) -> int:
    rows = database.execute(f"SELECT * FROM {table}")
    names = [column[0] for column in rows.description]
    count = 0
    for row in rows:
        count += 1
        if unsummed(names, [row]) is None:
            raise damaged(path, f"{table}: {row[0]}")
    return count


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A database that exists; nothing is written to it."""
    if not path.is_file():
        raise StoreError("no-access", Text(f"Нет файла {path}.", f"There is no file {path}."))
    try:
        with contextlib.closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=10)
        ) as database:
            database.execute("PRAGMA query_only = 1")
            yield database
    except (sqlite3.DatabaseError, UnicodeError) as error:
        raise damaged(path, error) from error


def _check_free(folder: Path) -> None:
    for name in (DATABASE, f"{DATABASE}-wal", COOKIE_KEY):
        if (folder / name).exists():
            ru = f"{folder / name} уже есть; ничего не перезаписано."
            raise StoreError("would-overwrite", Text(ru, f"{folder / name} exists already; nothing was overwritten."))


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            "no-access", Text(f"Нет доступа к {folder}: {error}.", f"Cannot use {folder}: {error}.")
        ) from error


def _copy(source: Path, target: Path) -> None:
    """A file that nobody else may read; without a source there is none to copy."""
    if not source.is_file():
        return
    with (
        source.open("rb") as read,
        os.fdopen(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as write,
    ):
        shutil.copyfileobj(read, write)
        write.flush()
        os.fsync(write.fileno())


def _finish(unfinished: Path, path: Path) -> None:
    """The name comes last: a copy that was cut off is never taken for a whole one."""
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    unfinished.rename(path)
