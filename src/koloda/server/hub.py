"""All tables of a server: made, found again by link or code, listed, rebuilt after a restart."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Any

import msgspec
import structlog

from koloda.core.errors import KolodaError, WrongVersion
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.server.protocol.messages import Closing, LobbyTable, NewTable, TableMade
from koloda.server.storage.archive import brought
from koloda.server.storage.store import Event, Store, StoreError
from koloda.server.table.clock import now
from koloda.server.table.commands import handle
from koloda.server.table.table import Rules, Table
from koloda.untrusted import new_match

log = structlog.get_logger()
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
KEEP = 7 * 24 * 3600.0
MOST_TABLES = 20_000


class TooManyTables(KolodaError):
    """The server has as many tables as it can carry."""


class Hub:
    """The tables and the tasks that own them."""

    def __init__(self, store: Store, rules: Rules) -> None:
        self.store = store
        self.rules = rules
        self.tables: dict[str, Table] = {}
        self._codes: dict[str, str] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def make(self, setup: NewTable, host: str, name: str) -> TableMade:
        """A new table; its host sits on the first seat that has no bot."""
        if len(self.tables) >= MOST_TABLES:
            raise TooManyTables("too-many-tables", Text("Сейчас свободных столов нет.", "There is no free table now."))
        new_match(setup.game, setup.seats, setup.options, seed="")  # raises where game, seats and options do not fit
        table = Table(self._new_id(), self._new_code(), setup, host, self.store, self.rules, handle)
        for place, level in zip(table.places, setup.bots, strict=False):
            place.seat_bot(level)
        for place in table.places:
            if place.level is None:
                place.seat_person(host, name)
                place.gone_since = now()
                break
        self._list(table)  # at once, so that it counts while it is written
        try:
            await table.store.append(Event(table.id, 1, "made", self._made(table)))
            table.seq = 1
            if setup.start:
                await table.start()
        except BaseException:
            self._unlist(table)
            raise
        self._wake(table)
        return TableMade(table.id, table.code)

    @staticmethod
    def _made(table: Table) -> dict[str, Any]:
        return {
            "setup": msgspec.to_builtins(table.setup),
            "code": table.code,
            "host": table.host,
            "secret": table.secret,
            "places": [place.saved() for place in table.places],
        }

    def _list(self, table: Table) -> None:
        self.tables[table.id] = table
        self._codes[table.code] = table.id

    def _unlist(self, table: Table) -> None:
        del self.tables[table.id]
        self._codes.pop(table.code, None)

    def _wake(self, table: Table) -> None:
        self._tasks[table.id] = asyncio.create_task(table.run(), name=f"table {table.id}")

    def wake(self) -> None:
        """Let every table go on."""
        for table in self.tables.values():
            self._wake(table)

    def find(self, id_or_code: str) -> Table | None:
        """A table by its id or its short code."""
        return self.tables.get(id_or_code) or self.tables.get(self._codes.get(id_or_code.upper(), ""))

    def lobby(self) -> list[LobbyTable]:
        """Open tables with a free seat or to be watched, the freshest first."""
        listed = [table for table in self.tables.values() if table.setup.open and table.crowd.connections]
        listed = [table for table in listed if table.setup.watch or any(place.free() for place in table.places)]
        listed.sort(key=lambda table: -table.touched)
        return [
            LobbyTable(
                id=table.id,
                game=table.setup.game,
                seats=table.setup.seats,
                free=sum(place.free() for place in table.places),
                status=table.status(),
                host=self.store.name(table.host),
                watch=table.setup.watch,
            )
            for table in listed[:200]
        ]

    async def keep_upload(self, record: dict[str, Any], names: list[str]) -> str:
        """Keep a record that somebody brought; it has no sealed deal."""
        match = self._new_id()
        await self.store.archive(brought(match, record, names))
        return match

    def restore(self) -> int:
        """Rebuild the tables of the journal; how many there are. They sleep until ``wake``.

        A match whose rules have changed cannot go on: its journal is left alone and the others are opened.
        """
        for place, events in self.store.journals().items():
            try:
                self._list(rebuilt(events, self.store, self.rules))
            except Exception as error:  # whatever new rules make of old moves
                reason = error.reason if isinstance(error, KolodaError) else type(error).__name__
                log.error("a table cannot go on", table=place, reason=reason)
        return len(self.tables)

    async def sweep(self) -> None:
        """Close tables that nobody has touched for a week."""
        for table in [t for t in self.tables.values() if not t.crowd.connections and now() - t.touched > KEEP]:
            self._tasks.pop(table.id).cancel()
            self._unlist(table)
            with contextlib.suppress(StoreError):  # a full disk: after the next start it is here for another week
                await self.store.close_table(table.id)

    def say_goodbye(self) -> None:
        """The server is going down: everybody may try again in a moment."""
        for table in self.tables.values():
            table.crowd.broadcast(Closing("restart"))

    async def stop(self) -> None:
        """Stop every table; what was acknowledged is on disk already."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _new_id(self) -> str:
        return secrets.token_urlsafe(9)

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(5))
            if code not in self._codes:
                return code


def rebuilt(events: list[Event], store: Store, rules: Rules) -> Table:
    """The table that a journal tells of; its first line is how it was made."""
    first, *rest = events
    made = first.payload
    table = Table(
        first.place, made["code"], msgspec.convert(made["setup"], NewTable), made["host"], store, rules, handle
    )
    table.secret = made["secret"]
    for place, saved in zip(table.places, made["places"], strict=True):
        place.load(saved)
    last = max((number for number, event in enumerate(rest) if event.kind == "again"), default=0)
    for event in rest[:last]:
        recall(table, event)
    for event in rest[last:]:
        repeat(table, event)
    table.seq = events[-1].seq
    return table


def recall(table: Table, event: Event) -> None:
    """An event before the last "again": who sits where is all that remains of matches that are over."""
    if event.kind == "place":
        table.places[event.payload["seat"]].load(event.payload)
    elif event.kind == "start":
        table.match_id = event.payload["match"]


def repeat(table: Table, event: Event) -> None:
    """Let a journalled event happen again."""
    payload = event.payload
    if event.kind == "place":
        table.places[payload["seat"]].load(payload)
        if table.match is not None and payload["person"] is not None:
            table.sat[payload["person"]] = payload["seat"]
    elif event.kind == "start":
        _check_version(table, payload["version"])
        table.begin(payload["match"])
    elif event.kind == "again":
        table.again(payload["game"], payload["options"], payload["secret"])
    elif event.kind == "move":
        table.repeat_move(payload["seat"], payload["move"], payload["person"], payload["id"])


def _check_version(table: Table, version: int) -> None:
    ours = find_game(table.setup.game).info.version
    if version != ours:
        raise WrongVersion(
            "wrong-version",
            Text(f"Правила версии {version}, здесь {ours}.", f"The rules were version {version}, ours are {ours}."),
        )
