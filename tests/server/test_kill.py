"""kill -9 at any moment: what was acknowledged is there afterwards, in order, once, and clients go on by themselves.

The matches are short, so that there are many rematches; answered moves are sent again too, and have their old answers.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

from koloda.seal import DealId
from koloda.verify import verify

from .attack.ledger import on_disk
from .running import LOST, Client, Server, wait_for

KILLS = int(os.environ.get("KOLODA_KILLS", "50" if os.environ.get("KOLODA_ALL") == "1" else "15"))
TABLES = 4
MAX_ASKED_AGAIN = 12


class Player(threading.Thread):
    """A host who plays against bots, comes back after a crash, and remembers what was acknowledged and shown."""

    def __init__(self, server: Server, number: int, there: threading.Event) -> None:
        super().__init__(daemon=True)
        self.there = there
        self.client = Client(server)
        self.client.numbers = {}
        self.verified = 0
        self.table = self.client.make_table(
            game="pairs", seats=3, options={"target": 11}, bots=[None, "normal", "normal"], start=True
        )
        self.acknowledged: list[str] = []
        self.seen: Counter[str] = Counter()
        self.pending: dict[str, Any] | None = None
        self.answered: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}  # moves of any match, and their answers
        self.chance = random.Random(number)
        self.count = 0
        self.number = number
        self.connected = False
        self.arriving = False
        self.stopped = False
        self.problem = ""

    def run(self) -> None:
        """Play; when the server is gone, come back as soon as it is there."""
        try:
            while not self.stopped:
                try:
                    self._play()
                except LOST:
                    self.connected = False
                    time.sleep(0.02)
                    self.there.wait()  # to knock all the time would only keep the server from starting
        except AssertionError as error:
            self.problem = f"{error!r} at {self.client.frames[-3:]}"
        finally:
            self.connected = False

    def _play(self) -> None:
        self.client.view = None  # of the connection before
        self.arriving = True
        self.client.join(self.table, "seal=1")
        self.connected = True
        if self.pending is not None:  # exactly as it was: it must count once
            self.client.send(**self.pending)
        while not self.stopped:
            try:
                self._step(self.client.read(0.1))
            except TimeoutError:
                continue

    def _step(self, frame: dict[str, Any]) -> None:
        if frame["t"] in ("moved", "refused"):
            ident = frame["id"]
            if ident in self.answered:
                assert frame == self.answered[ident][1], f"another answer than {self.answered[ident][1]}"
                return
            assert self.pending is not None and ident == self.pending["id"]
            assert frame["t"] == "moved" or frame["reason"] == "stale", frame
            self.answered[ident] = self.pending, frame
            if frame["t"] == "moved":
                self.acknowledged.append(frame["id"])
            self.pending = None
        view, table = self.client.view, self.client.table
        if self.arriving and frame["t"] == "table":
            self.arriving = False
            if frame["seal"]["stage"] == "open":  # the server was killed between our rematch and the deal
                self.client.send(t="start")
        if view is None or table is None:
            return
        if frame["t"] in ("view", "change"):
            self.seen[table["match"]] = max(view["n"], self.seen[table["match"]])
        if self.pending is None:
            self._move(view)

    def _move(self, view: dict[str, Any]) -> None:
        if view.get("result"):
            self._verify()
            self.client.send(t="rematch")
            self.client.send(t="start")
            self.client.view = None
        elif view["legal"]:
            if self.answered and self.chance.random() < 0.2:
                self.client.send(**self.chance.choice(list(self.answered.values())[-MAX_ASKED_AGAIN:])[0])
            self.count += 1
            ident = f"{self.number}-{self.count}"
            match = (self.client.table or {})["match"]
            self.pending = {"t": "move", "id": ident, "n": view["n"], "move": view["legal"][-1], "match": match}
            self.client.send(**self.pending)

    def _verify(self) -> None:
        """The match that is over was dealt from the number that we kept, whatever happened while it was dealt."""
        match = (self.client.table or {})["match"]
        try:
            record = self.client.http.get(f"/api/matches/{match}").json()["record"]
        except httpx.HTTPError:
            return
        verify(record)
        seal = record["seal"]
        late = DealId(self.table, match).late_seats(seal["commits"], seal["nonces"])
        by_rule = not any(seal["commits"]) or 0 in late  # the first deal is not waited for, later ones a second
        assert by_rule or seal["nonces"][0] == (self.client.numbers or {})[match]
        self.verified += not by_rule


def check(player: Player, data: Path) -> None:
    """What the player was told is on disk."""
    compare(player, *on_disk(data, player.table))


def compare(player: Player, saved: list[str], made: Counter[str]) -> None:
    """What the player was told is what is kept: the moves of people, in order, and how many each match has."""
    assert not player.problem, player.problem
    acknowledged = player.acknowledged
    assert saved[: len(acknowledged)] == acknowledged, "an acknowledged move is missing, doubled or out of order"
    rest = [] if player.pending is None else [player.pending["id"]]
    assert saved[len(acknowledged) :] in ([], rest), "a move was made that nobody sent, or twice"
    assert all(made[deal] >= n for deal, n in player.seen.items()), "a move was shown that is not on disk"


def test_no_acknowledged_move_is_lost_by_kill_9(tmp_path: Path) -> None:
    chance = random.Random(5)
    # these players are quicker than a person may be
    server = Server(tmp_path, bot_pause=0, grace=60, frames_per_second=1000, frames_burst=1000).start()
    there = threading.Event()
    there.set()
    players = [Player(server, number, there) for number in range(TABLES)]
    for player in players:
        player.start()
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.0, 0.3))
        there.clear()
        server.stop(signal.SIGKILL)
        wait_for(lambda: not any(player.connected for player in players))
        for player in players:
            check(player, tmp_path)
        server.start()
        there.set()
    before = [len(player.acknowledged) for player in players]
    assert sum(before) > KILLS, "hardly anything was played"
    assert sum(player.verified for player in players) > 0, "no deal was verified"
    wait_for(lambda: all(p.problem or len(p.acknowledged) > n + 3 for p, n in zip(players, before, strict=True)))
    for player in players:
        player.stopped = True
        player.join(10)
        check(player, tmp_path)
        player.client.close()
    assert server.stop() == 0
