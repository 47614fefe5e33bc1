"""People whose sockets are at one node and whose table is at another, with a real NATS between them."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any, cast

from local_cluster import PrivateNats

from koloda.server.access.limits import Account, Quotas
from koloda.server.cluster.forwarding import FarTable, Forwarding
from koloda.server.cluster.links import Links
from koloda.server.cluster.nats_bus import NatsBus
from koloda.server.cluster.wire import Items
from koloda.server.hub import Hub
from koloda.server.metering import LoopShare, LoopShares
from koloda.server.networks import Asker
from koloda.server.settings import Settings
from koloda.server.table.table import Table

from .kit import Seat


class Nodes:
    """Two nodes, without what is around a table: ``owner`` has all of them, ``edge`` all sockets."""

    def __init__(self, url: str) -> None:
        self.hub = cast(Hub, SimpleNamespace(tables={}))
        cluster = secrets.token_hex(6)
        quotas = Quotas(Settings())
        self.shares = LoopShares(1.0, 1.0)

        def accounts(asker: Asker) -> tuple[LoopShare, Account]:
            return self.shares.of(asker.address, asker.person), quotas.lines.account(asker)

        self.buses = [NatsBus(url, name) for name in ("owner", "edge")]
        self.links = [Links(bus, name, cluster) for bus, name in zip(self.buses, ("owner", "edge"), strict=True)]
        self.owner, self.edge = (Forwarding(self.hub, links, accounts) for links in self.links)

    async def start(self) -> None:
        """Let them hear each other."""
        for bus, links, side in zip(self.buses, self.links, (self.owner, self.edge), strict=True):
            links.take, links.broken = taker(side), side.begin_anew
            await bus.start(links.subject(links.me), links.on_message, links.ask_subject(links.me), _no_answer)

    def come(self, table: Table, *about: Any, **more: Any) -> FarSeat:
        """Somebody at the other node."""
        self.hub.tables[table.id] = table
        return FarSeat(self.edge.table("owner", table.id), table, *about, **more)


def taker(side: Forwarding) -> Callable[[str, Items], None]:
    def take(node: str, item: Items) -> None:
        assert side.take(node, item), f"{item} of {node} is not about sockets"

    return take


class _Way:
    """The table, but what is posted goes the long way."""

    def __init__(self, far: FarTable, table: Table) -> None:
        self._table = table
        self.post = far.post

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)


class FarSeat(Seat):
    """A person; everything that they say and see goes over NATS."""

    def __init__(self, far: FarTable, table: Table, *about: Any, **more: Any) -> None:
        super().__init__(_Way(far, table), *about, **more)  # type: ignore[arg-type]

    async def come(self) -> FarSeat:
        """Connect; the kit wants to know where they sit."""
        await super().come()
        self.connection.viewer = self.table.seat_of(self.connection.person.id)
        return self


async def _no_answer(question: bytes) -> bytes:
    return b""


@contextlib.asynccontextmanager
async def two_nodes(nats: PrivateNats) -> AsyncIterator[Callable[..., FarSeat]]:
    """How to come to a table of another node."""
    nodes = Nodes(nats.url)
    await nodes.start()
    try:
        yield nodes.come
    finally:
        await asyncio.gather(*(bus.stop() for bus in nodes.buses))
