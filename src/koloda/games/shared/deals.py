"""Games of several deals, as the classics have them: hands, running points, worlds that fit the open play."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.game import Game
from koloda.core.options import Option, number
from koloda.core.pile import fill_all, piles
from koloda.core.table import Counter, CounterKind, Zone
from koloda.core.text import Text

from .counters import POINTS

ROUND: Final = CounterKind("round", Text("Сдача", "Deal"))

WORDS: Final = {
    "round": Text("Сдача {n}. {seat:Сдаёт|Сдаёте} {seat|вы}.", "Deal {n}. {seat|You} {seat:deals|deal}."),
    "scores": Text(
        "{seat|Вам}{seat::|} +{n} {n:очко|очка|очков}.", "{seat|You} {seat:scores|score} {n} {n:point|points}."
    ),
}


def deals_option(default: int, most: int) -> Option:
    """How many deals a match has."""
    return number(
        "deals",
        Text("Сдач в матче", "Deals"),
        Text("Сколько раз сдаются карты; очки складываются.", "How many times the cards are dealt; points add up."),
        default,
        1,
        most,
    )


class DealsGame(Game):
    """Hands that are dealt again and again, and points that add up."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hands = piles(seats)
        self.scores: list[int] = [0] * seats
        self.round = 0

    def copy_deals_to(self, other: DealsGame) -> None:
        """Copy what this class keeps."""
        self.copy_turn_to(other)
        fill_all(other.hands, self.hands)
        other.scores = self.scores[:]
        other.round = self.round

    def deal_counters(self, goal: int | None = None) -> list[Counter]:
        """The number of the deal and everybody's points."""
        return [Counter(ROUND, self.round)] + [Counter(POINTS, n, seat, goal) for seat, n in enumerate(self.scores)]

    def fits(self, zone: Zone, index: i64) -> bool:
        """Whether the card at ``index`` can lie there, as far as the open play tells."""
        raise NotImplementedError

    def swap_until_all_fit(self, seat: int) -> bool:
        """Swap cards that ``seat`` does not know until all of them fit; False if a card fits nowhere."""
        spots: list[tuple[Zone, int]] = []
        for zone in self.zones():
            spots += [(zone, index) for index in range(len(zone.pile)) if not zone.known(index, seat)]
        for zone, index in spots:
            if not self.fits(zone, index) and not self._swap_away(zone, index, spots):
                return False
        return True

    def _swap_away(self, zone: Zone, index: i64, spots: list[tuple[Zone, int]]) -> bool:
        card = zone.pile.at(index)
        for other, place in spots:
            swapped = other.pile.at(place)
            zone.pile.set(index, swapped)
            other.pile.set(place, card)
            if self.fits(zone, index) and self.fits(other, place):
                return True
            other.pile.set(place, swapped)
            zone.pile.set(index, card)
        return False
