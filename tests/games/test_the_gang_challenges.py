"""The Gang: the ten challenges, one by one and where they meet."""

from __future__ import annotations

import pytest
from gang_table import deck, gang, last, notes_of, plain_deck, play_heist, play_round, ready, take

from koloda import Match, resample
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.testing import outline, play, refusal, story

POCKETS = ["2c 7d", "9c 9d", "Ac Ad"]
LOW_FLOP = "4c 8d 5s 3h Tc"
FACE_FLOP = "4c Kd 8s 2h 9h Th Jd"


def challenges(*numbers: int, seats: list[str] | None = None, rest: str = LOW_FLOP) -> Match:
    return gang(seats or POCKETS, rest, {"mode": "custom", "challenges": list(numbers)})


def chips(match: Match, colour: str) -> list[int | None]:
    found = match.facts()["chips"]
    assert isinstance(found, dict)
    row: list[int | None] = found[colour]
    return row


def test_challenge_1_starts_with_the_flop() -> None:
    match = challenges(1)
    facts = match.facts()
    assert (facts["round"], facts["community"], facts["challenges"]) == (2, ["4c", "8d", "5s"], [1])
    play_round(match, 1, 2, 3)
    assert chips(match, "white") == [None] * 3 and chips(match, "yellow") == [1, 2, 3]


@pytest.mark.parametrize(("number", "dark"), [(2, 1), (6, 3)])
def test_challenges_2_and_6_dark_chips_stay(number: int, dark: int) -> None:
    match = challenges(number)
    assert notes_of(match, None, "dark") == [(None, None, (), dark, "")]
    for _ in range(3):
        play(match, f"0 take {dark}", "1 take 2")
        assert match.turn.seats == (1, 2)
        assert refusal(match, 1, f"take {dark}") == "dark-held-0"
        assert match.game.why_not(0, "put", []) == match.game.why_not(0, "take", ["2"]) == "dark-yours"
        play(match, f"2 take {4 - dark}")
        assert match.legal(0) == ["ready"]
        ready(match)
    play(match, f"0 take {dark}", f"1 take {dark}")
    assert chips(match, "red") == [None, dark, None]


def test_r4_a_dark_chip_cannot_go_back_to_the_centre() -> None:
    match = challenges(2)
    play(match, "0 take 2", "0 take 1", "1 take 2", "2 take 3")
    assert refusal(match, 0, "put") == "dark-yours"


def test_e7_motion_detector() -> None:
    match = challenges(3, rest=FACE_FLOP)
    play_round(match, 2, 1, 3)
    assert match.facts()["community"] == ["4c", "Kd", "8s"]
    assert match.facts()["pocket"] == [["2c", "7d"], ["2h", "9h"], ["Ac", "Ad"]]
    play_round(match, 2, 1, 3)
    play_round(match, 2, 1, 3)
    assert match.facts()["community"] == ["4c", "Kd", "8s", "Th", "Jd"]


def test_view_challenge_3_redrawn_pocket_is_known_to_its_owner_only() -> None:
    match = challenges(3, rest=FACE_FLOP)
    play_round(match, 2, 1, 3)
    own, other, watcher = match.view(1), match.view(0), match.view(None)
    assert own.cards("pocket", 1) == ["2h", "9h"] and own.cards("discard", 1) == ["9c", "9d"]
    for view in (other, watcher):
        assert view.cards("pocket", 1) == view.cards("discard", 1) == [None, None]
        assert [note.seat for note in view.announcements if note.kind == "redrawn"] == [1]
    assert resample(match, 1, Fast(2)).view(1) == own
    worlds = [resample(match, 0, Fast(number)) for number in range(20)]
    assert all(world.view(0) == other for world in worlds)
    assert len({str(world.view(1).cards("discard", 1)) for world in worlds}) > 10


def test_motion_detector_sleeps_without_a_face_card() -> None:
    match = challenges(3)
    play_round(match, 2, 1, 3)
    assert match.facts()["pocket"] == [["2c", "7d"], ["9c", "9d"], ["Ac", "Ad"]]


def test_view_challenge_7_lasers_hit_the_highest_white_chip() -> None:
    match = challenges(7)
    play_round(match, 1, 2, 3)
    assert match.facts()["pocket"] == [["2c", "7d"], ["9c", "9d"], ["3h", "Tc"]]
    assert match.view(2).cards("discard", 2) == ["Ac", "Ad"]
    assert match.view(0).cards("discard", 2) == match.view(None).cards("pocket", 2) == [None, None]
    sleeps = challenges(7, rest=FACE_FLOP)
    play_round(sleeps, 1, 2, 3)
    assert sleeps.facts()["pocket"] == [["2c", "7d"], ["9c", "9d"], ["Ac", "Ad"]]


def test_r5_3_and_7_do_nothing_without_a_white_round() -> None:
    match = challenges(1, 3, 7)
    assert match.facts()["pocket"] == [["2c", "7d"], ["9c", "9d"], ["Ac", "Ad"]]


