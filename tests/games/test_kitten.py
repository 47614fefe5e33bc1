"""Kitty: the worked examples and rulings of docs/rules/kitten.md."""

from __future__ import annotations

import pytest

from koloda import Match
from koloda.bots.kitten import BRAIN
from koloda.core.chance import Fast
from koloda.core.errors import BadOption
from koloda.core.options import OptionValue
from koloda.games.kitten import Kitten
from koloda.games.shared.majority import majorities
from koloda.match import resample
from koloda.testing import (
    deck_dealing,
    labels_of,
    outline,
    play,
    play_on,
    refusal,
    scripted,
    shuffled,
    state,
    story,
)
from koloda.testing.option_sets import Options

KITTEN = "10 8 9 3 7 6 10"
HANDS = (
    "1 4 6 9 6 7 7 8 8 9 9 10",
    "2 4 7 10 3 4 4 5 5 5 6 6",
    "2 5 8 10 6 7 7 8 8 9 9 10",
    "3 5 9 10 7 8 8 9 9 10 10 10",
)
DECK = f"{KITTEN} | {deck_dealing(HANDS)}"
FIRST_PASS = ["0 pass 9", "1 pass 10", "2 pass 10", "3 pass 10"]
SECOND_PASS = ["0 pass 6", "1 pass 7", "2 pass 8", "3 pass 9"]


def kitten(seats: int = 4, deck: str = DECK, **options: OptionValue) -> Match:
    return scripted("kitten", seats, deck, Options(options), then=[shuffled("kitten", "")])


def passed(**options: OptionValue) -> Match:
    match = scripted("kitten", 4, DECK, Options(options))
    play(match, *FIRST_PASS)
    return match


def bid(match: Match, *cards: int) -> None:
    play(match, *(f"{seat} bid {card}" for seat, card in enumerate(cards)))


def after_x1(**options: OptionValue) -> Match:
    match = passed(**options)
    bid(match, 4, 2, 2, 3)
    return match


def sizes(match: Match) -> list[int]:
    return [len(hand) for hand in state(match, Kitten).hands]


def test_x1_r1_tied_lowest_bids_are_ignored() -> None:
    match = passed()
    assert (match.facts()["phase"], match.facts()["to_move"], match.facts()["loot"]) == ("bid", [0, 1, 2, 3], [10])
    bid(match, 4, 2, 2, 3)
    facts = match.facts()
    assert sizes(match) == [11, 11, 11, 12]
    assert {name: facts[name] for name in ("round", "loot", "phase", "kitten_count", "deal", "scores", "over")} == {
        "round": 2,
        "loot": [8],
        "phase": "pass",
        "kitten_count": 5,
        "deal": 1,
        "scores": [0, 0, 0, 0],
        "over": False,
    }
    assert match.view(0).announcements[0].word == "10" and match.view(0).announcements[0].seat == 3


def test_x2_without_a_unique_bid_the_loot_is_discarded() -> None:
    match = passed()
    bid(match, 4, 4, 5, 5)
    assert sizes(match) == [11] * 4
    assert state(match, Kitten).discard.cards() == [10]
    assert match.view(2).announcements == ()


def test_x3_r4_r6_the_one_gives_the_loot_away() -> None:
    match = passed()
    bid(match, 1, 2, 2, 3)
    assert (match.facts()["phase"], match.facts()["to_move"]) == ("give", 0)
    assert match.legal(0) == ["give 10 1", "give 10 2", "give 10 3"]
    assert refusal(match, 0, "give 10 0") == "not-yourself"
    assert refusal(match, 0, "give 9 1") == refusal(match, 0, "give") == "not-loot"
    assert refusal(match, 0, "give 10") == refusal(match, 0, "give 10 9") == "not-now"
    assert refusal(match, 0, "take 10") == "give-now"
    match.play(0, "give 10 3")
    assert sizes(match) == [11, 11, 11, 12]
    assert match.view(None).cards("hand", 3)[0] == 10


