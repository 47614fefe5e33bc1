"""Troll Guts: the worked examples and rulings of docs/rules/troll-guts.md."""

from __future__ import annotations

from collections.abc import Sequence

from koloda import Match
from koloda.bots.troll_guts import BRAIN
from koloda.core.chance import Fast
from koloda.games.troll_guts import TrollGuts
from koloda.testing import play, refusal, scripted, shuffled, state
from koloda.testing.option_sets import Options

DECK = "4 9 10 | 6 10 5 | 8 7 9 | 10 3 8 | 2 9 10 | 4 6 9 | 7 10"
STACKS = ("0 stack 10 8 6 4 2", "1 stack 3 7 9 10 9", "2 stack 10 9 8 5 10")
X1 = ("0 draw", "1 steal 0", "2 buy")
X2 = ("0 buy", "1 steal 2", "2 steal 0", "0 steal 1", "1 steal 2")
NEXT = "1 2 2 3 3 3 4 4 4 4 5 5 5 5 5 | 8 9 10"


def troll_guts(deck: str = DECK, moves: Sequence[str] = (), **options: int) -> Match:
    then = [shuffled("troll-guts", NEXT)]
    match = scripted("troll-guts", 3, deck, Options(options), then=then)
    play(match, *moves)
    return match


def test_the_deal() -> None:
    assert troll_guts().facts() == {
        "phase": "stack",
        "chips": [24, 24, 24],
        "pot": 3,
        "hands": [[2, 4, 6, 8, 10], [3, 7, 9, 9, 10], [5, 8, 9, 10, 10]],
        "rows": [[4], [6], [9]],
        "stacks": [[], [], []],
        "active": [0, 1, 2],
        "deck_count": 37,
        "discard_count": 0,
        "round": 1,
        "to_move": [0, 1, 2],
        "over": False,
    }


def test_stacking_is_together_and_any_order_will_do() -> None:
    match = troll_guts()
    assert match.turn.kind == "together"
    assert len(match.legal(0)) == 120
    assert len(match.legal(1)) == 60  # two nines
    play(match, *STACKS)
    assert match.facts()["phase"] == "play"
    assert match.facts()["hands"] == [[], [], []]
    assert match.facts()["stacks"] == [[10, 8, 6, 4, 2], [3, 7, 9, 10, 9], [10, 9, 8, 5, 10]]
    assert match.facts()["to_move"] == 0


def test_x1_draw_steal_buy() -> None:
    match = troll_guts(moves=[*STACKS, *X1])
    assert match.facts()["rows"] == [[4, 7], [6, 10], [9, 10]]
    assert match.facts()["stacks"] == [[8, 6, 4, 2], [3, 7, 9, 10, 9], [9, 8, 5, 10]]
    assert match.facts()["chips"] == [24, 24, 23]
    assert match.facts()["pot"] == 4
    assert match.facts()["to_move"] == 0


def test_x2_going_on() -> None:
    match = troll_guts(moves=[*STACKS, *X1, *X2])
    assert match.facts()["rows"] == [[3, 4, 7, 8], [6, 8, 9, 10], [6, 9, 10]]
    assert match.facts()["stacks"] == [[4, 2], [7, 9, 10, 9], [5, 10]]
    assert match.facts()["chips"] == [23, 24, 23]
    assert match.facts()["to_move"] == 2


def test_x3_r4_a_pair_costs_its_value_and_nobody_steals_there_any_more() -> None:
    match = troll_guts(moves=[*STACKS, *X1, *X2, "2 draw"])
    assert match.facts()["chips"] == [23, 24, 13]
    assert match.facts()["pot"] == 15
    assert match.facts()["active"] == [0, 1]
    assert match.facts()["discard_count"] == 6
    assert match.facts()["rows"] == [[3, 4, 7, 8], [6, 8, 9, 10], []]
    assert match.facts()["to_move"] == 0
    assert refusal(match, 0, "steal 2") == "not-in"


