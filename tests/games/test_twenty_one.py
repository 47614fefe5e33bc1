"""Twenty-One: the worked examples and rulings of docs/rules/twenty-one.md."""

from __future__ import annotations

from fractions import Fraction

import pytest

from koloda import Match, resample
from koloda.bots.twenty_one import BRAIN
from koloda.core.cards import FRENCH
from koloda.core.chance import Fast, Seeded
from koloda.core.pile import Pile
from koloda.games.twenty_one.counting import next_cards, next_totals, total_of
from koloda.games.twenty_one.game import TwentyOne
from koloda.testing import labels_of, outline, play, refusal, scripted, shuffled, state, story, told
from koloda.testing.option_sets import Options
from koloda.testing.walks import random_move

PACK = FRENCH.values(list(range(16, 52)))
FULL = FRENCH.values(list(range(52)))
DECLARE: Options = {"bust": "declare"}


def dealt(seats: int, banker: int, deck: str, options: Options | None = None, *later: str) -> Match:
    """A match with this first banker and equal banks; each of ``later`` begins the pack of a further round."""
    options = {"bank_by": "table", **(options or {})}
    pack = FULL if options.get("deck") == 52 else PACK
    then = [shuffled("twenty-one", text, pack) for text in later]
    return scripted("twenty-one", seats, deck, options, pack=pack, before=[{"pick": banker}], then=then)


def faces(text: str) -> Pile:
    return Pile.of([FRENCH.card(word) for word in text.split()])


def test_what_cards_count() -> None:
    assert total_of(faces("6c 7d 8h 9s Tc"), 11, False) == 40
    assert total_of(faces("Jc Qd Kh As"), 11, False) == 20 and total_of(faces("Jc Qd Kh As"), 1, False) == 10
    assert total_of(faces("Ac Ad"), 11, False) == 22 and total_of(faces("Ac Ad"), 11, True) == 21
    assert total_of(faces("Ac Ad"), 1, True) == 21 and total_of(faces("Ac Ad 2c"), 1, True) == 4


def test_e1_r4_the_bet_and_what_it_moves() -> None:
    match = dealt(2, 0, "9c 7h 8d Ts", None, "")
    assert "bet 5" in match.legal(1) and len(match.legal(1)) == 10
    assert refusal(match, 1, "bet 11") == "bet-range" and refusal(match, 1, "bet 0") == "bet-range"
    assert refusal(match, 1, "bet 1.5") == "bet-range"
    play(match, "1 bet 5", "1 stand", "0 hit", "0 stand")
    assert match.facts()["bank"] == 15 and match.facts()["scores"] == [-10, -5]
    match = dealt(2, 0, "9c 7h Ts 6d 6h", None, "")
    play(match, "1 bet 5", "1 stand", "0 hit", "0 stand")
    assert match.facts()["bank"] == 5 and match.facts()["scores"] == [-10, 5]


def test_e2_the_knock() -> None:
    match = dealt(2, 0, "Ac 6c Ad", None, "Ac 6c Ad", "Ac 6c Tc", "6c")
    play(match, "1 bet 10")
    assert match.facts()["bank"] == 20 and match.facts()["round"] == 2 and not match.facts()["knock"]
    play(match, "1 bet 10")
    assert match.facts()["bank"] == 30 and match.facts()["knock"]
    assert told(match)[-5:-2] == ["knock-next", "round", "knock"]
    play(match, "1 bet 30")
    assert "broken" in told(match)
    facts = match.facts()
    assert facts["banker"] == 1 and facts["bank"] == 10 and facts["scores"] == [-10, 0]
    assert not facts["knock"] and facts["to_move"] == 0


def test_e3_equal_totals_are_the_banker_s() -> None:
    match = dealt(2, 0, "9c 7h 8d Ts", None, "")
    play(match, "1 bet 2", "1 stand")
    assert match.facts()["phase"] == "banker" and match.facts()["to_move"] == 0
    play(match, "0 hit", "0 stand")
    assert match.facts()["scores"] == [-10, -2]


