"""Every frame between page and server, declared once; ``typescript.py`` writes the same types for the page.

docs/protocol.md explains them. A frame is one JSON object; its ``t`` tells the kind.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from .base import Level, Message, Seat
from .consent import Again, Ballot, Claim, Propose
from .governing import (
    Arrange,
    AtDoor,
    Ban,
    ChangeOfHands,
    FreeSeat,
    HandOver,
    LetIn,
    Mute,
    Nudge,
    Nudged,
    Pause,
    Report,
    Reported,
    SetDoor,
)
from .inviting import Decline, InviteBot
from .reviews import WireAdvice, WireHint
from .sealing import Commit, MatchId, Reveal
from .table_info import TableChange, TableInfo

Lang = Literal["ru", "en"]
Kind = Literal["one", "together", "free"]
Face = int | str | None
Name = Annotated[str, msgspec.Meta(max_length=40)]
Speech = Annotated[str, msgspec.Meta(max_length=300)]
Forfeit = Annotated[str, msgspec.Meta(max_length=120)]
MoveText = Annotated[str, msgspec.Meta(max_length=200)]
MoveId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


# --- From the page to the server


class Sit(Message, tag="sit"):
    """Take a seat that is empty or held by a bot; in mid-match that is a request, which the host admits.

    ``any``: if somebody else has this one, another free seat will do.
    """

    seat: Seat = 0
    any: bool = False


class Admit(Message, tag="admit"):
    """Host: let in somebody who asks for a bot's seat in mid-match, or (``yes`` false) not now."""

    knock: int
    yes: bool = True


class Stand(Message, tag="stand"):
    """Leave one's seat; a bot plays on if the match is running. Who has none takes back what they asked for."""


class SetBot(Message, tag="bot"):
    """Host: put a bot of this level on a seat that nobody holds, or (null) take it away.

    Also in the place of somebody who has gone, or has owed a move for too long.
    """

    seat: Seat
    level: Level | None = None


class SetForfeit(Message, tag="forfeit"):
    """Host, before the deal: what the loser will have to do ("": nothing)."""

    text: Forfeit


class Start(Message, tag="start"):
    """Host: deal. Empty seats get normal bots."""


class Move(Message, tag="move"):
    """Make a move: the client's own id for it (a retry repeats it), the move number and match it saw, the text.

    ``takes``: how many take-backs of this match it knew of (null: does not say).
    """

    id: MoveId
    n: int
    move: MoveText
    match: MatchId
    takes: int | None = None


class AskWhy(Message, tag="why"):
    """Ask why a move would be refused, without making it."""

    move: MoveText


class Say(Message, tag="say"):
    """Chat."""

    text: Speech


class AskHints(Message, tag="hints"):
    """Ask for odds, counts and advice, if the table allows hints."""


class AskPast(Message, tag="past"):
    """The view of one's own seat after move ``n``."""

    n: int


class Rename(Message, tag="rename"):
    """What the others call me."""

    name: Name


class Rematch(Message, tag="rematch"):
    """After the end: the same people; another game or options if the host names them."""

    game: str | None = None
    options: dict[str, Any] | None = None


class Told(Message, tag="told"):
    """The story of move ``n`` has been shown to me, or I have skipped it: the bots need not wait for it.

    ``hurry``: nor need they seem to think before they move.
    """

    n: int
    hurry: bool = False


class Ping(Message, tag="ping"):
    """Keeps the connection alive; answered by a pong."""


ClientMessage = (
    Sit
    | Admit
    | Stand
    | FreeSeat
    | Ban
    | SetDoor
    | LetIn
    | HandOver
    | Pause
    | Arrange
    | Mute
    | Nudge
    | Report
    | SetBot
    | Commit
    | Reveal
    | SetForfeit
    | Start
    | Move
    | AskWhy
    | Say
    | AskHints
    | AskPast
    | Rename
    | Rematch
    | Told
    | Claim
    | Propose
    | Ballot
    | Again
    | InviteBot
    | Decline
    | Ping
)


# --- From the server to the page


class WireZone(msgspec.Struct, array_like=True):
    """A zone: name, owner, slot, look, cards. If all cards are closed, only their number is sent."""

    name: str
    owner: int | None
    slot: int | None
    look: str
    cards: list[Face] | int


class WireCounter(msgspec.Struct, array_like=True):
    """A counter: name, owner, value, goal."""

    name: str
    owner: int | None
    value: int
    goal: int | None


class WireNote(msgspec.Struct, array_like=True):
    """A sentence id and its arguments; ``cards`` is null where they are closed to this seat.

    Defaults at the end are left out: most sentences have no word and no number.
    """

    kind: str
    seat: int | None = None
    other: int | None = None
    cards: list[Face] | None = []
    n: int = 0
    word: str = ""


class WireLabel(msgspec.Struct, array_like=True):
    """A number or a word beside a zone: the zone's name, owner and slot, and a sentence."""

    zone: str
    owner: int | None
    slot: int | None
    note: WireNote


class PictureChange(msgspec.Struct, omit_defaults=True):
    """How the picture of a beat differs from the one before (the last view, or another beat).

    At the end of a round ``gains`` is what each seat has won in it. Where the table has other zones or counters than
    before, ``table`` has all of both.
    """

    zones: list[tuple[int, list[Face] | int]] | None = None
    more: list[tuple[int, list[Face]]] | None = None
    counters: list[tuple[int, int]] | None = None
    notes: list[WireNote] | None = None
    labels: list[WireLabel] | None = None
    gains: list[int] = []
    table: tuple[list[WireZone], list[WireCounter]] | None = None


