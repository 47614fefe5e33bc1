"""Many random matches with the invariants that are cheap enough to look at all the time.

``python -m koloda.testing.soak pairs podfilim --matches 20000`` goes over all seats and option sets, on all cores.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from koloda.core.chance import Fast, Seeded
from koloda.core.find import all_games, find_game
from koloda.core.match import Match, resample

from .walks import Case, all_cards, cases, random_move

LOOKS = 8
CHUNK = 250


class Soaked(NamedTuple):
    """What came of some matches."""

    matches: int
    moves: int
    longest: int


def soak_match(case: Case) -> int:
    """Play one match, looking at about LOOKS of its positions; how many moves it had."""
    match, chooser = case.match(), Seeded(f"soak {case.name}")
    cards = all_cards(match)
    due = 0
    while match.result is None:
        assert match.move_number < case.game.info.move_cap, f"{case.name} does not end"
        if match.move_number == due:
            look(match, cards, match.move_number)
            due += 1 + int(chooser.below(max(2, 2 * due // LOOKS + 6)))
        match.play(*random_move(match, chooser))
    look(match, cards, match.move_number)
    assert Match.replay(match.record()).facts() == match.facts(), f"{case.name} replays differently"
    return match.move_number


def look(match: Match, cards: Counter[int], number: int) -> None:
    """Cards are conserved, moves belong to those who owe one, and another world looks the same to one seat."""
    here = f"{match.game.info.id} at move {number}"
    assert all_cards(match) == cards, f"{here}: cards were lost or made"
    for seat in range(match.game.seats):
        assert bool(match.legal(seat)) == (seat in match.turn.seats), f"{here}: seat {seat} and its moves"
    seat = number % match.game.seats
    world = resample(match, seat, Fast(number))
    assert world.view(seat) == match.view(seat), f"{here}: another world looks different to seat {seat}"


def chunk(game: str, first: int, count: int) -> Soaked:
    """Some matches of a game, going round its seats and option sets."""
    known = cases(find_game(game))
    lengths = [soak_match(known[n % len(known)]._replace(number=n // len(known))) for n in range(first, first + count)]
    return Soaked(count, sum(lengths), max(lengths))


def main(argv: list[str]) -> int:
    """Soak the games and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m koloda.testing.soak", description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--matches", type=int, default=1000)
    asked = parser.parse_args(argv)
    games = [find_game(game).info.id for game in asked.games] or [game.info.id for game in all_games()]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game in games:
            starts = range(0, asked.matches, CHUNK)
            parts = [pool.submit(chunk, game, first, min(CHUNK, asked.matches - first)) for first in starts]
            done = [part.result() for part in parts]
            matches, moves = sum(part.matches for part in done), sum(part.moves for part in done)
            longest = max(part.longest for part in done)
            print(f"{game}: {matches} matches, {moves} moves, the longest {longest}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
