"""The evening's score over the rematches of a table, and the forfeit that was agreed before the deal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from koloda.core.text import Text
from koloda.server.protocol.messages import Rematch, SetForfeit, Sit, Stand, Start
from koloda.server.storage.store import StoreError
from koloda.server.table.evening import MAX_LINES, MAX_MATCHES, Evening, ended_match, lost_seats
from koloda.server.table.seats import SeatState
from koloda.server.table.table import Table
from koloda.verify import verify

from .kit import Frame, House, Seat, play, reason, to_the_end

SHORT = {"options": {"target": 5}}


def result(**parts: list[int]) -> dict[str, Any]:
    return {"scores": [0, 0, 0], "winners": [], "losers": [], "places": [1, 1, 1], **parts}


@pytest.mark.parametrize(
    ("told", "lost"),
    [
        (result(losers=[1], places=[1, 3, 1]), [1]),
        (result(winners=[0], places=[1, 3, 2]), [1]),
        (result(winners=[0], places=[1, 2, 2]), [1, 2]),
        (result(winners=[0, 1, 2]), []),
        (result(losers=[0, 1, 2]), [0, 1, 2]),
    ],
)
def test_who_has_lost(told: dict[str, Any], lost: list[int]) -> None:
    assert lost_seats(told) == lost


def person(name: str) -> SeatState:
    state = SeatState()
    state.seat_person(f"id of {name}", name)
    return state


def bot() -> SeatState:
    state = SeatState()
    state.seat_bot("strong")
    return state


def test_totals_follow_people_from_seat_to_seat_and_game_to_game() -> None:
    evening = Evening()
    ann, bob = person("Ann"), person("Bob")
    first = result(scores=[7, 3, 1], winners=[0], places=[1, 2, 3])
    evening.add(ended_match("m1", "sweep", 1.0, first, [ann, bob, bot()]))
    ann.name = "Anna"
    second = result(scores=[2, 9, 4], winners=[1], places=[3, 1, 2])
    evening.add(ended_match("m2", "sweep", 2.0, second, [bob, ann, bot()]))
    evening.add(ended_match("m3", "pairs", 3.0, result(scores=[0, 5, 21], losers=[2]), [bob, person("Cid"), ann]))
    told = [(line.name, line.seat, line.matches, line.wins, line.losses, line.points) for line in evening.lines]
    assert told == [
        ("Anna", 2, 3, 2, 1, {"sweep": 16, "pairs": 21}),
        ("Cid", 1, 1, 0, 0, {"pairs": 5}),
        ("Bob", 0, 3, 0, 1, {"sweep": 5, "pairs": 0}),
        ("", 2, 2, 0, 1, {"sweep": 5}),
    ]
    assert evening.lines[-1].bot == "strong"
    assert [match.id for match in evening.matches] == ["m1", "m2", "m3"]
    assert "id of" not in str(evening.lines) + str(evening.matches), "who somebody is stays the server's secret"


def test_a_long_evening_forgets_who_has_not_played_for_long() -> None:
    evening = Evening()
    for number in range(MAX_MATCHES + 1):
        seats = [person("Ann"), person(f"P{number}"), bot()]
        evening.add(ended_match(f"m{number}", "pairs", 1.0, result(losers=[0]), seats))
    assert len(evening.lines) == MAX_LINES and len(evening.matches) == MAX_MATCHES
    assert {line.name for line in evening.lines if line.losses} == {"Ann"}
    assert evening.lines[-1].losses == MAX_MATCHES + 1


def evening_of(table: Frame) -> list[tuple[str, int, int]]:
    return sorted((line["name"], line["matches"], line.get("losses", 0)) for line in table["evening"])


def test_the_score_runs_over_rematches_and_restarts(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, **SHORT, forfeit="  tell a\n joke ")
            host = people[0]
            assert "evening" not in host.last("table") and host.last("table")["forfeit"] == "tell a joke"
            lost: list[int] = []
            for number in range(3):
                await to_the_end(table, people)
                told = host.last("table")
                assert told["lost"] == [frame["result"]["losers"] for frame in host.frames if frame.get("result")][-1]
                lost += told["lost"]
                names = [(name, number + 1, lost.count(seat)) for seat, name in enumerate(("Ann", "p1"))]
                assert evening_of(told) == names
                await host.say(Rematch())
                await host.say(Start())
            before = host.last("table")
            assert "lost" not in before and "evening" not in before, "what nobody needs while cards are played"
            assert before["forfeit"] == "tell a joke"
            links = [match.id for match in table.evening.matches]
        async with House(tmp_path) as house:
            again = await house.open(table.id)
            back = await Seat(again, "ann").come()
            assert "evening" not in back.last("table") and to_builtins(again.evening.lines) == told["evening"]
            assert [match.id for match in again.evening.matches] == links
            archived = await house.store.match(links[-1])
            assert archived is not None and archived.forfeit == "tell a joke"
            assert archived.lost == lost[-1:] and archived.evening == again.evening.lines
            first = await house.store.match(links[0])
            assert first is not None and [line.matches for line in first.evening] == [1, 1]

    play(story)


def test_a_match_that_was_over_before_the_restart_counts_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, **SHORT)
            await to_the_end(table, people)
        async with House(tmp_path) as house:
            again = await house.open(table.id)
            assert again.status() == "over"
            assert [line.matches for line in again.evening.lines] == [1, 1]

    play(story)


def test_a_last_move_that_cannot_be_saved_counts_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, **SHORT)
            honest = table.store.append

            def full_disk(*entries: Any, **more: Any) -> Any:
                if any(entry.kind == "ended" for entry in entries):
                    raise StoreError("not-saved", table.match.game.info.names)  # type: ignore[union-attr]
                return honest(*entries, **more)

            monkeypatch.setattr(table.store, "append", full_disk)
            answer: Frame = {"t": "moved"}
            while answer["t"] == "moved":
                assert table.match is not None
                one = people[table.match.turn.seats[0]]
                answer = await one.move(one.legal()[-1])
            assert answer["reason"] == "not-saved" and table.status() == "playing" and table.evening.lines == []
            monkeypatch.setattr(table.store, "append", honest)
            await to_the_end(table, people)
            assert [line.matches for line in table.evening.lines] == [1, 1]

    play(story)


def test_the_host_writes_the_forfeit_before_the_deal(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 2, **SHORT)
            host, guest = await Seat(table, "ann").come(), await Seat(table, "p1").come()
            await guest.say(Sit(1))
            assert reason(await guest.say(SetForfeit("nothing"))) == "not-host"
            await host.say(SetForfeit(" wash \u200b the\tdishes "))
            await guest.settle()
            assert guest.last("table")["forfeit"] == "wash the dishes"
            await host.say(Start())
            assert reason(await host.say(SetForfeit("too late"))) == "started"
            await to_the_end(table, [host, guest])
            await host.say(Rematch())
            await host.say(SetForfeit(""))
            assert "forfeit" not in host.last("table")
            await host.say(SetForfeit("sing"))
        async with House(tmp_path) as house:
            assert (await house.open(table.id)).setup.forfeit == "sing"

    play(story)


def test_a_person_and_the_bot_that_follows_them_have_lines_of_their_own(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, **SHORT)
            await to_the_end(table, people)
            await people[0].say(Rematch())
            await people[1].say(Stand())
            await people[0].say(Start())
            while people[0].last("table")["status"] == "playing":
                assert table.match is not None
                if 0 in table.match.turn.seats:
                    await people[0].move(people[0].legal()[-1])
                else:
                    await people[0].settle()
            lines = {(line.name, line.bot): line.matches for line in table.evening.lines}
            assert lines == {("Ann", None): 2, ("p1", None): 1, ("", "normal"): 1}

    play(story)


DECIDED_BY_THE_DEAL: dict[str, Any] = {"game": "cribbage", "options": {"target": 1}}


@pytest.mark.parametrize("sealed", [False, True], ids=["at once", "with numbers of the pages"])
def test_a_match_that_the_deal_decides_is_archived(sealed: bool, tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table(seats=2, **DECIDED_BY_THE_DEAL)
            host = await Seat(table, "ann", seals=sealed).come()
            await deal(host, sealed)
            assert table.status() == "over" and host.last("table")["evening"][0]["matches"] == 1
            told = await check_archived(house, table)
            await host.say(Rematch())
            await deal(host, sealed)
        async with House(tmp_path) as house:
            again = await house.open(table.id)
            assert again.status() == "over" and again.evening.lines[0].matches == 2
            assert again.evening.matches[0].id == told

    play(story)


async def deal(host: Seat, sealed: bool) -> None:
    if sealed:
        await host.commit()
    await host.say(Start())
    if sealed:
        await host.reveal()


async def check_archived(house: House, table: Table) -> str:
    """The match that is over can be looked at, and its deal verified; its id."""
    archived = await house.store.match(table.match_id)
    assert archived is not None
    verify(archived.record)
    assert archived.record["moves"] == [] and archived.record["result"]["winners"] and archived.evening
    return table.match_id


def test_a_deal_that_cannot_be_saved_leaves_no_bots_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table(seats=2, **DECIDED_BY_THE_DEAL)
            host = await Seat(table, "ann").come()

            async def full(*entries: object, **more: object) -> None:
                raise StoreError("not-saved", Text("Диск полон.", "The disk is full."))

            with monkeypatch.context() as patched:
                patched.setattr(table.store, "append", full)
                assert reason(await host.say(Start())) == "not-saved"
            assert table.status() == "waiting" and table.seats[1].level is None and not table.evening.lines
            await host.say(Start())
            assert table.status() == "over" and table.seats[1].level == "normal"

    play(story)
