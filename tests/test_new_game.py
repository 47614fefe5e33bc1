"""``koloda new-game`` writes a game that passes everything at once, in a checkout and as a package of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import koloda
from koloda.cli import main
from koloda.cli.new_game import NewGame, files_of_checkout
from koloda.core.text import Text

ROOT = Path(__file__).parents[1]
NAMES = ("Проба пера", "Trial Run")
OLD_NAMES = ("HighestCard", "highest-card", "highest_card", "Highest Card", "Старшая карта", "SPEC_PATH")


def run(folder: Path, source: Path, *command: str) -> str:
    """Run a module of Python in a folder with this koloda; what it prints."""
    paths = {"PYTHONPATH": str(source), "MYPYPATH": str(source), "PYTHONUTF8": "1", "KOLODA_CASES": "few"}
    ended = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, **paths},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert ended.returncode == 0, f"{' '.join(command)}:\n{ended.stdout}{ended.stderr}"
    return ended.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what a game touches in the repository."""
    without = shutil.ignore_patterns("__pycache__", "web")
    for name in ("src/koloda", "docs/rules", "tests/games", "tests/bots"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=without)
    for name in ("pyproject.toml", "tests/test_every_game.py", "tests/test_specs.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_a_game_of_the_repository(checkout: Path) -> None:
    source = checkout / "src"
    anywhere = checkout / "tests" / "games"
    told = run(anywhere, source, "koloda", "--lang", "en", "new-game", "trial-run-2", "--names", *NAMES)
    written = [line.strip() for line in told.splitlines() if line.startswith("  ")]
    assert len(written) == 6 and all((checkout / path).is_file() for path in written)
    assert told.splitlines()[-1].startswith("Next: put your rules in place of these")
    assert "Trial Run (trial-run-2)" in run(checkout, source, "koloda", "--lang", "en", "games", "trial-run-2")
    code = [path for path in written if path.endswith(".py")]
    run(checkout, source, "ruff", "format", "--check", *code)
    run(checkout, source, "ruff", "check", *code)
    run(checkout, source, "mypy", "--strict", *code)
    run(checkout, source, "koloda", "bless", "trial-run-2")
    run(checkout, source, "pytest", "-q", "tests/test_specs.py")
    tests = ("tests/test_every_game.py", "tests/games/test_trial_run_2.py", "-k", "trial")
    coverage = ("--cov=koloda.games.trial_run_2", "--cov-branch", "--cov-fail-under=100", "--cov-config=/dev/null")
    assert " passed" in run(checkout, source, "pytest", "-q", *tests, *coverage)


def test_with_its_bot_and_without_it_is_advised_and_played_honestly(checkout: Path) -> None:
    source = checkout / "src"
    run(checkout, source, "koloda", "new-game", "trial-run")
    tests = ("pytest", "-q", "tests/bots/test_advice.py", "tests/bots/test_honest.py", "-k", "trial-run")
    assert "8 passed" in run(checkout, source, *tests)
    (source / "koloda" / "bots" / "trial_run.py").unlink()
    assert "8 passed" in run(checkout, source, *tests)


def test_a_package_of_its_own(tmp_path: Path) -> None:
    source = Path(koloda.__file__).parents[1]
    run(tmp_path, source, "koloda", "new-game", "trial-run", "--names", *NAMES, "--folder", str(tmp_path / "games"))
    package = tmp_path / "games" / "trial_run"
    assert " passed" in run(package, source, "pytest", "-q")
    run(package, source, "ruff", "format", "--check", ".")
    run(package, source, "ruff", "check", ".")
    run(package, ROOT / "src", "mypy", "--strict", "src", "tests")
    assert "Проба пера" in (package / "trial-run.md").read_text(encoding="utf-8")
    for path in package.rglob("*"):
        if path.is_file() and path.suffix in (".py", ".md", ".toml"):
            text = path.read_text(encoding="utf-8")
            assert not any(name in text for name in OLD_NAMES), path


def test_names_may_be_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "plain-one"]) == 0
    text = (tmp_path / "plain_one" / "src" / "plain_one" / "game.py").read_text(encoding="utf-8")
    assert 'names=Text("Новая игра", "Plain One"),' in text


@pytest.mark.parametrize(("game_id", "name"), [("zone", "ZoneGame"), ("none", "NoneGame"), ("old-crow", "OldCrow")])
def test_the_class_takes_no_name_that_the_files_need(game_id: str, name: str, tmp_path: Path) -> None:
    game = NewGame(game_id, Text("Игра", "Game"))
    assert game.class_name == name
    for path, text in files_of_checkout(game, tmp_path).items():
        if path.suffix == ".py":
            compile(text, str(path), "exec")


REFUSED = {
    "a bad id": (["Old-Crow"], "'Old-Crow' will not do: an id has small letters"),
    "a number": (["21"], "'21' will not do"),
    "a hyphen too many": (["old--crow"], "'old--crow' will not do"),
    "a path": (["../crow"], "'../crow' will not do"),
    "a long id": (["c" * 31], "will not do"),
    "a word of Python": (["lambda"], "'lambda' will not do"),
    "a game that there is": (["pairs"], "There is a game pairs already."),
    "a module that there is": (["json"], "Already taken: import json."),
    "a name in no language": (["crow", "--names", "Crow", "Crow"], "'Crow' will not do: a name in Russian"),
    "an English name in Russian": (["crow", "--names", "Ворона", "Ворона"], "'Ворона' will not do"),
    "a name that breaks a line": (["crow", "--names", 'Ворона"', "Crow"], "'Ворона\"' will not do"),
    "one name": (["crow", "--names", "Ворона"], "--names"),
    "no id": ([], "required: ID"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_writes_nothing(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words, reason = REFUSED[case]
    assert main(["--lang", "en", "new-game", *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()[-1:]
    assert reason in line
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("game_id", "there"),
    [
        ("shared", "src/koloda/games/shared/__init__.py"),
        ("advice", "src/koloda/bots/advice.py"),
        ("crow", "docs/rules/crow.md"),
        ("crow", "tests/games/test_crow.py"),
        ("crow", "src/koloda/bots/crow/brain.py"),
    ],
)
def test_a_file_that_is_there_stays_and_nothing_else_is_written(
    game_id: str, there: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("src/koloda/games/registry.py", "docs/rules/README.md", there):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("as it was")
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.chdir(tmp_path)
    assert main(["--lang", "en", "new-game", game_id]) == 2
    assert "Already taken: " in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before and (tmp_path / there).read_text() == "as it was"


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert main(["--lang", "en", "new-game", "crow", "--folder", str(file)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
