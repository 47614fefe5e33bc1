"""Coming and going: clocks, bots that play for people, people who take over from bots, and a table after a restart."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

import koloda
from koloda.core.chance import Fast
from koloda.server.protocol.bodies import Player
from koloda.server.protocol.messages import Rematch, Rename, Sit, Stand, Start
from koloda.server.table.connection import MAX_WAITING_FRAMES
from koloda.server.table.inbox import BEHIND, JOINED
from koloda.server.table.table import Table, TableSettings

from .kit import House, Seat, mover, moves, play, reason, to_the_end, until

# Clocks and absence


def test_the_clock_makes_the_default_move(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, clock=1)
            assert table.match is not None
            one = mover(table, people)
            seat = people.index(one)
            expected = table.match.game.default_move(seat)
            left = one.last("view")["deadline"] / 1000 - time.time()
            assert 0 < left <= 1
            await until(lambda: moves(table) == 1)
            assert table.match.moves() == [(seat, expected)]
            await until(lambda: any(frame["t"] == "change" for frame in one.frames))
            assert one.last("change")["deadline"] > one.last("view")["deadline"]

    play(story)


def test_a_choice_of_one_gives_the_others_no_more_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            _, people = await house.full_table("cribbage", 2, clock=2)
            deadline = people[1].last("view")["deadline"]
            await asyncio.sleep(0.2)
            await people[0].move(people[0].legal()[0])
            assert "deadline" not in people[1].last("change"), "the turn together has become longer"
            assert deadline

    play(story)


def test_a_bot_plays_for_whoever_is_away_until_he_is_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, TableSettings(grace=0.3, bot_pause=0.0)) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 31})
            one = mover(table, people)
            other = people[1 - people.index(one)]
            seat = people.index(one)
            await one.go()
            chair = other.last("table")["chairs"][seat]
            assert chair["here"] is False and "away" not in chair
            await asyncio.sleep(0.05)
            assert moves(table) == 0, "the grace is not over"
            await until(lambda: moves(table) > 0)
            assert other.last("table")["chairs"][seat]["away"] is True
            back = await Seat(table, one.connection.person.id).come()
            assert back.last("table")["you"] == seat
            chair = other.last("table")["chairs"][seat]
            assert "away" not in chair and "here" not in chair
            while table.match is not None and seat not in table.match.turn.seats:
                await other.move("hit")  # a fold begins a round, and whoever folds on and on loses the match meanwhile
            made = moves(table)
            await asyncio.sleep(0.1)
            assert moves(table) == made, "a bot has moved for somebody who is here"
            assert (await back.move(back.legal()[0]))["t"] == "moved"

    play(story)


def test_two_pages_of_one_person_are_one_person(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, TableSettings(grace=0.1, bot_pause=0.0)) as house:
            table, people = await house.full_table("pairs", 2)
            twin = await Seat(table, "ann").come()
            assert twin.last("view")["legal"] == people[0].last("view")["legal"]
            await twin.go()
            await asyncio.sleep(0.2)
            assert not any(seat.away for seat in table.seats), "they are still here on another page"

    play(story)


def test_bots_play_a_whole_match_by_themselves(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 3, bots=["easy", "normal", "strong"], start=True)
            watcher = await Seat(table, "bob").come()
            await until(lambda: "match" in watcher.last("table"))
            info = watcher.last("table")
            archived = house.store.match(info["match"])
            assert archived is not None
            assert archived.players == [Player("", "easy"), Player("", "normal"), Player("", "strong")]
            assert koloda.Match.replay(archived.record).result is not None

    play(story)


# People for bots


def test_at_once_or_at_the_next_deal(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, TableSettings(1000.0, 1000.0)) as house:
            table = await house.table("pairs", 3, bots=[None, "easy", "easy"], join="now", start=True)
            await Seat(table, "ann").come()
            guest = await Seat(table, "bob", "Bob").come()
            await guest.say(Sit(1))
            assert guest.last("table")["you"] == 1
            table = await house.table("pairs", 3, bots=[None, "easy", "easy"], options={"target": 31}, start=True)
            host = await Seat(table, "ann").come()
            guest, third = await Seat(table, "bob", "Bob").come(), await Seat(table, "cat").come()
            await guest.say(Sit(1))
            assert guest.last("table")["you"] is None and host.last("table")["chairs"][1]["next"] == "Bob"
            assert reason(await third.say(Sit(1))) == "seat-taken"
            await guest.say(Sit(2))
            assert [chair.get("next", "") for chair in host.last("table")["chairs"]] == ["", "", "Bob"]
            assert table.match is not None
            tape = len(table.match.game.chance.tape)
            while table.status() == "playing" and len(table.match.game.chance.tape) == tape:
                assert guest.last("table")["you"] is None, "the cards of the old deal are still out"
                seat = table.match.turn.seats[0]
                await table.play(seat, table.match.legal(seat)[-1])
            await guest.settle()
            assert guest.last("table")["you"] == 2 and guest.last("view")["legal"] is not None

    play(story)


def test_who_has_seen_one_hand_gets_no_other_in_that_match(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, TableSettings(1000.0, 1000.0)) as house:
            table = await house.table("old-maid", 3, bots=[None, "easy", "easy"], join="now", start=True)
            host = await Seat(table, "ann").come()
            await host.say(Stand())
            assert reason(await host.say(Sit(1))) == "other-hand"
            table_id = table.id
        async with House(tmp_path, TableSettings(1000.0, 1000.0)) as house:
            host = await Seat(house.hub.tables[table_id], "ann").come()
            assert reason(await host.say(Sit(2))) == "other-hand", "forgotten by a restart"
            await host.say(Sit(0))
            assert host.last("table")["you"] == 0

    play(story)


# Falling behind


def test_who_has_fallen_behind_gets_the_newest_view_whole(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 31})
            slow = Seat(table, "bob")
            table.post(slow.connection, JOINED)
            made = 0
            while not (made > 2 * MAX_WAITING_FRAMES and slow.connection.behind):
                made += 1
                if table.status() == "playing":
                    one = mover(table, people)
                    await one.move(one.legal()[-1])
                else:
                    await people[0].say(Rematch())
                    await people[0].say(Start())
                assert len(slow.connection._frames) <= MAX_WAITING_FRAMES
            slow.take()
            table.post(slow.connection, BEHIND)  # what the socket does once it has drained
            await slow.settle()
            assert slow.frames[-1]["t"] == "view" and slow.frames[-1]["n"] == moves(table)
            check_order(slow)

    play(story)


def check_order(seat: Seat) -> None:
    """Every change follows the view that it is a change of."""
    n = None
    for frame in seat.frames:
        if frame["t"] == "change":
            assert frame["since"] == n, "a change of a view that was dropped"
        if frame["t"] in ("view", "change"):
            n = frame["n"]


def test_who_comes_disturbs_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            await people[0].settle()
            people[0].raw.clear()
            await Seat(table, "bob").come()
            assert [frame["t"] for frame in people[0].frames] == ["table"], "an arrival is no news of the match"

    play(story)


# After a restart


@pytest.mark.parametrize("game", ["pairs", "cribbage", "the-gang", "old-maid"])
def test_a_restart_changes_no_byte_of_any_view(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        chance = Fast(7)
        async with House(tmp_path) as house:
            table, people = await house.full_table(game, 3)
            await people[0].say(Rename("Anna"))
            for _ in range(25):
                if table.status() != "playing":
                    break
                one = mover(table, people)
                legal = one.legal()
                await one.move(legal[chance.below(len(legal))], move_id="the-last")
                table.receipts.clear()
            answer = await one.move("whatever", move_id="once-more")
            before = await everything(table)
            sequence = table.seq
        async with House(tmp_path) as house:
            again = house.hub.tables[table.id]
            assert await everything(again) == before
            assert again.seq == sequence and again.secret == table.secret
            assert answer["t"] == "refused"

    play(story)


async def everything(table: Table) -> list[list[bytes]]:
    """What everybody gets who opens the table now."""
    streams = []
    for person in ("ann", "p1", "p2", "watcher"):
        looker = await Seat(table, person, log=True).come()
        streams.append(looker.raw)
        await looker.go()
    # who else is here is another matter than what they see
    return [[frame for frame in frames if b'"t":"table"' not in frame] + frames[-1:] for frames in streams]


def test_after_a_restart_an_old_move_has_its_old_answer_and_the_end_its_link(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 5})
            one = mover(table, people)
            answer = await one.move("hit", move_id="mine")
            await to_the_end(table, people)
            link, number = people[0].last("table")["match"], moves(table)
        async with House(tmp_path) as house:
            again = house.hub.tables[table.id]
            back = await Seat(again, one.connection.person.id).come()
            assert back.last("table")["match"] == link and back.last("table")["status"] == "over"
            assert await back.move("hit", n=0, move_id="mine") == answer
            assert moves(again) == number
            host = back if back.connection.person.id == "ann" else await Seat(again, "ann").come()
            await host.say(Rematch())
            await host.say(Start())
        async with House(tmp_path) as house:
            third = house.hub.tables[table.id]
            assert third.status() == "playing" and moves(third) == 0 and third.secret != table.secret

    play(story)
