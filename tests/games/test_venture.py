"""Venture: the worked examples and rulings of docs/rules/venture.md."""

from __future__ import annotations

import pytest

from koloda import Match
from koloda.bots.venture.brain import BRAIN
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.core.table import Hint
from koloda.games.venture.game import Venture, captures, score
from koloda.match import resample
from koloda.testing import deck_dealing, facts, labels_of, play, play_on, refusal, scripted, shuffled, state, story
from koloda.testing.option_sets import Options

STOCK_3 = "3 5 6 7"
THREE = ("2 4 10 9", "6 4 10 8", "9 8 10 7")
FIVE = ("2 5 10", "3 5 10", "4 7 10", "5 9 10", "6 9 10")


def deck(stock: str, hands: tuple[str, ...]) -> str:
    return f"{stock} | {deck_dealing(hands)}"


def venture(seats: int, cards: str, **options: OptionValue) -> Match:
    return scripted("venture", seats, cards, Options(options), then=[shuffled("venture", "")])


def three() -> Match:
    return venture(3, deck(STOCK_3, THREE))


def together(match: Match, verb: str, *cards: object) -> None:
    play(match, *(f"{seat} {verb} {card}" for seat, card in enumerate(cards)))


def lay(match: Match, *cards: object) -> None:
    """All bids are laid; they lie closed."""
    together(match, "bid", *cards)


def bid(match: Match, *cards: object) -> None:
    """All bids are laid, and all agree to open them."""
    lay(match, *cards)
    play(match, *(f"{seat} open" for seat in range(match.game.seats)))


def test_x1_x2_the_rounds_of_the_book() -> None:
    match = venture(5, deck("4 5 6 8 10", FIVE))
    bid(match, 2, 3, 4, 5, 6)
    assert match.facts()["captured"] == [[10], [2], [3], [4, 4], [5, 5]]
    assert match.facts()["table"] == [6, 6, 8]
    bid(match, 5, 5, 7, 9, 9)
    assert match.facts()["captured"] == [[10], [2], [3, 5, 5, 6, 6], [4, 4], [5, 5]]
    assert (match.facts()["table"], match.facts()["round"]) == ([7, 8, 9, 9], 3)
    assert match.facts()["to_move"] == [0, 1, 2, 3, 4]


def test_x3_the_scoring_of_the_book() -> None:
    assert score([5] * 5 + [6, 6, 7, 8, 9, 10], [1]) == -1


def test_x4_r3_a_captured_bid_does_not_act() -> None:
    match = three()
    bid(match, 2, 6, 9)
    assert match.facts()["captured"] == [[9], [2, 3, 5], []]
    assert match.facts()["table"] == [6, 6, 7]
    assert [note.seat for note in match.view(None).events if note.kind == "caught"] == [2]


def test_x5_r1_a_tied_lowest_bid_loses_its_right() -> None:
    match = three()
    bid(match, 2, 6, 9)
    bid(match, 4, 4, 8)
    assert match.facts()["captured"] == [[9], [2, 3, 5], [4, 4, 6, 6, 7]]
    assert match.facts()["table"] == [8]


def test_x6_r5_r6_the_stock_completes_a_set() -> None:
    assert score([9] * 8 + [10], [9, 10]) == 8
    assert score([1], []) == 1
    assert score([], [2, 2]) == 0
    assert score([2], [2]) == 2 and score([2], []) == -1


def test_r2_the_lowest_leaves_lower_stock_to_others() -> None:
    assert captures([4, 8, 9], [1, 2, 10, 4, 8, 9]) == [(0, [10]), (1, [1, 2, 4]), (2, [8])]


def test_r4_the_lowest_never_takes_its_own_rank() -> None:
    assert captures([4, 8, 8], [2, 4, 8, 8]) == [(0, [8, 8])]
    assert captures([4, 4, 4], [2, 4, 4, 4]) == []


def test_a_bid_that_acts_finds_at_least_a_lower_bid() -> None:
    assert captures([5, 6, 6, 7], [5, 6, 6, 7]) == [(0, [7]), (3, [])]
    match = venture(4, deck("10 10 10", ("5 4", "6 4", "6 5", "7 9")))
    bid(match, 5, 6, 6, 7)
    assert match.facts()["captured"] == [[10, 10, 10], [], [], [5, 6, 6]]
    bid(match, 4, 4, 5, 9)
    assert match.facts()["captured"] == [[10, 10, 10], [], [4, 4], [5, 5, 6, 6, 7]]


