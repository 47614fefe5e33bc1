"""A progress bar on stderr, only if somebody looks at it."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Final

WIDTH: Final = 30


class Bar:
    """``show`` what is done of ``total``; ``clear`` before anything is printed."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.live = sys.stderr.isatty()
        self.next = 0.0

    def show(self, done: int) -> None:
        """Draw it anew, ten times a second at most."""
        if self.live and perf_counter() >= self.next:
            self.next = perf_counter() + 0.1
            full = WIDTH * done // self.total
            sys.stderr.write(f"\r[{'█' * full}{'·' * (WIDTH - full)}] {100 * done // self.total:3}%")
            sys.stderr.flush()

    def clear(self) -> None:
        """Leave no trace of it."""
        if self.live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
