"""All tables together: asleep until somebody asks for them or they are due, forgotten after a week."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from koloda.server import hub as hub_module
from koloda.server import open_tables as open_tables_module
from koloda.server.networks import Asker
from koloda.server.open_tables import TooManyTables
from koloda.server.protocol.bodies import NewTable
from koloda.server.protocol.messages import Move, Sit, Start
from koloda.server.storage.sqlite_store import SqliteStore
from koloda.server.table.connection import Person
from koloda.server.table.inbox import JOINED

from .kit import QUICK, House, Seat, mover, moves, play, to_the_end, until


def test_sweeping_survives_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            tables = [await house.table("pairs", 2) for _ in range(2)]

            def full(self: SqliteStore, table_id: str) -> asyncio.Future[None]:
                return self.write(("INSERT INTO no_such_table VALUES (1)", ()))

            for table in tables:
                await (await Seat(table, "ann").come()).go()
            await asleep(house, monkeypatch)
            monkeypatch.setattr(hub_module, "UNTOUCHED_SECONDS", -1.0)
            with monkeypatch.context() as disk:
                disk.setattr(SqliteStore, "forget_table", full)
                await house.hub.sweep()
            assert await house.store.count_tables() == 2
            await house.hub.sweep()
            assert await house.store.count_tables() == 0
            assert [await house.store.journal(table.id) for table in tables] == [[], []]

    play(story)


async def asleep(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table where nobody is is let go."""
    monkeypatch.setattr(open_tables_module, "SLEEP_SECONDS", -1.0)
    for table in house.hub.tables.values():
        for seat in table.seats:
            seat.away = seat.person is not None and seat.gone_since is not None  # nobody waits for them any more
        table.tell_due = 0.0
    await house.hub.let_sleepers_go()


def test_a_table_that_nobody_opens_is_forgotten_soon_also_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            forgotten, opened = await house.table("pairs", 2, start=True), await house.table("pairs", 2)
            await (await Seat(opened, "bob").come()).go()
            await house.hub.sweep()
            assert await house.store.count_tables() == 2, "there is an hour to open it"
        monkeypatch.setattr(hub_module, "UNOPENED_SECONDS", -1.0)
        async with House(tmp_path) as house:
            await house.hub.sweep()
            assert await house.hub.open(forgotten.id) is None and await house.hub.open(opened.id) is not None

    play(story)


def test_a_table_sleeps_where_nobody_is_and_nothing_happens_and_wakes_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            idle, busy = await house.table("old-maid", 2), await house.table("pairs", 2, open=False)
            ann, bob = await Seat(idle, "ann").come(), await Seat(idle, "bob").come()
            await bob.say(Sit(1))
            await Seat(busy, "ann").come()
            await asleep(house, monkeypatch)
            assert set(house.hub.tables) == {idle.id, busy.id}, "somebody is there"
            assert [listed.id for listed in await house.hub.lobby()] == [idle.id]
            await ann.go()
            await bob.go()
            while await house.hub.lobby():  # until it is known that nobody is there any more
                await asyncio.sleep(0.01)
            await asleep(house, monkeypatch)
            assert set(house.hub.tables) == {busy.id}
            row = await house.store.tables.by_code(idle.code.lower())
            assert row is not None and row.id == idle.id and row.owner is None and row.people() == {"ann", "bob"}
            assert [row.id for row in await house.store.tables.of_person("bob")] == [idle.id]
            first, second = await asyncio.gather(house.open(idle.id), house.open(idle.id))
            assert first is second and first is not idle
            assert [seat.saved() for seat in first.seats] == [seat.saved() for seat in idle.seats]
            assert (await (await Seat(first, "ann").come()).say(Start()))[-1]["t"] == "view"
            assert await house.hub.open("no such table") is None

    play(story)


def test_what_goes_on_by_itself_goes_on_after_a_kill(tmp_path: Path) -> None:
    """A bot plays on for those who are gone, although nobody comes; a table that waits is not opened for that."""

    async def story() -> None:
        settings = QUICK._replace(grace_seconds=0.0)
        async with House(tmp_path) as house:
            playing, _ = await house.full_table("pairs", 3)
            waiting = await house.table("pairs", 2)
            await Seat(waiting, "ann").come()
            house.hub.tables.clear()  # the process is killed: nobody writes down that they sleep
        async with House(tmp_path, settings) as house:
            helper = asyncio.create_task(house.hub.look_after_tables())
            await until(lambda: playing.id in house.hub.tables)
            table = house.hub.tables[playing.id]
            await until(lambda: moves(table) > 0)
            while (row := await house.store.tables.of(waiting.id)) is None or row.owner is not None:
                await asyncio.sleep(0.005)
            assert waiting.id not in house.hub.tables and row.here == 0
            helper.cancel()

    play(story)


