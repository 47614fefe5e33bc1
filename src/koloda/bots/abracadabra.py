"""Abracadabra: bid a number that this seat reaches and the others do not; moves are weighed in imagined deals."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.bots.bot import Bot
from koloda.bots.shared.tricks import Deal, bit_of, card_of, count_bits, low_bit, mask_of, share_of, suit_mask
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Brain, Search, win_share
from koloda.games.abracadabra.game import BIDS, BONUS_BY_MAKERS, STAKES, Abracadabra
from koloda.games.shared.tricks import CARD_BY_NAME, JOKER, NO_TRUMP, PLAYS

LEAST_STAKE: Final = STAKES[0]  # what a seat adds to the pot can at best come back to it
PACK_MASK: Final = mask_of(list(range(52)), 0)
ACE_TRICKS: Final = 0.9  # tricks that honours are good for
KING_TRICKS: Final = 0.6
QUEEN_TRICKS: Final = 0.25
LONG_TRUMP_TRICKS: Final = 0.55  # for each trump beyond the second
NO_TRUMP_FACTOR: Final = 1.2
OVERBID_TRICKS: Final = 1.0  # above what the hand is worth: others hardly reach that number
RIVAL_POINT_WEIGHT: Final = 0.2  # against a point of the seat's own
EXACT_LAST_TRICKS: Final = 2  # of a roll-out, played as if all cards lay open
ROOT_EXACT_TRICKS: Final = 3  # with no more tricks left, the whole rest is played so
BID_SPAN_TRICKS: Final = 2  # around the natural bid
BID_DOUBT_TRICKS: Final = 2.5  # by which a bid may differ from what the hand seems worth
USUAL_BEST_POINTS: Final = 30.0  # of a deal
DEAL_SPREAD_POINTS: Final = 16.0


class AbraDeal(Deal):
    """An imagined deal: everybody's target is the declared number."""

    def __init__(self, game: Abracadabra) -> None:
        super().__init__(4, game.trump, False, 2.0)
        self.declared = game.declared
        self.exact = game.exact

    def load_game(self, game: Abracadabra) -> None:
        """Load the position of a game."""
        self.count_prizes(self.declared)
        self.load(game, PACK_MASK)
        for seat in range(4):
            taken = mask_of(game.taken[seat].cards(), game.joker)
            self.prizes[seat] = int(count_bits(taken & self.prize))

    def count_prizes(self, declared: int) -> None:
        """The cards of the declared rank pay extra."""
        self.declared = declared
        self.prize = 0
        if declared > 0:
            rank = (declared - 2) % 13
            self.prize = mask_of([4 * rank, 4 * rank + 1, 4 * rank + 2, 4 * rank + 3], 0)

    def copy(self, game: Abracadabra) -> AbraDeal:
        """An independent copy."""
        other = AbraDeal(game)
        self.copy_to(other)
        other.declared = self.declared
        return other

    def wants(self, seat: i64) -> bool:
        """Tricks are points, except where they break the declared number."""
        if self.declared == 0:
            return self.tricks[seat] > 0
        return not self.exact or self.tricks[seat] != self.declared

    def reached(self, tricks: int) -> bool:
        """Whether that many tricks fulfil the declared number."""
        if self.exact or self.declared == 0:
            return tricks == self.declared
        return tricks >= self.declared

    def points(self, outcome: i64) -> list[int]:
        """What the deal brings."""
        makers = 0
        for seat in range(4):
            if self.reached((outcome >> (8 * seat)) & 15):
                makers += 1
        points: list[int] = []
        for seat in range(4):
            tricks: int = (outcome >> (8 * seat)) & 15
            prizes: int = (outcome >> (8 * seat + 4)) & 15
            points.append(tricks + 2 * prizes + (BONUS_BY_MAKERS[makers] if self.reached(tricks) else 0))
        return points

    def value(self, seat: i64, outcome: i64) -> float:
        points = self.points(outcome)
        return (1 + RIVAL_POINT_WEIGHT) * points[seat] - RIVAL_POINT_WEIGHT * sum(points)


