"""How often the bots' heists of The Gang succeed: every seat is asked in random order until nobody wants to act."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from koloda.bots import Policy, level_policy
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Chance, Fast
from koloda.match import Match

from .simulate import Progress, seed_number


def successes(
    seats: int,
    heists: int,
    seed: str,
    options: Mapping[str, object] | None = None,
    progress: Progress | None = None,
    level: str = "strong",
) -> int:
    """How many of the first ``heists`` of a gang of one level succeed, in as many matches as it takes."""
    chance = Fast(seed_number(seed))
    wins = 0
    done = 0
    while done < heists:
        match = Match.new("the-gang", seats, options, seed=f"{seed} {done}")
        while match.result is None:
            step(match, chance, level)
        judged = [bool(heist["success"]) for heist in history(match)][: heists - done]
        done += len(judged)
        wins += sum(judged)
        if progress is not None:
            progress(done)
    return wins


def step(match: Match, chance: Chance, level: str = "strong") -> None:
    """One move of a seat that wants to make one; if nobody does, of any seat."""
    wish, choose = policies(level)
    seats = list(match.turn.seats)
    for i in range(len(seats) - 1, 0, -1):
        j = chance.below(i + 1)
        seats[i], seats[j] = seats[j], seats[i]
    for seat in seats:
        move = wish(SeatView(match, seat), chance)
        if move:
            match.play(seat, move)
            return
    match.play(seats[0], choose(SeatView(match, seats[0]), chance))


@cache
def policies(level: str) -> tuple[Policy, Policy]:
    """How a member of the gang plays who may wait, and one who must move."""
    return level_policy("the-gang", level, patient=True), level_policy("the-gang", level)


def history(match: Match) -> list[dict[str, object]]:
    """The judged heists of a match."""
    found = match.facts()["history"]
    assert isinstance(found, list)
    return found
