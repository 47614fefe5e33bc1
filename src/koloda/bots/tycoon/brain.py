"""Tycoon: dump the low sets, keep the high ones as re-entries, finish with what cannot be beaten; by simulation."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from mypy_extensions import i64

from koloda.bots.shared.lead import LOGISTIC_SCALE
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain, Estimate, Search
from koloda.games.tycoon.card_sets import JOKER_RANK, PLAYS, RANKS, count_ranks
from koloda.games.tycoon.game import Tycoon

from .deal import HIGH_RANK, MAX_NODES, PASS, Deal, LastTwo

MAX_GIFTS_SEARCHED: Final = 4
MAX_EXACT_CARDS: Final = 16  # of the last two hands together
DEAL_SPREAD_PER_SEAT: Final = 0.42  # in points


class TycoonBrain(Brain):
    worlds = 150

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        assert isinstance(game, Tycoon)
        if game.givers:
            return good_gifts(game, seat)[0]
        deal = Deal(game.seats)
        deal.load(game)
        return text_of(deal.pick())

    def candidates(self, game: Game, seat: int) -> list[str]:
        """Leads: whole sets, and high cards one by one. Gifts: the cheapest."""
        assert isinstance(game, Tycoon)
        if game.givers:
            return good_gifts(game, seat)[:MAX_GIFTS_SEARCHED]
        moves = game.moves(seat)
        if game.table.size() > 0:
            return moves
        counts = count_ranks(game.hands[seat])
        return [move for move in moves if promising(counts, move)] or moves

    def stage(self, game: Game) -> int:
        assert isinstance(game, Tycoon)
        return game.round

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Tycoon)
        return place_share(game, game.scores, game.firsts, seat, game.deals - game.round + (0 if game.over else 1))

    def solve(self, game: Game, seat: int) -> list[Estimate]:
        """With two hands left each knows the other, so the end can be worked out."""
        assert isinstance(game, Tycoon)
        left = [other for other in range(game.seats) if len(game.hands[other]) > 0]
        if len(left) != 2 or game.givers or game.wild or (game.opening and game.lead == "first_lowest"):
            return []
        other = left[0] + left[1] - seat
        if len(game.hands[seat]) + len(game.hands[other]) > MAX_EXACT_CARDS:
            return []
        if game.table.size() > 0 and game.last != other:
            return []
        return last_two(game, seat, other)

    def likely(self, world: Game, seat: int) -> bool:
        """A seat that has just passed holds no low set of that size, which it would have played."""
        assert isinstance(world, Tycoon)
        size = len(world.table)
        if size == 0 or world.passed == 0:
            return True
        for other in range(world.seats):
            low = count_ranks(world.hands[other])[world.top_rank + 1 : HIGH_RANK]
            if other != seat and (world.passed >> other) & 1 and size in low:
                return False
        return True

    def search(self, game: Game, seat: int, moves: list[str]) -> Search:
        return TycoonSearch(self, seat, moves)


class TycoonSearch(Search):
    """Moves weighed by quick imagined deals instead of whole games."""

    def add(self, world: Game) -> None:
        assert isinstance(world, Tycoon)
        deal = Deal(world.seats)
        deal.load(world)
        rest = world.deals - world.round
        for index in self.alive:
            if world.givers:
                played = given(world, self.seat, self.moves[index])
            else:
                played = deal.copy()
                play_text(played, self.moves[index])
            played.finish()
            scores = world.scores[:]
            firsts = world.firsts[:]
            firsts[played.out[0]] += 1
            for place, seat in enumerate(played.out):
                scores[seat] += world.seats - 1 - place
            share = place_share(world, scores, firsts, self.seat, rest)
            self.values[index].append(share)
            self.sums[index] += share
        self.worlds += 1


def place_share(game: Tycoon, scores: list[int], firsts: list[int], seat: int, rest: int) -> float:
    """The share of the others that the seat will be placed before, with ``rest`` deals to go."""
    total = 0.0
    step = DEAL_SPREAD_PER_SEAT * game.seats * sqrt(2 * rest) / LOGISTIC_SCALE
    for other in range(game.seats):
        if other == seat:
            continue
        lead = scores[seat] - scores[other]
        if rest == 0:
            lead = 1000 * lead + firsts[seat] - firsts[other]
            total += 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
        else:
            total += 1 / (1 + exp(-lead / step))
    return total / (game.seats - 1)


def text_of(move: i64) -> str:
    """The move of the game."""
    return "pass" if move == PASS else PLAYS[move >> 4][move & 15][0]


def play_text(deal: Deal, move: str) -> None:
    """Play a move of the game in an imagined deal."""
    if move == "pass":
        deal.play(PASS)
        return
    words = move.split(" ")
    wild = words.count("Jk") if words[1] != "Jk" else 0
    deal.play(16 * RANKS.index(words[1]) + len(words) - 1 - wild, wild)


def promising(counts: list[int], move: str) -> bool:
    """Whether a lead takes a whole set, or one high card of several, and spends no joker on it."""
    words = move.split(" ")
    rank = RANKS.index(words[1])
    if rank != JOKER_RANK and words[-1] == "Jk":
        return False
    return len(words) - 1 == counts[rank] or (len(words) == 2 and rank >= HIGH_RANK - 2)


def good_gifts(game: Tycoon, seat: int) -> list[str]:
    """What may be given, low cards that stand alone first."""
    counts = count_ranks(game.hands[seat])
    rated: list[tuple[int, str]] = []
    for move in game.moves(seat):
        ranks = [RANKS.index(word) for word in move.split(" ")[1:]]
        price = 0
        for rank in ranks:
            price += rank + (2 if counts[rank] > ranks.count(rank) else 0)
        rated.append((price, move))
    return [move for _, move in sorted(rated)]


def given(world: Tycoon, seat: int, move: str) -> Deal:
    """The deal after this gift and those that are still owed."""
    game = world.copy()
    game.act(seat, move)
    while game.givers:
        giver = int(game.mover)
        game.act(giver, good_gifts(game, giver)[0])
    deal = Deal(game.seats)
    deal.load(game)
    return deal


def last_two(game: Tycoon, seat: int, other: int) -> list[Estimate]:
    """The worth of every move between the last two hands; nothing if it takes too long to know."""
    deal = Deal(game.seats)
    deal.load(game)
    exact = LastTwo(deal.highest, deal.lowest_first, deal.must_beat)
    hand: i64 = deal.hands[seat]
    rival: i64 = deal.hands[other]
    shares: list[float] = []
    for first, second in ((seat, other), (other, seat)):
        scores = game.scores[:]
        firsts = game.firsts[:]
        for place, out in enumerate([*game.out, first, second]):
            scores[out] += game.seats - 1 - place
        firsts[game.out[0] if game.out else first] += 1
        shares.append(place_share(game, scores, firsts, seat, game.deals - game.round))
    estimates: list[Estimate] = []
    for move in exact.moves(hand, deal.top, deal.size):
        good = exact.good(hand, rival, move)
        estimates.append(Estimate(text_of(move), shares[0] if good else shares[1], 0.0, 1))
    return estimates if exact.nodes <= MAX_NODES else []


BRAIN: Final = TycoonBrain()