class AbracadabraBrain(Brain):
    worlds = 200

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        assert isinstance(game, Abracadabra)
        if game.step == "bid":
            return BIDS[natural_bid(game, seat)]
        if game.step == "stake":
            return LEAST_STAKE
        if game.step != "play":
            return "show" if game.step == "show" else "abracadabra"
        deal = AbraDeal(game)
        deal.load_game(game)
        return play_text(game, deal.pick(seat))

    def candidates(self, game: Game, seat: int) -> list[str]:
        """Bids near the hand's worth, and one low bid that leaves the bidding to the others."""
        assert isinstance(game, Abracadabra)
        if game.step == "bid":
            middle = natural_bid(game, seat)
            low = max(game.declared + 1, middle - BID_SPAN_TRICKS - 1)
            pass_by = BIDS[: min(2, game.declared + 1)][-1:]
            return pass_by + BIDS[low : max(low, middle + BID_SPAN_TRICKS) + 1]
        if game.step == "stake":
            return [LEAST_STAKE]
        if game.step == "show":
            return ["show"]
        return ["abracadabra"] if game.step == "call" else game.moves(seat)

    def stage(self, game: Game) -> int:
        assert isinstance(game, Abracadabra)
        return game.round

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Abracadabra)
        if game.over:
            return win_share(game, seat)
        return share_of(game.scores, seat, game.target, USUAL_BEST_POINTS, DEAL_SPREAD_POINTS)

    def search(self, game: Game, seat: int, moves: list[str]) -> Search:
        """Bids and plays in quick deals; shows and calls inform the others, so they need whole games."""
        assert isinstance(game, Abracadabra)
        quick = game.step == "bid" or game.step == "play"
        return AbracadabraSearch(self, seat, moves) if quick else Search(self, seat, moves)

    def likely(self, world: Game, seat: int) -> bool:
        """Seats that have bid high hold about what they have bid."""
        assert isinstance(world, Abracadabra)
        for other in range(4):
            if other != seat and world.bids[other] > 1:
                worth = hand_worth(world, held(world, other)) + world.tricks[other] + OVERBID_TRICKS
                if abs(worth - world.bids[other]) > BID_DOUBT_TRICKS:
                    return False
        return True


class AbracadabraSearch(Search):
    """Moves weighed by quick imagined deals instead of whole games."""

    def add(self, world: Game) -> None:
        assert isinstance(world, Abracadabra)
        deal = AbraDeal(world)
        deal.load_game(world)
        short = world.step == "play" and len(world.hands[self.seat]) <= ROOT_EXACT_TRICKS
        exact = ROOT_EXACT_TRICKS if short else EXACT_LAST_TRICKS
        for index in self.alive:
            move = self.moves[index]
            if world.step == "bid":
                played = bid_out(world, self.seat, int(move[4:]))
            else:
                played = deal.copy(world)
                played.play(bit_of(world.stands_for(CARD_BY_NAME[move[5:]])))
            points = played.points(played.finish(exact))
            scores = [world.scores[seat] + points[seat] for seat in range(4)]
            share = share_of(scores, self.seat, world.target, USUAL_BEST_POINTS, DEAL_SPREAD_POINTS)
            self.values[index].append(share)
            self.sums[index] += share
        self.worlds += 1


def bid_out(world: Abracadabra, seat: int, bid: int) -> AbraDeal:
    """The deal after this bid and what those after it would bid."""
    declarer, declared = world.declarer, world.declared
    while True:
        if bid > declared:
            declarer, declared = seat, bid
        if seat == world.dealer:
            break
        seat = (seat + 1) % 4
        bid = natural_bid(world, seat)
    deal = AbraDeal(world)
    deal.load_game(world)
    deal.count_prizes(declared)
    deal.mover = declarer
    deal.winner = declarer
    return deal


def play_text(game: Abracadabra, bit: i64) -> str:
    """The move that plays a card, which may be the joker in its place."""
    card = card_of(bit)
    return PLAYS[JOKER if card == game.joker else card]


def held(game: Abracadabra, seat: int) -> i64:
    """A seat's hand as one number."""
    return mask_of(game.hands[seat].cards(), game.joker)


def hand_worth(game: Abracadabra, hand: i64) -> float:
    """About how many tricks a hand takes."""
    total = 0.0
    left = hand
    while left:
        rank = low_bit(left) & 15
        left &= left - 1
        if rank == 12:
            total += ACE_TRICKS
        elif rank == 11:
            total += KING_TRICKS
        elif rank == 10:
            total += QUEEN_TRICKS
    if game.trump == NO_TRUMP:
        return total * NO_TRUMP_FACTOR
    trumps = count_bits(hand & suit_mask(game.trump))
    return total + LONG_TRUMP_TRICKS * float(trumps - 2) if trumps > 2 else total


def natural_bid(game: Abracadabra, seat: int) -> int:
    """What the hand is worth and a little more."""
    worth = hand_worth(game, held(game, seat))
    return max(1, min(13, round(worth + OVERBID_TRICKS)))


BRAIN: Final = AbracadabraBrain()
BOT: Final = Bot(brain=BRAIN)
