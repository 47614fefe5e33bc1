"""How often the bots' heists of The Gang succeed: every seat is asked in random order until nobody wants to act."""

from __future__ import annotations

from koloda.core.chance import Chance, Fast
from koloda.core.match import Match

from .policies.the_gang import choose, wish


def success_rate(seats: int, heists: int, seed: int, options: dict[str, object] | None = None) -> float:
    """The share of successful heists among the first ``heists`` of as many matches as it takes."""
    chance = Fast(seed)
    wins = 0
    done = 0
    while done < heists:
        match = Match.new("the-gang", seats, options, seed=f"{seed} {done}")
        while match.result is None:
            step(match, chance)
        judged = [bool(heist["success"]) for heist in history(match)][: heists - done]
        done += len(judged)
        wins += sum(judged)
    return wins / heists


def step(match: Match, chance: Chance) -> None:
    """One move of a seat that wants to make one; if nobody does, of any seat."""
    seats = list(match.turn.seats)
    for i in range(len(seats) - 1, 0, -1):
        j = chance.below(i + 1)
        seats[i], seats[j] = seats[j], seats[i]
    for seat in seats:
        move = wish(match.view(seat), chance)
        if move:
            match.play(seat, move)
            return
    match.play(seats[0], choose(match.view(seats[0]), chance))


def history(match: Match) -> list[dict[str, object]]:
    """The judged heists of a match."""
    found = match.facts()["history"]
    assert isinstance(found, list)
    return found
