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
from koloda.games.venture.game import Venture

RANK_COUNT: Final = 10
# Where the cells begin. A hand, the table and a loot have eleven cells each: one for a rank, and an unused one for 0.
TABLE_AT: Final = 88  # after the hands of eight seats
LOOT_AT: Final = 99
OWNERS_AT: Final = 187  # how many seats have captured of each rank, after the loot of eight seats
BIDS_AT: Final = 198  # a cell for a seat
CELL_COUNT: Final = 206
NO_BIDDER: Final = -1
SEVERAL_BIDDERS: Final = -2

PHASE_COUNT: Final = 3  # of a deal: its rounds in thirds
STOCK_LEVELS: Final = 4  # cards of a rank on the table: none, one, two, more
HELD_LEVELS: Final = 4  # and in the hand
FATE_COUNT: Final = 6  # who has captured of a rank
SEAT_COUNTS: Final = 6  # three to eight
MIN_SEATS: Final = 3
TRAIT_COUNT: Final = 3 * RANK_COUNT  # three of each rank
FEATURE_COUNT: Final = SEAT_COUNTS + RANK_COUNT * (STOCK_LEVELS + HELD_LEVELS + FATE_COUNT)
WEIGHT_COUNT: Final = PHASE_COUNT * FEATURE_COUNT * RANK_COUNT
WEIGHT_SCALE: Final = 1000  # of a weight in the file


class Deal:
    """An imagined deal: how many cards of each rank every hand, the table and every loot have."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.size: i64 = 0  # of a hand at first
        self.left: i64 = 0  # rounds to play
        self.cells = BytesWriter()
        self.cells.write(bytes(CELL_COUNT))

    def fill(self, other: Deal) -> None:
        """Become an independent copy of ``other``."""
        self.size = other.size
        self.left = other.left
        self.cells.truncate(0)
        self.cells.write(other.cells.getvalue())

    def load(self, game: Venture) -> None:
        """Load the position of a game; closed bids are still in the hands."""
        self.cells.truncate(0)
        self.cells.write(bytes(CELL_COUNT))
        self.left = game.hands[0].size()
        self.size = self.left + game.round - 1
        for seat in range(game.seats):
            for card in game.hands[seat].cards():
                self.add(11 * seat + card, 1)
            for card in game.captured[seat].cards():
                self.loot(seat, card, 1)
        for card in game.table.cards():
            self.add(TABLE_AT + card, 1)

    def add(self, at: i64, n: i64) -> None:
        """So many cards more in a cell."""
        self.cells[at] = u8(i64(self.cells[at]) + n)

    def loot(self, seat: i64, rank: i64, n: i64) -> None:
        """Cards are captured."""
        at = LOOT_AT + 11 * seat + rank
        if i64(self.cells[at]) == 0:
            self.add(OWNERS_AT + rank, 1)
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
            self.add(TABLE_AT + i64(self.cells[BIDS_AT + seat]), 1)
            seat += 1
        lowest = True
        rank: i64 = 1
        while rank <= RANK_COUNT:
            who = self.bidder(rank)
            if who >= 0:
                self.capture(who, rank, lowest)
            if who != NO_BIDDER:
                lowest = False
            rank += 1
        self.left -= 1

    def bidder(self, rank: i64) -> i64:
        """Who alone has bid a rank; NO_BIDDER, or SEVERAL_BIDDERS."""
        cells = self.cells
        who: i64 = NO_BIDDER
        seat: i64 = 0
        while seat < self.seats:
            if i64(cells[BIDS_AT + seat]) == rank:
                if who != NO_BIDDER:
                    return SEVERAL_BIDDERS
                who = seat
            seat += 1
        return who

    def capture(self, seat: i64, rank: i64, lowest: bool) -> None:
        """What a unique bid captures, unless it was captured before it could act."""
        if lowest:
            top: i64 = RANK_COUNT
            while i64(self.cells[TABLE_AT + top]) == 0:
                top -= 1
            self.take(seat, top)
        elif i64(self.cells[TABLE_AT + rank]):
            lower: i64 = 1
            while lower < rank:
                self.take(seat, lower)
                lower += 1

    def take(self, seat: i64, rank: i64) -> None:
        """All cards of a rank leave the table."""
        n = i64(self.cells[TABLE_AT + rank])
        if n:
            self.loot(seat, rank, n)
            self.cells[TABLE_AT + rank] = u8(0)

    def score(self, seat: i64) -> i64:
        """What the loot comes to if the deal ends now."""
        total: i64 = 0
        rank: i64 = 1
        while rank <= RANK_COUNT:
            n = i64(self.cells[LOOT_AT + 11 * seat + rank])
            if n:
                total += rank if n + i64(self.cells[TABLE_AT + rank]) == rank else -n
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
        ranks: list[int] = []
        rank: i64 = 1
        while rank <= RANK_COUNT:
            if i64(cells[11 * seat + rank]):
                ranks.append(int(rank))
            rank += 1
        return ranks

    def traits(self, seat: i64, traits: BytesWriter) -> None:
        """What a seat sees of each rank: its cards on the table and in the hand, and who has captured of it."""
        cells = self.cells
        first: i64 = SEAT_COUNTS
        rank: i64 = 1
        at: i64 = 0
        while rank <= RANK_COUNT:
            stock = i64(cells[TABLE_AT + rank])
            held = i64(cells[11 * seat + rank])
            traits[at] = u8(first + (stock if stock < STOCK_LEVELS else STOCK_LEVELS - 1))
            traits[at + 1] = u8(first + STOCK_LEVELS + (held if held < HELD_LEVELS else HELD_LEVELS - 1))
            traits[at + 2] = u8(first + STOCK_LEVELS + HELD_LEVELS + self.fate(seat, rank))
            first += STOCK_LEVELS + HELD_LEVELS + FATE_COUNT
            rank += 1
            at += 3

    def fate(self, seat: i64, rank: i64) -> i64:
        """Whose set a rank may become: anybody's, this seat's (a little, half of it), one other's, or nobody's."""
        mine = i64(self.cells[LOOT_AT + 11 * seat + rank])
        owners = i64(self.cells[OWNERS_AT + rank])
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
        self.seen.write(bytes(TRAIT_COUNT))

    def load(self) -> None:
        """Read the file of the package."""
        tables = json.loads(files("koloda.bots.venture").joinpath("tables.json").read_text(encoding="utf-8"))
        self.weights = vec[float]([weight / WEIGHT_SCALE for weight in tables["weights"]])

    def goods(self, deal: Deal, seat: i64, ranks: list[int]) -> list[float]:
        """How good each of these bids looks; ``seen`` is what was seen."""
        if len(self.weights) == 0:
            self.load()
        weights = self.weights
        seen = self.seen
        deal.traits(seat, seen)
        first = deal.phase() * FEATURE_COUNT * RANK_COUNT - 1
        own = first + (deal.seats - MIN_SEATS) * RANK_COUNT
        goods: list[float] = []
        for rank in ranks:
            column: i64 = first + rank
            good = weights[own + rank]
            at: i64 = 0
            while at < TRAIT_COUNT:
                good += weights[column + RANK_COUNT * i64(seen[at])]
                at += 1
            goods.append(good)
        return goods

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
