"""The Gang: reading the others' chips agrees with counting every world, and uses what the view tells, no more."""

from __future__ import annotations

from itertools import combinations
from math import sqrt

import pytest
from gang_table import gang, play, ready, take

from koloda.core.cards import FRENCH
from koloda.games._poker import evaluate, hand_of
from koloda.games.the_gang.hints import reader
from koloda.games.the_gang.odds import TIES
from koloda.games.the_gang.reading import (
    MOST_POCKETS,
    STEPS,
    Other,
    Reader,
    expected_place,
    expected_shares,
    likelihoods,
    pair_shares,
    possible_pockets,
    right_chips,
)

RIVER = "4c 5d 6h 9s Tc"
WORLDS = 3000


def cards(text: str) -> tuple[int, ...]:
    return tuple(FRENCH.card(face) for face in text.split())


NOBODY = Other((), 2, (), 0)
UNSEEN = cards("2c 3h 7d 8d Jc Qs Kd As Ah")


def seat(pocket: str, board: str = RIVER, *others: Other, edge: int = 0, unseen: tuple[int, ...] = UNSEEN) -> Reader:
    return Reader(cards(pocket), cards(board), unseen, edge, others or (NOBODY, NOBODY))


def chances(found: list[int], seats: int) -> list[float]:
    """How likely each chip is right."""
    return [sum(bits >> chip & 1 for bits in found) / len(found) for chip in range(1, seats + 1)]


def counted(asker: Reader) -> list[float]:
    """The same for two other seats by counting every world, each weighed by the likelihood of the chips."""
    rows = likelihoods(3)
    totals = [0.0, 0.0, 0.0]
    whole = 0.0
    for one in combinations(asker.unseen, 2):
        for two in combinations([card for card in asker.unseen if card not in one], 2):
            weight = 1.0
            for other, pocket in zip(asker.others, (one, two), strict=True):
                for number, chip in enumerate(other.chips):
                    share = pair_shares(asker.board[: (0, 3, 4, 5)[number]])[hand_of(list(pocket))]
                    weight *= rows[share][chip] if chip else 1.0
            rest = [card for card in asker.unseen if card not in one + two]
            for missing in combinations(rest, 5 - len(asker.board)):
                board = [*asker.board, *missing]
                own = evaluate([*asker.pocket, *board]) | asker.edge
                keys = [
                    evaluate([*pocket, *board]) | other.edge
                    for other, pocket in zip(asker.others, (one, two), strict=True)
                ]
                low, high = 1 + sum(key < own for key in keys), 3 - sum(key > own for key in keys)
                whole += weight
                for chip in range(low, high + 1):
                    totals[chip - 1] += weight
    return [part / whole for part in totals]


@pytest.mark.parametrize(
    "asker",
    [
        seat("Td 2d"),
        seat("Ad 2d"),
        seat("Td 2d", RIVER, Other((), 2, (1, 0, 2, 3), 0), Other((), 2, (3, 0, 0, 1), 0)),
        seat("Td 2d", "4c 5d 6h 9s", Other((), 2, (0, 2, 3), 0), NOBODY),
        seat("Kc 2d", "4c 5d 6h", Other((), 2, (3, 3), 0), Other((), 2, (0, 2), 0)),
        seat("Kc 2d", RIVER, Other((), 2, (), TIES), NOBODY),
        seat("Kc 2d", RIVER, edge=TIES),
    ],
)
def test_reading_agrees_with_counting_every_world(asker: Reader) -> None:
    exact = counted(asker)
    found = chances(right_chips(asker, WORLDS), 3)
    for truth, estimate in zip(exact, found, strict=True):
        assert abs(truth - estimate) < 4 * sqrt(max(0.0, truth * (1 - truth)) / WORLDS) + 0.002


def test_the_others_high_chips_lower_the_own_place() -> None:
    def third(*chips: int) -> float:
        others = [Other((), 2, (0, 0, 0, chip), 0) for chip in chips]
        return chances(right_chips(seat("9c 2d", RIVER, *others), WORLDS), 3)[2]

    assert third(3, 3) < third(3, 0) < third(0, 0) < third(1, 0) < third(1, 1)


