"""Ninety-Nine: lay aside cards whose fate is clear, bid what the rest is worth, take just that; all by simulation."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.bots.bot import Bot
from koloda.bots.shared.tricks import Deal, bit_of, card_of, count_bits, mask_of, share_of
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.pile import Pile
from koloda.core.search import Brain, Search, win_share
from koloda.core.turn import TOGETHER
from koloda.games.ninety_nine.game import BID_BY_SUIT, BIDS, BONUS_BY_SUCCESSES, PACK, NinetyNine, bid_of
from koloda.games.shared.tricks import CARD_BY_NAME, PLAYS

PACK_MASK: Final = mask_of(PACK.cards(), 0)
BOOK_TRICK_POWER: Final = 2.0  # so that three average hands are worth about all the tricks
PARLETT_TRICK_POWER: Final = 2.8
SLACK_TRICKS: Final = 0.5  # that a hand may be worth more than the bid still needs
RIVAL_POINT_WEIGHT: Final = 0.35  # against a point of the seat's own
EXACT_LAST_TRICKS: Final = 2  # of a roll-out, played as if all cards lay open; a third would cost six times as much
ROOT_EXACT_TRICKS: Final = 4  # with no more tricks left, the whole rest is played so
MAX_ASIDES_SEARCHED: Final = 14  # choices of cards to lay aside
BID_SPAN_TRICKS: Final = 2  # around the natural bid
VOID_CERTAINTY: Final = 99.0  # outweighs every other reason to believe that a card lies aside
BID_DOUBT_TRICKS: Final = 2.6  # by which a bid may differ from what the hand seems worth
USUAL_BEST_POINTS: Final = 18.0  # of a deal
DEAL_SPREAD_POINTS: Final = 13.0


class NinetyDeal(Deal):
    """An imagined deal: exactly the bid brings the bonus."""

    def __init__(self, game: NinetyNine) -> None:
        super().__init__(3, game.trump, game.ranked, PARLETT_TRICK_POWER if game.parlett else BOOK_TRICK_POWER)
        self.bids: list[int] = game.bids[:]
        self.premium = game.premium
        self.premium_worth = 60 if game.open_hand else 30

    def load_game(self, game: NinetyNine) -> None:
        """Load the position of a game; with Parlett's rules the cards aside are bids and out of play."""
        self.load(game, PACK_MASK)
        for seat in range(3):
            aside = mask_of(game.aside[seat].cards(), 0)
            if game.parlett:
                self.bids[seat] = bid_of(game.aside[seat])
                self.away[seat] = int(aside)
            else:
                self.asides[seat] = int(aside)
            self.gone &= ~aside

    def copy(self, game: NinetyNine) -> NinetyDeal:
        """An independent copy."""
        other = NinetyDeal(game)
        self.copy_to(other)
        other.bids = self.bids[:]
        return other

    def wants(self, seat: i64) -> bool:
        """A bid is still open, and the hand is not worth more than what is missing."""
        need = self.bids[seat] - self.tricks[seat]
        return need > 0 and self.expected(seat) < need + SLACK_TRICKS

    def points(self, outcome: i64) -> list[int]:
        """What the deal brings."""
        made = 0
        for seat in range(3):
            if (outcome >> (8 * seat)) & 15 == self.bids[seat]:
                made += 1
        points: list[int] = []
        for seat in range(3):
            tricks: int = (outcome >> (8 * seat)) & 15
            points.append(tricks + (BONUS_BY_SUCCESSES[made] if tricks == self.bids[seat] else 0))
        if self.premium >= 0:
            premium_made = (outcome >> (8 * self.premium)) & 15 == self.bids[self.premium]
            for seat in range(3):
                if premium_made == (seat == self.premium):
                    points[seat] += self.premium_worth
        return points

    def value(self, seat: i64, outcome: i64) -> float:
        points = self.points(outcome)
        return (1 + RIVAL_POINT_WEIGHT) * points[seat] - RIVAL_POINT_WEIGHT * sum(points)

    def natural_bid(self, seat: i64) -> float:
        """What all cards of the seat are worth, drawn a little towards what the others have left over."""
        worth = self.expected(seat)
        spoken = [bid for bid in self.bids if bid >= 0]
        if len(spoken) == 2:
            worth += 0.3 * (12 - spoken[0] - spoken[1] - worth)
        return worth

    def bid_on(self, seat: i64, dealer: i64) -> None:
        """Bids of this seat and of those after it, up to the dealer."""
        while True:
            if self.bids[seat] < 0:
                self.bids[seat] = bid_number(self.natural_bid(seat))
            if seat == dealer:
                return
            seat = seat + 1 if seat < 2 else 0

    def play_out(self, game: NinetyNine, exact: i64) -> list[int]:
        """The points of the deal if it is played on sensibly from here."""
        if game.step == "bid":
            self.bid_on((game.dealer + 1) % 3, game.dealer)
            self.mover = (game.dealer + 1) % 3
            self.winner = self.mover
        elif game.step == "offer":
            self.mover = (game.dealer + 1) % 3
            self.winner = self.mover
        return self.points(self.finish(exact))


