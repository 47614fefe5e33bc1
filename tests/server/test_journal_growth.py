"""Nobody makes the journal grow without end: whoever changes something all the time is told to wait."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

import pytest

from koloda.server.protocol.governing import Arrange, Report
from koloda.server.protocol.messages import ClientMessage, Rename, Say, SetBot, SetForfeit, Sit, Stand, Start
from koloda.server.protocol.refusals import TOO_MUCH_TODAY
from koloda.server.table.connection import Connection
from koloda.server.table.inbox import MAX_COMMANDS_PER_PERSON
from koloda.server.table.table import BYTES_PER_LINE

from .kit import House, Seat, play
from .running import PATIENCE_SECONDS, Server, at_table, play_some

CHANGES: dict[str, list[ClientMessage]] = {
    "forfeits": [SetForfeit("x" * 100), SetForfeit("y" * 100)],
    "names": [Rename("x" * 40), Rename("y" * 40)],
    "bots": [SetBot(1, "easy"), SetBot(1)],
    "seats": [Stand(), Sit(0)],
}


@pytest.mark.parametrize("kinds", CHANGES.values(), ids=list(CHANGES))
def test_who_changes_something_all_the_time_is_told_to_wait(kinds: list[ClientMessage], tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 3)
            host = await Seat(table, "ann").come()
            before, began = table.seq, time.monotonic()
            for number in range(10 * MAX_COMMANDS_PER_PERSON):
                await host.say(kinds[number % len(kinds)])
            assert table.seq - before <= 45 + (time.monotonic() - began), "a person changes so much at once"
            assert {frame["reason"] for frame in host.frames if frame["t"] == "refused"} >= {"busy"}

    play(story)


def test_those_without_a_seat_share_what_they_may_change(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 3)
            host = await Seat(table, "ann").come()
            before, began = table.seq, time.monotonic()
            for number in range(200):
                guest = await Seat(table, f"g{number}").come()
                await guest.say(Sit(1))
                await guest.say(Stand())
                await guest.go()
            assert table.seq - before <= 165 + 2 * (time.monotonic() - began)
            assert [frame for frame in await host.say(SetForfeit("mine")) if frame["t"] == "refused"] == [], (
                "guests cannot use up what a player may change"
            )

    play(story)


def test_what_changes_nothing_is_not_written(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 3)
            host = await Seat(table, "ann").come()
            for message in (SetForfeit("mine"), Rename("Anna"), SetBot(1, "easy")):
                await host.say(message)
                before = table.seq
                await host.say(message)
                assert table.seq == before, message

    play(story)


def test_a_person_writes_so_many_lines_a_day(tmp_path: Path) -> None:
    server = Server(tmp_path, person_lines=60, bot_pause=0).start()
    client, table_id = at_table(server)
    refused = {"reason": "started"}
    while refused["reason"] == "started":  # the match goes on
        client.patience = 3.0
        with suppress(AssertionError, TimeoutError):  # a move is refused, or the bots wait
            play_some(client, 100)
        client.patience = PATIENCE_SECONDS
        client.send(t="forfeit", text="x")
        refused = client.until("refused")
    assert refused["reason"] == "too-much-today" and refused["ru"] != refused["en"]
    client.send(t="ping")
    client.until("pong")
    neighbour, _ = at_table(server)
    play_some(neighbour, 3)
    neighbour.close()
    reader = sqlite3.connect(tmp_path / "koloda.sqlite")
    lines = reader.execute("SELECT count(*) FROM events WHERE place = ?", (table_id,)).fetchone()[0]
    assert lines <= 70, "the bots went on"
    reader.close()
    client.close()
    server.stop()


def test_bots_go_on_while_any_player_who_is_here_may_have_something_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has used up their quota cannot stop the bots of a table for all others by coming first."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 3, bots=[None, None, "easy"], options={"target": 31})
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            await guest.say(Sit(1))
            assert table.patron is host.connection
            await host.say(Start())
            poor = {host.connection: "person"}
            monkeypatch.setattr(Connection, "lacks_lines", lambda connection: poor.get(connection, ""))
            assert table.match is not None
            while not any(seat == 2 for seat, _ in table.match.moves()):
                if (seat := table.match.turn.seats[0]) != 2:
                    await table.play(seat, table.match.legal(seat)[-1])
                await guest.settle()

    play(story)


def test_long_lines_count_as_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said is kept: in letters of four bytes it would be twenty times as much as moves are."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 3)
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            longest = "\U0001f0a1" * 300
            await guest.say(Say("hello"))
            wrote: list[float] = []
            monkeypatch.setattr(Connection, "wrote", lambda connection, lines: wrote.append(lines))
            said: list[ClientMessage] = [Say("hello"), Say(longest), Report(2, longest), Arrange(clock=60)]
            for message in said:
                await host.say(message)
            entries = [entry for entry in await house.store.journal(table.id) if entry.kind == "said"]
            size = len(json.dumps(entries[-1].payload, ensure_ascii=False).encode())
            costs = [cost for cost in wrote if cost]
            assert costs[0] == 1 and costs[1] == pytest.approx(size / BYTES_PER_LINE, rel=0.1) and costs[1] > 5
            assert costs[2] > 2 * costs[1], "the lines of the chat go with a report"
            assert costs[3] > 1, "a whole table is written down"

    play(story)


def test_a_refusal_of_the_day_is_not_the_last_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same move may be sent again: it was never made."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            assert table.match is not None
            mover = people[table.match.turn.seats[0]]
            with monkeypatch.context() as patched:
                for whose, reason in TOO_MUCH_TODAY.items():
                    patched.setattr(Connection, "lacks_lines", lambda connection, whose=whose: whose)
                    assert (await mover.move("hit", move_id="one"))["reason"] == reason
            assert (await mover.move("hit", move_id="one"))["t"] == "moved"

    play(story)
