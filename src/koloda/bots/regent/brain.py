"""Regent: look where a pair is likely, give cards away, leave a pair that cannot be given, attack what seldom pairs."""

from __future__ import annotations

from typing import Final

from koloda.bots.shared.doubting import DoubtingSearch
from koloda.bots.shared.lead import chips_share, lead_share
from koloda.bots.shared.triangle import TriangleBrain, unseen_counts
from koloda.core.cards import TRIANGULAR
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.pile import Pile
from koloda.core.search import Search
from koloda.games.regent import ATTACKS, GIFTS, LOOKS, Regent

from .two_seats import (
    ATTACK,
    DRAW,
    FOLD,
    GIFT,
    LOOK,
    PLAIN,
    SIZE_SHIFT,
    TABLE,
    Position,
    Spot,
    belief_index,
    duel,
    packed,
    top_pair,
)

LOOK_FROM_ODDS: Final = 0.66  # of a pair among cards that nobody has seen; players give pairs away
CHEAP_ATTACK_CHIPS: Final = 0.7  # that an attack may cost on average
PAIR_SURVIVAL_ODDS: Final = 0.95  # that a pair outlives a turn of its owner, with more than two seats (counted)
PAIR_ODDS_AFTER_GIFT: Final = 0.25  # the same of a seat that has given a card away
BROKEN_PAIR_RANKS: Final = 100  # what a gift gains by breaking a pair
CHIPS_HEAT: Final = 8.0  # of the share of the win by chips, fitted to matches of this brain
CHIPS_HEAT_SLOPE: Final = 0.7  # for each chip of the poorest seat
DUEL_CHIPS_HEAT: Final = 17.0  # the same for two seats
DUEL_CHIPS_HEAT_SLOPE: Final = 0.9
ENOUGH_CARDS: Final = 12  # the rest of a round hardly ever needs more


class RegentBrain(TriangleBrain):
    worlds = 300

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """The first of these that fits: a good look, a gift, a way out with a pair, a cheap attack, a draw."""
        assert isinstance(game, Regent)
        unseen = unseen_counts(game, game.hands[seat], seat)
        move = best_look(game, seat, unseen) or best_gift(game, seat)
        if move:
            return move
        if own_pair(game.hands[seat], game.rows[seat]) > int(game.fold_price()):
            return "fold"
        if not game.can_draw():
            return "fold"
        return cheap_attack(game, seat, unseen) or "draw"

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Regent)
        if game.seats == 2:
            return chips_share(game, seat, DUEL_CHIPS_HEAT, DUEL_CHIPS_HEAT_SLOPE)
        return chips_share(game, seat, CHIPS_HEAT, CHIPS_HEAT_SLOPE)

    def likely(self, world: Game, seat: int) -> bool:
        """Closed pairs are rarer than by chance: they are given away, or their owner leaves."""
        assert isinstance(world, Regent)
        if world.seats == 2:
            return believed(world, seat)
        for other in range(world.seats):
            if other != seat and world.active[other] and own_pair(world.hands[other], world.rows[other]) > 0:
                odds = keeps_pair(len(world.hands[other]))
                if int(world.chance.below(1000)) >= 1000 * odds:
                    return False
        return True

    def search(self, game: Game, seat: int, moves: list[str]) -> Search:
        if game.seats == 2:
            assert isinstance(game, Regent)
            return Duel(self, seat, moves, drawn_move(game, seat))
        return DoubtingSearch(self, seat, moves, self.choose(game, seat, game.chance))


class Duel(DoubtingSearch):
    """With two seats: the round as packed numbers, played on by the computed odds against each of the RIVAL_TABLES."""

    def add(self, world: Game) -> None:
        """Try every move that is still in question in this world, some times."""
        assert isinstance(world, Regent)
        at = position(world, self.seat)
        deck = cards_to_come(world)
        shares = gain_shares(world, self.seat)
        for index in self.alive:
            chance = world.chance.copy()
            number = move_number(self.moves[index])
            value = 0.0
            for other in RIVAL_TABLES:
                after = at.copy()
                gain = after.play(number, deck)
                if gain == 0:
                    gain = -duel(after, deck, other, TABLE, chance)
                value += shares[gain + MAX_CHIPS_PAID] / len(RIVAL_TABLES)
            self.values[index].append(value)
            self.sums[index] += value
        self.worlds += 1


def position(game: Regent, seat: int) -> Position:
    """The round as ``seat`` plays it, packed into numbers."""
    mine, theirs = packed(game.hands[seat]), packed(game.hands[1 - seat])
    closed = mine + theirs + packed(game.deck) + packed(game.burnt)
    return Position(mine, theirs, packed(game.rows[seat]), packed(game.rows[1 - seat]), closed, 0)


