"""The Gang: what cards, proposals, answers and guesses are worth to a seat, in positions where it is evident."""

from __future__ import annotations

import pytest
from gang_table import agree, gang, met, play_heist, play_round

from koloda import Match
from koloda.bots.advice import Advice, advise
from koloda.bots.seat_view import SeatView
from koloda.bots.the_gang.evaluator import EVALUATOR, imagined
from koloda.bots.the_gang.outcomes import LEAST_WORLDS_ALIKE, best_rest, by_rank, likely_right, rank
from koloda.core.cards import FRENCH
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.core.record_types import ChanceRecord
from koloda.games.shared.poker import SUITLESS_JACK_BIT, hand_of
from koloda.lab.gang_heists import play_one_move
from koloda.match import resample
from koloda.review import Walk, judge
from koloda.testing import play

pytestmark = pytest.mark.compiled  # bots think
WORLDS = 400
AFTERWARDS = (
    "после этого самая вероятная ваша фишка верна с вероятностью ",
    "your likeliest chip is then ",
)


def advised(match: Match, seat: int) -> Advice:
    advice = advise(SeatView(match, seat), Fast(1), worlds=WORLDS)
    assert advice is not None
    return advice


def worths(match: Match, seat: int, move: str) -> dict[str, float]:
    """What a move and the others beside it are worth."""
    found = EVALUATOR.outcomes(match.view(seat), WORLDS, move)
    return {option: sum(values) / len(values) for option, values in found.items()}


def at_river(specialist: int, pockets: list[str], board: str, *chips: int) -> Match:
    """The red round, after three rounds with the same chips."""
    match = met(specialist, pockets=pockets, rest=board)
    for _ in range(3):
        play_round(match, *chips)
    return match


def hand(text: str) -> int:
    return int(hand_of([FRENCH.card(face) for face in text.split()]))


# Position by position


def test_a_discard_keeps_the_hand_whose_place_is_sure() -> None:
    match = at_river(5, ["Kc 3h", "Qc 8h", "Ac Td"], "Ks Kd 7h 4c 2s Kh 9d", 3, 1, 2)
    agree(match, "0")
    worth = worths(match, 0, "discard 3h")
    assert set(worth) == {"discard 3h", "discard Kc", "discard Kh"}
    assert worth["discard 3h"] == 1.0 > worth["discard Kc"], "four kings are the best hand of all"
    advice = advised(match, 0)
    assert advice.move == "discard 3h"
    assert advice.text.ru.startswith(f"Сбросить карту: 3h — {AFTERWARDS[0]}100,0%; ")
    assert advice.text.en.startswith(f"Discard a card: 3h — {AFTERWARDS[1]}100.0% to be right; ")


def test_with_the_jack_the_three_eights_stay_together() -> None:
    match = at_river(7, ["8c 3h", "Qc 9h", "Ac Td"], "Js 8d 8h 4d 2s", 3, 1, 2)
    agree(match, "0")
    worth = worths(match, 0, "discard 3h")
    assert set(worth) == {"discard 3h", "discard 8c"}
    assert worth["discard 3h"] == 1.0 > worth["discard 8c"] + 0.05, "a full house beside two pairs"


def test_a_gift_leaves_the_pair_of_aces_whole() -> None:
    match = met(6, 10, pockets=["Ac As 7d", "Qc 3d 5h", "Jc Td 6h"], rest="4c 8d 5s 2h 9h")
    worth = worths(match, 0, "give 7d")
    assert worth["give 7d"] > max(worth["give Ac"], worth["give As"]) + 0.08
    advice = advised(match, 0)
    assert advice.move == "give 7d"
    for text, words in zip((advice.text.ru, advice.text.en), AFTERWARDS, strict=True):
        assert words in text


def test_advice_names_what_is_best_whatever_the_bot_would_play() -> None:
    match = met(6, pockets=["Ac 7d", "Qc 3d", "Jc Td"])
    worth = worths(match, 0, "give 7d")
    assert worth["give Ac"] > worth["give 7d"] + 0.05, "a seven is low, and the ace lies where it is known"
    advice = advised(match, 0)
    assert advice.move == "give Ac"


