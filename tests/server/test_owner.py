"""What a table does by itself: its clock, its bots, bots for people who are away."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path

import pytest

import koloda
from koloda.core.chance import Seeded
from koloda.games.registry import add_game, remove_game
from koloda.match import Match
from koloda.server.protocol.bodies import Player
from koloda.server.protocol.messages import Move, Sit, Start, Told
from koloda.server.table.bots import BotDriver
from koloda.server.table.clock import now
from koloda.server.table.table_settings import TableSettings
from koloda.untrusted import checked_record

from .kit import House, Seat, mover, moves, play, until
from .running import Client, Server
from .test_draw import Duel

GRACE_SECONDS = 0.3


def test_the_clock_makes_the_default_move(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, clock=1)
            assert table.match is not None
            one = mover(table, people)
            seat = people.index(one)
            expected = table.match.game.default_move(seat)
            left = one.last("view")["deadline"] / 1000 - time.time()
            assert 0 < left <= 1.001  # the wire has milliseconds
            await until(lambda: moves(table) == 1)
            assert table.match.moves() == [(seat, expected)]
            await until(lambda: any(frame["t"] == "change" for frame in one.frames))
            assert one.last("change")["deadline"] > one.last("view")["deadline"]

    play(story)


def test_a_server_that_stood_still_hears_moves_before_the_clock(tmp_path: Path) -> None:
    server = Server(tmp_path, grace=60).start()
    host, guest = Client(server), Client(server)
    table_id = host.make_table(game="pairs", seats=2, clock=2, options={"target": 31})
    host.join(table_id).until("table")
    guest.join(table_id).until("table")
    guest.send(t="sit", seat=1)
    while guest.until("table")["you"] is None:
        pass
    host.send(t="start")
    one = (host, guest)[host.until("view")["turn"][0]]
    assert one.view is not None or one.until("view")
    assert server.process is not None and one.view is not None
    server.process.send_signal(signal.SIGSTOP)
    one.move("in time", "fold")
    time.sleep(one.view["deadline"] / 1000 - time.time() + 1)
    server.process.send_signal(signal.SIGCONT)
    assert one.until("moved", "refused") == {"t": "moved", "id": "in time", "n": 1}
    for client in (host, guest):
        client.close()
    server.stop()


def test_a_choice_of_one_gives_the_others_no_more_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            _, people = await house.full_table("cribbage", 2, clock=60)
            deadline = people[1].last("view")["deadline"]
            await asyncio.sleep(0.2)
            await people[0].move(people[0].legal()[0])
            assert "deadline" not in people[1].last("change"), "the turn together has become longer"
            assert deadline

    play(story)


def test_a_bot_plays_for_whoever_is_away_until_they_are_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, TableSettings(grace_seconds=GRACE_SECONDS, max_bot_pause_seconds=0.0)) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 31})
            one = mover(table, people)
            other = people[1 - people.index(one)]
            seat = people.index(one)
            gone = time.monotonic()
            await one.go()
            chair = other.last("table")["chairs"][seat]
            assert chair["here"] is False and "away" not in chair
            await until(lambda: moves(table) > 0)
            assert time.monotonic() - gone > GRACE_SECONDS, "the grace was not over"
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
        async with House(tmp_path, TableSettings(grace_seconds=0.1, max_bot_pause_seconds=0.0)) as house:
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
            await until(lambda: watcher.last("table")["status"] == "over")
            info = watcher.last("table")
            archived = await house.store.match(info["match"])
            assert archived is not None
            assert archived.players == [Player("", "easy"), Player("", "normal"), Player("", "strong")]
            assert koloda.Match.replay(checked_record(archived.record)).result is not None

    play(story)


def test_a_bot_takes_no_time_to_agree_to_go_on() -> None:
    match = Match.new("venture", 3, chance=Seeded("x"))
    bots = BotDriver("venture", 1, max_pause_seconds=100.0)
    assert bots.pause(match, 0) >= 35
    for seat in range(3):
        match.play(seat, match.legal(seat)[0])
    assert match.legal(0) == ["open"] and bots.pause(match, 0) == 0


def test_bots_wait_for_a_story_until_everybody_has_seen_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, TableSettings(grace_seconds=1000.0, max_bot_pause_seconds=0.1)) as house:
            table = await house.table("pairs", 3, bots=[None, None, "easy"], options={"target": 31})
            people = [await Seat(table, "ann").come(), await Seat(table, "bob").come()]
            await people[1].say(Sit(1))
            await people[0].say(Start())
            while not table.story_ends:
                seat = next((one for one in people if one.legal()), None)
                if seat:
                    await seat.move(seat.legal()[0])
                await asyncio.sleep(0.01)
            n, due = moves(table), table.story_ends
            assert due > now() + 0.5
            for one, waits in ((people[0], True), (people[1], False)):
                await one.say(Told(n))
                assert bool(table.story_ends) == waits and moves(table) == n

    play(story)


def test_bots_do_not_seem_to_think_where_everybody_is_in_a_hurry(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, TableSettings(grace_seconds=1000.0, max_bot_pause_seconds=100.0)) as house:
            table = await house.table("pairs", 2, bots=[None, "easy"], options={"target": 31})
            host = await Seat(table, "ann").come()
            await host.say(Start())
            while host.legal():
                await host.move("hit")
            assert min(table.bots_due.values()) > now() + 30
            await host.say(Told(moves(table)))
            assert min(table.bots_due.values()) > now() + 30
            made = moves(table)
            await host.say(Told(made - 1, hurry=True))
            await host.say(Told(made, hurry=True))
            await until(lambda: moves(table) > made)

    play(story)


@pytest.mark.parametrize("step", [-3600.0, 30 * 24 * 3600.0])
def test_a_clock_that_is_set_changes_nothing(step: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path, TableSettings(grace_seconds=1000.0, max_bot_pause_seconds=0.3)) as house:
            table = await house.table("pairs", 3, bots=[None, "easy", "easy"], options={"target": 31}, clock=600)
            host = await Seat(table, "ann").come()
            await host.say(Start())
            while host.legal():
                await host.move(host.legal()[-1])
            before, made, honest = now(), moves(table), time.time
            monkeypatch.setattr(time, "time", lambda: honest() + step)  # while a bot seems to think
            await until(lambda: moves(table) > made)
            await host.settle()
            left = host.last("change")["deadline"] / 1000 - now()
            assert 590 < left <= 630, "the clock of a turn, and the time of its story"
            assert abs(now() - before) < 30 and not any(seat.away for seat in table.seats)
            await host.go()
            await house.hub.sweep()
            assert table.id in house.hub.tables

    play(story)


def test_rules_that_stumble_leave_the_match_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("duel", 2)
            one = mover(table, people)
            assert table.match is not None
            before = [table.match.view(seat).to_json() for seat in (0, 1, None)]

            def stumbles(self: Duel, seat: int, move: str) -> None:
                self.rows[seat].put(self.deck.draw())
                raise IndexError("half of a move")

            with monkeypatch.context() as rules:
                rules.setattr(Duel, "play", stumbles)
                await one.say(Move("odd", 0, "take", table.match_id))
            assert table.match is not None
            assert [table.match.view(seat).to_json() for seat in (0, 1, None)] == before
            assert (await one.move("take"))["t"] == "moved"

    add_game(Duel)  # nothing of it is compiled: its rules can be replaced
    try:
        play(story)
    finally:
        remove_game("duel")