def test_e4_r8_over_21_loses_at_once() -> None:
    match = dealt(2, 0, "7c 6h Kd As", None, "")
    play(match, "1 bet 3")
    assert match.facts()["phase"] == "player"
    play(match, "1 hit")
    assert match.facts()["scores"] == [-10, -3] and match.facts()["round"] == 2
    match = dealt(2, 0, "7c 6h Kd As", {"ace": 1})  # R8
    play(match, "1 bet 3", "1 hit")
    assert match.facts()["hands"] == [["6h"], ["7c", "Kd", "As"]] and match.facts()["phase"] == "player"


@pytest.mark.parametrize("options", [{}, DECLARE])
def test_e5_blind_and_r5_a_blind_bust_loses_once(options: Options) -> None:
    match = dealt(2, 0, "9c 8h 8d Kc Ts", options, "")
    play(match, "1 bet 4", "1 blind", "0 hit", "0 stand")
    assert match.facts()["scores"] == [-10, 4]
    match = dealt(2, 0, "9c 8h 8d 6c Ts", options, "")
    play(match, "1 bet 4", "1 blind", "0 hit", "0 stand")
    assert match.facts()["scores"] == [-10, -4]
    match = dealt(2, 0, "9c 8h 8d 6c Ts 6d", options, "")
    play(match, "1 bet 4", "1 blind", "0 hit", "0 hit")
    assert match.facts()["scores"] == [-10, -4] and match.facts()["round"] == 2


def test_e6_r2_r3_the_order_of_cards() -> None:
    match = dealt(3, 1, "6c 7c 8c 6d 9c 9d", None, "")
    facts = match.facts()
    assert facts["hands"] == [["7c"], ["8c"], ["6c"]] and facts["player"] == 2 and facts["exposed"] == "As"
    play(match, "2 bet 1")
    assert match.facts()["hands"] == [["7c"], ["8c"], ["6c", "6d"]]
    play(match, "2 stand", "1 hit", "1 stand")
    facts = match.facts()
    assert facts["hands"] == [["7c"], ["9d"], []] and facts["player"] == 0 and facts["to_move"] == 0


def test_r1_packs() -> None:
    for size in (32, 36, 52):
        match = Match.new("twenty-one", 2, {"deck": size}, seed="pack")
        assert sum(len(zone.cards) for zone in match.view(None).zones) == size


def test_r6_a_hidden_bust_pays_double_and_a_shown_one_once() -> None:
    for banker in (["0 stand"], ["0 hit", "0 hit"]):
        match = dealt(2, 0, "Tc 9h 9d 8c Ts 8d", DECLARE, "")
        play(match, "1 bet 3", "1 hit")
        assert match.facts()["phase"] == "bust" and match.legal(1) == ["hide", "show"]
        play(match, "1 hide", *banker)
        assert match.facts()["scores"] == [-10, -6] and match.facts()["bank"] == 16
    match = dealt(2, 0, "Tc 9h 9d 8c Ts 8d", DECLARE, "")
    play(match, "1 bet 3", "1 hit", "1 show")
    assert match.facts()["scores"] == [-10, -3]


def test_r6_a_bust_by_the_bet_can_be_hidden_too() -> None:
    match = dealt(2, 0, "Ac 9h Ad Ts", DECLARE, "")
    play(match, "1 bet 3")
    assert match.facts()["phase"] == "bust" and match.game.default_move(1) == "show"


