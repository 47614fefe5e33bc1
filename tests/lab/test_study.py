"""Studies: what varies, what is measured, the same bytes whoever does the work, a page that needs nothing else."""

from __future__ import annotations

import json
import re
import sys
from math import inf
from pathlib import Path
from xml.etree import ElementTree

import pytest

from koloda.cli import main
from koloda.core.errors import BadOption, KolodaError
from koloda.core.game import Result
from koloda.core.text import LANGUAGES
from koloda.games.registry import all_games
from koloda.lab.bout import Bout, Lineup
from koloda.lab.files import read_rows
from koloda.lab.run import Keep, Where
from koloda.lab.study import Cell, Figures, Plan, Study, cells_of, gallery, run_study
from koloda.lab.study.measure import TENTHS, Watched, agreement
from koloda.lab.study.page import page
from koloda.lab.study.plan import wins_together
from koloda.lab.study.plots import sheet
from koloda.lab.study.report import FIGURES
from koloda.lab.study.run import STUDY_COLUMNS, WEIGHED_COLUMNS
from koloda.lab.study.words import changes, matches_text, summary, table
from koloda.lab.tally import WHOLE

SMALL = Plan("pairs", tuple(cells_of("pairs", 3, {}, ["target=5", "sevens"])), "random", "normal", 4, 3, "small")


# What varies


def labels(game: str, vary: list[str], seats: int = 4, **options: object) -> list[str]:
    return [cell.label() for cell in cells_of(game, seats, options, vary)]  # type: ignore[arg-type]


def test_tables_differ_in_one_thing_each() -> None:
    assert labels("port", ["target=11..31..10", "seats=2,5"]) == ["", "target=11", "target=31", "seats=2", "seats=5"]
    assert labels("port", ["seats=2..5"]) == ["", "seats=2", "seats=3", "seats=5"], (
        "the usual number is the usual table"
    )
    assert labels("pairs", ["sevens"], sevens=True) == ["", "sevens=false"]
    assert labels("twenty-one", ["ace"]) == ["", "ace=1"]
    cells = cells_of("pairs", 4, {"sevens": True}, ["target=20"])
    assert cells[1] == Cell("target", "20", 4, (("sevens", True), ("target", 20)))


@pytest.mark.parametrize("game", [game.info.id for game in all_games()])
def test_every_game_has_its_house_rules_varied_without_a_word(game: str) -> None:
    info = next(one.info for one in all_games() if one.info.id == game)
    cells = cells_of(game, info.seats_to_begin_with(), {}, [])
    assert {cell.name for cell in cells[1:]} <= {option.name for option in info.options if option.choices}
    assert len(cells) == len({cell.label() for cell in cells})


@pytest.mark.parametrize(
    "word", ["", "target", "colour=1", "target=x", "target=5..", "target=9..5", "target=1..2..3..4", "target=5..9..0",
             "target=99", "seats=99", "seats", "sevens=maybe", "target=5..9999999", "target=5,,6"],
)  # fmt: skip
def test_what_cannot_vary_is_refused(word: str) -> None:
    if word == "target":
        assert labels("pairs", [word]) == [""], "a number has no list of choices"
        return
    with pytest.raises(KolodaError) as refused:
        cells_of("pairs", 4, {}, [word])
    assert refused.value.text.ru != refused.value.text.en


def test_too_many_tables_are_refused() -> None:
    with pytest.raises(BadOption, match="200 can be compared"):
        cells_of("tycoon", 4, {}, ["seats=2..15"] * 20)


def test_who_wins_together_is_seen() -> None:
    assert wins_together("the-gang", Cell("", "", 3)) and not wins_together("pairs", Cell("", "", 3))


# What is measured


