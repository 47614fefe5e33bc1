"""Long work that is asked for over HTTP or to look back: done in a process beside the tables, one piece at a time.

A thread would not do: while it works, the tables' own thread waits for it again and again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from koloda.core.errors import KolodaError
from koloda.server.metering import household
from koloda.server.protocol.refusals import REFUSALS

from .pool import NoAnswer, ThinkingPool

T = TypeVar("T")
LONGEST_SECONDS = 60.0
MAX_WAITING_PER_HOUSEHOLD = 16


class NotNow(KolodaError):
    """The work could not be done, or not in time."""


class Background:
    """The process, and who waits for it: each address has one piece of work in it at a time."""

    def __init__(self) -> None:
        self._pool = ThinkingPool(1, hung_seconds=LONGEST_SECONDS)
        self._lines: WeakValueDictionary[str, _Line] = WeakValueDictionary()

    async def do(self, address: str, work: Callable[..., T], *args: Any) -> T:
        """Have something done; what the work refuses is raised here. ``work`` is a function of a module."""
        home = household(address)
        line = self._lines.get(home)
        if line is None:
            line = self._lines[home] = _Line()
        if line.length >= MAX_WAITING_PER_HOUSEHOLD:
            raise NotNow("busy", REFUSALS["busy"])
        line.length += 1
        try:
            async with line.turn:
                done, error = await self._pool.ask(LONGEST_SECONDS, _guarded, work, *args)
        except NoAnswer:
            raise NotNow("too-long", REFUSALS["too-long"]) from None
        finally:
            line.length -= 1
        if error is not None:
            raise error
        result: T = done
        return result

    async def stop(self) -> None:
        """End the process."""
        await self._pool.stop()


class _Line:
    """Those of one address who wait."""

    __slots__ = ("__weakref__", "length", "turn")

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.length = 0


def _guarded(work: Callable[..., Any], *args: Any) -> tuple[Any, KolodaError | None]:
    """What came of the work, or why it was refused: only errors that are not ours are the worker's."""
    try:
        return work(*args), None
    except KolodaError as error:
        return None, error
