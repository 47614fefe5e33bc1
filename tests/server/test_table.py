"""A table without the web: seats, the deal, moves, late and doubled ones, hints, talk, the past, watchers."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

import koloda
from koloda.core.game import Game
from koloda.server.protocol.bodies import Player
from koloda.server.protocol.messages import (
    Admit,
    AskHints,
    AskPast,
    AskWhy,
    Move,
    Rematch,
    Rename,
    Say,
    SetBot,
    Sit,
    Stand,
    Start,
)
from koloda.server.protocol.views import wire_view

from .kit import Frame, House, Seat, mover, play, reason, to_the_end

# Sitting down and standing up


def test_people_and_bots_take_seats(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table(seats=4, bots=[None, "easy"])
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob", "Bob").come()
            chairs = host.last("table")["chairs"]
            kinds = [chair["kind"] for chair in chairs]
            assert kinds == ["person", "bot", "empty", "empty"] and chairs[1]["level"] == "easy"
            assert host.last("table")["you"] == 0 and host.last("table")["host"]
            assert guest.last("table")["you"] is None and not guest.last("table")["host"]
            assert guest.last("table")["watchers"] == 1
            assert reason(await guest.say(Sit(0))) == "seat-taken"
            assert reason(await guest.say(Sit(4))) == "no-such-seat"
            await guest.say(Sit(1))
            assert guest.last("table")["you"] == 1 and guest.last("table")["chairs"][1]["name"] == "Bob"
            assert guest.last("table")["watchers"] == 0
            assert reason(await guest.say(Sit(2))) == "seated"
            await guest.say(Stand())
            assert guest.last("table")["chairs"][1]["kind"] == "empty" and guest.last("table")["you"] is None
            assert reason(await guest.say(Stand())) == "not-seated"

    play(story)


def test_only_the_host_seats_bots_deals_and_asks_for_another_match(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table(seats=3)
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            assert reason(await guest.say(SetBot(1, "easy"))) == "not-host"
            assert reason(await guest.say(Start())) == "not-host"
            assert reason(await host.say(SetBot(0, "easy"))) == "seat-taken"
            assert reason(await host.say(SetBot(9, "easy"))) == "no-such-seat"
            await host.say(SetBot(1, "strong"))
            assert host.last("table")["chairs"][1] == {"kind": "bot", "level": "strong"}
            await host.say(SetBot(1))
            assert host.last("table")["chairs"][1] == {"kind": "empty"}
            assert reason(await host.say(Rematch())) == "not-over"
            await host.say(Start())
            assert host.last("table")["chairs"][2] == {"kind": "bot", "level": "normal"}
            assert reason(await host.say(Start())) == "started"
            assert reason(await host.say(SetBot(1))) == "started"

    play(story)


# Moves


def test_a_move_is_answered_once_and_shown_to_all(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            watcher = await Seat(table, "bob").come()
            one = mover(table, people)
            assert await one.move("hit", move_id="a") == {"t": "moved", "id": "a", "n": 1}
            for looker in [*people, watcher]:
                await looker.settle()
                assert looker.last("change")["n"] == 1 and "since" not in looker.last("change")
            assert not any(frame["t"] == "moved" for frame in watcher.frames), "an answer is for its sender alone"
            assert await one.move("hit", n=0, move_id="a") == {"t": "moved", "id": "a", "n": 1}
            assert table.match is not None and table.match.move_number == 1

    play(story)


def test_a_move_that_comes_too_late_or_out_of_turn_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table(seats=2)
            host = await Seat(table, "ann").come()
            watcher = await Seat(table, "bob").come()
            asked = Move("x", 0, "hit", table.match_id)
            assert reason(await host.say(asked)) == "not-started"
            assert reason(await watcher.say(asked)) == "not-seated"
            await house.hub.stop()
        async with House(tmp_path / "2") as house:
            table, people = await house.full_table("pairs", 2)
            one = mover(table, people)
            other = people[1 - people.index(one)]
            assert (await other.move("hit"))["reason"] == "not-your-turn"
            assert (await one.move("jump"))["reason"] == "not-now"
            refused = await one.move("fold 99 3", move_id="odd")
            assert refused["t"] == "refused" and refused["ru"] != refused["en"]
            assert (await one.move("hit"))["t"] == "moved"
            assert (await one.move("hit", n=0))["reason"] == "stale"
            assert await one.move("hit", move_id="odd") == refused, "the same id has two answers"

    play(story)


def test_why_tells_the_reason_and_makes_no_move(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            one = mover(table, people)
            other = people[1 - people.index(one)]
            assert reason(await other.say(AskWhy("hit"))) == "not-your-turn"
            told = next(frame for frame in await one.say(AskWhy("fold 99 3")) if frame["t"] == "refused")
            refused = await one.move("fold 99 3")
            assert told == {name: value for name, value in refused.items() if name != "id"}
            assert reason(await one.say(AskWhy("hit"))) == "allowed"
            assert table.match is not None and table.match.move_number == 0
            watcher = await Seat(table, "bob").come()
            assert reason(await watcher.say(AskWhy("hit"))) == "not-seated"
            early = await Seat(await house.table(), "ann").come()
            await early.say(Sit(0))
            assert reason(await early.say(AskWhy("hit"))) == "not-started"

    play(story)


def test_the_second_to_grab_a_chip_hears_that_somebody_was_quicker(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("the-gang", 3)
            assert table.match is not None and table.match.turn.kind == "free"
            n = table.match.move_number
            for number, text in enumerate(("take 3", "take 3", "take 2")):
                table.post(people[number].connection, Move(f"g{number}", n, text, table.match_id))
            answers = [[f for f in await one.settle() if f["t"] in ("moved", "refused")] for one in people]
            assert answers[0] == [{"t": "moved", "id": "g0", "n": n + 1}]
            assert answers[1][0]["reason"] == "quicker" and answers[1][0]["id"] == "g1"
            assert "Ann" in answers[1][0]["en"] and "Ann" in answers[1][0]["ru"], "it does not say who has it"
            assert answers[2] == [{"t": "moved", "id": "g2", "n": n + 2}], "another chip is still there"
            kept = [entry.payload for entry in await house.store.journal(table.id) if entry.kind == "refused"]
            assert kept[0]["by"] == 0 and "en" not in kept[0], "Ann may want to be forgotten"
            assert (await people[1].move("take 3"))["t"] == "moved", "with the new number it is meant so"

    play(story)


def test_in_a_turn_together_the_others_moves_make_none_late(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("cribbage", 2)
            assert table.match is not None and table.match.turn.kind == "together"
            first, second = (one.legal()[0] for one in people)
            assert (await people[0].move(first, n=0))["t"] == "moved"
            assert (await people[0].move(first, n=1))["reason"] == "already-moved"
            assert (await people[1].move(second, n=0))["t"] == "moved"

    play(story)


# Hints, the past, talk, watchers


def test_hints_are_the_views_own_and_may_be_forbidden(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            watcher = await Seat(table, "bob").come()
            one = mover(table, people)
            await one.settle()
            (answer,) = await one.say(AskHints())
            assert table.match is not None
            expected = table.match.view(one.connection.viewer).hints
            assert expected and [(hint["kind"], hint.get("move", "")) for hint in answer["hints"]] == [
                (hint.kind, hint.move) for hint in expected
            ]
            assert reason(await watcher.say(AskHints())) == "not-seated"
            table, people = await house.full_table("pairs", 2, hints=False)
            assert reason(await people[0].say(AskHints())) == "no-hints"

    play(story)


async def past(seat: Seat, n: int) -> Frame:
    """The view of a past moment."""
    before = len(seat.raw)
    seat.table.post(seat.connection, AskPast(n))
    while True:
        for frame in (await seat.settle()) + seat.frames[before:]:
            if frame["t"] in ("past", "refused"):
                return frame
        await asyncio.sleep(0.001)


@pytest.mark.parametrize("game", koloda.all_games(), ids=lambda game: game.info.id)
def test_the_past_is_seen_with_ones_own_eyes(game: type[Game], tmp_path: Path) -> None:
    """What was seen then is seen again, neither less nor more; within a turn together the order is not told."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table(game.info.id, max(game.info.seats[0], min(3, game.info.seats[1])))
            watcher = await Seat(table, "bob").come()
            lookers = [*people, watcher]
            seen: dict[int, list[Any]] = {}
            while len(seen) < 7 and table.status() == "playing":
                assert table.match is not None
                match = table.match
                if not match.game.secret_moves:
                    views = [wire_view(match.sight(looker.connection.viewer)) for looker in lookers]
                    seen[match.move_number] = views
                one = mover(table, people)
                await one.move(one.legal()[0])
            for n, views in seen.items():
                for looker, view in zip(lookers, views, strict=True):
                    assert (await past(looker, n))["view"] == msgspec.to_builtins(view)
            for n in (-1, watcher.match_number() + 1):
                assert (await past(watcher, n))["reason"] == "no-such-moment"

    play(story)


