"""Kitty: keep what may become the most of its rank, bid low for loot that adds to it, and stay unpredictable."""

from __future__ import annotations

from math import exp
from typing import Final

from koloda.bots.bot import Bot
from koloda.bots.shared.drawing import draw_index
from koloda.bots.shared.lead import score_share
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain
from koloda.games.kitten import PASSES, Kitten
from koloda.games.shared.bids import BIDS

NEED_CARDS_PER_RANK: Final = 0.36  # cards that win a rank at four seats, for each rank above FREE_RANK
FREE_RANK: Final = 2.0  # ranks up to this one are mostly won by whoever holds a card of them
MAJORITY_STEEPNESS: Final = 3.0  # how sharply the odds of a majority change with one card more
USUAL_HAND_CARDS: Final = 6.75  # at the end of a hard game of four
LATER_BID_WORTH: Final = 0.2  # of a low card, for each rank that it is below 10
BID_WARMTH_POINTS: Final = 0.25  # a bid that is worth this much less is made e times less often
LEAD_HEAT_POINTS: Final = 6.0  # ahead at a deal's end that make a win e times likelier


def worths(seats: int, light: bool) -> list[float]:
    """By rank and number of cards (11 * rank + n): the rank times the odds that n are the most in the end."""
    table = [0.0] * 121
    kept = (48 - seats * (4 if light else 7) + 7) / seats  # by a hand, with its loot
    for rank in range(1, 11):
        need = NEED_CARDS_PER_RANK * (rank - FREE_RANK) * kept / USUAL_HAND_CARDS
        for n in range(1, 11):
            table[11 * rank + n] = rank / (1 + exp(MAJORITY_STEEPNESS * (need - 0.5 - n)))
    return table


HARD: Final = [worths(max(3, seats), False) for seats in range(7)]
LIGHT: Final = [worths(max(3, seats), True) for seats in range(7)]


class KittenBrain(Brain):
    worlds = 200
    mixing_margin = 1.0
    random_reply_1_in = 2  # a bot that expects only sensible bids is undercut by all others

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        assert isinstance(game, Kitten)
        if game.now == "pass":
            return PASSES[cheapest(game, seat)]
        if game.now == "bid":
            return BIDS[some_bid(game, seat, chance)]
        return best_loot(game, seat) if game.now == "take" else best_gift(game, seat)

    def stage(self, game: Game) -> int:
        assert isinstance(game, Kitten)
        return game.deal

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Kitten)
        return score_share(game, seat, LEAD_HEAT_POINTS)


def gain(game: Kitten, seat: int, rank: int) -> float:
    """What one more card of a rank is worth to a hand."""
    at = 11 * rank + int(game.hands[seat].count(rank))
    table = LIGHT[game.seats] if game.light else HARD[game.seats]
    return table[at + 1] - table[at]


def cost(game: Kitten, seat: int, rank: int) -> float:
    """What a card that is in the hand is worth to it, as one of its rank and as a later bid."""
    at = 11 * rank + int(game.hands[seat].count(rank))
    table = LIGHT[game.seats] if game.light else HARD[game.seats]
    return table[at] - table[at - 1] + LATER_BID_WORTH * (10 - rank)


def cheapest(game: Kitten, seat: int) -> int:
    """The card that is missed least."""
    hand = game.hands[seat]
    best = 0
    least = 0.0
    for rank in range(1, 11):
        if hand.has(rank):
            price = cost(game, seat, rank)
            if best == 0 or price < least:
                best = rank
                least = price
    return best


def some_bid(game: Kitten, seat: int, chance: Chance) -> int:
    """A bid; likelier, the more the loot, times the odds that nobody bids as low, exceeds the worth of the card."""
    prize = 0.0
    for card in game.table.cards():
        prize = max(prize, gain(game, seat, card))
    hand = game.hands[seat]
    ranks: list[int] = []
    balances: list[float] = []
    top = -1000.0
    for rank in range(1, 11):
        if hand.has(rank):
            wins = 0.0 if rank == 1 else ((11 - rank) / 10) ** (game.seats - 1)
            balance = prize * wins - cost(game, seat, rank)
            ranks.append(rank)
            balances.append(balance)
            top = max(top, balance)
    return ranks[draw_index([exp((balance - top) / BID_WARMTH_POINTS) for balance in balances], chance)]


def best_loot(game: Kitten, seat: int) -> str:
    """The most useful card of the loot."""
    best = 0
    most = 0.0
    for card in game.table.cards():
        value = gain(game, seat, card)
        if best == 0 or value > most:
            best = card
            most = value
    return f"take {best}"


def best_gift(game: Kitten, seat: int) -> str:
    """The lowest loot, for the seat that has won least so far."""
    low: int = game.table.lowest()
    best = -1
    least = 0
    for other in range(game.seats):
        if not game.allied(seat, other):
            won = game.scores[other]
            for card in game.won[other].cards():
                won += card if card != low else 2 * card
            if best < 0 or won < least:
                best = other
                least = won
    return f"give {low} {best}"


BRAIN: Final = KittenBrain()
BOT: Final = Bot(brain=BRAIN)
