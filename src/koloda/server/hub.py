"""All tables of a server: made, found again by link or code, listed, restored after a restart."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import Counter

import structlog

from koloda.core.errors import KolodaError
from koloda.core.record_types import Record
from koloda.core.text import Text
from koloda.match import Match
from koloda.server.metering import household, site
from koloda.server.protocol.bodies import LobbyTable, NewTable, TableMade
from koloda.server.protocol.messages import Closing
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.storage.archive import uploaded_match
from koloda.server.storage.store import Store, StoreError
from koloda.server.table import dealing
from koloda.server.table.clock import now
from koloda.server.table.connection import Person
from koloda.server.table.owner import own
from koloda.server.table.restore import first_entry, restored
from koloda.server.table.table import Table, TableSettings
from koloda.server.table.typed_text import clean_text

log = structlog.get_logger()
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 5  # of a table that the lobby lists anyway
PRIVATE_CODE_LENGTH = 8  # of one that nobody may find by trying: 850 000 000 000 codes
UNTOUCHED_SECONDS = 7 * 24 * 3600.0
UNOPENED_SECONDS = 3600.0  # for a table that nobody has ever opened
MAX_TABLES = 20_000
SITE_TIMES = 4  # as many tables as one address may have are for all of an IPv6 /48
UNOPENED_SHARE = 4  # one in so many of an address's tables may be one that nobody has opened
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
        self._unopened: dict[str, Table] = {}  # the oldest first; some may have been opened meanwhile
        self._hosts: Counter[str] = Counter()
        self._makers: Counter[str] = Counter()  # households and sites
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def check_room(self, person: str, address: str, person_tables: int, address_tables: int) -> None:
        """Refuse one more table to a person or an address that has enough, opened or not."""
        unopened = Counter(key for table in self._never_opened() for key in _makers(table.maker))
        home, wide = _makers(address)
        enough = (
            self._hosts[person] >= person_tables,
            self._makers[home] >= address_tables,
            self._makers[wide] >= address_tables * SITE_TIMES,
            unopened[home] * UNOPENED_SHARE >= address_tables,
            unopened[wide] >= address_tables,
        )
        if any(enough):
            raise TooManyTables("too-many-tables", REFUSALS["too-many-tables"])

    def _never_opened(self) -> list[Table]:
        for table in [table for table in self._unopened.values() if table.opened]:
            del self._unopened[table.id]
        return list(self._unopened.values())

    async def _make_room(self) -> None:
        """When there are too many tables, one goes that nobody has opened: of the network that has most of those."""
        if len(self.tables) < MAX_TABLES:
            return
        unopened = self._never_opened()
        if not unopened:
            raise TooManyTables("too-many-tables", Text("Сейчас свободных столов нет.", "There is no free table now."))
        ((greediest, _),) = Counter(site(table.maker) for table in unopened).most_common(1)
        await self._forget(next(table for table in unopened if site(table.maker) == greediest))

    async def make(self, setup: NewTable, host: Person, address: str = "") -> TableMade:
        """A new table; its host sits on the first seat that has no bot."""
        await self._make_room()
        Match.new(setup.game, setup.seats, setup.options, seed="")  # raises where game, seats and options do not fit
        setup.forfeit = clean_text(setup.forfeit)
        table = Table(self._new_id(), self._new_code(setup.open), setup, host.id, self.store, self.settings)
        table.maker = address
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
                await dealing.start(table)
        except BaseException:
            self._unlist(table)
            raise
        self._wake(table)
        return TableMade(table.id, table.code)

    def _list(self, table: Table) -> None:
        self.tables[table.id] = table
        if not table.opened:
            self._unopened[table.id] = table
        self._hosts[table.host] += 1
        self._makers.update(_makers(table.maker))
        self._codes[_plain(table.code)] = table.id

    def _unlist(self, table: Table) -> None:
        del self.tables[table.id]
        self._unopened.pop(table.id, None)
        self._hosts -= Counter([table.host])
        self._makers -= Counter(_makers(table.maker))
        self._codes.pop(_plain(table.code), None)

    def _wake(self, table: Table) -> None:
        self._tasks[table.id] = asyncio.create_task(own(table), name=f"table {table.id}")

    def wake(self) -> None:
        """Let every table go on."""
        for table in self.tables.values():
            self._wake(table)

    def find(self, code: str) -> Table | None:
        """A table by its code, however somebody writes it."""
        return self.tables.get(self._codes.get(_plain(code), ""))

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
                host=table.host_name(),
                watch=table.setup.watch,
            )
            for table in listed[:MAX_LOBBY_TABLES]
        ]

    async def save_upload(self, record: Record) -> str:
        """Keep a record that somebody uploaded; its new id."""
        match_id = self._new_id()
        await self.store.save_match(uploaded_match(match_id, dict(record)))
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
        """Close tables that nobody has touched for a week, or never opened within an hour."""
        empty = [table for table in self.tables.values() if not table.audience.connections]
        for table in empty:
            if now() - table.touched > (UNTOUCHED_SECONDS if table.opened else UNOPENED_SECONDS):
                await self._forget(table)

    async def _forget(self, table: Table) -> None:
        self._tasks.pop(table.id).cancel()
        self._unlist(table)
        with contextlib.suppress(StoreError):  # a full disk: after the next start it is here once more
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

    def _new_code(self, public: bool) -> str:
        while True:
            length = CODE_LENGTH if public else PRIVATE_CODE_LENGTH
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(length))
            if code not in self._codes:
                return code if public else f"{code[:4]}-{code[4:]}"


def _makers(address: str) -> tuple[str, str]:
    """By whom tables are counted: a household and its site; of those from before a restart nobody knows."""
    return household(address), f"{site(address)}/48"


def _plain(code: str) -> str:
    """A code without what only makes it easier to read."""
    return "".join(c for c in code.upper() if c.isalnum())
