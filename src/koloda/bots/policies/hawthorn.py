"""Hawthorn: weigh the price of a fold against what the next card costs on average and a share of the pot."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._hands import numbers
from koloda.games._triangle import unseen_cards


def choose(view: View, chance: Chance) -> str:
    """A low first card, then stay while staying is worth more than the price of leaving."""
    assert view.seat is not None
    row = numbers(view.cards("row", view.seat))
    hand = numbers(view.cards("hand", view.seat))
    unseen = unseen_cards(view)
    if not row:
        return f"play {min(hand, key=lambda card: (risk([card], unseen), -card))}"
    price = view.counter("price")
    share = view.counter("pot") / sum(1 for seat in range(view.seats) if view.cards("row", seat))
    if "hit" in view.legal:
        return "fold" if risk(row, unseen) > price + share else "hit"
    safe = [card for card in hand if card not in row]
    if not safe or view.legal == ("fold",):
        return "fold"
    card = min(safe, key=lambda card: risk([card], unseen))
    return "fold" if risk([*row, card], unseen) > price + share else f"play {card}"


def risk(row: list[int], unseen: list[int]) -> float:
    """What the next card of the deck costs on average."""
    return sum(card for card in unseen if card in row) / max(1, len(unseen))
