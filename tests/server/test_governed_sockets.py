"""The same over real sockets, and over a kill -9: what the host has decided holds for whoever comes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .running import Client, Server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """One that may be killed."""
    running = Server(tmp_path, bot_pause=0, grace=60).start()
    yield running
    running.stop()


def test_bans_pause_host_chat_and_names_survive_a_kill(own_server: Server) -> None:
    host, friend, rude = (Client(own_server) for _ in range(3))
    for client, name in ((host, "Ann"), (friend, "Аnn"), (rude, "Eve")):
        client.http.post("/api/me", json={"name": name})
    table = host.make_table(game="pairs", seats=4, options={"target": 31}, open=False)
    host.join(table, "log=1").until("table")
    for seat, client in ((1, friend), (2, rude)):
        client.join(table, "log=1").send(t="sit", seat=seat)
        table_where(client, lambda told: told["you"] is not None)
    rude.send(t="say", text="you all play badly")
    friend.until("said")
    host.send(t="start")
    who = table_where(host, lambda told: told["status"] == "playing")["chairs"][2]["who"]
    host.send(t="ban", who=who)
    assert rude.until("closing")["reason"] == "table-banned"
    host.send(t="hand-over", seat=1)
    table_where(friend, lambda told: told.get("yours"))
    friend.send(t="pause")
    before = table_where(friend, lambda told: told.get("paused"))
    own_server.stop(signal.SIGKILL)
    own_server.start()
    friend.join(table, "log=1")
    after = table_where(friend, lambda told: True)
    assert [chair.get("name") for chair in after["chairs"]] == ["Ann", "Аnn 2", None, None]
    for field in ("paused", "yours", "door", "status", "match", "host_seat"):
        assert after[field] == before[field]
    chats = [frame["lines"] for frame in friend.frames if frame["t"] == "chat"]
    assert [line["text"] for line in chats[-1]] == ["you all play badly"]
    assert rude.join(table).until("closing")["reason"] == "table-banned"
    assert rude.http.get(f"/api/tables/{table}/matches").json()["reason"] == "table-banned"
    code = rude.http.get(f"/api/tables/{before['code']}").json()["id"]  # the code leads to the same door
    assert rude.join(code).until("closing")["reason"] == "table-banned"
    stranger = Client(own_server)  # a new cookie
    assert stranger.join(table, "log=1").until("at-door")["game"] == "pairs"
    assert stranger.http.get(f"/api/tables/{table}/matches").json()["reason"] == "at-door"
    for message in ({"t": "sit", "seat": 2}, {"t": "say", "text": "hi"}, {"t": "past", "n": 0}, {"t": "hints"}):
        stranger.send(**message)
        assert stranger.until("refused")["reason"] == "at-door"
    assert {frame["t"] for frame in stranger.frames} == {"at-door", "refused"}
    waiting = table_where(friend, lambda told: told.get("at_door"))["at_door"][0][0]
    friend.send(t="let-in", who=waiting)
    assert stranger.until("table")["you"] is None
    for client in (host, friend, rude, stranger):
        client.close()


def test_ten_at_once_on_three_seats(own_server: Server) -> None:
    host = Client(own_server)
    table = host.make_table(game="pairs", seats=4)
    host.join(table).until("table")
    guests = [Client(own_server).join(table) for _ in range(10)]
    for guest in guests:
        guest.until("table")
    for guest in guests:
        guest.send(t="sit", seat=1, any=True)
    seated, told = 0, []
    for guest in guests:
        frame = guest.until("refused", "table")
        while frame["t"] == "table" and frame["you"] is None:
            frame = guest.until("refused", "table")
        seated += frame["t"] == "table"
        told += [frame["reason"]] if frame["t"] == "refused" else []
    assert seated == 3 and told == ["no-seat"] * 7
    for client in (host, *guests):
        client.close()


def table_where(client: Client, true: Any) -> dict[str, Any]:
    """The first news of the table of which this is true."""
    while True:
        told = client.until("table")
        if true(told):
            return told
