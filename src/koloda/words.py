"""Notes, hints and moves as sentences in Russian or English, and the rules pages.

The core only names what happened; here it gets words. Seats are numbered from 0, exactly as in moves and records.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from koloda.games.registry import find_game

from .core.errors import KolodaError
from .core.game import Game, HelpRow, Info, Result
from .core.table import Hint
from .core.text import LANGUAGES, Text
from .core.turn import Verb
from .core.view import Face, NoteView

CLOSED: Final = "▒"
NOTHING: Final = "—"
WAIT: Final = Text("Ничего не делать", "Do nothing")
SEAT: Final = Text("Место {n}", "Seat {n}")
RESULT: Final = {
    "scores": Text("Очки", "Scores"),
    "winners": Text("Победа", "Won"),
    "losers": Text("Поражение", "Lost"),
}
LIST_KINDS: Final = ("cards@", "order@")
NO_CARDS: Final = Text("ни одной карты", "no card")
DECIMAL: Final = re.compile(r"[+-]?\d+\.\d+")
MINUS: Final = "−"
TEN: Final = re.compile(r"\bT(?=[cdhs]?\b)")  # the rank of a French card, alone or before its suit


def seat_name(seat: int | None, lang: str, names: Sequence[str] = ()) -> str:
    """What a seat is called: by its name if one is given, else by its number.

    >>> seat_name(3, "en"), seat_name(1, "ru", ["Анна", "Борис"]), seat_name(None, "en")
    ('Seat 3', 'Борис', '')
    """
    if seat is None:
        return ""
    return names[seat] if seat < len(names) else SEAT.fill(lang, {"n": seat})


def card_text(face: Face) -> str:
    """A card as moves name it, but that ten is 10; a closed one is a shaded box.

    >>> card_text("Th"), card_text("T"), card_text("Kd"), card_text(7)
    ('10h', '10', 'Kd', '7')
    """
    return CLOSED if face is None else with_tens(str(face))


def with_tens(text: str) -> str:
    """A text of cards, such as a move, in which ten is 10.

    >>> with_tens("play T T"), with_tens("discard 5c Th")
    ('play 10 10', 'discard 5c 10h')
    """
    return TEN.sub("10", text)


def cards_text(cards: Sequence[Face] | None) -> str:
    """Several cards; None means that the reader may not even know which cards there are."""
    return CLOSED if cards is None else " ".join(card_text(card) for card in cards)


def word_text(info: Info, word: str, lang: str) -> str:
    """A word of a note, translated where the game has words for it; else it may be cards."""
    text = info.words.get(f"word-{word}")
    return with_tens(word) if text is None else text.get(lang)


def sentence(info: Info, note: NoteView, lang: str, names: Sequence[str] = (), you: int | None = None) -> str:
    """A note as its reader hears it, in the second person where it is about them (``you``: their seat).

    If its cards are closed to them, it is in the words meant for that.
    """
    text = info.words.get(f"{note.kind}-hidden") if note.cards is None else None
    people = (("seat", note.seat), ("other", note.other), ("third", note.n))
    reader = tuple(name for name, seat in people if seat is not None and seat == you)
    return (text or info.words[note.kind]).fill(
        lang,
        {
            "seat": seat_name(note.seat, lang, names),
            "other": seat_name(note.other, lang, names),
            "third": seat_name(max(0, note.n), lang, names),
            "cards": cards_text(note.cards),
            "n": note.n,
            "word": word_text(info, note.word, lang),
        },
        reader,
    )


def hint_sentence(info: Info, hint: Hint, lang: str, names: Sequence[str] = ()) -> str:
    """A hint; ``seat`` and ``other`` are seats, ``word`` is translated, ``cards`` are listed, -0.5 is −0,5 in ru."""
    return info.words[hint.kind].fill(lang, _hint_args(info, hint.args, lang, names))


def _hint_args(info: Info, args: Mapping[str, object], lang: str, names: Sequence[str]) -> dict[str, object]:
    filled = dict(args)
    for name, value in args.items():
        if name in ("seat", "other") and isinstance(value, int):
            filled[name] = seat_name(value, lang, names)
        elif name == "word":
            filled[name] = word_text(info, str(value), lang)
        elif name == "cards":
            filled[name] = cards_text(value) if isinstance(value, list | tuple) else with_tens(str(value))
        elif isinstance(value, str) and DECIMAL.fullmatch(value):
            text = value.replace("-", MINUS)
            filled[name] = text.replace(".", ",") if lang == "ru" else text
    return filled


def move_sentence(info: Info, move: str, lang: str, names: Sequence[str] = ()) -> str:
    """A move in words: the name of its verb, then its arguments. The move "" is to do nothing.

    >>> from koloda import find_game
    >>> move_sentence(find_game("pairs").info, "fold 9 1", "en")
    'Fold: 9, Seat 1'
    """
    name, args = move_parts(info, move, lang, names)
    return f"{name}: {args}" if args else name


def move_parts(info: Info, move: str, lang: str, names: Sequence[str] = ()) -> tuple[str, str]:
    """The name of a move's verb, and its arguments; "" if it has none.

    Where a move may name several cards and names none, the words say so.

    >>> from koloda import find_game
    >>> move_parts(find_game("pairs").info, "fold 9 1", "en", ["Ann", "Bob"])
    ('Fold', '9, Bob')
    """
    words = move.split(" ")
    verb = _verb(info, words[0])
    if verb is None:
        return (move or WAIT.get(lang)), ""
    args = [_argument(info, kind, text, lang, names) for kind, text in arguments_with_kinds(verb.args, words[1:])]
    if not args and any(kind.startswith(LIST_KINDS) for kind in verb.args):
        args = [NO_CARDS.get(lang)]
    return verb.names.get(lang), ", ".join(args)


def _verb(info: Info, name: str) -> Verb | None:
    return next((verb for verb in info.verbs if verb.name == name), None)


def arguments_with_kinds(kinds: tuple[str, ...], words: list[str]) -> list[tuple[str, str]]:
    """Each argument with its kind; an argument of several cards takes all words that the others leave.

    >>> arguments_with_kinds(("cards@hand", "word"), ["2c", "3c", "clubs"])
    [('cards@hand', '2c 3c'), ('word', 'clubs')]
    """
    spare = len(words) - len(kinds)
    pairs: list[tuple[str, str]] = []
    for kind in kinds:
        width = 1 + max(0, spare) if kind.startswith(LIST_KINDS) else 1
        if words[:width]:
            pairs.append((kind, " ".join(words[:width])))
        words = words[width:]
    return pairs + [("word", word) for word in words]


def _argument(info: Info, kind: str, text: str, lang: str, names: Sequence[str]) -> str:
    if kind == "seat" and text.isdecimal():
        return seat_name(int(text), lang, names)
    zones = [zone.names.get(lang) for zone in info.zones if kind == "zone" and zone.name == text]
    if zones:
        return zones[0]
    return with_tens(text) if "@" in kind else word_text(info, text, lang)


def result_lines(result: Result, lang: str, names: Sequence[str] = ()) -> list[str]:
    """How a match ended: scores, winners, losers."""
    scores = ", ".join(f"{seat_name(seat, lang, names)} {score}" for seat, score in enumerate(result.scores))
    lines = [f"{RESULT['scores'].get(lang)}: {scores}"]
    for key, seats in (("winners", result.winners), ("losers", result.losers)):
        if seats:
            lines.append(f"{RESULT[key].get(lang)}: {', '.join(seat_name(seat, lang, names) for seat in seats)}")
    return lines


def help_lines(info: Info, lang: str) -> list[str]:
    """The help cards of a game, a row a line."""
    lines: list[str] = []
    for card in info.help:
        lines += [card.title.get(lang), *[f"  {_help_row(row, lang)}" for row in card.rows]]
    return lines


def _help_row(row: HelpRow, lang: str) -> str:
    parts = [row.name.get(lang), cards_text(row.cards), row.number]
    shown = " · ".join([part for part in parts if part])
    return shown if row.text is None else f"{shown} — {row.text.get(lang)}"


def rules_page(game_id: str, lang: str) -> str:
    """The rules of a game, written for a player who has two minutes (Markdown)."""
    game = find_game(game_id)
    page = rules_file(game, lang if lang in LANGUAGES else "en")
    if page is None:
        names = game.info.names
        raise KolodaError("no-rules", Text(f"Для «{names.ru}» нет страницы правил.", f"{names.en} has no rules page."))
    return page.read_text(encoding="utf-8")


def rules_file(game: type[Game], lang: str) -> Traversable | None:
    """The rules page of a game: ``rules/ID.LANG.md`` in the package that the game's module lies in, or further up."""
    package = game.__module__
    while package:
        if hasattr(sys.modules.get(package), "__path__"):
            page = files(package).joinpath("rules", f"{game.info.id}.{lang}.md")
            if page.is_file():
                return page
        package = package.rpartition(".")[0]
    return None
