"""People take over from bots during a match."""

from __future__ import annotations

from pathlib import Path

from koloda.server.protocol.messages import Sit, Stand
from koloda.server.table.table import TableSettings

from .kit import House, Seat, play, reason


def test_at_once_or_at_the_next_deal(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, TableSettings(1000.0, 1000.0)) as house:
            table = await house.table("pairs", 3, bots=[None, "easy", "easy"], join="now", start=True)
            await Seat(table, "ann").come()
            guest = await Seat(table, "bob", "Bob").come()
            await guest.say(Sit(1))
            assert guest.last("table")["you"] == 1
            table = await house.table("pairs", 3, bots=[None, "easy", "easy"], options={"target": 31}, start=True)
            host = await Seat(table, "ann").come()
            guest, third = await Seat(table, "bob", "Bob").come(), await Seat(table, "cat").come()
            await guest.say(Sit(1))
            assert guest.last("table")["you"] is None and host.last("table")["chairs"][1]["next"] == "Bob"
            assert reason(await third.say(Sit(1))) == "seat-taken"
            await guest.say(Sit(2))
            assert [chair.get("next", "") for chair in host.last("table")["chairs"]] == ["", "", "Bob"]
            assert table.match is not None
            tape = len(table.match.game.chance.tape)
            while table.status() == "playing" and len(table.match.game.chance.tape) == tape:
                assert guest.last("table")["you"] is None, "the cards of the old deal are still out"
                seat = table.match.turn.seats[0]
                await table.play(seat, table.match.legal(seat)[-1])
            await guest.settle()
            assert guest.last("table")["you"] == 2 and guest.last("view")["legal"] is not None

    play(story)


def test_who_has_seen_one_hand_gets_no_other_in_that_match(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, TableSettings(1000.0, 1000.0)) as house:
            table = await house.table("old-maid", 3, bots=[None, "easy", "easy"], join="now", start=True)
            host = await Seat(table, "ann").come()
            await host.say(Stand())
            assert reason(await host.say(Sit(1))) == "other-hand"
            table_id = table.id
        async with House(tmp_path, TableSettings(1000.0, 1000.0)) as house:
            host = await Seat(house.hub.tables[table_id], "ann").come()
            assert reason(await host.say(Sit(2))) == "other-hand", "forgotten by a restart"
            await host.say(Sit(0))
            assert host.last("table")["you"] == 0

    play(story)
