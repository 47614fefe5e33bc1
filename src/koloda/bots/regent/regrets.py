"""The odds of two-seat Regent, computed for ``build_tables`` by external-sampling regret minimisation.

Both seats learn one table, since the cards alone decide who starts. Values are chips of a round.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.bots.shared.drawing import draw_index
from koloda.core.cards import TRIANGULAR
from koloda.core.chance import Chance
from koloda.core.pile import Pile

from .two_seats import (
    CLASS_COUNT,
    DRAW,
    FOLD,
    HAND_SIZES,
    LOOK,
    LOOK_LEVELS,
    ODDS_SUM,
    SIZE_SHIFT,
    WAY_COUNT,
    Position,
    Spot,
    Table,
    belief_index,
    count,
    duel,
    lowest,
    packed,
    top_pair,
    unit,
)

MIN_CARDS_GONE: Final = 5  # burnt or played before the round
CARDS_GONE_SPAN: Final = 26
EXPLORE_1_IN: Final = 4  # times, learning goes on from a move that would not be played
LEAST_WAY_SHARE: Final = 0.02  # a way that is played less often is left out


class Deal:
    """A round as it is dealt: the starter's position, and the deck."""

    def __init__(self, chance: Chance) -> None:
        self.deck = Pile.of(TRIANGULAR.pack)
        chance.shuffle(self.deck, TRIANGULAR)
        public = packed(self.deck)
        gone = MIN_CARDS_GONE + chance.below(CARDS_GONE_SPAN)
        i: i64 = 0
        while i < gone:
            card = self.deck.draw()
            if i >= MIN_CARDS_GONE and i % 2 == 0:  # about half of them were seen
                public -= unit(card)
            i += 1
        first: i64 = 0
        second: i64 = 0
        for _ in range(2):
            first += unit(self.deck.draw())
            second += unit(self.deck.draw())
        row = unit(self.deck.draw())
        other = unit(self.deck.draw())
        low, high = lowest(row), lowest(other)
        while low == high and low > 0:
            low = self._extra(row)
            if low > 0:
                row += unit(low)
            high = self._extra(other)
            if high > 0:
                other += unit(high)
        public -= row + other
        next_card: i64 = 0
        if low < high:
            self.start = Position(first, second, row, other, public, next_card)
        else:
            self.start = Position(second, first, other, row, public, next_card)

    def _extra(self, row: i64) -> i64:
        """A card that does not pair the row; 0 if there is none."""
        while self.deck.size() > 0:
            card = self.deck.draw()
            if count(row, card) == 0:
                return card
        return 0


