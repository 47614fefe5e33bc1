"""Moves that are taken back: alone where nobody has learnt anything, else with everybody's consent."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import koloda
from koloda.core.chance import Seeded
from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.match import Match
from koloda.records import replay, transcript
from koloda.seal import line_digest
from koloda.server.http.errands import views_of
from koloda.server.protocol.codec import encode
from koloda.server.protocol.consent import Ballot, Propose
from koloda.server.protocol.messages import Admit, Move, Sit, Stand
from koloda.server.table.audience import LINES_IN_A_ROW
from koloda.server.table.table import Table
from koloda.server.table.take_back import MOVES_IN_A_ROW, replayed
from koloda.server.table.unseen import looks_at
from koloda.testing.walks import random_move, samples
from koloda.verify import verify

from .kit import Frame, House, Seat, mover, play, reason, until
from .test_consent import last_vote, step, vote, votes_of

GAMES = koloda.all_games()
LONG = 600


async def agree(people: list[Seat]) -> None:
    """Everybody says yes to the newest vote."""
    number = last_vote(people[0])["vote"]
    for one in people:
        await one.say(Ballot(number))


def test_a_move_that_showed_a_card_goes_back_with_everybodys_consent(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("cribbage", 3)
            assert table.match is not None
            while table.match.turn.kind != "one":
                for one in people:
                    if one.legal():
                        await one.move(one.legal()[0])
            before = table.match.facts()
            somebody, move = await step(table, people)
            n = table.match.move_number
            await somebody.say(Propose("back"))
            told = last_vote(people[0])
            assert told["what"] == "back" and told["all"] and told["by"] == people.index(somebody)
            others = [one for one in people if one is not somebody]
            await vote(others[0])
            assert table.match.move_number == n
            await vote(others[1])
            assert table.match.move_number == n - 1 and table.match.facts() == before
            for one in people:
                await one.settle()
                assert one.last("view")["n"] == n - 1 and one.last("table")["takes"] == 1
            late = Move("late", n - 1, move, table.match_id, takes=0)  # chosen before anything was taken back
            assert (await somebody.send_move(late))["reason"] == "stale"
            assert (await somebody.move(somebody.legal()[0]))["t"] == "moved"

    play(story)


def test_one_no_is_enough_and_nothing_moves(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("old-maid", 2)  # in Pairs the first card may end the round
            somebody, _ = await step(table, people)
            await somebody.say(Propose("back"))
            (other,) = [one for one in people if one is not somebody]
            await vote(other, yes=False)
            assert table.match is not None and table.match.move_number == 1 and not votes_of(other)

    play(story)


def test_a_bid_is_taken_back_alone_until_somebody_has_moved(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("tycoon", 4)
            assert table.match is not None
            while True:  # a pass shows nothing that was not known
                somebody = mover(table, people)
                if "pass" in somebody.legal():
                    break
                await somebody.move(somebody.legal()[0])
            n = table.match.move_number
            await somebody.move("pass")
            await somebody.say(Propose("back"))
            assert table.match.move_number == n and mover(table, people) is somebody
            await somebody.move("pass")
            await mover(table, people).move("pass") if "pass" in mover(table, people).legal() else await step(
                table, people
            )
            await somebody.say(Propose("back"))
            assert last_vote(somebody)["what"] == "back"

    play(story)


def test_a_secret_choice_is_taken_back_alone_and_the_others_keep_theirs(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("cribbage", 3)
            assert table.match is not None and table.match.turn.kind == "together"
            choice = people[0].legal()[0]
            await people[0].move(choice)
            await people[1].move(people[1].legal()[0])
            await people[0].say(Propose("back"))
            assert list(table.match.turn.seats) == [0, 2] and table.match.move_number == 1
            assert "chosen" not in people[0].last("view") or people[0].last("view")["chosen"] is None
            await people[2].move(people[2].legal()[0])
            await people[0].move(people[0].legal()[-1])
            assert table.match.turn.kind != "together" or table.match.move_number == 3
            await people[0].say(Propose("back"))
            assert last_vote(people[1])["what"] == "back"  # all have been turned up: now it takes consent
            await agree(people)
            assert table.match.move_number == 0 and list(table.match.turn.seats) == [0, 1, 2]

    play(story)


def test_nothing_goes_back_over_new_cards_nor_over_a_change_of_hands(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 3, join="now")
            assert table.match is not None
            assert reason(await people[0].say(Propose("back"))) == "nothing-to-take-back"
            while table.match.game.deals_begun == 1:
                somebody, _ = await step(table, people)
            assert reason(await somebody.say(Propose("back"))) == "new-deal"
            somebody, _ = await step(table, people)
            leaver = next(one for one in people[1:] if one is not somebody)
            seat = people.index(leaver)
            await leaver.say(Stand())
            newcomer = await Seat(table, "newcomer").come()
            await newcomer.say(Sit(seat))
            (knock,) = people[0].last("table")["knocks"]
            await people[0].say(Admit(knock["knock"]))
            assert table.seat_of("newcomer") == seat
            await mover(table, [*people[:seat], newcomer, *people[seat + 1 :]]).settle()
            assert reason(await somebody.say(Propose("back"))) == "other-hands"

    play(story)


def test_alone_among_bots_nobody_need_be_asked(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 2, bots=[None, "easy"], start=True)
            ann = await Seat(table, "ann").come()
            await until(lambda: table.match is not None and table.match.turn.seats == (0,))
            n = ann.match_number()
            assert table.match is not None
            await ann.move("hit")
            await ann.say(Propose("back"))
            if table.match.game.deals_begun == 1:
                assert table.log.taken_back and ann.match_number() >= n

    play(story)


def test_the_record_keeps_what_was_taken_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            asked = False
            while not asked:  # a pair ends the round: then there is nothing to take back
                table, people = await house.full_table("pairs", 2, options={"target": 5})
                somebody, move = await step(table, people)
                await somebody.say(Propose("back"))
                asked = bool(votes_of(people[0]))
            await agree(people)
            log = people[1].last("log") if people[1].connection.wants_log else None
            assert log is None
            looker = await Seat(table, "watcher", log=True).come()
            ((take, after, seat, lines),) = looker.last("log")["undone"]
            assert (take, after, seat) == (0, 0, people.index(somebody)) and lines[0][0] == 1
            while table.status() == "playing":
                await step(table, people)
            kept = await house.store.match(table.match_id)
            assert kept is not None
            check_record_with_take_back(kept.record, json.loads(encode(kept).decode()), people.index(somebody))
            (cut,) = kept.record["taken_back"]
            assert cut["after"] == 0 and cut["moves"] == [[people.index(somebody), move]] and cut["chance"] == []

    play(story)


def check_record_with_take_back(record: dict[str, Any], stored: dict[str, Any], seat: int) -> None:
    """It replays as ever, it tells of what was tried, and its deal is verified with it."""
    assert replay(record).moves() == [tuple(move) for move in record["moves"]]
    assert f"Taken back (Seat {seat}): 1. Seat {seat}" in transcript(record, "en")
    assert "Взято назад" in transcript(record, "ru", seat=1)
    assert any("taken back 1 time" in note.get("en") for note in verify(record))
    views = json.loads(views_of(json.dumps(stored), "all"))
    assert [view.get("undone") for view in views][1:] == [None] * len(record["moves"])
    ((_, after, _, lines),) = views[0]["undone"]
    assert after == 0 and lines[0][1]
    seen = seen_by_watcher(record, json.loads(views_of(json.dumps(stored), "watch")))
    assert verify({**record, "seen": seen})
    seen["undone"][0][2] = "0" * 16
    assert problem({**record, "seen": seen}) == "other-line"
    (cut,) = record["taken_back"]
    for lie, why in (
        ({"moves": [[0, "fly"]]}, "undone-move"),
        ({"chance": [{"pick": 0}], "picks": [2]}, "rules-count"),
        ({"after": 10_000}, "bad-undone"),
        ({"seat": "0"}, "bad-undone"),
    ):
        assert problem({**record, "taken_back": [{**cut, **lie}]}) == why
    assert problem({**record, "taken_back": 5}) == "bad-undone"


def seen_by_watcher(record: dict[str, Any], views: list[dict[str, Any]]) -> dict[str, Any]:
    """What a watcher's page has kept."""
    seal = record["seal"]
    told = {name: seal[name] for name in ("way", "table", "match", "commitment", "commits", "nonces")}
    lines = [[view["n"], line_digest(view["n"], view["log"])] for view in views if view["log"]]
    cut = [[0, n, line_digest(n, notes)] for _, _, _, more in views[0]["undone"] for n, notes, *_ in more]
    return {**told, "you": None, "nonce": "", "chance": [], "lines": lines, "undone": cut, "result": ""}


