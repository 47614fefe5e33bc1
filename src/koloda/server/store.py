"""What is on disk: an SQLite file, written by one thread that commits many tables' moves in one transaction.

A future of :meth:`Store.write` is done when its transaction is on disk; only then is a move acknowledged.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import sqlite3
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, NamedTuple

from koloda.core.errors import KolodaError
from koloda.core.text import Text

APPLICATION = 0x4B4F4C44  # "KOLD": the file is ours
SCHEMA = 1
BATCH = 512

TABLES = """
CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
    place TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL, PRIMARY KEY (place, seq)
) WITHOUT ROWID;
CREATE TABLE matches (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, seats INTEGER NOT NULL, ended REAL NOT NULL, body TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE played (person TEXT NOT NULL, ended REAL NOT NULL, id TEXT NOT NULL, seat INTEGER NOT NULL,
    PRIMARY KEY (person, ended, id)) WITHOUT ROWID;
"""


class StoreError(KolodaError):
    """The database cannot be used: it is not ours, newer, damaged, or the disk is full."""


class Event(NamedTuple):
    """One line of a table's journal."""

    place: str
    seq: int
    kind: str
    payload: dict[str, Any]


class _Write(NamedTuple):
    statements: list[tuple[str, tuple[Any, ...]]]
    done: asyncio.Future[None]


class Store:
    """The embedded store: reads on the caller's thread, writes in groups on a thread of its own."""

    def __init__(self, path: Path, most_pages: int = 0) -> None:
        self.path = path
        self._most_pages = most_pages
        self._lock = _lock(path)
        self._reader = _open(path)
        self._queue: SimpleQueue[_Write | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = Thread(target=self._run, name="koloda-journal", daemon=True)
        self._thread.start()

    def write(self, *statements: tuple[str, tuple[Any, ...]]) -> asyncio.Future[None]:
        """Carry out these statements together; the future is done when they are on disk."""
        self._loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = self._loop.create_future()
        self._queue.put(_Write(list(statements), done))
        return done

    def append(self, event: Event) -> asyncio.Future[None]:
        """Add a line to a table's journal."""
        payload = json.dumps(event.payload, ensure_ascii=False, separators=(",", ":"))
        return self.write(("INSERT INTO events VALUES (?, ?, ?, ?)", (event.place, event.seq, event.kind, payload)))

    def close_table(self, place: str) -> asyncio.Future[None]:
        """Forget a table that nobody will open again; its matches stay in the archive."""
        return self.write(("DELETE FROM events WHERE place = ?", (place,)))

    def name_person(self, person: str, name: str) -> asyncio.Future[None]:
        """Keep what a person is called."""
        return self.write(("INSERT OR REPLACE INTO people VALUES (?, ?)", (person, name)))

    def archive(
        self, match: str, game: str, seats: int, ended: float, body: dict[str, Any], people: list[str | None]
    ) -> asyncio.Future[None]:
        """Keep a finished match, and in whose history it stands."""
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        played = [
            ("INSERT OR REPLACE INTO played VALUES (?, ?, ?, ?)", (person, ended, match, seat))
            for seat, person in enumerate(people)
            if person is not None
        ]
        return self.write(
            ("INSERT OR REPLACE INTO matches VALUES (?, ?, ?, ?, ?)", (match, game, seats, ended, text)), *played
        )

    def names(self) -> dict[str, str]:
        """What everybody is called."""
        return dict(self._rows("SELECT id, name FROM people"))

    def journals(self) -> dict[str, list[Event]]:
        """The journals of all tables, each in order."""
        found: dict[str, list[Event]] = {}
        for place, seq, kind, payload in self._rows("SELECT place, seq, kind, payload FROM events ORDER BY place, seq"):
            found.setdefault(place, []).append(Event(place, seq, kind, json.loads(payload)))
        return found

    def match(self, match: str) -> dict[str, Any] | None:
        """An archived match."""
        rows = self._rows("SELECT body FROM matches WHERE id = ?", (match,))
        body: dict[str, Any] | None = json.loads(rows[0][0]) if rows else None
        return body

    def history(self, person: str, most: int = 100) -> list[tuple[int, dict[str, Any]]]:
        """A person's finished matches, the latest first: the seat and the archived match."""
        rows = self._rows(
            "SELECT seat, body FROM played JOIN matches USING (id) WHERE person = ? ORDER BY played.ended DESC LIMIT ?",
            (person, most),
        )
        return [(seat, json.loads(body)) for seat, body in rows]

    def close(self) -> None:
        """Write what is waiting and stop."""
        self._queue.put(None)
        self._thread.join()
        self._reader.close()
        self._lock.close()

    def _rows(self, query: str, args: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._reader.execute(query, args).fetchall()
        except sqlite3.DatabaseError as error:
            raise _damaged(self.path, error) from error

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
        problem: Exception | None = None
        try:
            writer.execute("BEGIN IMMEDIATE")
            for write in writes:
                for statement, args in write.statements:
                    writer.execute(statement, args)
            writer.execute("COMMIT")
        except sqlite3.Error as error:
            if writer.in_transaction:
                writer.execute("ROLLBACK")
            if len(writes) > 1 and not last:
                return False
            problem = _not_saved(error)
        self._tell(writes, problem)
        return True

    def _tell(self, writes: list[_Write], problem: Exception | None) -> None:
        assert self._loop is not None
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_settle, [write.done for write in writes], problem)


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
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _open(path: Path) -> sqlite3.Connection:
    """A connection to a sound database of ours; a new file gets its tables."""
    try:
        connection = _connect(path)
        _check(connection, path)
    except sqlite3.OperationalError as error:
        raise _no_access(path, error) from error
    except sqlite3.DatabaseError as error:
        raise _damaged(path, error) from error
    return connection


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


def _not_saved(error: sqlite3.Error) -> StoreError:
    return StoreError(
        "not-saved", Text(f"Не удалось записать на диск: {error}.", f"It could not be written to disk: {error}.")
    )
