"""Answers to moves, kept so that a move that is sent again gets the same answer and counts once."""

from __future__ import annotations

from collections import OrderedDict

MOST = 64


class Answers:
    """The latest answers, each person's apart: nobody can push out another's."""

    def __init__(self) -> None:
        self._people: dict[str, OrderedDict[str, bytes]] = {}

    def get(self, person: str, move_id: str) -> bytes | None:
        """What was answered to this move, if it is known."""
        kept = self._people.get(person)
        return None if kept is None else kept.get(move_id)

    def keep(self, person: str, move_id: str, answer: bytes) -> None:
        """Remember an answer."""
        kept = self._people.setdefault(person, OrderedDict())
        kept[move_id] = answer
        if len(kept) > MOST:
            kept.popitem(last=False)

    def clear(self) -> None:
        """Another match begins."""
        self._people.clear()