def test_r6_nobody_can_tell_hiding_from_standing() -> None:
    honest = dealt(3, 0, "Tc 7h 9h 6d Jc", DECLARE)
    hidden = dealt(3, 0, "Tc 7h 9h 6d Ac", DECLARE)
    play(honest, "1 bet 3", "1 hit")
    play(hidden, "1 bet 3", "1 hit")
    for _ in range(2):
        for seat in (0, 2, None):
            assert honest.view(seat) == hidden.view(seat)
            assert {card for zone in hidden.view(seat).zones for card in zone.cards} & {"Tc", "6d", "Ac"} == set()
        assert honest.facts()["phase"] != hidden.facts()["phase"] or honest.facts()["phase"] == "banker"
        if honest.turn.seats == (1,):
            play(honest, "1 stand")
            play(hidden, "1 hide")
    totals = set()
    for number in range(60):
        world = state(resample(hidden, 0, Fast(number)), TwentyOne)
        totals.add(world.total(1) > 21)
    assert totals == {True, False}


def test_r7_a_blind_21_ties_with_the_banker_s() -> None:
    match = dealt(2, 0, "9c 8h 8d Kc Ts Qc", None, "")
    play(match, "1 bet 4", "1 blind", "0 hit", "0 hit")  # the banker's 21 stands by itself
    assert match.facts()["scores"] == [-10, -4]


def test_a_banker_who_busts_pays() -> None:
    match = dealt(2, 0, "9c 8h 8d Ts 6d", None, "")
    play(match, "1 bet 4", "1 stand", "0 hit", "0 hit")
    assert match.facts()["scores"] == [-10, 4]


def test_21_wins_at_once_and_two_aces_by_agreement() -> None:
    match = dealt(2, 0, "Ac 8h Td", None, "")
    play(match, "1 bet 4")
    assert match.facts()["scores"] == [-10, 4]
    match = dealt(2, 0, "Ac 8h Ad", {"two_aces": True}, "")
    play(match, "1 bet 4")
    assert match.facts()["scores"] == [-10, 4]
    match = dealt(2, 0, "9c Ah 8d Ad", {"two_aces": True}, "")
    play(match, "1 bet 4", "1 stand", "0 hit")
    assert match.facts()["scores"] == [-10, -4]


def test_e7_r9_a_bank_that_has_been_trebled_is_knocked_out_though_it_falls() -> None:
    match = dealt(4, 0, "Ac Ah Td 6c Ad 6d As 6h 7c 9c 8d", None, "Tc 6c 7c 8c 9c", "")
    play(match, "1 bet 10")
    assert not match.facts()["knock_next"] and [note.kind for note in match.view(3).announcements] == ["duel"]
    play(match, "2 bet 10")
    assert "knock-next" in told(match)
    facts = match.facts()
    assert facts["bank"] == 30 and facts["knock_next"] and not facts["knock"] and facts["player"] == 3
    assert [note.kind for note in match.view(3).announcements] == ["duel", "knock-next"]
    play(match, "3 bet 20", "3 stand", "0 hit", "0 stand")
    facts = match.facts()
    assert facts["bank"] == 10 and facts["knock"] and not facts["knock_next"] and len(match.legal(1)) == 10
    play(match, "1 bet 1", "1 stand", "0 stand", "2 bet 1", "2 stand", "0 stand", "3 bet 1", "3 stand", "0 stand")
    assert match.facts()["banker"] == 1 and match.facts()["bank"] == 10 and not match.facts()["knock"]
    assert "closes" in told(match) and not {"knock-next", "old-bank"} & set(told(match))


def test_r9_no_knock_if_the_bank_is_broken_before() -> None:
    match = dealt(4, 0, "9c 9d Ac | 6c 6d Th | 6h 6s Td | 7c Tc", None, "6c")
    play(match, "1 bet 10", "1 stand", "0 hit", "0 stand", "2 bet 10", "2 stand", "0 hit", "0 stand", "3 bet 30")
    facts = match.facts()
    assert facts["banker"] == 1 and facts["bank"] == 10 and not facts["knock"] and "knock" not in told(match)


