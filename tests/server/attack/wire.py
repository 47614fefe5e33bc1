"""Bare HTTP and WebSocket connections from an address of one's own choice: quick to make, and bound to no rule."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import Mapping
from typing import Any

TEXT = 0x81
HEADER = (
    "GET /ws/{table}?{query} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


TOO_MANY_REQUESTS = 429


class TurnedAway(ConnectionError):
    """Whoever asks has asked for too much at once."""


def frame(payload: bytes | Mapping[str, object], first: int = TEXT) -> bytes:
    """A client's frame (RFC 6455); ``first`` is its first byte."""
    data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    mask = os.urandom(4)
    if len(data) < 126:
        head = bytes((first, 0x80 | len(data)))
    elif len(data) < 65_536:
        head = bytes((first, 0xFE)) + len(data).to_bytes(2, "big")
    else:
        head = bytes((first, 0xFF)) + len(data).to_bytes(8, "big")
    key = (mask * (len(data) // 4 + 1))[: len(data)]
    return head + mask + (int.from_bytes(data, "big") ^ int.from_bytes(key, "big")).to_bytes(len(data), "big")


class Wire:
    """A TCP connection to the server."""

    sent = 0  # frames and requests of all connections

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port: int, source: str) -> Wire:
        """Connect from this address."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0), limit=2**24)
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return cls(reader, writer)

    @classmethod
    async def at_table(cls, port: int, source: str, table: str, token: str, query: str = "") -> Wire:
        """A table's socket; it must open."""
        wire = await cls.open(port, source)
        Wire.sent += 1
        try:
            wire.writer.write(HEADER.format(table=table, token=token, query=query, port=port).encode())
            answer = await wire.reader.readuntil(b"\r\n\r\n")
            if b" 101 " not in answer:
                raise ConnectionError(answer[:60])
        except BaseException:
            wire.close()
            raise
        return wire

    def send(self, *frames: bytes) -> None:
        """These frames in one write."""
        Wire.sent += len(frames)
        self.writer.write(b"".join(frames))

    async def read(self) -> dict[str, Any]:
        """The next text frame; EOFError or ConnectionError when the connection is over."""
        while True:
            first, length = await self.reader.readexactly(2)
            if length == 126:
                length = int.from_bytes(await self.reader.readexactly(2), "big")
            elif length == 127:
                length = int.from_bytes(await self.reader.readexactly(8), "big")
            payload = await self.reader.readexactly(length)
            if first == TEXT:
                message: dict[str, Any] = json.loads(payload)
                return message
            if first == 0x88:
                raise ConnectionError(f"closed: {payload!r}")
            if first == 0x89:
                self.send(frame(payload, 0x8A))

    async def swallow(self) -> int:
        """Read whatever comes until the end; how many bytes it was."""
        total = 0
        try:
            while data := await self.reader.read(1 << 18):
                total += len(data)
        except OSError:
            pass
        return total

    async def request(self, method: str, path: str, body: bytes = b"", token: str = "") -> tuple[int, bytes]:
        """An HTTP request over this connection; status and body of the answer."""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n"
        cookie = f"Cookie: koloda={token}\r\n" if token else ""
        Wire.sent += 1
        self.writer.write(f"{head}{cookie}\r\n".encode() + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = int(answer.partition(b"content-length:")[2].partition(b"\r\n")[0] or 0)
        return int(answer.split(b" ", 2)[1]), await self.reader.readexactly(length)

    def close(self) -> None:
        """Hang up at once."""
        self.writer.transport.abort()


async def ask(port: int, source: str, method: str, path: str, body: object = None, token: str = "") -> Any:
    """One request that must succeed, and the JSON of its answer."""
    wire = await Wire.open(port, source)
    try:
        status, answer = await wire.request(method, path, b"" if body is None else json.dumps(body).encode(), token)
    finally:
        wire.close()
    if status >= 300:
        raise (TurnedAway if status == TOO_MANY_REQUESTS else ConnectionError)(
            f"{method} {path}: {status} {answer[:200]!r}"
        )
    return json.loads(answer)


async def new_token(port: int, source: str) -> str:
    """A new guest."""
    token: str = (await ask(port, source, "GET", "/api/me"))["token"]
    return token
