"""Reading from a client a little at a time, when it is its address's turn (``metering.py``)."""

from __future__ import annotations

import asyncio
import time

from koloda.server.metering import LoopShare


class PacedReading:
    """A part of both protocols. What waits is held here, and no more is read meanwhile."""

    transport: asyncio.Transport
    share: LoopShare | None = None  # of the client's address; None: it is read at once
    held = b""

    def read_some(self, data: bytes) -> bytes:
        """Read some of it; what is left."""
        raise NotImplementedError

    def may_resume(self) -> bool:
        """Whether what comes may be read again."""
        return not self.transport.is_closing()

    def take_in(self, data: bytes) -> None:
        """Something has come."""
        while data and not self.held:
            if self.share is None:
                data = self.read_some(data)
            elif self.share.is_free():
                data = self._read_metered(self.share, data)
            else:
                self.held = data
                self.transport.pause_reading()
                self.share.when_free(self._go_on)

    def _go_on(self) -> None:
        if self.share is None or self.transport.is_closing():
            return
        self.held = self._read_metered(self.share, self.held)
        if self.held:
            self.share.when_free(self._go_on)
        elif self.may_resume():
            self.transport.resume_reading()

    def _read_metered(self, share: LoopShare, data: bytes) -> bytes:
        began = time.thread_time()
        rest = self.read_some(data)
        share.spend(time.thread_time() - began)
        return rest
