"""Answers to moves, kept so that a move that is sent again gets the same answer and counts once."""

from __future__ import annotations

from typing import Any, NamedTuple

from koloda.core.text import Text
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import Moved, Refused

from .seats import SeatState

MAX_RECEIPTS_PER_PERSON = 32
MAX_PEOPLE = 64  # who have moved at this table; whoever did so longest ago is forgotten first
MAX_REFUSALS_IN_A_ROW = 16  # of one person, until a move is made: each is written, and must not fill the journal


class Problem(NamedTuple):
    """Why a move is refused; if somebody was quicker, who sits there."""

    reason: str
    text: Text
    by: int | None = None


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


def quicker(seats: list[SeatState], seat: int) -> Text:
    """That somebody was quicker, and who: by their name, or by their seat."""
    name, number = seats[seat].name, seat + 1
    bot = seats[seat].free()
    ru = f"игрок {name}" if name else f"{'бот' if bot else 'игрок'} на месте {number}"
    en = name or f"the {'bot' if bot else 'player'} on seat {number}"
    return Text(f"Не успели: раньше это сделал {ru}.", f"Too late: {en} was quicker.")


def saved_refusal(person: str, refused: Refused, by: int | None) -> dict[str, Any]:
    """A refusal as the journal keeps it. ``by``: who was quicker sits there; whoever wants to be forgotten is not named
    in what others were told.
    """
    saved = {"person": person, "id": refused.id, "reason": refused.reason}
    return {**saved, "ru": refused.ru, "en": refused.en} if by is None else {**saved, "by": by}


def load_refusal(receipts: Receipts, saved: dict[str, Any], seats: list[SeatState]) -> None:
    """A refusal as the journal has it."""
    text = Text(saved["ru"], saved["en"]) if "ru" in saved else quicker(seats, saved["by"])
    receipts.keep_refused(saved["person"], Refused(saved["reason"], text.ru, text.en, saved["id"]))
