"""Hawthorn: stay while the pot is worth the next card; in hand circles play the safest card."""

from __future__ import annotations

from typing import Final

from koloda.bots.bot import Bot
from koloda.bots.shared.doubting import DoubtingSearch
from koloda.bots.shared.lead import chips_share
from koloda.bots.shared.triangle import TriangleBrain, draw_loss, kept_lower_cards, swap_loss, unseen_counts
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.pile import Pile
from koloda.core.search import Search
from koloda.games.hawthorn import Hawthorn
from koloda.games.shared.hands import PLAYS

HOPED_POT_PARTS: Final = 3.5  # equal parts of the pot that a seat may hope for if it survives the next card
LOST_CHIP_WEIGHT: Final = 1.1  # of a chip lost to a pair
SAVED_CHIP_WEIGHT: Final = 0.4  # of a chip saved by staying: a later fold may cost it
# Strong players keep a card well below their first one in 30% of cases; dealt at random it would be 40%.
BELIEVED_PART: Final = 0.64  # of the worlds in which somebody did, for each of them
CHANCE_STEPS: Final = 1000
CHIPS_HEAT: Final = 10.0  # of the share of the win by chips, fitted to matches of this brain
CHIPS_HEAT_SLOPE: Final = 0.9  # for each chip of the poorest seat


class HawthornBrain(TriangleBrain):
    worlds = 60  # more of them won no more (docs/bots.md)

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """A first card that seldom pairs; a safe card of the hand; a card of the deck while the pot is worth it."""
        assert isinstance(game, Hawthorn)
        unseen = unseen_counts(game, game.hands[seat], seat)
        if game.circle > 0 and game.from_deck():
            return deck_move(game, seat, unseen) if game.can_draw() else "fold"
        card = safest(game.hands[seat], game.rows[seat], unseen)
        return PLAYS[card] if card else "fold"

    def candidates(self, game: Game, seat: int) -> list[str]:
        """A card that pairs costs as much as a fold, or more (R4)."""
        assert isinstance(game, Hawthorn)
        row = game.rows[seat]
        return [move for move in game.moves(seat) if not move.startswith("play") or not row.has(int(move[5:]))]

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Hawthorn)
        return chips_share(game, seat, CHIPS_HEAT, CHIPS_HEAT_SLOPE)

    def likely(self, world: Game, seat: int) -> bool:
        assert isinstance(world, Hawthorn)
        odds: float = BELIEVED_PART ** kept_lower_cards(world, seat)
        return bool(world.chance.below(CHANCE_STEPS) < int(odds * CHANCE_STEPS))

    def search(self, game: Game, seat: int, moves: list[str]) -> Search:
        return DoubtingSearch(self, seat, moves, self.choose(game, seat, game.chance))


def deck_move(game: Hawthorn, seat: int, unseen: list[int]) -> str:
    """A card of the deck, or two for an 8, if that is worth its risk; else a fold."""
    chips = game.chips[seat]
    row = game.rows[seat]
    hope = HOPED_POT_PARTS * game.pot / len(game.seats_in())
    prices = [LOST_CHIP_WEIGHT * min(rank, chips) + hope for rank in range(11)]
    move, loss = "hit", draw_loss(row, unseen, prices)
    if game.eights and row.has(8):
        swap = swap_loss(row, unseen, prices)
        if swap < loss:
            move, loss = "eight", swap
    return move if loss - hope <= SAVED_CHIP_WEIGHT * min(int(game.fold_price()), chips) else "fold"


def safest(hand: Pile, row: Pile, unseen: list[int]) -> int:
    """The card of the hand that pairs nothing and is the least likely to; 0 if all pair."""
    best = 0
    for rank in range(1, 11):
        if hand.has(rank) and not row.has(rank) and (not best or rank * unseen[rank] <= best * unseen[best]):
            best = rank
    return best


BRAIN: Final = HawthornBrain()
BOT: Final = Bot(brain=BRAIN)
