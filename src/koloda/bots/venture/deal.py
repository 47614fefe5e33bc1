"""Venture inside imagined worlds: a deal in counts of ranks, and a learned first thought for it.

The weights of ``tables.json`` are made by ``python -m koloda.bots.venture.build_tables``.
"""

from __future__ import annotations

import json
from importlib.resources import files
from math import exp
from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, u8

from koloda.bots.shared.drawing import draw_index
from koloda.core.chance import Chance
from koloda.games.venture import Venture

RANKS: Final = 10
TABLE: Final = 88  # the cells of eight hands come first, eleven each
LOOT: Final = 99
OWNERS: Final = 187  # how many seats have captured of each rank
BIDS_AT: Final = 198
CELLS: Final = 206
NOBODY: Final = -1
SEVERAL: Final = -2

PHASES: Final = 3  # of a deal: its rounds in thirds
STOCKS: Final = 4  # cards of a rank on the table, and in the hand: none, one, two, more
HELD: Final = 4
FATES: Final = 6  # who has captured of a rank
SEATS: Final = 6  # three to eight
LEAST_SEATS: Final = 3
TRAITS: Final = 3 * RANKS  # that a position has of each rank
FEATURES: Final = SEATS + RANKS * (STOCKS + HELD + FATES)
WEIGHTS: Final = PHASES * FEATURES * RANKS
STEPS: Final = 1000  # of a weight in the file


class Deal:
    """A deal from where it stands: how many cards of each rank every hand, the table and every loot have."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.size: i64 = 0  # of a hand at first
        self.left: i64 = 0  # rounds to play
        self.cells = BytesWriter()
        self.cells.write(bytes(CELLS))

    def fill(self, other: Deal) -> None:
        """Become a copy that plays apart."""
        self.size = other.size
        self.left = other.left
        self.cells.truncate(0)
        self.cells.write(other.cells.getvalue())

    def load(self, game: Venture) -> None:
        """Take over where a game stands; bids that lie closed are still in the hands."""
        self.cells.truncate(0)
        self.cells.write(bytes(CELLS))
        self.left = game.hands[0].size()
        self.size = self.left + game.round - 1
        for seat in range(game.seats):
            for card in game.hands[seat].cards():
                self.add(11 * seat + card, 1)
            for card in game.captured[seat].cards():
                self.loot(seat, card, 1)
        for card in game.table.cards():
            self.add(TABLE + card, 1)

    def add(self, at: i64, n: i64) -> None:
        """So many cards more in a cell."""
        self.cells[at] = u8(i64(self.cells[at]) + n)

    def loot(self, seat: i64, rank: i64, n: i64) -> None:
        """Cards are captured."""
        at = LOOT + 11 * seat + rank
        if i64(self.cells[at]) == 0:
            self.add(OWNERS + rank, 1)
        self.add(at, n)

    def bid(self, seat: i64, rank: i64) -> None:
        """A seat's choice for this round."""
        at = 11 * seat + rank
        self.cells[at] = u8(i64(self.cells[at]) - 1)
        self.cells[BIDS_AT + seat] = u8(rank)

    def reveal(self) -> None:
        """All have bid: the bids lie on the table and capture, the lowest first."""
        seat: i64 = 0
        while seat < self.seats:
            self.add(TABLE + i64(self.cells[BIDS_AT + seat]), 1)
            seat += 1
        lowest = True
        rank: i64 = 1
        while rank <= RANKS:
            who = self.bidder(rank)
            if who >= 0:
                self.capture(who, rank, lowest)
            if who != NOBODY:
                lowest = False
            rank += 1
        self.left -= 1

    def bidder(self, rank: i64) -> i64:
        """Who alone has bid a rank; NOBODY, or SEVERAL."""
        cells = self.cells
        who: i64 = NOBODY
        seat: i64 = 0
        while seat < self.seats:
            if i64(cells[BIDS_AT + seat]) == rank:
                if who != NOBODY:
                    return SEVERAL
                who = seat
            seat += 1
        return who

    def capture(self, seat: i64, rank: i64, lowest: bool) -> None:
        """What a bid takes that is alone at its rank, unless it was taken itself before it could act."""
        if lowest:
            top: i64 = RANKS
            while i64(self.cells[TABLE + top]) == 0:
                top -= 1
            self.take(seat, top)
        elif i64(self.cells[TABLE + rank]):
            lower: i64 = 1
            while lower < rank:
                self.take(seat, lower)
                lower += 1

    def take(self, seat: i64, rank: i64) -> None:
        """All cards of a rank leave the table."""
        n = i64(self.cells[TABLE + rank])
        if n:
            self.loot(seat, rank, n)
            self.cells[TABLE + rank] = u8(0)

    def score(self, seat: i64) -> i64:
        """What the loot comes to if the deal ends now."""
        total: i64 = 0
        rank: i64 = 1
        while rank <= RANKS:
            n = i64(self.cells[LOOT + 11 * seat + rank])
            if n:
                total += rank if n + i64(self.cells[TABLE + rank]) == rank else -n
            rank += 1
        return total

    def scores(self) -> list[int]:
        """Of all seats."""
        return [int(self.score(seat)) for seat in range(self.seats)]

    def phase(self) -> i64:
        """Which third of the deal it is."""
        return 0 if 3 * self.left > 2 * self.size + 2 else 1 if 3 * self.left > self.size + 2 else 2

    def any_bid(self, seat: i64, chance: Chance) -> i64:
        """A rank of the hand, every one equally likely."""
        ranks = self.ranks(seat)
        return ranks[chance.below(len(ranks))]

    def ranks(self, seat: i64) -> list[int]:
        """The ranks of a hand, ascending."""
        cells = self.cells
        found: list[int] = []
        rank: i64 = 1
        while rank <= RANKS:
            if i64(cells[11 * seat + rank]):
                found.append(int(rank))
            rank += 1
        return found

    def traits(self, seat: i64, found: BytesWriter) -> None:
        """What a seat sees of each rank: its cards on the table and in the hand, and who has captured of it."""
        cells = self.cells
        first: i64 = SEATS
        rank: i64 = 1
        at: i64 = 0
        while rank <= RANKS:
            stock = i64(cells[TABLE + rank])
            held = i64(cells[11 * seat + rank])
            found[at] = u8(first + (stock if stock < STOCKS else STOCKS - 1))
            found[at + 1] = u8(first + STOCKS + (held if held < HELD else HELD - 1))
            found[at + 2] = u8(first + STOCKS + HELD + self.fate(seat, rank))
            first += STOCKS + HELD + FATES
            rank += 1
            at += 3

    def fate(self, seat: i64, rank: i64) -> i64:
        """Whose set a rank may become: anybody's, this seat's (a little, half of it), one other's, or nobody's."""
        mine = i64(self.cells[LOOT + 11 * seat + rank])
        owners = i64(self.cells[OWNERS + rank])
        if mine == 0:
            return 0 if owners == 0 else 3 if owners == 1 else 5
        if owners > 1:
            return 4
        return 2 if 2 * mine >= rank else 1


