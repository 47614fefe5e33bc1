"""A bot's choice depends on what its seat may know, and on nothing else: worlds that look the same change nothing."""

from __future__ import annotations

import pytest

from koloda import Match, all_games, find_game
from koloda.bots import LEVELS, find_bot, level_policy
from koloda.bots.registry import GENERAL
from koloda.bots.seat_view import SeatView
from koloda.bots.think import think
from koloda.core.chance import Fast
from koloda.core.search import Brain
from koloda.lab.simulate import bots_move
from koloda.match import resample

BRAINS = {game.info.id: bot.brain for game in all_games() if (bot := find_bot(game.info.id)).brain}
assert GENERAL.brain is not None
EVERY_BRAIN = [pytest.param(game_id, brain, id=game_id) for game_id, brain in BRAINS.items()] + [
    pytest.param(game_id, GENERAL.brain, id=f"general bot in {game_id}") for game_id in ("pairs", "kitten", "the-gang")
]
STRIDE = 7  # moves between two positions that are looked at
POSITIONS = 6
WORLDS = 3


def positions(game_id: str, seats: int) -> list[tuple[Match, int]]:
    """Positions of a match between normal bots, each with a seat that has a choice."""
    found: list[tuple[Match, int]] = []
    normal = [level_policy(game_id, "normal")] * seats
    chance = Fast(5)
    for deal in range(20):
        match = Match.new(game_id, seats, chance=Fast(deal))
        while match.result is None and match.move_number < STRIDE * POSITIONS * 4:
            if match.move_number % STRIDE == deal % STRIDE:
                found += [(match.copy(), seat) for seat in match.turn.seats if len(match.legal(seat)) > 1][:1]
            if len(found) >= POSITIONS * (1 + deal // 4):
                break
            bots_move(match, match.turn.seats[:1], normal, chance)
        if len(found) >= POSITIONS * 4:
            break
    return found


@pytest.mark.parametrize(("game_id", "brain"), EVERY_BRAIN)
def test_a_first_thought_is_the_same_in_every_world_that_looks_the_same(game_id: str, brain: Brain) -> None:
    low, high = find_game(game_id).info.seats
    for seats in sorted({low, high}):
        for match, seat in positions(game_id, seats):
            chosen = brain.choose(SeatView(match, seat).world(Fast(1)), seat, Fast(2))
            assert chosen in match.legal(seat)
            for number in range(WORLDS):
                world = resample(match, seat, Fast(number + 10))
                assert brain.choose(world.game, seat, Fast(2)) == chosen


@pytest.mark.parametrize(("game_id", "brain"), EVERY_BRAIN)
def test_a_search_finds_the_same_values_in_every_world_that_looks_the_same(game_id: str, brain: Brain) -> None:
    seats = find_game(game_id).info.seats[0]
    for match, seat in positions(game_id, seats)[:4]:
        found = think(SeatView(match, seat), brain, Fast(3), worlds=2, patience=60.0)
        assert {estimate.move for estimate in found} <= set(match.legal(seat))
        assert all(-1e-9 <= estimate.value <= 1 + 1e-9 for estimate in found)
        world = resample(match, seat, Fast(11))
        assert think(SeatView(world, seat), brain, Fast(3), worlds=2, patience=60.0) == found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game_id", [game.info.id for game in all_games()])
def test_every_level_plays_legal_moves(game_id: str, level: str) -> None:
    seats = find_game(game_id).info.seats[0]
    match = Match.new(game_id, seats, chance=Fast(1))
    policy = level_policy(game_id, level)
    for _ in range(3):
        if match.result is None:
            bots_move(match, match.turn.seats[:1], [policy] * seats, Fast(2))