def test_lead_changes_are_counted_by_the_scores() -> None:
    watched = Watched(Lineup(Bout("sweep", 3, ("normal",), 1, "leads", rotates=False)), 0)
    assert watched.lead_changes is not None and watched.scores[-1]
    for scores, changed, since in (
        ([[0, 0, 0], [1, 0, 0], [1, 2, 0], [3, 3, 0], [3, 4, 0]], 1, 2),
        ([[0, 0, 0], [0, 0, 0]], 0, 0),
        ([[5, 0, 0], [0, 5, 0], [5, 0, 0], [0, 0, 9]], 3, 3),
    ):
        watched.played = watched.played._replace(result=Result((1, 2, 9), (2,), (), (3, 2, 1)))
        watched._count_lead_changes(scores)
        assert (watched.lead_changes, watched.taken_over) == (changed, since)


def test_outcomes_agree_by_their_winners_or_losers() -> None:
    won, shared = Result((1, 2), (1,), (), (2, 1)), Result((2, 2), (0, 1), (), (1, 1))
    assert agreement(won, won) == WHOLE == agreement(won, shared) and agreement(shared, won) == WHOLE // 2
    lost, other = Result((1, 2), (), (0,), (2, 1)), Result((1, 2), (), (1,), (1, 2))
    assert agreement(lost, lost) == WHOLE and agreement(lost, other) == 0
    assert agreement(Result((0, 0), (), (), (1, 1)), lost) == 0


def handmade(game: str = "port", seats: int = 4, team: bool = False) -> Study:
    """A study whose figures are known."""
    other = Cell("seats", "5", seats) if team else Cell("target", "11", seats, (("target", 11),))
    cells = (Cell("", "", seats), other)
    study = Study(Plan(game, cells, matches=100, skill_matches=100, team=team), [Figures(), Figures()])
    for at, figures in enumerate(study.figures):
        for number in range(100):
            figures.add("moves", 40 + number % 3 + 20 * at)
            figures.count("moves", 40 + number % 3 + 20 * at)
            figures.add("choices", 10)
            figures.add("together", WHOLE * (number < 20))
            for seat in range(seats):
                figures.add(f"won {seat}", WHOLE * (number % seats == seat if number < 80 else seat == 0))
                figures.add(f"lost {seat}", WHOLE * (number % seats == seat))
            for tenth in range(TENTHS + 1):
                figures.add(f"sure {tenth}", WHOLE * (number < 20 + 8 * tenth))
            for name in ("better won", "better lost", "better together"):
                figures.add(name, WHOLE * (number < 40))
    return study


def test_figures_are_what_they_say() -> None:
    study = handmade()
    assert study.seat_shares(0)[0].value == pytest.approx(0.4) and study.favoured_seats(0) == [0]
    half, decided = study.value(0, "half_time"), study.decided_at(0)
    assert half is not None and half.value == 0.6
    assert decided is not None and decided.value == pytest.approx((75 - 20) / 80)
    assert decided.low < decided.value < decided.high
    skill, needed = study.skill(0), study.matches_to_tell(0)
    assert skill is not None and skill.value == pytest.approx(0.15 / 0.75)
    variance = 0.4 * 0.6 * 100 / 99
    assert needed is not None and needed.value == pytest.approx(1.6448536**2 * variance / 0.15**2)
    assert needed.low < needed.value < needed.high
    gap = study.difference(1, "moves")
    assert gap is not None and gap.low < 20 == round(gap.value) < gap.high
    assert study.value(0, "lead_changes") is None and study.value(0, "cost") is None


def test_skill_is_measured_by_losses_or_by_the_team_where_nobody_wins_alone() -> None:
    loses = handmade("pairs").skill(0)
    assert loses is not None and loses.value == pytest.approx((0.25 - 0.4) / 0.25)
    team = handmade("the-gang", team=True).skill(0)
    assert team is not None and team.value == pytest.approx((0.4 - 0.2) / 0.8)
    never = handmade("pairs").matches_to_tell(0)
    assert never is not None and never.value == inf and matches_text(never) == "—"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_told_in_words(lang: str) -> None:
    for study in (handmade(), handmade("pairs"), handmade("the-gang", team=True)):
        told = " ".join(line for part in summary(study, lang) for line in part)
        assert "{" not in told and (re.search("[а-я]", told) is not None) == (lang == "ru")
        assert len(table(study, lang)) == 3 and len({len(row) for row in table(study, lang)}) == 1
    port = handmade()
    ((name, change),) = changes(port, lang)
    assert name.endswith(": 11") and "+20 (" in change


