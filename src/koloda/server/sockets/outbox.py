"""One open page, as a table sees it: whose view it shows, and a bounded outbox."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

MOST_FRAMES = 64


class Person(NamedTuple):
    """Somebody with a cookie."""

    id: str
    name: str


def _nothing() -> None:
    """Nobody takes the frames by himself."""


class Connection:
    """Frames wait here until the socket takes them. Too many: views are dropped, and the next one is whole.

    ``ready`` is called once when there is something to take, and when the connection is closed.
    """

    __slots__ = ("_frames", "closed", "dropped", "errand", "person", "ready", "reason", "synced", "viewer", "wants_log")

    def __init__(self, person: Person, wants_log: bool = False) -> None:
        self.person = person
        self.wants_log = wants_log
        self.viewer: int | None = None
        self.synced = -1
        self.dropped = False
        self.closed = False
        self.reason = ""
        self.errand: asyncio.Task[None] | None = None
        self.ready: Callable[[], object] = _nothing
        self._frames: list[tuple[bool, bytes]] = []

    def send(self, frame: bytes, view: bool = False) -> None:
        """Queue a frame; ``view`` ones may be dropped for a newer one."""
        if self.closed:
            return
        if len(self._frames) >= MOST_FRAMES:
            self._frames = [entry for entry in self._frames if not entry[0]]
            self.synced = -1
            self.dropped = True
            if view:
                return
            if len(self._frames) >= MOST_FRAMES:
                self.close("too-slow")
                return
        self._frames.append((view, frame))
        if len(self._frames) == 1:
            self.ready()

    def behind(self) -> bool:
        """Whether views have been dropped, so that a whole one is due."""
        return self.dropped

    def close(self, reason: str) -> None:
        """No more frames; what is waiting is thrown away."""
        if not self.closed:
            self.closed = True
            self.reason = reason
            self._frames.clear()
            self.ready()
            self.ready = _nothing

    def take(self) -> list[bytes]:
        """All frames that wait."""
        frames = [frame for _, frame in self._frames]
        self._frames.clear()
        return frames
