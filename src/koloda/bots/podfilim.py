"""Podfilim: a part is worth the majorities it may win, less what others want of it; votes are mixed.

Everything but the order of the deck is open, so one round is thought through and what comes after it is estimated.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from koloda.bots.bot import Bot
from koloda.bots.shared.drawing import draw_index
from koloda.core.cards import TRIANGULAR_JOKER
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain, win_share
from koloda.games.podfilim.game import SPLITS, Podfilim
from koloda.games.podfilim.info import COLOURS

LEAST_CARDS_LEFT: Final = 0.35  # keeps the odds finite where nothing of a rank is left
TIE_LEAD: Final = 0.5  # a tie is worth half a card: both win
LEAD_LOST_TO_RIVALS: Final = 0.3  # for the root of the cards that are left, there being two rivals
SHARED_PART_WORTH: Final = 0.3  # the share that each of several gets in the end of a part that they all want
RIVAL_GAIN_WEIGHT: Final = 0.35  # that a dealer counts against a split
MAX_SPLITS_SEARCHED: Final = 10
LAST_HEAT_POINTS: Final = 1.5  # of standing that decide a match whose deck is empty
HEAT_SQUARE_PER_CARD: Final = 1.3  # how their square grows with each card that is left
VOTE_ROUNDS: Final = 6  # in which every voter answers the others' odds
VOTE_WARMTH_POINTS: Final = 1.0  # a vote that is worth this much less is cast e times less often
VOTES: Final = [f"vote {colour}" for colour in COLOURS]
DROPS: Final = [f"drop {colour}" for colour in COLOURS]
JOKERS: Final = [f"joker {rank}" for rank in range(11)]
LEAD_COUNT: Final = 41  # leads from -20 to 20 cards


def rank_odds() -> list[float]:
    """How likely a seat wins a rank, by the cards of it that are left and how many it is ahead (20 + lead)."""
    table = [0.0] * (32 * LEAD_COUNT)
    for left in range(32):
        for ahead in range(LEAD_COUNT):
            lead = ahead - 20 + TIE_LEAD - LEAD_LOST_TO_RIVALS * sqrt(left)
            table[left * LEAD_COUNT + ahead] = 1 / (1 + exp(-3.0 * lead / sqrt(LEAST_CARDS_LEFT + left)))
    return table


ODDS: Final = rank_odds()


class Standing:
    """Who has how many of each rank, and what more of them would be worth."""

    def __init__(self, game: Podfilim) -> None:
        seats = game.seats
        self.seats = seats
        self.counts = game.jokers[:]
        for seat in range(seats):
            for card in game.numbers[seat].cards():
                self.counts[11 * seat + card] += 1
        self.left = [0] * 11
        for card in game.deck.cards():
            if card == TRIANGULAR_JOKER:
                self.left[0] += 1
            else:
                self.left[card] += 1

    def odds(self, seat: int, rank: int, more: int) -> float:
        """How likely the seat wins a rank with ``more`` cards of it."""
        mine = self.counts[11 * seat + rank] + more
        best = 0
        for other in range(self.seats):
            if other != seat:
                best = max(best, self.counts[11 * other + rank])
        ahead = mine - best if mine else -best - 1
        left = self.left[rank] + self.left[0] * rank // 30 if self.left[rank] else self.left[0] * rank // 60
        return ODDS[left * LEAD_COUNT + 20 + ahead]

    def points(self, seat: int) -> float:
        """What the seat may expect to score."""
        total = 0.0
        for rank in range(1, 11):
            total += rank * self.odds(seat, rank, 0)
        return total

    def gain(self, seat: int, cards: list[int]) -> float:
        """What these cards add to that."""
        more = [0] * 11
        for card in cards:
            if card == TRIANGULAR_JOKER:
                more[0] += 1
            else:
                more[card] += 1
        for _ in range(more[0]):
            rank = self.best_joker(seat, more)
            if rank:
                more[rank] += 1
        total = 0.0
        for rank in range(1, 11):
            if more[rank]:
                total += rank * (self.odds(seat, rank, more[rank]) - self.odds(seat, rank, 0))
        return total

    def best_joker(self, seat: int, more: list[int]) -> int:
        """The own rank on which one more card does most; 0 if there is none."""
        best = 0
        most = -1.0
        for rank in range(1, 11):
            if self.counts[11 * seat + rank] + more[rank]:
                value = rank * (self.odds(seat, rank, more[rank] + 1) - self.odds(seat, rank, more[rank]))
                if value >= most:
                    best = rank
                    most = value
        return best


class PodfilimBrain(Brain):
    worlds = 400
    mixing_margin = 1.0

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        assert isinstance(game, Podfilim)
        standing = Standing(game)
        if game.now == "split":
            return ranked_splits(game, standing, seat)[0]
        if game.now == "sort":
            return JOKERS[standing.best_joker(seat, [0] * 11)]
        parts = [part.cards() for part in game.parts]
        if game.now == "drop":
            return DROPS[best_drop(standing, seat, parts)]
        odds = vote_odds(standing, voters_of(game), parts)
        return VOTES[draw_index(odds[voters_of(game).index(seat)], chance)]

    def candidates(self, game: Game, seat: int) -> list[str]:
        assert isinstance(game, Podfilim)
        if game.now != "split":
            return game.moves(seat)
        return ranked_splits(game, Standing(game), seat)[:MAX_SPLITS_SEARCHED]

    def stage(self, game: Game) -> int:
        assert isinstance(game, Podfilim)
        return game.round

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Podfilim)
        if game.over:
            return win_share(game, seat)
        standing = Standing(game)
        cards = int(game.deck.size() + game.row.size())
        scale = sqrt(LAST_HEAT_POINTS * LAST_HEAT_POINTS + HEAT_SQUARE_PER_CARD * cards)
        for card in game.row.cards():
            standing.left[0 if card == TRIANGULAR_JOKER else card] += 1
        mine = standing.points(seat)
        total = 0.0
        for other in range(game.seats):
            total += exp((standing.points(other) - mine) / scale)
        return 1 / total


def voters_of(game: Podfilim) -> list[int]:
    return [seat for seat in range(game.seats) if (game.voters >> seat) & 1]


def vote_odds(standing: Standing, voters: list[int], parts: list[list[int]]) -> list[list[float]]:
    """How often each voter votes for each part: by what it is worth to them and how many others want it."""
    values: list[list[float]] = []
    shared: list[list[float]] = []
    for seat in voters:
        worth = [standing.gain(seat, part) for part in parts]
        values.append(worth)
        shared.append([SHARED_PART_WORTH * worth[i] if len(part) > 1 else 0.0 for i, part in enumerate(parts)])
    return quantal_votes(values, shared, [len(part) > 0 for part in parts])


def shares(weights: list[float]) -> list[float]:
    """The weights as parts of one; equal parts if all weights are 0."""
    total = 0.0
    for weight in weights:
        total += weight
    if total <= 0.0:
        return [1 / len(weights)] * len(weights)
    return [weight / total for weight in weights]


def quantal_votes(values: list[list[float]], shared: list[list[float]], open: list[bool]) -> list[list[float]]:
    """The odds of a secret vote: every voter answers the others' odds a few times and prefers the better parts.

    ``values[voter][part]`` is the worth of a part taken alone, ``shared`` that of one that others want too.
    """
    n = len(values)
    odds = [shares([1.0 if part else 0.0 for part in open]) for _ in values]
    for _ in range(VOTE_ROUNDS):
        for at in range(n):
            weights: list[float] = []
            for part in range(len(open)):
                alone = 1.0
                for other in range(n):
                    if other != at:
                        alone *= 1 - odds[other][part]
                value = alone * values[at][part] + (1 - alone) * shared[at][part]
                weights.append(exp(value / VOTE_WARMTH_POINTS) if open[part] else 0.0)
            odds[at] = shares(weights)
    return odds


def expected(standing: Standing, voters: list[int], parts: list[list[int]], seat: int) -> float:
    """What a seat may expect of a vote, less a part of what the others may."""
    odds = vote_odds(standing, voters, parts)
    total = 0.0
    for at, voter in enumerate(voters):
        value = 0.0
        for i, part in enumerate(parts):
            alone = odds[at][i]
            for other in range(len(voters)):
                if other != at:
                    alone *= 1 - odds[other][i]
            shared = SHARED_PART_WORTH * (odds[at][i] - alone) if len(part) > 1 else 0.0
            value += standing.gain(voter, part) * (alone + shared)
        total += value if voter == seat else -RIVAL_GAIN_WEIGHT * value / max(1, len(voters) - 1)
    return total


def ranked_splits(game: Podfilim, standing: Standing, seat: int) -> list[str]:
    """All splits, the most promising first."""
    row = game.row.cards()
    voters = voters_of(game)
    ranked: list[tuple[float, str]] = []
    for move in SPLITS[len(row)]:
        white = int(move[6])
        blue = white + int(move[8])
        parts = [row[:white], row[white:blue], row[blue:]]
        ranked.append((-expected(standing, voters, parts, seat), move))
    return [move for _, move in sorted(ranked)]


def best_drop(standing: Standing, seat: int, parts: list[list[int]]) -> int:
    best = 0
    most = -1000.0
    for i in range(3):
        left = [[] if i == j else part for j, part in enumerate(parts)]
        value = expected(standing, [0, 1], left, seat)
        if value > most:
            best = i
            most = value
    return best


BRAIN: Final = PodfilimBrain()
BOT: Final = Bot(brain=BRAIN)
