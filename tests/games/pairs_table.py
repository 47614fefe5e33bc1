"""A table of Pairs brought to a known position, for its tests."""

from __future__ import annotations

from collections.abc import Sequence

from koloda import Match
from koloda.core.options import OptionValue
from koloda.core.pile import Pile
from koloda.games.pairs import Pairs
from koloda.testing import scripted, state


def table(
    rows: list[list[int]],
    deck: Sequence[int] = (),
    discard: Sequence[int] = (),
    then: Sequence[list[int]] = (),
    scores: Sequence[int] = (),
    **options: OptionValue,
) -> Match:
    """A match brought to a position by hand, seat 0 to move; ``then`` are the shuffles to come."""
    match = scripted("pairs", len(rows), "", options, then=[{"shuffle": cards} for cards in then])
    game = state(match, Pairs)
    game.deck.fill(Pile.of(deck))
    game.burnt.clear()
    game.burnt_seen.clear()
    game.discard.fill(Pile.of(discard))
    for row, cards in zip(game.rows, rows, strict=True):
        row.fill(Pile.of(cards))
    for seat, score in enumerate(scores):
        game.scores[seat] = score
    game.one(0)
    return match
