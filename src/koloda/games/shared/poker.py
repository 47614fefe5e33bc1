"""Poker hands of up to eight French cards, with a jack without a suit; the strength of a hand is one number.

A hand is a set of cards in one native number: 16 bits a suit, a bit a rank; the suitless jack is the bit above the aces
of the first suit, which is where its card number puts it. A strength is category, then two rank masks: two masks with
equally many bits compare as their ranks do from the highest down, so no table is needed.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from mypy_extensions import i64

from koloda.core.cards import SUITLESS_JACK
from koloda.core.chance import Fast
from koloda.core.pile import Pile
from koloda.core.text import Text

CATEGORIES: Final = (
    "high",
    "pair",
    "two-pair",
    "three",
    "straight",
    "flush",
    "full-house",
    "four",
    "straight-flush",
    "royal-flush",
)
CATEGORY_NAMES: Final = {
    "high": Text("старшая карта", "high card"),
    "pair": Text("пара", "a pair"),
    "two-pair": Text("две пары", "two pairs"),
    "three": Text("тройка", "three of a kind"),
    "straight": Text("стрит", "a straight"),
    "flush": Text("флеш", "a flush"),
    "full-house": Text("фулл-хаус", "a full house"),
    "four": Text("каре", "four of a kind"),
    "straight-flush": Text("стрит-флеш", "a straight flush"),
    "royal-flush": Text("флеш-рояль", "a royal flush"),
}

TIE_BITS: Final = 26
RANK_BITS: Final = 13
RANKS_MASK: Final = 0x1FFF
SUITED_MASK: Final = 0x1FFF1FFF1FFF1FFF
JACK_BIT: Final = 1 << 9
SUITLESS_JACK_BIT: Final = 1 << 13
TEN_TO_ACE_MASK: Final = 0x1F00


def card_bit(card: i64) -> i64:
    """The hand that holds one card."""
    rank: i64 = 1 << (card >> 2)  # in two steps: mypyc shifts a literal as a C int of 32 bits
    return rank << ((card & 3) << 4)


def hand_of(cards: list[int]) -> i64:
    """The hand that holds these cards."""
    hand: i64 = 0
    for card in cards:
        hand |= card_bit(card)
    return hand


def hand_of_pile(pile: Pile) -> i64:
    """The hand that holds the cards of a pile."""
    hand: i64 = 0
    i: i64 = 0
    while i < pile.size():
        hand |= card_bit(pile.at(i))
        i += 1
    return hand


def evaluate(cards: list[int]) -> int:
    """The strength of the best five of these cards."""
    return strength(hand_of(cards))


def strength(hand: i64) -> i64:
    """How strong the best five cards of a hand are: the greater number wins, equal numbers tie."""
    a = hand & RANKS_MASK
    b = (hand >> 16) & RANKS_MASK
    c = (hand >> 32) & RANKS_MASK
    d = (hand >> 48) & RANKS_MASK
    ab = a & b
    cd = c & d
    a_or_b = a | b
    c_or_d = c | d
    one = a_or_b | c_or_d
    two = ab | cd | (a_or_b & c_or_d)
    three = (ab & c_or_d) | (a_or_b & cd)
    four = ab & cd
    fifth: i64 = 0
    if hand & SUITLESS_JACK_BIT:
        fifth = four & JACK_BIT  # a kicker beside the four
        four |= three & JACK_BIT
        three |= two & JACK_BIT
        two |= one & JACK_BIT
        one |= JACK_BIT
    return of_ranks(one, two, three, four, fifth, flush_ranks(hand & SUITED_MASK))


def of_ranks(one: i64, two: i64, three: i64, four: i64, fifth: i64, suit: i64) -> i64:
    """The strength of a hand with these ranks at least once, twice, three and four times, and these of a flush."""
    if suit:
        run = straight_top(suit)
        if run:
            return (9 if suit & TEN_TO_ACE_MASK == TEN_TO_ACE_MASK else 8) << TIE_BITS | run << RANK_BITS
    if four:
        four = top(four)
        return 7 << TIE_BITS | four << RANK_BITS | top(one & ~four | fifth)
    if three:
        best = top(three)
        if two != best:
            return 6 << TIE_BITS | best << RANK_BITS | top(two & ~best)
    if suit:
        return 5 << TIE_BITS | top_of(suit, 5) << RANK_BITS
    run = straight_top(one)
    if run:
        return 4 << TIE_BITS | run << RANK_BITS
    if three:
        return 3 << TIE_BITS | three << RANK_BITS | top_of(one & ~three, 2)
    if two & (two - 1):
        two = top_of(two, 2)
        return 2 << TIE_BITS | two << RANK_BITS | top(one & ~two)
    if two:
        return 1 << TIE_BITS | two << RANK_BITS | top_of(one & ~two, 3)
    return top_of(one, 5) << RANK_BITS


def flush_ranks(suited: i64) -> i64:
    """The ranks of the suit with at least five cards, 0 if there is none: all four suits are counted at once."""
    n = suited - ((suited >> 1) & 0x1555155515551555)
    n = (n & 0x3333333333333333) + ((n >> 2) & 0x3333333333333333)
    n = (n + (n >> 4)) & 0x0F0F0F0F0F0F0F0F
    n = (n + (n >> 8)) & 0x001F001F001F001F
    if (n + 0x000B000B000B000B) & 0x0010001000100010 == 0:
        return 0
    while n & 0x1F < 5:
        n >>= 16
        suited >>= 16
    return suited & RANKS_MASK


def straight_top(ranks: i64) -> i64:
    """The highest rank (a bit) of the best straight among the ranks, 0 if there is none; an ace may count as one."""
    low = (ranks << 1) | (ranks >> 12)
    low &= low >> 1
    low &= low >> 2
    return top(low & (ranks >> 3)) << 3


def top(ranks: i64) -> i64:
    """The highest rank."""
    while ranks & (ranks - 1):
        ranks &= ranks - 1
    return ranks


def top_of(ranks: i64, k: i64) -> i64:
    """The ``k`` highest ranks (all, if there are fewer)."""
    n = ranks - ((ranks >> 1) & 0x1555)
    n = (n & 0x3333) + ((n >> 2) & 0x3333)
    n = (n + (n >> 4)) & 0x0F0F
    n = (n + (n >> 8)) & 0x1F
    while n > k:
        ranks &= ranks - 1
        n -= 1
    return ranks


def category(key: i64) -> i64:
    """The category of a strength, 0 (high card) to 9 (royal flush)."""
    return key >> TIE_BITS


def category_name(key: int) -> str:
    """The name of the category of a strength, as in moves and results."""
    return CATEGORIES[category(key)]


def best_five(cards: list[int]) -> list[int]:
    """The five cards that count (all, if there are fewer), those that make the combination first."""
    aim = evaluate(cards)
    chosen = cards
    for five in combinations(sorted(cards), 5):
        if evaluate(list(five)) == aim:
            chosen = list(five)
            break
    ranks = [rank_of(card) for card in chosen]
    wheel = CATEGORIES[aim >> TIE_BITS] in ("straight", "straight-flush") and {0, 12} <= set(ranks)
    keys = [(ranks.count(rank), -1 if wheel and rank == 12 else rank) for rank in ranks]
    return [card for _, card in sorted(zip(keys, chosen, strict=True), reverse=True)]


def rank_of(card: int) -> int:
    """The rank of a card, 0 (a two) to 12 (an ace)."""
    return 9 if card == SUITLESS_JACK else card >> 2


# Loops that are compiled with the rules


def count_categories(cards: int = 52) -> list[int]:
    """How many of the five-card hands of these lowest cards are of each category; of a pack there are 2,598,960."""
    counts = [0] * 10
    end: i64 = cards
    a: i64 = 0
    while a < end - 4:
        b = a + 1
        while b < end - 3:
            two = card_bit(a) | card_bit(b)
            c = b + 1
            while c < end - 2:
                three = two | card_bit(c)
                d = c + 1
                while d < end - 1:
                    four = three | card_bit(d)
                    e = d + 1
                    while e < end:
                        counts[strength(four | card_bit(e)) >> TIE_BITS] += 1
                        e += 1
                    d += 1
                c += 1
            b += 1
        a += 1
    return counts


def evaluate_many(hands: int, seed: int) -> int:
    """Evaluate random hands of seven cards; the sum of their strengths (measures the evaluator's speed)."""
    chance = Fast(seed)
    total: i64 = 0
    left: i64 = hands
    while left > 0:
        hand: i64 = 0
        need: i64 = 7
        while need > 0:
            bit = card_bit(chance.below(52))
            if hand & bit == 0:
                hand |= bit
                need -= 1
        total += strength(hand)
        left -= 1
    return total
