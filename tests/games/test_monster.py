"""Monster: the worked examples and rulings of docs/rules/monster.md, each named after itself."""

from __future__ import annotations

from koloda import Match
from koloda.bots.monster import BRAIN
from koloda.core.chance import Fast
from koloda.core.pile import Pile
from koloda.games.monster import Monster, rank_set
from koloda.testing import deck_dealing, facts, outline, play, refusal, scripted, shuffled, state, story

X2 = ("10 9 7 7 4 2", "9 8 8 6 5 3", "10 10 8 6 4 1", "9 9 5 5 3 3")
PAIRED = ("10 10 9 8 7 6", "10 10 9 8 7 6", "9 9 8 7 6 5", "9 9 8 7 6 5")


def monster(hands: tuple[str, ...], *then: tuple[str, ...], **options: int) -> Match:
    """A match with these hands, and with those of the circles and rounds that follow."""
    more = [shuffled("monster", deck_dealing(next_hands)) for next_hands in (*then, X2)]
    return scripted("monster", len(hands), deck_dealing(hands), dict(options), then=more)


def test_x1_the_order_of_hands() -> None:
    hands = [[10, 9, 8, 7, 6, 5], [10, 8, 7, 4], [10, 8, 7], [10, 8, 6, 5, 4, 3], [9, 8, 7, 6, 5, 4]]
    keys = [rank_set(Pile.of(hand)) for hand in hands]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == 5


def test_x2_the_high_hand_loses_to_the_monster() -> None:
    match = monster(X2)
    assert match.facts() == {
        "chips": [23, 23, 23, 23],
        "scores": [23, 23, 23, 23],
        "pot": 8,
        "hands": [[2, 4, 7, 7, 9, 10], [3, 5, 6, 8, 8, 9], [1, 4, 6, 8, 10, 10], [3, 3, 5, 5, 9, 9]],
        "monster": [],
        "active": [0, 1, 2, 3],
        "dealer": 3,
        "circle": 1,
        "round": 1,
        "winners": [],
        "losers": [],
        "to_move": 0,
        "over": False,
    }
    play(match, "0 discard 7", "1 discard 8 9", "2 discard 10 10")
    assert facts(match, "monster", "to_move") == [[7, 8, 9, 10, 10], 3]
    play(match, "3 fold")
    assert facts(match, "circle", "chips", "pot", "active", "to_move") == [2, [18, 23, 23, 23], 13, [1, 2], 1]
    assert facts(match, "round", "dealer", "monster") == [1, 3, []]
    hands = match.facts()["hands"]
    assert isinstance(hands, list)
    assert [len(hand) for hand in hands] == [0, 6, 6, 0]


def test_x3_one_ten_is_enough_for_the_monster() -> None:
    match = monster(X2)
    play(match, "0 discard 7", "1 discard 8 9", "2 discard 10", "3 fold")
    assert facts(match, "circle", "chips", "active") == [2, [18, 23, 23, 23], [1, 2]]


def test_x3_beating_it() -> None:
    match = monster(X2)
    play(match, "0 discard 7", "1 discard 8", "2 discard 10", "3 fold")
    assert facts(match, "round", "dealer", "chips", "pot", "to_move") == [2, 0, [29, 21, 21, 21], 8, 1]


TWO_LEFT = ("10 9 7 5 4 2", "9 8 7 6 5 10", "3 4 5 6 7 8", "3 4 5 6 8 9")


def test_x4_the_last_one_after_a_loss() -> None:
    match = monster(TWO_LEFT, max_rounds=1)
    play(match, "0 discard", "1 discard 8 9 10", "2 fold", "3 fold")
    assert facts(match, "over", "chips", "active") == [True, [18, 36, 23, 23], [1]]
    assert facts(match, "winners", "losers") == [[1], []]


def test_x5_everybody_folds_before_the_last_seat() -> None:
    match = monster(X2)
    play(match, "0 fold", "1 fold", "2 fold")
    assert facts(match, "round", "chips", "pot", "to_move") == [2, [21, 21, 21, 29], 8, 1]


def test_r1_r2_the_only_hand_without_a_pair_does_not_meet_the_monster() -> None:
    match = monster(X2, max_rounds=1)
    play(match, "0 discard", "1 discard", "2 discard 1 4 10", "3 discard")
    assert facts(match, "over", "chips") == [True, [18, 18, 46, 18]]


