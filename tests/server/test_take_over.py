"""A new process takes over from the serving one: no move is lost, nobody is refused, and nothing is left behind."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from .running import Client, Server, at_table, play_some, wait_for
from .test_kill import Player, check

TAKE_OVERS = 3


class RenewableServer(Server):
    """``koloda serve --renew``; what it logs is read as it comes."""

    def __init__(self, data: Path, command: str = "", **settings: object) -> None:
        super().__init__(data, **settings)
        self.words = ["--renew", command]
        self.log: list[dict[str, Any]] = []

    def start(self) -> RenewableServer:
        super().start()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Also read what it logs to the end."""
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(how)
        code = self.process.wait(timeout=20)
        self.reader.join(20)  # the pipe is closed once no process of the server is left
        assert not self.reader.is_alive()
        self.process.stdout.close()
        return code

    def _read(self) -> None:
        assert self.process is not None and self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{"):
                self.log.append(json.loads(line))

    def logged(self, event: str) -> list[dict[str, Any]]:
        return [line for line in self.log if line["event"] == event]

    def renew(self) -> None:
        """Let a new process take over, and wait until it has."""
        assert self.process is not None
        before = len(self.logged("taken over"))
        self.process.send_signal(signal.SIGHUP)
        wait_for(lambda: len(self.logged("taken over")) > before, 60)


@contextmanager
def renewable(data: Path, command: str = "", **settings: object) -> Iterator[RenewableServer]:
    server = RenewableServer(data, command, **settings).start()
    try:
        yield server
    finally:
        assert server.process is not None
        if server.process.poll() is None:
            assert server.stop(signal.SIGINT) == 0


class Caller(threading.Thread):
    """Opens a connection after the other and asks whether all is well; keeps what went wrong."""

    def __init__(self, server: Server) -> None:
        super().__init__(daemon=True)
        self.address = f"{server.address}/healthz"
        self.answers = 0
        self.problems: list[str] = []
        self.stopped = False

    def run(self) -> None:
        while not self.stopped:
            try:
                answer = httpx.get(self.address, timeout=30)
                self.answers += 1
                if answer.status_code != 200:
                    self.problems.append(answer.text)
            except httpx.HTTPError as problem:
                self.problems.append(repr(problem))


def all_make_a_move(players: list[Player]) -> None:
    before = [len(player.acknowledged) for player in players]
    wait_for(lambda: all(p.problem or len(p.acknowledged) > n for p, n in zip(players, before, strict=True)))


def test_matches_go_on_and_nobody_is_refused(tmp_path: Path) -> None:
    there = threading.Event()
    there.set()
    with renewable(tmp_path, bot_pause=0, grace=60, frames_per_second=1000, frames_burst=1000) as server:
        players = [Player(server, number, there) for number in range(3)]
        caller = Caller(server)
        for thread in (*players, caller):
            thread.start()
        for _ in range(TAKE_OVERS):
            all_make_a_move(players)
            server.renew()
        all_make_a_move(players)
        caller.stopped = True
        caller.join(10)
        for player in players:
            player.stopped = True
            player.join(10)
            check(player, tmp_path)
            player.client.close()
        assert caller.answers > TAKE_OVERS and not caller.problems, caller.problems
        assert len(server.logged("started")) == TAKE_OVERS, "the first one is heard before"
        assert all(line["rules"] in ("compiled", "interpreted") for line in server.logged("taken over"))


def test_clients_are_told_to_come_again_soon(tmp_path: Path) -> None:
    with renewable(tmp_path) as server:
        client, table_id = at_table(server)
        server.renew()
        frame = client.until("closing")
        assert frame["reason"] == "restart" and 0 < frame["retry"] < 500, frame
        client.join(table_id).until("view")
        play_some(client, 1)
        client.close()


def test_a_new_process_that_cannot_start_changes_nothing(tmp_path: Path) -> None:
    better = tmp_path / "better"
    path = os.pathsep.join([str(better), os.environ.get("PYTHONPATH", "")])
    server = RenewableServer(tmp_path / "data")
    server.environment["PYTHONPATH"] = path
    server.start()
    client, _ = at_table(server)
    (better / "koloda").mkdir(parents=True)
    (better / "koloda" / "__init__.py").write_text("raise SystemExit('half a package')\n", encoding="utf-8")
    assert server.process is not None
    server.process.send_signal(signal.SIGHUP)
    wait_for(lambda: bool(server.logged("not taken over")), 60)
    play_some(client, 1)
    client.close()
    assert not server.logged("taken over")
    assert server.stop() == 0


def test_the_command_beside_it_brings_the_new_process_once_it_has_succeeded(tmp_path: Path) -> None:
    go = tmp_path / "go"
    with renewable(tmp_path / "data", f"while [ ! -e {go} ]; do sleep 0.05; done") as server:
        client, table_id = at_table(server)
        assert not server.logged("taken over")
        go.touch()
        wait_for(lambda: bool(server.logged("taken over")), 60)
        client.join(table_id).until("view")
        client.close()


def test_a_command_that_fails_changes_nothing_and_one_that_runs_ends_with_the_server(tmp_path: Path) -> None:
    with renewable(tmp_path / "failing", f"touch {tmp_path / 'ran'}; exit 1") as server:
        wait_for((tmp_path / "ran").exists)
        Client(server).close()
    assert not server.logged("taken over")
    number = tmp_path / "number"
    with renewable(tmp_path / "long", f"sleep 1000 & echo $! > {number}; wait") as server:
        wait_for(lambda: number.exists() and bool(number.read_text()))
    pid = int(number.read_text())
    wait_for(lambda: not is_running(pid))


def test_without_its_supervisor_a_server_ends_in_order(tmp_path: Path) -> None:
    server = RenewableServer(tmp_path).start()
    assert server.stop(signal.SIGKILL) == -signal.SIGKILL
    assert server.logged("stopped")
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", server.port)) != 0


def is_running(pid: int) -> bool:
    told = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    return bool(told) and not told.startswith("Z")
