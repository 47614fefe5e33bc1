"""The clock of the tables: seconds since 1970 that never jump, whatever somebody does to the machine's own clock.

A step back of an hour would otherwise have every bot think for an hour, and a step ahead of a week forget all tables.
"""

from __future__ import annotations

import time

_START = time.time() - time.monotonic()


def now() -> float:
    """Seconds since 1970 by the machine's clock at the start, and how many have passed since."""
    return _START + time.monotonic()
