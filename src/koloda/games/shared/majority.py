"""The majority scoring of Sweep, Kitty and Podfilim: whoever has the most cards of a rank scores that rank."""

from __future__ import annotations


def majorities(counts: list[list[int]]) -> list[list[int]]:
    """The ranks that each seat wins, from ``counts[seat][rank]``; seats that share the most all win, none wins with 0.

    >>> majorities([[0, 1, 0, 2], [0, 0, 0, 2]])
    [[1, 3], [3]]
    """
    won: list[list[int]] = [[] for _ in counts]
    for rank in range(1, len(counts[0])):
        most = max([row[rank] for row in counts])
        if most > 0:
            for seat, row in enumerate(counts):
                if row[rank] == most:
                    won[seat].append(rank)
    return won


def gain(counts: list[list[int]], seat: int, cards: list[int | str | None]) -> int:
    """What these cards would add to the seat's score if it were counted now; jokers go where they gain most."""
    before = sum(majorities(counts)[seat])
    after = [row[:] for row in counts]
    for card in cards:
        if isinstance(card, int):
            after[seat][card] += 1
    for _ in range(cards.count("*")):
        after[seat][best_joker(after, seat)] += 1
    return sum(majorities(after)[seat]) - before


def best_joker(counts: list[list[int]], seat: int) -> int:
    """The seat's own rank on which one more card gains most; 0 if there is none."""
    top = 0
    top_gain = -1
    for rank in range(1, 11):
        if counts[seat][rank]:
            counts[seat][rank] += 1
            worth = 11 * sum(majorities(counts)[seat]) + rank
            counts[seat][rank] -= 1
            if worth > top_gain:
                top, top_gain = rank, worth
    return top