# The whole


def test_a_study_is_the_same_whoever_does_the_work_and_can_be_stopped(tmp_path: Path) -> None:
    one = run_study(SMALL, where=Where(jobs=1))
    keep = Keep(tmp_path / "matches.jsonl", tmp_path / "choices.csv")
    with pytest.raises(ZeroDivisionError):
        run_study(SMALL, tmp_path / "page.html", Where(jobs=2), keep, lambda done: 1 // (done < 2))
    assert (tmp_path / "page.html.unfinished").exists()
    done: list[int] = []
    two = run_study(SMALL, tmp_path / "page.html", Where(jobs=2), keep, done.append)
    assert done == [3, 4, 5, 6] and not (tmp_path / "page.html.unfinished").exists()
    assert [figures.to_json() for figures in one.figures] == [figures.to_json() for figures in two.figures]
    assert page(one, "en") == page(two, "en") and sheet(one, "ru") == sheet(two, "ru")
    matches = list(read_rows(tmp_path / "matches.jsonl", "matches", {**STUDY_COLUMNS, "win_2": float}))
    assert [row["part"] for row in matches] == ["usual"] * 12 + ["skill"] * 9
    assert {row["cell"] for row in matches} == {"", "target=5", "sevens=true"}
    weighed = list(read_rows(tmp_path / "choices.csv", "choices", WEIGHED_COLUMNS))
    assert weighed and all(isinstance(row["cost"], float) and int(str(row["legal"])) > 1 for row in weighed)
    rows = one.to_rows()
    assert len(rows) == 3 * len(FIGURES) and rows[0]["figure"] == "moves" and json.dumps(rows)
    assert all(row["low"] <= row["value"] <= row["high"] for row in rows if row["value"] is not None)  # type: ignore[operator]
    check_page(one)


def check_page(study: Study) -> None:
    """One page that loads nothing, with pictures that can be read."""
    text = page(study, "en")
    assert not re.search(r"(src|href)=['\"]?http|@import|<script", text.replace("xlink:href", ""))
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(pictures) == 5, "four panels, and the house rules"
    for picture in pictures:
        ElementTree.fromstring(picture)
    assert text.count("<tr>") == 4


def test_the_command_prints_the_table_and_writes_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["study", "old-maid", "--seats", "3", "--vary", "seats=2..4", "--matches", "4", "--skill-matches", "3"]
    assert main([*words, "--lang", "ru"]) == 0
    shown = capsys.readouterr().out
    assert "Решать здесь нечего" in shown and "мест: 2" in shown and "old-maid-study.html" in shown
    assert "<h1>Исследование игры" in (tmp_path / "old-maid-study.html").read_text("utf-8")
    assert main([*words, "--bots", "normal", "--lang", "en"]) == 2
    assert "Two bots are needed" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main([*words, "--lang", "en"]) == 2
    assert "koloda[study]" in capsys.readouterr().err


def test_the_gallery_is_made_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["old-maid", "drunkard", "--matches", "4", "--skill-matches", "2", "--jobs", "1"]
    words += ["--work", str(tmp_path / "work"), "--docs", str(tmp_path)]
    assert gallery.main(words) == 0
    first = (tmp_path / "study.md").read_text("utf-8")
    assert "# Luck and skill of 2 games" in first and "](study/drunkard.svg)" in first
    monkeypatch.setattr(gallery, "run_study", lambda *_: pytest.fail("it is done already"))
    assert gallery.main(words) == 0 and (tmp_path / "study.md").read_text("utf-8") == first
    for game in ("old-maid", "drunkard"):
        assert (tmp_path / "study" / f"{game}.svg").stat().st_size < 60_000
