"""Cribbage: making imagined deals agree with what the play has told about closed cards."""

from __future__ import annotations

from mypy_extensions import i64

from koloda.core.pile import Pile

from .counting import value


def mend(hand: Pile, deck: Pile, floor: i64, room: i64) -> bool:
    """Change cards with the deck until all count more than ``floor`` (the hand passed) and one at most ``room``."""
    for i in range(len(hand)):
        if value(hand.at(i)) <= floor and not change(hand, i, deck, floor, 10):
            return False
    return hand.size() == 0 or value(hand.lowest()) <= room or change(hand, 0, deck, floor, room)


def change(hand: Pile, index: i64, deck: Pile, above: i64, most: i64) -> bool:
    """Put the first card of the deck with ``above`` < value <= ``most`` into the hand; False if there is none."""
    for i in range(len(deck)):
        card = deck.at(i)
        if above < value(card) <= most:
            deck.set(i, hand.at(index))
            hand.set(index, card)
            return True
    return False


def mix(crib: Pile, seen: Pile, deck: Pile) -> None:
    """A seat knows its discards, not which of them are in the crib: the deck, dead and in random order, orders them."""
    cards = crib.cards()
    mixed = sorted(zip(deck.cards()[: len(cards)], cards, seen.cards(), strict=True))
    crib.fill(Pile.of([card for _, card, _ in mixed]))
    seen.fill(Pile.of([mask for _, _, mask in mixed]))
