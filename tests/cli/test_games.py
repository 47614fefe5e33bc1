"""``koloda games``, ``koloda rules`` and the help, in both languages."""

from __future__ import annotations

import pytest

from koloda.cli import main
from koloda.cli.arguments import COMMANDS
from koloda.core.text import LANGUAGES
from koloda.words import rules_page

Output = pytest.CaptureFixture[str]


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


@pytest.mark.parametrize("name", ["old-maid", "Ведьма", "акулина", "Колдунья", "Old Maid"])
def test_a_game_is_found_by_any_of_its_names(name: str, capsys: Output) -> None:
    assert main(["rules", name, "--lang", "ru"]) == 0
    assert capsys.readouterr().out == rules_page("old-maid", "ru")
    assert main(["games", name, "--lang", "ru"]) == 0
    assert capsys.readouterr().out.startswith("Ведьма, Акулина, Колдунья (old-maid)")
    assert main(["bench", name, "--help"]) == 0


def test_a_game_for_exactly_two_has_no_range(capsys: Output) -> None:
    assert main(["games", "five-card"]) == 0
    assert "\n2 seats, " in capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules(lang: str, capsys: Output) -> None:
    assert main(["rules", "pairs", "--lang", lang]) == 0
    assert capsys.readouterr().out == rules_page("pairs", lang)
    assert main(["rules", "the-gang", "--lang", lang]) == 0
    page, told = rules_page("the-gang", lang), capsys.readouterr().out
    assert told.startswith(page)
    help_card = {"ru": "\n  флеш-рояль · As Ks Qs Js 10s", "en": "\n  a royal flush · As Ks Qs Js 10s"}[lang]
    assert help_card in told[len(page) :]
