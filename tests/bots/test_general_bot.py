"""The general bot plays any game: its turns are of every kind, it advises and reviews, and beats random play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from koloda import Match, find_game
from koloda.bots import LEVELS, add_bot, find_bot, level_policy, random_policy, simple_policy
from koloda.bots.advice import advise
from koloda.bots.registry import GENERAL
from koloda.bots.seat_view import SeatView
from koloda.bots.think import decide, think
from koloda.core.chance import Fast
from koloda.core.text import LANGUAGES
from koloda.lab.simulate import bots_move
from koloda.review import review, review_lines

KINDS = {"hawthorn": "one", "kitten": "together", "the-gang": "free"}


@pytest.fixture(params=KINDS)
def game_id(request: pytest.FixtureRequest) -> Iterator[str]:
    """A game that has to do without its own bot for a while."""
    name = str(request.param)
    own = find_bot(name)
    add_bot(name, GENERAL)
    yield name
    add_bot(name, own)


def a_choice(game_id: str) -> tuple[Match, int]:
    """A turn of the kind that the game stands for, with a choice."""
    seats = find_game(game_id).info.seats[0]
    for deal in range(50):
        match = Match.new(game_id, seats, seed=f"general {deal}")
        while match.result is None:
            for seat in match.turn.seats:
                if match.turn.kind == KINDS[game_id] and len(match.legal(seat)) > 1:
                    return match, seat
            bots_move(match, match.turn.seats[:1], [random_policy] * seats, Fast(deal))
    raise AssertionError(f"no such turn in {game_id}")


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_chooses_a_legal_move(game_id: str, level: str) -> None:
    match, seat = a_choice(game_id)
    late = iter([0.0, *[0.0] * 4, *[10.0] * 1000])  # a clock that lets it think a little
    assert level_policy(game_id, level, clock=lambda: next(late))(SeatView(match, seat), Fast(1)) in match.legal(seat)


def test_its_matches_end(game_id: str) -> None:
    seats = find_game(game_id).info.seats[0]
    match, chance = Match.new(game_id, seats, seed="to the end"), Fast(2)
    while match.result is None:
        bots_move(match, match.turn.seats[:1], [simple_policy(game_id)] * seats, chance)
    assert match.result.places


def test_it_advises_in_both_languages(game_id: str) -> None:
    match, seat = a_choice(game_id)
    advice = advise(SeatView(match, seat), Fast(1), worlds=3, patience=60.0)
    assert advice is not None and advice.move in match.legal(seat)
    assert {estimate.move for estimate in advice.estimates} == set(match.legal(seat))
    for lang in LANGUAGES:
        assert advice.text.get(lang).endswith(".") and "%" in advice.text.get(lang)


def test_it_reviews(game_id: str) -> None:
    match, seat = a_choice(game_id)
    bots_move(match, [seat], [random_policy] * match.game.seats, Fast(3))
    found = review(match.record(), seat, "general", 2, 60.0)
    assert len(found.decisions) >= 1
    assert all(0 <= estimate.value <= 1 for decision in found.decisions for estimate in decision.estimates)
    assert review_lines(found, "ru") and review_lines(found, "en")


def test_its_search_beats_random_play() -> None:
    """Of fifty deals of Pairs for two the seat that searches loses well under half."""
    lost = 0
    brain = GENERAL.brain
    assert brain is not None
    for deal in range(50):
        match, chance = Match.new("pairs", 2, {"target": 11}, seed=f"search {deal}"), Fast(deal)
        while match.result is None:
            seat = match.turn.seats[0]
            seat_view = SeatView(match, seat)
            if seat == deal % 2 and len(seat_view.legal) > 1:
                match.play(seat, think(seat_view, brain, chance, worlds=24, patience=60.0)[0].move)
            else:
                match.play(seat, random_policy(seat_view, chance))
        lost += deal % 2 in match.result.losers
    assert lost <= 15


def test_it_decides_by_its_search() -> None:
    match = Match.new("pairs", 2, seed="decides")
    seat = match.turn.seats[0]
    brain = GENERAL.brain
    assert brain is not None
    assert decide(SeatView(match, seat), brain, Fast(1)) in match.legal(seat)
