"""Views as they travel: whole, or as the difference from the view before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from msgspec import UNSET

from koloda.core.turn import Turn
from koloda.core.view import BeatView, CounterView, LabelView, NoteView, View, ZoneView
from koloda.core.view_changes import (
    CounterChanges,
    ZoneChanges,
    counter_changes,
    same_for_seat,
    shares_change,
    wire_cards,
    zone_changes,
)
from koloda.match import Match
from koloda.seal import NOTE_DEFAULTS

from .codec import encode
from .messages import (
    FullView,
    Kind,
    PictureChange,
    ViewChange,
    WireBeat,
    WireCounter,
    WireLabel,
    WireNote,
    WireZone,
)
from .own_change import OwnChange


def wire_notes(notes: tuple[NoteView, ...]) -> list[WireNote]:
    """Sentences as they travel."""
    return [wire_note(note) for note in notes]


def wire_note(note: NoteView) -> WireNote:
    """A sentence as it travels: without what is a default at its end."""
    cards = None if note.cards is None else list(note.cards)
    parts: list[object] = [note.kind, note.seat, note.other, cards, note.n, note.word]
    while len(parts) > 1 and parts[-1] == NOTE_DEFAULTS[len(parts) - 1]:  # seat 0 is no default
        del parts[-1]
    return cast(WireNote, parts)  # decoded it is one


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
        options=match.options,
        seat=None,
        move_number=match.move_number,
        turn=Turn("one", ()),
        phase="over" if match.game.over else "",
    )


class Comparison:
    """What has changed between two looks at a match. What several viewers share is compared and encoded once."""

    def __init__(self) -> None:
        self._shared: list[_Shared] = []

    def change(
        self,
        old: View,
        new: View,
        before: int = 0,
        deadline: int = 0,
        beats: Sequence[BeatView] = (),
        chance: list[str] | None = None,
        bots: Sequence[int] = (),
    ) -> bytes | None:
        """The frame of what differs; None if there are other zones or counters, so that only the whole view will do."""
        frame = self._shared_frame(old, new, before, deadline, beats, chance, bots)
        if frame is None or same_for_seat(old, new):
            return frame
        return b"%b,%b" % (frame[:-1], encode(_own_change(old, new))[1:])

    def _shared_frame(
        self,
        old: View,
        new: View,
        before: int,
        deadline: int,
        beats: Sequence[BeatView],
        chance: list[str] | None,
        bots: Sequence[int],
    ) -> bytes | None:
        for frame, one_old, one_new, *rest, told in self._shared:
            if (
                shares_change(old, new, one_old, one_new)
                and rest == [before, chance, bots]
                and _same_story(told, beats)
            ):
                return frame
        change = _shared_change(old, new)
        if change is not None:
            change.deadline = None if deadline == before else deadline
            change.beats = story(old, beats)
            change.chance = chance
            change.bots = list(bots)
        shared = _Shared(None if change is None else encode(change), old, new, before, chance, bots, beats)
        self._shared.append(shared)
        return shared.frame


class _Shared(NamedTuple):
    """The part of a frame that several viewers share, and what it was made of."""

    frame: bytes | None
    old: View
    new: View
    before: int
    chance: list[str] | None
    bots: Sequence[int]
    beats: Sequence[BeatView]


def _same_story(one: Sequence[BeatView], other: Sequence[BeatView]) -> bool:
    """Whether two viewers have the very same parts of a story; all have the same number of beats."""
    return all(
        a.seen_zones is b.seen_zones
        and a.seen_announcements is b.seen_announcements
        and a.seen_events is b.seen_events
        and a.labels == b.labels
        for a, b in zip(one, other, strict=True)
    )


def _shared_change(old: View, new: View) -> ViewChange | None:
    cards = zone_changes(old.seen_zones, new.seen_zones)
    numbers = counter_changes(old.seen_counters, new.seen_counters)
    if cards is None or numbers is None:
        return None
    change = ViewChange(n=new.move_number, log=wire_notes(new.events))
    if old.move_number != new.move_number - 1:
        change.since = old.move_number
    _set_differences(change, cards, numbers)
    if new.turn.kind != old.turn.kind:
        change.kind = cast(Kind, new.turn.kind)
    if new.turn.seats != old.turn.seats:
        change.turn = list(new.turn.seats)
    if new.phase != old.phase:
        change.phase = new.phase
    if not new.seen_announcements.same_as(old.seen_announcements):
        change.notes = wire_notes(new.announcements)
    if new.result is not None:
        change.result = dict(new.result.to_json())
    return change


def _set_differences(change: ViewChange | PictureChange, cards: ZoneChanges, numbers: CounterChanges) -> None:
    zones, more = cards
    change.zones, change.more = zones or None, more or None
    change.counters = numbers or None


def _own_change(old: View, new: View) -> OwnChange:
    change = OwnChange()
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
    return change


def story(old: View, beats: Sequence[BeatView]) -> list[WireBeat]:
    """The beats of a move, each as the difference from the picture before."""
    if not beats:
        return []
    zones, counters = old.seen_zones, old.seen_counters
    announcements, labels = old.seen_announcements, old.labels
    wires: list[WireBeat] = []
    told = 0
    for beat in beats:
        told += len(beat.seen_events)
        change = PictureChange(gains=list(beat.gains))
        cards = zone_changes(zones, beat.seen_zones)
        numbers = counter_changes(counters, beat.seen_counters)
        if cards is None or numbers is None:
            change.table = (wire_zones(beat.zones), wire_counters(beat.counters))
        else:
            _set_differences(change, cards, numbers)
        if not beat.seen_announcements.same_as(announcements):
            change.notes = wire_notes(beat.announcements)
        if beat.labels != labels:
            change.labels = wire_labels(beat.labels)
        wires.append(WireBeat(beat.effect, told, change))
        zones, counters = beat.seen_zones, beat.seen_counters
        announcements, labels = beat.seen_announcements, beat.labels
    return wires


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
