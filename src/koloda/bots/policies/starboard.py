"""Starboard: pay for a card when surviving it is worth more than the share that a fold brings now."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._triangle import unseen_cards

PAYS = 0.5  # how often a rival who still acts pays for a card


def choose(view: View, chance: Chance) -> str:
    """Hit or fold, whichever brings more chips on average."""
    if "hit" not in view.legal:
        return "fold"
    common = view.cards("common")
    folded = [note.n for note in view.notes if note.kind == "folded"]
    gone = sum(1 for note in view.notes if note.kind == "is-out")
    acting = view.seats - 1 - gone - len(folded)
    unseen = unseen_cards(view)
    survive = sum(1 for card in unseen if card not in common) / len(unseen)
    pot = view.counter("pot")
    unbeaten = (1 - PAYS * survive) ** acting
    fold = unbeaten * pot / (1 + folded.count(len(common)) + acting * (1 - PAYS))
    hit = survive * (pot + 1) / (1 + acting * PAYS) - 1
    return "hit" if hit > fold else "fold"
