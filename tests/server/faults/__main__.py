"""Start a cluster, let people play, do it harm, and print the figures: ``python -m server.faults MINUTES``."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path

from .run import FAULTS, Faults

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="scripts/faults", description="Do a cluster harm and say what held.")
    parser.add_argument("minutes", type=float)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000), help="of moves and faults")
    parser.add_argument("--only", nargs="*", default=[], choices=list(FAULTS), metavar="FAULT")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        faults = Faults(Path(folder), arguments.seed, arguments.tables, print, arguments.only)
        asyncio.run(faults.run(arguments.minutes * 60))
    sys.exit(faults.report(timed=True))
