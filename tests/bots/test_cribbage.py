"""The cribbage brain: its averages against enumeration, its tables against a part made again, and known decisions."""

from __future__ import annotations

from itertools import pairwise

import pytest

from koloda import Match
from koloda.bots.brains import _cribbage_make as making
from koloda.bots.brains._cribbage import (
    SCALE,
    TABLES,
    WIDTH,
    deal_share,
    dealer_share,
    discard_class,
    discards,
    mean_show,
    unlikely_discard,
)
from koloda.bots.brains.cribbage import BRAIN
from koloda.bots.eyes import Eyes
from koloda.bots.think import think
from koloda.core.chance import Fast
from koloda.core.pile import Pile
from koloda.games._cribbage import ACE_LOW, show_value
from koloda.games.cribbage import Cribbage
from koloda.lab.make_cribbage import crib_tables, play_deals, summary
from koloda.testing import play


def cards(text: str) -> list[int]:
    return sorted(ACE_LOW.card(face) for face in text.split())


def dealt(hands: list[str], dealer: int, scores: tuple[int, int] = (0, 0), rules: str = "standard") -> Match:
    """A match brought to these hands; the starter and the deck are whatever is left."""
    match = Match.new("cribbage", 2, {"rules": rules}, chance=Fast(1))
    game = match.game
    assert isinstance(game, Cribbage)
    held = [cards(hand) for hand in hands]
    rest = [card for card in ACE_LOW.pack if card not in held[0] + held[1]]
    game.dealer = dealer
    game.scores = list(scores)
    for seat in (0, 1):
        game.hands[seat].fill(Pile.of(held[seat]))
    game.starter.fill(Pile.of(rest[:1]))
    game.deck.fill(Pile.of(rest[1:]))
    return match


@pytest.mark.parametrize("book", [False, True])
@pytest.mark.parametrize("text", ["4c 5d 5h 6s Qh Ks", "2c 4c 6c 8c Jc Ks", "Jd Js 5c 5d Ts 9s", "Ac 2d 3h 3s 7c Jh"])
def test_a_mean_show_is_the_mean_over_all_starters(text: str, book: bool) -> None:
    dealt_cards = cards(text)
    for gone in discards(Pile.of(dealt_cards)):
        kept = Pile.of([card for card in dealt_cards if card not in gone])
        shows = [show_value(kept, starter, False, book) for starter in range(52) if starter not in dealt_cards]
        assert mean_show(kept, Pile.of(dealt_cards), book) == pytest.approx(sum(shows) / 46)


def test_discards_follow_the_crib() -> None:
    """A pair goes into one's own crib, wide cards into the other's."""
    hand = "2c 2d 6h 9s Tc Kd"
    ours = BRAIN.choose(dealt([hand, "3c 4d 9h 8c Js 6c"], 0).game, 0, Fast(1))
    theirs = BRAIN.choose(dealt([hand, "3c 4d 9h 8c Js 6c"], 1).game, 0, Fast(1))
    assert [ours, theirs] == ["discard 2c 2d", "discard Tc Kd"]


def test_the_table_of_cribs_made_again() -> None:
    chance = Fast(3)
    own, other = TABLES.crib("standard2own"), TABLES.crib("standard2other")
    theirs = [making.deal_others(False, 2, own, other, False, chance) for _ in range(150)]
    mine = [making.deal_others(False, 2, own, other, True, chance) for _ in range(150)]
    for text in ("5c 5d", "7c 8d", "Tc Kd", "2c 3c"):
        pair = cards(text)
        index = discard_class(pair[0], pair[1])
        assert making.crib_mean(pair, mine, chance) == pytest.approx(own[index], abs=1.0), text
        assert making.crib_mean(pair, theirs, chance) == pytest.approx(other[index], abs=1.0), text
    assert len(crib_tables(False, 3, 2, chance)[0]) == len(TABLES.crib("standard3own")) == 13
    assert making.class_cards(int(discard_class(0, 1)), False) == [0, 1]


