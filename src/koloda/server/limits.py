"""What one connection, person or address may ask of the server."""

from __future__ import annotations

import time
from collections import Counter

from starlette.requests import HTTPConnection

from .settings import Settings

FRAME = 4096
BODY = 65_536
RECORD = 2_000_000


class Bucket:
    """A token bucket: so many a second, a burst allowed."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, per_second: float, burst: float) -> None:
        self._rate = per_second
        self._burst = burst
        self._tokens = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Sockets:
    """How many connections each person and each address has."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def enter(self, person: str, address: str) -> bool:
        """Count a new connection; False if it is one too many."""
        if self._people[person] >= self._settings.person_sockets:
            return False
        if self._addresses[address] >= self._settings.address_sockets:
            return False
        self._people[person] += 1
        self._addresses[address] += 1
        return True

    def count(self, person: str) -> int:
        """How many connections a person has."""
        return self._people[person]

    def leave(self, person: str, address: str) -> None:
        """A connection that was counted has ended."""
        for counter, key in ((self._people, person), (self._addresses, address)):
            counter[key] -= 1
            if counter[key] <= 0:
                del counter[key]


def same_origin(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether a browser's request comes from our own page; a client without an Origin is no browser."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    host = connection.headers.get("host", "")
    return origin in (f"http://{host}", f"https://{host}") or origin in settings.origins
