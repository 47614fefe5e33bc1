"""Old Maid: the worked examples and rulings of docs/rules/old-maid.md."""

from __future__ import annotations

from collections import Counter

import pytest

from koloda import Match, NoWorld, resample
from koloda.bots import simple_policy
from koloda.bots.seat_view import SeatView
from koloda.core.cards import FRENCH
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.core.pile import Pile
from koloda.core.record_types import ChanceRecord, PickRecord
from koloda.games.old_maid import INFO, OldMaid, pairs_of
from koloda.testing import state

SHORT = FRENCH.values(list(range(20, 52)))
FULL = FRENCH.values(FRENCH.pack)


def cards(text: str) -> list[int]:
    return [FRENCH.card(word) for word in text.split()]


def dealt(seats: int, picks: list[int], deck: list[int | str] | None = None, **options: OptionValue) -> Match:
    """A match in which seat 0 deals."""
    shuffle = deck or (SHORT if seats <= 3 else FULL)
    chance: list[ChanceRecord] = [{"pick": 0}, {"shuffle": shuffle}, *(PickRecord(pick=index) for index in picks)]
    return Match.new("old-maid", seats, options, chance=chance)


def endgame(hands: list[str], turn: int, picks: list[int], **options: OptionValue) -> Match:
    """A match brought to these hands, with ``turn`` to draw and everything else discarded."""
    match = dealt(len(hands), picks, None, **options)
    game = state(match, OldMaid)
    game.circle = 0
    rest = SHORT if len(hands) <= 3 else FULL
    left = [FRENCH.card(card) for card in rest]
    for seat, text in enumerate(hands):
        game.hands[seat].fill(Pile.of(cards(text)))
        game.known_by[seat].fill(Pile.of([0] * len(text.split())))
        left = [card for card in left if card not in cards(text)]
    game.discard.fill(Pile.of(left))
    game.one(turn)
    return match


def draw(match: Match, times: int = 1) -> None:
    for _ in range(times):
        match.play(match.turn.seats[0], "draw")


def test_e1_pairs_go_and_the_witch_stays() -> None:
    assert pairs_of(Pile.of(cards("7c 7d 7h Qc Qh Qs Kd"))).cards() == cards("7c 7d Qc Qh")
    assert pairs_of(Pile.of(cards("Qc Qs"))).cards() == []
    assert pairs_of(Pile.of(cards("9s 9c 9h 9d 2c"))).cards() == cards("9c 9d 9h 9s")


def test_e2_endgame() -> None:
    match = endgame(["9c", "Qs", "9d Qh"], 0, [0, 0])
    draw(match)
    facts = match.facts()
    assert facts["hands"] == [[], ["Qs"], ["Qh"]] and facts["places"] == [1, None, None]
    assert facts["to_move"] == 1 and facts["discard_count"] == 30
    draw(match)
    facts = match.facts()
    assert facts["over"] and facts["losers"] == [1] and facts["winners"] == [0]
    assert facts["places"] == [1, 3, 2] and facts["scores"] == [2, 0, 1]
    assert facts["hands"] == [[], ["Qh", "Qs"], []]


def test_e3_r6_the_two_queens_in_one_hand_are_not_yet_the_end() -> None:
    match = endgame(["9c", "Qs", "9d Qh"], 0, [1, 1, 1])
    draw(match, 2)
    assert match.facts()["hands"] == [["9c"], ["Qh", "Qs"], ["9d"]]
    assert match.facts()["over"] is False and match.facts()["places"] == [None, None, None]  # R6
    draw(match)
    assert match.facts()["hands"] == [["9c"], ["Qh"], ["9d", "Qs"]]


def test_e4_r7_both_out_in_one_turn() -> None:
    match = endgame(["Kc", "Qs Qd", "Kd"], 0, [0])
    draw(match)
    assert match.facts()["places"] == [2, 3, 1] and match.facts()["losers"] == [1]
    result = match.result
    assert result is not None and result.places == (2, 3, 1)


