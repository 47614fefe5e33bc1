"""Goldens: the beginnings of a few matches as text that a person can read, and a checksum of the rest."""

from __future__ import annotations

from pathlib import Path

from koloda.core.chance import Seeded
from koloda.games.registry import find_game
from koloda.match import Match

from .option_sets import Options, set_name
from .walks import digest, dumps, play_on, samples
from .word_checks import say_note

SEED = "golden"
MOVES_SHOWN = 12


def golden(game_id: str) -> str:
    """The golden text of a game."""
    parts = [_match(game_id, seats, options) for seats, options in samples(find_game(game_id))]
    return "\n\n".join(parts) + "\n"


def _match(game_id: str, seats: int, options: Options) -> str:
    match = Match.new(game_id, seats, options, seed=SEED)
    head = f"{game_id} version {match.game.info.version}, {seats} seats, {set_name(options)}, seed {SEED}"
    out = [head, f"   {_told(match)}"]
    total = 0
    for seat, move in play_on(match, Seeded(SEED)):
        total += 1
        if total <= MOVES_SHOWN:
            out += [f"{total}. {seat} {move}", f"   {_told(match)}"]
    result = match.result
    assert result is not None
    again = Match.new(game_id, seats, options, seed=SEED)
    out += [f"… {total} moves", f"result {dumps(result.to_json())}", f"sha256 {digest(again, Seeded(SEED))}"]
    return "\n".join(out)


def _told(match: Match) -> str:
    """What a watcher hears of the last move, in English."""
    view = match.view(None)
    sentences = [say_note(view.info, note, "en") for note in view.events]
    return " ".join(sentence[:1].upper() + sentence[1:] for sentence in sentences) or "…"


def bless(game_id: str, folder: Path) -> Path:
    """Write ``<folder>/<id>.txt`` from what the rules say now; read the difference before you commit it."""
    path = folder / f"{game_id}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(golden(game_id), encoding="utf-8")
    return path


def check_golden(game_id: str, folder: Path) -> None:
    """The golden of a game is as it was blessed."""
    told = (folder / f"{game_id}.txt").read_text(encoding="utf-8").splitlines()
    found = golden(game_id).splitlines()
    for number, (old, new) in enumerate(zip(told, found, strict=False), 1):
        assert old == new, f"{game_id}.txt, line {number}: blessed {old!r}, now {new!r}"
    assert len(told) == len(found), f"{game_id}.txt has {len(told)} lines, now there are {len(found)}"
