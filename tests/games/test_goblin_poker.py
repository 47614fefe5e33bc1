"""Goblin Poker: the worked examples and rulings of docs/rules/goblin-poker.md, each named after itself."""

from __future__ import annotations

from koloda import Match
from koloda.bots.goblin_poker import BRAIN
from koloda.core.chance import Fast
from koloda.core.pile import Pile
from koloda.core.record_types import ChanceRecord
from koloda.games.goblin_poker import GoblinPoker, low_key
from koloda.testing import (
    deck_dealing,
    facts,
    labels_of,
    outline,
    play,
    refusal,
    scripted,
    shuffled,
    state,
    story,
)

X2 = ("3 8 9 10 7 6", "8 9 10 7 6 5", "9 10 8 7 6 4")
FIRST = ("0 play 3", "1 play 8", "2 play 9")
CIRCLE_1 = ("0 sacrifice 8", "1 sacrifice 10", "2 sacrifice 4")
NEXT = shuffled("goblin-poker", "10 9 8")


def goblin(hands: tuple[str, ...], *then: list[int], deck: str = "", **options: int) -> Match:
    """A match with these hands; ``deck`` follows the deal, ``then`` are the shuffles of sacrificed cards."""
    chance: list[ChanceRecord] = [{"shuffle": cards} for cards in then]
    return scripted("goblin-poker", len(hands), f"{deck_dealing(hands)} | {deck}", dict(options), then=[*chance, NEXT])


def test_x1_the_lowest_stack() -> None:
    stacks = [[2, 3, 6], [3, 2], [2, 4, 5], [3]]
    keys = [low_key(Pile.of(stack)) for stack in stacks]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == 4


def test_x2_a_pair_of_eights() -> None:
    match = goblin(X2, [10, 8, 4])
    assert match.facts() == {
        "chips": [24, 24, 24],
        "scores": [24, 24, 24],
        "pot": 3,
        "stacks": [[], [], []],
        "hands": [[3, 6, 7, 8, 9, 10], [5, 6, 7, 8, 9, 10], [4, 6, 7, 8, 9, 10]],
        "active": [0, 1, 2],
        "circle": 0,
        "low": None,
        "round": 1,
        "deck_count": 37,
        "winners": [],
        "losers": [],
        "to_move": [0, 1, 2],
        "over": False,
    }
    play(match, *FIRST)
    assert facts(match, "low", "circle", "to_move") == [0, 1, 0]
    play(match, *CIRCLE_1)
    assert facts(match, "stacks", "chips", "pot") == [[[3, 10], [], [9, 4]], [24, 16, 24], 11]
    assert facts(match, "circle", "low", "to_move", "active") == [2, 0, 0, [0, 2]]


def test_x3_going_on() -> None:
    match = goblin(X2, [10, 8, 4])
    play(match, *FIRST, *CIRCLE_1, "0 sacrifice 9", "2 fold")
    assert facts(match, "round", "chips", "pot", "low", "circle") == [2, [37, 15, 20], 3, None, 0]


def test_x4_the_first_tie() -> None:
    match = goblin(("4 8 9 10 7 6", "4 9 10 7 6 5", "7 10 8 9 6 5"), deck="4 9 2")
    play(match, "0 play 4", "1 play 4", "2 play 7")
    assert facts(match, "stacks", "low", "to_move", "deck_count") == [[[4, 9], [4, 2], [7]], 1, 1, 34]
    assert match.view(None).cards("discard") == [4]


def test_x5_r3_the_order_of_dealing_is_found_after_the_last_action() -> None:
    match = goblin(("2 8 9 10 7 6", "6 9 10 7 4 5", "5 10 8 9 6 3"), [10, 9])
    play(match, "0 play 2", "1 play 6", "2 play 5", "0 fold", "1 sacrifice 9", "2 sacrifice 10")
    assert facts(match, "stacks", "chips", "low") == [[[], [6, 9], [5, 10]], [22, 24, 24], 2]


