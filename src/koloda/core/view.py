"""The one gate: all that a seat may know, built card by card from what is allowed, never by deleting secrets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from .chance import Chance
from .game import Beat, Game, Info, Result
from .options import MatchOptions, OptionValue
from .record_types import BeatRecord, CounterRecord, LabelRecord, NoteRecord, ViewRecord, ZoneRecord
from .table import EVERYONE, NOBODY, Hint, Label, Note, Zone
from .turn import Turn

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


class BeatView(NamedTuple):
    """A moment in the middle of a move as one seat sees it; ``events`` are those since the beat before."""

    effect: str
    zones: tuple[ZoneView, ...]
    counters: tuple[CounterView, ...]
    announcements: tuple[NoteView, ...]
    labels: tuple[LabelView, ...]
    events: tuple[NoteView, ...]
    gains: tuple[int, ...]

    def cards(self, zone: str, owner: int | None = None, slot: int | None = None) -> list[Face]:
        """The cards of one zone (empty if there is no such zone)."""
        return _cards(self.zones, zone, owner, slot)

    def counter(self, name: str, owner: int | None = None) -> int:
        """The value of one counter (0 if there is no such counter)."""
        return _counter(self.counters, name, owner)

    def to_json(self) -> BeatRecord:
        """The beat as JSON."""
        return {
            "effect": self.effect,
            "zones": [_zone_json(zone) for zone in self.zones],
            "counters": [_counter_json(counter) for counter in self.counters],
            "notes": [note_json(note) for note in self.announcements],
            "labels": [_label_json(label) for label in self.labels],
            "log": [note_json(note) for note in self.events],
            "gains": list(self.gains),
        }


class View:
    """What one seat (None: a watcher) may know of a match, and nothing else.

    A view of what is ``in_sight`` is for people: what lies face down is closed in it, also where the seat has seen it
    before. Bots and hints work from the whole knowledge of the seat.
    """

    def __init__(
        self,
        game: type[Game],
        seats: int,
        options: dict[str, OptionValue],
        seat: int | None,
        move_number: int,
        turn: Turn,
        phase: str,
        zones: tuple[ZoneView, ...],
        counters: tuple[CounterView, ...],
        legal: tuple[str, ...],
        chosen: str | None,
        announcements: tuple[NoteView, ...],
        events: tuple[NoteView, ...],
        chat: bool,
        result: Result | None,
        labels: tuple[LabelView, ...] = (),
        ask: NoteView | None = None,
        in_sight: bool = False,
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.seat = seat
        self.move_number = move_number
        self.turn = turn
        self.phase = phase
        self.zones = zones
        self.counters = counters
        self.legal = legal
        self.chosen = chosen
        self.announcements = announcements
        self.events = events
        self.chat = chat
        self.result = result
        self.labels = labels
        self.ask = ask
        self.in_sight = in_sight

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
        value = self.options[option]
        assert isinstance(value, int)
        return value

    def cards(self, zone: str, owner: int | None = None, slot: int | None = None) -> list[Face]:
        """The cards of one zone (empty if there is no such zone)."""
        return _cards(self.zones, zone, owner, slot)

    def counter(self, name: str, owner: int | None = None) -> int:
        """The value of one counter (0 if there is no such counter)."""
        return _counter(self.counters, name, owner)

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
            "zones": [_zone_json(zone) for zone in self.zones],
            "counters": [_counter_json(counter) for counter in self.counters],
            "legal": list(self.legal),
            "verbs": sorted({move.partition(" ")[0] for move in self.legal}),
            "chosen": self.chosen,
            "notes": [note_json(note) for note in self.announcements],
            "log": [note_json(note) for note in self.events],
            "chat": self.chat,
            "result": self.result.to_json() if self.result else None,
            "labels": [_label_json(label) for label in self.labels],
            "ask": None if self.ask is None else note_json(self.ask),
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.seat, self.move_number, self.zones, self.legal))


def _cards(zones: tuple[ZoneView, ...], name: str, owner: int | None, slot: int | None) -> list[Face]:
    for zone in zones:
        if zone.name == name and zone.owner == owner and (slot is None or zone.slot == slot):
            return list(zone.cards)
    return []


def _counter(counters: tuple[CounterView, ...], name: str, owner: int | None) -> int:
    for counter in counters:
        if counter.name == name and counter.owner == owner:
            return counter.value
    return 0


def _zone_json(zone: ZoneView) -> ZoneRecord:
    return {"name": zone.name, "owner": zone.owner, "slot": zone.slot, "look": zone.look, "cards": list(zone.cards)}


def _counter_json(counter: CounterView) -> CounterRecord:
    return {"name": counter.name, "owner": counter.owner, "value": counter.value, "goal": counter.goal}


def _label_json(label: LabelView) -> LabelRecord:
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


def views_of(
    game: Game,
    options: MatchOptions,
    move_number: int,
    seats: Sequence[int | None],
    legal: Sequence[list[str]],
    in_sight: bool = False,
) -> list[View]:
    """The views of several seats (None: a watcher), each with its legal moves: what they know, or what is in sight.

    What is the same to everybody is made once and shared.
    """
    zones, counters, labels = _Zones(game, in_sight), _counter_views(game), game.labels()
    announcements, events = _Notes(game, game.announcements()), _Notes(game, game.events)
    views: list[View] = []
    for index, seat in enumerate(seats):
        viewer = -1 if seat is None else seat
        views.append(
            View(
                game=type(game),
                seats=game.seats,
                options=options.all(),
                seat=seat,
                move_number=move_number,
                turn=game.turn(),
                phase="over" if game.over else game.phase(),
                zones=zones.to(viewer),
                counters=counters,
                legal=tuple(legal[index]),
                chosen=game.secret_moves.get(viewer),
                announcements=announcements.to(viewer),
                events=events.to(viewer),
                chat=game.may_chat(viewer),
                result=game.result() if game.over else None,
                labels=zones.labels_to(viewer, labels),
                ask=_ask(game, viewer),
                in_sight=in_sight,
            )
        )
    return views


def _ask(game: Game, viewer: int) -> NoteView | None:
    note = game.ask(viewer) if viewer >= 0 and game.owes(viewer) else None
    return None if note is None else note_view(game, note, viewer)


def beats_of(beats: list[Beat], seats: Sequence[int | None], in_sight: bool = False) -> list[list[BeatView]]:
    """The beats of a move as each of these seats (None: a watcher) sees them. They never hold legal moves."""
    stories: list[list[BeatView]] = [[] for _ in seats]
    told = 0
    for beat in beats:
        game = beat.state
        zones, counters, labels = _Zones(game, in_sight), _counter_views(game), game.labels()
        announcements, events = _Notes(game, game.announcements()), _Notes(game, game.events[told : beat.told])
        told = beat.told
        for story, seat in zip(stories, seats, strict=True):
            viewer = -1 if seat is None else seat
            story.append(
                BeatView(
                    beat.effect,
                    zones.to(viewer),
                    counters,
                    announcements.to(viewer),
                    zones.labels_to(viewer, labels),
                    events.to(viewer),
                    beat.gains,
                )
            )
    return stories


def _counter_views(game: Game) -> tuple[CounterView, ...]:
    return tuple([CounterView(c.kind.name, _seat(c.owner), c.value, c.goal) for c in game.counters()])


class _Zones:
    """The zones of one moment; those that look the same to everybody are made once."""

    def __init__(self, game: Game, in_sight: bool) -> None:
        self.game = game
        self.zones = [_turned_over(zone) if in_sight and zone.kind.face_down else zone for zone in game.zones()]
        self.alike = [_zone_view(game, zone, -1) if zone.same_to_all() else None for zone in self.zones]
        self.all = tuple([zone for zone in self.alike if zone is not None])

    def to(self, viewer: int) -> tuple[ZoneView, ...]:
        """The zones as this viewer sees them."""
        if len(self.all) == len(self.zones):
            return self.all
        views = [_zone_view(self.game, self.zones[i], viewer) if z is None else z for i, z in enumerate(self.alike)]
        return tuple(views)

    def labels_to(self, viewer: int, labels: list[Label]) -> tuple[LabelView, ...]:
        """The labels of zones in which this viewer knows every card."""
        return tuple([_label_view(self.game, label) for label in labels if self._knows_all(viewer, label)])

    def _knows_all(self, viewer: int, label: Label) -> bool:
        for zone in self.zones:
            if zone.kind.name == label.zone and zone.owner == label.owner and zone.slot == label.slot:
                return False not in [zone.known(index, viewer) for index in range(len(zone.pile))]
        return False


class _Notes:
    """The notes of one moment; those that read the same to everybody are made once."""

    def __init__(self, game: Game, notes: list[Note]) -> None:
        self.game = game
        self.notes = notes
        self.alike = [note_view(game, note, -1) if note.seen == EVERYONE else None for note in notes]
        self.all = tuple([note for note in self.alike if note is not None])

    def to(self, viewer: int) -> tuple[NoteView, ...]:
        """The notes as this viewer reads them."""
        if len(self.all) == len(self.notes):
            return self.all
        views = [note_view(self.game, self.notes[i], viewer) if n is None else n for i, n in enumerate(self.alike)]
        return tuple(views)


def _turned_over(zone: Zone) -> Zone:
    """The zone with all its cards face down: nobody sees what they know of them."""
    return Zone(zone.kind, zone.pile, zone.owner, zone.slot, NOBODY)


def _zone_view(game: Game, zone: Zone, viewer: int) -> ZoneView:
    deck = game.info.deck
    cards = zone.pile.cards()
    if zone.seen is None:  # all cards or none: the usual case, and the quick one
        shown = (cards if zone.kind.ordered else sorted(cards)) if zone.open_to(viewer) else []
        faces: list[Face] = [*deck.values(shown), *[None] * (len(cards) - len(shown))]
    elif zone.kind.ordered:
        faces = [deck.value(card) if zone.known(index, viewer) else None for index, card in enumerate(cards)]
    else:
        known = sorted(card for index, card in enumerate(cards) if zone.known(index, viewer))
        faces = [*deck.values(known), *[None] * (len(cards) - len(known))]
    return ZoneView(zone.kind.name, _seat(zone.owner), _seat(zone.slot), zone.kind.look, tuple(faces))


def note_view(game: Game, note: Note, viewer: int) -> NoteView:
    """A note as the viewer (a seat, or -1: a watcher) reads it."""
    cards = tuple(game.info.deck.values(list(note.cards))) if note.open_to(viewer) else None
    return NoteView(note.kind, _seat(note.seat), _seat(note.other), cards, note.n, note.word)


def _label_view(game: Game, label: Label) -> LabelView:
    return LabelView(label.zone, _seat(label.owner), _seat(label.slot), note_view(game, label.note, -1))


def _seat(number: int) -> int | None:
    return number if number >= 0 else None


def chance_told(chance: Chance, since: int = 0) -> list[str]:
    """What everybody may know of the requests of chance from number ``since`` on: their kinds and sizes."""
    told: list[str] = []
    for answer in chance.tape.items(since):
        told.append(f"pick {answer.out_of}" if answer.deck is None else f"shuffle {len(answer.cards)}")
    return told
