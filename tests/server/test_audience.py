"""Everybody gets the views in order, and no more frames than needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import Rematch, Rename, ServerMessage, Start
from koloda.server.table.connection import MAX_WAITING_FRAMES
from koloda.server.table.inbox import BEHIND, JOINED

from .kit import House, Seat, mover, moves, play, until


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

            monkeypatch.setattr("koloda.server.table.table.encode", noted)
            await host.say(Rename("Wally"))
            await crowd[1].settle()
            assert len(written) == 2, "a frame for the host, and one for all watchers"
            assert host.last("table")["host"] and not crowd[1].last("table")["host"]

    play(story)
