"""Hawthorn: the worked examples and rulings of docs/rules/hawthorn.md, each named after itself."""

from __future__ import annotations

from koloda import Match
from koloda.bots.hawthorn import BRAIN
from koloda.core.cards import TRIANGULAR
from koloda.core.chance import Fast
from koloda.games.hawthorn import Hawthorn
from koloda.testing import deck_dealing, facts, play, refusal, scripted, shuffled, state, story

AGAIN = [shuffled("hawthorn", "10 9 8 7 6 10 9 8 7 6 10 9 8 7 6")]
X1 = "8 9 | 7 10 | 6 5 | 4 3 | 3 2 | 8"
X2 = "5 5 | 9 10 | 8 7 | 6 4 | 3 2 | 5 7 6 | 10"
X3 = "4 6 9 | 10 9 8 | 8 7 10 | 7 10 6 | 5 8 3 | 9 3 5 | 4 1"
CIRCLE_1 = ("0 play 4", "1 play 6", "2 play 9", "0 hit", "1 hit", "2 hit")
CIRCLE_2 = ("0 fold", "1 play 10", "2 play 8")


def hawthorn(seats: int, deck: str, **options: int) -> Match:
    return scripted("hawthorn", seats, deck, dict(options), then=AGAIN)


def test_x1_a_pair_of_eights() -> None:
    match = hawthorn(2, X1)
    assert match.facts() == {
        "chips": [24, 24],
        "scores": [24, 24],
        "pot": 2,
        "stacks": [[], []],
        "hands": [[3, 4, 6, 7, 8], [2, 3, 5, 9, 10]],
        "active": [0, 1],
        "first": None,
        "circle": 0,
        "round": 1,
        "deck_count": 45,
        "winners": [],
        "losers": [],
        "to_move": [0, 1],
        "over": False,
    }
    play(match, "0 play 8")
    assert match.facts()["to_move"] == [1]
    play(match, "1 play 9")
    assert facts(match, "first", "circle", "to_move", "stacks") == [0, 1, 0, [[8], [9]]]
    play(match, "0 hit")
    assert facts(match, "round", "chips", "pot", "circle", "first", "to_move") == [2, [15, 33], 2, 0, None, [0, 1]]


def test_x2_a_tie_is_broken_by_cards_that_stay() -> None:
    match = hawthorn(2, X2)
    play(match, "0 play 5", "1 play 5")
    assert facts(match, "first", "stacks", "deck_count") == [1, [[5, 7], [5, 6]], 42]
    assert match.view(None).cards("discard") == [5]
    play(match, "1 fold")
    assert facts(match, "round", "chips", "pot") == [2, [30, 18], 2]


def test_x3_deck_and_hand_circles() -> None:
    match = hawthorn(3, X3)
    play(match, *CIRCLE_1)
    assert facts(match, "circle", "to_move", "stacks") == [2, 0, [[4, 9], [6, 3], [9, 5]]]
    assert refusal(match, 0, "hit") == "hand-circle"
    play(match, "0 fold")
    assert facts(match, "first", "circle", "to_move", "active", "chips") == [1, 2, 1, [1, 2], [21, 24, 24]]
    play(match, "1 play 10", "2 play 8")
    assert facts(match, "circle", "to_move", "pot", "chips") == [3, 1, 6, [21, 24, 24]]
    assert match.facts()["stacks"] == [[], [6, 3, 10], [9, 5, 8]]
    assert refusal(match, 1, "play 9") == "deck-circle"


def test_x4_the_own_low_card_is_the_price() -> None:
    match = hawthorn(3, X3)
    play(match, *CIRCLE_1, *CIRCLE_2)
    assert match.view(None).counter("price") == 3
    play(match, "1 fold")
    assert facts(match, "round", "chips", "pot") == [2, [20, 20, 32], 3]


def test_r1_equal_cards_of_different_rows_are_no_pair() -> None:
    match = hawthorn(3, X3)
    play(match, *CIRCLE_1)
    assert match.facts()["stacks"] == [[4, 9], [6, 3], [9, 5]]
    assert match.facts()["active"] == [0, 1, 2]


def test_r2_every_round_has_all_55_cards() -> None:
    match = hawthorn(2, X2)
    play(match, "0 play 5", "1 play 5", "1 fold")
    assert match.facts()["deck_count"] == 45
    assert match.view(None).cards("discard") == match.view(None).cards("burnt") == []


