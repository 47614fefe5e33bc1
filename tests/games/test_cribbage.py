"""Cribbage: the worked examples and rulings of docs/rules/cribbage.md."""

from __future__ import annotations

from itertools import pairwise

import pytest

from koloda import Match, resample
from koloda.bots.cribbage.brain import BRAIN
from koloda.core.chance import Fast
from koloda.core.errors import BadOption
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile
from koloda.core.playout import playout, start
from koloda.core.record_types import ChanceRecord
from koloda.games.cribbage.counting import ACE_LOW, show_points, value
from koloda.games.cribbage.game import Cribbage
from koloda.games.cribbage.worlds import repair_hand
from koloda.testing import deck_dealing, play, refusal, scripted, shuffled, state
from koloda.testing.option_sets import Options

STANDARD: Options = {"rules": "standard"}
FOUR = ["Kc 7c 9c 9d 2c", "8c Jc Qc Td 2d", "Ks 7d 9h 9s 2h", "8d Jh Qd Ts 2s"]


def cards(text: str) -> list[int]:
    return [ACE_LOW.card(word) for word in text.split()]


def dealt(
    hands: list[str], starter: str, dealer: int, options: Options | None = None, then: list[ChanceRecord] | None = None
) -> Match:
    """A match whose first deal gives these hands (seat 0 first) and this starter."""
    deck = f"{deck_dealing(hands, (dealer + 1) % len(hands))} | {starter}"
    return scripted("cribbage", len(hands), deck, options, before=[{"pick": dealer}], then=then or [])


def told(match: Match) -> list[tuple[str, int | None, int]]:
    return [(note.kind, note.seat, note.n) for note in match.view(None).events]


# The play


def test_p1_r4_fifteen_pair_and_thirty_one_without_a_last_card() -> None:
    match = dealt(["7c 8d Kc Kd Tc 2h", "8c 8h Ac Ad Td 2s"], "3c", 1, STANDARD)
    play(match, "0 discard Tc Kd", "1 discard Ac Ad")
    play(match, "0 play 7c", "1 play 8c")
    assert told(match) == [("play", 1, 15), ("fifteen", 1, 2)]
    play(match, "0 play 8d")
    assert told(match) == [("play", 0, 23), ("pair", 0, 2)]
    play(match, "1 play 8h")
    assert told(match) == [("play", 1, 31), ("thirty-one", 1, 2), ("pair-royal", 1, 6)]
    assert match.facts()["scores"] == [2, 10]
    assert match.facts()["count"] == 0 and match.facts()["to_move"] == 0


def test_p2_run_across() -> None:
    match = dealt(["4c 5c 6d Kc Qd Jh", "6c 3c 9d 9h Td Ts"], "Kh", 1, STANDARD)
    play(match, "0 discard Jh Qd", "1 discard Td Ts", "0 play 4c", "1 play 6c", "0 play 5c")
    assert told(match) == [("play", 0, 15), ("fifteen", 0, 2), ("run", 0, 3)]
    play(match, "1 play 3c")
    assert told(match) == [("play", 1, 18), ("run", 1, 4)]
    play(match, "0 play 6d")
    assert told(match) == [("play", 0, 24), ("go", 1, 0), ("go", 0, 0), ("last", 0, 1)]
    assert match.facts()["scores"] == [6, 4]


def test_p3_r4_one_point_for_the_last_card_and_r5_the_book_shows_at_once() -> None:
    hands = ["Kc 7c 9c 9d 2c 2d", "8c Jc Qc Td 2h 2s"]
    match = dealt(hands, "5c", 1, then=[shuffled("cribbage", "")])
    play(match, "0 discard 2c 2d", "1 discard 2h 2s", "0 play Kc", "1 play 8c")
    copy = match.copy()
    play(match, "0 play 7c")
    kinds = [kind for kind, _, _ in told(match) if not kind.startswith("show-")]
    assert kinds == ["play", "go", "go", "last", "show", "show", "round", "three"]
    assert told(match)[3] == ("last", 0, 1)
    assert match.facts()["scores"] == [3 + 1 + 7, 13 + 8 + 3] and match.facts()["round"] == 2
    state(copy, Cribbage).book = False
    play(copy, "0 play 7c")
    assert told(copy)[-1] == ("last", 0, 1)
    assert copy.facts()["to_move"] == 1 and copy.facts()["hands"] == [["9c", "9d"], ["Td", "Jc", "Qc"]]


