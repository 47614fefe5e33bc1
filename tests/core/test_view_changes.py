"""What has changed between two looks is found by numbers, and is what comparing whole views finds."""

from __future__ import annotations

import pytest

from koloda import Match
from koloda.core.chance import Fast
from koloda.core.view import CounterView, View
from koloda.core.view_changes import (
    Cards,
    counter_changes,
    same_for_seat,
    shares_change,
    wire_cards,
    zone_changes,
)
from koloda.core.view_parts import SeenCounters, SeenZones
from koloda.testing.walks import random_move

MOVES = 25


def changed_zones(old: View, new: View) -> list[Cards] | None:
    """The cards after a change, made of those before it; None if there are other places."""
    found = zone_changes(old.seen_zones, new.seen_zones)
    if found is None:
        return None
    cards = [wire_cards(zone.cards) for zone in old.zones]
    for index, now in found[0]:
        cards[index] = now
    for index, more in found[1]:
        laid = cards[index]
        assert isinstance(laid, list) and more
        cards[index] = laid + more
    return cards


def places(view: View) -> list[tuple[object, ...]]:
    return [(zone.name, zone.owner, zone.slot, zone.look) for zone in view.zones]


def as_programs_read_them(view: View) -> tuple[SeenZones, SeenCounters]:
    return SeenZones.of(view.zones), SeenCounters.of(view.counters)


@pytest.mark.parametrize(("game", "seats"), [("pairs", 3), ("kitten", 3), ("cribbage", 2), ("the-gang", 3)])
def test_a_change_makes_the_new_view_of_the_old_one(game: str, seats: int) -> None:
    match, chooser = Match.new(game, seats, seed="changes"), Fast(3)
    for _ in range(MOVES):
        if match.game.over:
            break
        before = match.views([*range(seats), None])
        match.play(*random_move(match, chooser))
        for old, new in zip(before, match.views([*range(seats), None]), strict=True):
            changed = changed_zones(old, new)
            assert (changed is None) == (places(old) != places(new))
            assert changed is None or changed == [wire_cards(zone.cards) for zone in new.zones]
            numbers = counter_changes(old.seen_counters, new.seen_counters)
            assert numbers is not None
            assert {**{i: c.value for i, c in enumerate(old.counters)}, **dict(numbers)} == {
                i: c.value for i, c in enumerate(new.counters)
            }
            zones, counters = as_programs_read_them(old)
            assert zone_changes(zones, new.seen_zones) == zone_changes(old.seen_zones, new.seen_zones)
            assert counter_changes(counters, new.seen_counters) == numbers
            again = as_programs_read_them(new)
            assert zone_changes(again[0], new.seen_zones) == ([], []) and counter_changes(again[1], again[1]) == []


def test_other_places_have_no_change() -> None:
    view = Match.new("pairs", 3, seed="x").view(0)
    zones, counters = view.zones, view.counters
    for others in (
        zones[:-1],
        (zones[0]._replace(look="fan"), *zones[1:]),
        (zones[0]._replace(owner=1), *zones[1:]),
    ):
        assert zone_changes(view.seen_zones, SeenZones.of(others)) is None
    for strange in (
        counters[1:],
        (CounterView("other", None, 1, None), *counters[1:]),
        (counters[0]._replace(goal=99), *counters[1:]),
    ):
        assert counter_changes(view.seen_counters, SeenCounters.of(strange)) is None


def test_viewers_share_a_change_where_they_share_all_parts() -> None:
    match = Match.new("pairs", 3, seed="x")
    before = match.sights([0, 1, None])
    match.play(match.turn.seats[0], "hit")
    after = match.sights([0, 1, None])
    assert shares_change(before[0], after[0], before[1], after[1])
    assert shares_change(before[0], after[0], before[2], after[2])
    assert not shares_change(before[0], after[0], before[1], match.sight(1))
    secret = Match.new("kitten", 3, seed="x")
    hands, later = secret.sights([0, 1]), secret.sights([0, 1])
    assert not shares_change(hands[0], later[0], hands[1], later[1])


def test_what_is_a_seats_own_changes_with_its_turn() -> None:
    match = Match.new("pairs", 3, seed="x")
    mover = match.turn.seats[0]
    before = match.views([0, 1, 2])
    assert all(same_for_seat(view, match.view(view.seat)) for view in before)
    match.play(mover, "hit")
    changed = [not same_for_seat(old, match.view(old.seat)) for old in before]
    assert changed[mover] and changed.count(True) == (1 if match.turn.seats == (mover,) else 2)
