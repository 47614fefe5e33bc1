"""Options and settings: what is taken, what is refused and with which sentence."""

from __future__ import annotations

import pytest

from koloda import BadOption
from koloda.core.options import MatchOptions, OptionValue, choice, flag, number, option_text
from koloda.core.text import Text
from koloda.untrusted import checked_options

NAME = Text("Имя", "Name")
FLAG = flag("on", NAME, NAME)
NUMBER = number("goal", NAME, NAME, 11, 5, 31, {2: 31})
CHOICE = choice("mode", NAME, NAME, "easy", {"easy": Text("Легко", "Easy"), "hard": Text("Трудно", "Hard")})
OPTIONS = (FLAG, NUMBER, CHOICE)


def test_defaults_depend_on_the_seats() -> None:
    assert MatchOptions(OPTIONS, 2, None).all() == {"on": False, "goal": 31, "mode": "easy"}
    assert MatchOptions(OPTIONS, 3, {}).all() == {"on": False, "goal": 11, "mode": "easy"}


def test_a_default_may_follow_another_option() -> None:
    again = number("again", NAME, NAME, 11, 5, 31)._replace(follows="goal")
    lives = number("lives", NAME, NAME, 3, 1, 9)._replace(follows="mode", following={"hard": 1})
    options = (again, lives, *OPTIONS)
    assert MatchOptions(options, 2, None).all()["again"] == 31
    told = MatchOptions(options, 3, {"goal": 7, "mode": "hard"})
    assert (told.number("again"), told.number("lives"), told.given) == (7, 1, {"goal": 7, "mode": "hard"})
    told = MatchOptions(options, 3, {"goal": 7, "mode": "hard", "again": 11, "lives": 3})
    assert (told.number("again"), told.number("lives")) == (11, 3)
    assert MatchOptions(options, 3, None).number("lives") == 3


def test_given_values_are_kept_apart_from_defaults() -> None:
    given: dict[str, OptionValue] = {"mode": "hard", "on": True}
    settings = MatchOptions(OPTIONS, 3, given)
    assert settings.given == {"on": True, "mode": "hard"}
    assert (settings.flag("on"), settings.number("goal"), settings.word("mode")) == (True, 11, "hard")
    given["mode"] = "easy"
    settings.all()["goal"] = 5
    assert (settings.word("mode"), settings.number("goal")) == ("hard", 11)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("on", 1),
        ("on", "true"),
        ("on", None),
        ("goal", 4),
        ("goal", 32),
        ("goal", True),
        ("goal", 11.0),
        ("goal", "11"),
        ("mode", "odd"),
        ("mode", "EASY"),
        ("mode", 0),
        ("mode", ["easy"]),
    ],
)
def test_wrong_values_are_refused(name: str, value: object) -> None:
    with pytest.raises(BadOption) as error:
        MatchOptions(OPTIONS, 3, checked_options({name: value}))
    assert error.value.reason == "bad-value"
    assert name in error.value.text.ru and name in error.value.text.en


def test_the_sentence_says_what_is_taken() -> None:
    with pytest.raises(BadOption, match="'goal' takes from 5 to 31, not 99"):
        NUMBER.check(99)
    with pytest.raises(BadOption, match="'mode' takes easy or hard, not 'x'"):
        CHOICE.check("x")
    with pytest.raises(BadOption, match="'on' takes false or true"):
        FLAG.check(0)


def test_a_huge_value_gets_a_short_sentence() -> None:
    with pytest.raises(BadOption) as error:
        NUMBER.check("x" * 10_000_000)
    assert len(error.value.text.en) < 200


def test_unknown_options_are_refused() -> None:
    with pytest.raises(BadOption) as error:
        MatchOptions(OPTIONS, 3, {"of": True})
    assert error.value.reason == "unknown-option"
    assert "on, goal, mode" in error.value.text.en
    with pytest.raises(BadOption, match="there are: –"):
        MatchOptions((), 3, {"of": True})


@pytest.mark.parametrize("given", [[], "on", 5, [("on", True)], {1: True}])
def test_options_are_a_table(given: object) -> None:
    with pytest.raises(BadOption) as error:
        MatchOptions(OPTIONS, 3, checked_options(given))
    assert error.value.reason == "not-a-table"


def test_parsing_a_command_line() -> None:
    assert FLAG.parse("TRUE") is True
    assert FLAG.parse("false") is False
    assert NUMBER.parse("12") == 12
    assert NUMBER.parse("-3") == -3
    assert CHOICE.parse("Hard") == "hard"
    for option, text in ((FLAG, "yes"), (NUMBER, "twelve"), (NUMBER, "1" * 5000), (NUMBER, ""), (CHOICE, "h")):
        with pytest.raises(BadOption):
            option.parse(text)


def test_values_as_one_writes_them() -> None:
    assert [option_text(value) for value in (True, False, 12, "hard")] == ["true", "false", "12", "hard"]
