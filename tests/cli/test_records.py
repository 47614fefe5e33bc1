"""``koloda replay`` and ``koloda check``, with good records and bad ones."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from koloda import Match
from koloda.cli import main
from koloda.core.text import LANGUAGES
from koloda.records import dumps, load, load_many
from koloda.testing.scripting import scripted
from koloda.words import cards_text

Output = pytest.CaptureFixture[str]

TABLE = re.compile("^── .* · ", re.MULTILINE)  # how a table begins; a round's end has a line, too


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = scripted("pairs", 2, "1 2 2 3 3 8 9 8 7 10", {"target": 8})
    match.play(0, "hit")
    path = tmp_path / "match.json"
    path.write_text(json.dumps(match.record(), indent=1), "utf-8")
    return path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_replay_tells_the_match(lang: str, record: Path, capsys: Output) -> None:
    assert main(["replay", str(record), "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert {"ru": "1. Место 0: hit (Взять карту)", "en": "1. Seat 0: hit (Hit)"}[lang] in out
    assert main(["replay", str(record), "--lang", lang, "--seat", "1"]) == 0
    out = capsys.readouterr().out
    assert {"ru": "Глазами игрока: Место 1", "en": "Seen by Seat 1"}[lang] in out
    assert main(["replay", str(record), "--lang", lang, "--step"]) == 0
    assert len(TABLE.findall(capsys.readouterr().out)) == 2


def test_replay_shows_what_a_seat_knew(tmp_path: Path, capsys: Output) -> None:
    match = Match.new("the-gang", 2, seed="x")
    path = tmp_path / "gang.json"
    path.write_text(dumps(match.record()), "utf-8")
    pockets = [cards_text(match.view(seat).cards("pocket", seat)) for seat in range(2)]
    assert main(["replay", str(path), "--at", "0", "--seat", "1"]) == 0
    out = capsys.readouterr().out
    assert pockets[1] in out
    assert pockets[0] not in out
    assert main(["replay", str(path), "--at", "0"]) == 0
    out = capsys.readouterr().out
    assert pockets[0] in out
    assert pockets[1] in out


def test_stepping_tells_the_story_of_each_move(tmp_path: Path, capsys: Output) -> None:
    match = scripted("pairs", 2, "1 2 2 3 3 8 9 8 7 10")
    match.play(0, "hit")
    path = tmp_path / "pair.json"
    path.write_text(dumps(match.record()), "utf-8")
    for seat in ([], ["--seat", "1"]):
        assert main(["replay", str(path), "--step", *seat]) == 0
        out = capsys.readouterr().out
        told = ["Seat 0 hits 8: a pair! 8 points.", "── The round: Seat 0 +8, Seat 1 0", "Round 2."]
        assert sorted(told, key=out.index) == told


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
        assert len(TABLE.findall(out)) == tables
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
