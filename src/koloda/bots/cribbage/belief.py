"""Cribbage for two: which four ranks the other seat may have kept, judged by what it has laid so far."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from koloda.games.cribbage.counting import JACK_RANK, rank_points, value
from koloda.games.cribbage.game import Cribbage

from .ranks import FULL_PACK, covers, fits, one, packed, sensible_lay, size, tail_of, unpacked
from .tables import TABLES, crib_name, discard_class, own_crib, unseen_ranks

NOBS_POINTS: Final = 0.26  # that a kept jack brings by its suit, on average
DISCARD_HEAT_POINTS: Final = 0.25  # by which worse discards are e times rarer
MAX_DISCARD_LOSS_POINTS: Final = 1.2  # a discard that loses more is never made
ODD_CARD_ODDS: Final = 0.06  # that a card is laid which is not the sensible one
ANY_HAND_WEIGHT: Final = 1.0  # of a hand that nobody would keep, for each way to be dealt it
LEAST_HAND_ODDS: Final = 0.00002  # a hand with less is left out
CHOOSE_K_OF_N: Final = [1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 2, 1, 0, 0, 1, 3, 3, 1, 0, 1, 4, 6, 4, 1]  # at 5n + k


class Keeps:
    """What a sensible discarder keeps of any six ranks, and how often; the crib is their own or the other's."""

    def __init__(self, book: bool, own: bool, table: list[float]) -> None:
        self.book = book
        self.sign = 1.0 if own else -1.0
        self.table = table
        self.starters: dict[int, list[int]] = {}  # the points of four ranks with each starter
        self.dealt: list[int] = []
        self.kept: list[int] = []
        self.odds: list[float] = []
        self.add_deals([])

    def add_deals(self, ranks: list[int]) -> None:
        """All deals that begin with these ranks, which ascend."""
        if len(ranks) == 6:
            self.add(ranks)
            return
        for rank in range(ranks[-1] if ranks else 0, 13):
            if ranks.count(rank) < 4:
                self.add_deals([*ranks, rank])

    def add(self, ranks: list[int]) -> None:
        """What is kept of six ranks: the better, the more often."""
        dealt: i64 = 0
        for rank in ranks:
            dealt += one(rank)
        worth_by_kept: dict[int, float] = {}
        for i in range(5):
            for j in range(i + 1, 6):
                kept: int = dealt - one(ranks[i]) - one(ranks[j])
                if kept not in worth_by_kept:
                    crib = self.table[discard_class(4 * ranks[i], 4 * ranks[j] + 1)]
                    worth_by_kept[kept] = self.mean_show(kept, ranks) + self.sign * crib
        top = max(worth_by_kept.values())
        total = 0.0
        for worth in worth_by_kept.values():
            total += exp((worth - top) / DISCARD_HEAT_POINTS)
        for kept, worth in worth_by_kept.items():
            if top - worth < MAX_DISCARD_LOSS_POINTS:
                self.dealt.append(dealt)
                self.kept.append(kept)
                self.odds.append(exp((worth - top) / DISCARD_HEAT_POINTS) / total)

    def mean_show(self, kept: int, dealt: list[int]) -> float:
        """The average of four ranks over the starters that were not dealt, without suits."""
        shows = self.starters.get(kept)
        if shows is None:
            hand = unpacked(kept)
            shows = [int(rank_points(hand, 4 * rank, self.book)) for rank in range(13)]
            shows.append(sum(shows))
            self.starters[kept] = shows
        total = 4 * shows[13]
        for rank in dealt:
            total -= shows[rank]
        return total / 46 + NOBS_POINTS * ((kept >> (3 * JACK_RANK)) & 7)


class KeepsByRole:
    """The Keeps by rules and role, worked out on demand."""

    def __init__(self) -> None:
        self.keeps: dict[str, Keeps] = {}

    def of(self, book: bool, own: bool) -> Keeps:
        """What one of two keeps."""
        name = crib_name(book, 2, own)
        if name not in self.keeps:
            self.keeps[name] = Keeps(book, own, TABLES.crib(name))
        return self.keeps[name]


KEEPS_BY_ROLE: Final = KeepsByRole()


