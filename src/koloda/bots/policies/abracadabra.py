"""Abracadabra: bid a little more than the hand is worth, take tricks, and only dodge them where they harm."""

from __future__ import annotations

from koloda.core.cards import FRENCH
from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._tricks import CARDS, NO_TRUMP, trump_of, unseen

from ._tricks import choose_card, hand_of

HONOURS = {12: 0.9, 11: 0.6, 10: 0.25}


def choose(view: View, chance: Chance) -> str:
    """One step of any phase."""
    if view.phase == "play":
        turnup = CARDS[str(view.cards("turnup")[0])]
        return choose_card(view, _wants(view), unseen(view, FRENCH.pack), joker=turnup)
    if view.phase == "bid":
        return f"bid {_bid(view)}"
    return "show" if view.phase == "show" else "abracadabra"


def _bid(view: View) -> int:
    """Sure tricks and one more: a number that others will hardly reach."""
    trump = trump_of(view)
    hand = hand_of(view, CARDS[str(view.cards("turnup")[0])])
    trumps = [card for card in hand if card & 3 == trump]
    tricks = sum(HONOURS.get(card >> 2, 0.0) for card in hand)
    if trump == NO_TRUMP:
        tricks *= 1.2
    return max(1, min(13, round(tricks + 0.55 * max(0, len(trumps) - 2) + 1)))


def _wants(view: View) -> bool:
    """Tricks are points, except where they break the declared number."""
    tricks = view.counter("tricks", view.seat)
    declared = view.counter("declared")
    if declared == 0:
        return tricks > 0
    if view.options["count"] == "exact":
        return tricks != declared
    return True
