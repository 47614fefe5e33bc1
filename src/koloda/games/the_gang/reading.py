"""Where a hand stands among all, read from everybody's chips; the loops are compiled with the rules.

No codes: a chip says how strong its holder thought the hand was, as anybody would take it, and nothing more.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import combinations
from math import exp
from typing import Final, NamedTuple

from mypy_extensions import i64

from koloda.core.cards import FRENCH
from koloda.core.chance import Fast

from .._poker import hand_of, strength
from .odds import BOARD, compared, drawn

PACK: Final = tuple(FRENCH.pack)
OPEN: Final = (0, 3, 4, 5)  # community cards in each round
TABLES: Final = 16  # ways to complete the community cards that a holder is thought to have imagined
MOST_POCKETS: Final = 1300  # all pairs of cards; of three unknown cards as many are drawn
STEPS: Final = 100  # in which a share of beaten hands is read
SPREAD: Final = 0.8  # chips by which an honest holder is off, as a rule
STRAY: Final = 0.03  # the likelihood of a chip that fits nothing
FINE: Final = 1 << 30


class Other(NamedTuple):
    """Another seat: its cards as far as they are known and how many are not, its chips by rounds (0: nothing to read),
    and ``edge``: TIES if it beats every hand of the same combination."""

    known: tuple[int, ...]
    hidden: int
    chips: tuple[int, ...]
    edge: int


class Reader(NamedTuple):
    """What a seat knows that wants to know where it stands."""

    pocket: tuple[int, ...]
    board: tuple[int, ...]
    unseen: tuple[int, ...]
    edge: int
    others: tuple[Other, ...]


class Suspect:
    """The pockets that another seat may hold, and one of them, drawn by how well it fits the seat's chips."""

    def __init__(self, pockets: list[int], weights: list[float], edge: int) -> None:
        self.pockets = pockets
        self.edge: i64 = edge
        self.hand: i64 = 0
        self.odds: list[int] = []
        scale = FINE / total(weights)
        below = 0
        for weight in weights:
            below += int(weight * scale)
            self.odds.append(below)

    def draw(self, chance: Fast) -> None:
        """Imagine a pocket."""
        self.hand = self.pockets[bisect_right(self.odds, chance.below(self.odds[-1]))]

    def beaten(self, own: i64, table: i64) -> float:
        """How likely a hand of this strength beats the seat, a tie counting half."""
        points = 0
        before = 0
        for i, pocket in enumerate(self.pockets):
            points += (self.odds[i] - before) * compared(own, strength(table | pocket) | self.edge)
            before = self.odds[i]
        return points / (2 * before)


def right_chips(reader: Reader, worlds: int) -> list[int]:
    """In each of so many imagined worlds the chips that are right for the own hand, as bits: equal hands share theirs.

    The same knowledge imagines the same worlds.
    """
    own = hand_of(list(reader.pocket))
    board = hand_of(list(reader.board))
    edge: i64 = reader.edge
    seed: int = own ^ board
    chance = Fast(seed)
    suspects = [suspect(reader, other) for other in reader.others]
    found: list[int] = []
    for _ in range(worlds):
        taken = deal(suspects, chance)
        table = board | drawn(chance, reader.unseen, BOARD - len(reader.board), taken)
        found.append(fitting(strength(own | table) | edge, table, suspects))
    return found


def expected_place(reader: Reader) -> float:
    """The place (from 1, the weakest) that the own hand may expect when all community cards are open."""
    table = hand_of(list(reader.board))
    edge: i64 = reader.edge
    own = strength(hand_of(list(reader.pocket)) | table) | edge
    place = 1.0
    for other in reader.others:
        place += suspect(reader, other).beaten(own, table)
    return place


def deal(suspects: list[Suspect], chance: Fast) -> i64:
    """A pocket for every other seat; all are drawn again when two want the same card, or the odds would be bent."""
    taken: i64 = 0
    n: i64 = 0
    while n < len(suspects):
        one = suspects[n]
        one.draw(chance)
        if one.hand & taken:
            taken = 0
            n = 0
        else:
            taken |= one.hand
            n += 1
    return taken


def fitting(own: i64, table: i64, suspects: list[Suspect]) -> int:
    """The chips that are right for a hand of this strength, as bits."""
    low: i64 = 1
    high: i64 = len(suspects) + 1
    for one in suspects:
        key = strength(one.hand | table) | one.edge
        if key < own:
            low += 1
        elif key > own:
            high -= 1
    bits: i64 = 1
    return ((bits << (high + 1)) - 1) & ~((bits << low) - 1)


