"""A search that keeps to the brain's first thought until another move has proved better."""

from __future__ import annotations

from typing import Final

from koloda.core.search import Brain, Estimate, Search

DOUBT_STANDARD_ERRORS: Final = 1.0  # by which a move must be better than the first thought
EQUAL_WIN_SHARE: Final = 0.004  # moves that are no farther apart are drawn from, so that nobody can read the bot


class DoubtingSearch(Search):
    """A search that keeps to the brain's first thought until another move has proved better."""

    def __init__(self, brain: Brain, seat: int, moves: list[str], first: str) -> None:
        super().__init__(brain, seat, moves)
        self.first = first

    def estimates(self) -> list[Estimate]:
        """All moves, the best first; those to be played have odds."""
        played = self.equals(self.pick())
        estimates: list[Estimate] = []
        for plain in super().estimates():
            odds = 1.0 if plain.move in played else 0.0
            estimates.append(Estimate(plain.move, plain.value, plain.error, plain.worlds, odds))
        return estimates

    def pick(self) -> int:
        """The best move, or the first thought if that is not clearly worse."""
        best = self.best()
        for index in self.alive:
            if self.moves[index] == self.first:
                gap, error = self.gap(best, index)
                return index if gap <= DOUBT_STANDARD_ERRORS * error else best
        return best

    def equals(self, pick: int) -> list[str]:
        """The pick, and the moves that are worth as much."""
        moves: list[str] = []
        for index in self.alive:
            gap, error = self.gap(pick, index)
            if index == pick or abs(gap) + error < EQUAL_WIN_SHARE:
                moves.append(self.moves[index])
        return moves