def test_x4_the_last_one_in_takes_the_pot() -> None:
    match = troll_guts(moves=[*STACKS, *X1, *X2, "2 draw", "0 buy"])
    assert match.facts()["chips"] == [17, 43, 12]
    assert match.facts()["pot"] == 3
    assert match.facts()["round"] == 2
    assert match.facts()["phase"] == "stack"


def test_x5_stealing_a_pair() -> None:
    match = troll_guts(moves=[*STACKS, *X1, *X2, "2 draw", "0 steal 1"])
    assert match.facts()["chips"] == [15, 45, 12]  # 16, 46 and 13 before the antes


def test_r1_r3_an_empty_deck_is_made_of_the_discards_and_nothing_is_burnt() -> None:
    match = troll_guts(moves=[*STACKS, *X1, *X2, "2 draw"])
    game = state(match, TrollGuts)
    game.deck.all_to(game.discard)
    game.chance = Fast(1)
    count = game.discard_count()
    play(match, "0 draw")
    assert (len(game.deck), len(game.discard), len(game.burnt)) == (count - 1, 0, 0)
    assert len(game.rows[0]) == 5


EIGHTS = "4 9 10 | 6 10 5 | 8 7 9 | 10 3 8 | 2 9 10 | 8 9 10 | 7 6 | 3"


def test_x6_r12_an_open_eight_is_swapped_for_two_cards_of_the_deck() -> None:
    match = troll_guts(EIGHTS, STACKS, pieces_of_eight=True)
    assert "eight" in match.legal(0) and match.view(0).hints[3].kind == "hint-eight"
    play(match, "0 eight")
    facts = match.facts()
    assert facts["rows"] == [[6, 7], [9], [10]] and facts["to_move"] == 1 and facts["discard_count"] == 1
    assert refusal(match, 1, "eight") == "no-eight" and refusal(match, 1, "eight 8") == "not-now"


def test_r12_after_a_pair_no_second_card_comes() -> None:
    match = troll_guts(EIGHTS.replace("7 6 | 3", "7 6 3 7 | 5"), STACKS, pieces_of_eight=True)
    state(match, TrollGuts).rows[0].put(7)
    play(match, "0 eight")
    assert match.facts()["active"] == [1, 2] and match.facts()["chips"] == [17, 24, 24]
    assert match.facts()["deck_count"] == 36


def test_r12_eights_are_a_house_rule_and_need_a_card_to_draw() -> None:
    match = troll_guts(EIGHTS, STACKS)
    assert "eight" not in match.legal(0) and refusal(match, 0, "eight") == "house-rule-off"
    match = troll_guts(EIGHTS, STACKS, pieces_of_eight=True)
    state(match, TrollGuts).deck.clear()
    assert "eight" not in match.legal(0) and refusal(match, 0, "eight") == "no-card"


def test_the_policy_swaps_an_eight_that_is_likely_to_pair() -> None:
    match = troll_guts(EIGHTS, STACKS, pieces_of_eight=True)
    game = state(match, TrollGuts)
    game.stacks[0].clear()
    assert BRAIN.choose(game, 0, Fast(1)) == "eight"
    for card in (9, 10):
        game.rows[0].put(card)
    assert BRAIN.choose(game, 0, Fast(1)) == "draw"  # two cards would be twice the risk


def test_r2_every_round_has_all_55_cards() -> None:
    match = troll_guts(moves=[*STACKS, *X1, *X2, "2 draw", "0 buy"])
    assert (match.facts()["deck_count"], match.facts()["discard_count"]) == (37, 0)


def test_r5_without_chips_one_cannot_buy() -> None:
    match = troll_guts(moves=STACKS)
    state(match, TrollGuts).chips[0] = 0
    assert match.legal(0) == ["draw", "steal 1", "steal 2"]
    assert refusal(match, 0, "buy") == "no-chips"


