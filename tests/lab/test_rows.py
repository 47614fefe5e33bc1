"""Rows of matches and choices: the same bytes whoever does the work; stopped work goes on; bad files are told."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pyarrow
import pyarrow.parquet
import pytest

from koloda import Match
from koloda.cli import main
from koloda.core.errors import BadOption, BadRecord, MissingExtra
from koloda.lab.bout import Bout
from koloda.lab.files import read_rows
from koloda.lab.journal import Journal
from koloda.lab.rows import CHOICE_COLUMNS, CHOICES, MATCHES, Row, match_columns
from koloda.lab.run import Keep, Where, chunks_of, run_bout
from koloda.strict_json import load_many

BOUT = Bout("hawthorn", 3, ("normal", "easy"), 90, "rows", (("chips", 6),))
FORMATS = (".jsonl", ".csv", ".parquet")


def kept(folder: Path, ending: str, where: Where, bout: Bout = BOUT) -> list[bytes]:
    """The bytes of the files of a bout."""
    folder.mkdir(exist_ok=True)
    keep = Keep(folder / f"matches{ending}", folder / f"choices{ending}", folder / "records.jsonl")
    run_bout(bout, where, keep)
    assert sorted(path.name for path in folder.iterdir()) == sorted(path.name for path in keep if path)
    return [path.read_bytes() for path in keep if path]


@pytest.mark.parametrize("ending", FORMATS)
def test_the_same_seed_gives_the_same_bytes_whatever_the_number_of_processes(tmp_path: Path, ending: str) -> None:
    one = kept(tmp_path / "one", ending, Where(jobs=1))
    assert one == kept(tmp_path / "four", ending, Where(jobs=4))
    assert one != kept(tmp_path / "other", ending, Where(jobs=4), BOUT._replace(seed="other"))
    columns = match_columns(3)
    rows = list(read_rows(tmp_path / "one" / f"matches{ending}", MATCHES, columns))
    assert [row["match"] for row in rows] == list(range(90)) and list(rows[0]) == list(columns)
    assert rows[4]["deal"] == 1 and (rows[4]["bot_0"], rows[4]["bot_1"]) == ("easy", "normal")
    choices = list(read_rows(tmp_path / "one" / f"choices{ending}", CHOICES, CHOICE_COLUMNS))
    assert {type(choice["legal"]) for choice in choices} == {int}
    check_against_records(rows, choices, tmp_path / "one" / "records.jsonl")


def test_strong_bots_do_not_look_at_the_clock(tmp_path: Path) -> None:
    bout = Bout("blackstone", 3, ("strong", "normal"), 5, "strong")
    assert kept(tmp_path / "one", ".csv", Where(jobs=1), bout) == kept(tmp_path / "two", ".csv", Where(jobs=2), bout)


def check_against_records(rows: list[Row], choices: list[Row], path: Path) -> None:
    """Rows tell what the records tell."""
    for row, (_, record) in zip(rows, load_many(path), strict=True):
        match = Match.replay(record)  # type: ignore[arg-type]
        assert match.result is not None
        assert row["moves"] == match.move_number
        assert [row[f"score_{seat}"] for seat in range(3)] == list(match.result.scores)
        assert sum(float(str(row[f"win_{seat}"])) for seat in range(3)) == pytest.approx(1)
        made = [(choice["seat"], choice["move"]) for choice in choices if choice["match"] == row["match"]]
        moves: Iterator[object] = iter(match.moves())
        assert all(choice in moves for choice in made), "the choices are moves, in order"


def test_columns_have_types_in_every_format(tmp_path: Path) -> None:
    kept(tmp_path / "p", ".parquet", Where(jobs=2))
    kept(tmp_path / "c", ".csv", Where(jobs=2))
    schema = pyarrow.parquet.read_schema(tmp_path / "p" / "matches.parquet")
    assert schema.field("moves").type == pyarrow.int64() and schema.field("win_0").type == pyarrow.float64()
    with (tmp_path / "c" / "matches.csv").open(newline="") as file:
        head = next(csv.reader(file))
    assert head == schema.names


# Stopping and going on


def test_work_that_was_killed_goes_on_and_ends_with_the_same_bytes(tmp_path: Path) -> None:
    whole = kept(tmp_path / "whole", ".jsonl", Where())
    folder = tmp_path / "killed"
    folder.mkdir()
    files = ["--out", "matches.jsonl", "--decisions", "choices.jsonl", "--records", "records.jsonl"]
    words = ["arena", "hawthorn", "--seats", "3", "--bots", "normal,easy", "--matches", "90", "--seed", "rows"]
    words += ["--option", "chips=6", "--jobs", "1", *files]
    journal = folder / "matches.jsonl.unfinished"
    command = subprocess.Popen([sys.executable, "-m", "koloda", *words], cwd=folder, start_new_session=True)
    try:
        end = monotonic() + 60
        while not (journal.exists() and journal.read_bytes().count(b"\n") >= 3) and monotonic() < end:
            sleep(0.001)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(command.pid, signal.SIGKILL)
        command.wait()
    lines = journal.read_bytes().splitlines(keepends=True)
    assert 3 <= len(lines) <= len(list(chunks_of(BOUT))), "it was killed too late"
    journal.write_bytes(b"".join(lines) + b"\0" * 4096 + b'\n{"tally": half a li')
    assert not (folder / "matches.jsonl").exists()
    again = subprocess.run([sys.executable, "-m", "koloda", *words], cwd=folder, capture_output=True, check=True)
    assert b"90 " in again.stdout
    assert [(folder / name).read_bytes() for name in files[1::2]] == whole
    assert not journal.exists()


def test_nothing_is_played_twice(tmp_path: Path) -> None:
    keep, progress = Keep(tmp_path / "rows.csv"), list[int]()
    with pytest.raises(ZeroDivisionError):
        run_bout(BOUT, Where(jobs=1), keep, lambda done: 1 // (done < 40))
    counted = run_bout(BOUT, Where(jobs=1), keep, progress.append)
    assert progress == [60, 80, 90], "chunks of 20: the first two were on disk"
    assert counted.matches == 90
    (tmp_path / "rows.csv").unlink()
    whole = run_bout(BOUT, Where(jobs=1), keep)
    assert counted.to_rows() == whole.to_rows()


def test_the_journal_of_other_work_is_refused_and_kept(tmp_path: Path) -> None:
    keep = Keep(tmp_path / "rows.csv")
    with pytest.raises(ZeroDivisionError):
        run_bout(BOUT, Where(jobs=1), keep, lambda done: 1 // 0)
    before = (tmp_path / "rows.csv.unfinished").read_bytes()
    with pytest.raises(BadOption) as refused:
        run_bout(BOUT._replace(seed="other"), Where(jobs=1), keep)
    assert refused.value.reason == "other-work" and refused.value.text.ru != refused.value.text.en
    assert (tmp_path / "rows.csv.unfinished").read_bytes() == before


def test_a_journal_that_was_cut_in_its_first_line_begins_again(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j", {"a": 1})
    (tmp_path / "j").write_bytes(b'{"work": {"a"')
    journal.open()
    journal.add('{"x": 1}')
    journal.close()
    again = Journal(tmp_path / "j", {"a": 1})
    again.open()
    assert again.done == 1 and list(again.results()) == [{"x": 1}]
    again.delete()
    assert not (tmp_path / "j").exists()


def test_ctrl_c_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("koloda.cli.progress_bar.ProgressBar.show", interrupt)
    out = str(tmp_path / "rows.csv")
    assert main(["simulate", "pairs", "--matches", "60", "--jobs", "1", "--out", out, "--lang", "en"]) == 130
    assert f"goes on from here ({out}.unfinished)" in capsys.readouterr().err
    assert main(["simulate", "pairs", "--matches", "60", "--jobs", "1", "--lang", "en"]) == 130
    assert capsys.readouterr().err == ""


# Bad files


def test_parquet_of_another_version_is_told(tmp_path: Path) -> None:
    path = tmp_path / "old.parquet"
    table = pyarrow.table({name: pyarrow.array([], type=pyarrow.int64()) for name in match_columns(2)})
    for metadata, told in (({b"koloda.rows": b"matches 0"}, "'matches 0'"), ({}, "'?'")):
        pyarrow.parquet.write_table(table.replace_schema_metadata(metadata), path)
        with pytest.raises(BadRecord, match=told):
            list(read_rows(path, MATCHES, match_columns(2)))
    path.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(BadRecord):
        list(read_rows(path, MATCHES, match_columns(2)))


def test_rows_without_a_column_are_told(tmp_path: Path) -> None:
    for ending, text in ((".csv", "match,moves\n1,2\n"), (".jsonl", '{"match": 1}\n'), (".jsonl", "[1]\n")):
        path = tmp_path / f"rows{ending}"
        path.write_text(text)
        with pytest.raises(BadRecord, match="the column"):
            list(read_rows(path, MATCHES, match_columns(2)))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--out", "rows.xlsx"], "must end in .jsonl, .csv, .parquet"),
        (["--out", "no/such/folder/rows.csv"], "no such file"),
        (["--records", "records.csv"], "must end in .jsonl"),
        (["--jobs", "0"], "--jobs must be 1 to"),
        (["--jobs", "x"], "invalid int"),
    ],
)
def test_bad_words_are_told_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", "pairs", "--matches", "100000000", *words, "--lang", "en"]) == 2
    assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_missing_package_is_named_with_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"koloda\[data\]"):
        run_bout(BOUT, Where(jobs=1), Keep(tmp_path / "rows.parquet"))
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"koloda\[cluster\]"):
        run_bout(BOUT, Where(cluster="auto"))


# A worker that dies


DYING = """
    import os, signal
    from pathlib import Path
    from koloda.bots import Player

    class Dies(Player):
        def choose(self, view, legal, moment):
            killed = Path("killed")
            if not killed.exists():
                killed.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return legal[0]
"""


def test_the_chunk_of_a_worker_that_dies_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dying.py").write_text("\n".join(line[4:] for line in DYING.splitlines()))
    bout = Bout("pairs", 2, ("dying:Dies", "normal"), 20, "dying")
    run_bout(bout, Where(jobs=2), Keep(tmp_path / "some.jsonl"))
    assert (tmp_path / "killed").exists()
    run_bout(bout, Where(jobs=1), Keep(tmp_path / "all.jsonl"))
    assert (tmp_path / "some.jsonl").read_bytes() == (tmp_path / "all.jsonl").read_bytes()
    rows = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    assert [row["match"] for row in rows] == list(range(20))
