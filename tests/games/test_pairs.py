"""Pairs: the worked examples (X) and rulings (R) of docs/rules/pairs.md, each by its name."""

from __future__ import annotations

import pytest
from pairs_table import table

from koloda import BadOption, BadSeats, Match
from koloda.core.game import Result
from koloda.core.options import OptionValue
from koloda.core.pile import Pile
from koloda.games.pairs import Pairs
from koloda.testing import facts, labels_of, outline, play, refusal, scripted, state, story, told

# 7. Worked examples

BOOK = "10 7 5 4 2 | 8 10 10 6 9 | 8 3 9 5 | 7 9 10 8 6"


def test_x1_the_books_game_of_five() -> None:
    match = scripted("pairs", 5, BOOK)
    assert facts(match, "to_move", "stacks") == [3, [[8], [10], [10], [6], [9]]]
    play(match, "3 hit", "4 hit", "0 hit", "1 hit", "2 fold")
    assert facts(match, "scores", "round", "to_move") == [[0, 0, 3, 0, 0], 2, 4]
    assert facts(match, "stacks") == [[[7], [9], [10], [8], [6]]]
    assert facts(match, "deck_count", "discard_count", "over", "losers") == [36, 13, False, []]


def test_x1_had_seat_2_hit_a_ten() -> None:
    match = scripted("pairs", 5, "10 7 5 4 2 | 8 10 10 6 9 | 8 3 9 5 | 10")
    play(match, "3 hit", "4 hit", "0 hit", "1 hit", "2 hit")
    assert facts(match, "scores", "round") == [[0, 0, 10, 0, 0], 2]


def test_x2_the_books_tie() -> None:
    match = scripted("pairs", 5, "1 2 2 4 5 | 10 3 3 5 9 | 4 10")
    assert facts(match, "stacks", "to_move") == [[[10], [3, 4], [3, 10], [5], [9]], 1]
    assert facts(match, "deck_count", "discard_count") == [43, 5]


def test_x3_pair_of_eights() -> None:
    match = scripted("pairs", 2, "1 2 2 3 3 | 8 9 | 8 | 7 10")
    assert facts(match, "to_move") == [0]
    play(match, "0 hit")
    assert facts(match, "scores", "stacks", "to_move") == [[8, 0], [[7], [10]], 0]
    assert facts(match, "discard_count") == [7]


@pytest.mark.parametrize("last", ["0 hit", "0 fold"])
def test_x4_losing(last: str) -> None:
    match = scripted("pairs", 4, "1 2 2 3 3 | 10 9 8 9 | 7 10 10 | 6 9 8 9 | 6")
    play(match, "2 hit", "3 hit", "0 hit")
    assert facts(match, "scores", "over", "to_move") == [[10, 0, 0, 0], False, 0]
    play(match, last)
    assert facts(match, "scores", "over", "losers", "to_move") == [[16, 0, 0, 0], True, [0], None]
    assert match.result == Result((16, 0, 0, 0), (), (0,), (4, 1, 1, 1))


def test_x5_continuous() -> None:
    match = scripted("pairs", 2, "1 2 2 3 3 | 6 9 | 5 8 | 10", {"continuous": True})
    play(match, "0 hit", "1 hit")
    assert facts(match, "stacks") == [[[6, 5], [9, 8]]]
    play(match, "0 fold 9 1")
    assert facts(match, "scores", "stacks", "to_move", "round") == [[9, 0], [[], [8]], 1, 1]
    assert match.legal(1) == ["fold 8 1", "hit"]
    play(match, "1 hit")
    assert facts(match, "stacks") == [[[], [8, 10]]]
    assert match.legal(0) == ["hit"]


def test_x6_eight_in_continuous() -> None:
    options: dict[str, OptionValue] = {"continuous": True, "pieces_of_eight": True}
    match = scripted("pairs", 2, "1 2 2 3 3 | 6 9 | 8 10 | 6 7", options)
    play(match, "0 hit", "1 hit", "0 eight")
    assert facts(match, "scores", "stacks", "to_move") == [[6, 0], [[], [9, 10]], 1]
    assert facts(match, "discard_count") == [7]  # five burnt, the 8 and the other 6
    play(match, "1 hit")
    assert facts(match, "stacks") == [[[], [9, 10, 7]]]  # the 7 was still on top


