"""Secret bids of a card from the hand, as in Kitty and Venture: the move, its texts, and which bids are unique."""

from __future__ import annotations

from typing import Final

from koloda.core.table import Label, Note
from koloda.core.text import Text
from koloda.core.turn import Verb

BID: Final = Verb("bid", Text("Сделать ставку", "Bid"), ("card@hand",))
BID_LABELS: Final = {
    "label-tied": Text("совпала", "tied"),
    "label-lowest": Text("самая низкая", "lowest"),
}
BIDS: Final = [f"bid {card}" for card in range(11)]


def unique_bids(cards: list[int]) -> list[int]:
    """The seats whose bid nobody else made, the lowest bid first.

    >>> unique_bids([4, 2, 2, 3])
    [3, 0]
    """
    unique = [(card, seat) for seat, card in enumerate(cards) if cards.count(card) == 1]
    return [seat for _, seat in sorted(unique)]


def bid_labels(cards: list[int]) -> list[Label]:
    """Beside open bids: those that several made are struck out, and the lowest of the others has won."""
    tied = [Label("bid", Note("label-tied"), seat) for seat, card in enumerate(cards) if cards.count(card) > 1]
    return tied + [Label("bid", Note("label-lowest"), seat) for seat in unique_bids(cards)[:1]]
