"""Other engines, measured in the same run as ours (extra ``bench``); those that are not installed are left out."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random, choice
from typing import Any, NamedTuple

Work = Callable[[int], int]
SUITS = "cdhs"
RANKS = "23456789TJQKA"


def hand_evaluators() -> dict[str, Work]:
    """eval7 and phevaluator, called once per hand as their users call them."""
    rng = Random(7)
    hands = [[RANKS[c // 4] + SUITS[c % 4] for c in rng.sample(range(52), 7)] for _ in range(500)]
    evaluators: dict[str, Work] = {}
    if find_spec("eval7"):
        eval7: Any = import_module("eval7")
        evaluators["eval7, single calls"] = _calls(eval7.evaluate, [([eval7.Card(c) for c in hand],) for hand in hands])
    if find_spec("phevaluator"):
        phevaluator: Any = import_module("phevaluator")
        ids = [tuple(phevaluator.Card(c).id_ for c in hand) for hand in hands]
        evaluators["phevaluator, single calls"] = _calls(phevaluator.evaluate_cards, ids)
    return evaluators


def _calls(evaluate: Callable[..., object], hands: list[tuple[Any, ...]]) -> Work:
    def work(rounds: int) -> int:
        for _ in range(rounds):
            for hand in hands:
                evaluate(*hand)
        return rounds * len(hands)

    return work


class Loop(NamedTuple):
    """``work`` plays that many matches and returns the number of their moves; ``length`` is the mean of a match."""

    work: Work
    length: float


class Cribbage(NamedTuple):
    """OpenSpiel's cribbage: its loops, and the mean counts of a match.

    ``python`` asks for as little as possible and uses that all outcomes of chance are equally likely; ``example`` is
    the loop of OpenSpiel's own ``python/examples/example.py`` without its printing.
    """

    native: Loop
    python: Loop
    example: Loop
    counts: dict[str, float]


CRIBBAGE_DIFFERS = (
    "Where the two games differ. Alike: six cards each, two to the crib, counts to 31 until all cards are laid, 15s, "
    "pairs, runs, 31, last card, his heels and his nobs, 121 points, no muggins. Different in OpenSpiel: (1) a player "
    "who cannot lay a card, or has none left, must pass, and passes are actions: of {actions:.0f} actions a "
    "match {passes:.0f} are passes, which Koloda's engine makes by itself. (2) Every card dealt and the starter are a "
    "chance node with all outcomes listed ({chance:.0f} a match, 13 a deal, not counted as moves); Koloda shuffles "
    "all 52 cards once a deal. (3) Seat 0 always deals first; Koloda draws the first dealer. (4) The starter is drawn "
    "after the discards; Koloda turns the card that lay there. (5) Seats discard one after the other, unseen; in "
    "Koloda together. (6) Four cards of one suit count 4 in the crib too; in Koloda only five of them do. (7) Hands "
    "are shown in the order of seats, and nothing stops at 121 from the last card to the end of the show: if both get "
    "there, seat 0 wins; in Koloda the dealer shows last and the first at 121 wins at once. (8) A match ends after "
    "100 deals at the latest; in Koloda only by points. (9) Its actions are numbers, and apply_action does not check "
    "them; Koloda's moves are texts, sorted, and every one is checked. (10) It keeps the history of chance and "
    "actions; a simulated match of Koloda keeps neither."
)
PASS_ACTION = 2756  # OpenSpiel's number of a pass in cribbage
MATCHES_FOR_LENGTH = 20
CRIBBAGE_MATCHES_FOR_LENGTH = 400


def open_spiel_loops() -> dict[str, Loop]:
    """Random play of OpenSpiel's cribbage and hearts: a lean Python loop, its example's own, and ``evaluate_bots``."""
    if not find_spec("pyspiel"):
        return {}
    pyspiel: Any = import_module("pyspiel")
    loops: dict[str, Loop] = {}
    for name in ("cribbage", "hearts"):
        game = pyspiel.load_game(name)
        length = _counts(game, MATCHES_FOR_LENGTH)["actions"]
        loops[f"{name}, Python loop"] = Loop(_python_loop(game), length)
        loops[f"{name}, loop of its example"] = Loop(_example_loop(game), length)
        loops[f"{name}, evaluate_bots"] = Loop(_native_loop(pyspiel, game, length), length)
    return loops


def open_spiel_cribbage() -> Cribbage | None:
    """Two-player cribbage, if OpenSpiel is there."""
    if not find_spec("pyspiel"):
        return None
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game("cribbage(players=2)")
    counts = _counts(game, CRIBBAGE_MATCHES_FOR_LENGTH)
    length = counts["actions"]
    return Cribbage(
        native=Loop(_native_loop(pyspiel, game, length), length),
        python=Loop(_python_loop(game), length),
        example=Loop(_example_loop(game), length),
        counts=counts,
    )


def open_spiel_information_loops() -> dict[str, Work]:
    """Random play of OpenSpiel's cribbage and hearts in which the mover asks for its information state."""
    if not find_spec("pyspiel"):
        return {}
    pyspiel: Any = import_module("pyspiel")
    asking = {}
    for name in ("cribbage", "hearts"):
        game = pyspiel.load_game(name)
        asking[f"OpenSpiel, {name}, information_state_string"] = _python_loop(game, "information_state_string")
        if game.get_type().provides_information_state_tensor:
            asking[f"OpenSpiel, {name}, information_state_tensor"] = _python_loop(game, "information_state_tensor")
    return asking


def pettingzoo_card_games() -> dict[str, Any]:
    """PettingZoo's classic card games, without their wrappers, which would only slow them down."""
    if not find_spec("pettingzoo") or not find_spec("rlcard") or not find_spec("pygame"):
        return {}
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    names = ("leduc_holdem", "texas_holdem", "texas_holdem_no_limit")
    modules: list[Any] = [import_module(f"pettingzoo.classic.rlcard_envs.{name}") for name in names]
    return {f"PettingZoo, {name}": module.raw_env() for name, module in zip(names, modules, strict=True)}


def _counts(game: Any, matches: int) -> dict[str, float]:
    """The mean number of player actions, of passes among them, and of outcomes of chance in a random match."""
    rng = Random(1)
    counts = {"actions": 0, "passes": 0, "chance": 0}
    for _ in range(matches):
        state = game.new_initial_state()
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            counts["chance" if state.is_chance_node() else "actions"] += 1
            counts["passes"] += action == PASS_ACTION and not state.is_chance_node()
            state.apply_action(action)
    return {name: count / matches for name, count in counts.items()}


def _python_loop(game: Any, ask: str = "") -> Work:
    """The leanest loop; ``ask`` names a method of the state that is called before each move."""
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
                    if ask:
                        getattr(state, ask)()
                    legal = state.legal_actions()
                    state.apply_action(legal[int(rng() * len(legal))])
                    moves += 1
        return moves

    return work


def _example_loop(game: Any) -> Work:
    numpy: Any = import_module("numpy")

    def work(matches: int) -> int:
        moves = 0
        for _ in range(matches):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(numpy.random.choice(actions, p=odds))
                else:
                    state.apply_action(choice(state.legal_actions(state.current_player())))
                    moves += 1
        return moves

    return work


def _native_loop(pyspiel: Any, game: Any, length: float) -> Work:
    """The C++ loop does not count its moves, so the mean length of the other loops is used."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    seed = 0

    def work(matches: int) -> int:
        nonlocal seed
        for _ in range(matches):
            seed += 1
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return round(matches * length)

    return work
