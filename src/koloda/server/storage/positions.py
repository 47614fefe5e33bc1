"""The last known position of each match that is being played: if its rules change before it is over, it can be shown.

A position is kept when its table goes to sleep, when the server stops, and every few minutes, never with a move.
"""

from __future__ import annotations

import json
import zlib
from asyncio import Future
from typing import Any, NamedTuple

from .rows import Rows, Statement, Write, upsert


class Position(NamedTuple):
    """What everybody saw of a match after move ``n``: a whole view, as it travels, for each pair of eyes."""

    match: str
    n: int
    views: dict[str, dict[str, Any]]


class Positions:
    """One for each table."""

    def __init__(self, rows: Rows, write: Write) -> None:
        self._rows = rows
        self._write = write

    async def of(self, table_id: str) -> Position | None:
        """The last one that was kept."""
        rows = await self._rows("SELECT * FROM positions WHERE id = ?", (table_id,))
        return Position(*json.loads(zlib.decompress(rows[0][1]))) if rows else None

    def keep(self, table_id: str, position: Position) -> Future[None]:
        """Keep it in the place of the one before."""
        plain = json.dumps(position, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
        return self._write(upsert("positions", table_id, zlib.compress(plain)))


def forget_position(table_id: str, unless: str) -> Statement:
    """The table is forgotten."""
    return f"DELETE FROM positions WHERE id = ? AND NOT {unless}", (table_id,)
