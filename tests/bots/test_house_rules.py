"""Under every house rule a first thought is legal, and does not change with what its seat cannot know."""

from __future__ import annotations

import pytest

from koloda import Match
from koloda.bots import find_bot
from koloda.bots.seat_view import SeatView
from koloda.bots.think import think
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.match import resample

MOVES = 60
TABLES: list[tuple[str, int, dict[str, OptionValue]]] = [
    ("pairs", 2, {"continuous": True}),
    ("pairs", 8, {"continuous": True, "pieces_of_eight": True, "sevens": True}),
    ("pairs", 3, {"pieces_of_eight": True, "sevens": True}),
    ("pairs", 4, {"continuous": True, "target": 31}),
    ("port", 2, {"pieces_of_eight": True, "target": 5}),
    ("port", 7, {"pieces_of_eight": True, "target": 100}),
    ("starboard", 7, {"chips": 5}),
    ("blackstone", 8, {"chips": 5}),
    ("troll-guts", 6, {"chips": 5}),
    ("troll-guts", 3, {"pieces_of_eight": True}),
    ("hawthorn", 4, {"pieces_of_eight": True}),
    ("five-card", 2, {"target": 1}),
    ("twenty-one", 3, {"bust": "declare", "deck": 52, "ace": 1}),
    ("twenty-one", 10, {"two_aces": True, "deck": 32, "bank": 100, "bank_by": "table", "max_rounds": 0}),
]


@pytest.mark.parametrize(("game_id", "seats", "options"), TABLES)
def test_first_thoughts_are_legal_and_honest(game_id: str, seats: int, options: dict[str, OptionValue]) -> None:
    brain = find_bot(game_id).brain
    assert brain is not None
    match = Match.new(game_id, seats, dict(options), chance=Fast(7))
    for number in range(MOVES):
        if match.result is not None:
            match = Match.new(game_id, seats, dict(options), chance=Fast(number))
        seat = match.turn.seats[0]
        move = brain.choose(match.game, seat, Fast(number))
        assert move in match.legal(seat)
        assert brain.choose(resample(match, seat, Fast(number + 1)).game, seat, Fast(number)) == move
        assert set(brain.candidates(match.game, seat)) <= set(match.legal(seat))
        match.play(seat, move)


@pytest.mark.parametrize(("game_id", "seats", "options"), TABLES)
def test_values_are_shares(game_id: str, seats: int, options: dict[str, OptionValue]) -> None:
    brain = find_bot(game_id).brain
    assert brain is not None
    match = Match.new(game_id, seats, dict(options), chance=Fast(8))
    seat = match.turn.seats[0]
    if len(match.legal(seat)) > 1:
        found = think(SeatView(match, seat), brain, Fast(3), worlds=2, patience=60.0)
        assert all(0 <= estimate.value <= 1 for estimate in found)
