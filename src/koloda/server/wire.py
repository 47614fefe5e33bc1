"""Views as they travel: whole, or as the difference from the view before."""

from __future__ import annotations

from typing import cast

from msgspec import UNSET

from koloda.core.match import Match
from koloda.core.view import Face, NoteView, View

from .protocol import FullView, Kind, ViewChange, WireCounter, WireNote, WireZone

Cards = list[Face] | int


def wire_cards(cards: tuple[Face, ...]) -> Cards:
    """Cards; only their number where none of them is open."""
    if cards and all(card is None for card in cards):
        return len(cards)
    return list(cards)


def wire_notes(notes: tuple[NoteView, ...]) -> list[WireNote]:
    """Sentences as they travel."""
    return [WireNote(n.kind, n.seat, n.other, None if n.cards is None else list(n.cards), n.n, n.word) for n in notes]


def wire_view(view: View, deadline: int = 0) -> FullView:
    """The whole view."""
    return FullView(
        n=view.move_number,
        kind=cast(Kind, view.turn.kind),
        turn=list(view.turn.seats),
        phase=view.phase,
        zones=[WireZone(z.name, z.owner, z.slot, z.look, wire_cards(z.cards)) for z in view.zones],
        counters=[WireCounter(c.name, c.owner, c.value, c.goal) for c in view.counters],
        legal=list(view.legal),
        chosen=view.chosen,
        notes=wire_notes(view.notes),
        log=wire_notes(view.log),
        chat=view.chat,
        result=None if view.result is None else view.result.value(),
        deadline=deadline,
    )


def closed_view(match: Match) -> FullView:
    """What somebody without a seat sees of a match that nobody may watch: that it goes on."""
    return FullView(
        n=match.move_number,
        kind="one",
        turn=[],
        phase="over" if match.game.over else "",
        zones=[],
        counters=[],
        legal=[],
        chosen=None,
        notes=[],
        log=[],
        chat=False,
    )


def wire_change(old: FullView, new: FullView) -> ViewChange | None:
    """What differs; None where the places themselves have changed and only the whole view will do."""
    if _places(old) != _places(new):
        return None
    change = ViewChange(n=new.n, since=old.n, log=new.log)
    if new.kind != old.kind:
        change.kind = new.kind
    if new.turn != old.turn:
        change.turn = new.turn
    if new.phase != old.phase:
        change.phase = new.phase
    if new.legal != old.legal:
        change.legal = new.legal
    if new.chosen != old.chosen:
        change.chosen = new.chosen
    if new.notes != old.notes:
        change.notes = new.notes
    if new.chat != old.chat:
        change.chat = new.chat
    if new.result != old.result:
        change.result = new.result
    if new.deadline != old.deadline:
        change.deadline = new.deadline
    changed = [(i, o.value, n.value) for i, (o, n) in enumerate(zip(old.counters, new.counters, strict=True))]
    counters = [(i, value) for i, before, value in changed if before != value]
    if counters:
        change.counters = counters
    _zone_changes(old.zones, new.zones, change)
    return change


def _places(view: FullView) -> list[object]:
    zones: list[object] = [(z.name, z.owner, z.slot) for z in view.zones]
    return zones + [(c.name, c.owner, c.goal) for c in view.counters]


def _zone_changes(old: list[WireZone], new: list[WireZone], change: ViewChange) -> None:
    zones: list[tuple[int, Cards]] = []
    more: list[tuple[int, list[Face]]] = []
    for index, (before, after) in enumerate(zip(old, new, strict=True)):
        was, now = before.cards, after.cards
        if was == now:
            continue
        if isinstance(was, list) and isinstance(now, list) and was and now[: len(was)] == was:
            more.append((index, now[len(was) :]))
        else:
            zones.append((index, now))
    if zones:
        change.zones = zones
    if more:
        change.more = more


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
    )
