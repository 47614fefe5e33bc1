"""Venture: imagine the others' bids and bid what turns out best on average; in the draft keep the ends of the scale."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._hands import numbers
from koloda.games.venture import captures, in_other_hands, score, set_possible

GUESSES = 24
RIVALS = 0.5  # how much the loot of the others counts
FULL = 3  # how slowly a growing set gains in worth
USUAL = (0.0, 1.7, 1.5, 1.4, 1.2, 1.1, 1.1, 1.1, 1.1, 1.1, 0.3)  # what a bid of each rank captures on average
KEPT = (0, 9, 8, 6, 4, 2, 1, 1, 2, 4, 6)  # low cards and tens give control, middle ones capture too much


def choose(view: View, chance: Chance) -> str:
    """The best kept cards, or the bid with the best average outcome."""
    if view.phase == "draft":
        return max(view.legal, key=_kept)
    assert view.seat is not None
    pool = in_other_hands(view)
    worth = {move: GUESSES * USUAL[int(move[4:])] for move in view.legal}
    for _ in range(GUESSES):
        others = _guess(pool, view.seats - 1, chance)
        for move in view.legal:
            worth[move] += _outcome(view, int(move[4:]), others)
    return max(view.legal, key=lambda move: worth[move])


def _kept(move: str) -> int:
    return sum(KEPT[int(card)] for card in move[5:].split(" "))


def _guess(pool: list[int], n: int, chance: Chance) -> list[int]:
    left = pool[:]
    return [left.pop(chance.below(len(left))) for _ in range(n)]


def _outcome(view: View, card: int, others: list[int]) -> float:
    """What a round changes for the own pile, less what it changes for the others on average."""
    seats = [seat for seat in range(view.seats) if seat != view.seat] + [view.seat or 0]
    bids = [*others, card]
    table = numbers(view.cards("stock")) + bids
    before = [numbers(view.cards("captured", seat)) for seat in seats]
    after = [cards[:] for cards in before]
    for index, taken in captures(bids, table):
        after[index] += taken
        table = [c for c in table if c not in taken]
    last = len(view.cards("hand", view.seat)) == 1
    change = [_worth(after, i, table, last) - _worth(before, i, table, last) for i in range(view.seats)]
    return change[-1] - RIVALS * sum(change[:-1]) / len(others)


def _worth(captured: list[list[int]], index: int, table: list[int], last: bool) -> float:
    """A pile in points: at the end the score itself, before it a set counts the more the fuller it is."""
    own = captured[index]
    if last:
        return score(own, table)
    total = 0.0
    for rank in set(own):
        k = own.count(rank)
        total -= k
        if set_possible(rank, index, captured):
            total += (rank + k) * (k / rank) ** FULL
    return total
