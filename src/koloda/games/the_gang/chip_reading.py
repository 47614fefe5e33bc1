"""Where a hand stands among all, read from everybody's chips and from what was told. The loops are compiled.

There are no codes: a chip says how strong its holder thought the hand was, and nothing more.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import combinations
from math import exp
from typing import Final, NamedTuple

from mypy_extensions import i64

from koloda.core.cards import FRENCH, SUITLESS_JACK
from koloda.core.chance import Fast
from koloda.games.shared.poker import hand_of, strength

from .odds import BOARD_CARDS, compared, drawn
from .specialists import SPECIALISTS

PACK: Final = tuple(FRENCH.pack)
BOARD_CARDS_BY_ROUND: Final = (0, 3, 4, 5)
IMAGINED_BOARDS: Final = 16  # that a holder is thought to have looked at before the river
MAX_POCKETS: Final = 1300  # all pairs of cards; of pockets of three about as many are taken
SHARE_STEPS: Final = 100  # in which a share of beaten hands is counted
HONEST_ERROR_CHIPS: Final = 0.8  # by which an honest holder is off, as a rule
ODD_CHIP_LIKELIHOOD: Final = 0.03  # of a chip that does not fit the hand at all
WEIGHT_STEPS: Final = 1 << 30


class Told(NamedTuple):
    """What a specialist has made known of a pocket while this board was open: a true number."""

    specialist: int
    arg: str
    value: int
    board: tuple[int, ...]


class Other(NamedTuple):
    """Another seat: its cards as far as they are known and how many are not, its chips by rounds (0: nothing to read),
    ``edge``: TIES if it beats every hand of the same combination, what was told of its pocket, and whether that was
    drawn anew."""

    known: tuple[int, ...]
    hidden: int
    chips: tuple[int, ...]
    edge: int
    told: tuple[Told, ...] = ()
    redrawn: bool = False


class Reader(NamedTuple):
    """What a seat knows that wants to know where it stands.

    The unseen cards in ``dealt`` are in the others' first pockets, also in those that they have ``laid`` away.
    """

    pocket: tuple[int, ...]
    board: tuple[int, ...]
    unseen: tuple[int, ...]
    edge: int
    others: tuple[Other, ...]
    dealt: tuple[int, ...] = ()
    laid: tuple[Other, ...] = ()


class World(NamedTuple):
    """Hands that may be the true ones: the own one and the others', all community cards, the next card of the deck."""

    own: int
    others: tuple[int, ...]
    table: int
    next: int


class Suspect:
    """The pockets that another seat may hold, and one of them, drawn by how well it fits the seat's chips."""

    def __init__(self, pockets: list[int], weights: list[float], edge: int) -> None:
        self.pockets = pockets
        self.edge: i64 = edge
        self.hand: i64 = 0
        self.odds: list[int] = []
        scale = WEIGHT_STEPS / total(weights)
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


def right_chips(reader: Reader, worlds: list[World]) -> list[int]:
    """In each of these worlds the chips that are right for the own hand, as bits: equal hands share theirs."""
    edges = [other.edge for other in reader.others]
    return [fitting(world, reader.edge, edges) for world in worlds]


def imagine(reader: Reader, worlds: int) -> list[World]:
    """Worlds that fit what the seat knows, each as often as it fits the chips: for the same knowledge the same ones."""
    own = hand_of(list(reader.pocket))
    board = hand_of(list(reader.board))
    dealt = hand_of(list(reader.dealt))
    seed: int = own ^ board
    chance = Fast(seed)
    suspects = all_suspects(reader)
    imagined: list[World] = []
    for _ in range(worlds):
        taken = deal(suspects, dealt, chance)
        table = board | drawn(chance, reader.unseen, BOARD_CARDS - len(reader.board), taken)
        top = drawn(chance, reader.unseen, 1, taken | table)
        hands = tuple([int(one.hand) for one in suspects[: len(reader.others)]])
        imagined.append(World(own, hands, table, top))
    return imagined


