"""What a showdown has shown: told in every view until the next one, and kept in the match's history."""

from __future__ import annotations

from typing import NamedTuple

from koloda.core.cards import FRENCH
from koloda.core.table import Note


class Shown(NamedTuple):
    """One judged heist; ``mistake`` is the place of the first hand that is too weak, -1 if there is none."""

    heist: int
    success: bool
    order: list[int]
    pockets: list[list[int]]
    community: list[int]
    categories: list[str]
    mistake: int
    questions: list[int]
    answers: list[str]
    right: list[bool]

    def to_json(self) -> dict[str, object]:
        """The heist as the match's facts have it."""
        return {
            "heist": self.heist,
            "success": self.success,
            "order": list(self.order),
            "pockets": [FRENCH.values(pocket) for pocket in self.pockets],
            "community": FRENCH.values(self.community),
            "category": list(self.categories),
            "guesses": {str(number): self.answers[i] for i, number in enumerate(self.questions)},
        }

    def announcements(self) -> list[Note]:
        """The showdown in words; the cards are named in them, for they lie on the table no more."""
        notes = [
            Note("last-success" if self.success else "last-failure", n=self.heist),
            Note("last-board", word=faces(self.community)),
        ]
        for chip, seat in enumerate(self.order, 1):
            notes.append(Note(f"last-{self.categories[seat]}", seat, n=chip, word=faces(self.pockets[seat])))
        if self.mistake >= 0:
            notes.append(Note("last-mistake", self.order[self.mistake], self.order[self.mistake - 1]))
        for i, number in enumerate(self.questions):
            notes.append(Note("last-right" if self.right[i] else "last-wrong", n=number, word=self.answers[i]))
        return notes


def first_mistake(order: list[int], keys: list[int]) -> int:
    """Where the first hand is that is weaker than the one shown before it, -1 if all ascend (equal is fine)."""
    for place in range(1, len(order)):
        if keys[order[place]] < keys[order[place - 1]]:
            return place
    return -1


def faces(cards: list[int]) -> str:
    """Cards as a text."""
    return " ".join(FRENCH.face(card) for card in cards)
