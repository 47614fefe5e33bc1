"""What one person may ask of the server, and all who share an address: persons first, so that nobody spoils it for
those behind the same router.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import structlog
from starlette.requests import HTTPConnection

from koloda.server.buckets import Bucket, Rate, Whose, buckets, has_room
from koloda.server.logs import Seldom
from koloda.server.networks import Asker, Networks, household, site
from koloda.server.settings import Settings

MAX_FRAME_BYTES = 4096
MAX_BODY_BYTES = 65_536
MAX_RECORD_BYTES = 2_000_000
SITE_TIMES = 4  # as much as one address may have is for all of an IPv6 /48
DAY_SECONDS = 24 * 3600.0
MAX_USED_UP = 500
HOUR_SECONDS = 3600.0
PERSON_GUESSES = 5.0  # wrong words, links and passkeys of one person in an hour, and of all at an address
GUESSES = 30.0
PERSON_REPORTS = 10.0  # complaints of one person a day, at whatever tables, and of all at an address
REPORTS = 40.0
GUESSES_AT_ONE = 10.0  # words that begin like those of one person: from wherever they are tried
SAY_AGAIN_SECONDS = 3600.0
log = structlog.get_logger()


class UsedUp(NamedTuple):
    """That somebody has used up a quota: their own, or with others that of their address."""

    quota: str
    whose: Whose
    person: str
    address: str
    times: int
    last: float


class UsedUpQuotas:
    """Who has lately been refused because a quota was used up, for the host to see."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, Whose, str], UsedUp] = {}
        self._said = Seldom(SAY_AGAIN_SECONDS)

    def note(self, quota: str, whose: Whose, asker: Asker) -> None:
        """One more refusal."""
        key = quota, whose, asker.key if whose == "person" else household(asker.address)
        known = self._kept.pop(key, None)
        times = 1 if known is None else known.times + 1
        if self._said.now(*key):
            log.info("a quota is used up", quota=quota, whose=whose, person=asker.person, address=asker.address)
        self._kept[key] = UsedUp(quota, whose, asker.person, asker.address, times, time.time())
        if len(self._kept) > MAX_USED_UP:
            del self._kept[next(iter(self._kept))]

    def forget(self, person: str) -> None:
        """Somebody is not to be found here."""
        self._kept = {key: one for key, one in self._kept.items() if one.person != person}

    def latest(self) -> list[UsedUp]:
        """The latest first."""
        return list(self._kept.values())[::-1]


class Account:
    """What is left to one person of a quota, and to their address, unless it is trusted."""

    __slots__ = ("_allowance", "_asker", "_networks", "_own")

    def __init__(self, allowance: Allowance, asker: Asker, own: Bucket, networks: tuple[Bucket, ...]) -> None:
        self._allowance = allowance
        self._asker = asker
        self._own = own
        self._networks = networks

    def lacking(self, cost: float = 1.0) -> Whose:
        """Whose quota does not suffice for one more, or for something that costs as much as several."""
        if self._own.tokens() < cost:
            return self._used_up("person")
        for bucket in self._networks:
            if bucket.tokens() < cost:
                return self._used_up("network")
        return ""

    def _used_up(self, whose: Whose) -> Whose:
        self._allowance.used_up.note(self._allowance.name, whose, self._asker)
        return whose

    def take(self, cost: float = 1.0) -> Whose:
        """Pay for it, unless a quota does not suffice."""
        whose = self.lacking(cost)
        if not whose:
            self.spend(cost)
        return whose

    def spend(self, cost: float) -> None:
        """Pay for what has been done already."""
        self.note(cost)
        self._allowance.on_spent(self._allowance.name, self._asker, cost)

    def note(self, cost: float) -> None:
        """It was paid for at another node."""
        self._own.spend(cost)
        for bucket in self._networks:
            bucket.spend(cost)


