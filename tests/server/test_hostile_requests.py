"""Requests that are none: they are refused or cut off, and leave no line in the log."""

from __future__ import annotations

import json
import os
import socket
import time
from pathlib import Path

from .running import Client, Server

HEAD = b"POST /api/tables HTTP/1.1\r\nHost: x\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n"
ANSWERED = b"GET /api/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"  # before its body has come
HOSTILE = [
    CHUNKED + b"\r\nzz\r\n",
    CHUNKED + b"\r\n5\r\nabc",
    CHUNKED + b"\r\n5\r\nabcdefgh\r\n",
    CHUNKED + b"\r\n-5\r\nabc\r\n0\r\n\r\n",
    CHUNKED + b"\r\nffffffffffffffffffff\r\nabc",
    CHUNKED + b"Content-Length: 5\r\n\r\n0\r\n\r\n",
    HEAD + b"Content-Length: 99999999999\r\n\r\n{",
    HEAD + b"Content-Length: -1\r\n\r\n",
    HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    HEAD + b"X: " + b"y" * 70_000,
    ANSWERED + b"\r\nzzzzzz\r\n",
    ANSWERED + b"\r\n5\r\nab\r\nabcd",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x00" * 500,
    b"GET /%00%ff?" + b"&" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /ws/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"GET /ws/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n",
]


def send_in_pieces(server: Server, request: bytes, token: str, cut: int) -> None:
    """A request, its last bytes after a while: an answer may be on its way by then."""
    request = request.replace(b"Host: x\r\n", b"Host: x\r\nCookie: koloda=" + token.encode() + b"\r\n", 1)
    with socket.create_connection(("127.0.0.1", server.port)) as sock:
        sock.settimeout(10)
        try:
            sock.sendall(request[:-cut])
            time.sleep(0.05)
            sock.sendall(request[-cut:])
            sock.shutdown(socket.SHUT_WR)  # nothing more will come: the server need not wait for it
            while sock.recv(65_536):
                pass
        except OSError:
            pass


def test_hostile_requests_leave_no_line_in_the_log(tmp_path: Path) -> None:
    server = Server(tmp_path, bot_pause=0).start()
    client = Client(server)
    for request in HOSTILE:
        for cut in (1, 5):
            send_in_pieces(server, request, client.me["token"], cut)
    body = b"1\r\n{\r\n" * 200 + b"zz\r\n"
    for _ in range(3):
        send_in_pieces(server, CHUNKED + b"\r\n" + body, client.me["token"], 4)
    assert client.http.get("/healthz").json()["status"] == "ok"
    client.close()
    assert server.process is not None and server.process.stdout is not None
    os.set_blocking(server.process.stdout.fileno(), False)
    server.process.terminate()
    assert server.process.wait(20) == 0
    lines = [json.loads(line) for line in (server.process.stdout.read() or "").splitlines() if line.startswith("{")]
    server.process.stdout.close()
    assert [line["event"] for line in lines] == ["stopped"], lines
