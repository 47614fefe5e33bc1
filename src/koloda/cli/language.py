"""Russian or English, as asked for or by the locale; and argparse in both."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Final, NoReturn

from koloda.core.text import LANGUAGES, Text

from .exit_codes import BAD_INPUT

# Messages of argparse: the English is a pattern for them, the Russian its translation.
COMPLAINTS: Final = (
    Text(r"не хватает: \1", r"the following arguments are required: (.*)"),
    Text(r"непонятные слова: \1", r"unrecognized arguments: (.*)"),
    Text(r"«\1»: нужно значение", r"argument (\S+): expected one argument"),
    Text(r"«\1»: сколько нужно значений: \2", r"argument (\S+): expected (\d+) arguments"),
    Text(r"«\1»: нужно целое число, а не \2", r"argument (\S+): invalid int value: (.*)"),
    Text(r"«\1»: нужно число, а не \2", r"argument (\S+): invalid float value: (.*)"),
    Text(r"«\1»: нет такого: \2 (есть: \3)", r"argument (\S+): invalid choice: (.*) \(choose from (.*)\)"),
    Text(r"«\1»: \2", r"argument (\S+): (.*)"),
)
MAX_COMPLAINT_CHARACTERS: Final = 400
HEADINGS: Final = {
    "usage: ": "использование: ",
    "positional arguments": "слова",
    "options": "ключи",
}


def chosen_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language of ``--lang``, else of the locale, else English.

    >>> chosen_language(["rules", "pairs", "--lang", "ru"], {})
    'ru'
    >>> chosen_language([], {"LC_ALL": "", "LC_MESSAGES": "ru_RU.UTF-8", "LANG": "en_US.UTF-8"})
    'ru'
    """
    for index, word in enumerate(arguments):
        if word == "--lang" and index + 1 < len(arguments):
            word = f"--lang={arguments[index + 1]}"
        name, _, lang = word.partition("=")
        if name == "--lang" and lang in LANGUAGES:
            return lang
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "ru" if environment[name].lower().startswith("ru") else "en"
    return "en"


class RussianHelp(argparse.HelpFormatter):
    """argparse's help with Russian headings."""

    def add_usage(self, usage, actions, groups, prefix=None):  # type: ignore[no-untyped-def]
        super().add_usage(usage, actions, groups, HEADINGS["usage: "] if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        super().start_section(HEADINGS.get(heading or "", heading))


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose complaints are one line, in the reader's language."""

    lang = "en"

    def error(self, message: str) -> NoReturn:
        if self.lang == "ru":
            message = _in_russian(message)
        line = " ".join(message.split())
        if len(line) > MAX_COMPLAINT_CHARACTERS:
            line = f"{line[:MAX_COMPLAINT_CHARACTERS]}…"
        sys.stderr.write(f"koloda: {line}\n")
        raise SystemExit(BAD_INPUT)


class RussianParser(Parser):
    """The same in Russian."""

    lang = "ru"


def _in_russian(message: str) -> str:
    for text in COMPLAINTS:
        if re.fullmatch(text.en, message, re.S):
            return re.sub(f"^{text.en}$", text.ru, message, flags=re.S)
    return message
