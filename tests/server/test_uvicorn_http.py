"""The door for HTTP: a connection that asks for nothing whole, or does not read the answer, is not kept."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import httpx
import pytest

import koloda
from koloda.core.chance import Seeded
from koloda.server import metering
from koloda.server.answers import HOUSEHOLD_SHARE, Sending
from koloda.server.sockets import uvicorn_http
from koloda.testing.walks import play_out

from .browser import services_of
from .running import PATIENCE_SECONDS, Client, LocalServer, cut_off, deaf, socket_of, wait_for

CONNECTIONS = 12  # of somebody who floods


@contextmanager
def socket_to(server: LocalServer, source: str = "") -> Iterator[socket.socket]:
    """A connection that can hold little of an answer. 127.0.0.1 is taken for a proxy, other sources are not."""
    with socket.socket() as sock:
        sock.bind((source, 0))
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.connect(("127.0.0.1", server.port))
        yield sock


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalServer]:
    """A server with little patience."""
    monkeypatch.setattr(uvicorn_http, "HTTP_TIMEOUT_SECONDS", 0.6)
    with LocalServer(tmp_path) as server:
        yield server


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /healthz HTT",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-",
        b'POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"',
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HT",
    ],
    ids=["nothing", "line", "headers", "body", "second"],
)
def test_half_a_request_is_not_waited_for(sent: bytes, hasty: LocalServer) -> None:
    with socket_to(hasty) as sock:
        sock.sendall(sent)
        time.sleep(0.3)
        with contextlib.suppress(OSError):  # cut off already, where the machine is busy
            sock.sendall(b" " if sent else b"")  # a byte now and then gains nothing
        assert cut_off(sock)
        wait_for(lambda: not hasty.uvicorn.server_state.connections)


def test_a_body_in_chunks_is_not_read(hasty: LocalServer) -> None:
    head = b"POST /api/matches HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    read: list[int] = []
    honest = uvicorn_http.HttpTimeoutProtocol.read_some

    def counted(protocol: uvicorn_http.HttpTimeoutProtocol, data: bytes) -> bytes:
        rest = honest(protocol, data)
        read.append(len(data) - len(rest))
        return rest

    with pytest.MonkeyPatch.context() as patched, socket_to(hasty) as sock:
        patched.setattr(uvicorn_http.HttpTimeoutProtocol, "read_some", counted)
        with contextlib.suppress(OSError):  # cut off while we send
            sock.sendall(head + b"1\r\na\r\n" * 100_000)
        with contextlib.suppress(OSError):
            assert b" 411 " in sock.recv(4096)
        assert cut_off(sock)
    assert max(read) <= uvicorn_http.SLICE_BYTES or sum(read) < 100_000, "what was thrown away was not parsed"


def test_an_answer_that_nobody_reads_is_not_kept(hasty: LocalServer) -> None:
    client = Client(hasty)
    page = "/api/games/the-gang"
    many = 2 + 8_000_000 // len(client.http.get(page).content)  # more than the kernel's buffers hold
    client.close()
    with socket_to(hasty) as sock:
        sock.sendall(f"GET {page} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * many)
        wait_for(lambda: not hasty.uvicorn.server_state.connections)


GUEST = "127.0.0.2"
LONG_ANSWER = b"[%b]" % (b" " * 10_000_000)  # more than the kernel's buffers hold


def ask_for_views(server: LocalServer, sock: socket.socket, match: str) -> None:
    sock.sendall(f"GET /api/matches/{match}/views?eyes=all HTTP/1.1\r\nHost: x\r\n\r\n".encode())


@contextmanager
def long_match(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Client, str]]:
    """A match whose views are a long answer."""
    client, services = Client(server), services_of(server)
    record = play_out(koloda.Match.new("pairs", 2, seed="x"), Seeded("x")).record()
    match = client.http.post("/api/matches", json=record).json()["id"]

    async def long_answer(*_: object) -> bytes:
        return LONG_ANSWER

    monkeypatch.setattr(services.background, "replay", long_answer)
    yield client, match
    client.close()


def test_long_answers_that_nobody_reads_fill_no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with LocalServer(tmp_path) as server, long_match(server, monkeypatch) as (client, match):
        sending = services_of(server).sending = Sending(len(LONG_ANSWER) * HOUSEHOLD_SHARE * 2)
        views = f"/api/matches/{match}/views?eyes=all"
        with socket_to(server) as one, socket_to(server) as other:
            for sock in (one, other):
                ask_for_views(server, sock, match)
                assert sock.recv(100).startswith(b"HTTP/1.1 200")
            refused = client.http.get(views)
            assert refused.status_code == 429 and refused.json()["reason"] == "network-busy"
            assert sending.begin("elsewhere", len(LONG_ANSWER)), "other households have theirs"
        wait_for(lambda: client.http.get(views).content == LONG_ANSWER)
        sending.end("elsewhere", len(LONG_ANSWER))
        wait_for(lambda: sending.begin("127.0.0.1", 2 * len(LONG_ANSWER)))


def test_who_takes_a_little_of_an_answer_now_and_then_is_cut_off(
    hasty: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_http, "ANSWER_SECONDS", 2.0)
    with long_match(hasty, monkeypatch) as (_, match), socket_to(hasty) as sock:
        ask_for_views(hasty, sock, match)
        sock.settimeout(0.2)
        taken = 0
        with contextlib.suppress(ConnectionResetError):
            while taken < len(LONG_ANSWER):
                with contextlib.suppress(TimeoutError):
                    piece = sock.recv(4096)
                    if not piece:
                        break
                    taken += len(piece)
                time.sleep(0.01)  # taking a little now and then is what is tested
        assert taken < len(LONG_ANSWER) / 2


def test_nobody_fills_the_memory_with_connections_that_ask_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LocalServer(tmp_path) as server:
        client = Client(server)
        table = client.make_table(game="pairs", seats=2)
        opened, me = server.app.open_requests, client.me["token"]
        monkeypatch.setattr(uvicorn_http, "MAX_CONNECTIONS", 2)
        with (
            socket_of(server, table, me, source_address=(GUEST, 0)) as at_table,
            socket_to(server, GUEST),
            socket_to(server, GUEST),
        ):
            wait_for(lambda: opened.total() == 2)
            with socket_to(server, GUEST) as too_many:
                assert cut_off(too_many)
            at_table.send('{"t": "ping"}')
            while json.loads(at_table.recv(timeout=40))["t"] != "pong":
                pass
        wait_for(lambda: not opened)
        with socket_to(server, GUEST) as again:
            again.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert again.recv(100).startswith(b"HTTP/1.1 200")
        client.close()


def test_who_asks_now_and_then_stays_and_so_does_a_table(monkeypatch: pytest.MonkeyPatch, hasty: LocalServer) -> None:
    monkeypatch.setattr(uvicorn_http, "HTTP_TIMEOUT_SECONDS", 3.0)  # a busy machine may be a second late
    client = Client(hasty)
    table_id = client.make_table(game="pairs", seats=2)
    began = time.monotonic()
    with socket_to(hasty) as sock, deaf(hasty, table_id, client.me["token"]):
        while time.monotonic() < began + 4.0:
            sock.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = sock.recv(4096)
            while not answer.endswith(b"}"):  # head and body may come apart
                answer += sock.recv(4096)
            assert answer.startswith(b"HTTP/1.1 200")
            time.sleep(0.5)  # asking only now and then is what is tested
        assert len(hasty.hub.tables[table_id].audience.connections) == 1
    client.close()


def test_refusals_behind_a_proxy_hold_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks over many connections at once is refused; neither their neighbours nor other addresses pay for that."""
    monkeypatch.setattr(metering, "MAX_WAITING", 2)
    monkeypatch.setattr(metering, "REFUSAL_SECONDS", 0.1)
    flooder, elsewhere = {"x-forwarded-for": "198.51.100.7"}, {"x-forwarded-for": "203.0.113.9"}
    with LocalServer(tmp_path) as server, ThreadPoolExecutor(CONNECTIONS) as pool:
        neighbour = httpx.Client(base_url=server.address, headers=flooder, timeout=PATIENCE_SECONDS)
        neighbour.get("/api/me")  # with their own cookie from now on
        flooding = Event()
        flooding.set()

        def flood() -> int:
            refused = 0
            with httpx.Client(base_url=server.address, headers=flooder, timeout=PATIENCE_SECONDS) as client:
                while flooding.is_set():
                    refused += client.get("/api/house").status_code == 429
            return refused

        floods = [pool.submit(flood) for _ in range(CONNECTIONS)]
        try:
            for _ in range(20):
                assert httpx.get(f"{server.address}/api/house", headers=elsewhere).status_code == 200
                assert neighbour.get("/api/lobby").status_code == 200
        finally:
            flooding.clear()
        assert sum(one.result() for one in floods) > CONNECTIONS
        assert httpx.get(f"{server.address}/api/house", headers=flooder).status_code == 200, "nothing is owed"
        neighbour.close()