def test_r6_a_bought_pair_costs_the_chip_first() -> None:
    match = troll_guts(moves=["0 stack 4 2 6 8 10", *STACKS[1:], "0 buy"])
    paid = [(note.kind, note.n) for note in match.view(None).events if note.kind in ("pays", "pair")]
    assert paid == [("pays", 1), ("pair", 0), ("pays", 4)]
    assert match.facts()["chips"] == [19, 24, 24]


def test_r7_a_seat_that_lacks_chips_pays_all_it_has() -> None:
    match = troll_guts(moves=[*STACKS, *X1, *X2])
    state(match, TrollGuts).chips[2] = 3
    play(match, "2 draw")
    assert match.facts()["chips"] == [23, 24, 0]
    assert match.facts()["pot"] == 8
    assert match.facts()["over"] is False  # R8: not before the pot is taken


def test_r8_a_seat_at_0_that_wins_the_pot_plays_on() -> None:
    match = troll_guts(moves=[*STACKS, *X1, *X2, "2 draw"])
    state(match, TrollGuts).chips = [23, 0, 13]
    play(match, "0 buy")
    assert match.facts()["chips"] == [17, 19, 12]
    assert match.facts()["over"] is False


def test_the_end_and_its_places() -> None:
    match = troll_guts(moves=[*STACKS, *X1, *X2])
    state(match, TrollGuts).chips[2] = 7
    play(match, "2 draw", "0 buy")
    assert match.result is not None
    assert match.result.scores == (18, 41, 0)
    assert (match.result.winners, match.result.losers, match.result.places) == ((1,), (2,), (2, 1, 3))
    facts = match.facts()
    assert (facts["scores"], facts["winners"], facts["losers"]) == ([18, 41, 0], [1], [2])


def test_r9_one_may_steal_back() -> None:
    match = troll_guts(moves=[*STACKS, "0 steal 1"])
    assert match.legal(1) == ["buy", "draw", "steal 0", "steal 2"]


def test_r10_only_the_top_card_is_stolen_and_only_its_owner_knew_it() -> None:
    match = troll_guts(moves=[*STACKS, "0 draw"])
    assert [match.view(seat).cards("stack", 0)[0] for seat in (0, 1, None)] == [10, None, None]
    play(match, "1 steal 0")
    assert (match.view(2).cards("row", 1), match.view(0).cards("stack", 0)) == ([6, 10], [8, 6, 4, 2])


def test_r11_the_cap_ends_the_match() -> None:
    match = troll_guts(moves=[*STACKS, *X1, *X2, "2 draw", "0 buy"], max_rounds=1)
    assert match.result is not None
    assert (match.result.scores, match.result.losers) == ((18, 44, 13), ())


def test_a_tie_for_the_first_turn_puts_extra_cards_into_the_rows() -> None:
    match = troll_guts("4 9 10 | 6 10 5 | 8 7 9 | 10 3 8 | 2 9 10 | 4 9 4 | 4 7 6")
    assert match.facts()["rows"] == [[4, 7], [9], [4, 6]]
    assert match.facts()["discard_count"] == 1
    play(match, "0 stack 10 8 6 4 2", *STACKS[1:])
    assert match.facts()["to_move"] == 2


def test_refusals() -> None:
    match = troll_guts()
    assert refusal(match, 0, "draw") == "stack-first"
    assert refusal(match, 0, "stack 1 2 3 4 5") == "not-your-cards"
    play(match, STACKS[0])
    assert refusal(match, 0, "stack 10 8 6 4 2") == "already-moved"
    play(match, *STACKS[1:])
    assert refusal(match, 0, "stack 10 8 6 4 2") == "stacked"
    assert refusal(match, 0, "steal 0") == "own-stack"
    assert refusal(match, 0, "steal 3") == "not-now"
    assert refusal(match, 0, "steal") == "not-now"
    assert refusal(match, 0, "draw 1") == "not-now"
    game = state(match, TrollGuts)
    game.stacks[1].clear()
    game.stacks[0].clear()
    game.deck.clear()
    assert refusal(match, 0, "steal 1") == "no-stack"
    assert refusal(match, 0, "buy") == "no-stack"
    assert refusal(match, 0, "draw") == "no-card"
    assert match.game.default_move(0) == "steal 2"


