"""Somebody whose cable is pulled says no goodbye: the server notices by itself, and a bot stands in after the grace."""

from __future__ import annotations

import json
import time
from pathlib import Path

from .cable import Cable
from .running import Client, Server, crowding

MOST_SECONDS = 12.0


def test_a_pulled_cable_is_noticed_within_twelve_seconds_and_a_bot_stands_in(tmp_path: Path) -> None:
    server = Server(tmp_path, grace=1, bot_pause=0).start()
    try:
        host, guest = Client(server), Client(server)
        table = host.make_table(game="pairs", seats=2)
        host.join(table).until("table")
        with Cable(server.port) as cable:
            through, server.port = server.port, cable.port
            guest.join(table).until("table")
            server.port = through
            guest.send(t="sit", seat=1)
            while host.table is None or host.table["chairs"][1]["kind"] != "person":
                host.read()
            host.send(t="start")
            host.until("view")
            guest.until("view")
            cable.pull()
            pulled = time.monotonic()
            while host.table["chairs"][1].get("here", True):
                host.read()
            noticed = time.monotonic() - pulled
            assert 2.0 < noticed < MOST_SECONDS * crowding()
            while not host.table["chairs"][1].get("away"):
                host.read()
            assert time.monotonic() - pulled < noticed + 5 * crowding()
            lost, guest.socket = guest.socket, None
        assert lost is not None
        lost.close()
        marked = stand_in_lines(host)
        assert marked, "nothing tells that the moves are a bot's"
        guest.join(table, "log=1")
        told = guest.until("table")
        assert told["meanwhile"] == marked[-len(told["meanwhile"]) :] and told["meanwhile"]
        log = next(frame for frame in guest.frames if frame["t"] == "log")
        assert {line[0] for line in log["lines"] if len(line) > 2 and line[2] == [1]} >= set(told["meanwhile"])
        host.close()
        guest.close()
    finally:
        server.stop()


def stand_in_lines(host: Client) -> list[int]:
    """Play on until a bot has moved for the other one; the numbers of its moves."""
    marked: list[int] = []
    for number in range(30):
        assert host.view is not None
        if host.view["legal"] and not host.view.get("result"):
            host.move(f"m{number}", "hit")
            host.until("moved")
        seen = time.monotonic()
        while not host.view["legal"] and time.monotonic() - seen < 5:
            host.read()
        marked = [frame["n"] for frame in host.frames if frame.get("bots") == [1]]
        if marked and host.view["legal"]:
            return marked
    raise AssertionError(json.dumps(host.frames[-5:]))
