"""What the cribbage brain knows: averages of hands and cribs, what a card in the play brings, the worth of a score.

The numbers of ``tables/cribbage.json`` are made by ``python -m koloda.lab.make_cribbage``.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

from mypy_extensions import i64

from koloda.core.pile import Pile
from koloda.core.turn import ONE
from koloda.games._cribbage import JACK, flush_points, peg_points, rank_points, value
from koloda.games.cribbage import Cribbage

FOLLOW: Final = 0.8  # how much of one's best counter to a reply will really come
EAGER: Final = 0.03  # a high card is better gone, a low one kept for the end of the count, by so much a pip
SOFT: Final = 1.0  # points by which a keeper may have discarded worse than by these averages
SCALE: Final = 10_000  # of the shares in the table of equity
WIDTH: Final = 122  # points to go, 0 to 121


class Tables:
    """The computed numbers, read when they are first asked for."""

    def __init__(self) -> None:
        self.cribs: dict[str, list[float]] = {}
        self.equity: dict[str, list[int]] = {}
        self.deals: dict[str, list[list[int]]] = {}

    def load(self) -> None:
        """Read the file of the package."""
        made = json.loads(files("koloda.bots").joinpath("tables/cribbage.json").read_text(encoding="utf-8"))
        for name, hundredths in made["cribs"].items():
            self.cribs[name] = [float(n) / 100 for n in hundredths]
        for rules in ("standard", "book"):
            self.equity[rules] = made["equity"][rules]
            self.deals[rules] = made["deals"][rules]

    def crib(self, name: str) -> list[float]:
        """The average crib by the class of one's discards."""
        if not self.cribs:
            self.load()
        return self.cribs[name]

    def shares(self, rules: str) -> list[int]:
        """The dealer's share of the win by what both have to go."""
        if not self.equity:
            self.load()
        return self.equity[rules]

    def pool(self, rules: str) -> list[list[int]]:
        """Deals as they come: what pone and dealer pegged, their hands, the crib."""
        if not self.deals:
            self.load()
        return self.deals[rules]


TABLES: Final = Tables()


# The discard


def crib_name(game: Cribbage, own: bool) -> str:
    """The name of the table of cribs that fits the table and the role."""
    return ("book" if game.book else "standard") + str(game.seats) + ("own" if own else "other")


def own_crib(game: Cribbage, seat: int) -> bool:
    """Whether the crib will count for this seat or its partner."""
    return game.dealer == seat or (game.teams and (game.dealer - seat) % 2 == 0)


def discard_class(first: i64, second: i64) -> i64:
    """Two discards by their ranks and whether they are of one suit."""
    low, high = first >> 2, second >> 2
    if low > high:
        low, high = high, low
    return high * (high + 1) + 2 * low + (1 if first & 3 == second & 3 else 0)


def mean_show(kept: Pile, dealt: Pile, book: bool) -> float:
    """The exact average of four kept cards over every starter that was not dealt to the same hand."""
    ranks: list[int] = [4] * 13
    suits: list[int] = [13] * 4
    n = dealt.size()
    i: i64 = 0
    while i < n:
        ranks[dealt.at(i) >> 2] -= 1
        suits[dealt.at(i) & 3] -= 1
        i += 1
    total: i64 = 0
    rank: i64 = 0
    while rank < 13:
        total += ranks[rank] * rank_points(kept, 4 * rank, book)
        rank += 1
    suit: i64 = 0
    while suit < 4:
        count: i64 = suits[suit]
        total += count * flush_points(kept, suit, False, book)
        if kept.has(4 * JACK + suit):  # another jack as starter is not of this suit
            total += count
        suit += 1
    return float(total) / float(52 - n)


def mean_shows(hand: Pile, book: bool) -> list[float]:
    """The mean show of what each discard leaves, in the order of the legal moves."""
    found: list[float] = []
    cards = hand.cards()
    for i in range(len(cards)):
        if len(cards) == 5:
            found.append(mean_show(Pile.of(cards[:i] + cards[i + 1 :]), hand, book))
        else:
            for j in range(i + 1, len(cards)):
                kept = Pile.of(cards[:i] + cards[i + 1 : j] + cards[j + 1 :])
                found.append(mean_show(kept, hand, book))
    return found


