"""Everybody who looks on: what each pair of eyes was shown last, and what to send them next."""

from __future__ import annotations

import msgspec

from koloda.core.match import Match
from koloda.core.table import Note
from koloda.core.view import note_view

from . import protocol as p
from .connection import Connection
from .wire import closed_view, wire_change, wire_notes, wire_view

encode = msgspec.json.Encoder().encode
LogEntry = tuple[int, list[Note]]


class Shown:
    """The last view of one pair of eyes, and when it was shown."""

    def __init__(self, view: p.FullView, serial: int) -> None:
        self.view = view
        self.serial = serial


class Crowd:
    """The connections of a table. Views are worked out and encoded once per pair of eyes."""

    def __init__(self, watch: bool) -> None:
        self._watch = watch
        self.connections: set[Connection] = set()
        self._shown: dict[int | None, Shown] = {}
        self._serial = 0

    def forget(self) -> None:
        """Another match begins: the next views are whole."""
        self._shown.clear()
        for connection in self.connections:
            connection.synced = -1

    def broadcast(self, message: p.ServerMessage) -> None:
        """The same frame for all."""
        frame = encode(message)
        for connection in self.connections:
            connection.send(frame)

    def tell_views(self, match: Match, deadline: int) -> None:
        """Show everybody the match as it is: a difference to those who have the last view, all of it to others."""
        self._serial += 1
        changes: dict[int | None, bytes | None] = {}
        wholes: dict[int | None, bytes] = {}
        for connection in self.connections:
            eyes = connection.eyes
            if eyes not in changes:
                changes[eyes] = self._look(match, eyes, deadline)
            change = changes[eyes]
            if connection.synced == self._serial - 1 and change is not None:
                self._show(connection, change)
            else:
                self._show(connection, self._whole(eyes, wholes))

    def catch_up(self, match: Match, deadline: int) -> None:
        """Nothing has happened in the match, but some have not seen it yet."""
        wholes: dict[int | None, bytes] = {}
        for connection in self.connections:
            if connection.synced != self._serial:
                shown = self._shown.get(connection.eyes)
                if shown is None or shown.serial != self._serial:
                    self._look(match, connection.eyes, deadline)
                self._show(connection, self._whole(connection.eyes, wholes))

    def _show(self, connection: Connection, frame: bytes) -> None:
        connection.synced = self._serial
        connection.dropped = False
        connection.send(frame, view=True)

    def _whole(self, eyes: int | None, wholes: dict[int | None, bytes]) -> bytes:
        if eyes not in wholes:
            wholes[eyes] = encode(self._shown[eyes].view)
        return wholes[eyes]

    def _look(self, match: Match, eyes: int | None, deadline: int) -> bytes | None:
        """Take a new look; the change since the last one, if the last one was just before."""
        view = wire_view(match.view(eyes), deadline) if self.may_look(eyes) else closed_view(match)
        before = self._shown.get(eyes)
        self._shown[eyes] = Shown(view, self._serial)
        if before is None or before.serial != self._serial - 1:
            return None
        change = wire_change(before.view, view)
        return None if change is None else encode(change)

    def may_look(self, eyes: int | None) -> bool:
        """Whoever has no seat sees the match only where watchers are welcome."""
        return self._watch or eyes is not None

    def send_log(self, connection: Connection, match: Match, entries: list[LogEntry]) -> None:
        """The log so far, as these eyes heard it."""
        if not self.may_look(connection.eyes):
            return
        eyes = -1 if connection.eyes is None else connection.eyes
        lines = [
            p.LogLine(n, wire_notes(tuple(note_view(match.game, note, eyes) for note in notes))) for n, notes in entries
        ]
        connection.send(encode(p.Log(lines)))
