"""Long work that is asked for over HTTP or to look back: done in processes beside the tables, one piece at a time.

A thread would not do: while it works, the tables' own thread waits for it again and again. What is short does not wait
for what is long: a QR code not for somebody's match of thousands of moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from koloda.core.errors import KolodaError
from koloda.server.networks import Asker
from koloda.server.protocol.refusals import REFUSALS

from .fair_turns import FairTurns
from .pool import NoAnswer, ThinkingPool

T = TypeVar("T")
LONGEST_SECONDS = 60.0
LONG_BYTES = 16_000  # of a record: a longer one takes long to replay
MAX_WAITING_PER_PERSON = 4
MAX_WAITING_PER_HOUSEHOLD = 100


class NotNow(KolodaError):
    """The work could not be done, or not in time."""


class Background:
    """The two processes, one for what is short and one for what is long."""

    def __init__(self, longest_seconds: float = LONGEST_SECONDS) -> None:
        self._short = _Line(longest_seconds)
        self._long = _Line(longest_seconds)

    async def do(self, asker: Asker, work: Callable[..., T], *args: Any) -> T:
        """Have something short done; what the work refuses is raised here. ``work`` is a function of a module."""
        return await self._short.do(asker, work, *args)

    async def replay(self, asker: Asker, size: int, work: Callable[..., T], *args: Any) -> T:
        """The same, where a record of so many bytes is to be replayed."""
        return await (self._long if size > LONG_BYTES else self._short).do(asker, work, *args)

    async def stop(self) -> None:
        """End the processes."""
        await self._short.stop()
        await self._long.stop()


class _Line:
    """One process, and who waits for it."""

    def __init__(self, longest_seconds: float) -> None:
        self._longest_seconds = longest_seconds
        self._pool = ThinkingPool(1, hung_seconds=longest_seconds)
        self._turns = FairTurns(1)

    async def do(self, asker: Asker, work: Callable[..., T], *args: Any) -> T:
        own, together = self._turns.waiting(asker)
        if own >= MAX_WAITING_PER_PERSON or together >= MAX_WAITING_PER_HOUSEHOLD:
            raise NotNow("busy", REFUSALS["busy"])
        try:
            done, error = await self._pool.ask_in_turn(
                self._turns, asker, self._longest_seconds, self._longest_seconds, _guarded, work, *args
            )
        except NoAnswer:
            raise NotNow("too-long", REFUSALS["too-long"]) from None
        if error is not None:
            raise error
        result: T = done
        return result

    async def stop(self) -> None:
        await self._pool.stop()


def _guarded(work: Callable[..., Any], *args: Any) -> tuple[Any, KolodaError | None]:
    """What came of the work, or why it was refused: only errors that are not ours are the worker's."""
    try:
        return work(*args), None
    except KolodaError as error:
        return None, error