class Allowance:
    """A quota: a bucket for every person, a bigger one for every address, and one more for every IPv6 /48."""

    def __init__(self, name: str, person: Rate, address: Rate, trusted: Networks, used_up: UsedUpQuotas) -> None:
        self.name = name
        self.used_up = used_up
        self.on_spent: Callable[[str, Asker, float], None] = _nobody_else  # other nodes want to know
        self._trusted = trusted
        self._people = buckets(person)
        self._homes = buckets(address)
        self._sites = buckets(Rate(address.per_second * SITE_TIMES, address.burst * SITE_TIMES))

    def account(self, asker: Asker) -> Account:
        """What somebody has of it."""
        own, address = self._people.of(asker.key), asker.address
        if self._trusted.have(address):
            return Account(self, asker, own, ())
        return Account(self, asker, own, (self._homes.of(household(address)), self._sites.of(site(address))))

    def note(self, asker: Asker, cost: float) -> None:
        """Somebody has used up something at another node."""
        self.account(asker).note(cost)


def _nobody_else(quota: str, asker: Asker, cost: float) -> None:
    """There is one node."""


class OpenSockets:
    """How many connections each person and each address has."""

    def __init__(self, settings: Settings, used_up: UsedUpQuotas) -> None:
        self._settings = settings
        self._trusted = Networks(settings.trusted)
        self._used_up = used_up
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._sites: Counter[str] = Counter()

    def enter(self, asker: Asker) -> Whose:
        """Count a new connection; whose limit forbids it otherwise."""
        person, address = asker
        home, wide, most = household(address), site(address), self._settings.address_sockets
        free = self._trusted.have(address)
        whose = has_room(
            self._people[person], self._settings.person_sockets, 0 if free else self._addresses[home], most
        )
        if not whose and not free and self._sites[wide] >= most * SITE_TIMES:
            whose = "network"
        if whose:
            self._used_up.note("sockets", whose, asker)
            return whose
        self._people[person] += 1
        self._addresses[home] += 1
        self._sites[wide] += 1
        return ""

    def count(self, person: str) -> int:
        """How many connections a person has."""
        return self._people[person]

    def leave(self, asker: Asker) -> None:
        """A connection that was counted has ended."""
        person, address = asker
        counters = ((self._people, person), (self._addresses, household(address)), (self._sites, site(address)))
        for counter, key in counters:
            counter[key] -= 1
            if counter[key] <= 0:
                del counter[key]


class Quotas:
    """All that is counted, made once per server."""

    def __init__(self, settings: Settings) -> None:
        self.trusted = Networks(settings.trusted)
        self.used_up = UsedUpQuotas()
        self.sockets = OpenSockets(settings, self.used_up)
        self.frames = buckets(Rate(settings.frames_per_second, settings.frames_burst))
        self.requests = self._allowance(
            "requests",
            Rate(settings.person_requests_per_second, settings.person_requests_burst),
            Rate(settings.requests_per_second, settings.requests_burst),
        )
        self.keeps = self._allowance("keeps", _a_day(settings.person_keeps), _a_day(settings.address_keeps))
        self.guesses = self._allowance(
            "guesses", Rate(PERSON_GUESSES / HOUR_SECONDS, PERSON_GUESSES), Rate(GUESSES / HOUR_SECONDS, GUESSES)
        )
        self.guesses_at = buckets(Rate(GUESSES_AT_ONE / HOUR_SECONDS, GUESSES_AT_ONE))
        self.reports = self._allowance("reports", _a_day(PERSON_REPORTS), _a_day(REPORTS))
        self.lines = self._allowance("lines", _a_day(settings.person_lines), _a_day(settings.address_lines))

    def shared(self) -> tuple[Allowance, ...]:
        """What somebody may have of all nodes together."""
        return self.requests, self.keeps, self.lines

    def _allowance(self, name: str, person: Rate, address: Rate) -> Allowance:
        return Allowance(name, person, address, self.trusted, self.used_up)


def _a_day(count: float) -> Rate:
    return Rate(count / DAY_SECONDS, count)


def from_own_page(connection: HTTPConnection) -> bool:
    """Whether a browser's request comes from our own page; a client without an Origin is not a browser."""
    origin = connection.headers.get("origin")
    host = connection.headers.get("host", "")
    return origin is None or origin in (f"http://{host}", f"https://{host}")


def same_origin(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether it does, or from a page that may talk to this server."""
    return from_own_page(connection) or connection.headers["origin"] in settings.origins
