"""People take over from bots during a match."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from koloda.core.chance import Seeded
from koloda.server.protocol.governing import FreeSeat
from koloda.server.protocol.messages import Admit, AskPast, ClientMessage, Sit, Stand, Start
from koloda.server.table.newcomers import MAX_KNOCKS
from koloda.server.table.table import Table
from koloda.server.table.table_settings import TableSettings
from koloda.testing.walks import random_move

from .kit import House, Seat, play, reason, until

BOTS_WAIT = TableSettings(1000.0, 1000.0)


async def knock_of(host: Seat) -> int:
    """The number of the only request that the host is told of."""
    await host.settle()
    (knock,) = host.last("table")["knocks"]
    number: int = knock["knock"]
    return number


async def play_until(table: Table, true: Callable[[], bool]) -> None:
    """Any moves until something has happened, or the match is over."""
    chooser = Seeded("seats")
    while table.status() == "playing" and not true():
        assert table.match is not None
        seat, move = random_move(table.match, chooser)
        await table.play(seat, move)


def test_at_once_or_at_the_next_deal_if_the_host_lets_them_in(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("pairs", 3, bots=[None, "easy", "easy"], join="now", start=True)
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob", "Bob").come()
            await guest.say(Sit(1))
            assert guest.last("table")["you"] is None and guest.last("table")["asks"] == 1
            assert "knocks" not in guest.last("table"), "only the host is told who asks"
            await host.say(Admit(await knock_of(host)))
            await guest.settle()
            assert guest.last("table")["you"] == 1 and "asks" not in guest.last("table")
            table = await house.table("pairs", 3, bots=[None, "easy", "easy"], options={"target": 31}, start=True)
            host = await Seat(table, "ann").come()
            guest, third = await Seat(table, "bob", "Bob").come(), await Seat(table, "cat").come()
            await guest.say(Sit(1))
            await host.say(Admit(await knock_of(host)))
            await guest.settle()
            assert guest.last("table")["you"] is None and guest.last("table")["waits"] == 1
            assert host.last("table")["chairs"][1]["next"] == "Bob" and "knocks" not in host.last("table")
            assert reason(await third.say(Sit(1))) == "seat-taken"
            assert table.match is not None
            deal = table.match.game.deals_begun

            def sits_in_mid_deal() -> bool:
                assert table.match is not None
                return table.seats[1].person is not None or table.match.game.deals_begun > deal

            await play_until(table, sits_in_mid_deal)
            await guest.settle()
            assert table.match.game.deals_begun > deal and guest.last("table")["you"] == 1

    play(story)


@pytest.mark.parametrize("game", ["old-maid", "goblin-poker", "twenty-one", "regent"])
def test_no_seat_changes_hands_in_mid_deal(game: str, tmp_path: Path) -> None:
    """Where chance is asked in mid-deal too: a card is picked, the deck or the middle is shuffled again."""

    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table(game, 3, bots=[None, "easy", "easy"], start=True)
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            await guest.say(Sit(1))
            await host.say(Admit(await knock_of(host)))
            match = table.match
            assert match is not None
            for _ in range(60):
                deal, tape = match.game.deals_begun, len(match.game.chance.tape)
                await play_until(table, lambda tape=tape: len(match.game.chance.tape) > tape)  # type: ignore[misc]
                if match.game.over or match.game.deals_begun > deal:
                    break
                assert table.seats[1].person is None, f"{game}: a seat changed hands in mid-deal"
            assert table.seats[1].person == "bob" or match.game.over

    play(story)


def test_the_host_may_say_not_now_and_who_asks_may_think_better_of_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("pairs", 3, bots=[None, "easy", "easy"], join="now", start=True)
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob", "Bob").come()
            await guest.say(Sit(1))
            assert reason(await guest.say(Admit(await knock_of(host)))) == "not-host"
            await host.say(Admit(await knock_of(host), yes=False))
            assert reason(await guest.settle()) == "not-admitted" and "asks" not in guest.last("table")
            await guest.say(Sit(1))
            await guest.say(Sit(2))
            assert host.last("table")["knocks"][0]["seat"] == 2 and len(host.last("table")["knocks"]) == 1
            number = await knock_of(host)
            await guest.say(Stand())
            assert "asks" not in guest.last("table") and reason(await guest.say(Stand())) == "not-seated"
            assert reason(await host.say(Admit(number))) == "no-such-knock"
            await guest.say(Sit(2))
            await guest.go()
            await host.settle()
            assert "knocks" not in host.last("table"), "who has gone asks for nothing"
            crowd = [await Seat(table, f"g{number}").come() for number in range(MAX_KNOCKS + 1)]
            answers = [[f for f in await one.say(Sit(1)) if f["t"] == "refused"] for one in crowd]
            assert [len(refused) for refused in answers] == [0] * MAX_KNOCKS + [1]
            await host.say(Admit(host.last("table")["knocks"][0]["knock"]))
            assert table.seats[1].person == "g0"
            assert reason(await host.say(Admit(host.last("table")["knocks"][0]["knock"]))) == "seat-taken"

    play(story)


def test_who_waits_and_who_was_replaced_are_known_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("pairs", 5, bots=[None, None, None, "easy", "easy"], options={"target": 31})
            host, guest, waiting, other = [
                await Seat(table, name, name).come() for name in ("ann", "bob", "cat", "dan")
            ]
            await guest.say(Sit(1))
            await host.say(Start())
            for somebody, seat in ((waiting, 3), (other, 4)):
                await somebody.say(Sit(seat))
                await host.say(Admit(await knock_of(host)))
            await other.say(Stand())
            await host.say(FreeSeat(1))
            assert set(table.newcomers.waiting) == {3} and not table.newcomers.was_in("bob")
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.open(table.id)
            host = await Seat(table, "ann").come()
            assert host.last("table")["chairs"][3]["next"] == "cat" and "next" not in host.last("table")["chairs"][4]
            guest = await Seat(table, "bob").come()
            await guest.say(Sit(1))
            assert guest.last("table")["asks"] == 1, "who was replaced asks first, after a restart too"
            back = await Seat(table, "cat", "cat").come()
            assert back.last("table")["waits"] == 3
            assert table.match is not None
            deal = table.match.game.deals_begun
            await play_until(table, lambda: table.match is not None and table.match.game.deals_begun > deal)
            await back.settle()
            assert back.last("table")["you"] == 3
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.open(table.id)
            assert table.seat_of("cat") == 3 and not table.newcomers.waiting

    play(story)


def test_who_waits_for_a_seat_may_load_the_page_again_but_keeps_it_from_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("pairs", 4, bots=[None, *["easy"] * 3], options={"target": 31}, start=True)
            host, first = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            await first.say(Sit(1))
            await host.say(Admit(await knock_of(host)))
            await first.go()
            again = await Seat(table, "bob").come()
            assert again.last("table")["waits"] == 1 and again.last("table")["chairs"][1]["next"] == "bob"
            other = await Seat(table, "cat").come()
            assert reason(await other.say(Sit(1))) == "seat-taken", "they are here"
            await again.go()
            await other.say(Sit(1))
            await host.say(Admit(await knock_of(host)))
            assert table.newcomers.waiting[1].id == "cat", "a seat is not kept for somebody who has gone"
            back = await Seat(table, "bob").come()
            assert "waits" not in back.last("table")

    play(story)


def test_who_does_not_come_back_after_a_restart_gets_no_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("pairs", 3, bots=[None, "easy", "easy"], options={"target": 31}, start=True)
            host, waiting = await Seat(table, "ann").come(), await Seat(table, "cat").come()
            await waiting.say(Sit(1))
            await host.say(Admit(await knock_of(host)))
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.open(table.id)
            await Seat(table, "ann").come()
            assert table.match is not None and 1 in table.newcomers.waiting
            deal = table.match.game.deals_begun
            await play_until(table, lambda: table.match is not None and table.match.game.deals_begun > deal)
            assert table.seats[1].level == "easy" and not table.newcomers.waiting

    play(story)


def test_only_the_host_themselves_lets_anybody_into_a_deal(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("pairs", 3, bots=[None, None, "easy"], options={"target": 31}, join="now")
            host, second = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            await second.say(Sit(1))
            await host.say(Start())
            await host.go()
            guest = await Seat(table, "cat").come()
            await guest.say(Sit(2))
            await second.settle()
            assert second.last("table")["host"], "while the host is away the first of the others deals"
            await second.say(Admit(await knock_of(second)))
            await guest.settle()
            assert guest.last("table")["you"] is None and guest.last("table")["waits"] == 2

    play(story)


def test_who_is_let_in_sees_nothing_of_before(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("old-maid", 3, bots=[None, "easy", "easy"], join="now", watch=False, start=True)
            host = await Seat(table, "ann").come()
            for _ in range(4):
                assert table.match is not None
                await table.play(table.match.turn.seats[0], "draw")
            guest = await Seat(table, "bob", log=True).come()
            await guest.say(Sit(1))
            await host.say(Admit(await knock_of(host)))
            await guest.settle()
            view = guest.last("view")
            assert guest.last("table")["you"] == 1 and view["log"] == []
            assert any(zone[0] == "hand" and zone[1] == 1 and isinstance(zone[4], list) for zone in view["zones"])
            for n in range(4):
                assert (await asked_for(guest, n))["reason"] == "no-watchers"
            assert (await asked_for(guest, 4))["view"]["zones"] == view["zones"]
            assert table.match is not None
            await table.play(table.match.turn.seats[0], "draw")
            again = await Seat(table, "bob", log=True).come()
            assert [line[0] for line in again.last("log")["lines"]] == [5]
            table_id = table.id
        async with House(tmp_path, BOTS_WAIT) as house:
            again = await Seat(await house.open(table_id), "bob", log=True).come()
            assert [line[0] for line in again.last("log")["lines"]] == [5], "a restart tells what was before"
            assert (await asked_for(again, 3))["reason"] == "no-watchers"

    play(story)


async def asked_for(seat: Seat, n: int) -> dict[str, Any]:
    """The answer to a question about the past."""
    before = len(seat.frames)
    await seat.say(AskPast(n))
    await until(lambda: any(frame["t"] in ("past", "refused") for frame in seat.frames[before:]), 30.0)
    return next(frame for frame in seat.frames[before:] if frame["t"] in ("past", "refused"))


def test_who_has_stood_up_may_come_back_to_the_same_hand(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("old-maid", 3, bots=[None, None, "easy"])
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            await guest.say(Sit(1))
            await host.say(Start())
            await guest.say(Stand())
            await guest.say(Sit(1))
            assert guest.last("table")["you"] == 1, "they have seen that hand"

    play(story)


@pytest.mark.parametrize("join", ["now", "between"])
def test_nobody_sees_a_second_hand_by_coming_as_somebody_else(join: Any, tmp_path: Path) -> None:
    """One of many identities was dealt in; whatever all of them try, they never look through another seat's eyes."""
    chance = Seeded(f"many {join}")

    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("old-maid", 4, join=join, options={"deals": 20})
            host = await Seat(table, "ann").come()
            crowd = [await Seat(table, f"e{number}").come() for number in range(5)]
            await crowd[0].say(Sit(1))
            await host.say(Start())
            tries: list[ClientMessage] = [*(Sit(seat) for seat in range(4)), Stand(), *(Admit(n) for n in range(1, 9))]
            for _ in range(250):
                for _ in range(2):
                    one = crowd[chance.below(len(crowd))]
                    table.post(one.connection, tries[chance.below(len(tries))])
                    await one.settle()
                if chance.below(8) == 0:
                    one = crowd[chance.below(len(crowd))]
                    await one.go()
                    crowd[crowd.index(one)] = await Seat(table, one.connection.person.id).come()
                if table.match is not None and not table.match.game.over:
                    await table.play(*random_move(table.match, chance))
                assert table.status() == "playing", "the story was too short"
                assert {one.connection.viewer for one in crowd} <= {None, 1}

    play(story)


def test_names_of_newcomers_do_not_talk_where_talk_is_forbidden(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("the-gang", 3, bots=[None, "easy", "easy"], start=True)
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob", "I HOLD TWO ACES").come()
            await guest.say(Sit(1))
            await host.say(Admit(await knock_of(host)))
            await host.settle()
            assert host.last("table")["chairs"][1]["next"] == ""
            assert not any("ACES" in str(frame) for frame in host.frames)

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
            host = await Seat(await house.open(table_id), "ann").come()
            assert reason(await host.say(Sit(2))) == "other-hand", "forgotten by a restart"
            await host.say(Sit(0))
            assert host.last("table")["you"] == 0

    play(story)