EACH: Options = {"go": "each", "three": "off"}


def test_p7_r4_by_the_letter_every_go_pays_the_opponent() -> None:
    hands = ["Kc 7c 9c 9d 2c 2d", "8c Jc Qc Td 2h 2s"]
    match = dealt(hands, "5c", 1, EACH, [shuffled("cribbage", "")])
    play(match, "0 discard 2c 2d", "1 discard 2h 2s", "0 play Kc", "1 play 8c", "0 play 7c")
    start = told(match)[: told(match).index(("last", 0, 1)) + 1]
    assert start == [
        ("play", 0, 25),
        ("go", 1, 0),
        ("go-point", 0, 1),
        ("go", 0, 0),
        ("go-point", 1, 1),
        ("last", 0, 1),
    ]


def test_p8_r4_by_the_letter_31_has_a_last_card_too() -> None:
    hands = ["Kc 7c 9c 9d 2c 2d", "8c 6c Qc Td 2h 2s"]
    match = dealt(hands, "5c", 1, EACH, [shuffled("cribbage", "")])
    play(match, "0 discard 2c 2d", "1 discard 2h 2s", "0 play Kc", "1 play 8c", "0 play 7c", "1 play 6c")
    assert told(match)[:4] == [("play", 1, 31), ("thirty-one", 1, 2), ("run", 1, 3), ("last", 1, 1)]
    assert "go" not in [kind for kind, _, _ in told(match)]


def test_r4_a_go_is_said_once_in_a_count_and_can_win() -> None:
    hands = ["Kc 7c 2c 3d Ac 2d", "8c Jc Qc Td 2h 2s"]
    match = dealt(hands, "5c", 1, EACH, [shuffled("cribbage", "")])
    play(match, "0 discard Ac 2d", "1 discard 2h 2s", "0 play Kc", "1 play 8c", "0 play 7c")
    assert told(match) == [("play", 0, 25), ("go", 1, 0), ("go-point", 0, 1)]
    assert match.facts()["to_move"] == 0
    copy = match.copy()
    play(match, "0 play 2c")
    assert told(match) == [("play", 0, 27)]  # seat 1 has said it
    state(match, Cribbage).scores = [60, 60]
    play(match, "0 play 3d")  # no card is left, so seat 0 says nothing
    assert told(match)[:3] == [("play", 0, 30), ("last", 0, 1), ("wins", 0, 61)] and match.facts()["winners"] == [0]
    state(copy, Cribbage).hands[0].fill(Pile.of(cards("2c 9h")))
    state(copy, Cribbage).scores = [60, 60]
    play(copy, "0 play 2c")
    assert told(copy) == [("play", 0, 27), ("go", 0, 0), ("go-point", 1, 1), ("wins", 1, 61)]


def test_r14_with_three_seats_the_go_pays_who_laid_last() -> None:
    hands = ["Kc 7c 9c 9d 2c 2d", "8c Jc Qc Td 2h 2s", "8d Jd Qd Ts 3h 3s"]
    match = dealt(hands, "5c", 2, EACH, [shuffled("cribbage", "2c 2d 2h 2s 3h 3s"), shuffled("cribbage", "")])
    game = state(match, Cribbage)
    play(match, "0 discard 2c 2d", "1 discard 2h 2s")
    game.chance = Fast(1)
    play(match, "2 discard 3h 3s", "0 play Kc", "1 play 8c", "2 play 8d")
    points = [(kind, seat) for kind, seat, _ in told(match) if kind in ("go", "go-point", "last")]
    assert points == [("go", 0), ("go-point", 2), ("go", 1), ("go-point", 2), ("go", 2), ("go-point", 1), ("last", 2)]


