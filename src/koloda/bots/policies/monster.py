"""Monster: throw off the pairs, hide from the monster while many are in, go high when few are left."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._hands import numbers

MOST = 3
FEW = 3


def choose(view: View, chance: Chance) -> str:
    """Fold a hand that cannot lose its pairs; with spare discards and many seats in the high cards go too."""
    assert view.seat is not None
    hand = numbers(view.cards("hand", view.seat))
    kept = sorted(set(hand))
    pairs = [card for card in kept for _ in range(hand.count(card) - 1)]
    if len(pairs) > MOST:
        return "fold"
    left = sum(1 for seat in range(view.seats) if view.cards("hand", seat))
    spare = kept[len(pairs) - MOST :] if left > FEW and len(pairs) < MOST and not unbeatable(kept) else []
    return " ".join(["discard", *map(str, sorted(pairs + spare))])


def unbeatable(ranks: list[int]) -> bool:
    """A hand that hardly any monster reaches."""
    return ranks[-4:] == [7, 8, 9, 10]
