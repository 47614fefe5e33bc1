"""Cribbage: discard by expectation, peg what there is, and leave no easy fifteen or thirty-one."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._cribbage import ACE_LOW, value
from koloda.games._cribbage_hints import after_play, expected, own_crib

TEMPTING = (5, 21)  # sixteen cards of ten make 15 or 31 of these


def choose(view: View, chance: Chance) -> str:
    """The best move one step ahead."""
    worth = _discard if view.phase == "discard" else _play
    return max(view.legal, key=lambda move: (worth(view, move), move))


def _discard(view: View, move: str) -> float:
    hand, crib = expected(view, move)
    return hand + crib if own_crib(view) else hand - crib


def _play(view: View, move: str) -> float:
    """Points first; among equals high cards go, low ones are kept for the end of the count."""
    count, points = after_play(view, move)
    card = ACE_LOW.card(move[5:])
    worth = 3.0 * points + 0.1 * int(value(card))
    if count in TEMPTING:
        worth -= 2
    last = [face for note in view.notes for face in note.cards or ()][-1:]
    if not last:
        return worth + _lead(view, card)
    gap = abs((card >> 2) - (ACE_LOW.card(last[0]) >> 2))
    return worth - 1 if 0 < gap <= 2 and not points else worth


def _lead(view: View, card: int) -> float:
    """Below five no answer makes fifteen; with a pair in hand a pair can be answered."""
    hand = [ACE_LOW.card(face) for face in view.cards("hand", view.seat)]
    pair = sum(1 for other in hand if other >> 2 == card >> 2) > 1
    return (1.5 if value(card) < 5 else 0.0) + (0.5 if pair else 0.0)
