"""What the brains of the games with closed hands share: the win by chips, and a search that has a first thought."""

from __future__ import annotations

from typing import Final

from koloda.core.search import Brain, Estimate, Search, won
from koloda.games.shared.chips import ChipsGame
from koloda.games.shared.hands import FirstCardGame

from .lead import lead_share

DOUBT: Final = 1.0  # standard errors by which a move must be better than the first thought
EQUAL: Final = 0.004  # of the win: moves that are no farther apart are drawn from, not to be read


class Doubting(Search):
    """A search that keeps to the brain's first thought until another move has shown itself better."""

    def __init__(self, brain: Brain, seat: int, moves: list[str], first: str) -> None:
        super().__init__(brain, seat, moves)
        self.first = first

    def estimates(self) -> list[Estimate]:
        """All moves, the best first; those to be played have odds."""
        played = self.equals(self.pick())
        found: list[Estimate] = []
        for told in super().estimates():
            odds = 1.0 if told.move in played else 0.0
            found.append(Estimate(told.move, told.value, told.error, told.worlds, odds))
        return found

    def pick(self) -> int:
        """The best move, or the first thought if that is not clearly worse."""
        best = self.best()
        for index in self.alive:
            if self.moves[index] == self.first:
                gap, error = self.gap(best, index)
                return index if gap <= DOUBT * error else best
        return best

    def equals(self, pick: int) -> list[str]:
        """The pick, and the moves that are worth as much."""
        found: list[str] = []
        for index in self.alive:
            gap, error = self.gap(pick, index)
            if index == pick or abs(gap) + error < EQUAL:
                found.append(self.moves[index])
        return found


def chips_lead(game: ChipsGame, seat: int, heat: float, slope: float) -> float:
    """The share of the win by chips: a softmax, the hotter the more rounds the poorest seat can still pay for."""
    return won(game, seat) if game.over else lead_share(game.chips, seat, heat + slope * min(game.chips))


def kept_lower(game: FirstCardGame, seat: int) -> bool:
    """Whether another seat holds a card that is lower than its first one: sensible players start low."""
    if game.circle == 0:
        return False
    for other in range(game.seats):
        hand = game.hands[other]
        if other != seat and game.active[other] and hand.size() > 0 and hand.lowest() + 1 < game.rows[other].at(0):
            return True
    return False
