"""Whose turn it is where only a few can be served at a time: each household in turn, and in it each person in turn."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

from koloda.server.networks import Asker, household

Waiting = deque["asyncio.Future[None]"]
People = OrderedDict[str, Waiting]


class FairTurns:
    """So many may have a turn at once. However much somebody asks for, everybody else waits for one thing of theirs."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._homes: OrderedDict[str, People] = OrderedDict()

    async def begin(self, asker: Asker) -> None:
        """Wait for a turn; whoever has had it calls ``end``."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        people = self._homes.setdefault(household(asker.address), OrderedDict())
        people.setdefault(asker.key, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it had just been given
                self.end()
            raise

    def end(self) -> None:
        """A turn is over: the next one."""
        while self._homes:
            turn = self._next()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _next(self) -> asyncio.Future[None]:
        """The first thing that the next person of the next household waits for; both go to the end of their line."""
        home, people = self._homes.popitem(last=False)
        person, waiting = people.popitem(last=False)
        turn = waiting.popleft()
        if waiting:
            people[person] = waiting
        if people:
            self._homes[home] = people
        return turn

    def waiting(self, asker: Asker) -> tuple[int, int]:
        """How many things this person waits for, and everybody at their address."""
        people: People = self._homes.get(household(asker.address), OrderedDict())
        own = people.get(asker.key, ())
        return _count(own), sum(map(_count, people.values()))


def _count(waiting: Waiting | tuple[()]) -> int:
    return sum(not turn.done() for turn in waiting)
