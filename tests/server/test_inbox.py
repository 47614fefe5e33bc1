"""The order in which a table does what it is asked for."""

from __future__ import annotations

import asyncio

from koloda.server.protocol.messages import Ping, Say
from koloda.server.table.connection import Connection, Person
from koloda.server.table.inbox import JOINED, MAX_COMMANDS, MAX_COMMANDS_PER_PERSON, Command, Inbox

from .kit import play


def connection(person: str) -> Connection:
    return Connection(Person(person, ""))


async def taken(inbox: Inbox) -> list[tuple[str, object]]:
    """Everything that waits, in the order in which it is done."""
    commands = [await inbox.get(0.0) for _ in range(len(inbox))]
    return [(command.connection.person.id, command.message) for command in commands if command is not None]


def test_players_wait_for_no_crowd() -> None:
    async def story() -> None:
        inbox, player = Inbox(), connection("ann")
        people = [connection(f"w{number}") for number in range(2 * MAX_COMMANDS)]
        heard = [inbox.put(Command(one, Say("x")), seated=False) for one in people]
        assert sum(heard) == MAX_COMMANDS and not heard[-1]
        assert inbox.put(Command(people[-1], JOINED), seated=False), "news of a socket are never refused"
        assert inbox.put(Command(player, Ping()), seated=True)
        order = await taken(inbox)
        assert order[0] == ("ann", Ping()) and order[1][0] == "w0" and order[-1] == (people[-1].person.id, JOINED)
        assert await inbox.get(0.0) is None

    play(story)


def test_what_one_person_sends_stays_in_order() -> None:
    async def story() -> None:
        inbox, one = Inbox(), connection("ann")
        inbox.put(Command(one, Say("first")), seated=False)
        inbox.put(Command(one, Say("second")), seated=True)
        inbox.put(Command(connection("bob"), Say("bob's")), seated=True)
        assert [message for _, message in await taken(inbox)] == [Say("bob's"), Say("first"), Say("second")]
        heard = [inbox.put(Command(one, Ping()), seated=number > 10) for number in range(MAX_COMMANDS_PER_PERSON + 5)]
        assert sum(heard) == MAX_COMMANDS_PER_PERSON, "both lines count"

    play(story)


def test_one_timer_serves_many_waits() -> None:
    async def story() -> None:
        inbox, one, loop = Inbox(), connection("ann"), asyncio.get_running_loop()

        async def next_after(seconds: float | None) -> bool:
            """Whether a command that is sent meanwhile comes before the timer."""
            waits = asyncio.create_task(inbox.get(seconds))
            await asyncio.sleep(0)
            inbox.put(Command(one, Ping()), seated=True)
            return await waits is not None

        began = loop.time()
        assert await next_after(60.0), "a timer is set"
        assert await next_after(0.05), "an earlier one takes its place"
        assert await next_after(60.0), "and stays"
        assert await inbox.get(60.0) is None and 0.04 < loop.time() - began < 30.0, "in vain, for what was asked before"
        assert await inbox.get(0.01) is None, "the next one is set anew"
        assert await next_after(None)
        waits = asyncio.create_task(inbox.get(0.05))
        await asyncio.sleep(0)
        waits.cancel()
        await asyncio.gather(waits, return_exceptions=True)
        began = loop.time()
        assert await inbox.get(0.2) is None and loop.time() - began > 0.15, "who does not wait any more needs no timer"

    play(story)