def test_the_card_is_shown_by_which_the_other_can_tell() -> None:
    match = at_river(1, ["Ac 3h", "Qc 8h", "Jc Td"], "Ad 9c 6h 5s Kd", 3, 1, 2)
    agree(match, "0 1")
    assert match.view(0).announcements[-1].kind == "owes-show" and match.view(0).announcements[-1].other == 1
    worth = worths(match, 0, "show Ac")
    assert worth["show Ac"] > 0.95 > 0.85 > worth["show 3h"], "a three hides the pair of aces"
    advice = advised(match, 0)
    assert advice.move == "show Ac"
    assert "верно поймёт, чья из двух рук сильнее; 3h — " in advice.text.ru
    assert "that whoever sees it rightly tells which of your two hands is the stronger; 3h — " in advice.text.en


BOARD = "As Kd 7h 4c 2s"


def test_muscle_makes_a_low_pair_the_best_and_a_high_one_no_longer() -> None:
    low = at_river(10, ["2d 3c", "Jc 7c"], BOARD, 2, 1)
    worth = worths(low, 0, "propose 0")
    assert set(worth) == {"", "propose 0", "propose 1"} and worth["propose 0"] > worth[""] + 0.2
    play(low, "1 propose 0")
    assert worths(low, 0, "agree") == {"agree": worth["propose 0"], "decline": worth[""]}
    advice = advised(low, 0)
    assert advice.move == "agree"
    assert advice.text.ru.startswith(f"Согласиться — {AFTERWARDS[0]}")
    assert advice.text.en.startswith(f"Agree — {AFTERWARDS[1]}")
    high = at_river(10, ["Ad Qd", "Jc 7c"], BOARD, 2, 1)
    play(high, "1 propose 1")
    worth = worths(high, 0, "agree")
    assert worth["agree"] < worth["decline"] - 0.2


def test_a_card_more_is_worth_something_and_the_jack_more() -> None:
    pockets, board = ["8c 3d", "Qc 7h"], "Ks Jd 8h 4c 2s"
    hacked = worths(at_river(5, pockets, board, 2, 1), 0, "propose 0")
    assert hacked["propose 0"] > hacked[""] and hacked["propose 1"] < hacked[""] - 0.1
    jack = worths(at_river(7, pockets, board, 1, 2), 0, "propose 0")
    assert jack["propose 0"] > jack[""] + 0.1 and jack["propose 1"] == 1.0, "a pair of jacks beats the eights for sure"


def test_to_hear_a_combination_helps_to_find_the_place() -> None:
    match = at_river(2, ["8c 3d", "Qc 7h"], "Ks Jd 8h 4c 2s", 1, 2)
    play(match, "1 propose 1")
    worth = worths(match, 0, "agree")
    assert worth["agree"] > worth["decline"] + 0.15


def test_a_rank_is_worth_asking_for_if_it_decides() -> None:
    match = at_river(4, ["Qc 8d", "Jc 7h"], "Ks Kd 9h 9c 2s", 2, 1)
    worth = worths(match, 0, "propose 1 A")
    assert len(worth) == 1 + 2 * 13
    assert worth["propose 1 A"] > worth[""] + 0.05, "only a higher kicker is likely to beat the queen"
    assert worth["propose 1 3"] == worth["propose 0 A"] == worth[""]


def test_to_see_a_card_helps_whoever_sees_it() -> None:
    match = at_river(1, ["Qc 8d", "Jc 7h"], "Ks Kd 9h 9c 2s", 2, 1)
    worth = worths(match, 0, "propose 1 0")
    assert worth["propose 1 0"] > worth[""] + 0.05 and worth["propose 0 1"] == worth[""]


def test_a_proposal_that_only_tells_others_is_said_to_be_so() -> None:
    match = at_river(2, ["8c 3d", "Qc 7h"], "Ks Jd 8h 4c 2s", 1, 2)
    play(match, "1 propose 0")
    worth = worths(match, 0, "agree")
    assert worth["agree"] == worth["decline"]
    advice = advised(match, 0)
    assert "(вашей фишке это ничего не даст: больше узнают другие); примерно то же: отклонить — " in advice.text.ru
    assert "(your own chip gains nothing by it: others learn more); about the same: decline — " in advice.text.en
    shown = met(1)
    play(shown, "0 propose 0 1")
    assert [bool(hints) for hints in ([h for h in shown.view(s).hints if h.move == "agree"] for s in (1, 2))] == [
        False,
        True,
    ]


