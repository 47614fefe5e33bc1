"""A connection whose costs are charged to its person: the loop's time, and the lines that journals get for it."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from koloda.server.buckets import Whose
from koloda.server.metering import LoopShare
from koloda.server.table.connection import Connection, Person

from .limits import Account


@mypyc_attr(allow_interpreted_subclasses=True)
class ChargedConnection(Connection):
    """Whoever it is, somebody pays for what is done for them."""

    __slots__ = ("_lines", "_loop_share")

    def __init__(
        self,
        person: Person,
        loop_share: LoopShare,
        lines: Account,
        wants_log: bool = False,
        address: str = "",
        seals: bool = False,
        wants_changes: bool = False,
    ) -> None:
        super().__init__(person, wants_log, address, seals, wants_changes)
        self._loop_share = loop_share
        self._lines = lines

    def spend(self, seconds: float) -> None:
        """The event loop was busy with a message of this client."""
        self._loop_share.spend(seconds)

    def lacks_lines(self) -> Whose:
        """Whose quota forbids to write something more for this client today."""
        return self._lines.lacking()

    def wrote(self, lines: float) -> None:
        """A journal has got so many lines for this client."""
        if lines:
            self._lines.spend(lines)

    def wait_seconds(self) -> float:
        """How long this client has to wait."""
        return self._loop_share.wait_seconds()
