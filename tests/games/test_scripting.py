"""The helpers of the kit that tests of games are written with: they fail where they should."""

from __future__ import annotations

from typing import cast

import pytest

from koloda import IllegalMove, Match
from koloda.core.text import Text
from koloda.games.pairs import Pairs
from koloda.games.port import Port
from koloda.testing import deck_dealing, filled_hands, play_on, refusal, scripted, shuffled, state


class Forgetful:
    """What looks like a match, but has done half of a move when it refuses it."""

    def __init__(self) -> None:
        self.moves = 0

    def facts(self) -> dict[str, object]:
        return {"moves": self.moves}

    def play(self, seat: int, move: str) -> None:
        self.moves += 1
        raise IllegalMove("not-now", Text("Не сейчас.", "Not now."))


def test_a_refusal_that_changes_the_match_is_found() -> None:
    with pytest.raises(AssertionError, match="has changed the match"):
        refusal(cast(Match, Forgetful()), 0, "hit")


def test_a_move_that_is_not_refused_is_found() -> None:
    with pytest.raises(AssertionError, match="'hit' of seat 0 was not refused"):
        refusal(scripted("pairs", 2, "1 2 2 3 3 | 8 9"), 0, "hit")


def test_the_state_of_another_game_is_refused() -> None:
    match = scripted("pairs", 2, "1 2 2 3 3 | 8 9")
    assert state(match, Pairs) is match.game
    with pytest.raises(AssertionError, match="a match of pairs, not of port"):
        state(match, Port)


def test_hands_of_different_sizes_cannot_be_dealt() -> None:
    with pytest.raises(ValueError, match="shorter"):
        deck_dealing(["2c 3c", "2d"])


def test_a_full_hand_stays_as_it_is() -> None:
    assert filled_hands(["2c 3c", "5c"], 2, ["2c", "3c", "4c", "5c"]) == ["2c 3c", "5c 4c"]


def test_a_deck_has_no_more_cards_than_the_pack() -> None:
    with pytest.raises(AssertionError, match="no further '1'"):
        shuffled("pairs", "1 1")


def test_playing_on_ends_with_the_match() -> None:
    match = Match.new("pairs", 2, seed="on")
    play_on(match)
    assert match.result is not None
    play_on(match)  # and does nothing more
