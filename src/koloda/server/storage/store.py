"""What is on disk: an SQLite file, written by one thread that commits many tables' moves in one transaction.

A future of :meth:`Store.write` is done when its transaction is on disk; only then is a move acknowledged.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import sqlite3
import sys
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from shutil import disk_usage
from threading import Thread
from typing import Any, NamedTuple, NoReturn
from zlib import crc32

import msgspec
import structlog

from koloda.core.errors import KolodaError
from koloda.core.text import Text
from koloda.server.protocol.bodies import ArchivedMatch, HistoryItem
from koloda.server.protocol.codec import encode

from .archive import FinishedMatch, stored_line, stored_match
from .last_commit import LastCommit, Witness
from .old_rows import given_name

log = structlog.get_logger()

APPLICATION_ID = 0x4B4F4C44  # "KOLD": the file is ours
SCHEMA_VERSION = 2
MAX_WRITES_PER_COMMIT = 512
PAGE_BYTES = 1024  # a commit writes a page for every table that moved: small ones cost less
CHECKPOINT_PAGES = 4000
MIN_FREE_BYTES = 200_000  # on a disk that is not full
MAX_HISTORY_LINES = 100
GONE = -1  # instead of a checksum: there is no such row
DISK_FAILED_EXIT_CODE = 74  # EX_IOERR of sysexits.h

OPENED_ENTRY = "opened"  # somebody has come to a table for the first time
SEAT_ENTRY = "place"  # the kind of a journal entry that says who has a seat; databases that exist have this word
# ``sum`` is a checksum of its row: SQLite itself does not notice a damaged value. ``events`` are the entries of the
# tables' journals, and their ``place`` is the id of a table: other names would shut out the databases that exist.
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
ROWS_PER_INSERT = (64, 16, 4, 1)
INSERT_ROWS = {
    rows: "INSERT OR ROLLBACK INTO events VALUES " + ", ".join(["(?, ?, ?, ?, ?)"] * rows) for rows in ROWS_PER_INSERT
}
JournalRow = tuple[str, int, str, str, int]
Statement = tuple[str, tuple[Any, ...]]


class StoreError(KolodaError):
    """The database cannot be used: it is not ours, newer, damaged, or the disk is full."""


class JournalEntry(NamedTuple):
    """One line of a table's journal."""

    table_id: str
    seq: int
    kind: str
    payload: dict[str, Any]


class _Write(NamedTuple):
    """What is written together: rows of journals first, then everything else."""

    rows: list[JournalRow]
    statements: list[Statement]
    witness: Witness | None
    done: asyncio.Future[None]


