"""One match of every game through the page, by clicking what it offers; nothing jumps meanwhile.

To its end or 8 moves of one's own (150 with KOLODA_ALL=1). The clicker knows no game, so a game that is new in the
package is played here by itself.
"""

from __future__ import annotations

import os

import pytest

from koloda import all_games
from koloda.core.game import Info

from .clicker import Clicker
from .conftest import Come
from .test_nothing_jumps import DESK, jumps, usual_seats, watch

MOVES = 150 if os.environ.get("KOLODA_ALL") == "1" else 8
INFOS = [game.info for game in all_games()]


@pytest.mark.parametrize("info", INFOS, ids=[info.id for info in INFOS])
def test_a_match_by_clicks(info: Info, come: Come) -> None:
    person = come(viewport=DESK)
    person.make_table(info.id, usual_seats(info))
    if person.wait_for_turn():
        watch(person)
    clicker = Clicker(person, info.id)
    over = clicker.play(MOVES)
    assert over or clicker.moves == MOVES
    found = jumps(person)
    assert not found, "\n".join(found)
    if over:
        person.page.locator("[data-status=over]").wait_for()
        assert person.result.inner_text()


def seats_for(info: Info) -> int:
    low, high = info.seats
    return min(high, max(low, 3))
