"""The kit passes a good game and catches each defect: every check of the kit is seen to fail once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from koloda import find_game
from koloda.core.chance import Seeded
from koloda.core.game import Game, HelpCard, HelpRow, Result, Tip
from koloda.core.options import MatchOptions, Option
from koloda.core.pile import fill_all
from koloda.core.table import ALL, LAND, Counter, CounterKind, Hint, Label, Note, Zone
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.core.view import View
from koloda.testing import Case, check_game, option_sets, tip_checks, word_checks
from koloda.testing.conformance import check_case, check_identity
from koloda.testing.fields import field_names, fields, plain

from .toy_game import DECK, INFO, KNOCKS, Toy, replace_toy


def test_the_kit_passes_the_toy() -> None:
    check_game(Toy, matches=2)


class NeverEnds(Toy):
    def play(self, seat: int, move: str) -> None:
        if move == "draw":
            self.one(self.next_seat(seat))
        else:
            super().play(seat, move)


class MovesForNobody(Toy):
    def moves(self, seat: int) -> list[str]:
        return super().moves(seat) if self.stage == "pass" or seat == 0 else []


class DoubleMoves(Toy):
    def moves(self, seat: int) -> list[str]:
        return super().moves(seat) * 2


class UndeclaredVerb(Toy):
    info = INFO._replace(verbs=INFO.verbs[:2])


class MoveWithoutANumber(Toy):
    """Verbs with a card and a word too many, and no list of the words."""

    info = INFO._replace(verbs=(INFO.verbs[0]._replace(args=("card@hand", "word")), *INFO.verbs[1:]))


class RefusalChangesState(Toy):
    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        self.knocks += 1
        return ""


class RefusalInOneLanguage(Toy):
    info = INFO._replace(refusals={"no-such-card": Text("No such card.", "No such card.")})


class CopySharesAPile(Toy):
    def copy(self) -> Toy:
        other = super().copy()
        other.deck = self.deck
        return other


class CopySharesAList(Toy):
    def copy(self) -> Toy:
        other = super().copy()
        other.seen = self.seen
        return other


class CopyForgetsAField(Toy):
    def copy(self) -> Toy:
        other = super().copy()
        other.left = 1
        return other


class Purse:
    """A part of a state that is an object of its own, with slots."""

    __slots__ = ("coins",)

    def __init__(self) -> None:
        self.coins = [0]


class CopyForgetsAPart(Toy):
    """Nothing that anybody sees depends on the purse."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.purse = Purse()

    def play(self, seat: int, move: str) -> None:
        self.purse.coins[0] += 1
        super().play(seat, move)


class CopySharesAPart(CopyForgetsAPart):
    def copy(self) -> Toy:
        other = super().copy()
        assert isinstance(other, CopySharesAPart)
        other.purse = self.purse
        return other


class CopyLacksAField(Toy):
    """A field that the constructor does not make."""

    price: int

    def setup(self, options: MatchOptions) -> None:
        super().setup(options)
        self.price = 3


class LosesACard(Toy):
    def start_drawing(self) -> None:
        self.deck.draw()
        super().start_drawing()


class LosesACardAtSetup(Toy):
    def setup(self, options: MatchOptions) -> None:
        super().setup(options)
        self.deck.draw()


class BadDefault(Toy):
    def default_move(self, seat: int) -> str:
        return "knock"


class ChanceOutsideTheRecord(Toy):
    def start_drawing(self) -> None:
        self.stage = "draw"
        self.one(self.chance.below(self.seats) if isinstance(self.chance, Seeded) else 0)


class OddResult(Toy):
    def result(self) -> Result:
        return super().result()._replace(places=(2,) * self.seats)


class LogDecides(Toy):
    def start_drawing(self) -> None:
        super().start_drawing()
        if not self.keeps_events:
            self.left += 1


class UndeclaredCounter(Toy):
    def counters(self) -> list[Counter]:
        return [Counter(CounterKind("luck", Text("Удача", "Luck")), 1)]


class UndeclaredPhase(Toy):
    def phase(self) -> str:
        return "tea"


class OneNameForTwoPlaces(Toy):
    def counters(self) -> list[Counter]:
        return super().counters() * 2


class OpenDeck(Toy):
    def zones(self) -> list[Zone]:
        return [Zone(replace(DECK, face=ALL), self.deck), *super().zones()[1:]]


class LeaksThroughACounter(Toy):
    def counters(self) -> list[Counter]:
        return [Counter(KNOCKS, self.deck.at(0) if len(self.deck) else 0)]


class LeaksThroughMoves(Toy):
    def moves(self, seat: int) -> list[str]:
        moves = super().moves(seat)
        return [*moves, "draw"] if self.stage == "pass" and self.deck.at(0) > 3 else moves

    def reveal(self, moves: dict[int, str]) -> None:
        super().reveal({seat: super(LeaksThroughMoves, self).moves(seat)[0] for seat in moves})


