"""Tycoon inside imagined worlds: a deal in a few numbers, a quick player for it, and exact games of the last two.

A hand is one number with four bits for each rank; jokers are the top rank, wild or not.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.games.tycoon.card_sets import JOKER_RANK, count_ranks
from koloda.games.tycoon.game import Tycoon

HIGH_RANK: Final = 11  # the ace; twos and jokers are higher
PASS: Final = -1
MAX_NODES: Final = 30_000  # of an exact game before it is given up


def pack(counts: list[int]) -> i64:
    """How many cards of each rank, in one number."""
    hand: i64 = 0
    rank: i64 = JOKER_RANK
    while rank >= 0:
        hand = (hand << 4) | counts[rank]
        rank -= 1
    return hand


def of_rank(hand: i64, rank: i64) -> i64:
    """How many cards of a rank a hand has."""
    return (hand >> (4 * rank)) & 15


def cards(rank: i64, n: i64) -> i64:
    """So many cards of a rank."""
    return n << (4 * rank)


def hand_size(hand: i64) -> i64:
    """How many cards a hand has."""
    size: i64 = 0
    while hand:
        size += hand & 15
        hand >>= 4
    return size


def lowest(hand: i64) -> i64:
    """The lowest rank of a hand that is not empty."""
    rank: i64 = 0
    while hand & 15 == 0:
        hand >>= 4
        rank += 1
    return rank


def beatable(rank: i64, n: i64, others: i64, most: i64) -> bool:
    """Whether somebody may hold ``n`` cards of a higher rank; ``most`` is the size of the largest other hand."""
    if most < n:
        return False
    rank += 1
    while rank <= JOKER_RANK:
        if of_rank(others, rank) >= n:
            return True
        rank += 1
    return False


def weak_sets(hand: i64, others: i64, most: i64) -> i64:
    """How many of the hand's sets somebody may beat; with at most one, the hand goes out by playing it last."""
    weak: i64 = 0
    rank: i64 = 0
    while rank <= JOKER_RANK:
        n = of_rank(hand, rank)
        if n > 0 and beatable(rank, n, others, most):
            weak += 1
        rank += 1
    return weak


