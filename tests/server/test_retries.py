"""A move that is sent again counts once and has one answer: across rematches, restarts and kills."""

from __future__ import annotations

from pathlib import Path

import pytest

from koloda.core.chance import Fast
from koloda.server.protocol.messages import Move, Refused, Rematch, Start
from koloda.server.storage.store import JournalEntry
from koloda.server.table.receipts import MAX_PEOPLE, MAX_RECEIPTS_PER_PERSON, MAX_REFUSALS_IN_A_ROW, Receipts
from koloda.server.table.table import Table

from .kit import Frame, House, Seat, mover, moves, play, to_the_end


async def another_match(host: Seat) -> None:
    await host.say(Rematch())
    await host.say(Start())


def test_a_move_that_is_sent_again_after_the_rematch_counts_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 5})
            while table.status() == "playing":
                one = mover(table, people)
                last = Move(f"n{moves(table)}", moves(table), one.legal()[-1], table.match_id)
                answer = await one.send_move(last)
            await people[0].say(Rematch())
            assert await one.send_move(last) == answer, "between two matches"
            await people[0].say(Start())
            assert await one.send_move(last) == answer and moves(table) == 0
        async with House(tmp_path) as house:
            again = await house.open(table.id)
            back = await Seat(again, one.connection.person.id).come()
            assert await back.send_move(last) == answer and moves(again) == 0

    play(story)


def test_a_move_of_another_match_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("the-gang", 3)
            old = table.match_id
            text = people[0].legal()[0]
            assert (await people[0].send_move(Move("a", 0, text, "other")))["reason"] == "other-match"
            assert (await people[0].send_move(Move("a", 0, text, old)))["reason"] == "other-match", "one id, one answer"
            assert (await people[0].send_move(Move("b", 0, text, old)))["t"] == "moved"

    play(story)


@pytest.mark.parametrize("game", ["pairs", "cribbage", "the-gang"], ids=["one", "together", "free"])
def test_a_move_from_the_future_is_refused(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table(game, 3)
            one = mover(table, people)
            for number in (1, 2, 10**9):
                assert (await one.move(one.legal()[0], n=number))["reason"] == "future"
            assert moves(table) == 0 and (await one.move(one.legal()[0], n=0))["t"] == "moved"

    play(story)


def test_a_refusal_outlives_the_rematch_and_the_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("the-gang", 3)
            assert (await people[1].move("take 3", n=0))["t"] == "moved"
            quicker = await people[0].move("take 3", n=0, move_id="mine")
            assert quicker["reason"] == "quicker"
            early = await people[2].move("no such move", move_id="odd")
            await people[1].move("take 2")
        async with House(tmp_path) as house:
            again = await house.open(table.id)
            ann, other = await Seat(again, "ann").come(), await Seat(again, "p2").come()
            number = moves(again)
            assert await ann.move("take 3", n=number, move_id="mine") == quicker, "the sentence names who was quicker"
            assert await other.move("take 1", n=number, move_id="odd") == early
            assert moves(again) == number

    play(story)


def test_refusals_are_bounded_on_disk_and_in_memory(tmp_path: Path) -> None:
    receipts = Receipts()
    for person in range(3 * MAX_PEOPLE):
        for number in range(2 * MAX_RECEIPTS_PER_PERSON):
            receipts.keep_refused(f"p{person}", Refused("stale", "Поздно.", "Too late.", f"m{number}"))
    last, first = f"p{3 * MAX_PEOPLE - 1}", "p0"
    assert receipts.get(first, f"m{2 * MAX_RECEIPTS_PER_PERSON - 1}") is None
    assert receipts.get(last, "m0") is None and receipts.get(last, f"m{2 * MAX_RECEIPTS_PER_PERSON - 1}")

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            one = mover(table, people)
            before = table.seq
            reasons = [(await one.move("jump", move_id=f"r{number}"))["reason"] for number in range(50)]
            assert table.seq == before + MAX_REFUSALS_IN_A_ROW == before + reasons.index("busy")
            assert (await one.move("hit", move_id="r49"))["t"] == "moved", "busy is no answer for good"
            await to_the_end(table, people)
            assert (await one.move("hit"))["reason"] == "over", "after a move there is room again"

    play(story)


async def journal(house: House, table: Table) -> list[JournalEntry]:
    return await house.store.journal(table.id)


class Forgetful:
    """Somebody whose line loses answers: what had none is sent again, now and then what had one too."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.sent: list[Move] = []
        self.unanswered: Move | None = None
        self.answers: dict[str, Frame] = {}

    async def send(self, seat: Seat, sent: Move, lost: bool) -> None:
        answer = await seat.send_move(sent)
        if answer.get("reason") == "busy":
            return
        assert self.answers.setdefault(sent.id, answer) == answer, "one id has two answers"
        self.unanswered = sent if lost else None


@pytest.mark.parametrize(("game", "options"), [("pairs", {"target": 5}), ("the-gang", {}), ("cribbage", {})])
def test_random_resends_across_rematches_and_kills(game: str, options: dict[str, object], tmp_path: Path) -> None:
    """In the journal every id stands once, in the match for which it was sent; and no id ever has two answers."""

    async def story() -> None:
        chance = Fast(11)
        people = [Forgetful(name) for name in ("ann", "p1", "p2")]
        table_id = ""
        for _ in range(12):
            async with House(tmp_path) as house:
                if not table_id:
                    table, _ = await house.full_table(game, 3, options=options)
                    table_id = table.id
                table = await house.open(table_id)
                seats = [await Seat(table, one.person).come() for one in people]
                for _ in range(40):
                    await one_step(table, people, seats, chance)
        made = [answer["id"] for one in people for answer in one.answers.values() if answer["t"] == "moved"]
        assert len(made) > 100
        async with House(tmp_path) as house:
            check_journal(await journal(house, await house.open(table_id)), people, made)

    play(story)


async def one_step(table: Table, people: list[Forgetful], seats: list[Seat], chance: Fast) -> None:
    assert table.match is not None
    movers = list(table.match.turn.seats) or [0]
    number = chance.below(3) if not chance.below(4) else movers[chance.below(len(movers))]
    one, seat = people[number], seats[number]
    if table.status() != "playing":
        await another_match(seats[0])
    elif one.unanswered is not None:
        await one.send(seat, one.unanswered, False)
    elif one.sent and not chance.below(3):
        await one.send(seat, one.sent[-1 - chance.below(min(6, len(one.sent)))], False)
    else:
        legal = seat.legal() or ["hit"]
        at = moves(table) + (0 if chance.below(4) else chance.below(4) - 2)
        sent = Move(f"{one.person}-{len(one.sent)}", at, legal[chance.below(len(legal))], table.match_id)
        one.sent.append(sent)
        await one.send(seat, sent, not chance.below(3))


def check_journal(entries: list[JournalEntry], people: list[Forgetful], made: list[str]) -> None:
    wanted = {sent.id: sent for one in people for sent in one.sent}
    match, found = "", []
    for entry in entries:
        if entry.kind == "start":
            match = entry.payload["match"]
        elif entry.kind == "move" and entry.payload["id"]:
            sent = wanted[entry.payload["id"]]
            assert (sent.match, sent.move) == (match, entry.payload["move"]), "it counted in another match"
            found.append(sent.id)
    assert sorted(found) == sorted(made), "a move is missing or stands twice"


def test_the_end_is_reached_whatever_is_sent_twice(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 5})
            for _ in range(4):
                await to_the_end(table, people)
                await another_match(people[0])
            assert table.status() == "playing" and moves(table) == 0

    play(story)
