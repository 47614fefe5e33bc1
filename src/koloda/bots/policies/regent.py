"""Regent: look where a pair is likely, give hidden cards away, attack rows that are hard to pair."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._hands import hidden_cards, highest_pair, numbers
from koloda.games._triangle import unseen_cards
from koloda.games.regent import look_chance

LOOK_FROM = 0.55
CHEAP_ATTACK = 1.0
CHEAP_FOLD = 3


def choose(view: View, chance: Chance) -> str:
    """The first of these that fits: a good look, a cheap way out with a pair, a gift, a cheap attack, a draw."""
    assert view.seat is not None
    hand = numbers(view.cards("hand", view.seat))
    cards = hand + numbers(view.cards("row", view.seat))
    looks = [(_look(view, move), move) for move in view.legal if move.startswith("look")]
    if looks and max(looks)[0] > LOOK_FROM:
        return max(looks)[1]
    gifts = [(cards.count(card), card, move) for card, move in _gifts(view)]
    if gifts:
        return max(gifts)[2]
    if hand and highest_pair(cards) > view.counter("price") and view.counter("price") <= CHEAP_FOLD:
        return "fold"
    attacks = [(_attack(view, move), move) for move in view.legal if move.startswith("attack")]
    if attacks and min(attacks)[0] < CHEAP_ATTACK:
        return min(attacks)[1]
    return "draw" if "draw" in view.legal else "fold"


def _target(move: str) -> int:
    return int(move.split(" ")[-1])


def _gifts(view: View) -> list[tuple[int, str]]:
    return [(int(move.split(" ")[1]), move) for move in view.legal if move.startswith("gift")]


def _look(view: View, move: str) -> float:
    other = _target(move)
    return look_chance(numbers(view.cards("row", other)), len(view.cards("hand", other)), hidden_cards(view))


def _attack(view: View, move: str) -> float:
    row = view.cards("row", _target(move))
    unseen = unseen_cards(view)
    return sum(card for card in unseen if card in row) / max(1, len(unseen))
