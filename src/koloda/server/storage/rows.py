"""Rows as they are kept: each ends with a checksum, for SQLite itself does not notice a damaged value.

Statements are written once for both databases: ``?`` stands for a value, and ``ON CONFLICT`` means the same to both.
"""

from __future__ import annotations

from asyncio import Future
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Any
from zlib import crc32

from .schema import columns_of, key_of

Row = tuple[Any, ...]
Statement = tuple[str, Row]
Rows = Callable[[str, Row], Awaitable[list[Row]]]
Write = Callable[..., Future[None]]
SUM = "sum"


def checksum(row: Row) -> int:
    """Of a row without it."""
    return crc32(repr(row).encode("utf-8", "surrogatepass"))


def upsert(table: str, *row: Any) -> Statement:
    """Keep a row of a table that ends with ``sum``, whether there was one with its key or not."""
    return _upsert_text(table), (*row, checksum(row))


@cache
def _upsert_text(table: str) -> str:
    columns, key = columns_of(table), key_of(table)
    changed = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in key)
    return f"INSERT INTO {table} VALUES ({places(len(columns))}) ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changed}"


def places(count: int) -> str:
    """So many values in a statement."""
    return ", ".join("?" * count)


def unsummed(names: Sequence[str], rows: list[Row]) -> list[Row] | None:
    """Rows without their checksums, if they have any; None if one is wrong. What follows ``sum`` is not summed."""
    if SUM not in names:
        return rows
    at = names.index(SUM)
    if any(checksum(row[:at]) != row[at] for row in rows):
        return None
    return [row[:at] + row[at + 1 :] for row in rows]


def unwatched(work: Future[Any]) -> None:
    """Nobody waits for this: if it fails, the next one of its kind says the same."""
    work.add_done_callback(lambda done: done.cancelled() or done.exception())