def test_r3_the_price_rises_when_low_cards_leave() -> None:
    match = hawthorn(3, X3)
    play(match, *CIRCLE_1, "0 play 10")
    assert match.view(2).counter("price") == 3
    play(match, "1 fold")
    assert match.view(2).counter("price") == 4


def test_r4_a_pairing_card_may_be_played() -> None:
    match = hawthorn(3, "9 6 4 | 10 9 8 | 9 7 10 | 7 10 6 | 5 8 3 | 5 4 3")
    play(match, "0 play 9", "1 play 6", "2 play 4", "2 hit", "0 hit", "1 hit", "2 play 10")
    assert "play 9" in match.legal(0)
    play(match, "0 play 9")
    assert facts(match, "active", "chips", "pot", "to_move") == [[1, 2], [15, 24, 24], 12, 1]


def test_r5_the_circle_keeps_its_type_when_the_marker_moves() -> None:
    match = hawthorn(3, X3)
    play(match, *CIRCLE_1[:3], "0 fold")
    assert facts(match, "first", "circle", "to_move") == [1, 1, 1]
    assert match.view(1).phase == "deck"
    assert [(c.owner, c.value) for c in match.view(1).counters if c.name == "first"] == [(1, 1)]
    play(match, "1 hit", "2 hit")
    assert facts(match, "first", "circle", "to_move") == [1, 2, 1]


def test_r5_the_marker_stays_when_another_leaves() -> None:
    match = hawthorn(3, X3)
    play(match, *CIRCLE_1[:4], "1 fold")
    assert facts(match, "first", "to_move") == [0, 2]


def test_r6_r9_payments_stop_at_the_last_chip_and_most_chips_win() -> None:
    match = hawthorn(2, X1, chips=5)
    play(match, "0 play 8", "1 play 9", "0 hit")
    assert facts(match, "over", "chips", "winners", "losers", "to_move") == [True, [0, 10], [1], [0], None]
    assert match.result is not None
    assert (match.result.scores, match.result.places) == ((0, 10), (2, 1))
    assert refusal(match, 0, "fold") == "over"


def test_r6_without_chips_a_fold_is_free() -> None:
    match = hawthorn(3, X3)
    play(match, *CIRCLE_1)
    state(match, Hawthorn).chips[0] = 0
    play(match, "0 fold")
    assert facts(match, "chips", "pot", "active") == [[0, 24, 24], 3, [1, 2]]


def test_r7_the_last_seat_wins_before_it_has_acted() -> None:
    match = hawthorn(3, X3)
    play(match, *CIRCLE_1[:3], "0 fold", "1 fold")
    assert facts(match, "round", "chips") == [2, [19, 17, 36]]


def test_r8_an_empty_deck_is_made_of_the_cards_that_left() -> None:
    match = scripted("hawthorn", 3, X3, then=[{"shuffle": [4, 5, 7, 10, 8]}])
    play(match, *CIRCLE_1[:3])
    state(match, Hawthorn).deck.all_to(state(match, Hawthorn).hands[2])
    play(match, "0 fold")
    assert facts(match, "deck_count", "to_move") == [0, 1]
    play(match, "1 hit")
    assert facts(match, "deck_count", "stacks") == [4, [[], [6, 4], [9]]]
    assert match.view(0).cards("burnt") == match.view(0).cards("discard") == []


def test_r8_without_any_card_only_a_fold_is_left() -> None:
    match = hawthorn(3, X3)
    play(match, *CIRCLE_1[:3])
    state(match, Hawthorn).deck.all_to(state(match, Hawthorn).hands[2])
    assert match.legal(0) == ["fold"]
    assert refusal(match, 0, "hit") == "no-card"
    assert BRAIN.choose(match.game, 0, Fast(1)) == "fold"
    assert [hint.kind for hint in match.view(0).hints] == ["hint-fold"]