class LeaksThroughANote(Toy):
    def setup(self, options: MatchOptions) -> None:
        super().setup(options)
        self.events = [note.turned_up() for note in self.events]


class ZoneByValue(Toy):
    def zones(self) -> list[Zone]:
        zones = super().zones()
        for zone in zones:
            zone.pile = zone.pile.copy()
        return zones


class SecretIsVisible(Toy):
    def announcements(self) -> list[Note]:
        return [*super().announcements(), *(Note("goal", n=len(move)) for move in self.secret_moves.values())]


class ArrivalMatters(Toy):
    def act(self, seat: int, move: str) -> None:
        if self.stage == "pass":
            self.knocks = self.knocks * 10 + seat
        super().act(seat, move)


class UnsaidNote(Toy):
    def announcements(self) -> list[Note]:
        return [Note("surprise")]


class NoteWithoutItsSeat(Toy):
    def announcements(self) -> list[Note]:
        return [Note("knock", n=1)]


class NoteInAWordOfOneLanguage(Toy):
    def announcements(self) -> list[Note]:
        return [Note("goal", n=1, word="flush")]


class MoveInAWordOfOneLanguage(Toy):
    info = INFO._replace(verbs=(INFO.verbs[0], INFO.verbs[1], Verb("draw", Text("Взять", "Draw"), ("word",))))

    def moves(self, seat: int) -> list[str]:
        return ["draw quickly"] if self.stage == "draw" else super().moves(seat)


class HintOfAnIllegalMove(Toy):
    @staticmethod
    def hints(view: View) -> list[Hint]:
        return [Hint("hint-high", "tea", {"card": 1})]


class UnsaidLabel(Toy):
    def labels(self) -> list[Label]:
        return [Label("hand", Note("surprise"), 0)]


class UnsaidAsk(Toy):
    def ask(self, seat: int) -> Note | None:
        return Note("surprise")


class LabelBesideNothing(Toy):
    def labels(self) -> list[Label]:
        return [Label("attic", Note("goal", n=1))]


class LeaksThroughALabel(Toy):
    def labels(self) -> list[Label]:
        return [Label("hand", Note("goal", n=self.deck.at(0) if len(self.deck) else 0), 0)]


class LeaksThroughAnAsk(Toy):
    def ask(self, seat: int) -> Note | None:
        return Note("goal", n=self.deck.at(0) if len(self.deck) else 0)


