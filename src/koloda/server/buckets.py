"""Token buckets: how much somebody may have in the long run, and at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Generic, Literal, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
MAX_KEYS = 10_000
FEW = 4  # that a person may have of what is scarce at their address
Whose = Literal["", "person", "network"]  # whose quota is used up


class Rate(NamedTuple):
    """How many tokens come back a second, and how many there are at most."""

    per_second: float
    burst: float


class Bucket:
    """The tokens of one person, address or table."""

    __slots__ = ("_at", "_burst", "_per_second", "_tokens")

    def __init__(self, rate: Rate) -> None:
        self._per_second, self._burst = rate
        self._tokens = rate.burst
        self._at = time.monotonic()

    def tokens(self) -> float:
        """How many there are now; below 0 after somebody has spent more than they had."""
        self.spend(0.0, time.monotonic())
        return self._tokens

    def take(self, cost: float = 1.0) -> bool:
        """Whether one more (or something that costs as much as several) is allowed now; if so it is paid for."""
        if self.tokens() < cost:
            return False
        self._tokens -= cost
        return True

    def spend(self, cost: float, moment: float | None = None) -> None:
        """Pay for what has been done already, with a debt if need be; at this moment of ``time.monotonic``, or now.

        Every move pays several times: so there are no calls here that could be spared.
        """
        if moment is None:
            moment = time.monotonic()
        tokens = self._tokens + (moment - self._at) * self._per_second
        self._at = moment
        self._tokens = (tokens if tokens < self._burst else self._burst) - cost


class Recent(Generic[K, T]):
    """Something for every person or address that has lately asked for anything: coming again changes nothing."""

    def __init__(self, make: Callable[[K], T]) -> None:
        self._make = make
        self._kept: dict[K, T] = {}

    def of(self, key: K) -> T:
        """What is kept for this key; made if it is new."""
        kept = self._kept.pop(key, None) or self._make(key)
        self._kept[key] = kept
        if len(self._kept) > MAX_KEYS:
            del self._kept[next(iter(self._kept))]
        return kept


def buckets(rate: Rate) -> Recent[str, Bucket]:
    """A bucket for each."""
    return Recent(lambda key: Bucket(rate))


def has_room(own: int, most: float, together: int, most_together: float) -> Whose:
    """Whose limit forbids one more. Where an address has used up half of what it may have, each person has a few."""
    if own >= (most if together * 2 < most_together else min(most, FEW)):
        return "person"
    return "network" if together >= most_together else ""
