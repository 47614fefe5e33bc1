"""What a game may bring of its own for the bots: a module with its name in a package."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def module_of(package: str, game_id: str) -> ModuleType | None:
    """The module of a game in this package, if there is one."""
    name = f"{package}.{game_id.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None
