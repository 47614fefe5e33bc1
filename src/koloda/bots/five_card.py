"""Five Cards: put the card where it moves the odds of the columns most, each column worth its common card."""

from __future__ import annotations

from math import erf, sqrt, tanh
from typing import Final

from koloda.bots.bot import Bot
from koloda.bots.shared.triangle import sum_of
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain, win_share
from koloda.games.five_card import COLUMN_COUNT, PLACES, FiveCard

SAFE_LEAD_SCALE: Final = 8.0  # the sum by which a column is half safe
LEAD_POINT_WORTH: Final = 0.02  # where the next card may end the round
ROUND_POINTS_PER_SEAT: Final = 16.5
ROUND_SWING_POINTS: Final = 12.0  # by which the points of a round differ


class FiveCardBrain(Brain):
    worlds = 200

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """The column whose gain is greatest; a rank that fills up ends the round sooner, as the leader likes it."""
        assert isinstance(game, FiveCard)
        card = int(game.drawn.at(0))
        free = 0
        best = -1e9
        move = ""
        for column in range(COLUMN_COUNT):
            if not game.contains(column, card):
                free += 1
        for column in range(COLUMN_COUNT):
            if not game.contains(column, card):
                value = gain(game, seat, column, card)
                if free == 1:
                    value += LEAD_POINT_WORTH * int(game.deck.count(card)) * lead_after(game, seat, column, card)
                if value > best:
                    best = value
                    move = PLACES[game.common.at(column)]
        return move

    def stage(self, game: Game) -> int:
        assert isinstance(game, FiveCard)
        return game.round

    def worth(self, game: Game, seat: int) -> float:
        """The odds that the lead holds over the rounds that are left."""
        assert isinstance(game, FiveCard)
        if game.over:
            return win_share(game, seat)
        rounds = max(0.5, (game.target - max(game.scores)) / ROUND_POINTS_PER_SEAT)
        lead = game.scores[seat] - game.scores[1 - seat]
        return 0.5 + 0.5 * erf(lead / (ROUND_SWING_POINTS * sqrt(2 * rounds)))


def gain(game: FiveCard, seat: int, column: int, card: int) -> float:
    """By how much the odds of a column move when ``card`` is laid there."""
    lead = sum_of(game.sides[seat * COLUMN_COUNT + column]) - sum_of(game.sides[(1 - seat) * COLUMN_COUNT + column])
    return int(game.common.at(column)) * (tanh((lead + card) / SAFE_LEAD_SCALE) - tanh(lead / SAFE_LEAD_SCALE))


def lead_after(game: FiveCard, seat: int, column: int, card: int) -> float:
    """The lead in points, were the round to end once ``card`` lies in ``column``."""
    lead = 0.0
    for i in range(COLUMN_COUNT):
        mine = sum_of(game.sides[seat * COLUMN_COUNT + i])
        theirs = sum_of(game.sides[(1 - seat) * COLUMN_COUNT + i])
        if i == column:
            mine += card
        if mine != theirs:
            lead += int(game.common.at(i)) if mine > theirs else -int(game.common.at(i))
    return lead


BRAIN: Final = FiveCardBrain()
BOT: Final = Bot(brain=BRAIN)
