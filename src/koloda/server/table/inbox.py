"""What waits to be done at a table, so that no one person can fill the queue."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import NamedTuple

from koloda.server.protocol.messages import ClientMessage

from .connection import Connection

MAX_COMMANDS = 200
MAX_COMMANDS_PER_PERSON = 30


class ConnectionNews:
    """What the socket itself tells the table of a connection; it is never refused."""

    __slots__ = ()


class Joined(ConnectionNews):
    """A connection was opened."""

    __slots__ = ()


class Left(ConnectionNews):
    """A connection was closed."""

    __slots__ = ()


class Behind(ConnectionNews):
    """Views were dropped for a slow client, and there is room for a whole one now."""

    __slots__ = ()


JOINED, LEFT, BEHIND = Joined(), Left(), Behind()


class Command(NamedTuple):
    """What is to be done, and the connection that it came from."""

    connection: Connection
    message: ClientMessage | ConnectionNews


class Inbox:
    """The commands of one table, first come, first served."""

    __slots__ = ("_commands", "_pending", "_waiter")

    def __init__(self) -> None:
        self._commands: deque[Command] = deque()
        self._pending: dict[str, int] = {}
        self._waiter: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._commands)

    def put(self, command: Command, seated: bool) -> bool:
        """Queue a command; False if this person has too many waiting, or the watchers together."""
        person = command.connection.person.id
        pending = self._pending.get(person, 0)
        if not isinstance(command.message, ConnectionNews):
            crowded = not seated and len(self._commands) >= MAX_COMMANDS
            if crowded or pending >= MAX_COMMANDS_PER_PERSON:
                return False
        self._pending[person] = pending + 1
        self._commands.append(command)
        if self._waiter is not None:
            _wake(self._waiter)
        return True

    async def get(self, seconds: float | None) -> Command | None:
        """The next command; None if none comes within this time.

        Between two commands everybody else gets a turn: what the first one sent is written before the second begins.
        """
        if self._commands:
            await asyncio.sleep(0)
        else:
            await self._wait(seconds)
            if not self._commands:
                return None
        command = self._commands.popleft()
        person = command.connection.person.id
        left = self._pending.pop(person) - 1
        if left:
            self._pending[person] = left
        return command

    async def _wait(self, seconds: float | None) -> None:
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
