"""scripts/test itself, with stand-ins for all that it calls: which stages run, and what becomes of a failure."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = ("scripts/test", "scripts/env.sh", "tests/failures.py", "pyproject.toml", "requirements.lock", "hatch_build.py")
STAGES = ["agreement", "browser", "moves", "others", "page", "rules", "server"]
# It notes its arguments. A stage that is named in the file "fail" fails; one named in "first" only in its first run.
PYTHON = """#!/usr/bin/env bash
echo "$*" >> calls
case "$*" in
  tests/failures.py*) exec {python} "$@" ;;
  *koloda.testing.checksums*) echo "{{}}" ;;
  *--junitxml=*)
    all="$*"; report=${{all#*--junitxml=}}; report=${{report%% *}}; stage=$(basename "$report" .xml)
    case='<testcase classname="tests.test_x" name="test_of_'$stage'"/>'; code=0
    if grep -qsx "$stage" fail || {{ grep -qsx "$stage" first && sed -i "/^$stage$/d" first; }}; then
      case="${{case%/>}}><failure/></testcase>"; code=1
    fi
    echo "<testsuite>$case</testsuite>" > "$report"
    echo "here is $stage"
    exit $code ;;
esac
"""
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("KOLODA", "PYTHON", "GIT_"))}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder with the script, where everything is installed and built."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "src" / "koloda" / "web").mkdir(parents=True)
    (tmp_path / "build" / "compiled" / "koloda" / "server").mkdir(parents=True)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    for place, program in (
        (".venv/bin/python", PYTHON.format(python=sys.executable)),
        *((f"bin/{name}", "#!/bin/sh\n") for name in ("node", "npm", "chromium")),
    ):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(program, encoding="utf-8")
        (tmp_path / place).chmod(0o755)
    mark = "touch .venv/.koloda-dev-$(stamp pyproject.toml requirements.lock hatch_build.py)"
    subprocess.run(["bash", "-c", f". scripts/env.sh && {mark}"], cwd=tmp_path, check=True)
    return tmp_path


def run(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = f"{tree / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [tree / "scripts" / "test", *arguments],
        cwd=tree,
        env={**ENVIRONMENT, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )


def test_every_stage_runs_and_is_timed(tree: Path) -> None:
    done = run(tree)
    assert done.returncode == 0, done.stdout
    assert sorted(path.stem for path in (tree / "build" / "tests").glob("*.seconds")) == STAGES
    assert sorted(line[3:] for line in done.stdout.splitlines() if line.startswith("== ")) == STAGES
    assert "here is server" in done.stdout and "the same checksums" in done.stdout
    assert "each stage took, in seconds: agreement " in done.stdout and "FAILED" not in done.stdout


@pytest.mark.parametrize("stage", ["rules", "others", "moves", "server", "browser"])
def test_a_stage_that_fails_stops_no_other_and_fails_the_whole(stage: str, tree: Path) -> None:
    (tree / "fail").write_text(f"{stage}\n", encoding="utf-8")
    done = run(tree)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == f"FAILED: {stage}"
    assert sorted(path.stem for path in (tree / "build" / "tests").glob("*.seconds")) == STAGES


def test_the_quick_tests_fail_when_one_does(tree: Path) -> None:
    assert run(tree, "--quick").returncode == 0
    (tree / "fail").write_text("quick\n", encoding="utf-8")
    assert run(tree, "--quick").returncode == 1


def test_repeated_runs_name_what_has_failed_now_and_then(tree: Path) -> None:
    (tree / "first").write_text("browser\n", encoding="utf-8")
    done = run(tree, "--repeat", "3")
    told = [line for line in done.stdout.splitlines() if not line.startswith("koloda: ")]
    assert done.returncode == 1
    assert [line.split(" after ")[0] for line in told[:3]] == ["run 1: browser", "run 2: passed", "run 3: passed"]
    assert told[3:] == [
        "tests.test_x::test_of_browser: failed in 1 of 3 runs (1)",
        "tests that have failed in 3 runs: 1",
    ]
    assert (tree / "build" / "repeated" / "2" / "log").is_file()
    assert run(tree, "--repeat", "1").returncode == 0


def test_arguments_are_those_of_pytest(tree: Path) -> None:
    assert run(tree, "tests/core", "-k", "options").returncode == 0
    assert (tree / "calls").read_text(encoding="utf-8").splitlines()[-1] == "-m pytest tests/core -k options"
