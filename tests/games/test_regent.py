"""Regent: the worked examples and rulings of docs/rules/regent.md, each named after itself."""

from __future__ import annotations

import pytest

from koloda import Match
from koloda.bots.regent.brain import BRAIN
from koloda.core.chance import Fast
from koloda.games.regent import Regent, look_chance
from koloda.testing import facts, labels_of, outline, play, refusal, scripted, state, story

X1 = "1 2 2 3 3 | 5 9 7 4 8 6 | 8 | 3 10 4 9 7 5"
X2 = "1 3 3 3 4 | 5 9 7 4 8 2 | 6 | 10 4 9 7 5 8"
X3 = "1 2 2 3 3 | 6 9 10 9 8 6 | 8 | 6 7 4 10 9 5"
X4 = "1 2 2 3 3 | 6 7 8 | 9 10 10 | 4 4 9 | 4 7 8"
X5 = "1 2 2 3 3 | 6 4 8 | 9 7 10 | 10 5 9 | 9 | 10 9 8 7 6 5 | 4 8 10 7"


def regent(seats: int, deck: str, then: list[list[int]] | None = None, **options: int) -> Match:
    return scripted("regent", seats, deck, dict(options), then=[{"shuffle": cards} for cards in then or []])


def test_x1_an_attack_on_an_eight() -> None:
    match = regent(2, X1)
    assert facts(match, "hidden", "up", "to_move", "chips", "pot") == [[[5, 7], [4, 9]], [[8], [6]], 1, [25, 25], 0]
    play(match, "1 attack 0")
    assert match.facts() == {
        "chips": [33, 17],
        "pot": 0,
        "up": [[7], [5]],
        "hidden": [[3, 4], [9, 10]],
        "active": [0, 1],
        "deck_count": 37,
        "discard_count": 12,
        "round": 2,
        "to_move": 1,
        "over": False,
    }


def test_x2_a_fold_for_a_two() -> None:
    match = regent(2, X2)
    assert match.facts()["to_move"] == 1
    play(match, "1 draw")
    assert facts(match, "hidden", "to_move") == [[[5, 7], [4, 6, 9]], 0]
    play(match, "0 fold")
    assert facts(match, "chips", "round", "to_move", "up") == [[23, 27], 2, 0, [[5], [8]]]


def test_x3_of_several_pairs_the_highest_counts() -> None:
    match = regent(2, X3)
    play(match, "1 draw", "0 look 1")
    assert facts(match, "chips", "round") == [[34, 16], 2]


def test_x4_the_tie_break() -> None:
    match = regent(3, X4)
    assert facts(match, "up", "to_move", "discard_count", "deck_count") == [[[4, 7], [4, 8], [9]], 0, 6, 38]


def test_x5_a_lost_attack() -> None:
    match = regent(3, X5)
    play(match, "1 attack 2")
    assert facts(match, "chips", "up", "active", "to_move") == [[25, 16, 34], [[10], [], [9]], [0, 2], 2]
    assert facts(match, "discard_count", "deck_count", "hidden") == [9, 40, [[6, 9], [], [8, 10]]]


def test_x6_a_failed_look() -> None:
    match = regent(3, X5)
    play(match, "1 look 0")
    assert facts(match, "chips", "to_move") == [[35, 15, 25], 0]
    assert facts(match, "up", "hidden") == [[[6, 9, 10], [], [9]], [[], [], [8, 10]]]
    assert not [move for move in match.legal(0) if move.startswith("gift")]
    assert refusal(match, 0, "gift 6 2") == "not-in-hand"
    play(match, "0 draw")
    play(match, "2 look 0")
    assert facts(match, "chips", "round") == [[26, 15, 34], 2]


def test_x6_nobody_may_look_at_an_empty_hand() -> None:
    match = regent(3, "1 2 2 3 3 | 6 4 8 | 9 7 10 | 10 5 9 | 7")
    play(match, "1 look 0", "0 attack 2")
    assert "look 0" not in match.legal(2)
    assert refusal(match, 2, "look 0") == "empty-hand"


def test_r1_with_two_seats_any_loss_ends_the_round() -> None:
    for move, chips in (("1 fold", [31, 19]), ("1 look 0", [33, 17])):
        match = regent(2, X1)
        play(match, move)
        assert facts(match, "chips", "round") == [chips, 2]


