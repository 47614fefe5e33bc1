"""Which bot a name stands for.

- ``strong``: a level (``LEVELS``), ``random``, ``simple``, ``yardstick``, or a habit (``HABITS``).
- ``my_package:MyBot``: a ``Player`` class, or a function like ``Player.choose``, of a module that can be imported.
- A name: what another package offers under it, by an entry point of the group ``koloda.bots``.
- ``program:COMMAND``: a program that talks in lines of JSON (docs/bot-protocol.md); the path of one does as well.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from importlib import import_module
from pathlib import Path
from typing import Final, TypeAlias, cast

from koloda.core.errors import BadOption
from koloda.core.text import Text

from . import LEVELS, Policy, level_policy, random_policy, simple_policy, yardstick_policy
from .habits import HABITS, habit_policy, is_habit
from .player import Choose, FunctionPlayer, Player, PolicyPlayer
from .program import Program
from .registry import is_player, offered_players

PlayerSpec: TypeAlias = str | type[Player] | Choose
"""A bot by its name, its class, or its one function."""
OUR_NAMES: Final = (*LEVELS, "random", "simple", "yardstick")
PROGRAM: Final = "program:"


def find_player(game_id: str, spec: PlayerSpec, clock: list[float] | None = None) -> Player:
    """A new bot for one seat of this game; BadOption if there is none of that name.

    The yardstick takes as long for a move as the moves on ``clock`` took on average.
    """
    if not isinstance(spec, str):
        return _made(spec, _name_of(spec))
    ours = our_policy(game_id, spec, clock)
    if ours is not None:
        return PolicyPlayer(ours)
    offered = offered_players().get(spec)
    if offered is not None:
        return _made(offered, spec)
    command = program_command(spec)
    if command:
        return Program(command)
    if ":" in spec:
        return _made(_imported(spec), spec)
    raise _unknown(spec)


def our_policy(game_id: str, name: str, clock: list[float] | None = None) -> Policy | None:
    """One of our own bots; None if we have none of that name."""
    if name in LEVELS:
        return level_policy(game_id, name, clock=stopped_clock)
    if name == "random":
        return random_policy
    if name == "simple":
        return simple_policy(game_id)
    if name == "yardstick":
        return yardstick_policy(clock if clock is not None else [])
    return habit_policy(game_id, name) if is_habit(name) else None


def stopped_clock() -> float:
    """With this a strong bot thinks through all its worlds, however long that takes: its matches repeat exactly."""
    return 0.0


def program_command(spec: str) -> list[str]:
    """The command that ``program:COMMAND`` or the path of a program stands for; empty: it is no program."""
    if spec.startswith(PROGRAM):
        words = shlex.split(spec.removeprefix(PROGRAM), posix=os.name != "nt")
        if not words or shutil.which(words[0]) is None:
            raise _bad(spec, "такой команды нет", "there is no such command")
        return words
    path = Path(spec)
    if not ("/" in spec or os.sep in spec) or not path.is_file():
        return []
    if path.suffix == ".py":
        return [sys.executable, spec]
    if not os.access(path, os.X_OK):
        raise _bad(spec, "этот файл нельзя запустить", "this file cannot be run")
    return [str(path.absolute())]


def _imported(spec: str) -> object:
    """What ``module:name`` stands for; modules are found in the current folder too."""
    module, _, name = spec.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found: object = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (Exception, SystemExit) as error:  # whatever somebody's module may do when it is imported
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise _bad(spec, reason, reason) from error
    return found


def _made(found: object, name: str) -> Player:
    if not is_player(found):
        raise _bad(
            name,
            "это не класс Player и не функция от view, legal, moment",
            "it is neither a Player class nor a function of view, legal and moment",
        )
    if not isinstance(found, type):
        return FunctionPlayer(cast(Choose, found))
    try:
        return cast("type[Player]", found)()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise _bad(name, reason, reason) from error


def _name_of(spec: object) -> str:
    return str(getattr(spec, "__name__", spec))


def player_name(spec: PlayerSpec) -> str:
    """How a bot is called in tables and rows."""
    return spec if isinstance(spec, str) else _name_of(spec)


def _unknown(name: str) -> BadOption:
    names = ", ".join([*OUR_NAMES, *HABITS, *sorted(offered_players()), "package:Bot", "program:COMMAND"])
    return BadOption(
        "bad-bot", Text(f"Нет бота {name!r:.80}; есть {names}.", f"No bot {name!r:.80}; there are {names}.")
    )


def _bad(name: str, ru: str, en: str) -> BadOption:
    return BadOption("bad-bot", Text(f"Бот {name!r:.80}: {ru}.", f"The bot {name!r:.80}: {en}."))
