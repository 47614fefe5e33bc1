"""The event loop's time is shared out: whoever keeps it busy waits while others are there, and nobody else does."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from koloda.core.view import View
from koloda.server import metering
from koloda.server.answers import Answers, FreshAnswer
from koloda.server.busy import metered
from koloda.server.metering import LoopShares, unknown_person
from koloda.server.networks import Networks
from koloda.server.protocol.messages import AskHints

from .kit import House, play, until


def busy(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_only_the_time_that_the_loop_was_busy_counts() -> None:
    spent: list[float] = []

    async def work() -> str:
        busy(0.02)
        await asyncio.sleep(1.0)
        busy(0.02)
        return "done"

    async def story() -> None:
        assert await metered(work(), spent.append) == "done"

    play(story)
    assert 0.035 < sum(spent) < 0.5


def test_while_the_thread_stands_still_nobody_is_charged() -> None:
    spent: list[float] = []

    async def work() -> None:
        for _ in range(5):
            time.sleep(0.02)  # in one step of the loop: as if another process had the core
            busy(0.002)
            await asyncio.sleep(0)

    async def story() -> None:
        await metered(work(), spent.append)

    play(story)
    assert 0.01 <= sum(spent) < 0.03, spent


def test_metered_work_hears_of_errors_and_of_its_end() -> None:
    heard: list[str] = []

    async def work() -> None:
        with pytest.raises(ValueError):
            await fails()
        try:
            await asyncio.sleep(60)
        finally:
            heard.append("the end")

    async def fails() -> None:
        await asyncio.sleep(0)
        raise ValueError

    async def story() -> None:
        task = asyncio.create_task(metered_task())
        await asyncio.sleep(0.01)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        assert heard == ["the end"] and task.cancelled()

    async def metered_task() -> None:
        await metered(work(), lambda seconds: None)

    play(story)


def test_who_has_had_their_share_waits_and_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        shares = LoopShares(0.5, 0.5)
        greedy, other = shares.of("1.1.1.1", "ann"), shares.of("2.2.2.2", "bob")
        began = time.monotonic()
        greedy.spend(0.2)
        assert greedy.is_free(), "nobody else is there"
        other.spend(0.001)
        assert not greedy.is_free() and other.is_free() and greedy.whose() == "person"
        assert 0.36 - (time.monotonic() - began) < greedy.wait_seconds() + 0.01 < 0.4
        assert await greedy.wait()
        assert time.monotonic() - began > 0.3 and other.is_free()

    play(story)


def test_whom_nobody_knows_behind_a_proxy_is_somebody_at_an_address() -> None:
    first, second = unknown_person("192.0.2.1", 0), unknown_person("192.0.2.2", 0)
    assert first != second and unknown_person("192.0.2.1", 1) not in (first, second)
    assert unknown_person("2001:db8:1:1::1", 0) == unknown_person("2001:db8:1:1::2", 0)


def test_a_refusal_is_told_late_and_who_gives_up_waits_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metering, "MAX_WAITING", 2)
    monkeypatch.setattr(metering, "MAX_PUT_OFF", 2)
    monkeypatch.setattr(metering, "MAX_WAIT_SECONDS", 0.4)
    monkeypatch.setattr(metering, "REFUSAL_SECONDS", 0.2)

    async def story() -> None:
        shares = LoopShares(0.001, 0.5)
        greedy = shares.of("1.1.1.1", "eve")
        shares.of("2.2.2.2", "bob").spend(0.001)
        greedy.spend(0.1)
        began, took = time.monotonic(), list[float]()

        async def ask() -> bool:
            its_turn = await greedy.wait()
            took.append(time.monotonic() - began)
            return its_turn

        assert await asyncio.gather(*(ask() for _ in range(5))) == [False] * 5
        at_once, *put_off, first, second = took
        assert at_once < min(put_off) and min(put_off) >= 0.2 and len(put_off) == 2 and min(first, second) >= 0.4
        assert not greedy._waiting, "nobody is served who has gone"

    play(story)


def test_many_addresses_of_one_network_are_one_customer() -> None:
    async def story() -> None:
        shares = LoopShares(0.2, 0.2)
        shares.of("192.0.2.1", "ann").spend(0.001)
        for number in range(10):
            shares.of(f"2001:db8:1:{number}::1", f"p{number}").spend(0.01)
        assert not shares.of("2001:db8:1:99::1", "eve").is_free() and shares.of("2001:db8:2::1", "dan").is_free()

    play(story)


def test_who_has_had_their_share_keeps_nobody_of_their_address_waiting() -> None:
    async def story() -> None:
        shares = LoopShares(0.05, 0.5)
        greedy, friend = shares.of("1.1.1.1", "eve"), shares.of("1.1.1.1", "ann")
        shares.of("2.2.2.2", "bob").spend(0.001)
        friend.spend(0.0)
        for _ in range(3):
            greedy.spend(0.005)
            await asyncio.sleep(0.02)  # the address has enough left, and has not worked for long in a row
        greedy.spend(0.02)
        await until(friend.is_free)
        assert greedy.wait_seconds() > 0.1 and not greedy.is_free()

    play(story)


def test_those_of_one_address_who_wait_go_in_turn() -> None:
    async def story() -> None:
        shares = LoopShares(10.0, 0.5)
        greedy, friend = shares.of("1.1.1.1", "eve"), shares.of("1.1.1.1", "ann")
        shares.of("2.2.2.2", "bob").spend(0.001)
        done: list[str] = []
        friend.spend(0.1)
        for number in range(5):
            greedy.when_free(lambda number=number: done.append(f"eve {number}"))  # type: ignore[misc]
        for number in range(2):
            friend.when_free(lambda number=number: done.append(f"ann {number}"))  # type: ignore[misc]
        await until(lambda: len(done) == 7)
        assert done[:4] == ["eve 0", "ann 0", "eve 1", "ann 1"]

    play(story)


def test_a_trusted_network_has_no_share_of_its_own() -> None:
    async def story() -> None:
        shares = LoopShares(0.05, 0.1, Networks(("10.0.0.0/8",)))
        shares.of("192.0.2.1", "bob").spend(0.001)
        for number in range(20):
            shares.of("10.1.1.1", f"p{number}").spend(0.015)
        assert shares.of("10.1.1.1", "ann").is_free() and not shares.of("10.1.1.1", "p1").wait_seconds()
        shares.of("10.1.1.1", "p1").spend(0.02)
        assert shares.of("10.1.1.1", "p1").wait_seconds(), "each of them has"

    play(story)


def test_those_who_wait_go_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        shares = LoopShares(0.5, 0.5)
        greedy = shares.of("1.1.1.1", "ann")
        shares.of("2.2.2.2", "bob").spend(0.001)
        began = time.monotonic()
        greedy.spend(0.05)
        done: list[int] = []

        async def ask(number: int) -> None:
            assert await greedy.wait()
            done.append(number)
            greedy.spend(0.03)

        await asyncio.gather(*(ask(number) for number in range(4)))
        assert done == [0, 1, 2, 3] and time.monotonic() - began > 0.15
        monkeypatch.setattr(metering, "MAX_WAIT_SECONDS", 0.05)
        greedy.spend(1.0)
        assert not await greedy.wait(), "nobody waits for ever"
        monkeypatch.setattr(metering, "MAX_WAITING", 0)
        assert not await greedy.wait(), "nor do too many"

    play(story)


def test_something_that_goes_wrong_keeps_nobody_waiting() -> None:
    async def story() -> None:
        errors: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: errors.append(context["exception"]))
        shares = LoopShares(0.5, 0.5)
        one = shares.of("1.1.1.1", "ann")
        shares.of("2.2.2.2", "bob").spend(0.001)
        one.spend(0.05)

        def stumble() -> None:
            raise ValueError

        one.when_free(stumble)
        assert await one.wait() and [type(error) for error in errors] == [ValueError]
        one.spend(0.05)
        assert await one.wait(), "nor those who come later"

    play(story)


def test_what_queues_itself_again_is_done_once_a_turn() -> None:
    async def story() -> None:
        errors: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: errors.append(context["exception"]))
        shares = LoopShares(0.5, 0.5)
        one = shares.of("1.1.1.1", "ann")
        shares.of("2.2.2.2", "bob").spend(0.001)
        one.spend(0.05)
        moments: list[float] = []

        def go_on() -> None:
            moments.append(time.monotonic())
            if len(moments) < 20:
                one.when_free(go_on)

        one.when_free(go_on)
        await until(lambda: len(moments) == 20)
        await asyncio.sleep(0.1)
        assert len(moments) == 20 and not errors
        assert moments[-1] - moments[0] >= 19 * metering.TICK_SECONDS * 0.9, "others come in between"

    play(story)


def test_a_burst_is_done_step_by_step() -> None:
    async def story() -> None:
        shares = LoopShares(0.2, 0.2)
        one = shares.of("1.1.1.1", "ann")
        shares.of("2.2.2.2", "bob").spend(0.001)
        one.spend(metering.STEP_SECONDS * 1.5)
        assert not one.is_free() and one.wait_seconds() < 0.01, "it is far from having had its share"
        assert await one.wait()

    play(story)


def test_hints_are_worked_out_once_a_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    honest = View.hints

    def counted(view: View) -> object:
        looked.append(1)
        return honest.__get__(view)  # a property, or what a compiled class has in its place

    monkeypatch.setattr(View, "hints", property(counted))

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            for _ in range(5):
                for one in people:
                    assert (await one.say(AskHints()))[-1]["t"] == "hints"
            assert len(looked) == 2, "once for each seat"
            mover = people[table.match.turn.seats[0]] if table.match else people[0]
            await mover.move("hit")
            await mover.say(AskHints())
            assert len(looked) == 3 and mover.last("hints")["n"] == 1

    play(story)


def test_answers_are_made_once_and_take_so_many_bytes() -> None:
    made: list[str] = []

    def ask(key: str, size: int = 40) -> bytes:
        def make() -> bytes:
            made.append(key)
            return key.encode() * size

        return kept.get(key, make)

    kept = Answers(max_bytes=100)
    assert ask("a") == ask("a") and ask("b") == b"b" * 40 and made == ["a", "b"]
    ask("a")
    ask("c")
    assert ask("a") and made == ["a", "b", "c"], "the longest unused goes first"
    assert len(ask("d", 500)) == 500 and ask("a") and made == ["a", "b", "c", "d", "a"]


def test_a_fresh_answer_is_made_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        moments = [1000.0] * 2 + [1000.6]
        fresh = FreshAnswer(0.5)
        with monkeypatch.context() as patched:
            patched.setattr("koloda.server.answers.time.monotonic", lambda: moments.pop(0))
            assert [await fresh.get(made(text)) for text in (b"1", b"2", b"3")] == [b"1", b"1", b"3"]

    def made(text: bytes) -> Callable[[], Awaitable[bytes]]:
        async def make() -> bytes:
            return text

        return make

    play(story)
