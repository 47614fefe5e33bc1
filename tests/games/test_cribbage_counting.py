"""Cribbage: what hands, cribs and cards in the play are worth."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb

import pytest

from koloda.core import game as core_game
from koloda.core.chance import Fast
from koloda.core.errors import BadOption, BadRecord
from koloda.core.pile import Pile
from koloda.games.cribbage.counting import (
    ACE_LOW,
    count_all_shows,
    count_shows,
    explain_show,
    peg_points,
    peg_reasons,
    rank_points,
    show_points,
    value,
)
from koloda.games.cribbage.hints import CRIB_HUNDREDTHS_BY_RANK, CRIB_HUNDREDTHS_BY_RANKS, mean_crib

COMPILED = not core_game.__file__.endswith(".py")
KNOWN = {0: 1_009_008, 19: 0, 25: 0, 26: 0, 27: 0, 28: 76, 29: 4}
EXAMPLES = [
    pytest.param("5c 5d 5h Js", "5s", False, 25, 29, id="c1"),
    pytest.param("4h 5h 6s Qh", "5d", False, 19, 16, id="c2"),
    pytest.param("2c 4c 6c 8c", "Kc", False, 4, 5, id="c3"),
    pytest.param("2c 4c 6c 8c", "Kc", True, 5, 5, id="c4"),
    pytest.param("2c 4c 6c 8c", "Kd", True, 0, 0, id="c5"),
    pytest.param("Ac 2s Qd Kh", "9d", False, 0, 0, id="c6"),
    pytest.param("7c 7d 8h 8s", "9d", False, 24, 24, id="c7"),
    pytest.param("Jd 3s 4s 5s", "9d", False, 9, 6, id="c8"),
]


def cards(text: str) -> list[int]:
    return [ACE_LOW.card(word) for word in text.split()]


# The show


@pytest.mark.parametrize(("hand", "starter", "crib", "book", "standard"), EXAMPLES)
def test_counting_examples(hand: str, starter: str, crib: bool, book: int, standard: int) -> None:
    for rules, points in (("book", book), ("standard", standard)):
        assert show_points(hand.split(), starter, crib=crib, rules=rules) == points
        assert sum(part.points for part in explain_show(hand.split(), starter, crib=crib, rules=rules)) == points


def test_the_explanation_names_every_part() -> None:
    parts = explain_show(["4h", "5h", "6s", "Qh"], "5d", rules="book")
    assert [(part.kind, " ".join(part.cards), part.points) for part in parts] == [
        ("fifteen", "5d Qh", 2),
        ("fifteen", "5h Qh", 2),
        ("fifteen", "4h 5d 6s", 2),
        ("fifteen", "4h 5h 6s", 2),
        ("pair", "5d 5h", 2),
        ("run", "4h 5h 6s", 3),
        ("run", "4h 5d 6s", 3),
        ("flush", "4h 5h Qh", 3),
    ]
    assert explain_show(["5c", "5d", "5h", "Js"], "5s")[-2:] == [
        ("double-pair-royal", ("5c", "5d", "5h", "5s"), 12),
        ("nobs", ("Js",), 1),
    ]
    assert [part.points for part in explain_show(["2c", "3d", "4h", "5s"], "6c") if part.kind == "run"] == [5]


def test_counted_fast_is_counted_in_words() -> None:
    chance = Fast(7)
    deck = Pile.of(range(52))
    for number in range(1500):
        chance.shuffle(deck, ACE_LOW)
        faces = [ACE_LOW.face(deck.at(i)) for i in range(5)]
        if number % 3 == 0:  # flushes are rare: make some
            faces = [face[0] + "s" for face in faces]
        if len(set(faces)) == 5:
            for crib in (False, True):
                for rules in ("book", "standard"):
                    parts = explain_show(faces[:4], faces[4], crib=crib, rules=rules)
                    assert show_points(faces[:4], faces[4], crib=crib, rules=rules) == sum(p.points for p in parts)


def test_r1_r8_r9_flush_and_nobs() -> None:
    assert show_points(["2c", "4c", "6c", "8c"], "Kd") == 4
    assert show_points(["2c", "4c", "6c", "8d"], "Kc") == 0  # three own clubs and the starter are no flush
    assert show_points(["2c", "4c", "6c", "8d"], "Kc", rules="book") == 3
    assert show_points(["2c", "4c", "6c", "8d"], "Kc", rules="book", crib=True) == 0
    assert show_points(["2c", "4c", "6d", "8d"], "Kc", rules="book") == 0
    assert show_points(["2c", "4d", "6h", "8s"], "Jc") == 0  # R9
    assert show_points(["2c", "4d", "6h", "Jc"], "Kc") == 1


def test_r7_the_fourth_card_of_a_rank() -> None:
    assert show_points(["9c", "9d", "9h", "9s"], "2c") == 12
    assert show_points(["9c", "9d", "9h", "9s"], "2c", rules="book") == 8


def test_wrong_cards_cannot_be_shown() -> None:
    for hand, starter in ((["5c", "5d", "5h"], "5s"), (["5c", "5d", "5h", "Js"], "5c"), (["5c"] * 4, "5s")):
        with pytest.raises(BadRecord):
            show_points(hand, starter)
    with pytest.raises(BadRecord):
        explain_show(["5c", "5d", "5h", "1s"], "5s")
    with pytest.raises(BadOption):
        show_points(["5c", "5d", "5h", "Js"], "5s", rules="modern")


def count_by_ranks() -> Counter[int]:
    """All hands and starters: ranks are counted by the rules, flushes and nobs by the number of ways to choose suits.

    The starter is a club, times four; one flush of clubs and three of other suits can go with four different ranks.
    """
    found: Counter[int] = Counter()
    for starter in range(13):
        for ranks in combinations_with_replacement(range(13), 4):
            same = Counter(ranks)
            total = 4
            for rank, n in same.items():
                total *= comb(3 if rank == starter else 4, n)
            jacks = total * same[10] // 4 if starter != 10 else 0  # ways with the jack of clubs
            four = 12 if len(same) == 4 else 0
            five = 4 if four and starter not in same else 0
            jack = 1 if five and 10 in same else 0
            points = rank_points(Pile.of([4 * rank for rank in ranks]), 4 * starter, False)
            found[points + 5 + jack] += five
            found[points + 4] += four
            found[points + 1] += jacks - jack * five
            found[points] += total - jacks - four - (1 - jack) * five
    return found


def check_known(found: dict[int, int]) -> None:
    assert sum(found.values()) == 12_994_800
    assert {points: found[points] for points in KNOWN} == KNOWN


def test_all_shows_by_ranks() -> None:
    check_known(count_by_ranks())


@pytest.mark.skipif(not COMPILED, reason="minutes interpreted; test_all_shows_by_ranks gives the same numbers")
def test_all_shows_one_by_one() -> None:
    found = dict(enumerate(count_all_shows()))
    check_known(found)
    assert Counter(found) == count_by_ranks()


def test_some_shows_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    some = cards("4c 5c 6c 7c 5d 6d Jc Jd 9h 9c")
    expected: Counter[int] = Counter()
    for hand in combinations(some, 4):
        for starter in set(some) - set(hand):
            faces = [ACE_LOW.face(card) for card in (*hand, starter)]
            expected[sum(part.points for part in explain_show(faces[:4], faces[4]))] += 1
    assert count_shows(some) == [expected[points] for points in range(30)]
    monkeypatch.setattr(ACE_LOW, "pack", some)
    assert count_all_shows() == count_shows(some)


# The play


def pegged(text: str, book: bool = False) -> list[int]:
    """The points of each card of one count, laid one after the other."""
    trick = Pile()
    count = 0
    points: list[int] = []
    for card in cards(text):
        trick.put(card)
        count += value(card)
        points.append(peg_points(trick, count, book))
        assert sum(share for _, share in peg_reasons(trick, count, book)) == points[-1]
    return points


def test_p1_p2_cards_of_one_count() -> None:
    assert pegged("7c 8c 8d 8h") == [0, 2, 2, 8]
    assert pegged("4c 6c 5c 3c 6d") == [0, 0, 5, 4, 0]


def test_r6_run_of_seven() -> None:
    assert pegged("Ac 3d 2h 5s 4c 7d 6h")[-1] == 7


def test_r7_four_in_the_play() -> None:
    assert pegged("3c 3d 3h 3s") == [0, 2, 6, 12]
    assert pegged("3c 3d 3h 3s", book=True) == [0, 2, 6, 8]


def test_r10_no_run_round_the_corner() -> None:
    assert pegged("Qc Kc Ad") == [0, 0, 0]


def test_the_average_crib() -> None:
    ace = Counter(dict.fromkeys(range(13), 4))
    ace[0] -= 2
    points = ways = 0
    for rest in combinations_with_replacement(range(13), 3):
        times = 1
        for rank, n in Counter(rest).items():
            times *= comb(ace[rank], n)
        if times:
            same: Counter[int] = Counter()
            hand = [0, 1]
            same[0] = 2
            for rank in rest:
                hand.append(4 * rank + same[rank])
                same[rank] += 1
            points += times * rank_points(Pile.of(hand[:4]), hand[4], False)
            ways += times
    assert round(100 * points / ways) == CRIB_HUNDREDTHS_BY_RANKS[0][0]
    assert mean_crib(cards("Ac Ad"), 2) == CRIB_HUNDREDTHS_BY_RANKS[0][0] / 100
    assert mean_crib(cards("5c"), 4) == CRIB_HUNDREDTHS_BY_RANK[4] / 100
    assert CRIB_HUNDREDTHS_BY_RANKS[4][4] / 100 > mean_crib(cards("5c 5d"), 3) > mean_crib(cards("5c 5d"), 4)
