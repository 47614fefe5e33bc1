"""Bad clients of a real server: whatever one connection does, its table and the server go on."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from .running import Client, Server, at_table, check_quick, closing_reason, crowding, deaf, play_some, socket_of

# Who may come


def test_strangers_other_pages_and_lost_links_are_turned_away(server: Server) -> None:
    client, table_id = at_table(server)
    token = client.me["token"]
    with socket_of(server, table_id, token, origin="https://evil.example") as sock:
        assert closing_reason(sock) == "wrong-origin"
    with socket_of(server, table_id, token, origin=server.address) as sock:
        assert json.loads(sock.recv(timeout=10))["t"] == "table"
    for forged in ("", "x", token[:-2]):
        with socket_of(server, table_id, forged) as sock:
            frame = json.loads(sock.recv(timeout=10))
            assert (frame["t"], frame["reason"], frame["retry"]) == ("closing", "no-cookie", 0)
            assert frame["ru"] and frame["en"], "and a sentence"
            assert closing_reason(sock) == "closed"
    with socket_of(server, "nowhere", token) as sock:
        assert closing_reason(sock) == "no-such-table"
    client.close()


def test_a_full_table_without_watchers_lets_nobody_in(server: Server) -> None:
    host, guest, third = Client(server), Client(server), Client(server)
    table_id = host.make_table(game="pairs", seats=2, watch=False)
    host.join(table_id).until("table")
    guest.join(table_id).until("table")
    guest.send(t="sit", seat=1)
    assert guest.until("table")["you"] == 1
    with socket_of(server, table_id, third.me["token"]) as sock:
        assert closing_reason(sock) == "no-watchers"
    for one in (host, guest, third):
        one.close()


# Garbage


@pytest.mark.parametrize(
    "frame",
    [
        "{",
        "",
        "null",
        "[]",
        '"move"',
        '{"t":"nothing"}',
        '{"t":"move"}',
        '{"t":"move","id":"a","n":0,"move":"hit"}',
        '{"t":"move","id":"","n":0,"move":"hit","match":"m"}',
        '{"t":"move","id":"a","n":"0","move":"hit","match":"m"}',
        '{"t":"move","id":"a","n":0,"move":"hit","match":"m","seat":1}',
        '{"t":"sit","seat":-1}',
        '{"t":"sit","seat":99}',
        '{"t":"say","text":"' + "x" * 301 + '"}',
        '{"t":"rename","name":"' + "x" * 41 + '"}',
        '{"t":"say","text":"\\ud800"}',
        b"\xff\xfe\x00",
        "[" * 4000,
    ],
)
def test_garbage_is_refused_and_changes_nothing(frame: str | bytes, server: Server) -> None:
    client, _ = at_table(server)
    assert client.socket is not None
    client.socket.send(frame)
    refused = client.until("refused")
    assert refused["reason"] == "garbage" and refused["ru"] != refused["en"]
    client.send(t="ping")
    client.until("pong")
    client.close()


def test_a_huge_frame_is_refused_and_a_monstrous_one_ends_the_connection(server: Server) -> None:
    client, table_id = at_table(server)
    victim = Client(server)
    victim.join(table_id).until("view")
    victim.send(t="say", text="x" * 5000)
    assert victim.until("refused")["reason"] == "busy"
    assert victim.socket is not None
    with pytest.raises(ConnectionClosed):
        victim.socket.send("x" * 3_000_000)
        victim.until("nothing")
    check_quick(client)
    victim.close()
    client.close()


def test_a_flood_ends_the_flooders_connection_only(server: Server) -> None:
    client, table_id = at_table(server)
    flooder = Client(server)
    flooder.join(table_id).until("view")
    with pytest.raises(ConnectionClosed):
        for _ in range(3000):
            flooder.send(t="ping")
        flooder.until("nothing")
    assert sum(frame["t"] == "pong" for frame in flooder.frames) < 200
    check_quick(client)
    flooder.close()
    client.close()


def test_a_flood_of_the_past_does_not_slow_the_table(server: Server) -> None:
    client, table_id = at_table(server)
    play_some(client, 20)
    with ExitStack() as stack:
        flooders = [Client(server) for _ in range(2)]
        socks = [
            stack.enter_context(socket_of(server, table_id, one.me["token"])) for one in flooders for _ in range(5)
        ]
        for sock in socks:
            for n in range(40):
                sock.send(json.dumps({"t": "past", "n": n % 15}))
        check_quick(client)
    for one in flooders:
        one.close()
    client.close()


def test_moves_for_others_and_old_frames_are_refused(server: Server) -> None:
    host, guest, watcher = Client(server), Client(server), Client(server)
    table_id = host.make_table(game="pairs", seats=2)
    host.join(table_id).until("table")
    guest.join(table_id).until("table")
    watcher.join(table_id).until("table")
    guest.send(t="sit", seat=1)
    while guest.until("table")["you"] is None:
        pass
    host.send(t="start")
    views = [one.until("view") for one in (host, guest)]
    mover = (host, guest)[views[0]["turn"][0]]
    other = guest if mover is host else host
    other.move("not-mine", "hit")
    assert other.until("refused")["reason"] == "not-your-turn"
    watcher.move("not-mine", "hit", 0)
    assert watcher.until("refused")["reason"] == "not-seated"
    assert host.table is not None
    frame = {"t": "move", "id": "mine", "n": 0, "move": "hit", "match": host.table["match"]}
    mover.send(**frame)
    assert mover.until("moved")["n"] == 1
    for _ in range(3):
        mover.send(**frame)
        assert mover.until("moved") == {"t": "moved", "id": "mine", "n": 1}
    watcher.send(**frame)
    assert watcher.until("refused")["reason"] == "not-seated", "an answer is for its own person"
    mover.send(**{**frame, "id": "another"})
    assert mover.until("refused")["reason"] == "stale"
    for one in (host, guest, watcher):
        one.close()


# Too many, and too slow


def test_five_hundred_sockets_of_one_person_disturb_nobody(server: Server) -> None:
    client, table_id = at_table(server)
    crowd = Client(server)
    with ExitStack() as stack:
        opened = 0
        for number in range(500):
            sock = stack.enter_context(socket_of(server, table_id, crowd.me["token"]))
            frame = json.loads(sock.recv(timeout=10))
            if frame["t"] == "closing":
                assert frame["reason"] == "too-many-sockets" and frame["retry"] > 0
                assert frame["en"].startswith("You have too many tables open") and frame["ru"]
            else:
                opened += 1
            if number % 100 == 50:
                check_quick(client, 2)
        assert opened == 20
        check_quick(client, 5)
    with socket_of(server, table_id, crowd.me["token"]) as sock:
        deadline = time.monotonic() + 5
        while json.loads(sock.recv(timeout=5))["t"] == "closing":
            assert time.monotonic() < deadline
    crowd.close()
    client.close()


def test_a_client_that_does_not_read_stalls_nobody(server: Server) -> None:
    client, table_id = at_table(server)
    stranger = Client(server)
    with deaf(server, table_id, stranger.me["token"]), deaf(server, table_id, client.me["token"]):
        for _ in range(10):
            client.send(t="say", text="x" * 300)
            client.until("said")
            time.sleep(0.05)
        check_quick(client, 50)
    stranger.close()
    client.close()


# Logs


def test_a_server_that_is_stopped_says_goodbye_and_goes_on_where_it_was(tmp_path: Path) -> None:
    server = Server(tmp_path, bot_pause=0, grace=60).start()
    client, table_id = at_table(server, hints=True)
    play_some(client, 5)
    client.send(t="say", text="my very own words")
    client.until("said")
    assert server.process is not None and server.process.stdout is not None
    os.set_blocking(server.process.stdout.fileno(), False)
    secret = secret_of(tmp_path)
    token = client.me["token"]
    began = time.monotonic()
    server.process.terminate()
    assert server.process.wait(timeout=20) == 0
    assert time.monotonic() - began < 8 * crowding()
    reason = None
    with pytest.raises(ConnectionClosed):
        while True:
            frame = client.read()
            reason = frame["reason"] if frame["t"] == "closing" else reason
    assert reason == "restart"
    log = server.process.stdout.read() or ""
    server.process.stdout.close()
    server.start()
    before = client.view
    client.join(table_id).until("view")
    assert before is not None and client.view is not None and client.view["n"] >= before["n"]
    check_quick(client, 5)
    client.close()
    server.stop()
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert [line["event"] for line in lines][-1] == "stopped"
    for hidden in (token, token.split(".")[0], secret, "my very own words", "hit", "Traceback"):
        assert hidden not in log, f"the log tells {hidden[:20]}"


def secret_of(folder: Path) -> str:
    """The secret of the only table."""
    reader = sqlite3.connect(folder / "koloda.sqlite")
    (payload,) = reader.execute("SELECT payload FROM events WHERE seq = 1").fetchone()
    reader.close()
    secret: str = json.loads(payload)["secret"]
    return secret


def test_a_socket_without_an_upgrade_is_no_page(server: Server) -> None:
    with pytest.raises(InvalidStatus):
        connect(f"{server.address.replace('http', 'ws')}/api/me").__enter__()