def test_r5_hasty_getaway_leaves_two_dark_rounds() -> None:
    match = challenges(2, 5, 6)
    dark_rounds = []
    while match.facts()["heist"] == 1:
        dark_rounds.append((match.facts()["round"], len(notes_of(match, None, "dark"))))
        play_round(match, 1, 2, 3)
    assert dark_rounds == [(1, 2), (2, 2), (4, 0)]


@pytest.mark.parametrize(("rest", "changed"), [(LOW_FLOP, 2), (FACE_FLOP, 0)])
def test_r7_3_and_7_together_fire_exactly_once(rest: str, changed: int) -> None:
    match = challenges(3, 7, rest=rest)
    before = match.facts()["pocket"]
    assert isinstance(before, list)
    play_round(match, 1, 2, 3)
    after = match.facts()["pocket"]
    assert isinstance(after, list)
    assert [seat for seat in range(3) if before[seat] != after[seat]] == [changed]


@pytest.mark.parametrize(("guess", "success"), [("A", True), ("K", False)])
def test_challenge_4_retina_scan(guess: str, success: bool) -> None:
    match = challenges(4)
    play_heist(match, 1, 2, 3)
    assert (match.facts()["phase"], match.facts()["to_move"]) == ("guess", [0, 1])
    assert refusal(match, 0, "guess B") == "no-such-guess" and refusal(match, 0, "take 1") == "not-now"
    assert refusal(match, 2, f"guess {guess}") == "not-your-turn"
    play(match, "0 guess 2", f"1 guess {guess}", f"1 guess {guess}")
    assert match.facts()["phase"] == "guess"
    assert notes_of(match, 2, "guess") == [(0, None, (), 0, "2"), (1, None, (), 0, guess)]
    play(match, f"0 guess {guess}")
    assert last(match)["guesses"] == {"4": guess} and last(match)["success"] is success
    assert match.facts()["heist"] == 2
    kind = "last-right" if success else "last-wrong"
    assert notes_of(match, None, kind) == [(None, None, (), 4, guess)]


def test_guess_phase_opens_all_pockets_but_the_last() -> None:
    match = challenges(4)
    assert not match.view(0).chat
    play_heist(match, 1, 2, 3)
    for seat in (0, 1, None):
        view = match.view(seat)
        assert view.cards("pocket", 0) == ["2c", "7d"] and view.cards("pocket", 1) == ["9c", "9d"]
        assert view.cards("pocket", 2) == [None, None]
        assert view.chat
    assert match.view(2).cards("pocket", 2) == ["Ac", "Ad"]
    world = resample(match, 0, Fast(1))
    assert world.view(0) == match.view(0) and world.facts()["pocket"] != match.facts()["pocket"]


def test_guess_is_skipped_once_the_order_is_wrong() -> None:
    match = challenges(4, 9)
    play_heist(match, 2, 1, 3)
    assert match.facts()["heist"] == 2
    assert (last(match)["success"], last(match)["guesses"]) == (False, {})


@pytest.mark.parametrize(("guess", "success"), [("straight", True), ("pair", False)])
def test_challenge_9_fingerprint_scan(guess: str, success: bool) -> None:
    match = challenges(9, seats=["2c 7d", "9c 9d", "6h 7h"])
    play_heist(match, 1, 2, 3)
    play(match, f"0 guess {guess}", f"1 guess {guess}")
    assert last(match)["success"] is success


@pytest.mark.parametrize(("guess", "success"), [("royal-flush", True), ("straight-flush", False)])
def test_r14_a_royal_flush_is_not_a_straight_flush(guess: str, success: bool) -> None:
    match = challenges(9, seats=["2c 7d", "9c 9d", "Ah Kh"], rest="Qh Jh Th 3c 4d")
    play_heist(match, 1, 2, 3)
    play(match, f"0 guess {guess}", f"1 guess {guess}")
    assert last(match)["success"] is success


def test_r17_the_verdict_on_the_rank_waits_for_the_combination() -> None:
    match = challenges(4, 9)
    play_heist(match, 1, 2, 3)
    play(match, "0 guess K", "1 guess K")
    assert match.facts()["phase"] == "guess"
    assert notes_of(match, 0, "answer") == [(None, None, (), 4, "K")]
    assert not [note for note in match.view(0).events if note.kind in ("answer-right", "answer-wrong")]
    assert "guess pair" in match.legal(0) and "guess K" not in match.legal(0)
    play(match, "0 guess pair", "1 guess pair")
    assert (last(match)["guesses"], last(match)["success"]) == ({"4": "K", "9": "pair"}, False)


def test_the_thirtieth_guess_decides_by_number_then_by_the_last_said() -> None:
    seats = ["2c 7d", "3c 7h", "9c 9d", "Ac Ad"]
    match = challenges(4, seats=seats, rest="4c 8d 5s 3h Tc")
    play_heist(match, 1, 2, 3, 4)
    play(match, "1 guess A", "2 guess 5", "0 guess 2")
    for _ in range(26):
        play(match, "0 guess 3")
    assert match.facts()["phase"] == "guess"
    play(match, "1 guess A")
    assert last(match)["guesses"] == {"4": "A"} and last(match)["success"] is True
    most = challenges(4, seats=seats, rest="4c 8d 5s 3h Tc")
    play_heist(most, 1, 2, 3, 4)
    play(most, "1 guess 5", "2 guess 5")
    for _ in range(28):
        play(most, "0 guess 3")
    assert last(most)["guesses"] == {"4": "5"}


