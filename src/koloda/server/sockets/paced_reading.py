"""Reading from a client a little at a time, when it is its address's turn (``metering.py``)."""

from __future__ import annotations

import asyncio

from koloda.server.busy import BUSY
from koloda.server.metering import LoopShare


class PacedReading:
    """A part of both protocols. What waits is held here, and no more is read meanwhile."""

    transport: asyncio.Transport
    share: LoopShare | None = None  # of the client's address; None: it waits for nothing
    held = b""

    def read_some(self, data: bytes) -> bytes:
        """Read some of it; what is left."""
        raise NotImplementedError

    def may_resume(self) -> bool:
        """Whether what comes may be read again."""
        return not self.transport.is_closing()

    def take_in(self, data: bytes) -> None:
        """Something has come."""
        read = 0
        while data and not self.held:
            if (self.share is None and not read) or (self.share is not None and self.share.is_free()):
                data = self._read(data)
                read += 1
            else:
                self.held = data
                self.transport.pause_reading()
                self._wait()

    def _wait(self) -> None:
        """Until others have had their turn: whoever has no share has a step of the loop as long as there is more."""
        if self.share is None:
            asyncio.get_running_loop().call_soon(self._go_on)
        else:
            self.share.when_free(self._go_on)

    def _go_on(self) -> None:
        if self.transport.is_closing():
            return
        self.held = self._read(self.held)
        if self.held:
            self._wait()
        elif self.may_resume():
            self.transport.resume_reading()

    def _read(self, data: bytes) -> bytes:
        if self.share is None:
            return self.read_some(data)
        began = BUSY.begin()
        rest = self.read_some(data)
        self.share.spend(BUSY.seconds(began))
        return rest
