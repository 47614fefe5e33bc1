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
    return _find(game_id, "choose") or random_policy


def patient_policy(game_id: str) -> Policy:
    """The same for a table that can wait: in a free turn it may answer "" for "nothing now"."""
    return _find(game_id, "wish") or simple_policy(game_id)


def _find(game_id: str, name: str) -> Policy | None:
    module = f"{__name__}.policies.{game_id.replace('-', '_')}"
    if find_spec(module) is None:
        return None
    policy: Policy | None = getattr(import_module(module), name, None)
    return policy
