"""The bodies of the HTTP API: tables, people and finished matches."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from .base import Level, Status
from .messages import Forfeit
from .table_info import Chair, EveningLine


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/tables: whoever makes it becomes the host and sits on the first seat without a bot.

    ``full``: the first deal begins by itself once no seat is empty.
    """

    game: str
    seats: int
    options: dict[str, Any] = {}
    bots: list[Level | None] = []
    open: bool = True
    watch: bool = True
    hints: bool = True
    join: Literal["now", "between"] = "between"
    clock: int = 0
    start: bool = False
    forfeit: Forfeit = ""
    full: bool = False
    patience: Annotated[int, msgspec.Meta(ge=1, le=60)] = 3


class TableMade(msgspec.Struct):
    """The answer: the table's id (its link is /table/ID) and the short code to read out."""

    id: str
    code: str


class TableSummary(msgspec.Struct):
    """GET /api/tables/ID_or_CODE: what an invitation shows of a table."""

    id: str
    code: str
    game: str
    status: Status
    chairs: list[Chair]


class LobbyTable(msgspec.Struct):
    """A table that one may join or watch; ``host`` is "" for a guest without a name.

    ``bot_account``: the host is a program; left out: they are none.
    """

    id: str
    game: str
    seats: int
    free: int
    status: Status
    host: str
    watch: bool
    bot_account: bool | msgspec.UnsetType = msgspec.UNSET


class Guest(msgspec.Struct):
    """GET /api/me: who I am here ("" without a name). The token is the cookie's value, for clients without cookies."""

    id: str
    name: str
    token: str


class Player(msgspec.Struct):
    """Who played on a seat: a person ("": a guest without a name, or not known), or a bot of this level.

    ``bot_account``: a person who is a program; left out: they are none.
    """

    name: str
    bot: Level | None
    bot_account: bool | msgspec.UnsetType = msgspec.UNSET


class HistoryItem(msgspec.Struct):
    """A finished match of mine; its link is /match/ID. Without a result it was called off."""

    id: str
    game: str
    seats: int
    seat: int | None
    when: float
    result: dict[str, Any] | None
    players: list[Player]


class SealRecord(msgspec.Struct, omit_defaults=True):
    """How the deal of a finished match was sealed: ``seal`` in its record. ``way`` 1 is the old one, with words."""

    way: int
    commitment: str
    secret: str
    table: str = ""
    match: str = ""
    commits: list[str] = []
    nonces: list[str] = []
    words: list[str | None] = []


class ArchivedMatch(msgspec.Struct, omit_defaults=True):
    """GET /api/matches/ID: the record with its ``seal`` (an uploaded one has none), and who sat where.

    ``lost`` are the seats that owe the ``forfeit``; ``evening`` is the table's score with this match.
    """

    id: str
    record: dict[str, Any]
    players: list[Player]
    when: float
    forfeit: str = ""
    lost: list[int] = []
    evening: list[EveningLine] = []


class TableMatch(msgspec.Struct):
    """A finished match of a table; its link is /match/ID."""

    id: str
    game: str
    when: float
    result: dict[str, Any]
    players: list[Player]


class MatchSaved(msgspec.Struct):
    """POST /api/matches: the id of the record that was uploaded."""

    id: str


class Refusal(msgspec.Struct):
    """Every HTTP error: the reason's code and a sentence in both languages."""

    reason: str
    ru: str
    en: str