def test_r2_every_deal_starts_with_seat_0() -> None:
    match = regent(2, X1)
    play(match, "1 attack 0")
    assert facts(match, "hidden", "up") == [[[3, 4], [9, 10]], [[7], [5]]]


def empty_deck(match: Match, *away: int) -> None:
    """Leave these cards in the discard pile and none in the deck; all others are in a hand."""
    game = state(match, Regent)
    hand = game.hands[0]
    game.deck.all_to(hand)
    game.burnt.all_to(hand)
    game.burnt_seen.clear()
    for card in away:
        hand.take(card)
        game.discard.put(card)


def test_r3_a_tiny_discard_pile_is_shuffled_without_burning() -> None:
    match = regent(2, X1, [[9, 8, 7, 5, 3]])
    empty_deck(match, 3, 5, 7, 8, 9)
    play(match, "1 draw")
    assert facts(match, "deck_count", "discard_count") == [4, 0]
    assert match.view(1).cards("hand", 1) == [4, 9, 9]


def test_r3_a_bigger_one_is_burnt_from() -> None:
    match = regent(2, X1, [[9, 8, 7, 5, 3, 10]])
    empty_deck(match, 3, 5, 7, 8, 9, 10)
    play(match, "1 attack 0")
    assert facts(match, "deck_count", "discard_count", "up") == [0, 5, [[8, 10], [6]]]


def test_r3_without_any_card_there_is_no_draw_and_no_attack() -> None:
    match = regent(2, X1)
    empty_deck(match)
    assert match.legal(1) == ["fold", "gift 4 0", "gift 9 0", "look 0"]
    assert refusal(match, 1, "draw") == refusal(match, 1, "attack 0") == "no-card"
    assert match.game.default_move(1) == "fold"
    assert [hint.kind for hint in match.view(1).hints] == ["hint-fold", "hint-look"]


def test_r4_rounds_go_on_with_the_same_deck() -> None:
    match = regent(2, X1)
    play(match, "1 fold")
    assert facts(match, "deck_count", "discard_count") == [38, 11]


def test_r5_a_hidden_card_may_match_a_tie_break_card() -> None:
    match = regent(3, "1 2 2 3 3 | 7 6 8 | 9 10 10 | 4 4 9 | 7 8")
    assert facts(match, "up", "hidden") == [[[4, 7], [4, 8], [9]], [[7, 9], [6, 10], [8, 10]]]


def test_r6_r16_an_attack_that_matches_a_hidden_card_joins_the_row_and_says_nothing() -> None:
    match = regent(3, "1 2 2 3 3 | 6 4 8 | 9 7 10 | 10 5 9 | 8")
    play(match, "1 attack 2")
    assert facts(match, "up", "active", "to_move") == [[[10], [5], [8, 9]], [0, 1, 2], 2]
    play(match, "2 attack 0", "0 look 2")
    assert facts(match, "chips", "active", "to_move") == [[33, 25, 17], [0, 1], 0]


def test_r7_a_gift_may_pair_hidden_cards_and_be_the_last_one() -> None:
    match = regent(3, "1 2 2 3 3 | 6 8 8 | 9 8 10 | 10 5 9")
    play(match, "1 gift 8 2")
    assert facts(match, "up", "hidden", "to_move") == [[[10], [5], [8, 9]], [[6, 9], [8], [8, 10]], 2]
    play(match, "2 gift 8 1", "1 gift 8 0")
    assert facts(match, "up", "hidden", "to_move") == [[[8, 10], [5, 8], [8, 9]], [[6, 9], [], [10]], 0]


def test_r8_r16_after_a_lost_attack_only_its_card_and_the_row_are_known() -> None:
    match = regent(3, X5)
    play(match, "1 attack 2")
    assert match.view(0).cards("discard") == [9, 5]
    assert match.view(0).cards("burnt") == [None] * 7
    assert match.view(1).cards("burnt") == [4, 7, *[None] * 5]


def test_r9_shown_cards_count_as_open_ones() -> None:
    match = regent(3, X5)
    play(match, "1 look 0", "0 draw")
    assert refusal(match, 2, "gift 10 0") == "has-it"
    assert match.view(2).counter("price") == 6


