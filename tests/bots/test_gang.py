"""The Gang's levels: the same play, but hands read worse and chips given up sooner; and what its advice counts."""

from __future__ import annotations

import re

import pytest

from koloda import Match
from koloda.bots import level_policy
from koloda.bots.advice import advise
from koloda.bots.seat_view import SeatView
from koloda.bots.the_gang.evaluator import EVALUATOR, chips_by_move, imagined
from koloda.bots.the_gang.policy import MAX_CHIP_MOVES, POLICIES, TRUST_IN_CHIPS, Gangster, before_this_round
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.games.the_gang.chip_reading import expected_place
from koloda.games.the_gang.hints import chip_history, own_share, reader
from koloda.lab.gang_heists import finished_heists, play_one_move
from koloda.match import resample


def river(seed: int) -> Match:
    match = Match.new("the-gang", 3, seed=f"river {seed}")
    chance = Fast(seed)
    while match.view(0).counter("round") < 4:
        play_one_move(match, chance)
    return match


def test_a_better_level_reads_its_hand_better() -> None:
    views = [river(seed).view(seat) for seed in range(4) for seat in range(3)]

    def misread(gangster: Gangster) -> float:
        return sum(abs(gangster._share(view) - own_share(view, 1)) for view in views) / len(views)

    strong, normal, easy = (misread(POLICIES[level]) for level in ("strong", "normal", "easy"))
    assert strong == 0 < normal < easy < 0.3


@pytest.mark.parametrize(("level", "gangster"), POLICIES.items())
def test_a_level_is_what_the_table_asks_for(level: str, gangster: Gangster) -> None:
    match = Match.new("the-gang", 3, seed="levels")
    for seat in range(3):
        patient = level_policy("the-gang", level, patient=True)(SeatView(match, seat), Fast(1))
        assert patient == gangster.wish(match.view(seat), Fast(1))
        assert level_policy("the-gang", level)(SeatView(match, seat), Fast(1)) in match.legal(seat)


def test_the_strong_bot_trusts_the_others_chips_a_little_and_only_for_the_red_one() -> None:
    strong, alone = POLICIES["strong"], Gangster(120, True, MAX_CHIP_MOVES, trust=0.0)
    for seed in range(3):
        match = Match.new("the-gang", 4, seed=f"trust {seed}")
        chance = Fast(seed)
        moved = 0.0
        while match.view(0).counter("round") < 4:
            assert strong._place(match.view(0)) == alone._place(match.view(0))
            play_one_move(match, chance)
        for seat in range(4):
            view = match.view(seat)
            moved += abs(strong._place(view) - alone._place(view))
            blind = before_this_round(reader(view))
            read = 0.5 + (expected_place(blind) - 1) / 3 * 4
            trusted = TRUST_IN_CHIPS * (read - alone._place(view))
            assert strong._place(view) - alone._place(view) == pytest.approx(trusted)
        assert 0 < moved < 4 * 4 * TRUST_IN_CHIPS


def asking(specialist: int, *challenges: int) -> list[tuple[int, int, str]]:
    """Round and seat of every proposal of a heist, each with the seat's chips so far."""
    options: dict[str, OptionValue] = {"mode": "custom", "specialist": specialist, "challenges": list(challenges)}
    match = Match.new("the-gang", 3, options, seed="asking")
    chance = Fast(3)
    found: list[tuple[int, int, str]] = []
    while match.view(0).counter("heist") == 1:
        before = match.move_number
        view = match.view(0)
        play_one_move(match, chance)
        seat, move = match.moves()[before]
        if move.startswith("propose "):
            assert move.startswith(f"propose {seat}")
            found.append((view.counter("round"), seat, chip_history(view, seat)))
    return found


def test_the_weakest_asks_for_a_specialist_after_the_flop_and_the_strongest_for_muscle_in_the_end() -> None:
    [(round_of, _, chips)] = asking(5)
    assert round_of == 2 and chips.startswith("1 ")
    [(round_of, _, chips)] = asking(10)
    assert round_of == 4 and chips.split()[2] == "3"
    [(round_of, _, chips)] = asking(10, 5)
    assert round_of == 4 and chips.split()[2:] == ["–", "3"], "without orange chips the red ones tell"


# What the numbers are


