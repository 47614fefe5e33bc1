"""Goblin Poker: sacrifice what pairs the others and not oneself; leave while that costs less than the danger."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._hands import hidden_cards, numbers


def choose(view: View, chance: Chance) -> str:
    """A low first card; later the worst card for the others, or a fold that is cheaper than the danger."""
    assert view.seat is not None
    row = numbers(view.cards("row", view.seat))
    hand = numbers(view.cards("hand", view.seat))
    if not row:
        return f"play {min(hand)}"
    others = [numbers(view.cards("row", seat)) for seat in range(view.seats) if seat != view.seat]
    card = max(hand, key=lambda card: (harm(card, others) - 2 * harm(card, [row]), card))
    left = 1 + sum(1 for stack in others if stack)
    hidden = hidden_cards(view)
    danger = sum(card for card in hidden if card in row) / len(hidden) + harm(card, [row]) / left
    stay = view.counter("pot") / left - danger * (6 - view.counter("circle"))
    return "fold" if stay < -view.counter("price") else f"sacrifice {card}"


def harm(card: int, stacks: list[list[int]]) -> int:
    """What a card would cost these stacks together."""
    return sum(card for stack in stacks if card in stack)
