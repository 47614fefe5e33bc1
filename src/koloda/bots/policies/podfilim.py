"""Podfilim: value parts by the majorities they swing, and mix votes so that a clash is not certain."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import Face, View
from koloda.games._majority import gain
from koloda.games._podfilim_info import COLOURS
from koloda.games.podfilim import view_counts

Counts = list[list[int]]


def choose(view: View, chance: Chance) -> str:
    """Split so that others want other parts, vote by worth, place jokers where they decide."""
    seat = view.seat
    assert seat is not None
    verb = view.legal[0].partition(" ")[0]
    counts = view_counts(view)
    if verb == "split":
        return max(view.legal, key=lambda move: (_split_worth(view, counts, move), move))
    if verb == "joker":
        return max(view.legal, key=lambda move: (gain(counts, seat, [int(move[6:])]), int(move[6:])))
    worth = {move: _worth(counts, seat, _part(view, move)) for move in view.legal}
    if verb == "drop":
        dealer = 1 - seat
        return max(view.legal, key=lambda move: (_worth(counts, dealer, _part(view, move)) - worth[move], move))
    return _mixed(worth, chance)


def _part(view: View, move: str) -> list[Face]:
    return view.cards("part", None, COLOURS.index(move.partition(" ")[2]))


def _worth(counts: Counts, seat: int, cards: list[Face]) -> float:
    """Points swung now, and a little for every card that may swing some later."""
    later = sum(4.0 if card == "*" else 1.0 + float(str(card)) / 10 for card in cards)
    return gain(counts, seat, cards) + later


def _mixed(worth: dict[str, float], chance: Chance) -> str:
    """Draw a move with a chance that grows with the cube of its worth."""
    weights = {move: int(max(0.5, value) ** 3 * 10) + 1 for move, value in worth.items()}
    at = chance.below(sum(weights.values()))
    for move, weight in weights.items():
        at -= weight
        if at < 0:
            return move
    raise AssertionError("the weights cover every number below their sum")


def _split_worth(view: View, counts: Counts, move: str) -> float:
    """My best part, dearer if it is not the best part of the others too."""
    assert view.seat is not None
    row = view.cards("row")
    _, a, b, _ = move.split(" ")
    parts = [row[: int(a)], row[int(a) : int(a) + int(b)], row[int(a) + int(b) :]]
    mine = [_worth(counts, view.seat, part) for part in parts]
    best = mine.index(max(mine))
    rivals = 0
    for seat in range(view.seats):
        theirs = [_worth(counts, seat, part) for part in parts]
        rivals += seat != view.seat and theirs.index(max(theirs)) == best
    return mine[best] / (1 + rivals)
