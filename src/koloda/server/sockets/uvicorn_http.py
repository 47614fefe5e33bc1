"""uvicorn's HTTP with time limits: whoever neither asks nor reads for a minute is cut off and keeps no descriptor."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HTTP_TIMEOUT_SECONDS = 60.0  # from the connection or the last answer to a whole request; and for reading an answer
INCOMPLETE_REQUEST = (h11.IDLE, h11.SEND_BODY)


class HttpTimeoutProtocol(H11Protocol):
    """uvicorn's HTTP; by itself it would wait for ever for the rest of a request and for the reader of an answer."""

    _timer: asyncio.TimerHandle | None = None

    def _start_timer(self) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(HTTP_TIMEOUT_SECONDS, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # What uvicorn calls

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected: they must ask for something."""
        super().connection_made(transport)
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        """A whole request stops the timer, a piece of one does not. A table may have taken over."""
        super().data_received(data)
        if self.conn.their_state not in INCOMPLETE_REQUEST or self.transport.get_protocol() is not self:
            self._stop_timer()
        elif self._timer is None:
            self._start_timer()

    def on_response_complete(self) -> None:
        """The next request may come over the same connection."""
        super().on_response_complete()
        self._start_timer()

    def pause_writing(self) -> None:
        """The answer is not read as fast as it is written."""
        super().pause_writing()
        self._start_timer()

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end, whoever wanted it."""
        super().connection_lost(exc)
        self._stop_timer()
