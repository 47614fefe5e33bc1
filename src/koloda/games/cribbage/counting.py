"""Cribbage: what a hand, a crib and a card in the play are worth, as functions of cards alone.

Cards are numbers of the ace-low deck: 4 * rank + suit, ranks A 2 … K = 0..12. Small counts packed into one native
number keep the compiled counting free of lists.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

from mypy_extensions import i64

from koloda.core.cards import SUITS, Deck
from koloda.core.errors import BadOption, BadRecord
from koloda.core.pile import Pile
from koloda.core.text import Text

ACE_LOW_RANKS: Final = "A23456789TJQK"
JACK_RANK: Final = 10
RULES: Final = ("book", "standard")
MAX_HAND_POINTS: Final = 29
SUMS_MASK: Final = 0x0FFFFFFFFFFFFFFF  # the sums 0 to 14, four bits each
FOUR_OF_A_SUIT_BITS: Final = 0x4444
LOW_BIT_OF_EACH_SUIT: Final = 0x1111
PAIR_KINDS: Final = ("", "pair", "pair-royal", "double-pair-royal")


def _faces() -> list[int | str]:
    return [rank + suit for rank in ACE_LOW_RANKS for suit in SUITS]


# The pack lies 2 … A before a shuffle, as every French pack does, so that a seed gives the same deal.
ACE_LOW: Final = Deck("french", _faces(), [*range(4, 52), *range(4)])


class Part(NamedTuple):
    """One reason for points at the show: its kind, the cards that make it, and what it brings."""

    kind: str
    cards: tuple[str, ...]
    points: int


def value(card: i64) -> i64:
    """What a card counts: the ace 1, pictures 10."""
    rank = (card >> 2) + 1
    return rank if rank < 10 else 10


# The show


def show_points(hand: list[str], starter: str, *, crib: bool = False, rules: str = "standard") -> int:
    """The points of four cards with the starter.

    >>> show_points(["5c", "5d", "5h", "Js"], "5s")
    29
    """
    cards = _checked(hand, starter, rules)
    return show_value(Pile.of(cards[:4]), cards[4], crib, rules == "book")


def explain_show(hand: list[str], starter: str, *, crib: bool = False, rules: str = "standard") -> list[Part]:
    """Why four cards with the starter bring their points: fifteens, pairs, runs, flush, nobs.

    >>> [part.kind for part in explain_show(["Jd", "3s", "4s", "5s"], "9d")]
    ['fifteen', 'run', 'nobs']
    """
    cards = _checked(hand, starter, rules)
    book = rules == "book"
    return _fifteens(cards) + _pairs(cards, book) + _runs(cards) + _suits(cards, crib, book)


def _checked(hand: list[str], starter: str, rules: str) -> list[int]:
    if rules not in RULES:
        raise BadOption("bad-rules", Text("Правила: book или standard.", "The rules are 'book' or 'standard'."))
    cards = [ACE_LOW.card(text) for text in hand]
    if len(cards) != 4 or len({*cards, ACE_LOW.card(starter)}) != 5:
        raise BadRecord("wrong-cards", Text("Нужны пять разных карт.", "Four cards and a starter, all different."))
    return [*cards, ACE_LOW.card(starter)]


def _part(kind: str, cards: tuple[int, ...], points: int) -> Part:
    return Part(kind, tuple(ACE_LOW.face(card) for card in sorted(cards)), points)


def _subsets(cards: list[int], low: int) -> list[tuple[int, ...]]:
    return [subset for size in range(low, 6) for subset in combinations(sorted(cards), size)]


def _fifteens(cards: list[int]) -> list[Part]:
    return [_part("fifteen", subset, 2) for subset in _subsets(cards, 2) if sum([value(card) for card in subset]) == 15]


def _pairs(cards: list[int], book: bool) -> list[Part]:
    groups = [tuple(card for card in cards if card >> 2 == rank) for rank in range(13)]
    equals = [same for same in groups if len(same) > 1]
    return [_part(PAIR_KINDS[len(same) - 1], same, pair_points(len(same) - 1, book)) for same in equals]


def _runs(cards: list[int]) -> list[Part]:
    runs: list[Part] = []
    for subset in reversed(_subsets(cards, 3)):  # the longest first: shorter ones inside them do not count
        ranks = [card >> 2 for card in subset]
        if ranks == list(range(ranks[0], ranks[0] + len(ranks))) and (not runs or len(runs[0].cards) == len(subset)):
            runs.append(_part("run", subset, len(subset)))
    return runs


def _suits(cards: list[int], crib: bool, book: bool) -> list[Part]:
    parts: list[Part] = []
    hand, starter = cards[:4], cards[4]
    for suit in range(4):
        same = tuple(card for card in hand if card & 3 == suit)
        if len(same) == 4 and starter & 3 == suit and (crib or not book):  # R8
            parts.append(_part("flush", (*same, starter), 5))
        elif not crib and (len(same) == 4 or (book and len(same) == 3)):
            parts.append(_part("flush", same, len(same)))
    jack = 4 * JACK_RANK + (starter & 3)
    return [*parts, _part("nobs", (jack,), 1)] if jack in hand else parts  # R9: a starter jack is not in the hand


def show_value(hand: Pile, starter: i64, crib: bool, book: bool) -> i64:
    """The points of the first four cards with the starter, counted fast."""
    points = rank_points(hand, starter, book) + flush_points(hand, starter, crib, book)
    jack = hand.find(4 * JACK_RANK + (starter & 3))  # R2: a jack among the unused discards brings nothing
    return points + 1 if 0 <= jack < 4 else points


def rank_points(hand: Pile, starter: i64, book: bool) -> i64:
    """Fifteens, pairs and runs: all points that do not depend on suits."""
    points: i64 = 0
    ways: i64 = 1  # how many combinations make each sum
    counts: i64 = 0  # how many cards of each rank, two bits each: a fourth is not added, it is in no run
    i: i64 = 0
    while i < 5:
        card = hand.at(i) if i < 4 else starter
        worth = value(card)
        points += 2 * ((ways >> (4 * (15 - worth))) & 15)
        ways += (ways << (4 * worth)) & SUMS_MASK
        shift = (card >> 1) & 30
        same = (counts >> shift) & 3
        points += 2 * same
        if same < 3:
            counts += 1 << shift
        elif book:
            points -= 4  # R7
        i += 1
    return points + run_points(counts)


def run_points(counts: i64) -> i64:
    """Every run of three or more, each choice among equal cards separately; R10: K and A do not touch."""
    length: i64 = 0
    ways: i64 = 1
    while counts > 0:
        same = counts & 3
        if same > 0:
            length += 1
            ways *= same
        elif length >= 3:
            break
        else:
            length = 0
            ways = 1
        counts >>= 2
    return length * ways if length >= 3 else 0


def flush_points(hand: Pile, starter: i64, crib: bool, book: bool) -> i64:
    """Cards of one suit; the crib counts only all five."""
    suits: i64 = 0
    i: i64 = 0
    while i < 4:
        suits += 1 << (4 * (hand.at(i) & 3))
        i += 1
    if suits & FOUR_OF_A_SUIT_BITS:
        fifth = hand.at(0) & 3 == starter & 3
        if crib:
            return 5 if fifth else 0
        return 5 if fifth and not book else 4  # R8
    return 3 if book and not crib and suits & (suits >> 1) & LOW_BIT_OF_EACH_SUIT else 0


def count_shows(cards: list[int]) -> list[int]:
    """How many of all hands and starters from ``cards`` bring 0, 1, 2 … 29 points under the standard rules."""
    hands_by_points = [0] * (MAX_HAND_POINTS + 1)
    for a in range(3, len(cards)):
        for b in range(2, a):
            for c in range(1, b):
                for d in range(c):
                    hand = Pile.of([cards[a], cards[b], cards[c], cards[d]])
                    for starter in cards:
                        if not hand.has(starter):
                            hands_by_points[show_value(hand, starter, False, False)] += 1
    return hands_by_points


def count_all_shows() -> list[int]:
    """The points of all 12,994,800 hands and starters: seconds compiled, minutes interpreted."""
    return count_shows(ACE_LOW.pack)


# The play: ``trick`` holds the cards of the present count as they were laid


def pair_points(same: i64, book: bool) -> i64:
    """For a card after ``same`` cards of its rank: 2, 6, and 12 (R7: in the book 8)."""
    if same == 3:
        return 8 if book else 12
    return same * (same + 1)


def same_before(trick: Pile) -> i64:
    """How many cards of the last card's rank lie just before it."""
    last = trick.size() - 1
    i = last
    while i > 0 and trick.at(i - 1) >> 2 == trick.at(last) >> 2:
        i -= 1
    return last - i


