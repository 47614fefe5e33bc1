"""A brain for any game: it plays at random, so a search weighs a move by random play after it."""

from __future__ import annotations

from typing import Final

from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain


class RandomRollouts(Brain):
    """Chooses any legal move; all its strength comes from the search."""

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        moves = sorted(game.moves(seat))  # whatever their order tells
        return moves[chance.below(len(moves))]


RANDOM_ROLLOUTS: Final = RandomRollouts()
