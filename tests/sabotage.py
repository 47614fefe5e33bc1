"""Sabotage: break the rules kit and the games on purpose, in one place at a time, and see which test notices.

``python tests/sabotage.py`` copies the sources, changes one place, runs the tests that should fail, and prints the
first that does. The exit code is 1 if a sabotage went unnoticed. ``python tests/sabotage.py NAME …`` tries only those.
It is not part of the suite, because it takes a few minutes; test_sabotage.py checks that each one can be tried.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "koloda"
KEPT_GAMES = ("pairs.py", "podfilim", "the_gang", "rules", "registry.py", "shared", "__init__.py")
KIT = "tests/test_every_game.py"


class Sabotage(NamedTuple):
    """One change of the sources, and the tests that should fail; ``keyword`` is their ``-k``."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    keyword: str = ""


PAIRS = ("tests/games/test_pairs.py", KIT)
SABOTAGES = (
    Sabotage(
        "an open deck",
        "games/shared/zones.py",
        'Text("Колода", "Deck"), "pile", NOBODY)',
        'Text("Колода", "Deck"), "pile")',
        PAIRS,
        "pairs",
    ),
    Sabotage(
        "pockets shown to all",
        "games/the_gang/info.py",
        'Text("Карманные карты", "Pocket"), "fan", OWNER,',
        'Text("Карманные карты", "Pocket"), "fan", "all",',
        ("tests/games/test_the_gang.py", KIT),
        "gang",
    ),
    Sabotage(
        "beats with the eyes of seat 0",
        "core/view.py",
        "                    beat.effect,\n                    parts.zones_to(viewer),",
        "                    beat.effect,\n                    parts.zones_to(0),",
        (KIT,),
        "gang-2-default",
    ),
    Sabotage(
        "a burnt card in the row for the length of a beat",
        "games/pairs.py",
        "        self.beat(LAND)\n        row = self.rows[seat]\n",
        "        row = self.rows[seat]\n        row.put(self.burnt.at(0))\n        self.beat(LAND)\n"
        "        row.take_at(row.size() - 1)\n",
        (KIT,),
        "pairs",
    ),
    Sabotage(
        "labels for those who do not know the cards",
        "core/view.py",
        "for label in labels if _knows_all(viewer, label, zones)",
        "for label in labels",
        ("tests/core/test_beats.py", KIT),
        "gang-2-default or test_beats",
    ),
    Sabotage(
        "a lost card",
        "games/pairs.py",
        "self.score_cards[seat].put(card)",
        "pass",
        (KIT,),
        "pairs-3",
    ),
    Sabotage(
        "a wrong tie-break",
        "games/shared/triangle.py",
        "if key == low and card > 0:",
        "if card > 0:",
        PAIRS,
        "pairs",
    ),
    Sabotage(
        "a skipped burn",
        "games/shared/triangle.py",
        "        self.chance.shuffle(self.deck, TRIANGULAR)\n        self.burn_top()",
        "        self.chance.shuffle(self.deck, TRIANGULAR)",
        PAIRS,
        "pairs",
    ),
    Sabotage(
        "a copy that shares a pile",
        "games/pairs.py",
        "fill_all(other.score_cards, self.score_cards)",
        "other.score_cards = self.score_cards",
        (KIT,),
        "pairs-3",
    ),
    Sabotage(
        "a note that shows burnt cards",
        "games/shared/triangle.py",
        'self.tell("burn", n=self.burn)',
        'self.tell("burn", n=self.burn, cards=self.burnt)',
        (KIT,),
        "pairs-3",
    ),
    Sabotage(
        "a secret move that the others see",
        "core/view.py",
        "        game.secret_moves.get(viewer) if",
        "        next(iter(game.secret_moves.values()), None) if",
        (KIT, "tests/core/test_view.py"),
        "podfilim-3 or test_view",
    ),
    Sabotage(
        "notes open to everybody",
        "core/table.py",
        "return knows(self.seen, seat)",
        "return True",
        ("tests/core/test_view.py", "tests/core/test_kit_catches.py"),
    ),
    Sabotage(
        "observations of hidden cards",
        "core/observation.py",
        "            if zone.open_to(seat):\n                self._open",
        "            if True:\n                self._open",
        (KIT,),
        "pairs-3",
    ),
    Sabotage(
        "a resampling that forgets what the seat knows",
        "core/worlds.py",
        "if not zone.known(index, seat):",
        "if not zone.known(index, -1):",
        (KIT, "tests/core/test_resample.py"),
        "gang-2-default or test_resample",
    ),
    Sabotage(
        "a resampling that moves nothing",
        "core/worlds.py",
        "pile.set(index, pool.draw())",
        "pool.draw()",
        (KIT,),
        "pairs-3-default or gang-2-default",
    ),
    Sabotage(
        "a resampling that always deals the same world",
        "core/worlds.py",
        "pool.swap(i, chance.below(i + 1))",
        "chance.below(i + 1)",
        ("tests/core/test_resample.py", KIT),
        "pairs-3-default or gang-2-default or test_resample",
    ),
    Sabotage(
        "a missing reshuffle",
        "games/shared/triangle.py",
        '            self.chance.shuffle(self.deck, TRIANGULAR)\n            self.tell("reshuffle")',
        '            self.tell("reshuffle")',
        PAIRS,
        "pairs",
    ),
    Sabotage(
        "a pair only with the newest card",
        "games/shared/triangle.py",
        "        pairs = row.has(card)",
        "        pairs = row.size() > 0 and row.at(row.size() - 1) == card",
        PAIRS,
        "pairs",
    ),
    Sabotage("a wrong losing score", "games/pairs.py", "4: 16, 5: 13}", "4: 16, 5: 14}", PAIRS, "pairs"),
    Sabotage(
        "an extra turn for a seven taken by folding",
        "games/pairs.py",
        "self.end_action(seat, True, False)",
        "self.end_action(seat, True, card == 7)",
        PAIRS,
        "pairs",
    ),
    Sabotage(
        "a fold that ends one point too late",
        "games/pairs.py",
        "if points >= self.target:",
        "if points > self.target:",
        PAIRS,
        "pairs",
    ),
    Sabotage(
        "a refused move that counts",
        "match.py",
        "            raise self._refusal(self._why_not(seat, move))",
        "            self.move_number += 1\n            raise self._refusal(self._why_not(seat, move))",
        (KIT,),
        "pairs-3-default",
    ),
    Sabotage(
        "a failed script that leaves half a move",
        "match.py",
        "                self.game = before",
        "                pass",
        ("tests/core/test_match.py",),
    ),
    Sabotage(
        "a seeded stream off by one",
        "core/chance.py",
        "        self._block = 0\n",
        "        self._block = 1\n",
        ("tests/core/test_chance.py", KIT),
    ),
    Sabotage(
        "a record in order of arrival",
        "match.py",
        "self._sort_last(pending + 1)",
        "pass",
        (KIT, "tests/core/test_match.py"),
        "podfilim-2 or test_match",
    ),
    Sabotage(
        "contests from right to left",
        "games/podfilim/game.py",
        "for i in reversed(contested):",
        "for i in contested:",
        ("tests/games/test_podfilim.py", KIT),
        "podfilim",
    ),
    Sabotage(
        "waiting jokers on the rightmost card",
        "games/podfilim/game.py",
        "first = first or card",
        "first = card",
        ("tests/games/test_podfilim.py", KIT),
        "podfilim",
    ),
    Sabotage(
        "a freeze one move late",
        "games/the_gang/chips.py",
        "return self.moved >= self.limit",
        "return self.moved > self.limit",
        ("tests/games/test_the_gang.py", KIT),
        "gang",
    ),
    Sabotage(
        "ready marks that stay",
        "games/the_gang/chips.py",
        "        self.touched[seat] += 1\n        self.ready = 0",
        "        self.touched[seat] += 1",
        ("tests/games/test_the_gang.py", KIT),
        "gang",
    ),
)