def test_e6_r6_r10_by_the_option_the_two_queens_end_the_deal() -> None:
    match = endgame(["9c", "Qs", "9d Qh"], 0, [1, 1], end="two-queens")
    draw(match, 2)
    facts = match.facts()
    assert facts["over"] and facts["losers"] == [1] and facts["winners"] == [0, 2] and facts["places"] == [1, 3, 1]
    assert facts["scores"] == [2, 0, 2] and [note.kind for note in match.view(None).events][-1] == "witch"
    match = endgame(["9c", "Qs 8c", "9d Qh"], 0, [1, 1], end="two-queens")
    draw(match, 2)
    assert match.facts()["hands"] == [["9c"], ["8c", "Qh", "Qs"], ["9d"]] and not match.facts()["over"]


def test_r6_the_owner_may_be_left_with_the_two_queens() -> None:
    match = endgame(["9c Jc", "Qs Qh 8c", "9d", "8d"], 2, [0], end="two-queens")
    draw(match)  # seat 2 takes the eight
    facts = match.facts()
    assert facts["over"] and facts["hands"][1] == ["Qh", "Qs"] and facts["places"] == [1, 4, 1, 1]  # type: ignore[index]


def test_r6_no_end_in_the_opening_circle_and_the_next_deal_follows() -> None:
    match = endgame(["9c", "Qs", "9d Qh"], 1, [0], end="two-queens")
    game = state(match, OldMaid)
    game.hands[0].fill(Pile.of(cards("Qd")))
    game.circle = 2
    draw(match)
    assert match.facts()["hands"][1] == ["Qd", "Qs"] and not match.facts()["over"]  # type: ignore[index]
    chance: list[ChanceRecord] = [{"pick": 0}, {"shuffle": SHORT}, {"pick": 1}, {"shuffle": SHORT}]
    match = Match.new("old-maid", 2, {"end": "two-queens", "deals": 2}, chance=chance)
    game = state(match, OldMaid)
    game.circle = 0
    game.hands[0].fill(Pile.of(cards("8c Qh")))
    game.hands[1].fill(Pile.of(cards("Qs")))
    for seat in (0, 1):
        game.known_by[seat].fill(Pile.of([0] * len(game.hands[seat])))
    draw(match)
    assert match.facts()["round"] == 2 and match.facts()["scores"] == [1, 0]


def test_no_other_world_in_which_the_deal_would_be_over() -> None:
    match = endgame(["9c Jc", "8h Qs", "Td Qh 8c Kd"], 0, [], end="two-queens")
    for number in range(40):
        world = state(resample(match, 0, Fast(number)), OldMaid)
        assert not world.lost()


def test_e5_deal() -> None:
    match = dealt(3, [])
    facts = match.facts()
    assert facts["hand_sizes"] == [10, 11, 11] and facts["to_move"] == 1 and facts["dealer"] == 0
    assert SHORT[0] in state_hand(match, 2) and SHORT[1] in state_hand(match, 1) and SHORT[2] in state_hand(match, 0)


def state_hand(match: Match, seat: int) -> list[int | str]:
    return FRENCH.values(state(match, OldMaid).hands[seat].cards())


def test_r1_packs_by_seats() -> None:
    sizes = {2: [16, 16], 4: [13] * 4, 5: [10, 10, 10, 11, 11], 6: [8, 8, 9, 9, 9, 9]}
    for seats, wanted in sizes.items():
        assert dealt(seats, []).facts()["hand_sizes"] == wanted


def test_r2_r4_opening_circle_then_all_discard_together() -> None:
    match = dealt(3, [0, 0, 0])
    assert match.facts()["to_move"] == 1 and match.view(0).phase == "circle"
    draw(match, 2)
    assert match.facts()["discard_count"] == 0 and match.facts()["to_move"] == 0
    draw(match)
    assert match.view(0).phase == "play" and match.facts()["draws"] == 3
    assert all(pairs_of(hand).size() == 0 for hand in state(match, OldMaid).hands)
    assert match.facts()["to_move"] == 1


def test_r2_before_draw_discards_first() -> None:
    match = dealt(4, [], first_discard="before_draw")
    assert match.view(0).phase == "play" and match.facts()["draws"] == 0
    assert all(pairs_of(hand).size() == 0 for hand in state(match, OldMaid).hands)


def test_r3_r5_right_neighbour_further_on_and_pair_at_once() -> None:
    match = endgame(["9c 8c", "", "8d Qs", "Qh 9d"], 0, [1])
    state(match, OldMaid).places[1] = 1
    draw(match)  # sorted 9d Qh: the queen
    assert match.facts()["hands"] == [["8c", "9c", "Qh"], [], ["8d", "Qs"], ["9d"]]
    assert match.facts()["to_move"] == 2
    assert state(match, OldMaid).neighbour(2) == 0


