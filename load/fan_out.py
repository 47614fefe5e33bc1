"""What frames and fan-out alone cost, without a table: ``python load/fan_out.py [--other PYTHON] [ROUNDS]``.

Groups of four sockets on loopback; one of a group sends a move, all four are sent a change. Measured is the CPU time of
the server process per round, in turns, five times each: our protocol over uvicorn's, and, with the Python of an
environment that has them, picows and aiohttp. The other Python needs uvloop, picows and aiohttp.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import time
from functools import partial
from typing import Any, cast

GROUPS = 100
SEATS = 4
TURNS = 5
TICKS = os.sysconf("SC_CLK_TCK")
MOVE = b'{"t":"move","id":"0-12","match":"IgB7F9e4G5AB","n":34,"move":"hit"}'
CHANGE = b'{"t":"change","n":35,"log":[["hit",3,null,[2]]],"turn":[0],"zones":[[0,43]],"more":[[6,[2]]],"legal":[]}'
MASK = b"\1\2\3\4"
FRAME = bytes((0x81, 0x80 | len(MOVE))) + MASK + bytes(byte ^ MASK[i % 4] for i, byte in enumerate(MOVE))
SHAKE = (
    "GET /{group} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


# The servers


async def serve_ours(port: int) -> None:
    """The protocol of our tables, with nothing behind it."""
    import uvicorn

    from koloda.server.sockets.uvicorn_http import HttpTimeoutProtocol
    from koloda.server.sockets.uvicorn_ws import SocketProtocol

    groups: dict[str, list[Any]] = {}

    class Handler:
        """Passes a move on to its group."""

        def __init__(self, group: list[Any]) -> None:
            self.group = group

        def on_message(self, frame: bytes) -> None:
            """A move."""
            for socket in self.group:
                socket.write([CHANGE])

        def on_control_frame(self) -> None:
            """None comes."""

        def on_writable(self, writable: bool) -> None:
            """All read."""

        def on_lost(self) -> None:
            """The end."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            group = groups.setdefault(scope["path"], [])
            group.append(scope["socket_protocol"])
            scope["socket_protocol"].take_over(Handler(group), None)

    config = uvicorn.Config(
        app, port=port, http=HttpTimeoutProtocol, ws=SocketProtocol, lifespan="off", log_level="error",
        ws_per_message_deflate=False,
    )  # fmt: skip
    await uvicorn.Server(config).serve()


async def serve_picows(port: int) -> None:
    """picows: a listener for each socket."""
    import picows

    groups: dict[str, list[Any]] = {}

    class Listener(picows.WSListener):  # type: ignore[misc]
        def __init__(self, path: str) -> None:
            super().__init__()
            self.group = groups.setdefault(path, [])

        def on_ws_connected(self, transport: Any) -> None:
            self.group.append(transport)

        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            frame.get_payload_as_bytes()
            for socket in self.group:
                socket.send(picows.WSMsgType.TEXT, CHANGE)

    server = await picows.ws_create_server(lambda request: Listener(request.path.decode()), "127.0.0.1", port)
    await server.serve_forever()


async def serve_aiohttp(port: int) -> None:
    """aiohttp: a task for each socket."""
    from aiohttp import web

    groups: dict[str, list[Any]] = {}

    async def handle(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        group = groups.setdefault(request.path, [])
        group.append(socket)
        async for _ in socket:
            for other in group:
                await other.send_str(CHANGE.decode())
        return socket

    app = web.Application()
    app.router.add_get("/{group}", handle)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    await asyncio.Event().wait()


SERVERS = {"ours": serve_ours, "picows": serve_picows, "aiohttp": serve_aiohttp}


# The clients


class Client(asyncio.Protocol):
    """One socket: counts the bytes of the changes that have come."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.shaken = False
        self.waiting = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        self.transport = cast(asyncio.Transport, transport)  # uvloop's own class
        self.transport.write(SHAKE.format(group=self.group.number).encode())

    def data_received(self, data: bytes) -> None:
        """The handshake, then changes."""
        if not self.shaken:
            self.waiting += data
            head, found, data = self.waiting.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self.shaken = True
            self.group.shook.release()
        self.group.received(len(data))


class Group:
    """Four sockets; the next move goes when all have heard of the last one."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.shook = asyncio.Semaphore(0)
        self.clients: list[Client] = []
        self.missing = self.rounds = 0
        self.over: asyncio.Future[None] | None = None

    def received(self, count: int) -> None:
        """So many bytes have come."""
        self.missing -= count
        if self.missing == 0 and self.over is not None:
            self.send()

    def send(self) -> None:
        """The next move, or the end."""
        if self.rounds == 0:
            assert self.over is not None
            self.over.set_result(None)
            return
        self.rounds -= 1
        self.missing = SEATS * (len(CHANGE) + 2)
        self.clients[self.rounds % SEATS].transport.write(FRAME)

    async def play(self, rounds: int) -> None:
        """So many moves."""
        self.rounds = rounds
        self.over = asyncio.get_running_loop().create_future()
        self.send()
        await self.over
        self.over = None


async def measured(kind: str, python: str, port: int, rounds: int) -> float:
    """Microseconds of CPU of one server per round."""
    server = subprocess.Popen([python, __file__, "--serve", kind, "--port", f"{port}"])
    try:
        loop, groups = asyncio.get_running_loop(), [Group(number) for number in range(GROUPS)]
        await _listening(port)
        for group in groups:
            for _ in range(SEATS):
                _, client = await loop.create_connection(partial(Client, group), "127.0.0.1", port)
                group.clients.append(client)
                await group.shook.acquire()
        await asyncio.gather(*(group.play(rounds // 10) for group in groups))
        before = _cpu(server.pid)
        await asyncio.gather(*(group.play(rounds) for group in groups))
        return (_cpu(server.pid) - before) * 1e6 / (GROUPS * rounds)
    finally:
        server.kill()
        server.wait()


async def _listening(port: int) -> None:
    for _ in range(200):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.05)
    raise TimeoutError("the server did not start")


def _cpu(pid: int) -> float:
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def compare(other: str | None, rounds: int) -> None:
    """All servers in turn, so that a busy machine is busy for all of them."""
    kinds = {"ours": sys.executable, **({"picows": other, "aiohttp": other} if other else {})}
    found: dict[str, list[float]] = {kind: [] for kind in kinds}
    port = 20_000 + int(time.time()) % 20_000
    for _ in range(TURNS):
        for kind, python in kinds.items():
            port += 1
            found[kind].append(await measured(kind, python, port, rounds))
    for kind, times in found.items():
        shares = [time / ours for time, ours in zip(times, found["ours"], strict=True)]
        print(f"{kind:8} {statistics.median(times):6.1f} µs a round (median of {TURNS}; {min(times):.1f} to"
              f" {max(times):.1f}); {statistics.median(shares):.2f} of ours")  # fmt: skip


def main() -> None:
    """The command."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("rounds", nargs="?", type=int, default=100)
    words.add_argument("--other", help="a Python with uvloop, picows and aiohttp")
    words.add_argument("--serve", choices=SERVERS, help=argparse.SUPPRESS)
    words.add_argument("--port", type=int, help=argparse.SUPPRESS)
    chosen = words.parse_args()
    import uvloop

    uvloop.run(SERVERS[chosen.serve](chosen.port) if chosen.serve else compare(chosen.other, chosen.rounds))


if __name__ == "__main__":
    main()
