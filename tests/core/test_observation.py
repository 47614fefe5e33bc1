"""What a seat may know as numbers. The kit compares the observations of worlds that look alike in every game."""

from __future__ import annotations

import pytest

from koloda import Match
from koloda.core.actions import Actions
from koloda.core.chance import Fast
from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.observation import BYTES, LEAST, MOST, Layout, word_number
from koloda.core.table import Counter, CounterKind, Note
from koloda.core.text import Text
from koloda.testing import play

from .toy_game import INFO, Toy, replace_toy, toy


def layout_of(match: Match) -> Layout:
    return Layout(match.game, Actions(match.game.info, match.game.seats))


def observed(match: Match, seat: int, layout: Layout | None = None, entered: list[int] | None = None) -> dict[str, int]:
    """What is not 0, by name."""
    layout = layout or layout_of(match)
    told = layout.observe(match.game, seat, entered or [])
    numbers = [int.from_bytes(told[i : i + BYTES], "little", signed=True) for i in range(0, len(told), BYTES)]
    return {name: number for name, number in zip(layout.names(), numbers, strict=True) if number}


def test_every_number_of_a_position() -> None:
    match = toy()
    play(match, "1 pass 4")
    assert observed(match, 1) == {
        "seat 1": 1,
        "together": 1,
        "owes +1": 1,  # seats are counted from one's own
        "owes +2": 1,
        "phase pass": 1,
        "zone deck table closed": 6,
        **{f"zone deck table {end} {i}": -1 for end in ("first", "last") for i in range(4)},
        "zone hand +0 card 2": 1,
        "zone hand +0 card 4": 1,
        "zone hand +1 closed": 2,
        "zone hand +2 closed": 2,
        "note 0 kind": list(INFO.words).index("goal") + 1,
        "note 0 n": 2,
    }


def test_what_has_been_shown_stays_known_to_its_giver() -> None:
    match = toy()
    layout = layout_of(match)
    play(match, "0 pass 1", "1 pass 4", "2 pass 5", "0 knock")
    told = observed(match, 0, layout)
    assert (told["zone hand +1 card 1"], told["zone hand +1 closed"], told["counter knocks table value"]) == (1, 1, 1)
    assert "zone hand +2 card 4" not in told and told["free"] == 1 and "owes +0" not in told
    play(match, "1 knock", "2 knock", "2 draw", "0 draw")
    told = observed(match, 0, layout)
    assert told["phase over"] == 1 and not {"one", "together", "free"} & told.keys()
    assert "zone hand +1 closed" not in told, "the end opens all hands"


def test_the_ends_of_an_ordered_zone_are_told_in_order() -> None:
    match = Match.new("pairs", 2, seed="ends")
    layout = layout_of(match)
    seat = match.turn.seats[0]
    row = match.view(seat).cards("row", seat)
    told = observed(match, seat, layout)
    assert len(row) == 1 and told[f"zone row +0 card {row[0]}"] == 1
    assert told["zone row +0 first 0"] == told["zone row +0 last 0"] and "zone row +0 first 1" not in told


def test_a_move_that_is_being_entered_is_observed() -> None:
    match = Match.new("cribbage", 2, seed="steps")
    steps = Actions(match.game.info, 2).steps(match.legal(0)[0], 0)
    before, after = observed(match, 0), observed(match, 0, entered=[steps[0], steps[1], steps[1]])
    assert {name: after[name] for name in after.keys() - before.keys()} == {
        f"entered {steps[0]}": 1,
        f"entered {steps[1]}": 2,
    }


PLACE = CounterKind("place", Text("Место", "Place"), "seat")
RICHES = CounterKind("riches", Text("Богатство", "Riches"))


class Rich(Toy):
    """Counters of seats, with goals and beyond all bounds; one that names a seat; a note about seats and cards."""

    info = INFO._replace(counters=(PLACE, RICHES))

    def counters(self) -> list[Counter]:
        debts = [Counter(RICHES, (-1) ** seat * 10**6, seat, goal=40) for seat in range(self.seats)]
        return [Counter(PLACE, 0), *debts]

    def announcements(self) -> list[Note]:
        return [Note("deal", 0, 2, (1, 2), -7, "hearts", seen=1 << 1)]


def test_counters_and_notes() -> None:
    replace_toy(Rich)
    told = observed(toy(), 1)
    assert told["counter place table value"] == 2, "seat 0 is two seats from seat 1, clockwise"
    assert (told["counter riches +0 value"], told["counter riches +1 value"]) == (LEAST, MOST)
    assert told["counter riches +2 goal"] == 40 and "counter riches table value" not in told
    note = {name: number for name, number in told.items() if name.startswith("note 0")}
    assert note == {
        "note 0 kind": 1,
        "note 0 seat": 3,
        "note 0 other": 2,
        "note 0 n": -7,
        "note 0 word": word_number("hearts"),
        "note 0 card 0": 2,
        "note 0 card 1": 3,
    }
    assert "note 0 card 0" not in observed(toy(), 2), "the cards of a note are for those who may read them"
    assert word_number("hearts") != word_number("spades") and (word_number(""), word_number("12")) == (0, 12)


class NobodyIsDealer(Toy):
    info = INFO._replace(counters=(PLACE,))

    def counters(self) -> list[Counter]:
        return [Counter(PLACE, -1)]

    announcements = Game.announcements


def test_a_game_that_announces_nothing_has_no_room_for_notes() -> None:
    replace_toy(NobodyIsDealer)
    layout = layout_of(toy())
    assert not [name for name in layout.names() if name.startswith("note")]
    assert observed(toy(), 0)["counter place table value"] == -1, "nobody is nobody to everybody"


def test_a_zone_that_was_not_there_at_first_is_named() -> None:
    match = Match.new("pairs", 2, chance=Fast(1))
    layout = layout_of(match)
    layout.zones["row"].owned = False
    with pytest.raises(KolodaError, match="No place to observe: row, owner 0"):
        layout.observe(match.game, 0, [])
