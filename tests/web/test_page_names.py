"""The page knows no counter, zone, phase, sentence, verb, option, deck or game by its name: it is told everything.

This needs no browser. It reads the sources of the page and the catalogue that the server sends to it.
"""

from __future__ import annotations

import re

import pytest

from koloda.server.http.catalogue import catalogue, game_info

from .browsing import WEB

SOURCES = WEB / "src"
GENERATED = "lib/net/protocol.ts"

# What has another meaning here than in the game that uses the same name, and the only files where it may stand.
OTHER_MEANINGS = {
    # Looks of a zone, shows of a counter, kinds of an argument, arguments of a hint: what the declarations are made of.
    "trick": {
        "lib/catalogue/Cover.svelte",
        "table/Board.svelte",
        "table/Centre.svelte",
        "table/Mine.svelte",
        "table/Seat.svelte",
        "table/board.svelte.ts",
    },
    "pile": {
        "lib/story/pictures.ts",
        "table/Board.svelte",
        "table/Centre.svelte",
        "table/Zone.svelte",
        "table/aloud.ts",
    },
    "row": {"table/Board.svelte"},
    "score": {"table/aloud.ts", "table/read.ts"},
    "ready": {"table/read.ts"},
    "card": {"table/legal.ts", "table/prompt.svelte.ts", "table/tips.ts", "table/motion.svelte.ts"},
    "cards": {"table/legal.ts", "table/read.ts", "table/tips.ts", "lib/words/sentences.ts"},
    # Sentences that any game may have for its advice and its review.
    "advice-first": {"lib/review/advice.ts"},
    "review-all": {"lib/review/ReviewChoices.svelte"},
    "review-chart": {"lib/review/ReviewChart.svelte"},
    "review-help": {"lib/review/ReviewSum.svelte"},
    # How a card is drawn.
    "back": {
        "lib/replay/ReplayControls.svelte",
        "lib/ui/Icon.svelte",
        "lib/words/faces.ts",
        "pages/Device.svelte",
        "table/TogetherMenu.svelte",
    },
    "french": {
        "lib/catalogue/Cover.svelte",
        "lib/end/picture.ts",
        "lib/words/faces.ts",
        "table/Card.svelte",
        "table/cards.ts",
    },
    "jack": {"lib/words/faces.ts", "table/Card.svelte"},
    "joker": {"lib/words/faces.ts", "table/Card.svelte"},
    "triangular": {"lib/catalogue/Cover.svelte", "table/Card.svelte", "table/cards.ts"},
    # Frames and states of the wire.
    "lost": {"lib/net/socket.svelte.ts", "pages/Table.svelte", "table/session.svelte.ts"},
    "table": {"early.js", "lib/net/socket.svelte.ts", "lib/seal/check.ts", "lib/words/markdown.ts"},
    "version": {"lib/seal/check.ts"},
    "waiting": {
        "lib/net/socket.svelte.ts",
        "pages/Table.svelte",
        "table/people/People.svelte",
        "table/session.svelte.ts",
    },
    "keep": {"lib/person/Me.svelte"},
    "talk": {"table/Waiting.svelte"},
    # What a button does with a popover.
    "hide": {"table/TableBar.svelte"},
    # Icons, tips, sounds, themes, properties of a component, parts of a sentence of advice.
    "dark": {"lib/state/prefs.svelte.ts", "pages/Settings.svelte"},
    "end": {"lib/review/ReviewChart.svelte", "lib/review/ReviewSum.svelte", "table/TogetherMenu.svelte"},
    "deal": {"pages/NewTable.svelte"},
    "games": {"lib/catalogue/Catalogue.svelte"},
    "first": {"lib/ui/Icon.svelte", "lib/replay/ReplayControls.svelte"},
    "last": {"lib/ui/Icon.svelte", "lib/replay/ReplayControls.svelte"},
    "open": {
        "lib/net/socket.svelte.ts",
        "table/Seal.svelte",
        "table/Waiting.svelte",
        "table/people/Arrange.svelte",
        "table/people/People.svelte",
    },
    "play": {"lib/person/Me.svelte", "lib/replay/ReplayControls.svelte", "lib/ui/Icon.svelte"},
    "place": {"table/Grid.svelte", "table/Zone.svelte"},
    "same": {"lib/review/advice.ts"},
    "turn": {"table/Tip.svelte", "table/people/Notices.svelte", "table/session.svelte.ts", "table/tips.ts"},
}

