"""The file of an SQLite database: locked, checked, brought up to date, and refused with a sentence if that must be."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import msgspec

from koloda.core.text import Text

from .last_commit import LastCommit, Witness
from .migrations import migrate_sqlite
from .rows import Row, checksum, unsummed
from .schema import SCHEMA_VERSION, new_database
from .scrubbing import overwrite_before_start
from .store import StoreError

APPLICATION_ID = 0x4B4F4C44  # "KOLD": the file is ours
PAGE_BYTES = 1024  # a commit writes a page for every table that moved: small ones cost less
CHECKPOINT_PAGES = 4000
MAX_CHECKED_BYTES = 10_000_000  # a longer file is not read whole at the start: that is for ``koloda check-data``
ROWS_IN_A_PIECE = 100
GONE = -1  # instead of a checksum: there is no such row
FIRST_SUMMED_SCHEMA = 2


def lock_file(path: Path) -> list[int]:
    """Two servers on one database would each believe that they own its tables.

    The database itself is locked too, for somebody may remove the other file. Nobody but us can read either: the
    secrets of running deals are in there.
    """
    locks: list[int] = []
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for file in (path.with_suffix(".lock"), path):
            locks.append(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
            os.fchmod(locks[-1], 0o600)
        for beside in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.chmod(f"{path}{beside}", 0o600)
    except OSError as error:
        unlock(locks)
        raise no_access(path, error) from error
    try:
        for lock in locks:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        unlock(locks)
        raise StoreError(
            "in-use", Text(f"С базой {path} уже работает другой сервер.", f"Another server is using {path}.")
        ) from error
    return locks


def unlock(locks: list[int]) -> None:
    """Not before SQLite has closed the database: closing any descriptor of a file drops all of SQLite's own locks."""
    for lock in locks:
        os.close(lock)


def last_commit(path: Path) -> LastCommit:
    """The file beside the database that tells of its last commit."""
    try:
        return LastCommit(path.with_suffix(".last"))
    except (OSError, msgspec.DecodeError) as error:
        raise no_access(path.with_suffix(".last"), error) from error


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits are durable."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")  # of a new file
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    return connection


def open_file(path: Path, witness: Witness | None) -> sqlite3.Connection:
    """A connection to a sound database of ours, brought up to date; a new file gets its tables.

    ``witness`` is what the last commit wrote: a database without it is refused.
    """
    connection: sqlite3.Connection | None = None
    try:
        connection = connect(path)
        schema = _check_kind(connection, path)
        if schema >= FIRST_SUMMED_SCHEMA:
            _check_end(connection, path, witness)
        if schema < SCHEMA_VERSION:
            migrate_sqlite(lambda: connect(path), schema)
        if _declared(connection) != _declared(_in_memory()):
            raise damaged(path, "its tables are not declared as ours are")
        overwrite_before_start(connection, path)
        return connection
    except BaseException as error:
        if connection is not None:
            connection.close()
        if isinstance(error, sqlite3.OperationalError):
            raise no_access(path, error) from error
        if isinstance(error, sqlite3.DatabaseError | UnicodeError):
            raise damaged(path, error) from error
        raise


def _check_kind(connection: sqlite3.Connection, path: Path) -> int:
    """The schema of a database of ours; a new one is made."""
    application, schema, tables = (
        connection.execute(question).fetchone()[0]
        for question in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
    )
    if tables == 0 and application == 0:
        connection.executescript(
            f"BEGIN IMMEDIATE; {new_database()} PRAGMA application_id = {APPLICATION_ID}; "
            f"PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        )
        return SCHEMA_VERSION
    check_schema(path, application, schema)
    if path.stat().st_size <= MAX_CHECKED_BYTES:
        sound = connection.execute("PRAGMA quick_check").fetchone()[0]
        if sound != "ok":
            raise damaged(path, sound)
    return int(schema)


def check_schema(path: Path, application: int, schema: int) -> None:
    """Refuse what is not ours, and what a newer version has written."""
    if application != APPLICATION_ID:
        raise StoreError("not-ours", Text(f"{path} — не база «Колоды».", f"{path} is not a database of Koloda."))
    if not 1 <= schema <= SCHEMA_VERSION:
        raise StoreError(
            "other-schema",
            Text(
                f"{path} записан более новой версией «Колоды» (схема {schema}, здесь {SCHEMA_VERSION}). "
                "Установите её или восстановите более старую копию.",
                f"{path} was written by a newer version of Koloda (schema {schema}, ours is {SCHEMA_VERSION}). "
                "Install that version, or restore an older copy.",
            ),
        )


def _check_end(connection: sqlite3.Connection, path: Path, witness: Witness | None) -> None:
    """Refuse a database in which the last commit is missing."""
    if witness is None:
        return
    table, key, seq, expected = witness
    if table == "events":
        rows = read(connection, path, "SELECT * FROM events WHERE place = ? AND seq = ?", (key, seq))
    else:
        table = "people" if table == "people" else "matches"
        rows = read(connection, path, f"SELECT * FROM {table} WHERE id = ?", (key,))
    if (checksum(rows[0]) if rows else GONE) != expected:
        raise _lost_end(path)


def read(connection: sqlite3.Connection, path: Path, query: str, args: Row) -> list[Row]:
    """Rows without their checksums, which must be right."""
    return list(chain.from_iterable(read_in_pieces(connection, path, query, args, at_once=0)))


def read_in_pieces(
    connection: sqlite3.Connection, path: Path, query: str, args: Row, at_once: int = ROWS_IN_A_PIECE
) -> Iterator[list[Row]]:
    """The same, so many at a time (0: all)."""
    try:
        cursor = connection.execute(query, args)
        names = [column[0] for column in cursor.description]
        while found := cursor.fetchmany(at_once) if at_once else cursor.fetchall():
            rows = unsummed(names, found)
            if rows is None:
                raise damaged(path, "a row has another checksum")
            yield rows
    except (sqlite3.DatabaseError, UnicodeError) as error:
        raise damaged(path, error) from error


def _declared(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    """Tables and indexes as they are declared, but for blanks, and for what belongs to alembic."""
    query = "SELECT type, name, coalesce(sql, '') FROM sqlite_master WHERE tbl_name <> 'alembic_version' ORDER BY name"
    return [(kind, name, " ".join(text.split())) for kind, name, text in connection.execute(query)]


def _in_memory() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.executescript(new_database())
    return connection


def no_access(path: Path, error: Exception) -> StoreError:
    """That a file cannot be used."""
    return StoreError("no-access", Text(f"Нет доступа к {path}: {error}.", f"Cannot use {path}: {error}."))


def damaged(path: Path, problem: object) -> StoreError:
    """That a file is not what was written."""
    return StoreError(
        "damaged",
        Text(
            f"База {path} повреждена ({problem}); восстановите её из копии.",
            f"The database {path} is damaged ({problem}); restore it from a copy.",
        ),
    )


def _lost_end(path: Path) -> StoreError:
    last = path.with_suffix(".last")
    return StoreError(
        "lost-end",
        Text(
            f"В базе {path} нет последней записи, о которой знает {last}: конец {path.name}-wal потерян или это старая "
            f"копия. Верните все файлы из копии; чтобы играть дальше с этой, более старой, удалите {last}.",
            f"The database {path} lacks the last commit, of which {last} tells: the end of {path.name}-wal is lost, or "
            f"this is an older copy. Restore all files from a copy; to go on from this older state, remove {last}.",
        ),
    )