@pytest.mark.parametrize(
    ("seats", "stock", "hand"), [(3, 4, 17), (4, 3, 13), (5, 5, 10), (6, 7, 8), (7, 6, 7), (8, 7, 6)]
)
def test_the_table_of_seats(seats: int, stock: int, hand: int) -> None:
    match = venture(seats, "")
    assert [len(pile) for pile in state(match, Venture).hands] == [hand] * seats
    assert len(match.view(None).cards("stock")) == stock
    play_on(match)
    assert match.facts()["round"] == hand
    assert match.result is not None
    expected = [score(pile.cards(), state(match, Venture).table.cards()) for pile in state(match, Venture).captured]
    assert list(match.result.scores) == expected


def test_r8_the_scores_of_the_deals_add_up() -> None:
    match = venture(3, deck(STOCK_3, THREE), deals=2)
    play_on(match, until=lambda: match.facts()["deal"] == 2)
    first = match.facts()["scores"]
    assert (match.facts()["deal"], match.facts()["round"], match.facts()["over"]) == (2, 1, False)
    assert match.facts()["captured"] == [[], [], []]
    play_on(match)
    assert isinstance(first, list) and match.result is not None
    second = [score(pile.cards(), state(match, Venture).table.cards()) for pile in state(match, Venture).captured]
    assert list(match.result.scores) == [a + b for a, b in zip(first, second, strict=True)]
    assert match.facts()["winners"] == list(match.result.winners)


def test_x7_r9_bids_lie_closed_until_all_agree() -> None:
    match = three()
    lay(match, 2, 6, 9)
    assert match.turn.kind == "together"
    assert facts(match, "phase", "bids", "table", "to_move") == ["open", [2, 6, 9], [3, 5, 6, 7], [0, 1, 2]]
    assert [len(pile) for pile in state(match, Venture).hands] == [16] * 3
    for viewer in (0, 1, 2, None):
        closed = [match.view(viewer).cards("bid", seat) for seat in range(3)]
        assert closed == [[card] if seat == viewer else [None] for seat, card in enumerate((2, 6, 9))]
        assert match.view(viewer).chat and match.view(viewer).hints == []
    assert match.legal(1) == ["open"]
    play(match, "2 open", "0 open")
    assert facts(match, "phase", "captured", "to_move") == ["open", [[], [], []], [1]]
    play(match, "1 open")
    assert facts(match, "captured", "table") == [[[9], [2, 3, 5], []], [6, 6, 7]]
    assert facts(match, "phase", "round", "bids", "to_move") == ["bid", 2, None, [0, 1, 2]]


def test_r9_a_laid_bid_and_an_agreement_are_not_taken_back() -> None:
    match = three()
    match.play(0, "bid 2")
    assert refusal(match, 0, "bid 4") == "already-moved"
    assert match.game.may_chat(0) is True
    assert refusal(match, 1, "bid 1") == "not-in-hand"
    assert refusal(match, 1, "keep 2") == "bid-now"
    assert refusal(match, 1, "open") == "too-soon"
    assert refusal(match, 1, "fold") == "not-now"
    play(match, "1 bid 6", "2 bid 9")
    assert refusal(match, 0, "bid 4") == refusal(match, 0, "keep 4") == "open-now"
    match.play(0, "open")
    assert refusal(match, 0, "open") == "already-moved"
    assert refusal(match, 1, "fold") == "not-now"


def test_r9_without_an_agreement_the_last_bid_opens_all() -> None:
    match = venture(3, deck(STOCK_3, THREE), agree=False)
    assert "bids" not in match.facts()
    lay(match, 2, 6, 9)
    assert facts(match, "phase", "captured", "table") == ["bid", [[9], [2, 3, 5], []], [6, 6, 7]]
    assert [match.view(0).cards("bid", seat) for seat in range(3)] == [[], [], []]


@pytest.mark.parametrize("draft", [False, True])
def test_r9_an_agreement_changes_nothing_but_the_moment(draft: bool) -> None:
    by_agreement, at_once = (
        Match.new("venture", 8, {"draft": draft, "agree": agree, "deals": 2}, seed="same") for agree in (True, False)
    )
    number = 0
    while at_once.result is None:
        for seat in range(8):
            legal = at_once.legal(seat)
            assert by_agreement.legal(seat) == legal
            move = legal[number % len(legal)]
            number += 1
            at_once.play(seat, move)
            by_agreement.play(seat, move)
        if by_agreement.facts().get("phase") == "open":
            play(by_agreement, *(f"{seat} open" for seat in range(8)))
        for viewer in (0, 3, 7, None):
            here, there = by_agreement.view(viewer), at_once.view(viewer)
            assert here.events == there.events and here.counters == there.counters
            assert here.zones == there.zones
    assert by_agreement.result == at_once.result


