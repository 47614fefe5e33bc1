"""Blackstone: weigh the price of folding against the risk of a take and the chance that it breaks somebody else."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games.blackstone import fold_price, risk, takes, tens_left

MOST = 12  # bigger takes are never better


def choose(view: View, chance: Chance) -> str:
    """The move that costs least, or brings most, on average until one's next turn."""
    worth = {"fold": float(-fold_price(view.counter("white")))}
    for number in takes(view)[:MOST]:
        worth[f"take {number}"] = _take(view, number)
    return max(worth, key=lambda move: worth[move])


def _take(view: View, number: int) -> float:
    """Lose with the risk of this take; else hope that a rival, who must take as many, loses before the turn is back."""
    assert view.seat is not None
    deck = len(view.cards("deck"))
    tens = tens_left(view)
    white = view.counter("white") + number * (deck - tens) / deck
    lose = risk(deck, tens, len(view.cards("row", view.seat)), number)
    out = {note.seat for note in view.notes}
    rivals = [seat for seat in range(view.seats) if seat != view.seat and seat not in out]
    quiet = 1.0
    for seat in rivals:
        quiet *= 1 - risk(deck, tens, len(view.cards("row", seat)), min(number, deck))
    share = (view.counter("pot") + white) / len(rivals)
    return (1 - lose) * ((1 - quiet) * share - quiet * white / 2) - lose * white
