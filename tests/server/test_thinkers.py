"""Thinkers are real processes: strong moves, advice and reviews come from them, and tables go on without them."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest

from koloda import Match, Record, bots
from koloda.bots import Bot
from koloda.core.chance import Seeded
from koloda.server.protocol import messages as p
from koloda.server.table import bots as pace
from koloda.server.table.bots import BotMind
from koloda.server.table.table import Rules, Table
from koloda.server.thinking import pool as thinkers
from koloda.server.thinking import worker as thinking
from koloda.server.thinking.pool import NoThought, Thinkers
from koloda.server.thinking.reviews import MOST_OF_ONE, NoReview, Reviews

from .kit import House, Seat, play
from .running import Client, Server

GAME = "hawthorn"
SOON = 30.0


def with_thinkers(story: Callable[[Thinkers], Awaitable[None]], **settings: Any) -> None:
    """Run a story with a pool of one, which is ended afterwards."""

    async def told() -> None:
        pool = Thinkers(1, **{"patience": SOON, **settings})
        try:
            await story(pool)
        finally:
            await pool.stop()

    play(told)


def finished(seats: int = 2, most: int = 400) -> Record:
    """The record of a match of normal bots."""
    match = Match.new(GAME, seats, chance=Seeded("thinkers"))
    mind = BotMind(GAME, 1, 0.0)
    while not match.game.over and match.move_number < most:
        seat = match.turn.seats[0]
        move = mind.answer(match, seat, "normal")
        assert move
        match.play(seat, move)
    return match.record()


async def until(true: Callable[[], bool], seconds: float = SOON) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came"
        await asyncio.sleep(0.01)


async def pid_of(pool: Thinkers) -> int:
    return await pool.ask(SOON, os.getpid)


def alive(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_a_thinker_is_another_process_and_answers_with_a_legal_move() -> None:
    async def story(pool: Thinkers) -> None:
        match = Match.new(GAME, 3, chance=Seeded("x"))
        move = await pool.move(match.record(), 0, "strong", 5)
        assert move in match.legal(0)
        quick = [await pool.move(match.record(), 0, "easy", 5) for _ in range(2)]
        assert quick[0] == quick[1], "the same seed gave another move"
        assert await pid_of(pool) != os.getpid()

    with_thinkers(story)


def test_a_killed_thinker_is_replaced_and_the_question_asked_again() -> None:
    async def story(pool: Thinkers) -> None:
        first = await pid_of(pool)
        waiting = asyncio.create_task(pool.ask(SOON, time.sleep, 1.0))
        await asyncio.sleep(0.3)
        os.kill(first, signal.SIGKILL)
        await waiting
        assert await pid_of(pool) != first

    with_thinkers(story)


def test_a_thinker_that_hangs_is_given_up_and_replaced() -> None:
    async def story(pool: Thinkers) -> None:
        first = await pid_of(pool)
        began = time.monotonic()
        with pytest.raises(NoThought):
            await pool.ask(0.2, time.sleep, 1000)
        assert time.monotonic() - began < 30.0
        await until(lambda: not alive(first))
        assert await pid_of(pool) != first

    with_thinkers(story, hung=0.3)


def test_a_job_that_waited_too_long_is_not_done_at_all(tmp_path: Path) -> None:
    async def story(pool: Thinkers) -> None:
        await pid_of(pool)
        trace = tmp_path / "trace"
        busy = asyncio.create_task(pool.ask(SOON, time.sleep, 0.8))
        await asyncio.sleep(0.2)
        with pytest.raises(NoThought):
            await pool.ask(0.2, trace.touch)
        await busy
        await pid_of(pool)
        assert not trace.exists()

    with_thinkers(story)


def test_a_stumbling_job_is_no_thought_and_the_pool_lives_on() -> None:
    async def story(pool: Thinkers) -> None:
        first = await pid_of(pool)
        with pytest.raises(NoThought):
            await pool.ask(SOON, int, "no number")
        assert await pool.move(cast(Record, {"game": GAME}), 0, "strong", 1) == ""
        assert await pid_of(pool) == first

    with_thinkers(story)


def test_stopping_ends_the_processes_at_once() -> None:
    async def story() -> None:
        pool = Thinkers(1)
        pid = await pid_of(pool)
        waiting = asyncio.create_task(pool.move(cast(Record, {"game": GAME}), 0, "strong", 1))
        slow = asyncio.create_task(pool.ask(SOON, time.sleep, 1000))
        await asyncio.sleep(0.3)
        began = time.monotonic()
        await pool.stop()
        assert time.monotonic() - began < 5.0
        await until(lambda: not alive(pid), 2.0)
        assert await waiting == ""
        with pytest.raises(NoThought):
            await slow
        with pytest.raises(NoThought):
            await pool.ask(SOON, os.getpid)

    play(story)


def test_a_thinker_ends_with_its_server() -> None:
    code = (
        "import asyncio, os\n"
        "from koloda.server.thinking.pool import Thinkers\n"
        "async def main():\n"
        "    print(await Thinkers(1).ask(30, os.getpid), flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )

    async def story() -> None:
        import sys

        server = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
        assert server.stdout is not None
        pid = int(await server.stdout.readline())
        await server.wait()
        await until(lambda: not alive(pid))

    play(story)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    lists = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for children in lists for child in children.split()]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_leaves_no_thinkers_behind(tmp_path: Path, how: signal.Signals) -> None:
    server = Server(tmp_path, bot_pause=0).start()
    client = Client(server)
    client.join(client.make_table(game=GAME, seats=3, bots=[None, "strong", "strong"], start=True))
    client.until("view")
    assert server.process is not None
    started: list[int] = []
    for _ in range(100):
        started = children(server.process.pid)
        if len(started) >= 2:  # a thinker, and what Python keeps its books with
            break
        time.sleep(0.1)
    client.close()
    code = server.stop(how)
    assert len(started) >= 2
    assert code == (0 if how == signal.SIGTERM else -signal.SIGKILL)
    for _ in range(100):
        if not any(alive(pid) for pid in started):
            break
        time.sleep(0.1)
    assert not [pid for pid in started if alive(pid)]


async def strong_table(house: House, seats: int = 3, **setup: Any) -> tuple[Table, Seat]:
    """Ann among strong bots, dealt."""
    table = await house.table(GAME, seats, bots=[None, *["strong"] * (seats - 1)], **setup)
    ann = await Seat(table, "ann").come()
    await ann.say(p.Start())
    return table, ann


def test_strong_bots_search_but_never_in_the_tables_own_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(bots, "decide", lambda *args: pytest.fail("a search in the event loop"))

    async def story(pool: Thinkers) -> None:
        kept = pool.move

        async def move(record: Record, seat: int, level: str, seed: int) -> str:
            found = await kept(record, seat, level, seed)
            asked.append(found)
            return found

        monkeypatch.setattr(pool, "move", move)
        await pid_of(pool)
        async with House(tmp_path, Rules(1000.0, 0.0, pool)) as house:
            table, ann = await strong_table(house)
            while len(asked) < 8 and table.status() == "playing":
                await asyncio.sleep(0.01)
                if ann.legal():
                    assert (await ann.move(ann.legal()[0]))["t"] == "moved"
            assert len(asked) >= 8 and all(asked)

    with_thinkers(story)


def test_a_bot_whose_thinker_is_lost_plays_like_a_normal_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "move", time.sleep)  # it will not take these arguments: no answer comes

    async def story(pool: Thinkers) -> None:
        async with House(tmp_path, Rules(1000.0, 0.0, pool)) as house:
            table, ann = await strong_table(house)
            await until(lambda: set(table.match.turn.seats) == {0} if table.match else False)
            assert ann.legal()

    with_thinkers(story)


def test_people_move_leave_and_play_again_while_a_bot_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    never = asyncio.Event

    async def story(pool: Thinkers) -> None:
        thought = never()

        async def move(record: Record, seat: int, level: str, seed: int) -> str:
            await thought.wait()
            return "no such move"

        monkeypatch.setattr(pool, "move", move)
        async with House(tmp_path, Rules(1000.0, 0.0, pool)) as house:
            table, ann = await strong_table(house, 2)
            assert (await ann.move(ann.legal()[0]))["t"] == "moved"
            assert (await ann.say(p.Say("hello")))[-1]["t"] == "said"
            await asyncio.sleep(0.1)
            assert table.match is not None and table.match.turn.seats == (1,)
            thought.set()
            await until(lambda: table.match is not None and table.match.turn.seats != (1,))

    with_thinkers(story)


def test_the_clock_moves_for_a_person_while_a_bot_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(pool: Thinkers) -> None:
        async def move(record: Record, seat: int, level: str, seed: int) -> str:
            await asyncio.sleep(1000)
            return ""

        monkeypatch.setattr(pool, "move", move)
        async with House(tmp_path, Rules(1000.0, 0.0, pool)) as house:
            table, _ = await strong_table(house, 2, clock=1)
            await until(lambda: table.match is not None and table.match.move_number >= 2, 10.0)

    with_thinkers(story)


def test_a_thought_outlives_what_others_choose_in_secret_but_not_the_turn() -> None:
    async def story(pool: Thinkers) -> None:
        match = Match.new(GAME, 3, chance=Seeded("x"))
        mind = BotMind(GAME, 1, 0.0, pool)
        from koloda.server.table.seats import Place

        places = [Place(), Place(), Place()]
        places[1].seat_bot("strong")
        mind.think_ahead(match, [1], places)
        thought = mind._thoughts[1]
        match.play(0, match.legal(0)[0])
        mind.think_ahead(match, [1], places)
        assert mind._thoughts[1] is thought
        assert mind.answer(match, 1, "strong") is None
        await thought.move
        assert mind.answer(match, 1, "strong") == thought.move.result()
        match.play(1, thought.move.result())
        match.play(2, match.legal(2)[0])
        seat = match.turn.seats[0]
        places[seat].seat_bot("strong")
        mind.think_ahead(match, [seat], places)
        assert seat not in mind._thoughts or mind._thoughts[seat] is not thought
        for left in mind._thoughts.values():
            left.move.cancel()

    with_thinkers(story)


def test_a_game_without_a_brain_needs_no_thinker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "find_bot", lambda game: Bot())
    match = Match.new(GAME, 2, chance=Seeded("x"))
    mind = BotMind(GAME, 1, 0.0, Thinkers(1))
    from koloda.server.table.seats import Place

    places = [Place(), Place()]
    places[0].seat_bot("strong")
    mind.think_ahead(match, [0], places)
    assert not mind._thoughts


def test_advice_follows_the_hints(tmp_path: Path) -> None:
    async def story(pool: Thinkers) -> None:
        async with House(tmp_path, Rules(1000.0, 0.0, pool)) as house:
            _, people = await house.full_table(GAME, 2)
            ann = people[0]
            first = [frame for frame in await ann.say(p.AskHints()) if frame["t"] == "hints"]
            assert first[0]["thinking"] is True and "advice" not in first[0]
            await until(lambda: ann.last("hints").get("advice") is not None)
            told = ann.last("hints")
            assert "thinking" not in told and told["n"] == 0
            assert {option["move"] for option in told["advice"]["options"]} <= set(ann.legal())
            assert told["advice"]["move"] in ann.legal()
            again = await ann.say(p.AskHints())
            assert again[-1]["advice"] == told["advice"], "the same turn was thought over again"
            other = [frame for frame in people[1].frames if frame["t"] == "hints"]
            assert not other, "another seat heard the advice"

    with_thinkers(story)


def test_advice_for_a_turn_that_is_over_is_dropped(tmp_path: Path) -> None:
    async def story(pool: Thinkers) -> None:
        async with House(tmp_path, Rules(1000.0, 0.0, pool)) as house:
            _, people = await house.full_table(GAME, 2)
            await people[0].say(p.AskHints())
            for somebody in people:
                await somebody.move(somebody.legal()[0])
            await asyncio.sleep(1.0)
            assert all(frame.get("advice") is None for frame in people[0].frames if frame["t"] == "hints")

    with_thinkers(story)


def test_a_table_without_hints_gives_no_advice(tmp_path: Path) -> None:
    async def story(pool: Thinkers) -> None:
        async with House(tmp_path, Rules(1000.0, 0.0, pool)) as house:
            _, people = await house.full_table(GAME, 2, hints=False)
            assert (await people[0].say(p.AskHints()))[-1]["reason"] == "no-hints"
            assert pool._pool is None

    with_thinkers(story)


def test_a_review_runs_in_the_background_and_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    record = finished(most=12)

    async def story(pool: Thinkers) -> None:
        reviews = Reviews(pool)
        assert reviews.begin("m", record, 0, "ann").state == "running"
        assert reviews.begin("m", record, 0, "bob").state == "running"
        await until(lambda: reviews.get("m", 0).state != "running")
        told = reviews.get("m", 0)
        assert told.state == "done" and told.done == told.total == len(told.review.decisions if told.review else [])
        assert told.total > 0
        assert reviews.begin("m", record, 0, "ann") == told, "a review that is done was begun again"

    with_thinkers(story)


def test_a_review_ends_when_nobody_wants_it_any_more() -> None:
    record = finished()

    async def story(pool: Thinkers) -> None:
        reviews = Reviews(pool)
        reviews.begin("m", record, 0, "ann")
        reviews.begin("m", record, 0, "bob")
        await until(lambda: reviews.get("m", 0).done > 0)
        assert reviews.cancel("m", 0, "ann").state == "running"
        stopped = reviews.cancel("m", 0, "bob")
        assert stopped.state == "cancelled" and 0 < stopped.done < stopped.total
        assert stopped.review is not None and len(stopped.review.decisions) == stopped.done
        assert reviews.begin("m", record, 0, "ann").state == "running"
        await reviews.stop()
        assert reviews.get("m", 0).state == "cancelled"

    with_thinkers(story)


def test_reviews_have_limits() -> None:
    record = finished()

    async def story(pool: Thinkers) -> None:
        reviews = Reviews(pool)
        for number in range(MOST_OF_ONE):
            reviews.begin(f"m{number}", record, 0, "ann")
        with pytest.raises(NoReview):
            reviews.begin("more", record, 0, "ann")
        assert reviews.begin("more", record, 0, "bob").state == "running"
        with pytest.raises(NoReview):
            reviews.get("other", 0)
        await reviews.stop()

    with_thinkers(story)


def test_only_the_latest_reviews_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    from koloda.server.thinking import reviews as module

    monkeypatch.setattr(module, "MOST_KEPT", 2)
    record = finished(most=3)

    async def story(pool: Thinkers) -> None:
        reviews = Reviews(pool)
        for number in range(4):
            name = f"m{number}"
            reviews.begin(name, record, 0, "ann")
            await until(lambda name=name: reviews.get(name, 0).state == "done")  # type: ignore[misc]
        assert [match for match, _ in reviews._kept] == ["m2", "m3"]

    with_thinkers(story)


def test_the_patience_of_a_table_is_three_seconds() -> None:
    assert thinkers.PATIENCE == 3.0 and thinkers.JUDGING < 1.0
