"""Hawthorn, Goblin Poker, Monster: exact odds, beliefs, and positions whose answer is known."""

from __future__ import annotations

from itertools import permutations

import pytest

from koloda import Match
from koloda.bots import goblin_poker, hawthorn, monster
from koloda.bots.seat_view import SeatView
from koloda.bots.shared.doubting import DoubtingSearch
from koloda.bots.shared.lead import chips_share
from koloda.bots.shared.triangle import draw_loss, swap_loss, unseen_counts
from koloda.bots.think import decide, think
from koloda.core.cards import TRIANGULAR
from koloda.core.chance import Fast
from koloda.core.pile import Pile
from koloda.games.goblin_poker import GoblinPoker
from koloda.games.hawthorn import Hawthorn
from koloda.games.monster import Monster
from koloda.games.shared.triangle import swap_percent


def rest_of(*piles: list[int]) -> list[int]:
    """The pack without these cards, high and low mixed."""
    rest = list(TRIANGULAR.pack)
    for pile in piles:
        for card in pile:
            rest.remove(card)
    return rest[::2] + rest[1::2]


def hawthorn_table(rows: list[list[int]], hands: list[list[int]], circle: int) -> tuple[Match, Hawthorn]:
    """Seat 0 to act first in a circle."""
    match = Match.new("hawthorn", len(rows), chance=Fast(1))
    game = match.game
    assert isinstance(game, Hawthorn)
    for seat, row in enumerate(rows):
        game.rows[seat].fill(Pile.of(row))
        game.hands[seat].fill(Pile.of(hands[seat]))
    game.openers = [row[0] for row in rows]
    game.deck.fill(Pile.of(rest_of(*rows, *hands)))
    game.circle = circle
    game.yet_to_act = len(rows)
    game.first = 0
    game.one(0)
    return match, game


def test_the_win_by_chips_is_shared_and_grows_with_the_lead() -> None:
    _, game = hawthorn_table([[1], [2], [3]], [[], [], []], 1)
    game.chips = [40, 20, 15]
    shares = [chips_share(game, seat, 10.0, 0.9) for seat in range(3)]
    assert sum(shares) == pytest.approx(1)
    assert shares == sorted(shares, reverse=True)
    late = [chips_share(game, seat, 10.0, 0.0) for seat in range(3)]
    assert late[0] > shares[0]  # a lead is worth more the sooner the match ends
    game.over = True
    assert [chips_share(game, seat, 10.0, 0.9) for seat in range(3)] == [1, 0, 0]


def test_a_first_thought_is_kept_until_another_move_is_clearly_better() -> None:
    search = DoubtingSearch(hawthorn.BRAIN, 0, ["fold", "hit"], "fold")

    def played(fold: list[float], hit: list[float]) -> set[str]:
        search.values = [fold, hit]
        search.sums = [sum(fold), sum(hit)]
        return {told.move for told in search.estimates() if told.odds > 0}

    assert played([0.3, 0.5, 0.4, 0.2], [0.5, 0.2, 0.7, 0.1]) == {"fold"}
    assert played([0.3, 0.5, 0.4, 0.2], [0.4, 0.6, 0.6, 0.3]) == {"hit"}
    assert played([0.3, 0.5, 0.4, 0.2], [0.3, 0.5, 0.4, 0.2]) == {"fold", "hit"}


def test_the_risk_of_a_hit_is_that_of_every_unseen_card() -> None:
    rows, hands = [[10, 4], [9]], [[3, 7], [5, 5]]
    _, game = hawthorn_table(rows, hands, 1)
    unseen = rest_of(*rows, hands[0])
    counts = unseen_counts(game, game.hands[0], 0)
    hits = [card for card in unseen if card in rows[0]]
    prices = [float(rank * rank) for rank in range(11)]
    assert draw_loss(game.rows[0], counts, prices) == pytest.approx(sum(prices[card] for card in hits) / len(unseen))


def test_the_risk_of_a_swap_is_that_of_every_two_unseen_cards() -> None:
    rows, hands = [[10, 8, 4], [9]], [[3, 7], [5, 5]]
    _, game = hawthorn_table(rows, hands, 1)
    unseen = rest_of(*rows, hands[0])
    counts = unseen_counts(game, game.hands[0], 0)
    prices = [float(rank * rank) for rank in range(11)]
    cost, pairs, ways = 0.0, 0, 0
    for first, second in permutations(unseen, 2):
        pair = first if first in (10, 4) else second if second in (10, 4, first) else 0
        cost += prices[pair]
        pairs += pair > 0
        ways += 1
    assert swap_loss(game.rows[0], counts, prices) == pytest.approx(cost / ways)
    assert swap_percent([10, 8, 4], unseen) == round(100 * pairs / ways)


def test_hawthorn_leaves_cheaply_what_is_nearly_lost_and_stays_for_nothing() -> None:
    match, game = hawthorn_table([[10, 9, 8, 7, 6], [1, 2, 3, 4, 5]], [[10, 9], [6, 7]], 5)
    game.pot = 2
    told = think(SeatView(match, 0), hawthorn.BRAIN, Fast(2), worlds=40, patience=60.0)
    assert (told[0].move, told[0].odds) == ("fold", 1.0)
    game.chips[0] = 0
    assert hawthorn.BRAIN.choose(game, 0, Fast(1)) == "hit"
    assert decide(SeatView(match, 0), hawthorn.BRAIN, Fast(2)) == "hit"