def deck_of(hands: list[list[int | str]]) -> list[int | str]:
    """The deck that deals these hands when seat 0 deals."""
    left = [hand[:] for hand in hands]
    seat = 0
    deck: list[int | str] = []
    for _ in range(sum(len(hand) for hand in hands)):
        seat = (seat - 1) % len(hands)
        deck.append(left[seat].pop(0))
    return deck


def pairs_first(sizes: list[int], pack: list[int | str]) -> list[int | str]:
    """A deck in which every hand but the last is made of pairs as far as it goes."""
    pack = [card for card in pack if not str(card).startswith("Q")] + [
        card for card in pack if str(card).startswith("Q")
    ]
    starts = [sum(sizes[:seat]) for seat in range(len(sizes))]
    return deck_of([pack[start : start + size] for start, size in zip(starts, sizes, strict=True)])


def test_r7_several_out_in_the_common_discard() -> None:
    match = dealt(5, [], first_discard="before_draw", deck=pairs_first([10, 10, 10, 11, 11], FULL))
    assert match.facts()["places"] == [3, 1, 2, None, None]
    assert match.facts()["to_move"] == 3


def test_r8_every_card_of_the_fan_is_as_likely() -> None:
    start = endgame(["9c", "Qs", "8d Td Jd Qh"], 0, [])
    taken: Counter[str] = Counter()
    for number in range(400):
        match = start.copy()
        state(match, OldMaid).chance = Fast(number)
        draw(match)
        taken += Counter(card for card in ("8d", "Td", "Jd", "Qh") if card not in match.facts()["hands"][2])  # type: ignore[index]
    assert taken.total() == 400 and all(70 < taken[card] < 130 for card in ("8d", "Td", "Jd", "Qh"))


def test_r9_a_pair_cannot_be_kept_back() -> None:
    match = endgame(["9c Jc", "Qs", "9d Qh"], 0, [0])
    assert match.legal(0) == ["draw"]
    draw(match)
    assert match.facts()["hands"] == [["Jc"], ["Qs"], ["Qh"]] and match.legal(0) == []


def test_before_draw_can_end_a_deal_without_a_draw() -> None:
    deck = pairs_first([16, 16], SHORT)
    match = dealt(2, [], deck=deck, first_discard="before_draw")
    assert match.facts()["over"] and match.facts()["draws"] == 0 and match.facts()["losers"] == [1]
    chance: list[ChanceRecord] = [
        {"pick": 0},
        {"shuffle": deck},
        {"shuffle": [SHORT[5], *SHORT[1:5], SHORT[0], *SHORT[6:]]},
    ]
    match = Match.new("old-maid", 2, {"first_discard": "before_draw", "deals": 2}, chance=chance)
    facts = match.facts()
    assert (
        facts["round"] == 2 and facts["dealer"] == 1 and facts["scores"] == [1, 0] and facts["places"] == [None, None]
    )


def test_cap_stops_the_deal() -> None:
    match = endgame(["9c", "Qs Kd", "", "9d Qh Kc"], 0, [1], max_draws=1)
    state(match, OldMaid).places[2] = 1
    draw(match)
    assert match.facts()["over"] and match.facts()["places"] == [2, 4, 1, 2]
    assert (
        match.facts()["winners"] == [2] and match.facts()["losers"] == [1] and match.facts()["scores"] == [2, 0, 3, 2]
    )
    assert match.view(None).events[-1].kind == "stopped"


def test_a_draw_can_end_several_deals() -> None:
    chance: list[ChanceRecord] = [{"pick": 0}, {"shuffle": SHORT}, {"pick": 0}, {"shuffle": SHORT}]
    match = Match.new("old-maid", 2, {"max_draws": 1, "deals": 2}, chance=chance)
    draw(match)
    assert match.facts()["round"] == 2 and match.facts()["dealer"] == 1 and match.facts()["to_move"] == 0


def test_nobody_loses_when_all_totals_are_equal() -> None:
    match = endgame(["Qs", "Qc"], 0, [0], deals=1)
    state(match, OldMaid).scores = [1, 0]
    draw(match)
    assert match.facts()["winners"] == [0, 1] and match.facts()["losers"] == []


