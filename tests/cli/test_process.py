"""The command as a real process: streams, the locale, Ctrl-C, exit codes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from koloda.records import load, replay
from koloda.words import rules_page

COMMAND = [sys.executable, "-m", "koloda"]


def run(*words: str, stdin: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "", **variables}
    return subprocess.run(
        [*COMMAND, *words], input=stdin, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=60
    )


def test_version_names_the_way_it_runs() -> None:
    done = run("--version")
    assert done.returncode == 0
    assert re.fullmatch(r"koloda \d+\.\d+\.\d+ \((compiled|interpreted)\)\n", done.stdout)
    wanted = os.environ.get("KOLODA_EXPECT")
    assert wanted is None or f"({wanted})" in done.stdout


def test_the_locale_chooses_the_language_and_lang_overrules_it() -> None:
    assert run("rules", "pairs", LANG="ru_RU.UTF-8").stdout == rules_page("pairs", "ru")
    assert run("rules", "pairs", LC_ALL="en_US.UTF-8", LANG="ru_RU.UTF-8").stdout == rules_page("pairs", "en")
    assert run("rules", "pairs", "--lang", "ru").stdout == rules_page("pairs", "ru")
    assert run("--lang=ru", "rules", "pairs").stdout == rules_page("pairs", "ru")


def test_a_terminal_without_russian_letters_is_no_error() -> None:
    done = run("games", "--lang", "ru", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert "pairs" in done.stdout
    assert done.stderr == ""


def test_a_whole_match_against_bots_is_saved_and_replays(tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    done = run("play", "pairs", "--seats", "3", "--seed", "x", "--save", str(path), stdin="hit\n" * 40)
    assert (done.returncode, done.stderr) == (0, "")
    match = replay(load(path))
    assert match.result is not None
    assert "Lost: Seat" in done.stdout


def shell(line: str) -> subprocess.CompletedProcess[bytes]:
    command = line.replace("koloda", f"{sys.executable} -m koloda")
    return subprocess.run(["bash", "-c", command], env={**os.environ, "LC_ALL": "C"}, capture_output=True, timeout=60)


def test_a_closed_pipe_is_quiet() -> None:
    done = shell("koloda rules pairs | true; exit ${PIPESTATUS[0]}")
    assert (done.returncode, done.stderr) == (141, b"")
    assert shell("koloda rules pairs | head -c 1").stderr == b""


def test_closed_streams_are_no_error() -> None:
    done = shell("koloda play pairs --seed x <&-")
    assert (done.returncode, done.stderr) == (0, b"")
    assert shell("koloda games >&-").returncode == 0
    assert shell("koloda rules chess 2>&-").returncode == 2
    assert shell("koloda simulate pairs --matches 5 2>&-").returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, "rules", "pairs"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 2
    assert re.fullmatch(r"koloda: .+\n", done.stderr)


def test_ctrl_c_is_quiet_and_saves_the_match(tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    with subprocess.Popen(
        [*COMMAND, "play", "pairs", "--seed", "x", "--seats", "2", "--save", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background job of a shell ignores it
    ) as process:
        try:
            assert process.stdout is not None
            assert any(b"1. " in line for line in process.stdout)
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (process.returncode, errors) == (130, b"")
    assert replay(load(path)).result is None


def test_bad_input_of_a_real_process_has_no_traceback() -> None:
    done = run("replay", "/nowhere.json", LANG="ru_RU.UTF-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "koloda: Файл '/nowhere.json': такого файла нет.\n"
