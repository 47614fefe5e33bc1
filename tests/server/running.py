"""A real server in a process of its own, and people who talk to it."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from koloda.seal import DealId
from koloda.server.app import make_app
from koloda.server.hub import Hub
from koloda.server.services import Services
from koloda.server.settings import Settings
from koloda.server.sockets.uvicorn_http import HttpTimeoutProtocol
from koloda.server.sockets.uvicorn_ws import SocketProtocol
from koloda.server.storage.sqlite_store import SqliteStore

LOST = (WebSocketException, OSError, EOFError)  # how a client notices that its connection is gone
MAX_ANSWER_SECONDS = 2.0  # for one answer; the median is held to far less
MEDIAN_ANSWER_SECONDS = 0.5
PATIENCE_SECONDS = 40.0  # for what must come, however busy the machine is


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """``koloda serve`` on loopback; killed and started again at will."""

    def __init__(self, data: Path, **settings: object) -> None:
        self.data = data
        self.port = free_port()
        self.environment = {**os.environ, **{f"KOLODA_{name.upper()}": str(value) for name, value in settings.items()}}
        self.python = sys.executable
        self.program = ["-m", "koloda"]
        self.words: list[str] = []  # more of the command line
        self.heard = ""  # until it listens
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def begin_with(self, program: str) -> Server:
        """From the next start on this runs in the server's process before anything else."""
        folder = self.data.with_name(f"{self.data.name}-begins-with")
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(program, encoding="utf-8")
        paths = [str(folder), *filter(None, [self.environment.get("PYTHONPATH")])]
        self.environment["PYTHONPATH"] = os.pathsep.join(paths)
        return self

    def start(self) -> Server:
        """Start it and wait until it says that it listens."""
        command = [
            self.python,
            *self.program,
            "--lang",
            "en",
            "serve",
            "--port",
            str(self.port),
            "--data",
            str(self.data),
            *self.words,
        ]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.environment
        )
        assert self.process.stdout is not None
        self.heard = ""
        for line in self.process.stdout:
            self.heard += line
            if "The table is laid" in line:
                return self
        raise AssertionError(f"the server did not start: {self.heard}")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait for the end."""
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(timeout=PATIENCE_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


class Client:
    """A person: HTTP and, at a table, a socket whose frames are kept."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.address, timeout=PATIENCE_SECONDS, verify=False)
        self.me: dict[str, Any] = self.http.get("/api/me").json()
        self.socket: ClientConnection | None = None
        self.patience = PATIENCE_SECONDS  # how long a frame that must come may take
        self._open = ExitStack()
        self.frames: list[dict[str, Any]] = []
        self.view: dict[str, Any] | None = None
        self.table: dict[str, Any] | None = None
        self.numbers: dict[str, str] | None = None  # those for each match, if this client adds any

    def make_table(self, **setup: object) -> str:
        """A new table; its id."""
        answer = self.http.post("/api/tables", json=setup)
        assert answer.status_code == 201, answer.text
        made: str = answer.json()["id"]
        return made

    def join(self, table: str, query: str = "") -> Client:
        """Open the table's socket."""
        address = self.server.address.replace("http", "ws")
        self._open.close()
        self.socket = self._open.enter_context(
            connect(f"{address}/ws/{table}?{query}", additional_headers=bearer(self.me["token"]), max_size=2**22)
        )
        return self

    def send(self, **message: object) -> None:
        """One frame."""
        assert self.socket is not None
        self.socket.send(json.dumps(message))

    def move(self, ident: str, text: str, n: int | None = None) -> None:
        """Make a move of the match that this client was told of last."""
        assert self.table is not None
        number = self.view["n"] if n is None and self.view is not None else n
        self.send(t="move", id=ident, n=number, move=text, match=self.table["match"])

    def read(self, seconds: float | None = None) -> dict[str, Any]:
        """The next frame; views are put together."""
        assert self.socket is not None
        frame: dict[str, Any] = json.loads(self.socket.recv(timeout=self.patience if seconds is None else seconds))
        self.frames.append(frame)
        if frame["t"] == "view":
            self.view = frame
        elif frame["t"] == "change":
            assert self.view is not None
            apply(self.view, frame)
        elif frame["t"] == "table":
            self.table = frame
            message = None if self.numbers is None else number_for_deal(frame, self.numbers)
            if message is not None:
                self.send(**message)
        return frame

    def until(self, *kinds: str, seconds: float | None = None) -> dict[str, Any]:
        """Read on to the first frame of these kinds."""
        end = time.monotonic() + (self.patience if seconds is None else seconds)
        while time.monotonic() < end:
            frame = self.read(max(0.05, end - time.monotonic()))
            if frame["t"] in kinds:
                return frame
        raise AssertionError(f"no {kinds} came; the last frames: {self.frames[-5:]}")

    def close(self) -> None:
        """Hang up."""
        self._open.close()
        self.http.close()


def number_for_deal(table: dict[str, Any], numbers: dict[str, str]) -> dict[str, str] | None:
    """Commit to a number of one's own, or show it when its time has come (docs/protocol.md, section 7)."""
    you, match, seal = table["you"], table["match"], table["seal"]
    if you is None or seal["stage"] == "dealt":
        return None
    nonce = numbers.setdefault(match, secrets.token_hex(16))
    commitment = DealId(table["id"], match).nonce_commitment(you, nonce)
    if seal["stage"] == "revealing" and seal["commits"][you] == commitment:
        return {"t": "reveal", "match": match, "nonce": nonce}
    if seal["stage"] != "revealing" and not seal["commits"][you]:
        return {"t": "commit", "match": match, "commitment": commitment}
    return None


