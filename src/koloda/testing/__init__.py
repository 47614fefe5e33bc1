"""The public test kit: what every game gets for free, and what helps to write tests of your own.

``check_game(MyGame)`` plays it and checks all that must hold, ``check_rules_page`` looks at what players read.
``scripted`` and ``play`` set up worked examples, ``facts``, ``refusal``, ``state`` and ``told`` ask what came of them,
``story`` and ``outline`` what was seen on the way.
"""

from . import conformance
from .checksums import checksum
from .conformance import check_case, check_game
from .goldens import bless, check_golden
from .option_sets import option_sets
from .perft import bless_perft, check_perft, perft
from .scripting import (
    deck_dealing,
    facts,
    filled_hands,
    labels_of,
    outline,
    play,
    play_on,
    refusal,
    scripted,
    shuffled,
    state,
    story,
    told,
)
from .walks import Case, Walk, cases, snapshot, spread_cases, walk
from .word_checks import check_rules_page

__all__ = [
    "Case",
    "Walk",
    "bless",
    "bless_perft",
    "cases",
    "check_case",
    "check_game",
    "check_golden",
    "check_perft",
    "check_rules_page",
    "checksum",
    "conformance",
    "deck_dealing",
    "facts",
    "filled_hands",
    "labels_of",
    "option_sets",
    "outline",
    "perft",
    "play",
    "play_on",
    "refusal",
    "scripted",
    "shuffled",
    "snapshot",
    "spread_cases",
    "state",
    "story",
    "told",
    "walk",
]
