"""``koloda bench``: the speed of every game and of the hand evaluator beside other engines, all in one run.

Machines are noisy. So time is processor time, every figure is the median of several short slices taken in turn, and
the ratios are what counts.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from textwrap import fill
from time import process_time

import koloda
from koloda.bots import find_bot
from koloda.core.chance import Fast
from koloda.core.errors import MissingExtra
from koloda.core.game import Game
from koloda.core.options import MatchOptions, OptionValue
from koloda.core.playout import random_matches, start
from koloda.core.search import play_on
from koloda.core.turn import Turn
from koloda.games.shared import poker
from koloda.match import Match

from . import other_engines

SLICES = 3
MIN_SLICE_SECONDS = 0.05
MATCHES_FOR_LENGTH = 50
CRIBBAGE_MATCHES_FOR_LENGTH = 400
RATES = ("lab", "user", "copies", "playouts")
USUAL_SEATS = 5
ENVIRONMENTS = "env"  # in place of the ids of games
EMPTY_MATCH_MOVES = ["fold", "hit"]
EMPTY_MATCH_LENGTH = 30


class GameBench:
    """The loops that are timed for one game."""

    def __init__(self, game_id: str, seats: int, options: Mapping[str, OptionValue] | None = None) -> None:
        self.game_id = game_id
        self.seats = seats
        self.options = options
        self.game_class = koloda.find_game(game_id)
        self.match_options = MatchOptions(self.game_class.info.options, seats, options)
        self.seed = 0

    def lab(self, matches: int) -> int:
        """Moves of random matches inside the compiled core."""
        self.seed += 1
        return random_matches(self.game_class, self.seats, self.match_options, matches, self.seed)

    def user(self, matches: int) -> int:
        """Moves of random matches through the public API, driven by interpreted Python."""
        self.seed += 1
        chance = Fast(self.seed)
        return drive(lambda: Match.new(self.game_id, self.seats, self.options, chance=chance), matches, self.seed)

    def playouts(self, count: int) -> int:
        """Roll-outs of the search kit from the first choice, as the strong bot makes them."""
        brain = find_bot(self.game_id).brain
        if brain is None:
            return 0
        self.seed += 1
        game = start(self.game_class, self.seats, self.match_options, Fast(self.seed))
        stage = brain.stage(game)
        for _ in range(count):
            game.chance.below(2)  # so that each roll-out has another future
            play_on(game.copy(), brain, stage, 0)
        return count

    def copies(self, count: int) -> int:
        """Copies of a dealt state."""
        copy = start(self.game_class, self.seats, self.match_options, Fast(1)).copy
        for _ in range(count):
            copy()
        return count


class EmptyMatch:
    """A match whose calls do next to nothing: it shows what the user loop itself takes, whatever the engine."""

    def __init__(self) -> None:
        self.turn = Turn("one", (0,))
        self.moves_left = EMPTY_MATCH_LENGTH

    def legal(self, seat: object) -> list[str]:
        """Always the same two moves."""
        return EMPTY_MATCH_MOVES

    def play(self, seat: object, move: object) -> None:
        """Only count, so that the match ends."""
        self.moves_left -= 1
        if not self.moves_left:
            self.turn = Turn("one", ())


def drive(new: Callable[[], Match | EmptyMatch], matches: int, seed: int) -> int:
    """Moves of random matches as a user plays them in interpreted Python."""
    rng, moves = Random(seed).random, 0
    for _ in range(matches):
        match = new()
        while seats := match.turn.seats:
            seat = seats[0] if len(seats) == 1 else seats[int(rng() * len(seats))]
            legal = match.legal(seat)
            match.play(seat, legal[int(rng() * len(legal))])
            moves += 1
    return moves


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Units a second; the amount of work grows until it takes long enough to be timed."""
    amount, done, took = 1, 0, 0.0
    while took < max(seconds, MIN_SLICE_SECONDS):
        began = process_time()
        done = work(amount)
        took = process_time() - began
        amount *= 2 if took * 4 > seconds else 8
    return done / took


def usual_seats(game_class: type[Game]) -> int:
    """Five seats, or the nearest number that the game allows."""
    low, high = game_class.info.seats
    return max(low, min(USUAL_SEATS, high))


