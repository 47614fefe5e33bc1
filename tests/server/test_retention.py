"""What is kept for so many days only is gone afterwards from real files, and nothing else is."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from local_cluster import PrivatePostgres

from koloda.server.storage import retention
from koloda.server.storage.archive import uploaded_match
from koloda.server.storage.copies import check_database
from koloda.server.storage.postgres_store import PostgresStore
from koloda.server.storage.retention import DAY_SECONDS, KeptDays, LastHere, sweep
from koloda.server.storage.sqlite_store import SqliteStore
from koloda.server.storage.store import Store

from .kit import House, bot_record, play, to_the_end
from .running import Client, Server, wait_for
from .test_migrations import NAMES, old_copy
from .test_stores import new_database as new_postgres_database


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "REST_TIMES", 0.0)
    monkeypatch.setattr(retention, "ROWS_AT_ONCE", 2)


def days_later(days: float) -> float:
    return time.time() + days * DAY_SECONDS


def contents(folder: Path) -> str:
    """All that the tables of a database hold, but for the journals of tables."""
    with closing(sqlite3.connect(folder / "koloda.sqlite")) as database:
        return "\n".join(line for line in database.iterdump() if not line.startswith('INSERT INTO "events"'))


async def a_house_with_a_past(house: House) -> list[str]:
    """Three matches of Ann's with p1, an upload, a report, an act; the ids of the matches."""
    matches = []
    for _ in range(3):
        table, people = await house.full_table("pairs", 2)
        await to_the_end(table, people)
        matches.append(table.match_id)
        await house.store.views.keep(table.match_id, b"views")
        await house.hub.forget(table.id)
    upload = uploaded_match("upload", dict(bot_record("pairs")))
    await house.store.save_match(upload)
    await house.store.house.report({"person": "ann", "name": "Ann", "lines": [["p1", "p1", "a rude word"]]})
    await house.store.house.note_act("ban", {"who": "p1", "why": "a rude word"})
    for person, name in (("ann", "Ann"), ("p1", "Paul")):
        await house.store.name_person(person, name)
    return [*matches, "upload"]


