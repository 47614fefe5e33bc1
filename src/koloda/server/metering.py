"""How long each person and each address keeps the event loop busy. Nobody may have all of it while others are there.

All tables share one loop. What is asked for is measured while it is done and charged to the person who asked, then to
their address; whoever has had more than their share waits, and is neither refused nor cut off for it. A person who
waits keeps nobody of their address waiting, and those of one address who wait go in turn.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

from .buckets import Bucket, Rate, Recent, Whose, buckets
from .networks import Networks, household, site_of_household

BURST_SECONDS = 0.02  # that a person or an address may keep the loop busy beyond their share
STEP_SECONDS = 0.002  # of it in a row: then others come in between
STEP_TIMES = 2.5  # the share at which the rest of a burst goes on
SITE_TIMES = 2  # as much as one address may have is for all of an IPv6 /48
OTHERS_SECONDS = 60.0  # after which somebody who has asked for nothing, not even a pong, is not there any more
TICK_SECONDS = 0.002  # between two things that are done for an address with little time left
MAX_WAITING = 200  # things of one person
MAX_WAIT_SECONDS = 10.0
MAX_PUT_OFF = 1000  # refusals at one address
REFUSAL_SECONDS = 2.0  # after which they are told: whoever is refused at once asks again at once


def unknown_person(address: str, port: int) -> str:
    """For whom something is done as long as nobody knows who asks: each connection is somebody else; behind a proxy,
    which tells no ports, each address is.
    """
    return f"{household(address)} port {port}"


class _LastTwo:
    """The two who were served last: enough to know whether anybody but one has been here lately."""

    __slots__ = ("_before", "_last")

    def __init__(self) -> None:
        self._before: tuple[str, float] = ("", 0.0)
        self._last: tuple[str, float] = ("", 0.0)

    def note(self, who: str, moment: float) -> None:
        if self._last[0] != who:
            self._before = self._last
        self._last = (who, moment)

    def others(self, who: str) -> bool:
        since = time.monotonic() - OTHERS_SECONDS
        return (self._last[0] != who and self._last[1] > since) or (self._before[0] != who and self._before[1] > since)


class LoopShares:
    """The loop's time: for each person, and for each address together."""

    def __init__(self, person_share: float, address_share: float, trusted: Networks | None = None) -> None:
        self.person_rate = Rate(person_share, BURST_SECONDS)
        self.rate = Rate(address_share, BURST_SECONDS)
        self.step_rate = Rate(address_share * STEP_TIMES, STEP_SECONDS)
        self.sites = buckets(Rate(address_share * SITE_TIMES, BURST_SECONDS))
        self._trusted = trusted or Networks()
        self._people = buckets(self.person_rate)
        self._homes: Recent[str, HomeShare] = Recent(lambda home: HomeShare(self, home))
        self._shares: Recent[tuple[str, str], LoopShare] = Recent(self._new_share)
        self.last_people = _LastTwo()
        self.last_homes = _LastTwo()

    def of(self, address: str, person: str) -> LoopShare:
        """The share of a person at an address; of a connection, as long as nobody knows whose it is."""
        return self._shares.of((person, address))

    def _new_share(self, key: tuple[str, str]) -> LoopShare:
        person, address = key
        home = self._homes.of(household(address))
        home.trusted = self._trusted.have(address)
        return LoopShare(self, person, self._people.of(person), home)


