"""Words in both languages, with arguments and plural forms.

A template holds ``{name}`` for an argument and ``{name:one|few|many}`` for a noun that agrees with a number
(Russian takes three forms, English two). Where a person may be the reader, ``{seat|You}`` is their name, or "You" to
themselves, and ``{seat:takes|take}`` is a verb that agrees with it; ``{other|you}`` likewise, and ``{third|you}``, the
seat whose number is ``n``.
"""

from __future__ import annotations

from typing import NamedTuple

LANGUAGES = ("ru", "en")
PEOPLE = ("seat", "other", "third")
"""The arguments that are people."""


class Text(NamedTuple):
    """The same words in Russian and in English."""

    ru: str
    en: str

    def get(self, lang: str) -> str:
        """The words in ``lang``."""
        return self.ru if lang == "ru" else self.en

    def fill(self, lang: str, args: dict[str, object], reader: tuple[str, ...] = ()) -> str:
        """The words in ``lang`` with their arguments put in; those in ``reader`` are the reader.

        >>> Text("{n} {n:очко|очка|очков}", "{n} {n:point|points}").fill("ru", {"n": 3})
        '3 очка'
        >>> takes = Text("{seat|Вы} {seat:берёт|берёте} карту.", "{seat|You} {seat:takes|take} a card.")
        >>> takes.fill("en", {"seat": "Ann"}), takes.fill("en", {"seat": "Ann"}, ("seat",))
        ('Ann takes a card.', 'You take a card.')
        """
        parts = self.get(lang).split("{")
        filled = parts[0]
        for part in parts[1:]:
            slot, _, rest = part.partition("}")
            filled += _slot(slot, lang, args, reader) + rest
        return filled


def _slot(slot: str, lang: str, args: dict[str, object], reader: tuple[str, ...]) -> str:
    name, _, forms = slot.partition(":")
    if not forms:
        name, may_be_reader, you = slot.partition("|")
        return you if may_be_reader and name in reader else str(args[name])
    if name in PEOPLE:
        return forms.split("|")[1 if name in reader else 0]
    return forms.split("|")[plural(lang, int(str(args[name])))]


def plural(lang: str, n: int) -> int:
    """Which form of a noun goes with ``n``: 0, 1, 2 (one, few, many) in Russian, 0 or 1 in English.

    >>> [plural("ru", n) for n in (1, 2, 5, 11, 21)]
    [0, 1, 2, 2, 0]
    """
    n = abs(n)
    if lang != "ru":
        return 0 if n == 1 else 1
    if n % 10 == 1 and n % 100 != 11:
        return 0
    if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14:
        return 1
    return 2