def test_what_is_kept_for_ever_stays(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            matches = await a_house_with_a_past(house)
            before = contents(tmp_path)
            assert await sweep(house.store, KeptDays(), days_later(9999)) == Counter()
            assert await sweep(house.store, KeptDays(10, 10, 10), days_later(9)) == Counter()
            assert [await house.store.match_text(match) is not None for match in matches] == [True] * 4
        with closing(sqlite3.connect(tmp_path / "koloda.sqlite")) as database:
            assert database.execute("SELECT count(*) FROM last_here").fetchone() == (2,)
        assert contents(tmp_path).count("Ann") == before.count("Ann")

    play(story)


def test_matches_go_with_all_that_belongs_to_them(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            matches = await a_house_with_a_past(house)
            done = await sweep(house.store, KeptDays(matches=10), days_later(11))
            assert done == {"matches": 4}
            assert await house.store.history("ann") == []
        text = contents(tmp_path)
        assert not [match for match in matches if f"'{match}'" in text]
        counts = check_database(tmp_path / "koloda.sqlite")
        assert [counts[name] for name in ("matches", "played", "views", "views_wanted")] == [0, 0, 0, 0]
        assert counts["reports"] == counts["acts"] == 1 and counts["people"] == 2

    play(story)


def test_chat_and_names_are_forgotten_and_matches_stay(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            matches = await a_house_with_a_past(house)
            done = await sweep(house.store, KeptDays(chat=10, names=20), days_later(11))
            assert done == {"reports": 1}
            await sweep(house.store, KeptDays(names=20), days_later(0))
            done = await sweep(house.store, KeptDays(names=20), days_later(22))
            assert done == {"nameless matches": 3, "acts": 1, "names": 2}
            assert await house.store.name("ann") == ""
            (line, *_) = await house.store.history("ann")
            assert [player.name for player in line.players] == ["", ""]
            assert [await house.store.match(match) is not None for match in matches] == [True] * 4
        text = contents(tmp_path)
        assert "Ann" not in text and "Paul" not in text and "rude" not in text
        check_database(tmp_path / "koloda.sqlite")

    play(story)


def test_who_comes_now_and_then_keeps_their_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            await a_house_with_a_past(house)
            await house.store.bots.mark("p1")
            await sweep(house.store, KeptDays(names=20), days_later(0))
            here = LastHere(house.store.write)
            here.note("ann")
            here.note("ann")
            await house.store.write(("UPDATE last_here SET day = day + 15 WHERE person = ?", ("ann",)))
            done = await sweep(house.store, KeptDays(names=20), days_later(22))
            assert "names" not in done, "Ann was here, and the other one is a bot account"
            assert await house.store.name("ann") == "Ann" and await house.store.name("p1") == "Paul"

    play(story)


def test_a_server_that_has_forgotten_starts_again(tmp_path: Path) -> None:
    """What the last commit wrote may be what is removed."""

    async def story() -> None:
        store = SqliteStore(tmp_path / "koloda.sqlite")
        await store.name_person("ann", "Ann")
        await sweep(store, KeptDays(names=1), days_later(0))
        await sweep(store, KeptDays(names=1), days_later(3))
        assert await store.name("ann") == ""
        await store.close()
        store = SqliteStore(tmp_path / "koloda.sqlite")
        await store.save_match(uploaded_match("upload", dict(bot_record("pairs"))))
        await sweep(store, KeptDays(matches=1), days_later(3))
        await store.close()
        SqliteStore(tmp_path / "koloda.sqlite").stop()

    play(story)


@pytest.mark.parametrize("name", NAMES)
def test_matches_of_older_versions_lose_their_names_too(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        old_copy(name, tmp_path)
        async with House(tmp_path) as house:
            (anna,) = [person for person, kept in await house.store.rows("SELECT * FROM people") if kept == "Анна"]
            done = await sweep(house.store, KeptDays(names=1), days_later(0))  # the stored match gets older every day
            done += await sweep(house.store, KeptDays(names=1), days_later(3))
            assert done["nameless matches"] + done["names"] == 3
            (line,) = await house.store.history(anna)
            assert [player.name for player in line.players] == ["", ""] and line.players[1].bot == "easy"
            for row in await house.store.tables.of_person(anna):
                await house.hub.forget(row.id)
        assert "Анна" not in contents(tmp_path)
        check_database(tmp_path / "koloda.sqlite")

    play(story)


def test_a_cluster_forgets_too(postgres: PrivatePostgres) -> None:
    async def story() -> None:
        store: Store = await PostgresStore.open(url)
        await store.name_person("ann", "Ann")
        await store.save_match(uploaded_match("upload", dict(bot_record("pairs"))))
        await sweep(store, KeptDays(names=1), days_later(0))
        done = await sweep(store, KeptDays(matches=1, chat=1, names=1), days_later(3))
        assert done == {"matches": 1, "names": 1} and await store.match_text("upload") is None
        await store.close()

    url = new_postgres_database(postgres)
    play(story)


def test_a_server_notes_who_is_here_only_if_names_are_forgotten(tmp_path: Path) -> None:
    def noted(folder: Path) -> int:
        with closing(sqlite3.connect(f"file:{folder / 'koloda.sqlite'}?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT count(*) FROM last_here").fetchone()[0])

    def visited(days: int, people: int) -> None:
        server = Server(tmp_path / str(days), keep_names_days=days).start()
        client = Client(server)
        client.http.get("/api/history", headers={"authorization": f"Bearer {client.me['token']}"})
        wait_for(lambda: noted(server.data) == people)
        client.close()
        server.stop()
        assert noted(server.data) == people

    visited(days=0, people=0)
    visited(days=30, people=1)