def test_the_points_for_go_are_the_book_s_only() -> None:
    match = dealt(["7c 8d Kc Kd Tc 2h", "8c 8h Ac Ad Td 2s"], "3c", 1, {**STANDARD, "go": "each"})
    assert not state(match, Cribbage).go_each


def test_r15_partners_are_not_by_the_book() -> None:
    def teams(seats: int, options: Options) -> object:
        return Match.new("cribbage", seats, options, seed="teams").view(None).options["teams"]

    assert teams(4, {}) is False and teams(4, {"rules": "book"}) is False and teams(2, STANDARD) is False
    assert teams(4, STANDARD) is True and teams(4, {**STANDARD, "teams": False}) is False
    for seats in (3, 4):
        with pytest.raises(BadOption):
            Match.new("cribbage", seats, {"rules": "book", "teams": True}, seed="teams")


def test_p4_book_before_the_deal_and_his_heels() -> None:
    match = dealt(["Kc 7c 9c 9d 2c 2d", "8c Jc Qc Td 2h 2s"], "Jh", 1)
    assert told(match) == [("round", 1, 1), ("three", 0, 3)]
    assert match.facts()["scores"] == [3, 0]
    assert match.facts()["starter"] is None and match.facts()["to_move"] == [0, 1]
    play(match, "1 discard 2h 2s", "0 discard 2c 2d")
    assert told(match)[-2:] == [("starter", None, 0), ("heels", 1, 2)]
    facts = match.facts()
    assert facts["scores"] == [3, 2]
    assert (facts["phase"], facts["to_move"], facts["starter"], facts["dealer"]) == ("play", 0, "Jh", 1)


def test_p5_win_order_before_the_deal() -> None:
    match = dealt(["Kc 7c 9c 9d 2c 2d", "8c Jc Qc Td 2h 2s"], "Jh", 1)
    game = state(match, Cribbage)
    game.scores = [58, 60]
    game.deal()
    facts = match.facts()
    assert facts["scores"] == [61, 60] and facts["winners"] == [0] and facts["over"]
    assert match.result is not None and match.result.places == (1, 2)


def test_p6_standard_go_and_r12_who_leads() -> None:
    match = dealt(["Kc Kd 9c Qs 2c 2d", "Kh Ac 2h Qd 5h 5s"], "3c", 1, STANDARD)
    play(match, "0 discard 2c 2d", "1 discard 5h 5s")
    game = state(match, Cribbage)
    game.hands[0].take(ACE_LOW.card("Qs"))
    game.laid[0].put(ACE_LOW.card("Qs"))
    game.hands[1].take(ACE_LOW.card("Qd"))
    game.laid[1].put(ACE_LOW.card("Qd"))
    play(match, "0 play Kc", "1 play Kh", "0 play Kd", "1 play Ac")
    assert match.facts()["scores"] == [6, 4]
    assert match.facts()["to_move"] == 0 and match.facts()["count"] == 0
    play(match, "0 play 9c")
    game.chance = Fast(1)
    play(match, "1 play 2h")
    assert ("last", 1, 1) in told(match)
    assert [kind for kind, _, _ in told(match) if kind in ("show", "show-crib", "round")] == [
        "show",
        "show",
        "show-crib",
        "round",
    ]
    assert match.facts()["round"] == 2 and match.facts()["dealer"] == 0


def test_r2_the_book_draws_the_crib_from_all_discards() -> None:
    hands = ["Ac 2c 3c 4c 5c 6c", "Ad 2d 3d 4d 5d 6d", "Ah 2h 3h 4h 5h 6h"]
    order = ["Ah", "Ac", "2c", "2d", "Ad", "2h"]
    match = dealt(hands, "Ks", 0, then=[{"shuffle": order}])
    play(match, "2 discard Ah 2h", "0 discard Ac 2c", "1 discard Ad 2d")
    assert ACE_LOW.values(state(match, Cribbage).crib.cards()) == order
    assert match.facts()["to_move"] == 1
    view = match.view(0)
    assert view.cards("crib", 0) == ["Ac", "2c", None, None, None, None]
    assert {state(resample(match, 0, Fast(n)), Cribbage).crib_seen.at(0) for n in range(20)} == {1, 2, 4}


