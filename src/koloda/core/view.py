"""The one gate: all that a seat may know, built card by card from what is allowed, never by deleting secrets."""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64, mypyc_attr

from .cards import Deck
from .chance import Chance
from .drawing import table_html
from .game import Beat, Game, Info, Result
from .options import MatchOptions, OptionValue
from .record_types import ViewRecord
from .table import EVERYONE, NOBODY, Hint, Label, Note, Zone
from .turn import Turn
from .view_parts import (
    NO_COUNTERS,
    NO_NOTES,
    NO_ZONES,
    BeatView,
    CounterView,
    Face,
    LabelView,
    LastLook,
    NoteView,
    SeenCounters,
    SeenNotes,
    SeenPile,
    SeenZone,
    SeenZones,
    ZoneView,
    check_name,
    counter_json,
    label_json,
    note_json,
    seen_label,
    seen_note,
    zone_json,
)

__all__ = [
    "BeatView",
    "CounterView",
    "Face",
    "LabelView",
    "NoteView",
    "View",
    "ZoneView",
    "beats_of",
    "chance_told",
    "known_cards",
    "note_json",
    "note_view",
    "view_of",
    "views_of",
]


@mypyc_attr(acyclic=True)
class View:
    """What one seat (None: a watcher) may know of a match, and nothing else.

    A view of what is ``in_sight`` is for people: what lies face down is closed in it, also where the seat has seen it
    before. Bots and hints work from the whole knowledge of the seat.

    It keeps what passed the gate as numbers; zones, counters and notes are made of them when somebody asks.
    """

    def __init__(
        self,
        game: type[Game],
        seats: int,
        options: MatchOptions,
        seat: int | None,
        move_number: int,
        turn: Turn,
        phase: str,
        legal: tuple[str, ...] = (),
        chosen: str | None = None,
        chat: bool = False,
        result: Result | None = None,
        ask: NoteView | None = None,
        in_sight: bool = False,
    ) -> None:
        self.game = game
        self.seats = seats
        self._options = options
        self.seat = seat
        self.move_number = move_number
        self.turn = turn
        self.phase = phase
        self.legal = legal
        self.chosen = chosen
        self.chat = chat
        self.result = result
        self.ask = ask
        self.in_sight = in_sight
        self.seen_zones = NO_ZONES
        self.seen_counters = NO_COUNTERS
        self.seen_announcements = NO_NOTES
        self.seen_events = NO_NOTES
        self.labels: tuple[LabelView, ...] = ()

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options of the match, by name."""
        return self._options.all()

    @property
    def zones(self) -> tuple[ZoneView, ...]:
        """All zones, in the order of the game."""
        return self.seen_zones.views()

    @zones.setter
    def zones(self, views: tuple[ZoneView, ...]) -> None:
        self.seen_zones = SeenZones.of(views)

    @property
    def counters(self) -> tuple[CounterView, ...]:
        """All counters, in the order of the game."""
        return self.seen_counters.views()

    @property
    def announcements(self) -> tuple[NoteView, ...]:
        """What stands announced."""
        return self.seen_announcements.views()

    @announcements.setter
    def announcements(self, views: tuple[NoteView, ...]) -> None:
        self.seen_announcements = SeenNotes.of(views)

    @property
    def events(self) -> tuple[NoteView, ...]:
        """What the last move told."""
        return self.seen_events.views()

    @events.setter
    def events(self, views: tuple[NoteView, ...]) -> None:
        self.seen_events = SeenNotes.of(views)

    @property
    def info(self) -> Info:
        """The game's identity and words."""
        return self.game.info

    @property
    def hints(self) -> list[Hint]:
        """Odds and counts, worked out from this view alone: it must be the whole knowledge of the seat."""
        assert not self.in_sight, "cards that the seat remembers are missing"
        return [] if self.result else self.game.hints(self)

    def number(self, option: str) -> int:
        """The value of a numeric option."""
        return self._options.number(option)

    def cards(self, zone: str, owner: int | None = None, slot: int | None = None) -> list[Face]:
        """The cards of one zone (empty if it does not lie there now); UnknownName if the game has no such zone."""
        found = self.seen_zones.cards(zone, owner, slot)
        if not found:
            check_name(zone, [kind.name for kind in self.info.zones])
        return found

    def counter(self, name: str, owner: int | None = None) -> int:
        """The value of one counter (0 if it is not there now); UnknownName if the game has no such counter."""
        value = self.seen_counters.value(name, owner)
        if not value:
            check_name(name, [kind.name for kind in self.info.counters])
        return value

    def __repr__(self) -> str:
        who = "a watcher" if self.seat is None else f"seat {self.seat}"
        return f"<View {self.info.id}, {who}, move {self.move_number}, {self.phase}>"

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        return table_html(self.info, self.to_json())

    def to_json(self) -> ViewRecord:
        """The view as JSON; two views are equal if their JSON is."""
        return {
            "game": self.info.id,
            "version": self.info.version,
            "seats": self.seats,
            "options": self.options,
            "seat": self.seat,
            "move_number": self.move_number,
            "turn": {"kind": self.turn.kind, "seats": list(self.turn.seats)},
            "phase": self.phase,
            "zones": [zone_json(zone) for zone in self.zones],
            "counters": [counter_json(counter) for counter in self.counters],
            "legal": list(self.legal),
            "verbs": sorted({move.partition(" ")[0] for move in self.legal}),
            "chosen": self.chosen,
            "notes": [note_json(note) for note in self.announcements],
            "log": [note_json(note) for note in self.events],
            "chat": self.chat,
            "result": self.result.to_json() if self.result else None,
            "labels": [label_json(label) for label in self.labels],
            "ask": None if self.ask is None else note_json(self.ask),
        }

    def text(self) -> str:
        """All that it tells of the match, a line for each part: views that tell the same have the same text."""
        turn = " ".join([self.turn.kind, *[str(seat) for seat in self.turn.seats]])
        heads = [f"{self.phase}; {turn}; {self.chosen}; {', '.join(self.legal)}; {self.result}; {self.ask}"]
        parts = heads + self.seen_zones.lines() + self.seen_counters.lines() + self.seen_announcements.lines()
        return "\n".join([*parts, "events:", *self.seen_events.lines()])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.seat, self.move_number, self.zones, self.legal))


