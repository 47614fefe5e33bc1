"""uvicorn's WebSocket with a way past ASGI: frames go straight between the socket and the session of a table.

The route of a table takes a socket over once it knows who is calling; until then ASGI is spoken.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from koloda.server.metering import LoopShare

from .frames import PARSER_SLICE_BYTES, TEXT_FRAME, framed, one_frame
from .paced_reading import PacedReading

try:
    from websockets.speedups import apply_mask
except ImportError:  # a platform without its compiled part
    from websockets.utils import apply_mask

WRITE_BUFFER_BYTES = 32_768
CLOSE_SECONDS = 1.0  # for a client that hangs up to read what it was sent before


class _DiscardingQueue(asyncio.Queue[Any]):
    """Saves a queue (2 KB) for every socket: once a socket has been taken over, nobody reads from it."""

    def put_nowait(self, item: object) -> None:
        """Forget it."""


DISCARD = _DiscardingQueue()
NOBODY_WAITS = asyncio.Event()  # an event (1 KB) whose only waiters are routes: there are none after a take-over


class FrameHandler(Protocol):
    """Whoever is told what comes over a socket."""

    def on_message(self, frame: bytes) -> None:
        """A message has come."""

    def on_control_frame(self) -> None:
        """A frame that is not a message has come: a ping (answered already), a pong, or a part of a message."""

    def on_writable(self, writable: bool) -> None:
        """Whether the client has read enough for more to be written."""

    def on_lost(self) -> None:
        """The client is gone, or the server goes down; it may be called twice."""


class SocketProtocol(PacedReading, WebSocketsSansIOProtocol):
    """A WebSocket that a handler may take over. A client that does not even read the goodbye is cut off."""

    handler: FrameHandler | None = None
    heard = 0.0  # when something came last
    hung_up = False  # what still comes is not read any more
    parser_empty = True  # so far every piece of data was one whole frame: no part of one waits in the parser

    async def run_asgi(self) -> None:
        """Run the route, which finds this socket in its scope. A socket that it takes over stays open afterwards."""
        self.scope["socket_protocol"] = self  # type: ignore[typeddict-unknown-key]
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        if self.handler is None and self.close_timer is None:
            self.transport.close()
        del self.scope, self.request, self.response

    def take_over(self, handler: FrameHandler, share: LoopShare) -> None:
        """From now on ``handler`` is told what comes, when it is its address's turn."""
        self.handler = handler
        self.share = share
        self.transport.set_write_buffer_limits(WRITE_BUFFER_BYTES)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        waiting, self.queue = self.queue, DISCARD
        self.writable = NOBODY_WAITS
        while not waiting.empty():
            event = waiting.get_nowait()
            if event["type"] == "websocket.receive":
                handler.on_message(event.get("bytes") or (event.get("text") or "").encode("utf-8"))
        if self.disconnected or self.transport.is_closing():
            handler.on_lost()

    def release(self) -> None:
        """From now on the handler is told nothing."""
        self.handler = None

    def hang_up(self, frame: bytes, reason: str, seconds: float) -> None:
        """Send a last frame and close; a client that does not read even that is cut off after some seconds."""
        if self.close_sent or self.transport.is_closing():
            return
        self.write([frame])
        if self.conn.state is State.OPEN:  # else the client's own goodbye came with what we hang up for
            self.conn.send_close(4009, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = self.hung_up = True
        self.transport.pause_reading()  # nobody would look at it
        self.close_timer = self.loop.call_later(seconds, self.transport.abort)

    def write(self, frames: Sequence[bytes]) -> None:
        """Send text frames at once."""
        if self.close_sent or self.transport.is_closing():
            return
        self.transport.write(framed(frames))

    # What uvicorn calls

    def data_received(self, data: bytes) -> None:
        """Read on, when it is this address's turn."""
        self.heard = self.loop.time()
        self.take_in(data)

    def may_resume(self) -> bool:
        """Unless we have hung up."""
        return super().may_resume() and not self.hung_up

    def read_some(self, data: bytes) -> bytes:
        """Nearly always one whole frame comes at a time, and a text needs no parser; everything else goes through it.

        A little at a time: a client that sends thousands of tiny frames at once may be cut off before the last of them.
        """
        if self.handler is not None and self.parser_empty:
            start = one_frame(data)
            if start and data[0] == TEXT_FRAME and not self.close_sent:
                self.handler.on_message(apply_mask(data[start:], data[start - 4 : start]))
                return b""
            self.parser_empty = start > 0
        if self.hung_up or self.transport.is_closing():
            return b""
        super().data_received(data[:PARSER_SLICE_BYTES])
        return data[PARSER_SLICE_BYTES:]

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        if self.handler is None or self.close_sent:
            return super().send_receive_event_to_app()
        frames, self.frames = self.frames, []
        self.handler.on_message(frames[0] if len(frames) == 1 else b"".join(frames))

    def handle_ping(self) -> None:
        """Answer a ping, and let it count: a flood of them is a flood."""
        super().handle_ping()
        self._on_control_frame()

    def handle_pong(self, event: Frame) -> None:
        """A pong counts too, asked for or not."""
        super().handle_pong(event)
        self._on_control_frame()

    def handle_cont(self, event: Frame) -> None:
        """A part of a message counts even if it is empty: there may be no end of them."""
        super().handle_cont(event)
        if not event.fin:
            self._on_control_frame()

    def _on_control_frame(self) -> None:
        if self.handler is not None:
            self.handler.on_control_frame()

    def handle_close(self, event: object) -> None:
        """The client hangs up; if it does not read what it was sent before, it is cut off."""
        super().handle_close(event)  # type: ignore[arg-type]
        self.loop.call_later(CLOSE_SECONDS, self.transport.abort)
        self._on_lost()

    def keepalive_timeout(self) -> None:
        """A client that does not answer will not read a goodbye either.

        Whoever has sent something since, or waits to be read, is there: their answer only waits its turn.
        """
        if (self.heard > self.ping_sent_at or self.held) and not self.transport.is_closing():
            self.pending_ping_payload = None
            self.schedule_ping()
            return
        super().keepalive_timeout()
        self.transport.abort()

    def pause_writing(self) -> None:
        """The client does not read as fast as we write."""
        super().pause_writing()
        if self.handler is not None:
            self.handler.on_writable(False)

    def resume_writing(self) -> None:
        """The client has read on."""
        super().resume_writing()
        if self.handler is not None:
            self.handler.on_writable(True)

    def shutdown(self) -> None:
        """The server goes down."""
        super().shutdown()
        self._on_lost()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end, whoever wanted it."""
        super().connection_lost(exc)
        self._on_lost()

    def _on_lost(self) -> None:
        if self.handler is not None:
            self.handler.on_lost()
