"""The Gang: the modes, the decks that carry over, any order of arrival, and bots in every phase."""

from __future__ import annotations

from typing import cast

import pytest
from gang_table import deck, gang, last, play_heist, play_round

from koloda import BadOption, Match
from koloda.bots.the_gang.policy import POLICIES
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.core.record_types import ChanceRecord
from koloda.lab.gang_heists import play_one_move
from koloda.testing import play
from koloda.testing.conformance import CHECKS, check_case
from koloda.testing.secret_checks import notes_tell_no_closed_card
from koloda.testing.walks import Case, walk

SAME = deck(["2c 3d", "Ac Ad"], "7h 8s 9c Kd Kh")
NUMBERS = [*range(1, 11)]

choose, wish = POLICIES["strong"].choose, POLICIES["strong"].wish


def won(match: Match, success: bool) -> None:
    """Play a heist of the two seats so that it succeeds, or not."""
    play_heist(match, *((1, 2) if success else (2, 1)))


def start(mode: str, *before: ChanceRecord, **options: OptionValue) -> Match:
    return Match.new("the-gang", 2, {"mode": mode, **options}, chance=[*before, *[SAME] * 5])


def active(match: Match) -> tuple[object, object]:
    return match.facts()["challenges"], match.facts()["specialist"]


def decks(match: Match) -> OptionValue:
    assert match.result is not None
    return cast(OptionValue, match.result.extra["decks"])


def test_e8_advanced_first_match() -> None:
    match = start("advanced")
    seen = [active(match)]
    for success in (False, True, False, True, True):
        won(match, success)
        seen.append(active(match))
    assert seen[:5] == [([], None), ([], 1), ([1], None), ([], 2), ([2], None)]
    assert match.result is not None and match.result.extra["team"] == "win"
    assert decks(match) == {
        "challenge": [3, 4, 5, 6, 7, 8, 9, 10, 1, 2], "challenge_drawn": 2,
        "specialist": [3, 4, 5, 6, 7, 8, 9, 10, 1, 2], "specialist_drawn": 2,
    }  # fmt: skip


def test_decks_are_handed_to_the_next_match() -> None:
    first = start("advanced")
    for success in (False, True, False, True, True):
        won(first, success)
    second = start("advanced", decks=decks(first))
    won(second, True)
    assert active(second) == ([3], None)
    won(second, False)
    assert active(second) == ([], 3)


def test_r10_a_deck_is_shuffled_after_a_full_pass() -> None:
    order = [2, 1, *range(3, 11)]
    left: OptionValue = {"challenge": NUMBERS, "challenge_drawn": 10, "specialist": NUMBERS, "specialist_drawn": 9}
    chance: list[ChanceRecord] = [SAME, {"shuffle": order}, SAME, SAME, {"shuffle": order[::-1]}, SAME]
    match = Match.new("the-gang", 2, {"mode": "advanced", "decks": left}, chance=chance)
    won(match, True)
    assert active(match) == ([2], None)
    won(match, False)
    assert active(match) == ([], 1)
    won(match, False)
    assert active(match) == ([], 10)
    won(match, False)
    assert decks(match) == {
        "challenge": [1, *range(3, 11), 2], "challenge_drawn": 1,
        "specialist": [*order[::-1][1:], 10], "specialist_drawn": 1,
    }  # fmt: skip


def test_advanced_with_shuffled_decks_asks_for_both() -> None:
    challenge, specialist = [5, *range(1, 5), *range(6, 11)], [9, *range(1, 9), 10]
    match = start("advanced", {"shuffle": challenge}, {"shuffle": specialist}, decks="shuffled")
    won(match, True)
    assert active(match) == ([5], None)


def test_professional_has_a_permanent_challenge() -> None:
    match = start("professional", {"shuffle": [5, 7, 2, 3, 4, 6, 8, 9, 10]})
    assert active(match) == ([5], None)
    won(match, False)
    assert active(match) == ([5], 1)
    won(match, True)
    assert active(match) == ([5, 7], None)
    won(match, False)
    assert active(match) == ([5], 2)
    won(match, False)
    assert decks(match) == {"specialist": [*range(3, 11), 1, 2], "specialist_drawn": 2}


def test_professional_with_shuffled_decks() -> None:
    nine = [5, 7, 2, 3, 4, 6, 8, 9, 10]
    match = start("professional", {"shuffle": nine}, {"shuffle": [4, 1, 2, 3, *range(5, 11)]}, decks="shuffled")
    won(match, False)
    assert active(match) == ([5], 4)


