"""Work in parts on all cores. Each result comes as soon as it is ready, and Ctrl-C ends everything at once.

The standard library's process pool waits for its queues when it is left early, and now and then waits for ever. Here
each worker process has its own pipe to the process that started it, and nothing is shared.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from traceback import format_exc
from typing import Any, TypeVar, cast

Part = TypeVar("Part")
Done = TypeVar("Done")


class WorkerDied(RuntimeError):
    """A worker process ended before its work did: it was killed, or it ran out of memory."""


def in_parallel(work: Callable[[Part], Done], parts: Iterable[Part], processes: int = 0) -> Iterator[Done]:
    """The result of ``work`` for every part, in the order in which they are ready; 0 processes: one for each core."""
    waiting_parts = iter(parts)
    workers: list[Process] = []
    busy: set[Connection] = set()
    try:
        for part in waiting_parts:
            pipe, worker = _start(work)
            workers.append(worker)
            busy.add(pipe)
            pipe.send(part)
            if len(workers) == (processes or os.cpu_count() or 1):
                break
        while busy:
            for pipe in cast(list[Connection], wait(busy)):
                yield cast(Done, _receive(pipe))
                if not _send_next(pipe, waiting_parts):
                    busy.remove(pipe)
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


def _start(work: Callable[[Any], Any]) -> tuple[Connection, Process]:
    """A worker that waits for parts, and the pipe to it."""
    ours, workers_end = Pipe()
    worker = Process(target=_serve, args=(work, ours, workers_end), daemon=True)
    with _ctrl_c_postponed():
        worker.start()
    workers_end.close()
    return ours, worker


@contextmanager
def _ctrl_c_postponed() -> Iterator[None]:
    """Hold Ctrl-C back for a moment: a worker that gets it before it ignores it would print a traceback."""
    if sys.platform == "win32":
        yield
        return
    usual = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, usual)


def _serve(work: Callable[[Any], Any], ours: Connection, workers_end: Connection) -> None:
    """In the worker: answer parts until no more come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it gets Ctrl-C too, and ends it
    ours.close()
    while True:
        try:
            part = workers_end.recv()
        except EOFError:
            return
        try:
            workers_end.send((True, work(part)))
        except Exception as error:
            error.add_note(f"In a worker process:\n{format_exc()}")  # a pipe carries no traceback
            workers_end.send((False, error))


def _receive(pipe: Connection) -> object:
    try:
        succeeded, answer = pipe.recv()
    except EOFError as error:
        raise WorkerDied("a worker process ended before its work did") from error
    if not succeeded:
        raise answer
    return answer


def _send_next(pipe: Connection, waiting_parts: Iterator[object]) -> bool:
    """Send the next part; False if there is none left."""
    for part in waiting_parts:
        pipe.send(part)
        return True
    return False
