"""What those at a table decide together: votes, take-backs, the end by consent, another match."""

from __future__ import annotations

from pathlib import Path

import pytest

from koloda.match import Match
from koloda.server.protocol.consent import Again, Ballot, Claim, Propose
from koloda.server.protocol.governing import Pause, SetDoor
from koloda.server.protocol.messages import AskPast, Rematch, Sit, Stand, Start
from koloda.server.table import consent, take_back
from koloda.server.table.table import Table

from .kit import QUICK, Frame, House, Seat, mover, play, reason, to_the_end, until

SOON_AWAY = QUICK._replace(grace_seconds=0.05)


def last_vote(seat: Seat) -> Frame:
    """The newest vote that is open, as somebody is told of it."""
    found: list[Frame] = seat.last("table")["votes"]
    return found[-1]


async def vote(seat: Seat, yes: bool = True) -> list[Frame]:
    return await seat.say(Ballot(last_vote(seat)["vote"], yes))


def votes_of(seat: Seat) -> list[Frame]:
    found: list[Frame] = seat.last("table").get("votes", [])
    return found


async def step(table: Table, people: list[Seat], number: int = -1) -> tuple[Seat, str]:
    """Whoever is to move makes one of their moves."""
    somebody = mover(table, people)
    move = somebody.legal()[number]
    assert (await somebody.move(move))["t"] == "moved"
    return somebody, move


# I was Филя


def test_a_seat_goes_over_when_more_than_half_of_those_here_say_yes(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 4)
            await people[3].go()
            lost = await Seat(table, "new-cookie", "Филя").come()
            assert reason(await lost.say(Claim(0))) == "seat-held"
            assert not [f for f in await lost.say(Claim(3)) if f["t"] == "refused"]
            asked = last_vote(people[0])
            assert asked["name"] == "Филя" and asked["seat"] == 3 and asked["asked"] == [0, 1, 2]
            assert lost.last("table")["asks"] == 3 and reason(await vote(lost)) == "no-vote"
            await vote(people[0])
            assert table.seat_of("new-cookie") is None
            await vote(people[1])
            await lost.settle()
            assert table.seat_of("new-cookie") == 3 and lost.last("table")["you"] == 3
            assert not votes_of(people[0])
            back = await Seat(table, "p3").come()  # the old cookie is found after all: it has no seat any more
            assert back.last("table")["you"] is None and back.last("view")["legal"] == []

    play(story)


def test_nobody_claims_a_seat_in_the_name_of_another_player(tmp_path: Path) -> None:
    """Whoever has lost their cookie may call themself again what they were called; nobody else's name is told."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 4)
            await people[3].go()
            thief, lost = await Seat(table, "thief", "P2").come(), await Seat(table, "new-cookie", "p3").come()
            await thief.say(Claim(3))
            assert last_vote(people[0])["name"] == "P2 2"
            await thief.say(Stand())
            await lost.say(Claim(3))
            assert last_vote(people[0])["name"] == "p3"
            await vote(people[0])
            await vote(people[1])
            await lost.settle()
            assert lost.last("table")["you"] == 3 and lost.last("table")["chairs"][3]["name"] == "p3"

    play(story)


def test_no_is_heard_and_the_same_is_not_asked_again_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 4)
            await people[3].go()
            lost = await Seat(table, "new-cookie").come()
            await lost.say(Claim(3))
            await vote(people[0], yes=False)
            await vote(people[1], yes=False)
            assert reason(await lost.settle()) == "not-agreed" and table.seats[3].person == "p3"
            assert reason(await lost.say(Claim(3))) == "asked-already"

    play(story)


def test_one_witness_alone_cannot_show_anybody_a_hand_of_this_deal(tmp_path: Path) -> None:
    """Or whoever is left alone at a table for two could come in once more, as the other one, and see both hands."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("old-maid", 2)
            await people[1].go()
            second_page = await Seat(table, "ann-in-another-browser").come()
            await second_page.say(Claim(1))
            await vote(people[0])
            await second_page.settle()
            told = second_page.last("table")
            assert told["you"] is None and told["waits"] == 1 and second_page.last("view")["legal"] == []
            assert table.seats[1].level == "normal"
            hands = [zone[4] for frame in second_page.frames if frame["t"] == "view" for zone in frame["zones"]]
            assert all(isinstance(cards, int) or not cards for cards in hands[: len(table.seats)])

    play(story)