def test_r1_r2_a_perfect_tie_of_longer_stacks_is_broken_among_the_tied() -> None:
    match = goblin(("4 8 9 10 7 6", "5 4 10 7 6 8", "7 10 8 9 6 5"), [5, 4, 8], deck="10 6")
    play(match, "0 play 4", "1 play 5", "2 play 7", "0 sacrifice 8", "1 sacrifice 4", "2 sacrifice 5")
    assert facts(match, "circle", "low", "stacks") == [2, 1, [[4, 5, 10], [5, 4, 6], [7, 8]]]


def test_r4_r10_an_empty_deck_is_made_anew_before_the_sacrifices_are_mixed() -> None:
    match = goblin(("2 8 9 10 7 6", "5 9 10 7 6 8", "5 10 8 9 6 4"), [7, 2, 6, 8, 9, 10], [10, 9])
    play(match, "0 play 2", "1 play 5", "2 play 5")
    state(match, GoblinPoker).deck.all_to(state(match, GoblinPoker).hands[1])
    play(match, "0 fold", "1 sacrifice 9", "2 sacrifice 10")
    assert facts(match, "stacks", "low", "deck_count") == [[[], [5, 7, 9], [5, 2, 10]], 2, 4]


def test_r5_every_round_has_all_55_cards() -> None:
    match = goblin(X2, [10, 8, 4])
    play(match, *FIRST, *CIRCLE_1, "0 sacrifice 9", "2 fold")
    assert match.facts()["deck_count"] == 37
    assert match.view(None).cards("middle") == match.view(None).cards("discard") == []


def test_r6_the_price_is_the_lowest_open_card_of_the_seats_in() -> None:
    match = goblin(X2)
    play(match, *FIRST)
    assert match.view(1).counter("price") == 3
    play(match, "0 fold")
    assert match.view(1).counter("price") == 8
    assert match.facts()["chips"] == [21, 24, 24]


def test_r7_there_are_as_many_sacrifices_as_seats_in() -> None:
    match = goblin(X2, [7, 6])
    play(match, *FIRST, "0 fold", "1 sacrifice 7", "2 sacrifice 6")
    assert facts(match, "stacks", "circle") == [[[], [8, 7], [9, 6]], 2]


def test_r8_a_seat_may_get_its_own_card_back() -> None:
    match = goblin(X2, [8, 10, 4])
    play(match, *FIRST, *CIRCLE_1)
    assert match.facts()["stacks"] == [[3, 8], [8, 10], [9, 4]]


def test_r9_payments_stop_at_the_last_chip_and_the_match_ends_after_the_round() -> None:
    match = goblin(X2, [10, 8, 4], chips=5)
    play(match, *FIRST, *CIRCLE_1)
    assert facts(match, "chips", "pot", "active") == [[4, 0, 4], 7, [0, 2]]
    play(match, "0 sacrifice 9", "2 fold")
    assert facts(match, "over", "chips", "winners", "losers") == [True, [14, 0, 1], [0], [1]]
    assert match.result is not None
    assert match.result.places == (1, 3, 2)


def test_r10_a_tie_that_no_card_can_break_goes_to_the_lowest_seat() -> None:
    match = goblin(("4 8 9 10 7 6", "4 9 10 7 6 5", "7 10 8 9 6 5"))
    state(match, GoblinPoker).deck.clear()
    play(match, "0 play 4", "1 play 4", "2 play 7")
    assert facts(match, "stacks", "low") == [[[4], [4], [7]], 0]


def test_r11_the_cap_ends_the_match() -> None:
    match = goblin(X2, [10, 8, 4], max_rounds=1)
    play(match, *FIRST, *CIRCLE_1, "0 sacrifice 9", "2 fold")
    assert facts(match, "over", "chips", "winners", "losers") == [True, [38, 16, 21], [0], []]
    assert match.view(0).cards("middle") == [9]
    assert match.view(1).cards("middle") == match.view(None).cards("middle") == [None]


