"""Abracadabra: the worked examples and rulings of docs/rules/abracadabra.md."""

from __future__ import annotations

import pytest

from koloda import Match, resample
from koloda.bots.abracadabra import BRAIN
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.core.pile import Pile
from koloda.core.record_types import ShuffleRecord
from koloda.games.abracadabra.game import Abracadabra
from koloda.games.shared.tricks import CARD_BY_NAME, NO_TRUMP
from koloda.testing import deck_dealing, facts, filled_hands, play, refusal, shuffled, state


def shuffle_dealing(hands: list[str], turnup: str) -> ShuffleRecord:
    """The shuffle that deals these hands (filled up with what is left) when seat 3 deals."""
    full = filled_hands(hands, 13, [card for card in CARD_BY_NAME if card != turnup])
    return shuffled("abracadabra", f"{deck_dealing(full)} | {turnup}")


SUITS = [" ".join(rank + suit for rank in "23456789TJQKA") for suit in "cdhs"]


def dealt(hands: list[str] | None = None, turnup: str = "Jk", **options: OptionValue) -> Match:
    """A match in which seat 3 deals; by default every seat gets a whole suit."""
    shuffle = shuffle_dealing(SUITS if hands is None else hands, turnup)
    return Match.new("abracadabra", 4, options, chance=[{"pick": 3}, shuffle, shuffle])


def cards(text: str) -> Pile:
    return Pile.of([CARD_BY_NAME[card] for card in text.split()])


