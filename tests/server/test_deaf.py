"""A client that does not read is cut off after a while, for good: no frames, no descriptor, no seat in the crowd."""

from __future__ import annotations

import asyncio
import socket
import time
from pathlib import Path
from threading import Thread

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from koloda.server.app import make_app
from koloda.server.hub import Hub
from koloda.server.protocol import messages as p
from koloda.server.services import Parts
from koloda.server.settings import Settings
from koloda.server.sockets import session as sockets
from koloda.server.sockets.uvicorn_http import Door
from koloda.server.sockets.uvicorn_ws import SocketProtocol

from .running import Client, Server, free_port
from .test_sockets import deaf


class Here(Server):
    """A server in this process, so that its tables can be looked at."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.port = free_port()
        self.app = make_app(Parts(Settings(port=self.port, data=data)))
        config = uvicorn.Config(self.app, port=self.port, http=Door, ws=SocketProtocol, log_level="critical")
        self.here = uvicorn.Server(config)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread = Thread(target=lambda: asyncio.run(self.serve()))

    async def serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.here.serve()

    def __enter__(self) -> Here:
        self.thread.start()
        wait_for(lambda: self.here.started)
        return self

    def __exit__(self, *problem: object) -> None:
        self.here.should_exit = True
        self.thread.join(20)

    def lines(self) -> int:
        """How many sockets are open, whatever the tables think."""
        return sum(isinstance(one, WebSocketsSansIOProtocol) for one in self.here.server_state.connections)

    @property
    def hub(self) -> Hub:
        hub: Hub = self.app.app.state.parts.hub
        return hub


def wait_for(true: object, seconds: float = 15.0) -> None:
    end = time.monotonic() + seconds
    while not true():  # type: ignore[operator]
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def test_a_deaf_client_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "DRAIN", 0.5)
    monkeypatch.setattr(sockets, "FAREWELL", 0.2)
    with Here(tmp_path) as server:
        reader, stranger = Client(server), Client(server)
        place = reader.make_table(game="pairs", seats=2)
        reader.join(place).until("table")
        table = server.hub.tables[place]
        with deaf(server, place, stranger.me["token"]) as line:
            wait_for(lambda: len(table.crowd.connections) == 2)
            assert server.loop is not None
            for number in range(100):  # more than the kernel's buffers hold
                big = p.Said(None, str(number), "x" * 100_000)
                server.loop.call_soon_threadsafe(table.crowd.broadcast, big)
                assert reader.until("said")["name"] == str(number), "the other one must not wait"
            wait_for(lambda: len(table.crowd.connections) == 1)
            wait_for(lambda: server.lines() == 1, 5.0)
            assert cut_off(line), "the line is still open"
        reader.close()
        stranger.close()


def cut_off(line: socket.socket) -> bool:
    """Whether reading on comes to an end."""
    line.settimeout(10)
    try:
        while line.recv(1 << 20):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True