def test_a_guess_heeds_what_was_told() -> None:
    told = met(8, 4, pockets=["Tc 7d", "Qc 3d", "Ac Ad"])
    play_heist(told, 1, 2, 3)
    assert worths(told, 0, "guess A")["guess A"] == 1.0, "only two aces make 22"
    first = gang(["Tc 7d", "Qc 3d", "Ac Td"], "4c 8d 5s 2h 9h Kc Kd").game.chance.asked[0].to_json()
    again: ChanceRecord = {"shuffle": ["Td", "Tc", "Qc", "3d", "Ac", "7d"]}
    options: dict[str, OptionValue] = {"mode": "custom", "specialist": 9, "challenges": [4]}
    dealt = Match.new("the-gang", 3, options, chance=[first, again])
    play_heist(dealt, 1, 3, 2)
    assert worths(dealt, 0, "guess T")["guess T"] == 1.0, "the ten was in the first pocket and lies nowhere else"
    assert worths(dealt, 2, "guess A")["guess A"] == 1.0 > worths(dealt, 0, "guess A")["guess A"]


def test_who_has_proposed_may_wait_or_withdraw() -> None:
    match = at_river(10, ["2d 3c", "Jc 7c"], BOARD, 2, 1)
    play(match, "0 propose 0")
    assert set(worths(match, 0, "decline")) == {"", "decline"}


# How it is worked out


def test_who_sees_more_takes_the_fitting_chip_more_often() -> None:
    bits = [0b10, 0b100] * LEAST_WORLDS_ALIKE + [0b100, 0b10] * LEAST_WORLDS_ALIKE
    seen = [bit >> 1 for bit in bits]
    assert likely_right(bits, seen) == [1.0] * len(bits)
    assert sum(likely_right(bits, [0] * len(bits))) == len(bits) / 2
    few = bits[: LEAST_WORLDS_ALIKE // 2]
    assert sum(likely_right(few, seen[: LEAST_WORLDS_ALIKE // 2])) < len(few), "too few to tell apart"


def test_cards_of_a_hand() -> None:
    assert [rank(bit) for bit in by_rank(hand("Ac 2d Js"))] == [0, 9, 12] and rank(SUITLESS_JACK_BIT) == 9
    assert best_rest(hand("Kc 3h Kd"), 0, hand("Ks 7h")) == hand("Kc Kd")
    assert best_rest(hand("9c 3h"), SUITLESS_JACK_BIT, hand("9d 7h")) == hand("9c") | SUITLESS_JACK_BIT


# Nothing leaks, and everything is judged


SPECIALISTS = [1, 2, 4, 5, 6, 7, 10]


def choices_of(specialist: int, seed: str = "choices") -> dict[str, tuple[Match, int]]:
    """One position for every kind of choice that a specialist brings, each with a seat that has it."""
    match = Match.new("the-gang", 3, {"mode": "custom", "specialist": specialist, "challenges": [4]}, seed=seed)
    chance = Fast(specialist)
    found: dict[str, tuple[Match, int]] = {}
    while match.result is None and match.move_number < 60:
        for seat in match.turn.seats:
            for verb in {move.partition(" ")[0] for move in match.legal(seat)} - {"take", "put", "ready"}:
                found.setdefault(verb, (match.copy(), seat))
        play_one_move(match, chance)
    return found


@pytest.mark.parametrize("specialist", SPECIALISTS)
def test_the_same_view_with_other_hidden_cards_gives_the_same_advice(specialist: int) -> None:
    found = choices_of(specialist)
    assert found
    for verb, (match, seat) in found.items():
        move = next(move for move in match.legal(seat) if move.startswith(verb))
        told = EVALUATOR.outcomes(match.view(seat), 30, move)
        assert move in told, f"{verb} has no estimate"
        for number in range(2):
            imagined.cache_clear()
            world = resample(match, seat, Fast(number))
            assert EVALUATOR.outcomes(world.view(seat), 30, move) == told
            assert advise(SeatView(world, seat), Fast(1), worlds=30) == advise(
                SeatView(match, seat), Fast(1), worlds=30
            )


def test_a_guess_is_judged_exactly() -> None:
    match = next(found["guess"][0] for found in (choices_of(2, f"guess {n}") for n in range(20)) if "guess" in found)
    seat = match.turn.seats[0]
    likely = sorted(match.legal(seat), key=lambda move: -EVALUATOR.outcomes(match.view(seat), 1)[move][0])
    match.play(seat, likely[-1])
    one = judge(Walk(match.record()), match.move_number - 1, "", 10)
    assert one.aside and not one.counts and one.best.move == likely[0] and one.error == 0.0
    assert one.cost == pytest.approx(one.best.value - one.estimates[-1].value) and one.cost > 0.1
