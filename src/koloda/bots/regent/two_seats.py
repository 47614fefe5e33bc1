"""Regent for two, packed into numbers: a round, the classes of what its mover knows, and how often to play each move.

Cards are one number: four bits for each rank, and above them how many cards there are. The odds of
``tables.json`` are made by ``python -m koloda.bots.regent.build_tables``.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

from mypy_extensions import i64

from koloda.core.chance import Chance
from koloda.core.pile import Pile

SIZE_SHIFT: Final = 48  # the bit from which on the number of cards stands
ONE_CARD_COUNTED: Final = 1 << 48
ONE_TEN: Final = 1 << 40  # shifted down to the other ranks: compiled, a shifted-up 1 has 32 bits
FOLD: Final = 0
DRAW: Final = 1
ATTACK: Final = 2
LOOK: Final = 3
GIFT: Final = 3  # plus the rank that is given
# What a class weighs: fold, draw, attack, look, a gift out of a pair, the highest and the lowest other gift.
WAY_COUNT: Final = 7
CLASS_COUNT: Final = 5 * 8 * 6 * 5 * 5 * 3 * 3 * 2  # the levels of what ``Spot.read`` looks at, in its order
LOOK_LEVELS: Final = 8  # of the odds that a look finds a pair
HAND_SIZES: Final = 6  # by which beliefs about a closed hand are told apart
ODDS_SUM: Final = 255  # of a class
MAX_ODDS_CARDS: Final = 6  # closed cards whose odds are worked out; more of them always hold a pair
LOOK_FROM_PERMILLE: Final = 660  # as the first thought of the brain has it
CHEAP_ATTACK_CENTS: Final = 70  # hundredths of a chip, as the first thought has it


def unit(rank: i64) -> i64:
    """One card."""
    return (ONE_TEN >> (40 - 4 * rank)) + ONE_CARD_COUNTED


def count(cards: i64, rank: i64) -> i64:
    """How many cards of ``rank`` there are."""
    return (cards >> (4 * rank)) & 15


def packed(pile: Pile) -> i64:
    """The cards of a pile as a number."""
    cards: i64 = 0
    i: i64 = pile.size() - 1
    while i >= 0:
        cards += unit(pile.at(i))
        i -= 1
    return cards


def top_pair(hand: i64, row: i64) -> i64:
    """The highest pair that a look at ``hand`` would find; 0 if there is none."""
    rank: i64 = 10
    while rank > 0:
        held = count(hand, rank)
        if held > 1 or (held == 1 and count(row, rank) > 0):
            return rank
        rank -= 1
    return 0


def highest(cards: i64) -> i64:
    """The highest of some cards."""
    rank: i64 = 10
    while rank > 0 and count(cards, rank) == 0:
        rank -= 1
    return rank


def lowest(cards: i64) -> i64:
    """The lowest of some cards."""
    rank: i64 = 1
    while rank < 10 and count(cards, rank) == 0:
        rank += 1
    return rank


def pair_permille(row: i64, n: i64, unseen: i64) -> i64:
    """How likely ``n`` unseen cards hold a pair, among themselves or with the row."""
    cards = unseen >> SIZE_SHIFT
    if n > MAX_ODDS_CARDS or n > cards:
        return 1000
    one: i64 = 0  # ways to choose 1, 2, 3 … cards of different ranks, none of them in the row
    two: i64 = 0
    three: i64 = 0
    four: i64 = 0
    five: i64 = 0
    six: i64 = 0
    rank: i64 = 1
    while rank <= 10:
        if count(row, rank) == 0:
            more = count(unseen, rank)
            six += five * more
            five += four * more
            four += three * more
            three += two * more
            two += one * more
            one += more
        rank += 1
    clean: i64 = 1
    if n == 1:
        clean = one
    elif n == 2:
        clean = two
    elif n == 3:
        clean = three
    elif n == 4:
        clean = four
    elif n == 5:
        clean = five
    elif n == 6:
        clean = six
    return 1000 - 1000 * clean // ways(cards, n)


def ways(cards: i64, n: i64) -> i64:
    """The number of ways to choose ``n`` of this many cards."""
    product: i64 = 1
    k: i64 = 0
    while k < n:
        product = product * (cards - k) // (k + 1)
        k += 1
    return product


def pair_cents(row: i64, unseen: i64) -> i64:
    """What the next card costs on average, in hundredths, if it may not pair ``row``."""
    cost: i64 = 0
    rank: i64 = 1
    while rank <= 10:
        if count(row, rank) > 0:
            cost += rank * count(unseen, rank)
        rank += 1
    return 100 * cost // max(i64(1), unseen >> SIZE_SHIFT)


def hit_percent(cards: i64, unseen: i64) -> i64:
    """How likely the next card has a rank that is among ``cards``."""
    hits: i64 = 0
    rank: i64 = 1
    while rank <= 10:
        if count(cards, rank) > 0:
            hits += count(unseen, rank)
        rank += 1
    return 100 * hits // max(i64(1), unseen >> SIZE_SHIFT)


def level(value: i64, a: i64, b: i64, c: i64, d: i64) -> i64:
    """How many of four bounds a number has reached."""
    if value < b:
        return 0 if value < a else 1
    if value < c:
        return 2
    return 3 if value < d else 4


class Position:
    """A round as its mover sees it; ``public`` are the cards that do not lie open, the own hand among them."""

    def __init__(self, mine: i64, theirs: i64, my_row: i64, their_row: i64, public: i64, next_card: i64) -> None:
        self.mine = mine
        self.theirs = theirs
        self.my_row = my_row
        self.their_row = their_row
        self.public = public
        self.next_card = next_card  # its place in the deck

    def copy(self) -> Position:
        """The same position."""
        return Position(self.mine, self.theirs, self.my_row, self.their_row, self.public, self.next_card)

    def fold_price(self) -> i64:
        """What a fold costs."""
        return lowest(self.my_row + self.their_row)

    def play(self, move: i64, deck: Pile) -> i64:
        """Make a move: what the mover gains if the round ends, or 0, and the other one is the mover."""
        if move == FOLD:
            return -self.fold_price()
        if move == LOOK:
            pair = top_pair(self.theirs, self.their_row)
            return pair if pair > 0 else -highest(self.theirs + self.their_row)
        if move == DRAW:
            self.mine += unit(deck.at(self.next_card))
            self.next_card += 1
        elif move == ATTACK:
            card = deck.at(self.next_card)
            self.next_card += 1
            if count(self.their_row, card) > 0:
                return -card
            self.their_row += unit(card)
            self.public -= unit(card)
        else:
            given = unit(move - GIFT)
            self.mine -= given
            self.their_row += given
            self.public -= given
        self.mine, self.theirs = self.theirs, self.mine
        self.my_row, self.their_row = self.their_row, self.my_row
        return 0


class Spot:
    """What the mover of a position knows, by its class: the number of the class and the moves that it weighs."""

    def __init__(self) -> None:
        self.key: i64 = 0
        self.look: i64 = 0  # the level of the odds that a look finds a pair, from 1 on; 0: there is nothing to look at
        self.odds: i64 = 0  # of that, in thousandths, before any belief
        self.pair_gift: i64 = 0  # ranks; 0: there is no such gift
        self.high_gift: i64 = 0
        self.low_gift: i64 = 0
        self.cards = False

    def read(self, at: Position, cards: bool) -> None:
        """Find the class; ``cards``: whether there is a card to draw."""
        self.cards = cards
        self._find_gifts(at)
        unseen = at.public - at.mine
        all_mine = at.mine + at.my_row
        self.look = 0
        self.odds = 0
        if at.theirs >> SIZE_SHIFT > 0:
            self.odds = pair_permille(at.their_row, at.theirs >> SIZE_SHIFT, unseen)
            self.look = 1 + level(self.odds, 200, 350, 500, 650)
            if self.look == 5:
                self.look += level(self.odds, 800, 900, 1001, 1001)
        danger: i64 = 0
        if at.mine >> SIZE_SHIFT > 0:
            danger = 1 + level(pair_permille(at.my_row, at.mine >> SIZE_SHIFT, at.public), 250, 450, 650, 850)
        own = self._own_pair(at)
        risk: i64 = level(hit_percent(all_mine, unseen), 25, 45, 101, 101) if own == 0 else 0
        key = own * 8 + self.look
        key = key * 6 + danger
        key = key * 5 + level(at.fold_price(), 3, 4, 6, 8)
        key = key * 5 + level(pair_cents(at.their_row, unseen), 40, 80, 130, 200)
        key = key * 3 + level(pair_cents(at.my_row, at.public), 60, 140, 1000, 1000)
        key = key * 3 + risk
        self.key = key * 2 + (1 if self.high_gift > 0 else 0)

    def _find_gifts(self, at: Position) -> None:
        self.pair_gift = self.high_gift = self.low_gift = 0
        rank: i64 = 10
        while rank > 0:
            held = count(at.mine, rank)
            if held > 0 and count(at.their_row, rank) == 0:
                if held + count(at.my_row, rank) > 1:
                    if self.pair_gift == 0:
                        self.pair_gift = rank
                elif self.high_gift == 0:
                    self.high_gift = rank
                else:
                    self.low_gift = rank
            rank -= 1

    def _own_pair(self, at: Position) -> i64:
        """No pair; one that a gift breaks, low or high; one that stays, low or high."""
        pair = top_pair(at.mine, at.my_row)
        if pair == 0:
            return 0
        high: i64 = 1 if pair > 6 else 0
        if self.pair_gift > 0 and top_pair(at.mine - unit(self.pair_gift), at.my_row) == 0:
            return 1 + high
        return 3 + high

    def move(self, way: i64) -> i64:
        """What the way is in this position; -1 if it is not legal."""
        if way == FOLD:
            return FOLD
        if way == LOOK:
            return LOOK if self.look > 0 else -1
        if way < LOOK:
            return way if self.cards else -1
        gift = self.pair_gift if way == 4 else self.high_gift if way == 5 else self.low_gift
        return GIFT + gift if gift > 0 else -1


class Table:
    """How often each way is played, by class; read on first use."""

    def __init__(self) -> None:
        self.odds = b""
        self.pair_percents: list[int] = []

    def load(self) -> None:
        """Read the file of the package."""
        tables = json.loads(files("koloda.bots.regent").joinpath("tables.json").read_text(encoding="utf-8"))
        self.fill(tables["sets"], tables["kept"])

    def fill(self, sets: dict[str, str], pair_percents: list[int]) -> None:
        """Take the odds of the classes that are known."""
        odds = bytearray(CLASS_COUNT * WAY_COUNT)
        for key, text in sets.items():
            odds[int(key) * WAY_COUNT : (int(key) + 1) * WAY_COUNT] = bytes.fromhex(text)
        self.odds = bytes(odds)
        self.pair_percents = pair_percents

    def belief(self, place: i64) -> int:
        """How much rarer a pair is there than by chance, in percent."""
        if not self.pair_percents:
            self.load()
        return self.pair_percents[place]

    def draw(self, at: Position, spot: Spot, chance: Chance) -> i64:
        """A move by the odds of its class, or the first thought where the class is not known."""
        if not self.odds:
            self.load()
        base: i64 = spot.key * WAY_COUNT
        total: i64 = 0
        way: i64 = 0
        while way < WAY_COUNT:
            if spot.move(way) >= 0:
                total += i64(self.odds[base + way])
            way += 1
        if total == 0:
            return first_thought(at, spot)
        left = chance.below(total)
        way = 0
        while way < WAY_COUNT:
            move = spot.move(way)
            if move >= 0:
                left -= i64(self.odds[base + way])
                if left < 0:
                    return move
            way += 1
        return FOLD


def first_thought(at: Position, spot: Spot) -> i64:
    """What the heuristic of the game would do."""
    if spot.look > 0 and spot.odds > LOOK_FROM_PERMILLE:
        return LOOK
    if spot.pair_gift > 0 or spot.high_gift > 0:
        return GIFT + (spot.pair_gift if spot.pair_gift > 0 else spot.high_gift)
    if not spot.cards or top_pair(at.mine, at.my_row) > at.fold_price():
        return FOLD
    return ATTACK if pair_cents(at.their_row, at.public - at.mine) < CHEAP_ATTACK_CENTS else DRAW


def belief_index(spot: Spot, size: i64) -> i64:
    """The index of the belief about a hand of this size."""
    return spot.look * HAND_SIZES + min(size, i64(HAND_SIZES - 1))


def duel(at: Position, deck: Pile, first: Table, second: Table, chance: Chance) -> i64:
    """Play a round to its end, each mover by their table; returns what the first one gains."""
    spot = Spot()
    end = deck.size()
    sign: i64 = 1
    while True:
        spot.read(at, at.next_card < end)
        table = first if sign > 0 else second
        gain = at.play(table.draw(at, spot, chance), deck)
        if gain != 0:
            return sign * gain
        sign = -sign


TABLE: Final = Table()
PLAIN: Final = Table()  # knows no class: first thoughts only
PLAIN.fill({}, [])
