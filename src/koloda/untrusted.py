"""The one way in for values from outside: files, requests, anything that was not written against our types.

``Match`` and its friends are typed: a wrong type there is a mistake of the program. The functions here take any value
and either hand it on with its type proved, or raise a KolodaError whose sentence says what was expected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeGuard, cast

from .core.chance import Chance
from .core.errors import BadOption, UnknownGame
from .core.options import OptionValue
from .core.record_types import ChanceRecord, Record
from .core.text import Text
from .games.registry import find_game
from .match import RECORD_FORMAT, Match, bad_seats, illegal_move, unknown_seat, wrong_result, wrong_version
from .strict_json import bad_record, not_an_object


def new_match(
    game: object, seats: object, options: object = None, *, seed: object = None, chance: object = None
) -> Match:
    """``Match.new`` for any values."""
    name = _checked_game(game)
    if not _is_int(seats):
        raise bad_seats(find_game(name), seats)
    if seed is not None and not isinstance(seed, str) and not _is_int(seed):
        raise BadOption("no-seed", Text("Зерно — это текст или число.", "A seed is a text or a number."))
    source = chance if chance is None or isinstance(chance, Chance) else checked_chance(chance)
    return Match.new(name, seats, checked_options(options), seed=seed, chance=source)


def play(match: Match, seat: object, move: object) -> None:
    """``Match.play`` for any values."""
    number = checked_seat(match, seat)
    if not isinstance(move, str):
        raise illegal_move("not-text")
    match.play(number, move)


def checked_seat(match: Match, seat: object) -> int:
    """A seat of this match; UnknownSeat if it is none."""
    if not _is_int(seat) or not 0 <= seat < match.game.seats:
        raise unknown_seat(seat, match.game.seats)
    return seat


def checked_options(options: object) -> Mapping[str, OptionValue] | None:
    """Names with values; which of them a game takes is for the game to say."""
    if options is None:
        return None
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise BadOption("not-a-table", Text("Настройки — это пары «имя: значение».", "Options are name: value pairs."))
    return options


def checked_chance(chance: object) -> list[ChanceRecord]:
    """A list of answers; whether each fits is seen when the game asks for it, since a record may hold more."""
    if isinstance(chance, str | bytes) or not isinstance(chance, Sequence):
        raise BadOption("bad-chance", Text("Случай — это список запросов.", "Chance is a list of requests."))
    return cast("list[ChanceRecord]", list(chance))


def checked_record(value: object) -> Record:
    """A record that ``Match.replay`` can be given; the rules may still refuse what it holds."""
    if not isinstance(value, dict):
        raise not_an_object()
    for name in ("game", "seats", "chance", "moves"):
        if name not in value:
            raise bad_record("incomplete", f"В записи нет поля «{name}».", f"The record lacks '{name}'.")
    if not isinstance(value["chance"], list):
        raise bad_record("bad-chance", "«chance» — это список.", "'chance' must be a list.")
    if not isinstance(value["seats"], int):
        raise bad_record("bad-seats", "«seats» — это число.", "'seats' must be a number.")
    _check_is_version("format", value.get("format", RECORD_FORMAT), RECORD_FORMAT)
    game_class = find_game(_checked_game(value["game"]))
    _check_is_version("version", value.get("version", game_class.info.version), game_class.info.version)
    if not _is_int(value["seats"]):
        raise bad_seats(game_class, value["seats"])
    checked_options(value.get("options"))
    if not isinstance(value["moves"], list):
        raise bad_record("bad-moves", "«moves» — это список.", "'moves' must be a list.")
    if not isinstance(value.get("result"), dict | None):
        raise wrong_result()
    return cast("Record", value)


def _checked_game(game: object) -> str:
    if isinstance(game, str):
        return game
    raise UnknownGame(
        "unknown-game",
        Text(f"Игра — это текст, а не {game!r:.40}.", f"A game is named by a text, not by {game!r:.40}."),
    )


def _check_is_version(name: str, value: object, known: int) -> None:
    if not _is_int(value):
        raise wrong_version(name, value, known)


def _is_int(value: object) -> TypeGuard[int]:
    """Whether it is a whole number; to Python True is one too, to us it is not."""
    return isinstance(value, int) and not isinstance(value, bool)
