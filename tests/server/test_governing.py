"""A table that its people govern: who comes in, who goes, who deals, when play rests; and nobody sees a second hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from koloda.server.protocol.governing import (
    Arrange,
    Ban,
    FreeSeat,
    HandOver,
    LetIn,
    Mute,
    Nudge,
    Pause,
    Report,
    SetDoor,
)
from koloda.server.protocol.messages import Admit, AskPast, Move, Rename, Say, SetBot, Sit, Stand, Start
from koloda.server.table.inbox import JOINED
from koloda.server.table.table import Table
from koloda.server.table.table_settings import TableSettings

from .kit import House, Seat, mover, play, reason, until

BOTS_WAIT = TableSettings(1000.0, 1000.0)
IMPATIENT = TableSettings(grace_seconds=0.2, max_bot_pause_seconds=1000.0)


def number(table: Table, person: str) -> int:
    return table.guestbook.number(person)


def test_ten_clicks_on_three_seats_seat_three_and_tell_seven_why(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 4)
            guests = [await Seat(table, f"g{number}").come() for number in range(10)]
            for at, guest in enumerate(guests):
                table.post(guest.connection, Sit(1 + at % 2, any=True))
            answers = [await guest.settle() for guest in guests]
            refused = [frame["reason"] for frames in answers for frame in frames if frame["t"] == "refused"]
            assert refused == ["no-seat"] * 7
            assert all(state.person for state in table.seats)

    play(story)


def test_in_mid_match_any_free_seat_is_a_bots_that_nobody_waits_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("pairs", 3, bots=[None, "easy", "easy"], start=True)
            host, first, second = [await Seat(table, name).come() for name in ("ann", "bob", "cat")]
            for guest in (first, second):
                await guest.say(Sit(1, any=True))
                await host.settle()
                for knock in host.last("table").get("knocks", []):
                    await host.say(Admit(knock["knock"]))
            assert {seat: person.id for seat, person in table.newcomers.waiting.items()} == {1: "bob", 2: "cat"}
            third = await Seat(table, "dan").come()
            assert reason(await third.say(Sit(2, any=True))) == "no-seat"

    play(story)


def test_names_are_told_apart_and_change_at_every_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, other = await house.table("pairs", 3), await house.table("pairs", 3)
            host, guest = await Seat(table, "ann", "Ann").come(), await Seat(table, "bob", "").come()
            await guest.say(Sit(1))
            for tried, told in (
                ("Ann", "Ann 2"),
                ("Аnn", "Аnn 2"),
                ("A n\u202en", "A n n 2"),
                ("\u3164\u200b\U0001d159\ufffc", None),
                ("...", None),
                ("Bob", "Bob"),
            ):
                await guest.say(Rename(tried))
                assert host.last("table")["chairs"][1].get("name") == told
            elsewhere = await Seat(other, "bob", "").come()
            await elsewhere.say(Sit(2))
            await guest.say(Rename("Robert"))
            await until(lambda: other.seats[2].name == "Robert")
            await host.say(Rename("Robert"))
            assert [state.name for state in table.seats] == ["Robert 2", "Robert", ""]
            watcher = await Seat(table, "cat", "Robert").come()
            await watcher.say(Say("hello"))
            assert host.last("said")["name"] == "Robert 3", "nobody speaks in another's name"

    play(story)


def test_who_looks_on_or_waits_at_the_door_has_their_new_name_at_once(tmp_path: Path) -> None:
    """Wherever they have given it: on another page, or in the settings."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 3)
            host, watcher = await Seat(table, "ann", "Ann").come(), await Seat(table, "bob", "").come()
            await host.say(SetDoor("ask"))
            waiting = Seat(table, "cat", "")
            await knock_at(table, waiting)
            for person, name in (("bob", "Bob"), ("cat", "Cat")):
                await house.store.name_person(person, name)
                await house.hub.tell_name(person)
            await host.settle()
            told = host.last("table")
            assert [name for _, name, _ in told["guests"] + told["at_door"]] == ["Bob", "Cat"]
            await watcher.say(Sit(1))
            assert host.last("table")["chairs"][1]["name"] == "Bob"

    play(story)


