"""A club of 250 behind one router, at the defaults: they play on while one of them misbehaves in eight ways.

With ``KOLODA_ALL=1`` they play at a human pace, ten minutes of it beside the one who misbehaves, and are answered as
soon as before and after.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from koloda import Match
from koloda.core.chance import Seeded
from koloda.testing.walks import play_out

from .attack.wire import Wire, ask, frame, new_token
from .running import Server, apply

ROUTER, ELSEWHERE = "127.0.2.1", "127.0.3.1"
LONG = bool(os.environ.get("KOLODA_ALL"))
TABLES, SEATS = 50, 5
MOVES = 3  # of each guest, in the short form
SECONDS = 240.0  # that they may take for it, however busy the machine is
LOOK_SECONDS = 0.05
WAYS = 8
LONG_SECONDS = 600.0  # beside the one who misbehaves
PEACE_SECONDS = 120.0  # before, and as long again after
PAUSE_SECONDS = 3.0 if LONG else 0.5  # a person thinks
ARRIVING_AT_ONCE = 20
MAX_TIMES_SLOWER = 3.0  # as in scripts/attack
GONE = (OSError, EOFError, asyncio.IncompleteReadError)
Json = dict[str, Any]


class Guest:
    """Somebody who plays and is never refused anything."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.number = number
        self.token = ""
        self.wire: Wire | None = None
        self.view: Json = {}
        self.table: Json = {}
        self.moves = 0
        self.sent_at = 0.0
        self.times: list[float] = []
        self.problems: list[str] = []

    def state(self) -> str:
        """For whoever has to find out why nothing happens."""
        waits = f"{time.monotonic() - self.sent_at:.0f} s for an answer" if self.sent_at else "for their turn"
        where = {name: self.table.get(name) for name in ("status", "seal", "you", "chairs")}
        return f"{self.number}: {self.moves} moves, waits {waits}, turn {self.view.get('turn')}, {where}"

    async def arrive(self, code: str) -> None:
        """Come, give a name, find the table by its code and sit down."""
        self.token = await new_token(self.port, ROUTER)
        await ask(self.port, ROUTER, "POST", "/api/me", {"name": f"Guest {self.number}"}, self.token)
        found = await ask(self.port, ROUTER, "GET", f"/api/tables/{code}", token=self.token)
        self.wire = await Wire.at_table(self.port, ROUTER, found["id"], self.token)
        self.wire.send(frame({"t": "sit", "seat": self.number % SEATS}))

    async def make_table(self) -> str:
        """The first of each table makes it; its code."""
        self.token = await new_token(self.port, ROUTER)
        setup = {"game": "pairs", "seats": SEATS, "options": {"target": 31}, "open": False}
        made = await ask(self.port, ROUTER, "POST", "/api/tables", setup, self.token)
        self.wire = await Wire.at_table(self.port, ROUTER, made["id"], self.token)
        code: str = made["code"]
        return code

    async def play(self) -> None:
        """Play on and on; the table's host deals when all sit there, and again after the end."""
        assert self.wire is not None
        while True:
            try:
                message = await self.wire.read()
            except GONE as problem:
                self.problems.append(f"cut off: {problem!r}")
                return
            self.take(message)
            if self.view.get("legal") and not self.sent_at:
                await asyncio.sleep(PAUSE_SECONDS)
                self.move()

    def take(self, message: Json) -> None:
        assert self.wire is not None
        kind = message["t"]
        if kind == "table":
            self.table = message
            self.manage()
        elif kind == "view":
            self.view = message
        elif kind == "change":
            apply(self.view, message)
        elif kind == "moved":
            self.times.append(time.monotonic() - self.sent_at)
            self.sent_at = 0.0
            self.moves += 1
        elif kind in ("refused", "closing"):
            self.problems.append(message["reason"])

    def manage(self) -> None:
        """What the host of a table does."""
        assert self.wire is not None
        if not self.table["host"]:
            return
        if self.table["status"] == "over":
            self.wire.send(frame({"t": "rematch"}))
        elif self.table["status"] == "waiting" and self.table["seal"]["stage"] == "open" and self.all_sit():
            self.wire.send(frame({"t": "start"}))

    def all_sit(self) -> bool:
        return all(chair["kind"] == "person" for chair in self.table["chairs"])

    def move(self) -> None:
        assert self.wire is not None
        self.sent_at = time.monotonic()
        move = {"id": f"{self.moves}", "n": self.view["n"], "match": self.table["match"]}
        self.wire.send(frame({"t": "move", "move": self.view["legal"][-1], **move}))


