"""Work in chunks: on the cores of this machine, or on those of a Ray cluster (extra ``cluster``).

``map_chunks`` gives the results in the order of the chunks, so nothing depends on who has done what and when. Ctrl-C
ends everything at once. A worker that dies is replaced, and its chunk is done again; a chunk that kills every worker is
left out (``LostChunk``), and the rest goes on.

The standard library's process pool waits for its queues when it is left early, and now and then waits for ever. Here
each worker process has its own pipe to the process that started it, and nothing is shared.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from pickle import PicklingError
from traceback import format_exc
from types import FrameType
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from .core.errors import BadOption, MissingExtra
from .core.text import Text

Chunk = TypeVar("Chunk")
Done = TypeVar("Done")
MAX_TRIES: Final = 3  # of a chunk whose worker dies
CHUNKS_AHEAD: Final = 8  # for each worker: so far the others may get ahead of a slow chunk
CHUNKS_PER_CPU: Final = 2  # of a cluster: the next one is on its way while one is done
KNOCK_SECONDS: Final = 10.0  # for a cluster to answer at all
GOODBYE_SECONDS: Final = 5.0  # that a worker has to end what it has started


class WorkerDied(RuntimeError):
    """A worker process ended before its work did: it was killed, or it ran out of memory."""


class Terminated(BaseException):
    """This worker is asked to end. (No Exception, for the work may catch those.)"""


class LostChunk(NamedTuple):
    """A chunk without a result: every worker that tried it died. ``number`` counts from 0."""

    number: int


class Order(Generic[Chunk, Done]):
    """Hands out chunks and puts the results in the order of the chunks; only so many are under way at a time."""

    def __init__(self, chunks: Iterable[Chunk], ahead: int) -> None:
        self._chunks = enumerate(chunks)
        self._ahead = ahead
        self._next: tuple[int, Chunk] | None = next(self._chunks, None)
        self._given_back = 0
        self._ready: dict[int, Done | LostChunk] = {}
        self._tries: dict[int, int] = {}

    def take(self) -> tuple[int, Chunk] | None:
        """The next chunk and its number; None if there is none, or none yet."""
        if self._next is None or self._next[0] >= self._given_back + self._ahead:
            return None
        taken, self._next = self._next, next(self._chunks, None)
        return taken

    def put(self, index: int, done: Done | LostChunk) -> Iterator[Done | LostChunk]:
        """A result has come; gives back those whose turn it is."""
        self._tries.pop(index, None)
        self._ready[index] = done
        while self._given_back in self._ready:
            ready = self._ready.pop(self._given_back)
            self._given_back += 1
            yield ready

    def may_be_tried_again(self, index: int) -> bool:
        """Whether a chunk whose worker has died should be done by another one."""
        self._tries[index] = self._tries.get(index, 1) + 1
        return self._tries[index] <= MAX_TRIES


def map_chunks(
    work: Callable[[Chunk], Done], chunks: Iterable[Chunk], jobs: int = 0, cluster: str = ""
) -> Iterator[Done | LostChunk]:
    """The result of ``work`` for every chunk, in order.

    It is done by ``jobs`` processes (0: one for each core), or by the Ray cluster of this address (``auto``: the one
    that runs here). ``work`` and chunks must be picklable.
    """
    crew = RayCrew(work, cluster) if cluster else ProcessCrew(work, jobs)
    order: Order[Chunk, Done] = Order(chunks, crew.workers * CHUNKS_AHEAD)
    try:
        while True:
            while len(crew.busy) < crew.workers and (chunk := order.take()) is not None:
                crew.give(*chunk)
            if not crew.busy:
                return
            for index, chunk_of_it, done in crew.receive():
                if not isinstance(done, WorkerDied):
                    yield from order.put(index, cast(Done, done))
                elif order.may_be_tried_again(index):
                    crew.give(index, chunk_of_it)
                else:
                    yield from order.put(index, LostChunk(index))
    finally:
        crew.dismiss()


def in_parallel(work: Callable[[Chunk], Done], parts: Iterable[Chunk], processes: int = 0) -> Iterator[Done]:
    """The same for work that must be whole: WorkerDied if a part is lost."""
    for done in map_chunks(work, parts, processes):
        if isinstance(done, LostChunk):
            raise WorkerDied("a worker process ended before its work did")
        yield done


class ProcessCrew:
    """Worker processes; each has at most one chunk at a time."""

    def __init__(self, work: Callable[[Any], object], jobs: int) -> None:
        self.workers = jobs or os.cpu_count() or 1
        self._work = work
        self._processes: dict[Connection, Process] = {}
        self._idle: list[Connection] = []
        self.busy: dict[Connection, tuple[int, Any]] = {}

    def give(self, index: int, chunk: object) -> None:
        """Let a worker do a chunk: one that is idle, or a new one."""
        pipe = self._idle.pop() if self._idle else self._start()
        self.busy[pipe] = index, chunk
        with suppress(BrokenPipeError):  # it has just died, which is seen when its answer is read
            pipe.send(chunk)

    def receive(self) -> list[tuple[int, Any, object]]:
        """Wait for results: the number of each chunk, the chunk, and what came of it (WorkerDied: nothing)."""
        received: list[tuple[int, Any, object]] = []
        for pipe in cast(list[Connection], wait(self.busy)):
            index, chunk = self.busy.pop(pipe)
            try:
                succeeded, answer = pipe.recv()
            except (EOFError, ConnectionResetError):
                self._processes.pop(pipe).join()
                pipe.close()
                received.append((index, chunk, WorkerDied()))
                continue
            if not succeeded:
                raise answer
            self._idle.append(pipe)
            received.append((index, chunk, answer))
        return received

    def _start(self) -> Connection:
        """A worker that waits for chunks: the pipe to it."""
        ours, workers_end = Pipe()
        worker = Process(target=_serve, args=(self._work, ours, workers_end), daemon=True)
        with _ctrl_c_postponed():
            worker.start()
        workers_end.close()
        self._processes[ours] = worker
        return ours

    def dismiss(self) -> None:
        """End all workers."""
        for worker in self._processes.values():
            worker.terminate()
        for worker in self._processes.values():
            worker.join(GOODBYE_SECONDS)
            worker.kill()
            worker.join()


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
    """In the worker: answer chunks until no more come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it gets Ctrl-C too, and ends it
    signal.signal(signal.SIGTERM, _terminate)
    ours.close()
    try:
        while True:
            answer = _done(work, workers_end.recv())
            try:
                workers_end.send(answer)
            except (AttributeError, TypeError, PicklingError) as error:  # what came of the work cannot travel
                workers_end.send((False, error))
    except (EOFError, OSError, Terminated):  # nothing more will come, or nobody waits for it any more
        return