OPTION_SETS: list[dict[str, OptionValue]] = [
    {"mode": "advanced"},
    {"mode": "professional", "decks": "shuffled"},
    {"mode": "master"},
    {"round_end": "instant", "chip_limit": 6},
    {"mode": "custom", "challenges": [2, 6, 8], "specialist": 10},
    {"mode": "custom", "challenges": [3, 7, 10], "specialist": 5},
    {"mode": "custom", "challenges": [1, 4, 9], "specialist": 7},
    {"mode": "custom", "challenges": [5], "specialist": 1},
    {"mode": "custom", "specialist": 6},
]


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_advice_is_given_at_every_turn_of_every_mode(options: dict[str, OptionValue]) -> None:
    match = Match.new("the-gang", 3, options, seed=f"modes {options}")
    chance = Fast(8)
    measured = 0
    while match.result is None and match.move_number < 120:
        seat = match.turn.seats[chance.below(len(match.turn.seats))]
        advice = advise(SeatView(match, seat), Fast(1), worlds=2)
        if advice is not None:
            measured += bool(advice.estimates)
            assert advice.move in [*match.legal(seat), ""] and "{" not in advice.text.ru + advice.text.en
            assert all(0 <= estimate.value <= 1 for estimate in advice.estimates)
        legal = match.legal(seat)
        match.play(seat, "ready" if "ready" in legal else legal[chance.below(len(legal))])
    assert measured > 5


def test_what_is_hidden_changes_no_number() -> None:
    for seed in range(3):
        match = river(seed)
        for seat in range(3):
            found = EVALUATOR.outcomes(match.view(seat), 40)
            imagined.cache_clear()
            for number in range(2):
                world = resample(match, seat, Fast(number))
                assert EVALUATOR.outcomes(world.view(seat), 40) == found


def test_the_options_are_the_chips_to_take_and_the_one_that_is_held() -> None:
    match = Match.new("the-gang", 3, seed="options")
    assert chips_by_move(match.view(0)) == {"take 1": 1, "take 2": 2, "take 3": 3}
    match.play(0, "take 2")
    assert chips_by_move(match.view(0)) == {"take 1": 1, "take 3": 3, "": 2}
    match.play(1, "take 1")
    match.play(2, "take 3")
    assert chips_by_move(match.view(0)) == {"take 1": 1, "take 3": 3, "ready": 2}


def test_a_guess_is_worth_how_likely_it_is_right() -> None:
    options: dict[str, OptionValue] = {"mode": "custom", "challenges": [4]}
    for seed in range(30):
        match = Match.new("the-gang", 3, options, seed=f"guess {seed}")
        chance = Fast(seed)
        while match.view(0).phase == "chips":
            play_one_move(match, chance)
        if match.view(0).phase == "guess":
            break
    guesser = match.turn.seats[0]
    advice = advise(SeatView(match, guesser), Fast(1))
    assert advice is not None and advice.move.startswith("guess ") and advice.estimates[0].worlds == 0
    assert advice.estimates[0].value == max(estimate.value for estimate in advice.estimates) > 0.2


def test_every_chip_is_right_exactly_when_the_heist_succeeds() -> None:
    tables: list[dict[str, OptionValue]] = [{}, {"mode": "custom", "specialist": 10}]
    for options in tables:
        match = Match.new("the-gang", 4, options, seed="verdicts")
        chance = Fast(2)
        heists = 0
        while match.result is None:
            before = [match.view(seat) for seat in range(4)]
            play_one_move(match, chance, "easy")
            right = [EVALUATOR.verdict(before[seat], match.view(seat)) for seat in range(4)]
            if len(finished_heists(match)) > heists:
                heists += 1
                assert (right == [1.0] * 4) == finished_heists(match)[-1]["success"]
            else:
                assert right == [None] * 4
        assert heists >= 3


def test_advice_says_how_likely_a_chip_is_right() -> None:
    match = river(1)
    seat = match.turn.seats[0]
    advice = advise(SeatView(match, seat), Fast(1))
    assert advice is not None
    assert re.search(r"Take a chip: \d — \d+\.\d( ± \d\.\d)?% to be right; ", advice.text.en)
    assert re.search(r"Взять фишку: \d — верно с вероятностью \d+,\d( ± \d,\d)?%; ", advice.text.ru)
    assert sum(estimate.value for estimate in advice.estimates) >= 0.99, "some chip is right"