def test_x3_r8_a_gift_to_the_own_team_is_refused() -> None:
    match = passed(teams="two")
    bid(match, 1, 2, 2, 3)
    assert refusal(match, 0, "give 10 2") == "not-partner"
    assert match.legal(0) == ["give 10 1", "give 10 3"]
    match.play(0, "give 10 3")
    assert match.facts()["round"] == 2


def test_x4_light_rounds_have_a_second_winner() -> None:
    match = after_x1(version="light")
    assert match.facts()["loot"] == [8, 9]
    play(match, *SECOND_PASS)
    bid(match, 9, 4, 5, 5)
    assert (match.facts()["phase"], match.facts()["to_move"]) == ("take", 1)
    assert refusal(match, 1, "take 10") == "not-loot"
    assert refusal(match, 1, "bid 2") == "take-now"
    match.play(1, "take 9")
    assert state(match, Kitten).won[0].cards() == [8] and state(match, Kitten).won[1].cards() == [9]
    assert (match.facts()["round"], match.facts()["loot"]) == (3, [3, 7])


def test_x5_r5_without_a_second_the_other_loot_is_discarded() -> None:
    match = after_x1(version="light")
    play(match, *SECOND_PASS)
    bid(match, 10, 4, 10, 10)
    match.play(1, "take 8")
    assert state(match, Kitten).discard.cards() == [9]


def test_x6_the_second_may_be_the_one_who_was_given() -> None:
    match = after_x1(version="light")
    play(match, *SECOND_PASS)
    bid(match, 1, 4, 5, 5)
    assert match.game.default_move(0) == "give 8 1"
    match.play(0, "give 9 1")
    assert state(match, Kitten).won[1].cards() == [9, 8]


def test_two_equal_loots_need_no_choice() -> None:
    match = kitten(deck=DECK.replace(KITTEN, "8 10 10 9 3 7 6"), version="light")
    play(match, *FIRST_PASS)
    bid(match, 4, 2, 2, 3)
    play(match, *SECOND_PASS)
    bid(match, 9, 4, 5, 5)
    assert state(match, Kitten).won[1].cards() == [10] == state(match, Kitten).won[0].cards()
    assert match.facts()["round"] == 3


def test_x7_scoring() -> None:
    hands = [[8, 8, 10, 10, 3], [8, 8, 10, 2], [10, 9, 3, 3]]
    counts = [[hand.count(rank) for rank in range(11)] for hand in hands]
    match = kitten(3, "10")
    state(match, Kitten).score_deal(majorities(counts))
    assert match.facts()["scores"] == [18, 10, 12]
    assert match.facts()["winners"] == [0]
    assert match.result is not None and match.result.places == (1, 3, 2)


def test_r2_the_received_card_may_be_bid_at_once() -> None:
    match = kitten()
    assert refusal(match, 0, "bid 4") == "pass-now"
    assert "pass 9" not in match.legal(1)
    play(match, *FIRST_PASS)
    assert "bid 9" in match.legal(1)
    assert refusal(match, 1, "pass 4") == "bid-now"
    assert refusal(match, 3, "bid 1") == "not-in-hand"
    assert refusal(match, 3, "sing") == "not-now"


def test_r3_the_kitten_is_turned_in_its_order() -> None:
    match = kitten()
    loots: list[object] = []
    while state(match, Kitten).round < 7 or match.facts()["phase"] == "bid":
        if match.facts()["phase"] == "pass" and len(loots) < state(match, Kitten).round:
            loots += match.view(None).cards("loot")
        seat = match.turn.seats[0]
        match.play(seat, match.game.default_move(seat))
        if match.result:
            break
    assert loots == [10, 8, 9, 3, 7, 6]


def test_r7_r8_the_hands_of_a_team_count_together() -> None:
    match = kitten(6, "10", teams="partners")
    assert [state(match, Kitten).team(seat) for seat in range(6)] == [0, 1, 2, 0, 1, 2]
    play_on(match)
    assert match.result is not None
    scores = match.result.scores
    assert scores[:3] == scores[3:]
    two = kitten(6, "10", teams="two")
    play_on(two)
    assert two.result is not None
    assert len(set(two.result.scores[::2])) == len(set(two.result.scores[1::2])) == 1


