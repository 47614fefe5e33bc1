"""What seats know of closed cards of the triangular deck.

Equal cards cannot be told apart, so knowledge is "at least k cards of that rank are here". The seats that know a card
are bits of a mask.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.pile import Pile
from koloda.core.table import EVERYONE

PUBLIC: Final = 1 << 8  # above the bits of eight seats: what even a watcher knows


def seen_by(masks: list[int]) -> list[int]:
    """These masks as a Zone needs them."""
    return [EVERYONE if mask & PUBLIC else mask for mask in masks]


def gather_knowledge(cards: Pile, seen: list[int], card: i64) -> i64:
    """Let the first card of a rank carry what is known of any, the next what is known of two…; returns its index."""
    first: i64 = -1
    for i, mask in enumerate(seen):
        if cards.at(i) == card:
            if first < 0:
                first = i
            else:
                seen[i] = seen[first] & mask
                seen[first] |= mask
    return first


def take_open(cards: Pile, seen: list[int], card: i64) -> None:
    """Take a card out openly: seats that knew of k such cards here know of one fewer."""
    index = gather_knowledge(cards, seen, card)
    cards.take_at(index)
    seen.pop(index)


def left_open(cards: Pile, seen: list[int], card: i64) -> list[int]:
    """What would be known of the other cards if one were taken out openly; nothing is taken."""
    left = seen[:]
    left.pop(gather_knowledge(cards, left, card))
    return left


def take_closed(cards: Pile, seen: list[int], card: i64, learners: i64) -> int:
    """Take a card out closed; only the seats ``learners`` (bits) learn which it was.

    The others are sure of one card fewer of each rank.
    Returns the seats that know it anyway, because all cards were equal and they knew them all.
    """
    sure: int = PUBLIC | 255
    for i, mask in enumerate(seen):
        sure = sure & mask if cards.at(i) == card else 0
    rank: i64 = 1
    while rank <= 10:
        index = gather_knowledge(cards, seen, rank)
        if index >= 0 and rank != card:
            seen[index] &= learners
        rank += 1
    take_open(cards, seen, card)
    return sure


class Elsewhere:
    """Cards that a seat has seen go into closed hands: it may not know which hand has them now, only that one does."""

    def __init__(self, seats: int) -> None:
        self._counts: list[int] = [0] * (11 * (seats + 1))  # the last eleven are the watchers'

    def fill(self, other: Elsewhere) -> None:
        """Take over the memory of ``other``."""
        self._counts = other._counts[:]

    def keep_only(self, viewer: int) -> None:
        """Forget what only seats other than ``viewer`` remember."""
        watchers = len(self._counts) // 11 - 1
        self._counts = [n if i // 11 in (viewer, watchers) else 0 for i, n in enumerate(self._counts)]

    def add(self, viewer: i64, card: i64) -> None:
        """``viewer`` saw a card go into another hand."""
        self._counts[viewer * 11 + card] += 1

    def drop(self, viewer: i64, card: i64) -> None:
        """``viewer`` saw a card come out again, perhaps this one."""
        if self._counts[viewer * 11 + card] > 0:
            self._counts[viewer * 11 + card] -= 1

    def fits(self, viewer: i64, others: list[Pile]) -> bool:
        """Whether these piles together hold all that ``viewer`` remembers."""
        rank: i64 = 1
        while rank <= 10:
            lacking: i64 = self._counts[viewer * 11 + rank]
            for pile in others:
                lacking -= pile.count(rank)
            if lacking > 0:
                return False
            rank += 1
        return True
