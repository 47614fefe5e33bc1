"""Reads JSON from outside: every defect of a file is a BadRecord that says what was expected and where."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from .core.errors import BadRecord, KolodaError
from .core.text import Text

JsonObject: TypeAlias = dict[str, object]

MAX_RECORD_BYTES: Final = 16 * 1024 * 1024
MAX_NESTING_LEVELS: Final = 32
MAX_NUMBER: Final = 2**53 - 1  # beyond it a reader with floating-point numbers would lose digits
MANY_DIGITS: Final = re.compile(rf"-?\d{{{len(str(MAX_NUMBER))},}}")
FILE_ERRORS: Final[tuple[tuple[type[Exception], Text], ...]] = (
    (FileNotFoundError, Text("такого файла нет", "there is no such file")),
    (IsADirectoryError, Text("это папка, а не файл", "it is a folder, not a file")),
    (NotADirectoryError, Text("часть пути — файл, а не папка", "a part of its path is a file, not a folder")),
    (PermissionError, Text("нет доступа", "access is denied")),
)


def loads(text: str) -> JsonObject:
    """The JSON object that ``text`` holds; whether it is a record, ``untrusted.checked_record`` says."""
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_float=_no_number, parse_constant=_no_number)
    except RecursionError:
        raise _too_deep() from None
    except json.JSONDecodeError as error:
        where = f"{error.lineno}:{error.colno}"
        raise bad_record(
            "not-json",
            f"Это не JSON (строка и знак {where}): запись — один объект JSON целиком.",
            f"Not JSON (line and column {where}): a record is one whole JSON object.",
        ) from None
    except ValueError:  # Python makes no number of thousands of digits
        raise _bad_number(MANY_DIGITS.findall(text)[0]) from None
    if not isinstance(value, dict):
        raise not_an_object()
    may_have_big_numbers = MANY_DIGITS.search(text) is not None
    may_have_half_characters = "\\u" in text or not text.isascii()
    _check_plain(value, may_have_big_numbers or may_have_half_characters)
    return value


def load(path: str | Path) -> JsonObject:
    """The one JSON object in a file."""
    with _opened(path) as file:
        return loads(_decoded(_read(file.read, path)).strip())


def load_many(path: str | Path) -> Iterator[tuple[int, JsonObject]]:
    """The objects of a JSON lines file, each with the number of its line; a line is read when it is asked for."""
    number = 0
    with _opened(path) as file:
        while line := _read(file.readline, path):
            number += 1
            if line.strip():
                try:
                    value = load_line(line)
                except KolodaError as error:
                    raise placed(error, f"Строка {number}", f"Line {number}") from None
                yield number, value


def load_line(line: bytes) -> JsonObject:
    """The object in a line of a JSON lines file."""
    if len(line) > MAX_RECORD_BYTES:
        raise _too_long()
    return loads(_decoded(line).strip())


def bad_record(reason: str, ru: str, en: str) -> BadRecord:
    """A BadRecord with its sentence in both languages."""
    return BadRecord(reason, Text(ru, en))


def not_an_object() -> BadRecord:
    """The error of a record that is no JSON object."""
    return bad_record("not-an-object", "Запись — это объект JSON.", "A record is a JSON object.")


def no_file(path: str | Path, error: OSError | ValueError) -> BadRecord:
    """The error of a file that cannot be read or written."""
    unknown = str(getattr(error, "strerror", None) or error)
    why = next((text for kind, text in FILE_ERRORS if isinstance(error, kind)), Text(unknown, unknown))
    return bad_record("no-file", f"Файл {str(path)!r:.200}: {why.ru}.", f"File {str(path)!r:.200}: {why.en}.")


def placed(error: KolodaError, ru: str, en: str) -> KolodaError:
    """The same error, its sentence preceded by the place where it happened."""
    return type(error)(error.reason, Text(f"{ru}: {error.text.ru}", f"{en}: {error.text.en}"))


def _opened(path: str | Path) -> BinaryIO:
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:
        raise no_file(path, error) from None


def _read(read: Callable[[int], bytes], path: str | Path) -> bytes:
    try:
        data = read(MAX_RECORD_BYTES + 1)
    except OSError as error:
        raise no_file(path, error) from None
    if len(data) > MAX_RECORD_BYTES:
        raise _too_long()
    return data


def _too_long() -> BadRecord:
    megabytes = MAX_RECORD_BYTES // 1024 // 1024
    return bad_record("too-long", f"Запись длиннее {megabytes} МБ.", f"A record has at most {megabytes} MB.")


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise bad_record(
            "not-utf-8",
            f"Запись — это текст в UTF-8, а байт № {error.start} к нему не подходит.",
            f"A record is UTF-8 text; byte {error.start} is not.",
        ) from None


def _object(pairs: list[tuple[str, object]]) -> JsonObject:
    made: JsonObject = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        name = next(name for name in names if names.count(name) > 1)
        raise bad_record("twice", f"Поле {name!r:.40} стоит дважды.", f"The key {name!r:.40} is there twice.")
    return made


def _no_number(text: str) -> int:
    raise _bad_number(text)


def _bad_number(text: str) -> BadRecord:
    return bad_record(
        "bad-number",
        f"Число {text:.20} не годится: числа целые и по модулю меньше 2^53.",
        f"{text:.20} is no number here: numbers are whole and below 2^53.",
    )


def _check_plain(whole: JsonObject, leaves: bool) -> None:
    """Refuse what other parts cannot handle: deep nesting and (in ``leaves``) huge numbers and half characters."""
    level: list[object] = [whole]
    for _ in range(MAX_NESTING_LEVELS):
        below: list[object] = []
        for value in level:
            items = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
            if leaves:
                for item in items:
                    _check_leaf(item)
            below += [item for item in items if type(item) is list or type(item) is dict]
        if not below:
            return
        level = below
    raise _too_deep()


def _check_leaf(value: object) -> None:
    if isinstance(value, int):
        if abs(value) > MAX_NUMBER:
            raise _bad_number(str(value))
    elif isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
        raise bad_record("half-character", "В тексте половина знака Юникода.", "A text holds half a Unicode character.")


def _too_deep() -> BadRecord:
    return bad_record(
        "too-deep",
        f"Вложенность больше {MAX_NESTING_LEVELS}.",
        f"Nested deeper than {MAX_NESTING_LEVELS} levels.",
    )