def test_x7_sevens() -> None:
    match = scripted("pairs", 3, "1 2 2 3 3 | 9 10 8 | 7 5", {"sevens": True})
    assert facts(match, "to_move") == [2]
    play(match, "2 hit")
    assert facts(match, "to_move") == [2]
    assert told(match) == ["hit", "again"]
    play(match, "2 hit")
    assert facts(match, "stacks", "to_move") == [[[9], [10], [8, 7, 5]], 0]


def test_x8_sevens_start() -> None:
    match = scripted("pairs", 3, "3 4 5 6 8 | 2 7 1", {"sevens": True})
    assert facts(match, "to_move") == [1]
    tied = scripted("pairs", 3, "3 4 5 6 8 | 7 7 1 | 9 2", {"sevens": True})
    assert facts(tied, "stacks", "to_move") == [[[7, 9], [7, 2], [1]], 1]


# 6. Rulings


def test_r1_two_to_eight_seats() -> None:
    for seats in range(2, 9):
        assert len(Match.new("pairs", seats, seed="r1").facts()["scores"]) == seats  # type: ignore[arg-type]
    for seats in (0, 1, 9):
        with pytest.raises(BadSeats):
            Match.new("pairs", seats, seed="r1")


def test_r2_the_table_of_losing_scores() -> None:
    goals = [Match.new("pairs", seats, seed="r2").view(None).counters[1].goal for seats in range(2, 9)]
    assert goals == [31, 21, 16, 13, 11, 11, 11]
    with pytest.raises(BadOption):
        Match.new("pairs", 2, {"target": 32}, seed="r2")
    with pytest.raises(BadOption):
        Match.new("pairs", 2, {"target": 4}, seed="r2")


def test_r2_the_target_itself_loses() -> None:
    match = table([[5], [9]], [5], target=5)
    play(match, "0 hit")
    assert facts(match, "over", "losers") == [True, [0]]
    close = table([[5], [9]], [5, 1, 2], target=6)
    play(close, "0 hit")
    assert facts(close, "over") == [False]


def test_r3_every_deal_runs_from_seat_0() -> None:
    match = scripted("pairs", 3, "1 2 2 3 3 | 10 9 4 | 5 6 7")
    play(match, "2 fold")
    assert facts(match, "stacks") == [[[5], [6], [7]]]


def test_r4_the_rows_of_the_round_are_shuffled_in() -> None:
    match = table([[9], [8]], [9], [2, 3], then=[[8, 9, 2, 3]])
    play(match, "0 hit")
    assert told(match)[:3] == ["pair", "round", "reshuffle"]
    assert facts(match, "scores", "stacks", "deck_count", "discard_count") == [[9, 0], [[8], [9]], 2, 0]


def test_r4_no_shuffle_before_a_card_is_needed() -> None:
    match = table([[9], [8]], [7], [2, 3])
    play(match, "0 hit")
    assert facts(match, "deck_count", "discard_count") == [0, 2]
    assert "reshuffle" not in told(match)


def test_r5_a_tiny_discard_pile_is_not_burnt() -> None:
    five = table([[9], [8]], [], [1, 2, 2, 3, 3], then=[[3, 2, 1, 2, 3]])
    play(five, "0 hit")
    assert facts(five, "stacks", "deck_count", "discard_count") == [[[9, 3], [8]], 4, 0]
    six = table([[9], [8]], [], [1, 2, 2, 3, 3, 4], then=[[3, 2, 1, 2, 3, 4]])
    play(six, "0 hit")
    assert facts(six, "stacks", "deck_count", "discard_count") == [[[9, 4], [8]], 0, 5]


def test_r5_without_a_card_hit_and_eight_are_refused() -> None:
    match = table([[9, 8], [8]], pieces_of_eight=True)
    assert match.legal(0) == ["fold"]
    assert refusal(match, 0, "hit") == "no-card"
    assert refusal(match, 0, "eight") == "no-card"
    assert match.game.default_move(0) == "fold"


