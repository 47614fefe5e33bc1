"""Rows that older versions have stored are read as today's: guests without a name, bots as a field."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from koloda import Match, find_game
from koloda.seal import old_commitment
from koloda.server.protocol.bodies import ArchivedMatch, HistoryItem, Player
from koloda.server.protocol.messages import Rematch, Start
from koloda.server.storage.store import Store, _sum
from koloda.verify import verify

from .kit import House, Seat, play, to_the_end

SETUP: dict[str, Any] = {"game": "pairs", "seats": 2, "options": {"target": 5}}
GUEST = "5c0ffee5c0ffe1f3"
RESULT = {"scores": [11, 4, 2, 0], "winners": [0], "losers": [], "places": [1, 2, 3, 4]}
RECORD: dict[str, Any] = {"game": "pairs", "seats": 4, "result": RESULT, "moves": []}
NAMES = ["Гость 1f3", "Анна", "bot:strong", "Гость Ева"]
PLAYERS = [Player("", None), Player("Анна", None), Player("", "strong"), Player("Гость Ева", None)]
SEALED: dict[str, Any] = {"commitment": "c" * 64, "secret": "5" * 64, "words": [None, "дождь", None, None]}


def insert(folder: Path, table: str, *row: object) -> None:
    """A row as an older version wrote it, with its checksum."""
    database = sqlite3.connect(folder / "koloda.sqlite")
    database.execute(f"INSERT INTO {table} VALUES ({'?, ' * len(row)}?)", (*row, _sum(row)))
    database.commit()
    database.close()


def text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def test_names_of_people(tmp_path: Path) -> None:
    Store(tmp_path / "koloda.sqlite").close()
    insert(tmp_path, "people", GUEST, "Гость 1f3")
    insert(tmp_path, "people", "5c0ffee5c0ffeabc", "Гость 1f3")
    insert(tmp_path, "people", "ann", "Анна")
    store = Store(tmp_path / "koloda.sqlite")
    assert store.name(GUEST) == "" and store.name("nobody") == ""
    assert store.name("5c0ffee5c0ffeabc") == "Гость 1f3", "that is a name they have chosen"
    assert store.name("ann") == "Анна"
    store.close()


def test_finished_matches(tmp_path: Path) -> None:
    Store(tmp_path / "koloda.sqlite").close()
    insert(tmp_path, "matches", "m1", text({"id": "m1", "record": RECORD, "names": NAMES, "when": 5.0, **SEALED}))
    insert(tmp_path, "matches", "m2", text({"id": "m2", "record": RECORD, "names": [""] * 4, "when": 6.0}))
    line = {"game": "pairs", "seats": 4, "result": RESULT, "id": "m1", "when": 5.0, "names": NAMES}
    insert(tmp_path, "played", GUEST, 5.0, "m1", 0, text(line))
    store = Store(tmp_path / "koloda.sqlite")
    assert store.match("m1") == ArchivedMatch("m1", {**RECORD, "seal": {"way": 1, **SEALED}}, PLAYERS, 5.0)
    assert store.match("m2") == ArchivedMatch("m2", RECORD, [Player("", None)] * 4, 6.0), "an uploaded record"
    assert store.history(GUEST) == [HistoryItem("m1", "pairs", 4, 0, 5.0, RESULT, PLAYERS)]
    store.close()


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
            again = house.hub.tables[table.id]
            assert [state.name for state in again.seats] == ["", ""]
            host = await Seat(again, GUEST).come()
            chairs = [{"kind": "person"}, {"kind": "person", "here": False}]
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
    Store(tmp_path / "koloda.sqlite").close()
    for seq, (kind, payload) in enumerate(rows, 1):
        insert(tmp_path, "events", "table", seq, kind, text(payload))

    async def story() -> None:
        async with House(tmp_path) as house:
            table = house.hub.tables["table"]
            people = [await Seat(table, name).come() for name in ("ann", "bob")]
            dealt.play(dealt.turn.seats[0], "hit")
            assert table.match is not None and table.match.view(0) == dealt.view(0)
            told = people[0].last("table")["seal"]
            assert told == {"commitment": old_commitment("5" * 64), "stage": "dealt", "words": words}
            await to_the_end(table, people)
            archived = house.store.match("old-match")
            assert archived is not None and archived.record["seal"]["way"] == 1
            assert "in the old way" in verify(archived.record)[1].get("en")
            await people[0].say(Rematch())
            await people[0].say(Start())
            assert table.match_id != "old-match" and "words" not in people[0].last("table")["seal"]
        async with House(tmp_path) as house:
            assert house.hub.tables["table"].status() == "playing"

    play(story)


@pytest.mark.parametrize("again", [False, True], ids=["first", "rematch"])
def test_a_table_that_waits_since_an_older_version_is_dealt_in_the_present_way(again: bool, tmp_path: Path) -> None:
    seats = [{**old_seat("ann"), "words": "дождь"}, old_seat()]
    made = {"setup": SETUP, "code": "QWERT", "host": "ann", "secret": "5" * 64, "places": seats}
    Store(tmp_path / "koloda.sqlite").close()
    insert(tmp_path, "events", "table", 1, "made", text(made))
    if again:
        insert(tmp_path, "events", "table", 2, "again", text({"game": "pairs", "options": {}, "secret": "6" * 64}))

    async def story() -> None:
        async with House(tmp_path) as house:
            table = house.hub.tables["table"]
            host = await Seat(table, "ann", seals=True).come()
            await host.commit()
            await host.say(Start())
            await host.reveal()
            assert table.status() == "playing" and table.seal.secret == ("6" if again else "5") * 64
            match = table.match_id
        async with House(tmp_path) as house:
            assert house.hub.tables["table"].match_id == match

    play(story)


def old_seat(person: str | None = None) -> dict[str, Any]:
    return {"person": person, "name": "", "level": None, "words": None}
