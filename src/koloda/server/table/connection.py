"""One open page, as a table sees it: whose view it shows, and the frames that wait to be sent to it."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

MAX_WAITING_FRAMES = 64


class Person(NamedTuple):
    """Somebody with a cookie; the name is "" until they give themselves one."""

    id: str
    name: str


class Connection:
    """Frames wait here until the socket takes them. Too many: views are dropped, and the next one is whole.

    ``synced`` is the number of the last view that was sent, -1 if the next one must be whole; ``behind`` is set while
    views are missing. ``seals``: the page adds a number of its own to every deal, and is waited for.
    """

    __slots__ = ("_frames", "behind", "closed", "errand", "person", "reason", "seals", "synced", "viewer", "wants_log")

    def __init__(self, person: Person, wants_log: bool = False, seals: bool = False) -> None:
        self.person = person
        self.wants_log = wants_log
        self.seals = seals
        self.viewer: int | None = None
        self.synced = -1
        self.behind = False
        self.closed = False
        self.reason = ""
        self.errand: asyncio.Task[None] | None = None
        self._frames: list[tuple[bool, bytes]] = []

    def send(self, frame: bytes, view: bool = False) -> None:
        """Queue a frame; ``view`` ones may be dropped for a newer one."""
        if self.closed:
            return
        if len(self._frames) >= MAX_WAITING_FRAMES:
            self._frames = [entry for entry in self._frames if not entry[0]]
            self.synced = -1
            self.behind = True
            if view:
                return
            if len(self._frames) >= MAX_WAITING_FRAMES:
                self.close("too-slow")
                return
        self._frames.append((view, frame))
        if len(self._frames) == 1:
            self.wake()

    def close(self, reason: str) -> None:
        """No more frames; what is waiting is thrown away."""
        if not self.closed:
            self.closed = True
            self.reason = reason
            self._frames.clear()
            self.wake()

    def wake(self) -> None:
        """Called when the first frame waits, and when the connection is closed; a socket overrides it."""

    def take(self) -> list[bytes]:
        """All frames that wait."""
        frames = [frame for _, frame in self._frames]
        self._frames.clear()
        return frames