def test_nobody_learns_from_a_closed_bid_whether_a_card_they_know_is_still_in_the_hand() -> None:
    match = venture(8, "", draft=True)
    play_on(match, until=lambda: match.facts()["phase"] != "draft")
    before = match.view(0).cards("hand", 1)
    known = before[0]
    assert known is not None
    lay(match, *(known if seat == 1 else match.legal(seat)[0][4:] for seat in range(8)))
    assert match.view(0).cards("bid", 1) == [None]
    assert match.view(0).cards("hand", 1).count(known) == before.count(known) - 1
    assert resample(match, 0, Fast(1)).view(0) == match.view(0)


def test_a_closed_bid_is_no_secret_to_a_seat_that_knows_the_whole_hand() -> None:
    match = venture(8, "")
    while len(state(match, Venture).hands[0]) > 1:
        bid(match, *(match.legal(seat)[0][4:] for seat in range(8)))
    state(match, Venture).hands_seen[1] = [1]  # seat 0 knows the last card of seat 1
    lay(match, *(match.legal(seat)[0][4:] for seat in range(8)))
    bids = match.facts()["bids"]
    assert isinstance(bids, list)
    assert match.view(0).cards("bid", 1) == [bids[1]] and match.view(2).cards("bid", 1) == [None]


def test_r7_the_draft_of_eight() -> None:
    hands = ("1 2 2 3 3 3", *("4 5 6 7 8 9",) * 4, "10 10 10 8 8 8", "10 10 10 9 9 9", "10 10 10 9 9 7")
    match = venture(8, deck("5 6 6 7 7 8 10", hands), draft=True)
    assert (match.facts()["phase"], match.facts()["round"]) == ("draft", 0)
    assert refusal(match, 0, "keep 1") == "how-many"
    assert refusal(match, 0, "keep 1 2 9") == "not-in-packet"
    assert refusal(match, 0, "keep 3 2 1") == "not-ascending"
    assert refusal(match, 0, "bid 1") == "draft-now"
    assert match.legal(0) == ["keep 1 2 2", "keep 1 2 3", "keep 1 3 3", "keep 2 2 3", "keep 2 3 3", "keep 3 3 3"]
    assert match.view(0).cards("stock") == [None] * 7
    together(match, "keep", "1 2 2", *("4 5 6",) * 4, "8 8 8", "9 9 9", "7 9 9")
    assert state(match, Venture).hands[0].sorted() == [1, 2, 2]
    assert match.legal(1) == ["keep 3"]
    assert refusal(match, 1, "keep 7") == "not-in-packet"
    assert match.view(1).cards("packet", 1) == [3, 3, 3]
    assert match.view(0).cards("packet", 1) == [3, 3, 3]  # what seat 0 passed on
    assert match.view(2).cards("packet", 1) == match.view(None).cards("packet", 1) == [None] * 3
    play(match, "0 keep 10", "1 keep 3", "2 keep 9", "3 keep 7", "4 keep 8", "5 keep 9", "6 keep 10", "7 keep 10")
    assert match.view(0).cards("hand", 1) == [3, None, None, None]  # all three were 3s, so seat 1 kept one
    assert match.view(0).cards("packet", 2) == [3, 3]
    assert match.view(1).cards("packet", 3) == [None, None]  # 7 8 9 less one unknown card
    together(match, "keep", *(match.legal(seat)[0][5:] for seat in range(8)))
    assert facts(match, "phase", "round") == ["bid", 1]
    assert [len(pile) for pile in state(match, Venture).hands] == [6] * 8
    assert None not in match.view(None).cards("stock")
    assert match.view(0).cards("hand", 2)[:1] == match.view(0).cards("hand", 3)[:1] == [3]
    match.play(0, match.legal(0)[0])


def test_a_card_that_is_known_is_forgotten_when_it_is_bid() -> None:
    match = venture(8, "", draft=True)
    play_on(match, until=lambda: match.facts()["phase"] != "draft")
    before = match.view(0).cards("hand", 1)
    known = before[0]
    assert known is not None  # the last card of the packet went from seat 0 to seat 1
    bid(match, *(known if seat == 1 else match.legal(seat)[0][4:] for seat in range(8)))
    assert match.view(0).cards("hand", 1) == before[1:]


