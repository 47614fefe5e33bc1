"""The Gang, base game: examples and rulings of docs/rules/the-gang.md, hidden cards, chips in any order of arrival."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from gang_table import deck, gang, last, notes_of, plain_deck, play_heist, play_round, ready, take

from koloda import BadOption, Match, resample
from koloda.bots.the_gang.policy import POLICIES
from koloda.core.cards import FRENCH
from koloda.core.chance import Fast
from koloda.core.options import MatchOptions, OptionValue
from koloda.core.playout import random_matches
from koloda.core.view import BeatView
from koloda.games.shared.poker import evaluate
from koloda.games.the_gang import GAME
from koloda.lab.gang_heists import heists_won
from koloda.testing import outline, play, play_on, refusal, story
from koloda.words import hint_sentence, sentence

TIE = (["Th 6c", "Td 4c", "Jh 3d", "Ah Ad"], "As 2c 2d 7h 5s")
COLOURS = ("white", "yellow", "orange", "red")

choose, wish = POLICIES["strong"].choose, POLICIES["strong"].wish


# The worked examples


@pytest.mark.parametrize(("chips", "success"), [((1, 2, 3, 4), True), ((2, 1, 3, 4), True), ((1, 3, 2, 4), False)])
def test_e1_tie(chips: tuple[int, ...], success: bool) -> None:
    match = gang(*TIE)
    play_heist(match, *chips)
    assert last(match) == {
        "heist": 1,
        "success": success,
        "order": [chips.index(chip) for chip in range(1, 5)],
        "pockets": [["6c", "Th"], ["4c", "Td"], ["3d", "Jh"], ["Ad", "Ah"]],
        "community": ["As", "2c", "2d", "7h", "5s"],
        "category": ["pair", "pair", "pair", "full-house"],
        "guesses": {},
    }
    assert (match.facts()["vaults"], match.facts()["alarms"]) == ((1, 0) if success else (0, 1))


def test_e4_chips() -> None:
    match = gang(["2c 3c", "4c 5c", "6c 7c"], "8c 9c Tc Jc Qc")
    assert match.legal(0) == ["take 1", "take 2", "take 3"]
    play(match, "2 take 1", "0 take 1")
    assert match.facts()["chips"] == {
        "white": [1, None, None], "yellow": [None] * 3, "orange": [None] * 3, "red": [None] * 3,
    }  # fmt: skip
    play(match, "1 take 3", "2 take 2", "1 ready", "2 ready")
    assert match.facts()["ready"] == [False, True, True]
    play(match, "1 take 2")
    assert match.view(None).counter("white", 1) == 2
    assert match.facts()["chips"] == {
        "white": [1, 2, None], "yellow": [None] * 3, "orange": [None] * 3, "red": [None] * 3,
    }  # fmt: skip
    assert match.facts()["ready"] == [False] * 3
    for seat in range(3):
        assert "ready" not in match.legal(seat)
        assert refusal(match, seat, "ready") == "chip-missing"
    play(match, "2 take 3", "0 ready", "1 ready", "2 ready")
    facts = match.facts()
    assert (facts["round"], facts["community"], facts["ready"]) == (2, ["8c", "9c", "Tc"], [False] * 3)
    assert match.view(None).counter("white", 2) == 3


@pytest.mark.parametrize("chips", list(permutations((1, 2, 3))))
def test_e5_wheel(chips: tuple[int, ...]) -> None:
    match = gang(["2h 9c", "6d 7d", "Qc Qh"], "Ac 3d 4h 5s Qd")
    play_heist(match, *chips)
    assert last(match)["category"] == ["straight", "straight", "three"]
    assert last(match)["success"] is (chips == (2, 3, 1))


# The rulings


def test_r1_round_ends_when_all_are_ready() -> None:
    match = gang(*TIE)
    take(match, 1, 2, 3, 4)
    play(match, "0 ready", "1 ready", "2 ready")
    assert match.facts()["round"] == 1
    assert refusal(match, 0, "ready") == "ready-already"
    play(match, "3 put")
    assert match.facts()["ready"] == [False] * 4
    play(match, "3 take 4")
    ready(match)
    assert match.facts()["round"] == 2


def test_r1_instant_round_ends_with_the_last_chip() -> None:
    match = gang(*TIE, {"round_end": "instant"})
    take(match, 1, 2, 3)
    assert refusal(match, 0, "ready") == "no-ready"
    play(match, "3 take 4")
    assert match.facts()["round"] == 2


def test_r2_taking_a_second_chip_returns_the_first_to_the_centre() -> None:
    match = gang(*TIE)
    play(match, "0 take 1", "1 take 2", "0 take 2")
    assert match.facts()["chips"]["white"] == [2, None, None, None]  # type: ignore[index]
    assert match.legal(1) == ["take 1", "take 2", "take 3", "take 4"]


def test_r3_freeze() -> None:
    match = gang(*TIE, {"chip_limit": 4})
    play(match, "0 take 1", "0 take 2", "1 take 3")
    assert not any(note.kind == "frozen" for note in match.view(None).events)
    play(match, "0 take 3")
    assert [note.n for note in match.view(None).events if note.kind == "frozen"] == [4]
    assert match.turn.seats == (1, 2, 3)
    assert match.legal(1) == ["take 1", "take 2", "take 4"]
    assert refusal(match, 1, "take 3") == "frozen-held-0"
    assert match.game.why_not(0, "put", []) == match.game.why_not(0, "take", ["1"]) == "frozen"
    play(match, "1 take 4", "2 take 1")
    assert list(match.turn.seats) == [3]
    play(match, "3 take 2")
    assert (match.facts()["round"], match.facts()["ready"]) == (2, [False] * 4)
    assert match.legal(0) == ["take 1", "take 2", "take 3", "take 4"]


def test_r3_a_limit_reached_with_every_chip_taken_ends_the_round() -> None:
    match = gang(["2c 3c", "4c 5c"], "8c 9c Tc Jc Qc", {"chip_limit": 2})
    play(match, "0 take 1", "1 take 2")
    assert match.facts()["round"] == 2


def test_r16_nothing_but_pockets_is_opened() -> None:
    match = gang(*TIE, {"chip_limit": 1})
    play_on(match)
    watcher = match.view(None)
    assert all(None not in watcher.cards("pocket", seat) for seat in range(4))
    assert set(watcher.cards("deck")) == {None}


# Refusals, views and the rest of the base game


def test_refusals_say_why() -> None:
    match = gang(*TIE)
    play(match, "0 take 1")
    for seat, move, reason in (
        (0, "take 1", "you-hold-it"), (0, "take 5", "no-such-chip"), (0, "take 0", "no-such-chip"),
        (0, "take one", "no-such-chip"), (1, "put", "no-chip"), (1, "ready", "chip-missing"),
        (1, "take 1 2", "not-now"), (1, "bet 5", "not-now"),
    ):  # fmt: skip
        assert refusal(match, seat, move) == reason


def test_only_the_current_colour_moves() -> None:
    match = gang(*TIE)
    play_round(match, 1, 2, 3, 4)
    play(match, "0 take 4")
    assert match.facts()["chips"]["white"] == [1, 2, 3, 4]  # type: ignore[index]


def test_rounds_open_three_one_and_one_card() -> None:
    match = gang(*TIE)
    opened = []
    while match.facts()["heist"] == 1:
        opened.append(len(match.view(None).cards("community")))
        play_round(match, 1, 2, 3, 4)
    assert opened == [0, 3, 4, 5]


def test_the_deal_goes_round_one_card_at_a_time() -> None:
    match = Match.new("the-gang", 3, chance=[plain_deck()])
    assert match.facts()["pocket"] == [["2c", "2s"], ["2d", "3c"], ["2h", "3d"]]


def test_pockets_are_closed_until_the_showdown() -> None:
    match = gang(*TIE)
    assert match.view(0).cards("pocket", 0) == ["6c", "Th"]
    assert match.view(0).cards("pocket", 1) == match.view(None).cards("pocket", 0) == [None, None]
    world = resample(match, 0, Fast(3))
    assert world.view(0) == match.view(0)
    assert world.facts()["pocket"] != match.facts()["pocket"]


def test_the_last_showdown_stays_in_every_view() -> None:
    match = gang(*TIE)
    assert match.view(None).announcements == ()
    play_heist(match, 1, 3, 2, 4)
    assert match.facts()["heist"] == 2
    for seat in (0, 3, None):
        assert notes_of(match, seat, "last-board") == [(None, None, (), 0, "As 2c 2d 7h 5s")]
        assert notes_of(match, seat, "last-full-house") == [(3, None, (), 4, "Ad Ah")]
        assert notes_of(match, seat, "last-pair")[1] == (2, None, (), 2, "3d Jh")
        assert notes_of(match, seat, "last-mistake") == [(1, 2, (), 0, "")]
    told = sentence(match.game.info, match.view(0).announcements[-1], "en")
    assert told == "The last showdown, the mistake: Seat 1 had a weaker hand than Seat 2, but a higher chip."


@pytest.mark.parametrize(("chips", "team"), [((1, 2), "win"), ((2, 1), "lose")])
def test_three_vaults_win_and_three_alarms_lose(chips: tuple[int, int], team: str) -> None:
    same = deck(["2c 3d", "Ac Ad"], "7h 8s 9c Kd Kh")
    match = Match.new("the-gang", 2, chance=[same] * 3)
    while match.result is None:
        assert not match.view(0).chat
        play_round(match, *chips)
    result = match.result
    assert result.to_json() == {
        "scores": [3, 3] if team == "win" else [0, 0],
        "winners": [0, 1] if team == "win" else [],
        "losers": [] if team == "win" else [0, 1],
        "places": [1, 1],
        "team": team,
    }
    facts = match.facts()
    assert (facts["over"], facts["phase"], facts["to_move"], facts["heist"]) == (True, "over", None, 3)
    assert match.view(0).chat and match.view(0).cards("pocket", 1) == ["Ac", "Ad"]


def test_r18_talk_is_closed_in_a_heist_unless_the_table_opens_it() -> None:
    silent, talking = gang(*TIE), gang(*TIE, {"talk": "open"})
    for viewer in (0, 3, None):
        assert not silent.view(viewer).chat and talking.view(viewer).chat
        assert [note.kind for note in talking.view(viewer).announcements] == ["talk"]
        assert silent.view(viewer).announcements == ()
    assert silent.record()["chance"] == talking.record()["chance"], "the option changes nothing but the talk"


def test_r18_the_last_hand_stays_silent_while_it_is_guessed_and_nothing_is_forbidden_after_the_match() -> None:
    options: dict[str, OptionValue] = {"talk": "open", "mode": "custom", "challenges": [4]}
    match = gang(["2c 3d", "9c 9d", "Ac Ad"], "7h 8s 9h Kd Kh", options)
    for _ in range(4):
        play_round(match, 1, 2, 3)
    assert match.facts()["phase"] == "guess"
    assert [match.view(seat).chat for seat in (0, 1, 2, None)] == [True, True, False, True]
    assert "talk" not in [note.kind for note in match.view(2).announcements]
    same = deck(["2c 3d", "Ac Ad"], "7h 8s 9c Kd Kh")
    over = Match.new("the-gang", 2, {"talk": "open"}, chance=[same] * 3)
    while over.result is None:
        play_round(over, 1, 2)
    assert over.view(0).chat and "talk" not in [note.kind for note in over.view(0).announcements]


def test_facts_have_the_names_of_the_spec() -> None:
    facts = gang(*TIE).facts()
    assert facts == {
        "heist": 1, "round": 1, "phase": "chips", "vaults": 0, "alarms": 0, "over": False,
        "chips": {colour: [None] * 4 for colour in COLOURS}, "ready": [False] * 4, "community": [],
        "pocket": [["6c", "Th"], ["4c", "Td"], ["3d", "Jh"], ["Ad", "Ah"]], "challenges": [], "specialist": None,
        "used": False, "muscle": None, "proposal": None, "owed": None, "announced": [], "history": [],
        "to_move": [0, 1, 2, 3],
    }  # fmt: skip


@pytest.mark.parametrize("limit", [0, 501])
def test_chip_limit_has_a_range(limit: int) -> None:
    with pytest.raises(BadOption):
        Match.new("the-gang", 3, {"chip_limit": limit}, seed="limit")


def check_chips(match: Match, before: dict[str, list[int | None]]) -> None:
    """One chip of a colour and value, at most one per seat; only the current colour has changed."""
    chips = match.facts()["chips"]
    assert isinstance(chips, dict)
    for colour in COLOURS:
        held = [chip for chip in chips[colour] if chip is not None]
        assert len(set(held)) == len(held) and set(held) <= set(range(1, match.game.seats + 1))
    if match.facts()["round"] != 1:
        earlier = COLOURS[: int(str(match.facts()["round"])) - 1]
        assert all(chips[colour] == before[colour] for colour in earlier[:-1])


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("options", [{}, {"round_end": "instant"}, {"chip_limit": 7}, {"chip_limit": 1}])
def test_random_play_conserves_chips(seats: int, options: dict[str, OptionValue]) -> None:
    match = Match.new("the-gang", seats, options, seed=f"{seats} {options}")
    chooser = Fast(seats)
    for _ in range(700):
        if match.result is not None:
            break
        before = match.facts()["chips"]
        assert isinstance(before, dict)
        seat = match.turn.seats[chooser.below(len(match.turn.seats))]
        legal = match.legal(seat)
        match.play(seat, legal[chooser.below(len(legal))])
        check_chips(match, before)


def test_random_matches_end() -> None:
    for seats in range(2, 7):
        assert random_matches(GAME, seats, MatchOptions(GAME.info.options, seats, {"chip_limit": 9}), 5, seats) > 0


def test_default_moves_are_harmless() -> None:
    match = gang(*TIE)
    play(match, "0 take 1")
    assert match.game.default_move(1) == "take 2"
    assert match.game.default_move(0) == "put"
    play(match, "1 take 2", "2 take 3", "3 take 4")
    assert match.game.default_move(0) == "ready"


# Hints and the bots' policy


def test_hints_name_the_hand_and_count_the_pockets_it_beats() -> None:
    match = gang(*TIE)
    assert match.view(None).hints == []
    early = match.view(3).hints
    assert early[0].args == {"word": "pair", "cards": "Ah Ad"}
    assert early[1].kind == "hint-share-before" and early[1].args["n"] == 4
    for chips in ((4, 3, 2, 1), (3, 4, 2, 1), (1, 2, 3, 4)):
        play_round(match, *chips)
    hints = match.view(2).hints
    assert hints[0].args == {"word": "pair", "cards": "2d 2c As Jh 7h"}
    assert hints[1].kind == "hint-share" and match.view(2).hints == hints
    assert hints[4].args == {"seat": 2, "chips": "2 2 3 –"}
    assert hint_sentence(match.game.info, hints[0], "ru") == "Ваша комбинация: пара."


def test_hint_share_is_the_exact_count_of_990_pairs() -> None:
    for pocket, board in (("Ac Kc", "Qc Jc Tc 3d 4h"), ("2c 3d", "Ac Kd Qh Js 9c"), ("9d 4s", "Ac Kd Qh Js 9c")):
        match = gang([pocket, "7c 7d"], board)
        for _ in range(3):
            play_round(match, 1, 2)
        own, table = ([FRENCH.card(face) for face in text.split()] for text in (pocket, board))
        others = list(combinations([card for card in FRENCH.pack if card not in own + table], 2))
        keys = [evaluate([*other, *table]) for other in others]
        mine = evaluate(own + table)
        share = (sum(key < mine for key in keys) + sum(key == mine for key in keys) / 2) / 990
        assert len(others) == 990
        assert match.view(0).hints[1].args["percent"] == round(100 * share)


def test_policy_claims_the_fitting_chip_and_is_ready_when_content() -> None:
    match = gang(*TIE)
    chance = Fast(1)
    for _ in range(3):
        play_round(match, 1, 2, 3, 4)
    assert wish(match.view(3), chance) == "take 4"
    play(match, "0 take 4", "1 take 1", "2 take 2")
    assert wish(match.view(3), chance) == "take 4"
    play(match, "3 take 4")
    assert wish(match.view(3), chance) == "" and choose(match.view(3), chance) == "put"
    play(match, "0 take 3")
    assert wish(match.view(3), chance) == "ready"


@pytest.mark.compiled
def test_policy_makes_three_chip_moves_at_most() -> None:
    chance = Fast(5)
    match = Match.new("the-gang", 5, seed="few moves")
    while match.result is None:
        wishes = [(seat, move) for seat in match.turn.seats if (move := wish(match.view(seat), chance))]
        seat, move = wishes[chance.below(len(wishes))]
        match.play(seat, move)
        assert all(match.view(None).counter("touched", other) <= 3 for other in range(5))


@pytest.mark.compiled
def test_policy_plays_on_where_a_driver_cannot_wait() -> None:
    chance = Fast(7)
    match = Match.new("the-gang", 3, {"chip_limit": 20}, seed="no waiting")
    while match.result is None:
        seat = match.turn.seats[chance.below(len(match.turn.seats))]
        match.play(seat, choose(match.view(seat), chance))
    assert wish(match.view(0), chance) == ""


@pytest.mark.compiled
@pytest.mark.parametrize(("seats", "floor"), [(3, 0.70), (4, 0.50), (5, 0.33), (6, 0.22)])
def test_policy_succeeds_often_enough(seats: int, floor: float) -> None:
    assert heists_won(seats, 25, f"often {seats}") >= 25 * floor


# Its story


def before_the_showdown(match: Match, *chips: int) -> None:
    """Play all chip rounds up to the last seat that has to be ready."""
    for _ in range(3):
        play_round(match, *chips)
    take(match, *chips)
    for seat in range(match.game.seats - 1):
        match.play(seat, "ready")


def marks(beat: BeatView) -> dict[int | None, tuple[str, str]]:
    """What stands beside each pocket."""
    return {label.owner: (label.note.kind, label.note.word) for label in beat.labels}


@pytest.mark.parametrize("viewer", [0, 3, None])
def test_the_showdown_goes_from_chip_1_upwards(viewer: int | None) -> None:
    match = gang(*TIE)
    before_the_showdown(match, 1, 2, 3, 4)
    beats = story(match, "3 ready", viewer)
    assert outline(beats) == [
        "flip: ready shows-pair",
        "flip: shows-pair",
        "flip: shows-pair",
        "flip: shows-full-house",
        "curtain: success",
    ]
    for place, beat in enumerate(beats[:4]):
        for seat in range(4):
            hidden = seat > place and seat != viewer
            assert (None in beat.cards("pocket", seat)) == hidden, "hands are opened one by one"
        assert beat.events[-1].cards == tuple(beat.cards("pocket", place))
        assert marks(beat)[place][0] == "label-right" and len(beat.labels) == place + 1
        assert not [note for note in beat.announcements if note.kind.startswith("last-")]
    assert beats[4].counter("vaults") == 1 and beats[4].cards("community") == ["As", "2c", "2d", "7h", "5s"]
    assert beats[3].counter("vaults") == 0 and match.view(viewer).cards("community") == []


def test_a_mistake_raises_the_alarm_where_it_is() -> None:
    match = gang(*TIE)
    before_the_showdown(match, 1, 3, 2, 4)
    beats = story(match, "3 ready")
    assert outline(beats) == [
        "flip: ready shows-pair",
        "flip: shows-pair",
        "flip: shows-pair mistake",
        "flip: shows-full-house",
        "curtain: failure",
    ]
    assert marks(beats[2]) == {0: ("label-right", "pair"), 2: ("label-right", "pair"), 1: ("label-wrong", "pair")}
    assert marks(beats[3])[3] == ("label-hand", "full-house") and beats[4].counter("alarms") == 1
    mistake = beats[2].events[-1]
    assert (mistake.seat, mistake.other) == (1, 2) and beats[2].cards("pocket", 3) == [None, None]


def test_what_is_asked_for_with_chips() -> None:
    def asked(seat: int) -> tuple[str, int]:
        ask = match.view(seat).ask
        assert ask is not None
        return ask.kind, ask.n

    match = gang(*TIE)
    assert asked(0) == ("ask-chip", 4) and match.view(None).ask is None
    take(match, 2, 1, 3)
    assert asked(0) == ("ask-change", 2) and asked(3) == ("ask-chip", 4)
    play(match, "3 take 4")
    assert asked(0) == ("ask-ready", 0)
