"""What is said at a table: the last lines are kept for those who come back, and for the host of the house."""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

from koloda.server.protocol.messages import Said

MAX_LINES = 200
REPORTED_LINES = 20
SAID_ENTRY = "said"


class Line(NamedTuple):
    """Something that was said: by which person, from which seat, as they were called; ``heard``: who sat there then."""

    person: str
    name: str
    seat: int | None
    text: str
    heard: frozenset[str]

    def saved(self) -> dict[str, Any]:
        """What the journal keeps; who sat there follows from its other lines."""
        return {"person": self.person, "name": self.name, "seat": self.seat, "text": self.text}

    def said(self, who: int, is_bot: bool) -> Said:
        """The frame."""
        return Said(self.seat, self.name, self.text, who, is_bot)


class Talk:
    """The last lines."""

    def __init__(self) -> None:
        self.lines: deque[Line] = deque(maxlen=MAX_LINES)

    def load(self, saved: dict[str, Any], seated: frozenset[str]) -> None:
        """A line from the journal."""
        self.lines.append(Line(**saved, heard=seated))

    def reported(self) -> list[tuple[str, str, str]]:
        """The last lines, as the host of the house reads them."""
        return [(line.person, line.name, line.text) for line in list(self.lines)[-REPORTED_LINES:]]
