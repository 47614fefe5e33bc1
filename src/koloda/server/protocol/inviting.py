"""Bot accounts: how the host of a table invites one, how it hears of that, and which ones there are."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from .base import Message, Seat

AccountId = Annotated[str, msgspec.Meta(max_length=40)]


class InviteBot(Message, tag="invite"):
    """Host: ask a bot account to take a seat that nobody holds, or (null) no longer."""

    seat: Seat
    account: AccountId | None = None


class Decline(Message, tag="decline"):
    """A bot account does not want to sit down."""


class BotAccount(msgspec.Struct):
    """GET /api/bots: a bot account that can be invited; ``listening``: it hears of it now."""

    id: str
    name: str
    listening: bool


class BotEvent(msgspec.Struct):
    """GET /api/bot/events, one line ``data:`` each: an invitation to a seat, or a seat that the account has already.

    ``host`` is what the host of the table is called.
    """

    kind: Literal["invitation", "seat"]
    table: str
    seat: int
    game: str
    seats: int
    host: str
    when: float
