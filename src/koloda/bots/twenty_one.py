"""Twenty-One: exact odds of the next card; bets and draws weighed by what the coins are worth at the end."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from koloda.bots.bot import Bot
from koloda.bots.shared.lead import lead_share
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain, Search, win_share
from koloda.games.twenty_one.counting import GOAL_POINTS, worth
from koloda.games.twenty_one.game import BANK_STAGE, BANKER_STAGE, BANKS, BET_STAGE, BETS, TwentyOne

GOOD_FIRST_POINTS: Final = 10  # of the first card: half of the bank is bet on it
BANKER_STANDS_AT_POINTS: Final = 17
BANKER_STANDS_AT_POINTS_LONG_HAND: Final = 15  # where the player has more than three cards
MAX_BUST_ODDS: Final = 0.5
BET_PARTS: Final = 8  # of the bank, among which a bet is sought
MANY_SEATS: Final = 4  # with these, half of the largest bank is about the best at even scores
STAGES_PER_ROUND: Final = 16  # more than there are seats
LEAD_HEAT_STAKES: Final = 0.8  # about the lead that one bank makes or loses; over several it grows as their root
LATER_BANK_PART: Final = 0.6  # of the largest bank, that later bankers open
SHUFFLES_PER_WORLD: Final = 8  # of a bank to be opened: nothing is dealt yet, and its luck is wide


class TwentyOneBrain(Brain):
    worlds = 250

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """The best move one step ahead."""
        assert isinstance(game, TwentyOne)
        if game.stage == BANK_STAGE:
            return BANKS[first_stake(game, seat) - 1]
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
        """Of the bets, one coin and some parts of the bank; of the banks likewise."""
        assert isinstance(game, TwentyOne)
        if game.stage == BANK_STAGE:
            return [BANKS[coins - 1] for coins in parts_of(game.most_stake)]
        return [bet_text(coins) for coins in parts_of(game.bank)] if game.stage == BET_STAGE else game.moves(seat)

    def search(self, game: Game, seat: int, moves: list[str]) -> Search:
        """A bank that is opened is played out, a bet or a draw only to the end of the duel."""
        assert isinstance(game, TwentyOne)
        return BankSearch(WHOLE_BANK_BRAIN, seat, moves) if game.stage == BANK_STAGE else Search(self, seat, moves)

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
        return lead_share(coins, seat, lead_heat(game))


class WholeBankBrain(TwentyOneBrain):
    """The same play; roll-outs end with the bank."""

    def stage(self, game: Game) -> int:
        assert isinstance(game, TwentyOne)
        return game.banks_left


class BankSearch(Search):
    """Banks weighed with many shuffles of every world."""

    def add(self, world: Game) -> None:
        worlds = self.worlds
        for _ in range(SHUFFLES_PER_WORLD):
            world.chance.below(2)  # so that other cards come
            super().add(world)
        self.worlds = worlds + 1


def first_stake(game: TwentyOne, seat: int) -> int:
    """Banks pay their banker, the more so the more players there are; in the last one a leader risks nothing."""
    if game.banks_left > 1:
        return max(1, game.most_stake * min(game.seats, MANY_SEATS) // (2 * MANY_SEATS))
    others = [coins for other, coins in enumerate(game.scores) if other != seat]
    return 1 if game.scores[seat] > max(others) else game.most_stake


def lead_heat(game: TwentyOne) -> float:
    """How large the leads are that are still made and lost, in this bank and in those to come."""
    later = game.banks_left if game.stage == BANK_STAGE else game.banks_left - 1
    stake = LATER_BANK_PART * game.most_stake if game.banker_says else float(game.usual_stake)
    return LEAD_HEAT_STAKES * sqrt(game.stake * game.stake + later * stake * stake)


def parts_of(coins: int) -> list[int]:
    """One coin, and some parts of the sum, ascending."""
    return sorted({1} | {max(1, coins * part // BET_PARTS) for part in range(1, BET_PARTS + 1)})


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
WHOLE_BANK_BRAIN: Final = WholeBankBrain()
BOT: Final = Bot(brain=BRAIN)
