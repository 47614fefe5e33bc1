"""A table without the web: its own task, a real store, and people whose frames are kept as they would be sent."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from hashlib import sha256
from pathlib import Path
from typing import Any

from koloda import Match, Record
from koloda.core.chance import Seeded
from koloda.server.hub import Hub
from koloda.server.protocol.bodies import NewTable
from koloda.server.protocol.messages import ClientMessage, Move, Ping, Sit, Start
from koloda.server.protocol.sealing import Commit, Reveal
from koloda.server.storage.sqlite_store import SqliteStore
from koloda.server.storage.store import JournalEntry, Store
from koloda.server.table.bots import BotDriver
from koloda.server.table.connection import Connection, Person
from koloda.server.table.inbox import JOINED, LEFT
from koloda.server.table.seal import DealSeal
from koloda.server.table.table import Table
from koloda.server.table.table_settings import TableSettings
from koloda.server.thinking.background import Background
from koloda.server.thinking.pool import ThinkingPool

SOON_SECONDS = 30.0
QUICK = TableSettings(grace_seconds=1000.0, max_bot_pause_seconds=0.0, min_gone_seconds=0.0)
PONG = b'{"t":"pong"'
Frame = dict[str, Any]


def play(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test's story; it must come to an end."""

    async def bounded() -> None:
        async with asyncio.timeout(60):
            await story()

    asyncio.run(bounded())


class Seat:
    """Somebody at a table: sends messages, keeps every frame (as bytes and read)."""

    def __init__(
        self,
        table: Table,
        person: str,
        name: str | None = None,
        log: bool = False,
        seals: bool = False,
        changes: bool = False,
    ) -> None:
        self.table = table
        somebody = Person(person, person if name is None else name)
        self.connection = Connection(somebody, log, seals=seals, wants_changes=changes)
        self.raw: list[bytes] = []
        self.moves = 0

    @property
    def frames(self) -> list[Frame]:
        """All frames so far, read."""
        self.take()
        return [json.loads(frame) for frame in self.raw]

    async def come(self) -> Seat:
        """Connect, and wait until the table has noticed; all have heard of it then."""
        self.table.post(self.connection, JOINED)
        await self.settle()
        if self.table.tell_due:
            self.table.tell_table()
            await self.settle()
        return self

    async def go(self) -> None:
        """Hang up."""
        self.take()
        self.connection.close("gone")
        self.table.post(self.connection, LEFT)
        await at_rest(self.table)

    async def settle(self) -> list[Frame]:
        """Wait until the table has done everything that was asked before; the frames that came."""
        before = len(self.raw)
        self.table.post(self.connection, Ping())
        while True:
            self.take()
            answer = next((frame for frame in self.raw[before:] if frame.startswith(PONG)), None)
            if answer is not None:
                self.raw.remove(answer)
                return self.frames[before:]
            await asyncio.sleep(0.001)

    def take(self) -> None:
        """What waits in the outbox has been sent."""
        self.raw += [frame for _, frame in self.connection._frames]
        self.connection._frames.clear()

    async def say(self, message: ClientMessage) -> list[Frame]:
        """Send a message; the frames that came of it."""
        self.table.post(self.connection, message)
        return await self.settle()

    async def move(self, text: str, n: int | None = None, move_id: str = "") -> Frame:
        """Make a move of the present match; the answer to it."""
        self.moves += 1
        number = self.match_number() if n is None else n
        name = move_id or f"{self.connection.person.id}-{self.moves}"
        return await self.send_move(Move(name, number, text, self.table.match_id))

    async def send_move(self, sent: Move) -> Frame:
        """Send this very move; the answer to it."""
        return next(f for f in await self.say(sent) if f["t"] in ("moved", "refused") and f["id"] == sent.id)

    def nonce(self) -> str:
        """The number of this seat's page for the coming deal."""
        return sha256(f"{self.connection.person.id} {self.table.match_id}".encode()).hexdigest()[:32]

    async def commit(self, nonce: str = "") -> list[Frame]:
        """Commit to this number, or to one's own."""
        seat, deal = self.connection.viewer, self.table.seal.deal
        assert seat is not None
        return await self.say(Commit(deal.match, deal.nonce_commitment(seat, nonce or self.nonce())))

    async def reveal(self, nonce: str = "") -> list[Frame]:
        """Show this number, or one's own."""
        return await self.say(Reveal(self.table.match_id, nonce or self.nonce()))

    def match_number(self) -> int:
        """The number of the present move."""
        assert self.table.match is not None
        return self.table.match.move_number

    def last(self, kind: str) -> Frame:
        """The last frame of a kind."""
        return [frame for frame in self.frames if frame["t"] == kind][-1]

    def legal(self) -> list[str]:
        """What this seat may do now."""
        assert self.table.match is not None and self.connection.viewer is not None
        return self.table.match.legal(self.connection.viewer)