def test_r10_the_price_of_a_failed_look_is_the_highest_of_all_cards() -> None:
    match = regent(3, X5)
    play(match, "1 look 2")
    assert facts(match, "chips", "to_move", "active") == [[25, 15, 35], 2, [0, 2]]


def test_r11_cards_of_seats_that_left_do_not_count() -> None:
    match = regent(3, X5)
    assert match.view(0).counter("price") == 5
    play(match, "1 fold")
    assert facts(match, "chips", "pot", "to_move") == [[25, 20, 25], 5, 2]
    assert match.view(0).counter("price") == 9


def test_r12_r13_nobody_pays_more_than_they_have() -> None:
    match = regent(2, X1, chips=5)
    play(match, "1 attack 0")
    assert facts(match, "over", "chips", "scores", "winners", "losers") == [True, [10, 0], [10, 0], [0], [1]]
    assert match.result is not None
    assert (match.result.scores, match.result.places) == ((10, 0), (1, 2))
    assert facts(match, "deck_count", "discard_count", "up") == [43, 12, [[], []]]


def test_r14_the_last_seat_takes_the_pot_of_the_round() -> None:
    match = regent(3, X5)
    play(match, "1 fold", "2 fold")
    assert facts(match, "chips", "pot", "round") == [[39, 20, 16], 0, 2]


def test_r15_the_cap_ends_the_match() -> None:
    match = regent(2, X1, max_rounds=1)
    play(match, "1 attack 0")
    assert facts(match, "over", "chips", "winners", "losers") == [True, [33, 17], [0], []]


def test_a_pair_found_goes_on_to_the_left_of_the_loser() -> None:
    match = regent(3, "1 2 2 3 3 | 6 4 8 | 9 7 8 | 10 5 9")
    play(match, "1 look 2")
    assert facts(match, "chips", "active", "to_move") == [[25, 33, 17], [0, 1], 0]
    assert match.view(None).cards("discard") == [9, 8, 8]


def test_refusals() -> None:
    match = regent(3, X5)
    assert refusal(match, 1, "attack 1") == "yourself"
    assert refusal(match, 1, "attack 7") == "not-in"
    assert refusal(match, 1, "gift 9 2") == "not-in-hand"
    assert refusal(match, 1, "attack") == "not-now"
    assert refusal(match, 1, "attack 0 2") == "not-now"
    assert refusal(match, 1, "attack 0 7") == refusal(match, 1, "gift 7") == "not-now"
    assert refusal(match, 1, "draw 1") == "not-now"
    assert refusal(match, 0, "draw") == "not-your-turn"
    play(match, "1 fold")
    assert refusal(match, 2, "look 1") == "not-in"


def test_views_in_the_middle_of_a_round() -> None:
    match = regent(3, X5)
    play(match, "1 draw", "2 gift 8 0")
    assert match.view(None).events[0].cards == (8,)
    hands: dict[int | None, list[list[object]]] = {
        0: [[6, 9], [None] * 3, [None]],
        1: [[None] * 2, [4, 7, 9], [None]],
        2: [[None] * 2, [None] * 3, [10]],
        None: [[None] * 2, [None] * 3, [None]],
    }
    for seat, expected in hands.items():
        view = match.view(seat)
        assert [view.cards("hand", owner) for owner in range(3)] == expected
        assert [view.cards("row", owner) for owner in range(3)] == [[10, 8], [5], [9]]
        assert view.cards("burnt") == [None] * 5
        assert (view.counter("pot"), view.counter("price")) == (0, 5)


def test_a_drawn_card_is_told_to_its_owner_only() -> None:
    match = regent(3, X5)
    play(match, "1 draw")
    assert [match.view(seat).events[0].cards for seat in (0, 1, 2, None)] == [None, (9,), None, None]


def test_hints() -> None:
    match = regent(3, X5)
    assert match.view(0).hints == match.view(None).hints == []
    told = [(hint.kind, hint.move, hint.args) for hint in match.view(1).hints]
    assert told[0] == ("hint-fold", "fold", {"n": 5})
    assert told[1] == ("hint-attack", "attack 0", {"seat": 0, "percent": round(100 * 9 / 50)})
    assert told[2][:2] == ("hint-look", "look 0")
    assert told[2][2]["n"] == 10
    assert [kind for kind, _, _ in told[3:]] == ["hint-attack", "hint-look"]
    paired = regent(3, "1 2 2 3 3 | 6 7 8 | 9 7 10 | 10 5 9")
    assert [(h.kind, h.args) for h in paired.view(1).hints][-1] == ("hint-own-pair", {"n": 7})
    play(match, "1 look 0")
    assert match.view(0).hints[-1].kind == "hint-immune"


