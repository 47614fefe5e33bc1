"""How often the first dealer wins standard cribbage between strong bots.

Whole matches would be needed by the ten thousand. Instead strong bots play deals far from the end of a match, and the
chances at every score are worked out from the points of these deals: a hundred times sooner.
"""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Final

from koloda.bots import level_policy
from koloda.bots.cribbage import compute_tables
from koloda.bots.cribbage.build_tables import events
from koloda.bots.cribbage.tables import dealer_share
from koloda.core.options import OptionValue
from koloda.core.table import Note
from koloda.parallel import in_parallel

from .simulate import match_events
from .statistics import Z95, Interval

DEALS_PER_MATCH: Final = 6  # a match to 200 ends long after them
OPTIONS: Final[dict[str, OptionValue]] = {"rules": "standard", "target": 200}
TARGET_POINTS: Final = 121


def first_dealers_share(deals: int, seed: str, level: str = "strong") -> tuple[Interval, int]:
    """The share with its 95% interval (a jackknife over tenths of the deals), and the number of deals."""
    matches = range(-(-deals // DEALS_PER_MATCH))
    played = [deal for match in sorted(in_parallel(partial(play_deals, seed, level), matches)) for deal in match]
    tenth = max(1, len(played) // 10)
    shares = [dealers_share(played[:start] + played[start + tenth :]) for start in range(0, len(played), tenth)]
    middle = sum(shares) / len(shares)
    error = sqrt(sum((share - middle) ** 2 for share in shares) * (len(shares) - 1) / len(shares))
    share = dealers_share(played)
    return Interval(share, share - Z95 * error, share + Z95 * error), len(played)


def dealers_share(deals: list[list[int]]) -> float:
    """The first dealer's share of the wins in matches that consist of such deals."""
    return dealer_share(compute_tables.equity(deals, False), TARGET_POINTS, TARGET_POINTS)


def play_deals(seed: str, level: str, number: int) -> list[list[int]]:
    """The scores of the first deals of a match, each in the order and form that ``equity`` takes."""
    deals: list[list[int]] = []
    this_deal: list[Note] = []
    for note in match_events("cribbage", 2, OPTIONS, f"{seed} {number}", level_policy("cribbage", level)):
        if note.kind == "round" and this_deal:
            deals.append([2 * points + dealing for _, points, dealing in events(this_deal, this_deal[0].seat)])
            this_deal = []
            if len(deals) == DEALS_PER_MATCH:
                break
        this_deal.append(note)
    return deals
