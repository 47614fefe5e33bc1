"""Starboard: the worked examples and rulings of docs/rules/starboard.md."""

from __future__ import annotations

from koloda import Match
from koloda.bots.starboard import BRAIN
from koloda.core.chance import Fast
from koloda.core.record_types import ChanceRecord
from koloda.games.starboard import Starboard
from koloda.testing import labels_of, outline, play, refusal, scripted, state, story
from koloda.testing.option_sets import Options


def starboard(seats: int, first: int, deck: str, **options: int) -> Match:
    before: list[ChanceRecord] = [{"pick": first}]
    return scripted("starboard", seats, f"1 2 2 3 3 | {deck}", Options(options), before=before)


def test_x1_an_early_fold_wins_when_the_other_pairs() -> None:
    match = starboard(2, 0, "9 10 | 10 | 7 8")
    play(match, "0 fold")
    assert match.facts()["status"] == ["folded", "in"]
    play(match, "1 hit")
    assert match.facts() == {
        "chips": [11, 7],
        "pot": 2,
        "common": [7, 8],
        "status": ["in", "in"],
        "first": 1,
        "to_move": 1,
        "round": 2,
        "deck_count": 45,
        "over": False,
        "winners": [],
        "losers": [],
        "scores": [11, 7],
    }


def test_x2_a_later_fold_beats_an_early_one() -> None:
    match = starboard(2, 0, "9 10 | 6 | 7 8")
    play(match, "0 fold", "1 hit")
    assert match.facts()["common"] == [9, 10, 6]
    assert match.facts()["pot"] == 3
    assert match.facts()["to_move"] == 1
    play(match, "1 fold")
    assert match.facts()["chips"] == [8, 10]
    assert match.facts()["pot"] == 2
    assert match.facts()["common"] == [7, 8]
    assert match.facts()["to_move"] == 1


def test_x3_r4_an_opening_pair_is_replaced_and_equal_folds_share() -> None:
    match = starboard(3, 2, "8 8 8 4 | 6 5")
    assert match.facts()["common"] == [8, 4]
    assert match.view(0).cards("discard") == [8, 8]
    play(match, "2 fold", "0 fold", "1 fold")
    assert match.facts()["first"] == 0
    assert match.facts()["chips"] == [9, 9, 9]
    assert match.facts()["pot"] == 3
    assert match.facts()["common"] == [6, 5]


def test_x4_four_seats_share_after_a_pair() -> None:
    match = starboard(4, 0, "8 9 | 5 9 | 6 7")
    play(match, "0 hit")
    assert match.facts()["pot"] == 5
    play(match, "1 hit")
    assert match.facts()["pot"] == 6
    assert match.facts()["status"] == ["in", "out", "in", "in"]
    play(match, "2 fold", "3 fold", "0 fold")
    assert match.facts()["chips"] == [9, 7, 10, 10]
    assert match.facts()["pot"] == 4


def test_x4_with_one_more_chip_a_remainder_stays() -> None:
    match = starboard(4, 0, "8 9 | 5 9 | 6 7")
    state(match, Starboard).pot += 1
    play(match, "0 hit", "1 hit", "2 fold", "3 fold", "0 fold")
    assert match.facts()["chips"] == [9, 7, 10, 10]
    assert match.facts()["pot"] == 5


def test_r1_the_deck_goes_on_and_is_reshuffled_with_a_burn() -> None:
    match = starboard(2, 0, "9 10 | 7 8")
    game = state(match, Starboard)
    game.deck.all_to(game.discard)
    game.chance = Fast(1)
    play(match, "0 hit")
    assert len(game.burnt) == 5
    assert len(game.deck) + len(game.discard) + len(game.common) == 50


def test_r2_the_last_one_who_is_not_out_takes_the_pot_without_a_move() -> None:
    match = starboard(2, 0, "9 10 | 9 | 7 8")
    play(match, "0 hit")
    assert [note.kind for note in match.view(None).events][:4] == ["pays", "pair", "last", "takes-pot"]
    assert match.facts()["chips"] == [7, 11]


def test_r3_a_growing_hand_beats_nobody_until_somebody_folds() -> None:
    match = starboard(3, 0, "9 10 | 6 5")
    play(match, "0 fold", "1 hit", "2 hit")
    assert match.facts()["status"] == ["folded", "in", "in"]
    play(match, "1 fold")
    assert match.facts()["status"] == ["out", "folded", "in"]


def test_r5_r6_a_fold_takes_no_card_and_the_pot_holds_every_payment() -> None:
    match = starboard(3, 0, "9 10 | 6 5")
    play(match, "0 hit")
    assert (match.facts()["deck_count"], match.facts()["pot"], match.facts()["chips"]) == (47, 4, [8, 9, 9])
    play(match, "1 fold")
    assert (match.facts()["deck_count"], match.facts()["pot"], match.facts()["chips"]) == (47, 4, [8, 9, 9])


