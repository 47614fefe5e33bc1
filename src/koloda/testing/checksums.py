"""Checksums of seeded matches of every game, seat count and option set: equal wherever the rules are the same.

``python -m koloda.testing.checksums`` prints them as JSON; CI compares interpreted and compiled with it. ``--all``: of
every option set with every number of seats, not with one of them.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from typing import Final

from koloda.core.chance import Seeded
from koloda.games.registry import all_games
from koloda.match import Match
from koloda.parallel import in_parallel

from .option_sets import Options
from .walks import Case, cases, dumps, play_on, snapshot, spread_cases

MOST_MOVES: Final = 400
MOVES_BETWEEN_LOOKS: Final = 64


def checksum(game_id: str, seats: int, options: Options, seed: str) -> str:
    """SHA-256 over the moves of a seeded random match, views in between, and all there is at its end.

    Every move counts, but views are taken after moves 1, 2, 4, 8 … and every 64th, and a long match is left in the
    middle: what differs once differs ever after.
    """
    match = Match.new(game_id, seats, options, seed=seed)
    total = sha256(snapshot(match).encode())
    for seat, move in play_on(match, Seeded(seed), MOST_MOVES):
        total.update(f"{seat} {move}".encode())
        number = match.move_number
        if number & (number - 1) == 0 or number % MOVES_BETWEEN_LOOKS == 0:
            total.update(dumps([match.view(seat).to_json(), match.view(None).to_json()]).encode())
    total.update(snapshot(match).encode())
    return total.hexdigest()


def checksums(all_cases: bool = False) -> dict[str, str]:
    """The checksum of one match of every case of every game, by the name of the case; on all cores."""
    every = [case for game in all_games() for case in (cases(game) if all_cases else spread_cases(game))]
    found = dict(in_parallel(_of_case, every))
    return {case.name: found[case.name] for case in every}


def _of_case(case: Case) -> tuple[str, str]:
    return case.name, checksum(case.game_id, case.seats, case.options, case.name)


def main() -> None:
    """Print all checksums."""
    json.dump(checksums("--all" in sys.argv[1:]), sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
