"""Goblin Poker: sacrifice what pairs the others and not oneself; leave only where that costs less than the danger."""

from __future__ import annotations

from typing import Final

from koloda.bots.bot import Bot
from koloda.bots.shared.doubting import DoubtingSearch
from koloda.bots.shared.lead import chips_share
from koloda.bots.shared.triangle import TriangleBrain, kept_lower_cards, unseen_counts
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Search
from koloda.games.goblin_poker import CIRCLES_PER_ROUND, SACRIFICES, GoblinPoker
from koloda.games.shared.hands import PLAYS

HOPED_POT_PARTS: Final = 2.0  # equal parts of the pot that a seat may hope for if it stays
LATER_DANGER_WEIGHT: Final = 0.25  # of a later circle: most rounds end before it
OWN_PAIR_WEIGHT: Final = 3  # of a card that would pair oneself, against one that would pair another
CHIPS_HEAT: Final = 12.0  # of the share of the win by chips, fitted to matches of this brain
CHIPS_HEAT_SLOPE: Final = 0.9  # for each chip of the poorest seat


class GoblinPokerBrain(TriangleBrain):
    worlds = 160

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """A low first card; later the worst card for the others, or a fold that is cheaper than the danger."""
        assert isinstance(game, GoblinPoker)
        if game.circle == 0:
            return PLAYS[game.hands[seat].lowest()]
        card = weapon(game, seat)
        return SACRIFICES[card] if stays(game, seat, card) else "fold"

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, GoblinPoker)
        return chips_share(game, seat, CHIPS_HEAT, CHIPS_HEAT_SLOPE)

    def likely(self, world: Game, seat: int) -> bool:
        assert isinstance(world, GoblinPoker)
        return kept_lower_cards(world, seat) == 0

    def search(self, game: Game, seat: int, moves: list[str]) -> Search:
        return GoblinSearch(self, seat, moves, self.choose(game, seat, game.chance))


class GoblinSearch(DoubtingSearch):
    """A search in worlds where the others have sacrificed what this brain would have sacrificed."""

    def add(self, world: Game) -> None:
        assert isinstance(world, GoblinPoker)
        for index in range(len(world.middle_seen)):
            for other in range(world.seats):
                if other != self.seat and world.middle_seen.at(index) == 1 << other:
                    sacrifice_again(world, other, index)
        super().add(world)


def sacrifice_again(world: GoblinPoker, seat: int, index: int) -> None:
    """Let a seat take its sacrifice back and choose once more."""
    hand = world.hands[seat]
    hand.put(world.middle.at(index))
    card = weapon(world, seat)
    hand.take(card)
    world.middle.set(index, card)


def weapon(game: GoblinPoker, seat: int) -> int:
    """The card of the hand that does the others the most harm, and oneself the least; the higher one if equal."""
    hand = game.hands[seat]
    best = 0
    most = 0
    for rank in range(1, 11):
        if hand.has(rank):
            harm = 0
            for other in range(game.seats):
                if game.active[other] and game.rows[other].has(rank):
                    harm += -OWN_PAIR_WEIGHT * rank if other == seat else rank
            if not best or harm >= most:
                best = rank
                most = harm
    return best


def stays(game: GoblinPoker, seat: int, card: int) -> bool:
    """Whether the hope for the pot is worth the danger of the circles to come, ``card`` being sacrificed."""
    row = game.rows[seat]
    chips = game.chips[seat]
    unseen = unseen_counts(game, game.hands[seat], seat)
    cost = 0
    cards = 0
    for rank in range(1, 11):
        cards += unseen[rank]
        if row.has(rank):
            cost += min(rank, chips) * unseen[rank]
    left = len(game.seats_in())
    danger = cost / max(1, cards)
    if row.has(card):
        danger += card / left
    price = min(int(game.fold_price()), chips)
    circles = CIRCLES_PER_ROUND + 1 - game.circle
    return HOPED_POT_PARTS * game.pot / left + price >= danger * LATER_DANGER_WEIGHT * circles


BRAIN: Final = GoblinPokerBrain()
BOT: Final = Bot(brain=BRAIN)
