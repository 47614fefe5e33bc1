"""One match of every game through the page, by clicking what it offers.

To its end or KOLODA_WEB_MOVES own moves (25 unless told, so that all games take two minutes; 150 before a release):
the clicker knows no game, so a game that is new in the package is played here by itself.
"""

from __future__ import annotations

import os

import pytest

from koloda import all_games
from koloda.core.game import Info

from .clicker import Clicker
from .conftest import Come

MOVES = int(os.environ.get("KOLODA_WEB_MOVES", "25"))
INFOS = [game.info for game in all_games()]


@pytest.mark.parametrize("info", INFOS, ids=[info.id for info in INFOS])
def test_a_match_by_clicks(info: Info, come: Come) -> None:
    person = come()
    person.make_table(info.id, seats_for(info))
    person.board.wait_for()
    clicker = Clicker(person, info.id)
    over = clicker.play(MOVES)
    assert over or clicker.moves == MOVES
    if over:
        assert person.result.inner_text()
        assert "over" in person.page.locator("[data-status]").get_attribute("data-status") or ""


def seats_for(info: Info) -> int:
    low, high = info.seats
    return min(high, max(low, 3))
