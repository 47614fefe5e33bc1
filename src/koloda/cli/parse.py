"""Seats, options and numbers from the words of the command line, the same for every command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from koloda.core.errors import BadOption
from koloda.core.options import OptionValue, unknown_option
from koloda.core.text import Text
from koloda.games.registry import find_game

Number = TypeVar("Number", int, float)
USUAL_SEATS: Final = 3


def seats_of(game_id: str, seats: int | None) -> int:
    """The number of seats asked for; without it three, or the nearest number that the game allows."""
    low, high = find_game(game_id).info.seats
    return min(high, max(low, USUAL_SEATS)) if seats is None else seats


def options_of(game_id: str, words: Sequence[str]) -> dict[str, OptionValue]:
    """The options that words like ``sevens=true`` stand for."""
    game_options = {option.name: option for option in find_game(game_id).info.options}
    options: dict[str, OptionValue] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadOption(
                "bad-option",
                Text(f"Нужно «имя=значение», а не {word!r:.40}.", f"Expected name=value, not {word!r:.40}."),
            )
        if name not in game_options:
            raise unknown_option(name, list(game_options))
        options[name] = game_options[name].parse(value)
    return options


def checked_range(name: str, value: Number, low: Number, high: Number) -> Number:
    """The number if it is in its range; BadOption if not."""
    if low <= value <= high:
        return value
    raise BadOption(
        "out-of-range",
        Text(f"«{name}»: от {low} до {high}, а не {value}.", f"{name} must be {low} to {high}, not {value}."),
    )
