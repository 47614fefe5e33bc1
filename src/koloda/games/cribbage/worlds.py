"""Cribbage: making imagined deals agree with what the play has revealed about closed cards."""

from __future__ import annotations

from mypy_extensions import i64

from koloda.core.pile import Pile

from .counting import value


def repair_hand(hand: Pile, deck: Pile, floor: i64, room: i64) -> bool:
    """Swap cards with the deck until all count more than ``floor`` (the hand passed) and one at most ``room``."""
    for i in range(len(hand)):
        if value(hand.at(i)) <= floor and not swap_with_deck(hand, i, deck, floor, 10):
            return False
    return hand.size() == 0 or value(hand.lowest()) <= room or swap_with_deck(hand, 0, deck, floor, room)


def swap_with_deck(hand: Pile, index: i64, deck: Pile, above: i64, most: i64) -> bool:
    """Put the first card of the deck with ``above`` < value <= ``most`` into the hand; False if there is none."""
    for i in range(len(deck)):
        card = deck.at(i)
        if above < value(card) <= most:
            deck.set(i, hand.at(index))
            hand.set(index, card)
            return True
    return False


def shuffle_discards(crib: Pile, seen: Pile, deck: Pile) -> None:
    """Reorder the discards by the unused, random deck: a seat does not know which of its own are in the crib."""
    cards = crib.cards()
    mixed = sorted(zip(deck.cards()[: len(cards)], cards, seen.cards(), strict=True))
    crib.fill(Pile.of([card for _, card, _ in mixed]))
    seen.fill(Pile.of([mask for _, _, mask in mixed]))
