"""The bodies of what somebody may do about themself: devices, ways back in, tokens, their games and data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from .bodies import HistoryItem
from .table_info import Chair

Label = Annotated[str, msgspec.Meta(max_length=60)]
Code = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Scope = Literal["read", "play"]


class DeviceLine(msgspec.Struct):
    """A browser where I am signed in; ``here``: this one."""

    id: str
    label: str
    made: float
    seen: float
    here: bool


class PasskeyLine(msgspec.Struct):
    """A passkey of mine."""

    id: str
    label: str
    made: float
    seen: float


class TokenLine(msgspec.Struct):
    """A token of mine for a program. ``token`` is told once, when it is made."""

    id: str
    label: str
    scopes: list[Scope]
    made: float
    seen: float
    token: str = ""


class MyKeys(msgspec.Struct):
    """GET /api/person: how I may come in again. ``words``: when my recovery words were made, 0 if there are none."""

    devices: list[DeviceLine]
    passkeys: list[PasskeyLine]
    words: float
    tokens: list[TokenLine]


class DeviceLink(msgspec.Struct):
    """POST /api/person/links: a link for another device, and its QR code as SVG. It works once, until then."""

    link: str
    until: float
    qr: str


class NewWords(msgspec.Struct):
    """POST /api/person/words: my recovery words in both languages; either may be typed. They are told this once."""

    ru: list[str]
    en: list[str]


class UseLink(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/sign-in/link: what follows # in a link for another device."""

    code: Code


class UseWords(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/sign-in/words."""

    words: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]


class PasskeyAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """What the browser says of a passkey, as WebAuthn writes it in JSON, and what it was asked."""

    challenge: Code
    credential: dict[str, Any]
    label: Label = ""


class PasskeyQuestion(msgspec.Struct):
    """What a browser is asked: the options of WebAuthn, as JSON; the challenge comes back with the answer."""

    challenge: str
    options: dict[str, Any]


class NewToken(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/person/tokens: a token for a program. ``read``: it may look; ``play``: do what I may at tables."""

    label: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    scopes: Annotated[list[Scope], msgspec.Meta(min_length=1, max_length=2)]


class MyTable(msgspec.Struct):
    """A table where I sit. ``turn`` are the seats to move, ``since`` is since when (0: not known here)."""

    id: str
    game: str
    seat: int
    chairs: list[Chair]
    turn: list[int]
    mine: bool
    since: float


class MyGames(msgspec.Struct):
    """GET /api/person/games: my matches that run, tables that wait, and matches that are over, the latest first."""

    running: list[MyTable]
    waiting: list[MyTable]
    finished: list[HistoryItem]


class KeptOfMe(msgspec.Struct):
    """The first line of an export: what else is kept of a person. The lines that follow are their matches."""

    person: str
    name: str
    devices: list[DeviceLine]
    passkeys: list[PasskeyLine]
    words: float
    tokens: list[TokenLine]
    tables: list[str]
    member_since: float
    bans: list[str]


class DeleteMe(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/person/delete: it cannot be undone."""

    sure: Literal[True]


class HostExport(msgspec.Struct):
    """GET /api/host/people/PERSON/export: all that is kept of somebody, and their matches."""

    kept: KeptOfMe
    matches: list[dict[str, Any]]


class Deleted(msgspec.Struct):
    """POST /api/person/delete: how many matches and tables told of the person."""

    matches: int
    tables: int
