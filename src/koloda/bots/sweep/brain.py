"""Sweep: play the card whose captures help most in the race for majorities; give up ranks that are lost.

A search plays the round out, and takes the odds of every rank from there.
"""

from __future__ import annotations

from math import exp
from typing import Final

from koloda.bots.shared.doubting import DoubtingSearch
from koloda.bots.shared.lead import lead_share
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain, Search, win_share
from koloda.games.shared.hands import PLAYS
from koloda.games.shared.seen_cards import PUBLIC
from koloda.games.sweep import NEW_CARDS_PER_ROUND, TAKES, Sweep

MAJORITY_STEEPNESS: Final = 1.4  # how sharply the odds of a majority change with one card more
CLOSED_CARD_WEIGHT: Final = 1.8  # of a rival's closed card against one that is known
RIVAL_FAIR_SHARE: Final = 0.8  # of an equal part of a rank: what some rival will have in the end
LATER_SEAT_TAKES: Final = 0.1  # of the loot, for each seat still to play
DEAL_HEAT_POINTS: Final = 4.0  # of a lead in a single deal
LONG_GAME_HEAT_POINTS: Final = 25.0  # of a lead in a long game
# Weights of the odds to score a rank, with no, one, two … rounds to come after this one: of own cards, of the strongest
# rival's cards, the base, and of every seat beyond three (made by ``python -m koloda.bots.sweep.fit_odds``).
OWN_WEIGHT_BY_ROUNDS: Final = (1.92, 1.26, 0.94, 0.73, 0.53, 0.41, 0.32, 0.25)
RIVAL_WEIGHT_BY_ROUNDS: Final = (1.48, 0.87, 0.62, 0.47, 0.35, 0.29, 0.26, 0.25)
BASE_WEIGHT_BY_ROUNDS: Final = (-0.04, -0.28, -0.35, -0.35, -0.34, -0.29, -0.27, -0.26)
SEAT_WEIGHT_BY_ROUNDS: Final = (0.09, 0.13, 0.16, 0.18, 0.20, 0.24, 0.29, 0.00)


class SweepBrain(Brain):
    worlds = 400

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """The move after which the own hand is worth most."""
        assert isinstance(game, Sweep)
        own = rank_counts(game.hands[seat].cards())
        rivals = strongest(game, seat)
        return best_take(game, own, rivals) if game.group else best_play(game, own, rivals)

    def stage(self, game: Game) -> int:
        """Roll-outs end with the round: what hands are worth then is known better than how they will be played."""
        assert isinstance(game, Sweep)
        return 100 * game.deal + game.round

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Sweep)
        if game.over:
            return win_share(game, seat)
        heat = LONG_GAME_HEAT_POINTS if game.target else DEAL_HEAT_POINTS
        return lead_share(expected(game), seat, heat)

    def search(self, game: Game, seat: int, moves: list[str]) -> Search:
        return DoubtingSearch(self, seat, moves, self.choose(game, seat, game.chance))


def expected(game: Sweep) -> list[float]:
    """What everybody may expect to have scored at the end of the deal, all hands being known."""
    counts = [rank_counts(hand.cards()) for hand in game.hands]
    left = game.deck.size() // NEW_CARDS_PER_ROUND
    rest = BASE_WEIGHT_BY_ROUNDS[left] - SEAT_WEIGHT_BY_ROUNDS[left] * (game.seats - 3)
    totals = [float(score) for score in game.scores]
    for rank in range(1, 11):
        for seat in range(game.seats):
            rival = strongest_rival(counts, seat, rank)
            against = RIVAL_WEIGHT_BY_ROUNDS[left] * rival - OWN_WEIGHT_BY_ROUNDS[left] * counts[seat][rank] - rest
            totals[seat] += rank / (1 + exp(against))
    return totals


def strongest_rival(counts: list[list[int]], seat: int, rank: int) -> int:
    """How many cards of a rank the seat has that has most of them, but for ``seat``."""
    most = 0
    for other in range(len(counts)):
        if other != seat and counts[other][rank] > most:
            most = counts[other][rank]
    return most


