"""What must be true of moves and positions as numbers (``core/actions.py``, ``core/observation.py``) in every game."""

from __future__ import annotations

from koloda.core.actions import Actions, Asker
from koloda.core.chance import Fast
from koloda.core.observation import BYTES, Layout
from koloda.core.options import MatchOptions
from koloda.core.playout import start
from koloda.match import Match, resample

from .walks import FEW_POSITIONS, SOME_POSITIONS, Walk, some

MOVES_ENTERED = 3  # of each seat in a position


def layout_of(walk: Walk) -> Layout:
    """The layout as an environment makes it: from the start of any other match."""
    case = walk.case
    options = MatchOptions(case.game.info.options, case.seats, case.options)
    return Layout(start(case.game, case.seats, options, Fast(0)), Actions(case.game.info, case.seats))


def every_move_has_its_numbers(walk: Walk) -> None:
    """Every legal move can be entered by number, step by step, and its first number tells it again."""
    actions = Actions(walk.case.game.info, walk.case.seats)
    for match in some(walk.positions, SOME_POSITIONS, "numbers"):
        for seat in match.turn.seats:
            legal = match.legal(seat)
            for move in legal[:: len(legal) // MOVES_ENTERED + 1]:
                check_numbers(match, actions, seat, move)


def check_numbers(match: Match, actions: Actions, seat: int, move: str) -> None:
    """Each step of the move is among those offered; the last one makes it, and no other move."""
    first = actions.text(actions.number(move, seat), seat)
    assert first in (move, move.partition(" ")[0]), f"the number of {move!r} means {first!r} to seat {seat}"
    asker = Asker(match.game, actions)
    asker.turn_to(seat)
    made: str | None = None
    for step in actions.steps(move, seat):
        assert made is None, f"{move!r} is made before its last step"
        offered = asker.legal()
        assert step in offered, f"seat {seat} is not offered {actions.text(step, seat)!r} for {move!r}"
        made = asker.enter(step)
        if made is not None:  # the steps that are left lead nowhere else
            break
    assert made == move, f"the steps of {move!r} make {made!r}"


def another_world_is_observed_alike(walk: Walk) -> None:
    """The numbers that a seat observes hold nothing that it cannot know: those of a resampled world are the same."""
    layout = layout_of(walk)
    names = layout.names()
    for match in some(walk.positions, FEW_POSITIONS, "observed"):
        for seat in range(walk.case.seats):
            seen = layout.observe(match.game, seat, [])
            assert len(seen) == BYTES * layout.size == BYTES * len(names), "a position is observed in another size"
            other = layout.observe(resample(match, seat, Fast(seat)).game, seat, [])
            differs = [names[i // BYTES] for i in range(len(seen)) if seen[i] != other[i]]
            assert not differs, f"seat {seat} observes what it cannot know: {differs[:5]}"
