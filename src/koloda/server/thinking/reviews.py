"""Reviews of finished matches, made in the background: one choice at a time, the latest results kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Literal

import msgspec
import structlog

from koloda.core.errors import KolodaError
from koloda.core.record_types import Record
from koloda.review import Decision, Leg, Review, measure_of
from koloda.server.networks import Asker, household, site
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.protocol.reviews import MatchReview, ReviewState

from .pool import NoAnswer, ThinkingPool

MAX_KEPT_REVIEWS = 100
MAX_RUNNING_REVIEWS = 20
MAX_REVIEWS_PER_PERSON = 2
MAX_REVIEWS_PER_HOUSEHOLD = 10
MAX_REVIEWS_PER_SITE = 14
SEED = "review"
log = structlog.get_logger()


class NoReview(KolodaError):
    """The server does not review that, or not now."""


def refused(reason: str) -> NoReview:
    """A refusal; ``refusals.py`` has its sentence."""
    return NoReview(reason, REFUSALS[reason])


class ReviewJob:
    """The review of one seat of a match, wanted by some people."""

    def __init__(self, match: str, record: Record, seat: int, asker: Asker) -> None:
        self.match = match
        self.asker = asker  # who began it
        self.record = record
        self.seat = seat
        self.state: Literal["running", "done", "cancelled", "failed"] = "running"
        self.people: set[str] = set()
        self.task: asyncio.Task[None] | None = None
        self._decisions: list[Decision] = []
        self._total = 0
        self._legs: list[Leg] = []

    async def run(self, pool: ThinkingPool) -> None:
        """Judge one choice after the other."""
        try:
            moments, self._legs = await pool.choices(self.record, self.seat, self.asker)
            self._total = len(moments)
            for n in moments:
                self._decisions.append(await pool.judge(self.match, self.record, n, SEED, self.asker))
            self.state = "done"
        except NoAnswer:
            self.state = "failed"
            log.error("a review failed", match=self.match, game=self.record["game"])
        finally:
            self.people.clear()
            self.record = {**self.record, "chance": [], "moves": []}  # a long one is megabytes

    def progress(self) -> ReviewState:
        """How far it has come, and the review itself when no more is to come."""
        done = len(self._decisions)
        if self.state == "running" or not (done or self.state == "done"):
            return ReviewState(self.state, done, self._total)
        record = self.record
        review = Review(record["game"], record["seats"], self.seat, SEED, tuple(self._decisions), tuple(self._legs))
        return ReviewState(self.state, done, self._total, msgspec.convert(review.to_json(), MatchReview))


class Reviews:
    """All reviews that run or are kept, by match and seat."""

    def __init__(self, pool: ThinkingPool) -> None:
        self._pool = pool
        self._jobs: OrderedDict[tuple[str, int], ReviewJob] = OrderedDict()

    def begin(self, match: str, record: Record, seat: int, asker: Asker) -> ReviewState:
        """Have a match reviewed; one that runs or is done already serves everybody."""
        measure_of(record["game"])
        joined = self.join(match, seat, asker.person)
        if joined is not None:
            return joined
        self.check_limits(asker)
        job = self._start(ReviewJob(match, record, seat, asker))
        job.people.add(asker.person)
        return job.progress()

    def join(self, match: str, seat: int, person: str) -> ReviewState | None:
        """Somebody wants a review that runs or is done already; None if there is none."""
        job = self._jobs.get((match, seat))
        if job is None or job.state in ("cancelled", "failed"):
            return None
        if job.state == "running":
            job.people.add(person)
        return job.progress()

    def check_limits(self, asker: Asker) -> None:
        """Refuse one more review where there are too many; no address can have all of them."""
        running = [job for job in self._jobs.values() if job.state == "running"]
        counts = (
            (len(running), MAX_RUNNING_REVIEWS),
            (sum(asker.person in job.people for job in running), MAX_REVIEWS_PER_PERSON),
            (_count(running, household, asker), MAX_REVIEWS_PER_HOUSEHOLD),
            (_count(running, site, asker), MAX_REVIEWS_PER_SITE),
        )
        if any(count >= most for count, most in counts):
            raise refused("too-many-reviews")

    def _start(self, job: ReviewJob) -> ReviewJob:
        key = job.match, job.seat
        self._jobs.pop(key, None)
        self._jobs[key] = job
        job.task = asyncio.create_task(job.run(self._pool), name=f"review {job.match} {job.seat}")
        too_many = max(0, len(self._jobs) - MAX_KEPT_REVIEWS)
        for old in [key for key, other in self._jobs.items() if other.state != "running"][:too_many]:
            del self._jobs[old]
        return job

    def get(self, match: str, seat: int) -> ReviewState:
        """How far a review has come."""
        return self._find(match, seat).progress()

    def cancel(self, match: str, seat: int, person: str) -> ReviewState:
        """Somebody no longer wants it; it ends when nobody does."""
        job = self._find(match, seat)
        job.people.discard(person)
        if job.state == "running" and not job.people:
            self._end(job)
        return job.progress()

    def _find(self, match: str, seat: int) -> ReviewJob:
        job = self._jobs.get((match, seat))
        if job is None:
            raise refused("no-review")
        return job

    async def stop(self) -> None:
        """End those that run."""
        running = [job for job in self._jobs.values() if job.state == "running"]
        for job in running:
            self._end(job)
        await asyncio.gather(*(job.task for job in running if job.task is not None), return_exceptions=True)

    @staticmethod
    def _end(job: ReviewJob) -> None:
        """End a review; a task that has not begun yet would not set the state itself."""
        job.state = "cancelled"
        if job.task is not None:
            job.task.cancel()


def _count(running: list[ReviewJob], network: Callable[[str], str], asker: Asker) -> int:
    """How many of them somebody of the same network has begun."""
    return sum(network(job.asker.address) == network(asker.address) for job in running)
