"""A client at a table: its frames are checked and passed on, and nothing that it does may stall another one."""

from __future__ import annotations

import asyncio
from collections import deque

import msgspec
import structlog

from koloda.server.access.charged import ChargedConnection
from koloda.server.access.limits import MAX_FRAME_BYTES
from koloda.server.cluster.forwarding import FarTable
from koloda.server.logs import Seldom
from koloda.server.networks import Asker
from koloda.server.protocol.codec import decode, encode
from koloda.server.protocol.messages import ClientMessage, HouseWord, Refused
from koloda.server.protocol.refusals import REFUSALS, closing
from koloda.server.services import Services
from koloda.server.table.connection import Connection, Person
from koloda.server.table.inbox import BEHIND, JOINED, LEFT, ConnectionNews
from koloda.server.table.table import Table

from .uvicorn_ws import SocketProtocol

DRAIN_SECONDS = 20.0
FAREWELL_SECONDS = 1.0
MAX_BAD_FRAMES = 20
CUT_OFF = ("too-much", "too-slow")
SAID = Seldom(600.0)
log = structlog.get_logger()
COMMAND_SECONDS = 0.0001  # to read a message and to write an answer, which is not measured


class TableSession(ChargedConnection):
    """A connection of a table with its socket.

    It goes on until the client hangs up, breaks the limits, or does not read.
    """

    __slots__ = (
        "_bad_frames",
        "_bucket",
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
        table: Table | FarTable,
        person: Person,
        address: str,
        wants_log: bool,
        seals: bool,
        wants_changes: bool = False,
    ) -> None:
        loop_share = services.loop_shares.of(address, person.id)
        lines = services.quotas.lines.account(Asker(person.id, address))
        super().__init__(person, loop_share, lines, wants_log, address, seals, wants_changes)
        self._services = services
        self._socket = socket
        self._table = table
        self._bucket = services.quotas.frames.of(person.id)
        self._bad_frames = 0
        self._writable = True
        self._timer: asyncio.TimerHandle | None = None

    def go_to(self, table: Table) -> None:
        """The table was opened anew."""
        self._table = table

    def begin(self) -> None:
        """Join the table, and take the socket over."""
        self._post(JOINED)
        self._socket.take_over(self, self._loop_share)
        notice = self._services.house.notice
        if notice is not None:
            self.send(encode(HouseWord(notice.ru, notice.en)))

    def on_lost(self) -> None:
        """The client is gone, or is being cut off: then it is told why."""
        if self._socket.handler is not self:
            return
        self._socket.release()
        reason = self.reason
        self.close(reason or "gone")
        self._post(LEFT)
        self._services.quotas.sockets.leave(self.asker)
        if self._timer is not None:
            self._timer.cancel()
        if reason in CUT_OFF and SAID.now(reason, self.person.id):
            log.info("somebody is cut off", reason=reason, person=self.person.id, address=self.address)
        if reason:
            self._socket.hang_up(encode(closing(reason, text=self.last_words)), reason, FAREWELL_SECONDS)

    # To the client

    def wake(self) -> None:
        """Write when this step of the event loop is over: all that comes until then goes out at once."""
        waiting = self._services.to_write
        waiting.append(self)
        if len(waiting) == 1:  # one wake-up of the loop for all
            self._socket.loop.call_soon(_write_out, waiting, self._socket.loop)

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


def _write_out(waiting: deque[Connection], loop: asyncio.AbstractEventLoop) -> None:
    """Write what waits for all these clients; whatever goes wrong with one, the next one is served."""
    try:
        while waiting:
            waiting.popleft().write_out()
    finally:
        if waiting:
            loop.call_soon(_write_out, waiting, loop)


def _read(frame: bytes) -> ClientMessage | None:
    try:
        message: ClientMessage = decode(frame)
    except (msgspec.DecodeError, UnicodeError):
        return None
    return message
