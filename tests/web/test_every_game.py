"""One match of every game through the page, by clicking what it offers.

To its end or 25 moves of one's own, eight seconds a game, so that all of them take two minutes; KOLODA_WEB_MOVES=150
plays on to the end or 150 moves, without a clock. The clicker knows no game, so a game that is new in the package is
played here by itself.
"""

from __future__ import annotations

import os

import pytest

from koloda import all_games
from koloda.core.game import Info

from .clicker import Clicker
from .conftest import Come

MOVES = int(os.environ.get("KOLODA_WEB_MOVES", "25"))
SECONDS = 600.0 if "KOLODA_WEB_MOVES" in os.environ else 8.0
FEWEST = 4
INFOS = [game.info for game in all_games()]


@pytest.mark.parametrize("info", INFOS, ids=[info.id for info in INFOS])
def test_a_match_by_clicks(info: Info, come: Come) -> None:
    person = come()
    person.make_table(info.id, seats_for(info))
    person.board.wait_for()
    clicker = Clicker(person, info.id)
    over = clicker.play(MOVES, SECONDS)
    assert over or clicker.moves >= FEWEST
    assert over == (person.page.locator("[data-status=over]").count() == 1)
    if over:
        assert person.result.inner_text()


def seats_for(info: Info) -> int:
    low, high = info.seats
    return min(high, max(low, 3))