class WireBeat(msgspec.Struct, array_like=True):
    """A moment in the middle of a move: how to show it, how many notes of the log have been told by then, and what
    differs from the picture before.
    """

    effect: str
    told: int
    change: PictureChange


class LogLine(msgspec.Struct, array_like=True, omit_defaults=True):
    """One move of the log: its number, what was told of it, and the seats that a bot has moved for there, in the place
    of their person.
    """

    n: int
    notes: list[WireNote]
    bots: list[int] = []


class Undone(msgspec.Struct, array_like=True):
    """Moves that were taken back: the number of the take-back (from 0), after which move, by which seat, and what was
    told of them.
    """

    take: int
    after: int
    seat: int
    lines: list[LogLine]


class FullView(Message, tag="view"):
    """The whole view: on arrival, after a reconnect, and whenever a client has fallen behind.

    ``ask`` is what this seat must do, where the sentence of the phase does not say it. ``beats`` tell how it came to
    this, to those who have the view before.
    ``chance`` has every request of chance so far: ``shuffle 55`` (so many cards), ``pick 4`` (out of so many).
    ``bots``: as in a line of the log. In a replay: ``undone``, what was tried from here and taken back; ``hands``, the
    seats that change hands here.
    """

    n: int
    kind: Kind
    turn: list[int]
    phase: str
    zones: list[WireZone]
    counters: list[WireCounter]
    legal: list[str]
    chosen: str | None
    notes: list[WireNote]
    log: list[WireNote]
    chat: bool
    result: dict[str, Any] | None = None
    deadline: int = 0
    labels: list[WireLabel] = []
    ask: WireNote | None = None
    beats: list[WireBeat] = []
    chance: list[str] = []
    bots: list[int] = []
    undone: list[Undone] = []
    hands: list[ChangeOfHands] = []


class ViewChange(Message, tag="change"):
    """What differs from the view before, that of move ``since`` (left out: ``n - 1``); a field left out is as it was.

    ``zones`` are ``[index, cards]``, ``more`` are ``[index, cards laid at the end]``, ``counters`` ``[index, value]``.
    ``beats`` tell what happened between the two views; whoever does not show them may ignore them.
    ``chance`` are the requests of chance since then.
    """

    n: int
    log: list[WireNote]
    since: int | None = None
    kind: Kind | None = None
    turn: list[int] | None = None
    phase: str | None = None
    zones: list[tuple[int, list[Face] | int]] | None = None
    more: list[tuple[int, list[Face]]] | None = None
    counters: list[tuple[int, int]] | None = None
    legal: list[str] | None = None
    chosen: str | msgspec.UnsetType | None = msgspec.UNSET
    notes: list[WireNote] | None = None
    chat: bool | None = None
    result: dict[str, Any] | None = None
    deadline: int | None = None
    labels: list[WireLabel] | None = None
    ask: WireNote | msgspec.UnsetType | None = msgspec.UNSET
    beats: list[WireBeat] = []
    chance: list[str] | None = None
    bots: list[int] = []


class Moved(Message, tag="moved"):
    """The move with this id is on disk."""

    id: str
    n: int


class Refused(Message, tag="refused"):
    """A no: the reason code and a sentence in both languages; ``id`` of the move if it was one."""

    reason: str
    ru: str
    en: str
    id: str = ""


class Said(Message, tag="said"):
    """Chat. ``seat`` is null for a watcher, ``name`` "" for a guest without one; ``who`` is their number.

    ``bot_account``: a program has said it.
    """

    seat: int | None
    name: str
    text: str
    who: int = 0
    bot_account: bool = False


class Chat(Message, tag="chat"):
    """What was said last, at most 200 lines; sent on arrival to those who ask for the log."""

    lines: list[Said]


class Hints(Message, tag="hints"):
    """The answer to AskHints, for the view ``n``; while ``thinking`` is set it comes again, with advice."""

    n: int
    hints: list[WireHint]
    advice: WireAdvice | None = None
    thinking: bool = False


class Past(Message, tag="past"):
    """The answer to AskPast."""

    view: FullView


class Log(Message, tag="log"):
    """The log so far, as this seat heard it; sent on arrival and when a move is taken back.

    ``undone`` is what was taken back, in that order.
    """

    lines: list[LogLine]
    undone: list[Undone] = []


class Pong(Message, tag="pong"):
    """The answer to a ping: the server's clock, in milliseconds since 1970, by which a ``deadline`` is to be read."""

    now: int


class Closing(Message, tag="closing"):
    """The server is going down or this connection is closed; ``retry`` milliseconds later it is worth trying again.

    The reason's code comes with a sentence in both languages.
    """

    reason: str
    retry: int = 1000
    ru: str = ""
    en: str = ""


class HouseWord(Message, tag="house"):
    """What the host of the house has to say to all who are here; both empty: it is taken back."""

    ru: str
    en: str


ServerMessage = (
    TableInfo
    | TableChange
    | FullView
    | ViewChange
    | Moved
    | Refused
    | Said
    | Chat
    | AtDoor
    | Nudged
    | Reported
    | Hints
    | Past
    | Log
    | Pong
    | HouseWord
    | Closing
)
