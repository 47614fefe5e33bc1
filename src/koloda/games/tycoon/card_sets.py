"""Tycoon's cards and its sets of equal ranks. Suits never matter, so a set is a rank and a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from koloda.core.cards import SUITS, Deck
from koloda.core.pile import Pile

if TYPE_CHECKING:
    from koloda.core.view import View

RANKS: Final = ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "Jk"]
RANK_NAMES: Final = ["10" if rank == "T" else rank for rank in RANKS]  # as people read them
JOKER_RANK: Final = 13
VALUES: list[int | str] = [rank + suit for rank in RANKS[:13] for suit in SUITS]
TYCOON_DECK: Final = Deck("tycoon", [*VALUES, "Jk", "Jk1", "Jk2"], list(range(52)))
PACK_BY_JOKERS: Final = [[*range(52)], [*range(52), 52], [*range(52), 53, 54]]
MAX_CARDS_OF_A_RANK: Final = 12
MAX_JOKERS: Final = 6


def play_texts(rank: str, jokers: int) -> list[list[str]]:
    """The texts of plays of a rank, by the number of its cards and of jokers that complete it."""
    numbers = range(MAX_CARDS_OF_A_RANK + 1)
    return [[" ".join(["play", *[rank] * n, *["Jk"] * j]) for j in range(jokers + 1)] for n in numbers]


PLAYS: Final = [play_texts(rank, MAX_JOKERS) for rank in RANKS]


def count_ranks(hand: Pile) -> list[int]:
    """How many cards of each rank there are."""
    counts = [0] * (JOKER_RANK + 1)
    for card in hand.cards():
        counts[min(card >> 2, JOKER_RANK)] += 1
    return counts


def lowest_rank(counts: list[int]) -> int:
    """The lowest rank that there is."""
    rank = 0
    while counts[rank] == 0:
        rank += 1
    return rank


def lowest_of(hand: Pile, rank: int) -> int:
    """The card of a rank with the lowest suit."""
    return min([card for card in hand.cards() if min(card >> 2, JOKER_RANK) == rank])


def leads(counts: list[int], jokers: int) -> list[str]:
    """Any number of cards of one rank, completed by up to this many wild jokers."""
    moves: list[str] = []
    for rank, count in enumerate(counts):
        for n in range(1, count + 1):
            moves += PLAYS[rank][n][: 1 if rank == JOKER_RANK else jokers + 1]
    return moves


def answers(counts: list[int], jokers: int, top: int, size: int) -> list[str]:
    """Exactly ``size`` cards of one rank above ``top``; wild jokers may complete them."""
    moves: list[str] = []
    for rank in range(top + 1, JOKER_RANK + 1):
        for j in range(0 if rank == JOKER_RANK else min(jokers, size - 1), -1, -1):
            if counts[rank] >= size - j:
                moves.append(PLAYS[rank][size - j][j])
    return moves


def gives(counts: list[int], size: int) -> list[str]:
    """Any one or two of one's cards, by rank."""
    ranks = [rank for rank, count in enumerate(counts) if count]
    if size == 1:
        return [f"give {RANKS[rank]}" for rank in ranks]
    return [
        f"give {RANKS[low]} {RANKS[high]}"
        for low in ranks
        for high in ranks
        if low < high or (low == high and counts[low] > 1)
    ]


def cards_out(view: View) -> list[int]:
    """How many cards of each rank the other players hold, by what ``view`` shows."""
    decks, jokers = view.number("decks"), view.number("jokers")
    out = [4 * decks] * JOKER_RANK + [jokers * decks]
    for zone in view.zones:
        if zone.name != "hand" or zone.owner == view.seat:
            for card in zone.cards:
                out[rank_of(card)] -= 1
    return out


def rank_of(card: int | str | None) -> int:
    """The rank of a card or of the word of a move."""
    text = str(card)
    return JOKER_RANK if text.startswith("Jk") else RANKS.index(text[0])


def unbeatable(view: View, others: list[int], move: str) -> bool:
    """Whether no other player can hold a higher set of that size."""
    words = move.split(" ")[1:]
    jokers = others[JOKER_RANK] if view.options["joker_wild"] else 0
    if max([len(view.cards("hand", seat)) for seat in range(view.seats) if seat != view.seat]) < len(words):
        return True
    higher = range(rank_of(words[0]) + 1, JOKER_RANK)
    sets = [others[rank] + jokers for rank in higher if others[rank]] + [others[JOKER_RANK]]
    return rank_of(words[0]) == JOKER_RANK or max(sets) < len(words)
