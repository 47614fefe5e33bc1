"""What a move costs a server without sockets: ``python load/move_cost.py [TABLES MOVES]``, CPU time and bytes.

Workload W1 in one process: each table has four clients that take frames from nowhere and write them nowhere; commands,
rules, journal on disk, views and frames are the real ones. PYTHONPATH chooses what is measured, so two versions can be
compared in turns on a busy machine. It is measured in many parts, of which a cheap one counts (a tenth are cheaper):
what others do meanwhile makes a move dearer, never cheaper. A part of the time (a seventh) is that of the clients.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import uvloop

from koloda.server.protocol.bodies import NewTable
from koloda.server.services import Services, open_services
from koloda.server.settings import Settings
from koloda.server.sockets.session import TableSession
from koloda.server.sockets.uvicorn_ws import SocketProtocol
from koloda.server.table.connection import Person
from koloda.server.table.table import Table

SEATS = 4
PARTS = 50  # short ones: some of them pass undisturbed
WARM = 20  # moves of each table that are not measured
LONG = 1e5
UNLIMITED = 10**9
VIEWS = (b'{"t":"change', b'{"t":"view",')
LIMITS = ("frames_per_second", "frames_burst", "address_tables", "address_keeps", "address_lines", "person_lines")


class Socket:
    """Takes the place of a socket: counts what is written."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.loop = asyncio.get_running_loop()
        self.handler: TableSession | None = None
        self.bytes = 0

    def take_over(self, handler: TableSession, share: object) -> None:
        """Somebody is told what comes."""
        self.handler = handler

    def write(self, frames: Sequence[bytes]) -> None:
        """Frames for this client."""
        for frame in frames:
            self.bytes += len(frame)
            if frame.startswith(VIEWS):
                self.game.shown()

    def send(self, **message: object) -> None:
        """A message of this client."""
        assert self.handler is not None
        self.handler.on_message(json.dumps(message).encode())


class Game:
    """The clients of a table: the next move goes when all of them have the new view."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sockets = [Socket(self) for _ in range(SEATS)]
        self.missing = self.left = self.sent = 0
        self.over: asyncio.Future[None] | None = None

    async def play(self, moves: int) -> None:
        """So many moves."""
        self.left = moves
        self.over = asyncio.get_running_loop().create_future()
        self._next()
        await self.over
        self.over = None

    def shown(self) -> None:
        """One of them has a new view."""
        self.missing -= 1
        if self.missing == 0 and self.over is not None:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        match = self.table.match
        assert match is not None and self.over is not None
        self.missing = SEATS
        if match.game.over:
            self.sockets[0].send(t="rematch")
            self.sockets[0].send(t="start")
        elif not self.left:
            self.over.set_result(None)
        else:
            self.left -= 1
            self.sent += 1
            seat = match.turn.seats[0]
            move = "fold" if len(match.view(seat).cards("row", seat)) >= 3 else "hit"
            about = {"match": self.table.match_id, "n": match.move_number}
            self.sockets[seat].send(t="move", id=f"{seat}-{self.sent}", move=move, **about)


async def seated(services: Services, number: int) -> Game:
    """A table with four people."""
    people = [Person(f"{number}-{seat}", "") for seat in range(SEATS)]
    bots: list[Any] = [None, "normal", "normal", "normal"]
    setup = NewTable(game="pairs", seats=SEATS, options={"target": 31}, bots=bots, start=True)
    table = services.hub.tables[(await services.hub.make(setup, people[0])).id]
    game = Game(table)
    for socket, person in zip(game.sockets, people, strict=True):
        TableSession(services, cast(SocketProtocol, socket), table, person, "127.0.0.1", False, False, True).begin()
    while len(table.audience.connections) < SEATS:
        await asyncio.sleep(0.001)
    for seat in range(1, SEATS):
        table.seats[seat].seat_person(people[seat].id, "")
    table.reassign_viewers()
    await asyncio.sleep(0.001)
    return game


async def cost_of(games: list[Game], moves: int) -> tuple[float, float]:
    """Microseconds of a move while so many are made at each table: of the process, and of its loop."""
    cpu, loop = time.process_time(), time.thread_time()
    await asyncio.gather(*(game.play(moves) for game in games))
    played = len(games) * moves / 1e6
    return (time.process_time() - cpu) / played, (time.thread_time() - loop) / played


async def measure(tables: int, moves: int, data: Path) -> None:
    """Print what a move costs."""
    limits: dict[str, Any] = dict.fromkeys(LIMITS, UNLIMITED)
    settings = Settings(data=data, max_bot_pause_seconds=LONG, grace_seconds=LONG, person_cpu=LONG, **limits)
    services = await open_services(settings)
    games = [await seated(services, number) for number in range(tables)]
    gc.collect()
    gc.freeze()
    await asyncio.gather(*(game.play(WARM) for game in games))
    for socket in (socket for game in games for socket in game.sockets):
        socket.bytes = 0
    part = max(1, moves // PARTS)
    costs = [await cost_of(games, part) for _ in range(PARTS)]
    cheapest = sorted(costs)[PARTS // 10]
    written = sum(socket.bytes for game in games for socket in game.sockets)
    found = {
        "cpu_us_per_move": round(cheapest[0], 1),
        "of_these_in_the_loop": round(cheapest[1], 1),
        "bytes_per_client_and_move": round(written / (tables * part * PARTS) / SEATS, 1),
    }
    print(json.dumps(found), flush=True)
    await services.hub.stop()
    await services.store.close()


if __name__ == "__main__":
    sizes = [int(word) for word in sys.argv[1:]] or [50, 60]
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(measure(sizes[0], sizes[1], Path(folder)))
