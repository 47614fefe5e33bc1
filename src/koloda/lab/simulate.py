"""Bots play a match; ``run.py`` plays many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from koloda.bots import Policy
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Chance, Fast, seed_number
from koloda.core.options import OptionValue
from koloda.core.table import Note
from koloda.match import Match


def play_out(match: Match, policies: Sequence[Policy], chance: Chance) -> None:
    """Let bots play a match to its end."""
    while match.result is None:
        bots_move(match, match.turn.seats, policies, chance)


def bots_move(match: Match, seats: Sequence[int], policies: Sequence[Policy], chance: Chance) -> None:
    """One move of each of these seats that still has one to make; in a free turn, in random order."""
    for seat in in_random_order(seats, chance) if match.turn.kind == "free" else seats:
        if match.legal(seat):
            match.play(seat, policies[seat](SeatView(match, seat), chance))


def in_random_order(seats: Sequence[int], chance: Chance) -> list[int]:
    """The same seats, shuffled."""
    order = list(seats)
    for i in range(len(order) - 1, 0, -1):
        j = chance.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def match_events(
    game: str, seats: int, options: Mapping[str, OptionValue], seed: str, policy: Policy
) -> Iterator[Note]:
    """Every event of a match between equal bots."""
    match, chance = Match.new(game, seats, options, seed=seed), Fast(seed_number(seed))
    yield from match.game.events
    while match.result is None:
        for seat in match.turn.seats:
            bots_move(match, [seat], [policy] * seats, chance)
            yield from match.game.events