def test_the_drawn_card_is_known_to_the_two_concerned() -> None:
    match = endgame(["9c Jc", "Tc Qs", "9d Qh"], 1, [0])
    draw(match)  # seat 1 draws the nine of clubs from seat 0
    hands = [match.view(seat).cards("hand", 1) for seat in (0, 1, 2, None)]
    assert hands == [["9c", None, None], ["9c", "Tc", "Qs"], [None] * 3, [None] * 3]
    assert match.view(2).cards("hand", 2) == ["9d", "Qh"] and match.view(0).cards("hand", 2) == [None, None]
    told = [match.view(seat).events[0].cards for seat in (0, 1, 2, None)]
    assert told == [("9c",), ("9c",), None, None]


def test_knowledge_is_lost_when_a_third_draws_unseen() -> None:
    match = endgame(["9c Jc", "Tc Qs", "8d Qh"], 1, [0, 1])
    draw(match, 2)  # seat 2 draws from 9c Tc Qs: the ten; seat 0 cannot tell which
    assert match.view(0).cards("hand", 1) == [None, None]
    assert match.view(0).cards("hand", 2) == [None, None, None]
    assert match.view(1).cards("hand", 2) == ["Tc", None, None]


def test_knowledge_stays_when_the_drawn_card_shows_itself_in_a_pair() -> None:
    match = endgame(["9c Jc", "Tc Qs", "Td Qh"], 1, [0, 1])
    draw(match, 2)
    assert match.facts()["hands"] == [["Jc"], ["9c", "Qs"], ["Qh"]]
    assert match.view(0).cards("hand", 1) == ["9c", None]


def test_the_only_card_of_a_hand_stays_known_when_it_moves_on() -> None:
    match = endgame(["9c Jc", "", "Qs 8h", "Jd Qh"], 2, [0, 0])
    state(match, OldMaid).places[1] = 1
    game = state(match, OldMaid)
    game.hands[2].clear()
    game.known_by[2].clear()
    game.discard.put(FRENCH.card("8h"))
    game.discard.put(FRENCH.card("Qs"))
    game.one(2)
    draw(match, 2)  # seat 2 takes the nine from 0, seat 3 takes it on from 2
    assert match.view(0).cards("hand", 3) == ["9c", None, None]
    assert match.view(2).cards("hand", 3) == ["9c", None, None]


def test_other_worlds_have_no_pairs_after_the_opening() -> None:
    match = Match.new("old-maid", 4, seed="worlds")
    draw(match, 2)
    assert resample(match, 0, Fast(1)).facts()["hand_sizes"] == match.facts()["hand_sizes"]
    draw(match, 5)
    for number in range(20):
        world = resample(match, 0, Fast(number))
        assert all(pairs_of(hand).size() == 0 for hand in state(world, OldMaid).hands)


def test_there_is_no_world_in_which_one_hand_must_hold_a_pair() -> None:
    match = endgame(["Qs 9c", "8c 8d"], 0, [])
    with pytest.raises(NoWorld):
        resample(match, 0, Fast(1))


def test_at_the_end_all_see_the_witch() -> None:
    match = endgame(["Qs", "Qc"], 0, [0])
    assert match.view(None).cards("hand", 0) == [None]
    draw(match)
    assert match.view(None).cards("hand", 0) == ["Qc", "Qs"]
    assert match.view(1).events[-1].cards == ("Qs", "Qc")


def test_hints_tell_of_the_witch() -> None:
    match = endgame(["9c Jc", "Tc Qs", "8d Qh"], 2, [1])
    draw(match)  # seat 2 has drawn the witch from seat 1
    kinds = [[hint.kind for hint in match.view(seat).hints] for seat in (0, 1, 2)]
    assert kinds == [["hint-queens"], ["hint-queens", "hint-there"], ["hint-queens", "hint-mine"]]
    assert match.view(2).hints[1].args == {"percent": 33}
    assert match.view(0).hints[0].args == {"n": 2}


def test_policy_default_move_and_verb() -> None:
    match = Match.new("old-maid", 2, seed="policy")
    assert simple_policy("old-maid")(SeatView(match, match.turn.seats[0]), Fast(1)) == "draw"
    assert match.game.default_move(match.turn.seats[0]) == "draw"
    assert INFO.verbs[0].auto
