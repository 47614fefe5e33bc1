"""The nodes of a cluster in PostgreSQL, over a connection of their own: it is given up as soon as it is slow."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import asyncpg

from .nodes import Node, NodeBook
from .postgres_store import CONNECT_SECONDS, LOST, NODE_LOCKS
from .store import StoreError, not_saved

T = TypeVar("T")
ANSWER_SECONDS = 1.0
JOIN_SECONDS = 10.0
LOCKED = f"""EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = {NODE_LOCKS} AND objsubid = 2 AND granted
    AND objid::bigint = hashtext(nodes.name)::bigint & 4294967295
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
)"""
EVERYBODY = f"SELECT name, address, beat, on_bus, {LOCKED} AS locked FROM nodes ORDER BY name"
LOST_OWNERS = """SELECT DISTINCT owner FROM tables
    WHERE owner IS NOT NULL AND NOT EXISTS (SELECT FROM nodes WHERE name = owner)"""
ENTER = """INSERT INTO nodes VALUES ($1, $2, 0, $3, extract(epoch FROM now()))
    ON CONFLICT (name) DO UPDATE SET beat = nodes.beat + 1, address = $2, on_bus = $3"""
CUT_OFF = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1"


class PostgresNodes(NodeBook):
    """The rows of ``nodes``."""

    def __init__(self, url: str, node: str) -> None:
        self._url = url
        self._node = node
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None

    async def join(self, address: str, on_bus: bool) -> None:
        """Be there."""

        async def enter(connection: asyncpg.Connection[asyncpg.Record]) -> None:
            async with connection.transaction():
                await _free_tables(connection, self._node)
                await connection.execute(ENTER, self._node, address, int(on_bus))
                for record in await connection.fetch(LOST_OWNERS):
                    await _free_tables(connection, record["owner"])

        await self._do(enter, JOIN_SECONDS)

    async def beat(self, on_bus: bool) -> list[Node] | None:
        """Go on, and see who is there."""

        async def go_on(connection: asyncpg.Connection[asyncpg.Record]) -> list[Node] | None:
            update = "UPDATE nodes SET beat = beat + 1, on_bus = $2 WHERE name = $1 RETURNING beat"
            if await connection.fetchval(update, self._node, int(on_bus)) is None:
                return None
            return [Node(*record) for record in await connection.fetch(EVERYBODY)]

        return await self._do(go_on, ANSWER_SECONDS)

    async def bury(self, node: Node) -> bool:
        """A node is no more; a transaction that it has left open would hold up whoever takes its tables."""

        async def delete(connection: asyncpg.Connection[asyncpg.Record]) -> bool:
            gone = "DELETE FROM nodes WHERE name = $1 AND beat = $2 RETURNING name"
            async with connection.transaction():
                if await connection.fetchval(gone, node.name, node.beat) is None:
                    return False
                await connection.fetch(CUT_OFF, f"koloda {node.name}")
                await _free_tables(connection, node.name)
            return True

        return await self._do(delete, JOIN_SECONDS)

    async def leave(self) -> None:
        """This node is going down."""

        async def go(connection: asyncpg.Connection[asyncpg.Record]) -> None:
            async with connection.transaction():
                await _free_tables(connection, self._node)
                await connection.execute("DELETE FROM nodes WHERE name = $1", self._node)

        await self._do(go, JOIN_SECONDS)

    def close(self) -> None:
        """Disconnect."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def _do(self, work: Callable[[asyncpg.Connection[asyncpg.Record]], Awaitable[T]], seconds: float) -> T:
        """Over a connection that answers in time, or not at all."""
        try:
            async with asyncio.timeout(seconds):
                if self._connection is None or self._connection.is_closed():
                    self._connection = await asyncpg.connect(self._url, timeout=CONNECT_SECONDS)
                return await work(self._connection)
        except (*LOST, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            self.close()
            raise not_saved(error) from error
        except BaseException:
            self.close()
            raise


async def _free_tables(connection: asyncpg.Connection[asyncpg.Record], node: str) -> None:
    """Nobody has a node's tables now. What it is writing is written before (the lock of ``append_events``)."""
    await connection.execute("SELECT pg_advisory_xact_lock(2, hashtext($1))", node)
    await connection.execute("UPDATE tables SET owner = NULL, here = 0 WHERE owner = $1", node)


async def others_there(url: str) -> str:
    """The name of a node that is there; those that have crashed are forgotten."""
    connection = await asyncpg.connect(url, timeout=CONNECT_SECONDS)
    try:
        await connection.execute(f"DELETE FROM nodes WHERE NOT {LOCKED}")
        return await connection.fetchval("SELECT min(name) FROM nodes") or ""
    except (*LOST, asyncpg.PostgresError) as error:
        raise StoreError("no-access", not_saved(error).text) from error
    finally:
        connection.terminate()
