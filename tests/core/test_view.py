"""View: who sees what, and what an interface reads from it."""

from __future__ import annotations

import json

import pytest

import koloda
from koloda import Match, UnknownName, resample
from koloda.core.chance import Fast, Seeded
from koloda.core.game import Game
from koloda.core.pile import Pile
from koloda.core.table import ALL, EVERYONE, NOBODY, OWNER, Zone, ZoneKind
from koloda.core.text import Text
from koloda.testing import play
from koloda.testing.fields import fields
from koloda.testing.walks import play_on, samples

from .toy_game import Toy, toy


@pytest.fixture
def match() -> Match:
    return toy()


@pytest.mark.parametrize(
    ("face", "mask", "knowers"),
    [
        (ALL, None, [-1, 0, 1, 2]),
        (OWNER, None, [1]),
        (NOBODY, None, []),
        (NOBODY, 0b101, [0, 2]),
        (OWNER, 0b100, [1, 2]),
        (NOBODY, EVERYONE, [-1, 0, 1, 2]),
    ],
)
def test_the_one_rule_about_faces(face: str, mask: int | None, knowers: list[int]) -> None:
    kind = ZoneKind("z", Text("З", "Z"), face=NOBODY if face != NOBODY else ALL)
    zone = Zone(kind, Pile.of([7]), owner=1, face=face, seen=None if mask is None else [mask])
    assert [seat for seat in (-1, 0, 1, 2) if zone.known(0, seat)] == knowers
    assert zone.same_to_all() == (len(knowers) in (0, 4)), "only then one look will do for everybody"


def test_a_zone_of_nobody_hides_from_a_watcher_though_both_are_minus_one() -> None:
    kind = ZoneKind("z", Text("З", "Z"), face=OWNER)
    assert not Zone(kind, Pile.of([7])).known(0, -1)


def test_what_lies_face_down_is_known_but_not_in_sight() -> None:
    match = Match.new("pairs", 2, seed="face down")
    for _ in play_on(match, Seeded("face down"), 200):
        if len(match.view(0).cards("discard")) > 3:
            break
    discard = match.view(0).cards("discard")
    assert None not in discard and discard == match.view(None).cards("discard")
    assert match.sight(0).cards("discard") == match.sight(None).cards("discard") == [None] * len(discard)
    assert match.sight(0).cards("row", 1) == match.view(0).cards("row", 1) != []
    world = resample(match, 1, Fast(7))
    assert world.view(1).cards("discard") == discard, "a bot's memory is as good as its eyes"


def test_a_folded_hand_is_remembered_by_its_owner_alone() -> None:
    match = Match.new("hawthorn", 3, seed="folded")
    for _ in play_on(match, Seeded("folded"), 200):
        if any(card is not None for card in match.view(0).cards("burnt")):
            break
    burnt = match.view(0).cards("burnt")
    assert any(card is not None for card in burnt)
    assert match.view(1).cards("burnt") != burnt
    assert match.sight(0).cards("burnt") == [None] * len(burnt)


def test_hints_need_all_that_the_seat_knows() -> None:
    match = Match.new("pairs", 2, seed="hints")
    assert match.view(match.turn.seats[0]).hints
    with pytest.raises(AssertionError, match="remembers"):
        _ = match.sight(match.turn.seats[0]).hints


@pytest.mark.parametrize("game", koloda.all_games(), ids=lambda game: game.info.id)
def test_sight_is_the_view_without_what_lies_face_down(game: type[Game]) -> None:
    seats, options = samples(game)[-1]
    match = Match.new(game.info.id, seats, options, seed="sight")
    viewers: list[int | None] = [None, *range(seats)]
    down = {zone.name for zone in game.info.zones if zone.face_down}
    for _ in play_on(match, Seeded("sight"), 60):
        for known, shown in zip(match.views(viewers), match.sights(viewers), strict=True):
            known.zones = tuple(
                zone._replace(cards=(None,) * len(zone.cards)) if zone.name in down else zone for zone in known.zones
            )
            assert shown == known


def test_a_seat_sees_its_hand_and_no_other(match: Match) -> None:
    assert match.view(0).cards("hand", 0) == [1, 3]
    assert match.view(0).cards("hand", 1) == [None, None]
    assert match.view(None).cards("hand", 0) == [None, None]
    assert match.view(2).cards("deck") == [None] * 6
    assert match.view(2).cards("hand", 2, slot=5) == [], "a zone of the game that does not lie there"
    with pytest.raises(UnknownName, match=r"No 'attic' here; there are: deck, hand\."):
        match.view(2).cards("attic")


def test_a_passed_card_stays_known_to_its_giver(match: Match) -> None:
    play(match, "0 pass 1", "1 pass 4", "2 pass 5")
    assert match.view(0).cards("hand", 1) == [1, None]
    assert match.view(1).cards("hand", 1) == [1, 2]
    assert match.view(2).cards("hand", 1) == [None, None]


def test_closed_cards_of_an_unordered_zone_come_last(match: Match) -> None:
    play(match, "0 pass 3", "1 pass 2", "2 pass 5")
    assert match.game.zones()[2].pile.cards() == [4, 3]
    assert match.view(0).cards("hand", 1) == [3, None]


