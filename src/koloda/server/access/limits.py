"""What one connection, person or address may ask of the server."""

from __future__ import annotations

from collections import Counter

from starlette.requests import HTTPConnection

from koloda.server.buckets import Rate, buckets
from koloda.server.metering import household, site
from koloda.server.settings import Settings

MAX_FRAME_BYTES = 4096
MAX_BODY_BYTES = 65_536
MAX_RECORD_BYTES = 2_000_000
SITE_TIMES = 4  # as much as one address may have is for all of an IPv6 /48
DAY_SECONDS = 24 * 3600.0
BYTES_PER_KEPT_ITEM = 20_000.0  # a longer record counts as several things to keep


class Allowance:
    """A bucket for every address that has lately asked for something, and a bigger one for every IPv6 /48."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._buckets = buckets(Rate(per_second, burst))
        self._sites = buckets(Rate(per_second * SITE_TIMES, burst * SITE_TIMES))

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Whether an address may have one more, or something that costs as much as several."""
        wide = self._sites.of(site(address))
        return wide.tokens() >= cost and self._buckets.of(household(address)).take(cost) and wide.take(cost)


class OpenSockets:
    """How many connections each person and each address has."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._sites: Counter[str] = Counter()

    def enter(self, person: str, address: str) -> bool:
        """Count a new connection; False if it is one too many."""
        home, wide = household(address), site(address)
        if self._people[person] >= self._settings.person_sockets:
            return False
        if self._addresses[home] >= self._settings.address_sockets:
            return False
        if self._sites[wide] >= self._settings.address_sockets * SITE_TIMES:
            return False
        self._people[person] += 1
        self._addresses[home] += 1
        self._sites[wide] += 1
        return True

    def count(self, person: str) -> int:
        """How many connections a person has."""
        return self._people[person]

    def leave(self, person: str, address: str) -> None:
        """A connection that was counted has ended."""
        counters = ((self._people, person), (self._addresses, household(address)), (self._sites, site(address)))
        for counter, key in counters:
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
