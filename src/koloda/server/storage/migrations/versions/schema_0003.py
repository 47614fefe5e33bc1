"""The index of tables, and the matches whose replays are not kept yet."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import structlog

from koloda.server.storage.migrations.steps import declare, insert, rows, summed

revision = "0003"
down_revision = "0002"
log = structlog.get_logger()


def upgrade() -> None:
    """Some databases of version 2 have the first two tables already."""
    declare("""
CREATE TABLE IF NOT EXISTS views (id TEXT PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS past_games (
    id TEXT PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE views_wanted (id TEXT PRIMARY KEY, since REAL NOT NULL, tried REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX views_wanted_in_turn ON views_wanted (since);
INSERT INTO views_wanted SELECT id, 0, 0 FROM matches WHERE id NOT IN (SELECT id FROM views);
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
""")
    insert("tables", _tables())
    insert("seated", _seated())


def _tables() -> Iterator[tuple[Any, ...]]:
    """A row for every journal; of one that nobody can read, there is none, and it stays as it is."""
    moment = time.time()
    lines = rows("SELECT place, kind, payload FROM events WHERE kind NOT IN ('move', 'refused') ORDER BY place, seq")
    for table, journal in groupby(lines, key=lambda line: line[0]):
        entries = [(kind, json.loads(payload)) for _, kind, payload in journal]
        try:
            yield _row(table, entries, moment)
        except (KeyError, IndexError, TypeError) as error:
            log.error("a table cannot go on", table=table, reason=type(error).__name__)


def _row(table: str, entries: list[tuple[str, dict[str, Any]]], moment: float) -> tuple[Any, ...]:
    made = entries[0][1]
    setup, seats = made["setup"], list(made["places"])
    game, status, opened, begun = setup["game"], "waiting", "opened" not in made, False
    for kind, payload in entries[1:]:
        if kind == "place":
            seats[payload["seat"]] = payload
        elif kind == "start":
            status = "playing"
        elif kind == "ended":
            status = "over"
        elif kind == "again":
            game, status = payload["game"], "waiting"
        opened |= kind == "opened"
        begun = kind in ("sealed", "start") if kind in ("sealed", "start", "ended", "again") else begun
    chairs = [{name: seat[name] for name in ("person", "name", "level")} for seat in seats]
    stable = (
        table,
        "".join(c for c in made["code"].upper() if c.isalnum()),
        game,
        made["host"],
        int(setup.get("open", True)),
        int(setup.get("watch", True)),
        status,
        int(opened),
        "",
        "",
        moment,
        sum(chair["person"] is None for chair in chairs),
        json.dumps(chairs, ensure_ascii=False, separators=(",", ":")),
    )
    return *summed(stable), moment, moment if begun else None, 0, None, 0


def _seated() -> Iterator[tuple[str, str]]:
    for table, chairs in rows("SELECT id, chairs FROM tables"):
        people = {chair["person"] for chair in json.loads(chairs)} - {None}
        yield from ((person, table) for person in sorted(people))
