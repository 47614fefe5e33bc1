"""Venture: a learned first thought, and deals that are played out with it from every bid."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from koloda.bots.shared.lead import lead_share, score_share
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain, Search
from koloda.games.shared.bids import BIDS
from koloda.games.venture.game import KEEPS, Venture

from .deal import THOUGHT, Deal

# Low cards and tens give control, middle ones capture too much.
KEEP_WORTH_BY_RANK: Final = (0, 9, 8, 6, 4, 2, 1, 1, 2, 4, 6)
LEAD_HEAT_POINTS: Final = 4.0  # ahead that make a win e times likelier, with one deal to come
LAST_DEAL_HEAT_POINTS: Final = 2.0  # the same in the last deal
HEAT_POINTS_PER_ROUND: Final = 0.3  # more for every round that is thought ahead
MAX_FIRST_KEEPS_SEARCHED: Final = 12  # in a draft


class VentureBrain(Brain):
    worlds = 1000
    mixing_margin = 0.25  # a whole one would cost more than being read
    random_reply_1_in = 4  # a bot that expects only first thoughts is surprised by all others

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        assert isinstance(game, Venture)
        if game.bids_laid():
            return "open"
        if game.step == 1:
            return best_three(game.packets[seat].sorted())
        if game.step:
            return KEEPS[best_kept(game.packets[seat].cards())]
        deal = Deal(game.seats)
        deal.load(game)
        return BIDS[THOUGHT.some_bid(deal, seat, chance)]

    def candidates(self, game: Game, seat: int) -> list[str]:
        assert isinstance(game, Venture)
        moves = game.moves(seat)
        if game.step != 1:
            return moves
        ranked = sorted([(-kept_sum([int(card) for card in move[5:].split(" ")]), move) for move in moves])
        return [move for _, move in ranked[:MAX_FIRST_KEEPS_SEARCHED]]

    def stage(self, game: Game) -> int:
        assert isinstance(game, Venture)
        return game.deal

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Venture)
        return score_share(game, seat, spread(0 if game.over else 1 + game.deals - game.deal, 0))

    def search(self, game: Game, seat: int, moves: list[str]) -> Search:
        assert isinstance(game, Venture)
        return DraftSearch(self, seat, moves) if game.step else BidSearch(self, seat, moves)


class DraftSearch(Search):
    """A search in worlds where nobody talks about bids that lie closed: to agree to open them takes time only."""

    def add(self, world: Game) -> None:
        assert isinstance(world, Venture)
        world.agree = False
        super().add(world)


class BidSearch(Search):
    """Bids weighed in deals of counts, which are played out many times faster than whole games.

    What counts is the lead: a single played-out deal says too little about who wins.
    """

    def __init__(self, brain: Brain, seat: int, moves: list[str]) -> None:
        super().__init__(brain, seat, moves)
        self.ranks = [int(move[4:]) for move in moves]

    def add(self, world: Game) -> None:
        assert isinstance(world, Venture)
        start = Deal(world.seats)
        start.load(world)
        self._others_bid(start, world.chance)
        deal = Deal(world.seats)
        heat = spread(world.deals - world.deal, int(start.left))
        for index in self.alive:
            deal.fill(start)
            deal.bid(self.seat, self.ranks[index])
            deal.reveal()
            self._play_on(deal, world.chance)
            totals = [world.scores[seat] + int(deal.score(seat)) for seat in range(world.seats)]
            value = lead_share(totals, self.seat, heat)
            self.values[index].append(value)
            self.sums[index] += value
        self.worlds += 1

    def _others_bid(self, deal: Deal, chance: Chance) -> None:
        """What they think of first, or now and then anything."""
        seat: i64 = 0
        while seat < deal.seats:
            if seat != self.seat:
                stray = chance.below(self.brain.random_reply_1_in) == 0
                deal.bid(seat, deal.any_bid(seat, chance) if stray else THOUGHT.some_bid(deal, seat, chance))
            seat += 1

    def _play_on(self, deal: Deal, chance: Chance) -> None:
        while deal.left > 0:
            deal.bid(self.seat, THOUGHT.best_bid(deal, self.seat))
            self._others_bid(deal, chance)
            deal.reveal()


def spread(deals: int, rounds: int) -> float:
    """The points ahead that make a win e times likelier when this many deals are to come after these rounds."""
    return LEAD_HEAT_POINTS * sqrt(deals) if deals else LAST_DEAL_HEAT_POINTS + HEAT_POINTS_PER_ROUND * rounds


def kept_sum(cards: list[int]) -> int:
    total = 0
    for card in cards:
        total += KEEP_WORTH_BY_RANK[card]
    return total


def best_kept(cards: list[int]) -> int:
    best = cards[0]
    for card in cards:
        if KEEP_WORTH_BY_RANK[card] > KEEP_WORTH_BY_RANK[best]:
            best = card
    return best


def best_three(cards: list[int]) -> str:
    """The three cards that are worth most to keep, ascending."""
    ranked = sorted([(-KEEP_WORTH_BY_RANK[card], card) for card in cards])
    a, b, c = sorted([card for _, card in ranked[:3]])
    return f"keep {a} {b} {c}"


BRAIN: Final = VentureBrain()
