"""The tables that are open: opened when somebody asks for them, let go when nobody is there and nothing happens.

Of several nodes one has a table open.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection
from typing import NamedTuple

import structlog

from koloda.core.errors import KolodaError
from koloda.core.text import Text
from koloda.server.busy import metered, nobody_pays
from koloda.server.logs import error_fields
from koloda.server.protocol.refusals import MOVED, REFUSALS
from koloda.server.storage.store import Store, StoreError, TableLost
from koloda.server.storage.table_index import TableRow
from koloda.server.table.clock import now
from koloda.server.table.connection import Connection
from koloda.server.table.inbox import JOINED
from koloda.server.table.invited import invited_to
from koloda.server.table.old_match import position_of
from koloda.server.table.owner import moments_due, moves_made, own
from koloda.server.table.restore import restored, set_aside, true_row
from koloda.server.table.table import Table
from koloda.server.table.table_settings import TableSettings

log = structlog.get_logger()
MAX_OPEN_TABLES = 20_000
SLEEP_SECONDS = 300.0  # after which a table where nobody is and nothing happens is let go
POSITION_SECONDS = 300.0  # between two times that the position of a match is kept
GIVEN_UP_SECONDS = 60.0  # after which a match that was given up goes on in any case
OPEN_TRIES = 3  # where another node lets go of a table or takes it at the same moment
Spend = Callable[[float], None]
GIVE_BACK_SECONDS = 0.5  # between two tries to say that nobody has a table


class TooManyTables(KolodaError):
    """The server has as many tables as it can carry."""


class Moved(KolodaError):
    """This node is about to have no tables: another one will do what is asked for."""


class Elsewhere(NamedTuple):
    """Another node has a table open."""

    node: str


class OpenTables:
    """The open tables and the tasks that own them."""

    def __init__(self, store: Store, settings: TableSettings) -> None:
        self.store = store
        self.settings = settings
        self.tables: dict[str, Table] = {}
        self._asked: dict[str, float] = {}  # when somebody last asked for an open table
        self._opening: dict[str, asyncio.Task[Table | Elsewhere | None]] = {}
        self._giving_back: set[asyncio.Task[None]] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.left = False  # this node has let go of all tables, and opens none
        self.others: Callable[[], Collection[str]] = tuple  # the other nodes that are there

    # Opening and letting go

    async def open(self, table_id: str) -> Table | None:
        """A table, opened if it is asleep; None if there is none here, or if it cannot go on."""
        found = await self.find(table_id)
        return found if isinstance(found, Table) else None

    async def find(self, table_id: str, spend: Spend = nobody_pays) -> Table | Elsewhere | None:
        """A table, opened if it is asleep, for which whoever asks first pays; or which node has it open; None if there
        is none.
        """
        found: Table | Elsewhere | None = self.tables.get(table_id)
        if found is None:
            opening = self._opening.get(table_id)
            if opening is None:
                self._check_stay()
                opening = self._opening[table_id] = asyncio.create_task(self._open_for(table_id, spend))
                opening.add_done_callback(lambda _: self._opening.pop(table_id))
            found = await asyncio.shield(opening)
        if isinstance(found, Table):
            self._asked[table_id] = now()
        return found

    def _check_stay(self) -> None:
        if self.left:
            raise Moved(MOVED, REFUSALS[MOVED])

    async def _open_for(self, table_id: str, spend: Spend) -> Table | Elsewhere | None:
        return await metered(self._open(table_id), spend)

    async def _open(self, table_id: str) -> Table | Elsewhere | None:
        owner: str | None = None
        for _ in range(OPEN_TRIES):
            row = await self.store.tables.of(table_id)
            if row is None:
                return None
            owner = row.owner
            if owner is not None and owner in self.others():
                return Elsewhere(owner)
            await self._make_room_in_memory()
            epoch: int | None = row.epoch
            with contextlib.suppress(StoreError):  # a full disk: the table may be looked at
                epoch = await self.store.claim(row)
            if epoch is not None:
                return await self._go_on(row._replace(owner=self.store.node, epoch=epoch))
        return None if owner is None else Elsewhere(owner)

    async def _go_on(self, row: TableRow) -> Table | None:
        """A table that this node has taken, as its journal tells of it."""
        table = await self._restored(row)
        if table is None:
            await self._note_asleep(row, None, None)
            return None
        right = true_row(table)
        if right != table.row:
            with contextlib.suppress(StoreError):
                await self.store.tables.correct(table.row, right)
            table.row = right
        table.invited = await invited_to(self.store, row.id)
        self._check_stay()
        self._wake(table)
        return table

    async def _restored(self, row: TableRow) -> Table | None:
        """The table of a journal; where new rules make something else of old moves, with that match set aside."""
        try:
            return await restored(row, self.store.journal_pieces(row.id), self.store, self.settings)
        except StoreError as error:
            log.error("a table cannot be read", table=row.id, reason=error.reason, problem=error.text.en)
            raise StoreError("damaged-table", REFUSALS["damaged-table"]) from error
        except Exception as error:  # whatever it is: the journal is left alone
            reason = error.reason if isinstance(error, KolodaError) else type(error).__name__
            log.error("a match cannot go on", table=row.id, game=row.game, reason=reason)
        try:
            return await set_aside(row, self.store.journal_pieces(row.id), self.store, self.settings)
        except Exception as error:
            log.error("a table cannot go on", table=row.id, **error_fields(error))
            return None

    def _wake(self, table: Table) -> None:
        self.tables[table.id] = table
        self._asked[table.id] = now()
        task = self._tasks[table.id] = asyncio.create_task(own(table), name=f"table {table.id}")
        task.add_done_callback(lambda done: self._lose(table, done))

    def _lose(self, table: Table, task: asyncio.Task[None]) -> None:
        """A write went astray, or another node has the table: whoever is there comes again, and it is read anew."""
        if task.cancelled() or task.exception() is None:
            return
        log.warning("a table is lost", table=table.id)
        if self.tables.get(table.id) is table:
            self._drop(table)
            self._send_on([table])
            self._give_back(table)

    def _give_back(self, table: Table) -> None:
        task = asyncio.create_task(self._note_free(table.row))
        self._giving_back.add(task)
        task.add_done_callback(self._giving_back.discard)

    async def _note_free(self, row: TableRow) -> None:
        """Nobody has this table, unless it was taken again: said as soon as the database is there."""
        while True:
            with contextlib.suppress(StoreError, TableLost):
                return await self.store.release(row, None, row.due)
            await asyncio.sleep(GIVE_BACK_SECONDS)

    def _send_on(self, tables: Collection[Table]) -> None:
        for table in tables:
            for connection in {*connections_of(table), *table.inbox.connections()}:
                connection.close(MOVED)

    def _last_wanted(self, table: Table) -> float:
        return max(table.touched, self._asked[table.id])

    async def let_sleepers_go(self) -> None:
        """Let go of every table where nobody has been for a while and nothing happens by itself."""
        since = now() - SLEEP_SECONDS
        idle = [table for table in self.tables.values() if self._last_wanted(table) < since and is_idle(table)]
        await asyncio.gather(*map(self._let_go, idle))

    async def _let_go(self, table: Table) -> None:
        if self.tables.get(table.id) is table and is_idle(table):
            self._drop(table)
            await self._keep_position(table)
            await self._note_asleep(table.row, table.touched, table.deadline or None)

    async def keep_positions(self) -> None:
        """Keep the positions of matches that go on, now and then."""
        since = now() - POSITION_SECONDS
        for table in list(self.tables.values()):
            kept, n = table.position_kept
            if kept < since and n != moves_made(table):
                await self._keep_position(table)
                await asyncio.sleep(0)

    async def _keep_position(self, table: Table) -> None:
        """So that it can be shown whatever becomes of its rules."""
        table.position_kept = now(), moves_made(table)
        match = table.match
        if match is not None and not match.game.over:
            with contextlib.suppress(StoreError):  # a full disk: later
                await self.store.positions.keep(table.id, position_of(table.match_id, match))

    async def give_up(self, table_ids: Collection[str]) -> int:
        """Let go of these tables at once, for whoever opens them next; how many were open."""
        given = [self.tables[table_id] for table_id in table_ids if table_id in self.tables]
        for table in given:
            self._drop(table)
            await self._note_asleep(table.row, table.touched, table.row.due and now() + GIVEN_UP_SECONDS)
        self._send_on(given)
        return len(given)

    def _drop(self, table: Table) -> None:
        table.moved = True
        del self.tables[table.id]
        del self._asked[table.id]
        self._tasks.pop(table.id).cancel()

    async def _note_asleep(self, row: TableRow, touched: float | None, due: float | None) -> None:
        with contextlib.suppress(StoreError, TableLost):  # a full disk: after the next start it is looked at once more
            await self.store.release(row, touched, due)

    async def _make_room_in_memory(self) -> None:
        """When too many tables are open, one is let go where nobody is: the one that was asked for longest ago."""
        if len(self.tables) < MAX_OPEN_TABLES:
            return
        idle = [table for table in self.tables.values() if is_idle(table)]
        if not idle:
            raise no_free_table()
        await self._let_go(min(idle, key=self._last_wanted))

    async def stop(self) -> None:
        """Stop every table; what was acknowledged is on disk already."""
        opened = await self._stop_all()
        for task in self._giving_back:
            task.cancel()
        await asyncio.gather(*map(self._keep_position, opened))
        await asyncio.gather(*(self._note_asleep(table.row, table.touched, table.row.due) for table in opened))

    async def leave(self, *, in_order: bool = True) -> None:
        """Let go of all tables: other nodes have them from now on, and their people come again.

        ``in_order`` is wrong where the others may have them already, or nothing can be written.
        """
        self.left = True
        opened = await self._stop_all()
        if in_order:
            await asyncio.gather(*map(self._keep_position, opened))
            await asyncio.gather(*(self._note_asleep(table.row, table.touched, table.row.due) for table in opened))
        self._send_on(opened)

    async def _stop_all(self) -> list[Table]:
        tasks, opened = list(self._tasks.values()), list(self.tables.values())
        for table in opened:
            table.moved = True
        for task in [*tasks, *self._opening.values()]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.tables.clear()
        self._tasks.clear()
        self._asked.clear()
        return opened


def is_idle(table: Table) -> bool:
    """Whether nobody is at a table, and nothing happens there by itself for a while: only a slow clock may run."""
    moments = moments_due(table)
    nothing_soon = not moments or (moments == [table.deadline] and table.deadline > now() + SLEEP_SECONDS)
    return nothing_soon and not connections_of(table) and not len(table.inbox)


def connections_of(table: Table) -> list[Connection]:
    """All who are at a table, also those at its door."""
    return [*table.audience.connections, *table.guestbook.at_door()]


def move_people(before: Table, after: Table | Elsewhere | None) -> None:
    """The table was opened anew: whoever is at it stays, and what they have said meanwhile is done there."""
    before.moved = True
    waiting, here = before.inbox.drain(), connections_of(before)
    for connection in {*here, *(command.connection for command in waiting)}:
        if isinstance(after, Table):
            connection.synced, connection.viewer = -1, None
            connection.go_to(after)
        else:
            connection.close("table-reopens")
    if isinstance(after, Table):
        for connection in here:
            after.post(connection, JOINED)
        for command in waiting:
            after.post(*command)


def no_free_table() -> TooManyTables:
    return TooManyTables("too-many-tables", Text("Сейчас свободных столов нет.", "There is no free table now."))