def test_teams_that_do_not_fit_the_seats_are_refused() -> None:
    for seats, teams in ((3, "two"), (5, "two"), (4, "partners"), (5, "partners")):
        with pytest.raises(BadOption) as error:
            Match.new("kitten", seats, {"teams": teams}, seed="x")
        assert error.value.reason == "teams-and-seats"


def test_r9_a_long_game_is_decided_after_whole_deals() -> None:
    match = kitten(target=1000)
    play_on(match, until=lambda: match.facts()["deal"] == 2)
    facts = match.facts()
    assert (facts["deal"], facts["round"], facts["kitten_count"], facts["over"]) == (2, 1, 6, False)
    state(match, Kitten).scores = [1000, 990, 0, 0]
    play_on(match)
    assert match.facts()["deal"] == 2 and match.result is not None


@pytest.mark.parametrize(
    ("seats", "hand", "aside", "rounds"), [(3, 16, 0, 7), (4, 12, 0, 7), (5, 9, 3, 4), (6, 8, 0, 4)]
)
def test_the_table_of_seats(seats: int, hand: int, aside: int, rounds: int) -> None:
    match = kitten(seats, "10")
    assert sizes(match) == [hand] * seats
    assert len(match.view(None).cards("aside")) == aside
    play_on(match)
    assert match.facts()["round"] == rounds


def test_a_passed_card_is_known_to_giver_and_taker_only() -> None:
    match = passed()
    closed = [None] * 12
    assert match.view(0).cards("hand", 1) == [9, *closed[1:]]
    assert match.view(1).cards("hand", 1) == state(match, Kitten).hands[1].sorted()
    assert [match.view(viewer).cards("hand", 1) for viewer in (2, 3, None)] == [closed] * 3
    assert match.view(3).cards("hand", 0) == [10, *closed[1:]]
    assert match.view(None).cards("kitten") == [None] * 6
    assert match.view(0).cards("loot") == match.view(None).cards("loot") == [10]
    told = {
        viewer: [note.cards for note in match.view(viewer).events if note.kind == "passes"] for viewer in (0, 1, None)
    }
    assert told == {0: [(9,), None, None, (10,)], 1: [(9,), (10,), None, None], None: [None] * 4}


def test_what_is_known_ends_where_a_closed_card_may_have_gone_on() -> None:
    match = after_x1()
    assert match.view(0).cards("hand", 1)[0] == 9
    assert [match.view(viewer).cards("hand", 3)[0] for viewer in (0, 1, 2, None)] == [10] * 4
    assert match.view(2).cards("hand", 3)[:2] == [10, 10]  # its own 10 and the loot
    play(match, *SECOND_PASS)
    assert match.view(0).cards("hand", 1)[:2] == [6, None]
    assert match.view(2).cards("hand", 3)[:3] == [8, 10, None]  # one of the two may have been passed on
    assert match.view(0).cards("hand", 3)[0] == 10  # seat 0 got the 9 and knows that the 10 is still there
    assert match.view(1).cards("hand", 3)[0] is None
    assert match.view(None).cards("hand", 3)[0] is None


def test_other_worlds_keep_what_a_seat_has_passed_out_of_the_kitten() -> None:
    match = kitten()
    play(match, "0 pass 1", *FIRST_PASS[1:])
    bid(match, 4, 4, 5, 5)
    play(match, "0 pass 6", "1 pass 7", "2 pass 8", "3 pass 9")
    assert match.view(0).cards("hand", 1)[0] == 6  # whose the 1 is now seat 0 cannot know
    holders = set()
    for number in range(40):
        world = resample(match, 0, Fast(number)).game
        assert isinstance(world, Kitten)
        holders |= {seat for seat, hand in enumerate(world.hands) if hand.has(1)}
        assert not world.deck.has(1)
    assert holders == {1, 2, 3}
    watched = [resample(match, None, Fast(number)).game.zones()[0].pile for number in range(40)]
    assert any(pile.has(1) for pile in watched)