def test_e8_r11_the_last_round_is_no_knock_and_the_end() -> None:
    match = dealt(2, 0, "Ac 6c Ad", {"max_rounds": 1}, "Ac 6c Ad")
    assert not match.facts()["knock"]
    play(match, "1 bet 4")
    assert match.facts()["scores"] == [4, -14] and match.facts()["banker"] == 1
    assert "old-bank" in told(match) and "knock" not in told(match)
    play(match, "0 bet 1")
    facts = match.facts()
    assert facts["over"] and facts["scores"] == [3, -3] and facts["winners"] == [0] and facts["bank"] == 0
    assert match.result is not None and match.result.places == (1, 2)


def test_r11_a_bank_has_no_limit_with_0_and_no_knock_at_the_limit() -> None:
    lose = "Ac 6c Ad"
    match = dealt(2, 0, lose, {"max_rounds": 2, "bank": 5}, lose, lose)
    play(match, "1 bet 5", "1 bet 5")  # trebled in the last round
    assert match.facts()["banker"] == 1 and not {"knock", "knock-next"} & set(told(match))
    match = dealt(2, 0, lose, {"max_rounds": 0, "bank": 100}, *[lose] * 60)
    play(match, *["1 bet 1"] * 60)
    assert match.facts()["banker"] == 0 and match.facts()["bank"] == 160 and match.facts()["round"] == 61


def test_e9_r13_the_banker_says_how_much_is_in_the_bank() -> None:
    then = [shuffled("twenty-one", text, PACK) for text in ("Ac 6c Ad", "Ac 6c Ad", "9c 8c 6d Ah")]
    match = scripted("twenty-one", 2, "Ac 6c Ad", {"max_rounds": 3}, pack=PACK, before=[{"pick": 0}], then=then)
    facts = match.facts()
    assert (facts["phase"], facts["to_move"], facts["player"], facts["exposed"]) == ("bank", 0, None, None)
    assert len(match.legal(0)) == 30 and match.view(1).announcements == () and match.view(0).hints == []
    assert refusal(match, 0, "bank 31") == "bank-range" and refusal(match, 0, "bank 0") == "bank-range"
    assert refusal(match, 0, "bet 1") == "bank-first" and match.view(0).counter("bank") == 0
    play(match, "0 bank 4")
    assert match.facts()["scores"] == [-4, 0] and match.facts()["bank"] == 4
    goal = next(counter.goal for counter in match.view(1).counters if counter.name == "bank")
    assert goal == 12 and refusal(match, 1, "bank 4") == "bank-open" and len(match.legal(1)) == 4
    play(match, "1 bet 4", "1 bet 4")
    assert match.facts()["knock"] and match.facts()["bank"] == 12
    play(match, "1 bet 1")
    facts = match.facts()
    assert (facts["phase"], facts["to_move"], facts["scores"], facts["hands"]) == ("bank", 1, [9, -9], [[], []])
    assert not facts["knock"] and facts["exposed"] is not None
    assert resample(match, 0, Fast(1)).view(0) == match.view(0)
    play(match, "1 bank 1")
    assert match.facts()["scores"] == [9, -10] and match.legal(0) == ["bet 1"]


def test_r13_what_the_clock_says() -> None:
    match = Match.new("twenty-one", 2, seed="clock")
    assert match.game.default_move(int(match.game.mover)) == "bank 10"
    match = Match.new("twenty-one", 2, {"bank_most": 5}, seed="clock")
    assert match.game.default_move(int(match.game.mover)) == "bank 5" and len(match.legal(match.turn.seats[0])) == 5


def test_a_broken_bank_stops_the_round_and_cards_go_back_unseen() -> None:
    match = dealt(3, 0, "Ac 7c 6c Td", {"max_rounds": 1})
    state(match, TwentyOne).banks_left = 1
    play(match, "1 bet 10")
    assert match.facts()["over"] and match.facts()["hands"] == [[], [], []] and match.view(0).announcements == ()
    assert match.facts()["scores"] == [-10, 10, 0]
    assert "7c" not in [card for zone in match.view(1).zones for card in zone.cards]
    assert resample(match, 0, Fast(1)).view(0) == match.view(0)


