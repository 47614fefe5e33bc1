"""Blackstone: the worked examples and rulings of docs/rules/blackstone.md."""

from __future__ import annotations

import pytest

from koloda import Match
from koloda.bots.blackstone import BRAIN
from koloda.core.chance import Fast
from koloda.games.blackstone import Blackstone, fold_price, risk
from koloda.testing import facts, play, refusal, scripted, shuffled, state
from koloda.testing.option_sets import Options

X2 = "9 10 6 | 5 8 10 | 4 10 10"


def blackstone(seats: int, deck: str, *later: str, **options: int) -> Match:
    then = [shuffled("blackstone", deck) for deck in later]
    return scripted("blackstone", seats, deck, Options(options), then=then)


def test_x1_a_fold_costs_half_of_the_white_stones_rounded_up() -> None:
    assert [fold_price(white) for white in (15, 14, 1)] == [8, 7, 1]


def test_x1_fifteen_white_stones_make_a_fold_cost_8_besides_the_stake() -> None:
    match = blackstone(2, "3 10 | 1 2 2 3 3 4 4 4 4 5 5 5 5 5", max_rounds=1)
    play(match, "0 take 14")
    assert match.facts()["white"] == 15
    play(match, "1 fold")
    assert match.facts()["chips"] == [33, 7]


def test_x2_the_second_ten_loses() -> None:
    match = blackstone(3, X2, "9 8 7")
    assert match.facts() == {
        "chips": [15, 15, 15],
        "pot": 15,
        "white": 2,
        "tens": [0, 1, 0],
        "min_take": 1,
        "active": [0, 1, 2],
        "to_move": 2,
        "round": 1,
        "deck_count": 52,
        "over": False,
        "winners": [],
        "losers": [],
        "scores": [15, 15, 15],
    }
    play(match, "2 take 2")
    assert (match.facts()["white"], match.facts()["min_take"]) == (4, 2)
    play(match, "0 take 2")
    assert (match.facts()["white"], match.facts()["tens"]) == (5, [1, 1, 0])
    assert refusal(match, 1, "take 1") == "too-few"
    play(match, "1 take 2")
    log = match.view(None).events
    assert [(note.kind, note.seat, note.n) for note in log[:5]] == [
        ("takes", 1, 2),
        ("second", 1, 0),
        ("pays", 1, 5),
        ("shares-pot", 0, 10),
        ("shares-pot", 2, 10),
    ]
    assert log[0].cards == (10,)
    assert match.facts()["chips"] == [20, 5, 20]
    assert match.facts()["pot"] == 15
    assert match.facts()["round"] == 2


def test_x3_r5_only_a_surplus_ten_goes_back() -> None:
    first = [10, 10, 10, 10, 9, 9, 8, 7]
    rest = shuffled("blackstone", " ".join(str(card) for card in first))["shuffle"]
    assert isinstance(rest, list)
    again = [10, *rest[8:]]
    match = Match.new("blackstone", 3, {}, chance=[{"shuffle": rest}, {"shuffle": again}])
    assert match.facts()["to_move"] == 2
    assert (match.facts()["white"], match.facts()["tens"], match.facts()["deck_count"]) == (4, [1, 1, 1], 48)


def test_x4_the_last_one_in_takes_the_pot() -> None:
    match = blackstone(2, "3 10", "4 5")
    assert match.facts()["white"] == 1
    play(match, "0 fold")
    assert match.facts()["chips"] == [9, 21]
    assert match.facts()["pot"] == 10


def test_r1_r2_stakes_lie_in_the_pot_and_every_round_has_all_55_cards() -> None:
    match = blackstone(2, "3 10", "4 5")
    assert (match.facts()["pot"], match.facts()["deck_count"]) == (10, 53)
    play(match, "0 fold")
    assert (match.facts()["round"], match.facts()["pot"], match.facts()["deck_count"]) == (2, 10, 53)
    assert match.view(None).cards("burnt") == match.view(None).cards("discard") == []


def test_r3_a_fold_does_not_lower_the_minimum() -> None:
    match = blackstone(3, "3 10 9 | 4 5 6")
    play(match, "0 take 3", "1 fold")
    assert match.facts()["min_take"] == 3
    assert match.facts()["tens"] == [0, 0, 0]
    assert match.facts()["white"] == 5
    assert match.view(2).cards("discard") == [10]
    assert refusal(match, 2, "take 2") == "too-few"


