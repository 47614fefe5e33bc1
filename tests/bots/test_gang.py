"""The Gang's levels: the same play, but hands read worse and chips given up sooner."""

from __future__ import annotations

import pytest

from koloda import Match
from koloda.bots import level_policy
from koloda.bots.eyes import Eyes
from koloda.bots.policies.the_gang import Gangster, easy, normal, strong
from koloda.core.chance import Fast
from koloda.games.the_gang.hints import own_share
from koloda.lab.gang import step


def river(seed: int) -> Match:
    match = Match.new("the-gang", 3, seed=f"river {seed}")
    chance = Fast(seed)
    while match.view(0).counter("round") < 4:
        step(match, chance)
    return match


def test_a_better_level_reads_its_hand_better() -> None:
    views = [river(seed).view(seat) for seed in range(4) for seat in range(3)]

    def misread(gangster: Gangster) -> float:
        return sum(abs(gangster._share(view) - own_share(view, 1)) for view in views) / len(views)

    assert misread(strong) == 0 < misread(normal) < misread(easy) < 0.3


@pytest.mark.parametrize(("level", "gangster"), [("easy", easy), ("normal", normal), ("strong", strong)])
def test_a_level_is_what_the_table_asks_for(level: str, gangster: Gangster) -> None:
    match = Match.new("the-gang", 3, seed="levels")
    for seat in range(3):
        patient = level_policy("the-gang", level, patient=True)(Eyes(match, seat), Fast(1))
        assert patient == gangster.wish(match.view(seat), Fast(1))
        assert level_policy("the-gang", level)(Eyes(match, seat), Fast(1)) in match.legal(seat)
