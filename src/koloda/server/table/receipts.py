"""Answers to moves, kept so that a move that is sent again gets the same answer and counts once."""

from __future__ import annotations

from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import Moved

MAX_RECEIPTS_PER_PERSON = 8


class Receipts:
    """The latest answers, each person's apart: nobody can push out another's."""

    __slots__ = ("_people",)

    def __init__(self) -> None:
        self._people: dict[str, dict[str, bytes | int]] = {}

    def get(self, person: str, move_id: str) -> bytes | None:
        """What was answered to this move before, if it was."""
        answer = self._people.get(person, {}).get(move_id)
        return encode(Moved(move_id, answer)) if isinstance(answer, int) else answer

    def keep(self, person: str, move_id: str, answer: bytes | int) -> None:
        """Remember an answer: a refusal, or the number that the move got."""
        answers = self._people.setdefault(person, {})
        answers[move_id] = answer
        if len(answers) > MAX_RECEIPTS_PER_PERSON:
            del answers[next(iter(answers))]

    def clear(self) -> None:
        """Another match begins."""
        self._people.clear()
