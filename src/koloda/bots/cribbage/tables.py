"""What the cribbage brain knows: averages of hands and cribs, what a card in the play brings, the worth of a score.

The numbers of ``tables.json`` are made by ``python -m koloda.bots.cribbage.build_tables``.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

from mypy_extensions import i64

from koloda.core.pile import Pile
from koloda.core.turn import ONE
from koloda.games.cribbage.counting import JACK_RANK, flush_points, rank_points, value
from koloda.games.cribbage.game import Cribbage

from .ranks import FULL_PACK, four_ranks, one, packed, sensible_lay, tail_of

MAX_KEEP_LOSS_POINTS: Final = 1.0  # by which a keeper may have discarded worse than by these averages
SHARE_SCALE: Final = 10_000  # of the shares in the table of equity
EQUITY_WIDTH: Final = 122  # points to go, 0 to 121


class Tables:
    """The computed numbers, read on first use."""

    def __init__(self) -> None:
        self.cribs: dict[str, list[float]] = {}
        self.equity: dict[str, list[int]] = {}
        self.deals: dict[str, list[list[int]]] = {}
        self.pegs: dict[str, dict[int, list[float]]] = {}

    def load(self) -> None:
        """Read the file of the package."""
        tables = json.loads(files("koloda.bots.cribbage").joinpath("tables.json").read_text(encoding="utf-8"))
        for name, hundredths in tables["cribs"].items():
            self.cribs[name] = [float(n) / 100 for n in hundredths]
        for rules in ("standard", "book"):
            self.equity[rules] = tables["equity"][rules]
            self.deals[rules] = tables["deals"][rules]
        for name, hundredths in tables["pegs"].items():
            self.pegs[name] = {}
            for number, hand in enumerate(four_ranks()):
                self.pegs[name][hand] = [n / 100 for n in hundredths[2 * number : 2 * number + 2]]

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

    def pegging(self, name: str) -> dict[int, list[float]]:
        """What four kept ranks peg on average, and what the other does; by the name of the crib."""
        if not self.pegs:
            self.load()
        return self.pegs[name]


TABLES: Final = Tables()


# The discard


def crib_name(book: bool, seats: int, own: bool) -> str:
    """The name of the table of cribs that fits the table and the role."""
    return ("book" if book else "standard") + str(seats) + ("own" if own else "other")


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
        if kept.has(4 * JACK_RANK + suit):  # another jack as starter is not of this suit
            total += count
        suit += 1
    return float(total) / float(52 - n)


def mean_shows(hand: Pile, book: bool) -> list[float]:
    """The mean show of what each discard leaves, in the order of the legal moves."""
    means: list[float] = []
    cards = hand.cards()
    for i in range(len(cards)):
        if len(cards) == 5:
            means.append(mean_show(Pile.of(cards[:i] + cards[i + 1 :]), hand, book))
        else:
            for j in range(i + 1, len(cards)):
                kept = Pile.of(cards[:i] + cards[i + 1 : j] + cards[j + 1 :])
                means.append(mean_show(kept, hand, book))
    return means


def crib_means(hand: Pile, table: list[float]) -> list[float]:
    """The average crib of each discard, in the order of the legal moves."""
    means: list[float] = []
    n = hand.size()
    i: i64 = 0
    while i < n:
        if n == 5:
            means.append(table[hand.at(i) >> 2])
        else:
            j = i + 1
            while j < n:
                means.append(table[discard_class(hand.at(i), hand.at(j))])
                j += 1
        i += 1
    return means


def discard_worths(hand: Pile, table: list[float], own: bool, book: bool) -> list[float]:
    """Points that each discard brings: the hand's and, for or against, the crib's."""
    shows = mean_shows(hand, book)
    cribs = crib_means(hand, table)
    return [show + crib if own else show - crib for show, crib in zip(shows, cribs, strict=True)]


def mean_pegs(hand: Pile, table: dict[int, list[float]]) -> list[list[float]]:
    """What each discard leaves to peg, for oneself and for the other, in the order of the legal moves."""
    whole = packed(hand)
    return [table[whole - packed(Pile.of(gone))] for gone in discards(hand)]


def highest(worths: list[float]) -> int:
    """The index of the highest number, the first of equals."""
    best = 0
    for index in range(1, len(worths)):
        if worths[index] > worths[best]:
            best = index
    return best


# The play


def unseen_ranks(game: Cribbage, seat: i64) -> i64:
    """The ranks of the cards that lie where ``seat`` cannot see them."""
    hidden = FULL_PACK - packed(game.hands[seat]) - packed(game.starter)
    for laid in game.laid:
        hidden -= packed(laid)
    return hidden - own_discards(game, seat)


def own_discards(game: Cribbage, seat: i64) -> i64:
    """The ranks that ``seat`` knows in the crib."""
    own: i64 = 0
    n = game.crib.size()
    i: i64 = 0
    while i < n:
        if (game.crib_seen.at(i) >> seat) & 1:
            own += one(game.crib.at(i) >> 2)
        i += 1
    return own


def peg_card(game: Cribbage, seat: i64) -> i64:
    """The card to lay, from what ``seat`` knows."""
    other = game.next_seat(seat)
    while other != seat and game.hands[other].size() == 0:
        other = game.next_seat(other)
    rival = game.hands[other].size() if other != seat else 0
    hand = game.hands[seat]
    unseen = unseen_ranks(game, seat)
    rank = sensible_lay(packed(hand), tail_of(game.trick), game.count, unseen, rival, game.book)
    i: i64 = 0
    while hand.at(i) >> 2 != rank:
        i += 1
    return hand.at(i)


# The worth of a score


def dealer_share(shares: list[int], dealer: i64, pone: i64) -> float:
    """How often the dealer wins before a deal, by the points that both have to go."""
    if dealer <= 0:
        return 1.0
    if pone <= 0:
        return 0.0
    far = (dealer if dealer > pone else pone) - EQUITY_WIDTH + 1
    if far > 0:  # a longer match: the same gap, as far out as the table goes
        dealer = dealer - far if dealer > far else 1
        pone = pone - far if pone > far else 1
    return shares[dealer * EQUITY_WIDTH + pone] / SHARE_SCALE


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
        dealer -= 3  # the other one deals next, and this dealer gets three points
    return 1.0 - dealer_share(shares, pone, dealer)


def unlikely_discard(game: Cribbage, other: i64, table: list[float]) -> bool:
    """Let ``other`` discard what it would have discarded; returns whether the world is unlikely even then."""
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
    return best < top - MAX_KEEP_LOSS_POINTS or not may_hold(game, other)


def may_hold(game: Cribbage, other: i64) -> bool:
    """Whether a hand agrees with the counts at which it passed, and with its turn."""
    hand = game.hands[other]
    if hand.size() == 0:
        return True
    low = value(hand.lowest())
    return low > game.floors[other] and (game.turn_kind != ONE or game.mover != other or game.count + low <= 31)


def discards(hand: Pile) -> list[list[int]]:
    """What may be laid away, in the order of the legal moves."""
    cards = hand.cards()
    if len(cards) == 5:
        return [[card] for card in cards]
    pairs: list[list[int]] = []
    for i in range(len(cards)):
        pairs += [[cards[i], other] for other in cards[i + 1 :]]
    return pairs
