"""Monster: throw off the pairs; go high with a hand that few monsters reach, else hide below the others or leave."""

from __future__ import annotations

from typing import Final

from koloda.bots.bot import Bot
from koloda.bots.shared.doubting import DoubtingSearch
from koloda.bots.shared.lead import chips_share
from koloda.bots.shared.triangle import TriangleBrain
from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.search import Search
from koloda.games.monster import DISCARDS, Monster

MAX_DISCARDS: Final = 3
MAX_HANDS_TRIED: Final = 60  # to find one that fits what was thrown off
CHOOSY_TRIES: Final = 20  # after them any hand that fits will do
MAX_SEATS_COUNTED: Final = 4  # more seats are played like this many
# Ranks as bits, by the seats that are in: a hand goes high from the first on, can hide up to the second, and is folded
# between them.
HIGH_HAND_BY_SEATS: Final = (0, 0, 1536, 1536, 1900)
HIDING_HAND_BY_SEATS: Final = (0, 0, 600, 512, 512)
CHIPS_HEAT: Final = 11.0  # of the share of the win by chips, fitted to matches of this brain
CHIPS_HEAT_SLOPE: Final = 0.7  # for each chip of the poorest seat


class MonsterBrain(TriangleBrain):
    worlds = 250

    def choose(self, game: Game, seat: int, chance: Chance) -> str:
        """Go high, or hide, or fold; without chips never fold, for that would lose the match."""
        assert isinstance(game, Monster)
        hand = game.hands[seat].sorted()
        kept = wanted(hand, min(MAX_SEATS_COUNTED, len(game.seats_in())), game.chips[seat] == 0)
        return discards(hand, kept) if kept else "fold"

    def candidates(self, game: Game, seat: int) -> list[str]:
        """A fold, or all pairs and up to a few of the highest cards: low ones would only feed the monster."""
        assert isinstance(game, Monster)
        hand = game.hands[seat].sorted()
        ranks = rank_bits(hand)
        spare = MAX_DISCARDS - pairs_in(hand)
        return ["fold", *[discards(hand, without_top(ranks, n)) for n in range(spare + 1)]]

    def worth(self, game: Game, seat: int) -> float:
        assert isinstance(game, Monster)
        return chips_share(game, seat, CHIPS_HEAT, CHIPS_HEAT_SLOPE)

    def search(self, game: Game, seat: int, moves: list[str]) -> Search:
        return MonsterSearch(self, seat, moves, self.choose(game, seat, game.chance))


class MonsterSearch(DoubtingSearch):
    """A search in worlds where the others have thrown off what this brain would have thrown off."""

    def add(self, world: Game) -> None:
        assert isinstance(world, Monster)
        for other in range(world.seats):
            if other != self.seat and world.active[other] and world.given[other] >= 0:
                deal_again(world, other)
        super().add(world)


def deal_again(world: Monster, seat: int) -> None:
    """Another hand for a seat that has thrown off: one that this brain would have played like this, or could have."""
    deck = world.deck.cards()
    old = world.hands[seat].cards() + thrown_by(world, seat)
    left = min(MAX_SEATS_COUNTED, len(world.seats_in()))
    for attempt in range(MAX_HANDS_TRIED):
        cards = deck + old
        for i in range(len(old)):
            j = i + int(world.chance.below(len(cards) - i))
            cards[i], cards[j] = cards[j], cards[i]
        hand = sorted(cards[: len(old)])
        spare = world.given[seat] - pairs_in(hand)
        if spare >= 0:
            kept = without_top(rank_bits(hand), spare)
            if attempt >= CHOOSY_TRIES or kept == wanted(hand, left, world.chips[seat] == 0):
                hold(world, seat, hand, kept)
                for index, card in enumerate(cards[len(old) :]):
                    world.deck.set(index, card)
                return


def thrown_by(world: Monster, seat: int) -> list[int]:
    """What a seat has given to the monster."""
    own = 1 << seat
    return [card for index, card in enumerate(world.monster.cards()) if world.monster_seen.at(index) == own]


def hold(world: Monster, seat: int, hand: list[int], kept: int) -> None:
    """One card of each rank in ``kept`` in the hand, the others with the monster."""
    own = 1 << seat
    spot = 0
    place = 0
    for card in hand:
        if (kept >> card) & 1:
            kept &= ~(1 << card)
            world.hands[seat].set(spot, card)
            spot += 1
        else:
            while world.monster_seen.at(place) != own:
                place += 1
            world.monster.set(place, card)
            place += 1


def wanted(hand: list[int], left: int, stays: bool) -> int:
    """The ranks that a sorted hand keeps among ``left`` seats; 0: it is folded, unless its owner ``stays`` anyway."""
    ranks = rank_bits(hand)
    spare = MAX_DISCARDS - pairs_in(hand)
    if spare < 0:
        return 0
    if ranks >= HIGH_HAND_BY_SEATS[left]:
        return ranks
    kept = without_top(ranks, spare)
    return kept if stays or kept <= HIDING_HAND_BY_SEATS[left] else 0


def rank_bits(hand: list[int]) -> int:
    """The ranks of a hand as bits, as the game compares them."""
    ranks = 0
    for card in hand:
        ranks |= 1 << card
    return ranks


def pairs_in(hand: list[int]) -> int:
    """How many cards of a sorted hand must go for the others to be different."""
    extra = 0
    for i in range(1, len(hand)):
        if hand[i] == hand[i - 1]:
            extra += 1
    return extra


def without_top(ranks: int, n: int) -> int:
    """All but the ``n`` highest ranks."""
    for rank in range(10, 0, -1):
        if n > 0 and (ranks >> rank) & 1:
            ranks &= ~(1 << rank)
            n -= 1
    return ranks


def discards(hand: list[int], kept: int) -> str:
    """The move that leaves one card of each rank in ``kept`` of a sorted hand."""
    code = 0
    for card in hand:
        if (kept >> card) & 1:
            kept &= ~(1 << card)
        else:
            code = code * 11 + card
    return DISCARDS[code]


BRAIN: Final = MonsterBrain()
BOT: Final = Bot(brain=BRAIN)