def test_what_the_seats_see_while_they_stack() -> None:
    match = troll_guts(moves=STACKS[:1])
    mine, other, watcher = match.view(0), match.view(1), match.view(None)
    assert mine.cards("hand", 0) == [2, 4, 6, 8, 10] and mine.chosen == "stack 10 8 6 4 2"
    assert other.cards("hand", 0) == [None] * 5 and other.chosen is None
    assert watcher.cards("hand", 1) == [None] * 5
    assert [(note.kind, note.seat) for note in watcher.announcements] == [("first", 0)]


def test_what_the_seats_see_in_the_middle_of_a_round() -> None:
    match = troll_guts(moves=[*STACKS, *X1, *X2, "2 draw"])
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert view.cards("stack", 0) == ([4, 2] if seat == 0 else [None] * 2)
        assert view.cards("stack", 1) == ([7, 9, 10, 9] if seat == 1 else [None] * 4)
        assert view.cards("burnt") == ([5, 10] if seat == 2 else [None] * 2)
        assert sorted(int(str(card)) for card in view.cards("discard")) == [6, 9, 10, 10]
        assert view.cards("row", 1) == [6, 10, 9, 8]
        assert view.cards("deck") == [None] * 35
        assert [(note.kind, note.seat) for note in view.announcements] == [("is-out", 2)]


def test_hints_of_the_stack_are_its_traps() -> None:
    match = troll_guts()
    assert [hint.args for hint in match.view(0).hints] == [{"ranks": "6"}]
    assert [hint.args for hint in match.view(1).hints] == [{"ranks": "9"}]
    assert match.view(2).hints == []
    assert match.view(None).hints == []


def test_hints_of_a_turn() -> None:
    match = troll_guts(moves=[*STACKS, *X1])
    cost, buy, draw, steal, _ = match.view(0).hints
    assert cost.args == {"ranks": "4 7"}
    assert (buy.kind, buy.args) == ("hint-buy", {"card": 8})
    assert draw.args == {"percent": 18}  # two 4s (one is its own) and six 7s of 45 unseen
    assert (steal.move, steal.args) == ("steal 1", {"seat": 1, "percent": 18})
    assert match.view(1).hints == []


def test_a_hint_warns_of_a_bought_pair() -> None:
    match = troll_guts(moves=["0 stack 4 2 6 8 10", *STACKS[1:]])
    assert "hint-buy-pair" in [hint.kind for hint in match.view(0).hints]


def test_default_moves() -> None:
    match = troll_guts()
    assert match.game.default_move(0) == "stack 2 4 6 8 10"
    play(match, *STACKS)
    assert match.game.default_move(0) == "draw"


def test_a_copy_plays_apart() -> None:
    match = troll_guts(moves=STACKS[:2])
    other = match.copy()
    play(match, STACKS[2], *X1)
    assert other.facts()["phase"] == "stack"
    play(other, STACKS[2], *X1)
    assert other.facts() == match.facts()


def test_the_policy_lays_a_trap_and_buys_what_is_safe() -> None:
    match = troll_guts()
    assert BRAIN.choose(match.game, 0, Fast(1)) == "stack 6 2 8 10 4"
    play(match, *STACKS, *X1, *X2)
    assert BRAIN.choose(match.game, 2, Fast(1)) == "buy"


# Its story


def test_a_pair_lies_in_the_row_before_its_price_is_paid() -> None:
    match = Match.new("troll-guts", 3, seed="story")
    match.keep_beats()
    while not any(beat.effect == "land" for beat in match.game.beats):
        seat = match.turn.seats[0]
        match.play(seat, match.legal(seat)[0])
    (beats,) = match.beats([None])
    pair = next(beat for beat in beats if beat.effect == "land")
    note = next(note for note in pair.events if note.kind == "pair")
    assert note.seat is not None and note.cards and pair.cards("row", note.seat).count(note.cards[0]) == 2