def crib_means(hand: Pile, table: list[float]) -> list[float]:
    """The average crib of each discard, in the order of the legal moves."""
    found: list[float] = []
    n = hand.size()
    i: i64 = 0
    while i < n:
        if n == 5:
            found.append(table[hand.at(i) >> 2])
        else:
            j = i + 1
            while j < n:
                found.append(table[discard_class(hand.at(i), hand.at(j))])
                j += 1
        i += 1
    return found


def discard_worths(hand: Pile, table: list[float], own: bool, book: bool) -> list[float]:
    """Points that each discard brings: the hand's and, for or against, the crib's."""
    shows = mean_shows(hand, book)
    cribs = crib_means(hand, table)
    return [show + crib if own else show - crib for show, crib in zip(shows, cribs, strict=True)]


def highest(worths: list[float]) -> int:
    """Where the highest number stands first."""
    best = 0
    for index in range(1, len(worths)):
        if worths[index] > worths[best]:
            best = index
    return best


# The play


def unseen_ranks(game: Cribbage, seat: i64) -> list[int]:
    """By rank: how many cards lie where ``seat`` cannot see them."""
    counts: list[int] = [4] * 13
    for card in game.hands[seat].cards():
        counts[card >> 2] -= 1
    for laid in game.laid:
        for card in laid.cards():
            counts[card >> 2] -= 1
    counts[game.starter.at(0) >> 2] -= 1
    for index, card in enumerate(game.crib.cards()):
        if (game.crib_seen.at(index) >> seat) & 1:
            counts[card >> 2] -= 1
    return counts


def some_of(share: float, cards: i64) -> float:
    """The chance that a hand of so many cards has one of a kind that makes this share of the unseen ones."""
    none = 1.0
    while cards > 0:
        none *= 1 - share
        cards -= 1
    return 1 - none


def counter_points(trick: Pile, count: i64, hand: Pile, laid: i64, rank: i64, book: bool) -> float:
    """The most that ``hand`` without the ``laid`` card can peg after a reply of ``rank``."""
    most: i64 = 0
    count += value(4 * rank)
    trick.put(4 * rank)
    end = trick.size()
    n = hand.size()
    i: i64 = 0
    while i < n:
        card = hand.at(i)
        if card != laid and count + value(card) <= 31:
            trick.put(card)
            points = peg_points(trick, count + value(card), book)
            trick.take_at(end)
            if points > most:
                most = points
        i += 1
    trick.take_at(end - 1)
    return float(most)


def reply_points(trick: Pile, count: i64, unseen: list[int], book: bool) -> list[int]:
    """What a card of each rank would bring next; -1 if it cannot come."""
    replies: list[int] = [-1] * 13
    end = trick.size()
    rank: i64 = 0
    while rank < 13:
        if unseen[rank] > 0 and count + value(4 * rank) <= 31:
            trick.put(4 * rank)
            replies[rank] = int(peg_points(trick, count + value(4 * rank), book))
            trick.take_at(end)
        rank += 1
    return replies


def lay_worth(game: Cribbage, hand: Pile, card: i64, unseen: list[int], rival: i64) -> float:
    """Points of a card now, less what the next hand (of ``rival`` cards) may answer, plus what may follow then."""
    trick = game.trick.copy()
    trick.put(card)
    count = game.count + value(card)
    worth = float(peg_points(trick, count, game.book)) + EAGER * float(value(card))
    if count == 31 or rival == 0:
        return worth
    replies = reply_points(trick, count, unseen, game.book)
    total: i64 = 0
    plain: i64 = 0  # cards that may be laid for nothing
    rank: i64 = 0
    while rank < 13:
        total += unseen[rank]
        if replies[rank] == 0:
            plain += unseen[rank]
        rank += 1
    none = 1.0
    top = dearest(replies)
    while replies[top] > 0:
        chance = none * some_of(float(unseen[top]) / float(total), rival)
        counter = counter_points(trick, count, hand, card, top, game.book)
        worth -= chance * (float(replies[top]) - FOLLOW * counter)
        none -= chance
        replies[top] = -1
        top = dearest(replies)
    if plain > 0:
        chance = none * some_of(float(plain) / float(total), rival)
        none -= chance
        rank = 0
        while rank < 13:
            if replies[rank] == 0:
                share = chance * float(unseen[rank]) / float(plain)
                worth += share * FOLLOW * counter_points(trick, count, hand, card, rank, game.book)
            rank += 1
    return worth + none  # nobody can answer: a point for the last card


