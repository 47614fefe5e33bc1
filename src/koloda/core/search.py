"""The search kit: a Brain plays a game sensibly inside imagined worlds, a Search weighs moves by playing them out.

Every move is tried in the same worlds with the same chance to come, so that differences show early.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

from mypy_extensions import i64, mypyc_attr

from .chance import Chance
from .game import Game
from .playout import random_seat
from .turn import ONE, TOGETHER

WORLDS_BEFORE_FIRST_CUT: Final = 12  # no move is given up earlier
CUT_STANDARD_ERRORS: Final = 2.6  # a move that is worse by more than this many is given up


class Estimate(NamedTuple):
    """What a move is worth: the expected share of the win, its standard error, and in how many worlds it was tried.

    Where a bot must not be predictable, ``odds`` says how often to play the move; if all are 0, the best one is played.
    """

    move: str
    value: float
    error: float
    worlds: int
    odds: float = 0.0


@mypyc_attr(allow_interpreted_subclasses=True)
class Brain:
    """Quick, sensible play of one game: the policy of roll-outs, and where they may stop.

    ``choose`` is given a whole world but looks only at what ``seat`` may know of it; tests prove that.
    """

    worlds = 200  # at most, that a strong bot thinks through
    # Moves within this many standard errors of the best one count as equal. One of them is drawn, so that the others
    # cannot read the bot. 0.0: it always plays the best one.
    mixing_margin = 0.0
    # In roll-outs the others play any candidate once in this many moves, where people are hard to predict. 0: never.
    random_reply_1_in = 0

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """A sensible legal move of ``seat``."""
        raise NotImplementedError

    def candidates(self, game: Game, seat: int) -> list[str]:
        """The moves worth a search, from what ``seat`` knows."""
        return game.moves(seat)

    def stage(self, game: Game) -> int:
        """Roll-outs end with the match, or as soon as this number changes (the round, the deal)."""
        return 0

    def worth(self, game: Game, seat: int) -> float:
        """The share of the win, 0 to 1, that ``seat`` may expect at the end of a roll-out."""
        return win_share(game, seat)

    def solve(self, game: Game, seat: int) -> list[Estimate]:
        """What the moves are worth, if what ``seat`` knows is enough to work it out; empty: they are searched."""
        return []

    def mixture(self, game: Game, seat: int) -> dict[str, float]:
        """How often to play each move by a computed strategy; empty: there is none."""
        return {}

    def likely(self, world: Game, seat: int) -> bool:
        """Whether the others would have played like this in this world; an unlikely world is drawn again."""
        return True

    def search(self, game: Game, seat: int, moves: list[str]) -> Search:
        """How these moves are weighed; a game of secret choices may have a search of its own."""
        return Search(self, seat, moves)


def win_share(game: Game, seat: int) -> float:
    """A seat's share of a finished match: split among the winners or, if nobody wins, among all but the losers."""
    result = game.result()
    if result.winners:
        return 1 / len(result.winners) if seat in result.winners else 0.0
    return 0.0 if seat in result.losers else 1 / (game.seats - len(result.losers))


def forget_secret_moves(world: Game) -> None:
    """Take back the secret choices of a together-turn, which the searching seat cannot know."""
    for seat in world.secret_moves:
        world.owing |= 1 << i64(seat)
    world.secret_moves = {}


def play_on(game: Game, brain: Brain, stage: int, mine: int) -> None:
    """Play sensibly to the end of the roll-out; ``stage`` is that of the root, ``mine`` the seat that thinks."""
    while not game.over and brain.stage(game) == stage:
        seat = int(game.mover) if game.turn_kind == ONE else random_seat(game, game.chance)
        game.act(seat, next_move(game, brain, seat, mine))


def next_move(game: Game, brain: Brain, seat: int, mine: int) -> str:
    """A seat's move in a roll-out: a sensible one or, now and then for the others, any candidate."""
    if brain.random_reply_1_in and seat != mine and game.chance.below(brain.random_reply_1_in) == 0:
        moves = brain.candidates(game, seat)
        return moves[game.chance.below(len(moves))]
    return brain.choose(game, seat, game.chance)


@mypyc_attr(allow_interpreted_subclasses=True)
class Search:
    """Moves of one seat, weighed in one imagined world after another."""

    def __init__(self, brain: Brain, seat: int, moves: list[str]) -> None:
        self.brain = brain
        self.seat = seat
        self.moves = moves
        self.alive = list(range(len(moves)))
        self.values: list[list[float]] = [[] for _ in moves]
        self.sums = [0.0] * len(moves)
        self.worlds = 0

    def add(self, world: Game) -> None:
        """Try every move that is still in question in this world."""
        stage = self.brain.stage(world)
        if world.turn_kind == TOGETHER:
            self._others_choose(world)
        for index in self.alive:
            game = world.copy()
            game.act(self.seat, self.moves[index])
            play_on(game, self.brain, stage, self.seat)
            value = self.brain.worth(game, self.seat)
            self.values[index].append(value)
            self.sums[index] += value
        self.worlds += 1

    def _others_choose(self, world: Game) -> None:
        """The others choose in secret what the brain would choose for them or, now and then, any candidate."""
        forget_secret_moves(world)
        for other in range(world.seats):
            if other != self.seat and world.owes(other):
                world.act(other, next_move(world, self.brain, other, self.seat))

    def drop(self) -> bool:
        """Give up the moves that are clearly worse than the best; returns whether only one is left."""
        if len(self.alive) > 1 and self.worlds >= WORLDS_BEFORE_FIRST_CUT:
            best = self.best()
            self.alive = [index for index in self.alive if index == best or not self._worse(index, best)]
        return len(self.alive) == 1

    def best(self) -> int:
        """The index of the best move so far."""
        top = self.alive[0]
        for index in self.alive:
            if self.sums[index] > self.sums[top]:
                top = index
        return top

    def gap(self, one: int, other: int) -> tuple[float, float]:
        """How much better a move is than another in the same worlds, and the standard error of that."""
        return mean_error([a - b for a, b in zip(self.values[one], self.values[other], strict=True)])

    def _worse(self, index: int, best: int) -> bool:
        mean, error = self.gap(best, index)
        return mean > CUT_STANDARD_ERRORS * error

    def estimates(self) -> list[Estimate]:
        """All moves, the best first; those that were given up come last, with their values at that time."""
        ranked: list[tuple[bool, float, Estimate]] = []
        for index, move in enumerate(self.moves):
            mean, error = mean_error(self.values[index])
            ranked.append((index not in self.alive, -mean, Estimate(move, mean, error, len(self.values[index]))))
        return [estimate for _, _, estimate in sorted(ranked)]


def mean_error(values: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    n = len(values)
    total = 0.0
    for value in values:
        total += value
    mean = total / max(1, n)
    spread = 0.0
    for value in values:
        spread += (value - mean) * (value - mean)
    return mean, sqrt(spread / max(1, n * (n - 1)))