def test_challenge_5_goes_from_the_turn_to_the_river() -> None:
    match = challenges(5)
    play_round(match, 1, 2, 3)
    play_round(match, 1, 2, 3)
    assert match.facts()["round"] == 4 and len(match.view(0).cards("community")) == 5
    assert chips(match, "orange") == [None] * 3


def test_view_challenge_8_earlier_chips_are_in_no_view() -> None:
    match = challenges(8)
    play_round(match, 1, 2, 3)
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert [view.counter("white", other) for other in range(3)] == [0, 0, 0]
        assert not [note for note in view.events if note.kind in ("take", "take-from", "put")]
    assert chips(match, "white") == [None] * 3
    play_round(match, 3, 2, 1)
    play_round(match, 2, 1, 3)
    assert chips(match, "orange") == [None] * 3
    assert match.view(0).hints[2].args["chips"] == "– – – –"


def test_challenge_8_leaves_no_trace_in_the_log_of_the_last_chip() -> None:
    options: dict[str, OptionValue] = {"mode": "custom", "challenges": [8], "round_end": "instant"}
    match = gang(POCKETS, LOW_FLOP, options)
    take(match, 1, 2, 3)
    assert match.facts()["round"] == 2
    assert [note.kind for note in match.view(2).events] == ["flop", "blackout", "round"]


def test_r6_blackout_comes_after_3_and_7() -> None:
    match = challenges(7, 8)
    play_round(match, 1, 2, 3)
    assert match.facts()["pocket"] == [["2c", "7d"], ["9c", "9d"], ["3h", "Tc"]]
    assert chips(match, "white") == [None] * 3


def test_r6_blackout_with_hasty_getaway() -> None:
    match = challenges(5, 8)
    play_round(match, 1, 2, 3)
    play_round(match, 1, 2, 3)
    assert match.facts()["round"] == 4 and chips(match, "yellow") == [None] * 3


def test_view_challenge_10_three_cards_each() -> None:
    match = challenges(10, seats=["2c 7d Kh", "9c 9d Kc", "Ac Ad Ks"])
    assert match.facts()["pocket"] == [["2c", "7d", "Kh"], ["9c", "9d", "Kc"], ["Ks", "Ac", "Ad"]]
    assert match.view(0).cards("pocket", 1) == [None, None, None]
    play_heist(match, 1, 2, 3)
    assert last(match)["category"] == ["high", "pair", "pair"] and last(match)["success"] is True


def test_challenge_10_best_five_of_eight() -> None:
    match = challenges(10, seats=["2c 7d Kh", "9c 9d 9h", "Ac 8c Ts"], rest="4c 9s 5c 3h Tc")
    play_heist(match, 1, 3, 2)
    assert last(match)["category"] == ["high", "four", "flush"]


def test_r7_a_redraw_with_challenge_10_takes_three() -> None:
    match = challenges(7, 10, seats=["2c 7d 6h", "9c 9d 6d", "Ac Ad 6s"], rest="4c 8d 5s 3h Tc Th")
    play_round(match, 1, 2, 3)
    pocket = match.facts()["pocket"]
    assert isinstance(pocket, list) and pocket[2] == ["3h", "Tc", "Th"]


def test_custom_challenges_are_active_in_every_heist() -> None:
    same = deck(POCKETS, LOW_FLOP)
    match = Match.new("the-gang", 3, {"mode": "custom", "challenges": [5, 1]}, chance=[same] * 3)
    while match.result is None:
        assert match.facts()["challenges"] == [1, 5]
        play_round(match, 1, 2, 3)
    assert "decks" not in match.result.to_json()
    assert Match.new("the-gang", 3, {"mode": "custom"}, chance=[plain_deck()]).facts()["challenges"] == []


# Their story


def test_the_last_hand_is_opened_after_the_guess() -> None:
    match = challenges(4)
    for _ in range(3):
        play_round(match, 1, 2, 3)
    play(match, "0 take 1", "1 take 2", "2 take 3", "0 ready", "1 ready")
    assert outline(story(match, "2 ready")) == ["flip: ready shows-high", "flip: shows-pair"]
    ask = match.view(0).ask
    assert ask is not None and (ask.kind, ask.other) == ("ask-guess", 2) and match.view(2).ask is None
    assert [label.owner for label in match.view(2).labels] == [0, 1]
    play(match, "0 guess A")
    last_hand, curtain = beats = story(match, "1 guess A")
    assert outline(beats) == ["flip: guess answer shows-pair", "curtain: answer-right success"]
    assert last_hand.cards("pocket", 2) == ["Ac", "Ad"] and curtain.counter("vaults") == 1
