"""The arena: duplicate deals, the first bot once on every seat, shares with intervals, and the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from koloda import Match
from koloda.cli import main
from koloda.core.errors import BadOption, BadSeats, UnknownGame
from koloda.core.game import Result
from koloda.lab.arena import play_bout, score
from koloda.lab.bout import Bout, Failure, Lineup, Played, check
from koloda.lab.run import Where, run_bout, run_once
from koloda.lab.strength_table import GOALS, rows
from koloda.lab.tally import Tally

from .results import score_of


def test_a_deal_is_played_once_with_the_first_bot_on_every_seat() -> None:
    lineup = Lineup(Bout("pairs", 3, ("normal", "random"), 6), ["records"])
    dealt = []
    for number in range(6):
        record = lineup.play(number).record
        assert record is not None and Match.replay(record).result is not None
        dealt.append(record["chance"][0])
    assert dealt[0] == dealt[1] == dealt[2] != dealt[3] == dealt[4] == dealt[5]
    assert [lineup.bout.bots_by_seat(number).index("normal") for number in range(6)] == [0, 1, 2, 0, 1, 2]


def test_a_bout_that_does_not_rotate_has_new_deals_and_fixed_seats() -> None:
    lineup = Lineup(Bout("pairs", 3, ("normal", "random"), 6, rotates=False), ["records"])
    records = [lineup.play(number).record for number in range(3)]
    assert len({str(record["chance"][0]) for record in records if record}) == 3
    assert lineup.bout.bots_by_seat(2) == ["normal", "random", "random"]


def test_what_is_kept_changes_no_match() -> None:
    for bots in (("random",), ("normal", "easy")):
        bout = Bout("hawthorn", 3, bots, 3)
        plain, kept = Lineup(bout), Lineup(bout, ["choices", "records"])
        for number in range(3):
            known = kept.play(number)
            assert known._replace(choices=(), record=None, seconds=[]) == plain.play(number)._replace(seconds=[])
            assert known.choices and all(choice.legal > 1 for choice in known.choices)


def test_a_better_bot_wins_more_and_the_interval_holds_it() -> None:
    progress: list[int] = []
    result = play_bout(Bout("hawthorn", 2, ("normal", "random"), 30), progress.append, Where(jobs=1))
    assert result.matches == 30 == progress[-1]
    assert result.win.low <= result.win.value <= result.win.high
    assert result.win.value > 0.8 and result.place.value < 1.3
    assert result.moves > 0 and 0 < result.mean_seconds <= result.slow_seconds * 10
    assert [row["figure"] for row in result.to_rows()] == ["win", "loss", "place"]


def test_shares_are_means_and_times_are_counted() -> None:
    result = score_of(True, False, seconds=(0.5, 1.5))
    assert (result.win.value, result.loss.value, result.place.value) == (0.5, 0.5, 1.5)
    assert (result.mean_seconds, result.moves) == (1.0, 4)
    assert result.slow_seconds == pytest.approx(1.5, rel=0.01)
    assert score_of(True).win.value == 1.0 and score_of(True).slow_seconds == 0.0


def test_tallies_add_up_in_any_order_and_outlive_json() -> None:
    bout = Bout("pairs", 3, ("a", "b", "c"), 4)
    played = [
        Played(0, 10, Result((3, 5, 5), (1, 2), (0,), (3, 1, 1)), [0.01]),
        Played(1, 12, Result((3, 1, 5), (), (1,), (1, 3, 1)), [0.02, 0.3]),
        Played(2, 10, Result((1, 1, 1), (0, 1, 2), (), (1, 1, 1)), [], (Failure(2, 1, "b", "slow", "2 s"),)),
        Played(3, 9, Result((1, 9, 1), (1,), (0, 2), (2, 1, 2)), [], (Failure(3, 1, "b", "raised", "E"),)),
    ]

    def tally_of(*matches: Played) -> Tally:
        tally = Tally(3)
        for match in matches:
            tally.add(bout, match)
        return tally

    whole = tally_of(*played)
    for order in ((0, 1, 2, 3), (3, 1, 0, 2)):
        sum_of_parts = Tally(3)
        for number in order:
            sum_of_parts.merge(Tally.from_json(tally_of(played[number]).to_json()))
        sum_of_parts.examples.sort()
        assert sum_of_parts.to_json() == whole.to_json()
    assert whole.matches == 4 and whole.moves == 41 and whole.failed == {("b", "slow"): 1, ("b", "raised"): 1}
    assert [row["seat"] for row in whole.to_rows()] == [0, 1, 2]
    assert whole.win_share(0).value == pytest.approx((0 + 1 / 2 + 1 / 3 + 0) / 4)


@pytest.mark.parametrize(
    ("bout", "error"),
    [
        (Bout("chess", 2, ("normal",), 1), UnknownGame),
        (Bout("pairs", 99, ("normal",), 1), BadSeats),
        (Bout("pairs", 2, ("grandmaster",), 1), BadOption),
        (Bout("pairs", 2, ("normal", "easy", "easy"), 1), BadOption),
        (Bout("pairs", 2, ("normal",), 1, options=(("x", 1),)), BadOption),
    ],
)
def test_a_bad_bout_is_refused_before_anything_is_played(bout: Bout, error: type[Exception]) -> None:
    with pytest.raises(error):
        check(bout)


def test_the_table_has_a_row_for_every_opponent_and_the_gang() -> None:
    played: list[Bout] = []

    def run(bout: Bout):  # type: ignore[no-untyped-def]
        check(bout)
        played.append(bout)
        return score_of(True, seconds=(0.001,))

    lines = list(rows(2, "s", None, run))
    assert len(lines) == 3 * len(GOALS) + 4
    assert {bout.bots for bout in played} == {("strong", "random"), ("strong", "normal"), ("strong", "yardstick")}
    assert all(line.count("|") == lines[0].count("|") for line in lines)
    assert len(list(rows(2, "s", "port", run))) == 3


def test_a_score_without_matches_is_no_score() -> None:
    assert score(Tally(2)).matches == 0


def test_the_command_prints_shares(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "hawthorn", "--seats", "2", "--bots", "normal,random", "--matches", "4", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "Hawthorn, 2 seats, normal, random, 4 matches" in shown and "wins" in shown and "mean place" in shown


@pytest.mark.parametrize(
    "words",
    [
        ["arena"],
        ["arena", "pairs", "--bots", "x"],
        ["arena", "pairs", "--matches", "0"],
        ["arena", "--table", "--decisions", "choices.csv"],
        ["arena", "--table", "--records", "records.jsonl"],
    ],
)
def test_bad_words_are_one_line_and_exit_code_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--lang", "en"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_bouts_are_told_apart_and_none_is_played_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bout = Bout("hawthorn", 2, ("always:fold", "random"), 6, "once")
    bouts = [bout, bout._replace(seed="other"), bout._replace(matches=8), bout._replace(options=(("chips", 6),))]
    told = [run_once(one, tmp_path / "new", Where(jobs=1)).to_json() for one in bouts]
    assert len(list((tmp_path / "new").glob("hawthorn-2-always_fold-random-*-tally.json"))) == 4
    times = {name: told[0][name] for name in ("nanoseconds", "times")}
    assert told[0] == {**run_bout(bout, Where(jobs=1)).to_json(), **times}

    def again(*_: object) -> None:
        raise AssertionError("it was played before")

    monkeypatch.setattr("koloda.lab.run.run_bout", again)
    assert told == [run_once(one, tmp_path / "new").to_json() for one in bouts]


def test_the_strength_table_goes_on_from_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = ["arena", "blackstone", "--table", "--matches", "1", "--jobs", "1", "--out", str(tmp_path / "new")]
    assert main(wanted) == 0
    told = capsys.readouterr().out
    assert told.count("| blackstone | 4 |") == 3
    monkeypatch.setattr("koloda.lab.run.run_bout", None)
    assert main(wanted) == 0
    assert capsys.readouterr().out == told


def test_the_document_has_the_table() -> None:
    text = Path("docs/bots.md").read_text(encoding="utf-8")
    assert "koloda arena --table" in text
