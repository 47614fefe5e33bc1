"""Regent: exact odds, and positions whose answer is known."""

from __future__ import annotations

from itertools import combinations

import pytest

from koloda import Match
from koloda.bots.brains.regent import BRAIN, keeps_pair, own_pair, pair_cost, pair_odds
from koloda.bots.eyes import Eyes
from koloda.bots.think import think
from koloda.core.cards import TRIANGULAR
from koloda.core.chance import Fast
from koloda.core.pile import Pile
from koloda.games._hands import highest_pair
from koloda.games.regent import Regent


def table(rows: list[list[int]], hands: list[list[int]]) -> tuple[Match, Regent]:
    """These cards, seat 0 to move; the first five others are burnt."""
    match = Match.new("regent", len(rows), chance=Fast(1))
    game = match.game
    assert isinstance(game, Regent)
    rest = list(TRIANGULAR.pack)
    for seat, row in enumerate(rows):
        game.rows[seat].fill(Pile.of(row))
        game.hands[seat].fill(Pile.of(hands[seat]))
        for card in row + hands[seat]:
            rest.remove(card)
    game.deck.fill(Pile.of(rest[::2] + rest[1::2]))
    game.burnt.clear()
    game.burnt_seen.clear()
    game.discard.clear()
    for _ in range(5):
        game.lay_away(game.deck.draw(), 0)
    game.one(0)
    return match, game


def counts(cards: list[int]) -> list[int]:
    return [cards.count(rank) for rank in range(11)]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_odds_of_a_pair_are_those_of_all_hands(size: int) -> None:
    unseen = [1, 2, 3, 3, 5, 7, 7, 7, 9, 9, 10, 10]
    row = [9, 4]
    hands = list(combinations(unseen, size))
    paired = sum(1 for hand in hands if highest_pair([*hand, *row]))
    assert pair_odds(Pile.of(row), size, counts(unseen)) == pytest.approx(paired / len(hands))


def test_an_attack_costs_what_the_unseen_cards_say() -> None:
    assert pair_cost(Pile.of([9, 4]), counts([1, 4, 9, 9, 10])) == pytest.approx((4 + 9 + 9) / 5)


def test_only_a_pair_that_a_look_finds_is_a_danger() -> None:
    assert own_pair(Pile.of([9, 4]), Pile.of([4, 2])) == 4
    assert own_pair(Pile.of([7, 7]), Pile.of([10])) == 7
    assert own_pair(Pile.of([]), Pile.of([10, 2])) == 0


def test_a_certain_pair_is_looked_at() -> None:
    match, _ = table([[2], [10, 9, 8, 7, 6]], [[5], [10, 9, 8, 5, 4, 3]])
    told = think(Eyes(match, 0), BRAIN, Fast(2), worlds=16, patience=60.0)
    assert (told[0].move, told[0].odds) == ("look 1", 1.0)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "look 1"


def test_a_card_that_pairs_is_given_away_and_a_pair_that_cannot_be_is_left() -> None:
    _, game = table([[9, 3], [5]], [[9, 6], [7]])
    assert BRAIN.choose(game, 0, Fast(1)) == "gift 9 1"
    _, game = table([[9, 1], [9, 6]], [[9, 6], [7]])
    assert BRAIN.choose(game, 0, Fast(1)) == "fold"


def test_a_pair_is_believed_the_less_the_longer_it_was_kept() -> None:
    assert keeps_pair(2, 2) == 1
    assert keeps_pair(5, 2) < keeps_pair(3, 2) < keeps_pair(3, 4)
    _, game = table([[2], [3]], [[5], [9, 9, 8, 7, 6, 4]])
    game.chance = Fast(3)
    believed = sum(BRAIN.likely(game, 0) for _ in range(2000))
    assert believed / 2000 == pytest.approx(keeps_pair(6, 2), abs=0.04)
    assert all(BRAIN.likely(game, 1) for _ in range(20))


def test_strong_looks_at_nobody_who_hardly_can_have_a_pair() -> None:
    match, _ = table([[4], [1]], [[10, 9], [3]])
    told = think(Eyes(match, 0), BRAIN, Fast(2), worlds=24, patience=60.0)
    assert next(estimate.odds for estimate in told if estimate.move == "look 1") == 0
