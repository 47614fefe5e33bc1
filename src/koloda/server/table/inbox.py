"""What waits to be done at a table, so that no one person can fill the queue."""

from __future__ import annotations

import asyncio
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


class Renamed(ConnectionNews):
    """Somebody has another name now, wherever they gave it."""

    __slots__ = ()


class Rest(ConnectionNews):
    """The table does nothing any more: its journal is changed, and another one goes on from it."""

    __slots__ = ("begun",)

    def __init__(self) -> None:
        self.begun = asyncio.Event()


JOINED, LEFT, BEHIND, RENAMED = Joined(), Left(), Behind(), Renamed()


class Command(NamedTuple):
    """What is to be done, and the connection that it came from."""

    connection: Connection
    message: ClientMessage | ConnectionNews


class _Line:
    """Commands that wait, first come, first served, and how many each person has among them."""

    __slots__ = ("commands", "pending")

    def __init__(self) -> None:
        self.commands: list[Command] = []  # short: a deque would take 0.7 KB while it is empty
        self.pending: dict[str, int] = {}

    def append(self, command: Command) -> None:
        person = command.connection.person.id
        self.pending[person] = self.pending.get(person, 0) + 1
        self.commands.append(command)

    def pop(self) -> Command:
        command = self.commands.pop(0)
        person = command.connection.person.id
        left = self.pending.pop(person) - 1
        if left:
            self.pending[person] = left
        return command


class Inbox:
    """The commands of one table. Those of players come first: they wait for no crowd that looks on."""

    __slots__ = ("_players", "_rings", "_timer", "_waiter", "_watchers")

    def __init__(self) -> None:
        self._players = _Line()
        self._watchers = _Line()
        self._waiter: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._rings = 0.0  # when the timer does

    def __len__(self) -> int:
        return len(self._players.commands) + len(self._watchers.commands)

    def connections(self) -> set[Connection]:
        """Those who wait for something."""
        return {command.connection for line in (self._players, self._watchers) for command in line.commands}

    def drain(self) -> list[Command]:
        """All that waits, in order; it does not wait any more."""
        return [line.pop() for line in (self._players, self._watchers) for _ in range(len(line.commands))]

    def put(self, command: Command, seated: bool) -> bool:
        """Queue a command; False if this person has too many waiting, or the watchers together."""
        person = command.connection.person.id
        as_watcher = self._watchers.pending.get(person, 0)
        if not isinstance(command.message, ConnectionNews):
            crowded = not seated and len(self._watchers.commands) >= MAX_COMMANDS
            if crowded or as_watcher + self._players.pending.get(person, 0) >= MAX_COMMANDS_PER_PERSON:
                return False
        # What somebody sends after they have sat down must not overtake what they sent before.
        (self._players if seated and not as_watcher else self._watchers).append(command)
        if self._waiter is not None:
            _wake(self._waiter)
        return True

    async def get(self, seconds: float | None) -> Command | None:
        """The next command; None if none comes within this time, or within what was asked for an earlier one.

        Between two commands everybody else gets a turn: what the first one sent is written before the second begins.
        """
        if len(self):
            await asyncio.sleep(0)
        else:
            await self._wait(seconds)
            if not len(self):
                return None
        return (self._players if self._players.commands else self._watchers).pop()

    async def _wait(self, seconds: float | None) -> None:
        """Wait for a command or for the time to pass.

        A timer that rings earlier stays, and wakes the table in vain: nearly always a command comes first, and a timer
        for each would cost more than that.
        """
        loop = asyncio.get_running_loop()
        if seconds is not None:
            self._ring_in(seconds, loop)
        self._waiter = loop.create_future()
        try:
            await self._waiter
        except BaseException:
            self._no_timer()
            raise
        finally:
            self._waiter = None

    def _ring_in(self, seconds: float, loop: asyncio.AbstractEventLoop) -> None:
        moment = loop.time() + seconds
        if self._timer is not None and self._rings <= moment:
            return
        self._no_timer()
        self._rings = moment
        self._timer = loop.call_later(seconds, self._ring)

    def _no_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        self._timer = None
        if self._waiter is not None:
            _wake(self._waiter)


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)
