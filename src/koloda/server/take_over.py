"""One server process takes over from another: nobody is refused meanwhile, and no move is lost.

A supervisor holds the listening socket and starts processes that serve one after the other. The next one loads
everything before it says that it is ready; then the serving one hands over: it finishes what is being written, tells
its clients to come again, and ends. Who calls in between waits in the socket's queue.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import Coroutine
from typing import Final

from koloda.core.errors import KolodaError
from koloda.core.text import Text

from . import logs

TURN_VARIABLE: Final = "KOLODA_TURN"  # the listening socket and the channel to the supervisor, as descriptors
READY: Final = b"ready"
FIRST: Final = b"first"
NEXT: Final = b"next"
HAND_OVER: Final = b"hand over"
MAX_WORD_BYTES: Final = 64
RETRY_MS: Final = 100  # after a take-over; the next process is about to listen already
HAND_OVER_SECONDS: Final = 10.0  # a process that has not ended by then is killed; what it acknowledged is on disk
log = logs.log


class CannotListen(KolodaError):
    """The server cannot listen where it should."""


def listening_socket(host: str, port: int) -> socket.socket:
    """The socket to listen on."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        where, why = f"{host}:{port}", getattr(error, "strerror", None) or error
        text = Text(f"По адресу {where} слушать нельзя: {why}.", f"Cannot listen at {where}: {why}.")
        raise CannotListen("no-line", text) from error
    return listener


class Turn:
    """A serving process's side: it waits for its turn, and hears when it is over."""

    def __init__(self, listener: socket.socket, channel: socket.socket) -> None:
        self.listener = listener
        self.channel = channel

    @classmethod
    def of_environment(cls) -> Turn | None:
        """The turn that a supervisor has given this process; None where there is none."""
        given = os.environ.pop(TURN_VARIABLE, "")
        if not given:
            return None
        listener, channel = (socket.socket(fileno=int(number)) for number in given.split())
        for inherited in (listener, channel):
            inherited.set_inheritable(False)
        return cls(listener, channel)

    def wait(self) -> bool:
        """Say that everything is loaded and wait until it is our turn; whether we are the first to serve."""
        self.channel.sendall(READY)
        told = self.channel.recv(MAX_WORD_BYTES)
        if not told:
            raise SystemExit(0)  # the supervisor has gone, or does not need us
        return told == FIRST

    def say_serving(self, rules: str) -> None:
        """We listen, and this is how the rules run."""
        self.channel.sendall(rules.encode())
        self.channel.setblocking(False)

    def is_handed_over(self) -> bool:
        """Once the channel can be read: whether another process is to serve. If not, the supervisor has gone."""
        with contextlib.suppress(OSError):
            return self.channel.recv(MAX_WORD_BYTES) == HAND_OVER
        return False


class ServingProcess:
    """A process that serves or is about to, as its supervisor sees it. Everything it says is one word."""

    def __init__(self, process: asyncio.subprocess.Process, channel: socket.socket) -> None:
        self.process = process
        self.channel = channel

    @classmethod
    async def start(cls, command: list[str], listener: socket.socket) -> ServingProcess:
        """Start it in a process group of its own: Ctrl-C is for the supervisor, which ends it in order."""
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            numbers = (listener.fileno(), theirs.fileno())
            process = await asyncio.create_subprocess_exec(
                *command,
                pass_fds=numbers,
                process_group=0,
                env={**os.environ, TURN_VARIABLE: " ".join(map(str, numbers))},
            )
        return cls(process, ours)

    async def hear(self) -> bytes:
        """Its next word; nothing, if it ends without one."""
        with contextlib.suppress(OSError):
            return await asyncio.get_running_loop().sock_recv(self.channel, MAX_WORD_BYTES)
        return b""

    async def tell(self, word: bytes) -> None:
        """A word for it. If it has gone, its end tells so."""
        with contextlib.suppress(OSError):
            await asyncio.get_running_loop().sock_sendall(self.channel, word)

    async def end(self, *, hand_over: bool = False) -> int:
        """Let it end in order; its exit code."""
        if hand_over:
            await self.tell(HAND_OVER)
        else:
            with contextlib.suppress(ProcessLookupError):
                self.process.terminate()
        try:
            code = await asyncio.wait_for(self.process.wait(), HAND_OVER_SECONDS)
        except TimeoutError:
            self.process.kill()
            code = await self.process.wait()
        self.channel.close()
        return code


class Supervisor:
    """Keeps one process serving; a new one takes over on SIGHUP, or when the command beside it has succeeded."""

    def __init__(self, command: list[str], listener: socket.socket, beside: str = "") -> None:
        self.command = command
        self.listener = listener
        self.beside = beside
        self.renewal = asyncio.Event()
        self.stopping = asyncio.Event()

    async def run(self) -> int:
        """Serve until a signal comes or the serving process ends by itself; the exit code."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stopping.set)
        loop.add_signal_handler(signal.SIGHUP, self.renewal.set)
        serving = await ServingProcess.start(self.command, self.listener)
        beside: asyncio.Task[None] | None = None
        try:
            if await self._unless_stopped(serving.hear()) == READY:
                await serving.tell(FIRST)
                if await self._unless_stopped(serving.hear()):
                    beside = asyncio.create_task(self._run_beside())
                    serving = await self._serve(serving)
        finally:
            if beside is not None:
                beside.cancel()
                await asyncio.gather(beside, return_exceptions=True)
        return await serving.end() if self.stopping.is_set() else await serving.process.wait()

    async def _serve(self, serving: ServingProcess) -> ServingProcess:
        """Renew the serving process whenever that is asked for, until the end; the one that served last."""
        while not self.stopping.is_set():
            ended, renewed, stopped = tasks = [
                asyncio.ensure_future(waiting)
                for waiting in (serving.process.wait(), self.renewal.wait(), self.stopping.wait())
            ]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            if ended.done() or stopped.done():
                break
            if renewed.done():
                self.renewal.clear()
                serving = await self._renew(serving)
        return serving

    async def _renew(self, serving: ServingProcess) -> ServingProcess:
        """Put a new process into the place of this one; the one that serves now."""
        successor = await ServingProcess.start(self.command, self.listener)
        if await self._unless_stopped(successor.hear()) != READY:
            await successor.end()
            if not self.stopping.is_set():
                log.error("not taken over", reason="the new process ended before it could serve")
            return serving
        began = time.monotonic()
        await serving.end(hand_over=True)
        await successor.tell(NEXT)
        rules = await successor.hear()
        if rules:
            log.info("taken over", rules=rules.decode(), seconds=round(time.monotonic() - began, 3))
        return successor

    async def _unless_stopped(self, word: Coroutine[None, None, bytes]) -> bytes:
        """A word, or nothing if we are told to stop before it comes."""
        heard, stopped = asyncio.ensure_future(word), asyncio.ensure_future(self.stopping.wait())
        await asyncio.wait([heard, stopped], return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if heard.done():
            return heard.result()
        heard.cancel()
        return b""

    async def _run_beside(self) -> None:
        """Run the command in a process group of its own, which ends with us."""
        if not self.beside:
            return
        process = await asyncio.create_subprocess_shell(self.beside, process_group=0)
        try:
            if await process.wait() == 0:
                self.renewal.set()
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            await process.wait()


def supervise(words: list[str], listener: socket.socket, beside: str) -> int:
    """Let ``koloda`` with these words serve on this socket, one process after the other; the exit code."""
    logs.set_up()

    async def run() -> int:
        return await Supervisor([sys.executable, "-m", "koloda", *words], listener, beside).run()

    return asyncio.run(run())
