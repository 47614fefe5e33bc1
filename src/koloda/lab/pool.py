"""Work in parts, on all cores: what is done comes as it is done, and Ctrl-C waits for nothing.

The library's pool of processes waits for its queues when it is left early, now and then for ever; here every process
has a line of its own to the one that started it, and nothing is shared.
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


class Gone(RuntimeError):
    """A process ended before its work did: it was killed, or ran out of memory."""


def in_parts(work: Callable[[Part], Done], parts: Iterable[Part], processes: int = 0) -> Iterator[Done]:
    """``work`` of every part, in the order in which they get ready; 0 processes: one for each core."""
    todo = iter(parts)
    crew: list[Process] = []
    busy: set[Connection] = set()
    try:
        for part in todo:
            line, process = _start(work)
            crew.append(process)
            busy.add(line)
            line.send(part)
            if len(crew) == (processes or os.cpu_count() or 1):
                break
        while busy:
            for line in cast(list[Connection], wait(busy)):
                yield cast(Done, _heard(line))
                if not _sent(line, todo):
                    busy.remove(line)
    finally:
        for process in crew:
            process.terminate()
        for process in crew:
            process.join()


def _start(work: Callable[[Any], Any]) -> tuple[Connection, Process]:
    """A process that waits for parts, and the line to it."""
    here, there = Pipe()
    process = Process(target=_serve, args=(work, here, there), daemon=True)
    with _later():
        process.start()
    there.close()
    return here, process


@contextmanager
def _later() -> Iterator[None]:
    """Ctrl-C waits for a moment: a process that hears it before it knows that it is not meant would complain."""
    if sys.platform == "win32":
        yield
        return
    usual = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, usual)


def _serve(work: Callable[[Any], Any], here: Connection, there: Connection) -> None:
    """In the process: answer parts until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it hears Ctrl-C, and ends it
    here.close()
    while True:
        try:
            part = there.recv()
        except EOFError:
            return
        try:
            there.send((True, work(part)))
        except Exception as error:
            error.add_note(f"In a process of the pool:\n{format_exc()}")  # a line carries no traceback
            there.send((False, error))


def _heard(line: Connection) -> object:
    try:
        fine, answer = line.recv()
    except EOFError as error:
        raise Gone("a process of the pool ended before its work did") from error
    if not fine:
        raise answer
    return answer


def _sent(line: Connection, todo: Iterator[object]) -> bool:
    """Hand out the next part; whether there was one."""
    for part in todo:
        line.send(part)
        return True
    return False
