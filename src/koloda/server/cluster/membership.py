"""Who is there: this node's own beat, those of the others, and what follows when one of them stands still."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog

from koloda.server.logs import error_fields
from koloda.server.storage.nodes import LEASE_SECONDS, Node, NodeBook, Watch
from koloda.server.storage.store import StoreError

log = structlog.get_logger()
BEAT_SECONDS = 0.4
JOIN_TRIES = 10
GIVE_UP_SECONDS = LEASE_SECONDS - 0.5  # without a beat: the others are about to take this node for dead


class Membership:
    """A task of the server. ``nodes`` are the others that are there."""

    def __init__(self, book: NodeBook, me: str, address: str) -> None:
        self.me = me
        self.nodes: dict[str, Node] = {}
        self.in_order = False  # this node beats, and may have tables
        self.on_bus: Callable[[], bool] = lambda: True
        self.may_return: Callable[[], bool] = lambda: True
        self.on_gone: Callable[[str], None] = lambda node: None
        self.on_lost: Callable[[], Awaitable[None]] = _nothing  # this node has to let go of everything
        self.on_joined: Callable[[], None] = lambda: None
        self._book = book
        self._address = address
        self._watch = Watch()
        self._beaten = time.monotonic()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Join, which may take a while where the database is busy; then go on."""
        for tried in range(JOIN_TRIES):
            try:
                await self._join()
                break
            except StoreError:
                if tried == JOIN_TRIES - 1:
                    raise
                await asyncio.sleep(BEAT_SECONDS)
        self._task = asyncio.create_task(self._run(), name="membership")

    async def _join(self) -> None:
        await self._book.join(self._address, self.on_bus())
        self._beaten = time.monotonic()
        await self._beat()
        self.in_order = True
        self.on_joined()

    async def _run(self) -> None:
        while True:
            began = time.monotonic()
            try:
                if self.in_order:
                    await self._beat()
                elif self.may_return():
                    await self._join()
                    log.info("this node is back", node=self.me)
            except StoreError as error:
                log.warning("no beat", reason=error.text.en)
            except Exception as error:
                log.error("the server stumbled", **error_fields(error))
            await asyncio.sleep(max(0.05, BEAT_SECONDS - (time.monotonic() - began)))

    async def check(self) -> None:
        """Let go of everything in time, where this node's beats do not reach the database."""
        if self.in_order and time.monotonic() - self._beaten > GIVE_UP_SECONDS:
            log.error("this node cannot reach its database", node=self.me)
            await self.lose()

    async def lose(self) -> None:
        """Others have this node's tables, or soon will: nobody is served from what it remembers."""
        self.in_order = False
        await self.on_lost()

    async def _beat(self) -> None:
        stood_still = time.monotonic() - self._beaten > LEASE_SECONDS
        found = await self._book.beat(self.on_bus())
        if found is None or stood_still:
            log.error("this node was taken for dead", node=self.me)
            return await self.lose()
        self._beaten = time.monotonic()
        others = {node.name: node for node in found if node.name != self.me}
        for node in self._watch.dead(list(others.values()), time.monotonic()):
            if await self._book.bury(node):
                log.error("a node is dead", node=node.name)
                del others[node.name]
        gone = self.nodes.keys() - others.keys()
        self.nodes = others
        for name in gone:
            self.on_gone(name)

    async def stop(self) -> None:
        """Leave, when this node has no tables any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self._book.leave()
        except StoreError as error:
            log.error("the others will take this node for dead", **error_fields(error))
        self._book.close()


async def _nothing() -> None:
    """Nobody wants to know."""
