"""The public test kit: what every game gets for free, and what helps to write the tests of one's own.

``conformance.check_game(MyGame)`` is the whole of it; ``scripted`` and ``play`` set up worked examples.
"""

from . import conformance
from .checksums import checksum
from .conformance import check_case, check_game
from .goldens import bless, check_golden
from .option_sets import option_sets
from .perft import bless_perft, check_perft, perft
from .scripting import play, scripted, shuffled
from .walks import Case, Walk, cases, snapshot, walk

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
    "checksum",
    "conformance",
    "option_sets",
    "perft",
    "play",
    "scripted",
    "shuffled",
    "snapshot",
    "walk",
]
