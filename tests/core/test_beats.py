"""The story of a move: which beats are kept, who sees what of them; labels, asks, and what a round has brought."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koloda import Match, resample
from koloda.core.chance import Fast
from koloda.core.errors import BadChance
from koloda.core.game import NO_BEATS, Game
from koloda.core.options import MatchOptions
from koloda.core.table import ALL, CURTAIN, FLIP, LAND, Counter, CounterKind, Label, Note, Zone
from koloda.core.text import Text
from koloda.testing import Case, labels_of, outline, play, story, story_checks, walk

from .toy_game import HAND, INFO, Toy, replace_toy, toy

POINTS = CounterKind("points", Text("Очки", "Points"), "score")


class Teller(Toy):
    """The toy with a story: every knock scores; after the last one the hands lie open, and a new deal begins."""

    info = INFO._replace(
        counters=(*INFO.counters, POINTS),
        words={
            **INFO.words,
            "sum": Text("{n}", "{n}"),
            "show": Text("{seat}: {cards}.", "{seat}: {cards}."),
            "please": Text("Стучите", "Knock"),
        },
    )

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.points = [0] * seats
        self.shown = False

    def setup(self, options: MatchOptions) -> None:
        self.points[0] = 5
        if self.mark_early:
            self.count_gains()
        self.points[0] += 2
        super().setup(options)

    mark_early = False

    def play(self, seat: int, move: str) -> None:
        if move == "knock":
            self.points[seat] += 10
        super().play(seat, move)

    def start_drawing(self) -> None:
        self.beat(LAND)
        self.shown = True
        for seat, hand in enumerate(self.hands):
            self.tell("show", seat, cards=hand)
        self.beat(FLIP)
        self.shown = False
        self.beat(CURTAIN)
        self.begin_deal()
        super().start_drawing()

    def zones(self) -> list[Zone]:
        zones = super().zones()
        for hand in zones[1:] if self.shown else ():
            hand.face = ALL
        return zones

    def counters(self) -> list[Counter]:
        return super().counters() + [Counter(POINTS, points, seat) for seat, points in enumerate(self.points)]

    def labels(self) -> list[Label]:
        sums = [Label("hand", Note("sum", n=sum(hand.cards())), seat) for seat, hand in enumerate(self.hands)]
        return [*sums, Label("attic", Note("sum"))]

    def ask(self, seat: int) -> Note | None:
        return Note("please") if self.stage == "knock" else None

    def copy(self) -> Toy:
        other = super().copy()
        assert isinstance(other, Teller)
        other.points = self.points[:]
        other.shown = self.shown
        return other


def passed(game: type[Toy] = Teller) -> Match:
    """A match of three of the teller in which everybody has passed a card; hands 1 5, 2 3, 5 4."""
    replace_toy(game)
    match = toy()
    play(match, "0 pass 3", "1 pass 4", "2 pass 5")
    return match


def test_beats_tell_the_move_picture_by_picture() -> None:
    match = passed()
    play(match, "0 knock", "1 knock")
    beats = story(match, "2 knock", 0)
    assert outline(beats) == ["land: knock", "flip: show show show", "curtain"]
    land, flip, curtain = beats
    assert (
        land.cards("hand", 1) == [3, None] and flip.cards("hand", 1) == [2, 3] and curtain.cards("hand", 1) == [3, None]
    )
    assert [beat.counter("knocks") for beat in beats] == [3, 3, 3] and land.cards("attic") == []
    assert land.counter("attic") == 0 and match.view(0).cards("hand", 1) == [3, None]
    assert [note.cards for note in flip.events] == [(1, 5), (2, 3), (5, 4)]
    assert beats[1].to_json()["effect"] == "flip" and beats[1].to_json()["log"][0]["kind"] == "show"
    assert len(land.zones) and land.cards("attic") == [] and repr(land) == "<BeatView land>"


def test_beats_that_tell_the_same_are_equal() -> None:
    matches = passed(), passed()
    for match in matches:
        play(match, "0 knock", "1 knock")
    first, second = (story(match, "2 knock", 0)[1] for match in matches)
    assert first == second and hash(first) == hash(second)
    assert len(first.seen_events) == 3 and first.seen_events.same_as(second.seen_events)
    assert not first.seen_events.same_as(first.seen_announcements)


def test_every_viewer_has_a_picture_of_their_own() -> None:
    match = passed()
    play(match, "0 knock", "1 knock")
    match.keep_beats()
    play(match, "2 knock")
    lands = [beats[0] for beats in match.beats([0, 1, 2, None])]
    assert [land.cards("hand", 2) for land in lands] == [[None, None], [4, None], [4, 5], [None, None]]
    assert [len(land.labels) for land in lands] == [1, 1, 1, 0]


def test_nothing_is_kept_where_nobody_watches() -> None:
    match = passed()
    play(match, "0 knock", "1 knock", "2 knock")
    assert match.beats([0, None]) == [[], []] and match.game.beats is NO_BEATS
    replace_toy(Teller)
    lab = Match.new("toy", 3, chance=Fast(1))
    lab.keep_beats()
    for seat in range(3):
        lab.play(seat, lab.legal(seat)[0])
    for seat in range(3):
        lab.play(seat, "knock")
    assert lab.game.beats == [] and lab.game.events == [], "a simulation tells no story"


def test_only_the_beats_of_the_last_move_are_kept() -> None:
    match = passed()
    match.keep_beats()
    play(match, "0 knock", "1 knock", "2 knock")
    assert len(match.beats([None])[0]) == 3
    play(match, "2 draw")
    assert match.beats([None]) == [[]]


def test_a_copy_has_the_beats_and_tells_its_own() -> None:
    match = passed()
    match.keep_beats()
    play(match, "0 knock", "1 knock")
    other = match.copy()
    play(match, "2 knock")
    assert other.beats([0]) == [[]] and len(match.beats([0])[0]) == 3
    later = match.copy()
    assert later.beats([0, None]) == match.beats([0, None])
    play(other, "2 knock")
    assert other.beats([1]) == match.beats([1])
    assert not any(beat.state.keeps_beats or beat.state.beats for beat in match.game.beats), "a picture has no story"


def test_an_imagined_world_has_no_story() -> None:
    match = passed()
    match.keep_beats()
    play(match, "0 knock", "1 knock", "2 knock")
    world = resample(match, 1, Fast(3))
    assert world.game.beats == [] and not world.game.keeps_beats and len(match.game.beats) == 3


def test_a_move_that_fails_leaves_the_story_before_it() -> None:
    replace_toy(Teller)
    match = Match.new("toy", 2, chance=[{"shuffle": [3, 1, 4, 2, 5, 5, 4, 4, 4, 2, 3, 3]}])
    play(match, "0 pass 3", "1 pass 4")
    match.keep_beats()
    play(match, "0 knock")
    with pytest.raises(BadChance):
        play(match, "1 knock")
    assert match.beats([0]) == [[]] and match.game.deals_begun == 0


@pytest.mark.parametrize(("early", "first"), [(False, (10, 10, 10)), (True, (12, 10, 10))])
def test_gains_count_from_the_curtain_before_or_from_the_start(early: bool, first: tuple[int, ...]) -> None:
    game = type("Early", (Teller,), {"mark_early": early})
    match = passed(game)
    match.keep_beats()
    play(match, "0 knock", "1 knock", "2 knock")
    land, flip, curtain = match.beats([None])[0]
    assert curtain.gains == first and land.gains == flip.gains == ()
    match.game.beat(CURTAIN)
    assert match.beats([None])[0][-1].gains == (0, 0, 0), "told once"


def test_a_game_without_a_score_has_no_gains() -> None:
    match = passed(Toy)
    assert match.game.seat_scores() == []
    match.keep_beats()
    match.game.beat(CURTAIN)
    assert match.beats([None])[0][0].gains == ()


def test_a_label_is_for_those_who_know_all_cards_of_its_zone() -> None:
    match = passed()
    assert labels_of(match.view(0)) == [("hand", 0, "sum", 6)]
    assert labels_of(match.view(1)) == [("hand", 1, "sum", 5)] and labels_of(match.view(None)) == []
    play(match, "0 knock", "1 knock")
    flip = story(match, "2 knock")[1]
    assert labels_of(flip) == [("hand", 0, "sum", 6), ("hand", 1, "sum", 5), ("hand", 2, "sum", 9)]


def test_only_a_seat_that_owes_a_move_is_asked() -> None:
    match = passed()
    ask = match.view(0).ask
    assert ask is not None and ask.kind == "please" and match.view(None).ask is None
    play(match, "0 knock")
    assert match.view(0).ask is None and match.view(1).ask is not None
    play(match, "1 knock", "2 knock")
    assert [match.view(seat).ask for seat in (0, 1, 2)] == [None] * 3


def test_what_lies_face_down_is_closed_in_the_pictures_that_people_see() -> None:
    class FaceDown(Teller):
        def zones(self) -> list[Zone]:
            hidden = replace(HAND, face_down=True)
            zones = super().zones()
            for zone in zones[1:]:
                zone.kind = hidden
            return zones

    match = passed(FaceDown)
    match.keep_beats()
    play(match, "0 knock", "1 knock", "2 knock")
    known, seen = match.beats([0])[0][1], match.beats_in_sight([0])[0][1]
    assert known.cards("hand", 0) == [1, 5] and seen.cards("hand", 0) == [None, None]
    assert labels_of(known) and labels_of(seen) == []


# What the kit asks of a story


class ScoresWithANewDeal(Toy):
    info = INFO._replace(counters=(*INFO.counters, POINTS))
    beats_between = False

    def start_drawing(self) -> None:
        super().start_drawing()
        if self.beats_between:
            self.beat(CURTAIN)
        self.begin_deal()

    def counters(self) -> list[Counter]:
        points = self.knocks if self.stage == "draw" else 0
        return [*super().counters(), *[Counter(POINTS, points, seat) for seat in range(self.seats)]]


class ScoresBeforeANewDeal(ScoresWithANewDeal):
    beats_between = True


class TellsOfAnUnseenCard(Toy):
    info = INFO._replace(words={**INFO.words, "drawn": Text("{seat}: {cards}.", "{seat}: {cards}.")})

    def play(self, seat: int, move: str) -> None:
        super().play(seat, move)
        if move == "draw" and not self.over:
            self.tell("drawn", seat, card=self.hands[seat].at(len(self.hands[seat]) - 1))


class ForcedStep(Toy):
    """Whoever draws makes somebody else draw, too, or score; ``effect``: the beat that tells it."""

    info = INFO._replace(counters=(*INFO.counters, POINTS))
    effect = ""
    scores = False
    before = False

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.points = [0] * seats

    def play(self, seat: int, move: str) -> None:
        super().play(seat, move)
        if move != "draw" or self.over:
            return
        if self.before:
            self.beat(LAND)
        other = self.next_seat(seat)
        if self.scores:
            self.points[other] += 1
        else:
            self.hands[other].put(self.deck.draw())
            self.seen[other].append(0)
        if self.effect:
            self.beat(self.effect)

    def counters(self) -> list[Counter]:
        return [*super().counters(), *[Counter(POINTS, points, seat) for seat, points in enumerate(self.points)]]

    def copy(self) -> Toy:
        other = super().copy()
        assert isinstance(other, ForcedStep)
        other.points = self.points[:]
        return other


class ForcedScore(ForcedStep):
    scores = True


class ForcedStepAfterABeat(ForcedStep):
    before = True


class ForcedScoreAfterABeat(ForcedScore):
    before = True


class ForcedStepWithABeat(ForcedStep):
    effect = LAND


class ForcedScoreWithABeat(ForcedScore):
    effect = LAND


@pytest.mark.parametrize(
    ("game", "failure"),
    [
        (ScoresWithANewDeal, "the score of seats [0, 1, 2] changes together with a new deal"),
        (ScoresBeforeANewDeal, ""),
        (TellsOfAnUnseenCard, "note 'drawn' tells of"),
        (ForcedStep, "have changed: no beat shows it"),
        (ForcedStepAfterABeat, "have changed: no beat shows it"),
        (ForcedStepWithABeat, ""),
        (ForcedScore, "changes after 'draw' of seat"),
        (ForcedScoreAfterABeat, "changes after 'draw' of seat"),
        (ForcedScoreWithABeat, ""),
        (Toy, ""),
    ],
)
def test_the_kit_asks_that_what_happens_is_seen(game: type[Game], failure: str) -> None:
    replace_toy(game)
    found = ""
    for number in range(4):
        walked = walk(Case("toy", 3, {}, number))
        for check in (story_checks.what_happens_is_seen, story_checks.forced_steps_are_told):
            try:
                check(walked)
            except AssertionError as failed:
                found += str(failed)
    assert failure in found if failure else not found