class HomeShare:
    """What the people of one address have together of the loop's time, and who of them waits for it."""

    __slots__ = ("_bucket", "_home", "_line", "_put_off", "_serves", "_shares", "_site", "_step", "trusted")

    def __init__(self, shares: LoopShares, home: str) -> None:
        self._shares = shares
        self._home = home
        self._bucket = Bucket(shares.rate)
        self._step = Bucket(shares.step_rate)
        wide = site_of_household(home)
        self._site = None if wide is None else shares.sites.of(wide)
        self._line: deque[LoopShare] = deque()
        self._put_off = 0  # refusals that are not told yet
        self._serves = False  # a timer runs for the next of them
        self.trusted = False  # then only its people have shares

    def spend(self, seconds: float, moment: float) -> None:
        """The loop was busy for somebody here; below 0: it was less than had been charged."""
        self._bucket.spend(seconds, moment)
        self._step.spend(seconds, moment)
        if self._site is not None:
            self._site.spend(seconds, moment)
        self._shares.last_homes.note(self._home, moment)

    def wait_seconds(self) -> float:
        """How long everybody here has to wait; 0: they may go on."""
        tokens = self._bucket.tokens()
        if self._site is not None:
            tokens = min(tokens, self._site.tokens())
        in_a_row = self._step.tokens()
        if (tokens > 0 and in_a_row > 0) or self.trusted or not self.has_others():
            return 0.0
        shares = self._shares
        return max(TICK_SECONDS, -tokens / shares.rate.per_second, -in_a_row / shares.step_rate.per_second)

    def has_others(self) -> bool:
        """Whether anybody of another address has been served lately."""
        return self._shares.last_homes.others(self._home)

    def is_free(self) -> bool:
        """Whether somebody here may go on now, before nobody else."""
        return not self._line and not self.wait_seconds()

    async def put_off(self) -> None:
        """Somebody here is to be refused, which takes time, too: not at once, unless too many wait for it."""
        if self._put_off >= MAX_PUT_OFF:
            return
        self._put_off += 1
        try:
            await asyncio.sleep(REFUSAL_SECONDS)
        finally:
            self._put_off -= 1

    def queue(self, share: LoopShare) -> None:
        """Somebody here waits for their turn."""
        self._line.append(share)
        if not self._serves:
            self._serves = True
            asyncio.get_running_loop().call_later(self.wait_seconds(), self._serve)

    def _serve(self) -> None:
        seconds = self.wait_seconds()
        try:
            if not seconds:
                seconds = TICK_SECONDS if self.has_others() else 0.0
                self._line.popleft().serve()
        finally:  # whatever goes wrong with one thing, the next one is done
            self._serves = bool(self._line)
            if self._serves:
                asyncio.get_running_loop().call_later(seconds, self._serve)


class LoopShare:
    """One person's part of the loop's time at one address, and what waits for it."""

    __slots__ = ("_bucket", "_home", "_person", "_queued", "_shares", "_waiting")

    def __init__(self, shares: LoopShares, person: str, bucket: Bucket, home: HomeShare) -> None:
        self._shares = shares
        self._person = person
        self._bucket = bucket
        self._home = home
        self._waiting: list[Callable[[], None]] = []  # nearly always empty: a deque would take 0.7 KB
        self._queued = False  # it will be served, without being asked again

    def spend(self, seconds: float) -> None:
        """The loop was busy for this person; below 0: it was less than had been charged."""
        moment = time.monotonic()
        self._bucket.spend(seconds, moment)
        self._shares.last_people.note(self._person, moment)
        self._home.spend(seconds, moment)

    def wait_seconds(self) -> float:
        """How long this person has to wait; 0: they may go on."""
        return max(self._own_wait_seconds(), self._home.wait_seconds())

    def _own_wait_seconds(self) -> float:
        tokens = self._bucket.tokens()
        if tokens > 0 or not self._shares.last_people.others(self._person):
            return 0.0
        return max(TICK_SECONDS, -tokens / self._shares.person_rate.per_second)

    def whose(self) -> Whose:
        """Whose share is used up, where somebody has to wait."""
        return "person" if self._own_wait_seconds() else "network"

    def is_free(self) -> bool:
        """Whether something may be done for this person now, before nothing else."""
        return not self._waiting and not self._own_wait_seconds() and self._home.is_free()

    def when_free(self, act: Callable[[], None]) -> None:
        """Do this when it is this person's turn: one thing at a time, so that its time is known before the next."""
        self._waiting.append(act)
        if not self._queued:
            self._queue()

    def _queue(self) -> None:
        self._queued = True
        seconds = self._own_wait_seconds()
        if seconds:
            asyncio.get_running_loop().call_later(seconds, self._home.queue, self)
        else:
            self._home.queue(self)

    def serve(self) -> None:
        """It is this person's turn."""
        try:
            if self._waiting:  # not all who wait do so for ever
                self._waiting.pop(0)()
        finally:
            self._queued = False
            if self._waiting:
                self._queue()

    async def wait(self) -> bool:
        """Wait until it is this person's turn; False if that takes too long, or too much waits already."""
        if self.is_free():
            return True
        if len(self._waiting) >= MAX_WAITING:
            await self._home.put_off()
            return False
        turn = asyncio.Event()
        its_turn = turn.set
        self.when_free(its_turn)
        try:
            await asyncio.wait_for(turn.wait(), MAX_WAIT_SECONDS)
        except TimeoutError:
            if its_turn in self._waiting:
                self._waiting.remove(its_turn)
            return False
        return True
