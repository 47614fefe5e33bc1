"""Logs: one JSON object a line, also for what the libraries report.

An error's own words may name cards: its kind and its location are told, never its text.
"""

from __future__ import annotations

import asyncio
import logging
import time
from types import TracebackType

import structlog

CUT_OFF = "Cancel %s running task"  # as uvicorn says it
MAX_KEYS = 10_000
log = structlog.get_logger()


def set_up() -> None:
    """JSON lines on standard output, for us and for the libraries' errors; their warnings are for nobody."""
    structlog.configure(processors=[structlog.processors.TimeStamper(fmt="iso"), structlog.processors.JSONRenderer()])
    logging.basicConfig(handlers=[Libraries(logging.ERROR)], force=True)


class Libraries(logging.Handler):
    """Where a library reports an error, ours or its own."""

    def emit(self, record: logging.LogRecord) -> None:
        """A line with the kind of the error and its location."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, asyncio.CancelledError) or str(record.msg).startswith(CUT_OFF):
            return  # the server stops, and whoever has not been answered by then is cut off
        log.error("the server stumbled", source=record.name, **({} if error is None else error_fields(error)))


def error_fields(error: BaseException) -> dict[str, str]:
    """The kind of an error, and the line where it happened."""
    return {"problem": type(error).__name__, "where": _location(error.__traceback__)}


def _location(trace: TracebackType | None) -> str:
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    path = trace.tb_frame.f_code.co_filename.replace("\\", "/")
    return f"{'/'.join(path.split('/')[-2:])}:{trace.tb_lineno}"


class Seldom:
    """What an operator should hear once, not a thousand times: whoever floods the server must not flood its log."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._last: dict[tuple[str, ...], float] = {}

    def now(self, *key: str) -> bool:
        """Whether it may be said again."""
        moment = time.monotonic()
        last = self._last.get(key)
        if last is not None and moment < last + self._seconds:
            return False
        self._last.pop(key, None)
        self._last[key] = moment
        if len(self._last) > MAX_KEYS:
            del self._last[next(iter(self._last))]
        return True
