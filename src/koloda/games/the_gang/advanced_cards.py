"""What an advanced card can do: the places where a challenge or a specialist may change the base game.

A card is one small class that overrides what it needs; it has no state of its own, the game keeps that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from koloda.core.table import Note
from koloda.core.text import Text

if TYPE_CHECKING:
    from .game import TheGang

NO_WORDS: Final[dict[str, Text]] = {}


class Announcement(NamedTuple):
    """Something true of a pocket at one moment: before or after its redraw, with this many cards on the table."""

    seat: int
    arg: str
    value: int
    board: int
    redrawn: bool


class Challenge:
    """A challenge: active for a whole heist, never a choice."""

    def __init__(self, number: int, names: Text, text: Text, words: Mapping[str, Text] = NO_WORDS) -> None:
        self.number = number
        self.names = names
        self.text = text
        self.words = words

    def pocket_size(self) -> int:
        """How many cards each seat is dealt."""
        return 2

    def skips(self, round: int) -> bool:
        """Whether nobody takes chips in this round."""
        return False

    def dark_chip(self, seats: int) -> int:
        """The value of the chip that lies dark in white, yellow and orange; 0 for none."""
        return 0

    def at_round(self, game: TheGang) -> None:
        """When a round begins: the community cards are open, the new chips are not yet there."""

    def guesses(self) -> list[str]:
        """What the gang must guess of the last hand; empty if nothing."""
        return []

    def right(self, game: TheGang, holder: int, guess: str) -> bool:
        """Whether the guess is right about the seat with the highest red chip."""
        raise NotImplementedError


class Specialist:
    """A specialist: helps in one heist, at its start or once by agreement."""

    def __init__(
        self,
        number: int,
        names: Text,
        text: Text,
        words: Mapping[str, Text] = NO_WORDS,
        announces: str = "",
        argument: str = "",
    ) -> None:
        self.number = number
        self.names = names
        self.text = text
        self.words = words
        self.announces = announces
        self.argument = argument

    def at_start(self, game: TheGang) -> None:
        """Right after the deal."""

    def proposals(self, seats: int) -> list[str]:
        """What may be proposed: user and argument, as a move names them; empty if it needs no agreement."""
        return []

    def agreed(self, game: TheGang, user: int, arg: str) -> None:
        """All have agreed."""
        raise NotImplementedError

    def owable(self, game: TheGang, seat: int) -> list[int]:
        """The cards among which a seat that owes one may choose."""
        return game.pockets[seat].pile.sorted()

    def paid(self, game: TheGang, seat: int, card: int) -> None:
        """The seat has chosen the card that it owed."""
        raise NotImplementedError

    def given(self, game: TheGang, cards: list[int]) -> None:
        """Every seat has chosen a card in secret."""
        raise NotImplementedError

    def measure(self, cards: list[int], board: list[int], arg: str) -> int:
        """The number that an announcement tells of a pocket."""
        raise NotImplementedError

    def told(self, value: int, arg: str) -> list[object]:
        """The number of an announcement as the match's facts have it, with its argument."""
        return [value]

    def known_card(self, seat: int, other: int, card: int) -> Note:
        """What is said of a card of ``seat`` that ``other`` knows; only the two read which card it is."""
        raise NotImplementedError

    def edge(self, game: TheGang, seat: int) -> int:
        """What decides between hands of the same combination before their ranks do."""
        return 0


NO_SPECIALIST: Final = Specialist(0, Text("никто", "nobody"), Text("Специалиста нет.", "There is no specialist."))
