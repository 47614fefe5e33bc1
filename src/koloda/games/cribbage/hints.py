"""Cribbage: what a seat can work out from its own view, for hints and bots."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from koloda.core.pile import Pile
from koloda.core.table import Hint

from .counting import ACE_LOW, explain_show, peg_points, show_value, value

if TYPE_CHECKING:
    from koloda.core.view import View

# The average crib in hundredths of a point by the ranks A … K of one's own discards, all else random, without suits.
CRIB_HUNDREDTHS_BY_RANK: Final = (438, 460, 476, 477, 658, 472, 461, 457, 446, 439, 441, 421, 402)
CRIB_HUNDREDTHS_BY_RANKS: Final = (
    (549,),
    (440, 579),
    (452, 680, 612),
    (543, 480, 545, 610),
    (569, 572, 638, 695, 896),
    (422, 432, 423, 492, 705, 625),
    (404, 424, 431, 414, 637, 550, 607),
    (408, 419, 425, 426, 571, 486, 672, 560),
    (400, 409, 407, 416, 569, 553, 431, 489, 549),
    (391, 403, 410, 410, 698, 380, 368, 426, 480, 543),
    (392, 403, 411, 411, 699, 380, 375, 367, 421, 478, 543),
    (381, 392, 400, 400, 688, 369, 364, 362, 351, 407, 474, 521),
    (370, 382, 389, 389, 677, 359, 353, 352, 346, 337, 403, 393, 499),
)


def mean_show(kept: list[int], dealt: list[int], book: bool) -> float:
    """The exact average of four kept cards over every starter that was not dealt to the same hand."""
    hand = Pile.of(kept)
    unseen = [card for card in ACE_LOW.pack if card not in dealt]
    return sum([show_value(hand, card, False, book) for card in unseen]) / len(unseen)


def mean_crib(discards: list[int], seats: int) -> float:
    """The average crib that these discards go into, if the other seats discard at random."""
    ranks = sorted([card >> 2 for card in discards])
    ones = sum([CRIB_HUNDREDTHS_BY_RANK[rank] for rank in ranks]) / len(ranks)
    if len(ranks) == 1:
        return ones / 100
    twos = CRIB_HUNDREDTHS_BY_RANKS[ranks[1]][ranks[0]]
    spare = 2 * seats - 2  # R2: four of all discards are drawn, so one's own may stay out
    ways = comb(spare + 2, 4)
    both, neither = comb(spare, 2) / ways, comb(spare, 4) / ways
    return (both * twos + (1 - both - neither) * ones + neither * sum(CRIB_HUNDREDTHS_BY_RANK) / 13) / 100


def expected(view: View, move: str) -> tuple[float, float]:
    """What a discard leaves: the hand's exact average over all starters, and about what the crib will bring."""
    dealt = [ACE_LOW.card(face) for face in view.cards("hand", view.seat)]
    gone = [ACE_LOW.card(face) for face in move.split(" ")[1:]]
    kept = [card for card in dealt if card not in gone]
    return mean_show(kept, dealt, view.options["rules"] == "book"), mean_crib(gone, view.seats)


def own_crib(view: View) -> bool:
    """Whether the crib will count for this seat or its partner."""
    dealer = next(zone.owner for zone in view.zones if zone.name == "crib")
    assert dealer is not None and view.seat is not None
    return dealer == view.seat or bool(view.options["teams"] and (dealer - view.seat) % 2 == 0)


def discard_hint(view: View, move: str) -> Hint:
    hand, crib = expected(view, move)
    own = own_crib(view)
    args = {"hand": f"{hand:.2f}", "crib": f"{crib:.1f}", "total": f"{hand + crib if own else hand - crib:.1f}"}
    return Hint("hint-own-crib" if own else "hint-other-crib", move, args)


def after_play(view: View, move: str) -> tuple[int, int]:
    """The count that a card would make, and the points that it would bring."""
    trick = Pile.of([ACE_LOW.card(face) for note in view.announcements for face in note.cards or ()])
    card = ACE_LOW.card(move.removeprefix("play "))
    trick.put(card)
    count = view.counter("count") + value(card)
    return count, peg_points(trick, count, view.options["rules"] == "book")


def play_hint(view: View, move: str) -> Hint:
    count, points = after_play(view, move)
    return Hint("hint-play", move, {"count": count, "n": points})


def show_hint(view: View) -> Hint:
    """What the seat's four cards will score at the show, and why."""
    hand = [str(face) for zone in ("hand", "laid") for face in view.cards(zone, view.seat)]
    sums = {"fifteen": 0, "pair": 0, "run": 0, "flush": 0, "nobs": 0}
    for part in explain_show(hand, str(view.cards("starter")[0]), rules=str(view.options["rules"])):
        sums["pair" if part.kind.endswith("pair-royal") else part.kind] += part.points
    return Hint("hint-show", "", {"n": sum(sums.values()), **sums})
