"""Options whose value is JSON, checked by a function of the declaration."""

from __future__ import annotations

import pytest

from koloda import BadOption, Text
from koloda.core.options import MatchOptions, Option, json_option, number
from koloda.untrusted import checked_options


def _is_list(value: object) -> bool:
    return value == "none" or (isinstance(value, list) and all(isinstance(entry, int) for entry in value))


NAMES = Text("Список", "List")
LIST: Option = json_option("list", NAMES, Text("Числа.", "Numbers."), [], _is_list, ([], [1, 2], "none"))
SIZE = number("size", NAMES, NAMES, 5, 1, 9)


def test_default_and_given_values() -> None:
    assert MatchOptions((LIST, SIZE), 2, None).json("list") == []
    settings = MatchOptions((LIST, SIZE), 2, {"list": [3]})
    assert settings.json("list") == [3] and settings.number("size") == 5
    assert settings.all() == {"list": [3], "size": 5}
    assert settings.given == {"list": [3]}


@pytest.mark.parametrize("value", [None, 5, "some", ["a"], {}])
def test_other_values_are_refused(value: object) -> None:
    with pytest.raises(BadOption) as refusal:
        MatchOptions((LIST,), 2, checked_options({"list": value}))
    assert refusal.value.reason == "bad-value"
    assert refusal.value.text.en == f"'list' does not take {value!r}. Numbers."
    assert refusal.value.text.ru == f"«list» не принимает {value!r}. Числа."


def test_a_given_value_is_kept_apart_from_the_giver() -> None:
    mine = [1]
    settings = MatchOptions((LIST,), 2, {"list": mine})
    mine.append(2)
    assert settings.json("list") == [1]


def test_parsing_a_command_line() -> None:
    assert LIST.parse("[4, 5]") == [4, 5]
    assert LIST.parse("none") == LIST.parse('"none"') == "none"
    for text in ("{}", "other", "[" * 100_000, ""):
        with pytest.raises(BadOption):
            LIST.parse(text)