def total(weights: list[float]) -> float:
    """All weights together; the compiler trips over ``sum``, which may be the whole number 0."""
    found = 0.0
    for weight in weights:
        found += weight
    return found


# What the chips say


def suspect(reader: Reader, other: Other) -> Suspect:
    """The pockets of a seat, each by how likely it would have taken the chips that it holds."""
    pockets = possible_pockets(other.known, other.hidden, reader.unseen)
    weights = [1.0] * len(pockets)
    rows = likelihoods(len(reader.others) + 1)
    for number, chip in enumerate(other.chips):
        if chip:
            board = reader.board[: OPEN[number]]
            plain = other.hidden == 2 and not other.known
            shares = pair_shares(board) if plain else odd_shares(other.known, other.hidden, reader.unseen, board)
            for i, pocket in enumerate(pockets):
                weights[i] *= rows[shares[pocket]][chip]
    return Suspect(pockets, weights, other.edge)


@lru_cache(maxsize=8)
def likelihoods(seats: int) -> list[list[float]]:
    """For every share of beaten hands (in STEPS) how likely its holder takes each chip; there is no chip 0."""
    rows: list[list[float]] = []
    for step in range(STEPS + 1):
        place = 0.5 + seats * step / STEPS
        fits = [STRAY + exp(-(((chip - place) / SPREAD) ** 2) / 2) for chip in range(1, seats + 1)]
        whole = total(fits)
        rows.append([0.0, *[fit / whole for fit in fits]])
    return rows


@lru_cache(maxsize=64)
def possible_pockets(known: tuple[int, ...], hidden: int, unseen: tuple[int, ...]) -> list[int]:
    """The pockets with these cards and so many of the unseen ones; a fair sample if they are too many."""
    base: int = hand_of(list(known))
    if hidden < 3:
        return [base | hand_of(list(cards)) for cards in combinations(unseen, hidden)]
    chance = Fast(base)
    return [base | drawn(chance, unseen, hidden, 0) for _ in range(MOST_POCKETS)]


@lru_cache(maxsize=64)
def pair_shares(board: tuple[int, ...]) -> dict[int, int]:
    """What every pair of cards could expect: the same for all who look at this board."""
    cards = [card for card in PACK if card not in board]
    return expected_shares([int(hand_of(list(pair))) for pair in combinations(cards, 2)], board)


@lru_cache(maxsize=64)
def odd_shares(known: tuple[int, ...], hidden: int, unseen: tuple[int, ...], board: tuple[int, ...]) -> dict[int, int]:
    """What the pockets of a seat could expect that is not like the others, or that has three cards."""
    return expected_shares(possible_pockets(known, hidden, unseen), board)


def expected_shares(pockets: list[int], board: tuple[int, ...]) -> dict[int, int]:
    """For each of these pockets the share of the others (in STEPS) that it could expect to beat at the river, when no
    more than ``board`` was open."""
    points = [0.0] * len(pockets)
    times = [0] * len(pockets)
    for table in completed(board):
        keys = [-1 if table & pocket else int(strength(table | pocket)) for pocket in pockets]
        share = shares_by_strength(keys)
        for i, key in enumerate(keys):
            if key >= 0:
                points[i] += share[key]
                times[i] += 1
    return {pocket: int(STEPS * points[i] / max(1, times[i])) for i, pocket in enumerate(pockets)}


def completed(board: tuple[int, ...]) -> list[int]:
    """The community cards as they may lie at the river."""
    hand = hand_of(list(board))
    missing = BOARD - len(board)
    if missing == 0:
        return [int(hand)]
    seed: int = hand
    chance = Fast(seed)
    return [int(hand | drawn(chance, PACK, missing, hand)) for _ in range(TABLES)]


def shares_by_strength(keys: list[int]) -> dict[int, float]:
    """For each strength the share of the hands that it beats, ties counting half; below 0 is no hand."""
    found: dict[int, float] = {}
    order = sorted([key for key in keys if key >= 0])
    first = 0
    while first < len(order):
        last = bisect_right(order, order[first])
        found[order[first]] = (first + last) / (2 * len(order))
        first = last
    return found
