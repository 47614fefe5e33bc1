"""What must be true of the words of every game: both languages, the same arguments, nothing unsaid."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from koloda.core.cards import Deck
from koloda.core.game import Game, Info
from koloda.core.table import LOOKS, SHOWS, SIGNS, TINTS
from koloda.core.text import LANGUAGES, PEOPLE, Text
from koloda.core.view import NoteView, View
from koloda.words import arguments_with_kinds, rules_file, word_text

if TYPE_CHECKING:
    from .walks import Walk

CYRILLIC = re.compile(r"[А-Яа-яЁё]")
LETTER = re.compile(r"[^\W\d_]")
PARTS_OF_A_RULES_PAGE = {
    "ru": ["## Цель", "## Подготовка", "## Ход", "## Конец", "## Пример", "## Полезно знать"],
    "en": ["## Aim", "## Set-up", "## Your turn", "## The end", "## Example", "## Good to know"],
}
EMPHASISED = re.compile(r"\*\*([^*]+)\*\*|«([^»]+)»|\"([^\"]+)\"|“([^”]+)”")
CODE = re.compile(r"`([^`]+)`")
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SLOT = re.compile(r"\{([^{}:|]*)(?::([^{}]*)|\|([^{}]*))?\}")


def check_text(name: str, text: Text) -> None:
    """Both languages are there, each in its own letters, with the same arguments and the right plural forms."""
    for lang in LANGUAGES:
        words = text.get(lang)
        assert words.strip() == words != "", f"{name}: {lang} is empty or has blanks around it: {words!r}"
        bare = SLOT.sub("", words)
        assert "{" not in bare and "}" not in bare, f"{name}: {lang} has a lonely brace: {words!r}"
        for argument, agreeing, you in SLOT.findall(words):
            forms = 3 if lang == "ru" and argument not in PEOPLE else 2
            assert not agreeing or agreeing.count("|") == forms - 1, f"{name}: {lang} needs {forms} forms: {agreeing!r}"
            assert not you or argument in PEOPLE, f"{name}: {lang}: {argument!r} is nobody who reads: {you!r}"
    plain = SLOT.sub(lambda slot: slot[2] or slot[3] or "", text.ru)
    assert CYRILLIC.search(plain) or not LETTER.search(plain), f"{name}: ru is not Russian: {text.ru!r}"
    assert not CYRILLIC.search(text.en), f"{name}: en has Cyrillic letters: {text.en!r}"
    assert arguments(text.ru) == arguments(text.en), f"{name}: ru takes {arguments(text.ru)}, en {arguments(text.en)}"


def arguments(template: str) -> set[str]:
    """The names of a template's arguments.

    >>> sorted(arguments("{n} {n:card|cards} from {seat}"))
    ['n', 'seat']
    """
    return {slot[0] for slot in SLOT.findall(template)}


def words_are_in_both_languages(game: type[Game]) -> None:
    """Every name and sentence of INFO."""
    for name, text in all_texts(game.info):
        check_text(name, text)


def all_texts(info: Info) -> list[tuple[str, Text]]:
    """Every text of a game, each with a name that says where it is."""
    texts = [("names", info.names), ("blurb", info.blurb)]
    texts += [(f"verb {verb.name}", verb.names) for verb in info.verbs]
    for zone in info.zones:
        texts.append((f"zone {zone.name}", zone.names))
        texts += [(f"zone {zone.name}, slot {slot}", text) for slot, text in zone.slots.items()]
    texts += [(f"counter {counter.name}", counter.names) for counter in info.counters]
    texts.append(("family", info.family.names))
    texts += [(f"tag {tag.id}", tag.names) for tag in info.tags]
    for option in info.options:
        texts += [(f"option {option.name}", option.names), (f"help of option {option.name}", option.help)]
        texts += [(f"choice of option {option.name}", text) for text in option.choice_names]
    for card in info.help:
        title = f"help card {card.title.en!r}"
        texts.append((title, card.title))
        texts += [(f"{title}, row {row.name.en!r}", text) for row in card.rows for text in (row.name, row.text) if text]
    texts += [(f"tip at {tip.when!r}", tip.text) for tip in info.tips]
    for kind, table in (
        ("phase", info.phases),
        ("ask", info.asks),
        ("wait", info.waits),
        ("word", info.words),
        ("refusal", info.refusals),
    ):
        texts += [(f"{kind} {key}", text) for key, text in table.items()]
    return texts


def info_is_well_formed(game: type[Game]) -> None:
    """Ids, seats, options and verbs can be used by every interface."""
    info = game.info
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", info.id), f"odd id {info.id!r}"
    assert 1 <= info.seats[0] <= info.seats[1], f"odd seats {info.seats}"
    begin = info.seats_to_begin_with()
    assert info.seats[0] <= begin <= info.seats[1], f"{begin} usual seats are not of {info.seats}"
    assert info.version >= 1 and info.minutes >= 1 and info.move_cap >= 1
    for kind, names in (
        ("verb", [verb.name for verb in info.verbs]),
        ("zone", [zone.name for zone in info.zones]),
        ("counter", [counter.name for counter in info.counters]),
        ("option", [option.name for option in info.options]),
    ):
        assert len(set(names)) == len(names), f"a {kind} is declared twice: {names}"
        assert all(re.fullmatch(r"[a-z0-9]+([-_][a-z0-9]+)*", name) for name in names), f"odd {kind} names: {names}"
    for option in info.options:
        assert len(option.choice_names) == len(option.choices), f"option {option.name}: not one name per choice"
        for seats in range(info.seats[0], info.seats[1] + 1):
            option.check(option.default_for(seats))
    for zone in info.zones:
        assert zone.look in LOOKS, f"zone {zone.name}: look is {zone.look!r}, not one of {LOOKS}"
        tints = {zone.tint, *zone.tints.values()} - {""}
        assert tints <= set(TINTS), f"zone {zone.name}: tints are {sorted(tints)}, not of {TINTS}"
    for counter in info.counters:
        assert counter.show in SHOWS, f"counter {counter.name}: show is {counter.show!r}, not one of {SHOWS}"
    assert set(info.out_notes) <= set(info.words), f"out_notes without words: {info.out_notes}"
    assert set(info.tiles) <= set(info.words), f"tiles without words: {info.tiles}"
    assert set(info.tiles.values()) <= set(SIGNS), f"tiles have signs {info.tiles}, not of {SIGNS}"
    faces = set(info.deck.values(info.deck.pack))
    assert set(info.cover) <= faces and len(info.cover) in (0, 3), (
        f"the cover is not three cards of the deck: {info.cover}"
    )
    for card in info.help:
        strange = [face for row in card.rows for face in row.cards if face not in faces]
        assert card.rows and not strange, f"help card {card.title.en!r}: no row, or not of this deck: {strange}"
    verbs_name_declared_zones(info)


def verbs_name_declared_zones(info: Info) -> None:
    """What a verb takes from a zone, it takes from one that there is."""
    places = {zone.name for zone in info.zones}
    for verb in info.verbs:
        for arg in verb.args:
            _, at, place = arg.partition("@")
            assert not at or place in places, f"verb {verb.name}: {arg!r} names no declared zone"


def every_phase_asks_for_something(game: type[Game]) -> None:
    """Each phase has its sentences for those who must act, and for those who wait."""
    info = game.info
    for table, name in ((info.asks, "asks"), (info.waits, "waits")):
        silent = sorted(set(info.phases) - set(table))
        assert not silent, f"{name} has no sentence for the phases {silent}"


def notes_and_hints_can_be_said(walk: Walk) -> None:
    """Every note, label, ask and hint that comes up has its words, and they can be filled in both languages."""
    from .walks import FEW_POSITIONS, SOME_POSITIONS, some, views

    for match in some(walk.positions, SOME_POSITIONS, "said"):
        for view in views(match):
            asked = () if view.ask is None else (view.ask,)
            labels = tuple(label.note for label in view.labels)
            for note in (*view.events, *view.announcements, *labels, *asked):
                for lang in LANGUAGES:
                    say_note(view.info, note, lang)
    for match in some(walk.positions, FEW_POSITIONS, "hints"):
        for view in views(match):
            check_hints(view)


def moves_can_be_said(walk: Walk) -> None:
    """The words that are arguments of moves have their words in both languages."""
    from .walks import SOME_POSITIONS, some

    info = walk.case.game.info
    verbs = {verb.name: verb.args for verb in info.verbs}
    for match in some(walk.positions, SOME_POSITIONS, "moves said"):
        for move in [move for seat in match.turn.seats for move in match.legal(seat)]:
            verb, *words = move.split(" ")
            for kind, word in arguments_with_kinds(verbs.get(verb, ()), words):
                if kind == "word":
                    check_word(info, f"move {move!r}", word)


def check_word(info: Info, name: str, word: str) -> None:
    """A word that a reader would not understand as it stands has words of its own."""
    plain = not re.fullmatch(r"[a-z][a-z-]{2,}", word)
    assert plain or f"word-{word}" in info.words, f"{name} says {word!r}: INFO.words needs 'word-{word}'"


def say_note(info: Info, note: NoteView, lang: str) -> str:
    """A note as a sentence, with plain seat numbers."""
    kind = note.kind
    if note.cards is None and f"{kind}-hidden" in info.words:
        kind = f"{kind}-hidden"
    assert kind in info.words, f"note {kind!r} has no words"
    return fill(f"note {kind}", info.words[kind], lang, note_args(info, note, lang))


def note_args(info: Info, note: NoteView, lang: str) -> dict[str, object]:
    """What a note can put into its sentence; an argument that it does not have is missing."""
    args: dict[str, object] = {"n": note.n}
    for name, seat in (("seat", note.seat), ("other", note.other), ("third", note.n)):
        if seat is not None:
            args[name] = f"seat {seat}" if lang == "en" else f"место {seat}"
    if note.cards is None or note.cards:
        args["cards"] = "?" if note.cards is None else " ".join(str(card) for card in note.cards)
    if note.word:
        check_word(info, f"note {note.kind!r}", note.word)
        args["word"] = word_text(info, note.word, lang)
    return args


def fill(name: str, text: Text, lang: str, args: dict[str, object]) -> str:
    """The filled text; a missing argument is a failure that names it."""
    missing = arguments(text.get(lang)) - args.keys()
    assert not missing, f"{name}: {sorted(missing)} missing for {text.get(lang)!r}"
    return text.fill(lang, args)


def check_rules_page(game: type[Game], lang: str) -> None:
    """The page that players read is there, begins with a name, has its parts, names every option as a table shows it
    (in bold type or in quotes), and keeps code type for cards."""
    name = f"{game.info.id}.{lang}.md"
    page = rules_file(game, lang)
    assert page is not None, f"there is no rules page {name}"
    text = page.read_text(encoding="utf-8")
    lines = text.splitlines()
    assert lines[0].startswith("# "), f"{name} does not begin with the name of the game"
    parts = [line for line in lines if line.startswith("## ")]
    assert parts == PARTS_OF_A_RULES_PAGE[lang], f"{name} has the parts {parts}"
    named = {_option_name(span) for spans in EMPHASISED.findall(text) for span in spans}
    unnamed = [option.names.get(lang) for option in game.info.options]
    unnamed = [words for words in unnamed if _option_name(words) not in named]
    assert not unnamed, f"{name} does not name {unnamed} in bold type or in quotes"
    faces = written_faces(game.info.deck)
    other = [code for code in CODE.findall(text) if not faces.issuperset(code.split())]
    assert not other, f"{name}: code type is for cards, not for {other}"


def _option_name(words: str) -> str:
    """An option's name as it is compared: in one line, whatever its first letter and the stop after it."""
    return " ".join(words.split()).rstrip(".:,").lower()


def written_faces(deck: Deck) -> set[str]:
    """How a rules page may write the cards of a deck: as moves do, with signs of suits, or a rank alone.

    >>> from koloda.core.cards import FRENCH
    >>> {"Th", "10♥", "10", "K"} <= written_faces(FRENCH)
    True
    """
    faces = {deck.face(card) for card in deck.pack}
    for face in list(faces):
        if len(face) == 2 and face[1] in SUIT_SIGNS:
            rank = "10" if face[0] == "T" else face[0]
            faces |= {rank + SUIT_SIGNS[face[1]], rank}
    return faces


def check_hints(view: View) -> None:
    """Hints of a view have words that can be filled, and are about moves that it offers."""
    for hint in view.hints:
        assert hint.kind in view.info.words, f"hint {hint.kind!r} has no words"
        assert not hint.move or hint.move in view.legal, f"hint {hint.kind!r}: {hint.move!r} is not legal"
        for lang in LANGUAGES:
            fill(f"hint {hint.kind}", view.info.words[hint.kind], lang, dict(hint.args))
