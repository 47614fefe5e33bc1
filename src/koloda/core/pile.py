"""A pile of cards over native bytes: the one container of cards in every game.

The first card is the top. Numbers of any kind up to 255 may lie in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64, mypyc_attr, u8

EMPTY: Final = BytesWriter()
MOST_SORTED_BY_INSERTION: Final = 16


@mypyc_attr(acyclic=True)  # spares the garbage collector the most frequent object of all
class Pile:
    """Cards in an order; drawn from the top, put at the end.

    A copy shares its bytes with the original until one of the two changes: a search copies more than it changes.
    ``changes`` grows with every change, so that nobody need look at the cards to see that they are the same.
    """

    def __init__(self) -> None:
        self._bytes = EMPTY
        self._top: i64 = 0
        self._own = False
        self.changes: i64 = 0

    def _make_own(self) -> None:
        """Make the bytes this pile's own before they change, without the cards that were drawn."""
        cards = self._bytes.getvalue()
        self._bytes = BytesWriter()
        self._bytes.write(cards[self._top :] if self._top else cards)
        self._top = 0
        self._own = True

    def cells(self) -> BytesWriter:
        """The bytes of the cards, to change the order of many at once; valid until the pile changes."""
        self.changes += 1
        if not self._own or self._top:
            self._make_own()
        return self._bytes

    @staticmethod
    def of(cards: Iterable[int]) -> Pile:
        """A pile of these cards, the first on top.

        >>> Pile.of([3, 1, 2]).cards()
        [3, 1, 2]
        """
        pile = Pile()
        for card in cards:
            pile.put(card)
        return pile

    def __len__(self) -> int:
        return len(self._bytes) - self._top

    def size(self) -> i64:
        """How many cards there are (``len`` without leaving native numbers)."""
        return len(self._bytes) - self._top

    def at(self, index: i64) -> i64:
        """The card at ``index``, the top being 0."""
        return i64(self._bytes[self._top + index])

    def set(self, index: i64, card: i64) -> None:
        """Replace the card at ``index``."""
        self.changes += 1
        if not self._own:
            self._make_own()
        self._bytes[self._top + index] = u8(card)

    def put(self, card: i64) -> None:
        """Lay ``card`` at the end."""
        self.changes += 1
        if not self._own:
            self._make_own()
        self._bytes.append(u8(card))

    def draw(self) -> i64:
        """Take the top card."""
        self.changes += 1
        card = i64(self._bytes[self._top])
        self._top += 1
        return card

    def draw_to(self, other: Pile, n: i64) -> None:
        """Move the top ``n`` cards to the end of ``other``, one by one."""
        while n > 0:
            other.put(self.draw())
            n -= 1

    def all_to(self, other: Pile) -> None:
        """Move all cards to the end of ``other``."""
        self.draw_to(other, self.size())
        self.clear()

    def fill(self, other: Pile) -> None:
        """Replace the cards here with those of ``other``, which keeps them too."""
        self.changes += 1
        self._bytes = other._bytes
        self._top = other._top
        self._own = False
        other._own = False

    def clear(self) -> None:
        """Take all cards away."""
        self.changes += 1
        if self._own:
            self._bytes.truncate(0)
        else:
            self._bytes = EMPTY
        self._top = 0

    def has(self, card: i64) -> bool:
        """Whether a card equal to ``card`` is here."""
        return self.find(card) >= 0

    def find(self, card: i64) -> i64:
        """Where the first card equal to ``card`` lies, or -1."""
        i = self._top
        end: i64 = len(self._bytes)
        while i < end:
            if i64(self._bytes[i]) == card:
                return i - self._top
            i += 1
        return -1

    def has_any_not_in(self, other: Pile) -> bool:
        """Whether there is a card here that is not in ``other``."""
        i = self._top
        end: i64 = len(self._bytes)
        while i < end:
            if not other.has(i64(self._bytes[i])):
                return True
            i += 1
        return False

    def count(self, card: i64) -> i64:
        """How many cards are equal to ``card``."""
        n: i64 = 0
        i = self._top
        end: i64 = len(self._bytes)
        while i < end:
            if i64(self._bytes[i]) == card:
                n += 1
            i += 1
        return n

    def take(self, card: i64) -> None:
        """Take out the first card equal to ``card``."""
        self.take_at(self.find(card))

    def take_at(self, index: i64) -> i64:
        """Take out the card at ``index``."""
        self.changes += 1
        if not self._own:
            self._make_own()
        i = self._top + index
        card = i64(self._bytes[i])
        last: i64 = len(self._bytes) - 1
        while i < last:
            self._bytes[i] = self._bytes[i + 1]
            i += 1
        self._bytes.truncate(last)
        return card

    def lowest(self) -> i64:
        """The lowest card (of a pile that is not empty)."""
        i = self._top
        end: i64 = len(self._bytes)
        low: i64 = 255
        while i < end:
            card = i64(self._bytes[i])
            if card < low:
                low = card
            i += 1
        return low

    def sort(self) -> None:
        """Put the cards in ascending order."""
        self.changes += 1
        if self.size() > MOST_SORTED_BY_INSERTION:
            cards = bytes(sorted(self.codes()))
            self._bytes = BytesWriter()
            self._bytes.write(cards)
            self._top = 0
            self._own = True
            return
        if not self._own:
            self._make_own()
        i = self._top + 1
        end: i64 = len(self._bytes)
        while i < end:
            card = self._bytes[i]
            j = i
            while j > self._top and self._bytes[j - 1] > card:
                self._bytes[j] = self._bytes[j - 1]
                j -= 1
            self._bytes[j] = card
            i += 1

    def swap(self, i: i64, j: i64) -> None:
        """Swap two cards."""
        self.changes += 1
        if not self._own:
            self._make_own()
        card = self._bytes[self._top + i]
        self._bytes[self._top + i] = self._bytes[self._top + j]
        self._bytes[self._top + j] = card

    def cards(self) -> list[int]:
        """All cards, the top first."""
        return list(self.codes())

    def codes(self) -> bytes:
        """All cards, the top first, a byte for each."""
        cards = self._bytes.getvalue()
        return cards[self._top :] if self._top else cards

    def sorted(self) -> list[int]:
        """All cards in ascending order."""
        return sorted(self.cards())

    def copy(self) -> Pile:
        """Another pile with the same cards."""
        other = Pile()
        other.fill(self)
        return other


def piles(n: int) -> list[Pile]:
    """``n`` empty piles."""
    return [Pile() for _ in range(n)]


def fill_all(target: list[Pile], source: list[Pile]) -> None:
    """Fill each empty pile of ``target`` with the cards of the same pile of ``source``."""
    for i in range(len(source)):
        target[i].fill(source[i])
