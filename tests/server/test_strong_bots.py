"""Strong bots and advice at a table: thought out in the pool, while the table goes on."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from koloda import Match, Record, bots
from koloda.bots import Bot
from koloda.core.chance import Seeded
from koloda.server.networks import Asker
from koloda.server.protocol.messages import AskHints, Say, Start
from koloda.server.table import bots as table_bots
from koloda.server.table.bots import BotDriver
from koloda.server.table.seats import SeatState
from koloda.server.table.table import Table
from koloda.server.table.table_settings import TableSettings
from koloda.server.thinking import worker
from koloda.server.thinking.pool import NOBODY, ThinkingPool
from koloda.testing.walks import random_move

from .kit import SOON_SECONDS, House, Seat, pid_of, until, with_pool

GAME = "hawthorn"


async def strong_table(house: House, seats: int = 3, **setup: Any) -> tuple[Table, Seat]:
    """Ann among strong bots, dealt."""
    table = await house.table(GAME, seats, bots=[None, *["strong"] * (seats - 1)], **setup)
    ann = await Seat(table, "ann").come()
    await ann.say(Start())
    return table, ann


def test_strong_bots_search_but_never_in_the_tables_own_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []
    monkeypatch.setattr(bots, "decide", lambda *args: pytest.fail("a search in the event loop"))

    async def story(pool: ThinkingPool) -> None:
        honest = pool.move

        async def move(record: Record, seat: int, level: str, seed: int, asker: Asker) -> str | None:
            assert asker.person == "ann", "the host pays for it"
            chosen = await honest(record, seat, level, seed, asker)
            asked.append(chosen)
            return chosen

        monkeypatch.setattr(pool, "move", move)
        await pid_of(pool)
        async with House(tmp_path, TableSettings(1000.0, 0.0, pool)) as house:
            table, ann = await strong_table(house)
            while len(asked) < 8 and table.status() == "playing":
                await asyncio.sleep(0.01)
                if ann.legal():
                    assert (await ann.move(ann.legal()[0]))["t"] == "moved"
            assert len(asked) >= 8 and all(asked)

    with_pool(story)


def test_a_bot_whose_worker_is_lost_plays_like_a_normal_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "move", time.sleep)  # it will not take these arguments: no answer comes

    async def story(pool: ThinkingPool) -> None:
        async with House(tmp_path, TableSettings(1000.0, 0.0, pool)) as house:
            table, ann = await strong_table(house)
            await until(lambda: set(table.match.turn.seats) == {0} if table.match else False, SOON_SECONDS)
            assert ann.legal()

    with_pool(story)


def test_people_move_leave_and_play_again_while_a_bot_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(pool: ThinkingPool) -> None:
        thought = asyncio.Event()

        async def move(record: Record, seat: int, level: str, seed: int, asker: Asker) -> str:
            await thought.wait()
            return "no such move"

        monkeypatch.setattr(pool, "move", move)
        async with House(tmp_path, TableSettings(1000.0, 0.0, pool)) as house:
            table, ann = await strong_table(house, 2)
            assert (await ann.move(ann.legal()[0]))["t"] == "moved"
            assert (await ann.say(Say("hello")))[-1]["t"] == "said"
            await asyncio.sleep(0.1)
            assert table.match is not None and table.match.turn.seats == (1,)
            thought.set()
            await until(lambda: table.match is not None and table.match.turn.seats != (1,), SOON_SECONDS)

    with_pool(story)


def test_the_clock_moves_for_a_person_while_a_bot_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(pool: ThinkingPool) -> None:
        async def move(record: Record, seat: int, level: str, seed: int, asker: Asker) -> str:
            await asyncio.sleep(1000)
            return ""

        monkeypatch.setattr(pool, "move", move)
        async with House(tmp_path, TableSettings(1000.0, 0.0, pool)) as house:
            table, _ = await strong_table(house, 2, clock=1)
            await until(lambda: table.match is not None and table.match.move_number >= 2, 10.0)

    with_pool(story)


def test_the_pace_of_a_strong_bot_does_not_tell_that_it_had_no_choice() -> None:
    async def story(pool: ThinkingPool) -> None:
        match, chance = Match.new("ninety-nine", 3, seed="no choice"), Seeded("moves")
        while len(match.legal(match.turn.seats[0])) != 1:
            match.play(*random_move(match, chance))
        seat = match.turn.seats[0]
        bot = SeatState()
        bot.seat_bot("strong")
        driver = BotDriver("ninety-nine", 1, 1.0, pool)
        driver.think_ahead(match, [seat], [bot] * 3, NOBODY)
        assert driver.answer(match, seat, "strong") is None, "it answers at once"
        await until(lambda: driver.answer(match, seat, "strong") == match.legal(seat)[0], SOON_SECONDS)

    with_pool(story)


def test_a_thought_outlives_what_others_choose_in_secret_but_not_the_turn() -> None:
    async def story(pool: ThinkingPool) -> None:
        match = Match.new(GAME, 3, chance=Seeded("x"))
        driver = BotDriver(GAME, 1, 0.0, pool)
        seats = [SeatState(), SeatState(), SeatState()]
        seats[1].seat_bot("strong")
        driver.think_ahead(match, [1], seats, NOBODY)
        thought = driver._thoughts[1]
        match.play(0, match.legal(0)[0])
        driver.think_ahead(match, [1], seats, NOBODY)
        assert driver._thoughts[1] is thought
        assert driver.answer(match, 1, "strong") is None
        chosen = await thought.move
        assert chosen is not None and driver.answer(match, 1, "strong") == chosen
        match.play(1, chosen)
        match.play(2, match.legal(2)[0])
        seat = match.turn.seats[0]
        seats[seat].seat_bot("strong")
        driver.think_ahead(match, [seat], seats, NOBODY)
        assert seat not in driver._thoughts or driver._thoughts[seat] is not thought
        for left in driver._thoughts.values():
            left.move.cancel()

    with_pool(story)


def test_a_game_without_a_brain_needs_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_bots, "find_bot", lambda game: Bot())
    match = Match.new(GAME, 2, chance=Seeded("x"))
    driver = BotDriver(GAME, 1, 0.0, ThinkingPool(1))
    seats = [SeatState(), SeatState()]
    seats[0].seat_bot("strong")
    driver.think_ahead(match, [0], seats, NOBODY)
    assert not driver._thoughts


def test_advice_follows_the_hints(tmp_path: Path) -> None:
    async def story(pool: ThinkingPool) -> None:
        async with House(tmp_path, TableSettings(1000.0, 0.0, pool)) as house:
            _, people = await house.full_table(GAME, 2)
            ann = people[0]
            first = [frame for frame in await ann.say(AskHints()) if frame["t"] == "hints"]
            assert first[0]["thinking"] is True and "advice" not in first[0]
            await until(lambda: ann.last("hints").get("advice") is not None, SOON_SECONDS)
            hints = ann.last("hints")
            assert "thinking" not in hints and hints["n"] == 0
            assert {option["move"] for option in hints["advice"]["options"]} <= set(ann.legal())
            assert hints["advice"]["move"] in ann.legal()
            again = await ann.say(AskHints())
            assert again[-1]["advice"] == hints["advice"], "the same turn was thought over again"
            other = [frame for frame in people[1].frames if frame["t"] == "hints"]
            assert not other, "another seat heard the advice"

    with_pool(story)


def test_advice_comes_whatever_is_refused_to_another_seat_meanwhile(tmp_path: Path) -> None:
    async def story(pool: ThinkingPool) -> None:
        async with House(tmp_path, TableSettings(1000.0, 0.0, pool)) as house:
            table, people = await house.full_table(GAME, 2)
            before = table.match
            assert (await people[0].say(AskHints()))[-1]["thinking"] is True
            assert (await people[1].move("no such move"))["t"] == "refused"
            table.match = before.copy() if before else None  # as after a move that could not be saved
            await until(lambda: people[0].last("hints").get("advice") is not None, SOON_SECONDS)

    with_pool(story)


def test_advice_for_a_turn_that_is_over_is_dropped(tmp_path: Path) -> None:
    async def story(pool: ThinkingPool) -> None:
        async with House(tmp_path, TableSettings(1000.0, 0.0, pool)) as house:
            _, people = await house.full_table(GAME, 2)
            await people[0].say(AskHints())
            for somebody in people:
                await somebody.move(somebody.legal()[0])
            await asyncio.sleep(1.0)
            assert all(frame.get("advice") is None for frame in people[0].frames if frame["t"] == "hints")

    with_pool(story)


def test_a_table_without_hints_gives_no_advice(tmp_path: Path) -> None:
    async def story(pool: ThinkingPool) -> None:
        async with House(tmp_path, TableSettings(1000.0, 0.0, pool)) as house:
            _, people = await house.full_table(GAME, 2, hints=False)
            assert (await people[0].say(AskHints()))[-1]["reason"] == "no-hints"
            assert pool._pool is None

    with_pool(story)