class Belief:
    """The hands that the other may have been left with, as ``seat`` sees it."""

    def __init__(self, game: Cribbage, seat: int) -> None:
        other = 1 - seat
        self.hands: list[int] = []  # what it still holds
        self.kept: list[int] = []
        self.views: list[int] = []  # the cards that it has not seen
        self.odds: list[float] = []
        self.cribs: dict[int, float] = {}  # what it laid away
        laid = packed(game.laid[other])
        hidden = unseen_ranks(game, seat) + laid
        likeliest: dict[int, float] = {}
        gone: dict[int, int] = {}
        keeps = KEEPS_BY_ROLE.of(game.book, own_crib(game, other))
        weights = strange_hands(keeps, hidden, laid)
        dealt: i64 = -1
        ways = 0.0
        for index in range(len(keeps.dealt)):
            if keeps.dealt[index] != dealt:
                dealt = keeps.dealt[index]
                ways = ways_of(dealt, hidden)
            if ways == 0:
                continue
            kept = keeps.kept[index]
            away: int = dealt - kept
            weight = ways * keeps.odds[index]
            self.cribs[away] = self.cribs.get(away, 0.0) + weight  # whatever was laid: the other may discard oddly
            if covers(kept, laid):
                weights[kept] += weight
                if weight > likeliest.get(kept, 0.0):
                    likeliest[kept] = weight
                    gone[kept] = away
        shown = FULL_PACK - packed(game.starter)
        for kept, weight in weights.items():
            view: int = shown - kept - gone.get(kept, 0)
            self.add(kept - laid, kept, view - packed(game.laid[seat]), weight * replayed(game, seat, kept, view))
        self.forget(LEAST_HAND_ODDS)

    def add(self, hand: int, kept: int, view: int, odds: float) -> None:
        """One more hand that the other may have."""
        self.hands.append(hand)
        self.kept.append(kept)
        self.views.append(view)
        self.odds.append(odds)

    def forget(self, least: float) -> None:
        """Leave out hands with less than this share of the odds, and scale the others back to 1."""
        floor = least * sum(self.odds)
        held, self.hands = self.hands, []
        kept, self.kept = self.kept, []
        views, self.views = self.views, []
        odds, self.odds = self.odds, []
        total = sum([part for part in odds if part > floor])
        for index in range(len(held)):
            if odds[index] > floor:
                self.add(held[index], kept[index], views[index], odds[index] / total)


def strange_hands(keeps: Keeps, hidden: i64, laid: i64) -> dict[int, float]:
    """All hands that the other may have, weighted without any reason to keep them."""
    weights: dict[int, float] = {}
    for kept in keeps.starters:
        ways = ways_of(kept, hidden)
        if ways > 0 and covers(kept, laid):
            weights[kept] = ANY_HAND_WEIGHT * ways
    return weights


def ways_of(ranks: i64, unseen: i64) -> float:
    """In how many suits these ranks may come."""
    ways: i64 = 1
    while ranks > 0 and ways > 0:
        if ranks & 7:
            ways *= CHOOSE_K_OF_N[5 * (unseen & 7) + (ranks & 7)]
        ranks >>= 3
        unseen >>= 3
    return float(ways)


def replayed(game: Cribbage, seat: i64, theirs: i64, view: i64) -> float:
    """How likely the other, having kept ``theirs``, would have laid what it has; 0 if the turns would differ."""
    mine = packed(game.hands[seat]) + packed(game.laid[seat])
    my_cards = game.laid[seat]
    their_cards = game.laid[1 - seat]
    my: i64 = 0
    their: i64 = 0
    tail: i64 = 0
    count: i64 = 0
    odds = 1.0
    my_turn = game.dealer != seat
    while True:
        if not fits(mine, count) and not fits(theirs, count):
            tail = 0
            count = 0
        my_turn = fits(mine, count) if my_turn else not fits(theirs, count)
        if my_turn and my == my_cards.size():
            break
        if my_turn:
            rank = my_cards.at(my) >> 2
            my += 1
            mine -= one(rank)
            view -= one(rank)
        elif their == their_cards.size():
            return 0.0
        else:
            rank = their_cards.at(their) >> 2
            their += 1
            if sensible_lay(theirs, tail, count, view, size(mine), game.book) != rank:
                odds *= ODD_CARD_ODDS
            theirs -= one(rank)
        tail = (tail << 4) + rank + 1
        count += value(4 * rank)
        if count > 31:
            return 0.0
        my_turn = not my_turn
    same = their == their_cards.size() and count == game.count and tail == tail_of(game.trick)
    return odds if same else 0.0
