"""Pairs: exact odds, first thoughts and searched moves in positions whose answer is known."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from koloda import Match
from koloda.bots.pairs import BRAIN, lowest, pair_cost, swap_cost, two_card_cost
from koloda.bots.player import Moment
from koloda.bots.seat_view import SeatView
from koloda.bots.shared.triangle import next_counts
from koloda.bots.think import think
from koloda.core.cards import TRIANGULAR
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.core.pile import Pile
from koloda.games.pairs import Pairs
from koloda.lab.three_deep import expectation, three_deep
from koloda.testing import state


def table(rows: list[list[int]], scores: Sequence[int] = (), **options: OptionValue) -> Match:
    """These rows and scores, seat 0 to move; all other cards are in the deck but for five that are burnt."""
    match = Match.new("pairs", len(rows), dict(options) or None, chance=Fast(1))
    game = state(match, Pairs)
    rest = list(TRIANGULAR.pack)
    for row, cards in zip(game.rows, rows, strict=True):
        row.fill(Pile.of(cards))
        for card in cards:
            rest.remove(card)
    game.deck.fill(Pile.of(rest[::2] + rest[1::2]))
    game.burnt.clear()
    game.burnt_seen.clear()
    for _ in range(5):
        game.lay_away(game.deck.draw(), 0)
    game.scores[: len(scores)] = scores
    game.one(0)
    return match


def strong(match: Match) -> str:
    return think(SeatView(match, 0), BRAIN, Fast(3), worlds=40, patience=60.0)[0].move


def test_the_price_of_a_hit_is_that_of_all_unseen_cards() -> None:
    game = state(table([[10, 4], [9], [3, 7]]), Pairs)
    unseen = game.deck.cards() + game.burnt.cards()
    exact = sum(card for card in unseen if card in (10, 4)) / len(unseen)
    assert pair_cost(game.rows[0], next_counts(game)) == pytest.approx(exact)
    assert lowest(game) == 3


def test_with_an_empty_deck_the_discards_come_next() -> None:
    game = state(table([[10], [9]]), Pairs)
    game.discard.fill(Pile.of([10, 10, 2]))
    game.burnt.clear()
    game.deck.clear()
    assert pair_cost(game.rows[0], next_counts(game)) == pytest.approx(20 / 3)


def test_the_price_of_a_swap_is_near_that_of_all_two_cards() -> None:
    game = state(table([[8, 10, 4], [9], [3, 7]]), Pairs)
    unseen = game.deck.cards() + game.burnt.cards()
    cost = 0.0
    for i, first in enumerate(unseen):
        for j, second in enumerate(unseen):
            if i != j:
                cost += first if first in (10, 4) else second if second in (10, 4, first) else 0
    exact = cost / (len(unseen) * (len(unseen) - 1))
    assert swap_cost(game.rows[0], next_counts(game)) == pytest.approx(exact, rel=0.1)


@pytest.mark.parametrize("rows", [[[10, 9, 8], [2], [7], [5]], [[10, 9], [1], [6], [7]]])
def test_a_dangerous_row_folds_for_a_cheap_card(rows: list[list[int]]) -> None:
    match = table(rows)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "fold"
    assert strong(match) == "fold"


@pytest.mark.parametrize("rows", [[[2], [9], [10], [8]], [[3, 1], [9], [10], [8]]])
def test_a_low_row_hits(rows: list[list[int]]) -> None:
    match = table(rows)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "hit"
    assert strong(match) == "hit"


def test_nobody_folds_into_the_loss() -> None:
    match = table([[10, 9, 8], [2], [7], [5]], [14])
    assert BRAIN.choose(match.game, 0, Fast(1)) == "hit"
    assert strong(match) == "hit"


def test_without_rounds_the_cheap_card_is_taken_from_a_neighbour() -> None:
    match = table([[2, 9, 10], [2, 8], [7]], continuous=True)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "fold 2 1"
    assert {move.split(" ")[1] for move in BRAIN.candidates(match.game, 0) if move != "hit"} == {"2", "7"}
    assert strong(match).startswith("fold 2")


def test_an_empty_row_must_hit() -> None:
    match = table([[], [1, 8], [7]], continuous=True)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "hit"


def test_two_cards_cost_what_an_outsider_expects_of_them() -> None:
    game = state(table([[10, 4], [9], [3, 7]], continuous=True), Pairs)
    counts = next_counts(game)
    assert two_card_cost(game.rows[0], counts) == pytest.approx(expectation({10, 4}, counts[:11], 2))


@pytest.mark.parametrize(
    ("rows", "scores", "wanted"),
    [
        ([[10, 9, 8], [2], [7]], [], "fold 2 1"),  # for a 2 it always folds
        ([[3], [9], [10, 5]], [], "hit"),
        ([[10, 9, 8], [4], [4, 7]], [], "fold 4 1"),  # rather from the neighbour who is next
        ([[10, 9, 8], [2], [7]], [20], "hit"),  # that would lose the match
    ],
)
def test_the_outsider_folds_as_described(rows: list[list[int]], scores: list[int], wanted: str) -> None:
    match = table(rows, scores, continuous=True)
    moment = Moment(SeatView(match, 0), Fast(1), 1.0)
    assert three_deep(moment.view, moment.legal, moment) == wanted


def test_without_rounds_whoever_is_to_move_is_nearer_to_the_loss() -> None:
    match = table([[5], [6], [6], [6]], continuous=True)
    values = [BRAIN.worth(match.game, seat) for seat in (1, 2, 3)]
    assert values == sorted(values) and values[0] < values[2]


def test_an_eight_that_is_the_danger_is_swapped() -> None:
    match = table([[8, 2], [10], [10], [9]], pieces_of_eight=True)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "eight"


def test_the_further_from_the_losing_score_the_better() -> None:
    values = [BRAIN.worth(table([[5], [6], [7], [8]], [mine, 5, 5, 5]).game, 0) for mine in (0, 5, 10, 15)]
    assert values == sorted(values, reverse=True)
    assert 0.25 < values[0] <= 1 / 3
    assert values[1] == pytest.approx(0.25, abs=0.002)
