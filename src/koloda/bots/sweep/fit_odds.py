"""``python -m koloda.bots.sweep.fit_odds``: the odds of Sweep's ranks that its brain ends its roll-outs with.

The brain's first thoughts play deals at every number of seats, one move in six at random. Before each round the cards
of all seats are counted, and a logistic regression tells how often that many cards win the rank in the end.
"""

from __future__ import annotations

import argparse
import sys
from math import exp
from typing import Final

from koloda.core.chance import Chance, Fast
from koloda.core.playout import start
from koloda.games.shared.majority import majorities
from koloda.games.sweep import NEW_CARDS_PER_ROUND, Sweep
from koloda.match import Match

from .brain import BRAIN, rank_counts, strongest_rival

SEED: Final = 11
DEALS_PER_SEAT_COUNT: Final = 4000
RANDOM_MOVE_1_IN: Final = 6  # so that uneven hands are seen too
NEWTON_STEPS: Final = 12
WEIGHT_NAMES: Final = (
    "OWN_WEIGHT_BY_ROUNDS",
    "RIVAL_WEIGHT_BY_ROUNDS",
    "BASE_WEIGHT_BY_ROUNDS",
    "SEAT_WEIGHT_BY_ROUNDS",
)

Cell = tuple[int, int, int]  # own cards, those of the strongest rival, seats
Cells = dict[Cell, list[int]]  # how often they were met, and how often they brought the rank


def collect(deals: int, seed: int) -> list[Cells]:
    """What hands have brought, by the rounds to come after the one that is laid out."""
    by_rounds_left: list[Cells] = [{} for _ in range(8)]
    low, high = Sweep.info.seats
    for seats in range(low, high + 1):
        options = Match.new("sweep", seats, seed="fit").options
        chance = Fast(seed + seats)
        for _ in range(deals):
            game = start(Sweep, seats, options, chance)
            assert isinstance(game, Sweep)
            add_deal(game, chance, by_rounds_left)
    return by_rounds_left


def add_deal(game: Sweep, chance: Chance, by_rounds_left: list[Cells]) -> None:
    """Play a deal to its end, and count what each hand on the way has brought."""
    game.keeps_events = False
    before: list[tuple[int, list[list[int]]]] = []
    while not game.over:
        if game.round > len(before):
            before.append((game.deck.size() // NEW_CARDS_PER_ROUND, hands_of(game)))
        seat = int(game.mover)
        moves = game.moves(seat)
        stray = chance.below(RANDOM_MOVE_1_IN) == 0
        game.act(seat, moves[chance.below(len(moves))] if stray else BRAIN.choose(game, seat, chance))
    ranks = majorities(hands_of(game))
    for left, counts in before:
        for seat in range(game.seats):
            for rank in range(1, 11):
                cell = (counts[seat][rank], strongest_rival(counts, seat, rank), game.seats)
                met = by_rounds_left[left].setdefault(cell, [0, 0])
                met[0] += 1
                met[1] += rank in ranks[seat]


def hands_of(game: Sweep) -> list[list[int]]:
    """Everybody's cards by rank."""
    return [rank_counts(hand.cards()) for hand in game.hands]


def fit(cells: Cells) -> list[float]:
    """The weights of own cards, the strongest rival's, of nothing and of each seat beyond three (Newton's method)."""
    weights = [0.0] * 4
    for _ in range(NEWTON_STEPS):
        slope = [0.0] * 4
        curve = [[1e-9 * (i == j) for j in range(4)] for i in range(4)]
        for (own, rival, seats), (met, scored) in cells.items():
            facts = [own, -rival, 1, 3 - seats]
            odds = 1 / (1 + exp(-sum(weight * fact for weight, fact in zip(weights, facts, strict=True))))
            for i in range(4):
                slope[i] += facts[i] * (scored - met * odds)
                for j in range(4):
                    curve[i][j] += facts[i] * facts[j] * met * odds * (1 - odds)
        weights = [weight + step for weight, step in zip(weights, solved(curve, slope), strict=True)]
    return weights


def solved(rows: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a few linear equations, by elimination (the matrix is positive definite).

    >>> solved([[2.0, 1.0], [1.0, 3.0]], [3.0, 4.0])
    [1.0, 1.0]
    """
    rows = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for i, pivot in enumerate(rows):
        for j, row in enumerate(rows):
            if j != i:
                part = row[i] / pivot[i]
                rows[j] = [a - part * b for a, b in zip(row, pivot, strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def main(argv: list[str]) -> int:
    """Print the numbers as they stand in the brain."""
    parser = argparse.ArgumentParser(prog="python -m koloda.bots.sweep.fit_odds", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS_PER_SEAT_COUNT, help="for each number of seats")
    asked = parser.parse_args(argv)
    fitted = [fit(cells) for cells in collect(asked.deals, SEED)]
    for index, name in enumerate(WEIGHT_NAMES):
        print(f"{name}: Final = ({', '.join(f'{weights[index]:.2f}' for weights in fitted)})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
