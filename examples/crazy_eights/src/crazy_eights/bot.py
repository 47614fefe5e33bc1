"""The bot of Crazy Eights: dear cards first, eights last, the suit that it holds most of."""

from __future__ import annotations

from typing import Final

from koloda.bots import Bot
from koloda.bots.shared.lead import lead_share
from koloda.core.cards import FRENCH
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain, win_share

from .game import EIGHT, SUITS, CrazyEights, card_points

LEAD_HEAT: Final = 30.0  # penalty points: a lead of this many is often lost again


class CrazyEightsBrain(Brain):
    worlds = 120

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """The dearest card that fits and is no eight, of equal ones the one of the longest suit."""
        assert isinstance(game, CrazyEights)
        hand = [int(card) for card in game.hands[seat].cards()]
        length = [sum(1 for card in hand if card % 4 == suit and card // 4 != EIGHT) for suit in range(4)]
        plain = [card for card in hand if card // 4 != EIGHT and game.fits(card)]
        if plain:
            dearest = max(plain, key=lambda card: (card_points(card), length[card % 4], card))
            return f"play {FRENCH.face(dearest)}"
        eight = min(card for card in hand if card // 4 == EIGHT)
        return f"play {FRENCH.face(eight)} {SUITS[length.index(max(length))]}"

    def stage(self, game: Game) -> int:
        """A roll-out ends with the deal."""
        assert isinstance(game, CrazyEights)
        return game.deal

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, CrazyEights)
        return win_share(game, seat) if game.over else lead_share([-points for points in game.points], seat, LEAD_HEAT)


BOT: Final = Bot(brain=CrazyEightsBrain())
