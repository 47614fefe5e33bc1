"""Token buckets: how much somebody may have in the long run, and at once."""

from __future__ import annotations

import time
from typing import NamedTuple

MAX_KEYS = 10_000


class Rate(NamedTuple):
    """How many tokens come back a second, and how many there are at most."""

    per_second: float
    burst: float


class Bucket:
    """The tokens of one person, address or table."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._tokens = rate.burst
        self._at = time.monotonic()

    def tokens(self) -> float:
        """How many there are now; below 0 after somebody has spent more than they had."""
        now = time.monotonic()
        self._tokens = min(self._rate.burst, self._tokens + (now - self._at) * self._rate.per_second)
        self._at = now
        return self._tokens

    def take(self, cost: float = 1.0) -> bool:
        """Whether one more (or something that costs as much as several) is allowed now; if so it is paid for."""
        if self.tokens() < cost:
            return False
        self._tokens -= cost
        return True


class Buckets:
    """A bucket for every key that has lately asked for something: nobody gets a full one by coming again."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: dict[str, Bucket] = {}

    def of(self, key: str) -> Bucket:
        """The bucket of a person, an address …"""
        bucket = self._buckets.pop(key, None) or Bucket(self._rate)
        self._buckets[key] = bucket
        if len(self._buckets) > MAX_KEYS:
            del self._buckets[next(iter(self._buckets))]
        return bucket
