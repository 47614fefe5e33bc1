"""Overwrites what was deleted: soon, and never so often that the tables would notice."""

from __future__ import annotations

import asyncio
import time

import structlog

from .store import Store, StoreError

REST_TIMES = 500.0  # as long as it took, tables are left alone: anybody may delete themself, and come again
RETRY_SECONDS = 60.0
log = structlog.get_logger()


class Scrubber:
    """Somebody was forgotten: the files follow. While they rest, those who come meanwhile wait together."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._wanted = asyncio.Event()

    def want(self) -> None:
        """Something was deleted."""
        self._wanted.set()

    async def scrub_for_ever(self) -> None:
        """A task of the server."""
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            began = time.perf_counter()
            try:
                await self._store.scrub()
            except StoreError as error:
                log.warning("what was deleted is not overwritten yet", reason=error.reason)
                self._wanted.set()
                await asyncio.sleep(RETRY_SECONDS)
            await asyncio.sleep(REST_TIMES * (time.perf_counter() - began))
