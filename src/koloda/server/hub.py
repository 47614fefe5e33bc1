"""All tables of a server: made, found again by link or code, listed; open while somebody needs them, else asleep.

A table that is asleep is a row of the index and a journal. It is opened when somebody asks for it or when it is due,
and let go when nobody has been there for a while and nothing happens by itself. Of several nodes one has it open.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Iterable

import msgspec
import structlog

from koloda.core.errors import KolodaError
from koloda.core.record_types import Record
from koloda.core.text import Text
from koloda.match import Match
from koloda.server.buckets import Whose, has_room
from koloda.server.logs import error_fields
from koloda.server.networks import Asker, Networks, household, site
from koloda.server.protocol.base import Status
from koloda.server.protocol.bodies import LobbyTable, NewTable, TableMade
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import HouseWord, Stand
from koloda.server.protocol.refusals import REFUSALS, closing
from koloda.server.storage.archive import uploaded_match
from koloda.server.storage.store import Store, StoreError, TableLost
from koloda.server.storage.table_index import TableRow, add_row
from koloda.server.table import dealing
from koloda.server.table.clock import now
from koloda.server.table.connection import Connection, Person
from koloda.server.table.inbox import RENAMED, Command, Rest
from koloda.server.table.restore import first_entry
from koloda.server.table.table import Table
from koloda.server.table.table_settings import TableSettings
from koloda.server.table.typed_text import clean_text

from .open_tables import Elsewhere, Moved, OpenTables, connections_of, move_people, no_free_table

log = structlog.get_logger()
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 5  # of a table that the lobby lists anyway
PRIVATE_CODE_LENGTH = 8  # of one that nobody may find by trying: 850 000 000 000 codes
UNTOUCHED_SECONDS = 7 * 24 * 3600.0
UNOPENED_SECONDS = 3600.0  # for a table that nobody has ever opened
MAX_TABLES = 1_000_000
SITE_TIMES = 4  # as many tables as one address may have are for all of an IPv6 /48
UNOPENED_SHARE = 4  # one in so many of an address's tables may be one that nobody has opened
MAX_LOBBY_TABLES = 200
STAND_SECONDS = 0.2  # after which it is looked whether somebody has stood up
STAND_TRIES = 25
SLEEP_CHECK_SECONDS = 30.0
WAKE_SECONDS = 1.0
SWEEP_SECONDS = 600.0
MAX_SWEPT = 200  # tables that are forgotten at a time
MAX_WOKEN = 50  # tables that are looked for at a time
REST_TIMES = 2.0  # as long as it took to wake a table, the loop is free for those who are here


class Hub(OpenTables):
    """The open tables, the tasks that own them, and the way to all others."""

    def __init__(self, store: Store, settings: TableSettings) -> None:
        super().__init__(store, settings._replace(tell_name=self.tell_name))
        self._being_made: Counter[tuple[str, str]] = Counter()
        self._kept = 0  # how many tables there were when they were last counted, and have been made since
        self.closing = False  # the server is going down
        self.alone = True  # whatever another process had open is nobody's now

    # Making

    @contextlib.asynccontextmanager
    async def room(self, asker: Asker, person_tables: float, address_tables: float) -> AsyncIterator[Whose]:
        """Room for one more table, or whose limit forbids it: a person or an address has enough, opened or not."""
        person, home, wide = asker.person, household(asker.address), site(asker.address)
        keys = (("host", person), ("home", home), ("site", wide))
        made = [self._being_made[key] for key in keys]  # they count before they are in the index
        self._being_made.update(keys)
        try:
            counts = await self.store.tables.counts(person, home, wide)
            own, at_home, at_site = (count + more for count, more in zip(counts[:3], made, strict=True))
            unopened = [counts.home_unopened + made[1], counts.site_unopened + made[2]]
            limits = (
                has_room(own, person_tables, at_home, address_tables),
                has_room(own, person_tables, unopened[0], address_tables / UNOPENED_SHARE),
                has_room(0, 1, at_site, address_tables * SITE_TIMES),
                has_room(0, 1, unopened[1], address_tables),
            )
            yield next((whose for whose in limits if whose), "")
        finally:
            self._being_made -= Counter(keys)

    async def _make_room(self) -> None:
        """When there are too many tables, one goes that nobody has opened: of the network that has most of those."""
        if self._kept >= MAX_TABLES:
            unwanted = await self.store.tables.least_wanted()
            if unwanted is None:
                raise no_free_table()
            await self.forget(unwanted)
        await self._make_room_in_memory()

    async def make(self, setup: NewTable, host: Person, address: str = "") -> TableMade:
        """A new table; its host sits on the first seat that has no bot."""
        if self.settings.house.draining:
            raise dealing.Draining("draining", REFUSALS["draining"])
        self._check_stay()
        await self._make_room()
        Match.new(setup.game, setup.seats, setup.options, seed="")  # raises where game, seats and options do not fit
        setup.forfeit = clean_text(setup.forfeit)
        code = await self._new_code(setup.open)
        table = Table(self._new_id(), code, setup, host.id, self.store, self.settings)
        for seat, level in zip(table.seats, setup.bots, strict=False):
            seat.seat_bot(level)
        for seat in table.seats:
            if seat.level is None:
                seat.seat_person(host.id, host.name, host.bot)
                seat.gone_since = now()
                break
        row = table.row.with_seats([state.saved() for state in table.seats])
        table.row = row._replace(home=household(address), site=site(address), owner=self.store.node, epoch=1)
        await self.store.append(first_entry(table), also=add_row(table.row))
        table.seq = 1
        self._kept += 1
        if setup.start:
            await dealing.start(table)
        self._wake(table)
        return TableMade(table.id, table.code)

    def _new_id(self) -> str:
        return secrets.token_urlsafe(9)

    async def _new_code(self, public: bool) -> str:
        while True:
            length = CODE_LENGTH if public else PRIVATE_CODE_LENGTH
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(length))
            if await self.store.tables.by_code(code) is None:
                return code if public else f"{code[:4]}-{code[4:]}"

    async def save_upload(self, record: Record) -> str:
        """Keep a record that somebody uploaded; its new id."""
        match_id = self._new_id()
        await self.store.save_match(uploaded_match(match_id, dict(record)))
        return match_id

    async def look_after_tables(self) -> None:
        """A task of the server: tables are woken by time, let go, and forgotten."""
        swept = rested = 0.0
        if self.alone:
            await self._guarded(self._take_over_orphans())
        while True:
            if not self.left:
                await self._guarded(self.wake_those_due())
            if now() - rested > SLEEP_CHECK_SECONDS:
                rested = now()
                await self._guarded(self.let_sleepers_go())
                await self._guarded(self.keep_positions())
            if now() - swept > SWEEP_SECONDS:
                swept = now()
                await self._guarded(self.sweep())
            await asyncio.sleep(WAKE_SECONDS)

    async def _guarded(self, work: Awaitable[None]) -> None:
        """Whatever goes wrong, it is tried again in its turn."""
        try:
            await work
        except Moved:
            return
        except (Exception, TableLost) as error:
            log.error("the server stumbled", **error_fields(error))

    async def _take_over_orphans(self) -> None:
        """Tables that were open when another process ended: what went on by itself goes on, the others are asleep."""
        while orphans := await self.store.tables.orphans([self.store.node], MAX_WOKEN):
            for row in orphans:
                if row.due is None:
                    await self._note_asleep(row, None, None)
                else:
                    await self._wake_slowly(row.id)
            if self.store.problem:
                return

    async def wake_those_due(self) -> None:
        """Open the tables that sleep and have something to do now."""
        for table_id in await self.store.tables.due(now(), MAX_WOKEN):
            await self._wake_slowly(table_id)

    async def _wake_slowly(self, table_id: str) -> None:
        began = time.perf_counter()
        await self.open(table_id)
        await asyncio.sleep(REST_TIMES * (time.perf_counter() - began))

    # Finding

    async def row(self, id_or_code: str) -> TableRow | None:
        """A table as the index has it."""
        return await self.store.tables.of(id_or_code) or await self.store.tables.by_code(id_or_code)

    async def lobby(self) -> list[LobbyTable]:
        """Open tables with a free seat or to be watched, the freshest first."""
        return [
            await self._listed(row)
            for row in await self.store.tables.lobby([self.store.node, *self.others()], MAX_LOBBY_TABLES)
        ]

    async def _listed(self, row: TableRow) -> LobbyTable:
        seats = row.seats()
        status: Status = row.status  # type: ignore[assignment]
        host, is_bot = await self._host_name(row), self.store.bots.is_bot(row.host) or msgspec.UNSET
        return LobbyTable(row.id, row.game, len(seats), row.free, status, host, bool(row.watch), is_bot)

    async def _host_name(self, row: TableRow) -> str:
        """What the host is called where others hear of the table."""
        seated = [seat["name"] for seat in row.seats() if seat["person"] == row.host]
        if seated:
            return str(seated[0])
        table = self.tables.get(row.id)
        may_talk = row.status != "playing" if table is None else table.may_talk(None)
        return await self.store.name(row.host) if may_talk else ""

    async def tell_name(self, person: str) -> None:
        """Somebody has another name: all tables hear of it where they are or sit; those that sleep, when they wake."""
        called = Connection(Person(person, await self.store.name(person)))
        seated = {row.id for row in await self.store.tables.of_person(person)}
        for table in self.tables.values():
            if table.id in seated or any(one.person.id == person for one in connections_of(table)):
                table.post(called, RENAMED)

    # What the host of the house does

    async def close_table(self, table_id: str) -> bool:
        """Send everybody away from a table and forget it; False if there is none. Its finished matches stay."""
        if await self.store.tables.of(table_id) is None:
            return False
        table = self.tables.get(table_id)
        for connection in connections_of(table) if table is not None else []:
            connection.close("table-closed")
        await self.forget(table_id)
        return True

    async def send_away(self, person: str, reason: str, last_words: Text | None = None) -> int:
        """Close a person's connections and take them from their seats; how many of both there were."""
        here = [one for one in self.connections() if one.person.id == person]
        for connection in here:
            connection.close(reason, last_words)
        seated = [row.id for row in await self.store.tables.of_person(person)]
        await asyncio.gather(*(self._stand_up(table_id, person) for table_id in seated))
        return max(len(seated), len(here))

    async def _stand_up(self, table_id: str, person: str) -> None:
        """Nobody stands up while cards are dealt: then a little later."""
        table = await self.open(table_id)
        for _ in range(STAND_TRIES):
            if table is None or table.seat_of(person) is None:
                return
            table.post(Connection(Person(person, "")), Stand())
            await asyncio.sleep(STAND_SECONDS)

    @contextlib.asynccontextmanager
    async def closed(self, table_ids: Iterable[str]) -> AsyncIterator[None]:
        """Nobody has these tables open while their journals are changed; then they go on from those.

        Whoever is there stays: what they say meanwhile is done afterwards.
        """
        changed = asyncio.Event()
        ids = list(table_ids)
        try:
            for table_id in ids:
                with contextlib.suppress(KolodaError):  # one that is damaged
                    await self.open(table_id)
                table = self.tables.get(table_id)
                if table is not None:
                    await self._rest(table)
                self._opening[table_id] = asyncio.create_task(self._open_after(changed, table_id, table))
            yield
        finally:
            changed.set()

    async def _rest(self, table: Table) -> None:
        """The table does what was asked before, and no more."""
        rest = Rest()
        table.inbox.put(Command(Connection(Person("", "")), rest), seated=True)
        begun = asyncio.ensure_future(rest.begun.wait())
        await asyncio.wait([begun, self._tasks[table.id]], return_when=asyncio.FIRST_COMPLETED)
        begun.cancel()
        if self.tables.get(table.id) is table:
            self._drop(table)
            table.moved = False  # what is said now waits in its inbox

    async def _open_after(
        self, changed: asyncio.Event, table_id: str, before: Table | None
    ) -> Table | Elsewhere | None:
        found = None
        try:
            await changed.wait()
            found = await self._open(table_id)
            return found
        finally:
            self._opening.pop(table_id, None)
            if before is not None:
                move_people(before, found)

    def send_network_away(self, network: Networks, reason: str, last_words: Text | None = None) -> int:
        """Close the connections from a network; how many there were."""
        here = [connection for connection in self.connections() if network.have(connection.address)]
        for connection in here:
            connection.close(reason, last_words)
        return len(here)

    def connections(self) -> list[Connection]:
        """All that are open."""
        return [connection for table in self.tables.values() for connection in connections_of(table)]

    def say_to_all(self, word: HouseWord) -> int:
        """Tell all who are at a table; how many connections that is."""
        frame = encode(word)
        here = self.connections()
        for connection in here:
            connection.send(frame)
        return len(here)

    # The end

    async def sweep(self) -> None:
        """Forget tables that nobody has touched for a week, or never opened within an hour."""
        index, moment = self.store.tables, now()
        while old := await index.untouched(moment - UNTOUCHED_SECONDS, moment - UNOPENED_SECONDS, MAX_SWEPT):
            for table_id in old:
                await self.forget(table_id)
            log.info("tables are forgotten", count=len(old))
            if self.store.problem:
                break
        self._kept = await self.store.count_tables()

    async def forget(self, table_id: str) -> None:
        """Forget a table; its matches stay in the archive."""
        table = self.tables.get(table_id)
        if table is not None:
            self._drop(table)
        with contextlib.suppress(StoreError):  # a full disk: it is forgotten later
            await self.store.forget_table(table_id)

    def say_goodbye(self, retry_ms: int) -> None:
        """The server is going down: everybody may try again after that time."""
        self.closing = True
        self.store.bots.tell_all()
        for table in self.tables.values():
            table.audience.broadcast(closing("restart", retry_ms))
