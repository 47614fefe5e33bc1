"""Checksums of seeded matches of every game, seat count and option set: equal wherever the rules are the same.

``python -m koloda.testing.checksums`` prints them as JSON; CI compares interpreted and compiled with it.
"""

from __future__ import annotations

import json
import sys

from koloda.core.chance import Seeded
from koloda.core.find import all_games
from koloda.core.match import Match

from .option_sets import MOST, Options
from .walks import cases, digest


def checksum(game_id: str, seats: int, options: Options, seed: str) -> str:
    """SHA-256 over the views and the record of a seeded random match."""
    return digest(Match.new(game_id, seats, options, seed=seed), Seeded(seed))


def checksums(most_sets: int = MOST) -> dict[str, str]:
    """The checksum of one match of every case of every game, by the name of the case."""
    return {
        case.name: checksum(case.game_id, case.seats, case.options, case.name)
        for game in all_games()
        for case in cases(game, most_sets=most_sets)
    }


def main() -> None:
    """Print all checksums."""
    json.dump(checksums(), sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
