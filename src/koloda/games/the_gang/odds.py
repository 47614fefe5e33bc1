"""How strong a hand is among all that could be held against it; the loops are compiled with the rules."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from mypy_extensions import i64

from koloda.core.cards import RANKS
from koloda.core.chance import Fast

from .._poker import CATEGORIES, TIE_BITS, card_bit, hand_of, rank_of, strength

BOARD: Final = 5


def beaten_share(pocket: list[int], board: list[int], unseen: list[int], size: int, samples: int) -> float:
    """The share of other pockets of ``size`` cards that a pocket beats, ties counting half.

    Exact for pairs at the river; else ``samples`` deals of what is missing, the same ones for the same cards.
    """
    if len(board) == BOARD and size == 2:
        return river_share(pocket, board, unseen)
    return sampled_share(pocket, board, unseen, size, samples)


def river_share(pocket: list[int], board: list[int], unseen: list[int]) -> float:
    """The exact share: every two of the unseen cards are somebody's pocket."""
    table = hand_of(board)
    own = strength(hand_of(pocket) | table)
    points = 0
    deals = 0
    for i, card in enumerate(unseen):
        half = table | card_bit(card)
        for other in unseen[i + 1 :]:
            points += compared(own, strength(half | card_bit(other)))
            deals += 2
    return points / deals


def sampled_share(pocket: list[int], board: list[int], unseen: list[int], size: int, samples: int) -> float:
    """The share over random deals of the missing community cards and of another pocket."""
    seed: int = hand_of(pocket) ^ hand_of(board)
    chance = Fast(seed)
    own = hand_of(pocket)
    points = 0
    for _ in range(samples):
        table = hand_of(board) | drawn(chance, unseen, BOARD - len(board), 0)
        other = drawn(chance, unseen, size, table)
        points += compared(strength(own | table), strength(other | table))
    return points / (2 * samples)


def drawn(chance: Fast, unseen: list[int], n: i64, taken: i64) -> i64:
    """A hand of ``n`` of the unseen cards, none of which is in ``taken``."""
    hand: i64 = 0
    while n > 0:
        bit = card_bit(unseen[chance.below(len(unseen))])
        if (hand | taken) & bit == 0:
            hand |= bit
            n -= 1
    return hand


def compared(own: i64, other: i64) -> int:
    """2 for a win, 1 for a tie, 0 for a loss."""
    if own > other:
        return 2
    return 1 if own == other else 0


def guess_chances(known: list[int], board: list[int], unseen: list[int], hidden: int, floor: int) -> dict[str, float]:
    """For each rank and combination how likely the last pocket has it, if its hand is not below ``floor``."""
    table = hand_of(board) | hand_of(known)
    hands = 0
    ranks = [0] * len(RANKS)
    categories = [0] * len(CATEGORIES)
    for cards in combinations(unseen, hidden):
        key = strength(table | hand_of(list(cards)))
        if key >= floor:
            hands += 1
            categories[key >> TIE_BITS] += 1
            for rank in {rank_of(card) for card in (*known, *cards)}:
                ranks[rank] += 1
    counted = list(zip(RANKS, ranks, strict=True)) + list(zip(CATEGORIES, categories, strict=True))
    return {name: count / max(1, hands) for name, count in counted}
