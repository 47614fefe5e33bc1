"""Answers to moves, kept so that a move that is sent again gets the same answer and counts once."""

from __future__ import annotations

from typing import Any

from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import Moved, Refused
from koloda.server.protocol.refusals import QUICKER, REFUSALS

MAX_RECEIPTS_PER_PERSON = 32
MAX_PEOPLE = 64  # who have moved at this table; whoever did so longest ago is forgotten first
MAX_REFUSALS_IN_A_ROW = 16  # of one person, until a move is made: each is written, and must not fill the journal


class Receipts:
    """The latest answers, each person's apart: nobody can push out another's. They outlive rematches and restarts."""

    __slots__ = ("_in_a_row", "_people")

    def __init__(self) -> None:
        self._people: dict[str, dict[str, bytes | int]] = {}
        self._in_a_row: dict[str, int] = {}

    def get(self, person: str, move_id: str) -> bytes | None:
        """What was answered to this move before, if it was."""
        answer = self._people.get(person, {}).get(move_id)
        return encode(Moved(move_id, answer)) if isinstance(answer, int) else answer

    def keep_moved(self, person: str, move_id: str, number: int) -> None:
        """Remember the number that a move got; a move without an id is nobody's who could send it again."""
        self._in_a_row.clear()
        if move_id:
            self._keep(person, move_id, number)

    def may_refuse(self, person: str) -> bool:
        """Whether another refusal of this person's moves may be written."""
        return self._in_a_row.get(person, 0) < MAX_REFUSALS_IN_A_ROW

    def keep_refused(self, person: str, refused: Refused) -> None:
        """Remember that a move was refused."""
        self._in_a_row[person] = self._in_a_row.get(person, 0) + 1
        self._keep(person, refused.id, encode(refused))

    def _keep(self, person: str, move_id: str, answer: bytes | int) -> None:
        answers = self._people.pop(person, {})
        answers[move_id] = answer
        if len(answers) > MAX_RECEIPTS_PER_PERSON:
            del answers[next(iter(answers))]
        self._people[person] = answers
        if len(self._people) > MAX_PEOPLE:
            del self._people[next(iter(self._people))]


def without_name(refused: Refused) -> Refused:
    """A refusal as it is kept: whoever was quicker may want to be forgotten, and nobody would find their name here."""
    if refused.reason != QUICKER:
        return refused
    somebody = REFUSALS[QUICKER]
    return Refused(QUICKER, somebody.ru, somebody.en, refused.id)


def saved_refusal(person: str, refused: Refused) -> dict[str, Any]:
    """A refusal as the journal keeps it."""
    return {"person": person, "id": refused.id, "reason": refused.reason, "ru": refused.ru, "en": refused.en}


def load_refusal(receipts: Receipts, saved: dict[str, Any]) -> None:
    """A refusal as the journal has it."""
    receipts.keep_refused(saved["person"], Refused(saved["reason"], saved["ru"], saved["en"], saved["id"]))
