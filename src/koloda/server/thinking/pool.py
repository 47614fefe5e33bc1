"""Processes of their own for whatever thinks long: strong bots, advice, reviews. The event loop only waits for them.

They start when first needed; a pool that breaks or hangs is replaced; a job carries all that it needs.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import wait
from typing import Any, TypeVar, cast

import structlog

from koloda.core.record_types import Record
from koloda.review import Course, Decision

from . import worker as thinking

T = TypeVar("T")
PATIENCE = 3.0  # seconds after which a table does without
HUNG = 20.0  # seconds after which a thinker that has not answered is taken for lost
JUDGING = 0.85  # seconds for one choice of a review: no bot waits longer than that for one
GONE = 5.0  # seconds that a killed process may take to end
MOST_ASKED = 1000  # people whose last advice is kept
Turn = tuple[str, int, int]  # a match, a seat, the number of moves when the turn began
Asked = asyncio.Task[dict[str, Any] | None]
log = structlog.get_logger()


class NoThought(Exception):
    """No answer came: too late, or the thinker is gone."""


class Thinkers:
    """A pool of thinkers, one fewer than cores. Advice and reviews queue apart, so that bots wait for one at most."""

    def __init__(self, workers: int = 0, patience: float = PATIENCE, hung: float = HUNG) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 1) - 1)
        self._asked: OrderedDict[str, tuple[Turn, Asked]] = OrderedDict()
        self._patience = patience
        self._hung = hung
        self._pool: ProcessPoolExecutor | None = None
        self._advice = asyncio.Semaphore(self.workers)
        self._reviews = asyncio.Semaphore(1)
        self._stopped = False

    async def move(self, record: Record, seat: int, level: str, seed: int) -> str:
        """What a bot plays; "" if it has not made up its mind in time."""
        try:
            return await self.ask(self._patience, thinking.move, record, seat, level, seed)
        except NoThought:
            return ""

    async def advice(self, record: Record, seat: int, seed: int) -> dict[str, Any] | None:
        """What the strong bot would do; None if there is nothing to choose, or no answer in time."""
        try:
            async with self._advice:
                return await self.ask(self._patience, thinking.advice, record, seat, seed)
        except NoThought:
            return None

    def asked(self, person: str, turn: Turn, think: Callable[[], Coroutine[Any, Any, dict[str, Any] | None]]) -> Asked:
        """What this person has asked for advice on; another turn drops the question before."""
        before = self._asked.pop(person, None)
        if before is None or before[0] != turn:
            if before is not None:
                before[1].cancel()
            before = turn, asyncio.create_task(think())
        self._asked[person] = before
        if len(self._asked) > MOST_ASKED:
            self._asked.popitem(last=False)[1][1].cancel()
        return before[1]

    async def choices(self, record: Record, seat: int) -> Course:
        """Where a seat had a choice, and what came of it."""
        async with self._reviews:
            return await self.ask(self._hung, thinking.choices, record, seat)

    async def judge(self, match_id: str, record: Record, n: int, seed: str) -> Decision:
        """One choice of a finished match."""
        async with self._reviews:
            return await self.ask(self._hung, thinking.judge, match_id, record, n, seed, JUDGING)

    async def ask(self, seconds: float, work: Callable[..., T], *args: Any) -> T:
        """Have something done; once more if the pool has broken. NoThought if it takes longer than ``seconds``."""
        for _ in range(2):
            pool = self._open()
            try:
                job = await asyncio.to_thread(pool.submit, thinking.in_time, time.time() + seconds, work, *args)
            except RuntimeError:  # broken, or just replaced
                self._replace(pool)
                continue
            answer = asyncio.wrap_future(job)  # never cancelled: a pool of Python 3.11 that breaks trips over such jobs
            answer.add_done_callback(_heard)
            try:
                return cast(T, await asyncio.wait_for(asyncio.shield(answer), seconds))
            except TimeoutError:
                asyncio.get_running_loop().call_later(self._hung, self._look_after, pool, job)
                raise NoThought from None
            except BrokenProcessPool:
                self._replace(pool)
            except thinking.Stumbled as error:
                log.error("a thinker stumbled", work=work.__name__, problem=str(error))
                raise NoThought from None
        raise NoThought

    def _open(self) -> ProcessPoolExecutor:
        if self._stopped:
            raise NoThought
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"), initializer=thinking.settle)
        return self._pool

    def _look_after(self, pool: ProcessPoolExecutor, job: Future[Any]) -> None:
        """A job that nobody waits for any more should have ended long ago."""
        if not job.done():
            self._replace(pool)

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """The next question opens a new pool; what still waits for this one hears that it is broken."""
        if pool is self._pool:
            log.error("the thinkers are replaced")
            self._pool = None
            end(pool)

    async def stop(self) -> None:
        """End the processes; whoever waits gets no answer."""
        self._stopped = True
        pool, self._pool = self._pool, None
        for _, task in self._asked.values():
            task.cancel()
        if pool is not None:
            ended = end(pool)
            await asyncio.to_thread(wait, ended, GONE)


def _heard(answer: asyncio.Future[Any]) -> None:
    """An error that nobody waits for any more is no news."""
    if not answer.cancelled():
        answer.exception()


def end(pool: ProcessPoolExecutor) -> list[int]:
    """Kill the processes of a pool, whatever they do; what to wait for until they are gone."""
    processes = list((pool._processes or {}).values())
    for process in processes:
        process.kill()
    pool.shutdown(wait=False)
    return [process.sentinel for process in processes]
