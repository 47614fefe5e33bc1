"""One open page, as a table sees it: whose view it shows, and the frames that wait to be sent to it."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from mypy_extensions import mypyc_attr

from koloda.core.text import Text
from koloda.server.buckets import Whose
from koloda.server.networks import Asker

MAX_WAITING_FRAMES = 64
MAX_WAITING_LUXURIES = 16
# What a frame is, and so what becomes of it when too many wait. Only answers to a client's own questions are never
# dropped: whatever others do, they cannot fill somebody's outbox.
ANSWER, VIEW, TABLE, LOG, LUXURY, TABLE_CHANGE = range(6)
REPLACES = {TABLE: (TABLE, TABLE_CHANGE), TABLE_CHANGE: (TABLE_CHANGE,), LOG: (LOG,)}


class Person(NamedTuple):
    """Somebody with a cookie; the name is "" until they give themselves one.

    ``device`` is where they are now; ``bot``: they are a bot account.
    """

    id: str
    name: str
    device: str = ""
    bot: bool = False


@mypyc_attr(allow_interpreted_subclasses=True)
class Connection:
    """Frames wait here until the socket takes them.

    A newer ``TABLE`` or ``LOG`` takes the place of the one that waits. Too many: luxuries (chat) are dropped, then
    views, and the next view is whole. ``synced`` is the number of the last view that was sent, -1 if the next one must
    be whole; ``behind`` is set while views are missing. ``seals``: the page adds a number of its own to every deal, and
    is waited for. ``wants_changes``: after a whole table it is told only what differs from that one (``table_told``).
    """

    __slots__ = (
        "_frames",
        "address",
        "behind",
        "closed",
        "errand",
        "last_words",
        "person",
        "reason",
        "seals",
        "synced",
        "table_told",
        "viewer",
        "wants_changes",
        "wants_log",
    )

    def __init__(
        self,
        person: Person,
        wants_log: bool = False,
        address: str = "",
        seals: bool = False,
        wants_changes: bool = False,
    ) -> None:
        self.person = person
        self.address = address
        self.wants_log = wants_log
        self.seals = seals
        self.wants_changes = wants_changes
        self.table_told = b""  # the last whole table that was sent
        self.viewer: int | None = None
        self.synced = -1
        self.behind = False
        self.closed = False
        self.reason = ""
        self.last_words: Text | None = None  # what is said in place of the reason's own sentence
        self.errand: asyncio.Task[None] | None = None
        self._frames: list[tuple[int, bytes]] = []

    def send(self, frame: bytes, kind: int = ANSWER) -> None:
        """Queue a frame."""
        if self.closed:
            return
        if not self._frames:
            self._frames.append((kind, frame))
            return self.wake()
        if kind in REPLACES:
            self._drop(*REPLACES[kind])
        elif kind == LUXURY and sum(waiting == LUXURY for waiting, _ in self._frames) >= MAX_WAITING_LUXURIES:
            return
        if len(self._frames) >= MAX_WAITING_FRAMES:
            self._drop(LUXURY)
        if len(self._frames) >= MAX_WAITING_FRAMES:
            self._drop(VIEW)
            self.synced = -1
            self.behind = True
            if kind == VIEW:
                return
            if len(self._frames) >= MAX_WAITING_FRAMES:
                return self.close("too-slow")
        self._frames.append((kind, frame))

    def _drop(self, *kinds: int) -> None:
        """Throw away the frames of these kinds."""
        self._frames = [entry for entry in self._frames if entry[0] not in kinds]

    def close(self, reason: str, last_words: Text | None = None) -> None:
        """No more frames; what is waiting is thrown away."""
        if not self.closed:
            self.closed = True
            self.reason = reason
            self.last_words = last_words
            self._frames.clear()
            self.wake()

    def go_to(self, table: Any) -> None:
        """The table was opened anew: what comes from now on is for this one. A socket overrides it."""

    def spend(self, seconds: float) -> None:
        """Told how long the event loop was busy with something that this client asked for; a socket overrides it."""

    @property
    def asker(self) -> Asker:
        """Who it is, and where."""
        return Asker(self.person.id, self.address)

    def lacks_lines(self) -> Whose:
        """Whose quota forbids to write something more for this client today; a socket overrides it."""
        return ""

    def wrote(self, lines: float) -> None:
        """Told how many lines a journal has got for something that this client asked for; a socket overrides it."""

    def wait_seconds(self) -> float:
        """How long this client has to wait because they have kept the event loop busy; a socket overrides it."""
        return 0.0

    def wake(self) -> None:
        """Called when the first frame waits, and when the connection is closed; a socket overrides it."""

    def write_out(self) -> None:
        """Write what waits; a socket overrides it."""

    def take(self) -> list[bytes]:
        """All frames that wait."""
        frames = [frame for _, frame in self._frames]
        self._frames.clear()
        return frames