def test_talk_is_cleaned_and_forbidden_where_the_game_says_so(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("the-gang", 3)
            host, watcher = await Seat(table, "ann", "Ann").come(), await Seat(table, "bob", "Bob").come()
            await watcher.say(Say("  <b>hi\u202e</b>\n\tthere "))
            await host.settle()
            assert host.last("said") == {"t": "said", "seat": None, "name": "Bob", "text": "<b>hi </b> there", "who": 2}
            await host.say(Say("\x00 \n\u3164\u200b\u2800"))
            assert host.last("said")["name"] == "Bob", "nothing was said, yet it is told"
            await watcher.say(Say("Z" + "\u0301" * 39 + "!"))
            assert watcher.last("said")["text"] == "Z\u0301\u0301\u0301!"
            await host.say(Start())
            assert table.match is not None and not table.match.game.may_chat(0)
            for one in (host, watcher):
                assert reason(await one.say(Say("I hold two aces"))) == "no-chat"
                assert reason(await one.say(Rename("I HOLD TWO ACES"))) == "no-chat", "a name talks too"
            assert not any("aces" in str(frame) for frame in host.frames + watcher.frames)

    play(story)


def test_a_gang_may_agree_to_talk_during_a_heist(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("the-gang", 3, options={"talk": "open"})
            host = await Seat(table, "ann", "Ann").come()
            await host.say(Start())
            await host.say(Say("Look who took the three"))
            assert host.last("said")["text"] == "Look who took the three"
            view = host.last("view")
            assert view["chat"] and view["notes"][0][0] == "talk"

    play(story)


def test_a_table_without_watchers_shows_nothing_to_those_without_a_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("old-maid", 3, watch=False, join="now", bots=[None, "normal", "normal"])
            host = await Seat(table, "ann").come()
            await host.say(Start())
            guest = await Seat(table, "bob", log=True).come()
            view = guest.last("view")
            assert view["zones"] == [] and view["log"] == [] and view["turn"] == [] and view["legal"] == []
            assert not any(frame["t"] == "log" for frame in guest.frames)
            assert (await past(guest, 0))["reason"] == "no-watchers"
            assert reason(await guest.say(Say("hello"))) == "no-watchers", "who may not look on may not talk"
            await guest.say(Sit(2))
            await host.settle()
            await host.say(Admit(host.last("table")["knocks"][0]["knock"]))
            await guest.settle()
            assert guest.last("view")["zones"], "who has a seat sees the match"
            await guest.say(Stand())
            assert guest.last("view")["zones"] == []

    play(story)


# After the end


def test_after_the_end_the_secret_is_shown_and_the_match_is_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 5})
            await people[1].say(Rename("bot:strong"))
            await to_the_end(table, people)
            info = people[1].last("table")
            assert info["status"] == "over" and info["seal"]["secret"] == table.seal.secret
            archived = await house.store.match(info["match"])
            assert archived is not None and archived.record["seal"]["secret"] == table.seal.secret
            assert (await house.store.history("p1"))[0].seat == 1
            assert archived.players[1] == Player("bot:strong", None), "a person passes for a bot"
            late = await people[0].move("hit")
            assert late["reason"] == "over"

    play(story)


@pytest.mark.parametrize("game", ["", "old-maid"])
def test_the_same_people_play_again(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 5})
            await to_the_end(table, people)
            old = people[0].last("table")
            assert reason(await people[1].say(Rematch())) == "not-host"
            assert reason(await people[0].say(Rematch("kitten"))) == "bad-seats"
            await people[0].say(Rematch(game or None))
            info = people[0].last("table")
            assert info["status"] == "waiting" and info["game"] == (game or "pairs") and info["match"] != old["match"]
            assert info["options"] == ({} if game else {"target": 5})
            assert info["seal"]["commitment"] != old["seal"]["commitment"] and "secret" not in info["seal"]
            await people[0].say(Start())
            assert people[1].last("view")["n"] == 0
            one = mover(table, people)
            assert (await one.move(one.legal()[0]))["t"] == "moved"

    play(story)