def test_r2_a_jack_among_the_unused_discards_is_no_nobs() -> None:
    hands = ["9c Tc Qc Qh 8c Jc", "9d Td Qd Qs 6d 8d", "9h Th Kd Kh 6h 8h"]
    for crib, points in (("6d 8d 6h 8h 8c Jc", [4, 2, 2]), ("6d 8d 6h Jc 8h 8c", [3, 2, 1])):
        match = dealt(hands, "Kc", 0, then=[{"shuffle": crib.split()}])
        play(match, "0 discard 8c Jc", "1 discard 6d 8d", "2 discard 6h 8h", "1 play Td", "2 play Th")
        state(match, Cribbage).chance = Fast(1)
        play(match, "0 play 9c")
        shown = [kind for kind, _, _ in told(match)].index("show-crib")
        assert [n for kind, _, n in told(match)[shown:] if kind.startswith("show-")] == points


def test_r3_three_points() -> None:
    for three, points in (("each", [0, 3, 3]), ("first", [0, 3, 3]), ("off", [0, 0, 0])):
        match = scripted("cribbage", 3, "", {"three": three}, before=[{"pick": 0}])
        assert match.facts()["scores"] == points
        game = state(match, Cribbage)
        game.chance = Fast(1)
        game.dealer = 1
        game.deal()
        second = [3, 0, 3] if three == "each" else [0, 0, 0]
        assert match.facts()["scores"] == [a + b for a, b in zip(points, second, strict=True)]


def test_r11_the_show_stops_at_the_target() -> None:
    match = dealt(["Kc 7c 9c 9d 2c 2d", "8c Jc Qc Td 2h 2s"], "5c", 1)
    play(match, "0 discard 2c 2d", "1 discard 2h 2s", "0 play Kc", "1 play 8c")
    state(match, Cribbage).scores = [55, 60]
    play(match, "0 play 7c")  # last card 1, then seat 0's own show first: a pair, K+5, three clubs
    assert told(match)[-6:] == [
        ("last", 0, 1),
        ("show", 0, 7),
        ("show-fifteen", 0, 2),
        ("show-pair", 0, 2),
        ("show-flush", 0, 3),
        ("wins", 0, 63),
    ]
    view = match.view(None)
    assert view.cards("hand", 1) == [None, None, None] and view.cards("hand", 0) == []
    assert sorted(map(str, view.cards("laid", 0))) == ["7c", "9c", "9d", "Kc"]


def test_the_crib_can_win_and_lies_open_then() -> None:
    match = dealt(["Kc 7c 9c 9d 2c 2d", "8c Jc Qc Td 2h 2s"], "4c", 1)
    play(match, "0 discard 2c 2d", "1 discard 2h 2s", "0 play Kc", "1 play 8c")
    state(match, Cribbage).scores = [30, 53]
    play(match, "0 play 7c")
    assert match.facts()["winners"] == [1]
    assert match.view(None).cards("crib", 1) == ["2c", "2d", "2h", "2s"]
    assert match.result is not None and match.result.winners == (1,)


def test_heels_can_win() -> None:
    match = dealt(["Kc 7c 9c 9d 2c 2d", "8c Jc Qc Td 2h 2s"], "Jd", 1)
    state(match, Cribbage).scores = [60, 59]
    play(match, "0 discard 2c 2d", "1 discard 2h 2s")
    assert match.facts()["scores"] == [60, 61] and match.turn.seats == ()


