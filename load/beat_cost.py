"""What beats cost where nobody watches: ``python load/beat_cost.py [GAME…]``, in instructions of the compiled lab loop.

The package is compiled once more with all beats cut out of its games (build/without-beats; minutes). Valgrind counts
what random matches take with both: a few and many, so that what a process needs to begin falls away. The counts are the
same in every run, whatever else the machine does.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WITH_BEATS = ROOT / "build" / "compiled"
OTHER = ROOT / "build" / "without-beats"
BEAT = re.compile(r"^(\s*)\w+\.(?:beat|count_gains)\(\w*\)", re.MULTILINE)
COUNTED = re.compile(r"I\s+refs:\s+([\d,]+)")
FEW, MANY = 10, 110
PLAY = """
import sys
from koloda import find_game
from koloda.core.options import MatchOptions
from koloda.core.playout import random_matches
game = find_game(sys.argv[1])
seats = game.info.seats_to_begin_with()
random_matches(game, seats, MatchOptions(game.info.options, seats, None), int(sys.argv[2]), 1)
"""


def without_beats() -> Path:
    """The compiled package whose games tell no story."""
    shutil.rmtree(OTHER / "src", ignore_errors=True)
    shutil.copytree(ROOT / "src" / "koloda", OTHER / "src" / "koloda", ignore=shutil.ignore_patterns("web"))
    for name in ("build_rules.py", "requirements.lock"):
        shutil.copy(ROOT / name, OTHER)
    cut = 0
    for path in (OTHER / "src" / "koloda" / "games").rglob("*.py"):
        text, number = BEAT.subn(r"\1pass", path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
        cut += number
    print(f"{cut} beats are cut out", flush=True)
    subprocess.run([sys.executable, "build_rules.py"], cwd=OTHER, check=True)
    return OTHER / "build" / "compiled"


def instructions(package: Path, game: str, matches: int) -> int:
    """What a process takes that plays so many matches."""
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONHASHSEED": "0"}
    command = [*valgrind, sys.executable, "-c", PLAY, game, str(matches)]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    found = COUNTED.search(done.stderr)
    assert found, done.stderr
    return int(found[1].replace(",", ""))


def main(games: list[str]) -> None:
    """A row for each game: thousands of instructions a match."""
    other = without_beats()
    print("| game | a match without beats, thousand instructions | with beats | more |\n|---|---|---|---|")
    for game in games:
        plain, told = [
            (instructions(package, game, MANY) - instructions(package, game, FEW)) / (MANY - FEW) / 1000
            for package in (other, WITH_BEATS)
        ]
        print(f"| {game} | {plain:,.1f} | {told:,.1f} | {100 * (told / plain - 1):+.2f} % |", flush=True)


if __name__ == "__main__":
    from koloda import all_games

    main(sys.argv[1:] or [game.info.id for game in all_games()])