class TellsAStory(Toy):
    """A toy that pauses in the middle of every knock; ``paused`` says that it is doing so."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.paused = False

    def play(self, seat: int, move: str) -> None:
        if move == "knock":
            self.paused = True
            self.pause(seat)
            self.paused = False
        super().play(seat, move)

    def pause(self, seat: int) -> None:
        self.tell("knock", seat, n=1)
        self.beat(LAND)

    def copy(self) -> Toy:
        other = super().copy()
        assert isinstance(other, TellsAStory)
        other.paused = self.paused
        return other


class UnknownEffect(TellsAStory):
    def pause(self, seat: int) -> None:
        self.tell("knock", seat, n=1)
        self.beat("explosion")


class NothingNewInABeat(TellsAStory):
    def pause(self, seat: int) -> None:
        self.beat(LAND)


class LabelOfABeatBesideNothing(TellsAStory):
    def labels(self) -> list[Label]:
        return [Label("attic", Note("goal", n=1))] if self.paused else []


class ShowsHandsInABeat(TellsAStory):
    def zones(self) -> list[Zone]:
        zones = super().zones()
        for zone in zones[1:] if self.paused else ():
            zone.face = ALL
        return zones


class LeaksThroughACounterOfABeat(TellsAStory):
    def counters(self) -> list[Counter]:
        return [Counter(KNOCKS, self.deck.at(0) if self.paused else self.knocks)]


PLAY_DEFECTS: list[tuple[type[Game], str]] = [
    (NeverEnds, "move_cap"),
    (MovesForNobody, "owes a move and has none"),
    (DoubleMoves, "legal_moves_are_for_those_who_owe_one"),
    (UndeclaredVerb, "legal_moves_are_for_those_who_owe_one"),
    (RefusalChangesState, "other_texts_are_refused"),
    (RefusalInOneLanguage, "other_texts_are_refused"),
    (CopySharesAPile, "a_copy_plays_apart"),
    (CopySharesAList, "a_copy_plays_apart"),
    (CopyForgetsAField, "the_lab_plays_the_same"),
    (CopySharesAPile, "copy() shares `deck`"),
    (CopySharesAList, "copy() shares `seen`"),
    (CopyForgetsAField, "copy() forgets `left`"),
    (CopyForgetsAPart, "copy() forgets `purse`"),
    (CopySharesAPart, "copy() shares `purse`"),
    (CopyLacksAField, "copy() forgets `price`"),
    (LosesACard, "cards_are_conserved"),
    (LosesACardAtSetup, "cards_are_conserved"),
    (BadDefault, "the_default_move_is_legal"),
    (ChanceOutsideTheRecord, "records_replay"),
    (OddResult, "the_result_has_its_shape"),
    (LogDecides, "the_lab_plays_the_same"),
    (UndeclaredCounter, "declared_names_are_used"),
    (UndeclaredPhase, "declared_names_are_used"),
    (OneNameForTwoPlaces, "declared_names_are_used"),
    (OpenDeck, "declared_names_are_used"),
    (LeaksThroughACounter, "another_world_looks_the_same"),
    (LeaksThroughACounter, "another_world_is_observed_alike: seat"),
    (MoveWithoutANumber, "every_move_has_its_numbers"),
    (LeaksThroughMoves, "another_world_looks_the_same"),
    (LeaksThroughANote, "notes_tell_no_closed_card"),
    (ZoneByValue, "hidden_cards_really_change"),
    (SecretIsVisible, "together_moves_stay_secret"),
    (ArrivalMatters, "order_of_arrival_does_not_matter"),
    (UnsaidNote, "notes_and_hints_can_be_said"),
    (NoteWithoutItsSeat, "notes_and_hints_can_be_said"),
    (NoteInAWordOfOneLanguage, "notes_and_hints_can_be_said"),
    (MoveInAWordOfOneLanguage, "moves_can_be_said"),
    (HintOfAnIllegalMove, "notes_and_hints_can_be_said"),
    (UnsaidLabel, "notes_and_hints_can_be_said"),
    (UnsaidAsk, "notes_and_hints_can_be_said"),
    (LabelBesideNothing, "declared_names_are_used"),
    (LeaksThroughALabel, "another_world_looks_the_same"),
    (LeaksThroughAnAsk, "another_world_looks_the_same"),
    (UnknownEffect, "beats_are_well_formed: beat 'explosion' is not one of"),
    (NothingNewInABeat, "beats_are_well_formed: a beat 'land' shows and tells nothing new"),
    (LabelOfABeatBesideNothing, "beats_are_well_formed: label 'goal' stands beside no zone"),
    (ShowsHandsInABeat, "beats_show_no_closed_card"),
    (LeaksThroughACounterOfABeat, "beats_look_the_same_in_another_world"),
]


@pytest.mark.parametrize(
    ("game", "check"), PLAY_DEFECTS, ids=[f"{game.__name__}: {check}" for game, check in PLAY_DEFECTS]
)
def test_the_kit_catches(game: type[Game], check: str) -> None:
    replace_toy(game)
    found = ""
    for number in range(8):
        try:
            check_case(Case("toy", 3, {}, number))
        except AssertionError as failure:
            found = str(failure)
        if check in found:
            break
    assert check in found


def test_the_kit_asks_for_a_sentence_of_every_phase() -> None:
    word_checks.every_phase_asks_for_something(Toy)
    for info in (INFO._replace(asks={}), INFO._replace(waits={"pass": INFO.waits["pass"]})):
        silent = type("Silent", (Toy,), {"info": info})
        with pytest.raises(AssertionError, match="has no sentence for the phases"):
            word_checks.every_phase_asks_for_something(silent)


BAD_WORDS = [
    INFO._replace(id="Toy!"),
    INFO._replace(seats=(3, 2)),
    INFO._replace(names=Text("Toy", "Toy")),
    INFO._replace(names=Text("Игрушка", "Игрушка")),
    INFO._replace(blurb=Text("", "")),
    INFO._replace(words={**INFO.words, "x": Text("{n} карт", "{k} cards")}),
    INFO._replace(words={**INFO.words, "x": Text("{n:карта|карт}", "{n:card|cards}")}),
    INFO._replace(words={**INFO.words, "x": Text("{n карт", "{n} cards")}),
    INFO._replace(verbs=(*INFO.verbs, INFO.verbs[0])),
    INFO._replace(verbs=(*INFO.verbs, Verb("peek", Text("Глянуть", "Peek"), ("card@attic",)))),
    INFO._replace(counters=(replace(INFO.counters[0], show="loudly"),)),
    INFO._replace(zones=(replace(INFO.zones[0], look="heap"), INFO.zones[1])),
    INFO._replace(zones=(replace(INFO.zones[0], tint="pink"), INFO.zones[1])),
    INFO._replace(zones=(replace(INFO.zones[0], tints={0: "pink"}), INFO.zones[1])),
    INFO._replace(asks={**INFO.asks, "knock": Text("Knock", "Knock")}),
    INFO._replace(waits={**INFO.waits, "knock": Text("Стучат: {seats}", "Waiting")}),
    INFO._replace(out_notes=("gone",)),
    INFO._replace(help=(HelpCard(Text("Счёт", "Counting"), ()),)),
    INFO._replace(help=(HelpCard(Text("Счёт", "Counting"), (HelpRow(Text("туз", "ace"), ("As",)),)),)),
    INFO._replace(help=(HelpCard(Text("Счёт", "Counting"), (HelpRow(Text("one", "one"), (1,)),)),)),
    INFO._replace(family=INFO.family._replace(names=Text("Toys", "Toys"))),
    INFO._replace(options=(Option("odd", Text("Чёт", "Odd"), Text("Чёт.", "Odd."), "a", ("a", "b")),)),
]


@pytest.mark.parametrize("info", BAD_WORDS)
def test_the_kit_catches_bad_words(info: object) -> None:
    game = type("Misspelt", (Toy,), {"info": info})
    replace_toy(game)
    with pytest.raises(AssertionError):
        check_identity(game)


PASS_TIP = Tip("phase pass", "zone hand", Text("Отдайте лишнюю карту.", "Pass a card that you do not need."))


@pytest.mark.parametrize(
    "tip",
    [
        PASS_TIP._replace(when="phase sleep"),
        PASS_TIP._replace(when="verb sleep"),
        PASS_TIP._replace(when="note sleep"),
        PASS_TIP._replace(when="moon full"),
        PASS_TIP._replace(at="zone attic"),
        PASS_TIP._replace(at="counter stars"),
        PASS_TIP._replace(at="prompt hand"),
        PASS_TIP._replace(text=Text("Отдайте {n} карт.", "Pass {n} cards.")),
        PASS_TIP._replace(text=Text("Лишнее. " * 40 + "Да.", "Pass it.")),
        PASS_TIP,
    ],
)
def test_the_kit_catches_a_tip_about_nothing(tip: Tip) -> None:
    tip_checks.tips_name_what_there_is(type("Told", (Toy,), {"info": INFO._replace(tips=(PASS_TIP,))}))
    with pytest.raises(AssertionError, match=r"tip"):
        tip_checks.tips_name_what_there_is(type("Lost", (Toy,), {"info": INFO._replace(tips=(PASS_TIP, tip))}))


def test_the_kit_catches_a_tip_that_never_comes() -> None:
    untold = {**INFO.words, "untold": Text("Тсс.", "Hush.")}
    tips = (PASS_TIP, PASS_TIP._replace(when="note untold"))
    game = type("Silent", (Toy,), {"info": INFO._replace(words=untold, tips=tips)})
    replace_toy(game)
    with pytest.raises(AssertionError, match=r"nobody is ever told: \['note untold'\]"):
        tip_checks.random_play_reaches_every_tip(game)


def test_option_sets_are_all_combinations_without_the_forbidden_ones() -> None:
    sets = option_sets(Toy, 2)
    assert sets[0] == {}
    assert {"quiet": True} in sets and {"mood": "low"} in sets
    assert not any("quiet" in given and "mood" in given for given in sets)
    assert {"rounds": 1} in sets and {"rounds": 3} in sets
    assert sets == option_sets(Toy, 2)


def test_option_sets_fall_back_to_all_pairs() -> None:
    words = Text("Флаг", "Flag")
    flags = tuple(Option(f"f{i}", words, words, False, (False, True)) for i in range(8))
    many = type("Many", (Toy,), {"info": INFO._replace(options=flags), "check": staticmethod(Game.check)})
    sets = option_sets(many, 2)
    assert 4 <= len(sets) <= 24
    full = [[given.get(f"f{i}", False) for i in range(8)] for given in sets]
    for i in range(8):
        for j in range(i):
            assert {(row[i], row[j]) for row in full} == {(a, b) for a in (False, True) for b in (False, True)}


def test_fields_are_plain_and_end_where_an_object_is_inside_itself() -> None:
    purse = Purse()
    assert field_names(purse) == ["coins"] and fields(purse) == {"coins": [0]}
    before = fields(purse)
    purse.coins.append(purse)  # type: ignore[arg-type]
    assert before == {"coins": [0]} and fields(purse) == {"coins": [0, "Purse"]}
    assert plain({"a": Toy, "b": {2, 1}}) == {"a": "type", "b": [1, 2]}
    assert "deck" in field_names(find_game("pairs")(2)), "the fields of a compiled game"


def test_pile_copies_are_apart() -> None:
    toy = Toy(2)
    toy.deck.put(1)
    other = Toy(2)
    fill_all(other.hands, [toy.deck, toy.deck])
    other.hands[0].put(2)
    assert (toy.deck.cards(), other.hands[1].cards()) == ([1], [1])
