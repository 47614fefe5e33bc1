"""uvicorn's HTTP with limits: whoever neither asks nor reads for a minute is cut off and keeps no descriptor.

What an address sends is read when it is its turn (``metering.py``): to read requests and to open sockets takes time.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from typing import Protocol, runtime_checkable

import h11
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from koloda.server.metering import LoopShares, unknown_person
from koloda.server.networks import household

from .paced_reading import PacedReading

HTTP_TIMEOUT_SECONDS = 60.0  # from the connection or the last answer to a whole request; and for reading an answer
MAX_CONNECTIONS = 4000  # of a household, beside those to tables: each takes memory, asked for something or not
ANSWER_SECONDS = 600.0  # for all of an answer
INCOMPLETE_REQUEST = (h11.IDLE, h11.SEND_BODY)
SLICE_BYTES = 2048  # read in one go: a body in chunks of one byte takes long
MAY_ANSWER = (h11.IDLE, h11.SEND_RESPONSE)


@runtime_checkable
class SharedApp(Protocol):
    """An application whose time is shared out among people and addresses."""

    loop_shares: LoopShares
    open_requests: Counter[str]  # how many connections each household has that no table has taken over


class HttpTimeoutProtocol(PacedReading, H11Protocol):
    """uvicorn's HTTP; by itself it would wait for ever for the rest of a request and for the reader of an answer."""

    _timer: asyncio.TimerHandle | None = None
    _home: tuple[Counter[str], str] | None = None  # where this connection is counted
    _slow_since = 0.0  # when the client first did not read as fast as it is answered

    def _shared_app(self, address: str) -> SharedApp | None:
        """The application that shares its time out; None for a proxy, whose clients are told apart later."""
        app, proxy = self.config.app, self.config.loaded_app
        is_proxy = isinstance(proxy, ProxyHeadersMiddleware) and address in proxy.trusted_hosts
        return app if isinstance(app, SharedApp) and not is_proxy else None

    def _enter(self, app: SharedApp, home: str) -> None:
        """One more connection, if its household has not too many."""
        if app.open_requests[home] >= MAX_CONNECTIONS:
            return self.transport.abort()
        app.open_requests[home] += 1
        self._home = app.open_requests, home

    def _leave(self) -> None:
        """It has ended, or is a table's."""
        if self._home is not None:
            counter, home = self._home
            self._home = None
            counter[home] -= 1
            if counter[home] <= 0:
                del counter[home]

    def _start_timer(self, most_seconds: float = math.inf) -> None:
        self._stop_timer()
        seconds = max(0.0, min(HTTP_TIMEOUT_SECONDS, most_seconds))
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # What uvicorn calls

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected: they must ask for something."""
        super().connection_made(transport)
        address, port = self.client or ("", 0)
        app = self._shared_app(address)
        if app is not None:
            self.share = app.loop_shares.of(address, unknown_person(address, port))
            self._enter(app, household(address))
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        """Read on, when it is this address's turn."""
        self.take_in(data)

    def may_resume(self) -> bool:
        """Unless more requests wait than are answered."""
        return super().may_resume() and not self.flow.read_paused

    def read_some(self, data: bytes) -> bytes:
        """A whole request stops the timer, a piece of one does not. A table may have taken over."""
        super().data_received(data[:SLICE_BYTES])
        taken_over = self.transport.get_protocol() is not self
        if taken_over:
            self._leave()
        if self.conn.their_state not in INCOMPLETE_REQUEST or taken_over:
            self._stop_timer()
        elif self._timer is None:
            self._start_timer()
        return b"" if taken_over or self.transport.is_closing() else data[SLICE_BYTES:]

    def send_400_response(self, msg: str) -> None:
        """What comes is no request: say so, unless an answer to its beginning is on its way; either way hang up."""
        if self.conn.our_state in MAY_ANSWER:
            super().send_400_response(msg)
        else:
            self.transport.close()
        if self.cycle is not None:  # whoever answers it has no listener any more
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def on_response_complete(self) -> None:
        """The next request may come over the same connection."""
        super().on_response_complete()
        self._slow_since = 0.0
        self._start_timer()

    def pause_writing(self) -> None:
        """The answer is not read as fast as it is written. Who takes a little of it now and then is cut off, too."""
        super().pause_writing()
        self._slow_since = self._slow_since or self.loop.time()
        self._start_timer(self._slow_since + ANSWER_SECONDS - self.loop.time())

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end, whoever wanted it."""
        super().connection_lost(exc)
        self._leave()
        self._stop_timer()
