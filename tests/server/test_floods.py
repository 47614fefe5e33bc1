"""Guests who send as much as they may, or more: nobody else loses their connection or their turn."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from .attack.wire import frame
from .running import Client, Server, socket_of


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One with its own limits: what a test uses up, the next one must not miss."""
    running = Server(tmp_path, bot_pause=0, grace=60).start()
    yield running
    assert running.stop() == 0


def burst(sock: ClientConnection, *messages: Mapping[str, object]) -> None:
    """All of these messages in one write, so that the server reads them at once."""
    sock.socket.sendall(b"".join(frame(message) for message in messages))


def two_players(server: Server, **setup: object) -> tuple[Client, Client, str]:
    """Two people at a table, dealt."""
    host, guest = Client(server), Client(server)
    table = host.make_table(**{"game": "pairs", "seats": 2, "options": {"target": 31}} | setup)
    host.join(table).until("table")
    guest.join(table).until("table")
    guest.send(t="sit", seat=1)
    while guest.until("table")["you"] is None:
        pass
    host.send(t="start")
    for one in (host, guest):
        one.until("view")
    return host, guest, table


def stranger(server: Server) -> str:
    """The token of somebody new."""
    token: str = httpx.get(f"{server.address}/api/me", verify=False).json()["token"]
    return token


def still_there(client: Client) -> None:
    """The connection is the one from before, and answers."""
    client.send(t="ping")
    client.until("pong")


def frames_until_silence(client: Client) -> list[str]:
    kinds: list[str] = []
    try:
        while True:
            kinds.append(client.read(0.5)["t"])
    except TimeoutError:
        return kinds


def test_three_guests_who_chat_at_once_throw_nobody_out(server: Server) -> None:
    host, guest, table = two_players(server)
    with ExitStack() as stack:
        watchers = [stack.enter_context(socket_of(server, table, stranger(server))) for _ in range(3)]
        for sock in watchers:
            burst(sock, *({"t": "say", "text": f"{number} " + "x" * 200} for number in range(30)))
        time.sleep(0.5)
        for one in (host, guest):
            still_there(one)
    host.close()
    guest.close()


def test_who_chats_without_end_is_not_heard_and_players_still_are(server: Server) -> None:
    host, guest, table = two_players(server)
    with ExitStack() as stack:
        watchers = [stack.enter_context(socket_of(server, table, stranger(server))) for _ in range(8)]
        for sock in watchers:
            burst(sock, *({"t": "say", "text": "x"} for _ in range(50)))
        heard = frames_until_silence(host).count("said")
        assert 0 < heard <= 40, "the watchers share one allowance"
        guest.send(t="say", text="hello")
        assert host.until("said")["text"] == "hello", "watchers cannot use up what the players may say"
        while (frame := json.loads(watchers[-1].recv(timeout=5)))["t"] != "refused":
            pass
        assert frame["reason"] == "busy"
    host.close()
    guest.close()


def test_coming_again_refills_nothing(server: Server) -> None:
    host, guest, table = two_players(server)
    flooder = Client(server)
    answered = 0
    began = time.monotonic()
    for _ in range(10):
        with socket_of(server, table, flooder.me["token"]) as sock:
            burst(sock, *({"t": "ping"} for _ in range(60)))
            try:
                while True:
                    answered += json.loads(sock.recv(timeout=0.3))["t"] == "pong"
            except (ConnectionClosed, TimeoutError):
                pass
    assert answered <= 60 + 20 * (time.monotonic() - began) + 1
    for one in (host, guest, flooder):
        one.close()


def test_who_comes_and_goes_all_the_time_throws_nobody_out(server: Server) -> None:
    host, guest, table = two_players(server)
    crowd = [Client(server) for _ in range(10)]
    end = time.monotonic() + 2
    while time.monotonic() < end:
        with ExitStack() as stack:
            for one in crowd:
                stack.enter_context(socket_of(server, table, one.me["token"]))
    told = frames_until_silence(host).count("table")
    assert told <= 30, "how many look on is told now and then, not at every arrival"
    for one in (host, guest):
        still_there(one)
    for one in (host, guest, *crowd):
        one.close()


def test_every_kind_of_message_from_many_at_once_leaves_the_players_in_peace(server: Server) -> None:
    host, guest, table = two_players(server)
    kinds: list[dict[str, object]] = [
        {"t": "sit", "seat": 1},
        {"t": "stand"},
        {"t": "bot", "seat": 0, "level": "easy"},
        {"t": "words", "words": "x"},
        {"t": "start"},
        {"t": "move", "id": "x", "n": 0, "move": "hit"},
        {"t": "say", "text": "x"},
        {"t": "hints"},
        {"t": "past", "n": 0},
        {"t": "rename", "name": "x"},
        {"t": "rematch"},
        {"t": "ping"},
    ]
    with ExitStack() as stack:
        for kind in kinds:
            sock = stack.enter_context(socket_of(server, table, stranger(server)))
            burst(sock, *(kind for _ in range(60)))
        time.sleep(0.5)
        for one in (host, guest):
            still_there(one)
    host.close()
    guest.close()
