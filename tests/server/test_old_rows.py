"""Rows that older versions have stored are read as today's: guests without a name, bots as a field."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from koloda import Match, find_game
from koloda.seal import old_commitment
from koloda.server.protocol.bodies import ArchivedMatch, HistoryItem, Player
from koloda.server.protocol.messages import Rematch, Start
from koloda.server.storage.rows import checksum
from koloda.server.storage.sqlite_file import APPLICATION_ID
from koloda.server.storage.sqlite_store import SqliteStore
from koloda.verify import verify

from .kit import House, Seat, play, to_the_end

SCHEMA_2 = """
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
"""
SETUP: dict[str, Any] = {"game": "pairs", "seats": 2, "options": {"target": 5}}
GUEST = "5c0ffee5c0ffe1f3"
RESULT = {"scores": [11, 4, 2, 0], "winners": [0], "losers": [], "places": [1, 2, 3, 4]}
RECORD: dict[str, Any] = {"game": "pairs", "seats": 4, "result": RESULT, "moves": []}
NAMES = ["Гость 1f3", "Анна", "bot:strong", "Гость Ева"]
PLAYERS = [Player("", None), Player("Анна", None), Player("", "strong"), Player("Гость Ева", None)]
SEALED: dict[str, Any] = {"commitment": "c" * 64, "secret": "5" * 64, "words": [None, "дождь", None, None]}


def make_old_database(folder: Path) -> None:
    """A database of version 2."""
    with closing(sqlite3.connect(folder / "koloda.sqlite")) as database:
        database.executescript(SCHEMA_2 + f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 2;")


def insert(folder: Path, table: str, *row: object) -> None:
    """A row as an older version wrote it, with its checksum."""
    database = sqlite3.connect(folder / "koloda.sqlite")
    database.execute(f"INSERT INTO {table} VALUES ({'?, ' * len(row)}?)", (*row, checksum(row)))
    database.commit()
    database.close()


def text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def test_names_of_people(tmp_path: Path) -> None:
    make_old_database(tmp_path)
    insert(tmp_path, "people", GUEST, "Гость 1f3")
    insert(tmp_path, "people", "5c0ffee5c0ffeabc", "Гость 1f3")
    insert(tmp_path, "people", "ann", "Анна")

    async def story() -> None:
        store = SqliteStore(tmp_path / "koloda.sqlite")
        assert await store.name(GUEST) == "" and await store.name("nobody") == ""
        assert await store.name("5c0ffee5c0ffeabc") == "Гость 1f3", "that is a name they have chosen"
        assert await store.name("ann") == "Анна"
        await store.close()

    play(story)


def test_finished_matches(tmp_path: Path) -> None:
    make_old_database(tmp_path)
    insert(tmp_path, "matches", "m1", text({"id": "m1", "record": RECORD, "names": NAMES, "when": 5.0, **SEALED}))
    insert(tmp_path, "matches", "m2", text({"id": "m2", "record": RECORD, "names": [""] * 4, "when": 6.0}))
    line = {"game": "pairs", "seats": 4, "result": RESULT, "id": "m1", "when": 5.0, "names": NAMES}
    insert(tmp_path, "played", GUEST, 5.0, "m1", 0, text(line))

    async def story() -> None:
        store = SqliteStore(tmp_path / "koloda.sqlite")
        assert await store.match("m1") == ArchivedMatch("m1", {**RECORD, "seal": {"way": 1, **SEALED}}, PLAYERS, 5.0)
        assert await store.match("m2") == ArchivedMatch("m2", RECORD, [Player("", None)] * 4, 6.0), "an uploaded record"
        assert await store.history(GUEST) == [HistoryItem("m1", "pairs", 4, 0, 5.0, RESULT, PLAYERS)]
        await store.close()

    play(story)


def test_seats_of_a_journal(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 2)
        database = sqlite3.connect(tmp_path / "koloda.sqlite")
        (payload,) = database.execute("SELECT payload FROM events WHERE seq = 1").fetchone()
        made = json.loads(payload)
        made["host"] = made["places"][0]["person"] = GUEST
        made["places"][0]["name"] = "Гость 1f3"
        database.execute("DELETE FROM events")
        database.commit()
        database.close()
        (tmp_path / "koloda.last").unlink()  # older versions had none
        insert(tmp_path, "events", table.id, 1, "made", text(made))
        seat = {"seat": 1, "person": "5c0ffee5c0ffe777", "name": "Гость 777", "level": None, "words": None}
        insert(tmp_path, "events", table.id, 2, "place", text(seat))
        async with House(tmp_path) as house:
            again = await house.open(table.id)
            assert [state.name for state in again.seats] == ["", ""]
            host = await Seat(again, GUEST).come()
            chairs = [{"kind": "person", "who": 1}, {"kind": "person", "here": False, "who": 2}]
            assert host.last("table")["chairs"] == chairs, "the page names them"
            await host.say(Start())
            assert again.status() == "playing"

    play(story)


def test_a_match_that_an_older_version_has_dealt_goes_on(tmp_path: Path) -> None:
    """Its seed is the secret and the words of the seats; the archive says that it was sealed in the old way."""
    words = ["дождь", None]
    rows: list[tuple[str, dict[str, Any]]] = [
        (
            "made",
            {
                "setup": SETUP,
                "code": "QWERT",
                "host": "ann",
                "secret": "5" * 64,
                "places": [old_seat("ann"), old_seat()],
            },
        ),
        ("place", {"seat": 1, **old_seat("bob")}),
        ("place", {"seat": 0, **old_seat("ann"), "words": words[0]}),
        ("start", {"match": "old-match", "version": find_game("pairs").info.version}),
    ]
    dealt = Match.new("pairs", 2, SETUP["options"], seed=f"{'5' * 64}\nдождь\n")
    rows.append(("move", {"seat": dealt.turn.seats[0], "move": "hit", "person": "ann", "id": "a"}))
    make_old_database(tmp_path)
    for seq, (kind, payload) in enumerate(rows, 1):
        insert(tmp_path, "events", "table", seq, kind, text(payload))

    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.open("table")
            people = [await Seat(table, name).come() for name in ("ann", "bob")]
            dealt.play(dealt.turn.seats[0], "hit")
            assert table.match is not None and table.match.view(0) == dealt.view(0)
            told = people[0].last("table")["seal"]
            assert told == {"commitment": old_commitment("5" * 64), "stage": "dealt", "words": words}
            await to_the_end(table, people)
            archived = await house.store.match("old-match")
            assert archived is not None and archived.record["seal"]["way"] == 1
            assert "in the old way" in verify(archived.record)[1].get("en")
            await people[0].say(Rematch())
            await people[0].say(Start())
            assert table.match_id != "old-match" and "words" not in people[0].last("table")["seal"]
        async with House(tmp_path) as house:
            assert (await house.open("table")).status() == "playing"

    play(story)


@pytest.mark.parametrize("again", [False, True], ids=["first", "rematch"])
def test_a_table_that_waits_since_an_older_version_is_dealt_in_the_present_way(again: bool, tmp_path: Path) -> None:
    seats = [{**old_seat("ann"), "words": "дождь"}, old_seat()]
    setup = {**SETUP, "options": {}}  # long enough not to be over with the deal
    made = {"setup": setup, "code": "QWERT", "host": "ann", "secret": "5" * 64, "places": seats}
    make_old_database(tmp_path)
    insert(tmp_path, "events", "table", 1, "made", text(made))
    if again:
        insert(tmp_path, "events", "table", 2, "again", text({"game": "pairs", "options": {}, "secret": "6" * 64}))

    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.open("table")
            host = await Seat(table, "ann", seals=True).come()
            await host.commit()
            await host.say(Start())
            await host.reveal()
            assert table.status() == "playing" and table.seal.secret == ("6" if again else "5") * 64
            match = table.match_id
        async with House(tmp_path) as house:
            assert (await house.open("table")).match_id == match

    play(story)


def old_seat(person: str | None = None) -> dict[str, Any]:
    return {"person": person, "name": "", "level": None, "words": None}
