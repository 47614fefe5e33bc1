"""The order in which a table does what it is asked for."""

from __future__ import annotations

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
