"""The majority scoring of Sweep, Kitty and Podfilim: whoever has the most cards of a rank scores that rank."""

from __future__ import annotations

from typing import Final

from koloda.core.game import HelpCard, HelpRow
from koloda.core.text import Text

MAJORITY_HELP: Final = HelpCard(
    Text("Кто что получает в конце", "Who gets what at the end"),
    (
        HelpRow(
            Text("Больше всех", "The most"),
            (8, 8, 8),
            "8",
            Text(
                "у вас три восьмёрки, у каждого из остальных меньше: вы получаете 8 очков. Лишние карты ничего не "
                "добавляют.",
                "you have three 8s, each of the others has fewer: you score 8. Cards to spare add nothing.",
            ),
        ),
        HelpRow(
            Text("Поровну", "Level"),
            (10, 10),
            "10",
            Text(
                "у вас и ещё у кого-то по две десятки, у остальных меньше: по 10 очков получает каждый из вас, "
                "целиком.",
                "you and another have two 10s each, all others fewer: each of you scores the whole 10.",
            ),
        ),
        HelpRow(
            Text("Меньше", "Fewer"),
            (9,),
            "0",
            Text(
                "у вас одна девятка, у другого две: за девятки вы не получаете ничего.",
                "you have one 9, another has two: the 9s bring you nothing.",
            ),
        ),
        HelpRow(
            Text("Ни у кого", "Nobody"),
            (1,),
            "0",
            Text("единицы нет ни у кого: очко не достаётся никому.", "nobody has the 1: nobody scores it."),
        ),
    ),
)


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
