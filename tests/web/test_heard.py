"""One match of every game by ear: played from the announcements and the accessibility tree, checked against its record.

Every note that the seat may know is told once, and nothing else of the match is.
"""

from __future__ import annotations

from typing import Any

import pytest

from koloda import all_games, find_game
from koloda.core.game import Info
from koloda.match import moves_of, start_of

from .conftest import Come
from .listener import PREFS, Listener, check_heard, frames_of, notes_told
from .test_every_game import seats_for

INFOS = [game.info for game in all_games()]
SHORT: dict[str, Any] = {"target": 12, "max_rounds": 1, "deals": 1, "max_battles": 12, "max_draws": 40, "banks": 1}
"""Options that make a match short, where a game has them."""


def short_options(info: Info) -> dict[str, Any]:
    """The smallest value that each of these options may have."""
    options = [option for option in info.options if option.name in SHORT and not option.choices]
    return {option.name: max(SHORT[option.name], option.low) for option in options}


@pytest.mark.parametrize("info", INFOS, ids=[info.id for info in INFOS])
def test_a_match_by_ear(info: Info, come: Come) -> None:
    listener = Listener(come(prefs=PREFS), info.id)
    listener.deal(info.id, seats_for(info), short_options(info))
    listener.play()
    heard = listener.heard()
    record = listener.record()
    told, asked = notes_told(start_of(record), moves_of(record), seat=0)
    check_heard(heard, told, frames_of(info, asked))
    assert sum(map(len, told)) > 1


TOLD = [["Round 1.", "You are dealt 4."], [], ["You hit: 8."]]
HEARD = ["Round 1. You are dealt 4. Hit or fold.", "You hit: 8. The round: you +8, Boris 0."]


@pytest.mark.parametrize(
    ("heard", "problem"),
    [
        ([*HEARD, HEARD[1]], "heard 'You hit: 8."),
        ([HEARD[0], "The round: you +8, Boris 0."], "never heard: .*You hit: 8"),
        ([HEARD[0], "Boris is dealt 7.", HEARD[1]], "heard 'Boris is dealt 7."),
    ],
    ids=["twice", "never", "more than one may know"],
)
def test_the_check_notices_what_is_told(heard: list[str], problem: str) -> None:
    frames = frames_of(find_game("pairs").info, {"Hit or fold."})
    check_heard(HEARD, TOLD, frames)
    with pytest.raises(AssertionError, match=problem):
        check_heard(heard, TOLD, frames)
