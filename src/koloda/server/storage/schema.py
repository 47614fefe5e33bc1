"""The tables of today's database, in SQLite's words; ``postgres_words`` says the same to PostgreSQL.

A change of anything here needs a step in ``migrations/versions`` and a higher ``SCHEMA_VERSION``. A test demands that
an old file that has gone through all steps is declared like a new one.

``sum`` is a checksum of what stands before it in its row; what stands after it changes often and is not summed.
``events`` are the entries of the tables' journals, and their ``place`` is the id of a table: other names would shut out
the databases that exist.
"""

from __future__ import annotations

import re
from functools import cache

SCHEMA_VERSION = 6
TABLES = """
CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
    place TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL, sum INTEGER NOT NULL,
    PRIMARY KEY (place, seq)
) WITHOUT ROWID;
CREATE TABLE matches (id TEXT PRIMARY KEY, body TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE played (
    person TEXT NOT NULL, ended REAL NOT NULL, id TEXT NOT NULL, seat INTEGER NOT NULL, head TEXT NOT NULL,
    sum INTEGER NOT NULL, PRIMARY KEY (person, ended, id)
) WITHOUT ROWID;
CREATE TABLE views (id TEXT PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE past_games (
    id TEXT PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE views_wanted (id TEXT PRIMARY KEY, since REAL NOT NULL, tried REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX views_wanted_in_turn ON views_wanted (since);
CREATE TABLE tables (
    id TEXT PRIMARY KEY, code TEXT NOT NULL, game TEXT NOT NULL, host TEXT NOT NULL, open INTEGER NOT NULL,
    watch INTEGER NOT NULL, status TEXT NOT NULL, opened INTEGER NOT NULL, home TEXT NOT NULL, site TEXT NOT NULL,
    made REAL NOT NULL, free INTEGER NOT NULL, chairs TEXT NOT NULL, sum INTEGER NOT NULL,
    touched REAL NOT NULL, due REAL, here INTEGER NOT NULL, owner TEXT, epoch INTEGER NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX tables_by_code ON tables (code);
CREATE INDEX tables_by_host ON tables (host);
CREATE INDEX tables_by_home ON tables (home);
CREATE INDEX tables_by_site ON tables (site);
CREATE INDEX tables_unopened ON tables (site, made) WHERE opened = 0;
CREATE INDEX tables_asleep ON tables (touched) WHERE owner IS NULL;
CREATE INDEX tables_due ON tables (due) WHERE owner IS NULL AND due IS NOT NULL;
CREATE INDEX tables_owned ON tables (owner) WHERE owner IS NOT NULL;
CREATE INDEX tables_of_lobby ON tables (touched) WHERE here = 1 AND open = 1;
CREATE TABLE seated (person TEXT NOT NULL, place TEXT NOT NULL, PRIMARY KEY (person, place)) WITHOUT ROWID;
CREATE INDEX seated_by_place ON seated (place);
CREATE TABLE nodes (
    name TEXT PRIMARY KEY, address TEXT NOT NULL, beat INTEGER NOT NULL, on_bus INTEGER NOT NULL, since REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
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
# What PostgreSQL does for the nodes of a cluster. A node adds to the journals of the tables that it has, and takes one
# from another node that is no more. The two exclude each other by a lock on the node that loses (class 2): whoever
# takes a table waits until what that node is writing is written, and sees it; what it writes later is refused. The lock
# ends with its transaction. Each statement of a function sees what was committed before it, while it waited too.
POSTGRES_FUNCTIONS = """
CREATE FUNCTION append_events(
    node TEXT, places TEXT[], seqs BIGINT[], kinds TEXT[], payloads TEXT[], sums BIGINT[], epochs BIGINT[]
) RETURNS SETOF TEXT LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(2, hashtext(node));
    RETURN QUERY
        SELECT DISTINCT line.place FROM unnest(places, epochs) AS line (place, epoch)
        LEFT JOIN tables ON tables.id = line.place
        WHERE CASE line.epoch
            WHEN 0 THEN tables.id IS NOT NULL
            ELSE tables.epoch IS DISTINCT FROM line.epoch OR tables.owner IS DISTINCT FROM node
        END;
    IF FOUND THEN
        RETURN;
    END IF;
    INSERT INTO events SELECT * FROM unnest(places, seqs, kinds, payloads, sums);
END $$;
CREATE FUNCTION take_table(table_id TEXT, from_node TEXT, node TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    taken BIGINT;
BEGIN
    IF from_node IS NOT NULL THEN
        PERFORM pg_advisory_xact_lock(2, hashtext(from_node));
    END IF;
    UPDATE tables SET owner = node, epoch = epoch + 1, here = 0
        WHERE id = table_id AND owner IS NOT DISTINCT FROM from_node RETURNING epoch INTO taken;
    RETURN taken;
END $$;
"""
VERSION_TABLE = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);\n"
POSTGRES_WORDS = {" WITHOUT ROWID": "", "INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "BLOB": "BYTEA"}


def revision(version: int) -> str:
    """The name of a schema's version in ``migrations/versions``."""
    return f"{version:04}"


def new_database() -> str:
    """What makes a new database."""
    return f"{TABLES}{VERSION_TABLE}INSERT INTO alembic_version VALUES ('{revision(SCHEMA_VERSION)}');"


def new_postgres_database() -> str:
    """The same in PostgreSQL's words."""
    return postgres_words(new_database()) + POSTGRES_FUNCTIONS


def postgres_words(text: str) -> str:
    """Declarations as PostgreSQL reads them."""
    for word, other in POSTGRES_WORDS.items():
        text = text.replace(word, other)
    return text


def table_names() -> list[str]:
    """All tables."""
    return re.findall(r"CREATE TABLE (\w+)", TABLES)


@cache
def columns_of(table: str) -> tuple[str, ...]:
    """The columns of a table, in order."""
    return tuple(re.findall(r"(\w+) (?:TEXT|INTEGER|REAL|BLOB)\b", _declaration(table)))


@cache
def key_of(table: str) -> tuple[str, ...]:
    """The columns by which a row of a table is known."""
    whole = re.search(r"PRIMARY KEY \((.*?)\)", _declaration(table))
    if whole:
        return tuple(whole[1].split(", "))
    return tuple(re.findall(r"(\w+) TEXT PRIMARY KEY", _declaration(table)))


def _declaration(table: str) -> str:
    found = re.search(rf"CREATE TABLE {table} \(.*?;", TABLES, re.DOTALL)
    assert found, table
    return found[0]
