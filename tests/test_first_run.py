"""From a fresh clone to a move on the page and compiled rules; and a Ctrl-C at any stage leaves nothing half-made.

The whole first run takes minutes and the package index: with KOLODA_ALL=1 only. It prints the seconds of every stage.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
FIRST_PAGE_SECONDS = 60.0
FIRST_PAGE_SECONDS_WITH_NODE = 30.0
TAKE_OVER_SECONDS = 1.0
PATIENCE_SECONDS = 60.0  # for what must come, however busy the machine is
LAID = "The table is laid"
COMPILERS = ("cc", "gcc", "clang", "c99", "c89")
NODE = ("node", "npm", "npx", "nodejs")

first_run = pytest.mark.skipif(
    os.environ.get("KOLODA_ALL") != "1", reason="a whole first run takes minutes: KOLODA_ALL=1 (scripts/test --all)"
)


def wait_for(true: Callable[[], bool], seconds: float, why: Callable[[], str] = lambda: "") -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"it did not happen: {why()}"
        time.sleep(0.05)


def clone(folder: Path) -> Path:
    """The files of this tree that git knows, in an empty folder."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def path_without(missing: tuple[str, ...], folder: Path) -> str:
    """A PATH with everything that is on ours but these commands."""
    folder.mkdir()
    for place in reversed(os.environ["PATH"].split(os.pathsep)):
        for command in Path(place).iterdir() if Path(place).is_dir() else []:
            if not command.name.startswith(missing):
                (folder / command.name).unlink(missing_ok=True)
                (folder / command.name).symlink_to(command)
    return str(folder)


def in_session(leader: int) -> list[str]:
    """The processes of a session that still run, as ps prints them."""
    told = subprocess.run(["ps", "-s", str(leader), "-o", "stat=,args="], capture_output=True, text=True).stdout
    return [line for line in told.splitlines() if not line.startswith("Z")]


class Run:
    """A script in a session of its own; what it says is kept with the seconds since its start."""

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str]) -> None:
        self.began = time.monotonic()
        self.lines: list[tuple[float, str]] = []
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background job of a shell ignores it
        )
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append((time.monotonic() - self.began, line.rstrip()))

    def said(self, words: str) -> float | None:
        """When it said so; None if it did not."""
        return next((seconds for seconds, line in self.lines if words in line), None)

    def until_said(self, words: str, seconds: float) -> float:
        wait_for(lambda: self.said(words) is not None or self.process.poll() is not None, seconds, self.text)
        found = self.said(words)
        assert found is not None, self.text()
        return found

    def text(self) -> str:
        return "\n".join(f"{seconds:7.1f}  {line}" for seconds, line in self.lines)

    def interrupt(self) -> int:
        """Ctrl-C: SIGINT for the process group in the foreground. All that it started ends with it."""
        os.killpg(self.process.pid, signal.SIGINT)
        code = self.process.wait(timeout=PATIENCE_SECONDS)
        wait_for(lambda: not in_session(self.process.pid), PATIENCE_SECONDS, lambda: str(in_session(self.process.pid)))
        self.finish()
        return code

    def finish(self) -> None:
        self.process.wait(timeout=PATIENCE_SECONDS)
        self.reader.join(PATIENCE_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Address:
    """A server that somebody else has started."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"


@pytest.fixture
def person_at() -> Iterator[Callable[[int], Any]]:
    """Call it with a port for a person at a browser."""
    from playwright.sync_api import sync_playwright

    from web.browsing import CHROMIUM, Person, launch

    if not CHROMIUM.exists():
        pytest.skip(f"no browser: {CHROMIUM} is not there")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield lambda port: Person(browser, Address(port))  # type: ignore[arg-type]
        browser.close()


@first_run
@pytest.mark.parametrize("missing", [(), NODE, COMPILERS], ids=["all", "no node", "no compiler"])
def test_a_first_run(missing: tuple[str, ...], tmp_path: Path, person_at: Callable[[int], Any]) -> None:
    from server.running import free_port
    from web.clicker import Clicker
    from web.test_comeback import MINE_ALONE

    busy = os.getloadavg()[0] > (os.cpu_count() or 1) / 2
    tree, port = clone(tmp_path / "tree"), free_port()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("KOLODA", "PYTHON"))}
    environment |= {
        "PATH": path_without(missing, tmp_path / "bin"),
        "PYTHON": str(Path(sys.base_prefix) / "bin" / "python3"),
        "PIP_CACHE_DIR": str(tmp_path / "pip"),
        "npm_config_cache": str(tmp_path / "npm"),
        "LANG": "C.UTF-8",
    }
    run = Run(["scripts/serve", "--port", str(port)], tree, environment)
    run.until_said(LAID, 600)
    person = person_at(port)
    person.go("/").button("Play now").wait_for()
    first_page = time.monotonic() - run.began
    print(f"\nfirst page after {first_page:.1f} s{' (the machine was busy)' if busy else ''}")
    person.lay("tycoon", 3)
    clicker = Clicker(person, "first run")
    assert not clicker.play(2)
    person.wait(MINE_ALONE)
    before = person.moment(), person.hand()
    if missing == COMPILERS:
        assert run.said("the rules run interpreted")
    else:
        run.until_said('"taken over"', 1800)
        person.wait("() => document.querySelector('[data-connection=open]')")
        (taken,) = [json.loads(line) for _, line in run.lines if '"taken over"' in line]
        assert taken["rules"] == "compiled", taken
        assert busy or taken["seconds"] < TAKE_OVER_SECONDS, taken
    person.wait(MINE_ALONE)
    assert (person.moment(), person.hand()) == before
    clicker.move()
    person.close()
    assert run.interrupt() == 0
    print(run.text())
    assert busy or first_page < (FIRST_PAGE_SECONDS if missing == NODE else FIRST_PAGE_SECONDS_WITH_NODE)
    again = Run(["scripts/serve", "--port", str(port)], tree, environment)
    print(f"a second run serves after {again.until_said(LAID, 60):.1f} s")
    assert not re.search("compiling|installing|building|making", again.text()), again.text()
    assert again.interrupt() == 0


# A Python that makes a .venv as slowly as we like: it stops where the file "stall" says, and tells so in "stalled".
STAND_IN = """#!/usr/bin/env bash
echo "$(basename "$0") $*" >> {folder}/calls
stage() {{
  [ "$(cat {folder}/stall 2>/dev/null)" = "$1" ] || return 0
  touch {folder}/stalled
  sleep 1000
}}
case "$*" in
  "-m venv .venv") mkdir -p .venv/bin; cp "$0" .venv/bin/python; stage venv ;;
  "-m pip install"*--require-hashes*) stage dependencies ;;
  "-m pip install"*" -e .") stage package ;;
  *build_page.py*) stage page ;;