def test_look_chance_counts_pairs_with_the_row_and_in_the_hand() -> None:
    assert look_chance([9], 1, [9, 8, 7, 6]) == 0.25
    assert look_chance([], 2, [9, 9, 8]) == pytest.approx(1 / 3)
    assert look_chance([4], 2, [1, 2, 3]) == 0


def test_the_clock_draws() -> None:
    assert regent(3, X5).game.default_move(1) == "draw"


def test_the_policy_looks_gives_attacks_folds_and_draws() -> None:
    match = regent(3, X5)
    assert BRAIN.choose(match.game, 1, Fast(1)) == "gift 7 0"
    for card in (6, 7, 8):
        state(match, Regent).hands[0].put(card)
        state(match, Regent).deck.take(card)
    assert BRAIN.choose(match.game, 1, Fast(1)) == "look 0"
    low = regent(2, "1 3 3 3 4 | 5 9 7 4 8 2 | 6")
    state(low, Regent).hands[1].all_to(state(low, Regent).deck)
    assert BRAIN.choose(low.game, 1, Fast(1)) == "draw"
    low.play(1, "draw")
    state(low, Regent).hands[0].all_to(state(low, Regent).deck)
    assert BRAIN.choose(low.game, 0, Fast(1)) == "attack 1"


def test_the_policy_leaves_cheaply_with_a_pair_it_cannot_give_away() -> None:
    match = regent(2, "1 3 3 3 4 | 9 8 5 8 9 2 | 6")
    game = state(match, Regent)
    game.rows[0].take(9)
    game.rows[0].put(8)
    game.deck.put(9)
    game.deck.take(8)
    game.rows[1].put(8)
    game.deck.take(8)
    game.hands[0].clear()
    assert BRAIN.choose(match.game, 1, Fast(1)) == "fold"
    empty_deck(match)
    game.hands[0].clear()
    game.hands[1].clear()
    assert match.legal(1) == [BRAIN.choose(match.game, 1, Fast(1))] == ["fold"]


# Its story


def test_the_card_of_a_failed_attack_lies_in_the_row_that_it_pairs() -> None:
    match = regent(2, X1)
    failed, paid, curtain = beats = story(match, "1 attack 0", 0)
    assert outline(beats) == ["land: attack-fails", "gather: pays-to", "curtain: last"]
    assert paid.counter("chips", 0) - failed.counter("chips", 0) == 8
    assert failed.cards("row", 0) == [8, 8] and labels_of(failed) == [("row", 0, "label-pair", 8)]
    assert curtain.cards("row", 0) == [8] and curtain.cards("discard") == [8, 6] and curtain.gains == (8, -8)
    assert match.view(None).cards("row", 0) == [7] and match.game.deals_begun == 2


def test_a_hand_that_is_looked_at_lies_open_until_it_is_paid_for() -> None:
    match = regent(2, X3)
    play(match, "1 draw")
    assert labels_of(match.view(1)) == [("hand", 1, "label-pair", 9)]  # a warning that only the owner reads
    assert labels_of(match.view(0)) == labels_of(match.view(None)) == []
    look, paid, curtain = beats = story(match, "0 look 1")
    assert outline(beats) == ["flip: look", "tally: look-pair pays-to", "curtain: last"]
    assert look.cards("row", 1) == paid.cards("row", 1) == [6, 8, 9, 9] and look.cards("hand", 1) == []
    assert look.counter("chips", 0) == 25 and paid.counter("chips", 0) == 34 and curtain.gains == (9, -9)


def test_a_look_that_finds_nothing_is_paid_before_the_looker_leaves() -> None:
    match = regent(3, X5)
    look, paid = beats = story(match, "1 look 0", 2)
    assert outline(beats) == ["flip: look", "tally: look-clean pays-to"]
    assert look.cards("row", 0) == [10, 6, 9] and paid.cards("row", 1) == [5] and paid.cards("hand", 1) == [None] * 2
    assert [paid.counter("chips", seat) for seat in range(3)] == [35, 15, 25]
