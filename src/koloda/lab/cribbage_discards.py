"""What the discards of cribbage gain from reckoning with the play: ``python -m koloda.lab.cribbage_discards``.

``[DEALS] [WEIGHT]`` may follow.
Every deal of standard cribbage for two is played twice, with the same cards, the same other player and the same first
thoughts in the play: once with discards that count the pegs to come (as far as WEIGHT says), once with discards that
count hand and crib alone. The difference is that of the discards and of nothing else.
"""

from __future__ import annotations

import sys
from typing import Final, NamedTuple

from koloda.bots.cribbage.brain import PEG_TABLE_WEIGHT
from koloda.bots.cribbage.compute_tables import pegged
from koloda.bots.cribbage.ranks import packed
from koloda.bots.cribbage.tables import TABLES, crib_name, discard_worths, discards, highest, mean_pegs
from koloda.core.chance import Fast, seed_number
from koloda.core.pile import Pile
from koloda.games.cribbage.counting import ACE_LOW, show_value

from .statistics import Interval, mean

DEALS: Final = 20_000
HAND: Final = 6


class Discard(NamedTuple):
    """A hand after its discard."""

    kept: Pile
    laid: list[int]


class Points(NamedTuple):
    """What one discard brings, as the difference to the other player: in the shows and the crib, and in the play."""

    shown: int
    pegged: int


class Gain(NamedTuple):
    """What reckoning with the play brings in a deal: points in all, in the shows, in the play; how often it matters."""

    all: Interval
    shown: Interval
    pegged: Interval
    differs: float


def discard(hand: Pile, own: bool, weight: float) -> Discard:
    """The discard with the best average; ``weight`` says how far the table of pegs counts."""
    name = crib_name(False, 2, own)
    worths = discard_worths(hand, TABLES.crib(name), own, False)
    if weight:
        pegs = mean_pegs(hand, TABLES.pegging(name))
        worths = [worth + weight * (ours - theirs) for worth, (ours, theirs) in zip(worths, pegs, strict=True)]
    laid = discards(hand)[highest(worths)]
    return Discard(Pile.of([card for card in hand.cards() if card not in laid]), laid)


def points(mine: Discard, theirs: Discard, starter: int, own: bool) -> Points:
    """What a discard brings against another hand."""
    crib = int(show_value(Pile.of(mine.laid + theirs.laid), starter, True, False))
    both = int(pegged(packed(mine.kept), packed(theirs.kept), not own, False))
    shown = int(show_value(mine.kept, starter, False, False)) + (crib if own else -crib)
    return Points(shown, (both >> 8) - (both & 255))


def gain(deals: int, weight: float, seed: str = "discards") -> Gain:
    """What reckoning with the play brings, on average over the deals; the crib is one's own in every second deal."""
    shown: list[int] = []
    pegs: list[int] = []
    differs = 0
    for number in range(deals):
        deck = Pile.of(ACE_LOW.pack)
        Fast(seed_number(f"{seed} {number // 2}")).shuffle(deck, ACE_LOW)
        mine, theirs = (Pile.of(sorted(deck.cards()[HAND * at : HAND * (at + 1)])) for at in range(2))
        own = number % 2 == 0
        reckoned, plain = discard(mine, own, weight), discard(mine, own, 0.0)
        if reckoned.laid == plain.laid:
            shown.append(0)
            pegs.append(0)
            continue
        differs += 1
        other = discard(theirs, not own, weight)
        with_pegs, without = (points(one, other, deck.at(2 * HAND), own) for one in (reckoned, plain))
        shown.append(with_pegs.shown - without.shown)
        pegs.append(with_pegs.pegged - without.pegged)
    both = [one + other for one, other in zip(shown, pegs, strict=True)]
    return Gain(_mean(both), _mean(shown), _mean(pegs), differs / deals)


def _mean(values: list[int]) -> Interval:
    return mean(sum(values), sum(value * value for value in values), len(values))


def main(words: list[str]) -> int:
    """Print the gain."""
    deals = int(words[0]) if words else DEALS
    weight = float(words[1]) if len(words) > 1 else PEG_TABLE_WEIGHT
    found = gain(deals, weight)
    print(f"{deals:,} deals, weight {weight}: the discard differs in {found.differs:.3f}")
    for name in ("all", "shown", "pegged"):
        value, low, high = getattr(found, name)
        print(f"{name:7} {value:+.3f} points a deal ({low:+.3f} to {high:+.3f})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
