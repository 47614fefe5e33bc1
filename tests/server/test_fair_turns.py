"""Where few can be served at a time, who asks for much waits longer, and everybody else for one thing of theirs."""

from __future__ import annotations

import asyncio
import time

import pytest

from koloda.server.networks import Asker
from koloda.server.thinking.background import LONG_BYTES, Background, NotNow
from koloda.server.thinking.fair_turns import FairTurns

from .kit import play, until


def test_households_go_in_turn_and_in_each_of_them_people() -> None:
    async def story() -> None:
        turns = FairTurns(1)
        order: list[str] = []

        async def work(person: str, address: str) -> None:
            await turns.begin(Asker(person, address))
            order.append(person)
            turns.end()

        await turns.begin(Asker("first", "192.0.2.9"))
        asked = [("eve", "192.0.2.1")] * 3 + [("ann", "192.0.2.1")] + [("bob", "192.0.2.2")] * 2
        tasks = [asyncio.create_task(work(*asker)) for asker in asked]
        await until(lambda: turns.waiting(Asker("eve", "192.0.2.1")) == (3, 4))
        turns.end()
        await asyncio.gather(*tasks)
        assert order == ["eve", "bob", "ann", "bob", "eve", "eve"]
        await turns.begin(Asker("last", ""))

    play(story)


def test_a_turn_that_nobody_waits_for_goes_to_the_next() -> None:
    async def story() -> None:
        turns = FairTurns(1)
        await turns.begin(Asker("first", ""))
        given = asyncio.create_task(turns.begin(Asker("eve", "")))
        waiting = asyncio.create_task(turns.begin(Asker("ann", "")))
        gone = asyncio.create_task(turns.begin(Asker("bob", "")))
        await until(lambda: turns.waiting(Asker("ann", ""))[1] == 3)
        gone.cancel()
        turns.end()  # it is eve's now
        given.cancel()  # who has just gone
        await waiting
        assert turns.waiting(Asker("bob", "")) == (0, 0)
        turns.end()
        await turns.begin(Asker("last", ""))

    play(story)


def test_what_is_short_does_not_wait_for_what_is_long() -> None:
    async def story() -> None:
        background = Background()
        greedy, other = Asker("eve", "192.0.2.1"), Asker("bob", "192.0.2.2")
        long = asyncio.ensure_future(background.replay(greedy, LONG_BYTES + 1, time.sleep, 300))
        assert await background.do(other, str.upper, "code") == "CODE"
        assert await background.replay(other, LONG_BYTES, str.upper, "short match") == "SHORT MATCH"
        assert not long.done()
        await background.stop()
        with pytest.raises(NotNow):
            await long

    play(story)
