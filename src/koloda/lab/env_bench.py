"""``koloda bench env``: environments and views beside those of PettingZoo and OpenSpiel, all in one run.

Everybody plays random legal moves, chosen in the same way. Moves are whole moves of players; processor time is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from koloda.core.options import OptionValue
from koloda.env import BatchEnv, TableEnv
from koloda.games.registry import find_game
from koloda.match import Match

from . import other_engines
from .bench import in_turn
from .other_engines import Work

MATCHES_AT_ONCE = 256
STEPS_OF_A_BATCH = 16  # in a unit of work
STANDARD: dict[str, OptionValue] = {"rules": "standard"}
TIMES_PETTINGZOO = 20
TIMES_OPENSPIEL = 3
README_MATCHES_A_SECOND = 10_000


def batch_loop(game: str, seats: int, options: dict[str, OptionValue] | None, observes: bool) -> Work:
    """Many matches at once; what is asked for is a number of steps of all of them."""
    batch = BatchEnv(game, MATCHES_AT_ONCE, seats, options, seed=1, observes=observes)
    batch.reset()

    def work(units: int) -> int:
        before = batch.moves
        for _ in range(units * STEPS_OF_A_BATCH):
            batch.step(batch.random_actions())
        return batch.moves - before

    return work


def agents_loop(env: Any) -> Work:
    """Matches of a PettingZoo environment, ours or theirs, as its documentation plays them."""
    rng = Random(1).random

    def work(matches: int) -> int:
        moves = 0
        for _ in range(matches):
            env.reset()
            for _ in env.agent_iter():
                observation, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                else:
                    legal = np.flatnonzero(observation["action_mask"])
                    env.step(int(legal[int(rng() * len(legal))]))
                    moves += 1
        return moves

    return work


def readme_matches(matches: int) -> int:
    """The match of the README, from its seed to its record; the number of its matches is returned, not of moves."""
    for number in range(matches):
        match = Match.new("pairs", seats=4, options={"sevens": True}, seed=number)
        while match.result is None:
            seat = match.turn.seats[0]
            view = match.view(seat)
            cheap = "fold" in view.legal and len(view.cards("row", seat)) > 2
            match.play(seat, "fold" if cheap else "hit")
        match.record()
    return matches


def views_loop(matches: int) -> int:
    """Moves of random matches of Pairs whose mover looks at its view."""
    rng, moves = Random(matches).random, 0
    for number in range(matches):
        match = Match.new("pairs", 4, seed=number)
        while match.result is None:
            seat = match.turn.seats[0]
            view = match.view(seat)
            view.cards("row", seat)
            match.play(seat, view.legal[int(rng() * len(view.legal))])
            moves += 1
    return moves


class BatchTable(NamedTuple):
    """What a batch plays, and what it is called."""

    name: str
    game: str
    seats: int
    options: dict[str, OptionValue] | None = None


USUAL_TABLES: Final = (
    BatchTable("pairs for two", "pairs", 2),
    BatchTable("pairs for four", "pairs", 4),
    BatchTable("cribbage for two", "cribbage", 2, STANDARD),
)


def main(seconds: float, games: Sequence[str] = ()) -> int:
    """Measure and print: batches of these games with as many seats as usual, or of some usual ones."""
    seats = {game: find_game(game).info.seats_to_begin_with() for game in games}
    print_environments(seconds, [BatchTable(f"{game} ({n})", game, n) for game, n in seats.items()] or USUAL_TABLES)
    print_views(seconds)
    return 0


def print_environments(seconds: float, tables: Sequence[BatchTable] = USUAL_TABLES) -> None:
    """Batches and single environments beside others."""
    ours, masks_only = {}, {}
    for name, game, seats, options in tables:
        ours[f"koloda, batch, {name}"] = batch_loop(game, seats, options, observes=True)
        masks_only[f"koloda, batch, {name}, masks only"] = batch_loop(game, seats, options, observes=False)
    single = {"koloda, one environment, pairs for four": agents_loop(TableEnv("pairs", 4, seed=1))}
    theirs = {name: agents_loop(env) for name, env in other_engines.pettingzoo_card_games().items()}
    lean = {name: loop.work for name, loop in other_engines.open_spiel_loops().items() if name.endswith("Python loop")}
    rates = in_turn({**ours, **masks_only, **single, **theirs, **lean}, seconds)
    print(f"{'environments, random play':<44}{'moves/s':>14}")
    for name, moves in rates.items():
        print(f"{name:<44}{moves:>14,.0f}")
    _print_ratios("a batch to the quickest of PettingZoo's", rates, list(ours), list(theirs), TIMES_PETTINGZOO)
    _print_ratios("its masks to the leanest OpenSpiel loop", rates, list(masks_only), list(lean), TIMES_OPENSPIEL)


def _print_ratios(what: str, rates: dict[str, float], ours: list[str], theirs: list[str], wanted: int) -> None:
    if not theirs:
        print(f"{what}: they are not installed here; scripts/bench installs them")
        return
    best = max(rates[name] for name in theirs)
    told = ", ".join(f"{name.split(', ')[2]} {rates[name] / best:.1f}x" for name in ours)
    print(f"{what} (to reach: {wanted}x): {told}")


def print_views(seconds: float) -> None:
    """The README's loop, and a random player that looks, beside OpenSpiel's information states."""
    loops: dict[str, Callable[[int], int]] = {"koloda, pairs, a view for each move": views_loop}
    loops |= other_engines.open_spiel_information_loops()
    rates = in_turn({"README": readme_matches, **loops}, seconds)
    print(f"\n{'what a player knows, asked before each move':<44}{'moves/s':>14}")
    for name in loops:
        print(f"{name:<44}{rates[name]:>14,.0f}")
    print(f"matches a second of the README's loop (to reach: {README_MATCHES_A_SECOND:,}): {rates['README']:,.0f}")