def test_r10_used_cards_come_back_when_the_pack_is_through() -> None:
    match = dealt(2, 0, "Jc 6d Jd", None)
    play(match, "1 bet 1")
    game = state(match, TwentyOne)
    game.deck.all_to(game.used)
    used = FRENCH.values(game.used.cards())
    game.chance = Fast(1)
    play(match, "1 hit")
    assert "reshuffle" in told(match)
    now = [*FRENCH.values(game.deck.cards()), match.facts()["exposed"], FRENCH.face(game.hands[1].at(2))]
    assert sorted(map(str, now)) == sorted(map(str, [*used, "As"]))
    assert game.used.size() == 0


@pytest.mark.parametrize(("deck", "total"), [("6c 7h Jd", 8), ("9c 7h 8d", 17), ("9c 7h Ad", 20)])
def test_r12_a_blind_card_may_be_asked_for_at_any_total(deck: str, total: int) -> None:
    match = dealt(2, 0, deck)
    play(match, "1 bet 1")
    assert state(match, TwentyOne).total(1) == total and "blind" in match.legal(1)
    play(match, "1 blind")
    assert match.facts()["phase"] == "banker" and len(state(match, TwentyOne).hands[1]) == 3


def test_a_rich_bank_allows_every_bet() -> None:
    match = dealt(2, 0, "6c 6d 7c", None)
    state(match, TwentyOne).bank = 1500
    assert len(match.legal(1)) == 1500 and "bet 1500" in match.legal(1)


def test_views_in_the_middle_of_a_duel() -> None:
    match = dealt(3, 0, "9c 7h 8d 6d Jc", None)
    play(match, "1 bet 3", "1 blind")
    expected: dict[int | None, list[list[object]]] = {
        0: [["8d"], [None, None, None], [None]],
        1: [["8d"], ["9c", "6d", None], [None]],
        2: [["8d"], [None, None, None], ["7h"]],
        None: [["8d"], [None, None, None], [None]],
    }
    for seat, hands in expected.items():
        view = match.view(seat)
        assert [view.cards("hand", owner) for owner in range(3)] == hands
        assert view.cards("exposed") == ["As"] and set(view.cards("deck")) == {None}
        assert view.counter("bank") == 10 and view.counter("bet") == 3 and view.counter("coins", 0) == -10
    for number in range(20):
        assert state(resample(match, 2, Fast(number)), TwentyOne).total(1) - 11 <= 20


def test_whose_duel_it_is_and_the_knock_stay_in_sight() -> None:
    match = dealt(3, 0, "9c 7h 8d 6d Jc")
    game = state(match, TwentyOne)
    game.knock_due = game.knock = True
    play(match, "1 bet 3", "1 stand")
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert [(note.kind, note.seat) for note in view.announcements] == [("duel", 1), ("knock", None)]
        assert view.counter("dealer") == 0
    assert [note.kind for note in dealt(3, 0, "9c 7h 8d 6d Jc").view(2).announcements] == ["duel"]


def test_a_card_taken_is_told_only_to_its_owner() -> None:
    match = dealt(3, 0, "9c 7h 8d 6d Jc", None)
    play(match, "1 bet 3")
    assert [(note.kind, note.cards) for note in match.view(1).events][-1] == ("card", ("6d",))
    assert [(note.kind, note.cards) for note in match.view(0).events][-1] == ("card", None)


def test_a_long_hand_of_low_cards_has_other_worlds() -> None:
    """All jacks and queens count 20: only the very lowest cards leave room for so many, and the ninth busts."""
    match = dealt(2, 0, "Qs Kc Jc Jd Jh Js Qc Qd Qh 9c", DECLARE)
    play(match, "1 bet 1", *["1 hit"] * 7)
    assert match.legal(1) == ["hide", "show"]
    for number in range(20):
        hand = state(resample(match, 0, Fast(number)), TwentyOne).hands[1].cards()
        assert total_of(Pile.of(hand[:8]), 11, False) == 20
        assert total_of(Pile.of(hand), 11, False) > 21
    play(match, "1 hide")
    assert resample(match, 0, Fast(1)).view(0) == match.view(0)


