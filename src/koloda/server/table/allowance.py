"""How much people may do at a table that others have to hear or the disk has to keep: each of them, and together."""

from __future__ import annotations

from koloda.server.buckets import Bucket, Rate, buckets


class TableAllowance:
    """An allowance at one table. Those without a seat share one: however many they are, the players have theirs."""

    __slots__ = ("_guests", "_people", "_players")

    def __init__(self, person: Rate, players: Rate, guests: Rate) -> None:
        self._people = buckets(person)
        self._players = Bucket(players)
        self._guests = Bucket(guests)

    def take(self, person: str, seated: bool) -> bool:
        """Whether somebody may have one more; if so it is counted."""
        own, shared = self._people.of(person), self._players if seated else self._guests
        return own.tokens() >= 1 and shared.take() and own.take()


def change_allowance() -> TableAllowance:
    """What may be changed at a table besides moves: names, words, seats, bots."""
    return TableAllowance(person=Rate(0.5, 40.0), players=Rate(1.0, 120.0), guests=Rate(0.5, 40.0))


def chat_allowance() -> TableAllowance:
    """What may be said at a table."""
    return TableAllowance(person=Rate(1.0, 10.0), players=Rate(5.0, 40.0), guests=Rate(2.0, 20.0))