def test_r7_without_chips_one_may_only_fold_and_a_seat_at_0_may_win() -> None:
    match = starboard(2, 0, "9 10 | 10 | 7 8")
    state(match, Starboard).chips = [0, 5]
    assert match.legal(0) == ["fold"]
    assert refusal(match, 0, "hit") == "no-chips"
    assert refusal(match, 0, "hit 1") == "not-now"
    assert [hint.move for hint in match.view(0).hints] == ["fold", ""]
    assert BRAIN.choose(match.game, 0, Fast(1)) == "fold"
    play(match, "0 fold", "1 hit")
    assert match.facts()["chips"] == [2, 3]


def test_r8_the_match_ends_when_somebody_has_no_chips_left() -> None:
    match = starboard(3, 0, "9 10 | 9 10 | 7 8")
    state(match, Starboard).chips = [1, 4, 6]
    play(match, "0 hit", "1 hit")
    assert match.result is not None
    assert match.result.scores == (0, 3, 11)
    assert (match.result.winners, match.result.losers, match.result.places) == ((2,), (0,), (3, 2, 1))
    assert match.facts()["winners"] == [2]
    assert match.facts()["status"] == ["out", "out", "folded"]
    assert match.facts()["common"] == []


def test_r9_the_cap_ends_the_match() -> None:
    match = starboard(2, 0, "9 10", max_rounds=1)
    play(match, "0 fold", "1 fold")
    assert match.result is not None
    assert (match.result.winners, match.result.losers) == ((0, 1), ())


def test_r10_house_rules_of_pairs_are_not_offered() -> None:
    assert [option.name for option in Starboard.info.options] == ["chips", "max_rounds"]


def test_r11_one_may_fold_at_the_opening_cards() -> None:
    assert starboard(2, 1, "9 10").legal(1) == ["fold", "hit"]


def test_what_the_seats_see() -> None:
    match = starboard(4, 3, "9 10 | 6 10")
    play(match, "3 fold", "0 hit", "1 hit")
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert view.cards("common") == [9, 10, 6]
        assert view.cards("discard") == [10]
        assert view.cards("burnt") == [None] * 5
        assert view.cards("deck") == [None] * 46
        assert view.counter("pot") == 6
        assert [view.counter("chips", s) for s in range(4)] == [8, 8, 9, 9]
        said = [(note.kind, note.seat, note.n) for note in view.announcements]
        assert said == [("is-out", 1, 0), ("folded", 3, 2)] and view.counter("first") == 3


def test_hints() -> None:
    match = starboard(4, 3, "9 10 | 6 10")
    play(match, "3 fold", "0 hit", "1 hit")
    assert match.view(0).hints == [] and match.view(None).hints == []
    fold, hit, unseen = match.view(2).hints
    assert fold.args == {"n": 3}  # 6 chips for seats 0 and 2: seat 3 folded earlier
    assert hit.args == {"percent": 41, "n": 7}  # 8 nines, 8 tens and 5 sixes of 51 unseen
    assert unseen.kind == "hint-unseen"


def test_default_move_is_to_fold() -> None:
    assert starboard(2, 0, "9 10").game.default_move(0) == "fold"


def test_a_copy_plays_apart() -> None:
    match = starboard(3, 2, "9 10 | 6 5 | 7 8")
    play(match, "2 fold")
    other = match.copy()
    play(match, "0 hit", "1 fold", "0 fold")
    assert other.facts()["status"] == ["in", "in", "folded"]
    play(other, "0 hit", "1 fold", "0 fold")
    assert other.facts() == match.facts()


def test_the_policy_throws_an_early_folder_out_when_the_hand_is_low() -> None:
    match = starboard(2, 0, "4 5 | 6")
    play(match, "0 fold")
    assert BRAIN.choose(match.game, 1, Fast(1)) == "hit"
    play(match, "1 hit")
    assert BRAIN.choose(match.game, 1, Fast(1)) == "fold"


# Its story


def test_a_pair_joins_the_common_hand_before_the_pot_and_the_antes_go() -> None:
    match = starboard(2, 0, "9 10 | 10 | 7 8")
    play(match, "0 fold")
    pair, curtain, antes = beats = story(match, "1 hit", 0)
    assert outline(beats) == ["land: pays pair", "curtain: takes-pot", "gather: round ante"]
    assert pair.cards("common") == [9, 10, 10] and labels_of(pair) == [("common", None, "label-pair", 10)]
    assert pair.counter("pot") == 3 and [note.kind for note in pair.announcements] == ["folded", "is-out"]
    assert curtain.cards("common") == [9, 10] and curtain.cards("discard") == [10] and curtain.gains == (2, -2)
    assert antes.cards("common") == [] and antes.counter("pot") == 2 and antes.counter("chips", 0) == 11
    assert match.view(0).cards("common") == [7, 8] and match.beats([None]) == [beats]