def test_the_worth_of_scores_made_again() -> None:
    """A share is the mean over deals of the shares after them, those being in the table."""
    for rules in ("standard", "book"):
        shares = TABLES.shares(rules)
        pool = TABLES.pool(rules)
        for dealer, pone in ((5, 5), (12, 20), (20, 12), (40, 40), (60, 58)):
            again = sum(deal_share(shares, dealer, pone, deal, rules == "book") for deal in pool) / len(pool)
            assert dealer_share(shares, dealer, pone) == pytest.approx(again, abs=0.09), (rules, dealer, pone)
    row = [dealer_share(TABLES.shares("standard"), need, 50) for need in range(1, 122)]
    assert all(a >= b - 0.01 for a, b in pairwise(row))
    assert 0.55 <= dealer_share(TABLES.shares("standard"), 121, 121) <= 0.57  # the first dealer's share
    assert dealer_share(TABLES.shares("standard"), 300, 300) == dealer_share(TABLES.shares("standard"), 121, 121)
    deals = [[2 * 5, 2 * 3 + 1, 2 * 8, 2 * 12 + 1]]
    small = making.equity(deals, False)
    assert small[2 * WIDTH + 5] == 0 and small[3 * WIDTH + 6] == SCALE  # pone pegs five first, the dealer then three


def test_deals_are_told_in_their_order() -> None:
    for deal in play_deals("standard", 3, Fast(2)):
        kinds = [kind for kind, _, _ in deal if kind != "heels"]
        assert kinds == sorted(kinds, key=["peg", "show", "show-crib"].index)
        assert sum(summary(deal)) == sum(points for kind, points, _ in deal if kind != "heels")


def test_near_the_end_the_order_of_the_show_counts() -> None:
    """Pone shows first: two points from the target any hand with two is as good as one with twelve."""
    hand = "6c 7d 8h 9s Kc Kd"
    near = dealt([hand, "2c 3d 4h Tc Js 6d"], 1, (119, 120))
    far = dealt([hand, "2c 3d 4h Tc Js 6d"], 1, (60, 60))
    values = [{e.move: e.value for e in think(Eyes(m, 0), BRAIN, Fast(1))} for m in (near, far)]
    spread = [max(v.values()) - v["discard 8h 9s"] for v in values]
    assert max(values[1], key=lambda move: values[1][move]) == "discard Kc Kd"
    assert all(0 <= value <= 1 for v in values for value in v.values())
    assert values[0]["discard Kc Kd"] > 0.2 and spread[1] > 0.05


def test_the_others_hold_what_they_would_have_kept() -> None:
    match = dealt(["2c 2d 7h 8s Qh Kd", "3c 4d 5h 5c Js 9d"], 0)
    play(match, "0 discard Qh Kd", "1 discard 9d Js")
    game = Eyes(match, 0).world(Fast(4))
    assert isinstance(game, Cribbage)
    hand = cards("3c 4d Js 9d")
    game.hands[1].fill(Pile.of(hand))
    for place, card in zip((0, 1), cards("5h 5c"), strict=True):  # the crib begins with pone's discards
        game.crib.set(place, card)
    assert not unlikely_discard(game, 1, TABLES.crib("standard2other"))
    assert game.hands[1].cards() == cards("3c 4d 5h 5c")


def test_a_master_takes_the_points_that_end_the_match() -> None:
    match = dealt(["4c 7d 9h 9s Qh Kd", "5c 5d 6h 8s Js 2d"], 0, (119, 120))
    play(match, "0 discard Qh Kd", "1 discard 2d Js", "1 play 8s")
    found = think(Eyes(match, 0), BRAIN, Fast(1), worlds=12)
    assert found[0].move == "play 7d" and found[0].value == 1.0
    assert len(found) == 3  # of the nines one is enough
