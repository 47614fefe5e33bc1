"""Who asks for something, and from which network: a person first, then all who share their address."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

HOUSEHOLD_LETTERS = 19  # of an IPv6 address written out: its /64, which one household has
SITE_LETTERS = 14  # its /48, which one customer of a provider may have


class Asker(NamedTuple):
    """A person ("": nobody knows who) at an address. What they use up is theirs first, then their network's."""

    person: str
    address: str

    @property
    def key(self) -> str:
        """By what a person is counted: those whom nobody knows are one for each household."""
        return self.person or f"? {household(self.address)}"


@lru_cache(1000)
def _network(address: str, letters: int) -> str:
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return parsed.exploded[:letters] if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None else address


def household(address: str) -> str:
    """An address; for IPv6 its /64 network, since one household has all of it."""
    return _network(address, HOUSEHOLD_LETTERS)


def site(address: str) -> str:
    """An address; for IPv6 its /48 network, since one customer may have all of it."""
    return _network(address, SITE_LETTERS)


def site_of_household(home: str) -> str | None:
    """The site that a household is a part of; None for IPv4, where each is one of its own."""
    return home[:SITE_LETTERS] if len(home) == HOUSEHOLD_LETTERS and ":" in home else None


class Networks:
    """Networks that an operator has named, such as ``192.168.0.0/16`` or ``2001:db8::/32``."""

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        self._networks: list[IPv4Network | IPv6Network] = [ip_network(name, strict=False) for name in names]

    def have(self, address: str) -> bool:
        """Whether an address is in one of them."""
        if not self._networks:
            return False
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        return any(parsed in network for network in self._networks)
