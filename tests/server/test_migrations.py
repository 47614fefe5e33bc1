"""Databases of every schema that was ever released, written by the code of their time, are brought up to date."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
from local_cluster import PrivatePostgres

from koloda.server.storage.archive import match_answer
from koloda.server.storage.copies import check_database
from koloda.server.storage.migrations import HERE, migrate_postgres, migrate_sqlite, steps
from koloda.server.storage.postgres_store import PostgresStore
from koloda.server.storage.schema import SCHEMA_VERSION, new_database, revision
from koloda.server.storage.sqlite_store import SqliteStore
from koloda.server.storage.store import StoreError
from koloda.server.table.table import Table

from .kit import House, Seat, play
from .test_stores import new_database as new_postgres_database

OLD = Path(__file__).parent / "old_databases"  # each: a match that is over, a table that waits, one that plays
DECLARED_IN_POSTGRES = (
    "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns"
    " WHERE table_schema = 'public' AND table_name <> 'alembic_version' ORDER BY table_name, ordinal_position",
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'alembic_version' ORDER BY 1",
    "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1",
)
NAMES = sorted(path.stem for path in OLD.iterdir())


def old_copy(name: str, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return Path(shutil.copy(OLD / f"{name}.sqlite", folder / "koloda.sqlite"))


@pytest.mark.parametrize("name", NAMES)
def test_an_old_database_goes_on(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        old_copy(name, tmp_path)
        async with House(tmp_path) as house:
            people = {kept: person for person, kept in await house.store.rows("SELECT * FROM people")}
            assert set(people) == {"Анна", "Боб"}
            (line,) = await house.store.history(people["Анна"])
            stored = await house.store.match_text(line.id)
            assert stored is not None and json.loads(match_answer(stored))["record"]["game"] == "pairs"
            assert [player.name for player in line.players] == ["Анна", ""] and line.players[1].bot == "easy"
            assert (await house.store.views.of(line.id) is not None) == (await house.store.views.wanted(1.0, 9) == [])
            rows = await house.store.tables.of_person(people["Анна"])
            assert {row.game for row in rows} == {"pairs", "old-maid", "cribbage"} and len(rows) == 3
            assert [row.game for row in await house.store.tables.of_person(people["Боб"])] == ["old-maid"]
            for row in rows:
                await check_table(house, await house.hub.open(row.id), row.game)
        counts = check_database(tmp_path / "koloda.sqlite")
        assert counts["tables"] == 3 and counts["seated"] == 4 and counts["events"] > 10

    async def check_table(house: House, table: Table | None, game: str) -> None:
        assert table is not None
        if game == "cribbage":
            assert (table.old is not None) == (name in ("schema-1", "schema-2")), "its rules have changed since"
            return
        assert table.status() == {"pairs": "over", "old-maid": "waiting"}[game]
        assert [seat.name for seat in table.seats if seat.person] == {"pairs": ["Анна"]}.get(game, ["Анна", "Боб"])
        row = await house.store.tables.of(table.id)
        assert row is not None and row.status == table.status() and row.epoch >= 1
        await Seat(table, "watcher").come()

    play(story)


def test_every_schema_has_its_step_and_an_old_file() -> None:
    steps = sorted(path.stem for path in (HERE / "versions").glob("schema_*.py"))
    assert steps == [f"schema_{revision(version)}" for version in range(1, SCHEMA_VERSION + 1)]
    assert {name.split("-")[1] for name in NAMES} == {str(version) for version in range(1, SCHEMA_VERSION)}


def test_all_steps_together_declare_what_a_new_database_has(tmp_path: Path) -> None:
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(tmp_path / "steps.sqlite", isolation_level=None)

    migrate_sqlite(connect, 0)
    with closing(connect()) as steps, closing(sqlite3.connect(":memory:")) as new:
        new.executescript(new_database())
        query = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name <> 'alembic_version'"
        declared = [
            {(kind, name, " ".join(sql.split())) for kind, name, sql in one.execute(query)} for one in (steps, new)
        ]
        assert declared[0] == declared[1]
        versions = [one.execute("SELECT * FROM alembic_version").fetchall() for one in (steps, new)]
        assert versions == [[(revision(SCHEMA_VERSION),)]] * 2


def test_all_steps_together_declare_what_a_new_postgres_database_has(postgres: PrivatePostgres) -> None:
    async def declared(url: str) -> list[list[tuple[object, ...]]]:
        connection = await asyncpg.connect(url)
        found = [[tuple(row) for row in await connection.fetch(query)] for query in DECLARED_IN_POSTGRES]
        await connection.close()
        return found

    async def story() -> None:
        await migrate_postgres(stepped)
        await migrate_postgres(stepped)  # there is nothing left to do
        for url in (stepped, new):
            await (await PostgresStore.open(url)).close()
        assert await declared(stepped) == await declared(new)
        assert len((await declared(new))[0]) > 40 and len((await declared(new))[2]) == 2

    stepped, new = new_postgres_database(postgres), new_postgres_database(postgres)
    play(story)


def test_a_step_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_copy("schema-1", tmp_path)

    def contents() -> list[str]:
        with closing(sqlite3.connect(path)) as database:
            return [*database.iterdump(), str(database.execute("PRAGMA user_version").fetchone())]

    def fail(*args: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    before = contents()
    with monkeypatch.context() as patched:
        patched.setattr(steps, "declare", fail)
        with pytest.raises(StoreError, match="disk is full") as refused:
            SqliteStore(path)
        assert refused.value.reason == "no-access"
    assert contents() == before
    SqliteStore(path).stop()
    assert contents() != before


def test_a_database_of_today_is_opened_without_alembic(tmp_path: Path) -> None:
    old_copy("schema-2", tmp_path / "old")
    program = (
        "import sys; from pathlib import Path; from koloda.server.storage.sqlite_store import SqliteStore\n"
        "for name in sys.argv[1:]:\n"
        "    SqliteStore(Path(name) / 'koloda.sqlite').stop(); print('alembic' in sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "new"), str(tmp_path / "new"), str(tmp_path / "old")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert [line for line in told.stdout.splitlines() if line in ("True", "False")] == ["False", "False", "True"]
