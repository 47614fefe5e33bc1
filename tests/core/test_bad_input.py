"""Bad input: each kind has its own error class under KolodaError, a sentence in both languages, and changes nothing."""

from __future__ import annotations

import pickle

import pytest

import koloda
from koloda import (
    BadChance,
    BadOption,
    BadSeats,
    IllegalMove,
    KolodaError,
    Match,
    Text,
    UnknownGame,
    UnknownSeat,
    all_games,
    find_game,
)
from koloda.core.chance import Seeded
from koloda.games.registry import Registry
from koloda.testing import snapshot
from koloda.testing.word_checks import check_text
from koloda.untrusted import checked_seat, new_match, play


def check_error(error: KolodaError, reason: str) -> None:
    assert error.reason == reason
    assert str(error) == error.text.en
    assert len(error.text.en) < 1000
    check_text(reason, error.text)


@pytest.mark.parametrize("game", ["bridge", "", "Pairs", "pairs ", "_triangle", "../pairs", "x" * 1_000_000])
def test_unknown_games(game: str) -> None:
    with pytest.raises(UnknownGame) as error:
        Match.new(game, 2, seed="x")
    check_error(error.value, "unknown-game")
    assert "pairs" in error.value.text.ru


@pytest.mark.parametrize("game", [None, 5, ["pairs"], {}])
def test_a_game_is_found_by_text(game: object) -> None:
    with pytest.raises(UnknownGame) as error:
        new_match(game, 2, seed="x")
    check_error(error.value, "unknown-game")


def test_games_are_looked_for_when_first_asked() -> None:
    assert Registry().find("pairs").info.id == "pairs"


def test_games_are_found_and_added() -> None:
    ids = [game.info.id for game in all_games()]
    assert ids == sorted(ids)
    assert "pairs" in ids
    assert find_game("pairs").info.id == "pairs"


@pytest.mark.parametrize("seats", [1, 9, 0, -1, 10**30])
def test_seat_counts(seats: int) -> None:
    for new in (Match.new, new_match):
        with pytest.raises(BadSeats) as error:
            new("pairs", seats, seed="x")
        check_error(error.value, "bad-seats")
        assert "2" in error.value.text.ru and "8" in error.value.text.en


@pytest.mark.parametrize("seats", [True, 2.0, "2", None, [2]])
def test_a_seat_count_is_a_whole_number(seats: object) -> None:
    with pytest.raises(BadSeats) as error:
        new_match("pairs", seats, seed="x")
    check_error(error.value, "bad-seats")
    assert "2" in error.value.text.ru and "8" in error.value.text.en


@pytest.mark.parametrize("seat", [-1, 2, 10**30])
def test_seats_out_of_range(seat: int) -> None:
    match = Match.new("pairs", 2, seed="x")
    before = snapshot(match)
    for ask in (match.legal, match.view, lambda seat: match.play(seat, "hit")):
        with pytest.raises(UnknownSeat) as error:
            ask(seat)
        check_error(error.value, "unknown-seat")
    assert snapshot(match) == before


@pytest.mark.parametrize("seat", [-1, 2, True, False, 10**30, 0.0, "0", None, []])
def test_a_seat_from_outside_is_checked(seat: object) -> None:
    match = Match.new("pairs", 2, seed="x")
    before = snapshot(match)
    for ask in (checked_seat, lambda match, seat: play(match, seat, "hit")):
        with pytest.raises(UnknownSeat) as error:
            ask(match, seat)
        check_error(error.value, "unknown-seat")
    assert snapshot(match) == before


@pytest.mark.parametrize("move", [None, 5, b"hit", ["hit"], "dance", "h" * 1_000_000])
def test_a_move_from_outside_is_checked(move: object) -> None:
    match = Match.new("pairs", 2, seed="x")
    seat = match.turn.seats[0]
    before = snapshot(match)
    with pytest.raises(IllegalMove) as error:
        play(match, seat, move)
    check_error(error.value, "not-now" if move == "dance" else "not-text")
    assert snapshot(match) == before
    play(match, seat, "hit")
    assert match.move_number == 1


@pytest.mark.parametrize("chance", ["shuffle", b"bytes", {}, 5])
def test_chance_is_a_list(chance: object) -> None:
    with pytest.raises(BadOption) as error:
        new_match("pairs", 2, chance=chance)
    check_error(error.value, "bad-chance")


@pytest.mark.parametrize("seed", [b"seed", ["seed"], 5.0, True, {}])
def test_a_seed_is_a_text_or_a_whole_number(seed: object) -> None:
    with pytest.raises(BadOption) as error:
        new_match("pairs", 2, seed=seed)
    check_error(error.value, "no-seed")


def test_a_number_is_the_seed_of_its_digits_and_no_seed_is_any() -> None:
    for new in (Match.new, new_match):
        for number in (5, 0, -3, 10**30):
            assert snapshot(new("pairs", 2, seed=number)) == snapshot(Match.new("pairs", 2, seed=str(number)))
        assert new("pairs", 2).record()["chance"] != new("pairs", 2).record()["chance"]


def test_good_values_from_outside_make_the_same_match() -> None:
    expected = Match.new("pairs", 3, {"target": 20}, chance=Seeded("s"))
    for made in (
        new_match("pairs", 3, {"target": 20}, seed="s"),
        new_match("pairs", 3, {"target": 20}, chance=Seeded("s")),
        new_match("pairs", 3, {"target": 20}, chance=expected.record()["chance"]),
    ):
        assert snapshot(made) == snapshot(expected)


@pytest.mark.parametrize("chance", [[], [{"pick": 1}], [{"shuffle": [1, 2, 3]}], [None]])
def test_impossible_chance(chance: list[object]) -> None:
    with pytest.raises(BadChance) as error:
        new_match("pairs", 2, chance=chance)
    check_text("chance", error.value.text)


def test_options_are_checked_before_anything_is_dealt() -> None:
    with pytest.raises(BadOption):
        Match.new("pairs", 2, {"target": 99}, chance=[])


def test_all_errors_have_one_root() -> None:
    errors = [value for value in vars(koloda).values() if isinstance(value, type) and issubclass(value, Exception)]
    assert len(errors) >= 10
    assert all(issubclass(error, KolodaError) for error in errors)
    assert all(isinstance(error("why", Text("а", "b")), KolodaError) for error in errors)


def errors(kind: type[KolodaError] = KolodaError) -> list[type[KolodaError]]:
    return [kind, *(below for child in kind.__subclasses__() for below in errors(child))]


@pytest.mark.parametrize("kind", errors())
def test_errors_go_from_one_process_to_another(kind: type[KolodaError]) -> None:
    error = kind("why-not", Text("Нельзя.", "No."))
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert (again.reason, again.text, str(again)) == (error.reason, error.text, str(error))


@pytest.mark.parametrize(
    ("game", "ru", "en"),
    [
        ("five-card", "игра на 2 места,", "has 2 seats,"),
        ("cribbage", "2–4 места,", "2 to 4"),
        ("pairs", "2–8 мест,", "2 to 8"),
    ],
)
def test_a_wrong_number_of_seats_tells_the_right_one(game: str, ru: str, en: str) -> None:
    with pytest.raises(BadSeats) as error:
        Match.new(game, 99, seed="x")
    assert ru in error.value.text.ru
    assert en in error.value.text.en
