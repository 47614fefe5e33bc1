"""Nobody keeps a seat that they do not use, talks where talk is forbidden, or listens where they are not welcome."""

from __future__ import annotations

from pathlib import Path

import pytest

from koloda.server.protocol.consent import Ballot, Claim
from koloda.server.protocol.governing import FreeSeat
from koloda.server.protocol.messages import Rematch, Say, SetBot, Sit, Stand, Start
from koloda.server.table import governing
from koloda.server.table.table_settings import TableSettings

from .kit import QUICK, House, Seat, mover, play, reason, to_the_end, until

SOON_GONE = TableSettings(grace_seconds=0.05, max_bot_pause_seconds=1000.0)
PATIENT = TableSettings(grace_seconds=1000.0, max_bot_pause_seconds=1000.0)


def test_before_the_first_deal_the_seat_of_somebody_who_has_gone_is_free_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, SOON_GONE) as house:
            table = await house.table("pairs", 2, watch=False)
            host, squatter = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            await squatter.say(Sit(1))
            await squatter.go()
            await until(lambda: table.seats[1].free())
            await host.settle()
            assert host.last("table")["chairs"][1]["kind"] == "empty"
            friend = await Seat(table, "cat").come()
            await friend.say(Sit(1))
            await host.go()
            await until(lambda: table.seats[0].away)
            assert table.seats[0].person == "ann", "the host keeps theirs"
        async with House(tmp_path, PATIENT) as house:
            assert [seat.person for seat in (await house.open(table.id)).seats] == ["ann", "cat"]

    play(story)


def test_the_host_gives_the_seat_of_somebody_who_has_gone_to_a_bot(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, PATIENT) as house:
            table = await house.table("pairs", 3)
            host, one, other = [await Seat(table, person).come() for person in ("ann", "bob", "cat")]
            await one.say(Sit(1))
            await other.say(Sit(2))
            assert reason(await host.say(SetBot(1, "easy"))) == "seat-taken", "they are here"
            await one.go()
            await host.say(SetBot(1, "easy"))
            assert table.seats[1].level == "easy"
            assert reason(await other.say(SetBot(0, "easy"))) == "not-host"

    play(story)


def test_who_owes_a_move_for_too_long_may_be_replaced_and_has_to_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House(tmp_path, PATIENT) as house:
            table, (host, idle) = await house.full_table("pairs", 2, options={"target": 31})
            while mover(table, [host, idle]) is host:
                await host.move(host.legal()[-1])
            assert reason(await host.say(SetBot(1, "easy"))) == "seat-taken", "they may think for a while"
            monkeypatch.setattr(governing, "IDLE_SECONDS", -1.0)
            assert reason(await host.say(SetBot(1))) == "started"
            await host.say(SetBot(1, "easy"))
            await idle.settle()
            assert table.seats[1].level == "easy" and idle.last("table")["you"] is None
            await idle.say(Sit(1))
            assert idle.last("table")["asks"] == 1 and table.seats[1].free(), "the host decides"

    play(story)


def test_where_talk_is_forbidden_a_seat_keeps_its_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, PATIENT) as house:
            table, (host, bob, _) = await house.full_table("the-gang", 3, open=True)
            assert not table.may_talk(1)
            await house.store.name_person("p1", "I HAVE ACES")
            await house.store.name_person("ann", "HOST SAYS KINGS")
            await bob.go()
            back = await Seat(table, "p1", "I HAVE ACES").come()
            await back.say(Stand())
            await back.say(Sit(1))
            assert table.seat_of("p1") == 1 and table.seats[1].name == "p1"
            stranger = await Seat(table, "dan", "I HAVE ACES").come()
            await back.say(Stand())
            await table.seat_person(1, stranger.connection.person)
            assert table.seats[1].name == ""
            assert [listed.host for listed in await house.hub.lobby()] == ["Ann"]
            await host.say(Stand())
            assert [listed.host for listed in await house.hub.lobby()] == [""]

    play(story)


def test_after_the_match_people_are_called_what_they_call_themselves(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 5})
            await house.store.name_person("p1", "Bob")
            await to_the_end(table, people)
            await people[0].say(Rematch())
            assert people[0].last("table")["chairs"][1]["name"] == "Bob"
        async with House(tmp_path) as house:
            assert (await house.open(table.id)).seats[1].name == "Bob"

    play(story)


def test_strangers_do_not_hear_the_chat_of_a_table_without_watchers(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, PATIENT) as house:
            table = await house.table("pairs", 2, watch=False, bots=[None, "normal"])
            host, stranger = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            await host.say(Start())
            await host.say(Say("between us"))
            await stranger.settle()
            assert host.last("said")["text"] == "between us"
            assert not [frame for frame in stranger.frames if frame["t"] == "said"]

    play(story)


def test_nobody_loses_their_seat_because_they_load_their_page_again(tmp_path: Path) -> None:
    """Whoever is left, and is two people at once, could have it as soon as the line is gone for a moment."""

    async def story() -> None:
        async with House(tmp_path, QUICK._replace(min_gone_seconds=0.4)) as house:
            table, (ann, bob) = await house.full_table("old-maid", 2)
            ann_again = await Seat(table, "ann-in-another-browser").come()
            for stays_away in (False, True):
                await bob.go()
                await ann_again.say(Claim(1))
                await ann.say(Ballot(ann.last("table")["votes"][-1]["vote"]))
                assert table.seats[1].person == "p1", "they have just gone"
                if stays_away:
                    await until(lambda: table.seats[1].person is None)
                bob = await Seat(table, "p1").come()
                assert bob.last("table")["you"] == (None if stays_away else 1)
                assert not ann.last("table").get("votes")

    play(story)


def test_who_was_replaced_has_to_ask_after_a_restart_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, PATIENT) as house:
            table, (ann, *_) = await house.full_table("old-maid", 3, join="now")
            await ann.say(FreeSeat(2))
            assert table.seats[2].level == "normal"
        async with House(tmp_path, PATIENT) as house:
            again = await house.open(table.id)
            host, back = await Seat(again, "ann").come(), await Seat(again, "p2").come()
            await back.say(Sit(2))
            assert again.seats[2].person is None and back.last("table")["asks"] == 2
            assert host.last("table")["knocks"]

    play(story)