def test_r12_tie_break_cards_stay_and_put_nobody_out() -> None:
    match = goblin(("4 8 9 10 7 6", "4 9 10 7 6 5", "7 10 8 9 6 5"), [10, 9, 8], deck="4 9 2")
    play(match, "0 play 4", "1 play 4", "2 play 7", "1 sacrifice 9", "2 sacrifice 10", "0 sacrifice 8")
    assert facts(match, "stacks", "active") == [[[4, 9, 8], [4, 2, 10], [7, 9]], [0, 1, 2]]


def test_r13_house_rules_of_pairs_are_not_offered() -> None:
    assert [option.name for option in GoblinPoker.info.options] == ["chips", "max_rounds"]


FIVE = ("3 8 9 10 7 6", "4 9 10 7 6 8", "5 10 8 9 6 7")


def test_after_five_circles_the_seats_in_share_the_pot_and_the_rest_stays() -> None:
    match = goblin(FIVE, [10, 9, 8], [9, 8, 10], [8, 10, 9], [7, 6, 7], [6, 7, 6])
    state(match, GoblinPoker).pot += 1  # a remainder of an earlier round
    play(match, "0 play 3", "1 play 4", "2 play 5")
    play(match, "0 sacrifice 8", "1 sacrifice 9", "2 sacrifice 10")
    play(match, "0 sacrifice 9", "1 sacrifice 10", "2 sacrifice 8")
    play(match, "0 sacrifice 10", "1 sacrifice 8", "2 sacrifice 9")
    play(match, "0 sacrifice 7", "1 sacrifice 7", "2 sacrifice 6")
    assert facts(match, "circle", "hands") == [5, [[6], [6], [7]]]
    play(match, "0 sacrifice 6", "1 sacrifice 6", "2 sacrifice 7")
    assert facts(match, "round", "chips", "pot") == [2, [24, 24, 24], 4]


def test_the_last_seat_gets_no_card_that_is_left() -> None:
    match = goblin(("3 8 9 10 7 6", "8 9 10 7 6 5", "9 10 8 7 6 5"), [3, 8, 9], chips=20, max_rounds=1)
    play(match, "0 play 3", "1 play 8", "2 play 9")
    game = state(match, GoblinPoker)
    game.hands[0].put(3)
    play(match, "0 sacrifice 3", "1 sacrifice 9", "2 sacrifice 8")
    assert facts(match, "over", "chips", "active", "stacks") == [True, [16, 11, 33], [2], [[], [], [9]]]
    assert match.view(1).cards("middle") == match.view(2).cards("middle") == [None]


def test_refusals() -> None:
    match = goblin(X2, [10, 8, 4])
    assert match.legal(0) == ["play 10", "play 3", "play 6", "play 7", "play 8", "play 9"]
    assert refusal(match, 0, "play 5") == "not-in-hand"
    assert refusal(match, 0, "fold") == refusal(match, 0, "sacrifice 8") == "first-card"
    play(match, *FIRST)
    assert match.legal(0) == ["fold", *(f"sacrifice {card}" for card in (10, 6, 7, 8, 9))]
    assert refusal(match, 0, "play 8") == "first-card-lies"
    assert refusal(match, 0, "sacrifice 3") == "not-in-hand"
    assert refusal(match, 0, "hit") == "not-now"


def test_views_in_the_middle_of_a_round() -> None:
    match = goblin(X2)
    play(match, *FIRST, "0 fold", "1 sacrifice 10")
    hands: dict[int | None, list[list[object]]] = {
        0: [[], [None] * 4, [None] * 5],
        1: [[], [5, 6, 7, 9], [None] * 5],
        2: [[], [None] * 4, [4, 6, 7, 8, 10]],
        None: [[], [None] * 4, [None] * 5],
    }
    for seat, expected in hands.items():
        view = match.view(seat)
        assert [view.cards("hand", owner) for owner in range(3)] == expected
        assert view.cards("middle") == ([10] if seat == 1 else [None])
        assert view.events[0].cards == ((10,) if seat == 1 else None)
        assert view.cards("burnt") == ([6, 7, 8, 9, 10] if seat == 0 else [None] * 5)
        assert view.cards("discard") == [3]
        assert [view.cards("row", owner) for owner in range(3)] == [[], [8], [9]]
        assert (view.phase, view.counter("circle"), view.counter("price")) == ("circle", 1, 8)
        assert [(c.owner, c.value) for c in view.counters if c.name == "low"] == [(0, 1)]


