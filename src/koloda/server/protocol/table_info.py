"""What a table tells of itself: everything but the cards."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from .base import Level, Message, Status
from .consent import WireVote
from .governing import ChangeOfHands, Door, WireGuest
from .sealing import Seal


class Chair(msgspec.Struct, omit_defaults=True):
    """Who sits on a seat. ``name`` is "" for a guest without one; ``away``: a bot plays for them until they are back.

    ``next``: who takes a bot's seat at the next deal ("": a guest without a name; null: nobody).
    ``who``: the number by which this person is known at the table. ``bot_account``: this person, or who is next, is a
    program, and ``invited`` is the name of one that was asked to sit here (null: none).
    """

    kind: Literal["person", "bot", "empty"]
    name: str = ""
    level: Level | None = None
    here: bool = True
    away: bool = False
    next: str | None = None
    who: int = 0
    bot_account: bool = False
    invited: str | None = None


class EveningLine(msgspec.Struct, omit_defaults=True):
    """What the matches of a table have brought to a player, who sat on this seat in their last one.

    ``points`` are the sums of their scores in each game. ``bot_account``: as in a chair.
    """

    seat: int
    name: str
    matches: int
    bot: Level | None = None
    wins: int = 0
    losses: int = 0
    points: dict[str, int] = {}
    bot_account: bool | msgspec.UnsetType = msgspec.UNSET


class WireKnock(msgspec.Struct):
    """Somebody asks for a seat in mid-match; ``name`` is "" for a guest without one, and where talk is forbidden."""

    knock: int
    seat: int
    name: str


class TableInfo(Message, tag="table"):
    """Everything about the table except the cards; sent whole whenever any of it changes.

    ``yours``: you are the host yourself. ``guests``, ``at_door`` and ``banned`` are told to the host alone.

    ``old_rules``: the version of the rules that its match was played by, where ours are others: it is only shown. If
    its view has no result, it was not over and cannot go on. ``hands``: which seats have changed hands in this match.
    """

    id: str
    code: str
    game: str
    seats: int
    options: dict[str, Any]
    status: Status
    chairs: list[Chair]
    you: int | None
    host: bool
    open: bool
    watch: bool
    hints: bool
    join: Literal["now", "between"]
    clock: int
    watchers: int
    match: str
    seal: Seal
    forfeit: str = ""
    lost: list[int] = []
    evening: list[EveningLine] = []
    asks: int | None = None
    waits: int | None = None
    knocks: list[WireKnock] = []
    host_seat: int | None = None
    yours: bool = False
    paused: bool = False
    full: bool = False
    door: Door = "open"
    guests: list[WireGuest] = []
    at_door: list[WireGuest] = []
    banned: list[WireGuest] = []
    muted: list[int] = []
    patience: int = 3
    votes: list[WireVote] = []
    idle: list[int] = []
    ready: list[int] = []
    ended: bool = False
    takes: int = 0
    hands: list[ChangeOfHands] = []
    meanwhile: list[int] = []
    old_rules: int = 0


class TableChange(Message, tag="table-change"):
    """What of the table differs from the last whole one that this client got, and which fields are left out now.

    Sent in its place to clients that ask for it. What an earlier change said no longer counts.
    """

    now: dict[str, Any] = {}
    gone: list[str] = []