@pytest.mark.parametrize("seats", [3, 8])
def test_other_worlds_keep_what_a_seat_has_passed_on_out_of_the_stock(seats: int) -> None:
    match = venture(seats, "", draft=True)
    seen = [0] * 11
    for step in range(4 if seats == 8 else 6):
        if step < seats:
            for card in state(match, Venture).packets[0].cards():
                seen[card] += 1
        if match.facts()["phase"] == "bid":
            break
        for number in range(10):
            world = resample(match, 0, Fast(number)).game
            assert isinstance(world, Venture)
            assert all(world.table.count(rank) <= rank - seen[rank] for rank in range(1, 11))
        for seat in range(seats):
            match.play(seat, match.game.default_move(seat))


def test_views_in_the_middle_of_a_deal() -> None:
    match = three()
    assert resample(match, 1, Fast(1)).view(1) == match.view(1)
    bid(match, 2, 6, 9)
    for viewer in (0, 1, 2, None):
        view = match.view(viewer)
        assert view.cards("stock") == [6, 6, 7]
        assert [view.cards("captured", seat) for seat in range(3)] == [[9], [2, 3, 5], []]
        for seat in range(3):
            own = state(match, Venture).hands[seat].sorted()
            assert view.cards("hand", seat) == (own if seat == viewer else [None] * 16)


def test_hints_preview_bids_and_count_the_unseen() -> None:
    match = three()
    bid(match, 2, 6, 9)
    hints = match.view(1).hints
    previews = {hint.move: hint.args["loot"] for hint in hints if hint.kind == "hint-bid"}
    assert "bid 4" not in previews and previews["bid 8"] == "6 6 7"
    assert Hint("hint-bid-nothing", "bid 4", {"card": 4}) in hints
    others = {hint.kind: hint.args for hint in hints}
    assert others["hint-low"] == {"loot": "7"}
    assert others["hint-score"] == {"n": -3}
    assert others["hint-sets"] == {"ranks": "2 3 5"}
    held = state(match, Venture).hands[0].cards() + state(match, Venture).hands[2].cards()
    unseen = " ".join(f"{rank}×{held.count(rank)}" for rank in sorted(set(held)))
    assert others["hint-unseen"]["ranks"] == unseen
    assert "hint-sets" not in {hint.kind for hint in match.view(2).hints}
    assert match.view(None).hints == [] == venture(3, "", draft=True).view(0).hints


def test_the_bot_keeps_low_cards_and_bids_what_it_has() -> None:
    draft = venture(8, deck("7 8 9 10 10 5 6", ("1 2 5 6 7 7",)), draft=True)
    first = BRAIN.choose(draft.game, 0, Fast(1))
    assert first.startswith("keep 1 ") and first in draft.legal(0)
    together(draft, "keep", *(draft.legal(seat)[0][5:] for seat in range(8)))
    packet = state(draft, Venture).packets[1].cards()
    kept = int(BRAIN.choose(draft.game, 1, Fast(1))[5:])
    assert kept in packet and min(abs(6.5 - card) for card in packet) <= abs(6.5 - kept)
    match = three()
    assert BRAIN.choose(match.game, 2, Fast(1)) in match.legal(2)


# Its story


@pytest.mark.parametrize("agree", [False, True])
def test_bids_are_turned_over_together_and_captured_one_by_one(agree: bool) -> None:
    match = venture(3, deck(STOCK_3, THREE), agree=agree)
    play(match, "0 bid 2", "1 bid 6")
    if agree:
        play(match, "2 bid 9", "0 open", "1 open")
    flip, *rest = story(match, "2 open" if agree else "2 bid 9")
    assert flip.effect == "flip" and [flip.cards("bid", seat) for seat in range(3)] == [[2], [6], [9]]
    assert [beat.effect for beat in rest] == ["gather"] * 3  # the last one was caught
    assert sorted(rest[0].cards("captured", 0), key=str) == [9] and rest[0].cards("captured", 1) == []


def test_equal_bids_are_struck_out() -> None:
    match = venture(3, deck(STOCK_3, ("2 4 10 9", "6 9 10 8", "9 8 10 7")), agree=False)
    play(match, "0 bid 4", "1 bid 9")
    assert labels_of(match.view(None)) == []
    flip, *rest = story(match, "2 bid 9")
    assert [(owner, kind) for _, owner, kind, _ in labels_of(flip)] == [
        (1, "label-tied"),
        (2, "label-tied"),
        (0, "label-lowest"),
    ]
    assert labels_of(rest[-1]) == [] == labels_of(match.view(None))


def test_agreeing_to_open_the_bids_is_an_assent() -> None:
    info = Venture.info
    assert info.only_assents(["open"])
    assert not info.only_assents([]) and not info.only_assents(["open", "open"]) and not info.only_assents(["fold"])