def broken_source(sabotage: Sabotage) -> str:
    """The text of the sabotaged file; the place to be changed must be there exactly once."""
    text = (SOURCES / sabotage.file).read_text(encoding="utf-8")
    assert text.count(sabotage.old) == 1, f"{sabotage.old!r} is {text.count(sabotage.old)} times in {sabotage.file}"
    return text.replace(sabotage.old, sabotage.new)


def broken_copy(sabotage: Sabotage, folder: Path) -> None:
    """Copy the sources with the three games of the sabotages, changed in one place."""
    target = folder / "koloda"
    shutil.copytree(SOURCES, target, ignore=shutil.ignore_patterns("__pycache__", "*.so", "web"))
    for path in (target / "games").iterdir():
        if path.is_dir() and path.name not in KEPT_GAMES:
            shutil.rmtree(path)
        elif path.name not in KEPT_GAMES:
            path.unlink()
    (target / sabotage.file).write_text(broken_source(sabotage), encoding="utf-8")


def caught_by(sabotage: Sabotage) -> str:
    """The first test that fails, with the check of the kit if it is one; "" if all pass."""
    with tempfile.TemporaryDirectory() as folder:
        broken_copy(sabotage, Path(folder))
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=short", "-p", "no:cacheprovider", *sabotage.tests]
        command += ["--deselect", f"{KIT}::test_goldens_and_perft_belong_to_games"]
        if sabotage.keyword:
            command += ["-k", sabotage.keyword]
        environment = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{sabotage.name}: pytest ended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr}")
    check = re.search(r"AssertionError: [\w.=+#\[\],\"-]+: (\w+):", done.stdout)
    return "" if failed is None else failed[1] + (f" ({check[1]})" if check else "")


def main(names: list[str]) -> int:
    """Try every sabotage, or those with one of ``names``."""
    unnoticed = 0
    for sabotage in SABOTAGES:
        if not names or sabotage.name in names:
            test = caught_by(sabotage)
            unnoticed += not test
            print(f"{sabotage.name}: {test or 'NOT NOTICED'}", flush=True)
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
