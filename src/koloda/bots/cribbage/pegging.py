"""Cribbage for two: the rest of the play searched in full, against every hand that the other may have.

The other plays sensibly; one's own cards are chosen knowing only what the other has laid.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.games.cribbage.counting import rank_points, value
from koloda.games.cribbage.game import Cribbage

from .belief import Belief
from .endgame import Ending, crib_odds
from .ranks import fits, one, packed, sensible_lay, size, tail_of, tail_points, unpacked

THEY_PASSED: Final = 1  # bits of ``passed``
I_PASSED: Final = 2


class Play:
    """The rest of the play of one deal. Values are shares of the win times the odds of the hands they are for.

    ``cases`` are hands of the belief, which have all laid ``gone`` since; ``laid`` are one's own cards since;
    ``passed`` says who has said go in this count.
    """

    def __init__(self, game: Cribbage, seat: int) -> None:
        belief = Belief(game, seat)
        self.book = game.book
        self.go_each = game.go_each
        self.hands = belief.hands
        self.views = belief.views
        self.odds = belief.odds
        self.ending = Ending(game, seat, crib_odds(game, seat, belief.cribs))
        starter = game.starter.at(0)
        self.shows: list[int] = [int(rank_points(unpacked(kept), starter, self.book)) for kept in belief.kept]
        self.mine = packed(game.hands[seat])
        self.tail = tail_of(game.trick)
        self.count = game.count
        self.passed: i64 = THEY_PASSED if (game.passed >> (1 - seat)) & 1 else 0  # who is to lay has not passed

    def values(self) -> list[float]:
        """What a card of each rank is worth; -1 if it cannot be laid."""
        everything = list(range(len(self.hands)))
        values = [-1.0] * 13
        for rank in range(13):
            if (self.mine >> (3 * rank)) & 7 and self.count + value(4 * rank) <= 31:
                values[rank] = self.lay(everything, self.mine, 0, 0, self.tail, self.count, 0, 0, self.passed, rank)
        return values

    def lay(
        self,
        cases: list[int],
        mine: i64,
        gone: i64,
        laid: i64,
        tail: i64,
        count: i64,
        pegs: i64,
        theirs: i64,
        passed: i64,
        rank: i64,
    ) -> float:
        """One's own card."""
        tail = (tail << 4) + rank + 1
        count += value(4 * rank)
        pegs += tail_points(tail, count, self.book)
        if pegs >= self.ending.need:
            return self.weight(cases)
        mine -= one(rank)
        laid += one(rank)
        empty = self.hands[cases[0]] == gone
        able: list[int] = []
        stuck = cases
        if not empty:
            able, stuck = self.split_stuck(cases, gone, count)
        total = 0.0
        if able:
            total += self.their_turn(able, mine, gone, laid, tail, count, pegs, theirs, passed)
        if not empty and not passed & THEY_PASSED:
            pegs += self.go_points(count)
            passed |= THEY_PASSED
        if stuck and pegs < self.ending.need and fits(mine, count):
            total += self.my_turn(stuck, mine, gone, laid, tail, count, pegs, theirs, passed)
        elif stuck:
            total += self.end_mine(stuck, mine, gone, laid, count, pegs, theirs)
        return total

    def end_mine(self, cases: list[int], mine: i64, gone: i64, laid: i64, count: i64, pegs: i64, theirs: i64) -> float:
        """One's own card was the last of the count; the other has passed already."""
        if pegs >= self.ending.need:
            return self.weight(cases)
        if mine > 0:
            theirs += self.go_points(count)
        if theirs >= self.ending.their_need:
            return 0.0
        return self.end_count(cases, mine, gone, laid, pegs + self.last_points(count), theirs, False)

    def my_turn(
        self,
        cases: list[int],
        mine: i64,
        gone: i64,
        laid: i64,
        tail: i64,
        count: i64,
        pegs: i64,
        theirs: i64,
        passed: i64,
    ) -> float:
        """The best of one's own cards; at least one fits."""
        best = -1.0
        rank: i64 = 0
        left = mine
        while left > 0 and count + value(4 * rank) <= 31:
            if left & 7:
                worth = self.lay(cases, mine, gone, laid, tail, count, pegs, theirs, passed, rank)
                if worth > best:
                    best = worth
            left >>= 3
            rank += 1
        return best

    def their_turn(
        self,
        cases: list[int],
        mine: i64,
        gone: i64,
        laid: i64,
        tail: i64,
        count: i64,
        pegs: i64,
        theirs: i64,
        passed: i64,
    ) -> float:
        """The other lays what is sensible for each hand that it may have: hands that lay the same stay together."""
        groups: list[list[int]] = [[], [], [], [], [], [], [], [], [], [], [], [], []]
        rival = size(mine)
        for index in cases:
            rank = sensible_lay(self.hands[index] - gone, tail, count, self.views[index] - laid, rival, self.book)
            groups[rank].append(index)
        total = 0.0
        for number, group in enumerate(groups):
            if group:
                total += self.lay_theirs(group, mine, gone, laid, tail, count, pegs, theirs, passed, number)
        return total

    def lay_theirs(
        self,
        cases: list[int],
        mine: i64,
        gone: i64,
        laid: i64,
        tail: i64,
        count: i64,
        pegs: i64,
        theirs: i64,
        passed: i64,
        rank: i64,
    ) -> float:
        """The other's card."""
        tail = (tail << 4) + rank + 1
        count += value(4 * rank)
        theirs += tail_points(tail, count, self.book)
        gone += one(rank)
        if theirs < self.ending.their_need and fits(mine, count):
            return self.my_turn(cases, mine, gone, laid, tail, count, pegs, theirs, passed)
        if mine > 0 and not passed & I_PASSED:
            theirs += self.go_points(count)
            passed |= I_PASSED
        if theirs >= self.ending.their_need:
            return 0.0
        able, stuck = self.split_stuck(cases, gone, count)
        total = 0.0
        if able:
            total += self.their_turn(able, mine, gone, laid, tail, count, pegs, theirs, passed)
        if stuck:
            if self.hands[stuck[0]] != gone:
                pegs += self.go_points(count)
            total += self.end_count(stuck, mine, gone, laid, pegs, theirs + self.last_points(count), True)
        return total

    def go_points(self, count: i64) -> i64:
        """What a go brings to the opponent."""
        return 1 if self.go_each and count < 31 else 0

    def last_points(self, count: i64) -> i64:
        """What the last card of a count brings besides."""
        return 1 if self.go_each or count < 31 else 0

    def end_count(
        self, cases: list[int], mine: i64, gone: i64, laid: i64, pegs: i64, theirs: i64, my_lead: bool
    ) -> float:
        """A new count, led by the one who has not laid the last card, if it can."""
        if pegs >= self.ending.need:
            return self.weight(cases)
        if theirs >= self.ending.their_need:
            return 0.0
        empty = self.hands[cases[0]] == gone
        if self.book or (empty and mine == 0):
            total = 0.0
            for index in cases:
                total += self.odds[index] * self.ending.share(pegs, theirs, self.shows[index])
            return total
        if empty or (my_lead and mine > 0):
            return self.my_turn(cases, mine, gone, laid, 0, 0, pegs, theirs, 0)
        return self.their_turn(cases, mine, gone, laid, 0, 0, pegs, theirs, 0)

    def split_stuck(self, cases: list[int], gone: i64, count: i64) -> tuple[list[int], list[int]]:
        """The hands that can add a card to the count, and the others."""
        able: list[int] = []
        stuck: list[int] = []
        for index in cases:
            if fits(self.hands[index] - gone, count):
                able.append(index)
            else:
                stuck.append(index)
        return able, stuck

    def weight(self, cases: list[int]) -> float:
        """The odds of these hands together."""
        total = 0.0
        for index in cases:
            total += self.odds[index]
        return total
