"""What the games of the triangular deck share: drawing with reshuffle and burn, and the lowest-card start."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Game
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import NOBODY, OWNER, CounterKind, Zone, ZoneKind
from koloda.core.text import Text

FAMILY: Final = "pairs"
PACK: Final = Pile.of(TRIANGULAR.pack)

DECK: Final = ZoneKind("deck", Text("Колода", "Deck"), "pile", NOBODY)
BURNT: Final = ZoneKind("burnt", Text("Сброшено закрытыми", "Discarded face down"), "pile", NOBODY, ordered=False)
DISCARD: Final = ZoneKind("discard", Text("Сброс", "Discard pile"), "pile")
ROW: Final = ZoneKind("row", Text("Ряд", "Row"), "row")
HAND: Final = ZoneKind("hand", Text("Рука", "Hand"), "fan", OWNER, ordered=False)
ROUND: Final = CounterKind("round", Text("Раунд", "Round"))

WORDS: Final = {
    "round": Text("Раунд {n}.", "Round {n}."),
    "deal": Text("{seat} получает {cards}.", "{seat} is dealt {cards}."),
    "extra": Text("Спор за первый ход: {seat} получает {cards}.", "Tie for the lead: {seat} gets {cards}."),
    "extra-pair": Text("{cards} — пара у {seat}: карта уходит в сброс.", "{cards} would pair {seat}'s row: discarded."),
    "starts": Text("Первый ход: {seat}.", "{seat} moves first."),
    "reshuffle": Text("Сброс перетасован: новая колода.", "The discard pile is shuffled into a new deck."),
    "burn": Text("Сожжено карт: {n}.", "{n} {n:card is|cards are} burnt."),
}


class TriangleGame(Game):
    """A deck with a discard pile, and a row of open cards before every seat.

    The discard pile of the book is two zones here: everybody has seen the cards of ``discard``; those of ``burnt`` were
    laid away closed, and ``burnt_seen`` holds for each of them the seats (as bits) that know it all the same.
    """

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.burn = 5  # a game whose book burns nothing sets 0
        self.deck = Pile()
        self.burnt = Pile()
        self.burnt_seen = Pile()
        self.discard = Pile()
        self.rows = piles(seats)
        self.round = 0

    def copy_triangle_to(self, other: TriangleGame) -> None:
        """Copy what this class keeps."""
        self.copy_turn_to(other)
        other.deck.fill(self.deck)
        other.burnt.fill(self.burnt)
        other.burnt_seen.fill(self.burnt_seen)
        other.discard.fill(self.discard)
        fill_all(other.rows, self.rows)
        other.round = self.round

    def triangle_zones(self) -> list[Zone]:
        """Deck, burnt cards, discard pile and rows."""
        table = [Zone(DECK, self.deck), Zone(BURNT, self.burnt, seen=self.burnt_seen.cards()), Zone(DISCARD, self.discard)]
        return table + [Zone(ROW, row, seat) for seat, row in enumerate(self.rows)]

    def discard_count(self) -> int:
        """The size of the book's discard pile: burnt cards lie in it too."""
        return len(self.discard) + len(self.burnt)

    def new_deck(self) -> None:
        """All 55 cards, shuffled, the top ones burnt."""
        self.deck.fill(PACK)
        self.chance.shuffle(self.deck, TRIANGULAR)
        self.burn_top()

    def fresh_deck(self) -> None:
        """Gather every card of the last round and shuffle all 55, nothing burnt."""
        self.burnt.clear()
        self.burnt_seen.clear()
        self.discard.clear()
        for row in self.rows:
            row.clear()
        self.deck.fill(PACK)
        self.chance.shuffle(self.deck, TRIANGULAR)

    def burn_top(self) -> None:
        """Lay the top cards away unseen; nothing if no card would be left."""
        if self.burn > 0 and self.deck.size() > self.burn:
            for _ in range(self.burn):
                self.lay_away(self.deck.draw(), 0)
            self.note("burn", n=self.burn)

    def lay_away(self, card: i64, seen: i64) -> None:
        """Put a card on the discard pile closed; only the seats in ``seen`` (bits) know it."""
        self.burnt.put(card)
        self.burnt_seen.put(seen)

    def fold_hand(self, hand: Pile, owner: i64) -> None:
        """Put a closed hand on the discard pile unseen: nobody but its owner knows these cards."""
        while hand.size() > 0:
            self.lay_away(hand.draw(), 1 << owner)
        hand.clear()

    def can_draw(self) -> bool:
        """Whether deck or discard pile has a card."""
        return self.deck.size() + self.discard.size() + self.burnt.size() > 0

    def draw(self) -> i64:
        """The top card; an empty deck is first made anew from the whole discard pile."""
        if self.deck.size() == 0:
            self.deck.clear()
            self.burnt.all_to(self.deck)
            self.burnt_seen.clear()
            self.discard.all_to(self.deck)
            self.chance.shuffle(self.deck, TRIANGULAR)
            self.note("reshuffle")
            self.burn_top()
        return self.deck.draw()

    def deal_rows(self) -> None:
        """One open card to each row, from seat 0 on."""
        for seat, row in enumerate(self.rows):
            card = self.draw()
            row.put(card)
            if self.logs:  # the hottest note of all
                self.note("deal", seat, card=card)

    def start_key(self, card: i64) -> i64:
        """What a card counts in the choice of the first player."""
        return card

    def lowest_starts(self) -> i64:
        """The seat with the lowest first card; ties are broken by extra cards, which stay in the rows."""
        tied = self.lowest_rows()
        while len(tied) > 1:
            extras = [(seat, card) for seat in tied if (card := self.extra_card(seat)) > 0]
            if not extras:
                break
            low = min([self.start_key(card) for _, card in extras])
            tied = [seat for seat, card in extras if self.start_key(card) == low]
        self.note("starts", tied[0])
        return tied[0]

    def lowest_rows(self) -> list[int]:
        """The seats whose first card counts lowest."""
        low: i64 = 255
        tied: list[int] = []
        for seat, row in enumerate(self.rows):
            key = self.start_key(row.at(0))
            if key < low:
                low = key
                tied = [seat]
            elif key == low:
                tied.append(seat)
        return tied

    def extra_card(self, seat: int) -> int:
        """A tie-break card for ``seat`` that does not pair its row; 0 if none can come."""
        row = self.rows[seat]
        while self.can_lack(row):
            card = self.draw()
            if not row.has(card):
                row.put(card)
                self.note("extra", seat, card=card)
                return card
            self.discard.put(card)
            self.note("extra-pair", seat, card=card)
        return 0

    def can_lack(self, row: Pile) -> bool:
        """The guard of the tie-break: deck or discard pile holds a rank that the row has not."""
        rank: i64 = 1
        while rank <= 10:
            if not row.has(rank) and (self.deck.has(rank) or self.discard.has(rank) or self.burnt.has(rank)):
                return True
            rank += 1
        return False
