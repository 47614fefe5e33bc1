"""Port: the worked examples and rulings of docs/rules/port.md."""

from __future__ import annotations

from koloda import Match
from koloda.bots.port import BRAIN
from koloda.core.chance import Fast
from koloda.games.port import FOLDED, Port, round_points
from koloda.testing import labels_of, outline, play, refusal, scripted, state, story
from koloda.testing.option_sets import Options


def port(seats: int, deck: str, **options: int) -> Match:
    return scripted("port", seats, f"1 2 2 3 3 | {deck}", Options(options))


def test_x1_equal_sums_share_the_higher_points() -> None:
    assert round_points([23, 22, 22, 17, 0]) == [5, 4, 4, 2, 0]


def test_x1_the_books_scoring_at_the_table() -> None:
    match = port(5, "10 10 10 10 5 | 5 7 8 9 7 6 4 3")
    play(match, "4 hit", "0 hit", "1 hit", "2 hit", "3 hit", "0 hit", "1 hit", "2 hit")
    assert [n for _, _, kind, n in labels_of(match.view(None)) if kind == "label-sum"] == [23, 22, 22, 17]
    play(match, "3 fold", "0 fold", "1 fold", "2 fold")
    assert match.facts()["scores"] == [5, 4, 4, 2, 0]


def test_x2_a_round_of_three() -> None:
    match = port(3, "9 10 7 8 9 6 10 5 8 10")
    assert match.facts()["to_move"] == 2
    play(match, "2 hit", "0 hit")
    assert match.facts()["status"] == ["out", "in", "in"]
    play(match, "1 fold", "2 hit")
    assert match.facts()["stacks"] == [[9, 9], [10], [7, 8, 6]]
    play(match, "2 fold")
    assert match.facts() == {
        "scores": [0, 2, 3],
        "stacks": [[10], [5], [8]],
        "status": ["in", "in", "in"],
        "to_move": 1,
        "round": 2,
        "playoff": False,
        "deck_count": 41,
        "discard_count": 11,
        "over": False,
        "winners": [],
    }


def test_x3_an_eight_for_two_cards() -> None:
    match = port(2, "8 10 9 4 6", pieces_of_eight=True)
    assert match.legal(0) == ["eight", "fold", "hit"]
    match.play(0, "eight")
    assert match.facts()["stacks"] == [[9, 4], [10]]
    assert match.facts()["discard_count"] == 6
    match.play(1, "hit")
    assert match.facts()["stacks"] == [[9, 4], [10, 6]]


def test_an_eight_whose_first_card_pairs_draws_no_second() -> None:
    match = port(2, "4 9 8 10 4 7", pieces_of_eight=True)
    play(match, "0 hit", "1 hit", "0 eight")
    assert match.facts()["stacks"] == [[4, 4], [9, 10]]
    assert match.facts()["status"] == ["out", "in"]
    assert match.facts()["deck_count"] == 45


def test_an_eight_whose_second_card_pairs_is_out() -> None:
    match = port(2, "8 10 5 5", pieces_of_eight=True)
    match.play(0, "eight")
    assert match.facts()["stacks"] == [[5, 5], [10]]
    assert match.facts()["status"] == ["out", "in"]


def test_x4_the_other_is_out() -> None:
    match = port(2, "4 9 4 6 7")
    play(match, "0 hit", "1 fold")
    assert match.facts()["scores"] == [0, 2]
    assert match.facts()["stacks"] == [[6], [7]]
    assert match.facts()["to_move"] == 0


def playing_off(cards: str, **options: int) -> Match:
    """Seat 0 folds 4 and seat 1 folds 9: both reach the target of 5 and play off with ``cards``."""
    match = port(2, f"4 9 | {cards}", target=5, **options)
    state(match, Port).scores = [4, 3]
    play(match, "0 fold", "1 fold")
    return match


def test_x5_the_play_off_decides_and_adds_no_points() -> None:
    match = playing_off("6 9 8 10")
    assert match.facts()["scores"] == [5, 5]
    assert match.facts()["playoff"] is True
    play(match, "0 hit", "1 hit", "0 fold", "1 fold")
    assert match.facts()["scores"] == [5, 5]
    assert match.result is not None
    assert match.result.winners == (1,)
    assert match.result.places == (2, 1)
    assert match.view(0).announcements == () and match.view(0).hints == []


def test_a_tied_play_off_is_played_again() -> None:
    match = playing_off("5 10 10 5 6 7")
    play(match, "0 hit", "1 hit", "0 fold", "1 fold")
    assert match.facts()["round"] == 3
    assert match.facts()["stacks"] == [[6], [7]]


def test_a_play_off_where_all_are_out_is_played_again() -> None:
    match = playing_off("5 10 5 10 6 7")
    play(match, "0 hit", "1 hit")
    assert match.facts()["stacks"] == [[6], [7]]
    assert match.facts()["status"] == ["in", "in"]


