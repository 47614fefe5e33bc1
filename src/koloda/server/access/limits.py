"""What one connection, person or address may ask of the server."""

from __future__ import annotations

import time
from collections import Counter
from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection

from koloda.server.settings import Settings

MAX_FRAME_BYTES = 4096
MAX_BODY_BYTES = 65_536
MAX_RECORD_BYTES = 2_000_000
MAX_ADDRESSES = 10_000
DAY_SECONDS = 24 * 3600.0
BYTES_PER_KEPT_ITEM = 20_000.0  # a longer record counts as several things to keep


class Bucket:
    """A token bucket: a number of tokens per second, with a burst allowed."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, per_second: float, burst: float) -> None:
        self._rate = per_second
        self._burst = burst
        self._tokens = burst
        self._at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Whether one more (or something that costs as much as several) is allowed now."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True


class Allowance:
    """A bucket for every address that has lately asked for something."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._rate = per_second
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Whether an address may have one more, or something that costs as much as several."""
        home = household(address)
        bucket = self._buckets.pop(home, None) or Bucket(self._rate, self._burst)
        self._buckets[home] = bucket
        if len(self._buckets) > MAX_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take(cost)


def household(address: str) -> str:
    """An address; for IPv6 its network, since one household has all of it."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return parsed.exploded[:19] if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None else address


class OpenSockets:
    """How many connections each person and each address has."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def enter(self, person: str, address: str) -> bool:
        """Count a new connection; False if it is one too many."""
        address = household(address)
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
        for counter, key in ((self._people, person), (self._addresses, household(address))):
            counter[key] -= 1
            if counter[key] <= 0:
                del counter[key]


def same_origin(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether a browser's request comes from our own page; a client without an Origin is not a browser."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    host = connection.headers.get("host", "")
    return origin in (f"http://{host}", f"https://{host}") or origin in settings.origins