def test_hawthorn_never_thinks_of_a_card_that_pairs() -> None:
    _, game = hawthorn_table([[10, 4], [9, 8]], [[4, 7, 10], [5, 5]], 2)
    assert hawthorn.BRAIN.candidates(game, 0) == ["fold", "play 7"]
    assert hawthorn.BRAIN.choose(game, 0, Fast(1)) == "play 7"


def test_who_starts_high_seldom_holds_something_low() -> None:
    _, game = hawthorn_table([[5], [6]], [[1, 9], [7, 8]], 1)
    assert all(hawthorn.BRAIN.likely(game, 0) for _ in range(100))
    believed = sum(hawthorn.BRAIN.likely(game, 1) for _ in range(1000))
    assert believed == pytest.approx(1000 * hawthorn.BELIEVED_PART, abs=60)


def goblin_table(rows: list[list[int]], hands: list[list[int]]) -> GoblinPoker:
    """Seat 0 to act first in circle 1."""
    game = Match.new("goblin-poker", len(rows), chance=Fast(1)).game
    assert isinstance(game, GoblinPoker)
    for seat, row in enumerate(rows):
        game.rows[seat].fill(Pile.of(row))
        game.hands[seat].fill(Pile.of(hands[seat]))
    game.deck.fill(Pile.of(rest_of(*rows, *hands)))
    game.circle = 1
    game.yet_to_act = len(rows)
    game.one(0)
    return game


def test_the_weapon_pairs_two_others_and_never_oneself() -> None:
    game = goblin_table([[2, 10], [9, 6], [6, 3]], [[10, 9, 6, 4], [5], [7]])
    assert goblin_poker.weapon(game, 0) == 6  # 6 + 6 against a single 9
    game.rows[1].take(6)
    assert goblin_poker.weapon(game, 0) == 9
    game.active[1] = False
    assert goblin_poker.weapon(game, 0) == 6


def test_the_others_are_thought_to_have_sacrificed_their_weapon() -> None:
    game = goblin_table([[2, 10], [9, 6], [5, 3]], [[10, 4], [9, 8, 7], [7]])
    game.sacrifice(0, 10)
    game.sacrifice(1, 8)
    game.hands[1].put(10)  # pairs seat 0; the 9 would pair its owner
    game.deck.take(10)
    goblin_poker.sacrifice_again(game, 1, 1)
    assert game.middle.cards() == [10, 10]
    assert game.hands[1].sorted() == [7, 8, 9]


def test_goblin_poker_leaves_for_one_chip_what_nearly_every_card_would_pair() -> None:
    game = goblin_table([[10, 9, 8, 7, 6, 5], [1], [2]], [[10, 9], [8, 7], [6, 5]])
    game.pot = 3
    assert goblin_poker.BRAIN.choose(game, 0, Fast(1)) == "fold"
    game.pot = 60
    assert goblin_poker.BRAIN.choose(game, 0, Fast(1)).startswith("sacrifice")


def monster_table(hands: list[list[int]]) -> tuple[Match, Monster]:
    """These hands, seat 0 first."""
    match = Match.new("monster", len(hands), chance=Fast(1))
    game = match.game
    assert isinstance(game, Monster)
    for seat, hand in enumerate(hands):
        game.hands[seat].fill(Pile.of(hand))
    game.deck.fill(Pile.of(rest_of(*hands)))
    return match, game


HANDS = [[10, 9, 8, 8, 5, 3], [10, 9, 7, 6, 4, 2], [9, 9, 8, 7, 7, 1], [10, 10, 10, 6, 6, 6]]


def test_the_monster_is_fed_pairs_and_the_highest_cards_only() -> None:
    _, game = monster_table(HANDS)
    assert monster.BRAIN.candidates(game, 0) == ["fold", "discard 8", "discard 8 10", "discard 8 9 10"]
    assert monster.BRAIN.candidates(game, 3) == ["fold"]


@pytest.mark.parametrize("seed", range(5))
def test_who_has_thrown_off_holds_what_a_sensible_player_would(seed: int) -> None:
    match, game = monster_table(HANDS)
    match.play(0, "discard 8")
    match.play(1, "discard 7 9 10")
    world = SeatView(match, 2).world(Fast(seed))
    assert isinstance(world, Monster)
    for other in (0, 1):
        monster.deal_again(world, other)
        kept = world.hands[other].cards()
        assert len(set(kept)) == len(kept) == 6 - game.given[other]
    kept = world.hands[1].cards()
    assert all(card in kept or card > max(kept) for card in monster.thrown_by(world, 1))
    assert world.hands[2].cards() == game.hands[2].cards()
    zones = [zone.pile.cards() for zone in world.zones()]
    assert sorted(card for cards in zones for card in cards) == sorted(TRIANGULAR.pack)


def test_the_best_hand_of_all_goes_high_and_a_hopeless_one_is_left() -> None:
    match, _ = monster_table([[10, 9, 8, 7, 6, 5], *HANDS[1:]])
    told = think(SeatView(match, 0), monster.BRAIN, Fast(2), worlds=30, patience=60.0)
    assert (told[0].move, told[0].odds) == ("discard", 1.0)
    match, _ = monster_table([HANDS[3], *HANDS[:3]])
    assert decide(SeatView(match, 0), monster.BRAIN, Fast(2)) == "fold"
