"""The pool's workers are real processes: they answer, are replaced when they are lost, and end with the server."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from pathlib import Path
from typing import cast

import pytest

from koloda import Match, Record
from koloda.core.chance import Seeded
from koloda.server.thinking.pool import ANSWER_SECONDS, REVIEWED_CHOICE_SECONDS, NoAnswer, ThinkingPool

from .kit import SOON_SECONDS, bot_record, pid_of, play, until, with_pool
from .running import Client, Server

GAME = "hawthorn"


def alive(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_a_worker_is_another_process_and_answers_with_a_legal_move() -> None:
    async def story(pool: ThinkingPool) -> None:
        match = Match.new(GAME, 3, chance=Seeded("x"))
        move = await pool.move(match.record(), 0, "strong", 5)
        assert move in match.legal(0)
        quick = [await pool.move(match.record(), 0, "easy", 5) for _ in range(2)]
        assert quick[0] == quick[1], "the same seed gave another move"
        assert await pid_of(pool) != os.getpid()

    with_pool(story)


def test_a_killed_worker_is_replaced_and_the_question_asked_again() -> None:
    async def story(pool: ThinkingPool) -> None:
        first = await pid_of(pool)
        waiting = asyncio.create_task(pool.ask(SOON_SECONDS, time.sleep, 1.0))
        await asyncio.sleep(0.3)
        os.kill(first, signal.SIGKILL)
        await waiting
        assert await pid_of(pool) != first

    with_pool(story)


def test_a_worker_that_hangs_is_given_up_and_replaced(tmp_path: Path) -> None:
    async def story(pool: ThinkingPool) -> None:
        first = await pid_of(pool)
        silent, writer = tmp_path / "silent", -1
        os.mkfifo(silent)
        while writer < 0:  # until the worker has begun: on a busy machine it may come to the job too late
            with pytest.raises(NoAnswer):
                await pool.ask(0.2, silent.read_bytes)
            with contextlib.suppress(OSError):  # nobody reads
                writer = os.open(silent, os.O_WRONLY | os.O_NONBLOCK)
        await until(lambda: not alive(first), SOON_SECONDS)
        assert await pid_of(pool) != first
        os.close(writer)

    with_pool(story, hung_seconds=0.3)


def test_a_job_that_waited_too_long_is_not_done_at_all(tmp_path: Path) -> None:
    async def story(pool: ThinkingPool) -> None:
        await pid_of(pool)
        trace = tmp_path / "trace"
        occupied = tmp_path / "occupied"
        os.mkfifo(occupied)
        busy = asyncio.create_task(pool.ask(SOON_SECONDS, occupied.read_bytes))
        writer = await asyncio.to_thread(occupied.open, "wb")  # as soon as the worker reads; it ends with the writer
        with pytest.raises(NoAnswer):
            await pool.ask(0.2, trace.touch)
        writer.close()
        await busy
        await pid_of(pool)
        assert not trace.exists()

    with_pool(story)


def test_a_stumbling_job_is_no_answer_and_the_pool_lives_on() -> None:
    async def story(pool: ThinkingPool) -> None:
        first = await pid_of(pool)
        with pytest.raises(NoAnswer):
            await pool.ask(SOON_SECONDS, int, "no number")
        assert await pool.move(cast(Record, {"game": GAME}), 0, "strong", 1) is None
        assert await pid_of(pool) == first

    with_pool(story)


def test_stopping_ends_the_processes_at_once() -> None:
    async def story() -> None:
        pool = ThinkingPool(1)
        pid = await pid_of(pool)
        waiting = asyncio.create_task(pool.move(cast(Record, {"game": GAME}), 0, "strong", 1))
        slow = asyncio.create_task(pool.ask(SOON_SECONDS, time.sleep, 1000))
        await asyncio.sleep(0.3)
        began = time.monotonic()
        await pool.stop()
        assert time.monotonic() - began < SOON_SECONDS
        await until(lambda: not alive(pid), SOON_SECONDS)
        assert await waiting is None
        with pytest.raises(NoAnswer):
            await slow
        with pytest.raises(NoAnswer):
            await pool.ask(SOON_SECONDS, os.getpid)

    play(story)


def test_a_worker_ends_with_its_server() -> None:
    code = (
        "import asyncio, os\n"
        "from koloda.server.thinking.pool import ThinkingPool\n"
        "async def main():\n"
        "    print(await ThinkingPool(1).ask(30, os.getpid), flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )

    async def story() -> None:
        server = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
        assert server.stdout is not None
        pid = int(await server.stdout.readline())
        await server.wait()
        await until(lambda: not alive(pid), SOON_SECONDS)

    play(story)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    lists = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for children in lists for child in children.split()]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_leaves_no_workers_behind(tmp_path: Path, how: signal.Signals) -> None:
    server = Server(tmp_path, bot_pause=0).start()
    client = Client(server)
    client.join(client.make_table(game=GAME, seats=3, bots=[None, "strong", "strong"], start=True))
    client.until("view")
    assert server.process is not None
    started: list[int] = []
    for _ in range(100):
        started = children(server.process.pid)
        if len(started) >= 2:  # a worker, and what Python keeps its books with
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


def test_a_table_waits_three_seconds_for_an_answer() -> None:
    assert ANSWER_SECONDS == 3.0 and REVIEWED_CHOICE_SECONDS < 1.0


def test_a_wall_clock_that_jumps_costs_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    record = bot_record("pairs", most=4)

    async def story(pool: ThinkingPool) -> None:
        seat = Match.replay(record).turn.seats[0]
        monkeypatch.setattr("time.time", lambda: 0.0)  # ours; the worker's goes on
        assert await pool.move(record, seat, "strong", 1) in ("hit", "fold")

    with_pool(story)
