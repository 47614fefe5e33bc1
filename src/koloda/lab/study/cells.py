"""Which tables a study compares: the usual one, and others that differ from it in one thing (``Cell``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from koloda.core.chance import Fast
from koloda.core.errors import BadOption, KolodaError
from koloda.core.options import Option, OptionValue, option_text, unknown_option
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.match import Match

SEATS: Final = "seats"
MAX_CELLS: Final = 200
MAX_DIGITS: Final = 6


class Cell(NamedTuple):
    """One table: what differs from the usual one (``name`` and ``value``; both "": nothing does), and all of it."""

    name: str
    value: str
    seats: int
    options: tuple[tuple[str, OptionValue], ...] = ()

    def label(self) -> str:
        """What differs, as one writes it: ``target=21``."""
        return f"{self.name}={self.value}" if self.name else ""


def cells_of(game: str, seats: int, options: dict[str, OptionValue], vary: Sequence[str]) -> list[Cell]:
    """The usual table, then every other one: one for each value of each thing that is to vary.

    Each word of ``vary`` is ``seats=2..7``, ``target=11..31..5`` (in steps of five), ``ace=1,11`` or (all its choices)
    ``sevens``. Without any, all house rules that are a choice vary.
    """
    usual = Cell("", "", seats, tuple(options.items()))
    _check(game, usual)
    cells = [usual]
    for word in vary:
        for cell in _varied(game, usual, word):
            _check(game, cell)
            cells.append(cell)
    if not vary:
        for option in find_game(game).info.options:
            cells += [cell for cell in _varied(game, usual, option.name) if option.choices and _possible(game, cell)]
    if len(cells) > MAX_CELLS:
        raise BadOption(
            "too-many-cells",
            Text(
                f"Столов {len(cells)}, а сравнить можно {MAX_CELLS}: возьмите шаг, как в 11..31..5.",
                f"That is {len(cells)} tables; {MAX_CELLS} can be compared. Take steps, as in 11..31..5.",
            ),
        )
    return cells


def _varied(game: str, usual: Cell, word: str) -> list[Cell]:
    """The tables that differ in one thing; a value that the usual one has is left out."""
    name, equals, text = word.partition("=")
    given = dict(usual.options)
    if name == SEATS:
        return [Cell(name, str(n), n, usual.options) for n in _numbers(word, text) if n != usual.seats]
    options = {option.name: option for option in find_game(game).info.options}
    if name not in options:
        raise unknown_option(name, [SEATS, *options])
    usual_value = given.get(name, _default(game, usual, options[name]))
    cells = []
    for value in _values(options[name], word, text if equals else None):
        if value != usual_value or type(value) is not type(usual_value):
            cells.append(Cell(name, option_text(value), usual.seats, tuple({**given, name: value}.items())))
    return cells


def _values(option: Option, word: str, text: str | None) -> list[OptionValue]:
    if text is None:
        return list(option.choices)
    if ".." in text:
        return list(_numbers(word, text))
    return [option.parse(value) for value in text.split(",")]


def _numbers(word: str, text: str) -> list[int]:
    """The numbers that ``2..7``, ``11..31..5`` or ``2,4`` stand for."""
    parts = text.split("..") if ".." in text else text.split(",")
    if not all(part.removeprefix("-").isdecimal() and len(part) <= MAX_DIGITS for part in parts) or len(parts) < 1:
        raise _bad_range(word)
    numbers = [int(part) for part in parts]
    if ".." not in text:
        return numbers
    first, last, step = (*numbers, 1)[:3]
    if len(numbers) not in (2, 3) or first > last or step < 1:
        raise _bad_range(word)
    return list(range(first, last + 1, step))


def _bad_range(word: str) -> BadOption:
    return BadOption(
        "bad-range",
        Text(
            f"Нужно «имя=2..7», «имя=11..31..5» или «имя=2,4», а не {word!r:.40}.",
            f"Expected name=2..7, name=11..31..5 or name=2,4, not {word!r:.40}.",
        ),
    )


def _default(game: str, cell: Cell, option: Option) -> OptionValue:
    """The value that an option has at this table."""
    match = Match.new(game, cell.seats, dict(cell.options) or None, chance=Fast(1))
    return match.options.all()[option.name]


def _check(game: str, cell: Cell) -> None:
    Match.new(game, cell.seats, dict(cell.options) or None, chance=Fast(1))


def _possible(game: str, cell: Cell) -> bool:
    try:
        _check(game, cell)
    except KolodaError:
        return False
    return True
