"""Pairs: fold when a hit costs more on average than the cheapest card; the match is a race nobody wants to win."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.bots.bot import Bot
from koloda.bots.shared.race import Race
from koloda.bots.shared.triangle import next_counts
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.pile import Pile
from koloda.core.search import Brain, win_share
from koloda.games.pairs import FOLDS, Pairs

CAUTION_FACTOR: Final = 1.2  # a hit is not the last one
CHEAP_CARD: Final = 2  # without rounds it is always worth a fold
FOLD_PRICE_PART: Final = 0.4  # without rounds: of the price, against what each of the next two cards costs
ROW_POINTS: Final = 0.3  # without rounds: what a row costs beyond its next card
TURN_POINTS: Final = 1.3  # without rounds: what a turn costs on average; whoever is to move has it before them
NEAREST, FARTHEST = 0.5, 30.99  # points to go, for which there are odds
SCORES_PER_STAGE: Final = 3  # a roll-out without rounds stops after this many
RACE: Final = Race([0.0, 0.11, 0.17, 0.13, 0.06, 0.05, 0.065, 0.08, 0.1, 0.115, 0.12])  # what a score costs
CONTINUOUS_RACE: Final = Race([0.0, 0.06, 0.125, 0.16, 0.16, 0.11, 0.06, 0.065, 0.08, 0.085, 0.095])


class PairsBrain(Brain):
    worlds = 600

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """The cheapest of hit, swap and fold; a fold that loses the match is never taken."""
        assert isinstance(game, Pairs)
        row = game.rows[seat]
        if not game.can_draw():
            return cheapest_fold(game, seat)
        if row.size() == 0:
            return "hit"
        counts = next_counts(game)
        risk = pair_cost(row, counts)
        move = "hit"
        if game.eights and row.has(8):
            swap = swap_cost(row, counts)
            if swap < risk:
                risk = swap
                move = "eight"
        price = lowest(game)
        if game.scores[seat] + price >= game.target:
            return move
        if game.continuous:
            stays = price > CHEAP_CARD and FOLD_PRICE_PART * price >= min(risk, two_card_cost(row, counts) / 2)
        else:
            stays = price > CAUTION_FACTOR * risk
        return move if stays else cheapest_fold(game, seat)

    def candidates(self, game: Game, seat: int) -> list[str]:
        """Without rounds, only the two cheapest ranks in play are worth a fold."""
        assert isinstance(game, Pairs)
        moves = game.moves(seat)
        if not game.continuous:
            return moves
        low = lowest(game)
        second = lowest_above(game, low)
        worth_a_search: list[str] = []
        for move in moves:
            if not move.startswith("fold") or int(move.split(" ")[1]) in (low, second):
                worth_a_search.append(move)
        return worth_a_search

    def stage(self, game: Game) -> int:
        assert isinstance(game, Pairs)
        if not game.continuous:
            return game.round
        scored: i64 = 0
        for pile in game.score_cards:
            scored += pile.size()
        return scored // SCORES_PER_STAGE

    def worth(self, game: Game, seat: int) -> float:
        """Not to lose is a share of what there is, equal for all who do not."""
        assert isinstance(game, Pairs)
        if game.over:
            return win_share(game, seat)
        left = [float(game.target - score) for score in game.scores]
        if game.continuous:
            count_rows(game, left)
            return (1.0 - CONTINUOUS_RACE.first(left, seat)) / (game.seats - 1)
        return (1.0 - RACE.first(left, seat)) / (game.seats - 1)


def count_rows(game: Pairs, left: list[float]) -> None:
    """What has cost something already: a row that lies there (its next card, or the fold before it), and a turn."""
    counts = next_counts(game)
    price = float(lowest(game))
    for seat, row in enumerate(game.rows):
        way = left[seat]
        if row.size() > 0 and counts[11] > 0:
            way -= ROW_POINTS + min(price, pair_cost(row, counts))
        turns = (seat - int(game.mover)) % game.seats  # before it is to move
        way -= TURN_POINTS * (0.5 * float(game.seats - 1) - float(turns)) / float(game.seats)
        left[seat] = max(NEAREST, min(FARTHEST, way))


def lowest(game: Pairs) -> int:
    """The lowest card in play."""
    return lowest_above(game, 0)


def lowest_above(game: Pairs, floor: int) -> int:
    """The lowest card in play above ``floor``; 11 if there is none."""
    low: i64 = 11
    for row in game.rows:
        i: i64 = row.size() - 1
        while i >= 0:
            card = row.at(i)
            if floor < card < low:
                low = card
            i -= 1
    return low


def cheapest_fold(game: Pairs, seat: int) -> str:
    """The fold for the lowest card; without rounds it is rather taken from a neighbour, who could use it too."""
    if not game.continuous:
        return "fold"
    price = lowest(game)
    owner = game.next_seat(seat)
    while not game.rows[owner].has(price):
        owner = game.next_seat(owner)
    return FOLDS[price][owner]


def pair_cost(row: Pile, counts: list[int]) -> float:
    """What the next card costs on average."""
    cost: i64 = 0
    i: i64 = row.size() - 1
    while i >= 0:
        rank = row.at(i)
        cost += rank * counts[rank]
        i -= 1
    return cost / counts[11]


def two_card_cost(row: Pile, counts: list[int]) -> float:
    """What the next two cards cost together, if a first one that pairs is the last."""
    first = 0
    for rank in range(1, 11):
        if row.has(rank):
            first += rank * counts[rank]
    cost = float(first)
    for rank in range(1, 11):
        if counts[rank] > 0 and not row.has(rank):
            cost += counts[rank] * float(first + rank * (counts[rank] - 1)) / max(1, counts[11] - 1)
    return cost / counts[11]


def swap_cost(row: Pile, counts: list[int]) -> float:
    """What the two cards for an 8 cost on average."""
    cost = 0.0
    for rank in range(1, 11):
        if rank != 8 and row.has(rank):
            cost += rank * counts[rank] * 1.8  # the second may pair too, mostly after a first that did not
        else:
            cost += rank * counts[rank] * (counts[rank] - 1) / counts[11]
    return cost / counts[11]


BRAIN: Final = PairsBrain()
BOT: Final = Bot(brain=BRAIN)