def test_only_the_contenders_play_off() -> None:
    match = port(3, "4 9 8 | 10 7 | 3 | 6 8", target=5)
    state(match, Port).scores = [0, 4, 4]
    play(match, "0 fold", "1 fold", "2 fold")
    assert match.facts()["scores"] == [1, 7, 6]
    assert match.facts()["stacks"] == [[], [10], [7]]
    assert match.facts()["status"] == ["-", "in", "in"]
    assert match.facts()["to_move"] == 2
    assert [note.kind for note in match.view(None).announcements] == ["is-out-playoff"]
    play(match, "2 hit", "1 fold", "2 fold")
    assert match.facts()["round"] == 3  # 10 against 7 3
    assert match.facts()["stacks"] == [[], [6], [8]]
    play(match, "1 fold", "2 hit", "2 fold")
    assert match.facts()["winners"] == [2]
    assert match.facts()["scores"] == [1, 7, 6]


def test_places_the_winner_then_the_contenders_then_by_points() -> None:
    match = port(4, "4 9 8 7", target=5)
    state(match, Port).scores = [3, 4, 9, 1]
    state(match, Port).winners = [1]
    assert state(match, Port).result().places == (3, 1, 2, 4)
    state(match, Port).scores = [3, 7, 9, 6]
    assert state(match, Port).result().places == (4, 1, 2, 2)


def test_r1_the_best_sum_gets_the_number_of_seats() -> None:
    assert round_points([0, 0, 11]) == [0, 0, 3]


def test_r2_different_totals_above_the_target_are_played_off_too() -> None:
    match = port(2, "4 9", target=5)
    state(match, Port).scores = [4, 9]
    play(match, "0 fold", "1 fold")
    assert match.facts()["scores"] == [5, 11]
    assert match.facts()["playoff"] is True


def test_one_seat_at_the_target_wins() -> None:
    match = port(2, "4 9", target=5)
    state(match, Port).scores = [0, 3]
    play(match, "0 fold", "1 fold")
    assert match.facts()["winners"] == [1]
    assert match.facts()["playoff"] is False
    assert match.facts()["to_move"] is None


def test_r3_r4_the_choice_is_free_from_the_first_card_to_the_last_seat() -> None:
    match = port(2, "4 9")
    assert match.legal(0) == ["fold", "hit"]
    match.play(0, "fold")
    assert match.legal(1) == ["fold", "hit"]
    match.play(1, "hit")
    assert match.legal(1) == ["fold", "hit"]


def test_r5_rows_of_seats_that_are_out_are_not_shuffled_in() -> None:
    match = port(2, "4 9 4")
    match.play(0, "hit")
    game = state(match, Port)
    game.deck.all_to(game.discard)
    game.chance = Fast(3)
    match.play(1, "hit")
    assert match.facts()["stacks"][0] == [4, 4]  # type: ignore[index]
    assert match.facts()["deck_count"] == 46  # 52 without the rows, 5 burnt, 1 drawn


def test_r6_without_cards_only_fold_is_left() -> None:
    match = port(2, "8 9", pieces_of_eight=True)
    game = state(match, Port)
    game.deck.clear()
    game.burnt.clear()
    assert match.legal(0) == ["fold"]
    assert refusal(match, 0, "hit") == "no-card"
    assert refusal(match, 0, "eight") == "no-card"
    assert match.view(0).hints[0].move == "fold"


def test_r7_sevens_and_continuous_are_not_offered() -> None:
    assert [option.name for option in Port.info.options] == ["target", "pieces_of_eight", "max_rounds"]


def test_r9_every_deal_runs_from_seat_0() -> None:
    match = port(3, "9 10 7 | 8 6 5")
    play(match, "2 fold", "0 fold", "1 fold")
    assert match.facts()["stacks"] == [[8], [6], [5]]


def test_refusals() -> None:
    match = port(2, "4 9", pieces_of_eight=True)
    assert refusal(match, 0, "eight") == "no-eight"
    assert refusal(match, 0, "hit 3") == "not-now"
    assert refusal(match, 0, "sit") == "not-now"
    assert refusal(match, 1, "hit") == "not-your-turn"
    assert refusal(port(2, "8 9"), 0, "eight") == "house-rule-off"


def test_r8_the_cap_gives_the_win_to_the_highest_scores() -> None:
    match = port(3, "4 9 9 3", max_rounds=1)
    play(match, "0 fold", "1 fold", "2 fold")
    assert match.result is not None
    assert match.result.scores == (1, 3, 3)
    assert match.result.winners == (1, 2)
    assert match.result.places == (3, 1, 1)


def test_r8_the_cap_after_a_play_off_shares_the_win() -> None:
    match = playing_off("5 10 5 10", max_rounds=2)
    play(match, "0 hit", "1 hit")
    assert match.result is not None
    assert match.result.winners == (0, 1)


def test_r8_the_cap_before_a_play_off_takes_the_highest_score() -> None:
    match = port(2, "4 9", target=5, max_rounds=1)
    state(match, Port).scores = [4, 9]
    play(match, "0 fold", "1 fold")
    assert match.facts()["winners"] == [1]
    assert match.facts()["playoff"] is False


