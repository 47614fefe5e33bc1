"""A client at a table: its frames are checked and passed on, and nothing that it does may stall another one."""

from __future__ import annotations

import asyncio

import msgspec

from koloda.server.access.limits import MAX_FRAME_BYTES, Bucket
from koloda.server.protocol.codec import decode, encode
from koloda.server.protocol.messages import ClientMessage, Closing, Refused
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.services import Services
from koloda.server.table.connection import Connection, Person
from koloda.server.table.inbox import BEHIND, JOINED, LEFT
from koloda.server.table.table import Table

from .uvicorn_ws import SocketProtocol

DRAIN_SECONDS = 20.0
FAREWELL_SECONDS = 1.0
MAX_BAD_FRAMES = 20


class TableSession(Connection):
    """A connection of a table with its socket.

    It goes on until the client hangs up, breaks the limits, or does not read.
    """

    __slots__ = ("_address", "_bad_frames", "_bucket", "_services", "_socket", "_table", "_timer", "_writable")

    def __init__(
        self,
        services: Services,
        socket: SocketProtocol,
        table: Table,
        person: Person,
        address: str,
        wants_log: bool,
        seals: bool,
    ) -> None:
        super().__init__(person, wants_log, seals)
        self._services = services
        self._socket = socket
        self._table = table
        self._address = address
        self._bucket = Bucket(services.settings.frames_per_second, services.settings.frames_burst)
        self._bad_frames = 0
        self._writable = True
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Join the table, and take the socket over."""
        self._table.post(self, JOINED)
        self._socket.take_over(self)

    def on_lost(self) -> None:
        """The client is gone, or is being cut off: then it is told why."""
        if self._socket.handler is not self:
            return
        self._socket.release()
        reason = self.reason
        self.close(reason or "gone")
        self._table.post(self, LEFT)
        self._services.open_sockets.leave(self.person.id, self._address)
        if self._timer is not None:
            self._timer.cancel()
        if reason:
            self._socket.hang_up(encode(Closing(reason)), reason, FAREWELL_SECONDS)

    # To the client

    def wake(self) -> None:
        """Write when this step of the event loop is over: all that comes until then goes out at once."""
        self._socket.loop.call_soon(self.write_out)

    def write_out(self) -> None:
        """Write what waits; a closed session ends here."""
        if self.closed:
            return self.on_lost()
        if self._writable:
            self._socket.write(self.take())
            if self.behind:  # views were dropped meanwhile: now there is room for the newest one
                self._table.post(self, BEHIND)

    def on_writable(self, writable: bool) -> None:
        """Write on when there is room; a client that makes none for too long is cut off."""
        self._writable = writable
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if writable else self._socket.loop.call_later(DRAIN_SECONDS, self.close, "too-slow")
        if writable:
            self.write_out()

    # From the client

    def on_message(self, frame: bytes) -> None:
        """Pass a message on to the table; too many, too big or senseless ones are refused, and end the session."""
        if self.closed:
            return
        message = _read(frame) if len(frame) <= MAX_FRAME_BYTES and self._bucket.take() else "too-much"
        if isinstance(message, str):
            return self._on_bad_frame(message)
        self._services.metrics.count_message(type(message))
        self._table.post(self, message)

    def on_control_frame(self) -> None:
        """A ping, a pong or a part of a message counts as a message."""
        if not self.closed and not self._bucket.take():
            self._on_bad_frame("too-much")

    def _on_bad_frame(self, problem: str) -> None:
        self._bad_frames += 1
        self._services.metrics.refused.labels(problem).inc()
        reason = "garbage" if problem == "garbage" else "busy"
        self.send(encode(Refused(reason, REFUSALS[reason].ru, REFUSALS[reason].en)))
        if self._bad_frames >= MAX_BAD_FRAMES:
            self.close("too-much")
            self.on_lost()


def _read(frame: bytes) -> ClientMessage | str:
    try:
        message: ClientMessage = decode(frame)
    except (msgspec.DecodeError, UnicodeError):
        return "garbage"
    return message
