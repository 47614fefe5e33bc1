"""The parts of a view: as numbers that have passed the gate of ``view.py``, as a program reads them, and as JSON."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from mypy_extensions import i64, mypyc_attr

from .cards import TRIANGULAR, Deck
from .errors import UnknownName
from .pile import Pile
from .record_types import BeatRecord, CounterRecord, LabelRecord, NoteRecord, ZoneRecord
from .table import Counter, Label, Note, Zone, ZoneKind
from .text import Text

Face: TypeAlias = int | str | None  # None: closed to this seat


class ZoneView(NamedTuple):
    """A zone as one seat sees it; a card that it does not know is None."""

    name: str
    owner: int | None
    slot: int | None
    look: str
    cards: tuple[Face, ...]


class CounterView(NamedTuple):
    """A counter, which everybody sees."""

    name: str
    owner: int | None
    value: int
    goal: int | None


class NoteView(NamedTuple):
    """A note as one seat reads it: ``cards`` is None if the seat may not know them."""

    kind: str
    seat: int | None
    other: int | None
    cards: tuple[Face, ...] | None
    n: int
    word: str


class LabelView(NamedTuple):
    """A number or a word beside a zone whose cards this seat knows."""

    zone: str
    owner: int | None
    slot: int | None
    note: NoteView


@mypyc_attr(acyclic=True)
class SeenZone:
    """A zone with what one viewer knows of it: the ``known`` cards, then how many are ``closed``.

    Where both kinds lie in an order that means something, ``mixed`` has them in it; -1 is a closed one.
    """

    def __init__(self, kind: ZoneKind, owner: i64, slot: i64) -> None:
        self.kind = kind
        self.owner = owner
        self.slot = slot
        self.whole = True  # all of it is open, or all of it closed
        self.known = b""
        self.closed: i64 = 0
        self.mixed: list[int] | None = None
        self.made: ZoneView | None = None

    def faces(self, deck: Deck) -> list[Face]:
        """The cards as a program reads them."""
        if self.mixed is not None:
            return [deck.value(card) if card >= 0 else None for card in self.mixed]
        known = self.known if self.kind.ordered else bytes(sorted(self.known))
        faces: list[Face] = [deck.value(card) for card in known]
        if self.closed:
            faces += [None] * self.closed
        return faces

    def same_as(self, other: SeenZone) -> bool:
        """Whether it is the same place with the same cards, as far as their numbers tell."""
        if self.kind is not other.kind or self.owner != other.owner or self.slot != other.slot:
            return False
        return self.closed == other.closed and self.known == other.known and self.mixed == other.mixed

    def is_still(self, zone: Zone, opened: bool) -> bool:
        """Whether a zone whose pile is the same looks like this to somebody who sees all its cards, or none of them."""
        if self.kind is not zone.kind or self.owner != zone.owner or self.slot != zone.slot or not self.whole:
            return False
        return self.closed == 0 if opened else not self.known

    def view(self, deck: Deck) -> ZoneView:
        """The zone as a program reads it; the same one for all viewers to whom it looks the same."""
        if self.made is None:
            kind = self.kind
            self.made = ZoneView(kind.name, _seat(self.owner), _seat(self.slot), kind.look, tuple(self.faces(deck)))
        return self.made


@mypyc_attr(acyclic=True)
class SeenZones:
    """The zones as one viewer knows them, or several who know the same."""

    def __init__(self, zones: list[SeenZone], deck: Deck) -> None:
        self.zones = zones
        self.deck = deck
        self.made: tuple[ZoneView, ...] | None = None

    def views(self) -> tuple[ZoneView, ...]:
        """The zones as a program reads them."""
        if self.made is None:
            self.made = tuple([zone.view(self.deck) for zone in self.zones])
        return self.made

    @staticmethod
    def of(views: tuple[ZoneView, ...]) -> SeenZones:
        """Zones that are there as a program reads them."""
        seen = SeenZones([], TRIANGULAR)
        seen.made = views
        return seen

    def __len__(self) -> int:
        return len(self.zones) if self.made is None else len(self.made)

    def at(self, index: int) -> ZoneView:
        """One zone as a program reads it."""
        return self.zones[index].view(self.deck) if self.made is None else self.made[index]

    def same_at(self, index: int, other: SeenZones) -> bool:
        """Whether a zone is clearly the same as in another look; those that programs have read may be, too."""
        if index >= len(self.zones) or index >= len(other.zones):
            return False
        return self.zones[index].same_as(other.zones[index])

    def lines(self) -> list[str]:
        """A line for each zone."""
        return [f"{zone.name} {zone.owner} {zone.slot}: {zone.cards}" for zone in self.views()]

    def cards(self, name: str, owner: int | None, slot: int | None) -> list[Face]:
        """The cards of one zone (empty if there is no such zone)."""
        if self.made is not None:
            return cards_of(self.made, name, owner, slot)
        owned: i64 = -1 if owner is None else owner
        for zone in self.zones:
            if zone.owner == owned and zone.kind.name == name and (slot is None or zone.slot == slot):
                return zone.faces(self.deck)
        return []


@mypyc_attr(acyclic=True)
class SeenCounters:
    """The counters, which everybody sees."""

    def __init__(self, counters: list[Counter]) -> None:
        self.counters = counters
        self.made: tuple[CounterView, ...] | None = None

    def views(self) -> tuple[CounterView, ...]:
        """The counters as a program reads them."""
        if self.made is None:
            self.made = tuple([_counter_view(counter) for counter in self.counters])
        return self.made

    @staticmethod
    def of(views: tuple[CounterView, ...]) -> SeenCounters:
        """Counters that are there as a program reads them."""
        seen = SeenCounters([])
        seen.made = views
        return seen

    def __len__(self) -> int:
        return len(self.counters) if self.made is None else len(self.made)

    def at(self, index: int) -> CounterView:
        """One counter as a program reads it."""
        return _counter_view(self.counters[index]) if self.made is None else self.made[index]

    def same_at(self, index: int, other: SeenCounters) -> bool:
        """Whether a counter is clearly the same as in another look."""
        if index >= len(self.counters) or index >= len(other.counters):
            return False
        one, two = self.counters[index], other.counters[index]
        return one.kind is two.kind and one.owner == two.owner and one.value == two.value and one.goal == two.goal

    def lines(self) -> list[str]:
        """A line for each counter."""
        return [f"{c.kind.name} {c.owner}: {c.value} of {c.goal}" for c in self.counters]

    def value(self, name: str, owner: int | None) -> int:
        """The value of one counter (0 if there is no such counter)."""
        owned: i64 = -1 if owner is None else owner
        for counter in self.counters:
            if counter.owner == owned and counter.kind.name == name:
                return counter.value
        return 0


NO_COUNTERS: Final = SeenCounters([])


@mypyc_attr(acyclic=True)
class SeenPile:
    """The pile of a zone after so many ``changes``, and how somebody saw it."""

    def __init__(self, pile: Pile) -> None:
        self.pile = pile
        self.changes: i64 = -1
        self.seen: SeenZone | None = None


@mypyc_attr(acyclic=True)
class LastLook:
    """What was made for the last look at a game; what has not changed since need not be made again.

    ``zones`` and ``counters`` are what a game keeps from look to look, if it does; nobody changes these lists or what
    is in them. How a viewer saw a pile is shown to the next one only if that one sees the same. ``public_zones`` are
    the kept zones when they were last asked whether everybody sees the same in all of them; if so, ``public_piles``
    and ``public`` are what everybody saw there.
    """

    def __init__(self) -> None:
        self.zones: list[Zone] = []
        self.masks_changes: i64 = -1
        self.counters: list[Counter] = []
        self.piles: list[SeenPile] = []
        self.seen_counters = NO_COUNTERS
        self.public_zones: list[Zone] = []
        self.public_piles: list[SeenPile] = []
        self.public: SeenZones | None = None


@mypyc_attr(acyclic=True)
class SeenNotes:
    """Notes as one viewer reads them, or several who read the same; there are no cards in what they may not read."""

    def __init__(self, notes: list[Note], deck: Deck, viewer: int) -> None:
        self.notes = notes
        self.deck = deck
        self.viewer = viewer
        self.made: tuple[NoteView, ...] | None = None

    def views(self) -> tuple[NoteView, ...]:
        """The notes as a program reads them."""
        if self.made is None:
            self.made = tuple([seen_note(self.deck, note, self.viewer) for note in self.notes])
        return self.made

    @staticmethod
    def of(views: tuple[NoteView, ...]) -> SeenNotes:
        """Notes that are there as a program reads them."""
        seen = SeenNotes([], TRIANGULAR, -1)
        seen.made = views
        return seen

    def __len__(self) -> int:
        return len(self.notes) if self.made is None else len(self.made)

    def same_as(self, other: SeenNotes) -> bool:
        """Whether they say the same."""
        return self is other or self.views() == other.views()

    def lines(self) -> list[str]:
        """A line for each note."""
        return [" ".join([str(part) for part in note]) for note in self.views()]


@mypyc_attr(acyclic=True)
class BeatView:
    """A moment in the middle of a move as one seat sees it; ``events`` are those since the beat before.

    As a view does, it keeps numbers; zones, counters and notes are made of them when somebody asks.
    """

    def __init__(
        self,
        effect: str,
        zones: SeenZones,
        counters: SeenCounters,
        announcements: SeenNotes,
        labels: tuple[LabelView, ...],
        events: SeenNotes,
        gains: tuple[int, ...],
    ) -> None:
        self.effect = effect
        self.seen_zones = zones
        self.seen_counters = counters
        self.seen_announcements = announcements
        self.labels = labels
        self.seen_events = events
        self.gains = gains

    @property
    def zones(self) -> tuple[ZoneView, ...]:
        """All zones, in the order of the game."""
        return self.seen_zones.views()

    @property
    def counters(self) -> tuple[CounterView, ...]:
        """All counters, in the order of the game."""
        return self.seen_counters.views()

    @property
    def announcements(self) -> tuple[NoteView, ...]:
        """What stands announced."""
        return self.seen_announcements.views()

    @property
    def events(self) -> tuple[NoteView, ...]:
        """What the move has told since the beat before."""
        return self.seen_events.views()

    def cards(self, zone: str, owner: int | None = None, slot: int | None = None) -> list[Face]:
        """The cards of one zone (empty if there is no such zone)."""
        return self.seen_zones.cards(zone, owner, slot)

    def counter(self, name: str, owner: int | None = None) -> int:
        """The value of one counter (0 if there is no such counter)."""
        return self.seen_counters.value(name, owner)

    def __repr__(self) -> str:
        return f"<BeatView {self.effect}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BeatView) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.effect, self.zones, self.events))

    def to_json(self) -> BeatRecord:
        """The beat as JSON."""
        return {
            "effect": self.effect,
            "zones": [zone_json(zone) for zone in self.zones],
            "counters": [counter_json(counter) for counter in self.counters],
            "notes": [note_json(note) for note in self.announcements],
            "labels": [label_json(label) for label in self.labels],
            "log": [note_json(note) for note in self.events],
            "gains": list(self.gains),
        }


NO_ZONES: Final = SeenZones([], TRIANGULAR)
NO_NOTES: Final = SeenNotes([], TRIANGULAR, -1)


def seen_note(deck: Deck, note: Note, viewer: int) -> NoteView:
    """A note as the viewer (a seat, or -1: a watcher) reads it."""
    cards = tuple([deck.value(card) for card in note.cards]) if note.open_to(viewer) else None
    return NoteView(note.kind, _seat(note.seat), _seat(note.other), cards, note.n, note.word)


def seen_label(deck: Deck, label: Label) -> LabelView:
    """A label as whoever knows the cards beside it reads it."""
    return LabelView(label.zone, _seat(label.owner), _seat(label.slot), seen_note(deck, label.note, -1))


def _counter_view(counter: Counter) -> CounterView:
    return CounterView(counter.kind.name, _seat(counter.owner), counter.value, counter.goal)


def _seat(number: int) -> int | None:
    return number if number >= 0 else None


def check_name(name: str, known: list[str]) -> None:
    """Raise UnknownName, with the names that there are, if this is none of them."""
    if name not in known:
        names = ", ".join(known)
        raise UnknownName(
            "unknown-name",
            Text(f"Нет имени {name!r:.40}; есть: {names}.", f"No {name!r:.40} here; there are: {names}."),
        )


def cards_of(zones: tuple[ZoneView, ...], name: str, owner: int | None, slot: int | None) -> list[Face]:
    """The cards of one zone (empty if there is no such zone)."""
    for zone in zones:
        if zone.name == name and zone.owner == owner and (slot is None or zone.slot == slot):
            return list(zone.cards)
    return []


def zone_json(zone: ZoneView) -> ZoneRecord:
    """A zone as JSON."""
    return {"name": zone.name, "owner": zone.owner, "slot": zone.slot, "look": zone.look, "cards": list(zone.cards)}


def counter_json(counter: CounterView) -> CounterRecord:
    """A counter as JSON."""
    return {"name": counter.name, "owner": counter.owner, "value": counter.value, "goal": counter.goal}


def label_json(label: LabelView) -> LabelRecord:
    """A label as JSON."""
    return {"zone": label.zone, "owner": label.owner, "slot": label.slot, "note": note_json(label.note)}


def note_json(note: NoteView) -> NoteRecord:
    """A note as JSON."""
    return {
        "kind": note.kind,
        "seat": note.seat,
        "other": note.other,
        "cards": None if note.cards is None else list(note.cards),
        "n": note.n,
        "word": note.word,
    }
