"""Koloda: the card table. ``Match`` plays; ``all_games`` and ``find_game`` tell what can be played."""

from koloda.games.registry import add_game, all_games, find_game

from .core.errors import (
    BadChance,
    BadOption,
    BadRecord,
    BadSeats,
    IllegalMove,
    KolodaError,
    NoWorld,
    UnknownGame,
    UnknownSeat,
    WrongVersion,
)
from .core.text import Text
from .match import Match, resample

__version__ = "0.1.0"

__all__ = [
    "BadChance",
    "BadOption",
    "BadRecord",
    "BadSeats",
    "IllegalMove",
    "KolodaError",
    "Match",
    "NoWorld",
    "Text",
    "UnknownGame",
    "UnknownSeat",
    "WrongVersion",
    "add_game",
    "all_games",
    "find_game",
    "resample",
]
