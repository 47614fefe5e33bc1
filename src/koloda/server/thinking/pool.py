"""Processes for whatever thinks long: strong bots, advice, reviews. The event loop only waits for them.

They start when first needed. A pool that breaks or hangs is replaced. A job carries all that it needs.
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
from koloda.server.logs import Seldom
from koloda.server.networks import Asker

from . import worker
from .fair_turns import FairTurns

T = TypeVar("T")
ANSWER_SECONDS = 3.0  # after which a table does without an answer
HUNG_SECONDS = 20.0  # after which a worker that has not answered is taken for lost
REVIEWED_CHOICE_SECONDS = 0.85  # for one choice of a review: no bot waits longer than that for one
SAY_AGAIN_SECONDS = 60.0  # that a bot of a game was too slow
KILL_SECONDS = 5.0  # that a killed process may take to end
MAX_ADVISED_PEOPLE = 1000  # whose last advice is kept
Turn = tuple[str, int, int]  # a match, a seat, the number of moves when the turn began
NOBODY = Asker("", "")
AdviceTask = asyncio.Task[dict[str, Any] | None]
log = structlog.get_logger()


class NoAnswer(Exception):
    """No answer came: it was too late, or the worker is gone."""


class ThinkingPool:
    """Worker processes, one fewer than cores. Bots, advice and reviews queue apart: a bot waits for one at most."""

    def __init__(
        self, workers: int = 0, answer_seconds: float = ANSWER_SECONDS, hung_seconds: float = HUNG_SECONDS
    ) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 1) - 1)
        self._advised: OrderedDict[str, tuple[Turn, AdviceTask]] = OrderedDict()
        self._answer_seconds = answer_seconds
        self._hung_seconds = hung_seconds
        self._pool: ProcessPoolExecutor | None = None
        self._moves = FairTurns(self.workers)
        self._advice = FairTurns(self.workers)
        self._reviews = FairTurns(1)
        self._stopped = False
        self._said = Seldom(SAY_AGAIN_SECONDS)
        self.questions = 0  # that have no answer yet

    async def move(self, record: Record, seat: int, bot: str, seed: int, asker: Asker = NOBODY) -> str | None:
        """What a bot (a level, or one of the operator's own) plays; None if it has not made up its mind in time."""
        try:
            return await self._ask_soon(self._moves, asker, worker.move, record, seat, bot, seed)
        except NoAnswer:
            if not self._stopped and self._said.now(record["game"], bot):
                log.warning("a bot did not answer in time", game=record["game"], bot=bot, waiting=self.questions)
            return None

    async def advice(self, record: Record, seat: int, seed: int, asker: Asker = NOBODY) -> dict[str, Any] | None:
        """What the strong bot would do; None if there is nothing to choose, or no answer in time."""
        seconds = self._answer_seconds
        try:
            return await self.ask_in_turn(self._advice, asker, None, seconds, worker.advice, record, seat, seed)
        except NoAnswer:
            return None

    def advice_task(
        self, person: str, turn: Turn, think: Callable[[], Coroutine[Any, Any, dict[str, Any] | None]]
    ) -> AdviceTask:
        """The thought that this person has asked for; a question about another turn drops the one before."""
        latest = self._advised.pop(person, None)
        if latest is None or latest[0] != turn:
            if latest is not None:
                latest[1].cancel()
            latest = turn, asyncio.create_task(think())
        self._advised[person] = latest
        if len(self._advised) > MAX_ADVISED_PEOPLE:
            self._advised.popitem(last=False)[1][1].cancel()
        return latest[1]

    async def choices(self, record: Record, seat: int, asker: Asker = NOBODY) -> Course:
        """Where a seat had a choice, and what came of it."""
        seconds = self._hung_seconds
        return await self.ask_in_turn(self._reviews, asker, None, seconds, worker.choices, record, seat)

    async def judge(self, match_id: str, record: Record, n: int, seed: str, asker: Asker = NOBODY) -> Decision:
        """One choice of a finished match."""
        job = worker.judge, match_id, record, n, seed, REVIEWED_CHOICE_SECONDS
        return await self.ask_in_turn(self._reviews, asker, None, self._hung_seconds, *job)

    async def _ask_soon(self, turns: FairTurns, asker: Asker, work: Callable[..., T], *args: Any) -> T:
        """Have something done within the time that a table waits, the wait for its turn included."""
        until = time.monotonic() + self._answer_seconds
        await self._begin_turn(turns, asker, self._answer_seconds)
        return await self._do_in_turn(turns, max(0.0, until - time.monotonic()), work, *args)

    async def ask_in_turn(
        self,
        turns: FairTurns,
        asker: Asker,
        wait_seconds: float | None,
        seconds: float,
        work: Callable[..., T],
        *args: Any,
    ) -> T:
        """Have something done when it is somebody's turn. NoAnswer if that does not come, or the work is too long."""
        await self._begin_turn(turns, asker, wait_seconds)
        return await self._do_in_turn(turns, seconds, work, *args)

    async def _begin_turn(self, turns: FairTurns, asker: Asker, wait_seconds: float | None) -> None:
        try:
            await asyncio.wait_for(turns.begin(asker), wait_seconds)
        except TimeoutError:
            raise NoAnswer from None

    async def _do_in_turn(self, turns: FairTurns, seconds: float, work: Callable[..., T], *args: Any) -> T:
        """The turn lasts as long as the work, also if nobody waits for it any more: who asks again waits again."""
        working = asyncio.create_task(self.ask(seconds, work, *args))
        working.add_done_callback(lambda done: turns.end())
        working.add_done_callback(_ignore_error)
        return await asyncio.shield(working)

    async def ask(self, seconds: float, work: Callable[..., T], *args: Any) -> T:
        """Have something done. NoAnswer if it takes longer than ``seconds``."""
        self.questions += 1
        try:
            return await self._ask(seconds, work, *args)
        finally:
            self.questions -= 1

    async def _ask(self, seconds: float, work: Callable[..., T], *args: Any) -> T:
        """A second time if the pool breaks."""
        for _ in range(2):
            pool = self._open()
            try:
                job = await asyncio.to_thread(pool.submit, worker.in_time, time.monotonic() + seconds, work, *args)
            except RuntimeError:  # broken, or just replaced
                self._replace(pool)
                continue
            answer = asyncio.wrap_future(job)  # never cancelled: a pool of Python 3.11 that breaks trips over such jobs
            answer.add_done_callback(_ignore_error)
            try:
                return cast(T, await asyncio.wait_for(asyncio.shield(answer), seconds))
            except TimeoutError:
                asyncio.get_running_loop().call_later(self._hung_seconds, self._replace_if_hung, pool, job)
                raise NoAnswer from None
            except BrokenProcessPool:
                self._replace(pool)
            except worker.JobFailed as error:
                log.error("a worker stumbled", work=work.__name__, problem=str(error))
                raise NoAnswer from None
        raise NoAnswer

    def _open(self) -> ProcessPoolExecutor:
        if self._stopped:
            raise NoAnswer
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"), initializer=worker.set_up_worker)
        return self._pool

    def _replace_if_hung(self, pool: ProcessPoolExecutor, job: Future[Any]) -> None:
        """A job hangs if nobody waits for it any more and it still has not ended."""
        if not job.done():
            self._replace(pool)

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """The next question opens a new pool; what still waits for this one hears that it is broken."""
        if pool is self._pool:
            log.error("the workers are replaced")
            self._pool = None
            end(pool)

    async def stop(self) -> None:
        """End the processes; whoever waits gets no answer."""
        self._stopped = True
        pool, self._pool = self._pool, None
        for _, task in self._advised.values():
            task.cancel()
        if pool is not None:
            sentinels = end(pool)
            await asyncio.to_thread(wait, sentinels, KILL_SECONDS)


def _ignore_error(answer: asyncio.Future[Any]) -> None:
    """An error that nobody is waiting for any more need not be logged."""
    if not answer.cancelled():
        answer.exception()


def end(pool: ProcessPoolExecutor) -> list[int]:
    """Kill the processes of a pool, whatever they do; returns what to wait for until they are gone."""
    processes = list((pool._processes or {}).values())
    for process in processes:
        process.kill()
    pool.shutdown(wait=False)
    return [process.sentinel for process in processes]
