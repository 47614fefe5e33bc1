"""The loops that compute the tables of the cribbage brain for ``build_tables``: seconds compiled."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import i64

from koloda.core.chance import Chance
from koloda.core.pile import Pile
from koloda.games.cribbage.counting import ACE_LOW, show_value, value

from .belief import KEEPS_BY_ROLE, ways_of
from .ranks import FULL_PACK, fits, four_ranks, one, sensible_lay, size, tail_points
from .tables import EQUITY_WIDTH, SHARE_SCALE, discard_class, discard_worths, discards, highest

STARTERS_PER_DEAL: Final = 3

RIVAL_HANDS: Final = 300  # that every four ranks are played against


class Others(NamedTuple):
    """What the other seats were dealt (with the starters, all that one's own discards cannot be) and laid away."""

    used: Pile
    laid: list[int]
    starters: list[int]


def deal_others(book: bool, seats: int, own: list[float], other: list[float], mine: bool, chance: Chance) -> Others:
    """The other seats' cards; they discard by these tables, the crib being one's own or not."""
    deck = Pile.of(ACE_LOW.pack)
    chance.shuffle(deck, ACE_LOW)
    used = Pile()
    laid: list[int] = []
    for number in range(seats - 1):
        hand = Pile()
        deck.draw_to(hand, 6 if book or seats == 2 else 5)
        hand.sort()
        theirs = number == 0 and not mine
        worths = discard_worths(hand, own if theirs else other, theirs, book)
        laid += discards(hand)[highest(worths)]
        for card in hand.cards():
            used.put(card)
    if seats == 3 and not book:
        laid.append(deck.at(0))
        deck.draw_to(used, 1)
    starters = deck.cards()[:STARTERS_PER_DEAL]
    deck.draw_to(used, STARTERS_PER_DEAL)
    return Others(used, laid, starters)


def class_cards(index: int, one: bool) -> list[int]:
    """Discards of a class: one card by its rank, or two of one suit or of two."""
    if one:
        return [4 * index]
    for high in range(13):
        for low in range(high + 1):
            for second in (4 * high, 4 * high + 1):
                if second != 4 * low and discard_class(4 * low, second) == index:
                    return [4 * low, second]
    return []  # a pair of one suit


def crib_mean(mine: list[int], deals: list[Others], chance: Chance) -> float:
    """The average crib that ``mine`` goes into."""
    total = 0
    count = 0
    for deal in deals:
        if deal.used.has(mine[0]) or deal.used.has(mine[-1]):
            continue
        crib = Pile.of(mine + deal.laid)
        if crib.size() > 4:  # R2: four of all discards
            chance.shuffle(crib, ACE_LOW)
        for starter in deal.starters:
            total += show_value(crib, starter, True, False)
            count += 1
    return total / max(1, count)


def crib_table(deals: list[Others], one: bool, chance: Chance) -> list[float]:
    """The average crib by the class of one's discards."""
    means: list[float] = []
    for index in range(13 if one else 182):
        mine = class_cards(index, one)
        means.append(crib_mean(mine, deals, chance) if mine else means[-1])
    return means


def equity(deals: list[list[int]], book: bool) -> list[int]:
    """The dealer's share by what both have to go: a deal comes from ``deals``, then the other one deals.

    A deal is a list of numbers, each 2 * points, and one more if they are the dealer's; in the order of scoring.
    """
    shares: list[int] = [0] * (EQUITY_WIDTH * EQUITY_WIDTH)
    total: i64 = 2
    while total <= 2 * (EQUITY_WIDTH - 1):
        dealer: i64 = total - EQUITY_WIDTH + 1 if total >= EQUITY_WIDTH else 1
        while dealer < total and dealer < EQUITY_WIDTH:
            shares[dealer * EQUITY_WIDTH + total - dealer] = mean_share(shares, dealer, total - dealer, deals, book)
            dealer += 1
        total += 1
    return shares


def mean_share(shares: list[int], dealer: i64, pone: i64, deals: list[list[int]], book: bool) -> int:
    """The dealer's share before a deal, when those of all smaller needs are known."""
    total: i64 = 0
    for deal in deals:
        total += one_share(shares, dealer, pone, deal, book)
    return int(total) // len(deals)


def one_share(shares: list[int], dealer: i64, pone: i64, deal: list[int], book: bool) -> i64:
    for scored in deal:
        if scored & 1:
            dealer -= scored >> 1
        else:
            pone -= scored >> 1
        if dealer <= 0:
            return SHARE_SCALE
        if pone <= 0:
            return 0
    if book:  # the next pone's three points
        dealer -= 3
        if dealer <= 0:
            return SHARE_SCALE
    return SHARE_SCALE - shares[pone * EQUITY_WIDTH + dealer]


# Pegging


def peg_table(book: bool, own: bool) -> list[float]:
    """What every four ranks peg on average, the crib being one's own or not, and then what the other does."""
    others = usual_hands(book, not own)
    means: list[float] = []
    for hand in four_ranks():
        means += mean_pegging(hand, others, own, book)
    return means


def mean_pegging(hand: int, others: list[int], own: bool, book: bool) -> list[float]:
    """What four ranks peg on average against these hands, and what these do."""
    pegs = theirs = total = 0.0
    for other in others:
        odds = ways_of(other, FULL_PACK - hand) / ways_of(other, FULL_PACK)
        if odds > 0:
            both = pegged(hand, other, not own, book)
            pegs += odds * float(both >> 8)
            theirs += odds * float(both & 255)
            total += odds
    return [pegs / total, theirs / total]


def usual_hands(book: bool, own: bool) -> list[int]:
    """Hands as they are kept: RIVAL_HANDS of them, drawn at even steps of their odds."""
    keeps = KEEPS_BY_ROLE.of(book, own)
    habit: dict[int, float] = {}
    for dealt, kept, odds in zip(keeps.dealt, keeps.kept, keeps.odds, strict=True):
        habit[kept] = habit.get(kept, 0.0) + odds * ways_of(dealt, FULL_PACK)
    step = sum(habit.values()) / RIVAL_HANDS
    hands: list[int] = []
    passed = 0.0
    for kept, odds in sorted(habit.items()):
        passed += odds
        while (len(hands) + 0.5) * step < passed:
            hands.append(kept)
    return hands


def pegged(mine: i64, theirs: i64, my_turn: bool, book: bool) -> i64:
    """What two hands peg, each laying what is sensible: 256 times the first one's points and the other's."""
    view, their_view = FULL_PACK - mine, FULL_PACK - theirs
    tail: i64 = 0
    count: i64 = 0
    points: i64 = 0
    while mine > 0 or theirs > 0:
        if not fits(mine, count) and not fits(theirs, count):
            points += last_point(count, not my_turn)
            if book:
                return points
            tail = 0
            count = 0
        my_turn = fits(mine, count) if my_turn else not fits(theirs, count)
        if my_turn:
            rank = sensible_lay(mine, tail, count, view, size(theirs), book)
            mine -= one(rank)
            their_view -= one(rank)
        else:
            rank = sensible_lay(theirs, tail, count, their_view, size(mine), book)
            theirs -= one(rank)
            view -= one(rank)
        tail = (tail << 4) + rank + 1
        count += value(4 * rank)
        points += tail_points(tail, count, book) << (8 if my_turn else 0)
        my_turn = not my_turn
    return points + last_point(count, not my_turn)


def last_point(count: i64, mine: bool) -> i64:
    """The point of the last card of a count."""
    if count == 31:
        return 0
    return 256 if mine else 1
