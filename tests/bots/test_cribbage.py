"""The cribbage brain: its averages against enumeration, its tables against a part made again, and known decisions."""

from __future__ import annotations

from itertools import pairwise

import pytest

from koloda import Match
from koloda.bots.cribbage import compute_tables as making
from koloda.bots.cribbage import ranks
from koloda.bots.cribbage.belief import KEEPS_BY_ROLE, Belief
from koloda.bots.cribbage.brain import BRAIN, whole_worths
from koloda.bots.cribbage.build_tables import crib_tables, play_deals, summary
from koloda.bots.cribbage.pegging import Play
from koloda.bots.cribbage.tables import (
    EQUITY_WIDTH,
    SHARE_SCALE,
    TABLES,
    deal_share,
    dealer_share,
    discard_class,
    discard_worths,
    discards,
    mean_show,
    unlikely_discard,
)
from koloda.bots.seat_view import SeatView
from koloda.bots.think import think
from koloda.core.chance import Fast
from koloda.core.pile import Pile
from koloda.games.cribbage.counting import ACE_LOW, peg_points, show_value
from koloda.games.cribbage.game import Cribbage
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
    # pone pegs five first, the dealer then three
    assert small[2 * EQUITY_WIDTH + 5] == 0 and small[3 * EQUITY_WIDTH + 6] == SHARE_SCALE


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
    values = [{e.move: e.value for e in think(SeatView(m, 0), BRAIN, Fast(1))} for m in (near, far)]
    spread = [max(v.values()) - v["discard 8h 9s"] for v in values]
    assert max(values[1], key=lambda move: values[1][move]) == "discard Kc Kd"
    assert all(0 <= value <= 1 for v in values for value in v.values())
    assert values[0]["discard Kc Kd"] > 0.2 and spread[1] > 0.05


def test_the_others_hold_what_they_would_have_kept() -> None:
    match = dealt(["2c 2d 7h 8s Qh Kd", "3c 4d 5h 5c Js 9d"], 0)
    play(match, "0 discard Qh Kd", "1 discard 9d Js")
    game = SeatView(match, 0).world(Fast(4))
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
    found = think(SeatView(match, 0), BRAIN, Fast(1), worlds=12)
    assert found[0].move == "play 7d" and found[0].value == pytest.approx(1.0)
    assert len(found) == 3  # of the nines one is enough


def test_packed_ranks_count_like_cards() -> None:
    chance = Fast(6)
    for _ in range(300):
        trick = Pile.of([chance.below(52) for _ in range(1 + chance.below(6))])
        count = 1 + chance.below(31)
        for book in (False, True):
            assert ranks.tail_points(ranks.tail_of(trick), count, book) == peg_points(trick, count, book)
    hand = Pile.of(cards("Ac 5d 5h Ks"))
    assert ranks.packed(ranks.unpacked(ranks.packed(hand))) == ranks.packed(hand)
    assert ranks.size(ranks.packed(hand)) == 4
    assert ranks.fits(ranks.packed(hand), 30) and not ranks.fits(ranks.packed(hand), 31) and not ranks.fits(0, 0)
    assert ranks.covers(ranks.packed(hand), ranks.packed(Pile.of(cards("5c Kd"))))
    assert not ranks.covers(ranks.packed(hand), ranks.packed(Pile.of(cards("Kc Kd"))))


def pegging(hands: list[str], *moves: str, scores: tuple[int, int] = (0, 0)) -> Cribbage:
    """Seat 0 deals six cards a hand, of which the last two are laid away; the starter is a queen; then the play."""
    match = dealt(hands, 0, scores)
    game = match.game
    assert isinstance(game, Cribbage)
    queen = next(card for card in game.deck.cards() if card >> 2 == 11)
    game.deck.take(queen)
    game.deck.put(game.starter.at(0))
    game.starter.fill(Pile.of([queen]))
    for seat, hand in enumerate(hands):
        play(match, f"{seat} discard " + " ".join(ACE_LOW.face(card) for card in cards(" ".join(hand.split()[4:]))))
    play(match, *moves)
    return game


def test_the_other_is_believed_to_hold_what_it_kept_and_could_not_lay() -> None:
    hands = ["2c 3d 7h 8s 9h Kd", "Td Jd Js 5h 2d 9c"]
    game = pegging(hands, "1 play Td", "0 play 8s", "1 play Jd", "0 play 3d")  # 31, and seat 1 leads again
    game.act(1, "play Js")
    belief = Belief(game, 0)
    assert sum(belief.odds) == pytest.approx(1.0)
    fives = sum(odds for hand, odds in zip(belief.hands, belief.odds, strict=True) if hand == ranks.one(4))
    assert fives > 0.3  # T J J are kept with a five more often than with anything else
    assert all(ranks.size(hand) == 1 for hand in belief.hands)