def test_nobody_knocks_asks_or_waits_in_anothers_name(tmp_path: Path) -> None:
    """Whoever has no seat is told apart from those who have one: at the door, in a request, on a seat they wait for."""

    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("pairs", 4, bots=[None, None, "easy", "easy"], options={"target": 31})
            host, friend = await Seat(table, "ann", "Ann").come(), await Seat(table, "bob", "Bob").come()
            await friend.say(Sit(1))
            await host.say(Start())
            await host.say(SetDoor("ask"))
            like_the_friend = Seat(table, "eve", "Воb")
            await knock_at(table, like_the_friend)
            await host.settle()
            assert [name for _, name, _ in host.last("table")["at_door"]] == ["Воb 2"]
            await host.say(LetIn(number(table, "eve")))
            await like_the_friend.say(Rename("Ann"))
            await like_the_friend.say(Sit(2))
            await host.settle()
            told = host.last("table")
            assert [knock["name"] for knock in told["knocks"]] == ["Ann 2"]
            assert [name for _, name, _ in told["guests"]] == ["Ann 2"]
            await host.say(Admit(told["knocks"][0]["knock"]))
            await friend.settle()
            assert friend.last("table")["chairs"][2]["next"] == "Ann 2"

    play(story)


def test_a_seat_is_freed_handed_over_and_the_part_of_an_absent_host_passes_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, IMPATIENT) as house:
            table = await house.table("pairs", 3, bots=[None, None, "easy"])
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            await guest.say(Sit(1))
            for message in (HandOver(0), FreeSeat(0), SetDoor("closed"), Ban(number(table, "ann")), Pause()):
                assert reason(await guest.say(message)) == "not-host"
            assert reason(await host.say(FreeSeat(2))) == "seat-free" and reason(await host.say(HandOver(2)))
            await host.say(FreeSeat(1))
            assert reason(await guest.settle()) == "seat-freed" and guest.last("table")["you"] is None
            await guest.say(Sit(1))
            await host.go()
            await until(lambda: table.leader() == "bob")
            await guest.settle()
            assert guest.last("table")["host"] and not guest.last("table").get("yours")
            for message in (HandOver(1), SetDoor("closed"), Ban(number(table, "ann"))):
                assert reason(await guest.say(message)) == "not-host", "these are for the host themselves"
            back = await Seat(table, "ann").come()
            assert back.last("table")["host"] and table.leader() == "ann"
            await back.say(HandOver(1))
            await guest.settle()
            assert guest.last("table")["yours"] and guest.last("table")["host_seat"] == 1
            assert reason(await back.say(Start())) == "not-host" and table.row.host == "bob"
            await guest.say(Start())
            assert table.status() == "playing"

    play(story)


@pytest.mark.parametrize("clock", [0, 60])
def test_a_pause_stops_moves_bots_and_the_clock(clock: int, tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, clock=clock, options={"target": 31})
            host, one = people[0], mover(table, people)
            assert reason(await people[1].say(Pause())) == "not-host"
            await host.say(Pause())
            assert host.last("table")["paused"] and "deadline" not in host.last("view") and not table.bots_due
            sent = Move("mine", one.match_number(), one.legal()[0], table.match_id)
            assert (await one.send_move(sent))["reason"] == "paused"
            left = table.rests_with
            assert left is not None and clock - 5 < left <= clock
            await host.say(Pause(False))
            assert (await one.send_move(sent))["t"] == "moved", "it may be sent again"
            assert "paused" not in host.last("table")

    play(story)


