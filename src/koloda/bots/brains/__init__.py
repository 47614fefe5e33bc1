"""One brain per game (``<game>.py``, with a ``BRAIN``), compiled with the rules."""

from __future__ import annotations

from koloda.core.search import Brain

from ..modules import module_of


def find_brain(game_id: str) -> Brain | None:
    """The brain of a game, if it has one."""
    module = module_of(__name__, game_id)
    brain: Brain | None = module.BRAIN if module else None
    return brain
