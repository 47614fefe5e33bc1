"""Two-seat Regent with few chips, solved by OpenSpiel's MCCFR and compared with the table of our bot.

``python -m koloda.lab.regent_solution [ITERATIONS]`` (needs the extra ``openspiel``). Nobody pays more than 10 chips at
once, so one round with 10 chips each is the round for which ``bots/regent/tables.json`` was made. OpenSpiel plays it
through the adapter, by the rules of the table, with the classes and the ways of that file as its abstraction.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Final, NamedTuple

import pyspiel

from koloda.bots.regent.build_tables import exploited, table_of
from koloda.bots.regent.regrets import mean_gain, odds_shares
from koloda.bots.regent.two_seats import (
    ATTACK,
    DRAW,
    FOLD,
    GIFT,
    LOOK,
    ODDS_SUM,
    ONE_CARD_COUNTED,
    TABLE,
    WAY_COUNT,
    Position,
    Spot,
    Table,
    packed,
)
from koloda.core.actions import Actions
from koloda.core.cards import TRIANGULAR
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.core.pile import Pile
from koloda.core.view import View
from koloda.env.openspiel import Abstraction, OpenSpielGame, open_spiel_game
from koloda.games.regent import ATTACKS, GIFTS, INFO, LOOKS

ROUND: Final[dict[str, OptionValue]] = {"chips": 10, "max_rounds": 1}
ITERATIONS: Final = 20_000
PROGRESS_STEPS: Final = 20
SEED: Final = 1
LEAST_VISITS: Final = 20  # of a class whose odds are compared
TRIAL_DEALS: Final = 200_000
ANSWER_DEALS: Final = 100_000
ACTIONS: Final = Actions(INFO, 2)


def cards_of(view: View, zone: str, seat: int) -> int:
    """The known cards of a zone, packed as ``two_seats`` has them; of closed ones only how many they are."""
    cards = view.cards(zone, seat)
    known = packed(Pile.of([int(card) for card in cards if card is not None]))
    return known + cards.count(None) * ONE_CARD_COUNTED


def read_spot(view: View) -> Spot:
    """The class of what the seat knows in the first round."""
    seat = view.seat
    assert seat is not None
    rows = cards_of(view, "row", seat), cards_of(view, "row", 1 - seat)
    public = packed(Pile.of(TRIANGULAR.pack)) - sum(rows)
    spot = Spot()
    at = Position(cards_of(view, "hand", seat), cards_of(view, "hand", 1 - seat), *rows, public, 0)
    spot.read(at, "draw" in view.legal)
    return spot


def moves_of(view: View) -> list[tuple[int, str]]:
    """The ways of the table that are legal, each with its move, in the order of their actions."""
    seat, spot = view.seat, read_spot(view)
    assert seat is not None
    other = 1 - seat
    moves = {FOLD: "fold", DRAW: "draw", ATTACK: ATTACKS[other], LOOK: LOOKS[other]}
    found: list[tuple[int, str]] = []
    for way in range(WAY_COUNT):
        move = int(spot.move(way))
        if move >= 0:
            found.append((way, GIFTS[move - GIFT][other] if way > LOOK else moves[way]))
    return sorted(found, key=lambda pair: ACTIONS.number(pair[1], seat))


class Classes:
    """The abstraction: classes and ways of the table; it counts what OpenSpiel asks for."""

    def __init__(self) -> None:
        self.visits: Counter[str] = Counter()

    def knows(self, view: View) -> str:
        """The class, and the ways in the order of their actions: OpenSpiel tells actions apart by that order."""
        ways = " ".join(str(way) for way, _ in moves_of(view))
        known = f"{read_spot(view).key}: {ways}"
        self.visits[known] += 1
        return known

    def offers(self, view: View) -> list[str]:
        """The moves that the table weighs."""
        return [move for _, move in moves_of(view)]

    def game(self) -> OpenSpielGame:
        """The round for OpenSpiel."""
        return open_spiel_game("regent", 2, ROUND, rewards="margins", abstraction=Abstraction(self.knows, self.offers))


class Comparison(NamedTuple):
    """How far OpenSpiel's odds are from the table's, over classes that both know, weighted by visits."""

    classes: int
    same_favourite: float
    distance: float  # half the sum of the differences between two odds


def solve(iterations: int, tell: bool = False) -> dict[str, str]:
    """The odds of OpenSpiel's average policy, as the file of the table has them."""
    classes = Classes()
    solver = pyspiel.ExternalSamplingMCCFRSolver(classes.game(), SEED)
    for step in range(PROGRESS_STEPS):
        for _ in range(iterations * (step + 1) // PROGRESS_STEPS - iterations * step // PROGRESS_STEPS):
            solver.run_iteration()
        if tell:
            done = iterations * (step + 1) // PROGRESS_STEPS
            print(f"{done:,} iterations, {len(classes.visits):,} information states", flush=True)
    return odds_of(solver.average_policy(), classes.visits)


def odds_of(policy: pyspiel.Policy, visits: Counter[str]) -> dict[str, str]:
    """What a policy does in each class, whatever the order of the actions; classes hardly ever seen are left out."""
    sums: dict[str, list[float]] = {}
    seen: Counter[str] = Counter()
    for known, times in visits.items():
        key, _, ways = known.partition(": ")
        seen[key] += times
        odds = sums.setdefault(key, [0.0] * WAY_COUNT)
        for way, (_, share) in zip(ways.split(), policy.get_state_policy(known), strict=True):
            odds[int(way)] += times * share
    return {key: bytes(odds_shares(odds)).hex() for key, odds in sums.items() if seen[key] >= LEAST_VISITS}


def compare(sets: dict[str, str], table: Table) -> Comparison:
    """How far these odds are from those of the table."""
    both = 0
    same, distance = 0, 0.0
    for key, text in sets.items():
        ours = list(table.odds[int(key) * WAY_COUNT : (int(key) + 1) * WAY_COUNT])
        if sum(ours) == 0:
            continue
        theirs = list(bytes.fromhex(text))
        both += 1
        same += ours.index(max(ours)) == theirs.index(max(theirs))
        distance += sum(abs(mine - other) for mine, other in zip(ours, theirs, strict=True)) / 2 / ODDS_SUM
    return Comparison(both, same / max(1, both), distance / max(1, both))


def uniform_odds(table: Table) -> dict[str, str]:
    """Any way of the table with the same odds, in every class that the table knows."""
    sets: dict[str, str] = {}
    for key in range(len(table.odds) // WAY_COUNT):
        ours = table.odds[key * WAY_COUNT : (key + 1) * WAY_COUNT]
        if sum(ours):
            sets[str(key)] = bytes(odds_shares([1.0] * WAY_COUNT)).hex()
    return sets


def main(words: list[str]) -> None:
    """Solve, compare, tell."""
    iterations = int(words[0]) if words else ITERATIONS
    sets = solve(iterations, tell=True)
    TABLE.load()
    told = compare(sets, TABLE)
    print(
        f"{told.classes:,} classes: the same favourite in {told.same_favourite:.3f}, mean distance {told.distance:.3f}"
    )
    gain = mean_gain(table_of(sets), TABLE, TRIAL_DEALS, Fast(SEED))
    print(f"OpenSpiel's odds gain {gain:+.3f} chips a round from the table's")
    print(
        f"an answer gains from OpenSpiel's odds: {exploited(sets, ANSWER_DEALS, TRIAL_DEALS, SEED):.3f} chips a round"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