class Misbehaving:
    """One guest of the same club, with one cookie, who does everything that they should not."""

    def __init__(self, port: int, token: str, neighbours_table: str) -> None:
        self.port = port
        self.token = token
        self.neighbours_table = neighbours_table
        self.heard: dict[str, set[str]] = defaultdict(set)  # in which way they misbehaved, and how they were refused
        self.learns = False  # stops whatever has been refused

    async def go_on(self) -> None:
        """In all eight ways at once, until it is ended."""
        record = json.dumps(play_out(Match.new("pairs", 2, seed="club"), Seeded("club")).record()).encode()
        table = json.dumps({"game": "the-gang", "seats": 6, "bots": [None] + ["strong"] * 5, "start": True}).encode()
        own = json.loads((await self.once("POST", "/api/tables", table))[1])["id"]
        ways: dict[str, Callable[[], Awaitable[None]]] = {
            "renames": partial(self.requests, "renames", "POST", "/api/me", b'{"name":"Eve"}'),
            "tables": partial(self.requests, "tables", "POST", "/api/tables", table),
            "uploads": partial(self.requests, "uploads", "POST", "/api/matches", record),
            "codes": partial(self.requests, "codes", "GET", "/api/tables/ABCDE", b""),
            "advice": partial(self.frames, "advice", own, frame({"t": "hints"})),
            "chat": partial(self.frames, "chat", self.neighbours_table, frame({"t": "say", "text": "x" * 300})),
            "garbage": partial(self.frames, "garbage", self.neighbours_table, frame(b"{")),
            "sockets": self.sockets,
        }
        await asyncio.gather(*(self.again_and_again(name, way) for name, way in ways.items()))

    async def again_and_again(self, name: str, way: Callable[[], Awaitable[None]]) -> None:
        while not (self.learns and self.heard[name]):
            with contextlib.suppress(*GONE):
                await way()
            await asyncio.sleep(0.01)

    async def once(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        wire = await Wire.open(self.port, ROUTER)
        try:
            return await wire.request(method, path, body, self.token)
        finally:
            wire.close()

    async def requests(self, way: str, method: str, path: str, body: bytes) -> None:
        status, answer = await self.once(method, path, body)
        if status == 429:
            self.hear(way, json.loads(answer))

    async def frames(self, way: str, table: str, one: bytes) -> None:
        wire = await Wire.at_table(self.port, ROUTER, table, self.token)
        try:
            wire.send(*[one] * 200)
            while True:
                self.hear(way, await wire.read())
        finally:
            wire.close()

    async def sockets(self) -> None:
        wires: list[Wire] = []
        try:
            for _ in range(40):
                wires.append(await Wire.at_table(self.port, ROUTER, self.neighbours_table, self.token))
                self.hear("sockets", await wires[-1].read())
        finally:
            for wire in wires:
                wire.close()

    def hear(self, way: str, message: Json) -> None:
        if "reason" in message:
            assert message["ru"] and message["en"] and message["ru"] != message["en"]
            self.heard[way].add(message["reason"])


async def seated(port: int) -> tuple[list[Guest], list[asyncio.Task[None]]]:
    """All of them, at their tables; each plays, and answers pings, from the moment when they come."""
    guests = [Guest(port, number) for number in range(TABLES * SEATS)]
    door, playing = asyncio.Semaphore(ARRIVING_AT_ONCE), []

    async def come(guest: Guest, coming: Awaitable[Any]) -> Any:
        async with door:
            code = await coming
        playing.append(asyncio.create_task(guest.play()))
        return code

    hosts = guests[::SEATS]
    codes = await asyncio.gather(*(come(host, host.make_table()) for host in hosts))
    others = [guest for guest in guests if guest not in hosts]
    await asyncio.gather(*(come(guest, guest.arrive(codes[guest.number // SEATS])) for guest in others))
    return guests, playing


async def outsider(port: int) -> None:
    """Somebody at another address: only now is there anybody for whom a club could be too loud."""
    token = await new_token(port, ELSEWHERE)
    while True:
        await ask(port, ELSEWHERE, "GET", "/api/history", token=token)
        await asyncio.sleep(1.0)


async def measured(when: str, guests: list[Guest], seconds: float) -> float:
    """The time in which 99 of 100 of their moves are answered."""
    for guest in guests:
        guest.times.clear()
    await asyncio.sleep(seconds)
    times = sorted(took for guest in guests for took in guest.times)
    median, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
    load = os.getloadavg()[0]
    print(f"{when}: {len(times)} moves, median {median * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms; load {load:.1f}")
    return p99


async def evening(port: int) -> tuple[list[Guest], Misbehaving]:
    others = asyncio.create_task(outsider(port))
    guests, playing = await seated(port)
    await until(guests, lambda: all(guest.view for guest in guests))
    eve = Misbehaving(port, await new_token(port, ROUTER), guests[0].table["id"])
    if LONG:
        before = await measured("in peace", guests, PEACE_SECONDS)
        misbehaving = asyncio.create_task(eve.go_on())
        loud = await measured("beside Eve", guests, LONG_SECONDS)
        await end([misbehaving])
        after = await measured("in peace again", guests, PEACE_SECONDS)
        assert loud <= MAX_TIMES_SLOWER * max(before, after)  # the machine may have got slower of itself
    else:
        misbehaving = asyncio.create_task(eve.go_on())
        played = {guest: guest.moves for guest in guests}
        await until(guests, lambda: all(guest.moves >= moves + MOVES for guest, moves in played.items()))
        await end(playing)
        eve.learns = True
        await until(guests, lambda: len(eve.heard) == WAYS and all(eve.heard.values()))
    await end([*playing, misbehaving, others])
    for guest in guests:
        assert guest.wire is not None
        guest.wire.close()
    return guests, eve


async def until(guests: list[Guest], true: Callable[[], bool], seconds: float = SECONDS) -> None:
    """Wait for something, as long as nobody has a problem; after so long, say who is stuck."""
    last = time.monotonic() + seconds
    while not true():
        assert not (problems := [f"{guest.number}: {guest.problems}" for guest in guests if guest.problems]), problems
        assert time.monotonic() < last, [guest.state() for guest in sorted(guests, key=lambda one: one.moves)[:10]]
        await asyncio.sleep(LOOK_SECONDS)


async def end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.timeout(3 * LONG_SECONDS)
def test_a_club_behind_one_router_plays_on_whatever_one_of_them_does(tmp_path: Path) -> None:
    server = Server(tmp_path, grace=600).start()
    try:
        guests, eve = asyncio.run(evening(server.port))
    finally:
        server.stop()
    assert [problem for guest in guests for problem in guest.problems] == []
    assert all(guest.moves >= MOVES for guest in guests)
    assert set(eve.heard) == {"renames", "tables", "uploads", "codes", "advice", "chat", "garbage", "sockets"}
    assert not [reason for reasons in eve.heard.values() for reason in reasons if reason.startswith("network-")]
    assert "too-many-sockets" in eve.heard["sockets"] and "too-much" in eve.heard["garbage"]
