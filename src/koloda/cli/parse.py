"""A table made of words, the same for every command that seats players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from koloda.core.errors import BadOption, BadRecord
from koloda.core.text import Text
from koloda.core.turn import OptionValue, unknown_option
from koloda.games.registry import find_game

Number = TypeVar("Number", int, float)


def seats_of(game_id: str, seats: int | None) -> int:
    """The number of seats asked for, or a usual one."""
    low, high = find_game(game_id).info.seats
    return min(high, max(low, 3)) if seats is None else seats


def options_of(game_id: str, words: Sequence[str]) -> dict[str, OptionValue]:
    """The options that words like ``sevens=true`` stand for."""
    known = {option.name: option for option in find_game(game_id).info.options}
    options: dict[str, OptionValue] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadOption(
                "bad-option",
                Text(f"Нужно «имя=значение», а не {word!r:.40}.", f"Needed is name=value, not {word!r:.40}."),
            )
        if name not in known:
            raise unknown_option(name, list(known))
        options[name] = known[name].parse(value)
    return options


def checked_range(name: str, value: Number, low: Number, high: Number) -> Number:
    """A number of the command line, if it is in its range."""
    if low <= value <= high:
        return value
    raise BadRecord(
        "out-of-range",
        Text(f"«{name}»: от {low} до {high}, а не {value}.", f"{name} must be {low} to {high}, not {value}."),
    )
