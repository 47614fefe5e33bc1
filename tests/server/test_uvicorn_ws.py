"""The line to a client: frames of every size arrive whole, and nothing that comes over it can hold up the server."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import statistics
import time
from itertools import accumulate, pairwise
from pathlib import Path

import pytest

from koloda.server.access.limits import OpenSockets, UsedUpQuotas
from koloda.server.networks import Asker
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import Said
from koloda.server.settings import Settings
from koloda.server.sockets.uvicorn_ws import SocketProtocol

from .running import (
    MAX_ANSWER_SECONDS,
    Client,
    LocalServer,
    Server,
    at_table,
    check_quick,
    closing_reason,
    crowding,
    cut_off,
    deaf,
    socket_of,
    wait_for,
)

PING, PONG, TEXT, PART, CLOSE = 0x89, 0x8A, 0x81, 0x00, 0x88


def frame(kind: int, payload: bytes = b"", wide: bool = False) -> bytes:
    """A frame as a client must send it: masked. ``wide``: with eight bytes of length."""
    mask, count = os.urandom(4), len(payload)
    length = bytes([0x80 | count]) if count < 126 else bytes([0x80 | 126]) + count.to_bytes(2, "big")
    if wide:
        length = bytes([0x80 | 127]) + count.to_bytes(8, "big")
    return bytes([kind]) + length + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


@pytest.mark.parametrize("length", [60, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_frame_of_any_length_arrives_whole(length: int, tmp_path: Path) -> None:
    with LocalServer(tmp_path) as server:
        client = Client(server)
        table_id = client.make_table(game="pairs", seats=2)
        client.join(table_id).until("table")
        said = Said(None, "", "")
        said.text = "x" * (length - len(encode(said)))
        assert len(encode(said)) == length and server.loop is not None
        server.loop.call_soon_threadsafe(server.hub.tables[table_id].audience.broadcast, said)
        assert client.until("said")["text"] == said.text
        client.send(t="ping")
        client.until("pong")
        client.close()


def test_a_goodbye_that_comes_with_too_much_garbage_is_only_a_goodbye(tmp_path: Path) -> None:
    problems: list[object] = []
    with LocalServer(tmp_path) as server:
        (client, table_id), rude = at_table(server), Client(server)
        assert server.loop is not None
        server.loop.call_soon_threadsafe(
            server.loop.set_exception_handler, lambda loop, context: problems.append(context)
        )
        with socket_of(server, table_id, rude.me["token"]) as bare:
            bare.socket.sendall(frame(TEXT, b"x") * 30 + frame(CLOSE, b"\x03\xe8"))
            assert closing_reason(bare) == "too-much"
        check_quick(client, 3)
        client.close()
        rude.close()
    assert not problems


ASK = b'{"t":"ping"}'
LONG = b'{"t":"ping"' + b" " * 300 + b"}"


@pytest.mark.parametrize(
    "lengths, messages",
    [
        ((), [frame(TEXT, ASK)]),
        ((), [frame(TEXT, LONG)]),
        ((), [frame(TEXT, ASK), frame(PING, b"?"), frame(TEXT, ASK)]),
        ((1, 1), [frame(TEXT, ASK), frame(TEXT, ASK)]),
        ((150,), [frame(TEXT, LONG), frame(TEXT, ASK)]),
        ((1000,), [frame(TEXT, ASK), frame(TEXT, ASK), frame(TEXT, LONG)]),
        ((), [frame(TEXT & 0x7F, ASK[:4]), frame(0, ASK[4:7]), frame(PING), frame(0x80, ASK[7:]), frame(TEXT, ASK)]),
        ((), [frame(TEXT, ASK, wide=True), frame(TEXT, ASK)]),
    ],
    ids=["short", "long", "with-a-ping", "byte-by-byte", "cut", "all-at-once", "in-parts", "wide-length"],
)
def test_a_message_is_heard_however_it_comes(lengths: tuple[int, ...], messages: list[bytes], server: Server) -> None:
    """``lengths``: how the stream is cut; none: a piece a frame. Every message asks for a pong."""
    client, table_id = at_table(server)
    wanted = sum(1 for message in messages if message[0] & 0x80 and message[0] != PING)
    stream = b"".join(messages)
    cuts = [0, *accumulate(lengths), len(stream)]
    pieces = [stream[a:b] for a, b in pairwise(cuts)] if lengths else messages
    with deaf(server, table_id, client.me["token"]) as sock:
        for piece in pieces:
            sock.sendall(piece)
            time.sleep(0.05)
        sock.settimeout(10)
        heard = b""
        while heard.count(b'{"t":"pong"') < wanted:
            part = sock.recv(65_536)
            assert part, "the socket was closed"
            heard += part
    client.close()


@pytest.mark.parametrize("kind", [TEXT, PING, PONG, PART])
def test_thousands_of_tiny_frames_at_once_hold_nobody_up(kind: int, server: Server) -> None:
    client, table_id = at_table(server)
    stranger = Client(server)
    for _ in range(3):
        with deaf(server, table_id, stranger.me["token"]) as sock:
            sock.settimeout(10)
            sent = time.monotonic()
            with contextlib.suppress(OSError):  # it may be cut off already
                sock.sendall((frame(TEXT & 0x7F) if kind == PART else b"") + frame(kind) * 40_000)
            client.send(t="ping")
            client.until("pong")
            assert time.monotonic() - sent < crowding() * MAX_ANSWER_SECONDS
            assert cut_off(sock)
    check_quick(client)
    stranger.close()
    client.close()


def test_a_client_that_hangs_up_leaves_nothing_behind(tmp_path: Path) -> None:
    with LocalServer(tmp_path) as server:
        host, guest = Client(server), Client(server)
        table_id = host.make_table(game="pairs", seats=2)
        host.join(table_id).until("table")
        for goodbye in (frame(CLOSE, b"\x03\xe8"), b"", b"\x00nonsense"):
            with deaf(server, table_id, guest.me["token"]) as sock:
                wait_for(lambda: server.open_sockets() == 2)
                sock.sendall(goodbye)
                if not goodbye:
                    sock.shutdown(socket.SHUT_RDWR)
                wait_for(lambda: server.open_sockets() == 1)
            wait_for(lambda: len(server.hub.tables[table_id].audience.connections) == 1)
        assert server.app.app.state.services.quotas.sockets.count(guest.me["id"]) == 0
        host.close()
        guest.close()


def test_a_refusal_comes_as_quickly_as_an_acknowledgement(server: Server) -> None:
    client, _ = at_table(server, clock=0)
    moved: list[float] = []
    refused: list[float] = []
    while len(moved) < 15:
        assert client.view is not None
        if client.view.get("result"):
            client.send(t="rematch")
            client.send(t="start")
            client.until("view")
        elif not client.view["legal"]:
            client.read()
        else:
            n, sent = client.view["n"], time.monotonic()
            for number, (at, move) in enumerate(((n, "no such move"), (n - 1, "hit"), (n, client.view["legal"][-1]))):
                client.move(f"{sent}-{number}", move, at)
                began = time.monotonic()
                answer = client.until("moved", "refused")
                (moved if answer["t"] == "moved" else refused).append(time.monotonic() - began)
                assert (answer["t"] == "moved") == (number == 2), answer
            client.until("change", "view") if client.view["n"] == n else None
    assert len(refused) >= 30
    assert statistics.median(refused) <= statistics.median(moved) + 0.05 * crowding()
    client.close()


def test_whoever_waits_to_be_read_is_not_given_up(tmp_path: Path) -> None:
    with LocalServer(tmp_path) as server:
        client, _ = at_table(server)
        (line,) = [one for one in server.uvicorn.server_state.connections if isinstance(one, SocketProtocol)]

        async def no_pong_came(held: bytes) -> bool:
            line.held, line.ping_sent_at = held, line.loop.time()
            line.keepalive_timeout()
            line.held = b""
            return line.transport.is_closing()

        def is_given_up(held: bytes) -> bool:
            assert server.loop is not None
            return asyncio.run_coroutine_threadsafe(no_pong_came(held), server.loop).result()

        assert not is_given_up(b"what waits for its turn, and the pong may be behind it")
        assert is_given_up(b"")
        client.close()


def test_connections_are_counted_by_person_and_by_address() -> None:
    sockets = OpenSockets(Settings(person_sockets=2, address_sockets=3, trusted=("10.0.0.0/8",)), UsedUpQuotas())
    ann, bob = Asker("ann", "192.0.2.1"), Asker("bob", "192.0.2.1")
    assert [sockets.enter(ann) for _ in range(3)] == ["", "", "person"]
    assert [sockets.enter(bob) for _ in range(2)] == ["", "network"], "the address has enough"
    assert not sockets.enter(bob._replace(address="192.0.2.2"))
    sockets.leave(ann)
    cid = Asker("cid", "192.0.2.1")
    assert not sockets.enter(cid) and sockets.enter(cid) == "network"
    assert not any(sockets.enter(Asker(f"p{n}", "10.1.2.3")) for n in range(9)), "it is trusted"
    assert (sockets.count("ann"), sockets.count("bob"), sockets.count("dan")) == (1, 2, 0)