def test_r5_an_empty_row_without_a_card_is_skipped() -> None:
    match = table([[5], [], [4]], [9], continuous=True)
    play(match, "0 hit")
    assert told(match) == ["hit", "skip"]
    assert facts(match, "to_move", "stacks") == [2, [[5, 9], [], [4]]]


def test_r5_the_second_card_of_an_eight_is_always_there() -> None:
    match = table([[9, 8], [10]], [3], then=[[8]], pieces_of_eight=True)
    play(match, "0 eight")
    assert facts(match, "stacks", "deck_count", "discard_count") == [[[9, 3, 8], [10]], 0, 0]


def test_r6_only_the_seats_tied_on_the_last_extra_card_go_on() -> None:
    match = scripted("pairs", 4, "1 2 2 4 5 | 3 3 3 9 | 6 6 7 | 8 4")
    assert facts(match, "stacks", "to_move") == [[[3, 6, 8], [3, 6, 4], [3, 7], [9]], 1]


def test_r6_an_extra_card_that_pairs_is_replaced_at_once() -> None:
    match = scripted("pairs", 2, "1 2 2 4 5 | 3 3 | 3 8 7")
    assert facts(match, "stacks", "to_move", "discard_count", "scores") == [[[3, 8], [3, 7]], 1, 6, [0, 0]]
    assert told(match)[-4:] == ["extra-pair", "extra", "extra", "starts"]


def test_r6_the_guard_when_no_tied_seat_can_get_a_card() -> None:
    match = table([[9], [8]], [5, 5])
    game = state(match, Pairs)
    game.rows[0].fill(Pile.of([5]))
    game.rows[1].fill(Pile.of([5]))
    assert game.lowest_starts() == 0
    assert [row.cards() for row in game.rows] == [[5], [5]]
    assert len(game.deck) == 2


def test_r6_a_seat_that_lacks_no_rank_leaves_the_tie_break() -> None:
    game = state(table([[5, 6], [5]], [6]), Pairs)
    assert game.lowest_starts() == 1
    assert [row.cards() for row in game.rows] == [[5, 6], [5, 6]]


def test_r6_the_tie_break_reshuffles_too() -> None:
    game = state(table([[5], [5]], [5], [6, 7], then=[[7, 6, 5]]), Pairs)
    assert game.lowest_starts() == 1
    assert [row.cards() for row in game.rows] == [[5, 7], [5, 6]]


def test_r7_any_card_of_the_row_pairs() -> None:
    match = table([[8, 3, 9], [10]], [8, 1, 2])
    play(match, "0 hit")
    assert facts(match, "scores") == [[8, 0]]


def test_r7_every_card_of_every_row_can_be_taken() -> None:
    match = table([[8, 3], [10, 2]], [1], continuous=True)
    assert match.legal(0) == ["fold 10 1", "fold 2 1", "fold 3 0", "fold 8 0", "hit"]


def test_r8_a_base_fold_takes_the_lowest_card_in_play() -> None:
    match = table([[8, 3], [10, 3], [4]], [1, 2, 2, 9])
    assert match.legal(0) == ["fold", "hit"]
    play(match, "0 fold")
    assert facts(match, "scores", "discard_count") == [[3, 0, 0], 4]


def test_r9_the_drawn_card_is_the_score_card() -> None:
    match = table([[6, 4], [9]], [6, 1, 2])
    play(match, "0 hit")
    assert match.view(1).cards("score", 0) == [6]
    assert match.view(1).cards("discard") == [6, 4, 9]


def test_r10_a_continuous_fold_may_take_ones_own_card() -> None:
    match = table([[6, 4], [9]], [1], continuous=True)
    play(match, "0 fold 4 0")
    assert facts(match, "scores", "stacks", "to_move") == [[4, 0], [[], [9]], 1]
    assert match.view(1).cards("discard") == [6]


def test_r11_after_a_score_the_turn_passes_on() -> None:
    match = table([[6], [9], [4]], [6, 1], continuous=True, sevens=True)
    play(match, "0 hit")
    assert facts(match, "scores", "stacks", "to_move") == [[6, 0, 0], [[], [9], [4]], 1]


