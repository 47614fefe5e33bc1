"""``koloda review`` at the terminal, and the advice of ``koloda play``."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from koloda import Match
from koloda.bots import Bot, level_policy
from koloda.cli import main
from koloda.core.chance import Fast
from koloda.lab.simulate import bots_move
from koloda.records import dump, load
from koloda.review import decisions

Output = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    match = Match.new("pairs", 2, {"target": 7}, seed="a review")
    chance = Fast(2)
    while match.result is None:
        bots_move(match, match.turn.seats[:1], [level_policy("pairs", "normal")] * 2, chance)
    path = tmp_path_factory.mktemp("records") / "match.json"
    dump(match.record(), path)
    return str(path)


def test_a_review_in_words(record: str, capsys: Output) -> None:
    assert main(["review", record, "--seat", "0", "--worlds", "4", "--seconds", "1000"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Pairs, Seat 0: ")
    assert "Share of the win: fair 50.0%" in out and "luck after the last decision" in out
    assert main(["review", record, "--seat", "1", "--worlds", "4", "--lang", "ru"]) == 0
    assert "Доля победы: поровну 50,0%" in capsys.readouterr().out


def test_a_review_as_json_is_the_same_every_time(record: str, capsys: Output) -> None:
    command = ["review", record, "--seat", "0", "--worlds", "4", "--seconds", "1000", "--json"]
    assert main(command) == 0
    first = capsys.readouterr().out
    review = json.loads(first)
    assert review["start"] + review["luck"] - review["cost"] == pytest.approx(review["end"])
    assert main(command) == 0
    assert capsys.readouterr().out == first
    assert main([*command, "--seed", "other"]) == 0
    assert json.loads(capsys.readouterr().out)["seed"] == "other"


def test_ctrl_c_keeps_what_is_done(record: str, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    real_judge = decisions.judge
    calls: list[int] = []

    def judge(*args: object) -> decisions.Decision:
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real_judge(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(decisions, "judge", judge)
    assert main(["review", record, "--seat", "0", "--worlds", "4", "--seconds", "1000"]) == 130
    assert "\n1 of " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seat", "7"], "Seats are 0 to 1"),
        ([], "--seat"),
        (["--seat", "0", "--worlds", "1"], "--worlds must be 2"),
        (["--seat", "0", "--seconds", "0"], "--seconds must be 1"),
    ],
)
def test_bad_arguments_are_one_line(record: str, capsys: Output, arguments: list[str], words: str) -> None:
    assert main(["review", record, *arguments]) == 2
    complaint = capsys.readouterr().err
    assert words in complaint and complaint.count("\n") == 1


def test_a_game_that_cannot_be_estimated(tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "gang.json"
    dump(Match.new("the-gang", 3, seed="x").record(), path)
    monkeypatch.setattr(decisions, "find_bot", lambda game: Bot())
    assert main(["review", str(path), "--seat", "0"]) == 2
    assert capsys.readouterr().err == "koloda: The Gang cannot be reviewed.\n"


@pytest.mark.parametrize("game", ["old-maid", "drunkard"])
def test_a_game_without_decisions_says_so(game: str, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "match.json"
    match = Match.new(game, 3, seed="x")
    match.play(match.turn.seats[0], match.legal(match.turn.seats[0])[0])
    dump(match.record(), path)
    for lang, words in (("en", "This seat had nothing to choose."), ("ru", "Выбирать этому месту не пришлось.")):
        assert main(["review", str(path), "--seat", "0", "--lang", lang]) == 0
        assert words in capsys.readouterr().out


def test_the_person_at_the_terminal_gets_advice(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    for lang, words in (("en", "% chance to win"), ("ru", "шанс победить ")):
        monkeypatch.setattr("sys.stdin", io.StringIO("hint\nq\n"))
        assert main(["play", "hawthorn", "--seats", "2", "--seed", "a", "--lang", lang]) == 0
        assert words in capsys.readouterr().out


def test_the_gang_gets_advice_with_numbers(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    for lang, words in (("en", "% to be right"), ("ru", "верно с вероятностью ")):
        monkeypatch.setattr("sys.stdin", io.StringIO("hint\nq\n"))
        assert main(["play", "the-gang", "--seats", "3", "--seed", "a", "--lang", lang]) == 0
        assert words in capsys.readouterr().out


def test_an_error_of_the_record_names_its_move(record: str, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "bad.json"
    dump({**load(record), "moves": [[0, "hit"], [0, "dance"]], "result": None}, path)
    assert main(["review", str(path), "--seat", "0"]) == 2
    assert capsys.readouterr().err.startswith("koloda: Move ")
