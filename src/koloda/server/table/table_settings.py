"""What all tables of a server have in common."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from koloda.bots import LEVELS
from koloda.server.buckets import Whose
from koloda.server.durations import Durations
from koloda.server.house_state import HouseState
from koloda.server.networks import Asker
from koloda.server.thinking.background import Background
from koloda.server.thinking.pool import ThinkingPool

from .connection import Connection, Person


def uncharged(patron: Asker) -> Connection:
    """Somebody who is gone, and whom nobody charges for anything."""
    gone = Connection(Person(patron.person, ""), address=patron.address)
    gone.close("gone")
    return gone


async def nobody_else(person: str) -> None:
    """No other table is told what somebody is called."""


def always(asker: Asker) -> Whose:
    """Nobody's."""
    return ""


class TableSettings(NamedTuple):
    """How long things take at this server's tables, who thinks for their strong bots, who looks back, who counts.

    ``own_bots`` are bots of the operator's own, as ``find_player`` knows them, by the names that they have here.
    """

    grace_seconds: float = 30.0
    max_bot_pause_seconds: float = 1.6
    pool: ThinkingPool | None = None
    background: Background | None = None
    move_seconds: Durations | None = None
    absent_patron: Callable[[Asker], Connection] = uncharged  # who pays for the bots of a table where nobody is
    own_bots: Mapping[str, str] = {}
    house: HouseState = HouseState()
    tell_name: Callable[[str], Awaitable[None]] = nobody_else
    take_report: Callable[[Asker], Whose] = always  # whose quota forbids that somebody complains once more
    min_gone_seconds: float = 10.0  # until others may give somebody's seat away: a page is loaded again meanwhile

    def has_bot(self, level: str | None) -> bool:
        """Whether a bot of this level, or of this name, can be seated."""
        return level is None or level in LEVELS or level in self.own_bots
