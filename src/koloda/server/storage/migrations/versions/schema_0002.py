"""Each row has a checksum, and a history has a line of each match."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from koloda.server.storage.migrations.steps import declare, declare_in_postgres, insert, rows, summed

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """The same tables, row by row."""
    for name in ("people", "events", "matches", "played"):
        declare(f"ALTER TABLE {name} RENAME TO old_{name}")
        declare_in_postgres(f"ALTER INDEX {name}_pkey RENAME TO old_{name}_pkey")
    declare("""
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
""")
    insert("people", map(summed, rows("SELECT id, name FROM old_people")))
    insert("events", map(summed, map(_event, rows("SELECT place, seq, kind, payload FROM old_events"))))
    insert("matches", map(summed, rows("SELECT id, body FROM old_matches")))
    insert("played", map(summed, _played()))
    for name in ("people", "events", "matches", "played"):
        declare(f"DROP TABLE old_{name}")


def _event(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A deal used to name neither its match nor the version of its rules, which was 1 for all games."""
    place, seq, kind, _ = row
    return (place, seq, kind, f'{{"match":"{place}-{seq}","version":1}}') if kind == "start" else row


def _played() -> Iterator[tuple[Any, ...]]:
    query = "SELECT person, old_played.ended, old_played.id, seat, body FROM old_played JOIN old_matches USING (id)"
    for person, ended, match, seat, body in rows(query):
        whole = json.loads(body)
        line = {name: whole["record"][name] for name in ("game", "seats", "result")}
        line |= {name: whole[name] for name in ("id", "when", "names")}
        yield person, ended, match, seat, json.dumps(line, ensure_ascii=False, separators=(",", ":"))
