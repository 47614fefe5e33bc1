"""The odds of races against plain dynamic programmes over all scores."""

from __future__ import annotations

from functools import cache

import pytest

from koloda.bots.pairs import RACE
from koloda.bots.port import ROUND_POINT_ODDS_BY_SEATS
from koloda.bots.shared.lead import lead_share
from koloda.bots.shared.race import Race, RoundRace


@cache
def one_at_a_time(left: tuple[int, ...], steps: tuple[float, ...], seat: int) -> float:
    """Each step is anybody's, all equally likely: how likely ``seat`` arrives first."""
    found = 0.0
    for mover in range(len(left)):
        for step, odds in enumerate(steps):
            if odds > 0:
                after = (*left[:mover], left[mover] - step, *left[mover + 1 :])
                there = float(mover == seat) if after[mover] <= 0 else one_at_a_time(after, steps, seat)
                found += odds / len(left) * there
    return found


@pytest.mark.parametrize("left", [(5, 5), (16, 3), (3, 16), (31, 20), (7, 12, 10), (16, 16, 9, 2)])
def test_a_race_of_single_steps_is_that_of_the_dynamic_programme(left: tuple[int, ...]) -> None:
    exact = one_at_a_time(left, tuple(RACE.steps), 0)
    assert RACE.first([float(way) for way in left], 0) == pytest.approx(exact, abs=0.01)


def test_the_odds_of_all_seats_are_one_and_between_scores_there_is_no_jump() -> None:
    left = [16.0, 11.0, 7.5, 3.0]
    assert sum(RACE.first(left, seat) for seat in range(4)) == pytest.approx(1.0, abs=0.01)
    assert RACE.first([7.0, 9.0], 0) > RACE.first([7.5, 9.0], 0) > RACE.first([8.0, 9.0], 0)


def test_the_steps_are_odds() -> None:
    assert sum(RACE.steps) == pytest.approx(1.0)
    for seats, odds in ROUND_POINT_ODDS_BY_SEATS.items():
        assert len(odds) == seats + 1
        assert sum(odds) == pytest.approx(1.0)


def test_a_certain_step_decides_who_is_nearer() -> None:
    race = Race([0.0, 1.0])
    assert race.first([1.0, 2.0], 0) == pytest.approx(0.75, abs=0.01)


@cache
def in_rounds(left: tuple[int, int], steps: tuple[float, ...]) -> float:
    """Both step in every round: the first seat's share; rounds in which nobody moves are left out."""
    found = 0.0
    for mine, p in enumerate(steps):
        for theirs, q in enumerate(steps):
            if mine + theirs > 0:
                after = (left[0] - mine, left[1] - theirs)
                if after[0] <= 0 or after[1] <= 0:
                    found += p * q * (0.5 if after[0] <= 0 and after[1] <= 0 else float(after[0] <= 0))
                else:
                    found += p * q * in_rounds(after, steps)
    return found / (1 - steps[0] * steps[0])


@pytest.mark.parametrize("left", [(21, 21), (3, 9), (9, 3), (2, 2), (12, 10)])
def test_a_race_in_rounds_is_that_of_the_dynamic_programme(left: tuple[int, int]) -> None:
    race = RoundRace(ROUND_POINT_ODDS_BY_SEATS[2], 21)
    assert race.share(list(left), 0) == pytest.approx(in_rounds(left, tuple(ROUND_POINT_ODDS_BY_SEATS[2])), abs=0.003)


def test_the_shares_of_all_seats_are_the_whole() -> None:
    race = RoundRace(ROUND_POINT_ODDS_BY_SEATS[4], 21)
    assert sum(race.share([21, 12, 5, 5], seat) for seat in range(4)) == pytest.approx(1.0, abs=0.003)


def test_a_lead_is_worth_more_the_less_is_left() -> None:
    assert lead_share([12, 10, 10], 0, 2.0) > lead_share([12, 10, 10], 0, 8.0) > 1 / 3
    assert sum(lead_share([12, 3, 7], seat, 4.0) for seat in range(3)) == pytest.approx(1.0)
