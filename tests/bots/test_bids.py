"""Secret choices: drawn among what is as good, with sensible first thoughts."""

from __future__ import annotations

import pytest

from koloda import Match
from koloda.bots.kitten import BRAIN as KITTEN
from koloda.bots.kitten import HARD, KittenBrain, cheapest
from koloda.bots.podfilim import BRAIN as PODFILIM
from koloda.bots.podfilim import MAX_SPLITS_SEARCHED, Standing, quantal_votes
from koloda.bots.seat_view import SeatView
from koloda.bots.shared.drawing import draw_index
from koloda.bots.think import decide
from koloda.core.cards import TRIANGULAR_JOKER
from koloda.core.chance import Fast
from koloda.core.pile import Pile
from koloda.games.kitten import Kitten
from koloda.games.podfilim.game import Podfilim


def kitten(seed: int = 1) -> tuple[Match, Kitten]:
    match = Match.new("kitten", 4, chance=Fast(seed))
    assert isinstance(match.game, Kitten)
    return match, match.game


def podfilim(seats: int, seed: int = 1) -> tuple[Match, Podfilim]:
    match = Match.new("podfilim", seats, chance=Fast(seed))
    assert isinstance(match.game, Podfilim)
    return match, match.game


# Mixing


def test_a_choice_is_drawn_as_often_as_its_odds_say() -> None:
    chance = Fast(3)
    counts = [0, 0, 0]
    for _ in range(3000):
        counts[draw_index([0.5, 0.0, 1.5], chance)] += 1
    assert counts[1] == 0 and 650 < counts[0] < 850


def test_a_quick_vote_leaves_the_best_part_to_who_wants_it_most() -> None:
    odds = quantal_votes([[6.0, 1.0, 0.0], [2.0, 1.8, 0.0]], [[1.0, 0.2, 0.0], [0.5, 0.4, 0.0]], [True, True, False])
    assert odds[0][0] > 0.9 and odds[1][1] > 0.5
    assert odds[0][2] == odds[1][2] == 0
    assert all(sum(row) == pytest.approx(1) for row in odds)


def test_a_strong_bid_is_drawn_among_those_that_are_as_good() -> None:
    match, game = kitten()
    for seat in range(4):
        match.play(seat, KITTEN.choose(game, seat, Fast(seat)))
    hasty = KittenBrain()
    hasty.worlds = 8
    played = {decide(SeatView(match, 0), hasty, Fast(seed)) for seed in range(10)}
    assert len(played) > 1 and played <= set(match.legal(0))


# Kitty


def test_more_cards_of_a_rank_are_worth_more_and_high_ranks_need_more_of_them() -> None:
    table = HARD[4]
    for rank in range(1, 11):
        worths = [table[11 * rank + n] for n in range(6)]
        assert worths == sorted(worths) and worths[0] == 0 and worths[5] <= rank
    assert table[11 * 3 + 1] / 3 > 0.8 > 0.2 > table[11 * 10 + 1] / 10


def test_a_card_that_wins_nothing_is_passed() -> None:
    _, game = kitten()
    game.hands[0].fill(Pile.of([2, 3, 4, 8, 8, 9, 10, 10, 10]))
    assert cheapest(game, 0) == 9


# Podfilim


def test_a_rank_is_decided_when_nothing_of_it_is_left() -> None:
    _, game = podfilim(3)
    game.deck.clear()
    game.numbers[0].fill(Pile.of([4, 4, 5]))
    game.numbers[1].fill(Pile.of([4, 5]))
    standing = Standing(game)
    assert standing.odds(0, 4, 0) > 0.9 > 0.1 > standing.odds(1, 4, 0)
    assert standing.odds(0, 5, 0) > 0.9 and standing.odds(1, 5, 0) > 0.9  # a tie scores for both
    assert standing.odds(2, 4, 0) < 0.01


def test_a_joker_goes_where_it_decides() -> None:
    _, game = podfilim(3)
    game.deck.clear()
    game.numbers[0].fill(Pile.of([4, 9, 9, 9]))
    game.numbers[1].fill(Pile.of([4, 4, 9]))
    standing = Standing(game)
    assert standing.best_joker(0, [0] * 11) == 4
    assert standing.gain(0, [TRIANGULAR_JOKER]) == pytest.approx(standing.gain(0, [4]))
    assert standing.gain(2, [TRIANGULAR_JOKER]) == 0  # nothing to lay it on


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_cutter_weighs_a_few_good_splits(seats: int) -> None:
    match, game = podfilim(seats)
    found = PODFILIM.candidates(game, int(game.mover))
    assert len(found) == MAX_SPLITS_SEARCHED and set(found) <= set(match.legal(int(game.mover)))
    assert found[0] == PODFILIM.choose(game, int(game.mover), Fast(1))
