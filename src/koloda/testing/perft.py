"""Perft: how many ways there are to play the next moves. A wrong rule shows as a wrong number."""

from __future__ import annotations

import json
from pathlib import Path

from koloda.games.registry import find_game
from koloda.match import Match

from .option_sets import Options
from .walks import dumps, samples

MOST_NODES = 2_000
MOST_MOVES_DEEP = 10


def perft(match: Match, depth: int) -> int:
    """The number of ways to play ``depth`` more moves; seats of a together-turn move in ascending order.

    >>> perft(Match.new("pairs", 2, seed="perft"), 3)
    8
    """
    if depth == 0:
        return 1
    seats = match.turn.seats
    if match.turn.kind == "together":
        seats = seats[:1]
    moves = [(seat, move) for seat in seats for move in match.legal(seat)]
    if depth == 1:
        return len(moves)
    total = 0
    for seat, move in moves:
        after = match.copy()
        after.play(seat, move)
        total += perft(after, depth - 1)
    return total


def counts(game_id: str, seats: int, options: Options, seed: str) -> list[int]:
    """Perft of depth 1, 2, 3 … of a seeded match, as deep as it stays quick; the first is always there."""
    match = Match.new(game_id, seats, options, seed=seed)
    found = [perft(match, 1)]
    while len(found) < MOST_MOVES_DEEP and 0 < found[-1] * found[-1] // ([1, *found][-2] or 1) <= MOST_NODES:
        found.append(perft(match, len(found) + 1))
    return found


def lines(game_id: str) -> list[str]:
    """The perft file of a game: a JSON object per line."""
    found: list[str] = []
    for seats, options in samples(find_game(game_id)):
        numbers = counts(game_id, seats, options, "perft")
        found.append(dumps({"seats": seats, "options": options, "seed": "perft", "counts": numbers}))
    return found


def bless_perft(game_id: str, folder: Path) -> Path:
    """Write ``<folder>/<id>.jsonl`` from what the rules say now."""
    path = folder / f"{game_id}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines(game_id)) + "\n", encoding="utf-8")
    return path


def check_perft(game_id: str, folder: Path) -> None:
    """Every line of ``<folder>/<id>.jsonl`` still holds."""
    text = (folder / f"{game_id}.jsonl").read_text(encoding="utf-8")
    assert text.strip(), f"the perft file of {game_id} is empty"
    for line in text.splitlines():
        told = json.loads(line)
        match = Match.new(game_id, told["seats"], told["options"], seed=told["seed"])
        found = [perft(match, depth) for depth in range(1, len(told["counts"]) + 1)]
        assert found == told["counts"], f"{game_id}: perft of {line} is now {found}"
