"""Resampling: another world that looks the same to a seat and differs in all that it cannot know."""

from __future__ import annotations

from random import Random

import pytest

from koloda import BadRecord, Match, NoWorld, UnknownSeat, resample
from koloda.core.chance import Fast, Seeded
from koloda.core.game import Game
from koloda.testing import play
from koloda.testing.walks import cards_of
from koloda.untrusted import checked_seat

from .toy_game import Toy, replace_toy, toy


def hands(match: Match) -> list[list[int]]:
    return [zone.pile.sorted() for zone in match.game.zones()[1:]]


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_world_looks_the_same_and_has_the_same_cards(seat: int | None) -> None:
    match = toy()
    play(match, "1 pass 4")
    for number in range(20):
        world = resample(match, seat, Fast(number))
        assert world.view(seat) == match.view(seat)
        assert cards_of(world.game) == cards_of(match.game)


def test_what_is_hidden_takes_every_shape() -> None:
    match = toy()
    others = {tuple(hands(resample(match, 0, Fast(number)))[1]) for number in range(60)}
    assert len(others) > 8
    assert {tuple(hands(resample(match, 0, Fast(number)))[0]) for number in range(20)} == {(1, 3)}


def test_a_card_known_for_another_reason_stays() -> None:
    match = toy()
    play(match, "0 pass 1", "1 pass 4", "2 pass 5")
    worlds = [resample(match, 0, Fast(number)) for number in range(30)]
    assert all(1 in hands(world)[1] for world in worlds)
    assert any(1 not in hands(resample(match, 2, Fast(number)))[1] for number in range(30))


def test_secret_moves_of_others_are_imagined_too() -> None:
    match = toy()
    play(match, "1 pass 4", "0 pass 3")
    choices = set()
    for number in range(40):
        world = resample(match, 0, Fast(number))
        assert world.game.secret_moves[0] == "pass 3"
        choice = world.game.secret_moves[1]
        assert choice in world.game.moves(1)
        choices.add(choice)
    assert len(choices) > 3


def test_a_world_plays_on_by_itself() -> None:
    match = toy()
    world = resample(match, 1, Seeded("world"))
    play(world, *(f"{seat} {world.legal(seat)[0]}" for seat in (0, 1, 2)))
    play(world, "0 knock", "1 knock", "2 knock")
    assert match.move_number == 0
    assert world.move_number == 6


def test_a_world_has_no_record() -> None:
    world = resample(toy(), 1, Random(5))
    with pytest.raises(BadRecord) as error:
        world.record()
    assert error.value.reason == "imagined"
    with pytest.raises(BadRecord):
        world.copy().record()


@pytest.mark.parametrize("seat", [3, -1, True, "0", 1.0, 10**40])
def test_no_world_for_a_seat_that_is_not_there(seat: object) -> None:
    match = toy()
    with pytest.raises(UnknownSeat):
        resample(match, checked_seat(match, seat), Fast(1))


@pytest.mark.parametrize("seat", [3, -1, 10**40])
def test_no_world_for_a_number_that_is_no_seat(seat: int) -> None:
    with pytest.raises(UnknownSeat):
        resample(toy(), seat, Fast(1))


def test_a_game_may_reject_worlds() -> None:
    class Strict(Toy):
        def repair_world(self, seat: int, truth: Game) -> bool:
            assert isinstance(truth, Toy)
            return self.hands[1].cards() == truth.hands[1].cards()

    replace_toy(Strict)
    match = Match.new("toy", 2, seed="strict")
    for number in range(5):
        assert hands(resample(match, 0, Fast(number)))[1] == hands(match)[1]


def test_no_world_is_an_error_of_its_own() -> None:
    class Impossible(Toy):
        def repair_world(self, seat: int, truth: Game) -> bool:
            return False

    replace_toy(Impossible)
    match = Match.new("toy", 2, seed="impossible")
    with pytest.raises(NoWorld) as error:
        resample(match, 0, Fast(1))
    assert error.value.reason == "no-world"
