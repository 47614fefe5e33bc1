"""Everybody gets the views in order, and no more frames than needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from koloda.server.protocol.codec import encode
from koloda.server.protocol.governing import FreeSeat, Pause
from koloda.server.protocol.messages import ClientMessage, Rematch, Rename, ServerMessage, Start
from koloda.server.table.connection import MAX_WAITING_FRAMES
from koloda.server.table.inbox import BEHIND, JOINED

from .kit import Frame, House, Seat, mover, moves, play, to_the_end, until
from .running import apply_to_table


def test_who_has_fallen_behind_gets_the_newest_view_whole(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 31})
            slow = Seat(table, "bob")
            table.post(slow.connection, JOINED)
            made = 0
            while not (made > 2 * MAX_WAITING_FRAMES and slow.connection.behind):
                made += 1
                if table.status() == "playing":
                    one = mover(table, people)
                    await one.move(one.legal()[-1])
                else:
                    await people[0].say(Rematch())
                    await people[0].say(Start())
                assert len(slow.connection._frames) <= MAX_WAITING_FRAMES
            slow.take()
            table.post(slow.connection, BEHIND)  # what the socket does once it has drained
            await slow.settle()
            assert slow.frames[-1]["t"] == "view" and slow.frames[-1]["n"] == moves(table)
            check_order(slow)

    play(story)


def check_order(seat: Seat) -> None:
    """Every change follows the view that it is a change of."""
    n = None
    for frame in seat.frames:
        if frame["t"] == "change":
            assert frame.get("since", frame["n"] - 1) == n, "a change of a view that was dropped"
        if frame["t"] in ("view", "change"):
            n = frame["n"]


def test_who_comes_disturbs_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            await people[0].settle()
            people[0].raw.clear()
            table.post(Seat(table, "bob").connection, JOINED)
            await until(lambda: len(people[0].frames) > 0)
            assert table.tell_due == 0.0
            assert [frame["t"] for frame in people[0].frames] == ["table"], "an arrival is no news of the match"

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

            monkeypatch.setattr("koloda.server.table.told.encode", noted)
            await host.say(Rename("Wally"))
            await crowd[1].settle()
            assert len(written) == 2, "a frame for the host, and one for all watchers"
            assert host.last("table")["host"] and not crowd[1].last("table")["host"]

    play(story)


def pieced_together(seat: Seat) -> Frame:
    """The table as somebody knows it who is told what differs."""
    table: Frame = {}
    for frame in seat.frames:
        if frame["t"] == "table":
            whole = table = frame
        elif frame["t"] == "table-change":
            table = apply_to_table(whole, frame)
    return table


def test_what_differs_of_a_table_makes_the_whole_of_it(tmp_path: Path) -> None:
    """Somebody with two pages: one is told the whole table, the other one what differs."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 11})
            pages = [await Seat(table, "p1", changes=True).come() for _ in range(2)]
            watcher = await Seat(table, "bob", changes=True).come()

            async def compare() -> None:
                for page in (*pages, watcher, people[1]):
                    await page.settle()
                assert pieced_together(pages[0]) == pieced_together(pages[1]) == people[1].last("table")

            matches: list[ClientMessage] = [Rematch(), Start(), Rematch(), Start()]
            for step in (Rename("Wally"), Pause(), Pause(False), Rename(""), *matches, FreeSeat(1)):
                if isinstance(step, Rematch):
                    await to_the_end(table, people)
                    await compare()
                    assert people[1].last("table")["evening"]
                await people[0].say(step)
                await compare()
            assert people[1].last("table")["you"] is None and "evening" not in people[1].last("table")
            wholes, all_of_it = [
                sum(len(raw) for raw in page.raw if b'"t":"table' in raw) for page in (people[1], pages[0])
            ]
            assert all_of_it < wholes, "it is no shorter"
            assert not any(frame["t"] == "table-change" for frame in people[1].frames), "nobody asked for that"

    play(story)


def test_a_newer_change_of_a_table_takes_the_place_of_the_one_that_waits(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            slow = Seat(table, "bob", changes=True)
            table.post(slow.connection, JOINED)
            await until(lambda: len(slow.connection._frames) > 0)
            for name in ("Ann", "Ben", "Cleo"):
                await people[0].say(Rename(name))
                kinds = [frame[1][:13] for frame in slow.connection._frames if frame[1].startswith(b'{"t":"table')]
                assert kinds in ([b'{"t":"table",'], [b'{"t":"table",', b'{"t":"table-c'])
            slow.take()
            assert pieced_together(slow) == (await Seat(table, "bob").come()).last("table")
            assert pieced_together(slow)["chairs"][0]["name"] == "Cleo"

    play(story)
