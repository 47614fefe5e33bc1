"""The Gang: reading the others' chips agrees with counting every world, and uses what the view tells, no more."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import sqrt

import pytest
from gang_table import agree, gang, met, play_round, ready, take

from koloda import Match
from koloda.core.cards import FRENCH
from koloda.core.options import OptionValue
from koloda.core.record_types import ChanceRecord
from koloda.games.shared.poker import evaluate, hand_of
from koloda.games.the_gang.chip_reading import (
    MAX_POCKETS,
    SHARE_STEPS,
    Other,
    Reader,
    Told,
    expected_place,
    expected_shares,
    imagine,
    likelihoods,
    pair_shares,
    possible_pockets,
    right_chips,
    suspect,
)
from koloda.games.the_gang.hints import reader
from koloda.games.the_gang.odds import TIES_MASK
from koloda.testing import play

RIVER = "4c 5d 6h 9s Tc"
WORLDS = 3000


def cards(text: str) -> tuple[int, ...]:
    return tuple(FRENCH.card(face) for face in text.split())


NOBODY = Other((), 2, (), 0)
UNSEEN = cards("2c 3h 7d 8d Jc Qs Kd As Ah")


def seat(pocket: str, board: str = RIVER, *others: Other, edge: int = 0, unseen: tuple[int, ...] = UNSEEN) -> Reader:
    return Reader(cards(pocket), cards(board), unseen, edge, others or (NOBODY, NOBODY))


def right(asker: Reader, worlds: int) -> list[int]:
    """The chips that are right in so many worlds."""
    return right_chips(asker, imagine(asker, worlds))


def chances(found: list[int], seats: int) -> list[float]:
    """How likely each chip is right."""
    return [sum(bits >> chip & 1 for bits in found) / len(found) for chip in range(1, seats + 1)]


Fits = Callable[[tuple[int, ...], tuple[int, ...]], bool]


def counted(asker: Reader, fits: Fits = lambda one, two: True) -> list[float]:
    """The same for two other seats by counting every world that ``fits``, weighed by the likelihood of the chips."""
    rows = likelihoods(3)
    totals = [0.0, 0.0, 0.0]
    whole = 0.0
    for one in combinations(asker.unseen, 2):
        for two in combinations([card for card in asker.unseen if card not in one], 2):
            weight = float(fits(one, two))
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
        seat("Kc 2d", RIVER, Other((), 2, (), TIES_MASK), NOBODY),
        seat("Kc 2d", RIVER, edge=TIES_MASK),
    ],
)
def test_reading_agrees_with_counting_every_world(asker: Reader) -> None:
    exact = counted(asker)
    found = chances(right(asker, WORLDS), 3)
    for truth, estimate in zip(exact, found, strict=True):
        assert abs(truth - estimate) < 4 * sqrt(max(0.0, truth * (1 - truth)) / WORLDS) + 0.002


TOLD: list[tuple[Reader, Fits]] = [
    (
        seat("Td 2d", RIVER, Other((), 2, (0, 2, 3), 0, (Told(8, "", 18, ()),)), NOBODY),
        lambda one, two: sorted(min(10, card // 4 + 2) if card < 48 else 11 for card in one) in ([7, 11], [8, 10]),
    ),
    (
        seat("Td 2d", RIVER, NOBODY, Other((), 2, (), 0, (Told(4, "A", 1, ()),))),
        lambda one, two: sum(card >= 48 for card in two) == 1,
    ),
    (
        seat("Td 2d", RIVER, NOBODY, Other((), 2, (), 0, (Told(2, "straight", 4, cards("4c 5d 6h")),))),
        lambda one, two: {card // 4 for card in two} in ({0, 1}, {1, 5}, {5, 6}),
    ),
    (
        seat("Td 2d", RIVER, NOBODY, Other((), 2, (3,), 0, (Told(3, "", 0, ()),))),
        lambda one, two: not {9, 10, 11} & {card // 4 for card in two},
    ),
    (
        seat("Td 2d", RIVER, Other((), 2, (1, 0, 2, 3), 0), NOBODY)._replace(dealt=cards("As 7d")),
        lambda one, two: set(cards("As 7d")) <= {*one, *two},
    ),
]


@pytest.mark.parametrize(("asker", "fits"), TOLD)
def test_no_world_is_imagined_that_the_seat_was_told_not_to_be(asker: Reader, fits: Fits) -> None:
    pairs = {int(hand_of(list(pair))): pair for pair in combinations(asker.unseen, 2)}
    for world in imagine(asker, 300):
        assert fits(*[pairs[hand] for hand in world.others])
        assert not any(world.table & hand for hand in world.others)
        assert not world.next & (world.table | world.own | world.others[0] | world.others[1])
    exact = counted(asker, fits)
    for truth, estimate in zip(exact, chances(right(asker, WORLDS), 3), strict=True):
        assert abs(truth - estimate) < 4 * sqrt(max(0.0, truth * (1 - truth)) / WORLDS) + 0.002


def test_a_dealt_card_may_have_been_laid_away_but_is_in_no_new_pocket() -> None:
    asker = seat("Td 2d", RIVER, NOBODY._replace(redrawn=True), NOBODY)._replace(dealt=cards("As"), laid=(NOBODY,))
    ace = hand_of(list(cards("As")))
    worlds = imagine(asker, 1000)
    assert not any((world.others[0] | world.table | world.next) & ace for world in worlds)
    assert 400 < sum(bool(world.others[1] & ace) for world in worlds) < 600


def test_three_cards_that_were_dealt_are_found_in_the_one_other_pocket() -> None:
    dealt = cards("As 7d 2c")
    asker = seat("Td 2d 5h", "4c 6h 9s", Other((), 3, (0, 2), 0), unseen=tuple(sorted({*UNSEEN, *cards("5c 6d 3c")})))
    worlds = imagine(asker._replace(dealt=dealt), 20)
    assert {world.others for world in worlds} == {(hand_of(list(dealt)),)}


def test_three_cards_fit_what_was_told() -> None:
    unseen = tuple(card for card in FRENCH.pack if card not in cards(f"9c 2d 3d {RIVER}"))
    none = possible_pockets((), 3, unseen, (Told(3, "", 0, ()),))
    assert MAX_POCKETS < len(none) < 3 * MAX_POCKETS and not any(
        pocket & hand_of(list(cards("Js Qd"))) for pocket in none
    )
    aces = possible_pockets((), 3, unseen, (Told(4, "A", 3, ()),))
    assert sorted(aces) == sorted(hand_of(list(three)) for three in combinations(cards("Ac Ad Ah As"), 3))


def test_a_seat_that_has_shown_a_card_is_read_like_any_other() -> None:
    asker = seat("9c 2d", RIVER, Other(cards("As"), 1, (0, 0, 0, 3), 0), NOBODY, unseen=UNSEEN[:-2])
    found = suspect(asker, asker.others[0])
    rows = likelihoods(3)
    fits = [rows[pair_shares(asker.board)[pocket]][3] for pocket in found.pockets]
    odds = [above - below for below, above in zip([0, *found.odds], found.odds, strict=False)]
    assert len(odds) == 7 and min(fits) < max(fits)
    assert [part / sum(odds) for part in odds] == pytest.approx([fit / sum(fits) for fit in fits], abs=1e-6)


def test_the_others_high_chips_lower_the_own_place() -> None:
    def third(*chips: int) -> float:
        others = [Other((), 2, (0, 0, 0, chip), 0) for chip in chips]
        return chances(right(seat("9c 2d", RIVER, *others), WORLDS), 3)[2]

    assert third(3, 3) < third(3, 0) < third(0, 0) < third(1, 0) < third(1, 1)


@pytest.mark.parametrize("chips", [(), (0, 0, 0, 3), (3, 2, 2, 0)])
def test_the_expected_place_is_that_of_the_worlds(chips: tuple[int, ...]) -> None:
    unseen = tuple(card for card in FRENCH.pack if card not in cards(f"9c 2d {RIVER}"))
    asker = seat("9c 2d", RIVER, Other((), 2, chips, 0), Other((), 2, chips[::-1], TIES_MASK), unseen=unseen)
    places = [(bits.bit_length() - 1 + (bits & -bits).bit_length() - 1) / 2 for bits in right(asker, WORLDS)]
    assert expected_place(asker) == pytest.approx(sum(places) / WORLDS, abs=0.06)


def test_the_same_knowledge_imagines_the_same_worlds() -> None:
    asker = seat("9c 2d", "4c 5d 6h")
    assert right(asker, 50) == right(asker, 50)


def test_equal_hands_share_their_chips() -> None:
    royal = seat("2d 3d", "Ts Js Qs Ks As", unseen=cards("2c 3h 7d 8d 4h 5h"))
    assert set(right(royal, 20)) == {0b1110}


def test_known_cards_are_held_and_three_cards_are_drawn() -> None:
    aces = Other(cards("As Ah"), 0, (), 0)
    found = right(seat("9c 2d", RIVER, aces, aces._replace(known=(), hidden=2), unseen=UNSEEN[:-2]), 50)
    assert not any(bits >> 3 & 1 for bits in found), "a pair of nines is never above a known pair of aces"
    three = possible_pockets((), 3, UNSEEN)
    assert len(three) == MAX_POCKETS and all(pocket.bit_count() == 3 for pocket in three)
    jack = Other((FRENCH.card("Jx"),), 1, (0, 0, 0, 3), 0)
    assert right(seat("9c 2d", RIVER, jack, NOBODY), 20)


def test_shares_of_the_river_are_exact() -> None:
    board = cards(RIVER)
    pockets = [hand_of(list(pair)) for pair in combinations(UNSEEN, 2)]
    shares = expected_shares(pockets, board, pockets)
    keys = {pocket: evaluate([*pair, *board]) for pair, pocket in zip(combinations(UNSEEN, 2), pockets, strict=True)}
    for pocket, share in shares.items():
        points = sum((keys[pocket] > key) + (keys[pocket] == key) / 2 for key in keys.values())
        assert share == int(SHARE_STEPS * points / len(keys))


def test_a_chip_is_likeliest_for_the_share_that_it_stands_for() -> None:
    for seats in range(2, 7):
        rows = likelihoods(seats)
        for row in rows:
            assert sum(row) == pytest.approx(1) and row[0] == 0
        for chip in range(1, seats + 1):
            share = round(SHARE_STEPS * (chip - 0.5) / seats)
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
    assert [other.edge for other in reader(match.view(0)).others] == [TIES_MASK, 0]
    assert reader(match.view(1)).edge == TIES_MASK


def told(match: Match, seat: int, other: int) -> tuple[Told, ...]:
    """What ``seat`` was told of the pocket of ``other``."""
    return reader(match.view(seat)).others[other - (other > seat)].told


def test_announcements_are_read_from_the_view() -> None:
    assert [told(met(8), 0, other) for other in (1, 2)] == [(Told(8, "", 13, ()),), (Told(8, "", 21, ()),)]
    assert [told(met(3), 2, other) for other in (0, 1)] == [(Told(3, "", 0, ()),), (Told(3, "", 1, ()),)]
    asked = met(4)
    agree(asked, "1 Q")
    assert [told(asked, 0, other) for other in (1, 2)] == [(Told(4, "Q", 1, ()),), ()]
    named = met(2)
    play_round(named, 1, 2, 3)
    agree(named, "2")
    play_round(named, 1, 2, 3)
    assert told(named, 0, 2) == (Told(2, "high", 0, cards("4c 8d 5s")),), "the turn came later"


def test_what_was_told_of_a_pocket_that_is_gone_is_not_read() -> None:
    before = met(4, 7)
    agree(before, "1 Q")
    play_round(before, 1, 3, 2)
    assert told(before, 0, 1) == ()
    after = met(4, 7)
    play_round(after, 1, 3, 2)
    agree(after, "1 Q")
    assert told(after, 0, 1) == (Told(4, "Q", 0, cards("4c 8d 5s")),)


def test_first_cards_are_looked_for_among_the_others() -> None:
    again: ChanceRecord = {"shuffle": ["Td", "Tc", "Qc", "3d", "Ac", "7d"]}
    options: dict[str, OptionValue] = {"mode": "custom", "specialist": 9, "challenges": [7]}
    first = gang(["Tc 7d", "Qc 3d", "Ac Td"], "4c 8d 5s 2h 9h Kc Kd").game.chance.asked[0].to_json()
    match = Match.new("the-gang", 3, options, chance=[first, again])
    asker = reader(match.view(0))
    assert asker.dealt == cards("7d Tc") and asker.laid == () and not any(other.redrawn for other in asker.others)
    play_round(match, 1, 3, 2)
    asker = reader(match.view(0))
    assert asker.dealt == cards("7d Tc") and asker.laid == (NOBODY,)
    assert [other.redrawn for other in asker.others] == [True, False]
    assert reader(match.view(1)).dealt == cards("3d Qc") and reader(match.view(1)).laid == ()
