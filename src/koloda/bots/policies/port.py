"""Port: hit while the place that a bigger sum may win, times the chance to survive, is worth more than the one held."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._triangle import unseen_cards

STEP = 7  # an average card
SURVIVE = 0.75  # how often a rival lives through one more card


def choose(view: View, chance: Chance) -> str:
    """The move with the best expected points of this round, when one stands after it."""
    assert view.seat is not None
    row = [int(str(card)) for card in view.cards("row", view.seat)]
    counts = [unseen_cards(view).count(rank) for rank in range(11)]
    worth = {"fold": _stand(view, sum(row))}
    if "hit" in view.legal:
        worth["hit"] = _draw(view, row, counts, 1)
    if "eight" in view.legal:
        worth["eight"] = _draw(view, [card for card in row if card != 8], counts, 2)
    return max(worth, key=lambda move: worth[move])


def _draw(view: View, row: list[int], counts: list[int], cards: int) -> float:
    """What it is worth to draw ``cards`` cards and then to stand; a pair is worth nothing."""
    if cards == 0:
        return _stand(view, sum(row))
    total = 0.0
    for rank in range(1, 11):
        if counts[rank] and rank not in row:
            left = [n - (r == rank) for r, n in enumerate(counts)]
            total += counts[rank] * _draw(view, [*row, rank], left, cards - 1)
    return total / sum(counts) if total else 0.0


def _stand(view: View, own: int) -> float:
    """The points (in a play-off: the chance) that a sum of ``own`` brings."""
    done = {note.seat: note.n if note.kind == "stands" else 0 for note in view.notes}
    above = [
        _overtakes(view.counter("sum", seat), own) if seat not in done else float(done[seat] > own)
        for seat in range(view.seats)
        if seat != view.seat
    ]
    if view.phase != "playoff":
        return view.seats - sum(above)
    top = 1.0
    for chance in above:
        top *= 1 - chance
    return top


def _overtakes(rival: int, own: int) -> float:
    """How likely a rival who still acts gets above ``own``."""
    if rival > own:
        return 1.0
    return float(SURVIVE ** ((own - rival) // STEP + 1))
