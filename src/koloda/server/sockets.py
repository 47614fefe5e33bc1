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
MOST_LOOKERS = 300
FAREWELL = 1.0


async def table_socket(socket: WebSocket) -> None:
    """``/ws/TABLE``: the cookie (or ?token=) tells who it is, the table tells which seat."""
    parts: Parts = socket.app.state.parts
    table = parts.hub.find(socket.path_params["table"])
    person = parts.identity.of(socket)
    problem = _problem(parts, socket, table, person)
    if problem or table is None or person is None:
        return await _turn_away(parts, socket, problem, 0)
    address = socket.client.host if socket.client else ""
    if not parts.sockets.enter(person.id, address):
        return await _turn_away(parts, socket, "too-many-sockets", 5000)
    try:
        await socket.accept()
        await _serve(parts, socket, table, Connection(person, socket.query_params.get("log") == "1"))
    finally:
        parts.sockets.leave(person.id, address)


async def _turn_away(parts: Parts, socket: WebSocket, problem: str, retry: int) -> None:
    """Say why, and hang up; a browser learns nothing from a handshake that fails."""
    parts.metrics.refused.labels(problem).inc()
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
        await socket.accept()
        await socket.send_text(encode(p.Closing(problem, retry)).decode("utf-8"))
        await socket.close(4000, problem)


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
    if watching and len(table.crowd.connections) >= MOST_LOOKERS:
        return "no-room"
    return ""


async def _serve(parts: Parts, socket: WebSocket, table: Table, connection: Connection) -> None:
    """Both directions until either ends: the client hangs up, breaks the limits, or does not read."""
    table.post(connection, None)
    both = [
        asyncio.create_task(_send(socket, table, connection)),
        asyncio.create_task(_receive(parts, socket, table, connection)),
    ]
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    finally:
        reason = connection.reason
        connection.close(reason or "gone")
        table.post(connection, None)
        for task in both:
            task.cancel()
        await asyncio.gather(*both, return_exceptions=True)
        if reason:
            await _hang_up(socket, reason)


async def _hang_up(socket: WebSocket, reason: str) -> None:
    """Tell why and close; a client that does not read even that is cut off."""
    try:
        async with asyncio.timeout(FAREWELL):
            await socket.send_text(encode(p.Closing(reason)).decode("utf-8"))
            await socket.close(4009, reason)
    except TimeoutError:
        abort = socket.scope.get("abort")
        if abort is not None:
            abort()
    except (RuntimeError, WebSocketDisconnect, OSError):
        pass


async def _send(socket: WebSocket, table: Table, connection: Connection) -> None:
    """Drain the outbox; a client that does not read for too long is let go."""
    try:
        while not connection.closed:
            for frame in await connection.next_frames():
                async with asyncio.timeout(DRAIN):
                    await socket.send_text(frame.decode("utf-8"))
            if connection.behind():  # views were dropped meanwhile: now there is room for the newest one
                table.post(connection, None)
    except TimeoutError:
        connection.close("too-slow")
    except (RuntimeError, WebSocketDisconnect, OSError):
        pass


async def _receive(parts: Parts, socket: WebSocket, table: Table, connection: Connection) -> None:
    bucket = Bucket(parts.settings.frames_per_second, parts.settings.frames_burst)
    bad = 0
    while bad < MOST_BAD:
        event = await socket.receive()
        if event["type"] != "websocket.receive":
            return
        frame = event.get("text") or event.get("bytes") or ""
        message = _read(frame) if len(frame) <= FRAME and bucket.take() else "too-much"
        if isinstance(message, str):
            bad += 1
            parts.metrics.refused.labels(message).inc()
            reason = "garbage" if message == "garbage" else "busy"
            connection.send(encode(p.Refused(reason, REFUSALS[reason].ru, REFUSALS[reason].en)))
        else:
            parts.metrics.frames.labels(type(message).__name__).inc()
            table.post(connection, message)
    connection.close("too-much")


def _read(frame: str | bytes) -> p.ClientMessage | str:
    try:
        message: p.ClientMessage = decode(frame)
    except (msgspec.DecodeError, UnicodeError):
        return "garbage"
    return message