def ended(
    declared: int,
    tricks: list[int],
    made: list[int],
    pot: int = 4,
    taken: str = "",
    silent: tuple[int, ...] = (),
    **options: OptionValue,
) -> Match:
    """A deal brought to its end: ``made`` have the number and call, but for the ``silent``; seat 0 took ``taken``."""
    match = dealt(**options)  # type: ignore[arg-type]
    game = state(match, Abracadabra)
    play(match, "0 bid 0", "1 bid 0", "2 bid 0", "3 bid 0", "0 show")
    game.declared, game.tricks, game.pot, game.chips = declared, tricks, pot, [-pot // 4] * 4
    game.made = [seat in made for seat in range(4)]
    game.called = [seat in made and seat not in silent for seat in range(4)]
    game.taken[0].fill(cards(taken))
    game.end_deal()
    return match


def test_e1_two_points_for_a_card_of_the_declared_rank() -> None:
    assert ended(6, [3, 4, 4, 2], [], taken="6h 7h 8h Ah").facts()["scores"] == [5, 4, 4, 2]


def test_e2_two_callers_share() -> None:
    match = ended(5, [5, 5, 2, 1], [0, 1], taken="5c 5d")
    assert match.facts()["scores"] == [39, 35, 2, 1]
    assert match.facts()["chips"] == [1, 1, -1, -1] and match.facts()["pot"] == 0


def test_e3_all_four_call_and_the_most_tricks_take_the_pot() -> None:
    match = ended(3, [4, 3, 3, 3], [0, 1, 2, 3], taken="3c")
    assert match.facts()["scores"] == [16, 13, 13, 13] and match.facts()["chips"] == [3, -1, -1, -1]


def test_e4_r3_bids_show_and_a_pot_that_stays() -> None:
    match = dealt([SUITS[0], "Kh Ah", SUITS[1], SUITS[3]])
    play(match, "0 bid 4", "1 bid 6")
    assert match.facts()["bids"] == [4, 6, None, None] and match.facts()["declarer"] is None
    play(match, "2 bid 6", "3 bid 0")
    facts = match.facts()
    assert facts["declarer"] == 1 and facts["declared"] == 6 and facts["phase"] == "show" and facts["pot"] == 4
    play(match, "1 show Kh Ah")
    facts = match.facts()
    assert facts["pot"] == 6 and facts["shown"] == ["Kh", "Ah"] and facts["chips"] == [-1, -3, -1, -1]
    assert facts["to_move"] == 1 and "play Kh" in match.legal(1)
    game = state(match, Abracadabra)
    game.tricks = [4, 5, 3, 1]
    game.end_deal()
    facts = match.facts()
    assert facts["round"] == 2 and facts["dealer"] == 0 and facts["pot"] == 6 and facts["to_move"] == 1
    assert facts["shown"] == [] and facts["scores"] == [4, 5, 3, 1]


def e5_deal() -> Match:
    """Nine of hearts up; seat 2 has the joker, no club and no other heart."""
    hands = [
        "2c 3c 2h 3h 4h 5h 2d 3d 4d 2s 3s 4s 5s",
        "4c 5c 6c 6h 7h 8h Th 5d 6d 6s 7s 8s 9s",
        "Jk 7d 8d 9d Td Jd Qd Kd Ad Ts Js Qs Ks",
        "7c 8c 9c Tc Jc Qc Kc Ac Jh Qh Kh Ah As",
    ]
    match = dealt(hands, "9h")
    play(match, "0 bid 9", "1 bid 0", "2 bid 0", "3 bid 0", "0 show")
    return match


def test_e5_r2_the_joker_is_the_turned_card() -> None:
    match = e5_deal()
    assert match.facts()["trump"] == "h" and match.facts()["turnup"] == "9h"
    play(match, "0 play 2c", "1 play 4c")
    assert "play Jk" in match.legal(2) and "play Ks" in match.legal(2)
    play(match, "2 play Jk", "3 play Ac")
    assert match.facts()["tricks"] == [0, 0, 1, 0] and match.facts()["to_move"] == 2
    assert state(match, Abracadabra).rank_cards(2) == 1


def test_e5_the_only_heart_has_to_follow() -> None:
    match = e5_deal()
    play(match, "0 play 2h", "1 play 6h")
    assert match.legal(2) == ["play Jk"]
    assert refusal(match, 2, "play Ks") == "follow-suit" and refusal(match, 2, "play Ac") == "not-yours"
    play(match, "2 play Jk", "3 play Jh")
    assert match.facts()["to_move"] == 3


def test_a_led_joker_leads_the_suit_of_the_turned_card() -> None:
    match = e5_deal()
    play(match, "0 play 2c", "1 play 4c", "2 play Jk", "3 play Ac", "2 play Ad", "3 play 7c", "0 play 2d", "1 play 5d")
    state(match, Abracadabra).hands[2].put(CARD_BY_NAME["Jk"])
    play(match, "2 play Jk")
    assert match.legal(3) == ["play Ah", "play Jh", "play Kh", "play Qh"]


def test_e6_r6_all_bid_nothing() -> None:
    match = ended(0, [0, 5, 8, 0], [0, 3], taken="2c")
    assert match.facts()["scores"] == [30, 5, 8, 30] and match.facts()["chips"] == [1, -1, -1, 1]
    match = dealt()
    play(match, "0 bid 0", "1 bid 0", "2 bid 0", "3 bid 0")
    assert match.facts()["declarer"] == 0 and match.facts()["declared"] == 0


def test_r1_the_deal() -> None:
    match = dealt()
    assert [len(hand) for hand in state(match, Abracadabra).hands] == [13] * 4 and match.facts()["to_move"] == 0
    assert match.facts()["trump"] is None and state(match, Abracadabra).trump == NO_TRUMP


def win_all(match: Match, stop: int = 13) -> None:
    """Seat 0 holds all clubs at no trump and takes every trick."""
    for rank in "AKQJT98765432"[:stop]:
        match.play(0, f"play {rank}c")
        for seat in (1, 2, 3):
            match.play(seat, match.legal(seat)[0])


def test_r5_reach_calls_with_the_trick_that_makes_it() -> None:
    match = dealt()
    play(match, "0 bid 2", "1 bid 1", "2 bid 0", "3 bid 0", "0 show")
    win_all(match, 1)
    assert [note.kind for note in match.view(None).announcements].count("calls") == 0
    win_all_again = [note.kind for note in match.view(None).events]
    assert win_all_again == ["plays", "takes"]
    play(match, "0 play Kc", "1 play 3d", "2 play 3h", "3 play 3s")
    assert [note.seat for note in match.view(None).announcements if note.kind == "calls"] == [0]


def test_r4_everybody_needs_the_declared_number() -> None:
    match = dealt()
    play(match, "0 bid 2", "1 bid 1", "2 bid 0")
    assert {counter.goal for counter in match.view(3).counters if counter.name == "tricks"} == {None}
    play(match, "3 bid 0")
    assert [counter.goal for counter in match.view(3).counters if counter.name == "tricks"] == [2] * 4
    assert match.view(0).counter("dealer") == 3


def test_r5_exact_is_judged_after_the_last_trick() -> None:
    match = dealt(count="exact")
    play(match, "0 bid 2", "1 bid 1", "2 bid 0", "3 bid 0", "0 show")
    win_all(match)
    assert match.facts()["scores"] == [13 + 8, 0, 0, 0]  # four twos, no call
    match = dealt(count="exact")
    play(match, "0 bid 13", "1 bid 1", "2 bid 0", "3 bid 0", "0 show")
    win_all(match)
    assert match.facts()["scores"] == [40 + 13 + 8, 0, 0, 0] and match.facts()["chips"] == [3, -1, -1, -1]


def test_r7_stakes() -> None:
    match = dealt(stake=3)
    play(match, "0 bid 1", "1 bid 0", "2 bid 0", "3 bid 0", "0 show 2c 3c")
    assert match.facts()["pot"] == 18  # the raise equals the stake unless it is set
    match = dealt(stake=3, raise_per_card=1)
    play(match, "0 bid 1", "1 bid 0", "2 bid 0", "3 bid 0", "0 show 2c 3c")
    assert match.facts()["pot"] == 14


def test_r8_only_the_declarer_shows_and_any_cards() -> None:
    match = dealt()
    play(match, "0 bid 1", "1 bid 0", "2 bid 0", "3 bid 0")
    assert len(match.legal(0)) == 8192 and match.turn.seats == (0,)
    assert refusal(match, 0, "show 3c 2c") == refusal(match, 0, "show 2c 2c") == "show-order"
    assert refusal(match, 0, "show 2d") == refusal(match, 0, "show zz") == "not-yours"
    assert refusal(match, 0, "play 2c") == "not-now"


@pytest.mark.parametrize("pot", [0, 4, 40])
def test_r9_the_pot_never_touches_points(pot: int) -> None:
    match = ended(5, [5, 5, 2, 1], [0, 1], pot=pot)
    paid = pot // 4
    assert facts(match, "scores", "chips") == [[35, 35, 2, 1], [paid, paid, -paid, -paid]]


def test_r10_ace_and_court_cards_have_numbers() -> None:
    assert ended(1, [1, 4, 4, 4], [], taken="Ac 2c").facts()["scores"] == [3, 4, 4, 4]
    assert ended(11, [1, 4, 4, 4], [], taken="Jc Qc").facts()["scores"] == [3, 4, 4, 4]
    assert ended(13, [1, 4, 4, 4], [], taken="Kc Kd").facts()["scores"] == [5, 4, 4, 4]
    assert ended(10, [1, 4, 4, 4], [], taken="Tc 9d").facts()["scores"] == [3, 4, 4, 4]


def test_r11_manual_call_and_silence() -> None:
    match = dealt(call="manual")
    play(match, "0 bid 1", "1 bid 1", "2 bid 0", "3 bid 0", "0 show")
    win_all(match, 1)
    assert match.facts()["phase"] == "call" and match.legal(0) == ["abracadabra", "pass"]
    play(match, "0 pass")
    assert match.facts()["phase"] == "play" and match.facts()["to_move"] == 0
    play(match, "0 play Kc", "1 play 3d", "2 play 3h", "3 play 3s")
    assert match.facts()["phase"] == "play"  # no second chance


def test_r11_several_answer_from_the_dealers_left() -> None:
    match = dealt(call="manual")
    play(match, "0 bid 0", "1 bid 0", "2 bid 0", "3 bid 0", "0 show")
    win_all(match)
    assert match.facts()["to_move"] == 1 and match.facts()["phase"] == "call"
    play(match, "1 abracadabra", "2 pass")
    assert [note.seat for note in match.view(None).announcements if note.kind == "calls"] == [1]
    play(match, "3 abracadabra")
    assert match.facts()["scores"] == [13, 20, 0, 20] and match.facts()["chips"] == [-1, 1, 0, 0]  # R13, an odd coin


def test_e7_r13_silence_costs_points_but_not_the_pot() -> None:
    match = ended(5, [5, 5, 2, 1], [0, 1], silent=(1,))
    assert facts(match, "scores", "chips", "pot") == [[35, 5, 2, 1], [1, 1, -1, -1], 0]
    match = ended(4, [5, 4, 4, 0], [0, 1, 2], silent=(0, 1, 2))
    assert facts(match, "scores", "chips") == [[5, 4, 4, 0], [3, -1, -1, -1]]


def test_e8_r14_each_player_stakes_after_their_bid() -> None:
    match = dealt(stakes="own", stake=2)
    play(match, "0 bid 4")
    assert facts(match, "phase", "to_move", "pot", "declarer") == ["stake", 0, 0, None]
    assert match.legal(0) == [f"stake {times}" for times in range(1, 6)] and match.view(0).hints == []
    assert refusal(match, 0, "stake 6") == refusal(match, 0, "stake 0") == "stake-range"
    assert refusal(match, 0, "bid 4") == "not-now" and match.game.default_move(0) == "stake 1"
    assert BRAIN.choose(match.game, 0, Fast(1)) == "stake 1" and BRAIN.candidates(match.game, 0) == ["stake 1"]
    play(match, "0 stake 3")
    assert facts(match, "phase", "to_move", "chips") == ["bid", 1, [-6, 0, 0, 0]]
    play(match, "1 bid 6", "1 stake 1", "2 bid 0", "2 stake 1", "3 bid 1", "3 stake 1")
    assert facts(match, "phase", "to_move", "pot", "declared") == ["show", 1, 12, 6]


def test_r14_without_coins_no_stake_is_asked_for() -> None:
    match = dealt(stakes="own", stake=0)
    play(match, "0 bid 4")
    assert facts(match, "phase", "to_move") == ["bid", 1]


def test_odd_coins_go_clockwise_from_the_dealers_left() -> None:
    match = ended(4, [4, 4, 4, 1], [0, 1, 2], pot=8)
    assert match.facts()["chips"] == [1, 1, 0, -2]


def test_without_stakes_nobody_gets_coins() -> None:
    match = ended(4, [4, 4, 4, 1], [0], pot=0)
    assert match.facts()["chips"] == [0, 0, 0, 0]
    assert "pot-won" not in [note.kind for note in match.view(None).events]


def test_the_end_and_the_pot_on_the_table() -> None:
    match = dealt(target=20)
    play(match, "0 bid 2", "1 bid 0", "2 bid 0", "3 bid 0", "0 show")
    game = state(match, Abracadabra)
    game.scores = [19, 12, 3, 3]
    game.tricks = [1, 8, 2, 2]
    game.end_deal()
    result = match.result
    assert result is not None
    assert result.to_json() == {
        "scores": [20, 20, 5, 5],
        "winners": [0, 1],
        "losers": [],
        "places": [1, 1, 3, 3],
        "chips": [1, 1, -1, -1],
    }
    assert match.facts()["winners"] == [0, 1] and match.facts()["over"]
    assert [note.kind for note in match.view(None).events][-2:] == ["pot-won", "pot-won"]
    assert "pot-stays" not in [note.kind for note in match.view(None).events]


def test_views_in_the_middle_of_a_deal() -> None:
    match = dealt()
    play(match, "0 bid 1", "1 bid 0", "2 bid 0", "3 bid 0", "0 show 2c Ac", "0 play 3c", "1 play 2d")
    shown: list[object] = ["2c", "Ac", *[None] * 10]
    assert (
        match.view(1).cards("hand", 0) == match.view(2).cards("hand", 0) == match.view(None).cards("hand", 0) == shown
    )
    assert match.view(0).cards("hand", 1) == [None] * 12 and len(set(match.view(1).cards("hand", 1))) == 12
    assert None not in match.view(0).cards("hand", 0)
    assert match.view(None).cards("trick", 0) == ["3c"] and match.view(None).cards("trick", 1) == ["2d"]
    assert match.view(2).cards("turnup") == ["Jk"] and match.view(3).counter("declared") == 1


def test_other_worlds_respect_what_discards_have_told() -> None:
    match = e5_deal()
    play(match, "0 play 2c", "1 play 4c", "2 play Kd", "3 play Ac", "3 play As", "0 play 2s", "1 play 6s", "2 play Ts")
    for number in range(20):
        world = resample(match, 0, Fast(number))
        assert all(CARD_BY_NAME[str(card)] & 3 != 0 for card in world.view(2).cards("hand", 2) if card != "Jk")


def test_default_moves() -> None:
    match = dealt(call="manual")
    assert match.game.default_move(0) == "bid 0" and refusal(match, 0, "bid 14") == "bid-range"
    play(match, "0 bid 1", "1 bid 0", "2 bid 0", "3 bid 0")
    assert match.game.default_move(0) == "show"
    play(match, "0 show")
    assert match.game.default_move(0) == "play 2c"
    win_all(match, 1)
    assert match.game.default_move(0) == "abracadabra"


def test_hints() -> None:
    match = e5_deal()
    said = [(hint.kind, dict(hint.args)) for hint in match.view(2).hints]
    assert said == [
        ("hint-joker", {"cards": "9h"}),
        ("hint-trumps", {"n": 12}),
        ("hint-need", {"n": 9, "left": 13}),
        ("hint-rank", {"card": "9"}),
    ]
    assert match.view(0).hints[0].args == {"n": 9}  # four of the hearts are its own; another's joker is a trump too
    assert match.view(None).hints == [] and len(dealt().view(0).hints) == 0
    match = dealt()
    play(match, "0 bid 1", "1 bid 0", "2 bid 0", "3 bid 0", "0 show")
    win_all(match, 1)
    assert [hint.kind for hint in match.view(0).hints] == ["hint-made", "hint-rank"]
    assert match.view(0).hints[1].args == {"card": "A"}
    match = dealt()
    play(match, "0 bid 0", "1 bid 0", "2 bid 0", "3 bid 0")
    assert match.view(0).hints == []
    state(match, Abracadabra).declared = 12
    assert match.view(0).hints[1].args == {"card": "Q"}
    exact = dealt(count="exact")
    play(exact, "0 bid 1", "1 bid 0", "2 bid 0", "3 bid 0", "0 show")
    win_all(exact, 3)
    assert exact.view(0).hints[0].kind == "hint-over" and exact.view(0).hints[0].args == {"n": 2}


def test_policy() -> None:
    match = dealt()
    assert BRAIN.choose(match.game, 0, Fast(1)) == "bid 3"
    assert BRAIN.choose(e5_deal().game, 0, Fast(1)).startswith("play")
    play(match, "0 bid 3", "1 bid 0", "2 bid 0", "3 bid 0")
    assert BRAIN.choose(match.game, 0, Fast(1)) == "show"
    play(match, "0 show")
    assert BRAIN.choose(match.game, 0, Fast(1)) == "play 2c"  # every club is sure
    state(match, Abracadabra).declared = 0
    assert BRAIN.choose(match.game, 0, Fast(1)) == "play Ac"
    exact = dealt(count="exact", call="manual")
    play(exact, "0 bid 1", "1 bid 0", "2 bid 0", "3 bid 0", "0 show", "0 play Ac")
    assert BRAIN.choose(exact.game, 1, Fast(1)) == "play 2d"
    exact = dealt(call="manual")
    play(exact, "0 bid 1", "1 bid 0", "2 bid 0", "3 bid 0", "0 show")
    win_all(exact, 1)
    assert BRAIN.choose(exact.game, 0, Fast(1)) == "abracadabra"


def test_policy_wins_cheaply_when_last_and_dodges_dearly() -> None:
    match = e5_deal()
    play(match, "0 play 2c", "1 play 4c", "2 play Kd")
    assert BRAIN.choose(match.game, 3, Fast(1)) == "play 7c"
    state(match, Abracadabra).declared = 0
    assert BRAIN.choose(match.game, 3, Fast(1)) == "play Ac"
    match = e5_deal()
    play(match, "0 play 2h", "1 play 6h", "2 play Jk")
    state(match, Abracadabra).declared = 0
    assert BRAIN.choose(match.game, 3, Fast(1)) == "play Ah"
