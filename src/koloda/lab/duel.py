"""One heuristic bot among random ones: ``python -m koloda.lab.duel`` prints the table of docs/bots.md.

The heuristic's seat goes round the table, and every deal is played once with it on each seat.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from koloda.bots import random_policy, simple_policy
from koloda.core.chance import Fast
from koloda.core.find import all_games, find_game
from koloda.core.match import Match

from .simulate import play_out
from .statistics import Interval, mean

CHUNK = 50


class Duel(NamedTuple):
    """One line of the table."""

    game: str
    seats: int
    matches: int


class Outcome(NamedTuple):
    """Shares of wins (a shared win counts in part) in thousandths, and their squares."""

    share: int
    squares: int
    matches: int


def share_of(match: Match, seat: int) -> float:
    """How much of the win is the seat's: an equal part of it; where only losers are named, the others have won."""
    result = match.result
    assert result is not None
    if result.winners:
        return (seat in result.winners) / len(result.winners)
    if result.losers and len(result.losers) < match.game.seats:
        return 0.0 if seat in result.losers else 1 / (match.game.seats - len(result.losers))
    return 0.0


def chunk(duel: Duel, first: int, count: int) -> Outcome:
    """Some of the matches of a duel."""
    share = squares = 0
    simple = simple_policy(duel.game)
    for number in range(first, first + count):
        seat = number % duel.seats
        policies = [simple if other == seat else random_policy for other in range(duel.seats)]
        match = Match.new(duel.game, duel.seats, chance=Fast(1_000_003 * (number // duel.seats) + 17))
        play_out(match, policies, Fast(number))
        part = round(1000 * share_of(match, seat))
        share += part
        squares += part * part
    return Outcome(share, squares, count)


def seat_counts(game: str) -> list[int]:
    """The fewest seats, four, and the most."""
    low, high = find_game(game).info.seats
    return sorted({low, min(high, max(low, 4)), high})


def run(duels: list[Duel]) -> Iterator[tuple[Duel, Interval]]:
    """All duels on all cores, one after the other."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for duel in duels:
            starts = range(0, duel.matches, CHUNK)
            parts = [pool.submit(chunk, duel, first, min(CHUNK, duel.matches - first)) for first in starts]
            done = [part.result() for part in parts]
            total = sum(part.share for part in done), sum(part.squares for part in done)
            estimate = mean(*total, sum(part.matches for part in done))
            yield duel, Interval(*(value / 1000 for value in estimate))


def main(argv: list[str]) -> int:
    """Print the table as Markdown."""
    parser = argparse.ArgumentParser(prog="python -m koloda.lab.duel", description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seats", type=int, nargs="+", help="instead of the fewest, four and the most")
    asked = parser.parse_args(argv)
    games = asked.games or [game.info.id for game in all_games()]
    print("| game | seats | matches | even share | heuristic's share of the wins |\n|---|---|---|---|---|", flush=True)
    for duel, share in run([Duel(game, n, asked.matches) for game in games for n in asked.seats or seat_counts(game)]):
        interval = f"{share.value:.3f} ({share.low:.3f}–{share.high:.3f})"
        print(f"| {duel.game} | {duel.seats} | {duel.matches:,} | {1 / duel.seats:.3f} | {interval} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
