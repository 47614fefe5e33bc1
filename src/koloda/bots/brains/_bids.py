"""Secret choices made at once: regret matching on imagined worlds, so that what is played cannot be foretold."""

from __future__ import annotations

from typing import Final

from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain, Estimate, Search, play_on, take_back, won
from koloda.games._bids import ScoreGame

from ._lead import lead_share

TRUST: Final = 2  # one choice in so many of the others' is the sensible one, the rest are what they would regret least
LEAST: Final = 0.15  # of the most played move's odds: what is played more seldom is noise
FINE: Final = 1 << 20
SOFT: Final = 0.5  # of the value of a deal is who won it; the rest is by how much, which is seen sooner


class MixedSearch(Search):
    """Both sides of a secret choice learn from each world what they should rather have chosen.

    The others are kept apart by seat but not by hand: a seat's regrets hold for all the hands it may have.
    """

    def __init__(self, brain: Brain, seat: int, moves: list[str], seats: int) -> None:
        super().__init__(brain, seat, moves)
        self.regrets: list[dict[str, float]] = [{} for _ in range(seats)]
        self.played = [0.0] * len(moves)

    def add(self, world: Game) -> None:
        """Try every move that is still in question against what the others choose here; then let one other learn."""
        take_back(world)
        chosen = [""] * world.seats
        for other in world.movers():
            if other != self.seat:
                chosen[other] = self._choice(world, other)
        moves = [self.moves[index] for index in self.alive]
        odds = matched(self.regrets[self.seat], moves)
        values = self._learn(world, self.seat, moves, odds, chosen)
        for at, index in enumerate(self.alive):
            self.values[index].append(values[at])
            self.sums[index] += values[at]
            self.played[index] += odds[at] * (self.worlds + 1)
        self._other_learns(world, moves[drawn(odds, world.chance)], chosen)
        self.worlds += 1

    def _other_learns(self, world: Game, move: str, chosen: list[str]) -> None:
        others = [seat for seat in world.movers() if seat != self.seat]
        other = others[self.worlds % len(others)]
        chosen[self.seat] = move
        moves = self.brain.candidates(world, other)
        self._learn(world, other, moves, matched(self.regrets[other], moves), chosen)

    def _choice(self, world: Game, seat: int) -> str:
        """What another seat chooses in a world: the sensible move, or one that it would not have regretted so far."""
        if world.chance.below(TRUST) == 0:
            return self.brain.choose(world, seat, world.chance)
        moves = self.brain.candidates(world, seat)
        for move in moves:
            if self.regrets[seat].get(move, 0.0) > 0.0:
                return moves[drawn(matched(self.regrets[seat], moves), world.chance)]
        return self.brain.choose(world, seat, world.chance)

    def _learn(self, world: Game, seat: int, moves: list[str], odds: list[float], chosen: list[str]) -> list[float]:
        """What each move of a seat comes to while the others' choices stand; its regrets grow by what it missed."""
        values: list[float] = []
        mean = 0.0
        for at, move in enumerate(moves):
            chosen[seat] = move
            value = self._value(world, seat, chosen)
            values.append(value)
            mean += odds[at] * value
        regrets = self.regrets[seat]
        for at, move in enumerate(moves):
            regrets[move] = max(0.0, regrets.get(move, 0.0) + values[at] - mean)
        return values

    def _value(self, world: Game, seat: int, chosen: list[str]) -> float:
        mark = self.brain.mark(world)
        game = world.copy()
        for mover in world.movers():
            game.act(mover, chosen[mover])
        play_on(game, self.brain, mark)
        return self.brain.worth(game, seat)

    def estimates(self) -> list[Estimate]:
        """As any search has them, each with how often it is to be played."""
        most = max([self.played[index] for index in self.alive])
        played: dict[str, float] = {}
        total = 0.0
        for index in self.alive:
            if self.played[index] > LEAST * most:
                played[self.moves[index]] = self.played[index]
                total += self.played[index]
        return [e._replace(odds=played.get(e.move, 0.0) / max(total, 1e-9)) for e in super().estimates()]


def matched(regrets: dict[str, float], moves: list[str]) -> list[float]:
    """How often each move is chosen: in proportion to its regret, all alike if none is regretted."""
    total = 0.0
    for move in moves:
        total += regrets.get(move, 0.0)
    if total <= 0.0:
        return [1 / len(moves)] * len(moves)
    return [regrets.get(move, 0.0) / total for move in moves]


def drawn(odds: list[float], chance: Chance) -> int:
    """An index, as often as its odds say."""
    total = 0.0
    for part in odds:
        total += part
    left = float(chance.below(FINE)) * total / FINE
    for index, part in enumerate(odds):
        left -= part
        if left < 0:
            return index
    return len(odds) - 1


def score_share(game: ScoreGame, seat: int, spread: float) -> float:
    """The share of the win by the totals so far: certain after the match, softer the more points ``spread`` ahead."""
    share = lead_share(game.scores, seat, spread)
    return SOFT * won(game, seat) + (1 - SOFT) * share if game.over else share
