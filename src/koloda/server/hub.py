"""All tables of a server: made, found again by link or code, listed, restored after a restart."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Any

import structlog

from koloda.core.errors import KolodaError
from koloda.core.text import Text
from koloda.match import Match
from koloda.server.protocol.bodies import LobbyTable, NewTable, TableMade
from koloda.server.protocol.messages import Closing
from koloda.server.storage.archive import uploaded_match
from koloda.server.storage.store import Store, StoreError
from koloda.server.table.clock import now
from koloda.server.table.connection import Person
from koloda.server.table.owner import own
from koloda.server.table.restore import first_entry, restored
from koloda.server.table.table import Table, TableSettings
from koloda.server.table.typed_text import clean_text

log = structlog.get_logger()
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 5
UNTOUCHED_SECONDS = 7 * 24 * 3600.0
MAX_TABLES = 20_000
MAX_LOBBY_TABLES = 200


class TooManyTables(KolodaError):
    """The server has as many tables as it can carry."""


class Hub:
    """The tables and the tasks that own them."""

    def __init__(self, store: Store, settings: TableSettings) -> None:
        self.store = store
        self.settings = settings
        self.tables: dict[str, Table] = {}
        self._codes: dict[str, str] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def make(self, setup: NewTable, host: Person) -> TableMade:
        """A new table; its host sits on the first seat that has no bot."""
        if len(self.tables) >= MAX_TABLES:
            raise TooManyTables("too-many-tables", Text("Сейчас свободных столов нет.", "There is no free table now."))
        Match.new(setup.game, setup.seats, setup.options, seed="")  # raises where game, seats and options do not fit
        setup.forfeit = clean_text(setup.forfeit)
        table = Table(self._new_id(), self._new_code(), setup, host.id, self.store, self.settings)
        for seat, level in zip(table.seats, setup.bots, strict=False):
            seat.seat_bot(level)
        for seat in table.seats:
            if seat.level is None:
                seat.seat_person(host.id, host.name)
                seat.gone_since = now()
                break
        self._list(table)  # at once, so that it counts while it is written
        try:
            await self.store.append(first_entry(table))
            table.seq = 1
            if setup.start:
                await table.start()
        except BaseException:
            self._unlist(table)
            raise
        self._wake(table)
        return TableMade(table.id, table.code)

    def _list(self, table: Table) -> None:
        self.tables[table.id] = table
        self._codes[table.code] = table.id

    def _unlist(self, table: Table) -> None:
        del self.tables[table.id]
        self._codes.pop(table.code, None)

    def _wake(self, table: Table) -> None:
        self._tasks[table.id] = asyncio.create_task(own(table), name=f"table {table.id}")

    def wake(self) -> None:
        """Let every table go on."""
        for table in self.tables.values():
            self._wake(table)

    def find(self, id_or_code: str) -> Table | None:
        """A table by its id or its short code."""
        return self.tables.get(id_or_code) or self.tables.get(self._codes.get(id_or_code.upper(), ""))

    def lobby(self) -> list[LobbyTable]:
        """Open tables with a free seat or to be watched, the freshest first."""
        listed = [table for table in self.tables.values() if table.setup.open and table.audience.connections]
        listed = [table for table in listed if table.setup.watch or any(seat.free() for seat in table.seats)]
        listed.sort(key=lambda table: -table.touched)
        return [
            LobbyTable(
                id=table.id,
                game=table.setup.game,
                seats=table.setup.seats,
                free=sum(seat.free() for seat in table.seats),
                status=table.status(),
                host=self.store.name(table.host),
                watch=table.setup.watch,
            )
            for table in listed[:MAX_LOBBY_TABLES]
        ]

    async def save_upload(self, record: dict[str, Any]) -> str:
        """Keep a record that somebody uploaded; its new id."""
        match_id = self._new_id()
        await self.store.save_match(uploaded_match(match_id, record))
        return match_id

    def restore(self) -> int:
        """Restore the tables of the journal; returns how many there are. They sleep until ``wake``.

        A match whose rules have changed cannot go on: its journal is left alone and the others are opened.
        """
        for table_id, entries in self.store.journals().items():
            try:
                self._list(restored(entries, self.store, self.settings))
            except Exception as error:  # whatever new rules make of old moves
                reason = error.reason if isinstance(error, KolodaError) else type(error).__name__
                log.error("a table cannot go on", table=table_id, reason=reason)
        return len(self.tables)

    async def sweep(self) -> None:
        """Close tables that nobody has touched for a week."""
        empty = [table for table in self.tables.values() if not table.audience.connections]
        for table in [table for table in empty if now() - table.touched > UNTOUCHED_SECONDS]:
            self._tasks.pop(table.id).cancel()
            self._unlist(table)
            with contextlib.suppress(StoreError):  # a full disk: after the next start it is here for another week
                await self.store.close_table(table.id)

    def say_goodbye(self, retry_ms: int) -> None:
        """The server is going down: everybody may try again after that time."""
        for table in self.tables.values():
            table.audience.broadcast(Closing("restart", retry_ms))

    async def stop(self) -> None:
        """Stop every table; what was acknowledged is on disk already."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _new_id(self) -> str:
        return secrets.token_urlsafe(9)

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if code not in self._codes:
                return code
