"""Venture's brain: deals of counts go as the game's own, and the first thought is the one that was learned."""

from __future__ import annotations

import json

import pytest

from koloda import Match
from koloda.bots import LEVELS, level_policy
from koloda.bots.seat_view import SeatView
from koloda.bots.shared.lead import lead_share
from koloda.bots.venture.brain import BRAIN, LEAD_HEAT_POINTS, BidSearch, spread
from koloda.bots.venture.build_tables import FILE, SAMPLE_DEALS, digest, train
from koloda.bots.venture.deal import LOOT_AT, OWNERS_AT, TABLE_AT, THOUGHT, WEIGHT_COUNT, Deal
from koloda.core.chance import Fast
from koloda.core.pile import Pile
from koloda.games.venture.game import Venture


def venture(seats: int = 5, seed: int = 1, draft: bool = False, agree: bool = False) -> tuple[Match, Venture]:
    match = Match.new("venture", seats, {"draft": draft, "agree": agree}, chance=Fast(seed))
    assert isinstance(match.game, Venture)
    return match, match.game


def agree(match: Match) -> None:
    """The bids of all seats lie closed and are opened."""
    for seat in match.turn.seats:
        match.play(seat, "open")


def counts(deal: Deal, first: int) -> list[int]:
    """The cards of a place, as a pile has them."""
    return [rank for rank in range(1, 11) for _ in range(int(deal.cells[first + rank]))]


def same(deal: Deal, game: Venture) -> bool:
    seats = range(game.seats)
    owners = [sum(loot.has(rank) for loot in game.captured) for rank in range(1, 11)]
    return (
        [counts(deal, 11 * seat) for seat in seats] == [game.hands[seat].sorted() for seat in seats]
        and [counts(deal, LOOT_AT + 11 * seat) for seat in seats] == [game.captured[seat].sorted() for seat in seats]
        and counts(deal, TABLE_AT) == game.table.sorted()
        and [int(deal.cells[OWNERS_AT + rank]) for rank in range(1, 11)] == owners
        and deal.left == game.hands[0].size()
    )


# A deal of counts


@pytest.mark.parametrize("seats", range(3, 9))
def test_a_deal_goes_as_the_game_goes(seats: int) -> None:
    chance = Fast(seats)
    for seed in range(8):
        match, game = venture(seats, seed, agree=seed % 2 == 0)
        deal = Deal(seats)
        deal.load(game)
        while not game.over:
            assert same(deal, game)
            bids = [int(deal.any_bid(seat, chance)) for seat in range(seats)]
            for seat, rank in enumerate(bids):
                deal.bid(seat, rank)
                match.play(seat, f"bid {rank}")
            if game.agree:
                agree(match)
            deal.reveal()
        assert same(deal, game) and deal.scores() == game.scores


def test_a_deal_that_is_on_is_loaded_as_it_stands() -> None:
    match, game = venture()
    at_first, later = Deal(5), Deal(5)
    at_first.load(game)
    while len(game.hands[0]) > 5:
        for seat in range(5):
            match.play(seat, match.legal(seat)[0])
    match.play(2, match.legal(2)[0])  # a closed bid: still in the hand for all others
    later.load(game)
    assert same(later, game) and later.size == at_first.size == 10
    assert [at_first.phase(), later.phase()] == [0, 1]


def test_a_copy_plays_apart() -> None:
    _, game = venture()
    deal, other = Deal(5), Deal(5)
    deal.load(game)
    other.fill(deal)
    for seat in range(5):
        other.bid(seat, other.ranks(seat)[0])
    other.reveal()
    assert same(deal, game) and not same(other, game)


# The first thought


def test_the_file_is_the_one_that_was_learned() -> None:
    made = json.loads(FILE.read_text(encoding="utf-8"))
    assert len(made["weights"]) == WEIGHT_COUNT
    assert digest(made["weights"]) == made["digest"]
    assert digest(train(SAMPLE_DEALS)) == made["part"]


