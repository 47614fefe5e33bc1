"""Koloda: the card table. ``Match`` plays; ``all_games`` and ``find_game`` tell what can be played.

Everything named here is typed. Values whose type is not known, as in a file or a request, go through
``koloda.untrusted``; ``koloda.records`` reads and writes files of records.
"""

from koloda.games.registry import add_game, all_games, find_game

from .core.errors import (
    BadChance,
    BadOption,
    BadRecord,
    BadSeats,
    IllegalMove,
    KolodaError,
    MissingExtra,
    NoWorld,
    UnknownGame,
    UnknownName,
    UnknownSeat,
    WrongVersion,
)
from .core.game import Game, Info, Result
from .core.options import OptionValue
from .core.record_types import Record
from .core.text import Text
from .core.turn import Turn
from .core.view import View
from .match import Match, resample

__version__ = "0.1.0"

__all__ = [
    "BadChance",
    "BadOption",
    "BadRecord",
    "BadSeats",
    "Game",
    "IllegalMove",
    "Info",
    "KolodaError",
    "Match",
    "MissingExtra",
    "NoWorld",
    "OptionValue",
    "Record",
    "Result",
    "Text",
    "Turn",
    "UnknownGame",
    "UnknownName",
    "UnknownSeat",
    "View",
    "WrongVersion",
    "add_game",
    "all_games",
    "find_game",
    "resample",
]
