"""Other people's engines, measured in the same run (extra ``bench``); what is not installed is left out."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

Work = Callable[[int], int]
SUITS = "cdhs"
RANKS = "23456789TJQKA"


def hand_evaluators() -> dict[str, Work]:
    """eval7 and phevaluator, called once per hand as their users call them."""
    rng = Random(7)
    hands = [[RANKS[c // 4] + SUITS[c % 4] for c in rng.sample(range(52), 7)] for _ in range(500)]
    found: dict[str, Work] = {}
    if find_spec("eval7"):
        eval7: Any = import_module("eval7")
        found["eval7, single calls"] = _calls(eval7.evaluate, [([eval7.Card(c) for c in hand],) for hand in hands])
    if find_spec("phevaluator"):
        phevaluator: Any = import_module("phevaluator")
        ids = [tuple(phevaluator.Card(c).id_ for c in hand) for hand in hands]
        found["phevaluator, single calls"] = _calls(phevaluator.evaluate_cards, ids)
    return found


def _calls(evaluate: Callable[..., object], hands: list[tuple[Any, ...]]) -> Work:
    def work(rounds: int) -> int:
        for _ in range(rounds):
            for hand in hands:
                evaluate(*hand)
        return rounds * len(hands)

    return work


def open_spiel_loops() -> dict[str, Work]:
    """Random play of OpenSpiel's cribbage and hearts: its Python loop, and its C++ loop ``evaluate_bots``."""
    if not find_spec("pyspiel"):
        return {}
    pyspiel: Any = import_module("pyspiel")
    loops: dict[str, Work] = {}
    for name in ("cribbage", "hearts"):
        game = pyspiel.load_game(name)
        loops[f"{name}, Python loop"] = _python_loop(game)
        loops[f"{name}, evaluate_bots"] = _native_loop(pyspiel, game)
    return loops


def _python_loop(game: Any) -> Work:
    rng = Random(1).random

    def work(matches: int) -> int:
        moves = 0
        for _ in range(matches):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(rng() * len(outcomes))][0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(rng() * len(legal))])
                    moves += 1
        return moves

    return work


def _native_loop(pyspiel: Any, game: Any) -> Work:
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    seed = 0

    def work(matches: int) -> int:
        nonlocal seed
        for _ in range(matches):
            seed += 1
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return round(matches * length)

    sample = 20
    length = _python_loop(game)(sample) / sample
    return work
