"""Everybody who sees a table: what each viewer was shown last, and what to send them next."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from mypy_extensions import mypyc_attr

from koloda.core.view import BeatView, View, chance_told, note_view
from koloda.match import Match
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import FullView, Log, LogLine, ServerMessage, Undone
from koloda.server.protocol.views import Comparison, closed_view, story, wire_notes, wire_view

from .connection import ANSWER, LOG, LUXURY, VIEW, Connection
from .match_log import LogEntry, MatchLog

Shown = tuple[View, int, int]  # the last view of one viewer, its clock, and when it was shown


LINES_IN_A_ROW = 100
NOTHING: Mapping[int, int] = {}


@mypyc_attr(native_class=False)  # tests put a leak into it, to see that it is found
class Audience:
    """The connections of a table. Views are worked out and encoded once per viewer."""

    def __init__(self, watch: bool, since: Mapping[int, int], since_takes: Mapping[int, int] = NOTHING) -> None:
        self.watch = watch
        self._since = since  # after which move a seat got its present person
        self._since_takes = since_takes  # and after how many take-backs
        self.bots: list[int] = []  # for which seats a bot has made the last move, in the place of their person
        self.connections: set[Connection] = set()
        self._shown: dict[int | None, Shown] = {}
        self._serial = 0
        self._told = 0  # how many requests of chance everybody has heard of

    def forget(self) -> None:
        """Another match begins: the next views are whole."""
        self._shown.clear()
        self._told = 0
        for connection in self.connections:
            connection.synced = -1

    def broadcast(self, message: ServerMessage, kind: int = ANSWER) -> None:
        """The same frame for all; what people say (a luxury) only for those who may look on."""
        frame = encode(message)
        for connection in self.connections:
            if kind != LUXURY or self.may_look(connection.viewer):
                connection.send(frame, kind)

    def tell_views(self, match: Match, deadline: int) -> None:
        """Show everybody the match as it is: a difference to those who have the last view, all of it to others."""
        self._serial += 1
        changes = self._look(match, {connection.viewer for connection in self.connections}, deadline)
        wholes: dict[int | None, bytes] = {}
        for connection in self.connections:
            change = changes.get(connection.viewer)
            if change is None or connection.synced != self._serial - 1:
                change = self._whole(match, connection.viewer, wholes)
            self._show(connection, change)

    def catch_up(self, match: Match, deadline: int) -> None:
        """Nothing has happened in the match, but some have not seen it yet."""
        behind = [connection for connection in self.connections if connection.synced != self._serial]
        fresh = {viewer for viewer, (_, _, serial) in self._shown.items() if serial == self._serial}
        self._look(match, {connection.viewer for connection in behind} - fresh, deadline)
        wholes: dict[int | None, bytes] = {}
        for connection in behind:
            self._show(connection, self._whole(match, connection.viewer, wholes))

    def _show(self, connection: Connection, frame: bytes) -> None:
        connection.synced = self._serial
        connection.behind = False
        connection.send(frame, VIEW)

    def _whole(self, match: Match, viewer: int | None, wholes: dict[int | None, bytes]) -> bytes:
        if viewer not in wholes:
            wholes[viewer] = encode(self._whole_view(match, viewer))
        return wholes[viewer]

    def _whole_view(self, match: Match, viewer: int | None) -> FullView:
        view, deadline, _ = self._shown[viewer]
        whole = wire_view(view, deadline)
        if self.may_look(viewer):
            whole.chance = chance_told(match.game.chance)
            whole.bots = self.bots
        if viewer is not None and self._since.get(viewer) == view.move_number:
            whole.log = []  # the last move came before the person who has this seat now
        return whole

    def _look(self, match: Match, viewers: set[int | None], deadline: int) -> dict[int | None, bytes]:
        """Take a new look for these viewers; what those are sent whose last look was the one before: a change with its
        story, or a whole view where other zones or counters lie on the table.
        """
        allowed = [viewer for viewer in viewers if viewer is not None or self.watch]
        looks: list[tuple[int | None, View]] = list(zip(allowed, match.sights(allowed), strict=True))
        if len(allowed) < len(viewers):
            looks.append((None, closed_view(match)))
        comparison = Comparison()
        stories = dict(zip(allowed, match.beats_in_sight(allowed), strict=True)) if match.game.beats else {}
        requests = chance_told(match.game.chance, self._told) or None
        self._told = len(match.game.chance.tape)
        changes: dict[int | None, bytes] = {}
        for viewer, view in looks:
            shown = self._shown.get(viewer)
            self._shown[viewer] = (view, deadline, self._serial)
            if shown is not None and shown[2] == self._serial - 1:
                beats = stories.get(viewer, [])
                told = (requests, self.bots) if self.may_look(viewer) else (None, [])
                frame = comparison.change(shown[0], view, shown[1], deadline, beats, *told)
                changes[viewer] = frame or self._whole_with_story(match, viewer, shown[0], beats)
        return changes

    def _whole_with_story(self, match: Match, viewer: int | None, before: View, beats: list[BeatView]) -> bytes:
        whole = self._whole_view(match, viewer)
        whole.beats = story(before, beats)
        return encode(whole)

    def may_look(self, viewer: int | None) -> bool:
        """Whether a viewer sees the match: those without a seat only where watchers are welcome."""
        return self.watch or viewer is not None

    async def send_log(self, connection: Connection, match: Match, log: MatchLog) -> None:
        """The log so far, as this viewer heard it; of what was taken back, too."""
        if self.may_look(connection.viewer):
            connection.send(await self._log_frame(connection.viewer, match, log), LOG)

    async def send_log_to_all(self, match: Match, log: MatchLog) -> None:
        """The same to everybody who wants it, made once for each seat and once for all watchers."""
        frames: dict[int | None, bytes] = {}
        for connection in list(self.connections):
            viewer = connection.viewer
            if connection.wants_log and self.may_look(viewer):
                if viewer not in frames:
                    frames[viewer] = await self._log_frame(viewer, match, log)
                connection.send(frames[viewer], LOG)

    async def _log_frame(self, viewer: int | None, match: Match, log: MatchLog) -> bytes:
        lines = await self._lines(match, log.entries, log.bots, viewer)
        undone = []
        for number, cut in enumerate(log.taken_back):
            came_later = viewer is not None and number < self._since_takes.get(viewer, 0)
            told = await self._lines(match, cut.entries, cut.bots, None if came_later else viewer)
            undone.append(Undone(number, cut.after, cut.seat, told))
        return encode(Log(lines, undone))

    async def _lines(
        self, match: Match, entries: list[LogEntry], bots: Mapping[int, list[int]], viewer: int | None
    ) -> list[LogLine]:
        """What a viewer heard of these moves; thousands of them hold up no other table."""
        lines = []
        for at, (n, notes) in enumerate(entries, 1):
            if at % LINES_IN_A_ROW == 0:
                await asyncio.sleep(0)
            eyes = self.eyes(viewer, n - 1)
            if self.may_look(eyes):
                heard = [note_view(match.game, note, -1 if eyes is None else eyes) for note in notes]
                lines.append(LogLine(n, wire_notes(tuple(heard)), bots.get(n, [])))
        return lines

    def eyes(self, viewer: int | None, n: int) -> int | None:
        """By whose eyes somebody may see the match after move ``n``: before they had their seat, a watcher's."""
        return None if viewer is not None and n < self._since.get(viewer, -1) else viewer
