"""The socket of a table: frames in, frames out, and nothing that one client does may stall another."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from . import protocol as p
from .connection import Connection, Person
from .crowd import encode
from .limits import FRAME, Bucket
from .parts import Parts
from .refusals import REFUSALS
from .table import Table

decode = msgspec.json.Decoder(p.ClientMessage).decode
DRAIN = 20.0
MOST_BAD = 20


async def table_socket(socket: WebSocket) -> None:
    """``/ws/TABLE``: the cookie (or ?token=) tells who it is, the table tells which seat."""
    parts: Parts = socket.app.state.parts
    table = parts.hub.find(socket.path_params["table"])
    person = parts.identity.of(socket)
    problem = _problem(parts, socket, table, person)
    if problem or table is None or person is None:
        parts.metrics.refused.labels(problem).inc()
        await socket.accept()
        await socket.send_bytes(encode(p.Closing(problem, retry=0)))
        await socket.close(4000, problem)
        return
    address = socket.client.host if socket.client else ""
    if not parts.sockets.enter(person.id, address):
        parts.metrics.refused.labels("too-many-sockets").inc()
        await socket.close(4008, "too-many-sockets")
        return
    try:
        await socket.accept()
        await _serve(parts, socket, table, Connection(person, socket.query_params.get("log") == "1"))
    finally:
        parts.sockets.leave(person.id, address)


def _problem(parts: Parts, socket: WebSocket, table: Table | None, person: Person | None) -> str:
    if not parts.from_our_page(socket):
        return "wrong-origin"
    if person is None:
        return "no-cookie"
    if table is None:
        return "no-such-table"
    watching = table.seat_of(person.id) is None
    if watching and not table.setup.watch and all(not place.free() for place in table.places):
        return "no-watchers"
    return ""


async def _serve(parts: Parts, socket: WebSocket, table: Table, connection: Connection) -> None:
    table.post(connection, None)
    sender = asyncio.create_task(_send(socket, connection))
    try:
        await _receive(parts, socket, table, connection)
    finally:
        connection.close("gone")
        table.post(connection, None)
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sender


async def _send(socket: WebSocket, connection: Connection) -> None:
    """Drain the outbox; a client that does not read for too long is let go."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
        while True:
            for frame in await connection.next_frames():
                async with asyncio.timeout(DRAIN):
                    await socket.send_text(frame.decode("utf-8"))
            if connection.closed:
                break
    connection.close(connection.reason or "too-slow")
    with contextlib.suppress(RuntimeError, TimeoutError, OSError):
        async with asyncio.timeout(1):
            await socket.close(4009, connection.reason)


async def _receive(parts: Parts, socket: WebSocket, table: Table, connection: Connection) -> None:
    bucket = Bucket(parts.settings.frames_per_second, parts.settings.frames_burst)
    bad = 0
    while not connection.closed and bad < MOST_BAD:
        event = await socket.receive()
        if event["type"] != "websocket.receive":
            return
        frame = event.get("text") or event.get("bytes") or ""
        if len(frame) > FRAME or not bucket.take():
            bad += 1
            parts.metrics.refused.labels("too-much").inc()
            connection.send(encode(p.Refused("busy", REFUSALS["busy"].ru, REFUSALS["busy"].en)))
            continue
        try:
            message = decode(frame)
        except (msgspec.DecodeError, UnicodeError):
            bad += 1
            parts.metrics.refused.labels("garbage").inc()
            connection.send(encode(p.Refused("garbage", "Непонятное сообщение.", "That is no message of ours.")))
            continue
        parts.metrics.frames.labels(type(message).__name__).inc()
        table.post(connection, message)
