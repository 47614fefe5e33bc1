"""What the steps share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any
from zlib import crc32

from alembic import op
from sqlalchemy import text

ROWS_AT_ONCE = 1000
POSTGRES_WORDS = {" WITHOUT ROWID": "", "INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "BLOB": "BYTEA"}


def declare(declarations: str) -> None:
    """Carry out declarations that are written in SQLite's words."""
    if op.get_bind().dialect.name == "postgresql":
        for word, other in POSTGRES_WORDS.items():
            declarations = declarations.replace(word, other)
    for declaration in filter(None, map(str.strip, declarations.split(";"))):
        op.execute(text(declaration))


def declare_in_postgres(declarations: str) -> None:
    """Carry out what only PostgreSQL has, in one go."""
    if op.get_bind().dialect.name == "postgresql":
        op.get_bind().exec_driver_sql(declarations)


def rows(query: str) -> Iterator[tuple[Any, ...]]:
    """All rows of a query, one after the other; an asyncpg cursor would keep its table from being dropped."""
    options = {"yield_per": ROWS_AT_ONCE} if op.get_bind().dialect.name == "sqlite" else {}
    for row in op.get_bind().execute(text(query), execution_options=options):
        yield tuple(row)


def insert(table: str, new: Iterable[tuple[Any, ...]]) -> None:
    """Add rows to a table."""
    waiting = iter(new)
    while some := list(islice(waiting, ROWS_AT_ONCE)):
        names = [f"c{number}" for number in range(len(some[0]))]
        statement = text(f"INSERT INTO {table} VALUES ({', '.join(f':{name}' for name in names)})")
        op.get_bind().execute(statement, [dict(zip(names, row, strict=True)) for row in some])


def summed(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row with its checksum."""
    return *row, crc32(repr(row).encode("utf-8", "surrogatepass"))
