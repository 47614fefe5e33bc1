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
from koloda.games.twenty_one.counting import ACE, GOAL, WORTH
from koloda.games.twenty_one.game import BANKER, BET, BETS, TwentyOne

GOOD_START: Final = 10
BANKER_STANDS: Final = 17
BLIND_STANDS: Final = 15
SAFE: Final = 0.5
PARTS: Final = 8  # of the bank, among which a bet is sought


class TwentyOneBrain(Brain):
    worlds = 250

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """The best move one step ahead."""
        assert isinstance(game, TwentyOne)
        total = int(game.total(seat))
        if game.stage == BET:
            return bet_text(max(1, game.bank // 2) if total >= GOOD_START else 1)
        if game.stage == BANKER:
            enough = BLIND_STANDS if len(game.hands[game.player]) > 3 else BANKER_STANDS
            return "stand" if total >= enough else "hit"
        if total > GOAL:
            return "show"
        return "hit" if bust_odds(game, seat, total) < SAFE else "stand"

    def candidates(self, game: Game, seat: int) -> list[str]:
        """Of the bets, one coin and some parts of the bank."""
        assert isinstance(game, TwentyOne)
        if game.stage != BET:
            return game.moves(seat)
        coins = {1} | {max(1, game.bank * part // PARTS) for part in range(1, PARTS + 1)}
        return [bet_text(n) for n in sorted(coins)]

    def stage(self, game: Game) -> int:
        """Roll-outs end with the duel."""
        assert isinstance(game, TwentyOne)
        return game.round * 16 + int(game.player)

    def worth(self, game: Game, seat: int) -> float:
        """The odds to have the most coins; what is in the bank is the banker's for now."""
        assert isinstance(game, TwentyOne)
        if game.over:
            return win_share(game, seat)
        coins = game.scores[:]
        coins[game.banker] += game.bank
        return lead_share(coins, seat, 0.8 * game.stake * sqrt(game.banks_left))


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
            if total + value_of(game, card) > GOAL:
                over += 1
    return over / max(1, cards)


def seen_by(game: TwentyOne, seat: int, card: i64) -> bool:
    """Whether a card lies where ``seat`` has seen it, and cannot come next."""
    if game.hands[seat].has(card) or game.hands[game.banker].has(card):
        return True
    return game.deck.size() > 0 and (game.used.has(card) or game.exposed.has(card))


def value_of(game: TwentyOne, card: int) -> int:
    """What a card counts."""
    rank = card >> 2
    return int(game.ace) if rank == ACE else WORTH[rank]


BRAIN: Final = TwentyOneBrain()
BOT: Final = Bot(brain=BRAIN)
