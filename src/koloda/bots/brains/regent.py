"""Regent: look where a pair is likely, give cards away, leave a pair that cannot be given, attack what seldom pairs."""

from __future__ import annotations

from typing import Final

from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.pile import Pile
from koloda.core.search import Brain, Search
from koloda.games.regent import ATTACKS, GIFTS, LOOKS, Regent

from ._hands import Doubting, chips_lead
from ._triangle import unseen_counts

LOOK_FROM: Final = 0.66  # likelihood of a pair among cards that nobody has seen; players give pairs away
CHEAP_ATTACK: Final = 0.7  # chips that an attack may cost on average
KEEPS: Final = (0.76, 0.95)  # how often a pair outlives another turn of its owner: with two seats, with more (counted)
GAVE: Final = 0.25  # the same of a seat that has given a card away
PAIRED: Final = 100  # what a gift gains by breaking a pair, in ranks
HEAT: Final = 8.0  # of the win by chips, fitted to matches of this brain
SLOPE: Final = 0.7
DUEL_HEAT: Final = 17.0  # the same for two seats
DUEL_SLOPE: Final = 0.9


class RegentBrain(Brain):
    worlds = 300

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """The first of these that fits: a good look, a gift, a way out with a pair, a cheap attack, a draw."""
        assert isinstance(game, Regent)
        unseen = unseen_counts(game, game.hands[seat], seat)
        move = best_look(game, seat, unseen) or best_gift(game, seat)
        if move:
            return move
        if own_pair(game.hands[seat], game.rows[seat]) > int(game.price()):
            return "fold"
        if not game.can_draw():
            return "fold"
        return cheap_attack(game, seat, unseen) or "draw"

    def mark(self, game: Game) -> int:
        assert isinstance(game, Regent)
        return game.round

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Regent)
        if game.seats == 2:
            return chips_lead(game, seat, DUEL_HEAT, DUEL_SLOPE)
        return chips_lead(game, seat, HEAT, SLOPE)

    def likely(self, world: Game, seat: int) -> bool:
        """Closed pairs are rarer than chance has them: they are given away, or their owner leaves."""
        assert isinstance(world, Regent)
        for other in range(world.seats):
            if other != seat and world.active[other] and own_pair(world.hands[other], world.rows[other]) > 0:
                odds = keeps_pair(len(world.hands[other]), world.seats)
                if int(world.chance.below(1000)) >= 1000 * odds:
                    return False
        return True

    def search(self, game: Game, seat: int, moves: list[str]) -> Search:
        return Doubting(self, seat, moves, self.choose(game, seat, game.chance))


def best_look(game: Regent, seat: int, unseen: list[int]) -> str:
    """The look that is the likeliest to find a pair, if it is likely enough."""
    found = ""
    most = LOOK_FROM
    for other in range(game.seats):
        if other != seat and game.active[other] and game.hands[other].size() > 0:
            odds = pair_odds(game.rows[other], len(game.hands[other]), unseen)
            if odds > most:
                found = LOOKS[other]
                most = odds
    return found


def best_gift(game: Regent, seat: int) -> str:
    """The highest card of a pair, or else the highest card, to anybody who must take it."""
    hand = game.hands[seat]
    found = ""
    most = 0
    for other in range(game.seats):
        if other != seat and game.active[other]:
            for rank in range(1, 11):
                if hand.has(rank) and not game.rows[other].has(rank):
                    equals = int(hand.count(rank) + game.rows[seat].count(rank))
                    gain = PAIRED * equals + rank
                    if gain > most:
                        found = GIFTS[rank][other]
                        most = gain
    return found


def cheap_attack(game: Regent, seat: int, unseen: list[int]) -> str:
    """The attack that costs the least on average, if that is little."""
    found = ""
    least = CHEAP_ATTACK
    for other in range(game.seats):
        if other != seat and game.active[other]:
            cost = pair_cost(game.rows[other], unseen)
            if cost < least:
                found = ATTACKS[other]
                least = cost
    return found


def own_pair(hand: Pile, row: Pile) -> int:
    """The highest pair that a look at ``hand`` would find; 0 if there is none."""
    for rank in range(10, 0, -1):
        if hand.count(rank) > 1 or (hand.has(rank) and row.has(rank)):
            return rank
    return 0


def keeps_pair(size: int, seats: int) -> float:
    """How often a pair is still there, once the hand has ``size`` cards: two are dealt, one is drawn in a turn."""
    if size < 2:
        return GAVE
    odds = 1.0
    for _ in range(size - 2):
        odds *= KEEPS[0] if seats == 2 else KEEPS[1]
    return odds


def pair_cost(row: Pile, unseen: list[int]) -> float:
    """What the next card costs on average if it may not pair ``row``."""
    cost = 0
    cards = 0
    for rank in range(1, 11):
        cards += unseen[rank]
        if row.has(rank):
            cost += rank * unseen[rank]
    return cost / max(1, cards)


def pair_odds(row: Pile, size: int, unseen: list[int]) -> float:
    """How likely ``size`` unseen cards hold a pair, among themselves or with the row."""
    clean = [0.0] * (size + 1)  # ways to choose 0, 1, 2 … cards of different ranks, none of them in the row
    clean[0] = 1.0
    cards = 0
    for rank in range(1, 11):
        cards += unseen[rank]
        if not row.has(rank):
            for k in range(size, 0, -1):
                clean[k] += clean[k - 1] * unseen[rank]
    ways = 1.0
    for k in range(size):
        ways = ways * (cards - k) / (k + 1)
    return 1 - clean[size] / ways if ways > 0 else 1.0


BRAIN: Final = RegentBrain()
