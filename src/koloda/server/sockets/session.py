"""A client at a table: its frames are checked and passed on, and nothing that it does may stall another one."""

from __future__ import annotations

import asyncio

import msgspec

from koloda.server.access.limits import MAX_FRAME_BYTES
from koloda.server.metering import household
from koloda.server.protocol.codec import decode, encode
from koloda.server.protocol.messages import ClientMessage, Closing, Refused
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.services import Services
from koloda.server.table.connection import Connection, Person
from koloda.server.table.inbox import BEHIND, JOINED, LEFT, ConnectionNews
from koloda.server.table.table import Table

from .uvicorn_ws import SocketProtocol

DRAIN_SECONDS = 20.0
FAREWELL_SECONDS = 1.0
MAX_BAD_FRAMES = 20
COMMAND_SECONDS = 0.0001  # to read a message and to write an answer, which is not measured


class TableSession(Connection):
    """A connection of a table with its socket.

    It goes on until the client hangs up, breaks the limits, or does not read.
    """

    __slots__ = (
        "_bad_frames",
        "_bucket",
        "_lines",
        "_loop_share",
        "_services",
        "_socket",
        "_table",
        "_timer",
        "_writable",
    )

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
        super().__init__(person, wants_log, address, seals)
        self._services = services
        self._socket = socket
        self._table = table
        self._bucket = services.person_frames.of(person.id)
        self._loop_share = services.loop_shares.of(address)
        self._lines = services.address_lines.of(household(address))
        self._bad_frames = 0
        self._writable = True
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Join the table, and take the socket over."""
        self._post(JOINED)
        self._socket.take_over(self, self._loop_share)

    def on_lost(self) -> None:
        """The client is gone, or is being cut off: then it is told why."""
        if self._socket.handler is not self:
            return
        self._socket.release()
        reason = self.reason
        self.close(reason or "gone")
        self._post(LEFT)
        self._services.open_sockets.leave(self.person.id, self.address)
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
                self._post(BEHIND)

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
        if len(frame) > MAX_FRAME_BYTES or not self._bucket.take():
            return self._on_bad_frame("too-much")
        message = _read(frame)
        if message is None:
            return self._on_bad_frame("garbage")
        self._services.metrics.count_message(type(message))
        self._post(message)

    def _post(self, message: ClientMessage | ConnectionNews) -> None:
        self._loop_share.spend(COMMAND_SECONDS)
        self._table.post(self, message)

    def spend(self, seconds: float) -> None:
        """The event loop was busy with a message of this client."""
        self._loop_share.spend(seconds)

    def may_write(self) -> bool:
        """Whether this client's address may have something written today."""
        return self._lines.tokens() >= 1

    def wrote(self, lines: int) -> None:
        """A journal has got so many lines for this client."""
        if lines:
            self._lines.spend(lines)

    def wait_seconds(self) -> float:
        """How long this client's address has to wait."""
        return self._loop_share.wait_seconds()

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


def _read(frame: bytes) -> ClientMessage | None:
    try:
        message: ClientMessage = decode(frame)
    except (msgspec.DecodeError, UnicodeError):
        return None
    return message
