"""The page tells the story of every move: each picture stands for its time, and nothing else moves meanwhile.

Every game is played at the usual speed, with its holds cut short so that there is time for a match, until enough was
seen; then at once to its end. One match has its real holds.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

import pytest

from koloda import all_games
from koloda.core.game import Info
from server.running import Server

from .browsing import PAGE, Person
from .clicker import Clicker
from .conftest import Come
from .theatre import Theatre

pytestmark = pytest.mark.skipif(
    not os.environ.get("KOLODA_ALL"),
    reason="it counts animation frames, for which a busy machine has no time: KOLODA_ALL=1",
)
INFOS = [game.info for game in all_games()]
SHORT: dict[str, Any] = {"chips": 5, "deals": 1, "max_rounds": 4, "max_battles": 12}
"""Options that make a match short, where a game has them."""
WATCHING = {"lang": "en", "tips": False, "speed": "normal"}
SLOWER = 0.25
TOLD_SECONDS = 6
REST_SECONDS = 4


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Bots here wait until a story is told."""
    server = Server(tmp_path_factory.mktemp("stage"), bot_pause=0.02, page=PAGE).start()
    yield server
    server.stop()


def options_of(info: Info) -> dict[str, Any]:
    return {option.name: SHORT[option.name] for option in info.options if option.name in SHORT}


def play_for(person: Person, clicker: Clicker, seconds: float) -> bool:
    """Make moves for so long; whether the match is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not person.wait_for_turn():
            return True
        clicker.move()
    return False


@pytest.mark.parametrize("info", INFOS, ids=[info.id for info in INFOS])
def test_every_picture_stands_on_the_table(info: Info, come: Come, stage: Server) -> None:
    person = come(to=stage, prefs=WATCHING)
    theatre = Theatre(person, SLOWER)
    low, high = info.seats
    person.lay(info.id, min(high, max(low, 3)), options=options_of(info))
    clicker = Clicker(person, info.id)
    over = play_for(person, clicker, TOLD_SECONDS)
    while not over and not theatre.beats:  # some games have a long way to their first story
        over = play_for(person, clicker, TOLD_SECONDS)
    over = over or not person.wait_for_turn()
    beats = list(theatre.beats)
    assert beats, "no story was told"
    problems = theatre.problems(beats)
    assert not problems, "\n".join(problems)
    if not over:
        person.page.get_by_label("How fast it is shown").select_option("off")
        play_for(person, clicker, REST_SECONDS)
