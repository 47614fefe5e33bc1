"""Starboard: pay for a card when surviving it is worth more than the share that a fold brings now.

The round is searched as many moves ahead as time allows: each seat does what is best for it.
"""

from __future__ import annotations

from typing import Final

from koloda.bots.bot import Bot
from koloda.bots.shared.lead import lead_share
from koloda.bots.shared.triangle import TriangleBrain, next_counts
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Estimate, win_share
from koloda.games.starboard import Starboard

RIVAL_PAYS_ODDS: Final = 0.5  # that a rival who still acts pays for a card
OUT: Final = -1
DEPTH_BY_SEATS: Final = (0, 0, 14, 12, 11, 9, 8, 7)  # in moves


class StarboardBrain(TriangleBrain):
    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """Hit or fold, whichever brings more chips on average."""
        assert isinstance(game, Starboard)
        if game.chips[seat] == 0:
            return "fold"
        size = len(game.common)
        acting = 0
        level = 0
        for other in range(game.seats):
            if other != seat and game.active[other]:
                if game.folded_at[other] == 0:
                    acting += 1
                elif game.folded_at[other] == size:
                    level += 1
        survive = survival(game)
        unbeaten = (1 - RIVAL_PAYS_ODDS * survive) ** acting
        fold = unbeaten * game.pot / (1 + level + acting * (1 - RIVAL_PAYS_ODDS))
        hit = survive * (game.pot + 1) / (1 + acting * RIVAL_PAYS_ODDS) - 1
        return "hit" if hit > fold else "fold"

    def solve(self, game: Game, seat: int) -> list[Estimate]:
        assert isinstance(game, Starboard)
        if game.chips[seat] == 0:
            return []
        tree = Tree(game)
        depth = DEPTH_BY_SEATS[game.seats]
        size = len(game.common)
        fold = tree.fold(seat, size, tree.folded, game.chips, game.pot, depth)[seat]
        hit = tree.hit(seat, size, tree.folded, game.chips, game.pot, depth)[seat]
        return [Estimate("fold", fold, 0.0, 1), Estimate("hit", hit, 0.0, 1)]

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Starboard)
        if game.over:
            return win_share(game, seat)
        return lead_share(game.chips, seat, heat(game.chips))


class Tree:
    """The search of a round; beyond its last move every seat folds. Values are lists, one for each seat."""

    def __init__(self, game: Starboard) -> None:
        self.seats = game.seats
        self.survival = survivals(game)
        self.folded = [game.folded_at[seat] if game.active[seat] else OUT for seat in range(game.seats)]

    def fold(self, seat: int, size: int, folded: list[int], chips: list[int], pot: int, depth: int) -> list[float]:
        """What a fold is worth: it throws out all who folded with fewer cards."""
        after = folded[:]
        for other in range(self.seats):
            if 0 < after[other] < size:
                after[other] = OUT
        after[seat] = size
        return self.go_on(seat, size, after, chips, pot, depth)

    def hit(self, seat: int, size: int, folded: list[int], chips: list[int], pot: int, depth: int) -> list[float]:
        """What a card is worth, over both things that may happen."""
        paid = chips[:]
        paid[seat] -= 1
        gone = folded[:]
        gone[seat] = OUT
        out = self.go_on(seat, size, gone, paid, pot + 1, depth)
        odds = self.survival[size]
        if odds == 0.0:
            return out
        safe = self.go_on(seat, size + 1, folded, paid, pot + 1, depth)
        return [odds * safe[i] + (1.0 - odds) * out[i] for i in range(self.seats)]

    def go_on(self, seat: int, size: int, folded: list[int], chips: list[int], pot: int, depth: int) -> list[float]:
        """The next seat that acts does what is best for it; or the round is over."""
        left = 0
        for status in folded:
            if status != OUT:
                left += 1
        if left > 1:
            for step in range(1, self.seats + 1):
                mover = (seat + step) % self.seats
                if folded[mover] == 0:
                    return self.best(mover, size, folded, chips, pot, depth)
        return self.shared(folded, chips, pot, left)

    def best(self, seat: int, size: int, folded: list[int], chips: list[int], pot: int, depth: int) -> list[float]:
        fold = self.fold(seat, size, folded, chips, pot, max(0, depth - 1))
        if depth == 0 or chips[seat] == 0:
            return fold
        hit = self.hit(seat, size, folded, chips, pot, depth - 1)
        return hit if hit[seat] > fold[seat] else fold

    def shared(self, folded: list[int], chips: list[int], pot: int, left: int) -> list[float]:
        """What the chips are worth once the pot is shared."""
        final = chips[:]
        for seat in range(self.seats):
            if folded[seat] != OUT:
                final[seat] += pot // left
        if min(final) > 0:
            warm = heat(final)
            return [lead_share(final, seat, warm) for seat in range(self.seats)]
        top = max(final)
        return [1.0 / final.count(top) if chips_of == top else 0.0 for chips_of in final]


def heat(chips: list[int]) -> float:
    """The leads that are still made and lost before somebody has nothing left, as counted between such bots."""
    return 3.5 + 0.5 * min(chips)


def survivals(game: Starboard) -> list[float]:
    """By the size of the common hand: how likely the next card pairs nothing; exact for the hand as it lies."""
    counts = next_counts(game)
    cards = float(max(1, counts[11]))
    fresh = [0.0 if game.common.has(rank) else float(counts[rank]) for rank in range(1, 11)]
    odds = [0.0] * 13
    for size in range(len(game.common), 11):
        safe = 0.0
        for weight in fresh:
            safe += weight
        if safe <= 0.0 or cards < 1.0:
            break
        odds[size] = safe / cards
        for i, weight in enumerate(fresh):
            fresh[i] = weight * (1.0 - weight / safe)  # the card that comes takes its rank away
        cards -= 1.0
    return odds


def survival(game: Starboard) -> float:
    """How likely the next card is to pair nothing."""
    counts = next_counts(game)
    safe = counts[11]
    for rank in range(1, 11):
        if game.common.has(rank):
            safe -= counts[rank]
    return safe / max(1, counts[11])


BRAIN: Final = StarboardBrain()
BOT: Final = Bot(brain=BRAIN)