def view_of(
    game: Game, options: MatchOptions, move_number: int, seat: int | None, legal: list[str], in_sight: bool = False
) -> View:
    """The view of one seat (None: a watcher) with its legal moves: what it knows, or what is in sight."""
    deck = game.info.deck
    viewer: i64 = -1 if seat is None else seat
    view = _view_without_parts(game, options, move_number, seat, legal, in_sight)
    look = game.looked_at()
    zones = _zones_of(game, in_sight)
    public = _public_zones(zones, look, deck)
    view.seen_zones = SeenZones(_seen_zones(zones, viewer, look), deck) if public is None else public
    view.seen_counters = _seen_counters(game, look)
    view.seen_announcements = _seen_notes(game.announcements(), deck, viewer)
    view.seen_events = _seen_notes(game.events, deck, viewer)
    labels = game.labels()
    if labels:
        view.labels = _labels_to(viewer, labels, zones, deck)
    return view


def views_of(
    game: Game,
    options: MatchOptions,
    move_number: int,
    seats: Sequence[int | None],
    legal: Sequence[list[str]],
    in_sight: bool = False,
) -> list[View]:
    """The views of several seats (None: a watcher); what is the same to everybody is made once and shared."""
    parts = _SharedParts(game, game.events, in_sight)
    views: list[View] = []
    for index, seat in enumerate(seats):
        viewer = -1 if seat is None else seat
        view = _view_without_parts(game, options, move_number, seat, legal[index], in_sight)
        view.seen_zones = parts.zones_to(viewer)
        view.seen_counters = parts.counters
        view.seen_announcements = parts.announcements_to(viewer)
        view.seen_events = parts.events_to(viewer)
        view.labels = parts.labels_to(viewer)
        views.append(view)
    return views


def _view_without_parts(
    game: Game, options: MatchOptions, move_number: int, seat: int | None, legal: list[str], in_sight: bool
) -> View:
    viewer = -1 if seat is None else seat
    return View(
        type(game),
        game.seats,
        options,
        seat,
        move_number,
        game.turn(),
        "over" if game.over else game.phase(),
        tuple(legal),
        game.secret_moves.get(viewer) if game.secret_moves else None,
        game.may_chat(viewer),
        game.result() if game.over else None,
        _ask(game, viewer),
        in_sight,
    )


