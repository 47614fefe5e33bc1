"""Views as they travel: whole, or as the difference from the view before."""

from __future__ import annotations

from copy import copy
from typing import cast

from msgspec import UNSET

from koloda.core.turn import Turn
from koloda.core.view import BeatView, CounterView, Face, LabelView, NoteView, View, ZoneView
from koloda.match import Match

from .messages import FullView, Kind, ViewChange, WireBeat, WireCounter, WireLabel, WireNote, WireZone

Cards = list[Face] | int


def wire_cards(cards: tuple[Face, ...]) -> Cards:
    """Cards; only their number where none of them is open."""
    count = len(cards)
    return count if count and cards.count(None) == count else list(cards)


def wire_notes(notes: tuple[NoteView, ...]) -> list[WireNote]:
    """Sentences as they travel."""
    return [wire_note(note) for note in notes]


def wire_note(note: NoteView) -> WireNote:
    """A sentence as it travels."""
    cards = None if note.cards is None else list(note.cards)
    return WireNote(note.kind, note.seat, note.other, cards, note.n, note.word)


def wire_labels(labels: tuple[LabelView, ...]) -> list[WireLabel]:
    """Labels as they travel."""
    return [WireLabel(label.zone, label.owner, label.slot, wire_note(label.note)) for label in labels]


def wire_zones(zones: tuple[ZoneView, ...]) -> list[WireZone]:
    """Zones as they travel."""
    return [WireZone(z.name, z.owner, z.slot, z.look, wire_cards(z.cards)) for z in zones]


def wire_counters(counters: tuple[CounterView, ...]) -> list[WireCounter]:
    """Counters as they travel."""
    return [WireCounter(c.name, c.owner, c.value, c.goal) for c in counters]


def wire_view(view: View, deadline: int = 0) -> FullView:
    """The whole view."""
    return FullView(
        n=view.move_number,
        kind=cast(Kind, view.turn.kind),
        turn=list(view.turn.seats),
        phase=view.phase,
        zones=wire_zones(view.zones),
        counters=wire_counters(view.counters),
        legal=list(view.legal),
        chosen=view.chosen,
        notes=wire_notes(view.announcements),
        log=wire_notes(view.events),
        chat=view.chat,
        result=None if view.result is None else dict(view.result.to_json()),
        deadline=deadline,
        labels=wire_labels(view.labels),
        ask=None if view.ask is None else wire_note(view.ask),
    )


def closed_view(match: Match) -> View:
    """What somebody without a seat sees of a match that nobody may watch: that it goes on."""
    return View(
        game=type(match.game),
        seats=match.game.seats,
        options={},
        seat=None,
        move_number=match.move_number,
        turn=Turn("one", ()),
        phase="over" if match.game.over else "",
        zones=(),
        counters=(),
        legal=(),
        chosen=None,
        announcements=(),
        events=(),
        chat=False,
        result=None,
    )


class Comparison:
    """What has changed between two looks at a match. What several viewers share is compared once."""

    def __init__(self) -> None:
        self._changes: dict[tuple[object, ...], ViewChange | None] = {}
        self._stories: dict[tuple[object, ...], list[WireBeat]] = {}

    def change(self, old: View, new: View, before: int = 0, deadline: int = 0) -> ViewChange | None:
        """What differs; None if there are other zones or counters than before, so that only the whole view will do."""
        common = self._common(old, new)
        if common is None:
            return None
        change = copy(common)
        if new.legal != old.legal:
            change.legal = list(new.legal)
        if new.chosen != old.chosen:
            change.chosen = new.chosen
        if new.chat != old.chat:
            change.chat = new.chat
        if new.labels != old.labels:
            change.labels = wire_labels(new.labels)
        if new.ask != old.ask:
            change.ask = None if new.ask is None else wire_note(new.ask)
        if deadline != before:
            change.deadline = deadline
        return change

    def story(self, old: View, beats: list[BeatView]) -> list[WireBeat]:
        """The beats of a move, each as the difference from the picture before."""
        parts = [part for beat in beats for part in (beat.zones, beat.announcements)]
        key = tuple(map(id, (old.zones, old.counters, old.announcements, old.labels, *parts)))
        if key not in self._stories:
            self._stories[key] = _story(old, beats)
        return self._stories[key]

    def _common(self, old: View, new: View) -> ViewChange | None:
        """What is the same for all viewers that share these parts; the views keep them alive, so ids tell them."""
        parts = (old.zones, new.zones, old.counters, new.counters, old.announcements, new.announcements, new.events)
        key = (old.move_number, old.turn, new.turn, *map(id, parts))
        if key not in self._changes:
            self._changes[key] = _common_change(old, new)
        return self._changes[key]


