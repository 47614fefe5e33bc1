"""kill -9 at any moment: every acknowledged move is there afterwards, in order, once, and clients go on."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import time
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from .running import Client, Server

KILLS = int(os.environ.get("KOLODA_KILLS", "50"))
TABLES = 3


class Player:
    """A host who plays against bots and remembers what was acknowledged."""

    def __init__(self, server: Server, number: int) -> None:
        self.client = Client(server)
        self.table = self.client.make_table(
            game="pairs", seats=3, options={"target": 31}, bots=[None, "normal", "normal"], start=True
        )
        self.acknowledged: list[tuple[int, str]] = []
        self.pending: tuple[str, str] | None = None
        self.count = 0
        self.number = number
        self.rematches = 0

    def play_until(self, end: float) -> None:
        """Move whenever there is something to do, until the time is up or the server is gone."""
        self.client.view = None  # of the connection before
        self.client.join(self.table)
        if self.pending is not None:
            self._send_again()
        while time.monotonic() < end:
            try:
                self._step(self.client.read(0.05))
            except TimeoutError:
                continue

    def _send_again(self) -> None:
        """After a reconnect the same move with the same id: it must count once."""
        self.client.until("view")
        assert self.client.view is not None and self.pending is not None
        self.client.send(t="move", id=self.pending[0], n=self.client.view["n"], move=self.pending[1])

    def _step(self, frame: dict[str, Any]) -> None:
        if frame["t"] == "moved":
            assert self.pending is not None and frame["id"] == self.pending[0]
            self.acknowledged.append((frame["n"], self.pending[0]))
            self.pending = None
        elif frame["t"] == "refused":
            assert frame["reason"] == "stale", frame
            self.pending = None
        view = self.client.view
        if view is None or self.pending is not None:
            return
        if view.get("result"):
            self._again()
        elif view["legal"]:
            self.count += 1
            self.pending = (f"{self.number}-{self.count}", view["legal"][-1])
            self.client.send(t="move", id=self.pending[0], n=view["n"], move=self.pending[1])

    def _again(self) -> None:
        self.client.send(t="rematch")
        self.client.send(t="start")
        self.client.view = None
        self.rematches += 1


def moves_on_disk(data: Path, table: str) -> list[str]:
    """The client's own move ids in the journal, in order."""
    with sqlite3.connect(data / "koloda.sqlite") as reader:
        rows = reader.execute("SELECT seq, kind, payload FROM events WHERE place = ? ORDER BY seq", (table,)).fetchall()
    reader.close()
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), "the journal has a gap"
    return [json.loads(payload)["id"] for _, kind, payload in rows if kind == "move" and json.loads(payload)["id"]]


def test_no_acknowledged_move_is_lost_by_kill_9(tmp_path: Path) -> None:
    chance = random.Random(5)
    server = Server(tmp_path, bot_pause=0.02, grace=60).start()
    players = [Player(server, number) for number in range(TABLES)]
    for _ in range(KILLS):
        for player in players:
            player.play_until(time.monotonic() + chance.uniform(0.01, 0.12))
        server.stop(signal.SIGKILL)
        for player in players:
            drain(player)
        for player in players:
            saved = moves_on_disk(tmp_path, player.table)
            acknowledged = [move_id for _, move_id in player.acknowledged]
            assert saved[: len(acknowledged)] == acknowledged, (
                "an acknowledged move is missing, doubled or out of order"
            )
            assert len(saved) - len(acknowledged) <= 1, "a move was made that nobody sent"
        server.start()
    assert sum(len(player.acknowledged) for player in players) > KILLS
    for player in players:
        player.client.close()
    server.stop()


def drain(player: Player) -> None:
    """Read what was still on its way when the server died."""
    try:
        while True:
            player._step(player.client.read(0.2))
    except (ConnectionClosed, TimeoutError, OSError):
        pass