def test_r3_when_all_have_pairs_they_pay_and_play_again() -> None:
    match = monster(PAIRED, X2)
    play(match, "0 discard", "1 discard", "2 discard", "3 discard")
    assert facts(match, "circle", "round", "chips", "pot") == [2, 1, [18] * 4, 28]
    assert facts(match, "active", "to_move") == [[0, 1, 2, 3], 0]


def test_r4_equal_high_hands_that_lose_alone_stay_in() -> None:
    hands = ("10 9 8 7 4 2", "10 9 8 7 4 2", "10 10 8 6 5 1", "9 9 5 5 3 3")
    match = monster(hands, ("10 9 8 7 6 5", "10 9 8 7 6 4"))
    play(match, "0 discard 10", "1 discard 10", "2 discard", "3 fold")
    assert facts(match, "chips", "pot", "active", "circle") == [[18, 18, 18, 23], 23, [0, 1], 2]


def test_r5_a_fold_is_free() -> None:
    match = monster(X2)
    play(match, "0 fold")
    assert facts(match, "chips", "pot", "monster", "active") == [[23] * 4, 8, [], [1, 2, 3]]


def test_r6_the_deal_moves_left_and_a_dealer_who_is_out_still_deals() -> None:
    match = Match.new("monster", 5, seed="dealer")
    assert facts(match, "dealer", "to_move") == [4, 0]
    play(match, "0 fold", "1 fold", "2 fold", "3 fold")
    assert facts(match, "round", "dealer", "to_move") == [2, 0, 1]
    out = monster(PAIRED, ("10 10 9 8 7 6", "10 10 9 8 7 6", "9 9 8 7 6 5"))
    play(out, "0 discard", "1 discard", "2 discard", "3 fold")
    assert facts(out, "circle", "dealer", "to_move", "active") == [2, 3, 0, [0, 1, 2]]


def test_r6_the_first_seat_in_to_the_left_of_the_dealer_acts_first() -> None:
    match = monster(X2, ("9 8 8 6 5 3", "10 10 8 6 4 1"))
    play(match, "0 discard 7", "1 discard 8 9", "2 discard 10 10", "3 fold")
    assert match.facts()["hands"] == [[], [3, 5, 6, 8, 8, 9], [1, 4, 6, 8, 10, 10], []]


def test_r7_every_circle_uses_all_cards() -> None:
    match = monster(X2)
    play(match, "0 discard 7", "1 discard 8 9", "2 discard 10 10", "3 fold")
    view = match.view(None)
    assert len(view.cards("deck")) == 55 - 12
    assert view.cards("burnt") == view.cards("discard") == view.cards("monster") == []


def short_ante() -> Match:
    """A match at the beginning of round 2, before which seat 0 had one chip."""
    match = monster(X2, TWO_LEFT, chips=8)
    play(match, "0 discard", "1 discard 3 8 9", "2 fold", "3 fold")
    return match


def test_x6_r8_a_single_chip_is_an_ante() -> None:
    match = short_ante()
    assert facts(match, "over", "round", "chips", "pot", "dealer") == [False, 2, [0, 17, 4, 4], 7, 0]
    staked = [(note.kind, note.seat, note.n) for note in match.view(None).events if note.kind.startswith("ante")]
    assert staked == [("ante", None, 2), ("ante-short", 0, 1)]
    play(match, "1 fold", "2 fold", "3 fold")
    assert facts(match, "over", "round", "chips", "pot") == [False, 3, [5, 15, 2, 2], 8]


def test_r8_the_match_ends_after_a_round_that_leaves_somebody_without_chips() -> None:
    match = short_ante()
    play(match, "1 fold", "2 fold", "3 discard", "0 fold")
    assert facts(match, "over", "chips", "winners", "losers") == [True, [0, 17, 4, 11], [1], [0]]
    assert match.result is not None
    assert match.result.places == (4, 1, 3, 2)


def test_r9_the_rest_of_a_shared_pot_stays() -> None:
    hands = ("10 9 8 7 4 2", "10 9 8 7 4 2", "3 4 5 6 7 8", "9 9 5 5 3 3")
    match = monster(hands)
    state(match, Monster).pot += 1
    play(match, "0 discard", "1 discard", "2 discard", "3 fold")
    assert facts(match, "round", "chips", "pot") == [2, [25, 25, 21, 21], 9]


