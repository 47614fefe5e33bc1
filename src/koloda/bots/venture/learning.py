"""The first thought of Venture, learned for ``build_tables`` by policy gradient against random bids."""

from __future__ import annotations

from math import log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from koloda.bots.shared.drawing import draw_index
from koloda.bots.shared.lead import lead_share
from koloda.core.cards import TRIANGULAR
from koloda.core.chance import Chance
from koloda.core.pile import Pile
from koloda.games.venture.game import STOCK_SIZE_BY_SEATS

from .deal import FEATURE_COUNT, MIN_SEATS, RANK_COUNT, SEAT_COUNTS, TABLE_AT, TRAIT_COUNT, WEIGHT_COUNT, Deal, Thought

LEAD_HEAT_POINTS: Final = 4.0  # ahead that make a win e times likelier
USUAL_SHARE_RATE: Final = 0.001  # of the difference moves what is usual
ENTROPY_WEIGHT: Final = 0.003  # shares of a win that a bid is worth for being hard to read


class Choice:
    """A bid that was made: what was seen, what could be bid with which odds, and what was."""

    def __init__(self, first: i64, seen: bytes, ranks: list[int], odds: list[float], taken: i64) -> None:
        self.first = first
        self.seen = seen
        self.ranks = ranks
        self.odds = odds
        self.taken = taken


class Trainer:
    """One seat learns, the others bid at random."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.thought = Thought()
        self.thought.weights = vec[float]([0.0] * WEIGHT_COUNT)
        self.usual = [1 / max(1, seats) for seats in range(MIN_SEATS + SEAT_COUNTS)]

    def run(self, deals: int, rate: float) -> None:
        """Learn from this many deals."""
        for _ in range(deals):
            self.learn(MIN_SEATS + self.chance.below(SEAT_COUNTS), rate)

    def learn(self, seats: i64, rate: float) -> None:
        """One deal: bids that brought more of the win than usual become likelier."""
        deal = self.new_deal(seats)
        mine = self.chance.below(seats)
        choices: list[Choice] = []
        while deal.left > 0:
            seat: i64 = 0
            while seat < seats:
                if seat == mine:
                    deal.bid(seat, self.choose(deal, seat, choices))
                else:
                    deal.bid(seat, deal.any_bid(seat, self.chance))
                seat += 1
            deal.reveal()
        won = gained(deal.scores(), int(mine))
        more = won - self.usual[seats]
        self.usual[seats] += USUAL_SHARE_RATE * more
        for choice in choices:
            self.adjust_weights(choice, more, rate)

    def new_deal(self, seats: i64) -> Deal:
        """A deal as it begins."""
        pack = Pile.of(TRIANGULAR.pack)
        self.chance.shuffle(pack, TRIANGULAR)
        deal = Deal(seats)
        stock: i64 = STOCK_SIZE_BY_SEATS[seats]
        n: i64 = 0
        while n < 55:
            deal.add((TABLE_AT if n < stock else 11 * (n % seats)) + pack.draw(), 1)
            n += 1
        deal.size = (55 - stock) // seats
        deal.left = deal.size
        return deal

    def choose(self, deal: Deal, seat: i64, choices: list[Choice]) -> i64:
        """The learner's bid, kept with its odds."""
        ranks = deal.ranks(seat)
        if len(ranks) == 1:
            return ranks[0]
        odds = self.thought.odds(deal, seat, ranks)
        total = sum(odds)
        odds = [part / total for part in odds]
        taken = draw_index(odds, self.chance)
        first = deal.phase() * FEATURE_COUNT * RANK_COUNT
        seen = bytes([int(deal.seats - MIN_SEATS)]) + self.thought.seen.getvalue()
        choices.append(Choice(first, seen, ranks, odds, taken))
        return ranks[taken]

    def adjust_weights(self, choice: Choice, more: float, rate: float) -> None:
        """Move the weights of what was seen."""
        spread = 0.0
        for part in choice.odds:
            spread -= part * log(part + 1e-9)
        weights = self.thought.weights
        for index, part in enumerate(choice.odds):
            pull = (1.0 if index == choice.taken else 0.0) - part
            step = rate * (more * pull - ENTROPY_WEIGHT * part * (log(part + 1e-9) + spread))
            column = choice.first + choice.ranks[index] - 1
            at: i64 = 0
            while at <= TRAIT_COUNT:
                weights[column + RANK_COUNT * i64(choice.seen[at])] += step
                at += 1


def gained(scores: list[int], seat: int) -> float:
    """Half the share of the win, half what the lead is worth."""
    top = max(scores)
    share = 1 / scores.count(top) if scores[seat] == top else 0.0
    return (share + lead_share(scores, seat, LEAD_HEAT_POINTS)) / 2
