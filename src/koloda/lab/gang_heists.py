"""How often the bots win a heist of The Gang. Seats are asked in random order until none of them wants to act."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from koloda.bots import Policy, level_policy
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Chance, Fast, seed_number
from koloda.core.options import OptionValue
from koloda.match import Match

from .run import Progress
from .simulate import in_random_order


def heists_won(
    seats: int,
    heists: int,
    seed: str,
    options: Mapping[str, OptionValue] | None = None,
    progress: Progress | None = None,
    level: str = "strong",
) -> int:
    """How many of the first ``heists`` a gang of one level wins, in as many matches as that takes."""
    chance = Fast(seed_number(seed))
    wins = 0
    done = 0
    while done < heists:
        match = Match.new("the-gang", seats, options, seed=f"{seed} {done}")
        while match.result is None:
            play_one_move(match, chance, level)
        outcomes = [bool(heist["success"]) for heist in finished_heists(match)][: heists - done]
        done += len(outcomes)
        wins += sum(outcomes)
        if progress is not None:
            progress(done)
    return wins


def play_one_move(match: Match, chance: Chance, level: str = "strong") -> None:
    """One move of a seat that wants to make one; if none does, of any seat."""
    choose_or_wait, choose = policies(level)
    seats = in_random_order(match.turn.seats, chance)
    for seat in seats:
        move = choose_or_wait(SeatView(match, seat), chance)
        if move:
            match.play(seat, move)
            return
    match.play(seats[0], choose(SeatView(match, seats[0]), chance))


@cache
def policies(level: str) -> tuple[Policy, Policy]:
    """A policy that may choose to wait, and one that always moves."""
    return level_policy("the-gang", level, patient=True), level_policy("the-gang", level)


def finished_heists(match: Match) -> list[dict[str, object]]:
    """The heists of a match whose hands have been shown."""
    heists = match.facts()["history"]
    assert isinstance(heists, list)
    return heists
