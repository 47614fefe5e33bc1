"""The rules of a game change: its finished tables open as ever, a match that was being played says so and is shown,
and nothing of what was played before is lost.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from koloda import Match
from koloda.cli import main
from koloda.core.chance import Fast, Seeded
from koloda.games.registry import all_games, find_game
from koloda.server.http.catalogue import game_info
from koloda.server.http.errands import packed_views, views_of
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import Move, Rematch, Sit, Start
from koloda.server.protocol.views import wire_view
from koloda.server.storage.archive import match_answer, uploaded_match
from koloda.server.table.owner import moves_made
from koloda.server.table.table import Table
from koloda.testing.walks import play_out, random_move

from .kit import Frame, House, Seat, play, reason, to_the_end
from .running import Client, Server
from .test_kept_views import NEW_RULES
from .test_migrations import NAMES, old_copy

FEW = ("pairs", "old-maid", "cribbage", "podfilim")
GAMES = [game.info.id for game in all_games() if os.environ.get("KOLODA_ALL") or game.info.id in FEW]
MOVES = 6
OLD_RECORDS = [  # of each older version of the rules, written by the code of its time
    json.loads(line) for line in (Path(__file__).parent / "old_records.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Every game has another version from now on."""

    def change() -> None:
        for game in all_games():
            monkeypatch.setattr(game, "info", game.info._replace(version=game.info.version + 1))
        game_info.cache_clear()

    yield change
    game_info.cache_clear()


async def keep_replays(house: House) -> None:
    """What the server does by itself while the old rules are there."""
    for match in await house.store.views.wanted(time.time(), 99):
        text = await house.store.match_text(match)
        assert text is not None
        await house.store.views.keep(match, packed_views(text))


async def everything_of(house: House, match: str) -> dict[str, Any]:
    """A finished match as it is downloaded, and to each pair of eyes."""
    text = await house.store.match_text(match)
    assert text is not None
    kept, seats = await house.store.views.of(match), json.loads(text)["record"]["seats"]
    views = {eyes: json.loads(views_of(text, eyes, kept)) for eyes in ("all", "watch", *map(str, range(seats)))}
    return {"match": json.loads(match_answer(text)), **views}


async def some_moves(table: Table, people: list[Seat], count: int) -> None:
    chooser = Fast(1)
    for _ in range(count):
        assert table.match is not None
        seat, move = random_move(table.match, chooser)
        await people[seat].move(move)


def seen_now(table: Table, seat: int | None) -> Frame:
    """What somebody sees, but for what they may do."""
    assert table.match is not None
    view: Frame = json.loads(encode(wire_view(table.match.sights([seat])[0])))
    return still(view)


def still(view: Frame) -> Frame:
    return {name: view.get(name) for name in ("n", "zones", "counters", "notes", "labels")}


@pytest.mark.parametrize("game", GAMES)
def test_a_match_whose_rules_have_changed_is_shown_and_can_be_dealt_anew(
    game: str, tmp_path: Path, newer_rules: Any
) -> None:
    async def before() -> tuple[str, list[Frame]]:
        async with House(tmp_path) as house:
            table, people = await house.full_table(game, find_game(game).info.seats_to_begin_with())
            await some_moves(table, people, MOVES)
            return table.id, [seen_now(table, seat) for seat in (*range(len(people)), None)]

    async def after(table_id: str, seen: list[Frame]) -> None:
        async with House(tmp_path) as house:
            table = await house.open(table_id)
            people = [
                await Seat(table, person).come() for person in ("ann", *(f"p{n}" for n in range(1, len(seen) - 1)))
            ]
            watcher = await Seat(table, "somebody").come()
            for person, view in zip([*people, watcher], seen, strict=True):
                assert still(person.last("view")) == view
                told = person.last("view")
                assert not told["legal"] and not told["turn"] and not told["phase"] and told.get("result") is None
                assert person.last("table")["old_rules"] == find_game(game).info.version - 1
                assert person.last("table")["status"] == "over" and "secret" not in person.last("table")["seal"]
            ann, version = people[0], find_game(game).info.version
            assert reason([await ann.send_move(Move("late", MOVES, "x", table.match_id))]) == "rules-changed"
            assert reason(await ann.say(Start())) == "started"
            await ann.say(Rematch())
            assert "old_rules" not in ann.last("table") and table.status() == "waiting"
            assert [chair["kind"] for chair in ann.last("table")["chairs"]] == ["person"] * len(people)
            await ann.say(Start())
            assert table.match is not None and table.match.record()["version"] == version
            await some_moves(table, people, 2)

    seen: list[Frame] = []
    table_id = ""

    async def story() -> None:
        nonlocal seen, table_id
        table_id, seen = await before()
        newer_rules()
        await after(table_id, seen)

    play(story)


