"""What the brains of games with secret choices share: a choice drawn by its odds, and the win by totals."""

from __future__ import annotations

from typing import Final

from koloda.core.chance import Chance
from koloda.core.search import won
from koloda.games.shared.bids import ScoreGame

from .lead import lead_share

FINE: Final = 1_000_000  # steps of a drawn probability
SOFT: Final = 0.5  # of the value of a deal is who won it; the rest is by how much, which is seen sooner


def drawn(odds: list[float], chance: Chance) -> int:
    """An index, as often as its odds say."""
    total = 0.0
    for part in odds:
        total += part
    left = float(chance.below(FINE)) / FINE * total
    for index, part in enumerate(odds):
        left -= part
        if left < 0:
            return index
    return len(odds) - 1


def score_share(game: ScoreGame, seat: int, spread: float) -> float:
    """The share of the win by the totals so far: certain after the match, softer the more points ``spread`` ahead."""
    share = lead_share(game.scores, seat, spread)
    return SOFT * won(game, seat) + (1 - SOFT) * share if game.over else share
