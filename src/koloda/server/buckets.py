"""Token buckets: how much somebody may have in the long run, and at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
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

    def spend(self, cost: float) -> None:
        """Pay for what has been done already, with a debt if need be."""
        self._tokens = self.tokens() - cost


class Recent(Generic[T]):
    """Something for every person or address that has lately asked for anything: coming again changes nothing."""

    def __init__(self, make: Callable[[str], T]) -> None:
        self._make = make
        self._kept: dict[str, T] = {}

    def of(self, key: str) -> T:
        """What is kept for this key; made if it is new."""
        kept = self._kept.pop(key, None) or self._make(key)
        self._kept[key] = kept
        if len(self._kept) > MAX_KEYS:
            del self._kept[next(iter(self._kept))]
        return kept


def buckets(rate: Rate) -> Recent[Bucket]:
    """A bucket for each."""
    return Recent(lambda key: Bucket(rate))
