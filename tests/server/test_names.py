"""Guests without a name are "" wherever they are named, and bots have a level instead. The page names them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from koloda.core.text import Text
from koloda.server.protocol.bodies import NewTable, Player
from koloda.server.protocol.messages import Admit, Rename, Say, SetBot, Sit, Start
from koloda.server.table.connection import Person
from koloda.server.table.receipts import quicker
from koloda.server.table.seats import SeatState

from .kit import House, Seat, play


def test_a_guest_without_a_name_at_a_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            made = await house.hub.make(NewTable("pairs", 3), Person("ann", ""))
            table = await house.open(made.id)
            host, other = await Seat(table, "ann", "").come(), await Seat(table, "bob", "").come()
            assert [line.host for line in await house.hub.lobby()] == [""]
            assert host.last("table")["chairs"] == [{"kind": "person", "who": 1}, {"kind": "empty"}, {"kind": "empty"}]
            await other.say(Say("hello"))
            assert host.last("said") == {"t": "said", "seat": None, "name": "", "text": "hello", "who": 2}
            await other.say(Sit(1))
            await other.say(Say("I am here"))
            assert host.last("said") == {"t": "said", "seat": 1, "name": "", "text": "I am here", "who": 2}
            await other.say(Rename("Bob"))
            assert host.last("table")["chairs"][1] == {"kind": "person", "name": "Bob", "who": 2}
            await other.say(Rename(""))
            assert host.last("table")["chairs"][1] == {"kind": "person", "who": 2}

    play(story)


def test_who_waits_for_a_bots_seat_may_have_no_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 3, bots=[None, "easy", "easy"], options={"target": 31})
            host, nameless = await Seat(table, "ann").come(), await Seat(table, "bob", "").come()
            await host.say(Start())
            assert host.last("table")["chairs"][1] == {"kind": "bot", "level": "easy"}, "nobody waits"
            await nameless.say(Sit(1))
            await host.settle()
            await host.say(Admit(host.last("table")["knocks"][0]["knock"]))
            assert host.last("table")["chairs"][1] == {"kind": "bot", "level": "easy", "next": ""}

    play(story)


def test_the_archive_has_names_and_levels(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 3, options={"target": 5})
            people = [await Seat(table, "ann").come(), await Seat(table, "bob", "").come()]
            await people[1].say(Sit(1))
            await people[0].say(SetBot(2, "strong"))
            await people[0].say(Start())
            while table.status() == "playing":
                seat = next((one for one in people if one.legal()), None)
                if seat is not None:
                    await seat.move(seat.legal()[-1])
                else:
                    await asyncio.sleep(0.001)
            while (archived := await house.store.match(table.match_id)) is None:  # a bot may have made the last move
                await asyncio.sleep(0.001)
            assert archived.players == [Player("Ann", None), Player("", None), Player("", "strong")]
            assert (await house.store.history("bob"))[0].players == archived.players
            assert (await house.store.history("bob"))[0].seat == 1

    play(story)


@pytest.mark.parametrize(
    ("person", "name", "text"),
    [
        ("ann", "Ann", Text("Не успели: раньше это сделал игрок Ann.", "Too late: Ann was quicker.")),
        (
            "ann",
            "",
            Text("Не успели: раньше это сделал игрок на месте 2.", "Too late: the player on seat 2 was quicker."),
        ),
        (None, "", Text("Не успели: раньше это сделал бот на месте 2.", "Too late: the bot on seat 2 was quicker.")),
    ],
)
def test_who_was_quicker(person: str | None, name: str, text: Text) -> None:
    seats = [SeatState(), SeatState()]
    if person is None:
        seats[1].seat_bot("easy")
    else:
        seats[1].seat_person(person, name)
    assert quicker(seats, 1) == text