def test_low_cards_are_found_wherever_they_are_hidden() -> None:
    match = dealt(3, 0, "Qs Qc Kc Jc Jd Jh Js", None)
    play(match, "1 bet 1", *["1 hit"] * 3, "1 stand")
    game = state(match, TwentyOne)
    game.deck.all_to(game.used)  # nothing is hidden but the hand and the first card of the next player
    hands = {tuple(sorted(state(resample(match, 0, Fast(number)), TwentyOne).hands[1].cards())) for number in range(40)}
    assert len(hands) > 1


def test_a_world_that_cannot_be_is_no_world() -> None:
    match = dealt(2, 0, "9c 8h 8d Kc", None)
    play(match, "1 bet 1", "1 stand")
    game = state(match, TwentyOne)
    game.hands[1].fill(faces("Tc Td Th"))
    game.deck.fill(faces("Ts 9s 9h"))
    assert not game.repair_world(0, game)


def test_refusals() -> None:
    match = dealt(2, 0, "9c 8h 8d Kc Ts", {"blind": False})
    assert refusal(match, 1, "hit") == "bet-first" and refusal(match, 1, "double") == "not-now"
    play(match, "1 bet 4")
    assert refusal(match, 1, "bet 4") == "bet-placed" and refusal(match, 1, "blind") == "blind-off"
    assert refusal(match, 1, "show") == "no-bust" and refusal(match, 1, "hit 1") == "not-now"
    play(match, "1 stand")
    assert refusal(match, 0, "blind") == "banker-open"
    match = dealt(2, 0, "Ac 9h Ad Ts", DECLARE)
    play(match, "1 bet 3")
    assert refusal(match, 1, "hit") == "bust"


def test_default_moves() -> None:
    match = dealt(2, 0, "9c 8h 8d Kc Ts", None)
    assert match.game.default_move(1) == "bet 1"
    play(match, "1 bet 4")
    assert match.game.default_move(1) == "stand"


def test_hints_are_exact_from_the_unseen_cards() -> None:
    match = dealt(2, 0, "9c 8h 6d Kc Ts", None)
    assert [hint.kind for hint in match.view(1).hints] == ["hint-total", "hint-bust", "hint-totals"]
    assert match.view(0).hints == []
    play(match, "1 bet 4")
    view = match.view(1)
    odds = next_totals(view)
    cards = sum(odds.values())
    assert cards == 36 - 4 and len(next_cards(view)) == cards  # own two, the banker's card, the turned-up ace
    assert Fraction(odds[21], cards) == Fraction(3, 32)  # a six is in the own hand
    assert sum(n for total, n in odds.items() if total > 21) == 4 + 3 + 3 + 4 + 3  # 7 8 9 T A
    bust = next(hint for hint in view.hints if hint.kind == "hint-bust")
    assert bust.move == "hit" and bust.args == {"percent": 53, "bad": 17, "all": 32}
    totals = next(hint for hint in view.hints if hint.kind == "hint-totals").args["totals"]
    assert totals == "17 — 4/32, 18 — 4/32, 19 — 4/32, 21 — 3/32"


def test_hints_when_the_deck_is_out_and_when_it_is_too_late() -> None:
    match = dealt(2, 0, "9c 8h 6d Kc Ts", DECLARE)
    play(match, "1 bet 4")
    game = state(match, TwentyOne)
    game.deck.all_to(game.used)
    assert sorted(next_cards(match.view(1))) == sorted([*game.used.cards(), FRENCH.card("As")])
    game.hands[1].fill(faces("Tc Td Th"))
    assert match.view(1).hints == []
    match = dealt(2, 0, "Tc 8h Td Kc Ts", {"ace": 1, "deck": 36})
    play(match, "1 bet 4")
    game = state(match, TwentyOne)
    game.deck.fill(faces("Th Ts"))
    assert match.view(1).hints[-1].args["totals"] == "21 — 3/32"


