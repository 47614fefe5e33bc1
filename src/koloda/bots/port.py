"""Port: hit while the place that a bigger sum may win, times the chance to survive, is worth more than the one held."""

from __future__ import annotations

from typing import Final

from koloda.bots.bot import Bot
from koloda.bots.shared.race import RoundRace
from koloda.bots.shared.triangle import TriangleBrain, next_counts, sum_of
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.pile import Pile
from koloda.core.search import win_share
from koloda.games.port import FOLDED, IN, Port

AVERAGE_CARD: Final = 7
SURVIVAL_ODDS: Final = 0.75  # of a rival who takes one more card
OVERTAKE_ODDS_BY_GAP: Final = [SURVIVAL_ODDS ** (1 + behind // AVERAGE_CARD) for behind in range(64)]
# How likely a round brings each number of points, as counted between such bots.
ROUND_POINT_ODDS_BY_SEATS: Final = {
    2: [0.09, 0.36, 0.55],
    3: [0.17, 0.12, 0.33, 0.38],
    4: [0.2, 0.05, 0.19, 0.27, 0.29],
    5: [0.24, 0.02, 0.1, 0.19, 0.22, 0.23],
    6: [0.25, 0.01, 0.05, 0.13, 0.17, 0.19, 0.2],
    7: [0.27, 0.0, 0.03, 0.09, 0.13, 0.15, 0.16, 0.17],
}
RACES: Final[dict[int, RoundRace]] = {}


class PortBrain(TriangleBrain):
    worlds = 500

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """The move with the best expected points of this round, when one stands after it."""
        assert isinstance(game, Port)
        if not game.can_draw():
            return "fold"
        table = Table(game, seat)
        row = game.rows[seat]
        counts = next_counts(game)
        move = "fold"
        best = table.stand(table.own)
        value = table.hit(row, counts)
        if value > best:
            move, best = "hit", value
        if game.eights and row.has(8) and table.swap(row, counts) > best:
            move = "eight"
        return move

    def worth(self, game: Game, seat: int) -> float:
        """The odds to be first at the target; in a play-off all contenders are equal."""
        assert isinstance(game, Port)
        if game.over:
            return win_share(game, seat)
        if game.playoff:
            return 1 / len(game.contenders) if seat in game.contenders else 0.0
        key = game.target * 8 + game.seats
        if key not in RACES:
            RACES[key] = RoundRace(ROUND_POINT_ODDS_BY_SEATS[game.seats], game.target)
        return RACES[key].share([game.target - score for score in game.scores], seat)


class Table:
    """What a seat has to beat: sums that stand, and sums that may grow."""

    def __init__(self, game: Port, seat: int) -> None:
        self.own = 0
        self.seats = game.seats
        self.playoff = game.playoff
        self.standing: list[int] = []
        self.acting: list[int] = []
        for other in range(game.seats):
            status = game.status[other]
            if other == seat:
                self.own = sum_of(game.rows[other])
            elif status == FOLDED:
                self.standing.append(sum_of(game.rows[other]))
            elif status == IN:
                self.acting.append(sum_of(game.rows[other]))

    def stand(self, own: int) -> float:
        """The points (in a play-off: the chance) that a sum of ``own`` brings."""
        points = float(self.seats)
        top = 1.0
        for total in self.standing:
            if total > own:
                points -= 1.0
                top = 0.0
        for total in self.acting:
            odds = 1.0 if total > own else OVERTAKE_ODDS_BY_GAP[own - total]
            points -= odds
            top *= 1.0 - odds
        return top if self.playoff else points

    def hit(self, row: Pile, counts: list[int]) -> float:
        """What one card is worth, and then to stand."""
        value = 0.0
        for rank in range(1, 11):
            if counts[rank] > 0 and not row.has(rank):
                value += counts[rank] * self.stand(self.own + rank)
        return value / counts[11]

    def swap(self, row: Pile, counts: list[int]) -> float:
        """What two cards for the 8 are worth, and then to stand."""
        value = 0.0
        for first in range(1, 11):
            if counts[first] > 0 and (first == 8 or not row.has(first)):
                after = 0.0
                for second in range(1, 11):
                    if second != first and counts[second] > 0 and (second == 8 or not row.has(second)):
                        after += counts[second] * self.stand(self.own - 8 + first + second)
                value += counts[first] * after
        return value / (counts[11] * max(1, counts[11] - 1))


BRAIN: Final = PortBrain()
BOT: Final = Bot(brain=BRAIN)
