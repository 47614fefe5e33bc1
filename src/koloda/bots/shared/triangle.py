"""What the brains of games with the triangular deck share."""

from __future__ import annotations

from mypy_extensions import i64

from koloda.core.game import Game
from koloda.core.pile import Pile
from koloda.core.search import Brain
from koloda.games.shared.hands import FirstCardGame
from koloda.games.shared.triangle import TriangleGame


class TriangleBrain(Brain):
    """A brain whose roll-outs end with the round."""

    def stage(self, game: Game) -> int:
        assert isinstance(game, TriangleGame)
        return game.round


def unseen_counts(game: TriangleGame, hand: Pile, seat: int) -> list[int]:
    """By rank: how many cards lie where ``seat``, who holds ``hand``, cannot see them."""
    counts = list(range(11))
    for card in hand.cards():
        counts[card] -= 1
    for row in game.rows:
        for card in row.cards():
            counts[card] -= 1
    for card in game.discard.cards():
        counts[card] -= 1
    for index, card in enumerate(game.burnt.cards()):
        if (game.burnt_seen.at(index) >> seat) & 1:
            counts[card] -= 1
    return counts


def next_counts(game: TriangleGame) -> list[int]:
    """By rank, where all hands are open: the cards among which the next one is. The last number is their sum."""
    counts = [0] * 12
    deck = game.deck if game.deck.size() > 0 else game.discard
    add_cards(counts, deck)
    add_cards(counts, game.burnt)
    return counts


def sum_of(pile: Pile) -> int:
    """The sum of the ranks of a pile."""
    total: i64 = 0
    i: i64 = pile.size() - 1
    while i >= 0:
        total += pile.at(i)
        i -= 1
    return total


def add_cards(counts: list[int], pile: Pile) -> None:
    """Count the cards of a pile, and their number in the last place."""
    i: i64 = pile.size() - 1
    while i >= 0:
        counts[pile.at(i)] += 1
        counts[11] += 1
        i -= 1


def kept_lower_card(game: FirstCardGame, seat: int) -> bool:
    """Whether another seat holds a card well below its first one: sensible players start low."""
    if game.circle == 0:
        return False
    for other in range(game.seats):
        hand = game.hands[other]
        if other != seat and game.active[other] and hand.size() > 0 and hand.lowest() + 1 < game.rows[other].at(0):
            return True
    return False
