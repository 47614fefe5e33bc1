"""How long the event loop is busy with something: it is charged to whoever asked for it (``metering.py``)."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Generator
from types import coroutine
from typing import Any, TypeVar

T = TypeVar("T")
LOOK_AGAIN_SECONDS = 0.001  # after which the kernel is asked again how long the thread was busy


class BusyTime:
    """How long this thread was busy, without what other processes did meanwhile.

    The kernel knows, but asking it costs as much as a small step. It is asked every millisecond, and after steps that
    look longer than that: so the error is a millisecond at most, and always upwards.
    """

    def __init__(self) -> None:
        self._asked = float("-inf")
        self._busy = 0.0

    def begin(self) -> float:
        """A step begins; what ``seconds`` wants to know of it."""
        began = time.perf_counter()
        if began - self._asked > LOOK_AGAIN_SECONDS:
            self._asked, self._busy = began, time.thread_time()
        return began

    def seconds(self, began: float) -> float:
        """How long this thread was busy with the step that began then."""
        seconds = time.perf_counter() - began
        if seconds <= LOOK_AGAIN_SECONDS:
            return seconds
        return min(seconds, time.thread_time() - self._busy)


def nobody_pays(seconds: float) -> None:
    """What is done is done for nobody in particular."""


BUSY = BusyTime()  # of the thread of the event loop


@coroutine
def metered(work: Awaitable[T], spend: Callable[[float], None]) -> Generator[Any, Any, T]:
    """Do the work; ``spend`` is told how long the loop is busy with it, without the time that it waits.

    It is told at the end, and before a wait as soon as there is something to tell.
    """
    steps = work.__await__()
    busy = 0.0
    sent: Any = None
    error: BaseException | None = None
    while True:
        began = BUSY.begin()
        try:
            awaited = steps.send(sent) if error is None else steps.throw(error)
        except BaseException as end:
            spend(busy + BUSY.seconds(began))
            if isinstance(end, StopIteration):
                result: T = end.value
                return result
            raise
        busy += BUSY.seconds(began)
        if busy > LOOK_AGAIN_SECONDS:
            spend(busy)
            busy = 0.0
        sent = error = None
        try:
            sent = yield awaited
        except BaseException as thrown:  # a cancellation is for the work, which may still have something to do
            error = thrown