def measure(game_ids: list[str], seconds: float) -> dict[str, dict[str, float]]:
    """The rates of the games, measured in turn."""
    rows = [GameBench(game_id, usual_seats(koloda.find_game(game_id))) for game_id in game_ids]
    slices: dict[str, dict[str, list[float]]] = {row.game_id: {name: [] for name in RATES} for row in rows}
    for _ in range(SLICES):
        for row in rows:
            slices[row.game_id]["lab"].append(rate(row.lab, seconds))
            slices[row.game_id]["user"].append(rate(row.user, seconds))
            slices[row.game_id]["copies"].append(rate(row.copies, MIN_SLICE_SECONDS))
            has_brain = find_bot(row.game_id).brain is not None
            slices[row.game_id]["playouts"].append(rate(row.playouts, MIN_SLICE_SECONDS) if has_brain else 0.0)
    figures = {game_id: {name: median(rates) for name, rates in by_name.items()} for game_id, by_name in slices.items()}
    for row in rows:
        figures[row.game_id]["length"] = row.lab(MATCHES_FOR_LENGTH) / MATCHES_FOR_LENGTH
        figures[row.game_id]["seats"] = row.seats
    return figures


def measure_interpreted(game_ids: list[str], seconds: float) -> dict[str, dict[str, float]]:
    """The same figures with the same sources uncompiled, in another process."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(
            Path(koloda.__file__).parent, Path(folder, "koloda"), ignore=shutil.ignore_patterns("*.so", "*.pyd")
        )
        done = subprocess.run(
            [sys.executable, "-m", "koloda.lab.bench", "--json", "--seconds", str(seconds), *game_ids],
            env={**os.environ, "PYTHONPATH": folder},
            capture_output=True,
            text=True,
            check=True,
        )
    figures: dict[str, dict[str, float]] = json.loads(done.stdout)
    return figures


def print_games(figures: dict[str, dict[str, float]], plain: dict[str, dict[str, float]]) -> None:
    """One row per game."""
    print(
        f"{'game':<14}{'seats':>6}{'moves/match':>12}{'lab matches/s':>15}{'lab moves/s':>13}"
        f"{'user moves/s':>14}{'interpreted':>13}{'lab/interp':>11}{'copy us':>9}{'playouts/s':>12}"
    )
    for game_id, row in figures.items():
        slow = plain[game_id]["lab"]
        matches = row["lab"] / row["length"]
        print(
            f"{game_id:<14}{row['seats']:>6.0f}{row['length']:>12.1f}{matches:>15,.0f}{row['lab']:>13,.0f}"
            f"{row['user']:>14,.0f}{slow:>13,.0f}{row['lab'] / slow:>10.1f}x{1e6 / row['copies']:>9.2f}"
            f"{row['playouts']:>12,.0f}"
        )


def print_hands(seconds: float) -> None:
    """The hand evaluator beside eval7 and phevaluator, seven cards each."""
    contestants = {
        "koloda, compiled loop": _poker_loop,
        "koloda, single calls": _poker_calls(),
        **other_engines.hand_evaluators(),
    }
    rates = in_turn(contestants, seconds)
    best_peer = rates.get("eval7, single calls", 0.0)
    print(f"\n{'7-card hands':<34}{'hands/s':>14}{'to eval7':>10}")
    for name, hands in rates.items():
        ratio = f"{hands / best_peer:>9.2f}x" if best_peer else ""
        print(f"{name:<34}{hands:>14,.0f}{ratio}")


def _poker_loop(hands: int) -> int:
    poker.evaluate_many(hands, hands)
    return hands


def _poker_calls() -> Callable[[int], int]:
    rng = Random(7)
    dealt = [rng.sample(range(52), 7) for _ in range(500)]

    def work(rounds: int) -> int:
        evaluate = poker.evaluate
        for _ in range(rounds):
            for hand in dealt:
                evaluate(hand)
        return rounds * len(dealt)

    return work


def print_open_spiel(ours: dict[str, float], seconds: float) -> None:
    """Base Pairs beside loops over OpenSpiel's games."""
    loops = other_engines.open_spiel_loops()
    if not loops:
        print("\nOpenSpiel is not installed; scripts/bench installs it.")
        return
    pairs = GameBench("pairs", 5)
    empty_loop = partial(drive, EmptyMatch, seed=1)
    works: dict[str, other_engines.Work] = {
        "user": pairs.user,
        "empty": empty_loop,
        **{name: loop.work for name, loop in loops.items()},
    }
    rates = in_turn(works, seconds)
    print(f"\n{'OpenSpiel':<34}{'moves/s':>14}{'pairs user loop':>17}{'pairs lab loop':>16}{'loop alone':>12}")
    for name in loops:
        print(
            f"{name:<34}{rates[name]:>14,.0f}{rates['user'] / rates[name]:>16.2f}x{ours['lab'] / rates[name]:>15.2f}x"
            f"{rates['empty'] / rates[name]:>11.2f}x"
        )
    print("'Loop alone' is the user loop over calls that do nothing: no engine behind this API can be faster.")