def test_nobody_sees_a_hand_there_that_they_have_not_held(tmp_path: Path, newer_rules: Any) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            open_table, _ = await house.full_table("old-maid", 3)
            closed_table, _ = await house.full_table("old-maid", 3, watch=False)
            hands = [seen_now(open_table, seat) for seat in (0, 1, None)]
        assert hands[0] != hands[1] != hands[2]
        newer_rules()
        async with House(tmp_path) as house:
            table = await house.open(open_table.id)
            p1 = await Seat(table, "p1").come()
            assert still(p1.last("view")) == hands[1]
            table.seats[1].seat_bot(None)
            other = await Seat(table, "other").come()
            await other.say(Sit(1))
            assert other.last("table")["you"] == 1 and still(other.last("view")) == hands[2], "as a watcher does"
            table = await house.open(closed_table.id)
            stranger = await Seat(table, "stranger", log=True).come()
            assert stranger.last("view")["zones"] == [] and not [f for f in stranger.frames if f["t"] == "log"]

    play(story)


@pytest.mark.parametrize("kept", [True, False], ids=["kept", "not kept"])
def test_a_finished_table_opens_as_ever(kept: bool, tmp_path: Path, newer_rules: Any) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            await to_the_end(table, people)
            match, before = table.match_id, people[0].last("table")
            if kept:
                await keep_replays(house)
                told = await everything_of(house, match)
        newer_rules()
        async with House(tmp_path) as house:
            table = await house.open(table.id)
            ann = await Seat(table, "ann", log=True).come()
            again = ann.last("table")
            for name in ("status", "lost", "evening", "seal", "match"):
                assert again.get(name) == before.get(name), name
            assert ann.last("view")["result"]["losers"] == before["lost"]
            if kept:
                assert still(ann.last("view")) == still(told["0"][-1])
                assert [n for n, _ in ann.last("log")["lines"]][-1] == told["0"][-1]["n"]
                assert await everything_of(house, match) == told
            await ann.say(Rematch())
            await ann.say(Start())
            assert table.status() == "playing"

    play(story)


@pytest.mark.parametrize("name", NAMES)
def test_an_old_database_and_newer_rules_lose_nothing(name: str, tmp_path: Path, newer_rules: Any) -> None:
    async def story() -> None:
        old_copy(name, tmp_path)
        async with House(tmp_path) as house:
            await keep_replays(house)
            (anna,) = [person for person, kept in await house.store.rows("SELECT * FROM people") if kept == "Анна"]
            history = await house.store.history(anna)
            before = [await everything_of(house, line.id) for line in history]
            for row in await house.store.tables.of_person(anna):
                await house.open(row.id)
        assert before and all(view for one in before for view in one.values())
        newer_rules()
        async with House(tmp_path) as house:
            assert await house.store.history(anna) == history
            assert [await everything_of(house, line.id) for line in history] == before
            for row in await house.store.tables.of_person(anna):
                table = await house.open(row.id)
                person = await Seat(table, anna).come()
                assert table.status() == {"pairs": "over", "cribbage": "over", "old-maid": "waiting"}[row.game]
                assert ("old_rules" in person.last("table")) == (row.game != "old-maid")
                if row.game == "cribbage":
                    known = name not in ("schema-1", "schema-2")  # rules of then were not here any more
                    assert bool(person.last("view")["zones"]) == known

    play(story)


