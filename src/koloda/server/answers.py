"""Answers that cost more than a moment, kept so that asking again costs nothing."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable

MAX_BYTES = 16_000_000
MAX_SENDING_BYTES = 400_000_000
HOUSEHOLD_SHARE = 4  # so much of it is for one household at most


class Answers:
    """The answers that were asked for last, as long as they take no more than so many bytes together."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._kept: dict[str, bytes] = {}

    def get(self, key: str, make: Callable[[], bytes]) -> bytes:
        """The answer for this key, which is always the same."""
        answer = self._kept.pop(key, None)
        return self._keep(key, make()) if answer is None else self._touch(key, answer)

    async def read(self, key: str, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """The same, where making it takes a read."""
        answer = self._kept.pop(key, None)
        return self._keep(key, await make()) if answer is None else self._touch(key, answer)

    def forget(self, key: str) -> None:
        """It would be another one now."""
        self._bytes -= len(self._kept.pop(key, b""))

    def _touch(self, key: str, answer: bytes) -> bytes:
        self._kept[key] = answer
        return answer

    def _keep(self, key: str, answer: bytes) -> bytes:
        self._bytes += len(answer) - len(self._kept.pop(key, b""))  # somebody else may have been quicker
        self._kept[key] = answer
        while self._bytes > self._max_bytes:
            self._bytes -= len(self._kept.pop(next(iter(self._kept))))
        return answer


class Sending:
    """How much of long answers is still being read: whoever asks for many and reads none fills no memory."""

    def __init__(self, max_bytes: int = MAX_SENDING_BYTES) -> None:
        self._max_bytes = max_bytes
        self._homes: Counter[str] = Counter()

    def begin(self, home: str, size: int) -> bool:
        """One more answer for a household; False if too much is on its way to them, or to all."""
        together = self._homes.total() + size
        if together > self._max_bytes or self._homes[home] + size > self._max_bytes / HOUSEHOLD_SHARE:
            return False
        self._homes[home] += size
        return True

    def end(self, home: str, size: int) -> None:
        """It was read, or is not wanted any more."""
        self._homes[home] -= size
        if self._homes[home] <= 0:
            del self._homes[home]


class FreshAnswer:
    """One answer that may be some moments old."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._made_at = float("-inf")
        self._answer = b""
        self._making = asyncio.Lock()

    async def get(self, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """The answer, made again if it is too old; it is made once for all who ask meanwhile."""
        async with self._making:
            now = time.monotonic()
            if now - self._made_at > self._seconds:
                self._answer, self._made_at = await make(), now
            return self._answer