def apply(view: dict[str, Any], change: dict[str, Any]) -> None:
    """Bring a view up to date, as docs/protocol.md says."""
    for index, cards in change.get("zones", []):
        view["zones"][index][4] = cards
    for index, cards in change.get("more", []):
        view["zones"][index][4] = view["zones"][index][4] + cards
    for index, value in change.get("counters", []):
        view["counters"][index][2] = value
    plain = ("n", "kind", "turn", "phase", "legal", "chosen", "notes", "log", "chat", "result", "deadline")
    for name in (*plain, "labels", "ask"):
        if name in change:
            view[name] = change[name]


def apply_to_table(table: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The table with what differs from its last whole frame, as docs/protocol.md says."""
    table = table | change.get("now", {})
    return {name: value for name, value in table.items() if name not in change.get("gone", [])}


class LocalServer(Server):
    """A server in this process, so that its tables can be looked at."""

    def __init__(self, data: Path, bots: tuple[str, ...] = ()) -> None:
        super().__init__(data)
        self.port = free_port()
        settings = Settings(port=self.port, data=data, max_bot_pause_seconds=0, bots=bots)
        self.app = make_app(Services(settings, SqliteStore(data / "koloda.sqlite")))
        config = uvicorn.Config(
            self.app, port=self.port, http=HttpTimeoutProtocol, ws=SocketProtocol, log_level="critical"
        )
        self.uvicorn = uvicorn.Server(config)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread = Thread(target=lambda: asyncio.run(self.serve()))

    async def serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.uvicorn.serve()

    def __enter__(self) -> LocalServer:
        self.thread.start()
        wait_for(lambda: self.uvicorn.started)
        return self

    def __exit__(self, *problem: object) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(20)

    def open_sockets(self) -> int:
        """How many sockets are open, whatever the tables think."""
        return sum(isinstance(one, WebSocketsSansIOProtocol) for one in self.uvicorn.server_state.connections)

    @property
    def hub(self) -> Hub:
        hub: Hub = self.app.app.state.services.hub
        return hub


def wait_for(true: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def at_table(server: Server, **setup: Any) -> tuple[Client, str]:
    """A player with two bots, in the middle of a match that takes a while."""
    client = Client(server)
    table_id = client.make_table(
        **{"game": "pairs", "seats": 3, "options": {"target": 31}, "bots": [None, "normal", "normal"], "start": True}
        | setup
    )
    client.join(table_id).until("view")
    return client, table_id


def play_some(client: Client, moves: int) -> list[float]:
    """Play on; how long each move took to be acknowledged."""
    took: list[float] = []
    while len(took) < moves:
        assert client.view is not None
        if client.view.get("result"):
            client.send(t="rematch")
            client.send(t="start")
            client.view = None
            client.until("view")
        elif client.view["legal"]:
            sent = time.monotonic()
            ident = f"{sent}"
            client.move(ident, client.view["legal"][-1])
            assert client.until("moved", "refused")["t"] == "moved"
            took.append(time.monotonic() - sent)
            while (
                client.view["legal"] and client.frames[-1]["t"] == "moved" and client.view["n"] < client.frames[-1]["n"]
            ):
                client.read()
        else:
            client.read()
    return took


def check_quick(client: Client, moves: int = 10) -> None:
    """The table goes on, and is quick."""
    took = sorted(play_some(client, moves))
    times = crowding()
    assert took[-1] < times * MAX_ANSWER_SECONDS and took[len(took) // 2] < times * MEDIAN_ANSWER_SECONDS, took


def crowding() -> float:
    """How many processes want each core now: so many times slower may everything be. 1 on a quiet machine."""
    last_minute, *_, counts, _ = Path("/proc/loadavg").read_text().split()
    return max(float(last_minute), int(counts.split("/")[0]), os.cpu_count() or 1) / (os.cpu_count() or 1)


def bearer(token: str) -> dict[str, str]:
    """The header by which a program shows its token."""
    return {"authorization": f"Bearer {token}"}


def socket_of(server: Server, table_id: str, token: str, **more: Any) -> ClientConnection:
    """A bare socket."""
    address, headers = f"{server.address.replace('http', 'ws')}/ws/{table_id}", bearer(token)
    bare: ClientConnection = connect(
        address, additional_headers=headers, max_size=2**22, max_queue=None, close_timeout=0.1, **more
    )
    return bare


def closing_reason(bare: ClientConnection) -> str:
    """Why the server hangs up."""
    try:
        while True:
            frame = json.loads(bare.recv(timeout=PATIENCE_SECONDS))
            if frame["t"] == "closing":
                return str(frame["reason"])
    except ConnectionClosed:
        return "closed"


@contextmanager
def deaf(server: Server, table_id: str, token: str) -> Iterator[socket.socket]:
    """A client that opens a socket and never reads."""
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.connect(("127.0.0.1", server.port))
        sock.sendall(
            f"GET /ws/{table_id}?log=1 HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {token}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b"101" in sock.recv(64)
        yield sock


def cut_off(sock: socket.socket) -> bool:
    """Whether reading on comes to an end."""
    sock.settimeout(10)
    try:
        while sock.recv(1 << 20):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True
