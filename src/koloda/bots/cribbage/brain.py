"""Cribbage: exact averages for the discard, the play of two searched in full, the worth of the score at the end."""

from __future__ import annotations

from math import exp
from typing import Final

from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain, Estimate, win_share
from koloda.core.turn import ONE
from koloda.games.cribbage.game import PLAYED, PLAYS, Cribbage

from .endgame import last_deal_shares
from .pegging import Play
from .tables import (
    TABLES,
    crib_name,
    dealer_share,
    discard_worths,
    highest,
    mean_pegs,
    own_crib,
    peg_card,
    unlikely_discard,
)

LAST_DEAL_POINTS: Final = 42  # to go; from there a deal may be the last one, and the order of scoring counts
PEG_TABLE_WEIGHT: Final = 0.7  # how far the table of pegs is trusted
SLOPE_POINTS: Final = 4  # on each side, over which the worth of a point is measured
RACE_HEAT_PER_POINT: Final = 0.16  # of the distance to go, with more than two sides
LEAST_RACE_HEAT_POINTS: Final = 3.0


class CribbageBrain(Brain):
    worlds = 160

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """The discard with the best average; then the card that brings most and is answered least."""
        assert isinstance(game, Cribbage)
        if game.turn_kind == ONE:
            return PLAYS[peg_card(game, seat)]
        own = own_crib(game, seat)
        worths = discard_worths(game.hands[seat], TABLES.crib(crib_name(game.book, game.seats, own)), own, game.book)
        return game.moves(seat)[highest(worths)]

    def candidates(self, game: Game, seat: int) -> list[str]:
        """Of equal ranks in the play one card is enough."""
        moves = game.moves(seat)
        if game.turn_kind != ONE:
            return moves
        return [move for index, move in enumerate(moves) if index == 0 or move[5] != moves[index - 1][5]]

    def stage(self, game: Game) -> int:
        assert isinstance(game, Cribbage)
        return game.round

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Cribbage)
        if game.over:
            return win_share(game, seat)
        if game.seats == 2:
            shares = TABLES.shares("book" if game.book else "standard")
            dealer: int = game.dealer
            share = dealer_share(shares, game.target - game.scores[dealer], game.target - game.scores[1 - dealer])
            return share if seat == dealer else 1 - share
        return race_share(game, seat)

    def solve(self, game: Game, seat: int) -> list[Estimate]:
        """The play of two, and discards: by the order of the show where the deal may be the last, else by points."""
        assert isinstance(game, Cribbage)
        if game.turn_kind == ONE:
            return play_estimates(game, seat)
        if game.seats == 2 and game.target - max(game.scores) <= LAST_DEAL_POINTS:
            values = last_deal_shares(game, seat)
        else:
            values = by_points(game, seat, whole_worths(game, seat))
        return [Estimate(move, share, 0.0, 1) for move, share in zip(game.moves(seat), values, strict=True)]

    def likely(self, world: Game, seat: int) -> bool:
        """In the play the others hold what they would have kept of their cards."""
        assert isinstance(world, Cribbage)
        if world.turn_kind != ONE or world.crib.size() > 4:
            return True
        for other in range(world.seats):
            table = TABLES.crib(crib_name(world.book, world.seats, own_crib(world, other)))
            if other != seat and unlikely_discard(world, other, table):
                return False
        return True


def play_estimates(game: Cribbage, seat: int) -> list[Estimate]:
    """The cards of a seat with the play of two searched in full; none with more seats."""
    if game.seats > 2:
        return []
    values = Play(game, seat).values()
    return [Estimate(move, values[PLAYED[move] >> 2], 0.0, 1) for move in BRAIN.candidates(game, seat)]


def race_share(game: Cribbage, seat: int) -> float:
    """With more than two seats: shares fall with the points to go, more slowly far from the target."""
    least = game.target - max(game.scores)
    reach = LEAST_RACE_HEAT_POINTS + RACE_HEAT_PER_POINT * least
    total = 0.0
    for points in game.scores:
        total += exp((points + least - game.target) / reach)
    return exp((game.scores[seat] + least - game.target) / reach) / total


def whole_worths(game: Cribbage, seat: int) -> list[float]:
    """Points that each discard brings; for two with those of the play."""
    own = own_crib(game, seat)
    name = crib_name(game.book, game.seats, own)
    worths = discard_worths(game.hands[seat], TABLES.crib(name), own, game.book)
    if game.seats > 2:
        return worths
    pegs = mean_pegs(game.hands[seat], TABLES.pegging(name))
    return [worth + PEG_TABLE_WEIGHT * (ours - theirs) for worth, (ours, theirs) in zip(worths, pegs, strict=True)]


def by_points(game: Cribbage, seat: int, worths: list[float]) -> list[float]:
    """Far from the end: the present share, lowered by what each discard brings less than the best one."""
    other = game.copy()
    now = BRAIN.worth(other, seat)
    other.scores[seat] += SLOPE_POINTS
    more = BRAIN.worth(other, seat)
    other.scores[seat] -= 2 * SLOPE_POINTS
    less = BRAIN.worth(other, seat)
    top = worths[highest(worths)]
    return [min(1.0, max(0.0, now + (worth - top) * (more - less) / (2 * SLOPE_POINTS))) for worth in worths]


BRAIN: Final = CribbageBrain()
