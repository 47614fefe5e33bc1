"""Who is out of the round or of the match: a note stands beside the seat for as long, in every game that has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from koloda import Match
from koloda.bots import level_policy
from koloda.core.chance import Fast
from koloda.lab.simulate import bots_move

Out = Callable[[dict[str, Any], int], set[int]]


def not_active(facts: dict[str, Any], seats: int) -> set[int]:
    return set(range(seats)) - set(facts["active"])


def without_cards(facts: dict[str, Any], seats: int) -> set[int]:
    sizes = facts.get("pile_sizes") or facts["hand_sizes"]
    return {seat for seat in range(seats) if not sizes[seat]}


@pytest.mark.parametrize(
    ("game", "out"),
    [
        ("blackstone", not_active),
        ("goblin-poker", not_active),
        ("hawthorn", not_active),
        ("monster", not_active),
        ("regent", not_active),
        ("troll-guts", not_active),
        ("drunkard", without_cards),
        ("old-maid", without_cards),
        ("tycoon", without_cards),
    ],
)
def test_a_note_stands_beside_who_is_out(game: str, out: Out) -> None:
    seen: set[int] = set()
    for number in range(3):
        match, chance = Match.new(game, 4, seed=f"out {number}"), Fast(1)
        while match.result is None and match.move_number < 400:
            expected = out(match.facts(), 4)
            assert {note.seat for note in match.view(None).announcements if note.kind == "is-out"} == expected
            seen |= expected
            bots_move(match, match.turn.seats[:1], [level_policy(game, "normal")] * 4, chance)
    assert seen, "nobody was ever out"
