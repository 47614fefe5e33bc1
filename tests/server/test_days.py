"""What shows after days: clocks that jump, rules that stumble, tables that have played many matches, a full disk."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from koloda.match import Match
from koloda.server import hub as hub_module
from koloda.server.hub import Hub
from koloda.server.protocol import messages as p
from koloda.server.sockets.outbox import Connection
from koloda.server.storage.store import Event, Store, StoreError
from koloda.server.table.audience import encode
from koloda.server.table.clock import now
from koloda.server.table.table import Rules

from .kit import House, Seat, play
from .test_absence import moves, until
from .test_table import mover, to_the_end


@pytest.mark.parametrize("step", [-3600.0, 30 * 24 * 3600.0])
def test_a_clock_that_is_set_changes_nothing(step: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path, Rules(grace=1000.0, bot_pause=0.3)) as house:
            table = await house.table("pairs", 3, bots=[None, "easy", "easy"], options={"target": 31}, clock=600)
            host = await Seat(table, "ann").come()
            await host.say(p.Start())
            while host.legal():
                await host.move(host.legal()[-1])
            before, made, honest = now(), moves(table), time.time
            monkeypatch.setattr(time, "time", lambda: honest() + step)  # while a bot seems to think
            await until(lambda: moves(table) > made)
            await host.settle()
            left = host.last("change")["deadline"] / 1000 - now()
            assert 590 < left <= 600
            assert abs(now() - before) < 30 and not any(place.away for place in table.places)
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
                await one.say(p.Move("odd", 0, "hit"))
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
                await people[0].say(p.Rematch("old-maid" if table.setup.game == "pairs" else "pairs"))
                await people[0].say(p.Start())
            assert table.match is not None
            one = mover(table, people)
            await one.move(one.legal()[0])
            view, link = table.match.view(0), table.match_id
        played: list[str] = []
        honest = Match.play

        def counted(self: Match, seat: int, move: str) -> None:
            played.append(move)
            honest(self, seat, move)

        monkeypatch.setattr(Match, "play", counted)
        async with House(tmp_path) as house:
            again = house.hub.tables[table.id]
            assert len(played) == 1, "old matches were played again"
            assert again.match is not None and again.match.view(0) == view
            assert (again.match_id, again.seq, again.setup) == (link, table.seq, table.setup)
            assert [place.saved() for place in again.places] == [place.saved() for place in table.places]

    play(story)


def test_one_table_that_cannot_be_rebuilt_keeps_no_other_from_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            bad, _ = await house.full_table("pairs", 2)
            good, _ = await house.full_table("old-maid", 2)
        honest = hub_module.rebuilt

        def stumbles(events: list[Event], *rest: object) -> object:
            if events[0].place == bad.id:
                raise IndexError("new rules, old moves")
            return honest(events, *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(hub_module, "rebuilt", stumbles)
        async with House(tmp_path) as house:
            assert list(house.hub.tables) == [good.id]

    play(story)


def test_sweeping_survives_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            tables = [await house.table("pairs", 2) for _ in range(2)]

            def full(self: Store, place: str) -> asyncio.Future[None]:
                return self.write(("INSERT INTO no_such_table VALUES (1)", ()))

            monkeypatch.setattr(hub_module, "KEEP", -1.0)
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

            def noted(message: p.ServerMessage) -> bytes:
                written.append(message)
                return encode(message)

            monkeypatch.setattr("koloda.server.table.table.encode", noted)
            await crowd[0].say(p.Rename("Wally"))
            assert len(written) == 2, "a frame for the host, and one for all watchers"
            assert host.last("table")["host"] and not crowd[1].last("table")["host"]

    play(story)


def test_a_hub_that_is_restored_sleeps_until_it_is_woken(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 2)
        store = Store(tmp_path / "koloda.sqlite")
        sleeping = Hub(store, table.rules)
        assert sleeping.restore() == 1
        connection = Connection(Seat(table, "ann").connection.person)
        sleeping.tables[table.id].post(connection, None)
        await asyncio.sleep(0.05)
        assert not sleeping.tables[table.id].crowd.connections
        sleeping.wake()
        await until(lambda: len(sleeping.tables[table.id].crowd.connections) == 1)
        await sleeping.stop()
        store.close()

    play(story)
