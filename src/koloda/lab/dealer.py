"""How often the first dealer wins standard cribbage between strong bots.

Matches would have to be played by the ten thousand; deals of strong bots far from the end, and then the worth of every
score worked out from them, tell the same a hundred times sooner.
"""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Final

from koloda.bots import level_policy
from koloda.bots.cribbage import compute_tables as making
from koloda.bots.cribbage.build_tables import events
from koloda.bots.cribbage.tables import dealer_share
from koloda.core.table import Note

from .pool import in_parts
from .simulate import listen
from .statistics import Z95, Interval

TOGETHER: Final = 6  # deals of a match, which ends long after them
OPTIONS: Final[dict[str, object]] = {"rules": "standard", "target": 200}
GOAL: Final = 121


def first_dealers_share(deals: int, seed: str, level: str = "strong") -> tuple[Interval, int]:
    """The share with its 95% interval (the jackknife over tenths of the deals), and how many deals it is from."""
    matches = range(-(-deals // TOGETHER))
    found = [deal for played in sorted(in_parts(partial(play_deals, seed, level), matches)) for deal in played]
    tenth = max(1, len(found) // 10)
    values = [share_of(found[:start] + found[start + tenth :]) for start in range(0, len(found), tenth)]
    middle = sum(values) / len(values)
    error = sqrt(sum((value - middle) ** 2 for value in values) * (len(values) - 1) / len(values))
    share = share_of(found)
    return Interval(share, share - Z95 * error, share + Z95 * error), len(found)


def share_of(deals: list[list[int]]) -> float:
    """The dealer's share of a whole match that is made of such deals."""
    return dealer_share(making.equity(deals, False), GOAL, GOAL)


def play_deals(seed: str, level: str, number: int) -> list[list[int]]:
    """The first deals of a match: what was scored in each, in its order, as ``equity`` wants it."""
    found: list[list[int]] = []
    told: list[Note] = []
    for note in listen("cribbage", 2, OPTIONS, f"{seed} {number}", level_policy("cribbage", level)):
        if note.kind == "round" and told:
            found.append([2 * points + dealing for _, points, dealing in events(told, told[0].seat)])
            told = []
            if len(found) == TOGETHER:
                break
        told.append(note)
    return found
