"""Secret bids of a card from the hand, as in Kitty and Venture: the move, its texts, and which bids are unique."""

from __future__ import annotations

from typing import Final

from koloda.core.text import Text
from koloda.core.turn import Verb

BID: Final = Verb("bid", Text("Сделать ставку", "Bid"), ("card@hand",))
BIDS: Final = [f"bid {card}" for card in range(11)]


def unique_bids(cards: list[int]) -> list[int]:
    """The seats whose bid nobody else made, the lowest bid first.

    >>> unique_bids([4, 2, 2, 3])
    [3, 0]
    """
    unique = [(card, seat) for seat, card in enumerate(cards) if cards.count(card) == 1]
    return [seat for _, seat in sorted(unique)]
