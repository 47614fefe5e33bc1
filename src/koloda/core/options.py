"""The options that a table may choose before the match, and the values that it has chosen."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias, cast

from .errors import BadOption
from .text import Text

MAX_NUMBER_DIGITS: Final = 9  # of a number on a command line

PlainValue: TypeAlias = bool | int | str
OptionValue: TypeAlias = PlainValue | list[int] | list[str] | list["OptionValue"] | dict[str, "OptionValue"] | None


class Option(NamedTuple):
    """Something that a table may choose before the match.

    Its value is one of ``choices``; without choices it is a whole number from ``low`` to ``high``; with ``accepts`` it
    is any JSON for which that function returns True, and ``samples`` are values that are worth testing. The default may
    depend on the number of seats (``by_seats``) or on another option, which this one ``follows``: then it is the value
    of that option, or what ``following`` gives for that value.
    """

    name: str
    names: Text
    help: Text
    default: OptionValue
    choices: tuple[PlainValue, ...] = ()
    low: int = 0
    high: int = 0
    by_seats: Mapping[int, PlainValue] = {}
    choice_names: tuple[Text, ...] = ()
    accepts: Callable[[object], bool] | None = None
    samples: tuple[OptionValue, ...] = ()
    follows: str = ""
    following: Mapping[PlainValue, PlainValue] = {}

    def default_for(self, seats: int, others: Mapping[str, OptionValue] | None = None) -> OptionValue:
        """The value for a table of ``seats`` that has chosen none; ``others`` are its other options."""
        usual = self.by_seats.get(seats, self.default)
        if not self.follows or others is None:
            return usual
        followed = others[self.follows]
        if not self.following:
            return followed
        assert isinstance(followed, int | str)
        return self.following.get(followed, usual)

    def check(self, value: object) -> None:
        """Raise BadOption unless ``value`` can be taken."""
        if self.accepts is not None:
            self._check_json(value, self.accepts(value))
            return
        if self.choices:
            good = any(value is choice or (isinstance(value, str) and value == choice) for choice in self.choices)
        else:
            good = isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
        if not good:
            raise BadOption(
                "bad-value",
                Text(
                    f"«{self.name}» принимает {self._range(' или ', 'от', 'до')}, а не {value!r:.40}.",
                    f"'{self.name}' takes {self._range(' or ', 'from', 'to')}, not {value!r:.40}.",
                ),
            )

    def _check_json(self, value: object, good: bool) -> None:
        if not good:
            raise BadOption(
                "bad-value",
                Text(
                    f"«{self.name}» не принимает {value!r:.40}. {self.help.ru}",
                    f"'{self.name}' does not take {value!r:.40}. {self.help.en}",
                ),
            )

    def _range(self, either: str, low: str, high: str) -> str:
        if self.choices:
            return either.join(option_text(choice) for choice in self.choices)
        return f"{low} {self.low} {high} {self.high}"

    def parse(self, text: str) -> OptionValue:
        """The value that ``text`` means on a command line."""
        if self.accepts is not None:
            return self._parse_json(text)
        for choice in self.choices:
            if option_text(choice) == text.lower():
                return choice
        if not self.choices and text.removeprefix("-").isdecimal() and len(text) <= MAX_NUMBER_DIGITS:
            return int(text)
        self.check(text)
        return text  # pragma: no cover - check has raised: no text that gets here is a choice

    def _parse_json(self, text: str) -> OptionValue:
        """JSON, or a bare word that stands for itself."""
        try:
            value: OptionValue = json.loads(text)
        except (ValueError, RecursionError):
            value = text
        self.check(value)
        return value


def option_text(value: object) -> str:
    """A value as one writes it on a command line: true, false, 12, hard."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def flag(name: str, names: Text, help: Text, default: bool = False) -> Option:
    """An option that is on or off."""
    return Option(name, names, help, default, (False, True), choice_names=(Text("нет", "no"), Text("да", "yes")))


def number(
    name: str,
    names: Text,
    help: Text,
    default: int,
    low: int,
    high: int,
    by_seats: Mapping[int, PlainValue] | None = None,
) -> Option:
    """An option that is a whole number in a range; its default may depend on the number of seats."""
    return Option(name, names, help, default, (), low, high, by_seats or {})


def choice(
    name: str,
    names: Text,
    help: Text,
    default: str,
    choices: Mapping[str, Text],
    by_seats: Mapping[int, PlainValue] | None = None,
) -> Option:
    """An option that is one of several words."""
    return Option(name, names, help, default, tuple(choices), 0, 0, by_seats or {}, tuple(choices.values()))


def json_option(
    name: str,
    names: Text,
    help: Text,
    default: OptionValue,
    accepts: Callable[[object], bool],
    samples: tuple[OptionValue, ...],
) -> Option:
    """An option whose value is JSON, checked by a function."""
    return Option(name, names, help, default, accepts=accepts, samples=samples)


class MatchOptions:
    """The checked options of one match, with defaults filled in."""

    def __init__(self, options: tuple[Option, ...], seats: int, given: Mapping[str, OptionValue] | None) -> None:
        # To compiled code a value of another type than OptionValue is a TypeError; here it is a bad option.
        chosen: Mapping[str, object] = {} if given is None else given
        known = {option.name: option for option in options}
        for name in chosen:
            if name not in known:
                raise unknown_option(name, list(known))
            known[name].check(chosen[name])
        self.given = {name: _own_copy(known[name], cast(OptionValue, chosen[name])) for name in known if name in chosen}
        self._values = {option.name: option.default_for(seats) for option in options}
        self._values.update(self.given)
        for option in options:
            if option.follows and option.name not in self.given:
                self._values[option.name] = option.default_for(seats, self._values)

    def flag(self, name: str) -> bool:
        """The value of an on-off option."""
        return bool(self._values[name])

    def number(self, name: str) -> int:
        """The value of a numeric option."""
        value = self._values[name]
        assert isinstance(value, int)
        return value

    def word(self, name: str) -> str:
        """The value of a choice."""
        return str(self._values[name])

    def json(self, name: str) -> Any:
        """The value of a JSON option, which has the shape that its ``accepts`` demands."""
        return self._values[name]

    def all(self) -> dict[str, OptionValue]:
        """Every option with its value."""
        return dict(self._values)


def unknown_option(name: str, known: list[str]) -> BadOption:
    """The error of an option that the game does not have."""
    names = ", ".join(known) or "–"
    return BadOption(
        "unknown-option",
        Text(f"Нет настройки {name!r:.40}; есть: {names}.", f"No option {name!r:.40}; there are: {names}."),
    )


def _own_copy(option: Option, value: OptionValue) -> OptionValue:
    """The value; a list or an object is copied, since the caller may still change theirs."""
    if option.accepts is None:
        return value
    copy: OptionValue = json.loads(json.dumps(value))
    return copy
