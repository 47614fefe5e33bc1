"""Reviews of finished matches, done in the background: one thinker at a time, the latest results kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Literal

import msgspec
import structlog

from koloda.core.errors import KolodaError
from koloda.core.record_types import Record
from koloda.review import Decision, Leg, Review, measure_of
from koloda.server.protocol.messages import MatchReview, ReviewState
from koloda.server.protocol.refusals import REFUSALS

from .pool import NoThought, Thinkers

MOST_KEPT = 100
MOST_RUNNING = 20
MOST_OF_ONE = 2
SEED = "review"
log = structlog.get_logger()


class NoReview(KolodaError):
    """The server does not review that, or not now."""


def refused(reason: str) -> NoReview:
    """A no; ``refusals.py`` has its sentence."""
    return NoReview(reason, REFUSALS[reason])


class Reviewing:
    """One review: of a match and a seat, wanted by some people."""

    def __init__(self, match: str, record: Record, seat: int) -> None:
        self.match = match
        self.record = record
        self.seat = seat
        self.state: Literal["running", "done", "cancelled", "failed"] = "running"
        self.people: set[str] = set()
        self.task: asyncio.Task[None] | None = None
        self._decisions: list[Decision] = []
        self._total = 0
        self._legs: list[Leg] = []

    async def run(self, thinkers: Thinkers) -> None:
        """Judge one choice after the other."""
        try:
            moments, self._legs = await thinkers.choices(self.record, self.seat)
            self._total = len(moments)
            for n in moments:
                self._decisions.append(await thinkers.judge(self.match, self.record, n, SEED))
            self.state = "done"
        except NoThought:
            self.state = "failed"
            log.error("a review failed", match=self.match, game=self.record["game"])
        finally:
            self.people.clear()
            self.record = {**self.record, "chance": [], "moves": []}  # a long one is megabytes

    def told(self) -> ReviewState:
        """How far it is; what is done is told when no more is to come."""
        done = len(self._decisions)
        if self.state == "running" or not (done or self.state == "done"):
            return ReviewState(self.state, done, self._total)
        record = self.record
        review = Review(record["game"], record["seats"], self.seat, SEED, tuple(self._decisions), tuple(self._legs))
        return ReviewState(self.state, done, self._total, msgspec.convert(review.to_json(), MatchReview))


class Reviews:
    """All reviews that run or are kept, by match and seat."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._kept: OrderedDict[tuple[str, int], Reviewing] = OrderedDict()

    def begin(self, match: str, record: Record, seat: int, person: str) -> ReviewState:
        """Have a match reviewed; one that runs or is done already serves everybody."""
        measure_of(record["game"])
        found = self._kept.get((match, seat))
        if found is None or found.state in ("cancelled", "failed"):
            self._check_limits(person)
            found = self._start(Reviewing(match, record, seat))
        if found.state == "running":
            found.people.add(person)
        return found.told()

    def _check_limits(self, person: str) -> None:
        running = [one for one in self._kept.values() if one.state == "running"]
        if sum(person in one.people for one in running) >= MOST_OF_ONE or len(running) >= MOST_RUNNING:
            raise refused("too-many-reviews")

    def _start(self, one: Reviewing) -> Reviewing:
        key = one.match, one.seat
        self._kept.pop(key, None)
        self._kept[key] = one
        one.task = asyncio.create_task(one.run(self._thinkers), name=f"review {one.match} {one.seat}")
        for old in [k for k, kept in self._kept.items() if kept.state != "running"][: len(self._kept) - MOST_KEPT]:
            del self._kept[old]
        return one

    def get(self, match: str, seat: int) -> ReviewState:
        """How far a review is."""
        return self._find(match, seat).told()

    def cancel(self, match: str, seat: int, person: str) -> ReviewState:
        """Somebody wants it no more; it ends when nobody does."""
        found = self._find(match, seat)
        found.people.discard(person)
        if found.state == "running" and not found.people:
            self._end(found)
        return found.told()

    def _find(self, match: str, seat: int) -> Reviewing:
        found = self._kept.get((match, seat))
        if found is None:
            raise refused("no-review")
        return found

    async def stop(self) -> None:
        """End those that run."""
        running = [one for one in self._kept.values() if one.state == "running"]
        for one in running:
            self._end(one)
        await asyncio.gather(*(one.task for one in running if one.task is not None), return_exceptions=True)

    @staticmethod
    def _end(one: Reviewing) -> None:
        """A task that has not begun yet would not say so itself."""
        one.state = "cancelled"
        if one.task is not None:
            one.task.cancel()