def expected_place(reader: Reader) -> float:
    """The place (from 1, the weakest) that the own hand may expect when all community cards are open."""
    table = hand_of(list(reader.board))
    edge: i64 = reader.edge
    own = strength(hand_of(list(reader.pocket)) | table) | edge
    place = 1.0
    for one in all_suspects(reader)[: len(reader.others)]:
        place += one.beaten(own, table)
    return place


def deal(suspects: list[Suspect], dealt: i64, chance: Fast) -> i64:
    """A pocket for every other seat; all are drawn again when two want the same card or nobody has one that was dealt,
    or the odds would be bent."""
    taken: i64 = 0
    n: i64 = 0
    while n < len(suspects) or dealt & ~taken:
        if n == len(suspects):
            taken = 0
            n = 0
        one = suspects[n]
        one.draw(chance)
        if one.hand & taken:
            taken = 0
            n = 0
        else:
            taken |= one.hand
            n += 1
    return taken


def fitting(world: World, edge: int, edges: list[int]) -> int:
    """The chips that are right for the own hand in a world, as bits."""
    table: i64 = world.table
    own: i64 = strength(world.own | table) | edge
    low: i64 = 1
    high: i64 = len(world.others) + 1
    for i, hand in enumerate(world.others):
        key: i64 = strength(hand | table) | edges[i]
        if key < own:
            low += 1
        elif key > own:
            high -= 1
    bits: i64 = 1
    return ((bits << (high + 1)) - 1) & ~((bits << low) - 1)


def total(weights: list[float]) -> float:
    """All weights together; the compiler trips over ``sum``, which may be the whole number 0."""
    whole = 0.0
    for weight in weights:
        whole += weight
    return whole


# What the chips say


def all_suspects(reader: Reader) -> list[Suspect]:
    """The others, and after them the pockets that were laid away."""
    return [suspect(reader, other) for other in (*reader.others, *reader.laid)]


def suspect(reader: Reader, other: Other) -> Suspect:
    """The pockets of a seat, each by how likely it would have taken the chips that it holds."""
    unseen = reader.unseen
    if other.redrawn:  # a pocket that was drawn anew has no card of the first deal
        unseen = tuple([card for card in unseen if card not in reader.dealt])
    pockets = possible_pockets(other.known, other.hidden, unseen, other.told, not reader.dealt)
    weights = [1.0] * len(pockets)
    rows = likelihoods(len(reader.others) + 1)
    for number, chip in enumerate(other.chips):
        if chip:
            shares = shares_of(other, pockets, reader.board[: BOARD_CARDS_BY_ROUND[number]])
            for i, pocket in enumerate(pockets):
                weights[i] *= rows[shares[pocket]][chip]
    if reader.dealt and not other.redrawn:
        lean_to_dealt(reader, pockets, weights)
    return Suspect(pockets, weights, other.edge)


def shares_of(other: Other, pockets: list[int], board: tuple[int, ...]) -> dict[int, int]:
    """What the pockets of a seat could expect when no more than ``board`` was open."""
    size = len(other.known) + other.hidden
    if size == 2 and SUITLESS_JACK not in other.known:
        return pair_shares(board)
    return odd_shares(tuple(pockets), size, board)


def lean_to_dealt(reader: Reader, pockets: list[int], weights: list[float]) -> None:
    """Make pockets with dealt cards likelier, each card by the same factor: as every world has all of them, that bends
    no odds, but few worlds are drawn in vain."""
    dealt = hand_of(list(reader.dealt))
    lean = (
        len(reader.unseen) / 2 / max(1, len(reader.others) + len(reader.laid) - 1)
    )  # so that each seat gets its share
    for i, pocket in enumerate(pockets):
        both: i64 = pocket & dealt
        while both:
            weights[i] *= lean
            both &= both - 1