def test_r10_some_deals_leave_seat_0_no_way_out_so_every_match_ends_without_a_cap() -> None:
    assert Match.new("hawthorn", 2, seed="x").options.number("max_rounds") == 0
    ranks = [6, 10, 10, 9, 8, 7]
    for seats in range(2, 7):
        deck = deck_dealing([" ".join([str(rank)] * 5) for rank in ranks[:seats]])
        for move in ("fold", "hit"):
            match = scripted("hawthorn", seats, f"{deck} 6", {"max_rounds": 1})
            for seat in range(seats):
                (first,) = match.legal(seat)
                match.play(seat, first)
            assert match.facts()["to_move"] == 0
            match.play(0, move)
            assert state(match, Hawthorn).chips[0] == 25 - 1 - 6 and not state(match, Hawthorn).active[0]


def test_r10_the_cap_ends_the_match() -> None:
    match = hawthorn(2, X1, max_rounds=1)
    play(match, "0 play 8", "1 play 9", "0 hit")
    assert facts(match, "over", "chips", "winners", "losers") == [True, [16, 34], [1], []]


def test_r11_where_no_new_rank_can_come_the_lowest_tied_seat_has_the_marker() -> None:
    match = hawthorn(2, X2)
    game = state(match, Hawthorn)
    game.deck.clear()
    play(match, "0 play 5", "1 play 5")
    assert facts(match, "first", "stacks") == [0, [[5], [5]]]


EIGHTS = "8 9 | 7 10 | 6 5 | 4 3 | 3 2"


def test_x5_r12_an_eight_of_the_row_is_swapped_for_two_cards_of_the_deck() -> None:
    match = hawthorn(2, EIGHTS + " | 5 10 | 4", pieces_of_eight=True)
    assert refusal(match, 0, "eight") == "first-card"
    play(match, "0 play 8", "1 play 9")
    assert match.legal(0) == ["eight", "fold", "hit"] and match.view(0).hints[2].kind == "hint-eight"
    play(match, "0 eight")
    assert facts(match, "stacks", "to_move", "active", "deck_count") == [[[5, 10], [9]], 1, [0, 1], 43]
    assert match.view(None).cards("discard") == [8] and match.view(None).counter("price") == 5
    assert refusal(match, 1, "eight") == "no-eight"
    play(match, "1 hit")
    assert refusal(match, 0, "eight") == "hand-circle"


def test_x5_r12_the_second_card_may_pair_and_after_a_pair_none_comes() -> None:
    match = hawthorn(2, EIGHTS + " | 5 5 | 4", pieces_of_eight=True)
    play(match, "0 play 8", "1 play 9", "0 eight")
    assert facts(match, "round", "chips") == [2, [18, 30]]
    match = hawthorn(2, EIGHTS + " | 6 10 | 7 6 | 4 1", pieces_of_eight=True)
    play(match, "0 play 8", "1 play 9", "0 hit", "1 hit", "0 play 7", "1 play 5", "0 eight")
    assert facts(match, "round", "chips") == [2, [16, 32]]  # 7 paid for the first card


def test_r12_eights_are_a_house_rule_and_sevens_are_not_offered() -> None:
    match = hawthorn(2, EIGHTS + " | 5")
    play(match, "0 play 8", "1 play 9")
    assert match.legal(0) == ["fold", "hit"] and refusal(match, 0, "eight") == "house-rule-off"
    assert "sevens" not in [option.name for option in Hawthorn.info.options]


def test_r12_no_swap_without_a_card_to_draw() -> None:
    match = hawthorn(2, EIGHTS + " | 5", pieces_of_eight=True)
    play(match, "0 play 8", "1 play 9")
    state(match, Hawthorn).deck.clear()
    assert match.legal(0) == ["fold"] and refusal(match, 0, "eight") == "no-card"


def test_the_policy_swaps_an_eight_that_is_likely_to_pair() -> None:
    match = hawthorn(2, EIGHTS + " | 5 10 | 4", pieces_of_eight=True)
    play(match, "0 play 8", "1 play 9")
    game = state(match, Hawthorn)
    assert BRAIN.choose(game, 0, Fast(1)) == "eight"
    for card in (9, 10):
        game.rows[0].put(card)
    game.pot = 100
    assert BRAIN.choose(game, 0, Fast(1)) == "hit"  # two cards would be twice the risk
    assert BRAIN.candidates(game, 0) == ["fold", "hit", "eight"]