def dearest(replies: list[int]) -> i64:
    """The rank that brings most."""
    top: i64 = 0
    rank: i64 = 1
    while rank < 13:
        if replies[rank] > replies[top]:
            top = rank
        rank += 1
    return top


def peg_card(game: Cribbage, seat: i64) -> i64:
    """The card to lay, from what ``seat`` knows."""
    hand = game.hands[seat]
    other = game.next_seat(seat)
    while other != seat and game.hands[other].size() == 0:
        other = game.next_seat(other)
    rival = game.hands[other].size() if other != seat else 0
    unseen = unseen_ranks(game, seat)
    best: i64 = hand.at(0)
    top = -1000.0
    n = hand.size()
    i: i64 = 0
    while i < n and game.count + value(hand.at(i)) <= 31:
        card = hand.at(i)
        if i == 0 or card >> 2 != hand.at(i - 1) >> 2:
            worth = lay_worth(game, hand, card, unseen, rival)
            if worth > top:
                top = worth
                best = card
        i += 1
    return best


# The worth of a score


def dealer_share(shares: list[int], dealer: i64, pone: i64) -> float:
    """How often the dealer wins before a deal, by the points that both have to go."""
    if dealer <= 0:
        return 1.0
    if pone <= 0:
        return 0.0
    far = (dealer if dealer > pone else pone) - WIDTH + 1
    if far > 0:  # a longer match: as far apart, as near as the table knows
        dealer = dealer - far if dealer > far else 1
        pone = pone - far if pone > far else 1
    return shares[dealer * WIDTH + pone] / SCALE


def deal_share(shares: list[int], dealer: i64, pone: i64, deal: list[int], book: bool) -> float:
    """The dealer's share after one deal, scored in its order: pegging, pone's hand, the dealer's, the crib."""
    pone -= deal[0]
    if pone <= 0:
        return 0.0
    dealer -= deal[1]
    if dealer <= 0:
        return 1.0
    pone -= deal[2]
    if pone <= 0:
        return 0.0
    dealer -= deal[3] + deal[4]
    if book:
        dealer -= 3  # the dealer of this deal is the other one in the next
    return 1.0 - dealer_share(shares, pone, dealer)


def unlikely_discard(game: Cribbage, other: i64, table: list[float]) -> bool:
    """Lay away what ``other`` would have laid away of its cards; whether even then the world cannot be believed."""
    hand = game.hands[other]
    places: list[int] = []
    for index in range(len(game.crib)):
        if game.crib_seen.at(index) == 1 << other:
            places.append(index)
            hand.put(game.crib.at(index))
    laid = game.laid[other].cards()
    cards = hand.cards() + laid
    whole = Pile.of(sorted(cards))
    worths = discard_worths(whole, table, own_crib(game, other), game.book)
    top = worths[highest(worths)]
    best = -1000.0
    gone: list[int] = []
    for worth, pair in zip(worths, discards(whole), strict=True):
        if worth > best and not [card for card in pair if card in laid]:
            best = worth
            gone = pair
    for index, card in zip(places, gone, strict=True):
        hand.take(card)
        game.crib.set(index, card)
    hand.sort()
    return best < top - SOFT or not may_hold(game, other)


def may_hold(game: Cribbage, other: i64) -> bool:
    """Whether a hand agrees with the counts at which it passed, and with its turn."""
    hand = game.hands[other]
    if hand.size() == 0:
        return True
    low = value(hand.lowest())
    return low > game.floors[other] and (game.kind != ONE or game.mover != other or game.count + low <= 31)


def discards(hand: Pile) -> list[list[int]]:
    """What may be laid away, in the order of the legal moves."""
    cards = hand.cards()
    if len(cards) == 5:
        return [[card] for card in cards]
    found: list[list[int]] = []
    for i in range(len(cards)):
        found += [[cards[i], other] for other in cards[i + 1 :]]
    return found
