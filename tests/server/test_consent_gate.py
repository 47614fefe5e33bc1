"""Take-backs and seats that go over show nobody more than one seat knows: byte for byte, as in test_gate.py."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from koloda.server.protocol.consent import Ballot, Claim, Propose
from koloda.server.protocol.messages import Stand
from koloda.server.table.table import Table

from .kit import House, Seat, play
from .test_consent import last_vote, vote


async def choices_and_a_take_back(table: Table, people: list[Seat], choice: int) -> list[bytes]:
    """Two seats choose in secret, one of them takes it back and chooses again; all that a third seat is sent."""
    looker = await Seat(table, "p2", log=True).come()
    for one in people[:2]:
        await one.move(one.legal()[choice])
    await people[0].say(Propose("back"))
    await people[0].move(people[0].legal()[choice])
    await looker.settle()
    return looker.raw


@pytest.mark.parametrize("game", ["cribbage", "ninety-nine"])
def test_what_is_chosen_taken_back_and_chosen_again_in_secret_changes_no_byte(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        streams = []
        async with House(tmp_path) as house:
            table, people = await house.full_table(game, 3)
            assert table.match is not None and table.match.turn.kind == "together"
            start = table.match.copy()
            for choice in (0, -1):
                table.match = start.copy()
                table.log.__init__()  # type: ignore[misc]
                table.audience.forget()
                frames = await choices_and_a_take_back(table, people, choice)
                streams.append([frame for frame in frames if b'"t":"table"' not in frame])
        assert streams[0] == streams[1] and len(streams[0]) >= 3

    play(story)


def closed(frames: list[dict[str, object]], seat: int) -> bool:
    """Whether every hand of this seat is closed in these frames."""
    zones = [zone for frame in frames if frame["t"] == "view" for zone in frame["zones"]]  # type: ignore[attr-defined]
    hands = [zone[4] for zone in zones if zone[0] == "hand" and zone[1] == seat]
    return bool(hands) and all(isinstance(cards, int) or not any(cards) for cards in hands)


def test_nobody_sees_two_hands_of_one_deal_whatever_goes_over(tmp_path: Path) -> None:
    """Somebody who has been given a seat, and loses it to its first owner's friends, can claim no other."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("old-maid", 4)
            await people[3].go()
            await people[2].go()
            thief = await Seat(table, "thief", log=True).come()
            await thief.say(Claim(3))
            for one in people[:2]:
                await vote(one)
            await thief.settle()
            assert table.seat_of("thief") == 3
            await thief.say(Stand())
            refused = await thief.say(Claim(2))
            assert [frame["reason"] for frame in refused if frame["t"] == "refused"] == ["other-hand"]
            frames = [json.loads(frame) for frame in thief.raw]
            assert all(closed(frames, seat) for seat in (0, 1, 2))
            watcher = await Seat(table, "watcher", log=True).come()
            assert all(closed(watcher.frames, seat) for seat in range(4))

    play(story)


def test_whoever_gets_a_seat_hears_of_what_was_taken_back_before_as_a_watcher_does(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("old-maid", 4)
            assert table.match is not None
            mover = people[table.match.turn.seats[0]]
            await mover.move(mover.legal()[0])
            await mover.say(Propose("back"))
            for one in people:
                await one.say(Ballot(last_vote(people[0])["vote"] if table.consent.votes else 1))
            assert table.log.taken_back
            seat = people.index(mover)
            owner = await Seat(table, mover.connection.person.id, log=True).come()
            whole = owner.last("log")["undone"]
            await owner.go()
            await mover.go()
            friend = await Seat(table, "friend", log=True).come()
            as_watcher = friend.last("log")["undone"]
            await friend.say(Claim(seat))
            for one in people:
                if one is not mover and table.consent.votes:
                    await vote(one)
            await friend.settle()
            assert table.seat_of("friend") == seat
            await friend.go()
            await asyncio.sleep(0.01)
            back = await Seat(table, "friend", log=True).come()
            assert back.last("log")["undone"] == as_watcher != whole

    play(story)