NOT_CODE = re.compile(r"<style>.*?</style>|<!--.*?-->|/\*.*?\*/|(?:^|(?<=\s))//[^\n]*", re.S)
CLASS_OR_SCOPE = re.compile(r"""\b(?:class|scope)=(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})""")
WORDS_OR_FRAME = re.compile(r"\bt(?:\(|: )'[^']*'")  # t('words of the page'), { t: 'frame' }
LITERAL = re.compile(r"""'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`""")
KEY = re.compile(r"""([\w-]+)['"]?: ?(?=['"`])""")  # the name in { name: 'how it is shown' }
PROPERTY = re.compile(r"\.(?:counters|zones|phases|words|verbs|options)\??\.(\w+)")


def names_of_games() -> set[str]:
    """Everything in the catalogue that a game has given a name."""
    names: set[str] = set()
    for line in catalogue():
        game = game_info(line.id)
        names |= {game.id, game.deck.name, *game.out_notes, *(option.name for option in game.options)}
        names.update(game.counters, game.zones, game.phases, game.words, game.verbs)
    return names


def names_in(text: str) -> set[str]:
    """What a source names: its literals, keys and properties; not its comments, styles, classes or own words."""
    code = WORDS_OR_FRAME.sub("", CLASS_OR_SCOPE.sub("", NOT_CODE.sub("", text)))
    literals = {"".join(found) for found in LITERAL.findall(code)}
    return literals | set(KEY.findall(code)) | set(PROPERTY.findall(code))


def named_where() -> dict[str, set[str]]:
    """Each name of a game that the page's sources have, and in which files."""
    games = names_of_games()
    where: dict[str, set[str]] = {}
    for path in sorted(SOURCES.rglob("*")):
        file = path.relative_to(SOURCES).as_posix()
        if path.suffix not in (".ts", ".svelte", ".js") or path.name.endswith(".test.ts") or file == GENERATED:
            continue
        for name in names_in(path.read_text(encoding="utf-8")) & games:
            where.setdefault(name, set()).add(file)
    return where


def test_the_page_names_nothing_of_a_game() -> None:
    unknown = {name: files - OTHER_MEANINGS.get(name, set()) for name, files in named_where().items()}
    assert {name: files for name, files in unknown.items() if files} == {}


def test_no_exception_is_left_over() -> None:
    where = named_where()
    assert {name: files - where.get(name, set()) for name, files in OTHER_MEANINGS.items()} == {
        name: set() for name in OTHER_MEANINGS
    }


def test_the_catalogue_has_the_names_to_look_for() -> None:
    assert {"the-gang", "dealer", "points", "white", "hand", "is-out", "vote", "propose", "hit"} <= names_of_games()


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("if (counter.name === 'dealer') return mark;", "dealer"),
        ("const SHOWN = { points: 'score' };", "points"),
        ("const SHOWN = { 'game-points': 'score' };", "game-points"),
        ("kind.startsWith('is-out')", "is-out"),
        ("const hand = game.zones.hand;", "hand"),
        ("{#if view.phase === `bid`}<p>…</p>{/if}", "bid"),
        ('<Zone name="discard" />', "discard"),
        ("const url = 'http://x'; const chips = ['white', 'yellow'];", "yellow"),
    ],
)
def test_a_name_is_found(source: str, name: str) -> None:
    assert name in names_in(source) & names_of_games()


@pytest.mark.parametrize(
    "source",
    [
        "// 'dealer'",
        "/** The 'dealer'. */",
        "<style>.x { content: 'dealer' }</style>",
        "<p class=\"dealer\" class={['chips', { big }]}>",
        "t('points')",
        "send({ t: 'stand' })",
    ],
)
def test_other_words_are_no_names(source: str) -> None:
    assert names_in(source) & names_of_games() == set()
