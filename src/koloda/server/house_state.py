"""What the host of the house has switched on while the server runs: a word to all, and that it is about to close."""

from __future__ import annotations

import time
from typing import NamedTuple


class Notice(NamedTuple):
    """A word to all who are here, until a moment (seconds since 1970)."""

    ru: str
    en: str
    until: float


class HouseState:
    """Shared by everything that must know of it."""

    __slots__ = ("_draining", "_notice", "changed")

    def __init__(self) -> None:
        self.changed = 0.0  # when it was: of several nodes, what was switched on last counts
        self._draining = False
        self._notice: Notice | None = None

    @property
    def draining(self) -> bool:
        """No new tables, and no new deals: what is being played is played to its end."""
        return self._draining

    @draining.setter
    def draining(self, on: bool) -> None:
        self._draining = on
        self.changed = time.time()

    @property
    def notice(self) -> Notice | None:
        """What the host has to say now."""
        return self._notice if self._notice is not None and self._notice.until > time.time() else None

    def say(self, notice: Notice | None) -> None:
        """Say something to all, or (None) take it back."""
        self._notice = notice
        self.changed = time.time()

    def adopt(self, changed: float, draining: bool, notice: Notice | None) -> None:
        """What was switched on at another node."""
        self.changed, self._draining, self._notice = changed, draining, notice