class Deal:
    """An imagined deal with every hand known. A move is 16 * rank + number, or PASS."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.hands: list[int] = [0] * seats
        self.sizes: list[int] = [0] * seats
        self.out: list[int] = []
        self.mover: i64 = 0
        self.last: i64 = 0
        self.top: i64 = -1
        self.size: i64 = 0  # of the set on the table
        self.highest: i64 = JOKER_RANK - 1
        self.opening = False
        self.lowest_first = False
        self.must_beat = False

    def load(self, game: Tycoon) -> None:
        """Load the position of a game."""
        for seat in range(game.seats):
            self.hands[seat] = int(pack(count_ranks(game.hands[seat])))
            self.sizes[seat] = len(game.hands[seat])
        self.out = game.out[:]
        self.mover = game.mover
        self.last = game.last
        self.size = game.table.size()
        self.top = game.top_rank if self.size else -1
        self.highest = JOKER_RANK if game.jokers else JOKER_RANK - 1
        self.opening = game.opening and game.lead == "first_lowest"
        self.lowest_first = game.lead == "lowest"
        self.must_beat = game.must_beat

    def copy(self) -> Deal:
        """An independent copy."""
        other = Deal(self.seats)
        other.hands = self.hands[:]
        other.sizes = self.sizes[:]
        other.out = self.out[:]
        other.mover = self.mover
        other.last = self.last
        other.top = self.top
        other.size = self.size
        other.highest = self.highest
        other.opening = self.opening
        other.lowest_first = self.lowest_first
        other.must_beat = self.must_beat
        return other

    def over(self) -> bool:
        """Whether only one hand is left."""
        return len(self.out) >= self.seats - 1

    def play(self, move: i64, wild: i64 = 0) -> None:
        """The mover's move; ``wild`` jokers complete the set."""
        seat = self.mover
        if move == PASS:
            self.next_turn(seat)
            return
        rank, n = move >> 4, move & 15
        hand: i64 = self.hands[seat]
        self.hands[seat] = int(hand - cards(rank, n) - cards(JOKER_RANK, wild))
        self.sizes[seat] -= int(n + wild)
        self.top = rank
        self.size = n + wild
        self.last = seat
        self.opening = False
        if self.sizes[seat] == 0:
            self.out.append(int(seat))
            if self.over():
                return
        if rank == self.highest:
            self.clear()
        else:
            self.next_turn(seat)

    def next_turn(self, seat: i64) -> None:
        """The next seat with cards, unless the turn comes back to the last play."""
        seat = seat + 1 if seat + 1 < self.seats else 0
        while seat != self.last and self.sizes[seat] == 0:
            seat = seat + 1 if seat + 1 < self.seats else 0
        if seat == self.last:
            self.clear()
        else:
            self.mover = seat

    def clear(self) -> None:
        """The table is cleared, and the last to play leads."""
        self.top = -1
        self.size = 0
        seat = self.last
        while self.sizes[seat] == 0:
            seat = seat + 1 if seat + 1 < self.seats else 0
        self.mover = seat

    # The quick player

    def rivals(self, seat: i64) -> i64:
        """All cards that the others hold together, which the seat knows from what was played."""
        cards_held: i64 = 0
        for other in range(self.seats):
            if other != seat:
                cards_held += self.hands[other]
        return cards_held

    def rival_size(self, seat: i64, largest: bool) -> i64:
        """The size of the largest or of the smallest other hand that has cards."""
        best: i64 = -1
        for other in range(self.seats):
            size: i64 = self.sizes[other]
            if other != seat and size > 0 and (best < 0 or (size > best) == largest):
                best = size
        return best

    def pick(self) -> i64:
        """A sensible move of the mover, from what it knows."""
        seat = self.mover
        hand: i64 = self.hands[seat]
        low = lowest(hand)
        if self.size == 0:
            if self.opening or self.lowest_first:
                return 16 * low + of_rank(hand, low)
            return self.pick_lead(hand, low)
        return self.pick_answer(hand)

    def pick_lead(self, hand: i64, low: i64) -> i64:
        """Unbeatable sets if they lead to going out, else the lowest set; no low single against a last card."""
        seat = self.mover
        others = self.rivals(seat)
        most = self.rival_size(seat, True)
        if weak_sets(hand, others, most) <= 1:
            rank: i64 = JOKER_RANK
            while rank >= 0:
                n = of_rank(hand, rank)
                if n > 0 and not beatable(rank, n, others, most):
                    return 16 * rank + n
                rank -= 1
        if self.rival_size(seat, False) > 1:
            return 16 * low + of_rank(hand, low)
        best: i64 = 0
        rank = 0
        while rank <= JOKER_RANK:
            n = of_rank(hand, rank)
            key = 16 * rank + n + (1000 if n > 1 else 0)
            if n > 0 and key > best:
                best = key
            rank += 1
        return best % 1000

    def pick_answer(self, hand: i64) -> i64:
        """The lowest whole set that beats; high cards and broken sets only when somebody is about to go out."""
        seat = self.mover
        n = self.size
        whole: i64 = PASS
        broken: i64 = PASS
        rank: i64 = JOKER_RANK
        while rank > self.top:
            held = of_rank(hand, rank)
            if held == n:
                whole = rank
            elif held > n:
                broken = rank
            rank -= 1
        if whole == PASS and broken == PASS:
            return PASS
        if whole != PASS and (whole < HIGH_RANK or self.sizes[seat] == n):
            return 16 * whole + n
        others = self.rivals(seat)
        most = self.rival_size(seat, True)
        rank = self.top + 1
        while rank <= JOKER_RANK:
            sure = of_rank(hand, rank) >= n and not beatable(rank, n, others, most)
            if sure and weak_sets(hand - cards(rank, n), others, most) <= 1:
                return 16 * rank + n
            rank += 1
        hurry = self.rival_size(seat, False) <= 2
        if whole != PASS and (hurry or self.sizes[seat] <= 4):
            return 16 * whole + n
        if broken != PASS and hurry:
            return 16 * broken + n
        if self.must_beat:
            return 16 * (whole if whole != PASS else broken) + n
        return PASS

    def finish(self) -> None:
        """Play on sensibly to the end; the last one closes the ranking."""
        while not self.over():
            self.play(self.pick())
        for seat in range(self.seats):
            if self.sizes[seat] > 0:
                self.out.append(int(seat))


class LastTwo:
    """The exact game of the last two hands, which know each other."""

    def __init__(self, highest: i64, lowest_first: bool, must_beat: bool) -> None:
        self.highest = highest
        self.lowest_first = lowest_first
        self.must_beat = must_beat
        self.wins_cache: dict[tuple[int, int, int], bool] = {}
        self.nodes: i64 = 0

    def moves(self, hand: i64, top: i64, size: i64) -> list[int]:
        """The legal moves: big sets and low ranks first."""
        moves: list[int] = []
        if size > 0:
            rank = top + 1
            while rank <= JOKER_RANK:
                if of_rank(hand, rank) >= size:
                    moves.append(int(16 * rank + size))
                rank += 1
            if not (self.must_beat and moves):
                moves.append(PASS)
            return moves
        if self.lowest_first:
            return [int(16 * lowest(hand) + of_rank(hand, lowest(hand)))]
        rank = 0
        while rank <= JOKER_RANK:
            n = of_rank(hand, rank)
            while n > 0:
                moves.append(int(16 * rank + n))
                n -= 1
            rank += 1
        return moves

    def wins(self, hand: i64, other: i64, top: i64, size: i64) -> bool:
        """Whether the mover goes out first; wrong only once the nodes are used up."""
        key = (int(hand), int(other), int(16 * top + size))
        if key in self.wins_cache:
            return self.wins_cache[key]
        self.nodes += 1
        if self.nodes > MAX_NODES:
            return False
        won = False
        for move in self.moves(hand, top, size):
            if self.good(hand, other, move):
                won = True
                break
        self.wins_cache[key] = won
        return won

    def good(self, hand: i64, other: i64, move: i64) -> bool:
        """Whether this move lets the mover go out first."""
        if move == PASS:
            return not self.wins(other, hand, -1, 0)
        rest = hand - cards(move >> 4, move & 15)
        if rest == 0:
            return True
        if move >> 4 == self.highest:
            return self.wins(rest, other, -1, 0)
        return not self.wins(other, rest, move >> 4, move & 15)
