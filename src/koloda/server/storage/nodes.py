"""The nodes that share a database: each has a row whose ``beat`` goes on, and a lock while it is connected.

Nobody compares clocks: whoever looks sees whether a beat goes on, by their own clock that never steps.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

LEASE_SECONDS = 3.0  # a node whose beat stands still for so long hangs, or cannot reach the database
CRASH_SECONDS = 0.8  # the same for a node that has lost its lock: it has crashed, or is about to take the lock again
BLIND_SECONDS = 1.5  # whoever has not looked for so long begins anew: they have stood still, or the database has


class Node(NamedTuple):
    """A node as the database knows it."""

    name: str
    address: str
    beat: int
    on_bus: int
    locked: bool  # whether its connection to the database is there


class NodeBook(ABC):
    """The rows of all nodes, and that of this one."""

    @abstractmethod
    async def join(self, address: str, on_bus: bool) -> None:
        """Be there; what this node had before belongs to nobody now."""

    @abstractmethod
    async def beat(self, on_bus: bool) -> list[Node] | None:
        """Go on, and see who is there; None: the others have taken this node for dead."""

    @abstractmethod
    async def bury(self, node: Node) -> bool:
        """A node is no more, unless it has gone on meanwhile: its tables may be taken, what it still writes is lost."""

    @abstractmethod
    async def leave(self) -> None:
        """This node is going down, and has no tables any more."""

    @abstractmethod
    def close(self) -> None:
        """Disconnect."""


class Watch:
    """Who has stood still for how long, as one node sees it."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[int, float, float | None]] = {}  # beat, since when, since when without a lock
        self._looked = float("-inf")

    def dead(self, nodes: list[Node], moment: float) -> list[Node]:
        """Which of these nodes are no more."""
        if moment - self._looked > BLIND_SECONDS:
            self._seen.clear()
        self._looked = moment
        before, self._seen = self._seen, {}
        found = []
        for node in nodes:
            beat, since, unlocked = before.get(node.name, (node.beat, moment, None))
            if beat != node.beat:
                since, unlocked = moment, None
            unlocked = None if node.locked else unlocked if unlocked is not None else moment
            self._seen[node.name] = node.beat, since, unlocked
            crashed = unlocked is not None and moment - unlocked >= CRASH_SECONDS
            if crashed or moment - since >= LEASE_SECONDS:
                found.append(node)
        return found
