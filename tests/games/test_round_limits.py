"""Games with a cap on the rounds that the book does not have: there a table can play for ever if it wants to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from koloda import Match
from koloda.games.shared.chips import ChipsGame
from koloda.testing import state

ROUNDS = 400
Habit = Callable[[Match, int], str]


def let_the_poorest_win(stay: str) -> Habit:
    """Everybody folds but the seat with the fewest chips, which makes its first move that begins with ``stay``."""

    def choose(match: Match, seat: int) -> str:
        game = state(match, ChipsGame)
        legal = match.legal(seat)
        if "fold" not in legal:  # a first card
            return legal[0]
        poorest = min(game.seats_in(), key=lambda other: (game.chips[other], other))
        return next(move for move in legal if move.startswith(stay)) if seat == poorest else "fold"

    return choose


def always(move: str) -> Habit:
    """Everybody makes this move all the time."""
    return lambda match, seat: move


ENDLESS = [
    pytest.param("monster", 4, let_the_poorest_win("discard"), id="monster"),
    pytest.param("goblin-poker", 3, let_the_poorest_win("sacrifice"), id="goblin-poker"),
    pytest.param("regent", 2, let_the_poorest_win("draw"), id="regent-2"),
    pytest.param("regent", 4, let_the_poorest_win("draw"), id="regent-4"),
    pytest.param("starboard", 3, always("fold"), id="starboard"),
    pytest.param("port", 2, always("hit"), id="port"),
]


@pytest.mark.parametrize(("game_id", "seats", "choose"), ENDLESS)
def test_without_a_cap_seats_that_wish_to_play_for_ever(game_id: str, seats: int, choose: Habit) -> None:
    match = Match.new(game_id, seats, {"max_rounds": 0}, seed="friends")
    while match.view(None).counter("round") <= ROUNDS:
        seat = match.turn.seats[0]
        match.play(seat, choose(match, seat))
    assert match.result is None


@pytest.mark.parametrize("game_id", ["monster", "goblin-poker", "regent", "troll-guts", "starboard", "port"])
def test_such_games_stop_after_a_thousand_rounds(game_id: str) -> None:
    assert Match.new(game_id, 4, seed="x").options.number("max_rounds") == 1000