esac
"""


@pytest.mark.parametrize("stage", ["venv", "dependencies", "package", "page"])
def test_ctrl_c_leaves_nothing_that_a_second_run_trusts(stage: str, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    (tree / "scripts").mkdir(parents=True)
    for name in ("scripts/env.sh", "pyproject.toml", "requirements.lock", "hatch_build.py"):
        shutil.copy(ROOT / name, tree / name)
    python = tmp_path / "python"
    python.write_text(STAND_IN.format(folder=tmp_path), encoding="utf-8")
    python.chmod(0o755)
    (tmp_path / "stall").write_text(stage, encoding="utf-8")
    environment = {**os.environ, "PYTHON": str(python)}
    words = "set -eu; . scripts/env.sh; has_node() { true; }; begin_page; ensure_venv server; ensure_page; echo done"
    run = Run(["bash", "-c", words], tree, environment)
    wait_for((tmp_path / "stalled").exists, PATIENCE_SECONDS, run.text)
    if stage == "page":  # it is built beside the installation
        wait_for(lambda: bool(list(tree.glob(".venv/.koloda-server-*"))), PATIENCE_SECONDS, run.text)
    assert run.interrupt() != 0
    assert bool(list(tree.glob(".venv/.koloda-server-*"))) == (stage == "page")
    (tmp_path / "stall").unlink()
    (tmp_path / "calls").unlink()
    again = Run(["bash", "-c", words], tree, environment)
    again.finish()
    assert again.said("done") is not None, again.text()
    assert list(tree.glob(".venv/.koloda-server-*")) and not (tree / ".venv" / ".installing").exists()
    calls = (tmp_path / "calls").read_text(encoding="utf-8")
    assert ("-m venv .venv" in calls) == (stage == "venv"), "only half a .venv is made anew"
    assert ("--force-reinstall" in calls) == (stage in ("dependencies", "package")), (
        "pip does not notice half a package"
    )
    third = Run(["bash", "-c", words], tree, environment)
    third.finish()
    assert third.said("installing") is None and third.said("done") is not None