def run_length(trick: Pile) -> i64:
    """The longest run, in any order, that the last card ends (0 if none)."""
    ranks: i64 = 0
    low: i64 = 13
    high: i64 = -1
    longest: i64 = 0
    i = trick.size() - 1
    n: i64 = 0
    while i >= 0:
        rank = trick.at(i) >> 2
        if ranks & (1 << rank):
            break
        ranks |= 1 << rank
        if rank < low:
            low = rank
        if rank > high:
            high = rank
        n += 1
        if n >= 3 and high - low == n - 1:
            longest = n
        i -= 1
    return longest


def peg_points(trick: Pile, count: i64, book: bool) -> i64:
    """What the card just laid brings."""
    points = pair_points(same_before(trick), book) + run_length(trick)
    return points + 2 if count == 15 or count == 31 else points


def peg_reasons(trick: Pile, count: i64, book: bool) -> list[tuple[str, int]]:
    """Why the card just laid brings points, each reason with its share."""
    same = same_before(trick)
    run = run_length(trick)
    reasons: list[tuple[str, int]] = [("fifteen", 2)] if count == 15 else []
    if count == 31:
        reasons.append(("thirty-one", 2))
    if same > 0:
        reasons.append((PAIR_KINDS[same], pair_points(same, book)))
    if run > 0:
        reasons.append(("run", run))
    return reasons
