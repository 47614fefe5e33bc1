"""The typical moment of a game that its rules page shows."""

from __future__ import annotations

import pytest

from koloda.games.registry import find_game, our_games
from koloda.server.http.picture import READER, picture

GAMES = [game.info.id for game in our_games()]


@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_readers_turn_and_most_of_what_tips_speak_of_is_there(game: str) -> None:
    view = picture(game)
    assert view == picture(game), "the same picture for everybody"
    assert READER in view.turn and view.legal and view.result is None
    there = {f"zone {zone.name}" for zone in view.zones if zone.cards} | {
        f"counter {one.name}" for one in view.counters
    }
    things = {tip.at for tip in find_game(game).info.tips} - {"prompt"}
    assert 2 * len(things & there) >= len(things), f"missing: {sorted(things - there)}"