def test_notes_close_their_cards(match: Match) -> None:
    mine, other = match.view(0).events[:2]
    assert (mine.kind, mine.seat, mine.cards, other.cards) == ("deal", 0, (3, 1), None)
    assert [note.cards for note in match.view(None).events] == [None, None, None]


def test_only_the_chooser_sees_a_choice(match: Match) -> None:
    play(match, "1 pass 4")
    assert [match.view(seat).chosen for seat in (0, 1, 2, None)] == [None, "pass 4", None, None]


def test_legal_moves_are_for_their_own_seat(match: Match) -> None:
    assert match.view(0).legal == ("pass 1", "pass 3")
    assert match.view(None).legal == ()


def test_counters(match: Match) -> None:
    play(match, "0 pass 1", "1 pass 4", "2 pass 5", "0 knock")
    view = match.view(1)
    assert (view.counter("knocks"), view.counter("knocks", 1)) == (1, 0)
    with pytest.raises(UnknownName, match=r"No 'luck' here; there are: knocks\."):
        view.counter("luck")


def test_a_view_is_json(match: Match) -> None:
    value = json.loads(json.dumps(match.view(0).to_json()))
    assert value["game"] == "toy"
    assert value["turn"] == {"kind": "together", "seats": [0, 1, 2]}
    assert value["zones"][1] == {"name": "hand", "owner": 0, "slot": None, "look": "fan", "cards": [1, 3]}
    assert (value["verbs"], value["phase"], value["chat"]) == (["pass"], "pass", True)
    assert value["notes"] == [
        {"kind": "goal", "seat": None, "other": None, "cards": [], "n": 2, "word": ""},
    ]
    assert value["log"][1]["cards"] is None
    assert value["result"] is None


def test_views_are_equal_by_what_they_tell(match: Match) -> None:
    view = match.view(0)
    assert view == match.copy().view(0)
    assert hash(view) == hash(match.copy().view(0))
    assert view != match.view(1)
    assert view != "view"


def test_the_end_opens_phase_and_result(match: Match) -> None:
    play(match, "0 pass 1", "1 pass 4", "2 pass 5", "0 knock", "1 knock", "2 knock", "2 draw", "0 draw")
    view = match.view(1)
    assert view.phase == "over"
    assert view.result == match.result
    told = view.to_json()["result"]
    assert told == {"scores": [12, 3, 13], "winners": [2], "losers": [], "places": [2, 3, 1], "knocks": 3}
    assert view.hints == []
    assert match.view(0).info is Toy.info


@pytest.mark.parametrize("game", koloda.all_games(), ids=lambda game: game.info.id)
def test_views_taken_together_are_those_taken_alone(game: type[Game]) -> None:
    seats, options = samples(game)[-1]
    match = Match.new(game.info.id, seats, options, seed="together")
    viewers: list[int | None] = [None, *range(seats)]
    for number, _ in enumerate(play_on(match, Seeded("together"), 60)):
        assert match.views(viewers) == [match.view(seat) for seat in viewers]
        for seat in viewers if number % 6 == 0 else ():
            seen, fresh = match.view(seat), match.copy().view(seat)  # nobody has looked at a copy before
            assert seen == fresh and fields(seen) == fields(fresh), "an earlier look shows in a later one"
        for zone in match.game.zones():
            knowers = [[zone.known(i, -1 if seat is None else seat) for i in range(len(zone.pile))] for seat in viewers]
            assert not zone.same_to_all() or all(known == knowers[0] for known in knowers)


def test_what_has_not_changed_is_not_made_again() -> None:
    match = Match.new("pairs", 3, seed=1)
    before = match.view(0)
    match.play(match.turn.seats[0], "hit")
    after = match.view(None)
    zones = list(zip(before.seen_zones.zones, after.seen_zones.zones, strict=True))
    changed = [one.kind.name for one, other in zones if one is not other]
    assert changed == ["deck", "row"]
    assert after.seen_counters is before.seen_counters


@pytest.mark.parametrize("game", koloda.all_games(), ids=lambda game: game.info.id)
def test_a_view_keeps_its_moment_and_nothing_that_its_seat_cannot_know(game: type[Game]) -> None:
    """Views are read late here: after the match has gone on they tell what they would have told at once."""
    seats, options = samples(game)[-1]
    match = Match.new(game.info.id, seats, options, seed="late")
    viewers: list[int | None] = [None, *range(seats)]
    for number, _ in enumerate(play_on(match, Seeded("late"), 40)):
        at_once = [view.to_json() for view in match.views(viewers)]
        together, alone, sights = match.views(viewers), [match.view(seat) for seat in viewers], match.sights(viewers)
        seen_at_once = [view.to_json() for view in match.sights(viewers)]
        if number % 8 == 0:
            for seat, view in zip(viewers, alone, strict=True):
                other = resample(match, seat, Fast(number)).view(seat)
                assert other.to_json() == view.to_json()  # both are read, for zones are made when somebody asks
                assert fields(other) == fields(view), f"the view of {seat} holds what it cannot know"
        later = match.copy()
        for _ in play_on(later, Seeded("on"), 3):
            pass
        for _ in play_on(match, Seeded("late too"), 1):
            pass
        assert [view.to_json() for view in together] == [view.to_json() for view in alone] == at_once
        assert [view.to_json() for view in sights] == seen_at_once
