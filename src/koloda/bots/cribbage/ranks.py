"""Cribbage by ranks alone, packed into native numbers: the play does not look at suits.

A hand is how many cards it has of each rank, three bits each. The cards of a count, its ``tail``, are their ranks + 1,
four bits each, the last card lowest.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.pile import Pile
from koloda.games.cribbage.counting import pair_points, value

FULL_PACK: Final = 0o4444444444444  # four cards of every rank
ONE_KING: Final = 0o1000000000000

COUNTER_ODDS: Final = 0.8  # that one's best counter to a reply will really come
HIGH_CARD_EAGERNESS: Final = 0.03  # for each pip: a high card is better gone, a low one kept for the end of the count


def one(rank: i64) -> i64:
    """A hand of one card."""
    return ONE_KING >> (3 * (12 - rank))  # compiled, a 1 is too short to be shifted up that far


def packed(cards: Pile) -> i64:
    """The ranks of some cards."""
    hand: i64 = 0
    n = cards.size()
    i: i64 = 0
    while i < n:
        hand += one(cards.at(i) >> 2)
        i += 1
    return hand


def unpacked(hand: i64) -> Pile:
    """Cards of these ranks, in suits as they come."""
    cards = Pile()
    rank: i64 = 0
    while hand > 0:
        suit: i64 = 0
        while suit < hand & 7:
            cards.put(4 * rank + suit)
            suit += 1
        hand >>= 3
        rank += 1
    return cards


def four_ranks() -> list[int]:
    """Every hand of four, in the order in which tables list them."""
    hands: list[int] = []
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    hands.append(one(a) + one(b) + one(c) + one(d))
    return hands


def size(hand: i64) -> i64:
    """How many cards there are."""
    n: i64 = 0
    while hand > 0:
        n += hand & 7
        hand >>= 3
    return n


def fits(hand: i64, count: i64) -> bool:
    """Whether a card of the hand may be added to the count."""
    rank: i64 = 0
    while hand > 0:
        if hand & 7:
            return count + value(4 * rank) <= 31
        hand >>= 3
        rank += 1
    return False


def covers(hand: i64, part: i64) -> bool:
    """Whether all of ``part`` is in the hand."""
    while part > 0:
        if part & 7 > hand & 7:
            return False
        hand >>= 3
        part >>= 3
    return True


def tail_of(trick: Pile) -> i64:
    """The cards of a count."""
    tail: i64 = 0
    n = trick.size()
    i: i64 = 0
    while i < n:
        tail = (tail << 4) + (trick.at(i) >> 2) + 1
        i += 1
    return tail


def tail_points(tail: i64, count: i64, book: bool) -> i64:
    """What the last card of a tail brings; ``koloda.games.cribbage.counting.peg_points`` for packed ranks."""
    points: i64 = 2 if count == 15 or count == 31 else 0
    last = tail & 15
    before = tail >> 4
    if before & 15 != last:
        return points + tail_run(tail) if before > 15 else points
    same: i64 = 0
    while before & 15 == last:
        same += 1
        before >>= 4
    return points + pair_points(same, book)


def tail_run(tail: i64) -> i64:
    """The longest run, in any order, that the last card ends (0 if none)."""
    ranks: i64 = 0
    low: i64 = 15
    high: i64 = 0
    n: i64 = 0
    longest: i64 = 0
    while tail > 0:
        rank = tail & 15
        if (ranks >> rank) & 1:
            break
        ranks |= 1 << rank
        if rank < low:
            low = rank
        if rank > high:
            high = rank
        n += 1
        if n >= 3 and high - low == n - 1:
            longest = n
        tail >>= 4
    return longest


# A sensible card: what it scores now, less what may answer it, plus what may follow


def sensible_lay(hand: i64, tail: i64, count: i64, unseen: i64, rival: i64, book: bool) -> i64:
    """The rank to lay when the next hand has ``rival`` of the ``unseen`` cards; -1 if none fits."""
    best: i64 = -1
    top = -1000.0
    rank: i64 = 0
    left = hand
    while left > 0 and count + value(4 * rank) <= 31:
        if left & 7:
            if left < 8 and best < 0:
                return rank  # no choice
            worth = lay_worth(hand - one(rank), (tail << 4) + rank + 1, count + value(4 * rank), unseen, rival, book)
            if worth > top:
                top = worth
                best = rank
        left >>= 3
        rank += 1
    return best


def lay_worth(rest: i64, tail: i64, count: i64, unseen: i64, rival: i64, book: bool) -> float:
    """Points of the last card, less what the next hand may reply, plus what the ``rest`` of the hand may then score."""
    worth = float(tail_points(tail, count, book)) + HIGH_CARD_EAGERNESS * float(value(4 * ((tail & 15) - 1)))
    if count == 31 or rival == 0:
        return worth
    replies = reply_points(tail, count, unseen, book)
    total = float(size(unseen))
    none = 1.0
    top = dearest(replies)
    while (replies >> (4 * top)) & 15 > 1:
        chance = none * some_of(float((unseen >> (3 * top)) & 7) / total, rival)
        reply = float(((replies >> (4 * top)) & 15) - 1)
        worth -= chance * (reply - COUNTER_ODDS * counter_points(tail, count, rest, top, book))
        none -= chance
        replies -= ((replies >> (4 * top)) & 15) << (4 * top)
        top = dearest(replies)
    plain = plain_cards(replies, unseen)
    if plain > 0:
        chance = none * some_of(float(plain) / total, rival)
        none -= chance
        rank: i64 = 0
        while rank < 13:
            if (replies >> (4 * rank)) & 15 == 1:
                share = chance * float((unseen >> (3 * rank)) & 7) / float(plain)
                worth += share * COUNTER_ODDS * counter_points(tail, count, rest, rank, book)
            rank += 1
    return worth + none  # nobody can answer: a point for the last card


def reply_points(tail: i64, count: i64, unseen: i64, book: bool) -> i64:
    """What a card of each rank would score next, plus 1, four bits each; 0 if it cannot come."""
    replies: i64 = 0
    rank: i64 = 0
    while rank < 13 and count + value(4 * rank) <= 31:
        if (unseen >> (3 * rank)) & 7:
            points = tail_points((tail << 4) + rank + 1, count + value(4 * rank), book)
            replies += (points + 1) << (4 * rank)
        rank += 1
    return replies


def dearest(replies: i64) -> i64:
    """The rank that brings most."""
    top: i64 = 0
    most: i64 = 0
    rank: i64 = 0
    while replies > 0:
        if replies & 15 > most:
            most = replies & 15
            top = rank
        replies >>= 4
        rank += 1
    return top


def plain_cards(replies: i64, unseen: i64) -> i64:
    """How many cards may be laid for nothing."""
    plain: i64 = 0
    while replies > 0:
        if replies & 15 == 1:
            plain += unseen & 7
        replies >>= 4
        unseen >>= 3
    return plain


def some_of(share: float, cards: i64) -> float:
    """The chance that a hand of this many cards has one of a kind with this share of the unseen cards."""
    none = 1.0
    while cards > 0:
        none *= 1 - share
        cards -= 1
    return 1 - none


def counter_points(tail: i64, count: i64, rest: i64, reply: i64, book: bool) -> float:
    """The most that the ``rest`` of a hand can peg after a reply."""
    most: i64 = 0
    tail = ((tail << 4) + reply + 1) << 4
    count += value(4 * reply)
    rank: i64 = 0
    while rest > 0 and count + value(4 * rank) <= 31:
        if rest & 7:
            points = tail_points(tail + rank + 1, count + value(4 * rank), book)
            if points > most:
                most = points
        rest >>= 3
        rank += 1
    return float(most)
