"""Cards of one seat, each with the seats (as bits) that know it for another reason than where it lies."""

from __future__ import annotations

from mypy_extensions import i64

from koloda.core.pile import Pile


class Holding:
    """A pocket, or the discards of a seat."""

    def __init__(self) -> None:
        self.pile = Pile()
        self.seen: list[int] = []

    def put(self, card: i64, seen: int = 0) -> None:
        """Add a card."""
        self.pile.put(card)
        self.seen.append(seen)

    def take(self, card: i64) -> int:
        """Take a card out; who knew it."""
        index = self.pile.find(card)
        self.pile.take_at(index)
        return self.seen.pop(index)

    def show(self, card: i64, seat: i64) -> None:
        """From now on ``seat`` knows this card, wherever it goes."""
        self.seen[self.pile.find(card)] |= 1 << seat

    def all_to(self, other: Holding) -> None:
        """Move all cards, and what is known of them."""
        self.pile.all_to(other.pile)
        other.seen += self.seen
        self.seen = []

    def clear(self) -> None:
        """Take all cards away."""
        self.pile.clear()
        self.seen = []

    def fill(self, other: Holding) -> None:
        """Become equal to ``other``."""
        self.pile.fill(other.pile)
        self.seen = other.seen[:]


def holdings(n: int) -> list[Holding]:
    """``n`` empty ones."""
    return [Holding() for _ in range(n)]
