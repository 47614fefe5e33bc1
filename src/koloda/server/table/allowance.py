"""How much people may do at a table that others have to hear or the disk has to keep: each of them, and together."""

from __future__ import annotations

from koloda.server.buckets import Bucket, Rate, buckets


class TableAllowance:
    """An allowance at one table. Those without a seat share one: however many they are, the players have theirs."""

    __slots__ = ("_guest", "_guests", "_player", "_players")

    def __init__(self, player: Rate, players: Rate, guest: Rate, guests: Rate) -> None:
        self._player = buckets(player)
        self._players = Bucket(players)
        self._guest = buckets(guest)
        self._guests = Bucket(guests)

    def take(self, person: str, seated: bool) -> bool:
        """Whether somebody may have one more; if so it is counted."""
        own = (self._player if seated else self._guest).of(person)
        shared = self._players if seated else self._guests
        return own.tokens() >= 1 and shared.take() and own.take()


def change_allowance() -> TableAllowance:
    """What may be changed at a table besides moves: names, words, seats, bots. No one person can use up all of it."""
    return TableAllowance(
        player=Rate(0.5, 40.0), players=Rate(1.0, 120.0), guest=Rate(0.1, 10.0), guests=Rate(0.5, 40.0)
    )


def chat_allowance() -> TableAllowance:
    """What may be said at a table."""
    return TableAllowance(
        player=Rate(1.0, 10.0), players=Rate(5.0, 40.0), guest=Rate(1.0, 10.0), guests=Rate(2.0, 20.0)
    )


def report_allowance() -> TableAllowance:
    """How often those at a table may tell the host of the house of others."""
    slow = 1 / 3600
    return TableAllowance(
        player=Rate(slow, 5.0), players=Rate(slow, 20.0), guest=Rate(slow, 2.0), guests=Rate(slow, 10.0)
    )