def test_the_fresh_pack_busts_as_the_books_say() -> None:
    for total, percent in ((14, 44), (15, 56), (16, 67), (17, 67)):
        over = sum(1 for card in range(16, 52) if total + total_of(Pile.of([card]), 11, False) > 21)
        assert round(100 * over / 36) == percent


def test_the_bot() -> None:
    match = dealt(3, 0, "Ac 6c 8h 6d Kc Ts", DECLARE)
    assert BRAIN.choose(match.game, 1, Fast(1)) == "bet 5"
    play(match, "1 bet 5")
    assert BRAIN.choose(match.game, 1, Fast(1)) == "stand"
    play(match, "1 stand")
    assert BRAIN.choose(match.game, 0, Fast(1)) == "hit"
    play(match, "0 hit", "0 hit")
    assert BRAIN.choose(match.game, 2, Fast(1)) == "bet 1"
    late = dealt(2, 0, "Tc 8h 9d Ac", DECLARE)
    play(late, "1 bet 1", "1 hit")
    assert BRAIN.choose(late.game, 1, Fast(1)) == "show"
    blind = dealt(2, 0, "Jc 8h Jd Jh Js 7c", DECLARE)
    play(blind, "1 bet 1", "1 hit", "1 blind", "0 hit")
    assert BRAIN.choose(blind.game, 0, Fast(1)) == "stand"


def test_the_bot_opens_middling_banks_a_large_one_at_last_and_keeps_a_lead() -> None:
    for seats, stake in ((2, 5), (4, 10), (10, 10)):
        game = state(Match.new("twenty-one", seats, {"bank_most": 20}, seed="bot"), TwentyOne)
        assert BRAIN.choose(game, int(game.banker), Fast(1)) == f"bank {stake}"
    game = state(Match.new("twenty-one", 2, {"bank_most": 1}, seed="bot"), TwentyOne)
    assert BRAIN.choose(game, int(game.banker), Fast(1)) == "bank 1"
    game = state(Match.new("twenty-one", 3, {"bank_most": 20}, seed="bot"), TwentyOne)
    game.banks_left = 1
    assert BRAIN.choose(game, int(game.banker), Fast(1)) == "bank 20"
    game.scores[game.banker] = 1
    assert BRAIN.choose(game, int(game.banker), Fast(1)) == "bank 1"


# Its story


def test_a_bust_is_seen_by_its_player_then_by_all() -> None:
    for seat in (0, 1, None):
        match = dealt(2, 0, "7c 6h Kd As", None, "")
        play(match, "1 bet 3")
        drawn, opened, paid = story(match, "1 hit", seat)
        assert outline([drawn, opened, paid]) == ["land: card", "flip: opened opened", "curtain: loses"]
        closed: list[str | None] = [None] * 3
        assert (
            labels_of(drawn) == [("hand", 0, "label-total", 6), ("hand", 1, "label-total", 22)][: 2 if seat == 1 else 1]
        )
        assert drawn.cards("hand", 1) == (["7c", "Kd", "As"] if seat == 1 else closed)
        assert opened.cards("hand", 1) == ["7c", "Kd", "As"] and opened.cards("hand", 0) == ["6h"]
        assert paid.gains == (0, -3)


def test_a_bank_that_is_put_up_or_taken_back_is_no_gain_or_loss() -> None:
    match, chance, curtains = Match.new("twenty-one", 3, {"banks": 2}, seed="gains"), Seeded("moves"), 0
    match.keep_beats()
    while match.result is None:
        banker = state(match, TwentyOne).banker
        match.play(*random_move(match, chance))
        for beat in match.beats([None])[0]:
            if beat.effect == "curtain":
                assert beat.gains[banker] == 0 and sum(map(abs, beat.gains)) > 0
                curtains += 1
    assert curtains > 6