def cards_to_come(world: Regent) -> Pile:
    """The deck; if it is short, what a new one would add."""
    deck = world.deck.copy()
    if deck.size() < ENOUGH_CARDS:
        later = Pile.of(world.burnt.cards() + world.discard.cards())
        world.chance.shuffle(later, TRIANGULAR)
        if later.size() > world.burn:
            for _ in range(world.burn):
                later.draw()
        later.draw_to(deck, later.size())
    return deck


def move_number(move: str) -> int:
    """A move as its number in ``two_seats``."""
    words = move.split(" ")
    return GIFT + int(words[1]) if words[0] == "gift" else NUMBERS[words[0]]


def drawn_move(game: Regent, seat: int) -> str:
    """A move by the computed odds."""
    at = position(game, seat)
    spot = Spot()
    spot.read(at, game.can_draw())
    number = TABLE.draw(at, spot, game.chance)
    if number > GIFT:
        return GIFTS[number - GIFT][1 - seat]
    return ["fold", "draw", ATTACKS[1 - seat], LOOKS[1 - seat]][number]


def gain_shares(game: Regent, seat: int) -> list[float]:
    """What the seat's gains and losses of a round make of its share of the win, from the greatest loss on."""
    return [gain_share(game, seat, gain) for gain in range(-MAX_CHIPS_PAID, MAX_CHIPS_PAID + 1)]


def gain_share(game: Regent, seat: int, gain: int) -> float:
    """The share of the win after a round that brings ``gain``; no seat pays more than it has."""
    gain = max(-game.chips[seat], min(gain, game.chips[1 - seat]))
    chips = [game.chips[seat] + gain, game.chips[1 - seat] - gain]
    if min(chips) == 0 or game.round == game.max_rounds:
        return 0.5 if chips[0] == chips[1] else float(chips[0] > chips[1])
    return lead_share(chips, 0, DUEL_CHIPS_HEAT + DUEL_CHIPS_HEAT_SLOPE * min(chips))


def believed(world: Regent, seat: int) -> bool:
    """Whether the other seat may hold these cards: pairs are as rare as when both play by the odds."""
    at = position(world, seat)
    spot = Spot()
    spot.read(at, world.can_draw())
    pair_percent = TABLE.belief(belief_index(spot, at.theirs >> SIZE_SHIFT))
    likely = pair_percent / 100 if top_pair(at.theirs, at.their_row) > 0 else 100 / max(1, pair_percent)
    return int(world.chance.below(1000)) < 1000 * likely


def best_look(game: Regent, seat: int, unseen: list[int]) -> str:
    """The look that is the likeliest to find a pair, if it is likely enough."""
    move = ""
    most = LOOK_FROM_ODDS
    for other in range(game.seats):
        if other != seat and game.active[other] and game.hands[other].size() > 0:
            odds = pair_odds(game.rows[other], len(game.hands[other]), unseen)
            if odds > most:
                move = LOOKS[other]
                most = odds
    return move


def best_gift(game: Regent, seat: int) -> str:
    """The highest card of a pair, or else the highest card, to anybody who must take it."""
    hand = game.hands[seat]
    move = ""
    most = 0
    for other in range(game.seats):
        if other != seat and game.active[other]:
            for rank in range(1, 11):
                if hand.has(rank) and not game.rows[other].has(rank):
                    equals = int(hand.count(rank) + game.rows[seat].count(rank))
                    gain = BROKEN_PAIR_RANKS * equals + rank
                    if gain > most:
                        move = GIFTS[rank][other]
                        most = gain
    return move


def cheap_attack(game: Regent, seat: int, unseen: list[int]) -> str:
    """The attack that costs the least on average, if that is little."""
    move = ""
    least = CHEAP_ATTACK_CHIPS
    for other in range(game.seats):
        if other != seat and game.active[other]:
            cost = pair_cost(game.rows[other], unseen)
            if cost < least:
                move = ATTACKS[other]
                least = cost
    return move


def own_pair(hand: Pile, row: Pile) -> int:
    """The highest pair that a look at ``hand`` would find; 0 if there is none."""
    for rank in range(10, 0, -1):
        if hand.count(rank) > 1 or (hand.has(rank) and row.has(rank)):
            return rank
    return 0


def keeps_pair(size: int) -> float:
    """How often a pair is still there, once the hand has ``size`` cards: two are dealt, one is drawn in a turn."""
    if size < 2:
        return PAIR_ODDS_AFTER_GIFT
    odds = 1.0
    for _ in range(size - 2):
        odds *= PAIR_SURVIVAL_ODDS
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


NUMBERS: Final = {"fold": FOLD, "draw": DRAW, "attack": ATTACK, "look": LOOK}
MAX_CHIPS_PAID: Final = 10
RIVAL_TABLES: Final = [TABLE, TABLE, PLAIN, PLAIN]  # the other seat may play by the odds, or as many players do

BRAIN: Final = RegentBrain()