def test_hints_count_what_may_be_in_other_hands() -> None:
    match = passed()
    hints = match.view(3).hints
    hand = state(match, Kitten).hands[3].cards()
    assert hints[0].args == {"card": 10, "n": hand.count(10), "left": 10 - 1 - hand.count(10)}
    bids = {hint.move: hint.args for hint in hints if hint.kind == "hint-bid"}
    low = min(hand)
    assert bids[f"bid {low}"]["same"] == low - hand.count(low)
    assert [hint.kind for hint in kitten().view(0).hints] == ["hint-loot"], "nobody is told their own hand"
    assert match.view(None).hints == []


def test_the_bot_plays_every_phase() -> None:
    match = after_x1(version="light")
    assert thought(match, 0) in match.legal(0)
    assert thought(match, 0).startswith("pass ")
    play(match, *SECOND_PASS)
    assert thought(match, 1) in match.legal(1)
    assert thought(match, 1).startswith("bid ")
    gifts = match.copy()
    bid(match, 9, 4, 5, 5)
    assert thought(match, 1) == "take 9"  # it was passed a 9 before, and holds no 8
    bid(gifts, 1, 4, 5, 5)
    assert thought(gifts, 0) == "give 8 1"  # seat 3 has won a 10 already, seats 1 and 2 nothing


def thought(match: Match, seat: int) -> str:
    return BRAIN.choose(match.game, seat, Fast(1))


# Its story


@pytest.mark.parametrize("seat", [0, 3, None])
def test_bids_are_turned_over_together_and_ties_struck_out(seat: int | None) -> None:
    match = passed()
    play(match, "0 bid 4", "1 bid 2", "2 bid 2")
    assert match.view(seat).cards("bid", 1) == []
    turned, taken = beats = story(match, "3 bid 3", seat)
    assert outline(beats) == ["flip: bids bids bids bids tied", "gather: takes"]
    assert [turned.cards("bid", other) for other in range(4)] == [[4], [2], [2], [3]] and turned.cards("loot") == [10]
    assert [(owner, kind) for _, owner, kind, _ in labels_of(turned)] == [
        (1, "label-tied"),
        (2, "label-tied"),
        (3, "label-lowest"),
    ]
    assert taken.cards("loot") == [] and 10 in taken.cards("hand", 3) and taken.cards("bid", 3) == [3]
    after = match.view(seat)
    assert after.cards("bid", 3) == [] and after.cards("bids", 3) == [3] and after.cards("loot") == [8]


def test_bids_lie_open_while_a_one_gives_the_loot_away() -> None:
    match = passed()
    play(match, "0 bid 1", "1 bid 2", "2 bid 2")
    assert outline(story(match, "3 bid 3")) == ["flip: bids bids bids bids tied"]
    assert match.view(1).cards("bid", 0) == [1] and match.view(1).cards("bids", 0) == []
    assert outline(story(match, "0 give 10 2")) == ["gather: gives"]


def test_hands_are_laid_open_when_a_deal_is_counted() -> None:
    match = kitten(target=1000)
    game = state(match, Kitten)
    play_on(match, until=lambda: (game.round, game.now, len(game.movers())) == (7, "bid", 1))
    hands = [hand.sorted() for hand in game.hands]
    last = match.turn.seats[0]
    beats = story(match, f"{last} {match.game.default_move(last)}", last)
    assert [beat.effect for beat in beats[:3]] == ["flip", "gather", "flip"]
    shown, curtain = beats[2], beats[-1]
    told = [note.cards for note in shown.events if note.kind == "hand"]
    assert [shown.cards("hand", seat) for seat in range(4)] == [list(cards or ()) for cards in told]
    assert all(set(hand) & set(cards or ()) for hand, cards in zip(hands, told, strict=True))
    counted = [beat for beat in beats if beat.effect == "tally"]
    assert all(beat.events[-1].kind == "ranks" and beat.events[-1].cards for beat in counted)
    assert (curtain.effect, list(curtain.gains)) == ("curtain", match.facts()["scores"])
    assert match.view(0).cards("hand", 1) == [None] * len(match.view(0).cards("hand", 1))


def test_the_neighbour_is_named_who_gets_the_card() -> None:
    match = kitten()
    ask = match.view(3).ask
    assert ask is not None and (ask.kind, ask.other) == ("ask-pass", 0)
    assert match.view(None).ask is None and passed().view(3).ask is None
