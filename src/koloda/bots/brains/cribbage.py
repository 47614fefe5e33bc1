"""Cribbage: exact averages for the discard, a look at the answers for the play, the worth of the score at the end."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.pile import Pile
from koloda.core.search import Brain, Estimate, won
from koloda.core.turn import ONE
from koloda.games._cribbage import JACK, show_value
from koloda.games.cribbage import PLAYS, Cribbage

from ._cribbage import (
    TABLES,
    crib_means,
    crib_name,
    deal_share,
    dealer_share,
    discard_worths,
    discards,
    highest,
    own_crib,
    peg_card,
    unlikely_discard,
)

NEAR: Final = 42  # points to go at which a deal may be the last one: then its order counts
STEP: Final = 4  # points on each side that the worth of one point is measured over
REACH: Final = 0.16  # by how much of the points to go shares level out, with more than two sides
LEAST_REACH: Final = 3.0


class CribbageBrain(Brain):
    worlds = 160

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """The discard with the best average; then the card that brings most and is answered least."""
        assert isinstance(game, Cribbage)
        if game.kind == ONE:
            return PLAYS[peg_card(game, seat)]
        own = own_crib(game, seat)
        worths = discard_worths(game.hands[seat], TABLES.crib(crib_name(game, own)), own, game.book)
        return game.moves(seat)[highest(worths)]

    def candidates(self, game: Game, seat: int) -> list[str]:
        """Of equal ranks in the play one card is enough."""
        moves = game.moves(seat)
        if game.kind != ONE:
            return moves
        return [move for index, move in enumerate(moves) if index == 0 or move[5] != moves[index - 1][5]]

    def mark(self, game: Game) -> int:
        assert isinstance(game, Cribbage)
        return game.round

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Cribbage)
        if game.over:
            return won(game, seat)
        if game.seats == 2:
            shares = TABLES.shares("book" if game.book else "standard")
            dealer: int = game.dealer
            share = dealer_share(shares, game.target - game.scores[dealer], game.target - game.scores[1 - dealer])
            return share if seat == dealer else 1 - share
        return race_share(game, seat)

    def solve(self, game: Game, seat: int) -> list[Estimate]:
        """Discards are worked out: by the order of the show where the deal may be the last, by points elsewhere."""
        assert isinstance(game, Cribbage)
        if game.kind == ONE:
            return []
        own = own_crib(game, seat)
        table = TABLES.crib(crib_name(game, own))
        moves = game.moves(seat)
        if game.seats == 2 and game.target - max(game.scores) <= NEAR:
            values = last_deal_shares(game, seat, table)
        else:
            worths = discard_worths(game.hands[seat], table, own, game.book)
            values = by_points(game, seat, worths)
        return [Estimate(move, share, 0.0, 1) for move, share in zip(moves, values, strict=True)]

    def likely(self, world: Game, seat: int) -> bool:
        """In the play the others hold what they would have kept of their cards."""
        assert isinstance(world, Cribbage)
        if world.kind != ONE or world.crib.size() > 4:
            return True
        for other in range(world.seats):
            table = TABLES.crib(crib_name(world, own_crib(world, other)))
            if other != seat and unlikely_discard(world, other, table):
                return False
        return True


def race_share(game: Cribbage, seat: int) -> float:
    """With more than two seats: shares fall with the points to go, the less the more there are."""
    least = game.target - max(game.scores)
    reach = LEAST_REACH + REACH * least
    total = 0.0
    for points in game.scores:
        total += exp((points + least - game.target) / reach)
    return exp((game.scores[seat] + least - game.target) / reach) / total


def by_points(game: Cribbage, seat: int, worths: list[float]) -> list[float]:
    """Far from the end: the share as it stands, moved by what each discard brings less than the best one."""
    other = game.copy()
    now = BRAIN.worth(other, seat)
    other.scores[seat] += STEP
    more = BRAIN.worth(other, seat)
    other.scores[seat] -= 2 * STEP
    less = BRAIN.worth(other, seat)
    top = worths[highest(worths)]
    return [min(1.0, max(0.0, now + (worth - top) * (more - less) / (2 * STEP))) for worth in worths]


def last_deal_shares(game: Cribbage, seat: int, table: list[float]) -> list[float]:
    """Near the end: every discard with every starter in many deals as they come, each scored in its order."""
    hand = game.hands[seat]
    rules = "book" if game.book else "standard"
    shares = TABLES.shares(rules)
    pool = TABLES.pool(rules)
    dealing = game.dealer == seat
    dealer: i64 = game.dealer
    dealer_needs = game.target - game.scores[dealer]
    pone_needs = game.target - game.scores[1 - dealer]
    usual = 0.0
    for usual_deal in pool:
        usual += usual_deal[4] / len(pool)
    deal = [0] * 5
    found: list[float] = []
    for gone, crib in zip(discards(hand), crib_means(hand, table), strict=True):
        kept = Pile.of([card for card in hand.cards() if card not in gone])
        total = 0.0
        starters = 0
        for starter in range(52):
            if hand.has(starter):
                continue
            points: int = show_value(kept, starter, False, game.book)
            heels = 2 if starter >> 2 == JACK else 0
            starters += 1
            if heels >= dealer_needs:
                total += 1.0
                continue
            for index in range(starters % 4, len(pool), 4):
                deal[:] = pool[index]
                deal[3 if dealing else 2] = points
                deal[4] = max(0, int(deal[4] + crib - usual + index / len(pool)))
                total += 4 / len(pool) * deal_share(shares, dealer_needs - heels, pone_needs, deal, game.book)
        share = min(1.0, total / starters)
        found.append(share if dealing else 1 - share)
    return found


BRAIN: Final = CribbageBrain()
