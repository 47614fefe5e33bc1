"""Which options of a game are worth trying: all combinations of choices while they are few, else all pairs of them."""

from __future__ import annotations

import json
from itertools import combinations, islice, product
from typing import Any, TypeAlias

from koloda.core.errors import BadOption
from koloda.core.game import Game
from koloda.core.options import MatchOptions, Option, option_text

Options: TypeAlias = dict[str, Any]
MOST_SETS = 16
MOST_COMBINATIONS = 20_000


def option_sets(game: type[Game], seats: int, most: int = MOST_SETS) -> list[Options]:
    """The option sets to test with ``seats``, the default ``{}`` first; the same list every time.

    All combinations of choices, then the ends of every range, alone and with rich choices. A set names only what
    differs from the default. Sets that ``Game.check`` refuses are left out.
    """
    options = game.info.options
    every = product(*(values_of(option, seats) for option in options))
    sets = [_named(options, seats, values) for values in islice(every, MOST_COMBINATIONS)]
    sets = [given for given in sets if _allowed(game, seats, given)]
    sets = sets if len(sets) <= most else _pairwise(game, seats, sets, most)
    return sets + [given for given in _ends(options, seats, sets) if _allowed(game, seats, given)]


def values_of(option: Option, seats: int) -> list[Any]:
    """The choices (or samples) of an option, its default first; of a number only the default."""
    default = option.default_for(seats)
    return [default, *(value for value in option.choices or option.samples if value != default)]


def is_number(option: Option) -> bool:
    """Whether an option takes any whole number of a range."""
    return not option.choices and option.accepts is None


def _ends(options: tuple[Option, ...], seats: int, sets: list[Options]) -> list[Options]:
    """The lowest and the highest value of every number by itself, and all together with the richest set of choices."""
    numbers = [option for option in options if is_number(option)]
    lows = {option.name: option.low for option in numbers if option.low != option.default_for(seats)}
    highs = {option.name: option.high for option in numbers if option.high != option.default_for(seats)}
    alone = [{name: end} for ends in (lows, highs) for name, end in ends.items()]
    richest = max(reversed(sets), key=len)
    together = [{**richest, **ends} for ends in (lows, highs)]
    return alone + [given for given in together if given not in [*sets, *alone]]


def set_name(options: Options) -> str:
    """A set as a test names it: ``sevens=true+target=5``, or ``default``."""
    return "+".join(f"{name}={value_name(value)}" for name, value in options.items()) or "default"


def value_name(value: object) -> str:
    """A value as a test names it."""
    return option_text(value) if isinstance(value, int | str) else json.dumps(value, separators=(",", ":"))


def _named(options: tuple[Option, ...], seats: int, values: tuple[Any, ...]) -> Options:
    pairs = zip(options, values, strict=True)
    return {option.name: value for option, value in pairs if value != option.default_for(seats)}


def _allowed(game: type[Game], seats: int, given: Options) -> bool:
    try:
        game.check(seats, MatchOptions(game.info.options, seats, given))
    except BadOption:
        return False
    return True


def _pairwise(game: type[Game], seats: int, sets: list[Options], most: int) -> list[Options]:
    """Sets in which every two values that can meet do meet, the set with most new pairs first; ``most`` at most."""
    pairs = [_pairs(MatchOptions(game.info.options, seats, given).all()) for given in sets]
    chosen = [0]
    missing = set[object]().union(*pairs) - pairs[0]
    while missing and len(chosen) < most:
        index = max(range(len(sets)), key=lambda i: (len(missing & pairs[i]), -i))
        chosen.append(index)
        missing -= pairs[index]
    return [sets[index] for index in chosen]


def _pairs(values: Options) -> set[object]:
    named = [(name, value_name(value)) for name, value in values.items()]
    return set[object](combinations(named, 2)) | set(named)
