"""Answers to moves, kept so that a move that is sent again gets the same answer and counts once."""

from __future__ import annotations

import msgspec

from koloda.server.protocol.messages import Moved

MOST = 8
encode = msgspec.json.Encoder().encode


class Answers:
    """The latest answers, each person's apart: nobody can push out another's."""

    __slots__ = ("_people",)

    def __init__(self) -> None:
        self._people: dict[str, dict[str, bytes | int]] = {}

    def get(self, person: str, move_id: str) -> bytes | None:
        """What was answered to this move, if it is known."""
        answer = self._people.get(person, {}).get(move_id)
        return encode(Moved(move_id, answer)) if isinstance(answer, int) else answer

    def keep(self, person: str, move_id: str, answer: bytes | int) -> None:
        """Remember an answer: a refusal, or the number that the move got."""
        kept = self._people.setdefault(person, {})
        kept[move_id] = answer
        if len(kept) > MOST:
            del kept[next(iter(kept))]

    def clear(self) -> None:
        """Another match begins."""
        self._people.clear()