def test_e9_master() -> None:
    match = start("master", {"shuffle": [8, 5, 2, 3, 4, 6, 7, 9, 10]})
    assert active(match) == ([5, 8], None)
    assert match.view(None).counters[3].goal == 2
    won(match, True)
    assert active(match) == ([2, 8], None)
    assert match.game.challenge_deck.pile.cards()[-1] == 5  # type: ignore[attr-defined]
    won(match, False)
    assert active(match) == ([3, 8], None)
    won(match, False)
    assert match.result is not None and match.result.to_json() == {
        "scores": [1, 1], "winners": [], "losers": [0, 1], "places": [1, 1], "team": "lose",
    }  # fmt: skip


def test_base_mode_has_no_advanced_cards_and_no_decks() -> None:
    match = start("base")
    for success in (True, False, True, True):
        assert active(match) == ([], None)
        won(match, success)
    assert match.result is not None and "decks" not in match.result.to_json()


@pytest.mark.parametrize(
    "options",
    [
        {"decks": "mixed"},
        {"decks": {"challenge": NUMBERS}},
        {"decks": {"challenge": NUMBERS, "challenge_drawn": 11}},
        {"decks": {"challenge": NUMBERS[:9], "challenge_drawn": 0}},
        {"decks": {"challenge": [True, *NUMBERS[1:]], "challenge_drawn": 0}},
        {"decks": {"challenge": 5, "challenge_drawn": 0}},
        {"decks": {"specialist_drawn": 3}},
        {"decks": {"other": 1}},
        {"mode": "custom", "challenges": [1, 1]},
        {"mode": "custom", "challenges": [11]},
        {"mode": "custom", "challenges": 4},
        {"mode": "custom", "specialist": 0},
        {"mode": "custom", "specialist": True},
        {"mode": "advanced", "challenges": [1]},
        {"specialist": 3},
    ],
)
def test_odd_options_are_refused(options: dict[str, OptionValue]) -> None:
    with pytest.raises(BadOption):
        Match.new("the-gang", 3, options, seed="odd")


@pytest.mark.parametrize(
    "options",
    [
        {"challenges": [], "specialist": None, "decks": {}},
        {"mode": "advanced", "decks": {"specialist": NUMBERS[::-1], "specialist_drawn": 10}},
        {"mode": "custom", "challenges": NUMBERS, "specialist": 10},
    ],
)
def test_good_options_are_taken(options: dict[str, OptionValue]) -> None:
    match = Match.new("the-gang", 3, options, seed="good")
    assert Match.replay(match.record()).facts() == match.facts()


# Any order of arrival


def held(match: Match) -> dict[str, list[int | None]]:
    chips = match.facts()["chips"]
    assert isinstance(chips, dict)
    return chips


def check_step(match: Match, before: Match) -> None:
    """One chip a colour and value, one a seat and colour; a dark chip never leaves whoever has it."""
    now, then = held(match), held(before)
    for row in now.values():
        values = [chip for chip in row if chip]
        assert len(set(values)) == len(values) and all(1 <= chip <= match.game.seats for chip in values)
    same_round = (match.facts()["heist"], match.facts()["round"]) == (before.facts()["heist"], before.facts()["round"])
    if same_round:
        colour = ("white", "yellow", "orange", "red")[int(str(match.facts()["round"])) - 1]
        dark = [note.n for note in before.view(None).announcements if note.kind == "dark"]
        for seat, chip in enumerate(then[colour]):
            assert chip not in dark or now[colour][seat] == chip
        assert all(now[other] == then[other] for other in now if other != colour)
    else:
        assert match.facts()["ready"] == [False] * match.game.seats


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize(("challenges", "specialist"), [([2, 6], 5), ([2, 8], 7), ([6, 10], 1), ([4, 9], 10)])
def test_any_order_of_arrival_keeps_the_chips(seats: int, challenges: list[int], specialist: int) -> None:
    options: dict[str, OptionValue] = {
        "mode": "custom",
        "challenges": challenges,
        "specialist": specialist,
        "chip_limit": 15,
    }
    match = Match.new("the-gang", seats, options, seed=f"{seats} {challenges}")
    chooser = Fast(seats * 100 + specialist)
    for _ in range(400):
        if match.result is not None:
            break
        before = match.copy()
        seat = match.turn.seats[chooser.below(len(match.turn.seats))]
        legal = match.legal(seat)
        match.play(seat, legal[chooser.below(len(legal))])
        check_step(match, before)


@pytest.mark.parametrize("specialist", NUMBERS)
@pytest.mark.parametrize("challenges", [[3, 7], pytest.param([4, 10], marks=pytest.mark.compiled)])
def test_the_whole_kit_with_every_specialist(specialist: int, challenges: list[int]) -> None:
    options: dict[str, OptionValue] = {
        "mode": "custom",
        "challenges": challenges,
        "specialist": specialist,
        "chip_limit": 6,
    }
    case = Case("the-gang", 3, options)
    if specialist != 9:
        check_case(case)
        return
    walked = walk(case)
    for check in CHECKS:
        if check is not notes_tell_no_closed_card:  # a seat remembers its first cards, wherever they are now
            check(walked)


