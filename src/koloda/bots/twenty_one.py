"""Twenty-One: exact odds of the next card; bets and draws weighed by what the coins are worth at the end."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from koloda.bots.bot import Bot
from koloda.bots.shared.lead import lead_share
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain, win_share
from koloda.games.twenty_one.counting import GOAL_POINTS, worth
from koloda.games.twenty_one.game import BANKER_STAGE, BET_STAGE, BETS, TwentyOne

GOOD_FIRST_POINTS: Final = 10  # of the first card: half of the bank is bet on it
BANKER_STANDS_AT_POINTS: Final = 17
BANKER_STANDS_AT_POINTS_LONG_HAND: Final = 15  # where the player has more than three cards
MAX_BUST_ODDS: Final = 0.5
BET_PARTS: Final = 8  # of the bank, among which a bet is sought
STAGES_PER_ROUND: Final = 16  # more than there are seats
LEAD_HEAT_STAKES: Final = 0.8  # about the lead that one bank makes or loses; over several it grows as their root


class TwentyOneBrain(Brain):
    worlds = 250

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """The best move one step ahead."""
        assert isinstance(game, TwentyOne)
        total = int(game.total(seat))
        if game.stage == BET_STAGE:
            return bet_text(max(1, game.bank // 2) if total >= GOOD_FIRST_POINTS else 1)
        if game.stage == BANKER_STAGE:
            enough = BANKER_STANDS_AT_POINTS_LONG_HAND if len(game.hands[game.player]) > 3 else BANKER_STANDS_AT_POINTS
            return "stand" if total >= enough else "hit"
        if total > GOAL_POINTS:
            return "show"
        return "hit" if bust_odds(game, seat, total) < MAX_BUST_ODDS else "stand"

    def candidates(self, game: Game, seat: int) -> list[str]:
        """Of the bets, one coin and some parts of the bank."""
        assert isinstance(game, TwentyOne)
        if game.stage != BET_STAGE:
            return game.moves(seat)
        coins = {1} | {max(1, game.bank * part // BET_PARTS) for part in range(1, BET_PARTS + 1)}
        return [bet_text(n) for n in sorted(coins)]

    def stage(self, game: Game) -> int:
        """Roll-outs end with the duel."""
        assert isinstance(game, TwentyOne)
        return game.round * STAGES_PER_ROUND + int(game.player)

    def worth(self, game: Game, seat: int) -> float:
        """The odds to have the most coins; what is in the bank is the banker's for now."""
        assert isinstance(game, TwentyOne)
        if game.over:
            return win_share(game, seat)
        coins = game.scores[:]
        coins[game.banker] += game.bank
        return lead_share(coins, seat, LEAD_HEAT_STAKES * game.stake * sqrt(game.banks_left))


def bet_text(coins: int) -> str:
    """The bet as a move."""
    return BETS[coins - 1] if coins <= len(BETS) else f"bet {coins}"


def bust_odds(game: TwentyOne, seat: int, total: int) -> float:
    """How likely the next card takes ``seat`` over 21: it is any that the seat has not seen."""
    over = 0
    cards = 0
    for card in game.pack.cards():
        if not seen_by(game, seat, card):
            cards += 1
            if total + int(worth(card, game.ace)) > GOAL_POINTS:
                over += 1
    return over / max(1, cards)


def seen_by(game: TwentyOne, seat: int, card: i64) -> bool:
    """Whether a card lies where ``seat`` has seen it, and cannot come next."""
    if game.hands[seat].has(card) or game.hands[game.banker].has(card):
        return True
    return game.deck.size() > 0 and (game.used.has(card) or game.exposed.has(card))


BRAIN: Final = TwentyOneBrain()
BOT: Final = Bot(brain=BRAIN)