def test_the_first_thought_wins_against_any_bids() -> None:
    wins = 0.0
    chance = Fast(5)
    for number in range(300):
        _, game = venture(3, number)
        deal = Deal(3)
        deal.load(game)
        while deal.left:
            deal.bid(0, THOUGHT.best_bid(deal, 0))
            for seat in (1, 2):
                deal.bid(seat, deal.any_bid(seat, chance))
            deal.reveal()
        scores = deal.scores()
        wins += (scores[0] == max(scores)) / scores.count(max(scores))
    assert wins > 120  # 100 are fair, the standard deviation is 8


def test_a_bid_is_drawn_as_often_as_it_looks_good() -> None:
    _, game = venture()
    deal = Deal(5)
    deal.load(game)
    ranks = deal.ranks(0)
    odds = THOUGHT.odds(deal, 0, ranks)
    chance = Fast(2)
    bids = [BRAIN.choose(game, 0, chance) for _ in range(2000)]
    for rank, part in zip(ranks, odds, strict=True):
        assert abs(bids.count(f"bid {rank}") / 2000 - part / sum(odds)) < 0.05
    assert bids.count(f"bid {THOUGHT.best_bid(deal, 0)}") == max(bids.count(f"bid {rank}") for rank in ranks)


# The search


def two_rounds_left(bids: list[int], mine: list[int]) -> tuple[Match, Venture]:
    """Seat 0 has a choice, everybody else two equal cards."""
    match, game = venture(len(bids) + 1)
    while len(game.hands[0]) > 2:
        for seat in range(game.seats):
            match.play(seat, match.legal(seat)[0])
    for seat, hand in enumerate([mine, *([rank, rank] for rank in bids)]):
        game.hands[seat].fill(Pile.of(hand))
    return match, game


@pytest.mark.parametrize("bids", [[3, 7, 7, 9], [4, 5, 6, 8], [10, 10, 10, 10], [9, 8, 6, 3]])
def test_what_a_search_plays_out_is_the_game(bids: list[int]) -> None:
    _, game = two_rounds_left(bids, [5, 8])
    search = BRAIN.search(game, 0, ["bid 5", "bid 8"])
    assert isinstance(search, BidSearch)
    world = game.copy()
    world.chance = Fast(1)
    search.add(world)
    for index, mine in enumerate(([5, 8], [8, 5])):
        end = game.copy()
        for first in mine:
            for seat, rank in enumerate([first, *bids]):
                end.act(seat, f"bid {rank}")
        assert end.over
        assert search.values[index] == [pytest.approx(lead_share(end.scores, 0, spread(0, 2)))]


def test_a_draft_is_searched_in_whole_games() -> None:
    _, game = venture(draft=True)
    search = BRAIN.search(game, 0, BRAIN.candidates(game, 0))
    assert not isinstance(search, BidSearch)
    world = game.copy()
    world.chance = Fast(1)
    search.add(world)
    assert all(0 <= values[0] <= 1 for values in search.values)


def test_a_search_of_a_draft_does_not_wait_for_agreements() -> None:
    values = []
    for agreeing in (False, True):
        _, game = venture(3, draft=True, agree=agreeing)
        search = BRAIN.search(game, 0, BRAIN.candidates(game, 0))
        world = game.copy()
        world.chance = Fast(1)
        search.add(world)
        values.append(search.values)
        assert game.agree is agreeing
    assert values[0] == values[1]


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_agrees_at_once_to_open_the_bids(level: str) -> None:
    match, _ = venture(agree=True)
    for seat in range(5):
        match.play(seat, match.legal(seat)[0])
    policy = level_policy("venture", level)
    for seat in range(5):
        move = policy(SeatView(match, seat), Fast(seat))
        assert move == "open"
        match.play(seat, move)
    assert match.facts()["round"] == 2


def test_a_lead_weighs_less_the_more_is_to_come() -> None:
    assert spread(0, 0) < spread(0, 1) < spread(1, 0)
    assert spread(1, 5) == LEAD_HEAT_POINTS and spread(4, 5) == 2 * LEAD_HEAT_POINTS
