"""Twenty-One: what cards count, and the exact odds of the next one from a seat's own view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import FRENCH
from koloda.core.pile import Pile

if TYPE_CHECKING:
    from koloda.core.view import View

GOAL_POINTS: Final = 21
ACE_RANK: Final = 12
POINTS_BY_RANK: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 2, 3, 4)  # without the ace, whose points are an option
MAX_CARD_POINTS: Final = 11


def worth(card: i64, ace: i64) -> i64:
    """What a card counts."""
    rank = card >> 2
    return ace if rank == ACE_RANK else POINTS_BY_RANK[rank]


def least(counts: list[int], n: i64) -> i64:
    """What the lowest ``n`` cards count together, when there are ``counts[worth]`` cards of each worth."""
    total: i64 = 0
    for value, count in enumerate(counts):
        taken: i64 = min(n, count)
        total += taken * value
        n -= taken
    return total


def total_of(hand: Pile, ace: i64, two_aces: bool) -> i64:
    """What the cards count."""
    total: i64 = 0
    aces = 0
    for i in range(len(hand)):
        card = hand.at(i)
        if card >> 2 == ACE_RANK:
            aces += 1
        total += worth(card, ace)
    return GOAL_POINTS if two_aces and aces == 2 and len(hand) == 2 else total


def next_cards(view: View) -> list[int]:
    """The cards among which the next one is: all that the view does not show, or all used ones if the deck is out."""
    if not view.cards("deck"):
        return [FRENCH.card(face) for face in [*view.cards("used"), *view.cards("exposed")]]
    shown = {FRENCH.card(face) for zone in view.zones for face in zone.cards if face is not None}
    return [card for card in range(52 - view.number("deck"), 52) if card not in shown]


def own_total(view: View, *more: int) -> int:
    """What the seat's own open cards count, with ``more`` cards."""
    held = [FRENCH.card(face) for face in view.cards("hand", view.seat) if face is not None]
    return total_of(Pile.of([*held, *more]), view.number("ace"), bool(view.options["two_aces"]))


def next_totals(view: View) -> dict[int, int]:
    """How many of the cards that can come next make each total."""
    odds: dict[int, int] = {}
    for card in next_cards(view):
        total = own_total(view, card)
        odds[total] = odds.get(total, 0) + 1
    return odds


def bets(bank: int) -> list[str]:
    """Every bet that a bank allows."""
    return [f"bet {coins}" for coins in range(1, bank + 1)]
