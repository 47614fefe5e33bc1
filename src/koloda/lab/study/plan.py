"""What a study plays: its tables, who plays there, and how many matches of each part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from koloda.bots.find_player import PlayerSpec, player_name
from koloda.lab.bout import SECONDS_FOR_A_MOVE, Bout, Lineup, check

from .cells import Cell

USUAL: Final = "usual"  # all seats play alike: lengths, seats, leads, scores, choices
SKILL: Final = "skill"  # one better player among the usual ones, on duplicate deals
USUAL_PER_CHUNK: Final = 8
SKILL_PER_CHUNK: Final = 4
MATCHES_TO_SEE_A_TEAM: Final = 3


class Chunk(NamedTuple):
    """Some matches of one part at one table."""

    cell: int
    part: str
    numbers: range


class Plan(NamedTuple):
    """A study: ``usual`` is who plays, ``better`` shows what skill is worth. One usual match in four is looked into."""

    game: str
    cells: tuple[Cell, ...]
    usual: PlayerSpec = "normal"
    better: PlayerSpec = "strong"
    matches: int = 400
    skill_matches: int = 100
    seed: str = "study"
    seconds: float = SECONDS_FOR_A_MOVE
    team: bool = False  # all seats win or lose together

    def bout(self, cell: Cell, part: str) -> Bout:
        """The matches of one part at one table. In a game that is won or lost together, all are better."""
        bots = (self.usual,) if part == USUAL else (self.better,) if self.team else (self.better, self.usual)
        matches = self.matches if part == USUAL else self.skill_matches
        seed = f"{self.seed} {part} {cell.label()}"
        return Bout(self.game, cell.seats, bots, matches, seed, cell.options, self.seconds, rotates=part == SKILL)

    def check(self) -> None:
        """Refuse what cannot be played before anything is."""
        for cell in self.cells:
            for part in (USUAL, SKILL):
                check(self.bout(cell, part))

    def chunks(self) -> Iterator[Chunk]:
        """All matches, chunk by chunk: always the same chunks, whoever plays them."""
        for part, size in ((USUAL, USUAL_PER_CHUNK), (SKILL, SKILL_PER_CHUNK)):
            for number in range(len(self.cells)):
                matches = self.matches if part == USUAL else self.skill_matches
                for first in range(0, matches, size):
                    yield Chunk(number, part, range(first, min(first + size, matches)))

    def to_json(self) -> dict[str, object]:
        """The plan as JSON: two studies of the same plan have the same results."""
        cells = [[cell.label(), cell.seats, list(cell.options)] for cell in self.cells]
        bots = [player_name(self.usual), player_name(self.better)]
        return {**self._asdict(), "cells": cells, "usual": bots[0], "better": bots[1]}


def wins_together(game: str, cell: Cell) -> bool:
    """Whether all seats win or lose together: seen from a few matches of random moves."""
    lineup = Lineup(Bout(game, cell.seats, ("random",), MATCHES_TO_SEE_A_TEAM, "team", cell.options))
    return all(len(set(lineup.play(number).result.places)) == 1 for number in range(MATCHES_TO_SEE_A_TEAM))
