"""How a database that an older version has written is brought up to date, by alembic: one step in ``versions`` each.

A step never changes once it is released, and uses nothing that may change later. What it declares, it declares in
SQLite's words (``steps.declare``). All steps of an upgrade are one transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from koloda.server.storage.schema import SCHEMA_VERSION, revision

if TYPE_CHECKING:
    from sqlalchemy import Connection

log = structlog.get_logger()
HERE = Path(__file__).parent


def upgrade(connection: Connection, schema: int) -> None:
    """Take every step from this schema to ours, in the transaction of this connection."""
    from alembic import command  # it takes half a second to load, and is rarely needed
    from alembic.config import Config

    log.info("the data is being brought up to date", schema=schema, to=SCHEMA_VERSION)
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(HERE))
    config.set_main_option("path_separator", "os")
    if schema and not connection.dialect.has_table(connection, "alembic_version"):  # it is older than the steps
        command.stamp(config, revision(schema))
    command.upgrade(config, revision(SCHEMA_VERSION))


def migrate_sqlite(connect: Callable[[], sqlite3.Connection], schema: int) -> None:
    """Bring a file up to date; whatever goes wrong, it stays as it was."""
    from sqlalchemy import create_engine, text
    from sqlalchemy.pool import NullPool

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text("BEGIN IMMEDIATE"))  # the driver itself would begin one too late
        upgrade(connection, schema)
        connection.execute(text(f"PRAGMA user_version = {SCHEMA_VERSION}"))
        connection.commit()


async def migrate_postgres(url: str) -> None:
    """Bring a PostgreSQL database up to date; whatever goes wrong, it stays as it was."""
    from sqlalchemy import text
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    engine = create_async_engine(url.replace("://", "+asyncpg://", 1), poolclass=NullPool)
    async with engine.begin() as connection:
        known = (await connection.execute(text("SELECT to_regclass('alembic_version')"))).scalar()
        version = None if known is None else await connection.execute(text("SELECT version_num FROM alembic_version"))
        schema = 0 if version is None else int(version.scalar_one())
        if schema < SCHEMA_VERSION:
            await connection.run_sync(upgrade, schema)