def test_a_hand_that_passed_has_no_low_card() -> None:
    hands = ["Ac 2c Tc Th 9h Kd", "Td Jd 8s 5h 6d 9c"]
    game = pegging(hands, "1 play Td", "0 play Tc", "1 play 8s", "0 play 2c")  # 30: seat 1 has no ace
    belief = Belief(game, 0)
    assert game.mover == 0 and all(hand & 7 == 0 for hand in belief.hands)


def test_the_play_is_searched_to_its_end() -> None:
    hands = ["5c 6d Th Ts 9h Kd", "Td Jd Js 5h 2d 9c"]
    game = pegging(hands, "1 play Td", "0 play Th", "1 play Jd", "0 play Ts", "1 play Js")
    values = Play(game, 0).values()
    assert [rank for rank, value in enumerate(values) if value >= 0] == [4, 5]
    moves = {e.move: e.value for e in BRAIN.solve(game, 0)}
    assert moves == {"play 5c": values[4], "play 6d": values[5]}


@pytest.mark.parametrize(
    ("seat", "scores", "moves", "rank"),
    [
        # Seat 0 makes 30 and needs two points: the go of seat 1 and the last card, before seat 1 shows.
        (0, (59, 57), ("1 play Jd", "0 play 2c", "1 play Qd"), 7),
        # Seat 1 makes 30 and would show its points first, but its own go gives seat 0 the only one it needs.
        (1, (60, 55), ("1 play Jd", "0 play Kh"), 9),
    ],
)
def test_by_the_letter_a_go_is_a_point_in_the_search(
    seat: int, scores: tuple[int, int], moves: tuple[str, ...], rank: int
) -> None:
    kept = ("8c 9d Th 2c", "Jd Qd 5s 4h") if seat == 0 else ("Kh 9d Th 8c", "Jd 5s 9c Tc")
    game = pegging([kept[0] + " 3h 3d", kept[1] + " As Ah"], *moves)
    game.book, game.target, game.scores = True, 61, list(scores)
    merged = Play(game, seat).values()[rank]
    game.go_each = True
    by_letter = Play(game, seat).values()[rank]
    if seat == 0:
        assert by_letter > merged + 0.2
    else:
        assert by_letter == 0.0 and merged > 0.5


def test_the_table_of_pegs_made_again() -> None:
    others = making.usual_hands(False, True)
    table = TABLES.pegging("standard2other")
    for text in ("5c 5d Jh Js", "Ac 2d 3h 4s", "7c 8d 9h Ts"):
        hand = int(ranks.packed(Pile.of(cards(text))))
        assert making.mean_pegging(hand, others, False, False) == pytest.approx(table[hand], abs=0.0051), text
    keeps = KEEPS_BY_ROLE.of(False, True)
    six = int(ranks.packed(Pile.of(cards("2c 2d 7h 8s 9h Kd"))))
    kept = {k: odds for d, k, odds in zip(keeps.dealt, keeps.kept, keeps.odds, strict=True) if d == six}
    assert max(kept, key=lambda hand: kept[hand]) == six - ranks.packed(Pile.of(cards("2c 2d")))


def test_pegging_moves_discards_by_little() -> None:
    """What a discard with an eye on the play gives away of hand and crib: on average not a twentieth of a point."""
    lost = 0.0
    for number in range(200):
        game = Match.new("cribbage", 2, {"rules": "standard"}, chance=Fast(number)).game
        assert isinstance(game, Cribbage)
        own = game.dealer == 0
        table = TABLES.crib("standard2own" if own else "standard2other")
        plain = discard_worths(game.hands[0], table, own, False)
        whole = whole_worths(game, 0)
        lost += max(plain) - plain[whole.index(max(whole))]
    assert lost / 200 < 0.05


def test_a_strange_discarder_is_searched_too() -> None:
    """Nobody keeps 2 6 9 Q of this: the shares of the cards are shares all the same."""
    hands = ["5c 6d Th Ts 9h Kd", "2d 6c 9c Qd 5h 5s"]
    game = pegging(hands, "1 play 9c", "0 play Th", "1 play 2d", "0 play Ts", "1 play Qd")
    values = [value for value in Play(game, 0).values() if value >= 0]
    assert len(values) == 2 and all(0.2 < value < 0.8 for value in values)
