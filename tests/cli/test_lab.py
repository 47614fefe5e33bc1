"""``koloda simulate``, ``perft``, ``bless`` and ``bench``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from koloda.cli import main
from koloda.core.text import LANGUAGES

Output = pytest.CaptureFixture[str]


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
    calls: list[list[str]] = []

    def bench(words: list[str]) -> int:
        calls.append(words)
        return 0

    monkeypatch.setattr("koloda.lab.bench.main", bench)
    assert main(["bench", "--seconds", "1", "pairs"]) == 0
    assert main(["bench", "--json"]) == 0
    assert calls == [["pairs", "--seconds=1.0"], ["--seconds=0.4", "--json"]]