def test_r12_a_seven_dealt_or_taken_gives_no_extra_turn() -> None:
    taken = table([[9], [7], [10]], [1, 2], continuous=True, sevens=True)
    play(taken, "0 fold 7 1")
    assert facts(taken, "scores", "to_move") == [[7, 0, 0], 1]
    dealt = table([[9], [8]], [8, 7, 10, 1], [], sevens=True)
    play(dealt, "0 fold")
    assert "again" not in told(dealt)
    assert facts(dealt, "to_move", "stacks") == [1, [[8], [7]]]


def test_r13_a_seven_in_the_extra_turn_gives_a_further_one() -> None:
    match = table([[7], [9]], [7, 7, 3, 2, 1], continuous=True, sevens=True)
    play(match, "0 hit")
    assert facts(match, "scores", "to_move", "stacks") == [[7, 0], 0, [[], [9]]]
    assert match.legal(0) == ["hit"]
    play(match, "0 hit")
    assert facts(match, "scores", "to_move", "stacks") == [[7, 0], 0, [[7], [9]]]
    play(match, "0 hit")
    assert facts(match, "to_move", "stacks") == [1, [[7, 3], [9]]]


def test_r13_a_pair_of_sevens_ends_the_round_in_the_base_game() -> None:
    match = table([[7], [9]], [7, 3, 2], sevens=True)
    play(match, "0 hit")
    assert facts(match, "scores", "round", "to_move") == [[7, 0], 2, 1]
    assert "again" not in told(match)


@pytest.mark.parametrize(("deck", "row"), [([7, 3, 1], [9, 7, 3]), ([3, 7, 1], [9, 3, 7])])
def test_r14_the_extra_turn_comes_after_the_second_card(deck: list[int], row: list[int]) -> None:
    match = table([[9, 8], [10]], deck, pieces_of_eight=True, sevens=True)
    play(match, "0 eight")
    assert facts(match, "stacks", "to_move") == [[row, [10]], 0]
    assert told(match) == ["eight", "hit", "hit", "again"]


@pytest.mark.parametrize("deck", [[7, 1, 2], [3, 7, 1]])
def test_r14_in_continuous_also_when_a_seven_paired(deck: list[int]) -> None:
    match = table([[7, 8], [10]], deck, continuous=True, pieces_of_eight=True, sevens=True)
    play(match, "0 eight")
    assert facts(match, "scores", "to_move", "stacks") == [[7, 0], 0, [[], [10]]]


def test_r14_a_seven_before_a_pair_counts_too() -> None:
    match = table([[9, 8], [10]], [7, 9, 1], continuous=True, pieces_of_eight=True, sevens=True)
    play(match, "0 eight")
    assert facts(match, "scores", "to_move", "stacks") == [[9, 0], 0, [[], [10]]]


def test_r15_only_the_mixes_of_the_table_are_offered() -> None:
    assert [option.name for option in Pairs.info.options] == ["continuous", "pieces_of_eight", "sevens", "target"]


# 3. Play


def test_a_pair_in_the_base_game_ends_the_round_for_all() -> None:
    match = table([[6, 2], [9, 10]], [6, 3, 4])
    play(match, "0 hit")
    assert facts(match, "round", "stacks", "discard_count") == [2, [[3], [4]], 4]


def test_the_two_new_cards_of_an_eight_can_pair_each_other_and_the_old_eight_does_not() -> None:
    match = table([[8], [10]], [8, 8, 1, 2], pieces_of_eight=True)
    play(match, "0 eight")
    assert facts(match, "scores") == [[8, 0]]
    new = table([[8], [10]], [8, 3, 1, 2], pieces_of_eight=True)
    play(new, "0 eight")
    assert facts(new, "stacks", "scores") == [[[8, 3], [10]], [0, 0]]


def test_the_end_stops_everything() -> None:
    match = table([[7], [9]], [7, 3, 2], scores=[24, 0], sevens=True, continuous=True)
    play(match, "0 hit")
    assert facts(match, "over", "to_move", "stacks", "deck_count") == [True, None, [[7], [9]], 2]
    assert told(match) == ["pair", "loses"]
    eight = table([[6, 8], [9]], [6, 3], scores=[25, 0], pieces_of_eight=True)
    play(eight, "0 eight")
    assert facts(eight, "over", "deck_count") == [True, 1]