def test_before_a_deal_the_host_changes_everything_but_the_people(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 3, bots=[None, None, "easy"])
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            await guest.say(Sit(1))
            secret, match = table.seal.secret, table.match_id
            await host.say(
                Arrange(game="cribbage", seats=4, clock=30, watch=False, full=True, hints=False, patience=10)
            )
            told = host.last("table")
            assert (told["game"], told["seats"], told["clock"], told["watch"], told["full"]) == (
                ("cribbage", 4, 30, False, True)
            )
            assert told["patience"] == table.setup.patience == 10
            assert [chair["kind"] for chair in told["chairs"]] == ["person", "person", "bot", "empty"]
            assert table.seal.secret != secret and table.match_id != match and len(table.seal.commits) == 4
            assert reason(await host.say(Arrange(seats=16))) and table.setup.seats == 4
            await host.say(SetBot(2, None))
            late = await Seat(table, "cat").come()
            await late.say(Sit(3))
            assert reason(await host.say(Arrange(seats=2))) == "too-few-seats"
            await host.say(Arrange(seats=3))
            assert [state.person for state in table.seats] == ["ann", "bob", "cat"]
            assert table.status() == "playing", "it starts when it is full"
            assert reason(await host.say(Arrange(seats=4))) == "started"
            assert (table.row.game, table.row.free, table.row.watch) == ("cribbage", 0, 0)

    play(story)


