"""A progress bar on stderr, shown only at a terminal."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Final

BAR_COLUMNS: Final = 30
REDRAW_SECONDS: Final = 0.1


class ProgressBar:
    """``show`` how much of ``total`` is done; ``clear`` before anything else is printed."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.visible = sys.stderr.isatty()
        self.next_redraw = 0.0
        self.began: tuple[float, int] | None = None  # when, and with how much done: work may go on from a stop

    def show(self, done: int) -> None:
        """Redraw the bar, unless that was done a moment ago."""
        if self.visible and perf_counter() >= self.next_redraw:
            self.next_redraw = perf_counter() + REDRAW_SECONDS
            filled = BAR_COLUMNS * done // self.total
            bar = f"[{'█' * filled}{'·' * (BAR_COLUMNS - filled)}] {100 * done // self.total:3}%"
            sys.stderr.write(f"\r{bar}{self._time_left(done)}\x1b[K")
            sys.stderr.flush()

    def _time_left(self, done: int) -> str:
        """About how long it will still take, once that can be told: minutes and seconds."""
        if self.began is None:
            self.began = perf_counter(), done
        since, before = self.began
        if done == before:
            return ""
        left = round((perf_counter() - since) * (self.total - done) / (done - before))
        return f"  ~{left // 60}:{left % 60:02}"

    def clear(self) -> None:
        """Wipe the bar."""
        if self.visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