def test_r10_with_too_few_chips_one_pays_all_and_may_still_win() -> None:
    match = monster(PAIRED, ("10 9 8 7 6 5", "9 8 7 6 5 4", "8 7 6 5 4 3", "7 6 5 4 3 2"), chips=5)
    play(match, "0 discard", "1 discard", "2 discard", "3 discard")
    assert facts(match, "chips", "pot", "active") == [[0] * 4, 20, [0, 1, 2, 3]]
    play(match, "0 discard", "1 fold", "2 fold", "3 discard")
    assert facts(match, "over", "chips", "winners", "losers") == [True, [20, 0, 0, 0], [0], [1, 2, 3]]


def test_r11_every_hand_beats_an_empty_monster_and_its_pairs_count_once() -> None:
    match = monster(("3 4 5 6 7 8", "2 3 4 5 6 7", "10 10 8 6 4 1", "9 9 8 8 10 10"))
    play(match, "0 discard", "1 discard", "2 fold", "3 fold")
    assert facts(match, "round", "chips") == [2, [29, 21, 21, 21]]
    assert rank_set(Pile.of([10, 10, 9])) == rank_set(Pile.of([9, 10]))


def test_r11_a_perfect_tie_is_a_win_for_the_monster() -> None:
    match = monster(("10 10 9 9 8 8", "3 4 5 6 7 8", "10 10 8 6 4 1", "9 9 5 5 3 3"), max_rounds=1)
    play(match, "0 discard 8 9 10", "1 discard", "2 fold", "3 fold")
    assert facts(match, "over", "chips") == [True, [18, 36, 23, 23]]


def test_r12_the_cap_ends_the_match() -> None:
    match = monster(X2, max_rounds=1)
    play(match, "0 fold", "1 fold", "2 fold")
    assert facts(match, "over", "chips", "winners", "losers") == [True, [23, 23, 23, 31], [3], []]


def test_r13_house_rules_of_pairs_are_not_offered() -> None:
    assert [option.name for option in Monster.info.options] == ["chips", "max_rounds"]


def test_the_ante_is_one_from_six_seats_on() -> None:
    assert Match.new("monster", 5, seed="x").facts()["pot"] == 10
    assert Match.new("monster", 6, seed="x").facts()["pot"] == 6


def test_circle_50_is_the_last() -> None:
    match = monster(PAIRED, max_rounds=1)
    state(match, Monster).circle = 50
    play(match, "0 discard", "1 discard", "2 discard", "3 fold")
    assert facts(match, "over", "chips", "pot") == [True, [25, 25, 25, 23], 2]


def test_up_to_three_cards_may_be_discarded() -> None:
    match = monster(("10 10 10 9 9 2", *X2[1:]))
    sets = ["", "2", "9", "10", "2 9", "2 10", "9 9", "9 10", "10 10"]
    sets += ["2 9 9", "2 9 10", "2 10 10", "9 9 10", "9 10 10", "10 10 10"]
    assert match.legal(0) == sorted(["fold", *(f"discard {cards}".strip() for cards in sets)])


def test_refusals() -> None:
    match = monster(X2)
    assert refusal(match, 0, "discard 2 4 7 7") == "too-many"
    assert refusal(match, 0, "discard 3") == "not-in-hand"
    assert refusal(match, 0, "discard 7 4") == "not-ascending"
    assert refusal(match, 0, "discard x") == refusal(match, 0, "hit") == "not-now"
    assert refusal(match, 1, "fold") == "not-your-turn"


def test_views_in_the_middle_of_a_circle() -> None:
    match = monster(X2)
    play(match, "0 discard 7", "1 fold", "2 discard 10 10")
    assert match.view(2).events[0].cards == (10, 10)
    assert [match.view(seat).events[0].cards for seat in (0, 1, None)] == [None] * 3
    assert match.view(None).events[0].n == 2
    hands: dict[int | None, list[list[object]]] = {
        0: [[2, 4, 7, 9, 10], [], [None] * 4, [None] * 6],
        1: [[None] * 5, [], [None] * 4, [None] * 6],
        2: [[None] * 5, [], [1, 4, 6, 8], [None] * 6],
        3: [[None] * 5, [], [None] * 4, [3, 3, 5, 5, 9, 9]],
        None: [[None] * 5, [], [None] * 4, [None] * 6],
    }
    fed: dict[int | None, list[object]] = {0: [7, None, None], 2: [10, 10, None]}
    for seat, expected in hands.items():
        view = match.view(seat)
        assert [view.cards("hand", owner) for owner in range(4)] == expected
        assert view.cards("monster") == fed.get(seat, [None] * 3)
        assert view.cards("burnt") == ([3, 5, 6, 8, 8, 9] if seat == 1 else [None] * 6)
        assert [(c.owner, c.value) for c in view.counters if c.name == "given"] == [(0, 1), (2, 2)]
        assert [c.owner for c in view.counters if c.name == "dealer"] == [3]