def test_who_has_held_a_hand_of_this_match_is_nobody_else(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            _, people = await house.full_table("old-maid", 4)
            await people[3].go()
            await people[2].say(Stand())
            assert reason(await people[2].say(Claim(3))) == "other-hand"
            assert reason(await people[0].say(Claim(3))) == "seated"
            assert reason(await people[2].say(Claim(2))) == "seat-taken"  # a bot's: it can simply be asked for
            assert reason(await people[2].say(Claim(9))) == "no-such-seat"

    play(story)


def test_where_nobody_is_there_is_nobody_to_ask(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, SOON_AWAY) as house:
            table, people = await house.full_table("pairs", 2)
            for one in people:
                await one.go()
            lost = await Seat(table, "new-cookie").come()
            await until(lambda: all(seat.away for seat in table.seats))
            assert reason(await lost.say(Claim(1))) == "nobody-here"

    play(story)


def test_who_comes_back_ends_the_vote_about_their_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 4)
            await people[3].go()
            lost = await Seat(table, "new-cookie").come()
            await lost.say(Claim(3))
            back = await Seat(table, "p3").come()
            assert not votes_of(back) and back.last("table")["you"] == 3
            assert reason(await people[0].say(Ballot(1))) == "no-such-vote"

    play(story)


def test_who_asks_may_take_it_back_and_strangers_cannot_use_up_the_votes(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 5)
            for one in people[2:]:
                await one.go()
            strangers = [await Seat(table, f"stranger{n}").come() for n in range(3)]
            for n, stranger in enumerate(strangers[:2]):
                await stranger.say(Claim(2 + n))
            assert reason(await strangers[2].say(Claim(4))) == "asked-already"
            await people[0].say(Propose("end"))
            assert [one["what"] for one in votes_of(people[0])] == ["seat", "seat", "end"]
            assert reason(await people[1].say(Propose("end"))) == "asked-already"
            await strangers[0].say(Stand())
            assert [one["what"] for one in votes_of(people[0])] == ["seat", "end"]

    play(story)


@pytest.mark.parametrize("before_the_first_deal", [True, False])
def test_a_seat_is_asked_for_where_no_cards_are_played(before_the_first_deal: bool, tmp_path: Path) -> None:
    """In the waiting room, and between two matches: one yes of two people is enough, there is no hand to be seen."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 3, options={"target": 5})
            host, friend, guest = [await Seat(table, name).come() for name in ("ann", "bob", "cat")]
            for seat, somebody in enumerate((friend, guest), 1):
                await somebody.say(Sit(seat))
            if not before_the_first_deal:
                await host.say(Start())
                await to_the_end(table, [host, friend, guest])
            await friend.go()
            await host.settle()
            lost = await Seat(table, "new-cookie", "").come()
            await lost.say(Claim(1))
            for one in (host, guest):
                await vote(one)
            await lost.settle()
            assert table.seat_of("new-cookie") == 1 and lost.last("table")["you"] == 1
            assert table.seats[1].name == "bob", "who has no name yet keeps that of the seat"

    play(story)


@pytest.mark.parametrize("witnesses", [1, 2])
def test_the_host_is_the_host_again_before_two_witnesses(witnesses: int, tmp_path: Path) -> None:
    """Or one guest alone could make themselves the host of somebody else's table while the host is on the phone."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", witnesses + 1)
            await people[0].go()
            lost = await Seat(table, "ann-with-a-new-cookie").come()
            await lost.say(Claim(0))
            for one in people[1:]:
                await vote(one)
            await lost.settle()
            told = lost.last("table")
            if witnesses == 1:
                assert told["you"] is None and told["waits"] == 0 and table.host == "ann"
                assert not told.get("yours") and not told["host"]
                return
            assert told["you"] == 0 and told["yours"] and told["host"] and table.host == "ann-with-a-new-cookie"
            await lost.say(Pause())
            assert people[1].last("table")["paused"]
            old = await Seat(table, "ann").come()  # whoever finds the old cookie is nobody's host
            assert not old.last("table").get("yours") and reason(await old.say(SetDoor("closed"))) == "not-host"
        async with House(tmp_path) as house:
            again = await house.open(table.id)
            assert again.host == "ann-with-a-new-cookie" == again.row.host and again.seat_of(again.host) == 0

    play(story)


# A bot for somebody asleep


def test_a_majority_gives_the_seat_of_somebody_asleep_to_a_bot(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 4, patience=1)
            sleeper = mover(table, people)
            seat = people.index(sleeper)
            others = [one for one in people if one is not sleeper]
            assert reason(await others[0].say(Propose("bot", seat))) == "not-idle"
            table.turn_since -= 59.0
            assert reason(await others[0].say(Propose("bot", seat))) == "not-idle"
            table.turn_since -= 1.1
            await others[0].settle()
            assert others[0].last("table")["idle"] == [seat]
            await others[0].say(Propose("bot", seat))
            assert last_vote(others[0])["asked"] == [people.index(one) for one in others]
            assert reason(await vote(sleeper)) == "no-vote"
            await vote(others[1])
            assert table.seats[seat].person is None and table.seats[seat].level == "normal"
            assert sleeper.last("table")["you"] is None

    play(story)


