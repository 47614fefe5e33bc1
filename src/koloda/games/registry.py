"""Which games there are: found by listing the folder, so that a new game touches nothing else."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Final

from koloda.core.errors import UnknownGame
from koloda.core.game import Game
from koloda.core.text import Text

NOT_GAMES: Final = ("registry", "shared")

_found: dict[str, type[Game]] = {}


def all_games() -> list[type[Game]]:
    """Every game of the package, by id."""
    if not _found:
        package = import_module("koloda.games")
        listed = [module.name for module in pkgutil.iter_modules(package.__path__) if module.name not in NOT_GAMES]
        games: list[type[Game]] = [import_module(f"koloda.games.{name}").GAME for name in listed]
        _found.update({game.info.id: game for game in games})  # all or none: a broken module must not go unnoticed
    return [_found[game_id] for game_id in sorted(_found)]


def find_game(game_id: str) -> type[Game]:
    """The game with that id; UnknownGame if there is none."""
    if not _found:
        all_games()
    if game_id in _found:
        return _found[game_id]
    known = ", ".join(sorted(_found))
    raise UnknownGame(
        "unknown-game",
        Text(f"Нет игры {game_id!r:.40}; есть: {known}.", f"No game {game_id!r:.40}; there are: {known}."),
    )


def add_game(game: type[Game]) -> None:
    """Make a game of your own known, as if its module lay in the folder."""
    all_games()
    _found[game.info.id] = game
