"""How long each address keeps the event loop busy. Nobody may have all of it while others are there too.

All tables share one loop. What is asked for is measured while it is done and charged to the address that asked;
whoever has had more than their share waits, and is neither refused nor cut off for it.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from types import coroutine
from typing import Any, TypeVar

from .buckets import Bucket, Rate, Recent, buckets

T = TypeVar("T")
BURST_SECONDS = 0.02  # that an address may keep the loop busy beyond its share
STEP_SECONDS = 0.002  # of it in a row: then others come in between
STEP_TIMES = 2.5  # the share at which the rest of a burst goes on
SITE_TIMES = 2  # as much as one address may have is for all of an IPv6 /48
OTHERS_SECONDS = 60.0  # after which an address that has asked for nothing, not even a pong, is not there any more
TICK_SECONDS = 0.002  # between two things that are done for an address with little time left
MAX_WAITING = 1000  # things of one address
MAX_WAIT_SECONDS = 10.0


HOUSEHOLD_LETTERS = 19  # of an IPv6 address written out: its /64, which one household has
SITE_LETTERS = 14  # its /48, which one customer of a provider may have


@lru_cache(1000)
def _network(address: str, letters: int) -> str:
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return parsed.exploded[:letters] if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None else address


def household(address: str) -> str:
    """An address; for IPv6 its /64 network, since one household has all of it."""
    return _network(address, HOUSEHOLD_LETTERS)


def site(address: str) -> str:
    """An address; for IPv6 its /48 network, since one customer may have all of it."""
    return _network(address, SITE_LETTERS)


class LoopShares:
    """The loop's time, address by address."""

    def __init__(self, share: float) -> None:
        self.rate = Rate(share, BURST_SECONDS)
        self.step_rate = Rate(share * STEP_TIMES, STEP_SECONDS)
        self.sites = buckets(Rate(share * SITE_TIMES, BURST_SECONDS))
        self._shares = Recent(lambda home: LoopShare(self, home))
        self._last: list[tuple[str, float]] = [("", 0.0), ("", 0.0)]  # the two addresses that were served last

    def of(self, address: str) -> LoopShare:
        """The share of an address."""
        return self._shares.of(household(address))

    def note(self, home: str) -> None:
        """Something was done for an address."""
        last = self._last
        if last[1][0] != home:
            last[0] = last[1]
        last[1] = (home, time.monotonic())

    def others(self, home: str) -> bool:
        """Whether anybody else has been served lately."""
        since = time.monotonic() - OTHERS_SECONDS
        return any(other != home and at > since for other, at in self._last)


class LoopShare:
    """One address's part of the loop's time, and what waits for it."""

    __slots__ = ("_bucket", "_home", "_serves", "_shares", "_site", "_step", "_waiting")

    def __init__(self, shares: LoopShares, home: str) -> None:
        self._shares = shares
        self._home = home
        self._bucket = Bucket(shares.rate)
        self._step = Bucket(shares.step_rate)
        self._site = shares.sites.of(home[:SITE_LETTERS]) if len(home) == HOUSEHOLD_LETTERS and ":" in home else None
        self._waiting: deque[Callable[[], None]] = deque()
        self._serves = False  # a timer runs for the next of them

    def spend(self, seconds: float) -> None:
        """The loop was busy for this address; below 0: it was less than had been charged."""
        self._bucket.spend(seconds)
        self._step.spend(seconds)
        if self._site is not None:
            self._site.spend(seconds)
        self._shares.note(self._home)

    def wait_seconds(self) -> float:
        """How long this address has to wait; 0: it may go on."""
        tokens = self._bucket.tokens()
        if self._site is not None:
            tokens = min(tokens, self._site.tokens())
        in_a_row = self._step.tokens()
        if (tokens > 0 and in_a_row > 0) or not self._shares.others(self._home):
            return 0.0
        shares = self._shares
        return max(TICK_SECONDS, -tokens / shares.rate.per_second, -in_a_row / shares.step_rate.per_second)

    def is_free(self) -> bool:
        """Whether something may be done for this address now, before nothing else."""
        return not self._waiting and not self.wait_seconds()

    def when_free(self, act: Callable[[], None]) -> None:
        """Do this when it is this address's turn: one thing at a time, so that its time is known before the next."""
        self._waiting.append(act)
        if not self._serves:
            self._serves = True
            asyncio.get_running_loop().call_later(self.wait_seconds(), self._serve)

    def _serve(self) -> None:
        seconds = self.wait_seconds()
        try:
            if not seconds:
                seconds = TICK_SECONDS if self._shares.others(self._home) else 0.0
                self._waiting.popleft()()
        finally:  # whatever goes wrong with one thing, the next one is done
            self._serves = bool(self._waiting)
            if self._serves:
                asyncio.get_running_loop().call_later(seconds, self._serve)

    async def wait(self) -> bool:
        """Wait until it is this address's turn; False if that takes too long, or too many wait already."""
        if self.is_free():
            return True
        if len(self._waiting) >= MAX_WAITING:
            return False
        turn = asyncio.Event()
        self.when_free(turn.set)
        try:
            await asyncio.wait_for(turn.wait(), MAX_WAIT_SECONDS)
        except TimeoutError:
            return False
        return True


@coroutine
def metered(work: Awaitable[T], spend: Callable[[float], None]) -> Generator[Any, Any, T]:
    """Do the work; ``spend`` is told how long the loop is busy with it, without the time that it waits."""
    steps = work.__await__()
    sent: Any = None
    error: BaseException | None = None
    while True:
        began = time.thread_time()  # without what other processes did meanwhile
        try:
            awaited = steps.send(sent) if error is None else steps.throw(error)
        except StopIteration as stop:
            result: T = stop.value
            return result
        finally:
            spend(time.thread_time() - began)
        sent = error = None
        try:
            sent = yield awaited
        except BaseException as thrown:  # a cancellation is for the work, which may still have something to do
            error = thrown
