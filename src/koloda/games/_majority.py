"""The majority scoring of Sweep, Kitten and Podfilim: for each rank the most cards of it score that rank."""

from __future__ import annotations


def majorities(counts: list[list[int]]) -> list[list[int]]:
    """The ranks that each seat wins; ``counts[seat][rank]`` cards. All who share the most win the rank; nobody wins with none.

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
