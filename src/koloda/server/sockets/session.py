"""The socket of a table: frames in, frames out, and nothing that one client does may stall another."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from koloda.server.http.limits import FRAME, Bucket
from koloda.server.protocol import messages as p
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.services import Parts
from koloda.server.table.audience import encode
from koloda.server.table.table import Table

from .outbox import Connection, Person
from .uvicorn_ws import SocketProtocol

decode = msgspec.json.Decoder(p.ClientMessage).decode
DRAIN = 20.0
MOST_BAD = 20
MOST_LOOKERS = 300
FAREWELL = 1.0


async def table_socket(socket: WebSocket) -> None:
    """``/ws/TABLE``: the cookie (or ?token=) tells who it is, the table tells which seat."""
    parts: Parts = socket.app.state.parts
    table = parts.hub.tables.get(socket.path_params["table"])
    person = parts.identity.of(socket)
    problem = _problem(parts, socket, table, person)
    if problem or table is None or person is None:
        return await _turn_away(parts, socket, problem, 0)
    address = socket.client.host if socket.client else ""
    if not parts.sockets.enter(person.id, address):
        return await _turn_away(parts, socket, "too-many-sockets", 5000)
    try:
        await socket.accept()
    except BaseException:
        parts.sockets.leave(person.id, address)
        raise
    # from here on it is the line's business: a route that waited for the end would keep all of ASGI's own in memory
    Talk(parts, socket.scope["line"], table, Connection(person, socket.query_params.get("log") == "1"), address)


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


class Talk:
    """A connection on its line: what the table says is written, what the client says is weighed and passed on.

    It goes on until the client hangs up, breaks the limits, or does not read.
    """

    __slots__ = ("_address", "_bad", "_bucket", "_connection", "_line", "_parts", "_room", "_table", "_timer")

    def __init__(self, parts: Parts, line: SocketProtocol, table: Table, connection: Connection, address: str) -> None:
        self._parts = parts
        self._line = line
        self._table = table
        self._connection = connection
        self._address = address
        self._bucket = Bucket(parts.settings.frames_per_second, parts.settings.frames_burst)
        self._bad = 0
        self._room = True
        self._timer: asyncio.TimerHandle | None = None
        connection.ready = partial(parts.flush.soon, self._write)
        table.post(connection, None)
        line.take_over(self)

    def lost(self) -> None:
        """The client is gone, or let go: then it is told why."""
        if self._line.ear is not self:
            return
        self._line.give_back()
        reason = self._connection.reason
        self._connection.close(reason or "gone")
        self._table.post(self._connection, None)
        self._parts.sockets.leave(self._connection.person.id, self._address)
        if self._timer is not None:
            self._timer.cancel()
        if reason:
            self._line.hang_up(encode(p.Closing(reason)), reason, FAREWELL)

    # To the client

    def _write(self) -> None:
        connection = self._connection
        if connection.closed:
            return self.lost()
        if self._room:
            self._line.write(connection.take())
            if connection.behind():  # views were dropped meanwhile: now there is room for the newest one
                self._table.post(connection, None)

    def room(self, there: bool) -> None:
        """Write on when there is room; a client that makes none for too long is let go."""
        self._room = there
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if there else self._line.loop.call_later(DRAIN, self._connection.close, "too-slow")
        if there:
            self._write()

    # From the client

    def heard(self, frame: bytes) -> None:
        """Pass a message on to the table; too many, too big or senseless ones are refused, and end the talk."""
        if self._connection.closed:
            return
        message = _read(frame) if len(frame) <= FRAME and self._bucket.take() else "too-much"
        if isinstance(message, str):
            return self._bad_one(message)
        self._parts.metrics.heard(type(message))
        self._table.post(self._connection, message)

    def disturbed(self) -> None:
        """A ping, a pong or a part of a message counts as a message."""
        if not self._connection.closed and not self._bucket.take():
            self._bad_one("too-much")

    def _bad_one(self, why: str) -> None:
        self._bad += 1
        self._parts.metrics.refused.labels(why).inc()
        reason = "garbage" if why == "garbage" else "busy"
        self._connection.send(encode(p.Refused(reason, REFUSALS[reason].ru, REFUSALS[reason].en)))
        if self._bad >= MOST_BAD:
            self._connection.close("too-much")
            self.lost()


def _read(frame: bytes) -> p.ClientMessage | str:
    try:
        message: p.ClientMessage = decode(frame)
    except (msgspec.DecodeError, UnicodeError):
        return "garbage"
    return message
