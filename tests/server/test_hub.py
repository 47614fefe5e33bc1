"""All tables together: forgotten after a week, asleep until they are woken."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from koloda.server import hub as hub_module
from koloda.server.hub import Hub
from koloda.server.storage.store import Store, StoreError
from koloda.server.table.connection import Connection
from koloda.server.table.inbox import JOINED

from .kit import House, Seat, play, until


def test_sweeping_survives_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            tables = [await house.table("pairs", 2) for _ in range(2)]

            def full(self: Store, table_id: str) -> asyncio.Future[None]:
                return self.write(("INSERT INTO no_such_table VALUES (1)", ()))

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