class NinetyNineBrain(Brain):
    worlds = 120

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        assert isinstance(game, NinetyNine)
        if game.step == "aside":
            return good_asides(game, seat)[0]
        if game.step == "offer":
            return "offer none"
        deal = NinetyDeal(game)
        deal.load_game(game)
        if game.step == "bid":
            return BIDS[bid_number(deal.natural_bid(seat))]
        return PLAYS[card_of(deal.pick(seat))]

    def candidates(self, game: Game, seat: int) -> list[str]:
        assert isinstance(game, NinetyNine)
        if game.step == "aside":
            return good_asides(game, seat)[:MAX_ASIDES_SEARCHED]
        if game.step == "offer":
            return ["offer declare", "offer none"]
        if game.step == "bid":
            deal = NinetyDeal(game)
            deal.load_game(game)
            middle = bid_number(deal.natural_bid(seat))
            return BIDS[max(0, middle - BID_SPAN_TRICKS) : middle + BID_SPAN_TRICKS + 1]
        return game.moves(seat)

    def stage(self, game: Game) -> int:
        assert isinstance(game, NinetyNine)
        return game.round

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, NinetyNine)
        if game.over:
            return win_share(game, seat)
        return share_of(game.game_scores, seat, game.target, USUAL_BEST_POINTS, DEAL_SPREAD_POINTS)

    def search(self, game: Game, seat: int, moves: list[str]) -> Search:
        return NinetyNineSearch(self, seat, moves)

    def likely(self, world: Game, seat: int) -> bool:
        """The others have laid aside what they would, and bid about what they hold."""
        assert isinstance(world, NinetyNine)
        if world.step != "play" and world.step != "bid":
            return True
        return believable(world, (seat + 1) % 3) and believable(world, (seat + 2) % 3)


class NinetyNineSearch(Search):
    """Moves weighed by quick imagined deals instead of whole games."""

    def add(self, world: Game) -> None:
        assert isinstance(world, NinetyNine)
        if world.turn_kind == TOGETHER:
            self._others_choose(world)
        deal = NinetyDeal(world)
        if world.turn_kind != TOGETHER:
            deal.load_game(world)
        exact = ROOT_EXACT_TRICKS if world.step == "play" and can_finish_exactly(deal, self.seat) else EXACT_LAST_TRICKS
        for index in self.alive:
            move = self.moves[index]
            if world.turn_kind == TOGETHER:
                game = world.copy()
                game.act(self.seat, move)
                played = NinetyDeal(game)
                played.load_game(game)
                points = played.play_out(game, EXACT_LAST_TRICKS)
            else:
                played = deal.copy(world)
                if world.step == "bid":
                    played.bids[self.seat] = int(move[4:])
                else:
                    played.play(bit_of(CARD_BY_NAME[move[5:]]))
                points = played.play_out(world, exact)
            scores = [world.game_scores[seat] + points[seat] for seat in range(3)]
            share = share_of(scores, self.seat, world.target, USUAL_BEST_POINTS, DEAL_SPREAD_POINTS)
            self.values[index].append(share)
            self.sums[index] += share
        self.worlds += 1


