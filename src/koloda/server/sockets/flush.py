"""What is to be written goes out when a turn of the event loop is over, all of it at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

Write = Callable[[], object]


class Flush:
    """The writes of this turn; one handle of the loop for all of them."""

    def __init__(self) -> None:
        self._writes: list[Write] = []

    def soon(self, write: Write) -> None:
        """Do this when the present turn is over."""
        if not self._writes:
            asyncio.get_running_loop().call_soon(self._run)
        self._writes.append(write)

    def _run(self) -> None:
        writes, self._writes = self._writes, []
        for write in writes:
            write()