def best_take(game: Sweep, own: list[int], rivals: list[float]) -> str:
    """The card of the loot that gains most."""
    move = ""
    most = -1.0
    for rank in game.loot_ranks():
        value = gain(rank, own[rank], 1, rivals[rank])
        if value > most:
            move = TAKES[rank]
            most = value
    return move


def best_play(game: Sweep, own: list[int], rivals: list[float]) -> str:
    """The card of the hand whose loss and loot together gain most."""
    move = ""
    most = -100.0
    table = rank_counts(game.table.cards())
    played = rank_counts(game.played)
    mine = 1 - LATER_SEAT_TAKES * (game.seats - 1 - len(game.order))
    for rank in range(1, 11):
        if own[rank]:
            value = gain(rank, own[rank], -1, rivals[rank])
            loot = captured(table, played, rank)
            for taken in range(1, 11):
                if loot[taken]:
                    value += mine * gain(taken, own[taken], loot[taken], rivals[taken])
            if value > most:
                move = PLAYS[rank]
                most = value
    return move


def gain(rank: int, own: int, more: int, rival: float) -> float:
    """The points that this many more cards of a rank bring on average."""
    return points(rank, own + more, rival) - points(rank, own, rival)


def points(rank: int, own: int, rival: float) -> float:
    """A rank times the odds to hold the most of it."""
    return rank / (1 + exp(MAJORITY_STEEPNESS * (rival - own))) if own > 0 else 0.0


def strongest(game: Sweep, seat: int) -> list[float]:
    """By rank: how many the strongest rival is known or likely to hold."""
    unseen = list(range(11))
    for pile in (game.hands[seat], game.table, game.discard):
        for card in pile.cards():
            unseen[card] -= 1
    for card in game.played:
        if card:
            unseen[card] -= 1
    most = [0] * 11
    closed = 0
    for other in range(game.seats):
        if other != seat:
            closed += add_known(game, other, unseen, most)
    total = 0
    for rank in range(1, 11):
        total += unseen[rank]
    part = CLOSED_CARD_WEIGHT * closed / (game.seats - 1) / max(1, total)
    strongest_rival_cards = [0.0] * 11
    for rank in range(1, 11):
        strongest_rival_cards[rank] = max(most[rank] + part * unseen[rank], RIVAL_FAIR_SHARE * rank / game.seats)
    return strongest_rival_cards


def add_known(game: Sweep, other: int, unseen: list[int], most: list[int]) -> int:
    """Count what everybody knows of a hand; how many of its cards are closed."""
    counts = [0] * 11
    closed = 0
    seen = game.hands_seen[other]
    for index, card in enumerate(game.hands[other].cards()):
        if seen[index] & PUBLIC:
            counts[card] += 1
            unseen[card] -= 1
        else:
            closed += 1
    for rank in range(1, 11):
        most[rank] = max(most[rank], counts[rank])
    return closed


def captured(table: list[int], played: list[int], card: int) -> list[int]:
    """By rank: what ``card`` would take if it were the last one played, its share of a tie from the best cards on."""
    table = table[:]
    low = lowest(played, card)
    top = highest(table)
    for rank in range(low, card):
        if played[rank]:
            if rank == low:
                table[top] = 0
            else:
                for taken in range(1, rank):
                    table[taken] = 0
            table[rank] += played[rank]
    first = top if card == low else card - 1
    last = top if card == low else 1
    return every(table, first, last, played[card] + 1)


def rank_counts(cards: list[int]) -> list[int]:
    """How many cards of each rank there are (and of none, under 0)."""
    counts = [0] * 11
    for card in cards:
        counts[card] += 1
    return counts


def lowest(played: list[int], card: int) -> int:
    """The lowest of ``card`` and the played ones."""
    for rank in range(1, card):
        if played[rank]:
            return rank
    return card


def highest(table: list[int]) -> int:
    """The highest rank on the table; 0 if it is empty."""
    for rank in range(10, 0, -1):
        if table[rank]:
            return rank
    return 0


def every(table: list[int], first: int, last: int, share: int) -> list[int]:
    """Every ``share``-th card of the ranks from ``first`` down to ``last``."""
    loot = [0] * 11
    turn = 0
    for rank in range(first, last - 1, -1):
        for _ in range(table[rank]):
            turn += 1
            if turn % share == 0:
                loot[rank] += 1
    return loot


BRAIN: Final = SweepBrain()