def can_finish_exactly(deal: NinetyDeal, seat: int) -> bool:
    """Whether so few tricks are left that all of them can be played exactly."""
    return deal.asides[seat] == 0 and count_bits(deal.hands[seat]) <= ROOT_EXACT_TRICKS


def bid_number(worth: float) -> int:
    """A bid that can be made."""
    return max(0, min(12, round(worth)))


def good_asides(game: NinetyNine, seat: int) -> list[str]:
    """All choices of three cards to lay aside, the most promising first."""
    hand = game.hands[seat].sorted()
    deal = NinetyDeal(game)
    unseen = PACK_MASK & ~mask_of(hand, 0)
    chances = [deal.chance(bit_of(card), unseen) for card in hand]
    total = 0.0
    for chance in chances:
        total += chance
    rated: list[tuple[float, int]] = []
    index = 0
    for i in range(12):
        for j in range(i + 1, 12):
            for k in range(j + 1, 12):
                three = chances[i] + chances[j] + chances[k]
                doubt = min(chances[i], 1 - chances[i]) + min(chances[j], 1 - chances[j])
                doubt += min(chances[k], 1 - chances[k])
                if game.parlett:
                    bid = BID_BY_SUIT[hand[i] & 3] + BID_BY_SUIT[hand[j] & 3] + BID_BY_SUIT[hand[k] & 3]
                    doubt = abs(total - three - bid) - 0.2 * doubt  # awkward cards are better away
                rated.append((doubt, index))
                index += 1
    moves = game.moves(seat)
    return [moves[index] for _, index in sorted(rated)]


def believable(world: NinetyNine, other: int) -> bool:
    """Lay aside what ``other`` would have; whether the bid fits the cards."""
    if world.aside[other].size() == 0 or world.premium == other:
        return True
    played = mask_of(world.trick.cards(), 0)
    for taken in world.taken:
        played |= mask_of(taken.cards(), 0)
    cards = world.hands[other].cards() + world.aside[other].cards()
    unseen = PACK_MASK & ~played & ~mask_of(cards, 0)
    deal = NinetyDeal(world)
    chances = [deal.chance(bit_of(card), unseen) for card in cards]
    worth = float(world.tricks[other])
    for chance in chances:
        worth += chance
    laid = likely_aside(world, other, cards, chances, worth)
    world.aside[other].fill(Pile.of([cards[index] for index in laid]))
    world.hands[other].fill(Pile.of(sorted([card for index, card in enumerate(cards) if index not in laid])))
    return world.bids[other] < 0 or abs(worth - world.bids[other]) <= BID_DOUBT_TRICKS


def likely_aside(world: NinetyNine, other: int, cards: list[int], chances: list[float], worth: float) -> list[int]:
    """Which three of the cards lie aside: suits that the hand has shown not to hold, then as one lays aside."""
    doubts: list[float] = []
    for card, chance in zip(cards, chances, strict=True):
        void = (world.voids[other] >> (card & 3)) & 1
        doubts.append(min(chance, 1 - chance) - (VOID_CERTAINTY if void else 0.0))
    best: list[int] = []
    least = 1e9
    for i in range(len(cards)):
        for j in range(i + 1, len(cards)):
            for k in range(j + 1, len(cards)):
                cost = doubts[i] + doubts[j] + doubts[k]
                if world.parlett:
                    bid = BID_BY_SUIT[cards[i] & 3] + BID_BY_SUIT[cards[j] & 3] + BID_BY_SUIT[cards[k] & 3]
                    cost += abs(worth - chances[i] - chances[j] - chances[k] - bid)
                if cost < least:
                    least = cost
                    best = [i, j, k]
    return best


BRAIN: Final = NinetyNineBrain()
BOT: Final = Bot(brain=BRAIN)