def test_mute_nudge_and_report(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table, people = await house.full_table("pairs", 3, options={"target": 31})
            host, rude, third = people
            await rude.say(Say("you play like a bot"))
            await third.say(Mute(number(table, "p1")))
            await rude.say(Say("and again"))
            assert third.last("said")["text"] == "you play like a bot" and host.last("said")["text"] == "and again"
            assert third.last("table")["muted"] == [number(table, "p1")] and "muted" not in host.last("table")
            assert reason(await host.say(Mute(number(table, "ann")))) == "yourself"
            assert reason(await host.say(Mute(99))) == "no-such-guest"
            one = mover(table, people)
            nudger = next(person for person in people if person is not one)
            assert one.connection.viewer is not None
            assert reason(await nudger.say(Nudge(one.connection.viewer))) == "no-nudge", "they have just begun to think"
            table.turn_since -= 60
            await nudger.say(Nudge(one.connection.viewer))
            if nudger is rude and one is third:
                assert "nudged" not in {frame["t"] for frame in await one.settle()}
            else:
                assert [f["seat"] for f in await one.settle() if f["t"] == "nudged"] == [nudger.connection.viewer]
            assert reason(await nudger.say(Nudge(one.connection.viewer))) == "no-nudge"
            await host.say(Report(number(table, "p1"), "rude"))
            assert host.last("reported")["who"] == number(table, "p1")
            ((_, _, told, done),) = await house.store.house.reports()
            assert not done and (told["person"], told["whom"], told["text"]) == ("ann", "p1", "rude")
            assert [line[2] for line in told["lines"]] == ["you play like a bot", "and again"]
            answers = [await host.say(Report(number(table, "p1"))) for _ in range(6)]
            assert reason(answers[-1]) == "too-many-reports"

    play(story)


def test_no_nudge_where_the_rules_forbid_talk(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table, people = await house.full_table("the-gang", 3)
            table.turn_since -= 60
            assert not table.may_talk(0)
            assert reason(await people[0].say(Nudge(1))) == "no-chat"

    play(story)


def test_a_banned_guest_in_five_ways(tmp_path: Path) -> None:
    """With the old cookie, on another page, as somebody new, by a seat that was asked for, by freeing the door."""

    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("pairs", 4, bots=[None, None, "easy", "easy"], options={"target": 31})
            host, friend, rude = [await Seat(table, name).come() for name in ("ann", "bob", "eve")]
            await friend.say(Sit(2))
            await rude.say(Sit(1))
            second_page = await Seat(table, "eve").come()
            await host.say(Start())
            await host.say(Ban(number(table, "eve")))
            assert rude.connection.reason == second_page.connection.reason == "table-banned"
            assert table.seats[1].level == "normal" and host.last("table")["chairs"][1]["kind"] == "bot"
            assert (
                host.last("table")["banned"] == [[number(table, "eve"), "", False]]
                and host.last("table")["door"] == "ask"
            )
            assert "banned" not in friend.last("table")
            again = Seat(table, "eve")  # 1: the same cookie
            await knock_at(table, again)
            assert again.connection.reason == "table-banned" and not again.raw
            stranger = Seat(table, "eve-with-a-new-cookie", "Bob")  # 2: another one
            await knock_at(table, stranger)
            assert [frame["t"] for frame in stranger.frames] == ["at-door"], "nothing is seen from the door"
            for message in (Sit(1), Say("let me in"), AskPast(0), Stand(), Report(1), Nudge(0), Pause(), Start()):
                assert reason(await stranger.say(message)) == "at-door"  # 3: whatever they send
            assert reason(await friend.say(LetIn(number(table, "eve-with-a-new-cookie")))) == "not-host"
            assert reason(await host.say(SetDoor("open"))) == "has-bans"  # 4: by talking the host into opening the door
            await host.say(LetIn(number(table, "eve-with-a-new-cookie"), yes=False))
            assert stranger.connection.reason == "not-let-in"
            await friend.go()
            back = await Seat(table, "bob").come()  # friends come and go
            assert back.last("table")["you"] == 2
            await host.go()
            late = Seat(table, "eve-once-more")  # 5: while the host is away, by whoever has their part
            await knock_at(table, late)
            await back.settle()
            assert back.last("table")["host"] and "at_door" not in back.last("table")
            assert reason(await back.say(LetIn(number(table, "eve-once-more")))) == "not-host"
            home = await Seat(table, "ann").come()
            assert home.last("table")["at_door"] == [[number(table, "eve-once-more"), "eve-once-more", False]]
            await home.say(LetIn(number(table, "eve-once-more")))
            await late.settle()
            assert late.last("table")["you"] is None and late.last("view")["n"] == 0
            await home.say(Ban(number(table, "eve"), yes=False))
            await home.say(SetDoor("open"))
            assert (await Seat(table, "eve").come()).last("table")["you"] is None

    play(story)


async def knock_at(table: Table, somebody: Seat) -> None:
    """Connect, perhaps no further than to the door."""
    table.post(somebody.connection, JOINED)
    await until(lambda: somebody.connection.closed or table.guestbook.is_asking(somebody.connection))
    somebody.take()


def test_a_closed_door(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 3)
            host, friend = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            await host.say(SetDoor("ask"))
            waiting = Seat(table, "cat", "Cat")
            await knock_at(table, waiting)
            await host.settle()
            assert host.last("table")["at_door"] == [[number(table, "cat"), "Cat", False]]
            await waiting.say(Rename("Kate"))
            await host.settle()
            assert host.last("table")["at_door"] == [[number(table, "cat"), "Kate", False]]
            await host.say(SetDoor("closed"))
            assert waiting.connection.reason == "door-closed" and table.guestbook.problem("dan") == "door-closed"
            assert table.guestbook.problem("bob") == "" and table.row.open == 0, "it is not in the lobby either"
            await friend.go()
            assert (await Seat(table, "bob").come()).last("table")["door"] == "closed"
            assert "at_door" not in host.last("table")

    play(story)


def test_chat_is_there_after_a_reload_and_before_the_deal(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 3, watch=False)
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            await host.say(Say("alone"))
            await guest.say(Sit(1))
            for line in range(5):
                await host.say(Say(f"line {line}"))
            heard = [f"line {line}" for line in range(5)]
            back = await Seat(table, "bob", log=True).come()
            assert [line["text"] for line in back.last("chat")["lines"]] == heard
            watcher = await Seat(table, "cat", log=True).come()
            assert "chat" not in {frame["t"] for frame in watcher.frames}, "this table takes no watchers"
        async with House(tmp_path) as house:
            again = await Seat(await house.open(table.id), "ann", log=True).come()
            assert [line["text"] for line in again.last("chat")["lines"]] == ["alone", *heard]

    play(story)


def test_leave_and_retake_shows_no_second_hand(tmp_path: Path) -> None:
    """Whoever leaves, is freed or sent away sees nothing more of that hand, and gets no other one of this match."""

    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            _, people = await house.full_table("cribbage", 3, join="now")
            host, guest = people[0], people[1]
            hidden = [face(view) for view in ([people[seat].last("view") for seat in (1, 2)])]
            await guest.say(Stand())
            assert guest.last("table")["you"] is None
            assert own_cards(guest.last("view"), 1) == own_cards(guest.last("view"), 2) == set()
            assert reason(await guest.say(Sit(2))) == "seat-taken"
            await people[2].say(Stand())
            assert reason(await guest.say(Sit(2))) == "other-hand"
            await guest.say(Sit(1))
            assert guest.last("table")["you"] == 1 and face(guest.last("view")) == hidden[0], "one's own hand, at once"
            await host.say(FreeSeat(1))
            assert guest.last("table")["you"] is None and not own_cards(guest.last("view"), 1)
            await guest.say(Sit(1))
            assert guest.last("table")["asks"] == 1, "who was taken from their seat asks like a newcomer"
            seen = {card for frame in guest.frames if frame["t"] in ("view", "change") for card in own_cards(frame, 2)}
            assert not seen, "no frame ever showed another hand"

    play(story)


def face(view: dict[str, object]) -> set[object]:
    """All open cards in the hands of a view."""
    return {card for seat in range(3) for card in own_cards(view, seat)}


def own_cards(view: dict[str, object], seat: int) -> set[object]:
    """The open cards in the hand of a seat."""
    zones = view.get("zones", [])
    assert isinstance(zones, list)
    hands = [zone for zone in zones if len(zone) == 5 and zone[0] == "hand" and zone[1] == seat]
    return {card for zone in hands if isinstance(zone[4], list) for card in zone[4] if card is not None}


def test_after_a_restart_the_table_is_governed_as_before(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("pairs", 4, bots=[None, None, None, "easy"], options={"target": 31}, clock=60)
            host, friend, rude = [await Seat(table, name).come() for name in ("ann", "bob", "eve")]
            await friend.say(Sit(1))
            await rude.say(Sit(2))
            await friend.say(Mute(number(table, "eve")))
            await rude.say(Say("boo"))
            await host.say(Arrange(seats=5, hints=False))
            await host.say(Start())
            await host.say(Ban(number(table, "eve")))
            await host.say(HandOver(1))
            await friend.say(Pause())
            before = comparable(table)
        async with House(tmp_path, BOTS_WAIT) as house:
            again = await house.open(table.id)
            assert comparable(again) == before and again.row._replace(touched=0) == (
                table.row._replace(touched=0, here=0, epoch=again.row.epoch, owner=again.row.owner, due=again.row.due)
            )
            back = await Seat(again, "bob").come()
            told = back.last("table")
            assert told["paused"] and told["yours"] and told["door"] == "ask" and len(told["banned"]) == 1
            assert told["muted"] == [number(again, "eve")] and told["seats"] == 5 and not told["hints"]
            await back.say(Pause(False))
            assert again.deadline and again.bots_due.keys() <= set(range(5))
            banned = Seat(again, "eve")
            await knock_at(again, banned)
            assert banned.connection.reason == "table-banned"

    play(story)


def comparable(table: Table) -> str:
    """All that is governed."""
    book = table.guestbook
    kept = [
        table.host,
        book.door,
        book.banned,
        book.muted,
        sorted(book._known),
        [line.saved() for line in table.talk.lines],
    ]
    return json.dumps([*kept, table.rests_with, [state.saved() for state in table.seats], table.setup.seats])