@lru_cache(maxsize=8)
def likelihoods(seats: int) -> list[list[float]]:
    """For every share of beaten hands (in SHARE_STEPS) how likely its holder takes each chip; there is no chip 0."""
    rows: list[list[float]] = []
    for step in range(SHARE_STEPS + 1):
        place = 0.5 + seats * step / SHARE_STEPS
        errors = [(chip - place) / HONEST_ERROR_CHIPS for chip in range(1, seats + 1)]
        fits = [ODD_CHIP_LIKELIHOOD + exp(-(error**2) / 2) for error in errors]
        whole = total(fits)
        rows.append([0.0, *[fit / whole for fit in fits]])
    return rows


@lru_cache(maxsize=64)
def possible_pockets(
    known: tuple[int, ...], hidden: int, unseen: tuple[int, ...], told: tuple[Told, ...] = (), sampled: bool = True
) -> list[int]:
    """The pockets that hold these cards and this many unseen ones, and fit everything that was told.

    If there are too many and any will do, it is a fair sample of them.
    """
    base: int = hand_of(list(known))
    if hidden >= 3 and sampled and not told:
        chance = Fast(base)
        return [base | drawn(chance, unseen, hidden, 0) for _ in range(MAX_POCKETS)]
    pockets = [base | hand_of(list(cards)) for cards in combinations(unseen, hidden) if true_of([*known, *cards], told)]
    return pockets[:: 1 + len(pockets) // (2 * MAX_POCKETS)] if sampled else pockets


def true_of(pocket: list[int], told: tuple[Told, ...]) -> bool:
    """Whether all that was told fits a pocket."""
    return all(SPECIALISTS[one.specialist].measure(pocket, list(one.board), one.arg) == one.value for one in told)


@lru_cache(maxsize=64)
def pair_shares(board: tuple[int, ...]) -> dict[int, int]:
    """What every pair of cards could expect: the same for all who look at this board."""
    pairs = usual_pockets(2, board)
    return expected_shares(pairs, board, pairs)


@lru_cache(maxsize=64)
def odd_shares(pockets: tuple[int, ...], size: int, board: tuple[int, ...]) -> dict[int, int]:
    """What the pockets of a seat could expect that has three cards, or the suitless jack."""
    return expected_shares(list(pockets), board, usual_pockets(size, board))


def usual_pockets(size: int, board: tuple[int, ...]) -> list[int]:
    """What anybody may hold who has this many cards, as far as the board tells."""
    return possible_pockets((), size, tuple([card for card in PACK if card not in board]))


def expected_shares(pockets: list[int], board: tuple[int, ...], usual: list[int]) -> dict[int, int]:
    """For each of these pockets the share of the usual ones (in SHARE_STEPS) that it could expect to beat at the river.

    No more than ``board`` was open; ties count half.
    """
    points = [0.0] * len(pockets)
    times = [0] * len(pockets)
    for table in completed(board):
        keys = strengths(pockets, table)
        order = sorted([key for key in (keys if usual is pockets else strengths(usual, table)) if key >= 0])
        share = {key: (bisect_left(order, key) + bisect_right(order, key)) / (2 * len(order)) for key in set(keys)}
        for i, key in enumerate(keys):
            if key >= 0:
                points[i] += share[key]
                times[i] += 1
    return {pocket: int(SHARE_STEPS * points[i] / max(1, times[i])) for i, pocket in enumerate(pockets)}


def strengths(pockets: list[int], table: int) -> list[int]:
    """How strong each pocket is, -1 where it has a card of the table."""
    return [-1 if table & pocket else int(strength(table | pocket)) for pocket in pockets]


def completed(board: tuple[int, ...]) -> list[int]:
    """The community cards as they may lie at the river."""
    hand = hand_of(list(board))
    missing = BOARD_CARDS - len(board)
    if missing == 0:
        return [int(hand)]
    seed: int = hand
    chance = Fast(seed)
    return [int(hand | drawn(chance, PACK, missing, hand)) for _ in range(IMAGINED_BOARDS)]
