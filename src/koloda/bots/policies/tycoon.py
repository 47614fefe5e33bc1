"""Tycoon: dump the low sets, keep the high ones as re-entries, finish with an unbeatable play and the last set."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games._tycoon import JOKERS, cards_out, rank_of, unbeatable

HIGH = 11  # aces, twos and jokers


def choose(view: View, chance: Chance) -> str:
    """A finishing play if there is one, else by the phase."""
    assert view.seat is not None
    hand = [rank_of(card) for card in view.cards("hand", view.seat)]
    if view.phase == "give":
        return min(view.legal, key=lambda move: _give_price(hand, move))
    plays = [move for move in view.legal if move != "pass"]
    for move in plays:
        if len(move.split(" ")) - 1 == len(hand):
            return move
    return _lead(view, hand, plays) if view.phase == "lead" else _answer(view, hand, plays)


def _give_price(hand: list[int], move: str) -> list[int]:
    """Low cards go first; of the lowest ones those that stand alone."""
    ranks = [rank_of(word) for word in move.split(" ")[1:]]
    return [sum(rank + (2 if hand.count(rank) > ranks.count(rank) else 0) for rank in ranks), *ranks]


def _whole(hand: list[int], move: str) -> bool:
    """Whether a play takes all cards of its rank and no joker as a stand-in."""
    ranks = [rank_of(word) for word in move.split(" ")[1:]]
    return ranks.count(ranks[0]) == len(ranks) == hand.count(ranks[0])


def _lead(view: View, hand: list[int], plays: list[str]) -> str:
    """All cards of the lowest rank, but an unbeatable set first if only one other set is left after it."""
    whole = [move for move in plays if _whole(hand, move)] or plays
    if len(set(hand)) == 2:
        others = cards_out(view)
        sure = [move for move in whole if unbeatable(view, others, move)]
        if sure:
            return sure[0]
    next_sizes = [len(view.cards("hand", seat)) for seat in range(view.seats) if seat != view.seat]
    if 1 in next_sizes:  # against a player with one card lead anything but a low single
        return max(whole, key=lambda move: (len(move.split(" ")) > 2, rank_of(move.split(" ")[1])))
    return min(whole, key=lambda move: rank_of(move.split(" ")[1]))


def _answer(view: View, hand: list[int], plays: list[str]) -> str:
    """The lowest whole set that beats; high cards and broken sets only when somebody is about to go out."""
    if not plays:
        return "pass"
    hurry = min(len(view.cards("hand", seat)) or 99 for seat in range(view.seats) if seat != view.seat) <= 2
    whole = [move for move in plays if _whole(hand, move)]
    low = [move for move in whole if rank_of(move.split(" ")[1]) < HIGH]
    others = cards_out(view)
    sure = [move for move in whole if unbeatable(view, others, move)]
    for group in (
        low,
        sure if len(set(hand)) <= 3 else [],
        whole if hurry or len(hand) <= 4 else [],
        plays if hurry else [],
    ):
        if group:
            return min(group, key=lambda move: (move.count("Jk"), rank_of(move.split(" ")[1])))
    if "pass" in view.legal:
        return "pass"
    return min(
        plays, key=lambda move: (rank_of(move.split(" ")[1]) == JOKERS, move.count("Jk"), rank_of(move.split(" ")[1]))
    )
