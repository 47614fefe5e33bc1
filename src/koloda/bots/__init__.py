"""Bots: a seat like any other. A policy gets a SeatView (view, legal moves, imagined worlds), never the state.

A bot of your own is a ``Player``: docs/bots.md.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, thread_time
from typing import Final

from koloda.core.chance import Chance
from koloda.core.search import Brain
from koloda.core.text import Text

from .bot import Bot, GamePolicy
from .player import BotFailed, MatchStart, Moment, Player
from .registry import add_bot, find_bot
from .seat_view import SeatView
from .think import Clock, decide
from .yardstick import Node, iterate, most_visited

Policy = Callable[[SeatView, Chance], str]
EASY_RANDOM_1_IN: Final = 3  # moves that an easy bot makes without a thought
YARDSTICK_FIRST_SECONDS: Final = 0.05  # for a move before anybody else has moved

__all__ = [
    "LEVELS",
    "Bot",
    "BotFailed",
    "GamePolicy",
    "MatchStart",
    "Moment",
    "Player",
    "Policy",
    "add_bot",
    "find_bot",
    "level_policy",
    "random_policy",
    "simple_policy",
    "yardstick_policy",
]

LEVELS: Final = {
    "easy": Text("новичок", "easy"),
    "normal": Text("клубный игрок", "normal"),
    "strong": Text("мастер", "strong"),
}


def random_policy(seat_view: SeatView, chance: Chance) -> str:
    """Any legal move, every one equally likely."""
    legal = seat_view.legal
    return legal[chance.below(len(legal))]


def simple_policy(game_id: str) -> Policy:
    """The one-step heuristic of a game: its best policy, or the first thought of its brain; else random play."""
    return _own_policy(game_id, "strong") or _own_policy(game_id, "normal") or _first_thought(game_id)


def level_policy(game_id: str, level: str, patient: bool = False, clock: Clock = perf_counter) -> Policy:
    """A bot of one of the three LEVELS; a patient one may answer "" in a free turn, for "nothing now"."""
    brain = find_bot(game_id).brain
    if brain and level == "strong":
        return _search(brain, clock)
    own = _own_policy(game_id, level, patient)
    if own:
        return own
    policy = _own_policy(game_id, "normal", patient) or _first_thought(game_id)
    return _slipping(policy) if level == "easy" else policy


def yardstick_policy(clock: list[float]) -> Policy:
    """Plain tree search that takes as long for a move as the moves on ``clock`` took on average."""

    def choose(seat_view: SeatView, chance: Chance) -> str:
        legal = seat_view.legal
        if len(legal) == 1:
            return legal[0]
        end = thread_time() + (sum(clock) / len(clock) if clock else YARDSTICK_FIRST_SECONDS)
        root = Node()
        iterate(root, seat_view.world(chance), seat_view.seat)
        while thread_time() < end:
            iterate(root, seat_view.world(chance), seat_view.seat)
        return most_visited(root)

    return choose


def _slipping(policy: Policy) -> Policy:
    def slip(seat_view: SeatView, chance: Chance) -> str:
        if seat_view.turn.kind != "free" and chance.below(EASY_RANDOM_1_IN) == 0:
            return random_policy(seat_view, chance)
        return policy(seat_view, chance)

    return slip


def _first_thought(game_id: str) -> Policy:
    brain = find_bot(game_id).brain
    return (
        random_policy
        if brain is None
        else lambda seat_view, chance: brain.choose(seat_view.world(chance), seat_view.seat, chance)
    )


def _search(brain: Brain, clock: Clock) -> Policy:
    def choose(seat_view: SeatView, chance: Chance) -> str:
        legal = seat_view.legal
        return legal[0] if len(legal) == 1 else decide(seat_view, brain, chance, clock)

    return choose


def _own_policy(game_id: str, level: str, patient: bool = False) -> Policy | None:
    """The policy that a game brings for this level, if it does."""
    policy = find_bot(game_id).policies.get(level)
    if policy is None:
        return None
    decide = policy.wish if patient else policy.choose
    return lambda seat_view, chance: decide(seat_view.view, chance)
