"""What the games of the triangular deck share, tried on Pairs."""

from __future__ import annotations

from collections.abc import Sequence

from pairs_table import table

from koloda import Match
from koloda.core.chance import Seeded
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile
from koloda.core.playout import start
from koloda.games.pairs import Pairs
from koloda.games.shared.triangle import TriangleGame
from koloda.testing import state


def position(rows: list[list[int]], deck: Sequence[int] = (), then: Sequence[list[int]] = ()) -> Pairs:
    return state(table(rows, deck, then=then), Pairs)


def test_an_empty_row_does_not_start() -> None:
    assert position([[], [9], [5]]).lowest_starts() == 2


def test_a_card_counts_as_it_is_unless_a_game_says_otherwise() -> None:
    assert TriangleGame.start_key(position([[1], [2]]), 7) == 7


def test_a_fresh_deck_gathers_every_card_and_burns_none() -> None:
    cards = sorted(Pairs.info.deck.pack, reverse=True)
    game = position([[9], [8]], [1], then=[cards])
    game.lay_away(4, 0)
    game.fresh_deck()
    assert game.deck.cards() == cards
    assert [len(pile) for pile in (game.burnt, game.burnt_seen, game.discard, *game.rows)] == [0] * 5


def test_a_folded_hand_is_known_to_its_owner_only() -> None:
    match = table([[9], [8]], [1])
    hand = Pile.of([3, 4])
    state(match, Pairs).fold_hand(hand, 1)
    assert len(hand) == 0
    assert [match.view(seat).cards("burnt") for seat in (0, 1, None)] == [[None, None], [3, 4], [None, None]]


def test_a_deal_that_nobody_listens_to_is_the_same_deal() -> None:
    game = start(Pairs, 3, MatchOptions(Pairs.info.options, 3, None), Seeded("quiet"))
    assert game.facts() == Match.new("pairs", 3, seed="quiet").game.facts()
    assert game.events == []
