"""One brain per game (``<game>.py``, with a ``BRAIN``), compiled with the rules."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from koloda.core.search import Brain


def find_brain(game_id: str) -> Brain | None:
    """The brain of a game, if it has one."""
    module = f"{__name__}.{game_id.replace('-', '_')}"
    if find_spec(module) is None:
        return None
    brain: Brain = import_module(module).BRAIN
    return brain