def test_refusals_say_why() -> None:
    base = table([[6], [9]], [1])
    assert refusal(base, 0, "fold 6 0") == "house-rule-off"
    assert refusal(base, 0, "eight") == "house-rule-off"
    assert refusal(base, 0, "eight 1") == "not-now"
    assert refusal(base, 0, "hit me") == "not-now"
    assert refusal(base, 1, "hit") == "not-your-turn"
    eights = table([[6], [9]], [1], pieces_of_eight=True)
    assert refusal(eights, 0, "eight") == "no-eight"
    continuous = table([[6], [9]], [1], continuous=True)
    assert refusal(continuous, 0, "fold 7 1") == "no-such-card"
    assert refusal(continuous, 0, "fold") == "no-such-card"
    empty = table([[], [9]], [1], continuous=True)
    assert refusal(empty, 0, "fold 9 1") == "empty-row"


def test_the_clock_hits_while_there_is_a_card() -> None:
    assert table([[6], [9]], [1]).game.default_move(0) == "hit"
    assert table([[6], [9]], continuous=True).game.default_move(0) == "fold 6 0"


def test_deck_and_burnt_cards_are_closed_to_all() -> None:
    match = scripted("pairs", 2, "1 2 2 3 3 | 8 9")
    for seat in (0, 1, None):
        assert match.view(seat).cards("deck") == [None] * 48
        assert match.view(seat).cards("burnt") == [None] * 5
    play(match, "0 fold")
    assert match.view(None).cards("discard") == [9]


def test_r16_discards_are_known_to_all_and_shown_to_nobody() -> None:
    match = scripted("pairs", 2, "1 2 2 3 3 | 8 9 | 10 4")
    play(match, "0 hit", "1 hit", "0 fold")
    for seat in (0, 1, None):
        assert sorted(match.view(seat).cards("discard"), key=str) == [10, 8, 9]
        assert match.sight(seat).cards("discard") == [None] * 3
        assert match.sight(seat).cards("score", 0) == [4]
    unseen = next(hint for hint in match.view(0).hints if hint.kind == "hint-unseen")
    assert "8×7" in str(unseen.args["ranks"])


# Its story


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_pair_lies_in_the_row_before_it_is_scored(seat: int | None) -> None:
    match = scripted("pairs", 2, "1 2 2 3 3 | 8 9 | 8 | 7 10")
    beats = story(match, "0 hit", seat)
    assert outline(beats) == ["land: pair", "curtain"]
    pair, curtain = beats
    assert pair.cards("row", 0) == [8, 8] and pair.cards("score", 0) == [] and pair.counter("points", 0) == 0
    assert labels_of(pair) == [("row", 0, "label-pair", 8)] and labels_of(curtain) == []
    assert curtain.cards("row", 0) == [8] and curtain.cards("score", 0) == [8] and curtain.cards("row", 1) == [9]
    assert curtain.gains == (8, 0) and curtain.counter("round") == 1
    assert match.view(seat).cards("row", 0) == [7]


def test_a_fold_is_seen_before_the_next_deal() -> None:
    match = scripted("pairs", 5, BOOK)
    play(match, "3 hit", "4 hit", "0 hit", "1 hit")
    (curtain,) = story(match, "2 fold")
    assert (curtain.effect, [note.kind for note in curtain.events]) == ("curtain", ["fold"])
    assert curtain.cards("score", 2) == [3] and curtain.cards("row", 4) == [9] and curtain.gains == (0, 0, 3, 0, 0)


def test_without_rounds_the_card_is_taken_before_the_row_goes() -> None:
    match = scripted("pairs", 2, "1 2 2 3 3 | 6 9 | 5 8 | 10", {"continuous": True})
    play(match, "0 hit", "1 hit")
    (taken,) = story(match, "0 fold 9 1")
    assert outline([taken]) == ["gather: fold"]
    assert taken.cards("score", 0) == [9] and taken.cards("row", 0) == [6, 5] and taken.gains == ()
