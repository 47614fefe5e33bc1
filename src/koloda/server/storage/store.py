"""What is on disk: an SQLite file, written by one thread that commits many tables' moves in one transaction.

A future of :meth:`Store.write` is done when its transaction is on disk; only then is a move acknowledged.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import sqlite3
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from shutil import disk_usage
from threading import Thread
from typing import IO, Any, NamedTuple
from zlib import crc32

import msgspec

from koloda.core.errors import KolodaError
from koloda.core.text import Text

APPLICATION = 0x4B4F4C44  # "KOLD": the file is ours
SCHEMA = 2
BATCH = 512
PAGE = 1024  # a commit writes a page for every table that moved: small ones cost less
CHECKPOINT = 4000
ROOM = 200_000  # bytes on a disk that is not full
encode = msgspec.json.Encoder().encode

# ``sum`` is a checksum of its row: SQLite itself does not notice a damaged value.
TABLES = """
CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
    place TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL, sum INTEGER NOT NULL,
    PRIMARY KEY (place, seq)
) WITHOUT ROWID;
CREATE TABLE matches (id TEXT PRIMARY KEY, body TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE played (
    person TEXT NOT NULL, ended REAL NOT NULL, id TEXT NOT NULL, seat INTEGER NOT NULL, head TEXT NOT NULL,
    sum INTEGER NOT NULL, PRIMARY KEY (person, ended, id)
) WITHOUT ROWID;
"""
# A statement with many rows: the fewer the calls, the less often this thread and the tables' one wait for each other.
GROUPS = (64, 16, 4, 1)
INSERT_LINES = {
    rows: "INSERT OR ROLLBACK INTO events VALUES " + ", ".join(["(?, ?, ?, ?, ?)"] * rows) for rows in GROUPS
}
Line = tuple[str, int, str, str, int]
Statement = tuple[str, tuple[Any, ...]]


class StoreError(KolodaError):
    """The database cannot be used: it is not ours, newer, damaged, or the disk is full."""


class Event(NamedTuple):
    """One line of a table's journal."""

    place: str
    seq: int
    kind: str
    payload: dict[str, Any]


class Archived(NamedTuple):
    """A finished match: the line of it in a history, the whole of it, and who sat where."""

    id: str
    head: dict[str, Any]
    body: dict[str, Any]
    people: list[str | None]


class _Write(NamedTuple):
    """What is to be written together: lines of journals first, then whatever else."""

    lines: list[Line]
    statements: list[Statement]
    done: asyncio.Future[None]


class Store:
    """The embedded store: reads on the caller's thread, writes in groups on a thread of its own."""

    def __init__(self, path: Path, most_pages: int = 0) -> None:
        self.path = path
        self.problem = ""
        self._most_pages = most_pages
        self._lock = _lock(path)
        try:
            self._reader = _open(path)
            self._names: dict[str, str] = dict(self._rows("SELECT * FROM people"))
        except StoreError:
            self._lock.close()
            raise
        self._queue: SimpleQueue[_Write | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = Thread(target=self._run, name="koloda-journal", daemon=True)
        self._thread.start()

    def write(self, *statements: Statement) -> asyncio.Future[None]:
        """Carry out these statements together; the future is done when they are on disk."""
        return self._write([], list(statements))

    def append(self, *events: Event, archived: Archived | None = None) -> asyncio.Future[None]:
        """Add lines to a table's journal, and with the last one of a match its archive: all of it or nothing."""
        return self._write([_line(event) for event in events], [] if archived is None else _archive(archived))

    def _write(self, lines: list[Line], statements: list[Statement]) -> asyncio.Future[None]:
        self._loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = self._loop.create_future()
        self._queue.put(_Write(lines, statements, done))
        return done

    async def is_well(self) -> bool:
        """Whether what could not be saved last could be now: there is room, and a page is written as it is."""
        if self.problem and disk_usage(self.path.parent).free >= ROOM:
            with contextlib.suppress(StoreError):
                await self.write((f"PRAGMA user_version = {SCHEMA}", ()))
        return not self.problem

    def close_table(self, place: str) -> asyncio.Future[None]:
        """Forget a table that nobody will open again; its matches stay in the archive."""
        return self.write(("DELETE FROM events WHERE place = ?", (place,)))

    async def name_person(self, person: str, name: str) -> None:
        """Keep what a person is called."""
        await self.write(_insert("people", person, name))
        self._names[person] = name

    def name(self, person: str) -> str:
        """What somebody is called; a nameless one by the end of his id."""
        return self._names.get(person) or f"Гость {person[-3:]}"

    def archive(self, archived: Archived) -> asyncio.Future[None]:
        """Keep a match that was not played at a table of ours."""
        return self.write(*_archive(archived))

    def journals(self) -> dict[str, list[Event]]:
        """The journals of all tables, each in order."""
        found: dict[str, list[Event]] = {}
        for place, seq, kind, payload in self._rows("SELECT * FROM events ORDER BY place, seq"):
            journal = found.setdefault(place, [])
            if seq != len(journal) + 1:
                raise _damaged(self.path, f"line {len(journal) + 1} of table {place} is missing")
            journal.append(Event(place, seq, kind, json.loads(payload)))
        return found

    def match(self, match: str) -> dict[str, Any] | None:
        """An archived match."""
        rows = self._rows("SELECT * FROM matches WHERE id = ?", (match,))
        body: dict[str, Any] | None = json.loads(rows[0][1]) if rows else None
        return body

    def history(self, person: str, most: int = 100) -> list[tuple[int, dict[str, Any]]]:
        """A person's finished matches, the latest first: the seat and the line of the match."""
        rows = self._rows("SELECT * FROM played WHERE person = ? ORDER BY ended DESC LIMIT ?", (person, most))
        return [(seat, json.loads(head)) for _, _, _, seat, head in rows]

    def close(self) -> None:
        """Write what is waiting and stop."""
        self._queue.put(None)
        self._thread.join()
        self._reader.close()
        self._lock.close()

    def _rows(self, query: str, args: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Rows without their checksums, which must be right."""
        try:
            rows = self._reader.execute(query, args).fetchall()
        except (sqlite3.DatabaseError, UnicodeError) as error:
            raise _damaged(self.path, error) from error
        if any(_sum(row[:-1]) != row[-1] for row in rows):
            raise _damaged(self.path, "a row has another checksum")
        return [row[:-1] for row in rows]

    def _run(self) -> None:
        writer = _connect(self.path)
        if self._most_pages:
            writer.execute(f"PRAGMA max_page_count = {self._most_pages}")
        stop = False
        while not stop:
            batch = [self._queue.get()]
            while not self._queue.empty() and len(batch) < BATCH:
                batch.append(self._queue.get())
            stop = None in batch
            writes = [write for write in batch if write is not None]
            if writes and not self._commit(writer, writes):
                for write in writes:  # one of them is at fault: each for itself
                    self._commit(writer, [write], last=True)
        writer.close()

    def _commit(self, writer: sqlite3.Connection, writes: list[_Write], last: bool = False) -> bool:
        problem: StoreError | None = None
        try:
            writer.execute("BEGIN IMMEDIATE")
            _insert_lines(writer, [line for write in writes for line in write.lines])
            for write in writes:
                for statement, args in write.statements:
                    writer.execute(statement, args)
            writer.execute("COMMIT")
        except Exception as error:  # whatever it is: this thread must live on
            with contextlib.suppress(sqlite3.Error):
                writer.execute("ROLLBACK")
            if len(writes) > 1 and not last:
                return False
            problem = _not_saved(error)
        self.problem = "" if problem is None else problem.reason
        self._tell(writes, problem)
        return True

    def _tell(self, writes: list[_Write], problem: Exception | None) -> None:
        assert self._loop is not None
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_settle, [write.done for write in writes], problem)


def _sum(row: tuple[Any, ...]) -> int:
    return crc32(repr(row).encode("utf-8", "surrogatepass"))


def _insert(table: str, *row: Any) -> Statement:
    return f"INSERT OR REPLACE INTO {table} VALUES ({'?, ' * len(row)}?)", (*row, _sum(row))


def _line(event: Event) -> Line:
    row = (event.place, event.seq, event.kind, encode(event.payload).decode("utf-8"))
    return (*row, _sum(row))


def _insert_lines(writer: sqlite3.Connection, lines: list[Line]) -> None:
    """Add lines to the journals; the same line twice is an error."""
    start = 0
    for rows in GROUPS:
        while len(lines) - start >= rows:
            writer.execute(INSERT_LINES[rows], tuple(chain.from_iterable(lines[start : start + rows])))
            start += rows


def _archive(archived: Archived) -> list[Statement]:
    head = _text(archived.head)
    seats = enumerate(archived.people)
    played = [(person, archived.head["when"], archived.id, seat, head) for seat, person in seats if person is not None]
    return [_insert("matches", archived.id, _text(archived.body)), *(_insert("played", *row) for row in played)]


def _text(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _lock(path: Path) -> IO[bytes]:
    """Two servers on one database would each believe that they own its tables."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = open(path.with_suffix(".lock"), "wb")  # noqa: SIM115 - held as long as the store
    except OSError as error:
        raise _no_access(path, error) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise StoreError(
            "in-use", Text(f"С базой {path} уже работает другой сервер.", f"Another server is using {path}.")
        ) from error
    return lock


def _settle(futures: list[asyncio.Future[None]], problem: Exception | None) -> None:
    for future in futures:
        if future.done():
            continue
        if problem is None:
            future.set_result(None)
        else:
            future.set_exception(problem)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute(f"PRAGMA page_size = {PAGE}")  # of a new file
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
    return connection


def _open(path: Path) -> sqlite3.Connection:
    """A connection to a sound database of ours; a new file gets its tables."""
    connection: sqlite3.Connection | None = None
    try:
        connection = _connect(path)
        _check(connection, path)
        return connection
    except BaseException as error:
        if connection is not None:
            connection.close()
        if isinstance(error, sqlite3.OperationalError):
            raise _no_access(path, error) from error
        if isinstance(error, sqlite3.DatabaseError | UnicodeError):
            raise _damaged(path, error) from error
        raise


def _check(connection: sqlite3.Connection, path: Path) -> None:
    application, schema, tables = (
        connection.execute(question).fetchone()[0]
        for question in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
    )
    if tables == 0 and application == 0:
        connection.executescript(
            f"BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA}; COMMIT;"
        )
        return
    if application != APPLICATION:
        raise StoreError("not-ours", Text(f"{path} — не база «Колоды».", f"{path} is not a database of Koloda."))
    if schema != SCHEMA:
        raise StoreError(
            "other-schema",
            Text(
                f"{path} записан другой версией «Колоды» (схема {schema}, здесь {SCHEMA}).",
                f"{path} was written by another version of Koloda (schema {schema}, ours is {SCHEMA}).",
            ),
        )
    sound = connection.execute("PRAGMA quick_check").fetchone()[0]
    if sound != "ok":
        raise _damaged(path, sound)
    if _declared(connection) != _declared(_in_memory()):
        raise _damaged(path, "its tables are not declared as ours are")


def _declared(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    return connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()


def _in_memory() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.executescript(TABLES)
    return connection


def _no_access(path: Path, error: Exception) -> StoreError:
    return StoreError("no-access", Text(f"Нет доступа к {path}: {error}.", f"Cannot use {path}: {error}."))


def _damaged(path: Path, problem: object) -> StoreError:
    return StoreError(
        "damaged",
        Text(
            f"База {path} повреждена ({problem}); восстановите её из копии.",
            f"The database {path} is damaged ({problem}); restore it from a copy.",
        ),
    )


def _not_saved(error: Exception) -> StoreError:
    return StoreError(
        "not-saved", Text(f"Не удалось записать на диск: {error}.", f"It could not be written to disk: {error}.")
    )