def problem(record: dict[str, Any]) -> str:
    with pytest.raises(KolodaError) as caught:
        verify(record)
    return caught.value.reason


def test_a_line_that_was_cut_twice_is_told_whole(tmp_path: Path) -> None:
    """Take-backs of take-backs: each is found again with the cards that it had."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("old-maid", 3, options={"deals": 1})
            lines = []
            for _ in range(3):
                made = []
                for _ in range(3):
                    assert table.match is not None
                    deal = table.match.game.deals_begun
                    made.append((await step(table, people))[0])
                    assert table.match is not None
                    if table.match.game.over or table.match.game.deals_begun > deal:
                        pytest.skip("a round was over too soon")
                assert table.match is not None
                lines.append(table.match.moves())
                await made[1].say(Propose("back"))
                await agree(people)
                if len(lines) == 2:
                    await people[0].say(Propose("back"))
                    if votes_of(people[0]):
                        await agree(people)
            while table.status() == "playing":
                await step(table, people)
            kept = await house.store.match(table.match_id)
            assert kept is not None and len(kept.record["taken_back"]) >= 3
            assert verify(kept.record) and transcript(kept.record, "en").count("Taken back") >= 4

    play(story)


def test_a_match_that_was_called_off_is_verified_as_far_as_it_went(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("cribbage", 2)
            await people[0].move(people[0].legal()[0])
            await people[0].say(Propose("end"))
            await people[1].say(Ballot(1))
            kept = await house.store.match(table.match_id)
            assert kept is not None
            assert "All agreed to end the match." in transcript(kept.record, "en")
            assert any("all agreed to end" in note.get("en") for note in verify(kept.record))
            assert json.loads(views_of(encode(kept).decode(), "0"))
            assert problem({**kept.record, "ended": False}) == "unfinished"

    play(story)


def test_a_long_match_holds_up_no_other_table_when_it_is_played_anew_or_its_log_is_told(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("hawthorn", 2, options={"chips": 200, "max_rounds": 9999})
            assert table.match is not None
            chooser = Seeded("long")
            while table.match.move_number < LONG:
                seat, move = random_move(table.match, chooser)
                await table.play(seat, move, people[seat].connection.person.id, f"m{table.match.move_number}")
                people[seat].take()
            turns = 0

            async def others() -> None:
                nonlocal turns
                while True:
                    turns += 1
                    await asyncio.sleep(0)

            going_on = asyncio.create_task(others())
            before = await replayed(table, table.match.moves())
            assert before.facts() == table.match.facts() and turns >= LONG // MOVES_IN_A_ROW
            turns = 0
            late = Seat(table, "late", log=True)
            await table.send_log(late.connection)
            assert len(late.last("log")["lines"]) == LONG + 1 and turns >= LONG // LINES_IN_A_ROW
            going_on.cancel()

    play(story)


def shows_nothing_new(before: Match, seat: int, move: str) -> bool:
    return all(looks_at(before, seat, move))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
def test_whatever_goes_back_alone_has_shown_no_card_and_used_no_chance(game: type[Game]) -> None:
    """In every game: after such a move everybody still knows exactly the cards that they knew before."""
    found = 0
    for seats, options in samples(game)[:2]:
        match, chooser = Match.new(game.info.id, seats, options, seed="alone"), Seeded("alone")
        while not match.game.over and match.move_number < 120:
            seat, move = random_move(match, chooser)
            before = match.copy()
            match.play(seat, move)
            if before.turn.kind == "together" or match.move_number % 3 or not shows_nothing_new(before, seat, move):
                continue
            found += 1
            assert len(before.game.chance.tape) == len(match.game.chance.tape)
            for viewer in (None, *range(seats)):
                assert known(before, viewer) >= known(match, viewer), f"{move} shows {viewer} a card"
    if game.info.id in ("tycoon", "the-gang"):
        assert found


def known(match: Match, viewer: int | None) -> set[tuple[object, int]]:
    """How often somebody knows each card."""
    faces = [face for zone in match.view(viewer).zones for face in zone.cards if face is not None]
    return {(face, number) for face in faces for number in range(faces.count(face))}


def test_a_drawn_card_a_played_card_and_a_shuffle_are_news() -> None:
    pairs = Match.new("pairs", 2, seed="news")
    assert not shows_nothing_new(pairs, pairs.turn.seats[0], "hit")
    tycoon = Match.new("tycoon", 4, seed="news")
    seat = tycoon.turn.seats[0]
    played = next(move for move in tycoon.legal(seat) if move.startswith("play"))
    assert not shows_nothing_new(tycoon, seat, played)


def position(table: Table) -> Frame:
    assert table.match is not None
    return {"facts": table.match.facts(), "moves": table.match.moves()}


def test_after_a_restart_what_was_taken_back_is_gone_still(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("cribbage", 3)
            await people[0].move(people[0].legal()[0])
            await people[1].move(people[1].legal()[0])
            await people[0].say(Propose("back"))
            await people[0].move(people[0].legal()[-1])
            await people[2].move(people[2].legal()[0])
            await people[0].say(Propose("back"))
            await people[1].say(Ballot(1))
            before, open_votes = position(table), dict(table.consent.ballots[1])
        async with House(tmp_path) as house:
            again = await house.open(table.id)
            assert position(again) == before and again.consent.ballots[1] == open_votes
            assert again.log.taken_back == table.log.taken_back and again.seq == table.seq
            third = await Seat(again, "p2", log=True).come()
            assert last_vote(third)["yes"] == [0, 1] and len(third.last("log")["undone"]) == 1
            await third.say(Ballot(1))
            assert again.match is not None and again.match.move_number == 0
        async with House(tmp_path) as house:
            once_more = await house.open(table.id)
            assert once_more.match is not None and once_more.match.move_number == 0 and not once_more.consent.votes
            assert len(once_more.log.taken_back) == 2

    play(story)
