"""A library one likes to type in: reprs, pickles, copies, names that do not exist."""

from __future__ import annotations

import copy
import pickle

import pytest

from koloda import BadRecord, Match, UnknownName
from koloda.core.chance import Fast, Seeded
from koloda.core.table import Counter, CounterKind, Label, Note
from koloda.core.text import Text
from koloda.testing.walks import play_out, snapshot


def test_a_match_and_a_view_say_what_they_are() -> None:
    match = Match.new("pairs", 3, seed="repr")
    seat = match.turn.seats[0]
    assert repr(match) == f"<Match pairs, 3 seats, move 0, one {seat}>"
    assert repr(match.view(1)) == "<View pairs, seat 1, move 0, play>"
    assert repr(match.view(None)) == "<View pairs, a watcher, move 0, play>"
    assert repr(play_out(match, Fast(1))).endswith(", over>")


def test_parts_that_hold_the_same_are_equal() -> None:
    points, note = CounterKind("points", Text("Очки", "Points")), Note("deal", 1, cards=(3,))
    for one, same, other in (
        (Counter(points, 5, 1), Counter(points, 5, 1), Counter(points, 6, 1)),
        (note, Note("deal", 1, cards=(3,)), note.without_cards()),
        (Label("row", note, 1), Label("row", note, 1), Label("row", note, 2)),
    ):
        assert one == same != other and one != "something else"
        assert hash(one) == hash(same) and repr(one) == repr(same) != repr(other)
        assert repr(one).startswith(type(one).__name__)


def test_the_text_of_a_view_tells_what_the_seat_knows() -> None:
    match = Match.new("kitten", 3, seed="text")
    lines = match.view(0).text().splitlines()
    assert lines[0].startswith(f"{match.view(0).phase}; {match.turn.kind} ") and "events:" in lines
    hand = tuple(match.view(0).cards("hand", 0))
    assert None not in hand and f"hand 0 None: {hand}" in lines
    assert f"hand 1 None: {(None,) * len(hand)}" in lines
    assert match.view(1).text() != match.view(0).text() == match.copy().view(0).text()


def test_unknown_zones_and_counters_are_named_with_what_there_is() -> None:
    view = Match.new("pairs", 2, seed="s").view(0)
    with pytest.raises(UnknownName, match=r"'rwo'.*row"):
        view.cards("rwo", 0)
    with pytest.raises(UnknownName, match=r"'pionts'.*points"):
        view.counter("pionts", 0)
    assert view.cards("score", 0) == [] and view.counter("points", 0) == 0


@pytest.mark.parametrize(("game", "seats"), [("cribbage", 2), ("kitten", 4), ("the-gang", 3)])
def test_a_match_pickles_and_copies_in_the_middle_and_goes_on_alike(game: str, seats: int) -> None:
    match = play_out(Match.new(game, seats, seed="pickle"), Fast(1), 21)
    scripted = play_out(Match.new(game, seats, chance=play_out(match.copy(), Fast(2)).record()["chance"]), Fast(1), 21)
    for one in (match, scripted):
        others = [pickle.loads(pickle.dumps(one)), copy.deepcopy(one), copy.copy(one)]
        assert [snapshot(other) for other in others] == [snapshot(one)] * 3
        ends = {snapshot(play_out(other, Fast(2))) for other in others}
        assert ends == {snapshot(play_out(one.copy(), Fast(2)))}


def test_a_simulated_match_copies_but_has_nothing_to_pickle() -> None:
    match = Match.new("pairs", 2, chance=Fast(1))
    assert copy.deepcopy(match).facts() == match.facts()
    with pytest.raises(BadRecord, match="no record"):
        pickle.dumps(match)


def test_the_stream_of_a_seed_has_not_changed() -> None:
    source = Seeded("koloda")
    assert [source.pick(10) for _ in range(5)] == [6, 6, 7, 6, 0]
    assert [source.copy().pick(1000) for _ in range(2)] == [source.pick(1000)] * 2
