"""What the host of the house has decided and was told."""

from __future__ import annotations

from koloda.server.storage.migrations.steps import declare

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Five more tables."""
    declare("""
CREATE TABLE bans (
    kind TEXT NOT NULL, who TEXT NOT NULL, until REAL NOT NULL, why TEXT NOT NULL, made REAL NOT NULL,
    sum INTEGER NOT NULL, PRIMARY KEY (kind, who)
) WITHOUT ROWID;
CREATE TABLE invitations (
    id TEXT PRIMARY KEY, label TEXT NOT NULL, until REAL NOT NULL, uses INTEGER NOT NULL, made REAL NOT NULL,
    sum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE members (
    person TEXT PRIMARY KEY, invitation TEXT NOT NULL, since REAL NOT NULL, sum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX members_by_invitation ON members (invitation);
CREATE TABLE reports (
    id TEXT PRIMARY KEY, made REAL NOT NULL, body TEXT NOT NULL, done INTEGER NOT NULL, sum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE acts (
    id TEXT PRIMARY KEY, made REAL NOT NULL, act TEXT NOT NULL, body TEXT NOT NULL, sum INTEGER NOT NULL
) WITHOUT ROWID;
""")
