"""Troll Guts: traps on top of the stack, then every turn the card that is likely to cost least."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._hands import hidden_cards, numbers
from koloda.games._triangle import unseen_cards

TRAP = 1.5  # the top of a stack was chosen to hurt


def choose(view: View, chance: Chance) -> str:
    """The order of the stack, or the cheapest card."""
    if view.phase == "stack":
        return _stack(view)
    assert view.seat is not None
    row = numbers(view.cards("row", view.seat))
    equity = view.counter("pot") / (view.seats - len(view.notes))
    costs: dict[str, float] = {}
    for move in view.legal:
        if move == "draw":
            costs[move] = _cost(row, unseen_cards(view), equity)
        elif move == "buy":
            card = numbers(view.cards("stack", view.seat)[:1])
            costs[move] = 1 + _cost(row, card, equity)
        else:
            costs[move] = TRAP * _cost(row, hidden_cards(view), equity)
    return min(costs, key=lambda move: costs[move])


def _cost(row: list[int], cards: list[int], equity: float) -> float:
    """What one of these cards costs on average: a pair is paid for, and the hope of the pot is lost."""
    return sum(card + equity for card in cards if card in row) / max(1, len(cards))


def _stack(view: View) -> str:
    """First the cards that pair most of the others and not oneself; those that pair the own row lie deepest."""
    assert view.seat is not None
    own = numbers(view.cards("row", view.seat))
    others = [numbers(view.cards("row", seat)) for seat in range(view.seats) if seat != view.seat]
    hand = numbers(view.cards("hand", view.seat))
    hand.sort(key=lambda card: (card in own, -sum(1 for row in others if card in row), card))
    return " ".join(["stack", *[str(card) for card in hand]])
