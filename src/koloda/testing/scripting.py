"""Matches with a known deck, for the worked examples of a rules spec."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.games.registry import find_game
from koloda.match import Match

from .option_sets import Options


def scripted(
    game_id: str,
    seats: int,
    deck: str,
    options: Options | None = None,
    *,
    pack: Sequence[int | str] | None = None,
    before: Sequence[object] = (),
    then: Sequence[object] = (),
) -> Match:
    """A match whose first shuffle begins with ``deck``, top first: ``"1 2 2 3 3 | 8 9"`` (bars only group).

    The cards of the pack that are not named follow in order. ``before`` and ``then`` are chance requests
    (``{"pick": 0}``, ``{"shuffle": […]}``) before and after that shuffle; ``then`` may use :func:`shuffled`.
    """
    shuffle = shuffled(game_id, deck, pack)
    return Match.new(game_id, seats, options, chance=[*before, shuffle, *then])


def shuffled(game_id: str, deck: str, pack: Sequence[int | str] | None = None) -> dict[str, object]:
    """A shuffle of the whole pack that begins with ``deck``."""
    cards = find_game(game_id).info.deck
    rest = list(cards.values(cards.pack) if pack is None else pack)
    top: list[int | str] = []
    for word in deck.replace("|", " ").split():
        value = int(word) if word.isdecimal() and int(word) in rest else word
        assert value in rest, f"the pack has no further {word!r}"
        rest.remove(value)
        top.append(value)
    return {"shuffle": top + rest}


def play(match: Match, *moves: str) -> None:
    """Make several moves, each written as seat and text: ``play(match, "3 hit", "4 fold")``."""
    for move in moves:
        seat, _, text = move.partition(" ")
        match.play(int(seat), text)
