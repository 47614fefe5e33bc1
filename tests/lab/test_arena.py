"""The arena: duplicate deals, the first bot once on every seat, shares with intervals, and the command."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from koloda import Match
from koloda.bots.seat_view import SeatView
from koloda.cli import main
from koloda.core.chance import Chance, Fast
from koloda.core.errors import BadOption, BadSeats, UnknownGame
from koloda.core.options import OptionValue
from koloda.lab.arena import Bout, Sample, check, play_bout, play_one, score, timed
from koloda.lab.strength_table import GOALS, rows


def test_a_deal_is_played_once_with_the_first_bot_on_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[tuple[int, list[object]]] = []
    real_new = Match.new

    def recorded_new(game: str, seats: int, options: Mapping[str, OptionValue] | None, chance: Chance) -> Match:
        match = real_new(game, seats, options, chance=chance)
        dealt.append((len(dealt), list(match.view(None).zones)))
        return match

    monkeypatch.setattr("koloda.lab.arena.Match.new", recorded_new)
    for number in range(6):
        play_one(Bout("pairs", 3, ("normal", "random"), 6), number)
    assert dealt[0][1] == dealt[1][1] == dealt[2][1] != dealt[3][1] == dealt[5][1]


def test_a_better_bot_wins_more_and_the_interval_holds_it() -> None:
    progress: list[int] = []
    result = play_bout(Bout("hawthorn", 2, ("normal", "random"), 30), progress.append, processes=1)
    assert result.matches == 30 == progress[-1]
    assert result.win.low <= result.win.value <= result.win.high
    assert result.win.value > 0.8 and result.place.value < 1.3
    assert result.moves > 0 and 0 < result.mean_seconds <= result.slow_seconds * 10


def test_shares_are_means_and_a_lone_sample_has_no_width() -> None:
    result = score([Sample(1.0, 0.0, 1, [0.5]), Sample(0.0, 1.0, 3, [1.5])])
    assert (result.win.value, result.loss.value, result.place.value) == (0.5, 0.5, 2.0)
    assert (result.mean_seconds, result.slow_seconds, result.moves) == (1.0, 1.5, 2)
    assert score([Sample(1.0, 0.0, 1, [])]).win.value == 1.0


def test_the_clock_of_a_bot_runs_while_it_thinks() -> None:
    clock: list[float] = []

    def policy(seat_view: SeatView, chance: Chance) -> str:
        return seat_view.legal[0]

    match = Match.new("pairs", 2, chance=Fast(1))
    assert timed(policy, clock)(SeatView(match, match.turn.seats[0]), Fast(1)) in ("fold", "hit")
    assert len(clock) == 1 and clock[0] > 0


@pytest.mark.parametrize(
    ("bout", "error"),
    [
        (Bout("chess", 2, ("normal",), 1), UnknownGame),
        (Bout("pairs", 99, ("normal",), 1), BadSeats),
        (Bout("pairs", 2, ("grandmaster",), 1), BadOption),
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
        return score([Sample(1.0, 0.0, 1, [0.001])])

    lines = list(rows(2, "s", None, run))
    assert len(lines) == 3 * len(GOALS) + 4
    assert {bout.bots for bout in played} == {("strong", "random"), ("strong", "normal"), ("strong", "yardstick")}
    assert all(line.count("|") == lines[0].count("|") for line in lines)
    assert len(list(rows(2, "s", "port", run))) == 3


def test_the_command_prints_shares(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "hawthorn", "--seats", "2", "--bots", "normal,random", "--matches", "4", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "Hawthorn, 2 seats, normal, random, 4 matches" in shown and "wins" in shown and "mean place" in shown


@pytest.mark.parametrize("words", [["arena"], ["arena", "pairs", "--bots", "x"], ["arena", "pairs", "--matches", "0"]])
def test_bad_words_are_one_line_and_exit_code_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--lang", "en"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_document_has_the_table() -> None:
    text = Path("docs/bots.md").read_text(encoding="utf-8")
    assert "koloda arena --table" in text