def test_the_last_card_can_win() -> None:
    match = dealt(["Kc 7c 9c 9d 2c 2d", "8c Jc Qc Td 2h 2s"], "4c", 1)
    play(match, "0 discard 2c 2d", "1 discard 2h 2s", "0 play Kc", "1 play 8c")
    state(match, Cribbage).scores = [60, 60]
    play(match, "0 play 7c")
    assert told(match)[-2:] == [("last", 0, 1), ("wins", 0, 61)]


def test_a_card_can_win() -> None:
    match = dealt(["Kc 7c 9c 9d 2c 2d", "8c Jc Qc Td 2h 2s"], "4c", 1)
    play(match, "0 discard 2c 2d", "1 discard 2h 2s", "0 play 7c")
    state(match, Cribbage).scores = [60, 59]
    play(match, "1 play 8c")
    assert told(match) == [("play", 1, 15), ("fifteen", 1, 2), ("wins", 1, 61)]
    assert match.facts()["to_move"] is None


def test_it_plays_on_when_nobody_listens() -> None:
    for seats in (2, 3, 4):
        for rules in ("book", "standard"):
            chance = Fast(seats)
            game = start(Cribbage, seats, MatchOptions(Cribbage.info.options, seats, {"rules": rules}), chance)
            assert playout(game, chance) > 20
            assert game.over and game.events == [] and len(game.result().winners) in (1, 2)


def test_partners_carry_one_score_and_skunks_are_told() -> None:
    match = dealt(FOUR, "Jd", 3, STANDARD)
    play(match, "0 discard 2c", "1 discard 2d", "2 discard 2h", "3 discard 2s")
    assert match.facts()["scores"] == [0, 2, 0, 2]
    assert state(match, Cribbage).crib.cards() == cards("2c 2d 2h 2s")
    state(match, Cribbage).scores = [85, 119, 85, 119]
    state(match, Cribbage).win(1)
    assert told(match)[-2:] == [("skunk", 0, 85), ("skunk", 2, 85)]


def test_all_for_themselves_with_four() -> None:
    match = dealt(FOUR, "Jd", 3, {**STANDARD, "teams": False})
    play(match, "0 discard 2c", "1 discard 2d", "2 discard 2h", "3 discard 2s")
    assert match.facts()["scores"] == [0, 0, 0, 2]
    state(match, Cribbage).scores = [121, 50, 90, 91]
    state(match, Cribbage).win(0)
    assert told(match)[-3:] == [("wins", 0, 121), ("double-skunk", 1, 50), ("skunk", 2, 90)]


def test_partners_need_four() -> None:
    with pytest.raises(BadOption):
        Match.new("cribbage", 3, {"teams": True}, seed="x")


def test_standard_with_three_gets_a_card_from_the_deck() -> None:
    match = dealt(["Kc 7c 9c 9d 2c", "8c Jc Qc Td 2d", "Ks 7d 9h 9s 2h"], "3c 4c", 2, STANDARD)
    assert ACE_LOW.values(state(match, Cribbage).crib.cards()) == ["3c"]
    play(match, "0 discard 2c", "1 discard 2d", "2 discard 2h")
    assert match.facts()["starter"] == "4c"
    assert ACE_LOW.values(state(match, Cribbage).crib.cards()) == ["3c", "2c", "2d", "2h"]
    assert match.view(2).cards("crib", 2) == ["2h", None, None, None]


def test_the_target() -> None:
    forty: Options = {**STANDARD, "target": 40}
    tables: list[tuple[Options, int]] = [({}, 61), (STANDARD, 121), (forty, 40), ({"target": 9}, 9)]
    for options, target in tables:
        assert state(Match.new("cribbage", 2, options, seed="x"), Cribbage).target == target


# Who sees what