@pytest.mark.parametrize("chips", [(), (0, 0, 0, 3), (3, 2, 2, 0)])
def test_the_expected_place_is_that_of_the_worlds(chips: tuple[int, ...]) -> None:
    unseen = tuple(card for card in FRENCH.pack if card not in cards(f"9c 2d {RIVER}"))
    asker = seat("9c 2d", RIVER, Other((), 2, chips, 0), Other((), 2, chips[::-1], TIES), unseen=unseen)
    places = [(bits.bit_length() - 1 + (bits & -bits).bit_length() - 1) / 2 for bits in right_chips(asker, WORLDS)]
    assert expected_place(asker) == pytest.approx(sum(places) / WORLDS, abs=0.06)


def test_the_same_knowledge_imagines_the_same_worlds() -> None:
    asker = seat("9c 2d", "4c 5d 6h")
    assert right_chips(asker, 50) == right_chips(asker, 50)


def test_equal_hands_share_their_chips() -> None:
    royal = seat("2d 3d", "Ts Js Qs Ks As", unseen=cards("2c 3h 7d 8d 4h 5h"))
    assert set(right_chips(royal, 20)) == {0b1110}


def test_known_cards_are_held_and_three_cards_are_drawn() -> None:
    aces = Other(cards("As Ah"), 0, (), 0)
    found = right_chips(seat("9c 2d", RIVER, aces, aces._replace(known=(), hidden=2), unseen=UNSEEN[:-2]), 50)
    assert not any(bits >> 3 & 1 for bits in found), "a pair of nines is never above a known pair of aces"
    three = possible_pockets((), 3, UNSEEN)
    assert len(three) == MOST_POCKETS and all(pocket.bit_count() == 3 for pocket in three)
    jack = Other((FRENCH.card("Jx"),), 1, (0, 0, 0, 3), 0)
    assert right_chips(seat("9c 2d", RIVER, jack, NOBODY), 20)


def test_shares_of_the_river_are_exact() -> None:
    board = cards(RIVER)
    pockets = [hand_of(list(pair)) for pair in combinations(UNSEEN, 2)]
    shares = expected_shares(pockets, board)
    keys = {pocket: evaluate([*pair, *board]) for pair, pocket in zip(combinations(UNSEEN, 2), pockets, strict=True)}
    for pocket, share in shares.items():
        points = sum((keys[pocket] > key) + (keys[pocket] == key) / 2 for key in keys.values())
        assert share == int(STEPS * points / len(keys))


def test_a_chip_is_likeliest_for_the_share_that_it_stands_for() -> None:
    for seats in range(2, 7):
        rows = likelihoods(seats)
        for row in rows:
            assert sum(row) == pytest.approx(1) and row[0] == 0
        for chip in range(1, seats + 1):
            share = round(STEPS * (chip - 0.5) / seats)
            assert rows[share][chip] == max(rows[share])


# What the view tells


def test_the_view_tells_pockets_and_chips() -> None:
    match = gang(["Th 6c", "Td 4c", "Jh 3d"], "As 2c 2d 7h 5s")
    take(match, 1, 3, 2)
    ready(match)
    take(match, 0, 1, 0)
    asker = reader(match.view(0))
    assert asker.pocket == tuple(sorted(cards("Th 6c"))) and asker.board == cards("As 2c 2d")
    assert asker.others == (Other((), 2, (3, 1), 0), Other((), 2, (2, 0), 0))
    assert len(asker.unseen) == 52 - 2 - 3 and asker.edge == 0


def test_a_chip_of_a_pocket_that_is_gone_says_nothing() -> None:
    match = gang(["Th 6c", "Td 5c", "Jh 3d"], "4c Kd 8s 2h 9h 3c 3s", {"mode": "custom", "challenges": [3]})
    take(match, 3, 1, 2)
    ready(match)
    asker = reader(match.view(0))
    assert [other.chips for other in asker.others] == [(0, 0), (2, 0)]


def test_a_blackout_is_not_read_through() -> None:
    match = gang(["Th 6c", "Td 4c", "Jh 3d"], "As 2c 2d 7h 5s", {"mode": "custom", "challenges": [8]})
    take(match, 1, 3, 2)
    ready(match)
    assert [other.chips for other in reader(match.view(0)).others] == [(0, 0), (0, 0)]


def test_muscle_is_seen() -> None:
    match = gang(["Th 6c", "Td 4c", "Jh 3d"], "As 2c 2d 7h 5s", {"mode": "custom", "specialist": 10})
    play(match, "0 propose 1", "1 agree", "2 agree")
    assert [other.edge for other in reader(match.view(0)).others] == [TIES, 0]
    assert reader(match.view(1)).edge == TIES