class Store:
    """The embedded store: reads on the caller's thread, writes in groups on a thread of its own."""

    def __init__(self, path: Path, max_pages: int = 0) -> None:
        self.path = path
        self.problem = ""
        self._max_pages = max_pages
        with contextlib.ExitStack() as opened:  # closed again, in the right order, if anything is refused
            opened.callback(_let_go, _lock(path))
            self._last = opened.enter_context(contextlib.closing(_last_commit(path)))
            self._reader = opened.enter_context(contextlib.closing(_open(path)))
            self._check_end()
            people = self._rows("SELECT * FROM people")
            self._names: dict[str, str] = {person: given_name(name, person) for person, name in people}
            self._opened = opened.pop_all()
        self._queue: SimpleQueue[_Write | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = Thread(target=self._run, name="koloda-journal", daemon=True)
        self._thread.start()

    def write(self, *statements: Statement) -> asyncio.Future[None]:
        """Carry out these statements together; the future is done when they are on disk."""
        return self._write([], list(statements), None)

    def append(self, *entries: JournalEntry, finished: FinishedMatch | None = None) -> asyncio.Future[None]:
        """Add entries to a table's journal, and to the archive a match that has finished: all of it or nothing."""
        rows = [_journal_row(entry) for entry in entries]
        table_id, seq, _, _, checksum = rows[-1]
        witness = ("events", table_id, seq, checksum)
        return self._write(rows, [] if finished is None else _save_match(finished), witness)

    def _write(
        self, rows: list[JournalRow], statements: list[Statement], witness: Witness | None
    ) -> asyncio.Future[None]:
        self._loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = self._loop.create_future()
        self._queue.put(_Write(rows, statements, witness, done))
        return done

    async def is_well(self) -> bool:
        """Whether writing works; after a failed write it is tried again here."""
        if self.problem and disk_usage(self.path.parent).free >= MIN_FREE_BYTES:
            with contextlib.suppress(StoreError):
                await self.write((f"PRAGMA user_version = {SCHEMA_VERSION}", ()))
        return not self.problem

    def close_table(self, table_id: str) -> asyncio.Future[None]:
        """Forget a table that nobody will open again; its matches stay in the archive."""
        statement = ("DELETE FROM events WHERE place = ?", (table_id,))
        return self._write([], [statement], ("events", table_id, 1, GONE))

    async def name_person(self, person: str, name: str) -> None:
        """Keep what a person is called."""
        statement = _insert("people", person, name)
        await self._write([], [statement], ("people", person, 0, statement[1][-1]))
        self._names[person] = name

    def name(self, person: str) -> str:
        """What somebody is called; "" for a guest without a name."""
        return self._names.get(person, "")

    def save_match(self, finished: FinishedMatch) -> asyncio.Future[None]:
        """Keep a match that was not played at a table of ours."""
        statements = _save_match(finished)
        return self._write([], statements, ("matches", finished.archived.id, 0, statements[0][1][-1]))

    def journals(self) -> dict[str, list[JournalEntry]]:
        """The journals of all tables, each in order."""
        journals: dict[str, list[JournalEntry]] = {}
        for table_id, seq, kind, payload in self._rows("SELECT * FROM events ORDER BY place, seq"):
            journal = journals.setdefault(table_id, [])
            if seq != len(journal) + 1:
                raise _damaged(self.path, f"line {len(journal) + 1} of table {table_id} is missing")
            journal.append(JournalEntry(table_id, seq, kind, json.loads(payload)))
        return journals

    def match_text(self, match_id: str) -> str | None:
        """A finished match as it is stored, in JSON."""
        rows = self._rows("SELECT * FROM matches WHERE id = ?", (match_id,))
        return rows[0][1] if rows else None

    def match(self, match_id: str) -> ArchivedMatch | None:
        """A finished match."""
        stored = self.match_text(match_id)
        return None if stored is None else stored_match(json.loads(stored))

    def history(self, person: str) -> list[HistoryItem]:
        """A person's latest finished matches, the last one first."""
        query = "SELECT * FROM played WHERE person = ? ORDER BY ended DESC LIMIT ?"
        rows = self._rows(query, (person, MAX_HISTORY_LINES))
        return [stored_line(json.loads(line), seat) for _, _, _, seat, line in rows]

    def close(self) -> None:
        """Write what is waiting and stop."""
        self._queue.put(None)
        self._thread.join()
        self._opened.close()

    def _check_end(self) -> None:
        """Refuse a database in which the last commit is missing."""
        if self._last.witness is None:
            return
        table, key, seq, expected = self._last.witness
        if table == "events":
            rows = self._rows("SELECT * FROM events WHERE place = ? AND seq = ?", (key, seq))
        else:
            rows = self._rows(f"SELECT * FROM {'people' if table == 'people' else 'matches'} WHERE id = ?", (key,))
        if (_sum(rows[0]) if rows else GONE) != expected:
            raise _lost_end(self.path)

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
        if self._max_pages:
            writer.execute(f"PRAGMA max_page_count = {self._max_pages}")
        stop = False
        while not stop:
            batch = [self._queue.get()]
            while not self._queue.empty() and len(batch) < MAX_WRITES_PER_COMMIT:
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
            _insert_rows(writer, [row for write in writes for row in write.rows])
            for write in writes:
                for statement, args in write.statements:
                    writer.execute(statement, args)
            writer.execute("COMMIT")
            witnesses = [write.witness for write in writes if write.witness is not None]
            if witnesses:
                self._last.note(witnesses[-1])
        except Exception as error:  # whatever it is: this thread must live on
            if _is_disk_failure(error):
                _end_process(self.path, error)
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


def _journal_row(entry: JournalEntry) -> JournalRow:
    row = (entry.table_id, entry.seq, entry.kind, encode(entry.payload).decode("utf-8"))
    return (*row, _sum(row))


def _insert_rows(writer: sqlite3.Connection, rows: list[JournalRow]) -> None:
    """Add rows to the journals; the same row twice is an error."""
    start = 0
    for count in ROWS_PER_INSERT:
        while len(rows) - start >= count:
            writer.execute(INSERT_ROWS[count], tuple(chain.from_iterable(rows[start : start + count])))
            start += count


def _save_match(finished: FinishedMatch) -> list[Statement]:
    archived, line = finished.archived, _text(finished.line())
    seats = enumerate(finished.people)
    played = [(person, archived.when, archived.id, seat, line) for seat, person in seats if person is not None]
    whole = _text(msgspec.to_builtins(archived))
    return [_insert("matches", archived.id, whole), *(_insert("played", *row) for row in played)]


def _text(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _lock(path: Path) -> list[int]:
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
        _let_go(locks)
        raise _no_access(path, error) from error
    try:
        for lock in locks:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        _let_go(locks)
        raise StoreError(
            "in-use", Text(f"С базой {path} уже работает другой сервер.", f"Another server is using {path}.")
        ) from error
    return locks


def _let_go(locks: list[int]) -> None:
    """Not before SQLite has closed the database: closing any descriptor of a file drops all of SQLite's own locks."""
    for lock in locks:
        os.close(lock)


def _last_commit(path: Path) -> LastCommit:
    try:
        return LastCommit(path.with_suffix(".last"))
    except (OSError, msgspec.DecodeError) as error:
        raise _no_access(path.with_suffix(".last"), error) from error


def _is_disk_failure(error: Exception) -> bool:
    """Whether nobody knows what is on disk now. Of a full disk, or a write that failed before, it is known."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & 0xFF == sqlite3.SQLITE_IOERR and code != sqlite3.SQLITE_IOERR_WRITE


def _end_process(path: Path, error: Exception) -> NoReturn:
    """No answer is better than a wrong one: what could not be synced may be there after the next start, or not."""
    log.critical("the disk has failed", file=str(path), problem=str(error), code=DISK_FAILED_EXIT_CODE)
    sys.stdout.flush()
    os._exit(DISK_FAILED_EXIT_CODE)


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
    connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")  # of a new file
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
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
            f"BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION_ID}; "
            f"PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        )
        return
    if application != APPLICATION_ID:
        raise StoreError("not-ours", Text(f"{path} — не база «Колоды».", f"{path} is not a database of Koloda."))
    if schema != SCHEMA_VERSION:
        raise StoreError(
            "other-schema",
            Text(
                f"{path} записан другой версией «Колоды» (схема {schema}, здесь {SCHEMA_VERSION}).",
                f"{path} was written by another version of Koloda (schema {schema}, ours is {SCHEMA_VERSION}).",
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


def _not_saved(error: Exception) -> StoreError:
    return StoreError(
        "not-saved", Text(f"Не удалось записать на диск: {error}.", f"It could not be written to disk: {error}.")
    )
