"""What waits to be done at a table, so that no one person can fill the queue."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import NamedTuple

from .connection import Connection
from .protocol import ClientMessage

MOST = 200
MOST_OF_ONE = 30


class Command(NamedTuple):
    """A message, and the connection that sent it; None: the connection came, went, or has fallen behind."""

    connection: Connection
    message: ClientMessage | None


class Inbox:
    """The commands of one table, first come, first served."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Command] = asyncio.Queue()
        self._pending: Counter[str] = Counter()

    def put(self, command: Command, seated: bool) -> bool:
        """Queue a command; False where one person has too many, or a crowd of watchers. Coming and going counts."""
        person = command.connection.person.id
        if command.message is not None:
            crowded = not seated and self._queue.qsize() >= MOST
            if crowded or self._pending[person] >= MOST_OF_ONE:
                return False
        self._pending[person] += 1
        self._queue.put_nowait(command)
        return True

    async def get(self, seconds: float) -> Command | None:
        """The next command; None if there is none for so long."""
        if self._queue.empty():
            try:
                command = await asyncio.wait_for(self._queue.get(), seconds)
            except TimeoutError:
                return None
        else:
            command = self._queue.get_nowait()
        person = command.connection.person.id
        self._pending[person] -= 1
        if not self._pending[person]:
            del self._pending[person]
        return command
