"""What has changed between two looks at a match, found without making the parts that are as they were.

Views hold only what has passed the gate of ``view.py``, so a difference of two views tells no more than they do.
"""

from __future__ import annotations

from typing import TypeAlias

from .view import View
from .view_parts import Face, SeenCounters, SeenZones, ZoneView

Cards: TypeAlias = list[Face] | int  # on the wire: their number where none of them is open
ZoneChanges: TypeAlias = tuple[list[tuple[int, Cards]], list[tuple[int, list[Face]]]]
CounterChanges: TypeAlias = list[tuple[int, int]]


def shares_change(old: View, new: View, other_old: View, other_new: View) -> bool:
    """Whether two viewers have the very same parts before and after, so that their changes differ at most in what is
    each seat's own.
    """
    return (
        new.seen_zones is other_new.seen_zones
        and old.seen_zones is other_old.seen_zones
        and new.seen_counters is other_new.seen_counters
        and old.seen_counters is other_old.seen_counters
        and new.seen_announcements is other_new.seen_announcements
        and old.seen_announcements is other_old.seen_announcements
        and new.seen_events is other_new.seen_events
        and old.move_number == other_old.move_number
    )


def same_for_seat(old: View, new: View) -> bool:
    """Whether nothing has changed of what is each seat's own."""
    return (
        new.legal == old.legal
        and new.chosen == old.chosen
        and new.chat == old.chat
        and new.labels == old.labels
        and new.ask == old.ask
    )


def counter_changes(old: SeenCounters, new: SeenCounters) -> CounterChanges | None:
    """The counters whose value has changed; None if there are other counters than before."""
    if len(old) != len(new):
        return None
    changes: CounterChanges = []
    for index in range(len(new)):
        if new.same_at(index, old):
            continue
        before, after = old.at(index), new.at(index)
        if before == after:
            continue
        if before.name != after.name or before.owner != after.owner or before.goal != after.goal:
            return None
        changes.append((index, after.value))
    return changes


def zone_changes(old: SeenZones, new: SeenZones) -> ZoneChanges | None:
    """Zones whose cards have changed, and those with more cards at the end; None if there are other zones."""
    if len(old) != len(new):
        return None
    zones: list[tuple[int, Cards]] = []
    more: list[tuple[int, list[Face]]] = []
    for index in range(len(new)):
        if new.same_at(index, old):
            continue
        before, after = old.at(index), new.at(index)
        if before == after:
            continue
        if not _same_place(before, after):
            return None
        was, now = wire_cards(before.cards), wire_cards(after.cards)
        if isinstance(was, list) and isinstance(now, list) and was and now[: len(was)] == was:
            more.append((index, now[len(was) :]))
        else:
            zones.append((index, now))
    return zones, more


def _same_place(before: ZoneView, after: ZoneView) -> bool:
    if before.name != after.name or before.look != after.look:
        return False
    return before.owner == after.owner and before.slot == after.slot


def wire_cards(cards: tuple[Face, ...]) -> Cards:
    """Cards as they travel: only their number where none of them is open."""
    count = len(cards)
    return count if count and cards.count(None) == count else list(cards)
