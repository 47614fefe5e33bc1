"""Port: exact odds, and moves in positions whose answer is known."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from koloda import Match
from koloda.bots.port import BRAIN, Table
from koloda.bots.seat_view import SeatView
from koloda.bots.shared.triangle import next_counts
from koloda.bots.think import think
from koloda.core.cards import TRIANGULAR
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.core.pile import Pile
from koloda.core.search import Estimate
from koloda.games.port import FOLDED, IN, OUT, Port
from koloda.testing import state


def table(rows: list[list[int]], status: Sequence[int], scores: Sequence[int] = (), **options: OptionValue) -> Match:
    """These rows, seat 0 to move; all other cards are in the deck."""
    match = Match.new("port", len(rows), dict(options) or None, chance=Fast(1))
    game = state(match, Port)
    rest = list(TRIANGULAR.pack)
    for row, cards in zip(game.rows, rows, strict=True):
        row.fill(Pile.of(cards))
        for card in cards:
            rest.remove(card)
    game.deck.fill(Pile.of(rest))
    game.burnt.clear()
    game.burnt_seen.clear()
    game.status = list(status)
    game.scores[: len(scores)] = scores
    game.one(0)
    return match


def weigh(match: Match, worlds: int = 60) -> dict[str, Estimate]:
    return {e.move: e for e in think(SeatView(match, 0), BRAIN, Fast(3), worlds, patience=60.0, drop=False)}


def best(match: Match) -> str:
    values = weigh(match)
    return max(values, key=lambda move: values[move].value)


def test_a_hit_is_worth_the_mean_over_all_unseen_cards() -> None:
    game = state(table([[9, 4], [10, 8]], [IN, FOLDED]), Port)
    thought = Table(game, 0)
    unseen = game.deck.cards()
    exact = sum(2 if 13 + card >= 18 else 1 for card in unseen if card not in (9, 4)) / len(unseen)
    assert thought.hit(game.rows[0], next_counts(game)) == pytest.approx(exact)


def test_two_cards_for_an_eight_are_worth_the_mean_over_all_two_cards() -> None:
    game = state(table([[8, 4], [10, 8]], [IN, FOLDED]), Port)
    thought = Table(game, 0)
    unseen = game.deck.cards()
    total = 0
    for i, first in enumerate(unseen):
        for j, second in enumerate(unseen):
            if i != j and first != 4 and second not in (4, first):
                total += 2 if 4 + first + second >= 18 else 1
    exact = total / (len(unseen) * (len(unseen) - 1))
    assert thought.swap(game.rows[0], next_counts(game)) == pytest.approx(exact)


def test_who_is_alone_stands() -> None:
    match = table([[4], [9, 9], [10, 10]], [IN, OUT, OUT])
    assert BRAIN.choose(match.game, 0, Fast(1)) == "fold"
    assert best(match) == "fold"


def test_the_last_to_act_stops_at_the_sum_to_beat() -> None:
    match = table([[10, 9], [8, 10], [7, 9]], [IN, FOLDED, FOLDED])
    assert BRAIN.choose(match.game, 0, Fast(1)) == "fold"
    assert best(match) == "fold"


def test_a_last_place_is_risked_for_the_win() -> None:
    """Seat 1 has won with what it has unless seat 0 gets above it."""
    match = table([[2], [3, 5]], [IN, FOLDED], [18, 19])
    values = weigh(match)
    assert values["hit"].value > values["fold"].value == 0.0


def test_the_nearer_to_the_target_the_better() -> None:
    values = [BRAIN.worth(table([[4], [9]], [IN, IN], [mine, 10]).game, 0) for mine in (0, 5, 10, 20)]
    assert values == sorted(values)
    assert values[2] == pytest.approx(0.5, abs=0.002)
