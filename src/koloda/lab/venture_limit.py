"""What can be won of Venture against players who bid anything: by who knows that they do, or sees all cards, too.

The second one cheats, so that he shows where the limit of all others is.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from koloda.bots.seat_view import SeatView
from koloda.bots.think import WORLDS_BETWEEN_CUTS
from koloda.bots.venture.brain import BRAIN, BidSearch
from koloda.core.chance import Chance, Fast
from koloda.core.search import Brain, win_share
from koloda.match import Match

from .arena import interval
from .pool import in_parts
from .simulate import seed_number
from .statistics import Interval

SEATS: Final = 5


class Knowing(Brain):
    """A player who knows that all moves of the others are random."""

    def __init__(self) -> None:
        self.random_reply_1_in = 1


def limit(matches: int, worlds: int, seed: str, sees: bool) -> Interval:
    """The share of wins at five seats, every deal once from each seat."""
    return interval(list(in_parts(partial(play, worlds, seed, sees), range(matches))))


def play(worlds: int, seed: str, sees: bool, number: int) -> float:
    """The share that one match brings."""
    match = Match.new("venture", SEATS, chance=Fast(seed_number(f"{seed} {number // SEATS}")))
    chance = Fast(seed_number(f"{seed} bots {number}"))
    mine = number % SEATS
    while match.result is None:
        bids = [match.legal(seat) for seat in range(SEATS)]
        for seat, moves in enumerate(bids):
            match.play(
                seat, best(match, seat, chance, worlds, sees) if seat == mine else moves[chance.below(len(moves))]
            )
    return win_share(match.game, mine)


def best(match: Match, seat: int, chance: Chance, worlds: int, sees: bool) -> str:
    """The best bid against those who bid anything; from what the seat sees, or with everybody's cards in view."""
    search = BidSearch(Knowing(), seat, BRAIN.candidates(match.game, seat))
    seat_view = SeatView(match, seat)
    while search.worlds < worlds and not search.drop():
        for _ in range(WORLDS_BETWEEN_CUTS):
            world = match.game.copy() if sees else seat_view.world(chance)
            world.chance = chance
            search.add(world)
    return search.moves[search.best()]
