"""The first tables."""

from __future__ import annotations

from koloda.server.storage.migrations.steps import declare

revision = "0001"
down_revision = None


def upgrade() -> None:
    """People, journals, finished matches and who played them."""
    declare("""
CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
    place TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL, PRIMARY KEY (place, seq)
) WITHOUT ROWID;
CREATE TABLE matches (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, seats INTEGER NOT NULL, ended REAL NOT NULL, body TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE played (person TEXT NOT NULL, ended REAL NOT NULL, id TEXT NOT NULL, seat INTEGER NOT NULL,
    PRIMARY KEY (person, ended, id)) WITHOUT ROWID;
""")
