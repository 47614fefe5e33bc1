"""What waits to be done at a table, so that no one person can fill the queue."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import NamedTuple

from koloda.server.protocol.messages import ClientMessage
from koloda.server.sockets.outbox import Connection

MOST = 200
MOST_OF_ONE = 30


class Command(NamedTuple):
    """A message, and the connection that sent it; None: the connection came, went, or has fallen behind."""

    connection: Connection
    message: ClientMessage | None


class Inbox:
    """The commands of one table, first come, first served."""

    __slots__ = ("_commands", "_pending", "_waiter")

    def __init__(self) -> None:
        self._commands: deque[Command] = deque()
        self._pending: dict[str, int] = {}
        self._waiter: asyncio.Future[None] | None = None

    def put(self, command: Command, seated: bool) -> bool:
        """Queue a command; False where one person has too many, or a crowd of watchers. Coming and going counts."""
        person = command.connection.person.id
        pending = self._pending.get(person, 0)
        if command.message is not None:
            crowded = not seated and len(self._commands) >= MOST
            if crowded or pending >= MOST_OF_ONE:
                return False
        self._pending[person] = pending + 1
        self._commands.append(command)
        if self._waiter is not None:
            _wake(self._waiter)
        return True

    async def get(self, seconds: float | None) -> Command | None:
        """The next command; None if there is none for so long."""
        if not self._commands:
            await self._something(seconds)
            if not self._commands:
                return None
        command = self._commands.popleft()
        person = command.connection.person.id
        left = self._pending.pop(person) - 1
        if left:
            self._pending[person] = left
        return command

    async def _something(self, seconds: float | None) -> None:
        """Wait for a command or for the time to pass."""
        loop = asyncio.get_running_loop()
        self._waiter = loop.create_future()
        timer = None if seconds is None else loop.call_later(seconds, _wake, self._waiter)
        try:
            await self._waiter
        finally:
            self._waiter = None
            if timer is not None:
                timer.cancel()


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)
