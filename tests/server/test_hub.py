"""All tables together: forgotten after a week, asleep until they are woken."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from koloda.server import hub as hub_module
from koloda.server.hub import Hub, TooManyTables
from koloda.server.protocol.bodies import NewTable
from koloda.server.storage.store import Store, StoreError
from koloda.server.table.connection import Connection, Person
from koloda.server.table.inbox import JOINED

from .kit import QUICK, House, Seat, moves, play, until


def test_sweeping_survives_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            tables = [await house.table("pairs", 2) for _ in range(2)]

            def full(self: Store, table_id: str) -> asyncio.Future[None]:
                return self.write(("INSERT INTO no_such_table VALUES (1)", ()))

            for table in tables:
                await Seat(table, "ann").come()
                table.audience.connections.clear()
            monkeypatch.setattr(hub_module, "UNTOUCHED_SECONDS", -1.0)
            with monkeypatch.context() as disk:
                disk.setattr(Store, "close_table", full)
                await house.hub.sweep()
            assert not house.hub.tables
            with pytest.raises(StoreError):
                await full(house.store, "")
        async with House(tmp_path) as house:
            assert set(house.hub.tables) == {table.id for table in tables}
            await house.hub.sweep()
        async with House(tmp_path) as house:
            assert not house.hub.tables

    play(story)


def test_a_table_that_nobody_opens_is_forgotten_soon_also_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            forgotten, opened = await house.table("pairs", 2, start=True), await house.table("pairs", 2)
            await (await Seat(opened, "bob").come()).go()
            await house.hub.sweep()
            assert len(house.hub.tables) == 2, "there is an hour to open it"
        monkeypatch.setattr(hub_module, "UNOPENED_SECONDS", -1.0)
        async with House(tmp_path) as house:
            assert {forgotten.id, opened.id} == set(house.hub.tables)
            await house.hub.sweep()
            assert set(house.hub.tables) == {opened.id}
        async with House(tmp_path) as house:
            assert set(house.hub.tables) == {opened.id}

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
            for table in house.hub.tables.values():
                await (await Seat(table, "bob").come()).go()
            made = [await make(house, f"q{n}", "2001:db8:1:0::1") for n in range(3)]
            assert made == [True, True, False], "opened ones count less"
            monkeypatch.setattr(hub_module, "MAX_TABLES", len(house.hub.tables))
            before = set(house.hub.tables)
            assert await make(house, "ann", "192.0.2.2"), "one that nobody has opened makes room"
            (gone,) = before - set(house.hub.tables)
            assert gone not in [table.id for table in house.hub.tables.values() if table.opened]

    async def make(house: House, person: str, address: str) -> bool:
        try:
            house.hub.check_room(person, address, 50, 8)
            await house.hub.make(NewTable("pairs", 2), Person(person, ""), address)
        except TooManyTables:
            return False
        return True

    play(story)


def test_a_full_house_of_opened_tables_has_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            await Seat(await house.table("pairs", 2), "ann").come()
            monkeypatch.setattr(hub_module, "MAX_TABLES", 1)
            with pytest.raises(TooManyTables):
                await house.table("pairs", 2)

    play(story)


def test_a_hub_that_is_restored_sleeps_until_it_is_woken(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 2)
        store = Store(tmp_path / "koloda.sqlite")
        sleeping = Hub(store, table.settings)
        assert sleeping.restore() == 1
        connection = Connection(Seat(table, "ann").connection.person)
        sleeping.tables[table.id].post(connection, JOINED)
        await asyncio.sleep(0.05)
        assert not sleeping.tables[table.id].audience.connections
        sleeping.wake()
        await until(lambda: len(sleeping.tables[table.id].audience.connections) == 1)
        await sleeping.stop()
        store.close()

    play(story)