class House:
    """A hub on a store of its own; closes both."""

    def __init__(
        self, folder: Path, rules: TableSettings = QUICK, max_pages: int = 0, store: Store | None = None
    ) -> None:
        self.store = store or SqliteStore(folder / "koloda.sqlite", max_pages)
        self.background = Background()
        self.hub = Hub(self.store, rules._replace(background=self.background))

    async def __aenter__(self) -> House:
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self.hub.stop()
        await self.background.stop()
        await self.store.close()

    async def table(self, game: str = "pairs", seats: int = 2, **setup: Any) -> Table:
        """A table whose host is ``ann``."""
        made = await self.hub.make(NewTable(game, seats, **setup), Person("ann", "Ann"))
        return self.hub.tables[made.id]

    async def open(self, table_id: str) -> Table:
        """A table that may be asleep."""
        table = await self.hub.open(table_id)
        assert table is not None
        return table

    async def full_table(self, game: str, seats: int, **setup: Any) -> tuple[Table, list[Seat]]:
        """A table with a person on every seat (ann, p1, p2 …), dealt."""
        table = await self.table(game, seats, **setup)
        people = [await Seat(table, "ann").come()]
        for seat in range(1, seats):
            somebody = await Seat(table, f"p{seat}").come()
            await somebody.say(Sit(seat))
            people.append(somebody)
        await people[0].say(Start())
        return table, people


def bare_table(store: Store, game: str, seats: int, hints: bool = True) -> Table:
    """A table with its own fixed id, code and secret and a person on every seat; it has no task yet."""
    table = Table("gate", "GATE2", NewTable(game, seats, hints=hints), "p0", store, QUICK)
    table.seal = DealSeal("gate", seats, "match", "5" * 64)
    for seat, state in enumerate(table.seats):
        state.seat_person(f"p{seat}", f"P{seat}")
    return table


async def until(true: Callable[[], bool], seconds: float = SOON_SECONDS) -> None:
    """Wait for something that happens by itself."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.005)


async def at_rest(table: Table) -> None:
    """Until the table has done all that was asked of it, and waits for the next command."""
    await until(lambda: not len(table.inbox) and table.inbox._waiter is not None)


async def in_one_piece(entries: list[JournalEntry]) -> AsyncIterator[list[JournalEntry]]:
    """A journal, as a table is made of it."""
    yield entries


def moves(table: Table) -> int:
    """How many moves were made."""
    return 0 if table.match is None else table.match.move_number


def reason(frames: list[Frame]) -> str:
    """The reason of the only refusal among frames."""
    (refused,) = [frame for frame in frames if frame["t"] == "refused"]
    assert refused["ru"] and refused["en"]
    return str(refused["reason"])


def mover(table: Table, people: list[Seat]) -> Seat:
    """Whose turn it is."""
    assert table.match is not None
    return people[table.match.turn.seats[0]]


async def to_the_end(table: Table, people: list[Seat]) -> None:
    """Play the last legal move of whoever is to move until the match is over."""
    while table.status() == "playing":
        somebody = mover(table, people)
        assert (await somebody.move(somebody.legal()[-1]))["t"] == "moved"


def with_pool(story: Callable[[ThinkingPool], Awaitable[None]], **settings: Any) -> None:
    """Run a story with a pool of one worker, which is ended afterwards."""

    async def bounded() -> None:
        pool = ThinkingPool(1, **{"answer_seconds": SOON_SECONDS, **settings})
        try:
            await story(pool)
        finally:
            await pool.stop()

    play(bounded)


def bot_record(game: str, seats: int = 2, most: int = 400) -> Record:
    """The record of a match of normal bots."""
    match = Match.new(game, seats, chance=Seeded("thinkers"))
    bots = BotDriver(game, 1, 0.0)
    while not match.game.over and match.move_number < most:
        seat = match.turn.seats[0]
        move = bots.answer(match, seat, "normal")
        assert move
        match.play(seat, move)
    return match.record()


async def pid_of(pool: ThinkingPool) -> int:
    return await pool.ask(SOON_SECONDS, os.getpid)
