"""Advice: what the strong bot would do, in one sentence with numbers, from what the seat sees and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from koloda import Match, all_games, find_game
from koloda.bots import Bot, level_policy, random_policy
from koloda.bots import advice as module
from koloda.bots.advice import Advice, advise, close, ordered, reasons, spoken
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Fast
from koloda.core.search import Estimate
from koloda.core.table import Hint
from koloda.core.text import LANGUAGES
from koloda.lab.simulate import bots_move
from koloda.match import resample
from koloda.words import move_sentence

GAMES = [game.info.id for game in all_games()]
QUICK = 3  # worlds


def a_choice(game: str, least: int = 0) -> tuple[Match, int] | None:
    """A position with something to choose, after at least so many moves."""
    seats = find_game(game).info.seats[0]
    match = Match.new(game, seats, seed="advice")
    chance = Fast(3)
    while match.result is None and match.move_number < 200:
        chooser = [seat for seat in match.turn.seats if len(match.legal(seat)) > 1]
        if chooser and match.move_number >= least:
            return match, chooser[0]
        bots_move(match, match.turn.seats[:1], [level_policy(game, "normal")] * seats, chance)
    return None


def may_do(match: Match, seat: int) -> set[str]:
    """The legal moves, and in a free turn nothing."""
    return {*match.legal(seat), *([""] if match.turn.kind == "free" else [])}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_advice_in_both_languages(game: str) -> None:
    found = a_choice(game, 3)
    if found is None:
        return  # nobody ever chooses in this game
    match, seat = found
    advice = advise(SeatView(match, seat), Fast(1), worlds=QUICK, patience=60.0)
    assert advice is not None and advice.move in may_do(match, seat)
    for lang in LANGUAGES:
        sentence = advice.text.get(lang)
        assert sentence.endswith(".") and "{" not in sentence and "\n" not in sentence
    assert {estimate.move for estimate in advice.estimates} <= may_do(match, seat)
    assert re.search(r"\d%", advice.text.en), "a sentence without a number"


@pytest.mark.parametrize("game", GAMES)
def test_advice_knows_no_more_than_the_seat(game: str) -> None:
    found = a_choice(game, 2)
    if found is None:
        return
    match, seat = found
    told = advise(SeatView(match, seat), Fast(1), worlds=2, patience=60.0)
    for number in range(2):
        world = resample(match, seat, Fast(number + 20))
        assert advise(SeatView(world, seat), Fast(1), worlds=2, patience=60.0) == told


def test_the_sentence_has_shares_odds_and_prices() -> None:
    found = a_choice("pairs", 1)
    assert found is not None
    match, seat = found
    advice = advise(SeatView(match, seat), Fast(1), worlds=30, patience=60.0)
    assert advice is not None
    worth = r" — \d+\.\d( ± \d+\.\d)?%( chance to survive)? "
    assert re.search(rf"[Hh]it{worth}\(\d+% to pair", advice.text.en)
    assert re.search(rf"[Ff]old{worth}\(\d+ points? from Seat \d's row", advice.text.en)
    assert re.search(r"шанс уцелеть \d+,\d( ± \d+,\d)?%", advice.text.ru)
    named = advise(SeatView(match, seat), Fast(1), ["Ann", "Bob"], 30, 60.0)
    assert named is not None and "Seat" not in named.text.en and re.search("Ann|Bob", named.text.en)


def test_where_all_but_one_get_away_the_chance_is_to_survive(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new("pairs", 4, seed="words")
    text = told(match, [Estimate("hit", 0.25, 0.0, 0), Estimate("fold", 0.2, 0.0, 0)], monkeypatch).text
    assert text.en.startswith("Hit — 75.0% chance to survive") and "60.0%" in text.en
    assert text.ru.startswith("Взять карту — шанс уцелеть 75,0%")


@pytest.mark.parametrize("game", GAMES)
def test_the_move_of_the_sentence_is_the_best_of_the_list(game: str) -> None:
    found = a_choice(game, 4)
    if found is None:
        return
    advice = advise(SeatView(*found), Fast(2), worlds=QUICK, patience=60.0)
    assert advice is not None
    if advice.estimates and not advice.mixture:
        assert advice.move == advice.estimates[0].move
        values = [estimate.value for estimate in advice.estimates]
        assert values == sorted(values, reverse=True), f"not sorted by worth: {advice.estimates}"
        assert advice.text.en.startswith(move_sentence(found[0].game.info, advice.move, "en"))


def test_nothing_to_choose_is_no_advice() -> None:
    match = Match.new("pairs", 2, seed="forced")
    other = 1 - match.turn.seats[0]
    assert advise(SeatView(match, other), Fast(1)) is None


def test_a_game_with_neither_brain_nor_policy_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_bot", lambda game: Bot())
    monkeypatch.setattr(module, "simple_policy", lambda game: random_policy)
    found = a_choice("hawthorn")
    assert found is not None
    advice = advise(SeatView(*found), Fast(1))
    assert advice == Advice("", module.WORDS["none"])


def test_equal_moves_and_mixtures_are_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    found = a_choice("hawthorn")
    assert found is not None
    seat_view = SeatView(*found)
    first, second = seat_view.legal[:2]
    even = [Estimate(first, 0.5, 0.01, 9), Estimate(second, 0.499, 0.01, 9)]
    monkeypatch.setattr(module, "think", lambda *args, **more: even)
    advice = advise(seat_view, Fast(1))
    assert advice is not None and "; about the same: " in advice.text.en and "; примерно то же: " in advice.text.ru
    mixed = [even[0]._replace(odds=1.0), even[1]._replace(odds=3.0)]
    monkeypatch.setattr(module, "think", lambda *args, **more: mixed)
    advice = advise(seat_view, Fast(1))
    assert advice is not None and advice.mixture == {first: 0.25, second: 0.75} and advice.move == second
    assert "75% of the time" in advice.text.en and "в 25% случаев" in advice.text.ru
    assert advice.text.en.endswith("; mixed, so as not to be read.") and advice.text.en.count("chance to win") == 1


def test_the_best_of_another_kind_is_told_too() -> None:
    moves = ["play 1", "play 2", "play 3", "fold"]
    estimates = [Estimate(move, 0.5 - number / 10, 0.01, 9) for number, move in enumerate(moves)]
    assert [estimate.move for estimate in spoken(estimates)] == ["play 1", "play 2", "fold"]
    assert [estimate.move for estimate in spoken(estimates[:3])] == ["play 1", "play 2", "play 3"]
    assert not close(*estimates[:2]) and close(estimates[0], estimates[0])


def test_what_is_as_good_comes_before_what_is_worse() -> None:
    best, other, near = (
        Estimate("play 1", 0.5, 0.01, 9),
        Estimate("play 2", 0.3, 0.01, 9),
        Estimate("fold", 0.49, 0.01, 9),
    )
    assert ordered([best, other, near]) == [("", best), ("same", near), ("worse", other)]
    assert ordered([best, other]) == [("", best), ("", other)] and ordered([best]) == [("", best)]


def told(match: Match, estimates: list[Estimate], monkeypatch: pytest.MonkeyPatch, names: Sequence[str] = ()) -> Advice:
    """The advice of a bot that thinks so."""
    monkeypatch.setattr(module, "think", lambda *args, **more: estimates)
    advice = advise(SeatView(match, match.turn.seats[0]), Fast(1), names)
    assert advice is not None
    return advice


def test_a_verb_is_said_once_and_names_keep_their_capitals(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new("pairs", 2, {"continuous": True}, seed="words")
    worth = {"fold 4 0": 0.5, "hit": 0.4, "fold 10 1": 0.3}
    estimates = [Estimate(move, value, 0.0, 0) for move, value in worth.items()]
    text = told(match, [estimates[0], estimates[2]], monkeypatch, ["Ann", "Bob"]).text
    assert text.en == "Fold: 4, Ann — 50.0% chance to survive; 10, Bob — 30.0%."
    assert text.ru == "Спасовать: 4, Ann — шанс уцелеть 50,0%; 10, Bob — 30,0%."
    text = told(match, estimates, monkeypatch, ["Ann", "Bob"]).text
    assert re.fullmatch(r"Fold: 4, Ann — 50.0% chance to survive; hit — 40.0% \(.*\); fold: 10, Bob — 30.0%\.", text.en)


def test_a_hint_for_some_cards_is_none_for_more_of_them() -> None:
    hints = [Hint("hint-sure", move, {"cards": move[5:]}) for move in ("play 2", "play 2 2")]
    assert reasons(find_game("tycoon").info, hints, "play 2 2", "en") == ["nobody can beat it"]
    assert reasons(find_game("tycoon").info, hints, "play 2 2 2", "ru") == []


def test_what_the_strong_bot_plays_comes_first_even_if_others_are_better_by_the_estimates() -> None:
    estimates = [Estimate("ready", 0.3, 0.01, 9), Estimate("take 2", 0.5, 0.01, 9), Estimate("take 1", 0.1, 0.01, 9)]
    assert [(head, estimate.move) for head, estimate in ordered(estimates)] == [
        ("", "ready"),
        ("better", "take 2"),
        ("worse", "take 1"),
    ]
