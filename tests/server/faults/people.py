"""People at real sockets: they move when they may, come back when they are sent away, and keep what they were told."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import deque
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from ..running import apply

LOST = (WebSocketException, OSError, EOFError, TimeoutError)
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("pairs", 2, {"target": 31}),  # one after the other
    ("venture", 3, {}),  # together, in secret
    ("the-gang", 2, {}),  # whoever is quicker
]
PAUSE_SECONDS = (0.2, 1.0)  # of a person before a move
PING_SECONDS = 0.4
HEALTH_SECONDS = 1.0
ANSWER_SECONDS = 3.0  # after which a person gives a silent connection up, as the page does with a move unanswered
TRAIL = 12
TRIES = 30
REQUEST_SECONDS = 60.0  # for an answer while tables are made
FIRST_RETRY_SECONDS = 0.1
MAX_RETRY_SECONDS = 0.5


class Balancer:
    """Sends people to nodes that say that they are ready, as deploy/cluster/Caddyfile does."""

    def __init__(self, addresses: list[str]) -> None:
        self.addresses = addresses
        self._ready = dict.fromkeys(addresses, True)

    async def run(self) -> None:
        """Ask all nodes again and again."""
        async with httpx.AsyncClient(timeout=HEALTH_SECONDS) as http:
            while True:
                await asyncio.gather(asyncio.sleep(HEALTH_SECONDS), *(self._ask(http, one) for one in self.addresses))

    async def _ask(self, http: httpx.AsyncClient, address: str) -> None:
        try:
            self._ready[address] = (await http.get(f"{address}/readyz")).status_code == 200
        except httpx.HTTPError:
            self._ready[address] = False

    def node(self, chance: random.Random, but: str) -> str:
        """A node that is ready, and rather not the one that somebody comes from."""
        ready = [address for address in self.addresses if self._ready[address] and address != but]
        return chance.choice(ready or self.addresses)


class Person:
    """Somebody with a seat at a table."""

    def __init__(self, token: str, table: str, seat: int, balancer: Balancer, chance: random.Random) -> None:
        self.table = table
        self.seat = seat
        self.ledger: list[str] = []  # moves that were acknowledged, in order
        self.silences: list[tuple[float, float]] = []  # until when, and how long
        self.other_answers: list[str] = []
        self.refused = 0
        self.hops = 0
        self.trail: deque[tuple[float, str]] = deque(maxlen=TRAIL)  # what became of the last connections
        self.heard = time.monotonic()
        self.connected = False
        self.stopped = False
        self._token = token
        self._balancer = balancer
        self._chance = chance
        self._node = ""
        self._answers: dict[str, dict[str, Any]] = {}
        self._pending: dict[str, Any] | None = None
        self._view: dict[str, Any] | None = None
        self._info: dict[str, Any] | None = None
        self._count = 0
        self._socket: ClientConnection | None = None

    async def run(self) -> None:
        """Be there until the end."""
        wait = FIRST_RETRY_SECONDS
        while not self.stopped:
            try:
                self._node = self._balancer.node(self._chance, but=self._node)
                self._note_trail(f"calls {self._balancer.addresses.index(self._node)}")
                async with connect(
                    f"{self._node.replace('http', 'ws')}/ws/{self.table}",
                    additional_headers={"authorization": f"Bearer {self._token}"},
                    open_timeout=2.0,
                    close_timeout=0.1,
                    ping_interval=None,
                    max_size=2**22,
                ) as socket:
                    await self._sit(socket)
            except LOST as problem:
                self._note_trail(repr(problem)[:80])
            if self.connected:
                wait = FIRST_RETRY_SECONDS
            self.connected = False
            self.hops += 1
            await asyncio.sleep(wait * self._chance.uniform(0.8, 1.2))
            wait = min(MAX_RETRY_SECONDS, wait * 1.5)

    def _note_trail(self, what: str) -> None:
        self.trail.append((time.monotonic(), what))

    async def _sit(self, socket: ClientConnection) -> None:
        self._view = self._info = None
        self._socket = socket
        if self._pending is not None:
            await socket.send(json.dumps(self._pending))
        helpers = [asyncio.create_task(work(socket)) for work in (self._ping, self._play)]
        try:
            while not self.stopped:
                frame = json.loads(await asyncio.wait_for(socket.recv(), ANSWER_SECONDS))
                if frame["t"] == "closing":
                    return self._note_trail(f"closing {frame['reason']}")
                self._note(frame)
        finally:
            for helper in helpers:
                helper.cancel()
            for problem in await asyncio.gather(*helpers, return_exceptions=True):
                if isinstance(problem, Exception) and not isinstance(problem, LOST):
                    raise problem

    def _note(self, frame: dict[str, Any]) -> None:
        now = time.monotonic()
        self.silences.append((now, now - self.heard))
        self.heard = now
        kind = frame["t"]
        if kind == "table":
            self._info = frame
            if not self.connected:
                self._note_trail("there")
            self.connected = True
        elif kind == "view":
            self._view = frame
        elif kind == "change":
            assert self._view is not None and self._view["n"] == frame.get("since", frame["n"] - 1), (
                "a change is missing"
            )
            apply(self._view, frame)
        elif kind in ("moved", "refused") and frame.get("id"):
            self._answered(frame)

    def _answered(self, frame: dict[str, Any]) -> None:
        ident = frame["id"]
        known = self._answers.setdefault(ident, frame)
        if known != frame:
            self.other_answers.append(f"{known} then {frame}")
        if self._pending is None or self._pending["id"] != ident:
            return
        if frame["t"] == "moved":
            self.ledger.append(ident)
        elif frame["reason"] in ("busy", "not-saved"):
            del self._answers[ident]
            return
        else:
            self.refused += 1
        self._pending = None

    def hop(self) -> None:
        """Hang up, and come again somewhere."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _ping(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            await socket.send('{"t":"ping"}')

    async def _play(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(self._chance.uniform(*PAUSE_SECONDS))
            view, info = self._view, self._info
            if info is None:
                continue
            if info.get("you") is None:
                await socket.send(json.dumps({"t": "sit", "seat": self.seat}))
            elif info["status"] != "playing":
                await self._deal(socket, info)
            elif view is not None and view["legal"] and self._pending is None:
                self._count += 1
                ident = f"{self.table}-{self.seat}-{self._count}"
                move = self._chance.choice(view["legal"])
                self._pending = {"t": "move", "id": ident, "n": view["n"], "move": move, "match": info["match"]}
                await socket.send(json.dumps(self._pending))

    async def _deal(self, socket: ClientConnection, info: dict[str, Any]) -> None:
        full = all(chair["kind"] == "person" for chair in info["chairs"])
        if info.get("host") and full:
            if info["status"] == "over":
                await socket.send('{"t":"rematch"}')
            await socket.send('{"t":"start"}')


async def sit_down(balancer: Balancer, tables: int, chance: random.Random) -> list[Person]:
    """So many tables of three kinds of turn, their people spread over all nodes."""
    people, addresses = [], balancer.addresses
    async with httpx.AsyncClient(timeout=REQUEST_SECONDS) as http:

        async def token(where: int) -> str:
            http.cookies.clear()  # somebody else every time
            return str((await http.get(f"{addresses[where % len(addresses)]}/api/me")).json()["token"])

        for number in range(tables):
            game, seats, options = GAMES[number % len(GAMES)]
            host, where = await token(number), addresses[number % len(addresses)]
            setup = {"game": game, "seats": seats, "options": options, "bots": [None] * seats}
            http.cookies.clear()
            for _ in range(TRIES):
                made = await http.post(f"{where}/api/tables", json=setup, headers={"authorization": f"Bearer {host}"})
                if made.status_code != 503:  # a node that the machine leaves no time has no tables for a moment
                    break
                await asyncio.sleep(1.0)
            assert made.status_code == 201, made.text
            tokens = [host, *[await token(number + seat) for seat in range(1, seats)]]
            people += [
                Person(one, made.json()["id"], seat, balancer, random.Random(chance.random()))
                for seat, one in enumerate(tokens)
            ]
    return people
