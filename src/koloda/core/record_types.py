"""The shapes of the JSON that Koloda writes: records (docs/records.md specifies them) and views.

These types say what a checked object looks like. JSON from outside becomes one of them only in ``koloda.untrusted``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypeAlias, TypedDict

from .options import OptionValue

CardValue: TypeAlias = int | str  # a card as a record writes it
CardValues: TypeAlias = list[int] | list[str] | list[int | str]
MoveRecord: TypeAlias = Sequence[int | str]  # [seat, text]; JSON makes it a list, a tuple does as well


class ShuffleRecord(TypedDict):
    """The answer to a request to shuffle: the cards in their new order, the first on top."""

    shuffle: CardValues


class PickRecord(TypedDict):
    """The answer to a request to pick: an index."""

    pick: int


ChanceRecord: TypeAlias = ShuffleRecord | PickRecord


class ResultRecord(TypedDict):
    """How a match ended. A game may add keys of its own beside these four: read them from ``Result.extra``."""

    scores: list[int]
    winners: list[int]
    losers: list[int]
    places: list[int]


class Record(TypedDict):
    """One match: which game, what chance decided, and the moves. Keys that are not named here mean nothing."""

    format: NotRequired[int]
    game: str
    version: NotRequired[int]
    seats: int
    options: NotRequired[dict[str, OptionValue]]
    chance: list[ChanceRecord]
    moves: list[MoveRecord]
    result: NotRequired[ResultRecord | None]


class TurnRecord(TypedDict):
    """Who may move now."""

    kind: str
    seats: list[int]


class ZoneRecord(TypedDict):
    """A zone as one seat sees it; None is a card that it may not know."""

    name: str
    owner: int | None
    slot: int | None
    look: str
    cards: list[CardValue | None]


class CounterRecord(TypedDict):
    """A number on the table."""

    name: str
    owner: int | None
    value: int
    goal: int | None


class NoteRecord(TypedDict):
    """An event or an announcement as one seat hears it; ``cards`` is None where the seat may not know them."""

    kind: str
    seat: int | None
    other: int | None
    cards: list[CardValue | None] | None
    n: int
    word: str


class LabelRecord(TypedDict):
    """A number or a word beside a zone."""

    zone: str
    owner: int | None
    slot: int | None
    note: NoteRecord


class BeatRecord(TypedDict):
    """A moment in the middle of a move, as one seat sees it."""

    effect: str
    zones: list[ZoneRecord]
    counters: list[CounterRecord]
    notes: list[NoteRecord]
    labels: list[LabelRecord]
    log: list[NoteRecord]
    gains: list[int]


class ViewRecord(TypedDict):
    """All that one seat (None: a watcher) may know of a match."""

    game: str
    version: int
    seats: int
    options: dict[str, OptionValue]
    seat: int | None
    move_number: int
    turn: TurnRecord
    phase: str
    zones: list[ZoneRecord]
    counters: list[CounterRecord]
    legal: list[str]
    verbs: list[str]
    chosen: str | None
    notes: list[NoteRecord]
    log: list[NoteRecord]
    chat: bool
    result: ResultRecord | None
    labels: list[LabelRecord]
    ask: NoteRecord | None
