"""Views on the wire: a change brings the old view exactly to the new one, and both stay small."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import koloda
from koloda.core.chance import Seeded
from koloda.core.game import Game
from koloda.core.view import CounterView, NoteView, View
from koloda.core.view_parts import SeenCounters
from koloda.match import Match
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import FullView, Rematch, Start, ViewChange, WireNote
from koloda.server.protocol.views import Comparison, apply_change, closed_view, wire_note, wire_view
from koloda.testing.walks import play_on, samples

from .kit import House, mover, play
from .running import apply

LONGEST = 150
DEFAULTS = ("deadline", "result", "labels", "ask")


@pytest.mark.parametrize("game", koloda.all_games(), ids=lambda game: game.info.id)
def test_a_change_leads_from_the_old_view_to_the_new_one(game: type[Game]) -> None:
    changes = 0
    for seats, options in samples(game):
        match = Match.new(game.info.id, seats, options, seed="wire")
        lookers: list[int | None] = [0, seats - 1, None]
        old = {viewer: (match.sight(viewer), 0) for viewer in lookers}
        for number, _ in enumerate(play_on(match, Seeded("wire"), LONGEST)):
            comparison, deadline = Comparison(), number // 3  # one for all, as at a table
            for viewer, view in zip(lookers, match.sights(lookers), strict=True):
                before, new = as_read(*old[viewer]), as_read(view, deadline)
                change = comparison.change(old[viewer][0], view, old[viewer][1], deadline)
                if change is not None:
                    changes += 1
                    read = msgspec.json.decode(change, type=ViewChange)
                    assert apply_change(before, read) == new
                    by_hand = json.loads(encode(wire_view(*old[viewer])))
                    apply(by_hand, json.loads(change))
                    assert without_defaults(by_hand) == without_defaults(json.loads(encode(wire_view(view, deadline))))
                old[viewer] = (view, deadline)
    assert changes > 3


def as_read(view: View, deadline: int) -> FullView:
    """A whole view as a client gets it."""
    return msgspec.json.decode(encode(wire_view(view, deadline)), type=FullView)


def without_defaults(view: dict[str, object]) -> dict[str, object]:
    """A view in which it makes no difference whether a default was sent."""
    return {name: value for name, value in view.items() if value or name not in DEFAULTS}


def test_a_sentence_travels_without_the_defaults_at_its_end() -> None:
    notes = {
        NoteView("round", None, None, (), 0, ""): '["round"]',
        NoteView("hit", 0, None, (3,), 0, ""): '["hit",0,null,[3]]',
        NoteView("hit", 0, None, None, 0, ""): '["hit",0,null,null]',
        NoteView("fold", 0, None, (), 0, ""): '["fold",0]',
        NoteView("gives", 1, 0, (), 0, ""): '["gives",1,0]',
        NoteView("round", None, None, (), 2, ""): '["round",null,null,[],2]',
        NoteView("says", 0, 1, (), 0, "x"): '["says",0,1,[],0,"x"]',
    }
    for note, text in notes.items():
        assert encode(wire_note(note)).decode() == text
        cards = None if note.cards is None else list(note.cards)
        whole = WireNote(note.kind, note.seat, note.other, cards, note.n, note.word)
        assert msgspec.json.decode(text, type=WireNote) == whole


def test_a_whole_view_comes_where_the_places_change() -> None:
    match = Match.new("pairs", 3, seed="x")
    old = match.sight(0)
    for zones in (old.zones[:-1], (old.zones[0]._replace(look="fan"), *old.zones[1:])):
        new = match.sight(0)
        new.zones = zones
        assert Comparison().change(old, new) is None
    for counters in (old.counters[1:], (CounterView("other", None, 1, None), *old.counters[1:])):
        new = match.sight(0)
        new.seen_counters = SeenCounters.of(counters)
        assert Comparison().change(old, new) is None
    assert Comparison().change(old, match.sight(0)) is not None


def test_a_match_that_nobody_may_watch_changes_only_its_number() -> None:
    match = Match.new("pairs", 3, seed="x")
    before = closed_view(match)
    match.play(match.turn.seats[0], "hit")
    change = Comparison().change(before, closed_view(match))
    assert change == encode(ViewChange(n=1, log=[]))


def test_frames_are_small_and_do_not_grow(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 4)
            sizes: list[int] = []
            wholes: list[int] = []
            for match in range(12):
                while table.status() == "playing":
                    for one in people:
                        await one.settle()
                        one.raw.clear()
                    one = mover(table, people)
                    await one.move(one.legal()[match % 2 - 1])
                    for other in people:
                        await other.settle()
                        sizes += [sum(len(frame) for frame in other.raw if b'"t":"table"' not in frame)]
                    assert table.match is not None
                    wholes += [len(encode(wire_view(table.match.sight(seat)))) for seat in (0, 3, None)]
                await people[0].say(Rematch())
                await people[0].say(Start())
            assert len(sizes) > 200
            assert sum(sizes) / len(sizes) <= 400, sum(sizes) / len(sizes)
            assert max(wholes) <= 2048

    play(story)


def test_a_view_does_not_grow_with_the_history() -> None:
    match = Match.new("drunkard", 2, seed="long 0")
    sizes = []
    for _ in play_on(match, Seeded("long"), 2000):
        sizes.append(len(encode(wire_view(match.sight(None)))))
    assert len(sizes) > 300
    early, late = sizes[20:120], sizes[-120:-20]
    assert max(late) <= max(early) + 200
