"""Bots: a seat like any other. A policy gets a View (with its legal moves) and chance, never the state."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from koloda.core.chance import Chance
from koloda.core.view import View

Policy = Callable[[View, Chance], str]


def random_policy(view: View, chance: Chance) -> str:
    """Any legal move, every one equally likely."""
    return view.legal[chance.below(len(view.legal))]


def simple_policy(game_id: str) -> Policy:
    """The one-step heuristic of a game (``policies/<game>.py``), or random play where a game has none."""
    name = f"{__name__}.policies.{game_id.replace('-', '_')}"
    if find_spec(name) is None:
        return random_policy
    choose: Policy = import_module(name).choose
    return choose
