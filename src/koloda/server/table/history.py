"""What has been told of a match, for those who come later; and how far back they may look."""

from __future__ import annotations

from collections.abc import Mapping

from koloda.core.table import Note

LogEntry = tuple[int, list[Note]]


class Chronicle:
    """The notes of a match by moves. What a game takes off the table for good is told to nobody any more."""

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        self.oldest = 0  # the first moment that may be looked at again

    def forget(self, n: int, notes: list[Note], erases: Mapping[str, tuple[str, ...]]) -> bool:
        """Take out what the notes of move ``n`` erase; whether they erase anything."""
        gone = {kind for note in notes for kind in erases.get(note.kind, ())}
        if gone:
            self.entries = [(at, [note for note in told if note.kind not in gone]) for at, told in self.entries]
            self.oldest = n
        return bool(gone)
