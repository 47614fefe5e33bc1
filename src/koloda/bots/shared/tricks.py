"""Games of tricks inside imagined worlds: a deal in a few numbers, a quick player for it, and exact last tricks.

A card is a bit, 16 * suit + rank, so that a hand is one number and following suit is one mask.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from mypy_extensions import i64

from koloda.bots.shared.lead import LOGISTIC_SCALE
from koloda.games.shared.tricks import JOKER, SUIT_STRENGTH, TricksGame

SUIT_MASK: Final = 0x1FFF  # thirteen cards
BIT_OF_CARD: Final = [1 << n for n in range(62)]  # a native 1 << n would have 32 bits
SUIT_MASKS: Final = [SUIT_MASK << 16 * n for n in range(4)]
SAME_SUIT_WEIGHT: Final = 0.75  # how much the suit itself decides a trick


def bit_of(card: i64) -> i64:
    """The place of a card of the pack among the bits."""
    return ((card & 3) << 4) + (card >> 2)


def card_of(bit: i64) -> i64:
    """The card of the pack at that place."""
    return ((bit & 15) << 2) + (bit >> 4)


def mask_of(cards: list[int], joker: i64) -> i64:
    """A hand as one number; a joker is the card that it stands for."""
    mask: i64 = 0
    for card in cards:
        mask |= BIT_OF_CARD[bit_of(joker if card == JOKER else card)]
    return mask


def suit_mask(suit: i64) -> i64:
    """All cards of a suit."""
    return SUIT_MASKS[suit]


def count_bits(mask: i64) -> i64:
    """How many cards there are."""
    count: i64 = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


def low_bit(mask: i64) -> i64:
    """The place of the lowest card of a hand that is not empty."""
    place: i64 = 0
    while mask & 0xFFFF == 0:
        mask >>= 16
        place += 16
    while mask & 1 == 0:
        mask >>= 1
        place += 1
    return place


class Deal:
    """One deal of a game of tricks with every card known: an imagined one. A game says who wants what."""

    def __init__(self, seats: i64, trump: i64, ranked: bool, power: float) -> None:
        self.seats = seats
        self.trump = trump
        self.ranked = ranked
        self.power = power
        self.hands: list[int] = [0] * seats
        self.asides: list[int] = [0] * seats  # picked up after the ninth trick
        self.away: list[int] = [0] * seats  # out of play; only their owner knows them
        self.tricks: list[int] = [0] * seats
        self.prizes: list[int] = [0] * seats  # cards taken that pay extra
        self.prize: i64 = 0  # which ones do
        self.all: i64 = 0  # the pack
        self.gone: i64 = 0  # played
        self.mover: i64 = 0
        self.led: i64 = -1
        self.top: i64 = -1
        self.winner: i64 = 0
        self.count: i64 = 0  # cards in the trick
        self.extra: i64 = 0  # cards in the trick that pay extra
        self.above: list[int] = [self.stronger(suit) for suit in range(4)]

    # The rules

    def stronger(self, suit: i64) -> i64:
        """The suits whose cards beat every card of this one without following it."""
        suits: i64 = 0
        other: i64 = 0
        while other < 4:
            higher = other == self.trump or (self.ranked and SUIT_STRENGTH[other] > SUIT_STRENGTH[suit])
            if higher and suit != self.trump and other != suit:
                suits |= suit_mask(other)
            other += 1
        return suits

    def load(self, game: TricksGame, pack: i64) -> None:
        """Load the position of a game."""
        self.all = pack
        held: i64 = 0
        for seat in range(game.seats):
            self.hands[seat] = int(mask_of(game.hands[seat].cards(), game.joker))
            self.tricks[seat] = game.tricks[seat]
            held |= self.hands[seat]
        self.gone = pack & ~held
        self.mover = game.mover
        self.winner = game.leader
        seat = game.leader
        for card in game.trick.cards():
            self.lay(seat, bit_of(game.stands_for(card)))
            seat = (seat + 1) % game.seats

    def copy_to(self, other: Deal) -> None:
        """Copy all that changes."""
        other.hands = self.hands[:]
        other.asides = self.asides[:]
        other.away = self.away
        other.tricks = self.tricks[:]
        other.prizes = self.prizes[:]
        other.prize = self.prize
        other.all = self.all
        other.gone = self.gone
        other.mover = self.mover
        other.led = self.led
        other.top = self.top
        other.winner = self.winner
        other.count = self.count
        other.extra = self.extra

    def strength(self, card: i64) -> i64:
        """How strong a card is in this trick; -1 if it cannot win."""
        suit = card >> 4
        if suit == self.trump:
            return 100 + (card & 15)
        if self.ranked:
            return 16 * SUIT_STRENGTH[suit] + (card & 15)
        return card & 15 if suit == self.led else -1

    def worth(self, card: i64) -> i64:
        """The order in which cards are worth keeping."""
        suit = card >> 4
        if suit == self.trump:
            return 100 + (card & 15)
        return (16 * SUIT_STRENGTH[suit] if self.ranked else 0) + (card & 15)

    def legal(self, seat: i64) -> i64:
        """The cards that may be played."""
        hand: i64 = self.hands[seat]
        if self.led < 0:
            return hand
        following = hand & suit_mask(self.led)
        return following if following else hand

    def lay(self, seat: i64, card: i64) -> None:
        """Put a card into the trick."""
        if self.count == 0:
            self.led = card >> 4
            self.top = -1
        self.count += 1
        power = self.strength(card)
        if power > self.top:
            self.top = power
            self.winner = seat
        if (self.prize >> card) & 1:
            self.extra += 1
        self.gone |= BIT_OF_CARD[card]

    def play(self, card: i64) -> None:
        """A card of the seat that moves; the last one of a trick ends it."""
        seat = self.mover
        self.hands[seat] -= BIT_OF_CARD[card]
        self.lay(seat, card)
        if self.count < self.seats:
            self.mover = seat + 1 if seat + 1 < self.seats else 0
        else:
            self.take(self.winner)

    def take(self, winner: i64) -> None:
        """The trick is taken; whoever took it leads."""
        self.tricks[winner] += 1
        self.prizes[winner] += int(self.extra)
        self.count = 0
        self.extra = 0
        self.led = -1
        self.top = -1
        self.mover = winner
        if self.hands[winner] == 0:
            for seat in range(self.seats):
                self.hands[seat] = self.asides[seat]
                self.asides[seat] = 0

    # The quick player

    def wants(self, seat: i64) -> bool:
        """Whether the seat wants the trick."""
        raise NotImplementedError

    def unseen(self, seat: i64) -> i64:
        """The cards that the seat has not seen."""
        hand: i64 = self.hands[seat]
        aside: i64 = self.asides[seat]
        away: i64 = self.away[seat]
        return self.all & ~(self.gone | hand | aside | away)

    def beaters(self, card: i64, unseen: i64) -> i64:
        """How likely a card that is led is beaten: higher cards of its suit must follow, others may."""
        higher = (unseen >> card) & (SUIT_MASK >> (card & 15)) & ~1
        above: i64 = self.above[card >> 4]
        return 4 * count_bits(higher) + count_bits(unseen & above)

    def chance(self, card: i64, unseen: i64) -> float:
        """Roughly how likely a card wins its trick."""
        same = unseen & suit_mask(card >> 4)
        away = count_bits(unseen & ~same)
        above: i64 = self.above[card >> 4]
        beaten = float(count_bits(unseen & above)) / float(away if away else 1)
        if same:
            higher = (unseen >> card) & (SUIT_MASK >> (card & 15)) & ~1
            beaten = (1 - SAME_SUIT_WEIGHT) * beaten
            beaten += SAME_SUIT_WEIGHT * float(count_bits(higher)) / float(count_bits(same))
        return float((1.0 - beaten) ** self.power)

    def expected(self, seat: i64) -> float:
        """About how many tricks the seat's cards are still good for."""
        unseen = self.unseen(seat)
        hand: i64 = self.hands[seat]
        aside: i64 = self.asides[seat]
        left = hand | aside
        total = 0.0
        while left:
            card = low_bit(left)
            left &= left - 1
            total += self.chance(card, unseen)
        return total

    def pick(self, seat: i64) -> i64:
        """A sensible card, from what the seat knows."""
        legal = self.legal(seat)
        if legal & (legal - 1) == 0:
            return low_bit(legal)
        want = self.wants(seat)
        return self.pick_lead(legal, self.unseen(seat), want) if self.led < 0 else self.pick_answer(legal, want)

    def pick_lead(self, legal: i64, unseen: i64, want: bool) -> i64:
        """The card that is beaten least, or most."""
        best: i64 = -1
        top: i64 = 0
        while legal:
            card = low_bit(legal)
            legal &= legal - 1
            key = self.beaters(card, unseen) * 256 + self.worth(card)
            if want:
                key = -key
            if best < 0 or key > top:
                best = card
                top = key
        return best

    def pick_answer(self, legal: i64, want: bool) -> i64:
        """To win: cheaply if last, else as high as possible. To lose: the dearest card that does."""
        last = self.count == self.seats - 1
        win: i64 = -1
        lose: i64 = -1
        cheap = want == last
        while legal:
            card = low_bit(legal)
            legal &= legal - 1
            if self.strength(card) > self.top:
                if win < 0 or (self.worth(card) < self.worth(win)) == cheap:
                    win = card
            elif lose < 0 or (self.worth(card) < self.worth(lose)) == want:
                lose = card
        if want:
            return win if win >= 0 else lose
        return lose if lose >= 0 else win

    # To the end

    def outcome(self) -> i64:
        """The tricks of all seats and the cards that pay extra, packed."""
        packed: i64 = 0
        for seat in range(self.seats):
            packed |= (self.tricks[seat] + 16 * self.prizes[seat]) << (8 * seat)
        return packed

    def value(self, seat: i64, outcome: i64) -> float:
        """What an outcome is worth to a seat."""
        raise NotImplementedError

    def finish(self, exact: i64) -> i64:
        """Play on sensibly, the last ``exact`` tricks as if all cards lay open; returns the outcome."""
        while self.hands[self.mover] != 0:
            hand: i64 = self.hands[self.mover]
            if self.asides[self.mover] == 0 and self.count == 0 and count_bits(hand) <= exact:
                return self.best_outcome()
            self.play(self.pick(self.mover))
        return self.outcome()

    def best_outcome(self) -> i64:
        """The outcome if all seats play their best and know all cards."""
        seat = self.mover
        legal = self.legal(seat)
        if legal == 0:
            return self.outcome()
        hand, led, top, winner = self.hands[seat], self.led, self.top, self.winner
        count, extra, gone = self.count, self.extra, self.gone
        best: i64 = -1
        most = -1e9
        while legal:
            card = low_bit(legal)
            legal &= legal - 1
            taker: i64 = -1
            self.hands[seat] = int(hand)
            self.play(card)
            if self.count == 0:
                taker = self.mover
            outcome = self.best_outcome()
            if taker >= 0:
                self.tricks[taker] -= 1
                self.prizes[taker] -= int(extra + ((self.prize >> card) & 1))
            self.led, self.top, self.winner, self.count, self.extra = led, top, winner, count, extra
            self.gone, self.mover = gone, seat
            worth = self.value(seat, outcome)
            if worth > most:
                most = worth
                best = outcome
        self.hands[seat] = int(hand)
        return best


def share_of(scores: list[int], seat: int, target: int, usual: float, spread: float) -> float:
    """The share of the win when the highest wins once somebody has ``target``: a deal brings ``usual`` points."""
    high = max(scores)
    if high >= target:
        return 1 / scores.count(high) if scores[seat] == high else 0.0
    deals = 0.6 + (target - high) / usual
    step = spread * sqrt(2 * deals) / LOGISTIC_SCALE
    total = 0.0
    for score in scores:
        total += exp((score - high) / step)
    return exp((scores[seat] - high) / step) / total
