"""One file: SQLite, written by one thread that commits many tables' moves in one transaction."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Sequence
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from shutil import disk_usage
from threading import Thread
from typing import NamedTuple, NoReturn

import structlog

from .archive import FinishedMatch
from .last_commit import Witness
from .rows import Row, Statement, upsert
from .schema import SCHEMA_VERSION
from .scrubbing import overwrite
from .sqlite_file import GONE, connect, damaged, last_commit, lock_file, open_file, read, read_in_pieces, unlock
from .store import (
    JournalEntry,
    JournalRow,
    Store,
    StoreError,
    journal_row,
    match_statements,
    not_saved,
)
from .table_index import TableRow, forget_statements

log = structlog.get_logger()

MAX_BATCHES_PER_COMMIT = 512
MIN_FREE_BYTES = 200_000  # on a disk that is not full
DISK_FAILED_EXIT_CODE = 74  # EX_IOERR of sysexits.h
NO_WITNESS: Witness = ("matches", "", 0, GONE)  # there is no match without an id
JOURNAL = "SELECT * FROM events WHERE place >= ? ORDER BY place, seq"
# A statement with many rows: the fewer the calls, the less often this thread and the tables' one wait for each other.
ROWS_PER_INSERT = (64, 16, 4, 1)
INSERT_ROWS = {
    rows: "INSERT OR ROLLBACK INTO events VALUES " + ", ".join(["(?, ?, ?, ?, ?)"] * rows) for rows in ROWS_PER_INSERT
}


class _Write(NamedTuple):
    """What is written together: rows of journals first, then everything else."""

    rows: list[JournalRow]
    statements: Sequence[Statement]
    witness: Witness | None
    done: asyncio.Future[None]


class _Scrub(NamedTuple):
    """What was deleted is to be overwritten."""

    done: asyncio.Future[None]


class SqliteStore(Store):
    """Reads on the caller's thread, writes in groups on a thread of its own."""

    def __init__(self, path: Path, max_pages: int = 0) -> None:
        super().__init__("server")
        self.path = path
        self._max_pages = max_pages
        with contextlib.ExitStack() as opened:  # closed again, in the right order, if anything is refused
            opened.callback(unlock, lock_file(path))
            self._last = opened.enter_context(contextlib.closing(last_commit(path)))
            self._reader = opened.enter_context(contextlib.closing(open_file(path, self._last.witness)))
            self._opened = opened.pop_all()
        self._queue: SimpleQueue[list[_Write] | _Scrub | None] = SimpleQueue()
        self._handed_in: list[_Write] = []  # during this step of the loop
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = Thread(target=self._run, name="koloda-journal", daemon=True)
        self._thread.start()

    async def rows(self, query: str, args: Row = ()) -> list[Row]:
        """Read at once: it takes microseconds."""
        return read(self._reader, self.path, query, args)

    async def slow_rows(self, query: str, args: Row = ()) -> list[Row]:
        """Read over a connection of its own, on a thread of its own."""

        def reading() -> list[Row]:
            with contextlib.closing(connect(self.path)) as connection:
                return read(connection, self.path, query, args)

        return await asyncio.to_thread(reading)

    async def journal_rows(self, table_id: str) -> AsyncIterator[list[Row]]:
        """The rows of a journal, read on to the first of another one: a damaged key would hide those behind it."""
        with contextlib.closing(connect(self.path)) as reader:  # while it reads on, others must see what is new
            for rows in read_in_pieces(reader, self.path, JOURNAL, (table_id,)):
                yield [row for row in rows if row[0] == table_id]
                if rows[-1][0] != table_id:
                    break
                await asyncio.sleep(0)

    def write(self, *statements: Statement) -> asyncio.Future[None]:
        """Carry out these statements together."""
        return self._write([], statements, None)

    def append(
        self, *entries: JournalEntry, finished: FinishedMatch | None = None, also: Sequence[Statement] = ()
    ) -> asyncio.Future[None]:
        """Add entries to a table's journal, and what belongs to them."""
        rows = [journal_row(entry) for entry in entries]
        table_id, seq, _, _, checksum = rows[-1]
        statements = also if finished is None else [*match_statements(finished), *also]
        done = self._write(rows, statements, ("events", table_id, seq, checksum))
        if finished is not None:
            done.add_done_callback(lambda _: self.views.news.set())
        return done

    def _write(
        self, rows: list[JournalRow], statements: Sequence[Statement], witness: Witness | None
    ) -> asyncio.Future[None]:
        loop = self._loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if not self._handed_in:
            loop.call_soon(self._hand_over)
        self._handed_in.append(_Write(rows, statements, witness, done))
        return done

    def _hand_over(self) -> None:
        """All that this step of the loop has written: waking the thread once for each would cost more than a move."""
        if self._handed_in:
            handed_in, self._handed_in = self._handed_in, []
            self._queue.put(handed_in)

    async def is_well(self) -> bool:
        """Whether writing works; after a failed write it is tried again here."""
        if self.problem and disk_usage(self.path.parent).free >= MIN_FREE_BYTES:
            with contextlib.suppress(StoreError):
                await self.write((f"PRAGMA user_version = {SCHEMA_VERSION}", ()))
        return not self.problem

    async def claim(self, row: TableRow) -> int:
        """Have a table; no other process uses this file."""
        update = "UPDATE tables SET owner = ?, epoch = epoch + 1, here = 0 WHERE id = ?"
        await self.write((update, (self.node, row.id)))
        return row.epoch + 1

    def forget_table(self, table_id: str) -> asyncio.Future[None]:
        """Forget a table that nobody will open again."""
        return self._write([], forget_statements(table_id, self.node), ("events", table_id, 1, GONE))

    def keep_name(self, person: str, name: str) -> asyncio.Future[None]:
        """Write down what a person is called."""
        statement = upsert("people", person, name)
        return self._write([], [statement], ("people", person, 0, statement[1][-1]))

    def keep_match(self, finished: FinishedMatch) -> asyncio.Future[None]:
        """Write down a match that was not played at a table of ours."""
        statements = match_statements(finished)
        return self._write([], statements, ("matches", finished.archived.id, 0, statements[0][1][-1]))

    async def rewrite(self, statements: Sequence[Statement]) -> None:
        """Change old rows: the last commit of which the file beside the database tells must not be one of them."""
        await self._write([], (), NO_WITNESS)
        if statements:
            await self._write([], statements, NO_WITNESS)

    async def scrub(self) -> None:
        """Write the whole file anew, now or, where that would hold up all tables, before the next start."""
        self._loop = asyncio.get_running_loop()
        for _ in range(2):  # the file beside the database has two slots, and either may have told of a person
            await self._write([], (), NO_WITNESS)
        scrub = _Scrub(self._loop.create_future())
        self._queue.put(scrub)
        await scrub.done

    def damaged(self, problem: object) -> StoreError:
        """That what was read cannot be so."""
        return damaged(self.path, problem)

    async def close(self) -> None:
        """Write what is waiting and stop."""
        self.stop()

    def stop(self) -> None:
        """The same, where nothing is awaited."""
        self._hand_over()
        self._queue.put(None)
        self._thread.join()
        self._opened.close()

    def _run(self) -> None:
        writer = connect(self.path)
        if self._max_pages:
            writer.execute(f"PRAGMA max_page_count = {self._max_pages}")
        stop = False
        while not stop:
            writes: list[_Write] = []
            scrubs: list[asyncio.Future[None]] = []
            for handed_in in self._next_batch():
                stop = stop or handed_in is None
                if isinstance(handed_in, _Scrub):
                    scrubs.append(handed_in.done)
                elif handed_in is not None:
                    writes += handed_in
            if writes and not self._commit(writer, writes):
                for write in writes:  # one of them is at fault: each for itself
                    self._commit(writer, [write], last=True)
            if scrubs:
                self._settle_later(scrubs, _scrubbed(writer, self.path))
        writer.close()

    def _next_batch(self) -> list[list[_Write] | _Scrub | None]:
        """What is handed in next, and what has been meanwhile."""
        batch = [self._queue.get()]
        while not self._queue.empty() and len(batch) < MAX_BATCHES_PER_COMMIT:
            batch.append(self._queue.get())
        return batch

    def _commit(self, writer: sqlite3.Connection, writes: list[_Write], last: bool = False) -> bool:
        problem: StoreError | None = None
        began = time.perf_counter()
        try:
            writer.execute("BEGIN IMMEDIATE")
            _insert_rows(writer, [row for write in writes for row in write.rows])
            for write in writes:
                for statement, args in write.statements:
                    writer.execute(statement, args)
            writer.execute("COMMIT")
            self.commit_seconds.add(time.perf_counter() - began)
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
            problem = not_saved(error)
        self.note_problem("" if problem is None else problem.reason)
        self._settle_later([write.done for write in writes], problem)
        return True

    def _settle_later(self, futures: list[asyncio.Future[None]], problem: Exception | None) -> None:
        assert self._loop is not None
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_settle, futures, problem)


def _scrubbed(writer: sqlite3.Connection, path: Path) -> StoreError | None:
    """Overwrite what was deleted; why that did not work."""
    try:
        overwrite(writer, path)
    except (sqlite3.Error, OSError) as error:
        return not_saved(error)
    return None


def _insert_rows(writer: sqlite3.Connection, rows: list[JournalRow]) -> None:
    """Add rows to the journals; the same row twice is an error."""
    start = 0
    for count in ROWS_PER_INSERT:
        while len(rows) - start >= count:
            writer.execute(INSERT_ROWS[count], tuple(chain.from_iterable(rows[start : start + count])))
            start += count


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
