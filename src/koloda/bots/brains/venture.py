"""Venture: what a bid captures on average against the cards that are out, and what it would cost later instead."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain
from koloda.games._bids import BIDS
from koloda.games.venture import KEEPS, Venture

from ._bids import drawn, score_share

LATER: Final = (0.0, 1.9, 1.5, 1.1, 0.95, 0.9, 0.9, 0.9, 0.9, 0.9, 0.2)  # what a bid of each rank costs on average
KEPT: Final = (0, 9, 8, 6, 4, 2, 1, 1, 2, 4, 6)  # low cards and tens give control, middle ones capture too much
WARM: Final = 0.15  # points: a bid that costs so much more is made e times more seldom
LEAD: Final = 4.0  # points ahead that make a win e times likelier, one deal being left
THREES: Final = 12  # first choices of a draft worth a thought


def alone(seats: int) -> list[float]:
    """About how likely, in a round, nobody else captures a card of a rank that one seat alone has captured of."""
    usual = 0.95 - seats / 16
    return [1.0, 1.0, usual + 0.25, usual, usual, usual, usual, usual, usual + 0.1, 0.8, 0.3]


ALONE: Final = [alone(seats) for seats in range(9)]


class VentureBrain(Brain):
    worlds = 300
    mixes = True
    strays = 2  # who reckons with sensible bids only is surprised by all others

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        assert isinstance(game, Venture)
        if game.step == 1:
            return best_three(game.packets[seat].sorted())
        if game.step:
            return KEEPS[best_kept(game.packets[seat].cards())]
        return BIDS[some_bid(game, seat, chance)]

    def candidates(self, game: Game, seat: int) -> list[str]:
        assert isinstance(game, Venture)
        moves = game.moves(seat)
        if game.step != 1:
            return moves
        ranked = sorted([(-kept_sum([int(card) for card in move[5:].split(" ")]), move) for move in moves])
        return [move for _, move in ranked[:THREES]]

    def mark(self, game: Game) -> int:
        assert isinstance(game, Venture)
        return game.deal

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Venture)
        return score_share(game, seat, LEAD * sqrt(1.0 + game.deals - game.deal))


def rank_points(game: Venture, seat: int, rank: int, have: float, rounds: int) -> float:
    """What ``have`` captured cards come to: a point lost for each, or the set, if nobody else gets any from now on."""
    if have == 0.0:
        return 0.0
    for other in range(game.seats):
        if other != seat and game.captured[other].has(rank):
            return -have
    odds = 1.0 if have >= rank else ALONE[game.seats][rank] ** rounds
    return odds * (rank + have) - have


def some_bid(game: Venture, seat: int, chance: Chance) -> int:
    """A bid, the likelier the less it costs now than it would later."""
    ranks: list[int] = []
    prices = bid_prices(game, seat, ranks)
    top = -1000.0
    for at, rank in enumerate(ranks):
        prices[at] = LATER[rank] - prices[at]
        top = max(top, prices[at])
    return ranks[drawn([exp((price - top) / WARM) for price in prices], chance)]


def bid_prices(game: Venture, seat: int, ranks: list[int]) -> list[float]:
    """What each bid of a hand costs on average if the others bid anything; ``ranks`` is filled with the bids."""
    hand = game.hands[seat]
    rivals = game.seats - 1
    share = unseen_shares(game, seat)
    price = [0.0] * 11  # of the cards of a rank that lie or will lie on the table
    highest = 0
    for rank in range(1, 11):
        stock = int(game.table.count(rank))
        if stock:
            highest = rank
        price[rank] = cards_price(game, seat, rank, stock + rivals * share[rank])
    upper = price[max(highest, 8)]
    prices: list[float] = []
    under = 0.0  # how likely one of the others bids lower
    for rank in range(1, 11):
        if hand.has(rank):
            ranks.append(rank)
            alone = (1 - share[rank]) ** rivals
            lowest = (1 - under - share[rank]) ** rivals if under + share[rank] < 1 else 0.0
            cost = 0.0
            between = 0.0
            for lower in range(rank - 1, 0, -1):
                if price[lower]:
                    cost += price[lower] * (1 - between) ** rivals
                between += share[lower]
            prices.append(lowest * upper + max(0.0, alone - lowest) * cost)
        under += share[rank]
    return prices


def unseen_shares(game: Venture, seat: int) -> list[float]:
    """How likely a card that somebody else bids is of each rank."""
    shares = [0.0] * 11
    total = 0
    for rank in range(1, 11):
        left = rank - int(game.table.count(rank) + game.hands[seat].count(rank))
        for captured in game.captured:
            left -= int(captured.count(rank))
        shares[rank] = float(left)
        total += left
    for rank in range(1, 11):
        shares[rank] = shares[rank] / max(1, total)
    return shares


def cards_price(game: Venture, seat: int, rank: int, more: float) -> float:
    """What ``more`` captured cards of a rank cost; to spoil a rival's set is worth a part of it."""
    rounds = int(game.hands[seat].size()) - 1
    have = int(game.captured[seat].count(rank))
    if have == 0:
        held = sole_holding(game, rank)
        if held:
            return more - ALONE[game.seats][rank] ** rounds * (rank + held) / (game.seats - 1)
    return rank_points(game, seat, rank, have, rounds) - rank_points(game, seat, rank, have + more, rounds)


def sole_holding(game: Venture, rank: int) -> int:
    """How many cards of a rank the one seat has that has captured any; 0 if none or several have."""
    held = 0
    for captured in game.captured:
        n = int(captured.count(rank))
        if n and held:
            return 0
        held += n
    return held


def kept_sum(cards: list[int]) -> int:
    total = 0
    for card in cards:
        total += KEPT[card]
    return total


def best_kept(cards: list[int]) -> int:
    best = cards[0]
    for card in cards:
        if KEPT[card] > KEPT[best]:
            best = card
    return best


def best_three(cards: list[int]) -> str:
    """The three cards that are worth most to keep, ascending."""
    ranked = sorted([(-KEPT[card], card) for card in cards])
    a, b, c = sorted([card for _, card in ranked[:3]])
    return f"keep {a} {b} {c}"


BRAIN: Final = VentureBrain()
