"""Kills and power cuts while people play and somebody floods their table: what was answered must be there then."""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
import sqlite3
import time
from pathlib import Path

from koloda.core.errors import KolodaError
from koloda.server.storage.sqlite_store import SqliteStore

from ..running import Server
from .disk import Disk, library
from .flooder import Flooder
from .ledger import Ledger
from .neighbours import Neighbours

IMAGES_PER_KILL = 3
MAX_LIFE_SECONDS = 1.5
FLOOD = "every_kind"


class Kills:
    """A server that is killed again and again, and goes on with what a power cut would have left."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.ledger = Ledger()
        self.count = 0
        self.images = 0
        self.refused: list[str] = []  # images that would not open
        self._folder = folder
        self._chance = random.Random(seed)
        self._server = Server(folder / "data", bot_pause=0, grace=60)
        self._disk = Disk(self._server, folder) if library() is not None else None
        self.neighbours = Neighbours(self._server.port, seed)

    async def run(self, seconds: float, flooder: Flooder) -> None:
        """Kill and start again until the time is over."""
        await asyncio.to_thread(self._server.start)
        await self.neighbours.sit_down()
        table = self.neighbours.players[0].table
        flood = asyncio.create_task(flooder.carry_out(FLOOD, self._server.port, table, seconds))
        await flooder.ready.wait()
        until = time.monotonic() + seconds
        while time.monotonic() < until or not self.count:
            await asyncio.sleep(self._chance.uniform(0.1, MAX_LIFE_SECONDS))
            await self._kill()
        await flood
        await asyncio.sleep(MAX_LIFE_SECONDS)
        await self.neighbours.check_matches()
        self.neighbours.set_there(False)
        await self.neighbours.leave()
        assert await asyncio.to_thread(self._server.stop) == 0
        self.ledger.compare(self.neighbours.players, self._server.data)

    async def _kill(self) -> None:
        self.neighbours.set_there(False)
        await asyncio.to_thread(self._server.stop, signal.SIGKILL)
        self.count += 1
        while any(visitor.connected for visitor in self.neighbours.visitors):
            await asyncio.sleep(0.01)
        await asyncio.to_thread(self._look_at_disk)
        await asyncio.to_thread(self._server.start)
        self.neighbours.set_there(True)

    def _look_at_disk(self) -> None:
        """What is there after the kill, and what would be there after a power cut; one of those is what is left."""
        after_kill = self._folder / f"kill{self.count}"
        shutil.copytree(self._server.data, after_kill)
        self._check(after_kill)
        if self._disk is None:
            return
        for number in range(IMAGES_PER_KILL):
            image = self._folder / f"image{self.count}-{number}"
            self._disk.cut_power(image, self._chance)
            self.images += 1
            whole = self._folder / f"whole{self.count}-{number}"
            shutil.copytree(image, whole)
            self._check(whole)
            if number == IMAGES_PER_KILL - 1:
                self._disk.go_on_with(image)
            shutil.rmtree(image)

    def _check(self, image: Path) -> None:
        """It opens as a server would open it, and everything is there."""
        try:
            SqliteStore(image / "koloda.sqlite").stop()
            self.ledger.compare(self.neighbours.players, image)
        except (KolodaError, sqlite3.Error) as error:
            self.refused.append(f"{image.name}: {error}")
        shutil.rmtree(image)