def test_a_showdown_is_seen_by_all_and_folded_hands_are_not() -> None:
    match = monster(X2, max_rounds=1)
    play(match, "0 discard 7", "1 discard 8", "2 discard 10", "3 fold")
    view = match.view(None)
    assert [view.cards("hand", seat) for seat in range(4)] == [[2, 4, 7, 9, 10], [3, 5, 6, 8, 9], [1, 4, 6, 8, 10], []]
    assert view.cards("monster") == [7, 8, 10]
    assert view.cards("burnt") == [None] * 6
    kinds = ["fold", *["shows"] * 3, "monster", "high", "same", "decides", "beats", "shares-pot"]
    assert [note.kind for note in view.events] == kinds


def test_the_monster_is_compared_card_by_card() -> None:
    match = monster(X2, max_rounds=1)
    play(match, "0 discard 7", "1 discard 8", "2 discard 10")
    shown, equal, fought, curtain = story(match, "3 fold")
    assert outline([shown, equal, fought, curtain])[0].startswith("flip: fold shows shows shows monster")
    assert shown.cards("hand", 0) == [2, 4, 7, 9, 10] and shown.cards("monster") == [7, 8, 10]
    assert [(note.kind, note.cards) for note in equal.events] == [("high", ()), ("same", (10,))]
    assert [(note.kind, note.cards) for note in fought.events] == [("decides", (9,)), ("beats", ())]
    assert [beat.effect for beat in (equal, fought, curtain)] == ["tally", "tally", "curtain"]
    assert max(curtain.gains) > 0 > min(curtain.gains)


def test_without_a_showdown_nothing_is_shown() -> None:
    match = monster(X2, max_rounds=1)
    play(match, "0 discard 7", "1 fold", "2 fold", "3 fold")
    assert match.view(None).cards("hand", 0) == [None] * 5
    assert match.view(None).cards("monster") == [None]
    assert match.view(0).cards("monster") == [7]


def test_hints() -> None:
    match = monster(X2)
    assert match.view(1).hints == match.view(None).hints == []
    assert [(h.kind, h.move, h.args) for h in match.view(0).hints] == [
        ("hint-pairs", "", {"n": 1, "penalty": 5}),
        ("hint-monster", "", {"n": 0}),
        ("hint-fold", "fold", {}),
    ]
    clean = monster(TWO_LEFT)
    clean.play(0, "discard 2")
    assert [(h.kind, h.args) for h in clean.view(1).hints][:2] == [
        ("hint-pairs", {"n": 0, "penalty": 5}),
        ("hint-monster", {"n": 1}),
    ]


def test_a_hint_warns_a_seat_without_chips_before_it_folds() -> None:
    match = short_ante()
    play(match, "1 fold", "2 fold", "3 discard")
    assert [(h.kind, h.move) for h in match.view(0).hints if h.move] == [("hint-broke", "fold")]


def test_the_clock_folds() -> None:
    assert monster(X2).game.default_move(0) == "fold"


def test_the_policy_hides_among_many_goes_high_among_few_and_folds_hopeless_hands() -> None:
    match = monster(X2)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "discard 7 9 10"
    play(match, "0 fold")
    assert BRAIN.choose(match.game, 1, Fast(1)) == "discard 8 8 9"
    strong = monster((X2[0], "10 9 8 8 5 3", *X2[2:]))
    play(strong, "0 fold")
    assert BRAIN.choose(strong.game, 1, Fast(1)) == "discard 8"
    best = monster(("10 9 8 7 4 2", *X2[1:]))
    assert BRAIN.choose(best.game, 0, Fast(1)) == "discard"
    hopeless = monster(("10 10 10 9 9 9", *X2[1:3], "8 7 5 5 3 3"))
    assert BRAIN.choose(hopeless.game, 0, Fast(1)) == "fold"


def test_without_chips_the_policy_stays_in() -> None:
    match = monster(("10 10 9 9 7 6", *X2[1:]))
    game = state(match, Monster)
    assert BRAIN.choose(game, 0, Fast(1)) == "fold"
    game.chips[0] = 0
    assert BRAIN.choose(game, 0, Fast(1)) == "discard 9 10 10"
    game.hands[0].fill(Pile.of([9, 9, 9, 5, 5, 5]))  # a pair must stay
    assert BRAIN.choose(game, 0, Fast(1)) == "fold"