def test_con_artist_plays_and_replays() -> None:
    options: dict[str, OptionValue] = {"mode": "custom", "specialist": 9, "challenges": [3, 7], "chip_limit": 6}
    match = Match.new("the-gang", 5, options, seed="con artist")
    chooser = Fast(3)
    while match.result is None:
        seat = match.turn.seats[chooser.below(len(match.turn.seats))]
        match.play(seat, match.legal(seat)[chooser.below(len(match.legal(seat)))])
    assert Match.replay(match.record()).facts() == match.facts()


# The bots' policy


@pytest.mark.compiled
@pytest.mark.parametrize("specialist", NUMBERS)
@pytest.mark.parametrize("challenges", [[4, 9], [2, 6, 8], [1, 10]])
def test_policy_plays_every_phase(specialist: int, challenges: list[int]) -> None:
    options: dict[str, OptionValue] = {"mode": "custom", "challenges": challenges, "specialist": specialist}
    match = Match.new("the-gang", 3, options, seed=f"bots {specialist}")
    chance = Fast(specialist)
    verbs = set()
    while match.facts()["heist"] == 1:
        play_one_move(match, chance)
        verbs.add(match.moves()[-1][1].split(" ")[0])
    used = last(match)
    assert used["heist"] == 1 and "take" in verbs
    if specialist not in (3, 6, 8, 9):
        assert {"propose", "agree"} <= verbs
    assert specialist != 6 or "give" in verbs


@pytest.mark.parametrize(
    ("specialist", "challenges", "proposal"),
    [(1, [], "propose 2 0"), (4, [], "propose 2 8"), (4, [8], "propose 2 8"), (5, [1], "propose 2")],
)
def test_policy_proposes_after_the_flop(specialist: int, challenges: list[int], proposal: str) -> None:
    """The seat with the lowest chip: a neighbour is to see its card, the highest rank on the table is asked for."""
    options: dict[str, OptionValue] = {"mode": "custom", "challenges": challenges, "specialist": specialist}
    match = gang(["9c 9d", "Ac Ad", "2c 7d"], "4c 8d 5s 3h Tc", options)
    if match.facts()["round"] == 1:
        play_round(match, 2, 3, 1)
    chance = Fast(1)
    if challenges:  # there are no white chips: the yellow ones tell
        play(match, "2 take 1")
    assert wish(match.view(2), chance) == proposal
    assert not wish(match.view(0), chance).startswith("propose")
    play(match, f"2 {proposal}")
    assert wish(match.view(0), chance) == "agree"


def test_policy_agrees_on_the_likeliest_answer() -> None:
    options: dict[str, OptionValue] = {"mode": "custom", "challenges": [9]}
    match = gang(["2c 7d", "9c 9d", "Ac Ad"], "4c 8d 5s 3h Tc", options)
    play_heist(match, 1, 2, 3)
    chance = Fast(1)
    assert wish(match.view(1), chance) == "" and choose(match.view(1), chance) == "guess pair"
    assert wish(match.view(0), chance) == "guess pair"
    hint = match.view(0).hints[0]
    assert (hint.kind, hint.move) == ("hint-guess", "guess pair")
    play(match, "0 guess pair")
    assert wish(match.view(0), chance) == "" and wish(match.view(1), chance) == "guess pair"
    assert match.view(2).hints == []


@pytest.mark.parametrize(("user", "likeliest"), [(None, "pair"), (2, "pair"), (1, "two-pair")])
def test_guess_hints_know_of_muscle(user: int | None, likeliest: str) -> None:
    options: dict[str, OptionValue] = {"mode": "custom", "challenges": [9], "specialist": 10}
    match = gang(["2c 7d", "9c 9d", "Ac Ad"], "4c 8d 5s 3h Tc", options)
    if user is not None:
        play(match, f"0 propose {user}", "1 agree", "2 agree")
    play_heist(match, 1, 2, 3)
    assert match.view(0).hints[0].args["word"] == likeliest


def test_default_moves_in_every_phase() -> None:
    match = gang(["2c 7d", "9c 9d", "Ac Ad"], "4c 8d 5s 3h Tc", {"mode": "custom", "challenges": [4], "specialist": 5})
    assert match.game.default_move(0) == "take 1"
    play(match, "0 propose 0", "1 agree", "2 agree")
    assert match.game.default_move(0) == "discard 7d"
    play(match, "0 discard 4c")
    play_heist(match, 1, 2, 3)
    assert match.game.default_move(0) == "guess A"
    play(match, "1 guess 5")
    assert match.game.default_move(0) == "guess 5"