def test_every_older_version_of_every_rule_has_left_a_record() -> None:
    known = {(record["game"], record["version"]) for record in OLD_RECORDS}
    assert known == {(game.info.id, version) for game in all_games() for version in range(1, game.info.version)}, (
        "who changes rules adds a record of the version before to old_records.jsonl"
    )


def test_an_archive_of_older_rules_from_before_replays_were_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its records stay what they are, and say by which version they were played; what can be kept is kept."""
    data = tmp_path / "data"
    todays = play_out(Match.new("pairs", 2, seed="today"), Seeded("today")).record()

    async def fill() -> None:
        data.mkdir()
        async with House(data) as house:
            for number, record in enumerate([*OLD_RECORDS, todays]):
                await house.store.save_match(uploaded_match(f"old{number}", dict(record)))

    play(fill)
    assert main(["--lang", "en", "migrate", "--data", str(data)]) == 0
    left = len(OLD_RECORDS)
    assert f"Replays kept: 1. Left, because they need other rules: {left}." in capsys.readouterr().out
    assert main(["--lang", "en", "check-data", "--data", str(data)]) == 0
    server = Server(data, person_requests_burst=9999).start()
    client = Client(server)
    for number, record in enumerate(OLD_RECORDS):
        kept = client.http.get(f"/api/matches/old{number}")
        assert kept.status_code == 200
        assert {name: kept.json()["record"][name] for name in record if name != "chance"} == {
            name: value for name, value in record.items() if name != "chance"
        }
        for refused in (
            client.http.get(f"/api/matches/old{number}/views?eyes=all"),
            client.http.post(f"/api/matches/old{number}/review?seat=0"),
        ):
            assert 400 <= refused.status_code < 500 and refused.json()["reason"] == "other-rules"
            assert f"by version {record['version']} of the rules" in refused.json()["en"]
            assert f"версии {record['version']}" in refused.json()["ru"]
    assert client.http.get(f"/api/matches/old{left}/views?eyes=all").status_code == 200
    client.close()
    server.stop()


def test_the_old_rules_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An upgrade that is taken back: the match goes on."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            await some_moves(table, people, MOVES)
        with monkeypatch.context() as newer:
            pairs = find_game("pairs")
            newer.setattr(pairs, "info", pairs.info._replace(version=pairs.info.version + 1))
            async with House(tmp_path) as house:
                assert (await house.open(table.id)).status() == "over"
        async with House(tmp_path) as house:
            table = await house.open(table.id)
            people = [await Seat(table, person).come() for person in ("ann", "p1")]
            assert table.status() == "playing" and moves_made(table) == MOVES
            await some_moves(table, people, 2)

    play(story)


def test_at_its_own_address_a_real_server_says_so(tmp_path: Path) -> None:
    server = Server(tmp_path / "data").start()
    client = Client(server)
    client.join(client.make_table(game="pairs", seats=2, bots=[None, "easy"], start=True)).until("view")
    assert client.table is not None
    table_id = client.table["id"]
    while not (client.view or {})["legal"]:
        client.read()
    client.move("one", "hit")
    client.until("moved")
    server.stop()
    server.begin_with(NEW_RULES).start()
    zones = (client.view or {})["zones"]
    view = client.join(table_id).until("view")
    assert client.table["old_rules"] and len(view["zones"]) == len(zones) and view["n"] >= 1
    client.move("one", "hit", 0)
    assert client.until("moved", "refused")["t"] == "moved", "its receipt"
    client.send(t="rematch")
    client.send(t="start")
    assert client.until("view")["n"] == 0 and client.table is not None and "old_rules" not in client.table
    client.close()
    server.stop()


def test_positions_are_kept_now_and_then_and_go_with_their_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            await some_moves(table, people, 2)
            await house.hub.keep_positions()
            assert await house.store.positions.of(table.id) is None, "it is not due"
            for n in (2, 4):
                table.position_kept = (0.0, table.position_kept[1])
                await house.hub.keep_positions()
                kept = await house.store.positions.of(table.id)
                assert kept is not None and (kept.match, kept.n) == (table.match_id, n)
                assert still(kept.views["0"]) == seen_now(table, 0)
                await some_moves(table, people, 2)
            await house.hub.forget(table.id)
            assert await house.store.positions.of(table.id) is None

    play(story)
