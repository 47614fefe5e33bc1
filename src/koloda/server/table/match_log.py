"""What has been told about a match, for those who come later, and how far back they may look."""

from __future__ import annotations

from collections.abc import Mapping

from koloda.core.table import Note

LogEntry = tuple[int, list[Note]]


class MatchLog:
    """The events of a match, move by move. What a game takes off the table for good is no longer told to anybody."""

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        self.oldest = 0  # the first moment that may be looked at again

    def add(self, n: int, events: list[Note]) -> None:
        """Keep what move ``n`` told."""
        self.entries.append((n, events))

    def erase(self, n: int, events: list[Note], erases: Mapping[str, tuple[str, ...]]) -> bool:
        """Take out what the events of move ``n`` erase; returns whether they erase anything."""
        erased = {kind for event in events for kind in erases.get(event.kind, ())}
        if erased:
            self.entries = [
                (at, [event for event in earlier if event.kind not in erased]) for at, earlier in self.entries
            ]
            self.oldest = n
        return bool(erased)