def test_r3_the_minimum_is_1_after_a_first_fold() -> None:
    match = blackstone(3, "3 10 9")
    play(match, "0 fold")
    assert match.legal(1)[0] == "fold"
    assert "take 1" in match.legal(1)


def test_r4_only_turned_stones_count() -> None:
    match = blackstone(2, "3 10 | 5 | 4 10 6 7", "4 5", chips=30)
    play(match, "0 take 1", "1 take 4")
    paid = next(note for note in match.view(None).events if note.kind == "pays")
    assert (paid.seat, paid.n) == (1, 3)  # 3, 5 and 4, not 6 and 7


def test_r6_pairs_do_not_matter_in_the_tie_break() -> None:
    match = blackstone(2, "4 4 | 4 9")
    assert match.facts()["to_move"] == 0
    assert match.facts()["white"] == 4


def test_r7_a_seat_that_lacks_chips_pays_all_it_has() -> None:
    match = blackstone(2, "3 10 | 5 6 7 8 9 | 10")
    state(match, Blackstone).chips = [20, 2]
    play(match, "0 take 5", "1 take 5")
    assert match.result is not None
    assert match.result.scores == (32, 0)


def short_stake() -> Match:
    """A match at the beginning of round 2, before which the seats had 3, 9 and 29 chips."""
    match = blackstone(3, "3 10 9", "9 3 10 | 5 10", "3 10 9")
    state(match, Blackstone).chips = [4, 10, 12]
    play(match, "0 fold", "1 fold")
    return match


def test_x5_r8_a_seat_with_fewer_chips_stakes_all_it_has_and_shares_like_the_others() -> None:
    match = short_stake()
    assert facts(match, "round", "chips", "pot", "to_move", "tens") == [2, [0, 4, 24], 13, 1, [0, 0, 1]]
    staked = [(note.kind, note.seat, note.n) for note in match.view(None).events if note.kind.startswith("ante")]
    assert staked == [("ante", None, 5), ("ante-short", 0, 3)]
    play(match, "1 take 1", "2 take 1")
    shared = [(note.seat, note.n) for note in match.view(None).events if note.kind == "shares-pot"]
    assert shared == [(0, 8), (1, 8)]
    assert facts(match, "over", "round", "chips", "pot") == [False, 3, [3, 7, 16], 15]


def test_x6_r8_the_match_ends_after_a_round_that_leaves_somebody_without_chips() -> None:
    match = short_stake()
    play(match, "1 take 1", "2 fold", "0 fold")
    assert match.result is not None
    assert match.result.scores == (0, 19, 22)
    assert (match.result.winners, match.result.losers, match.result.places) == ((2,), (0,), (3, 2, 1))
    assert match.facts()["losers"] == [0]


def test_r11_some_deals_leave_seat_0_no_way_out_so_every_match_ends_without_a_cap() -> None:
    assert Match.new("blackstone", 2, seed="x").options.number("max_rounds") == 0
    for seats in range(2, 9):
        tens = " ".join(["10"] * seats)
        nines = " ".join(["9"] * (seats - 1))
        for move in ("fold", "take 1", "take 20"):
            match = blackstone(seats, f"{tens} | 1 {nines} | 10", max_rounds=1)
            before = state(match, Blackstone).chips[0]
            match.play(0, move)
            chips = state(match, Blackstone).chips[0]
            assert chips < before, (seats, move)  # and the stake is lost too: seat 0 is out
            assert not state(match, Blackstone).active[0]


def test_r9_a_fold_without_chips_is_free() -> None:
    match = blackstone(2, "3 10", chips=5)
    assert match.facts()["chips"] == [0, 0]
    play(match, "0 fold")
    assert match.result is not None
    assert match.result.scores == (0, 10)


def test_r10_the_first_move_may_be_a_fold() -> None:
    assert "fold" in blackstone(2, "3 10").legal(0)


def test_r12_house_rules_of_pairs_are_not_offered() -> None:
    assert [option.name for option in Blackstone.info.options] == ["chips", "max_rounds"]


