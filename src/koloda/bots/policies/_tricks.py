"""What the policies of the games of tricks share: how to win a trick cheaply and how to lose one dearly."""

from __future__ import annotations

from koloda.core.view import View
from koloda.games._tricks import CARDS, JOKER, best_card, strength, trick_of, trump_of


def hand_of(view: View, joker: int = JOKER) -> list[int]:
    """The cards of the view's seat, a joker as the card that it stands for."""
    cards = [CARDS[str(card)] for card in view.cards("hand", view.seat)]
    return [joker if card == JOKER else card for card in cards]


def choose_card(view: View, want: bool, hidden: list[int], ranked: bool = False, joker: int = JOKER) -> str:
    """The card to play for someone who wants the trick, or who does not; ``hidden`` are the cards of the others."""
    trump = trump_of(view)
    options = [(CARDS[move[5:]], move) for move in view.legal]
    cards = [(joker if card == JOKER else card, move) for card, move in options]
    trick = [joker if card == JOKER else card for card in trick_of(view)]
    if not trick:
        return _lead(cards, want, hidden, trump, ranked)
    led = trick[0] & 3
    top = strength(trick[best_card(trick, trump, ranked)], led, trump, ranked)
    last = len(trick) == view.seats - 1
    winning = sorted(
        (strength(card, led, trump, ranked), move) for card, move in cards if strength(card, led, trump, ranked) > top
    )
    losing = sorted(
        (_worth(card, trump, ranked), move) for card, move in cards if strength(card, led, trump, ranked) <= top
    )
    if want:
        return winning[0 if last else -1][1] if winning else losing[0][1]
    if losing:
        return losing[-1][1]
    return winning[-1 if last else 0][1]


def _worth(card: int, trump: int, ranked: bool) -> tuple[int, int]:
    """The order in which cards are worth keeping."""
    return int(strength(card, card & 3, trump, ranked)), card


def beaters(card: int, hidden: list[int], trump: int, ranked: bool) -> int:
    """How many of the hidden cards would beat this one if it were led (a trump or a higher suit may have to follow)."""
    own = strength(card, card & 3, trump, ranked)
    same = sum(1 for other in hidden if other & 3 == card & 3 and other > card)
    above = sum(1 for other in hidden if other & 3 != card & 3 and strength(other, card & 3, trump, ranked) > own)
    return 4 * same + above


def _lead(cards: list[tuple[int, str]], want: bool, hidden: list[int], trump: int, ranked: bool) -> str:
    rated = [(beaters(card, hidden, trump, ranked), _worth(card, trump, ranked), move) for card, move in cards]
    return min(rated)[2] if want else max(rated)[2]
