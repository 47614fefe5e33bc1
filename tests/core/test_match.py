"""Match: the three kinds of turn, refusals, records and replays, with the toy game and with Pairs."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import Any

import pytest

from koloda import BadOption, BadRecord, IllegalMove, Match, WrongVersion
from koloda import match as match_module
from koloda.core.chance import Fast, Seeded
from koloda.core.game import Game, leaders, places_of
from koloda.core.options import MatchOptions
from koloda.core.playout import playout, random_matches, start
from koloda.core.turn import Turn
from koloda.match import MAX_MOVE_CHARACTERS, REFUSALS, resample
from koloda.testing import play, snapshot
from koloda.untrusted import checked_record, new_match

from .toy_game import SHUFFLE, Toy, replace_toy, toy


def refused(match: Match, seat: int, move: str) -> str:
    before = snapshot(match)
    with pytest.raises(IllegalMove) as error:
        match.play(seat, move)
    assert snapshot(match) == before
    return error.value.reason


def test_a_match_from_its_deal_to_its_end() -> None:
    match = toy()
    assert match.turn == Turn("together", (0, 1, 2))
    hands = [[1, 3], [2, 4], [5, 5]]
    assert match.facts() == {"hands": hands, "knocks": 0, "left": 2, "to_move": [0, 1, 2], "over": False}
    play(match, "2 pass 5", "0 pass 1")
    assert match.turn == Turn("together", (1,))
    assert (match.legal(0), match.legal(1)) == ([], ["pass 2", "pass 4"])
    play(match, "1 pass 4")
    assert match.turn == Turn("free", (0, 1, 2))
    assert match.facts()["hands"] == [[3, 5], [1, 2], [4, 5]]
    play(match, "1 knock", "0 knock", "2 knock")
    assert match.turn == Turn("one", (2,))
    assert match.facts()["to_move"] == 2
    play(match, "2 draw")
    assert match.result is None
    play(match, "0 draw")
    assert match.turn.seats == ()
    assert match.facts()["to_move"] is None
    result = match.result
    assert result is not None
    assert result.to_json() == {
        "scores": [12, 3, 13],
        "winners": [2],
        "losers": [],
        "places": [2, 3, 1],
        "knocks": 3,
    }
    assert match.move_number == 8


def test_moves_of_a_together_turn_stand_in_seat_order_before_and_after_it_is_complete() -> None:
    match = toy()
    play(match, "2 pass 5", "0 pass 1")
    assert match.moves() == [(0, "pass 1"), (2, "pass 5")]
    play(match, "1 pass 4")
    assert match.moves() == [(0, "pass 1"), (1, "pass 4"), (2, "pass 5")]
    play(match, "2 knock", "0 knock")
    assert match.moves()[3:] == [(2, "knock"), (0, "knock")]


def test_refusals_of_the_core() -> None:
    match = toy()
    assert refused(match, 0, "pass 5") == "no-such-card"
    assert refused(match, 0, "knock") == "not-now"
    assert refused(match, 0, "pass  1") == "no-such-card"
    play(match, "0 pass 1")
    assert refused(match, 0, "pass 3") == "already-moved"
    play(match, "1 pass 4", "2 pass 5", "0 knock")
    assert refused(match, 0, "knock") == "not-your-turn"
    play(match, "1 knock", "2 knock", "2 draw")
    assert refused(match, 1, "draw") == "not-your-turn"
    play(match, "0 draw")
    assert refused(match, 1, "draw") == "over"


@pytest.mark.parametrize("move", ["x" * (MAX_MOVE_CHARACTERS + 1), "hit" * 3_500_000])
def test_a_move_is_a_short_text(move: str) -> None:
    match = toy()
    assert refused(match, 0, move) == "not-text"
    with pytest.raises(IllegalMove) as error:
        match.play(0, move)
    assert len(error.value.text.ru) < 100
    assert error.value.text == REFUSALS["not-text"]


@pytest.mark.parametrize("seat", [0.0, "0", b"0"])
def test_a_seat_of_the_wrong_type_is_a_type_error_and_changes_nothing(seat: Any) -> None:
    match = toy()
    before = snapshot(match)
    for ask in (match.legal, match.view, lambda seat: match.play(seat, "pass 1")):
        with pytest.raises(TypeError):
            ask(seat)
    assert snapshot(match) == before


def test_a_script_that_runs_out_leaves_the_match_as_it_was() -> None:
    match = Match.new("toy", 3, chance=[SHUFFLE])
    play(match, "0 pass 1", "1 pass 4", "2 pass 5", "0 knock", "1 knock")
    before = snapshot(match)
    with pytest.raises(Exception, match="chance ran out"):
        match.play(2, "knock")
    assert snapshot(match) == before
    assert match.legal(2) == ["knock"]


def test_an_error_of_a_game_is_not_swallowed() -> None:
    class Crashes(Toy):
        def reveal(self, moves: dict[int, str]) -> None:
            raise RuntimeError("a bug")

    replace_toy(Crashes)
    match = Match.new("toy", 2, seed="crash")
    match.play(0, match.legal(0)[0])
    with pytest.raises(RuntimeError, match="a bug"):
        match.play(1, match.legal(1)[0])


def test_a_record_replays() -> None:
    match = toy({"mood": "low"})
    play(match, "2 pass 5", "1 pass 4", "0 pass 1", "1 knock", "2 knock", "0 knock", "2 draw", "0 draw")
    record = json.loads(json.dumps(match.record()))
    assert record["format"] == 1
    assert (record["game"], record["version"], record["seats"], record["options"]) == ("toy", 3, 3, {"mood": "low"})
    assert record["chance"] == [SHUFFLE, {"pick": 2}]
    assert record["moves"][:3] == [[0, "pass 1"], [1, "pass 4"], [2, "pass 5"]]
    assert record["result"]["winners"] == [1]
    again = Match.replay(record)
    assert again.record() == record
    assert snapshot(again) == snapshot(match)


def test_a_record_under_way_has_no_result() -> None:
    match = toy()
    play(match, "1 pass 4")
    record = match.record()
    assert record["result"] is None
    assert snapshot(Match.replay(record)) == snapshot(match)


def test_changing_a_record_changes_no_match() -> None:
    match = Match.new("toy", 3, seed="kept")
    match.record()["options"]["rounds"] = 3
    assert match.record()["options"] == {}
    assert Match.new("toy", 3, seed="kept").record()["options"] == {}


def broken(**changes: object) -> dict[str, object]:
    match = toy()
    play(match, "0 pass 1", "1 pass 4", "2 pass 5")
    return {**match.record(), **changes}


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("chance", {}, "bad-chance"),
        ("seats", "3", "bad-seats"),
        ("seats", None, "bad-seats"),
        ("moves", "0 pass 1", "bad-moves"),
        ("moves", [[0]], "bad-move"),
        ("moves", [["0", "pass 1"]], "bad-move"),
        ("moves", [[0, None]], "bad-move"),
        ("moves", [[0, "pass 1", 2]], "bad-move"),
        ("moves", [5], "bad-move"),
        ("result", {"scores": []}, "wrong-result"),
        ("result", [], "wrong-result"),
        ("result", {}, "wrong-result"),
    ],
)
def test_records_that_cannot_be_read(name: str, value: object, reason: str) -> None:
    with pytest.raises(BadRecord) as error:
        Match.replay(checked_record(broken(**{name: value})))
    assert error.value.reason == reason


@pytest.mark.parametrize("record", [[], "record", None, 5])
def test_a_record_is_an_object(record: object) -> None:
    with pytest.raises(BadRecord) as error:
        checked_record(record)
    assert error.value.reason == "not-an-object"


@pytest.mark.parametrize("name", ["game", "seats", "chance", "moves"])
def test_a_record_is_complete(name: str) -> None:
    record = broken()
    del record[name]
    with pytest.raises(BadRecord) as error:
        checked_record(record)
    assert error.value.reason == "incomplete"
    assert name in error.value.text.en


@pytest.mark.parametrize("name", ["format", "version"])
def test_records_of_another_version(name: str) -> None:
    for other in (99, None, "1", True):
        with pytest.raises(WrongVersion) as error:
            Match.replay(checked_record(broken(**{name: other})))
        assert name in error.value.text.en and str(other) in error.value.text.ru
    without = broken()
    del without[name]
    assert Match.replay(checked_record(without)).move_number == 3


def test_a_record_with_an_illegal_move() -> None:
    with pytest.raises(IllegalMove):
        Match.replay(checked_record(broken(moves=[[0, "pass 5"]])))


def test_a_simulation_keeps_neither_log_nor_record() -> None:
    match = Match.new("toy", 2, chance=Fast(1))
    play(match, *(f"{seat} {match.legal(seat)[0]}" for seat in (0, 1)))
    assert match.view(0).events == ()
    assert match.moves() == match.copy().moves() == []
    with pytest.raises(BadRecord) as error:
        match.record()
    assert error.value.reason == "imagined"


def test_an_imagined_match_goes_on_from_the_moves_it_was_made_of() -> None:
    match = toy()
    play(match, "0 pass 1")
    world = resample(match, 1, Fast(1)).copy()
    world.play(1, "pass 4")
    assert world.moves() == match.moves() == [(0, "pass 1")]


def test_a_chance_can_be_given_whole() -> None:
    assert snapshot(Match.new("toy", 2, chance=Seeded("s"))) == snapshot(Match.new("toy", 2, seed="s"))


def test_the_playout_loop_plays_whole_matches() -> None:
    settings = MatchOptions(Toy.info.options, 3, None)
    game = start(Toy, 3, settings, Fast(3))
    assert playout(game, Fast(4)) == 8
    assert game.over
    assert random_matches(Toy, 3, settings, 5, 1) == 40
    quiet = MatchOptions(Toy.info.options, 2, {"quiet": True})
    assert random_matches(Toy, 2, quiet, 5, 1) == 20


def test_places_and_best() -> None:
    assert places_of([5, 9, 5, 1]) == (2, 1, 2, 4)
    assert leaders([5, 9, 9]) == (1, 2)


def test_a_game_has_sensible_defaults() -> None:
    class Plain(Toy):
        phase = Game.phase
        notes = Game.announcements
        hints = staticmethod(Game.hints)
        why_not = Game.why_not
        check = staticmethod(Game.check)

    game = Plain(2)
    assert (game.phase(), game.notes(), game.may_chat(0), game.why_not(0, "x", [])) == ("play", [], True, "")
    assert game.repair_world(0, game)
    replace_toy(Plain)
    match = Match.new("toy", 2, {"quiet": True, "mood": "low"}, seed="plain")
    assert match.view(0).hints == []
    assert match.game.default_move(0) == match.legal(0)[0]


def test_nobody_makes_a_move_legal_by_writing_on_the_list_of_moves() -> None:
    match = toy()
    legal = match.legal(0)
    legal.append("pass 5")
    assert refused(match, 0, "pass 5") == "no-such-card"
    legal.clear()
    assert match.legal(0) == ["pass 1", "pass 3"]
    match.play(0, "pass 1")


def test_what_was_offered_before_a_move_is_not_legal_after_it() -> None:
    match = Match.new("toy", 3, {"quiet": True}, chance=[SHUFFLE, {"pick": 2}])
    old = [match.legal(seat) for seat in range(3)]
    play(match, "0 pass 1", "1 pass 4", "2 pass 5")
    seat = match.turn.seats[0]
    assert old[seat] != match.legal(seat) == ["draw"]
    for move in old[seat]:
        assert refused(match, seat, move) == "not-now"
    match.play(seat, "draw")


def test_what_was_offered_to_one_seat_is_not_legal_for_another() -> None:
    match = toy()
    match.legal(0)
    assert refused(match, 1, "pass 1") == "no-such-card"
    match.play(1, "pass 2")
    match.play(0, "pass 3")


def test_a_copy_offers_for_itself() -> None:
    match = toy()
    match.legal(0)
    other = match.copy()
    other.play(0, "pass 1")
    assert refused(other, 0, "pass 3") == "already-moved"
    match.play(0, "pass 3")


def test_legal_moves_are_sorted_whatever_order_a_game_makes_them_in() -> None:
    class Backwards(Toy):
        def moves(self, seat: int) -> list[str]:
            return super().moves(seat)[::-1]

    replace_toy(Backwards)
    assert toy().legal(0) == ["pass 1", "pass 3"]


def test_a_turn_of_several_seats_is_made_once() -> None:
    match = toy()
    assert match.turn is toy().turn
    play(match, "0 pass 1")
    assert match.turn == Turn("together", (1, 2)) != toy().turn


def test_the_same_options_are_checked_once() -> None:
    first = Match.new("toy", 3, {"mood": "low", "rounds": 1}, seed="a")
    assert first.options is Match.new("toy", 3, {"mood": "low", "rounds": 1}, seed="b").options
    assert first.options is not Match.new("toy", 4, {"mood": "low", "rounds": 1}, seed="b").options
    assert first.options.all() != Match.new("toy", 3, {"mood": "low", "rounds": 2}, seed="b").options.all()


@pytest.mark.parametrize("options", [{"rounds": True}, {"rounds": 1.0}, {"quiet": 1}, {"quiet": 0}, {1: "low"}])
def test_options_that_only_equal_known_ones_are_refused(options: object) -> None:
    for known in ({"rounds": 1}, {"quiet": True}, {"quiet": False}):
        Match.new("toy", 3, known, seed="a")
    with pytest.raises(BadOption):
        new_match("toy", 3, options, seed="a")


def test_options_may_come_in_any_mapping() -> None:
    options = MappingProxyType({"mood": "low"})
    assert Match.new("toy", 3, options, seed="a").options.given == {"mood": "low"}


def test_the_memory_of_options_does_not_grow_for_ever() -> None:
    for most in range(match_module.MAX_CHECKED_OPTIONS + 10):
        made = Match.new("drunkard", 2, {"max_battles": most + 1}, chance=Fast(1))
        assert made.options.number("max_battles") == most + 1
        assert len(match_module.CHECKED_OPTIONS) <= match_module.MAX_CHECKED_OPTIONS
