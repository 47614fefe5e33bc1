"""Attack servers that are started for it, and print the figures: ``python -m server.attack MINUTES``."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path

from .run import Attack

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="scripts/attack", description="Attack a server and say what held.")
    parser.add_argument("minutes", type=float)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000), help="of kills, moves and torn writes")
    parser.add_argument("--only", nargs="*", default=[], metavar="ATTACK", help="only these floods, and no kills")
    parser.add_argument("--times", action="store_true", help="all floods and no kills: for times on a quiet machine")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        attack = Attack(Path(folder), arguments.seed, print, arguments.only, with_kills=not arguments.times)
        asyncio.run(attack.run(arguments.minutes * 60))
    sys.exit(attack.report(timed=True))
