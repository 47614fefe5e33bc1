"""Somebody on several devices, who is to be forgotten; last positions, bot accounts, who was last here when."""

from __future__ import annotations

from koloda.server.storage.migrations.steps import declare

revision = "0006"
down_revision = "0005"

SOMEBODY = """
CREATE INDEX played_by_match ON played (id);
CREATE TABLE devices (
    id TEXT PRIMARY KEY, person TEXT NOT NULL, label TEXT NOT NULL, made REAL NOT NULL, seen REAL NOT NULL,
    gone REAL NOT NULL, sum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX devices_by_person ON devices (person);
CREATE INDEX devices_gone ON devices (gone);
CREATE TABLE sign_outs (person TEXT PRIMARY KEY, moment REAL NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX sign_outs_in_turn ON sign_outs (moment);
CREATE TABLE recovery_words (
    person TEXT PRIMARY KEY, locator TEXT NOT NULL, hash TEXT NOT NULL, made REAL NOT NULL, sum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX recovery_words_by_locator ON recovery_words (locator);
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY, person TEXT NOT NULL, public_key TEXT NOT NULL, label TEXT NOT NULL, made REAL NOT NULL,
    seen REAL NOT NULL, uses INTEGER NOT NULL, sum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX passkeys_by_person ON passkeys (person);
CREATE TABLE tokens (
    id TEXT PRIMARY KEY, person TEXT NOT NULL, label TEXT NOT NULL, scopes TEXT NOT NULL, made REAL NOT NULL,
    seen REAL NOT NULL, sum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX tokens_by_person ON tokens (person);
CREATE TABLE one_time_codes (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, person TEXT NOT NULL, until REAL NOT NULL, sum INTEGER NOT NULL,
    taken TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX one_time_codes_in_turn ON one_time_codes (until);
CREATE INDEX one_time_codes_by_person ON one_time_codes (person);
CREATE TABLE forgotten (id TEXT PRIMARY KEY, moment REAL NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX forgotten_in_turn ON forgotten (moment);
"""
TABLES = """
CREATE TABLE positions (id TEXT PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE bot_accounts (person TEXT PRIMARY KEY, made REAL NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE bot_invitations (
    place TEXT NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL, made REAL NOT NULL, sum INTEGER NOT NULL,
    PRIMARY KEY (place, seat)
) WITHOUT ROWID;
CREATE INDEX bot_invitations_of_person ON bot_invitations (person);
CREATE TABLE last_here (person TEXT PRIMARY KEY, day INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX last_here_by_day ON last_here (day);
"""


def upgrade() -> None:
    """Eleven more tables; matches are found by their id in histories, too."""
    declare(SOMEBODY + TABLES)