def print_cribbage(seconds: float) -> None:
    """Standard cribbage for two beside OpenSpiel's; the last paragraph says where the two games differ."""
    peer = other_engines.open_spiel_cribbage()
    if peer is None:
        return
    row = GameBench("cribbage", 2, {"rules": "standard"})
    length = row.lab(CRIBBAGE_MATCHES_FOR_LENGTH) / CRIBBAGE_MATCHES_FOR_LENGTH
    loops = {
        "koloda, lab loop": other_engines.Loop(row.lab, length),
        "OpenSpiel, evaluate_bots": peer.native,
        "koloda, user loop": other_engines.Loop(row.user, length),
        "OpenSpiel, Python loop": peer.python,
        "OpenSpiel, loop of its example": peer.example,
    }
    rates = in_turn({name: loop.work for name, loop in loops.items()}, seconds)
    matches = {name: rates[name] / loop.length for name, loop in loops.items()}
    print(f"\n{'standard cribbage, two seats':<34}{'moves/s':>14}{'moves/match':>13}{'matches/s':>11}")
    for name, loop in loops.items():
        print(f"{name:<34}{rates[name]:>14,.0f}{loop.length:>13.1f}{matches[name]:>11,.0f}")
    for what, (mine, other) in COMPARED.items():
        by_moves, by_matches = rates[mine] / rates[other], matches[mine] / matches[other]
        print(f"{what:<34}{by_matches:>13.2f}x in matches{by_moves:>10.2f}x in moves, passes counted")
    print("\n" + fill(other_engines.CRIBBAGE_DIFFERS.format(**peer.counts), 118))


COMPARED = {
    "lab loop to evaluate_bots": ("koloda, lab loop", "OpenSpiel, evaluate_bots"),
    "user loop to Python loop": ("koloda, user loop", "OpenSpiel, Python loop"),
    "user loop to that of its example": ("koloda, user loop", "OpenSpiel, loop of its example"),
}


def in_turn(works: dict[str, Callable[[int], int]], seconds: float) -> dict[str, float]:
    """The median rate of each; all of them are measured in every slice."""
    slices: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(SLICES):
        for name, work in works.items():
            slices[name].append(rate(work, seconds))
    return {name: median(rates) for name, rates in slices.items()}


def _bench_environments(seconds: float, games: list[str]) -> int:
    try:
        from .env_bench import main
    except ModuleNotFoundError as missing:
        raise MissingExtra.of(str(missing.name), "rl") from None
    return main(seconds, games)


def main(argv: list[str]) -> int:
    """Measure and print. ``--json`` prints only this process's figures; ``measure_interpreted`` reads them."""
    parser = argparse.ArgumentParser(prog="koloda bench", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", help="ids of games (all if none is named); env [GAME …]: environments")
    parser.add_argument("--seconds", type=float, default=0.4, help="length of one slice")
    parser.add_argument("--json", action="store_true", help="print this process's figures as JSON and nothing else")
    asked = parser.parse_args(argv)
    if asked.games[:1] == [ENVIRONMENTS]:
        return _bench_environments(asked.seconds, asked.games[1:])
    game_ids = [koloda.find_game(game_id).info.id for game_id in asked.games] or [g.info.id for g in koloda.all_games()]
    figures = measure(game_ids, asked.seconds)
    if asked.json:
        print(json.dumps(figures))
        return 0
    print_games(figures, measure_interpreted(game_ids, asked.seconds))
    print_hands(asked.seconds)
    if "pairs" in figures:
        print_open_spiel(figures["pairs"], asked.seconds)
    if "cribbage" in figures:
        print_cribbage(asked.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