def _ask(game: Game, viewer: int) -> NoteView | None:
    note = game.ask(viewer) if viewer >= 0 and game.owes(viewer) else None
    return None if note is None else note_view(game, note, viewer)


def beats_of(beats: list[Beat], seats: Sequence[int | None], in_sight: bool = False) -> list[list[BeatView]]:
    """The beats of a move as each of these seats (None: a watcher) sees them. They never hold legal moves."""
    stories: list[list[BeatView]] = [[] for _ in seats]
    told = 0
    for beat in beats:
        parts = _SharedParts(beat.state, beat.state.events[told : beat.told], in_sight)
        told = beat.told
        for story, seat in zip(stories, seats, strict=True):
            viewer = -1 if seat is None else seat
            story.append(
                BeatView(
                    beat.effect,
                    parts.zones_to(viewer),
                    parts.counters,
                    parts.announcements_to(viewer),
                    parts.labels_to(viewer),
                    parts.events_to(viewer),
                    beat.gains,
                )
            )
    return stories


def _seen_counters(game: Game, look: LastLook) -> SeenCounters:
    counters = game.counters()
    if look.seen_counters.counters is not counters:
        look.seen_counters = SeenCounters(counters)
    return look.seen_counters


def _public_zones(zones: list[Zone], look: LastLook, deck: Deck) -> SeenZones | None:
    """The zones of a game that keeps them and in which everybody sees the same; None of another game.

    Only what has changed since the last look is looked at.
    """
    if zones is not look.zones:
        return None
    if zones is not look.public_zones:
        look.public_zones = zones
        look.public = None
        if all(zone.same_to_all() for zone in zones):
            look.public_piles = [SeenPile(zone.pile) for zone in zones]
            look.public = SeenZones([SeenZone(zone.kind, zone.owner, zone.slot) for zone in zones], deck)
    before = look.public
    if before is None:
        return None
    now: list[SeenZone] | None = None
    for index, known in enumerate(look.public_piles):
        if known.changes != known.pile.changes:
            known.changes = known.pile.changes
            if now is None:
                now = before.zones[:]
            now[index] = _seen_zone(zones[index], -1, None)
    if now is not None:
        look.public = SeenZones(now, deck)
    return look.public


def _seen_zones(zones: list[Zone], viewer: i64, look: LastLook) -> list[SeenZone]:
    """The zones as this viewer sees them, as far as possible the very ones of the last look."""
    if len(look.piles) != len(zones):
        look.piles = [SeenPile(zone.pile) for zone in zones]
    seen: list[SeenZone] = []
    index: i64 = 0
    for zone in zones:
        known = look.piles[index]
        pile = zone.pile
        if known.pile is not pile or known.changes != pile.changes:
            known.pile = pile
            known.changes = pile.changes
            known.seen = None
        before = known.seen
        now = _seen_zone(zone, viewer, before)
        if now is not before:
            known.seen = now
        seen.append(now)
        index += 1  # noqa: SIM113  native numbers are quicker
    return seen


def _seen_zone(zone: Zone, viewer: i64, before: SeenZone | None) -> SeenZone:
    """The gate for cards: nothing that ``viewer`` (a seat, or -1: a watcher) does not know goes beyond it.

    ``before`` is how somebody saw the same pile with the same cards; it is taken if this viewer sees it so, too.
    """
    opened = zone.open_to(viewer)
    closed = not opened and (zone.seen is None or not zone.knows_any(viewer))
    if before is not None and (opened or closed) and before.is_still(zone, opened):
        return before
    seen = SeenZone(zone.kind, zone.owner, zone.slot)
    if opened:
        seen.known = zone.pile.codes()
    elif closed:
        seen.closed = zone.pile.size()
    else:
        seen.whole = False
        cards = known_cards(zone, viewer)
        if zone.kind.ordered:
            seen.mixed = cards
        else:
            seen.known = bytes([card for card in cards if card >= 0])
            seen.closed = len(cards) - len(seen.known)
    return seen