def _done(work: Callable[[Any], Any], chunk: object) -> tuple[bool, object]:
    try:
        return True, work(chunk)
    except Exception as error:
        error.add_note(f"In a worker process:\n{format_exc()}")  # a pipe carries no traceback
        return False, error


def _terminate(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: what is being ended must not be interrupted
    raise Terminated


class RayCrew:
    """The processes of a Ray cluster. Ray finds a node for each chunk; what a lost node was doing is done again."""

    def __init__(self, work: Callable[[Any], object], address: str) -> None:
        self._ray, self._ours = _connected_ray(address)
        self._do = self._ray.remote(num_cpus=1, max_retries=0)(_do_there).remote
        self._work = self._ray.put(work)
        self.workers = max(1, int(self._ray.cluster_resources().get("CPU", 1))) * CHUNKS_PER_CPU
        self.busy: dict[Any, tuple[int, Any]] = {}

    def give(self, index: int, chunk: object) -> None:
        """Let some node do a chunk."""
        self.busy[self._do(self._work, chunk)] = index, chunk

    def receive(self) -> list[tuple[int, Any, object]]:
        """Wait for results."""
        received: list[tuple[int, Any, object]] = []
        ready, _ = self._ray.wait(list(self.busy))
        for answer in ready:
            index, chunk = self.busy.pop(answer)
            try:
                succeeded, done = self._ray.get(answer)
            except self._ray.exceptions.RayTaskError:
                raise
            except self._ray.exceptions.RayError:  # its process or its node is gone
                received.append((index, chunk, WorkerDied()))
                continue
            if not succeeded:
                raise done
            received.append((index, chunk, done))
        return received

    def dismiss(self) -> None:
        """End what is still under way, and leave the cluster, unless somebody was in it before us."""
        for answer in self.busy:
            self._ray.cancel(answer, force=True)
        if self._ours:
            self._ray.shutdown()


def _do_there(work: Callable[[Any], Any], chunk: object) -> tuple[bool, object]:
    """On a node of the cluster."""
    return _done(work, chunk)


def _connected_ray(address: str) -> tuple[Any, bool]:
    """Ray, in touch with a cluster; and whether it was not so before."""
    try:
        import ray
    except ImportError:
        raise MissingExtra.of("ray", "cluster") from None
    if ray.is_initialized():
        return ray, False
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (OSError, ValueError, RuntimeError) as error:
        reason = " ".join(str(error).split())[:200]
        raise BadOption(
            "no-cluster",
            Text(
                f"Кластер {address!r:.80} не отвечает: {reason}",
                f"The cluster {address!r:.80} does not answer: {reason}",
            ),
        ) from None
    return ray, True


def _knock(address: str) -> None:
    """OSError if nobody is at ``host:port``: Ray itself would try for minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
