"""What the page is told of the games: the catalogue, and everything about one game."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

CounterShow = Literal["number", "score", "track", "seat", "flag", "ready", "cards", "own", "chip", "chip-round"]
ZoneLook = Literal["row", "fan", "pile", "trick", "reveal", "grid"]
OptionValue = bool | int | str | list[Any] | dict[str, Any] | None


class Both(msgspec.Struct):
    """The same words in both languages."""

    ru: str
    en: str


class TagInfo(msgspec.Struct):
    """What somebody who looks for a game may want of it."""

    id: str
    names: Both


class GameLine(msgspec.Struct):
    """A game in the catalogue. ``seats`` are the fewest and the most, ``minutes`` how long a match takes.

    By its ``other_names``, too, people look for it. ``usual_seats`` is how many play if nobody says so. Its picture has
    the ``cover`` cards before a small table: ``middle`` is how the places in its middle look, ``before`` those before
    each seat, ``faces`` are open cards to lay there.
    """

    id: str
    family: str
    family_names: Both
    names: Both
    other_names: list[Both]
    blurb: Both
    seats: list[int]
    usual_seats: int
    minutes: int
    tags: list[TagInfo]
    cover: list[int | str]
    faces: list[int | str]
    middle: list[ZoneLook]
    before: list[ZoneLook]


class OptionChoice(msgspec.Struct):
    """A value that an option may have."""

    value: bool | int | str
    names: Both


class GameOption(msgspec.Struct):
    """Something a table may agree on. Without ``choices`` it is a whole number from ``low`` to ``high``.

    ``by_seats`` has other defaults for some numbers of seats. ``follows`` names the option whose value is the default
    here, or leads to it by ``following``; "" if there is none. ``json``: it is any JSON that the game accepts.
    """

    name: str
    names: Both
    help: Both
    default: OptionValue
    by_seats: dict[str, OptionValue]
    follows: str
    following: dict[str, OptionValue]
    choices: list[OptionChoice]
    low: int
    high: int
    json: bool


class DeckInfo(msgspec.Struct):
    """The deck, and its different faces in order."""

    name: str
    order: list[int | str]


class VerbInfo(msgspec.Struct):
    """The first word of a move and the kinds of its arguments.

    ``auto``: there is never a choice. ``assent``: the move only agrees to go on.
    """

    names: Both
    args: list[str]
    auto: bool
    assent: bool


class ZoneInfo(msgspec.Struct):
    """A kind of place for cards: how it looks, who knows its faces, and the names of its numbered slots.

    ``tint`` is the colour of its tab, ``tints`` those of single slots. ``face_down``: what anybody knows there they
    know from memory, and a person is shown backs.
    """

    names: Both
    look: ZoneLook
    face: str
    slots: dict[str, Both]
    tint: str
    tints: dict[str, str]
    face_down: bool


class CounterInfo(msgspec.Struct):
    """A kind of number on the table, how it is shown, and the colour of a chip."""

    names: Both
    show: CounterShow
    colour: str


class HelpRow(msgspec.Struct):
    """A row of a help card: a word, an example in cards, what it counts ("": nothing), an explanation."""

    name: Both
    cards: list[int | str]
    number: str
    text: Both | None


class HelpCard(msgspec.Struct):
    """What a player may want to look up in the middle of a match."""

    title: Both
    rows: list[HelpRow]


class TipInfo(msgspec.Struct):
    """What a newcomer is told once. ``when``: ``phase NAME`` (I must act in it), ``verb NAME`` (such a move is legal to
    me) or ``note KIND`` (it was told). ``at`` is what it is about: ``prompt``, ``zone NAME`` or ``counter NAME``.
    """

    when: str
    at: str
    text: Both


class PackInfo(msgspec.Struct):
    """What chance has to do with a game of these seats and options, so that a page can check a deal.

    ``pack``: all its cards in the order of the deck. ``other_packs``: cards with numbers that are shuffled too.
    ``opening``: the requests of chance with which every match begins, such as ``pick 4`` and ``shuffle 55``.
    """

    pack: list[int | str]
    other_packs: list[list[int]]
    opening: list[str]


class GameInfo(GameLine):
    """Everything a page needs to play a game that it knows nothing about.

    An announcement of a kind in ``out_notes`` says that its seat is out of the round or of the match; one of a kind in
    ``tiles`` lies on the table like a card, under that sign, with what its ``word`` says. ``asks`` and
    ``waits`` say for every phase what whoever must act should do, and what the others wait for. ``holds`` are the
    milliseconds for which the picture of a beat stands, by its effect. ``bots`` are bots of the operator's own, which
    can be seated like a level. In a ``cooperative`` game all win or lose together; in any other one a first place that
    all share is a draw.
    """

    version: int
    deck: DeckInfo
    options: list[GameOption]
    verbs: dict[str, VerbInfo]
    zones: dict[str, ZoneInfo]
    counters: dict[str, CounterInfo]
    phases: dict[str, Both]
    asks: dict[str, Both]
    waits: dict[str, Both]
    holds: dict[str, int]
    words: dict[str, Both]
    out_notes: list[str]
    help: list[HelpCard]
    tips: list[TipInfo]
    bots: list[str] = []
    tiles: dict[str, str] = {}
    cooperative: bool = False