def test_first_cards_are_chosen_from_the_hand_only() -> None:
    match = hawthorn(2, X1)
    assert match.turn.kind == "together"
    assert match.legal(0) == ["play 3", "play 4", "play 6", "play 7", "play 8"]
    assert refusal(match, 0, "play 9") == "not-in-hand"
    assert refusal(match, 0, "fold") == "first-card"
    assert refusal(match, 0, "hit") == "first-card"
    play(match, "0 play 8")
    assert refusal(match, 0, "play 7") == "already-moved"
    assert match.view(1).phase == "first"
    assert match.view(1).cards("row", 0) == []
    play(match, "1 play 9")
    assert refusal(match, 0, "nonsense") == "not-now"
    assert refusal(match, 0, "fold 1") == "not-now"


def test_views_in_the_middle_of_a_round() -> None:
    match = hawthorn(3, X3)
    play(match, *CIRCLE_1, "0 fold")
    hands: dict[int | None, list[list[object]]] = {
        0: [[], [None] * 4, [None] * 4],
        1: [[], [7, 8, 9, 10], [None] * 4],
        2: [[], [None] * 4, [3, 6, 8, 10]],
        None: [[], [None] * 4, [None] * 4],
    }
    for seat, expected in hands.items():
        view = match.view(seat)
        assert [view.cards("hand", owner) for owner in range(3)] == expected
        assert [view.cards("row", owner) for owner in range(3)] == [[], [6, 3], [9, 5]]
        assert view.cards("discard") == [4, 9]
        assert view.cards("burnt") == ([5, 7, 8, 10] if seat == 0 else [None] * 4)
        assert set(view.cards("deck")) == {None}
        assert (view.phase, view.counter("circle"), view.counter("pot"), view.counter("price")) == ("hand", 2, 6, 3)


def test_a_chosen_first_card_is_known_to_nobody_else() -> None:
    match = hawthorn(3, X3)
    play(match, "0 play 4")
    assert [match.view(seat).chosen for seat in (0, 1, None)] == ["play 4", None, None]
    assert match.view(0).cards("hand", 0) == [4, 5, 7, 8, 10]


def test_hints() -> None:
    match = hawthorn(3, X3)
    assert match.view(0).hints == []
    play(match, *CIRCLE_1[:3])
    fold, hit = match.view(0).hints
    unseen = list(TRIANGULAR.pack)
    for card in (4, 5, 7, 8, 10, 6, 9):
        unseen.remove(card)
    assert (fold.kind, fold.move, fold.args) == ("hint-fold", "fold", {"n": 4})
    assert (hit.kind, hit.move, hit.args) == ("hint-hit", "hit", {"percent": round(100 * 3 / len(unseen))})
    assert match.view(1).hints == match.view(None).hints == []
    pairing = hawthorn(3, "4 6 9 | 10 9 8 | 8 7 10 | 7 10 6 | 5 8 3 | 8 3 5")
    play(pairing, *CIRCLE_1)
    assert [(h.kind, h.move, h.args) for h in pairing.view(0).hints] == [
        ("hint-fold", "fold", {"n": 3}),
        ("hint-pair", "play 8", {"n": 8}),
    ]


def test_the_clock_plays_low_and_folds() -> None:
    match = hawthorn(3, X3)
    assert [match.game.default_move(seat) for seat in range(3)] == ["play 4", "play 6", "play 3"]
    play(match, *CIRCLE_1[:3])
    assert match.game.default_move(0) == "fold"


def test_the_policy_plays_low_stays_while_it_pays_and_folds_without_a_safe_card() -> None:
    match = hawthorn(3, X3)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "play 4"
    play(match, *CIRCLE_1[:3])
    assert BRAIN.choose(match.game, 0, Fast(1)) == "hit"
    play(match, *CIRCLE_1[3:])
    assert BRAIN.choose(match.game, 0, Fast(1)) == "play 5"
    for card in (10, 8, 7):
        state(match, Hawthorn).rows[0].put(card)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "play 5"
    state(match, Hawthorn).rows[0].put(5)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "fold"


# Its story


def test_first_cards_are_turned_over_together() -> None:
    match = Match.new("hawthorn", 3, seed="story")
    for seat in (0, 1):
        match.play(seat, match.legal(seat)[0])
    flip = story(match, f"2 {match.legal(2)[0]}", None)[0]
    assert flip.effect == "flip" and [len(flip.cards("row", seat)) for seat in range(3)] == [1, 1, 1]
    assert [note.kind for note in flip.events] == ["shows"] * 3