def test_whoever_moves_is_awake(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 4)
            sleeper = mover(table, people)
            others = [one for one in people if one is not sleeper]
            table.turn_since -= 181
            await others[0].say(Propose("bot", people.index(sleeper)))
            await sleeper.move("hit")
            assert not votes_of(others[0]) and table.seat_of(sleeper.connection.person.id) is not None
            assert "idle" not in others[0].last("table")

    play(story)


def test_the_table_tells_when_patience_ends(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            table.turn_since -= 179.9
            table.post(people[0].connection, Again())  # wakes the owner, who looks at the clock
            await until(lambda: bool(table.consent.idle))
            assert people[0].last("table")["idle"] == [people.index(mover(table, people))]

    play(story)


def test_one_person_with_two_pages_has_one_vote(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 5)
            await people[4].go()
            lost = await Seat(table, "new-cookie").come()
            await lost.say(Claim(4))
            twin = await Seat(table, "ann").come()
            for page in (people[0], twin, people[0]):
                await page.say(Ballot(1))
            assert last_vote(twin)["yes"] == [0] and table.seats[4].person == "p4"
            await vote(people[1])
            assert table.seats[4].person == "p4"  # two of four are not more than half
            await vote(people[2])
            assert table.seats[4].person == "new-cookie"

    play(story)


def test_votes_end_by_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consent, "VOTE_SECONDS", 0.05)

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            await people[0].say(Propose("end"))
            await until(lambda: not table.consent.votes)
            assert people[0].last("refused")["reason"] == "not-agreed" and table.status() == "playing"
            assert reason(await people[0].say(Propose("end"))) == "asked-already"

    play(story)


def test_of_those_who_have_gone_no_word_is_waited_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, SOON_AWAY) as house:
            table, people = await house.full_table("pairs", 3)
            await people[2].go()
            await people[0].say(Propose("end"))
            await vote(people[1])
            await until(lambda: table.status() == "over")

    play(story)


# The end by consent


def test_all_must_agree_to_the_end_and_it_counts_nowhere(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 3)
            await step(table, people)
            await people[0].say(Propose("end"))
            await vote(people[1])
            assert table.status() == "playing"
            await vote(people[2])
            told = people[1].last("table")
            assert told["status"] == "over" and told["ended"] and "evening" not in told and told["seal"]["secret"]
            answer = await mover(table, people).move("hit")
            assert (answer["t"], answer["reason"]) == ("refused", "over")
            assert reason(await people[0].say(Propose("back"))) == "over"
            kept = await house.store.match(table.match_id)
            assert kept is not None
            assert kept.record["ended"] is True and kept.record["result"] is None and len(kept.record["moves"]) == 1
            (line,) = await house.store.history("p1")
            assert line.result is None
            await people[0].say(Rematch())
            assert table.status() == "waiting" and not table.called_off

    play(story)


def test_while_a_vote_is_open_the_match_is_not_played_anew_at_every_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match of thousands of moves takes a while: whoever proposes something could hold up all tables by pinging."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("old-maid", 3)  # no new deal
            mover_then, _ = await step(table, people)
            await step(table, people)
            await mover_then.say(Propose("back"))
            assert votes_of(people[0])
            replays: list[int] = []
            replayed = take_back.replayed

            async def counted(table: Table, moves: list[tuple[int, str]]) -> Match:
                replays.append(len(moves))
                return await replayed(table, moves)

            monkeypatch.setattr(take_back, "replayed", counted)
            for _ in range(30):
                await people[0].say(AskPast(0))
            assert not replays
            await step(table, people)
            await people[0].settle()
            assert len(replays) == 1 and votes_of(people[0]), "something was played: it is looked again"

    play(story)


def test_one_no_is_enough_against_the_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 3)
            await people[0].say(Propose("end"))
            await vote(people[2], yes=False)
            assert not table.consent.votes and table.status() == "playing"

    play(story)


# Another match


def test_another_match_is_dealt_when_all_who_stay_are_ready(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, SOON_AWAY) as house:
            table, people = await house.full_table("pairs", 4, options={"target": 5})
            assert reason(await people[0].say(Again())) == "not-over"
            await to_the_end(table, people)
            first = table.match_id
            await people[1].say(Again())
            await people[2].say(Again())
            assert people[0].last("table")["ready"] == [1, 2]
            await people[2].say(Again(yes=False))
            assert people[0].last("table")["ready"] == [1]
            await people[2].say(Again())
            await people[3].say(Stand())  # does not stay
            assert table.match_id == first
            await people[0].say(Again())
            await until(lambda: table.status() == "playing")
            assert table.match_id != first and table.seats[3].level == "normal"
            assert table.evening.lines[0].matches == 1

    play(story)


def test_who_has_gone_is_not_waited_for_to_deal_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, SOON_AWAY) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 5})
            await to_the_end(table, people)
            first = table.match_id
            await people[0].say(Again())
            await people[1].go()
            await until(lambda: table.match_id != first and table.match is not None)  # a bot may end it in a moment

    play(story)
