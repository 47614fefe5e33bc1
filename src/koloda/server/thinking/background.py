"""Long work (replaying a whole match) is done aside, one piece at a time, so that tables go on meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from koloda.core.record_types import Record
from koloda.match import Match, moves_of, start_of

T = TypeVar("T")
_worker = ThreadPoolExecutor(1, "koloda-aside")


async def aside(work: Callable[..., T], *args: Any) -> T:
    """Do something long on the worker's thread."""
    return await asyncio.get_running_loop().run_in_executor(_worker, work, *args)


def match_after(record: Record, n: int) -> Match:
    """The match of a record after its first ``n`` moves."""
    match = start_of(record)
    for seat, move in moves_of(record)[:n]:
        match.play(seat, move)
    return match
