"""Games for chips: antes, payments without debt, the pot and its remainder, the end by chips."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.game import Result, leaders, places_of
from koloda.core.options import MatchOptions, Option, number
from koloda.core.table import GATHER, Counter, CounterKind
from koloda.core.text import Text

from .triangle import TriangleGame

CHIPS: Final = CounterKind("chips", Text("Жетоны", "Chips"), "score")
POT: Final = CounterKind("pot", Text("Банк", "Pot"))

WORDS: Final = {
    "ante": Text("Все ставят по {n} {n:жетону|жетона|жетонов}.", "Everybody antes {n} {n:chip|chips}."),
    "pays": Text(
        "{seat|Вы} {seat:платит|платите} в банк: {n} {n:жетон|жетона|жетонов}.",
        "{seat|You} {seat:pays|pay} {n} {n:chip|chips} into the pot.",
    ),
    "pays-to": Text(
        "{seat|Вы} {seat:платит|платите} {n} {n:жетон|жетона|жетонов}, {other:получает|получаете} {other|вы}.",
        "{seat|You} {seat:pays|pay} {other|you} {n} {n:chip|chips}.",
    ),
    "takes-pot": Text(
        "{seat|Вы} {seat:забирает|забираете} банк: {n} {n:жетон|жетона|жетонов}.",
        "{seat|You} {seat:takes|take} the pot: {n} {n:chip|chips}.",
    ),
    "shares-pot": Text(
        "{seat|Вы} {seat:получает|получаете} из банка {n} {n:жетон|жетона|жетонов}.",
        "{seat|You} {seat:gets|get} {n} {n:chip|chips} of the pot.",
    ),
}

SHORT_STAKE_WORDS: Final = {  # of games whose stake is more than one chip
    "ante-short": Text(
        "{seat|Вы} {seat:ставит|ставите} всё, что осталось: {n} {n:жетон|жетона|жетонов}.",
        "{seat|You} {seat:puts|put} in all that is left: {n} {n:chip|chips}.",
    ),
    "hint-broke": Text(
        "Пас оставит вас без жетонов: матч кончится, и вы проиграете.",
        "Folding leaves you without chips: the match ends, and you lose.",
    ),
}


def chips_option(default: int) -> Option:
    """How many chips everybody starts with."""
    return number(
        "chips",
        Text("Жетонов в начале", "Starting chips"),
        Text("Сколько жетонов получает каждый.", "How many chips everybody starts with."),
        default,
        5,
        200,
    )


def max_rounds_option(default: int = 1000) -> Option:
    """A cap that the book does not have: 0 (none) where chance ends every match, whatever is played."""
    return number(
        "max_rounds",
        Text("Предел раундов", "Round limit"),
        Text(
            "После стольких раундов матч кончается; 0 — без предела, как в книге.",
            "The match ends after this many rounds; 0: no limit, as in the book.",
        ),
        default,
        0,
        9999,
    )


class ChipsGame(TriangleGame):
    """A triangle game with chips before every seat and a pot in the middle; ``active`` seats are still in the round."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.chips: list[int] = [0] * seats
        self.active: list[bool] = [True] * seats
        self.pot = 0
        self.max_rounds = 0

    def copy_chips_to(self, other: ChipsGame) -> None:
        """Copy what this class and its base keep."""
        self.copy_triangle_to(other)
        other.chips = self.chips[:]
        other.active = self.active[:]
        other.pot = self.pot
        other.max_rounds = self.max_rounds

    def hand_out_chips(self, options: MatchOptions) -> None:
        """Hand out the starting chips; the cap is read too."""
        self.chips = [options.number("chips")] * self.seats
        self.max_rounds = options.number("max_rounds")
        self.count_gains()  # before the first ante

    def ante(self, amount: i64) -> None:
        """Everybody is in and pays ``amount`` into the pot, or all that they have, before the new cards are dealt."""
        self.tell("ante", n=amount)
        for seat in range(self.seats):
            self.active[seat] = True
            paid = min(amount, i64(self.chips[seat]))
            if paid < amount:
                self.tell("ante-short", seat, n=paid)
            self.chips[seat] -= paid
            self.pot += paid
        self.beat(GATHER)

    def pay(self, seat: i64, amount: i64) -> None:
        """Pay into the pot, at most what the seat has: there are no debts."""
        paid = min(amount, i64(self.chips[seat]))
        self.chips[seat] -= paid
        self.pot += paid
        self.tell("pays", seat, n=paid)

    def pay_to(self, seat: i64, other: i64, amount: i64) -> None:
        """Pay another seat, at most what this seat has."""
        paid = min(amount, i64(self.chips[seat]))
        self.chips[seat] -= paid
        self.chips[other] += paid
        self.tell("pays-to", seat, other, n=paid)

    def take_pot(self, seat: i64) -> None:
        """One seat takes the whole pot."""
        self.tell("takes-pot", seat, n=self.pot)
        self.chips[seat] += self.pot
        self.pot = 0

    def share_pot(self, sharers: list[int]) -> None:
        """Several seats share the pot, each share rounded down; the remainder stays for the next round."""
        share = self.pot // len(sharers)
        for seat in sharers:
            self.chips[seat] += share
            self.tell("shares-pot", seat, n=share)
        self.pot -= share * len(sharers)

    def seats_in(self) -> list[int]:
        """The seats that are still in the round, ascending."""
        return [seat for seat in range(self.seats) if self.active[seat]]

    def next_in(self, seat: i64) -> i64:
        """The next seat to the left that is still in (the seat itself if it is the only one)."""
        seat = self.next_seat(seat)
        while not self.active[seat]:
            seat = self.next_seat(seat)
        return seat

    def match_ends(self) -> bool:
        """After a round: somebody has no chips, or the cap is reached."""
        return min(self.chips) == 0 or self.round == self.max_rounds

    def result(self) -> Result:
        """Most chips win; a seat without chips has lost."""
        losers = tuple(seat for seat, chips in enumerate(self.chips) if chips == 0)
        return Result(tuple(self.chips), leaders(self.chips), losers, places_of(self.chips))

    def chips_counters(self) -> list[Counter]:
        """The pot and everybody's chips."""
        return [Counter(POT, self.pot)] + [Counter(CHIPS, chips, seat) for seat, chips in enumerate(self.chips)]

    def round_facts(self) -> dict[str, object]:
        """The facts about the round that all these games have."""
        return {
            "chips": list(self.chips),
            "pot": self.pot,
            "active": self.seats_in(),
            "round": self.round,
            "deck_count": len(self.deck),
        }

    def score_facts(self) -> dict[str, object]:
        """The facts about the match that all these games have."""
        result = self.result()
        return {
            "scores": list(self.chips),
            "winners": list(result.winners) if self.over else [],
            "losers": list(result.losers) if self.over else [],
        }

    def chips_facts(self) -> dict[str, object]:
        """All facts that these games have."""
        return {**self.round_facts(), **self.score_facts()}
