"""The bodies of what a house tells everybody of itself, and of its host's desk. No card is in any of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from .base import Level, Status

Why = Annotated[str, msgspec.Meta(max_length=200)]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Days = Annotated[float, msgspec.Meta(gt=0, le=3660)]
Who = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class HouseNotice(msgspec.Struct):
    """What the host has to say to all who are here, in both languages, and until when it stands."""

    ru: str
    en: str
    until: float


class HouseInfo(msgspec.Struct):
    """GET /api/house: whose house this is, what it has to say, whether one needs an invitation and has one."""

    name: str
    imprint: str
    contact: str
    invite_only: bool
    invited: bool
    draining: bool
    notice: HouseNotice | None


class UseInvitation(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/invitation: the code of a link /invitation/CODE."""

    code: Annotated[str, msgspec.Meta(max_length=100)]


# The host's desk


class HostLoad(msgspec.Struct):
    """How busy the server is. Times are those that one in a hundred was above, since the start, in seconds."""

    move_seconds: float
    commit_seconds: float
    lag_seconds: float
    moves: int
    thoughts_waiting: int
    memory_bytes: int
    data_bytes: int
    free_bytes: int


class HostOverview(msgspec.Struct):
    """GET /api/host: the house at a glance. ``problem`` is why nothing can be saved; "": all is well."""

    version: str
    started: float
    now: float
    tables: int
    playing: int
    sockets: int
    people: int
    draining: bool
    invite_only: bool
    notice: HouseNotice | None
    problem: str
    load: HostLoad


class HostChair(msgspec.Struct):
    """Who has a seat: a person with their id, or a bot. ``bot_account``: the person is a program."""

    kind: Literal["person", "bot", "empty"]
    person: str
    name: str
    level: Level | None
    here: bool
    bot_account: bool


class HostTable(msgspec.Struct):
    """A table as the host of the house sees it: who is there and since when, never what they hold."""

    id: str
    code: str
    game: str
    status: Status
    made: float
    touched: float
    host: str
    chairs: list[HostChair]
    watchers: int
    sockets: int
    moves: int
    open: bool


class HostPerson(msgspec.Struct):
    """Somebody who is connected now: from where, how often, at which tables. ``bot_account``: a program."""

    id: str
    name: str
    addresses: list[str]
    sockets: int
    tables: list[str]
    bot_account: bool


class HostUsedUp(msgspec.Struct):
    """That somebody has used up a quota: their own, or with others that of their network."""

    quota: str
    whose: Literal["person", "network"]
    person: str
    name: str
    address: str
    times: int
    last: float


class HostBan(msgspec.Struct):
    """Somebody or a network that may not come in until then."""

    kind: Literal["person", "address"]
    who: str
    name: str
    until: float
    why: str
    made: float


class NewBan(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/host/bans: a person by their id, or a network such as 192.0.2.0/24, for so many days."""

    kind: Literal["person", "address"]
    who: Who
    days: Days
    why: Why = ""


class HostInvitation(msgspec.Struct):
    """An invitation: for how many people, and how many have come by it. ``code`` is told once, when it is made."""

    id: str
    label: str
    until: float
    uses: int
    used: int
    code: str = ""


class NewInvitation(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/host/invitations."""

    label: Why = ""
    days: Days = 30.0
    uses: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1


class HostBot(msgspec.Struct):
    """A bot account, and the tables where it sits. ``token`` is told once, when it is made."""

    id: str
    name: str
    made: float
    listening: bool
    tables: list[str]
    token: str = ""


class NewBot(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/host/bots: a program that plays as somebody, and is known as a bot to all."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class HostReport(msgspec.Struct):
    """What somebody has told of somebody else, with the chat around it: who said it, their name, the words."""

    id: str
    when: float
    table: str
    match: str
    person: str
    name: str
    whom: str
    whom_name: str
    text: str
    lines: list[tuple[str, str, str]]
    done: bool


class HostAct(msgspec.Struct):
    """Something that the host has done, and to whom or what."""

    when: float
    act: str
    about: dict[str, Any]


class HostWords(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/host/notice: what all are told, for so many minutes; one text may do for both languages."""

    ru: Words
    en: Words
    minutes: Annotated[float, msgspec.Meta(gt=0, le=10_080)] = 60.0


class SetDraining(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/host/drain: whether the house takes no new tables and deals no more."""

    on: bool


class Reason(msgspec.Struct, forbid_unknown_fields=True):
    """Why the host closes a table or sends somebody away; it is kept in the list of acts."""

    why: Why = ""


class Done(msgspec.Struct):
    """What the host has done: to how many."""

    done: int
