"""The contract is typed: mypy refuses every wrong call of wrong_calls.py, and no right one."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import koloda
from koloda.core import errors as koloda_errors

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MARK = re.compile(r"# wrong: ([a-z-]+)$")
MIN_WRONG_CALLS = 30


@pytest.fixture(scope="module")
def errors() -> set[tuple[str, int, str]]:
    """What mypy finds in both files: file, line and code of every error."""
    command = [sys.executable, "-m", "mypy", "--strict", "--show-error-codes", "--no-pretty", "--hide-error-context"]
    files = [str(HERE / name) for name in ("wrong_calls.py", "right_calls.py")]
    ran = subprocess.run([*command, *files], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert ran.returncode in (0, 1), ran.stdout + ran.stderr
    lines = re.findall(r"^(.+?):(\d+): error: .*\[([a-z-]+)\]$", ran.stdout, re.M)
    assert len(lines) == ran.stdout.count(": error: "), ran.stdout
    return {(Path(file).name, int(line), code) for file, line, code in lines}


def test_every_wrong_call_is_refused_and_nothing_else(errors: set[tuple[str, int, str]]) -> None:
    lines = enumerate((HERE / "wrong_calls.py").read_text("utf-8").splitlines(), 1)
    marked = {("wrong_calls.py", number, mark[1]) for number, line in lines if (mark := MARK.search(line))}
    assert len(marked) >= MIN_WRONG_CALLS
    found = {error for error in errors if error[0] != "right_calls.py"}
    assert found == marked, f"not refused: {sorted(marked - found)}; refused besides: {sorted(found - marked)}"


def test_no_right_call_is_refused(errors: set[tuple[str, int, str]]) -> None:
    assert not [error for error in errors if error[0] == "right_calls.py"]


def test_the_package_exports_the_contract_and_nothing_else() -> None:
    refusals = {name for name, value in vars(koloda_errors).items() if isinstance(value, type) and name != "Text"}
    contract = {"Match", "View", "Turn", "Result", "Game", "Info", "Record", "OptionValue", "Text", "resample"}
    assert set(koloda.__all__) == refusals | contract | {"all_games", "find_game", "add_game"}
    assert all(hasattr(koloda, name) for name in koloda.__all__)


def test_the_right_calls_run() -> None:
    names = runpy.run_path(str(HERE / "right_calls.py"))
    assert names["points"] == 29
    assert (names["target"], names["known"]) == (5, 0)
    assert len(names["places"]) == 2