def test_views_in_the_middle_of_the_play() -> None:
    hands = ["Ac 3c 4c 6c 9c Kc", "Ad 3d 4d 6d 9d Kd", "Ah 3h 4h 6h 9h Kh"]
    match = dealt(hands, "5s", 0, then=[{"shuffle": ["Ac", "Ad", "Ah", "3c", "3d", "3h"]}])
    play(match, "0 discard Ac 3c")
    assert match.view(0).chosen == "discard Ac 3c" and match.view(1).chosen is None
    assert match.view(1).cards("starter") == [None]
    play(match, "1 discard Ad 3d", "2 discard Ah 3h", "1 play Kd", "2 play 9h")
    for seat in range(3):
        view = match.view(seat)
        for other in range(3):
            shown = [face for face in view.cards("hand", other) if face is not None]
            assert bool(shown) == (seat == other)
        assert view.cards("laid", 1) == ["Kd"] and view.cards("laid", 2) == ["9h"]
        assert view.cards("starter") == ["5s"] and view.counter("count") == 19
        assert view.cards("crib", 0)[:2] == [f"A{'cdh'[seat]}", f"3{'cdh'[seat]}"]
    watcher = match.view(None)
    assert watcher.cards("crib", 0) == [None] * 6
    assert [(note.kind, note.cards, note.n) for note in watcher.announcements] == [("count", ("Kd", "9h"), 19)]


def test_own_discards_are_told_only_to_their_owner() -> None:
    match = dealt(["Kc 7c 9c 9d 2c 2d", "8c Jc Qc Td 2h 2s"], "4c", 1)
    play(match, "0 discard 2c 2d", "1 discard 2h 2s")
    assert [note.cards for note in match.view(0).events if note.kind == "discard"] == [("2c", "2d"), None]


def test_imagined_hands_agree_with_a_go() -> None:
    match = dealt(["Kc 2c 9c Ad Qh Qs", "Tc Jc Qc Td Jh Js"], "4c", 1, STANDARD)
    play(match, "0 discard Qh Qs", "1 discard Jh Js", "0 play Kc", "1 play Tc", "0 play 2c")
    assert told(match)[-1] == ("go", 1, 0)
    for number in range(30):
        world = resample(match, 0, Fast(number))
        assert all(value(card) == 10 for card in state(world, Cribbage).hands[1].cards())
        watched = state(resample(match, None, Fast(number)), Cribbage)
        assert value(watched.hands[0].at(0)) <= 9  # seat 0 must be able to play


def test_a_world_that_cannot_be_is_no_world() -> None:
    assert not repair_hand(Pile.of(cards("Ac 2c")), Pile.of(cards("3c")), 5, 10)
    assert not repair_hand(Pile.of(cards("9c")), Pile.of(cards("Kc")), 0, 3)
    match = dealt(["Kc 2c 9c Ad Qh Qs", "Tc Jc Qc Td Jh Js"], "4c", 1, STANDARD)
    game = state(match, Cribbage)
    game.floors[1] = 10
    assert not game.repair_world(0, game)


# Refusals, default, hints, bot


def test_refusals() -> None:
    match = dealt(["Kc 7c 9c Td 2c 2d", "8c Jc Qc Ts 2h 2s"], "4c", 1)
    assert refusal(match, 0, "play Kc") == "discard-first"
    assert refusal(match, 0, "discard 2c") == "wrong-number"
    assert refusal(match, 0, "discard 2c 2c") == "wrong-number"
    assert refusal(match, 0, "discard Kc 2c") == "not-ascending"
    assert refusal(match, 0, "discard 2c 2s") == "not-in-hand"
    assert refusal(match, 0, "cut") == "not-now"
    play(match, "0 discard 2c 2d", "1 discard 2h 2s")
    assert refusal(match, 0, "discard 7c 9c") == "discard-done"
    assert refusal(match, 0, "play 2c") == "not-in-hand"
    assert refusal(match, 0, "play Kc 9c") == "not-now"
    play(match, "0 play Kc", "1 play 8c")
    state(match, Cribbage).count = 24
    assert refusal(match, 0, "play Td") == "over-31"
    assert match.game.default_move(0) in match.legal(0)


