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


def draw_loss(row: Pile, counts: list[int], prices: list[float]) -> float:
    """What a card out of ``counts`` costs on average where a pair costs the price of its rank."""
    cost = 0.0
    cards = 0
    for rank in range(1, 11):
        cards += counts[rank]
        if row.has(rank):
            cost += counts[rank] * prices[rank]
    return cost / max(1, cards)


def swap_loss(row: Pile, counts: list[int], prices: list[float]) -> float:
    """What the two cards for an 8 of the row cost on average; after a pair the second does not come."""
    rest = row.copy()
    rest.take(8)
    cards = sum(counts[1:11])
    kept = draw_loss(rest, counts, prices) * cards  # of all cards, those that pair the rest of the row
    cost = 0.0
    for rank in range(1, 11):
        if rest.has(rank):
            cost += counts[rank] * prices[rank]
        elif counts[rank] > 0:
            cost += counts[rank] * (kept + (counts[rank] - 1) * prices[rank]) / max(1, cards - 1)
    return cost / max(1, cards)


def kept_lower_cards(game: FirstCardGame, seat: int) -> int:
    """How many other seats hold a card well below their first one: sensible players start low."""
    if game.circle == 0:
        return 0
    found = 0
    for other in range(game.seats):
        hand = game.hands[other]
        if other != seat and game.active[other] and hand.size() > 0 and hand.lowest() + 1 < game.openers[other]:
            found += 1
    return found
