"""Twenty-One: draw while the next card is safer than the total, bet on a good first card."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._twenty_one import GOAL, next_totals, own_total

GOOD_START = 10
BANKER_STANDS = 17
BLIND_STANDS = 15
SAFE = 0.5


def choose(view: View, chance: Chance) -> str:
    """The best move one step ahead."""
    if view.phase == "bet":
        return _bet(view)
    if "show" in view.legal:
        return "show"
    return _banker(view) if view.phase == "banker" else _player(view)


def _bet(view: View) -> str:
    """Ties lose, so only a ten or an ace of eleven is worth much of the bank."""
    coins = view.counter("bank") // 2 if own_total(view) >= GOOD_START else 1
    return f"bet {max(1, coins)}"


def _risk(view: View) -> float:
    odds = next_totals(view)
    return sum(n for total, n in odds.items() if total > GOAL) / sum(odds.values())


def _player(view: View) -> str:
    return "hit" if _risk(view) < SAFE else "stand"


def _banker(view: View) -> str:
    """He wins ties; a player with a blind card among many may be over already."""
    many = max(len(view.cards("hand", seat)) for seat in range(view.seats) if seat != view.seat) > 3
    enough = BLIND_STANDS if many else BANKER_STANDS
    return "stand" if own_total(view) >= enough else "hit"
