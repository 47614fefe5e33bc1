"""The door for HTTP: whoever neither asks nor reads for a minute is shown out, so that he keeps no descriptor."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 60.0  # seconds for a whole request, from its first byte or the one before, and for reading an answer
ASKING = (h11.IDLE, h11.SEND_BODY)


class Door(H11Protocol):
    """uvicorn's HTTP, which by itself waits for ever for the rest of a request and for the reader of an answer."""

    _limit: asyncio.TimerHandle | None = None

    def _wait(self) -> None:
        self._go_on()
        self._limit = self.loop.call_later(PATIENCE, self.transport.abort)

    def _go_on(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    # What uvicorn calls

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come: he must ask for something."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """A whole request may take its time; a piece of one gets no more than was left. A table may have taken over."""
        super().data_received(data)
        if self.conn.their_state not in ASKING or self.transport.get_protocol() is not self:
            self._go_on()
        elif self._limit is None:
            self._wait()

    def on_response_complete(self) -> None:
        """The next request may come over the same connection."""
        super().on_response_complete()
        self._wait()

    def pause_writing(self) -> None:
        """The answer is not read as fast as it is written."""
        super().pause_writing()
        self._wait()

    def resume_writing(self) -> None:
        """It is read on."""
        super().resume_writing()
        self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end, whoever wanted it."""
        super().connection_lost(exc)
        self._go_on()