def test_r11_the_cap_ends_the_match_and_a_remainder_belongs_to_nobody() -> None:
    match = blackstone(4, "3 10 9 8 | 10 10", max_rounds=1)
    play(match, "0 take 2")
    assert match.result is not None
    assert match.result.scores == (12, 22, 22, 22)  # 3 white stones
    assert (match.result.winners, match.result.losers) == ((1, 2, 3), ())
    assert match.facts()["pot"] == 2


def test_a_deck_smaller_than_the_minimum_can_only_be_taken_whole() -> None:
    match = blackstone(2, "3 10")
    game = state(match, Blackstone)
    game.min_take = 5
    while len(game.deck) > 3:
        game.white.put(game.deck.draw())
    assert match.legal(0) == ["fold", "take 3"]
    assert refusal(match, 0, "take 4") == "too-many"
    assert refusal(match, 0, "take 2") == "too-few"


def test_refusals() -> None:
    match = blackstone(2, "3 10")
    assert refusal(match, 0, "take 0") == "too-few"
    assert refusal(match, 0, "take 54") == "too-many"
    assert refusal(match, 0, "take many") == "not-now"
    assert refusal(match, 0, "take") == "not-now"


def test_what_the_seats_see() -> None:
    match = blackstone(3, X2)
    play(match, "2 take 2", "0 take 2", "1 fold")
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert view.cards("deck") == [None] * 48
        assert view.cards("white") == [9, 6, 5, 8, 4]
        assert [view.cards("row", s) for s in range(3)] == [[10], [], []]
        assert view.cards("discard") == [10]
        assert (view.counter("white"), view.counter("min-take"), view.counter("pot")) == (5, 2, 18)
        assert [(note.kind, note.seat) for note in view.announcements] == [("is-out", 1)]


def test_hints_tell_the_price_and_the_risk() -> None:
    match = blackstone(3, X2)
    play(match, "2 take 2", "0 take 2")
    fold, lose, *takes, tens = match.view(1).hints
    assert (fold.args, lose.args) == ({"n": 3}, {"n": 5})
    assert (takes[0].move, takes[0].args) == ("take 2", {"n": 2, "percent": 31})  # 8 tens in 48 cards
    assert len(takes) == 10
    assert tens.args == {"n": 8, "deck": 48}
    assert match.view(0).hints == [] and match.view(None).hints == []


def test_a_hint_warns_before_a_fold_that_takes_the_last_chips() -> None:
    match = short_stake()
    play(match, "1 take 1", "2 fold")
    fold, lose, broke, *_ = match.view(0).hints
    assert (fold.args, lose.args, broke.kind, broke.move) == ({"n": 0}, {"n": 0}, "hint-broke", "fold")


def test_risk_is_hypergeometric() -> None:
    assert risk(10, 2, 1, 1) == pytest.approx(0.2)
    assert risk(10, 2, 0, 1) == 0
    assert risk(10, 2, 0, 2) == pytest.approx(1 / 45)
    assert risk(10, 2, 1, 10) == 1


def test_default_move_is_to_fold() -> None:
    assert blackstone(2, "3 10").game.default_move(0) == "fold"


def test_a_copy_plays_apart() -> None:
    match = blackstone(3, X2, "9 8 7")
    play(match, "2 take 2")
    other = match.copy()
    play(match, "0 take 2", "1 take 2")
    assert other.facts()["round"] == 1
    play(other, "0 take 2", "1 take 2")
    assert other.facts() == match.facts()


def test_the_policy_takes_without_a_ten_and_folds_early_with_one() -> None:
    match = blackstone(3, "3 10 9 | 4 5 6 7")
    assert BRAIN.choose(match.game, 0, Fast(1)).startswith("take")
    play(match, "0 take 4")
    assert BRAIN.choose(match.game, 1, Fast(1)) == "fold"


def test_the_policy_never_folds_its_last_chips_away() -> None:
    match = short_stake()
    play(match, "1 take 1", "2 fold")
    assert BRAIN.choose(match.game, 0, Fast(1)).startswith("take")
    holding = blackstone(3, "3 10 9 | 4 5 6 7")
    play(holding, "0 take 4")
    state(holding, Blackstone).chips[1] = 3  # what a fold costs
    assert BRAIN.choose(holding.game, 1, Fast(1)).startswith("take")