class _SharedParts:
    """The parts of a moment for several viewers; what looks the same to all of them is looked at once."""

    def __init__(self, game: Game, events: list[Note], in_sight: bool) -> None:
        self.deck = game.info.deck
        self.zones = _zones_of(game, in_sight)
        look = game.looked_at()
        self.watched: list[SeenZone] = []
        self.alike: list[SeenZone | None] = []
        self.all = _public_zones(self.zones, look, self.deck)
        if self.all is None:
            self._look_at_zones(look)
        self.counters = _seen_counters(game, look)
        self.labels = game.labels()
        self.announcements = game.announcements()
        self.events = events
        self.public_announcements = _public_notes(self.announcements, self.deck)
        self.public_events = _public_notes(events, self.deck)

    def _look_at_zones(self, look: LastLook) -> None:
        self.watched = _seen_zones(self.zones, -1, look)
        self.alike = [self.watched[i] if zone.same_to_all() else None for i, zone in enumerate(self.zones)]
        same = [zone for zone in self.alike if zone is not None]
        self.all = SeenZones(same, self.deck) if len(same) == len(self.zones) else None

    def zones_to(self, viewer: int) -> SeenZones:
        """The zones as this viewer sees them."""
        if self.all is not None:
            return self.all
        seen: list[SeenZone] = []
        for index, alike in enumerate(self.alike):
            seen.append(_seen_zone(self.zones[index], viewer, self.watched[index]) if alike is None else alike)
        return SeenZones(seen, self.deck)

    def announcements_to(self, viewer: int) -> SeenNotes:
        """What stands announced as this viewer reads it."""
        public = self.public_announcements
        return public if public is not None else _seen_notes(self.announcements, self.deck, viewer)

    def events_to(self, viewer: int) -> SeenNotes:
        """What was told as this viewer reads it."""
        public = self.public_events
        return public if public is not None else _seen_notes(self.events, self.deck, viewer)

    def labels_to(self, viewer: int) -> tuple[LabelView, ...]:
        """The labels of zones in which this viewer knows every card."""
        return _labels_to(viewer, self.labels, self.zones, self.deck)


def _public_notes(notes: list[Note], deck: Deck) -> SeenNotes | None:
    """Notes that everybody reads in the same way; None if there are others among them."""
    for note in notes:
        if note.seen != EVERYONE:
            return None
    return SeenNotes(notes, deck, -1) if notes else NO_NOTES


def _seen_notes(notes: list[Note], deck: Deck, viewer: i64) -> SeenNotes:
    """The gate for notes: cards that ``viewer`` may not read do not go beyond it."""
    public = _public_notes(notes, deck)
    if public is not None:
        return public
    return SeenNotes([note if note.open_to(viewer) else note.without_cards() for note in notes], deck, viewer)


def _labels_to(viewer: i64, labels: list[Label], zones: list[Zone], deck: Deck) -> tuple[LabelView, ...]:
    """The labels of zones in which this viewer knows every card."""
    return tuple([seen_label(deck, label) for label in labels if _knows_all(viewer, label, zones)])


def _knows_all(viewer: i64, label: Label, zones: list[Zone]) -> bool:
    for zone in zones:
        if zone.kind.name == label.zone and zone.owner == label.owner and zone.slot == label.slot:
            return False not in [zone.known(index, viewer) for index in range(len(zone.pile))]
    return False


def _zones_of(game: Game, in_sight: bool) -> list[Zone]:
    """The zones; where only what is in sight counts, with face-down cards closed to everybody."""
    zones = game.zones()
    return [_turned_over(zone) if zone.kind.face_down else zone for zone in zones] if in_sight else zones


def _turned_over(zone: Zone) -> Zone:
    """The zone with all its cards face down: nobody sees what they know of them."""
    return Zone(zone.kind, zone.pile, zone.owner, zone.slot, NOBODY)


def known_cards(zone: Zone, viewer: int) -> list[int]:
    """The cards of a zone as ``viewer`` (a seat, or -1: a watcher) knows them, as numbers; -1 is a closed one.

    Where the order of cards means nothing, it tells nothing: the closed ones are the last.
    """
    cards = [card if zone.known(index, viewer) else -1 for index, card in enumerate(zone.pile.cards())]
    return cards if zone.kind.ordered else sorted(cards, reverse=True)


def note_view(game: Game, note: Note, viewer: int) -> NoteView:
    """A note as the viewer (a seat, or -1: a watcher) reads it."""
    return seen_note(game.info.deck, note, viewer)


def chance_told(chance: Chance, since: int = 0) -> list[str]:
    """What everybody may know of the requests of chance from number ``since`` on: their kinds and sizes."""
    told: list[str] = []
    for answer in chance.tape.items(since):
        told.append(f"pick {answer.out_of}" if answer.deck is None else f"shuffle {len(answer.cards)}")
    return told
