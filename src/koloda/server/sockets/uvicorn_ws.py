"""The line to a client: frames go straight between the socket and the table, past the queues of ASGI.

The route of a table takes a line over once it knows who is calling; until then, and to hang up, ASGI is spoken.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

try:
    from websockets.speedups import apply_mask
except ImportError:  # a platform without its compiled part
    from websockets.utils import apply_mask

TEXT = 0x81  # the last and only part of a text message
WHOLE = (TEXT, 0x88, 0x89, 0x8A)  # and close, ping, pong
SLICE = 4096
FULL = 32_768
PATIENCE = 1.0


class _Nowhere(asyncio.Queue[Any]):
    """In place of a queue of its own (2 KB) for every line: after a line was taken over nobody reads it."""

    def put_nowait(self, item: object) -> None:
        """Forget it."""


NOBODY_READS = _Nowhere()


class Ear(Protocol):
    """Who listens to a line."""

    def heard(self, frame: bytes) -> None:
        """A message has come."""

    def disturbed(self) -> None:
        """A frame that is no message has come: a ping (answered already), a pong, or a part of a message."""

    def room(self, there: bool) -> None:
        """Whether the client has read enough for more to be written."""

    def lost(self) -> None:
        """The client is gone, or the server goes down; it may be told twice."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket of uvicorn's with a way past ASGI, and to cut off a client that does not even read the goodbye."""

    ear: Ear | None = None
    done = False  # we have hung up: what still comes is not read any more
    even = True  # so far every piece of data was one whole frame: no part of one waits in the parser

    async def run_asgi(self) -> None:
        """Run the route; it finds the line in its scope. If it has been taken over it stays open afterwards."""
        self.scope["line"] = self  # type: ignore[typeddict-unknown-key]
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        if self.ear is None and self.close_timer is None:
            self.transport.close()
        del self.scope, self.request, self.response

    def take_over(self, ear: Ear) -> None:
        """From now on ``ear`` hears what comes."""
        self.ear = ear
        self.transport.set_write_buffer_limits(FULL)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        waiting, self.queue = self.queue, NOBODY_READS
        while not waiting.empty():
            event = waiting.get_nowait()
            if event["type"] == "websocket.receive":
                ear.heard(event.get("bytes") or (event.get("text") or "").encode("utf-8"))
        if self.disconnected or self.transport.is_closing():
            ear.lost()

    def give_back(self) -> None:
        """Nobody listens any more."""
        self.ear = None

    def hang_up(self, frame: bytes, reason: str, patience: float) -> None:
        """Say a last word and close; a client that does not read even that is cut off."""
        if self.close_sent or self.transport.is_closing():
            return
        self.write([frame])
        self.conn.send_close(4009, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = self.done = True
        self.transport.pause_reading()  # nobody would look at it
        self.close_timer = self.loop.call_later(patience, self.transport.abort)

    def write(self, frames: Sequence[bytes]) -> None:
        """Send text frames at once."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join([_head(len(frame)) + frame for frame in frames]))

    # What uvicorn calls

    def data_received(self, data: bytes) -> None:
        """Nearly always one whole frame comes at a time, and a text needs no parser; everything else goes through it.

        A little at a time: who sends thousands of tiny frames at once may be gone before the last of them.
        """
        if self.ear is not None and self.even:
            start = _one_frame(data)
            if start and data[0] == TEXT and not self.close_sent:
                return self.ear.heard(apply_mask(data[start:], data[start - 4 : start]))
            self.even = start > 0
        for start in range(0, len(data), SLICE):
            if self.done or self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        if self.ear is None or self.close_sent:
            return super().send_receive_event_to_app()
        frames, self.frames = self.frames, []
        self.ear.heard(frames[0] if len(frames) == 1 else b"".join(frames))

    def handle_ping(self) -> None:
        """Answer a ping, and let it count: a flood of them is a flood."""
        super().handle_ping()
        self._disturbed()

    def handle_pong(self, event: Frame) -> None:
        """A pong counts too, asked for or not."""
        super().handle_pong(event)
        self._disturbed()

    def handle_cont(self, event: Frame) -> None:
        """A part of a message counts even if it is empty: there may be no end of them."""
        super().handle_cont(event)
        if not event.fin:
            self._disturbed()

    def _disturbed(self) -> None:
        if self.ear is not None:
            self.ear.disturbed()

    def handle_close(self, event: object) -> None:
        """The client hangs up; if it does not read what it was sent before, it is cut off."""
        super().handle_close(event)  # type: ignore[arg-type]
        self.loop.call_later(PATIENCE, self.transport.abort)
        self._lost()

    def keepalive_timeout(self) -> None:
        """A client that does not answer will not read a goodbye either."""
        super().keepalive_timeout()
        self.transport.abort()

    def pause_writing(self) -> None:
        """The client does not read as fast as we write."""
        super().pause_writing()
        if self.ear is not None:
            self.ear.room(False)

    def resume_writing(self) -> None:
        """It has read on."""
        super().resume_writing()
        if self.ear is not None:
            self.ear.room(True)

    def shutdown(self) -> None:
        """The server goes down."""
        super().shutdown()
        self._lost()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end, whoever wanted it."""
        super().connection_lost(exc)
        self._lost()

    def _lost(self) -> None:
        if self.ear is not None:
            self.ear.lost()


def _one_frame(data: bytes) -> int:
    """Where the payload begins if this is one whole frame of a client's (RFC 6455, section 5.2) and short; else 0."""
    if not 6 <= len(data) <= SLICE or data[0] not in WHOLE or data[1] < 0x80:
        return 0
    length, start = data[1] & 0x7F, 6
    if length == 126:
        length, start = int.from_bytes(data[2:4], "big"), 8
    return start if length != 127 and len(data) == start + length else 0


def _head(length: int) -> bytes:
    """The head of a text frame from a server (RFC 6455, section 5.2)."""
    if length < 126:
        return bytes((TEXT, length))
    if length < 65_536:
        return bytes((TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((TEXT, 127)) + length.to_bytes(8, "big")
