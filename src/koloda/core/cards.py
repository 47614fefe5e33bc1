"""Cards are small numbers inside; a deck knows their text and their value in a record.

Triangular deck: card r is the number r (1..10), the joker of Podfilim is 11.
French deck: card = 4 * rank + suit, ranks 2..A = 0..12, suits c d h s = 0..3; 52 is the jack without a suit.
"""

from __future__ import annotations

from typing import Final

from .errors import BadRecord
from .text import Text

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
TRIANGULAR_JOKER: Final = 11
SUITLESS_JACK: Final = 52


class Deck:
    """What the cards of a game are called, and which of them a full pack holds."""

    def __init__(self, name: str, values: list[int | str], pack: list[int]) -> None:
        self.name = name
        self.pack = pack
        self._values = values
        self._codes = {value: code for code, value in enumerate(values) if value != 0}

    @property
    def codes(self) -> int:
        """All cards are numbers below this one."""
        return len(self._values)

    def value(self, card: int) -> int | str:
        """The card as a record has it: a number in the triangular deck, else a text."""
        return self._values[card]

    def face(self, card: int) -> str:
        """The card as a move names it."""
        return str(self._values[card])

    def card(self, value: object) -> int:
        """The card that a record or a move means by ``value``."""
        if isinstance(value, int | str) and not isinstance(value, bool) and value in self._codes:
            return self._codes[value]
        raise BadRecord("unknown-card", Text(f"такой карты нет: {value!r:.40}", f"no such card: {value!r:.40}"))

    def values(self, cards: list[int]) -> list[int | str]:
        """Several cards as a record has them."""
        return [self.value(card) for card in cards]


def triangular_pack() -> list[int]:
    """One 1, two 2s … ten 10s: 55 cards."""
    return [rank for rank in range(1, 11) for _ in range(rank)]


def _french_values() -> list[int | str]:
    values: list[int | str] = [rank + suit for rank in RANKS for suit in SUITS]
    return [*values, "Jx"]


_NUMBERS: list[int | str] = [*range(11)]

TRIANGULAR: Final = Deck("triangular", _NUMBERS, triangular_pack())
TRIANGULAR_JOKERS: Final = Deck("triangular-jokers", [*_NUMBERS, "*"], triangular_pack() + [TRIANGULAR_JOKER] * 15)
FRENCH: Final = Deck("french", _french_values(), list(range(52)))
