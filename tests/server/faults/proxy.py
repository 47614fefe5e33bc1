"""A way that can be blocked: then nothing comes through in either direction, and nobody is told."""

from __future__ import annotations

import asyncio
import contextlib

CHUNK_BYTES = 65_536


class Proxy:
    """Passes on what comes to a port of loopback."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._open = asyncio.Event()
        self._open.set()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    async def start(self) -> Proxy:
        """Listen."""
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def block(self, blocked: bool) -> None:
        """Let nothing through, or everything again."""
        if blocked:
            self._open.clear()
        else:
            self._open.set()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._open.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return
        ways = ((reader, far_writer), (far_reader, writer))
        for way in ways:
            task = asyncio.create_task(self._pump(*way))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK_BYTES):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        await self._open.wait()
        with contextlib.suppress(OSError):
            writer.close()

    async def stop(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