def test_a_slow_clock_wakes_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, clock=3600)
            for seat in people:
                await seat.go()
            for state in table.seats:  # as if their bots had nothing to do
                state.away = False
                state.gone_since = None
            table.bots_due.clear()
            deadline = table.deadline
            await asleep(house, monkeypatch)
            assert not house.hub.tables
            await house.hub.wake_those_due()
            assert not house.hub.tables, "there is most of an hour left"
            await house.store.write(("UPDATE tables SET due = due - 3700, touched = touched - 7400", ()))
            await house.hub.wake_those_due()
            again = house.hub.tables[table.id]
            assert deadline - 3701 < again.deadline < deadline - 3699
            await until(lambda: moves(again) > 0)

    play(story)


def test_bots_do_not_play_where_nobody_has_come(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, QUICK._replace(grace_seconds=0.0)) as house:
            table = await house.table("pairs", 2, bots=[None, "easy"], start=True)
            await asyncio.sleep(0.3)
            assert moves(table) == 0
            guest = await Seat(table, "bob").come()
            await until(lambda: moves(table) > 0)
            await guest.go()

    play(story)


def test_no_network_has_all_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            made = [await make(house, f"p{n}", f"2001:db8:1:{n // 4}::{n}") for n in range(20)]
            assert made == [*[True] * 2, False, False] * 4 + [False] * 4, "2 unopened ones an address, 8 a /48"
            assert await make(house, "ann", "192.0.2.1") and await make(house, "ann", "192.0.2.1")
            for table in list(house.hub.tables.values()):
                await (await Seat(table, "bob").come()).go()
            made = await asyncio.gather(*(make(house, f"q{n}", "2001:db8:1:0::1") for n in range(3)))
            assert sorted(made) == [False, True, True], "opened ones count less; those that are being made count"
            await house.hub.sweep()
            monkeypatch.setattr(hub_module, "MAX_TABLES", await house.store.count_tables())
            before = set(house.hub.tables)
            assert await make(house, "ann", "192.0.2.2"), "one that nobody has opened makes room"
            (gone,) = before - set(house.hub.tables)
            assert await house.store.tables.of(gone) is None
            assert len([table for table in house.hub.tables.values() if table.opened]) == 10

    async def make(house: House, person: str, address: str) -> bool:
        async with house.hub.room(Asker(person, address), 50, 8) as whose:
            if not whose:
                await house.hub.make(NewTable("pairs", 2), Person(person, ""), address)
            return not whose

    play(story)


def test_a_full_house_has_no_room_unless_a_table_may_sleep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            ann = await Seat(await house.table("pairs", 2), "ann").come()
            monkeypatch.setattr(open_tables_module, "MAX_OPEN_TABLES", 1)
            with pytest.raises(TooManyTables):
                await house.table("pairs", 2)
            await ann.go()
            ann.table.seats[0].away = True
            ann.table.tell_due = 0.0
            second = await house.table("pairs", 2)
            assert set(house.hub.tables) == {second.id} and await house.store.count_tables() == 2
            monkeypatch.setattr(hub_module, "MAX_TABLES", 1)
            await Seat(second, "ann").come()
            with pytest.raises(TooManyTables):
                await house.table("pairs", 2)

    play(story)


def test_whoever_is_at_a_table_stays_while_its_journal_is_changed(tmp_path: Path) -> None:
    """What they say meanwhile is done afterwards, and whoever comes meanwhile is there."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            somebody, late = mover(table, people), Seat(table, "late")
            async with house.hub.closed([table.id]):
                table.post(somebody.connection, Move("m", 0, somebody.legal()[0], table.match_id))
                table.post(late.connection, JOINED)
                for _ in range(10):
                    await asyncio.sleep(0)
                assert moves(table) == 0
            again = await house.open(table.id)
            assert again is not table
            await until(lambda: moves(again) == 1 and late.connection in again.audience.connections)
            for seat in (*people, late):
                seat.table = again
                await seat.settle()
                assert not seat.connection.closed
                assert max(frame["n"] for frame in seat.frames if frame["t"] in ("view", "change")) == 1
            assert [frame["id"] for frame in somebody.frames if frame["t"] == "moved"] == ["m"]
            assert (await mover(again, people).move(mover(again, people).legal()[0]))["t"] == "moved"

    play(story)


def test_where_a_table_does_not_open_again_its_people_are_told_to_come_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            async with house.hub.closed([table.id]):
                await house.hub.forget(table.id)
            await until(lambda: all(seat.connection.reason == "table-reopens" for seat in people))
            assert await house.hub.open(table.id) is None

    play(story)


def test_whoever_asks_for_a_table_that_sleeps_pays_for_its_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            await to_the_end(table, people)
            for seat in people:
                await seat.go()
            await asleep(house, monkeypatch)
            assert table.id not in house.hub.tables
            spent: list[float] = []
            again = await house.hub.find(table.id, spent.append)
            assert again is house.hub.tables[table.id] and sum(spent) > 0
            paid = len(spent)
            assert await house.hub.find(table.id, spent.append) is again and len(spent) == paid

    play(story)
