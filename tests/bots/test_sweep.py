"""Sweep: captures as the rules have them, the exact end, and what a hand is worth."""

from __future__ import annotations

import pytest

from koloda import Match
from koloda.bots.seat_view import SeatView
from koloda.bots.sweep.brain import BRAIN, captured, points, rank_counts, strongest
from koloda.bots.think import think
from koloda.core.chance import Fast
from koloda.core.search import win_share
from koloda.games.sweep import Sweep, captures
from koloda.testing import state


def later(seed: int, moves: int) -> tuple[Match, int]:
    """A match of first thoughts, stopped at a card to be played; whose it is."""
    match = Match.new("sweep", 4, chance=Fast(seed))
    while match.move_number < moves or match.game.phase() != "play":
        seat = match.turn.seats[0]
        match.play(seat, BRAIN.choose(match.game, seat, Fast(1)))
    return match, match.turn.seats[0]


@pytest.mark.parametrize("seed", range(6))
def test_a_card_captures_what_the_rules_say(seed: int) -> None:
    match, seat = later(seed, 3 * seed)
    table = rank_counts(state(match, Sweep).table.cards())
    played = rank_counts(state(match, Sweep).played)
    for card in sorted(set(state(match, Sweep).hands[seat].cards())):
        assert captured(table, played, card) == rank_counts(captures(match.view(seat), card))


def test_a_majority_is_worth_more_the_surer_it_is() -> None:
    assert points(10, 0, 0.0) == 0
    assert points(10, 2, 2.0) == 5
    worth = [points(9, own, 2.0) for own in range(6)]
    assert worth == sorted(worth)
    assert worth[5] < 9


def test_closed_cards_count_but_only_as_likely() -> None:
    match, seat = later(1, 9)
    game = state(match, Sweep)
    found = strongest(game, seat)
    world = SeatView(match, seat).world(Fast(4))
    assert isinstance(world, Sweep)
    assert strongest(world, seat) == found


@pytest.mark.parametrize("seed", range(4))
def test_the_last_card_of_a_deal_is_weighed_exactly_in_each_world(seed: int) -> None:
    match, _ = later(seed, 24)
    while len(state(match, Sweep).order) < 3 or state(match, Sweep).group:
        seat = match.turn.seats[0]
        match.play(seat, BRAIN.choose(match.game, seat, Fast(1)))
    seat = match.turn.seats[0]
    told = think(SeatView(match, seat), BRAIN, Fast(7), worlds=1, patience=60.0, drop=False)
    chance = Fast(7)
    SeatView(match, seat).world(chance)  # the one that the candidates are taken from
    world = SeatView(match, seat).world(chance)
    for estimate in told:
        game = world.copy()
        game.act(seat, estimate.move)
        while not game.over:
            game.act(int(game.mover), BRAIN.choose(game, int(game.mover), Fast(1)))
        assert estimate.value == BRAIN.worth(game, seat)
        assert (estimate.value > 0.25) == (win_share(game, seat) > 0)
