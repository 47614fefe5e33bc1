"""Blackstone: weigh the price of folding against the risk of a take and the chance that it breaks somebody else."""

from __future__ import annotations

from typing import Final

from koloda.bots.bot import Bot
from koloda.bots.shared.lead import lead_share
from koloda.bots.shared.triangle import TriangleBrain
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import win_share
from koloda.games.blackstone import BLACK_RANK, TAKES, Blackstone, fold_price

MAX_TAKES_CONSIDERED: Final = 12  # bigger takes are never better
MAX_TAKES_SEARCHED: Final = 9
LOST_MATCH_CHIPS: Final = -1000.0  # more than can be lost


class BlackstoneBrain(TriangleBrain):
    worlds = 200
    random_reply_1_in = 2  # a bot that expects bold takes only stays in too long against careful players

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """The move that costs least, or brings most, on average until one's next turn.

        A fold that takes the last chips loses the match: no take is worse.
        """
        assert isinstance(game, Blackstone)
        price = fold_price(len(game.white))
        move = "fold"
        best = float(-price) if price < game.chips[seat] else LOST_MATCH_CHIPS
        low, high = bounds(game, MAX_TAKES_CONSIDERED)
        risks = Risks(len(game.deck), int(game.deck.count(BLACK_RANK)), high)
        for number in range(low, high + 1):
            value = take_value(game, seat, number, risks)
            if value > best:
                move, best = TAKES[number], value
        return move

    def candidates(self, game: Game, seat: int) -> list[str]:
        assert isinstance(game, Blackstone)
        low, high = bounds(game, MAX_TAKES_SEARCHED)
        return [*TAKES[low : high + 1], "fold"]

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Blackstone)
        if game.over:
            return win_share(game, seat)
        return lead_share(game.chips, seat, 12.0)


class Risks:
    """How likely this many cards bring a seat its second black stone, if it has none yet and if it has one."""

    def __init__(self, deck: int, tens: int, most: int) -> None:
        self.without = [0.0]
        self.holding = [0.0]
        none = 1.0
        one = 0.0
        for i in range(most):
            left = deck - i
            one = one * max(0, left - tens + 1) / left + none * tens / left
            none = none * max(0, left - tens) / left
            self.without.append(1.0 - none - one)
            self.holding.append(1.0 - none)

    def of(self, own: int, number: int) -> float:
        """The risk of a take for a seat with ``own`` black stones."""
        return self.holding[number] if own else self.without[number]


def bounds(game: Blackstone, most: int) -> tuple[int, int]:
    """The takes worth a thought: from the smallest that is allowed, ``most`` of them."""
    size = len(game.deck)
    low = min(game.min_take, size)
    return low, min(low + most - 1, size)


def take_value(game: Blackstone, seat: int, number: int, risks: Risks) -> float:
    """Lose with the risk of this take; else hope that a rival, who must take as many, loses before the turn is back."""
    deck = len(game.deck)
    tens = int(game.deck.count(BLACK_RANK))
    white = len(game.white) + number * (deck - tens) / deck
    lose = risks.of(len(game.rows[seat]), number)
    quiet = 1.0
    rivals = 0
    for other in range(game.seats):
        if other != seat and game.active[other]:
            rivals += 1
            quiet *= 1 - risks.of(len(game.rows[other]), number)
    share = (game.pot + white) / max(1, rivals)
    chips = game.chips[seat]
    return (1 - lose) * ((1 - quiet) * share - quiet * min(chips, white / 2)) - lose * min(chips, white)


BRAIN: Final = BlackstoneBrain()
BOT: Final = Bot(brain=BRAIN)