def _common_change(old: View, new: View) -> ViewChange | None:
    cards = _zone_changes(old.zones, new.zones)
    numbers = _counter_changes(old.counters, new.counters)
    if cards is None or numbers is None:
        return None
    change = ViewChange(n=new.move_number, log=wire_notes(new.events))
    if old.move_number != new.move_number - 1:
        change.since = old.move_number
    change.zones, change.more = cards
    change.counters = numbers or None
    if new.turn.kind != old.turn.kind:
        change.kind = cast(Kind, new.turn.kind)
    if new.turn.seats != old.turn.seats:
        change.turn = list(new.turn.seats)
    if new.phase != old.phase:
        change.phase = new.phase
    if new.announcements != old.announcements:
        change.notes = wire_notes(new.announcements)
    if new.result is not None:
        change.result = dict(new.result.to_json())
    return change


def _story(old: View, beats: list[BeatView]) -> list[WireBeat]:
    zones, counters, announcements, labels = old.zones, old.counters, old.announcements, old.labels
    story: list[WireBeat] = []
    told = 0
    for beat in beats:
        told += len(beat.events)
        wire = WireBeat(beat.effect, told, gains=list(beat.gains))
        cards, numbers = _zone_changes(zones, beat.zones), _counter_changes(counters, beat.counters)
        if cards is None or numbers is None:
            wire.table = (wire_zones(beat.zones), wire_counters(beat.counters))
        else:
            wire.zones, wire.more = cards
            wire.counters = numbers or None
        if beat.announcements != announcements:
            wire.notes = wire_notes(beat.announcements)
        if beat.labels != labels:
            wire.labels = wire_labels(beat.labels)
        story.append(wire)
        _, zones, counters, announcements, labels, _, _ = beat
    return story


def _counter_changes(old: tuple[CounterView, ...], new: tuple[CounterView, ...]) -> list[tuple[int, int]] | None:
    """The counters whose value has changed; None if there are other counters than before."""
    if len(old) != len(new):
        return None
    counters: list[tuple[int, int]] = []
    for index, (before, after) in enumerate(zip(old, new, strict=True)):
        if before == after:
            continue
        if (before.name, before.owner, before.goal) != (after.name, after.owner, after.goal):
            return None
        counters.append((index, after.value))
    return counters


Laid = tuple[list[tuple[int, Cards]] | None, list[tuple[int, list[Face]]] | None]


def _zone_changes(old: tuple[ZoneView, ...], new: tuple[ZoneView, ...]) -> Laid | None:
    """Zones whose cards have changed, and those with more cards at the end; None if there are other zones."""
    if len(old) != len(new):
        return None
    zones: list[tuple[int, Cards]] = []
    more: list[tuple[int, list[Face]]] = []
    for index, (before, after) in enumerate(zip(old, new, strict=True)):
        if before == after:
            continue
        if before[:4] != after[:4]:
            return None
        was, now = wire_cards(before.cards), wire_cards(after.cards)
        if isinstance(was, list) and isinstance(now, list) and was and now[: len(was)] == was:
            more.append((index, now[len(was) :]))
        else:
            zones.append((index, now))
    return zones or None, more or None


def apply_change(view: FullView, change: ViewChange) -> FullView:
    """What a client does with a change; the tests hold the two together."""
    zones = [WireZone(z.name, z.owner, z.slot, z.look, z.cards) for z in view.zones]
    for index, cards in change.zones or []:
        zones[index].cards = cards
    for index, cards in change.more or []:
        laid = zones[index].cards
        assert isinstance(laid, list)
        zones[index].cards = laid + cards
    counters = [WireCounter(c.name, c.owner, c.value, c.goal) for c in view.counters]
    for index, value in change.counters or []:
        counters[index].value = value
    return FullView(
        n=change.n,
        kind=change.kind or view.kind,
        turn=view.turn if change.turn is None else change.turn,
        phase=change.phase or view.phase,
        zones=zones,
        counters=counters,
        legal=view.legal if change.legal is None else change.legal,
        chosen=view.chosen if change.chosen is UNSET else change.chosen,
        notes=view.notes if change.notes is None else change.notes,
        log=change.log,
        chat=view.chat if change.chat is None else change.chat,
        result=view.result if change.result is None else change.result,
        deadline=view.deadline if change.deadline is None else change.deadline,
        labels=view.labels if change.labels is None else change.labels,
        ask=view.ask if change.ask is UNSET else change.ask,
        beats=change.beats,
    )
