"""Cribbage: the texts of its moves, and the discards of a hand."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.pile import Pile

from ._cribbage import ACE_LOW

NO_CARD: Final = 63
PLAYS: Final = [f"play {ACE_LOW.face(card)}" for card in range(52)]
PLAYED: Final = {move: card for card, move in enumerate(PLAYS)}
DISCARDS: Final = [f"discard {ACE_LOW.face(card)}" for card in range(52)]
DISCARDS_TWO: Final = [f"discard {ACE_LOW.face(a)} {ACE_LOW.face(b)}" for a in range(52) for b in range(52)]
DISCARDED: Final = {move: NO_CARD * 64 + card for card, move in enumerate(DISCARDS)}
DISCARDED.update({DISCARDS_TWO[52 * a + b]: 64 * a + b for a in range(52) for b in range(a + 1, 52)})
BY_TEXT: Final = Pile.of(sorted(range(52), key=ACE_LOW.face))
PLACES: Final = Pile.of([BY_TEXT.find(card) for card in range(52)])


def discards(hand: Pile) -> list[str]:
    """The discards of a sorted hand in the order of their texts."""
    places = Pile()
    n = hand.size()
    i: i64 = 0
    while i < n:
        places.put(PLACES.at(hand.at(i)))
        i += 1
    places.sort()
    moves: list[str] = []
    i = 0
    while i < n:
        first = BY_TEXT.at(places.at(i))
        if n == 5:
            moves.append(DISCARDS[first])
        else:
            j: i64 = 0
            while j < n:
                second = BY_TEXT.at(places.at(j))
                if first < second:
                    moves.append(DISCARDS_TWO[first * 52 + second])
                j += 1
        i += 1
    return moves


def discards_by_card(hand: Pile) -> list[str]:
    """The same in the order of the cards of the hand."""
    cards = hand.cards()
    if len(cards) == 5:
        return [DISCARDS[card] for card in cards]
    return [DISCARDS_TWO[a * 52 + b] for i, a in enumerate(cards) for b in cards[i + 1 :]]
