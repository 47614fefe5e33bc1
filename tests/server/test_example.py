"""The example client plays whole matches and stays small."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .running import Server

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "play_a_match.py"


MATCHES = [("pairs", "3"), ("old-maid", "4"), ("podfilim", "3"), ("the-gang", "3")]  # every kind of turn
if os.environ.get("KOLODA_ALL") == "1":
    MATCHES.append(("drunkard", "2"))  # hundreds of moves


@pytest.mark.parametrize(("game", "seats"), MATCHES)
def test_the_example_plays_a_match(game: str, seats: str, server: Server) -> None:
    command = [sys.executable, str(EXAMPLE), server.address, game, seats]
    played = subprocess.run(command, capture_output=True, text=True, timeout=180)
    assert played.returncode == 0, played.stderr
    *story, result = played.stdout.splitlines()
    assert set(ast.literal_eval(result)) >= {"scores", "winners", "places"}
    assert any("Seat 1" in line for line in story) and not any("{" in line for line in story)
    if game == "pairs":
        beats = [line for line in story if line.startswith(("land ", "gather "))]  # a pair, or a fold
        assert any("Seat" in line for line in beats), "it shows no beat"


def test_the_example_is_small_and_knows_no_koloda() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 100 and "import koloda" not in text and "from koloda" not in text
