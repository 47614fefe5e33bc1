"""A PostgreSQL server that many nodes share: one connection writes, all that waits in one transaction; others read.

Every line of a journal carries the epoch in which this node has the table, and is refused if another node has had it
since (``append_events`` in ``schema.py``). If the connection is lost while something is being written, nobody knows
whether it was: whoever waits for it is cancelled and gets no answer, and has to look.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import cache
from typing import NamedTuple, TypeVar

import asyncpg
import structlog

from koloda.core.text import Text

from .archive import FinishedMatch
from .rows import Row, Statement, places, unsummed, upsert
from .schema import SCHEMA_VERSION, new_postgres_database
from .store import JournalEntry, JournalRow, Store, StoreError, TableLost, journal_row, match_statements, not_saved
from .table_index import TableRow, forget_statements

log = structlog.get_logger()
T = TypeVar("T")
MAX_WRITES_PER_COMMIT = 2000
MAX_READERS = 4
CONNECT_SECONDS = 5.0
WRITE_SECONDS = 10.0  # after which a commit is taken for lost
READ_SECONDS = 10.0  # for a read, with all tries
RETRY_SECONDS = 0.1
ROWS_IN_A_PIECE = 500
VACUUM_SECONDS = 600.0
NEW_TABLE = 0  # the epoch of a table that is being made
NODE_LOCKS = 1  # the class of the advisory locks by which nodes see each other
MAKING_LOCK = 3  # and of the one under which a database is made
APPEND = "SELECT append_events($1, $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])"
TAKE = """SELECT take_table($1, $2, $3)
    WHERE $2::text IS NULL OR $2 = $3 OR NOT EXISTS (SELECT FROM nodes WHERE name = $2)"""
LOST = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.InternalClientError,
)


class _Write(NamedTuple):
    """What is written together; ``epoch`` is that of the table whose journal has these rows."""

    rows: list[JournalRow]
    epoch: int
    statements: Sequence[Statement]
    done: asyncio.Future[None]


class PostgresStore(Store):
    """Everything in a PostgreSQL database."""

    def __init__(self, url: str, node: str) -> None:
        super().__init__(node)
        self.url = url
        self.on_lost: Callable[[], None] = lambda: None  # the connection is gone, and with it the lock of this node
        self.on_back: Callable[[], Awaitable[None]] = _nothing  # before anything is written again
        self._epochs: dict[str, int] = {}  # of the tables that this node has
        self._queue: asyncio.Queue[_Write | None] = asyncio.Queue()
        self._writer: asyncpg.Connection[asyncpg.Record] | None = None
        self._readers: asyncpg.Pool[asyncpg.Record] | None = None
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    @classmethod
    async def open(cls, url: str, node: str = "server") -> PostgresStore:
        """Connect; a new database is made, one that cannot be used is refused."""
        store = cls(url, node)
        try:
            await store._connect()
        except (*LOST, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
            raise _no_access(url, error) from error
        store._task = asyncio.create_task(store._run(), name="journal")
        return store

    async def _connect(self) -> None:
        settings = {"application_name": f"koloda {self.node}", "synchronous_commit": "on"}
        settings |= {"idle_in_transaction_session_timeout": str(round(WRITE_SECONDS * 1000))}
        writer = await asyncpg.connect(self.url, timeout=CONNECT_SECONDS, server_settings=settings)
        try:
            await self._check_schema(writer)
            await self._lock_node(writer)
            if self._readers is None:
                self._readers = await asyncpg.create_pool(
                    self.url, min_size=1, max_size=MAX_READERS, timeout=CONNECT_SECONDS, command_timeout=READ_SECONDS
                )
        except BaseException:
            writer.terminate()
            raise
        self._writer = writer

    async def _check_schema(self, connection: asyncpg.Connection[asyncpg.Record]) -> None:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1, 0)", MAKING_LOCK)
            if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
                await connection.execute(new_postgres_database())
            schema = int(await connection.fetchval("SELECT version_num FROM alembic_version"))
        if schema > SCHEMA_VERSION:
            raise _other_schema(self.url, schema, "более новой", "a newer")
        if schema < SCHEMA_VERSION:
            raise _other_schema(self.url, schema, "более старой", "an older")

    async def _lock_node(self, connection: asyncpg.Connection[asyncpg.Record]) -> None:
        """Be seen; a connection of ours that the server has not noticed to be gone has the lock no longer."""
        lock = "SELECT pg_try_advisory_lock($1, hashtext($2))"
        while not await connection.fetchval(lock, NODE_LOCKS, self.node):
            others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> $2"
            await connection.fetch(others, f"koloda {self.node}", connection.get_server_pid())
            await asyncio.sleep(RETRY_SECONDS)

    # Reading

    async def rows(self, query: str, args: Row = ()) -> list[Row]:
        """Read over one of several connections; after a lost one over another, for some seconds."""
        found = await self._tried(lambda reader: reader.fetch(_dollars(query), *args))
        if not found:
            return []
        return self._checked(found)

    def _checked(self, found: list[asyncpg.Record]) -> list[Row]:
        rows = unsummed(list(found[0].keys()), [tuple(record) for record in found])
        if rows is None:
            raise self.damaged("a row has another checksum")
        return rows

    async def _tried(self, read: Callable[[asyncpg.Connection[asyncpg.Record]], Awaitable[T]]) -> T:
        assert self._readers is not None
        end = time.monotonic() + READ_SECONDS
        while True:
            try:
                async with self._readers.acquire(timeout=CONNECT_SECONDS) as reader:
                    return await read(reader)
            except (*LOST, asyncpg.InterfaceError) as error:
                if time.monotonic() > end or self._closing:
                    raise _no_access(self.url, error) from error
                await asyncio.sleep(RETRY_SECONDS)

    async def all_rows(self, table: str, at_once: int = 1000) -> AsyncIterator[list[Row]]:
        """Every row of a table, so many at a time, with their checksums looked at."""
        assert self._readers is not None
        async with self._readers.acquire() as reader, reader.transaction():
            cursor = await reader.cursor(f"SELECT * FROM {table}")
            while found := await cursor.fetch(at_once):
                yield self._checked(found)

    async def journal_rows(self, table_id: str) -> AsyncIterator[list[Row]]:
        """The rows of a journal; between two pieces no connection is kept from others."""
        query = "SELECT * FROM events WHERE place = ? AND seq > ? ORDER BY seq LIMIT ?"
        last = 0
        while rows := await self.rows(query, (table_id, last, ROWS_IN_A_PIECE)):
            yield rows
            if len(rows) < ROWS_IN_A_PIECE:
                break
            last = rows[-1][1]

    # Writing

    def write(self, *statements: Statement) -> asyncio.Future[None]:
        """Carry out these statements together."""
        return self._put([], NEW_TABLE, statements)

    def append(
        self, *entries: JournalEntry, finished: FinishedMatch | None = None, also: Sequence[Statement] = ()
    ) -> asyncio.Future[None]:
        """Add entries to a table's journal, and what belongs to them."""
        table_id = entries[0].table_id
        statements = also if finished is None else [*match_statements(finished), *also]
        epoch = self._epochs.setdefault(table_id, 1) if entries[0].seq > 1 else NEW_TABLE
        done = self._put([journal_row(entry) for entry in entries], epoch, statements)
        if finished is not None:
            done.add_done_callback(lambda _: self.views.news.set())
        return done

    def _put(self, rows: list[JournalRow], epoch: int, statements: Sequence[Statement]) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Write(rows, epoch, statements, done))
        return done

    async def claim(self, row: TableRow) -> int | None:
        """Take a table from the node that had it, or from nobody."""
        epoch: int | None = await self._tried(lambda reader: reader.fetchval(TAKE, row.id, row.owner, self.node))
        if epoch is not None:
            self._epochs[row.id] = epoch
        return epoch

    def release(self, row: TableRow, touched: float | None, due: float | None) -> asyncio.Future[None]:
        """Nobody has this table open any more."""
        if self._epochs.get(row.id) == row.epoch:
            del self._epochs[row.id]
        return super().release(row, touched, due)

    def forget_table(self, table_id: str) -> asyncio.Future[None]:
        """Forget a table that nobody will open again."""
        return self.write(*forget_statements(table_id, self.node))

    def keep_name(self, person: str, name: str) -> asyncio.Future[None]:
        """Write down what a person is called."""
        return self.write(upsert("people", person, name))

    def keep_match(self, finished: FinishedMatch) -> asyncio.Future[None]:
        """Write down a match that was not played at a table of ours."""
        return self.write(*match_statements(finished))

    async def rewrite(self, statements: Sequence[Statement]) -> None:
        """Change rows that were written long ago, in their turn."""
        await self.write(*statements, ("SELECT 1", ()))

    async def scrub(self) -> None:
        """Give the room of old rows back; what is in the server's own logs and copies is its operator's to delete."""
        await self._tried(lambda reader: reader.execute("VACUUM", timeout=VACUUM_SECONDS))

    async def is_well(self) -> bool:
        """Whether the writing connection is there; after a failed write it is tried again here."""
        if self.problem and self._writer is not None:
            with contextlib.suppress(StoreError):
                await self.write(("SELECT 1", ()))
        return not self.problem

    async def shared_key(self, name: str, new: str) -> str:
        """That of the first node."""
        values = upsert("secrets", name, new)[1]
        await self.write((f"INSERT INTO secrets VALUES ({places(len(values))}) ON CONFLICT DO NOTHING", values))
        return str((await self.rows("SELECT * FROM secrets WHERE name = ?", (name,)))[0][1])

    def damaged(self, problem: object) -> StoreError:
        """That what was read cannot be so."""
        where = _without_password(self.url)
        ru = f"База {where} повреждена ({problem}); восстановите её из копии."
        en = f"The database {where} is damaged ({problem}); restore it from a copy."
        return StoreError("damaged", Text(ru, en))

    async def close(self) -> None:
        """Write what is waiting and stop."""
        self._closing = True
        if self._task is not None:
            self._queue.put_nowait(None)
            await self._task
        if self._writer is not None:
            with contextlib.suppress(*LOST, asyncpg.InterfaceError):
                await self._writer.close(timeout=CONNECT_SECONDS)
        if self._readers is not None:
            self._readers.terminate()

    # The task that writes

    async def _run(self) -> None:
        stop = False
        while not stop:
            batch = [await self._queue.get()]
            while not self._queue.empty() and len(batch) < MAX_WRITES_PER_COMMIT:
                batch.append(self._queue.get_nowait())
            stop = None in batch
            writes = [write for write in batch if write is not None and not write.done.cancelled()]
            if writes:
                await self._write_all(writes)

    async def _write_all(self, writes: list[_Write]) -> None:
        try:
            if not await self._commit(writes):
                for write in writes:  # one of them is at fault: each for itself
                    await self._commit([write], last=True)
        except LOST as error:
            log.error("the database is lost", problem=type(error).__name__)
            _settle(writes, TableLost())
            await self._reconnect()

    async def _commit(self, writes: list[_Write], last: bool = False) -> bool:
        """Write all of it; False if one of several is at fault, and nothing was written."""
        began = time.perf_counter()
        problem: StoreError | None = None
        fenced: set[str] = set()
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                fenced = await self._carry_out(writes)
        except LOST:
            raise
        except Exception as error:  # whatever it is: this task must live on
            if self._writer is None or self._writer.is_closed():
                raise ConnectionError from error
            if not last and len(writes) > 1:
                return False
            problem = not_saved(error)
        if fenced and not last and len(writes) > 1:
            return False
        self.commit_seconds.add(time.perf_counter() - began)
        self.note_problem("" if problem is None else problem.reason)
        _settle(writes, problem or (TableLost() if fenced else None))
        return True

    async def _carry_out(self, writes: list[_Write]) -> set[str]:
        """The tables that another node has had since; if there are any, nothing was written."""
        writer = self._writer
        assert writer is not None
        statements = [statement for write in writes for statement in write.statements]
        if not statements:
            return await self._append_rows(writer, writes)
        async with writer.transaction():
            fenced = await self._append_rows(writer, writes)
            for text, args in statements if not fenced else ():
                await writer.execute(_dollars(text), *args)
        return fenced

    async def _append_rows(self, writer: asyncpg.Connection[asyncpg.Record], writes: list[_Write]) -> set[str]:
        lines = [(*row, write.epoch) for write in writes for row in write.rows]
        if not lines:
            return set()
        return {record[0] for record in await writer.fetch(APPEND, self.node, *map(list, zip(*lines, strict=True)))}

    async def _reconnect(self) -> None:
        """Until the database is back: nothing is written before this node has its lock again."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.terminate()
        self.problem = "no-store"
        self.on_lost()
        while not self._closing:
            try:
                await self._connect()
                await self.on_back()
                self.problem = ""
                log.info("the database is back")
                return
            except (*LOST, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(RETRY_SECONDS)


def _settle(writes: list[_Write], problem: BaseException | None) -> None:
    """Tell all who wait. Only of a journal it matters that nobody knows; all else may simply be written again."""
    for write in writes:
        if write.done.done():
            continue
        if problem is None:
            write.done.set_result(None)
        elif isinstance(problem, TableLost) and not write.rows:
            write.done.set_exception(not_saved("the connection is lost"))
        else:
            write.done.set_exception(problem)


async def _nothing() -> None:
    """Nobody wants to know."""


@cache
def _dollars(text: str) -> str:
    """A statement as PostgreSQL numbers its values."""
    parts = text.split("?")
    return "".join(f"{part}${number}" for number, part in enumerate(parts[:-1], 1)) + parts[-1]


def _without_password(url: str) -> str:
    return re.sub(r"(://[^:/@]*):[^@/]*@", r"\1:…@", url)


def _no_access(url: str, error: object) -> StoreError:
    where, why = _without_password(url), str(error) or type(error).__name__
    return StoreError("no-access", Text(f"Нет доступа к {where}: {why}.", f"Cannot use {where}: {why}."))


def _other_schema(url: str, schema: int, ru: str, en: str) -> StoreError:
    where = _without_password(url)
    remedy = ("Запустите koloda migrate --store", "Run koloda migrate --store")
    if schema > SCHEMA_VERSION:
        remedy = ("Установите её", "Install that version")
    return StoreError(
        "other-schema",
        Text(
            f"База {where} записана {ru} версией «Колоды» (схема {schema}, здесь {SCHEMA_VERSION}). {remedy[0]}.",
            f"{where} was written by {en} version of Koloda (schema {schema}, ours is {SCHEMA_VERSION}). {remedy[1]}.",
        ),
    )
