"""Scores without matches, for tests of what is made of them."""

from __future__ import annotations

from koloda.core.game import Result
from koloda.lab.arena import Score, score
from koloda.lab.bout import Bout, Played
from koloda.lab.tally import Tally


def score_of(*won: bool, seconds: tuple[float, ...] = ()) -> Score:
    """The score of a bot at a table for two, from whether it won each match."""
    bout = Bout("regent", 2, ("normal",), len(won), rotates=False)
    tally = Tally(2)
    for number, first_won in enumerate(won):
        winner = 0 if first_won else 1
        places = (1, 2) if first_won else (2, 1)
        tally.add(bout, Played(number, 10, Result((0, 0), (winner,), (1 - winner,), places), list(seconds)))
    return score(tally)
