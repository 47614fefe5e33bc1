"""What one choice was worth: every move in the same imagined worlds; the one taken is never dropped."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from time import perf_counter
from typing import NamedTuple

from koloda.bots.evaluator import estimated
from koloda.bots.seat_view import SeatView
from koloda.bots.think import WORLDS_BETWEEN_CUTS, likely_world
from koloda.core.chance import Chance
from koloda.core.search import Brain, Estimate, Search, mean_error


class Weighed(NamedTuple):
    """The estimates, best first; the cost of the move taken, with its standard error; whether time ran out."""

    estimates: tuple[Estimate, ...]
    cost: float
    error: float
    hurried: bool = False


def weigh(seat_view: SeatView, brain: Brain, taken: str, chance: Chance, worlds: int, seconds: float) -> Weighed:
    """Weigh the moves of a seat that made the move ``taken``."""
    first = seat_view.world(chance)
    solved = sorted(brain.solve(first, seat_view.seat), key=lambda estimate: -estimate.value)
    for estimate in solved:
        if estimate.move == taken:
            best = solved[0]
            error = 0.0 if estimate is best else hypot(best.error, estimate.error)
            return Weighed(tuple(solved), best.value - estimate.value, error)
    end = perf_counter() + seconds
    search = brain.search(first, seat_view.seat, sorted({*brain.candidates(first, seat_view.seat), taken}))
    index = search.moves.index(taken)
    while search.worlds < worlds and (perf_counter() < end or search.worlds < 2):
        search.add(likely_world(seat_view, brain, chance))
        if search.worlds % WORLDS_BETWEEN_CUTS == 0:
            search.drop()
            if index not in search.alive:
                search.alive.append(index)
    cost, error = _cost(search.values, search.alive, index)
    return Weighed(tuple(_estimates(search)), cost, error, search.worlds < worlds)


def weigh_outcomes(outcomes: dict[str, list[float]], taken: str) -> Weighed:
    """Weigh moves whose value in every imagined world is known."""
    values = list(outcomes.values())
    if len(outcomes[taken]) == 1:  # exact values
        return Weighed(tuple(estimated(outcomes)), max(values)[0] - outcomes[taken][0], 0.0)
    cost, error = _cost(values, range(len(values)), list(outcomes).index(taken))
    return Weighed(tuple(estimated(outcomes)), cost, error)


def _estimates(search: Search) -> list[Estimate]:
    """All moves, the best first. A dropped move may be known better by its distance from the best one."""
    best = search.best()
    value, error = mean_error(search.values[best])
    estimates = [Estimate(search.moves[best], value, error, search.worlds)]
    for index, move in enumerate(search.moves):
        mine = search.values[index]
        if index != best:
            plain, plain_error = mean_error(mine)
            gap, gap_error = mean_error([a - b for a, b in zip(search.values[best], mine, strict=False)])
            if hypot(error, gap_error) < plain_error:
                plain, plain_error = min(1.0, max(0.0, value - gap)), hypot(error, gap_error)
            estimates.append(Estimate(move, plain, plain_error, len(mine)))
    return [estimates[0], *sorted(estimates[1:], key=lambda estimate: -estimate.value)]


def _cost(values: Sequence[list[float]], alive: Sequence[int], taken: int) -> tuple[float, float]:
    """Best minus taken, where each half of the worlds measures what the other half calls the best.

    Choosing and measuring in the same worlds would blame chance on the player: the best of noisy values is too high on
    average.
    """
    halves: list[tuple[float, float]] = []
    for picking, measuring in ((0, 1), (1, 0)):
        best = max(alive, key=lambda index: sum(values[index][picking::2]))
        pairs = zip(values[best][measuring::2], values[taken][measuring::2], strict=True)
        halves.append(mean_error([a - b for a, b in pairs]))
    (first, first_error), (second, second_error) = halves
    return (first + second) / 2, hypot(first_error, second_error) / 2
