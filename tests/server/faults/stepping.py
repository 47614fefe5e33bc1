"""``koloda`` with a wall clock that somebody else sets: ``python stepping.py FILE WORDS…``.

FILE holds the seconds by which the clock is wrong, as a number of eight bytes; it may change at any time. All that our
own code knows of the wall clock is ``time.time``; the clock that never steps is left alone, as it is by a real step.
"""

from __future__ import annotations

import mmap
import runpy
import struct
import sys
import time
from pathlib import Path

OFFSET = struct.Struct("d")


def set_clock(file: Path, seconds: float) -> None:
    """From now on the clock of whoever reads this file is wrong by so much."""
    with file.open("r+b" if file.exists() else "w+b") as opened:  # in place: it is mapped into memory
        opened.write(OFFSET.pack(seconds))


def step_with(file: Path) -> None:
    """The wall clock of this process follows a file."""
    honest = time.time
    with file.open("rb") as opened:
        offset = mmap.mmap(opened.fileno(), OFFSET.size, access=mmap.ACCESS_READ)
    time.time = lambda: honest() + OFFSET.unpack_from(offset)[0]


if __name__ == "__main__":
    step_with(Path(sys.argv.pop(1)))
    runpy.run_module("koloda", run_name="__main__", alter_sys=True)
