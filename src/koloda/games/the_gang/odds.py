"""How strong a hand is among all that could be held against it. The loops are compiled with the rules."""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

from mypy_extensions import i64

from koloda.core.cards import RANKS
from koloda.core.chance import Fast
from koloda.games.shared.poker import CATEGORIES, TIE_BITS, card_bit, hand_of, rank_of, strength

BOARD_CARDS: Final = 5
TIES_MASK: Final = (1 << TIE_BITS) - 1  # set in a strength, it wins every tie


class Asker(NamedTuple):
    """What a seat knows when it asks how strong it is.

    ``size`` is how many cards the other pockets have. ``edge`` is TIES_MASK if the seat beats every hand of the same
    combination.
    """

    pocket: tuple[int, ...]
    board: tuple[int, ...]
    unseen: tuple[int, ...]
    size: int
    edge: int


def beaten_share(asker: Asker, samples: int) -> float:
    """The share of other pockets that the own one beats, ties counting half.

    Exact at the river; before it ``samples`` deals of what is missing, the same ones for the same cards.
    """
    return river_share(asker) if len(asker.board) == BOARD_CARDS else sampled_share(asker, samples)


def river_share(asker: Asker) -> float:
    """The exact share: any two (or three) of the unseen cards are somebody's pocket."""
    table = hand_of(list(asker.board))
    edge: i64 = asker.edge
    own = strength(hand_of(list(asker.pocket)) | table) | edge
    points = 0
    deals = 0
    for cards in combinations(asker.unseen, asker.size - 1):
        rest = table | hand_of(list(cards))
        for card in asker.unseen[asker.unseen.index(cards[-1]) + 1 :]:
            points += compared(own, strength(rest | card_bit(card)))
            deals += 2
    return points / deals


def sampled_share(asker: Asker, samples: int) -> float:
    """The share over random deals of the missing community cards and of another pocket."""
    own = hand_of(list(asker.pocket))
    board = hand_of(list(asker.board))
    edge: i64 = asker.edge
    seed: int = own ^ board
    chance = Fast(seed)
    points = 0
    for _ in range(samples):
        table = board | drawn(chance, asker.unseen, BOARD_CARDS - len(asker.board), 0)
        other = drawn(chance, asker.unseen, asker.size, table)
        points += compared(strength(own | table) | edge, strength(other | table))
    return points / (2 * samples)


def drawn(chance: Fast, unseen: tuple[int, ...], n: i64, taken: i64) -> i64:
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


def guess_chances(pockets: list[list[int]], board: list[int], floor: int) -> dict[str, float]:
    """For each rank and combination how likely the last pocket has it, if its hand is not below ``floor``."""
    table = hand_of(board)
    hands = 0
    ranks = [0] * len(RANKS)
    categories = [0] * len(CATEGORIES)
    for pocket in pockets:
        key = strength(table | hand_of(pocket))
        if key >= floor:
            hands += 1
            categories[key >> TIE_BITS] += 1
            for rank in {rank_of(card) for card in pocket}:
                ranks[rank] += 1
    counted = list(zip(RANKS, ranks, strict=True)) + list(zip(CATEGORIES, categories, strict=True))
    return {name: count / max(1, hands) for name, count in counted}