class Trainer:
    """Regrets and averages of all classes; ``rival``: a table that the other seat keeps to."""

    def __init__(self, chance: Chance, rival: Table | None = None) -> None:
        self.chance = chance
        self.rival = rival
        self.regrets = [0.0] * (CLASS_COUNT * WAY_COUNT)
        self.sums = [0.0] * (CLASS_COUNT * WAY_COUNT)
        self.visits: list[int] = [0] * CLASS_COUNT
        self.spot = Spot()
        self.deck = Pile()
        self.weight = 0.0  # later strategies count the more in the average

    def run(self, deals: int) -> None:
        """Learn from this many deals: in each one first for the starter, then for the other seat."""
        for _ in range(deals):
            self.weight += 1.0
            deal = Deal(self.chance)
            self.deck = deal.deck
            self._walk(deal.start.copy(), True)
            self._walk(deal.start, False)

    def _walk(self, at: Position, learns: bool) -> float:
        """What the position is worth to its mover, learning at the nodes of one seat only."""
        spot = self.spot
        spot.read(at, at.next_card < self.deck.size())
        if learns:
            return self._learn(at)
        gain = at.play(self._other_move(at, True), self.deck)
        return float(gain) if gain != 0 else -self._walk(at, True)

    def _learn(self, at: Position) -> float:
        """All moves are tried: one that goes on is learned from further, the others are played out once."""
        spot = self.spot
        key = spot.key
        odds = self._strategy(spot)
        moves: list[int] = [int(spot.move(way)) for way in range(WAY_COUNT)]
        values = [0.0] * WAY_COUNT
        way_to_follow = self._way_to_follow(moves, odds)
        mean = 0.0
        way: i64 = 0
        while way < WAY_COUNT:
            if moves[way] >= 0:
                after = at.copy()
                gain = after.play(moves[way], self.deck)
                if gain != 0:
                    value = float(gain)
                else:
                    value = -self._walk(after, False) if way == way_to_follow else -self._play_out(after)
                values[way] = value
                mean += odds[way] * value
            way += 1
        way = 0
        base: i64 = key * WAY_COUNT
        while way < WAY_COUNT:
            if moves[way] >= 0:
                self.regrets[base + way] += values[way] - mean  # not cut at 0: chance would keep bad ways alive
            way += 1
        if self.rival is not None:
            self._average(key, odds)
        return mean

    def _way_to_follow(self, moves: list[int], odds: list[float]) -> i64:
        """The way to learn further from: one that would be played, or any that may go on."""
        way: i64 = draw_index(odds, self.chance)
        if (way in (FOLD, LOOK) or self.chance.below(EXPLORE_1_IN) == 0) and moves[DRAW] >= 0:
            way = self.chance.below(WAY_COUNT)
            while moves[way] < 0 or way in (FOLD, LOOK):
                way = self.chance.below(WAY_COUNT)
        return way

    def _play_out(self, at: Position) -> float:
        """What the other one, who is the mover now, gains when both play by what they know so far."""
        learns = False
        sign: i64 = 1
        while True:
            self.spot.read(at, at.next_card < self.deck.size())
            if learns:
                move = self.spot.move(draw_index(self._strategy(self.spot), self.chance))
            else:
                move = self._other_move(at, False)
            gain = at.play(move, self.deck)
            if gain != 0:
                return float(sign * gain)
            learns = not learns
            sign = -sign

    def _other_move(self, at: Position, averages: bool) -> i64:
        if self.rival is not None:
            return self.rival.draw(at, self.spot, self.chance)
        odds = self._strategy(self.spot)
        if averages:
            self._average(self.spot.key, odds)
        return self.spot.move(draw_index(odds, self.chance))

    def _strategy(self, spot: Spot) -> list[float]:
        """The odds of the ways: by their regrets, or equal ones where nothing is regretted."""
        base: i64 = spot.key * WAY_COUNT
        odds = [0.0] * WAY_COUNT
        total = 0.0
        legal = 0.0
        way: i64 = 0
        while way < WAY_COUNT:
            if spot.move(way) >= 0:
                legal += 1.0
                regret = self.regrets[base + way]
                if regret > 0:
                    odds[way] = regret
                    total += regret
            way += 1
        way = 0
        while way < WAY_COUNT:
            if total > 0:
                odds[way] /= total
            elif spot.move(way) >= 0:
                odds[way] = 1 / legal
            way += 1
        return odds

    def _average(self, key: i64, odds: list[float]) -> None:
        base: i64 = key * WAY_COUNT
        self.visits[key] += 1
        way: i64 = 0
        while way < WAY_COUNT:
            if odds[way] > 0:
                self.sums[base + way] += self.weight * odds[way]
            way += 1

    def average_strategies(self, least: int) -> dict[str, str]:
        """For each class visited at least ``least`` times, the average odds in the file's shares of ODDS_SUM."""
        averages: dict[str, str] = {}
        for key in range(CLASS_COUNT):
            if self.visits[key] >= least:
                averages[str(key)] = bytes(odds_shares(self.sums[key * WAY_COUNT : (key + 1) * WAY_COUNT])).hex()
        return averages

    def best_responses(self, least: int) -> dict[str, str]:
        """For each class visited at least ``least`` times, always play the way with the highest regret."""
        best_ways: dict[str, str] = {}
        for key in range(CLASS_COUNT):
            if self.visits[key] >= least:
                regrets = self.regrets[key * WAY_COUNT : (key + 1) * WAY_COUNT]
                best = regrets.index(max(regrets))
                best_ways[str(key)] = bytes([ODDS_SUM if way == best else 0 for way in range(WAY_COUNT)]).hex()
        return best_ways


def odds_shares(sums: list[float]) -> list[int]:
    """Shares of ODDS_SUM, rounded so that they add up to it; ways that are hardly ever played are left out."""
    total = sum(sums)
    shares = [share if share >= LEAST_WAY_SHARE * total else 0.0 for share in sums]
    total = sum(shares)
    rounded = [int(ODDS_SUM * share / total) for share in shares]
    rests = sorted(range(WAY_COUNT), key=lambda way: rounded[way] - ODDS_SUM * shares[way] / total)
    for way in rests[: ODDS_SUM - sum(rounded)]:
        rounded[way] += 1
    return rounded


def mean_gain(one: Table, other: Table, deals: int, chance: Chance) -> float:
    """What ``one`` gains from ``other`` in a round, in chips: every deal is played from both seats."""
    total: i64 = 0
    for _ in range(deals):
        deal = Deal(chance)
        total += duel(deal.start.copy(), deal.deck, one, other, chance)
        total -= duel(deal.start, deal.deck, other, one, chance)
    return float(total) / (2 * deals)


def beliefs(table: Table, deals: int, chance: Chance) -> list[int]:
    """By the odds of a look and the size of the other hand: how much rarer pairs are than by chance, in percent.

    Where both play by the table; the number multiplies the odds of a pair to no pair.
    """
    naive = [0.0] * (LOOK_LEVELS * HAND_SIZES)
    pairs = [0.0] * (LOOK_LEVELS * HAND_SIZES)
    seen = [0.0] * (LOOK_LEVELS * HAND_SIZES)
    spot = Spot()
    for _ in range(deals):
        deal = Deal(chance)
        at = deal.start
        gain: i64 = 0
        while gain == 0:
            spot.read(at, at.next_card < deal.deck.size())
            place = belief_index(spot, at.theirs >> SIZE_SHIFT)
            seen[place] += 1
            naive[place] += float(spot.odds) / 1000
            if top_pair(at.theirs, at.their_row) > 0:
                pairs[place] += 1
            gain = at.play(table.draw(at, spot, chance), deal.deck)
    percents: list[int] = []
    for place in range(LOOK_LEVELS * HAND_SIZES):
        fewer = (pairs[place] + 1) / (seen[place] - pairs[place] + 1)
        chances = (naive[place] + 1) / (seen[place] - naive[place] + 1)
        percents.append(round(100 * fewer / chances))
    return percents
