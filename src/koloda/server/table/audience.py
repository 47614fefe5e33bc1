"""Everybody who looks on: what each pair of eyes was shown last, and what to send them next."""

from __future__ import annotations

import msgspec

from koloda.core.view import View, note_view
from koloda.match import Match
from koloda.server.protocol import messages as p
from koloda.server.protocol.views import Comparison, closed_view, wire_notes, wire_view
from koloda.server.sockets.outbox import Connection

from .history import LogEntry

encode = msgspec.json.Encoder().encode

Shown = tuple[View, int, int]  # the last view of one pair of eyes, its clock, and when it was shown


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
        changes = self._look(match, {connection.eyes for connection in self.connections}, deadline)
        wholes: dict[int | None, bytes] = {}
        for connection in self.connections:
            change = changes.get(connection.eyes)
            if change is None or connection.synced != self._serial - 1:
                change = self._whole(connection.eyes, wholes)
            self._show(connection, change)

    def catch_up(self, match: Match, deadline: int) -> None:
        """Nothing has happened in the match, but some have not seen it yet."""
        behind = [connection for connection in self.connections if connection.synced != self._serial]
        fresh = {eyes for eyes, (_, _, serial) in self._shown.items() if serial == self._serial}
        self._look(match, {connection.eyes for connection in behind} - fresh, deadline)
        wholes: dict[int | None, bytes] = {}
        for connection in behind:
            self._show(connection, self._whole(connection.eyes, wholes))

    def _show(self, connection: Connection, frame: bytes) -> None:
        connection.synced = self._serial
        connection.dropped = False
        connection.send(frame, view=True)

    def _whole(self, eyes: int | None, wholes: dict[int | None, bytes]) -> bytes:
        if eyes not in wholes:
            view, deadline, _ = self._shown[eyes]
            wholes[eyes] = encode(wire_view(view, deadline))
        return wholes[eyes]

    def _look(self, match: Match, lookers: set[int | None], deadline: int) -> dict[int | None, bytes]:
        """Take a new look; the changes of those whose last one was just before."""
        seeing = [eyes for eyes in lookers if self.may_look(eyes)]
        looks: list[tuple[int | None, View]] = list(zip(seeing, match.views(seeing), strict=True))
        looks += [(eyes, closed_view(match)) for eyes in lookers.difference(seeing)]
        comparison = Comparison()
        changes: dict[int | None, bytes] = {}
        for eyes, view in looks:
            shown = self._shown.get(eyes)
            self._shown[eyes] = (view, deadline, self._serial)
            if shown is not None and shown[2] == self._serial - 1:
                change = comparison.change(shown[0], view, shown[1], deadline)
                if change is not None:
                    changes[eyes] = encode(change)
        return changes

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
