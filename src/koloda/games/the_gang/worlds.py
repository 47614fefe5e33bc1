"""Making imagined deals agree with what a seat knows besides the cards it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.chance import Fast
from koloda.core.pile import Pile

from .advanced_cards import Announcement

if TYPE_CHECKING:
    from .game import TheGang

MAX_SWAPS_PER_ANNOUNCEMENT: Final = 4000


class Place:
    """A card's place in a pile."""

    def __init__(self, pile: Pile, index: int) -> None:
        self.pile = pile
        self.index = index

    def swap(self, other: Place) -> None:
        """The two cards change places."""
        card = self.pile.at(self.index)
        self.pile.set(self.index, other.pile.at(other.index))
        other.pile.set(other.index, card)


def repair_world(game: TheGang, seat: int) -> bool:
    """Make a world with freshly dealt hidden cards fit what ``seat`` knows; False if it cannot be done."""
    chance = Fast(fingerprint(game))
    if not game.over:  # the result of a match names what is left of its decks
        game.challenge_deck.mix_hidden(chance)
        game.specialist_deck.mix_hidden(chance)
    if game.first[0].size():
        fit_first_cards(game, seat, chance)
    return fit_announcements(game, seat, chance)


def fingerprint(game: TheGang) -> int:
    """A number that tells this deal from others: the deal was drawn by chance, so the number is as good as drawn."""
    number = 0
    for zone in game.zones():
        for card in zone.pile.cards():
            number = (number * 59 + card) % (1 << 61)
    return number


def hidden_places(game: TheGang, seat: int) -> list[Place]:
    """Every card that the seat does not know."""
    return [
        Place(zone.pile, index)
        for zone in game.zones()
        for index in range(len(zone.pile))
        if not zone.known(index, seat)
    ]


def pocket_then(game: TheGang, seat: int, redrawn: bool) -> Pile:
    """The pocket of a seat before or after its redraw."""
    changed = (game.redrawn >> i64(seat)) & 1 == 1
    return game.discards[seat].pile if changed and not redrawn else game.pockets[seat].pile


# What was announced


def fit_announcements(game: TheGang, seat: int, chance: Fast) -> bool:
    """Seat after seat, the pocket of an announcement gets other cards until it fits."""
    loose = hidden_places(game, seat)
    for said in game.announced:
        pile = pocket_then(game, said.seat, said.redrawn)
        own = [place for place in loose if place.pile is pile]
        loose = [place for place in loose if place.pile is not pile]
        if not fit_announcement(game, said, own, loose, chance):
            return False
    return True


def fit_announcement(game: TheGang, said: Announcement, own: list[Place], loose: list[Place], chance: Fast) -> bool:
    """Change the hidden cards of one pocket for loose ones until the announcement is true of it."""
    board = game.community.cards()[: said.board]
    pile = pocket_then(game, said.seat, said.redrawn)
    for _ in range(MAX_SWAPS_PER_ANNOUNCEMENT):
        if game.specialist.measure(pile.cards(), board, said.arg) == said.value:
            return True
        for place in own:
            place.swap(loose[chance.below(len(loose))])
    return False


# The Con Artist: everybody's first cards are still in play


def fit_first_cards(game: TheGang, seat: int, chance: Fast) -> None:
    """The seat's first cards lie among the pockets of that moment; the others' first cards are made up from them."""
    first = game.first[seat].cards() if seat >= 0 else []
    pockets = [pocket_then(game, other, False) for other in range(game.seats)]
    places = hidden_places(game, seat)
    inside = [place for place in places if any(place.pile is pile for pile in pockets)]
    for card in first:
        if not any(pile.has(card) for pile in pockets):
            room = [place for place in inside if place.pile.at(place.index) not in first]
            away = [place for place in places if place.pile.at(place.index) == card]
            away[0].swap(room[chance.below(len(room))])
    make_up_first_cards(game, seat, pockets, chance)


def make_up_first_cards(game: TheGang, seat: int, pockets: list[Pile], chance: Fast) -> None:
    """Deal the cards of the pockets that were not the seat's own as the first cards of the others."""
    own = game.first[seat].cards() if seat >= 0 else []
    pool = Pile.of([card for pile in pockets for card in pile.cards() if card not in own])
    i = pool.size() - 1
    while i > 0:
        pool.swap(i, chance.below(i + 1))
        i -= 1
    for other, first in enumerate(game.first):
        if other != seat:
            size = first.size()
            first.clear()
            pool.draw_to(first, size)
