"""Cribbage for two near the end of a match: the share of the win by the order in which points are scored."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.pile import Pile
from koloda.games.cribbage.counting import JACK_RANK, MAX_HAND_POINTS, rank_points, show_value
from koloda.games.cribbage.game import Cribbage

from .ranks import unpacked
from .tables import TABLES, crib_means, crib_name, deal_share, discards, mean_pegs, own_discards

POOL_STRIDE: Final = 4  # each starter is tried with every fourth deal of the pool


def last_deal_shares(game: Cribbage, seat: int) -> list[float]:
    """Near the end: every discard with every starter in many typical deals, each scored in its order."""
    hand = game.hands[seat]
    dealing = game.dealer == seat
    name = crib_name(game.book, 2, dealing)
    pool = TABLES.pool("book" if game.book else "standard")
    usual = [sum([deal[part] for deal in pool]) / len(pool) for part in range(5)]
    cribs = crib_means(hand, TABLES.crib(name))
    pegs = mean_pegs(hand, TABLES.pegging(name))
    shares: list[float] = []
    for gone, crib, (ours, theirs) in zip(discards(hand), cribs, pegs, strict=True):
        kept = Pile.of([card for card in hand.cards() if card not in gone])
        pone_pegs, dealer_pegs = (theirs, ours) if dealing else (ours, theirs)
        shift = [pone_pegs - usual[0], dealer_pegs - usual[1], 0.0, 0.0, crib - usual[4]]
        total = 0.0
        for starter in range(52):
            if not hand.has(starter):
                total += starter_share(game, seat, kept, starter, shift)
        share = min(1.0, total / (52 - len(hand)))
        shares.append(share if dealing else 1 - share)
    return shares


def starter_share(game: Cribbage, seat: int, kept: Pile, starter: i64, shift: list[float]) -> float:
    """The dealer's share with this starter: some deals of the pool, with one's own hand and moved by ``shift``."""
    dealer: i64 = game.dealer
    dealer_needs = game.target - game.scores[dealer] - (2 if starter >> 2 == JACK_RANK else 0)
    pone_needs = game.target - game.scores[1 - dealer]
    if dealer_needs <= 0:
        return 1.0
    rules = "book" if game.book else "standard"
    shares = TABLES.shares(rules)
    pool = TABLES.pool(rules)
    points: int = show_value(kept, starter, False, game.book)
    deal = [0] * 5
    total = 0.0
    for index in range(starter % POOL_STRIDE, len(pool), POOL_STRIDE):
        for part in range(5):
            deal[part] = max(0, int(pool[index][part] + shift[part] + index / len(pool)))
        deal[3 if dealer == seat else 2] = points
        total += deal_share(shares, dealer_needs, pone_needs, deal, game.book)
    return total * POOL_STRIDE / len(pool)


class Ending:
    """The share of the win after the play, by what both have pegged in it and what the other will show."""

    def __init__(self, game: Cribbage, seat: int, cribs: list[float]) -> None:
        self.need = game.target - game.scores[seat]
        self.their_need = game.target - game.scores[1 - seat]
        self.dealing = game.dealer == seat
        self.book = game.book
        self.shares = TABLES.shares("book" if game.book else "standard")
        own = Pile.of(game.hands[seat].cards() + game.laid[seat].cards())
        self.show: int = show_value(own, game.starter.at(0), False, game.book)
        self.cribs = cribs
        self.share_cache: dict[int, float] = {}

    def share(self, pegs: i64, their_pegs: i64, their_show: i64) -> float:
        """The share of this seat."""
        key: int = (pegs << 12) + (their_pegs << 6) + their_show
        share = self.share_cache.get(key, -1.0)
        if share < 0:
            share = self.work_out(pegs, their_pegs, their_show)
            self.share_cache[key] = share
        return share

    def work_out(self, pegs: i64, their_pegs: i64, their_show: i64) -> float:
        deal: list[int] = [pegs, their_pegs, self.show, their_show, 0]
        dealer, pone = self.their_need, self.need
        if self.dealing:
            dealer, pone = pone, dealer
            deal = [their_pegs, pegs, their_show, self.show, 0]
        total = 0.0
        for points, odds in enumerate(self.cribs):
            if odds > 0:
                deal[4] = points
                total += odds * deal_share(self.shares, dealer, pone, deal, self.book)
        return total if self.dealing else 1 - total


def crib_odds(game: Cribbage, seat: i64, away: dict[int, float]) -> list[float]:
    """How likely each number of crib points is, without suits, by how likely the other discarded each two ranks."""
    odds = [0.0] * (MAX_HAND_POINTS + 1)
    mine = own_discards(game, seat)
    total = sum(away.values())
    for two, weight in away.items():
        odds[rank_points(unpacked(mine + two), game.starter.at(0), game.book)] += weight / total
    return odds