def test_discard_hints_are_exact() -> None:
    match = dealt(["Kc 7c 9c 9d 2c 2d", "4c 5d 5h 6s Qh Ks"], "8c", 1)
    hints = {hint.move: hint for hint in match.view(1).hints}
    assert len(hints) == 15
    hand = ["4c", "5d", "5h", "6s"]
    unseen = [face for face in ACE_LOW.values(ACE_LOW.pack) if face not in ["4c", "5d", "5h", "6s", "Qh", "Ks"]]
    assert len(unseen) == 46
    mean = sum(show_points(hand, str(face), rules="book") for face in unseen) / 46
    best = hints["discard Qh Ks"]
    assert best.kind == "hint-own-crib" and best.args["hand"] == f"{mean:.2f}" and best.args["crib"] == "3.9"
    assert {hint.kind for hint in match.view(0).hints} == {"hint-other-crib"}
    assert match.view(None).hints == []


def test_a_partner_s_crib_is_ours() -> None:
    match = dealt(FOUR, "Jd", 3, STANDARD)
    assert [match.view(seat).hints[0].kind for seat in (0, 1)] == ["hint-other-crib", "hint-own-crib"]


def test_play_hints_tell_the_points() -> None:
    match = dealt(["Kc 7c 9c 9d 2c 2d", "8c Jc Qc Td 2h 2s"], "4c", 1)
    play(match, "0 discard 2c 2d", "1 discard 2h 2s", "0 play 7c")
    hints = {hint.move: dict(hint.args) for hint in match.view(1).hints}
    assert hints["play 8c"] == {"count": 15, "n": 2} and hints["play Td"] == {"count": 17, "n": 0}


def test_a_hint_explains_what_the_own_hand_will_show() -> None:
    match = dealt(["Kc 7c 9c 9d 2c 2d", "8c Jc Qc Td 2h 2s"], "4c", 1, STANDARD)
    play(match, "0 discard 2c 2d", "1 discard 2h 2s", "0 play 7c", "1 play 8c")
    hints = {hint.kind: dict(hint.args) for hint in match.view(0).hints}
    assert hints["hint-show"] == {"n": 2, "fifteen": 0, "pair": 2, "run": 0, "flush": 0, "nobs": 0}
    assert match.view(1).hints == []


def test_the_bot_keeps_what_it_should_and_pegs() -> None:
    match = dealt(["4c 5d 5h 6s Qh Ks", "7c 8d Kc Kd 2c 3d"], "8c", 1)
    assert BRAIN.choose(match.game, 0, Fast(1)) == "discard Qh Ks"
    play(match, "0 discard Qh Ks", "1 discard 2c 3d")
    assert BRAIN.choose(match.game, 0, Fast(1)) == "play 4c"  # never a five to lead
    play(match, "0 play 6s")
    assert BRAIN.choose(match.game, 1, Fast(1)) == "play Kc"  # 7 and 8 would offer a run
    play(match, "1 play 8d")
    assert match.facts()["count"] == 14


# Its story


def test_a_deal_is_counted_combination_by_combination() -> None:
    match = Match.new("cribbage", 2, {"rules": "standard"}, seed="story")
    match.keep_beats()
    before = match.game.seat_scores()
    while not match.game.beats or match.game.beats[-1].effect != "curtain":
        seat = match.turn.seats[0]
        match.play(seat, match.legal(seat)[0])
    (story,) = match.beats([None])
    hands = [beat for beat in story if beat.effect == "flip"]
    assert [beat.events[0].kind for beat in hands] == ["show", "show", "show-crib"]
    assert all(len(beat.events[0].cards or ()) == 4 for beat in hands)
    for earlier, beat in pairwise(story):
        if beat.effect == "tally" and beat.events[0].kind.startswith("show-"):
            (note,) = beat.events
            assert note.seat is not None and set(note.cards or ()) <= {card for z in beat.zones for card in z.cards}
            risen = [now.value - then.value for then, now in zip(earlier.counters, beat.counters, strict=True)]
            assert sorted(risen)[-1] == note.n, "the score rises by what the combination counts"
    gains = [now - then for then, now in zip(before, match.game.seat_scores(), strict=True)]
    assert list(story[-1].gains) == gains and match.turn.kind == "together"