def test_hints() -> None:
    match = goblin(X2, [10, 8, 4])
    assert match.view(0).hints == match.view(None).hints == []
    play(match, *FIRST, "0 sacrifice 8")
    assert match.view(1).phase == "circle"
    told = [(hint.kind, hint.move, hint.args) for hint in match.view(1).hints]
    hidden = 55 - 3 - 5  # seven eights are among them
    assert told == [
        ("hint-risk", "", {"percent": round(100 * (2 / 3) * 7 / hidden)}),
        ("hint-share", "", {"n": 1}),
        ("hint-fold", "fold", {"n": 3}),
    ]
    paired = goblin(("3 8 9 10 7 6", "8 8 10 7 6 5", "9 10 9 7 6 4"))
    play(paired, *FIRST, "0 sacrifice 8")
    assert ("hint-back", "sacrifice 8", {"n": 8, "left": 3}) in [(h.kind, h.move, h.args) for h in paired.view(1).hints]
    before = paired.view(1).hints[0].args["percent"]
    paired.play(1, "sacrifice 8")
    assert [hint.kind for hint in paired.view(1).hints] == ["hint-risk", "hint-share"]
    assert int(str(paired.view(1).hints[0].args["percent"])) > int(str(before))


def test_the_clock_plays_low_and_folds() -> None:
    match = goblin(X2)
    assert [match.game.default_move(seat) for seat in range(3)] == ["play 3", "play 5", "play 4"]
    play(match, *FIRST)
    assert match.game.default_move(0) == "fold"


def test_the_policy_sacrifices_what_hurts_the_others_and_leaves_in_danger() -> None:
    match = goblin(X2)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "play 3"
    play(match, *FIRST)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "sacrifice 9"
    game = state(match, GoblinPoker)
    for card in (8, 9, 10, 7):
        game.rows[0].put(card)
        game.deck.take(card)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "fold"


# Its story


def test_first_cards_are_turned_over_together() -> None:
    match = goblin(X2, [10, 8, 4])
    play(match, *FIRST[:2])
    assert match.view(0).cards("row", 1) == []
    (first,) = story(match, FIRST[2], 0)
    assert outline([first]) == ["flip: shows shows shows"]
    assert [first.cards("row", seat) for seat in range(3)] == [[3], [8], [9]]


def test_a_sacrifice_that_pairs_is_seen_in_the_stack() -> None:
    match = goblin(X2, [10, 8, 4])
    play(match, *FIRST, *CIRCLE_1[:2])
    pair, paid, circle = beats = story(match, CIRCLE_1[2])
    assert outline(beats) == ["land: sacrifice starts mixed deal deal pair", "gather: pays", "land: deal"]
    assert paid.counter("pot") - pair.counter("pot") == 8 and circle.cards("row", 1) == []
    assert pair.cards("row", 1) == [8, 8] and labels_of(pair) == [("row", 1, "label-pair", 8)]
    assert pair.cards("middle") == [None] and pair.cards("row", 2) == [9]


def test_the_last_one_in_takes_the_pot_before_the_next_antes() -> None:
    match = goblin(X2, [10, 8, 4])
    play(match, *FIRST, *CIRCLE_1, "0 sacrifice 9")
    curtain, antes = beats = story(match, "2 fold", 1)
    assert outline(beats) == ["curtain: fold pays last takes-pot", "gather: round ante"]
    assert curtain.cards("row", 0) == [3, 10] and curtain.cards("hand", 0) == [None] * 3
    assert curtain.gains == (13, -9, -4) and curtain.counter("pot") == 0  # the first ante counts too
    assert antes.counter("pot") == 3 and antes.counter("chips", 0) == 37 and antes.counter("round") == 2