class Thought:
    """A first thought: how good each bid looks, as a sum of weights of what the seat sees."""

    def __init__(self) -> None:
        self.weights = vec[float]()
        self.seen = BytesWriter()
        self.seen.write(bytes(TRAITS))

    def load(self) -> None:
        """Read the file of the package."""
        made = json.loads(files("koloda.bots.venture").joinpath("tables.json").read_text(encoding="utf-8"))
        self.weights = vec[float]([weight / STEPS for weight in made["weights"]])

    def goods(self, deal: Deal, seat: i64, ranks: list[int]) -> list[float]:
        """How good each of these bids looks; ``seen`` is what was seen."""
        if len(self.weights) == 0:
            self.load()
        weights = self.weights
        seen = self.seen
        deal.traits(seat, seen)
        first = deal.phase() * FEATURES * RANKS - 1
        own = first + (deal.seats - LEAST_SEATS) * RANKS
        found: list[float] = []
        for rank in ranks:
            column: i64 = first + rank
            good = weights[own + rank]
            at: i64 = 0
            while at < TRAITS:
                good += weights[column + RANKS * i64(seen[at])]
                at += 1
            found.append(good)
        return found

    def odds(self, deal: Deal, seat: i64, ranks: list[int]) -> list[float]:
        """How often each of these bids is made, in parts of the likeliest."""
        goods = self.goods(deal, seat, ranks)
        top = max(goods)
        return [exp(good - top) for good in goods]

    def some_bid(self, deal: Deal, seat: i64, chance: Chance) -> i64:
        """A bid, the likelier the better it looks."""
        ranks = deal.ranks(seat)
        return ranks[draw_index(self.odds(deal, seat, ranks), chance)] if len(ranks) > 1 else ranks[0]

    def best_bid(self, deal: Deal, seat: i64) -> i64:
        """The bid that looks best."""
        ranks = deal.ranks(seat)
        if len(ranks) == 1:
            return ranks[0]
        best = 0
        goods = self.goods(deal, seat, ranks)
        for index, good in enumerate(goods):
            if good > goods[best]:
                best = index
        return ranks[best]


THOUGHT: Final = Thought()
