"""A strong bot's thinking: worlds that look the same to its seat, every promising move played out in each of them."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from koloda.bots.shared.drawing import draw_index
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain, Estimate

from .seat_view import SeatView

Clock = Callable[[], float]

THINKING_SECONDS = 0.85  # thinking stops then, even if not all worlds are done
MAX_WORLD_REDRAWS = 20  # of an unlikely world; after that it is taken as it is
WORLDS_BETWEEN_CUTS = 8  # between two looks at which moves can be given up


def think(
    seat_view: SeatView,
    brain: Brain,
    chance: Chance,
    worlds: int = 0,
    patience: float = THINKING_SECONDS,
    drop: bool = True,
    clock: Clock = perf_counter,
) -> list[Estimate]:
    """What the moves of a seat are worth, the best first; ``clock`` measures the ``patience``, in seconds."""
    worlds = worlds or brain.worlds
    end = clock() + patience
    first = seat_view.world(chance)
    solved = brain.solve(first, seat_view.seat)
    if solved:
        return sorted(solved, key=lambda estimate: -estimate.value)
    search = brain.search(first, seat_view.seat, sorted(brain.candidates(first, seat_view.seat)))
    if len(search.moves) == 1 and drop:
        return search.estimates()
    while search.worlds < worlds and clock() < end:
        search.add(likely_world(seat_view, brain, chance))
        if drop and search.worlds % WORLDS_BETWEEN_CUTS == 0 and search.drop():
            break
    return search.estimates()


def likely_world(seat_view: SeatView, brain: Brain, chance: Chance) -> Game:
    """A world that fits what the seat has seen and what the others have done."""
    world = seat_view.world(chance)
    for _ in range(MAX_WORLD_REDRAWS):
        if brain.likely(world, seat_view.seat):
            break
        world = seat_view.world(chance)
    return world


def decide(seat_view: SeatView, brain: Brain, chance: Chance, clock: Clock = perf_counter) -> str:
    """The best move or, where a bot must not be predictable, one drawn from a strategy or from equally good moves."""
    mixture = brain.mixture(seat_view.world(chance), seat_view.seat)
    if mixture:
        return _draw(mixture, chance)
    estimates = think(seat_view, brain, chance, clock=clock)
    odds = {estimate.move: estimate.odds for estimate in estimates if estimate.odds > 0}
    if odds:
        return _draw(odds, chance)
    best = estimates[0]
    if not brain.mixing_margin:
        return best.move
    near = [
        e for e in estimates if e.worlds == best.worlds and best.value - e.value <= brain.mixing_margin * best.error
    ]
    return near[chance.below(len(near))].move


def _draw(mixture: dict[str, float], chance: Chance) -> str:
    return list(mixture)[draw_index(list(mixture.values()), chance)]
