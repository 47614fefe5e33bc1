"""Three nodes on loopback with a PostgreSQL and a NATS of their own, which each reaches over proxies."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import tempfile
import threading
from pathlib import Path
from typing import Any

import asyncpg
from local_cluster import PrivateNats, PrivatePostgres

from ..running import Server
from . import stepping
from .proxy import Proxy

NODES = 3
END_SECONDS = 120.0  # for a node that ends in order, however busy the machine is
STARTS = 20  # of a node that cannot reach its database or the bus in time: systemd would start it again, too
LIMITS = {"bot_pause": 0, "grace": 600, "frames_per_second": 1000, "frames_burst": 1000, "trusted": "127.0.0.0/8"}
# Who has written which line in which epoch, told by the database itself.
WITNESS = """
CREATE TABLE written (place TEXT, seq BIGINT, epoch BIGINT, node TEXT);
CREATE FUNCTION witness() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO written SELECT NEW.place, NEW.seq, coalesce((SELECT epoch FROM tables WHERE id = NEW.place), 1),
        current_setting('application_name');
    RETURN NULL;
END $$;
CREATE TRIGGER witness AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION witness();
"""


class Node(Server):
    """A node whose log is read as it comes, and whose wall clock can be set."""

    def __init__(self, data: Path, name: str, store: str, bus: str) -> None:
        super().__init__(data, store=store, bus=bus, node=name, **LIMITS)
        self.name = name
        self._clock = data.with_suffix(".clock")
        self.program = [stepping.__file__, str(self._clock)]
        self.set_clock(0.0)
        self.to_postgres: Proxy
        self.to_nats: Proxy
        self.log: list[dict[str, Any]] = []

    def set_clock(self, seconds: float) -> None:
        """Its wall clock is wrong by so much from now on, whether it is running or not."""
        stepping.set_clock(self._clock, seconds)

    def start(self) -> Node:
        """Start it, and read on."""
        for left in reversed(range(STARTS)):
            try:
                super().start()
                break
            except AssertionError:  # it has ended, and said why
                if not left:
                    raise
                self.log.append({"event": "it did not start", "heard": self.heard[-400:]})
        threading.Thread(target=self._read, args=[self.process], daemon=True).start()
        return self

    def _read(self, process: Any) -> None:
        with process.stdout as lines:
            for line in lines:
                if line.startswith("{"):
                    self.log.append(json.loads(line))
                elif line.strip():
                    self.log.append({"event": line.rstrip(), "level": "output"})

    def kill(self, how: signal.Signals) -> int:
        """Send a signal and wait for the end."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(END_SECONDS)

    def send(self, how: signal.Signals) -> None:
        """Send a signal."""
        assert self.process is not None
        self.process.send_signal(how)


class Nodes:
    """The whole cluster."""

    def __init__(self, folder: Path, number: int = NODES) -> None:
        # Not below pytest's folder: whenever somebody else's pytest begins, that is closed to the user of PostgreSQL.
        self._database = Path(tempfile.mkdtemp(prefix="koloda-postgres-"))
        self.postgres = PrivatePostgres(self._database)
        self.nats = PrivateNats()
        self._folder = folder
        self._number = number
        self.nodes: list[Node] = []

    async def start(self) -> None:
        """Start everything; the database is watched from its first line on."""
        await asyncio.to_thread(self.postgres.start)
        await asyncio.to_thread(self.nats.start)
        for number in range(self._number):
            to_postgres, to_nats = await Proxy(self.postgres.port).start(), await Proxy(self.nats.port).start()
            store = self.postgres.url.replace(f":{self.postgres.port}", f":{to_postgres.port}")
            bus = self.nats.url.replace(f":{self.nats.port}", f":{to_nats.port}")
            node = Node(self._folder / f"node{number}", f"node{number}", store, bus)
            node.to_postgres, node.to_nats = to_postgres, to_nats
            await asyncio.to_thread(node.start)
            self.nodes.append(node)
            if number == 0:
                await self._watch()

    async def _watch(self) -> None:
        connection = await asyncpg.connect(self.postgres.url)
        await connection.execute(WITNESS)
        await connection.close()

    async def rows(self, query: str, *args: object) -> list[Any]:
        """What the database has."""
        connection = await asyncpg.connect(self.postgres.url)
        try:
            return list(await connection.fetch(query, *args))
        finally:
            await connection.close()

    async def stop(self) -> list[str]:
        """End everything; what went wrong meanwhile."""
        codes = [await asyncio.to_thread(node.kill, signal.SIGTERM) for node in self.nodes if node.process is not None]
        for node in self.nodes:
            await node.to_postgres.stop()
            await node.to_nats.stop()
        self.nats.stop()
        self.postgres.stop(signal.SIGQUIT)
        shutil.rmtree(self._database, ignore_errors=True)
        return [f"exit code {code}" for code in codes if code]
