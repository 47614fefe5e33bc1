"""What shows after days: clocks that jump, rules that stumble, tables that have played many matches, a full disk."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from koloda.match import Match
from koloda.server import hub as hub_module
from koloda.server.hub import Hub
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import Move, Rematch, Rename, ServerMessage, Start
from koloda.server.storage.store import Event, Store, StoreError
from koloda.server.table.clock import now
from koloda.server.table.connection import Connection
from koloda.server.table.inbox import JOINED
from koloda.server.table.restore import restored
from koloda.server.table.table import TableSettings

from .kit import House, Seat, mover, moves, play, to_the_end, until


@pytest.mark.parametrize("step", [-3600.0, 30 * 24 * 3600.0])
def test_a_clock_that_is_set_changes_nothing(step: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path, TableSettings(grace=1000.0, bot_pause=0.3)) as house:
            table = await house.table("pairs", 3, bots=[None, "easy", "easy"], options={"target": 31}, clock=600)
            host = await Seat(table, "ann").come()
            await host.say(Start())
            while host.legal():
                await host.move(host.legal()[-1])
            before, made, honest = now(), moves(table), time.time
            monkeypatch.setattr(time, "time", lambda: honest() + step)  # while a bot seems to think
            await until(lambda: moves(table) > made)
            await host.settle()
            left = host.last("change")["deadline"] / 1000 - now()
            assert 590 < left <= 600
            assert abs(now() - before) < 30 and not any(seat.away for seat in table.seats)
            await host.go()
            await house.hub.sweep()
            assert table.id in house.hub.tables

    play(story)


def test_rules_that_stumble_leave_the_match_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            one = mover(table, people)
            assert table.match is not None
            before = [table.match.view(seat) for seat in (0, 1, None)]

            def stumbles(self: Match, seat: object, move: object) -> None:
                self.game.act(int(str(seat)), str(move))
                raise IndexError("half of a move")

            with monkeypatch.context() as rules:
                rules.setattr(Match, "play", stumbles)
                await one.say(Move("odd", 0, "hit"))
            assert table.match is not None
            assert [table.match.view(seat) for seat in (0, 1, None)] == before
            assert (await one.move("hit"))["t"] == "moved"

    play(story)


def test_matches_that_are_over_are_not_played_again_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 5})
            for _ in range(3):
                await to_the_end(table, people)
                await people[0].say(Rematch("old-maid" if table.setup.game == "pairs" else "pairs"))
                await people[0].say(Start())
            assert table.match is not None
            one = mover(table, people)
            await one.move(one.legal()[0])
            view, link = table.match.view(0), table.match_id
        played: list[str] = []
        honest = Match.play

        def counted(self: Match, seat: object, move: object) -> None:
            played.append(str(move))
            honest(self, seat, move)

        monkeypatch.setattr(Match, "play", counted)
        async with House(tmp_path) as house:
            again = house.hub.tables[table.id]
            assert len(played) == 1, "old matches were played again"
            assert again.match is not None and again.match.view(0) == view
            assert (again.match_id, again.seq, again.setup) == (link, table.seq, table.setup)
            assert [seat.saved() for seat in again.seats] == [seat.saved() for seat in table.seats]

    play(story)


def test_one_table_that_cannot_be_rebuilt_keeps_no_other_from_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            bad, _ = await house.full_table("pairs", 2)
            good, _ = await house.full_table("old-maid", 2)

        def stumbles(events: list[Event], *rest: object) -> object:
            if events[0].table_id == bad.id:
                raise IndexError("new rules, old moves")
            return restored(events, *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(hub_module, "restored", stumbles)
        async with House(tmp_path) as house:
            assert list(house.hub.tables) == [good.id]

    play(story)


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


def test_a_crowd_shares_the_frames_that_tell_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 2)
            crowd = [await Seat(table, f"w{number}").come() for number in range(30)]
            host = await Seat(table, "ann").come()
            written: list[object] = []

            def noted(message: ServerMessage) -> bytes:
                written.append(message)
                return encode(message)

            monkeypatch.setattr("koloda.server.table.table.encode", noted)
            await crowd[0].say(Rename("Wally"))
            assert len(written) == 2, "a frame for the host, and one for all watchers"
            assert host.last("table")["host"] and not crowd[1].last("table")["host"]

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
