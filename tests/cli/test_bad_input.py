"""Bad words on the command line of every kind: one line on stderr in both languages, and exit code 2."""

from __future__ import annotations

import io
import os
import re

import pytest

from koloda.cli import main
from koloda.core.text import LANGUAGES

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
    words: list[str], lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
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