def test_ties_for_the_first_turn_leave_extra_cards_in_the_rows() -> None:
    match = port(3, "4 9 4 4 7 6")
    assert match.facts()["stacks"] == [[4, 7], [9], [4, 6]]
    assert match.facts()["to_move"] == 2


def test_what_the_seats_see() -> None:
    match = port(3, "9 10 7 8 9 6")
    play(match, "2 hit", "0 hit", "1 fold")
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert [view.cards("row", s) for s in range(3)] == [[9, 9], [10], [7, 8]]
        assert view.cards("deck") == [None] * 45
        assert view.cards("burnt") == [None] * 5
        assert view.cards("discard") == []
        assert [label[1:] for label in labels_of(view)] == [
            (0, "label-pair", 9),
            (1, "label-sum", 10),
            (2, "label-sum", 15),
        ]
        assert [(note.kind, note.seat, note.n) for note in view.announcements] == [("is-out", 0, 18), ("stands", 1, 10)]
        assert view.chat


def test_hints() -> None:
    match = port(3, "9 10 7 8 9 6")
    play(match, "2 hit", "0 hit", "1 fold")
    hints = {hint.kind: hint.args for hint in match.view(2).hints}
    assert hints["hint-hit"] == {"percent": 26}  # six 7s and seven 8s of 50 unseen
    assert hints["hint-fold"] == {"sum": 15, "n": 3, "left": 18}
    assert hints["hint-beat"] == {"sum": 10}
    assert hints["hint-rivals"] == {"n": 0}
    assert match.view(0).hints == []
    assert match.view(None).hints == []


def test_hints_of_a_play_off() -> None:
    hints = [hint.kind for hint in playing_off("6 9").view(0).hints]
    assert hints == ["hint-hit", "hint-fold-playoff", "hint-rivals", "hint-unseen"]


def test_default_move_is_to_stand() -> None:
    match = port(2, "4 9")
    assert match.game.default_move(0) == "fold"


def test_a_copy_plays_apart() -> None:
    match = playing_off("6 9 8 10", pieces_of_eight=True)
    other = match.copy()
    play(match, "0 hit", "1 hit", "0 fold", "1 fold")
    assert not other.facts()["over"]
    play(other, "0 hit", "1 hit", "0 fold", "1 fold")
    assert other.facts() == match.facts()


def test_the_policy_stops_when_all_others_are_out() -> None:
    match = port(2, "4 9 4")
    match.play(0, "hit")
    assert BRAIN.choose(match.game, 1, Fast(1)) == "fold"


def test_the_policy_hits_below_the_sum_to_beat() -> None:
    match = playing_off("6 9 | 7 8")
    match.play(0, "hit")
    state(match, Port).status[0] = FOLDED
    assert BRAIN.choose(match.game, 1, Fast(1)) == "hit"


def test_the_policy_swaps_an_eight_when_one_card_is_not_enough() -> None:
    match = playing_off("9 8 | 4 10 | 4", pieces_of_eight=True)
    play(match, "1 hit", "0 hit")
    state(match, Port).rows[0].put(state(match, Port).deck.draw())  # 9 10 4 against 8 4
    state(match, Port).status[0] = FOLDED
    assert BRAIN.choose(match.game, 1, Fast(1)) == "eight"


def test_the_policy_fears_rivals_who_still_act() -> None:
    match = port(3, "9 10 7 | 8")
    assert BRAIN.choose(match.game, 2, Fast(1)) == "hit"
    state(match, Port).deck.clear()
    state(match, Port).burnt.clear()
    assert BRAIN.choose(match.game, 2, Fast(1)) == "fold"


# Its story


def test_the_rows_lie_on_the_table_while_their_points_are_told() -> None:
    match = port(3, "9 10 7 8 9 6 10 5 8 10")
    play(match, "2 hit")
    (pair,) = story(match, "0 hit", 1)
    assert outline([pair]) == ["land: pair"] and pair.cards("row", 0) == [9, 9]
    assert pair.announcements == () and [note.kind for note in match.view(1).announcements] == ["is-out"]
    play(match, "1 fold", "2 hit")
    (curtain,) = story(match, "2 fold")
    assert outline([curtain]) == ["curtain: fold scores scores"]
    assert [curtain.cards("row", seat) for seat in range(3)] == [[9, 9], [10], [7, 8, 6]]
    assert curtain.gains == (0, 2, 3) and labels_of(curtain)[-1] == ("row", 2, "label-sum", 21)
    assert match.view(0).cards("row", 0) == [10]


def test_who_plays_off_is_told_with_the_round_that_led_to_it() -> None:
    match = port(2, "4 5 | 5 4", target=5)
    state(match, Port).scores = [3, 4]
    play(match, "0 hit", "1 hit", "0 fold")
    (curtain,) = story(match, "1 fold")
    assert outline([curtain]) == ["curtain: fold scores scores plays-off plays-off"]
    assert curtain.cards("row", 0) == [4, 5] and curtain.cards("row", 1) == [5, 4]


def test_a_round_without_points_says_so() -> None:
    match = port(2, "9 10 | 9 10 | 5 6")
    play(match, "0 hit")
    assert outline(story(match, "1 hit")) == ["land: pair", "curtain: nobody"]
