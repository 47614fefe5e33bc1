"""How much can be won at all in Venture against players who bid at random.

One player knows that the others bid at random. The other one knows it and sees all cards: nobody can do better.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from koloda.bots.seat_view import SeatView
from koloda.bots.think import WORLDS_BETWEEN_CUTS
from koloda.bots.venture.brain import BRAIN, BidSearch
from koloda.core.chance import Chance, Fast, seed_number
from koloda.core.search import Brain
from koloda.match import Match
from koloda.parallel import in_parallel

from .statistics import Interval
from .tally import WHOLE, Sums, won_share

SEATS: Final = 5


class ExpectsRandomBids(Brain):
    """Knows that all moves of the others are random."""

    def __init__(self) -> None:
        self.random_reply_1_in = 1


def highest_win_share(matches: int, worlds: int, seed: str, sees_all_cards: bool) -> Interval:
    """The share of wins at five seats; every deal is played once from each seat."""
    sums = Sums()
    for share in in_parallel(partial(play, worlds, seed, sees_all_cards), range(matches)):
        sums.add(share)
    return sums.mean(WHOLE)


def play(worlds: int, seed: str, sees_all_cards: bool, number: int) -> int:
    """The share of the win in one match, of ``WHOLE``."""
    match = Match.new("venture", SEATS, {"agree": False}, chance=Fast(seed_number(f"{seed} {number // SEATS}")))
    chance = Fast(seed_number(f"{seed} bots {number}"))
    mine = number % SEATS
    while match.result is None:
        bids = [match.legal(seat) for seat in range(SEATS)]
        for seat, moves in enumerate(bids):
            if seat == mine:
                match.play(seat, best_bid(match, seat, chance, worlds, sees_all_cards))
            else:
                match.play(seat, moves[chance.below(len(moves))])
    return won_share(match.game.result(), mine)


def best_bid(match: Match, seat: int, chance: Chance, worlds: int, sees_all_cards: bool) -> str:
    """The best bid against random bids: from what the seat sees, or with everybody's cards in view."""
    search = BidSearch(ExpectsRandomBids(), seat, BRAIN.candidates(match.game, seat))
    seat_view = SeatView(match, seat)
    while search.worlds < worlds and not search.drop():
        for _ in range(WORLDS_BETWEEN_CUTS):
            world = match.game.copy() if sees_all_cards else seat_view.world(chance)
            world.chance = chance
            search.add(world)
    return search.moves[search.best()]
