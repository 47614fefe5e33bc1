"""The command line: every command in both languages, and bad input of every kind in one line."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from koloda import Match
from koloda.cli import main
from koloda.cli.arguments import COMMANDS
from koloda.core.cards import TRIANGULAR
from koloda.core.text import LANGUAGES
from koloda.records import dumps, load, load_many, replay
from koloda.words import rules_page

Output = pytest.CaptureFixture[str]
COMMAND = [sys.executable, "-m", "koloda"]


def run(*words: str, stdin: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "", **variables}
    return subprocess.run(
        [*COMMAND, *words], input=stdin, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=60
    )


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = Match.new("pairs", 2, {"target": 8}, chance=[{"shuffle": deal()}])
    match.play(0, "hit")
    path = tmp_path / "match.json"
    path.write_text(json.dumps(match.record(), indent=1), "utf-8")
    return path


def deal() -> list[int]:
    first, rest = [1, 2, 2, 3, 3, 8, 9, 8, 7, 10], list(TRIANGULAR.pack)
    for card in first:
        rest.remove(card)
    return first + rest


# As a real process


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


# Bad input: one line on stderr, exit code 2

BAD = [
    [],
    ["dance"],
    ["games", "chess"],
    ["rules"],
    ["rules", "chess"],
    ["rules", "../pairs"],
    ["rules", "pairs", "--lang", "de"],
    ["rules", "pairs", "--lang"],
    ["rules", "pairs", "--colour"],
    ["play", "chess"],
    ["play", "pairs", "--seats", "1"],
    ["play", "pairs", "--seats", "99999999999999999999"],
    ["play", "pairs", "--seats", "two"],
    ["play", "pairs", "--seats", "9" * 5000],
    ["play", "pairs", "--seat", "7"],
    ["play", "pairs", "--seat", "-1"],
    ["play", "pairs", "--option", "sevens"],
    ["play", "pairs", "--option", "sevens=maybe"],
    ["play", "pairs", "--option", "colour=1"],
    ["play", "pairs", "--option", "target=4"],
    ["play", "pairs", "--option", "target=" + "9" * 5000],
    ["play", "pairs", "--option", "target=\n\n12x"],
    ["play", "pairs", "--save", "/"],
    ["play", "pairs", "--save", "/nowhere/x.json"],
    ["replay", "/nowhere.json"],
    ["replay", "/"],
    ["replay", "a\0b"],
    ["check", "/nowhere.jsonl"],
    ["check", "/"],
    ["check", os.devnull],
    ["simulate", "chess"],
    ["simulate", "pairs", "--matches", "0"],
    ["simulate", "pairs", "--matches", "-5"],
    ["simulate", "pairs", "--bots", "genius"],
    ["simulate", "pairs", "--seats", "0"],
    ["perft", "pairs", "--depth", "-1"],
    ["perft", "pairs", "--depth", "99"],
    ["bless", "chess"],
    ["bless", "pairs", "--folder", "/dev/null/x"],
    ["bench", "chess"],
    ["bench", "--seconds", "x"],
    ["bench", "--seconds", "nan"],
    ["bench", "--seconds", "-1"],
    ["arena", "chess", "--table"],
    ["arena", "pairs", "--seats", "2", "--bots", "easy,easy,easy"],
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("words", BAD, ids=lambda words: " ".join(words)[:40] or "nothing")
def test_bad_input_is_one_line_and_two(
    words: list[str], lang: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setenv("LC_ALL", {"ru": "ru_RU.UTF-8", "en": "en_US.UTF-8"}[lang])
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"koloda: .+\n", err)
    assert len(err) < 600
    if lang == "ru":
        assert re.search("[а-я]", err)


def test_bad_input_of_a_real_process_has_no_traceback() -> None:
    done = run("replay", "/nowhere.json", LANG="ru_RU.UTF-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "koloda: Файл '/nowhere.json': такого файла нет.\n"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"game": "\xff"}', "UTF-8"),
        (b'{"game": "pairs", "seats": 2', "Not JSON"),
        (b"[" * 100_000, "Nested"),
        (b'{"game": "pairs", "seats": 1e400, "chance": [], "moves": []}', "1e400"),
        (b'{"game": "pairs", "seats": 2, "chance": [], "moves": []}', "ran out"),
        (b'{"game": "pairs", "version": 77, "seats": 2, "chance": [], "moves": []}', "77"),
    ],
)
def test_bad_records_are_refused(data: bytes, words: str, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    for more in ([], ["--step"], ["--seat", "0"], ["--at", "0"]):
        assert main(["replay", str(path), *more]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert words in err


# The shelf


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_in_both_languages(lang: str, capsys: Output) -> None:
    assert main(["--lang", lang, "--help"]) == 0
    page = capsys.readouterr().out
    for command in COMMANDS:
        assert command.about.get(lang) in page
    assert ("использование:" in page, "usage:" in page) == (lang == "ru", lang == "en")
    assert main(["play", "--help", "--lang", lang]) == 0
    assert {"ru": "сохранить запись", "en": "save the record"}[lang] in capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_are_listed_and_one_is_described(lang: str, capsys: Output) -> None:
    assert main(["games", "--lang", lang]) == 0
    listed = capsys.readouterr().out
    assert {"ru": "Дайте две! — 2–8 мест, 10 минут", "en": "Pairs — 2–8 seats, 10 minutes"}[lang] in listed
    assert main(["games", "pairs", "--lang", lang]) == 0
    details = capsys.readouterr().out
    assert "sevens=false|true" in details
    assert "target=5..31" in details
    assert {"ru": "по числу мест", "en": "by the number of seats"}[lang] in details
    assert {"ru": "Взять карту", "en": "Hit"}[lang] in details
    assert main(["games", "the-gang", "--lang", lang]) == 0
    details = capsys.readouterr().out
    assert "challenges=JSON" in details and "specialist=JSON" in details
    assert {"ru": "(обычно null)", "en": "(default null)"}[lang] in details


def test_a_game_for_exactly_two_has_no_range(capsys: Output) -> None:
    assert main(["games", "five-card"]) == 0
    assert "\n2 seats, " in capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules(lang: str, capsys: Output) -> None:
    assert main(["rules", "pairs", "--lang", lang]) == 0
    assert capsys.readouterr().out == rules_page("pairs", lang)


# Records


@pytest.mark.parametrize("lang", LANGUAGES)
def test_replay_tells_the_match(lang: str, record: Path, capsys: Output) -> None:
    assert main(["replay", str(record), "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert {"ru": "1. Место 0: hit (Взять карту)", "en": "1. Seat 0: hit (Hit)"}[lang] in out
    assert main(["replay", str(record), "--lang", lang, "--seat", "1"]) == 0
    out = capsys.readouterr().out
    assert {"ru": "Глазами игрока: Место 1", "en": "Seen by Seat 1"}[lang] in out
    assert main(["replay", str(record), "--lang", lang, "--step"]) == 0
    assert capsys.readouterr().out.count("── ") == 2


def test_replay_shows_what_a_seat_knew(tmp_path: Path, capsys: Output) -> None:
    match = Match.new("the-gang", 2, seed="x")
    path = tmp_path / "gang.json"
    path.write_text(dumps(match.record()), "utf-8")
    pockets = [" ".join(map(str, match.view(seat).cards("pocket", seat))) for seat in range(2)]
    assert main(["replay", str(path), "--at", "0", "--seat", "1"]) == 0
    out = capsys.readouterr().out
    assert pockets[1] in out
    assert pockets[0] not in out
    assert main(["replay", str(path), "--at", "0"]) == 0
    out = capsys.readouterr().out
    assert pockets[0] in out
    assert pockets[1] in out


def test_replay_refuses_what_is_not_there(record: Path, capsys: Output) -> None:
    for words in (["--at", "2"], ["--at", "-1"], ["--seat", "2"], ["--line", "1"]):
        assert main(["replay", str(record), *words]) == 2
        assert capsys.readouterr().err.startswith("koloda: ")


def test_stepping_at_a_terminal_waits_for_enter(record: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for lines, tables in (("\n", 2), ("q\n", 1), ("", 1)):
        monkeypatch.setattr("sys.stdin", Terminal(lines))
        assert main(["replay", str(record), "--step"]) == 0
        out = capsys.readouterr().out
        assert out.count("── ") == tables
        assert "[Enter: next, q: quit]" in out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_check_prints_every_difference_with_its_record(lang: str, record: Path, tmp_path: Path, capsys: Output) -> None:
    good = {**load(record), "expect": {"scores": [8, 0]}, "legal": []}
    bad = {**good, "expect": {"scores": [0, 8], "over": False}}
    broken = {**good, "moves": [[1, "hit"]]}
    path = tmp_path / "many.jsonl"
    path.write_text("\n".join(map(dumps, [good, good])), "utf-8")
    assert main(["check", str(path), "--lang", lang]) == 0
    assert capsys.readouterr().out == {"ru": "2 записи: всё сходится.\n", "en": "2 records: all correct.\n"}[lang]
    path.write_text("\n".join(map(dumps, [good, bad, broken])), "utf-8")
    assert main(["check", str(path), "--lang", lang]) == 1
    lines = capsys.readouterr().out.splitlines()
    name = {"ru": "Строка", "en": "Line"}[lang]
    assert [line.split(":")[0] for line in lines[:3]] == [f"{name} 2", f"{name} 2", f"{name} 3"]
    assert len(lines) == 4
    assert [number for number, _ in load_many(path)] == [1, 2, 3]
    assert main(["replay", str(path), "--line", "2"]) == 0


def test_check_of_a_broken_line_says_which(tmp_path: Path, capsys: Output, record: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text(f"{dumps(load(record))}\n{{\n", "utf-8")
    assert main(["check", str(path)]) == 2
    assert capsys.readouterr().err.startswith("koloda: Line 2: Not JSON")


# Counting


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("bots", ["random", "simple"])
def test_simulate_prints_lengths_and_seats(lang: str, bots: str, capsys: Output) -> None:
    words = ["simulate", "pairs", "--seats", "3", "--matches", "20", "--bots", bots, "--lang", lang]
    assert main([*words, "--option", "sevens=true"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert {"ru": "Дайте две!: 20 матчей, ", "en": "Pairs: 20 matches, "}[lang] in out
    rows = [line for line in out.splitlines() if re.match(r"(Место|Seat) \d", line)]
    assert len(rows) == 3
    assert all(re.search(r"\d+\.\d% \[\d+\.\d–\d+\.\d\].*\d+\.\d\d \[", row) for row in rows)
    assert main([*words, "--option", "sevens=true"]) == 0
    assert capsys.readouterr().out == out
    assert main([*words, "--seed", "other"]) == 0
    assert capsys.readouterr().out != out


def test_the_progress_bar_is_for_terminals(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert main(["simulate", "pairs", "--matches", "5"]) == 0
    err = capsys.readouterr().err
    assert err.startswith("\r[")
    assert err.endswith("\x1b[K")


def test_perft_counts(capsys: Output) -> None:
    assert main(["perft", "pairs", "--seats", "2", "--depth", "2", "--seed", "x"]) == 0
    assert capsys.readouterr().out == " 0  1\n 1  2\n 2  4\n"


def test_bless_writes_goldens_and_perft(tmp_path: Path, capsys: Output) -> None:
    assert main(["bless", "pairs", "--folder", str(tmp_path)]) == 0
    written = [Path(line) for line in capsys.readouterr().out.split()]
    assert [path.parent.name for path in written] == ["golden", "perft"]
    assert all(path.read_text("utf-8").strip() for path in written)


def test_bench_gets_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[list[str]] = []

    def bench(words: list[str]) -> int:
        told.append(words)
        return 0

    monkeypatch.setattr("koloda.lab.bench.main", bench)
    assert main(["bench", "--seconds", "1", "pairs"]) == 0
    assert main(["bench", "--json"]) == 0
    assert told == [["pairs", "--seconds=1.0"], ["--seconds=0.4", "--json"]]
