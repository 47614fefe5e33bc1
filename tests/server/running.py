"""A real server in a process of its own, and people who talk to it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect


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
        self.heard = ""  # until it listens
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        """Start it and wait until it says that it listens."""
        command = [
            self.python,
            "-m",
            "koloda",
            "--lang",
            "en",
            "serve",
            "--port",
            str(self.port),
            "--data",
            str(self.data),
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
        code = self.process.wait(timeout=20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


class Client:
    """A person: HTTP and, at a table, a socket whose frames are kept."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.address, timeout=20, verify=False)
        self.me: dict[str, Any] = self.http.get("/api/me").json()
        self.socket: ClientConnection | None = None
        self._open = ExitStack()
        self.frames: list[dict[str, Any]] = []
        self.view: dict[str, Any] | None = None
        self.table: dict[str, Any] | None = None

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
            connect(f"{address}/ws/{table}?token={self.me['token']}{query}", max_size=2**22)
        )
        return self

    def send(self, **message: object) -> None:
        """One frame."""
        assert self.socket is not None
        self.socket.send(json.dumps(message))

    def read(self, seconds: float = 5.0) -> dict[str, Any]:
        """The next frame; views are put together."""
        assert self.socket is not None
        frame: dict[str, Any] = json.loads(self.socket.recv(timeout=seconds))
        self.frames.append(frame)
        if frame["t"] == "view":
            self.view = frame
        elif frame["t"] == "change":
            assert self.view is not None
            apply(self.view, frame)
        elif frame["t"] == "table":
            self.table = frame
        return frame

    def until(self, *kinds: str, seconds: float = 10.0) -> dict[str, Any]:
        """Read on to the first frame of these kinds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            frame = self.read(max(0.05, end - time.monotonic()))
            if frame["t"] in kinds:
                return frame
        raise AssertionError(f"no {kinds} came; the last frames: {self.frames[-5:]}")

    def close(self) -> None:
        """Hang up."""
        self._open.close()
        self.http.close()


def apply(view: dict[str, Any], change: dict[str, Any]) -> None:
    """Bring a view up to date, as docs/protocol.md says."""
    for index, cards in change.get("zones", []):
        view["zones"][index][4] = cards
    for index, cards in change.get("more", []):
        view["zones"][index][4] = view["zones"][index][4] + cards
    for index, value in change.get("counters", []):
        view["counters"][index][2] = value
    for name in ("n", "kind", "turn", "phase", "legal", "chosen", "notes", "log", "chat", "result", "deadline"):
        if name in change:
            view[name] = change[name]
