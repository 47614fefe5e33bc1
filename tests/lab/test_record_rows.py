"""``koloda records``: filters, converts there and back, tells of bad lines and goes on; memory stays the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet
import pytest

from koloda import Match
from koloda.cli import main
from koloda.core.chance import Seeded
from koloda.core.errors import BadOption
from koloda.lab import record_rows
from koloda.lab.files import read_rows
from koloda.lab.record_rows import Condition, Problem, Wanted, convert, record_columns
from koloda.records import dumps
from koloda.testing.walks import play_out

Output = pytest.CaptureFixture[str]


def written(folder: Path) -> Path:
    """Six records of two games, one of them unfinished."""
    matches = [
        play_out(Match.new("pairs", seats, {"sevens": seats == 3}, seed=f"{seats}"), Seeded(f"{seats}"))
        for seats in (2, 3, 4)
    ]
    matches += [play_out(Match.new("regent", 2, seed=f"r{number}"), Seeded(f"r{number}")) for number in range(2)]
    matches.append(Match.new("pairs", 2, seed="begun"))
    path = folder / "records.jsonl"
    path.write_text("".join(f"{dumps(match.record())}\n" for match in matches), encoding="utf-8")
    return path


def lines_that_fit(folder: Path, *conditions: str, replays: bool = False) -> list[int]:
    out = folder / "rows.csv"
    wanted = Wanted(tuple(Condition.parse(text) for text in conditions), replays)
    summary = convert(folder / "records.jsonl", wanted, out, jobs=1)
    rows = list(read_rows(out, record_rows.RECORDS, record_columns(2)))
    assert summary.records == 6 and summary.wrong == 0 and summary.games.total() == len(rows)
    return [int(str(row["line"])) for row in rows]


def test_conditions_are_comparisons_of_columns(tmp_path: Path) -> None:
    written(tmp_path)
    assert lines_that_fit(tmp_path) == [1, 2, 3, 4, 5, 6] == lines_that_fit(tmp_path, replays=True)
    assert lines_that_fit(tmp_path, "game=pairs") == [1, 2, 3, 6]
    assert lines_that_fit(tmp_path, "game = pairs", "seats>2") == [2, 3]
    assert lines_that_fit(tmp_path, "finished=0") == [6] == lines_that_fit(tmp_path, "moves<=0")
    assert lines_that_fit(tmp_path, "options.sevens=true") == [2]
    assert lines_that_fit(tmp_path, "options.sevens!=true", "game!=regent") == [1, 3]
    winner = lines_that_fit(tmp_path, "game=regent", "win_0=1") + lines_that_fit(tmp_path, "game=regent", "win_1=1.0")
    assert sorted(winner) == [4, 5]


@pytest.mark.parametrize("text", ["", "moves", "moves>many", "colour=red", ">3", "win_64=1", "options.=1 2", "moves~3"])
def test_what_is_no_condition_is_refused(text: str) -> None:
    if text.startswith("options."):
        assert not Condition.parse(text).holds({"options": "{}"})
        return
    with pytest.raises(BadOption) as refused:
        Condition.parse(text)
    assert refused.value.text.ru != refused.value.text.en


def test_there_and_back_nothing_is_lost(tmp_path: Path) -> None:
    path, parquet, back = written(tmp_path), tmp_path / "records.parquet", tmp_path / "back.jsonl"
    convert(path, out=parquet)
    convert(parquet, out=back)
    assert back.read_bytes() == path.read_bytes()
    table = pyarrow.parquet.read_table(parquet)
    assert table.column_names == [*record_columns(4), "records"] and table["moves"].to_pylist()[5] == 0
    assert table["score_3"].to_pylist()[0] is None and table["score_3"].to_pylist()[2] is not None


def test_choices_have_rows_too(tmp_path: Path, capsys: Output) -> None:
    path = written(tmp_path)
    assert main(["records", str(path), "--where", "game=regent", "--decisions", str(tmp_path / "c.jsonl")]) == 0
    rows = [json.loads(line) for line in (tmp_path / "c.jsonl").read_text("utf-8").splitlines()]
    record = json.loads(path.read_text("utf-8").splitlines()[3])
    assert {row["line"] for row in rows} == {4, 5} and all(row["legal"] > 1 for row in rows)
    assert all([row["seat"], row["move"]] == record["moves"][row["move_number"]] for row in rows if row["line"] == 4)


def test_bad_lines_are_told_and_the_rest_goes_on(tmp_path: Path, capsys: Output) -> None:
    path = written(tmp_path)
    good = path.read_text("utf-8").splitlines()
    wrong_result = (
        good[0].replace('"losers": [', '"losers": [1, ')
        if '"losers": [0]' in good[0]
        else good[0].replace('"losers": [1]', '"losers": [0]')
    )
    bad = ["{", '{"game": "pairs"}', '{"game": "chess", "seats": 2, "chance": [], "moves": []}', "[]", wrong_result]
    path.write_text("\n".join([good[0], *bad, "", *good[1:]]) + "\n", encoding="utf-8")
    words = ["records", str(path), "--replay", "--out", str(tmp_path / "good.jsonl"), "--lang", "en"]
    assert main(words) == 1
    shown = capsys.readouterr()
    assert [line.split(":")[1] for line in shown.err.splitlines()] == [f" line {number}" for number in (2, 3, 4, 5, 6)]
    assert "No game 'chess'" in shown.err and "does not follow from its moves" in shown.err
    assert "5 lines are wrong and left out." in shown.out
    assert (tmp_path / "good.jsonl").read_text("utf-8").splitlines() == good
    path.write_text("x\n" * 50)
    assert main(words) == 1
    assert capsys.readouterr().err.count("\n") == 21


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["no-such-file.jsonl"], "there is no such file"),
        (["records.txt"], "must end in .jsonl, .parquet"),
        (["records.jsonl", "--where", "x"], "A condition is"),
        (["records.jsonl", "--out", "records.jsonl"], "cannot be written"),
        (["other.parquet"], "it holds 'matches 1', not 'records 1'"),
    ],
)
def test_bad_words_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output, words: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path)
    (tmp_path / "records.txt").touch()
    assert main(["simulate", "pairs", "--matches", "1", "--out", "other.parquet"]) == 0
    capsys.readouterr()
    assert main(["records", *words, "--lang", "en"]) == 2
    shown = capsys.readouterr().err
    assert told in shown and shown.count("\n") == 1


def test_lines_that_kill_every_worker_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path)
    monkeypatch.setattr(record_rows, "CHUNK_BYTES", 1)
    monkeypatch.setattr(
        record_rows, "load_line", lambda line: os._exit(1) if b'"seats": 3' in line else json.loads(line)
    )
    problems: list[Problem] = []
    summary = convert(path, jobs=2, complain=problems.append)
    assert (summary.records, summary.wrong) == (5, 1)
    assert problems[0].line == 2 and "lines 2–2" in problems[0].text.en


MEASURED = """
import resource, sys
from koloda.cli import main
assert main(["records", sys.argv[1], "--out", sys.argv[2], "--where", "seats=4", "--jobs", "2"]) == 0
peaks = [resource.getrusage(who).ru_maxrss // 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print("MB", *peaks)
"""


@pytest.mark.skipif(os.environ.get("KOLODA_ALL") != "1", reason="a million records take minutes: KOLODA_ALL=1 runs it")
def test_memory_does_not_grow_with_a_million_records(tmp_path: Path) -> None:
    record = dumps(play_out(Match.new("pairs", 4, seed="many"), Seeded("many")).record())
    peaks = {}
    for count in (20_000, 1_000_000):
        path = tmp_path / f"{count}.jsonl"
        with path.open("w") as file:
            file.writelines(f"{record}\n" for _ in range(count))
        words = [sys.executable, "-c", MEASURED, str(path), str(tmp_path / "out.parquet")]
        shown = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        assert f"{count} records, {count} fit" in shown
        peaks[count] = [int(number) for number in shown.rpartition("MB")[2].split()]
    print(peaks)
    assert all(many < few + 150 for few, many in zip(*peaks.values(), strict=True)), peaks
