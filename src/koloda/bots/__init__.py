"""Bots: a seat like any other. A policy gets Eyes (view, legal moves, imagined worlds) and chance, never the state."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, thread_time
from typing import Final

from koloda.core.chance import Chance
from koloda.core.search import Brain
from koloda.core.text import Text
from koloda.core.view import View

from .brains import find_brain
from .eyes import Eyes
from .modules import module_of
from .think import Clock, decide
from .yardstick import Node, iterate, most_visited

Policy = Callable[[Eyes, Chance], str]
SLIP: Final = 3  # an easy bot makes one move in so many without a thought
UNTIMED: Final = 0.05  # seconds of the yardstick before anybody else has moved

LEVELS: Final = {
    "easy": Text("новичок", "easy"),
    "normal": Text("клубный игрок", "normal"),
    "strong": Text("мастер", "strong"),
}


def random_policy(eyes: Eyes, chance: Chance) -> str:
    """Any legal move, every one equally likely."""
    legal = eyes.legal
    return legal[chance.below(len(legal))]


def simple_policy(game_id: str) -> Policy:
    """The one-step heuristic of a game: its brain's first thought, or its policy; random play where it has neither."""
    brain = find_brain(game_id)
    return _first_thought(brain) if brain else _find(game_id, "choose") or random_policy


def level_policy(game_id: str, level: str, patient: bool = False, clock: Clock = perf_counter) -> Policy:
    """A bot of one of the three LEVELS; a patient one may answer "" in a free turn, for "nothing now"."""
    brain = find_brain(game_id)
    if brain and level == "strong":
        return _search(brain, clock)
    own = (_find(game_id, "wish", level) if patient else None) or _find(game_id, "choose", level)
    if own:
        return own
    policy = (_find(game_id, "wish") if patient else None) or simple_policy(game_id)
    return _slipping(policy) if level == "easy" else policy


def yardstick_policy(clock: list[float]) -> Policy:
    """Plain tree search that takes as long for a move as the moves on ``clock`` took on average."""

    def choose(eyes: Eyes, chance: Chance) -> str:
        legal = eyes.legal
        if len(legal) == 1:
            return legal[0]
        end = thread_time() + (sum(clock) / len(clock) if clock else UNTIMED)
        root = Node()
        iterate(root, eyes.world(chance), eyes.seat)
        while thread_time() < end:
            iterate(root, eyes.world(chance), eyes.seat)
        return most_visited(root)

    return choose


def _slipping(policy: Policy) -> Policy:
    def slip(eyes: Eyes, chance: Chance) -> str:
        if eyes.turn.kind != "free" and chance.below(SLIP) == 0:
            return random_policy(eyes, chance)
        return policy(eyes, chance)

    return slip


def _first_thought(brain: Brain) -> Policy:
    def choose(eyes: Eyes, chance: Chance) -> str:
        return brain.choose(eyes.world(chance), eyes.seat, chance)

    return choose


def _search(brain: Brain, clock: Clock) -> Policy:
    def choose(eyes: Eyes, chance: Chance) -> str:
        legal = eyes.legal
        return legal[0] if len(legal) == 1 else decide(eyes, brain, chance, clock)

    return choose


def _find(game_id: str, name: str, level: str = "") -> Policy | None:
    """A function of a game's policy module; with ``level`` that of the level, where the module tells them apart."""
    owner: object = module_of(f"{__name__}.policies", game_id)
    policy: Callable[[View, Chance], str] | None = getattr(getattr(owner, level, None) if level else owner, name, None)
    return None if policy is None else lambda eyes, chance: policy(eyes.view, chance)
