"""Games of the triangular deck: drawing with reshuffle and burn, the lowest-card start, hits, eights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Game
from koloda.core.options import flag
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import NOBODY, Hint, Label, Note, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb

from .zones import DECK, DISCARD

if TYPE_CHECKING:
    from koloda.core.view import Face, View

PACK: Final = Pile.of(TRIANGULAR.pack)
NO_LABELS: Final[list[Label]] = []
BURNT_ZONE: Final = 1  # where the burnt cards are in ``pile_zones``

BURNT: Final = ZoneKind(
    "burnt", Text("Сброшено закрытыми", "Discarded unseen"), "pile", NOBODY, ordered=False, face_down=True
)
ROW: Final = ZoneKind("row", Text("Ряд", "Row"), "row")

HIT: Final = Verb("hit", Text("Взять карту", "Hit"))
EIGHT: Final = Verb("eight", Text("Обменять восьмёрку на две карты", "Swap the 8 for two cards"))
PIECES_OF_EIGHT: Final = flag(
    "pieces_of_eight",
    Text("Восемь реалов", "Pieces of Eight"),
    Text("Восьмёрку из ряда можно обменять на две карты.", "An 8 of your row may be swapped for two cards."),
)

WORDS: Final = {
    "round": Text("Раунд {n}.", "Round {n}."),
    "deal": Text("{seat|Вы} {seat:получает|получаете} {cards}.", "{seat|You} {seat:is|are} dealt {cards}."),
    "extra": Text(
        "Спор за первый ход: {seat|вы} {seat:получает|получаете} {cards}.",
        "Tie for the lead: {seat|you} {seat:gets|get} {cards}.",
    ),
    "extra-pair": Text(
        "{seat|Вы}: {cards} — пара, карта уходит в сброс.", "{cards} would pair {seat|you}{seat:'s|r} row: discarded."
    ),
    "starts": Text("Первый ход: {seat|ваш}.", "{seat|You} {seat:moves|move} first."),
    "reshuffle": Text("Сброс перетасован: новая колода.", "The discard pile is shuffled into a new deck."),
    "burn": Text("Сожжено карт: {n}.", "{n} {n:card is|cards are} burnt."),
    "hit": Text("{seat|Вы} {seat:берёт|берёте} {cards}.", "{seat|You} {seat:hits|hit}: {cards}."),
    "eight": Text(
        "{seat|Вы} {seat:сбрасывает|сбрасываете} восьмёрку ради двух карт.",
        "{seat|You} {seat:swaps|swap} an 8 for two cards.",
    ),
    "hint-eight": Text("Обменять восьмёрку: риск пары {percent}%.", "Swap the 8: {percent}% to pair."),
    "label-sum": Text("{n}", "{n}"),
    "label-pair": Text("пара: {n}", "pair of {n}s"),
    "hint-unseen": Text("Ещё не видели: {ranks}.", "Not yet seen: {ranks}."),
}

REFUSALS: Final = {
    "no-card": Text("Ни в колоде, ни в сбросе нет карт.", "There is no card to draw."),
    "no-eight": Text("В вашем ряду нет восьмёрки.", "There is no 8 in your row."),
    "house-rule-off": Text("Это домашнее правило не включено.", "That house rule is off."),
}


class TriangleGame(Game):
    """A deck with a discard pile, and a row of open cards before every seat.

    The discard pile of the book is two zones here: everybody has seen the cards of ``discard``; those of ``burnt`` were
    laid away closed, and ``burnt_seen`` holds for each of them the seats (as bits) that know it all the same.
    """

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.burn = 5  # 0 in games whose book burns nothing
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

    def pile_zones(self) -> list[Zone]:
        """Deck, burnt cards and discard pile."""
        return [Zone(DECK, self.deck), self.burnt_zone(), Zone(DISCARD, self.discard)]

    def burnt_zone(self) -> Zone:
        """The burnt cards, and who knows them."""
        return Zone(BURNT, self.burnt, seen=self.burnt_seen.cards())

    def triangle_zones(self) -> list[Zone]:
        """Deck, burnt cards, discard pile and rows, as ``lay_out`` has made them; they are kept from look to look."""
        look = self.last_look
        if look is None:
            return self.lay_out()
        if not look.zones:
            look.zones = self.lay_out()
        if look.masks_changes != self.burnt_seen.changes:
            look.masks_changes = self.burnt_seen.changes
            look.zones = look.zones[:]
            look.zones[BURNT_ZONE] = self.burnt_zone()
        return look.zones

    def lay_out(self) -> list[Zone]:
        """The zones of piles that stay the same objects for a whole match."""
        zones = self.pile_zones()
        for seat, row in enumerate(self.rows):
            zones.append(Zone(ROW, row, seat))
        return zones

    def pair_labels(self) -> list[Label]:
        """A word beside every row that has a pair."""
        labels = NO_LABELS
        for seat, row in enumerate(self.rows):
            rank = pile_pair(row)
            if rank:
                labels = [*labels, Label("row", Note("label-pair", n=rank), seat)]
        return labels

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
            self.tell("burn", n=self.burn)

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
        return self.deck.size() > 0 or self.discard.size() > 0 or self.burnt.size() > 0

    def draw(self) -> i64:
        """The top card; an empty deck is first made anew from the whole discard pile."""
        if self.deck.size() == 0:
            self.deck.clear()
            self.burnt.all_to(self.deck)
            self.burnt_seen.clear()
            self.discard.all_to(self.deck)
            self.chance.shuffle(self.deck, TRIANGULAR)
            self.tell("reshuffle")
            self.burn_top()
        return self.deck.draw()

    def deal_rows(self) -> None:
        """One open card to each row, from seat 0 on."""
        seat: i64 = 0
        while seat < self.seats:
            self.deal_row(seat)
            seat += 1

    def deal_row(self, seat: i64) -> None:
        """One open card to the row of ``seat``."""
        card = self.draw()
        self.rows[seat].put(card)
        if self.keeps_events:  # saves the call: this is the most frequent note
            self.tell("deal", seat, card=card)

    def start_key(self, card: i64) -> i64:
        """What a card counts in the choice of the first player."""
        return card

    def lowest_starts(self) -> i64:
        """The seat with the lowest first card; ties are broken by extra cards, which stay in the rows."""
        tied = self.lowest_rows()
        while tied & (tied - 1):
            tied = self.break_tie(tied)
        seat: i64 = 0
        while not (tied >> seat) & 1:
            seat += 1
        self.tell("starts", seat)
        return seat

    def lowest_rows(self) -> i64:
        """The seats (bits) whose first card counts lowest; an empty row is not in this round."""
        low: i64 = 255
        tied: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            row = self.rows[seat]
            if row.size() > 0:
                key = self.start_key(row.at(0))
                if key < low:
                    low = key
                    tied = 0
                if key == low:
                    tied |= 1 << seat
            seat += 1
        return tied

    def break_tie(self, tied: i64) -> i64:
        """Deal an extra card to each tied seat; returns the seats with the lowest, or the first if none gets a card."""
        low: i64 = 255
        lowest = tied & -tied
        for seat in range(self.seats):
            if (tied >> i64(seat)) & 1:
                card = self.extra_card(seat)
                key = self.start_key(card) if card > 0 else 255
                if key < low:
                    low = key
                    lowest = 0
                if key == low and card > 0:
                    lowest |= 1 << i64(seat)
        return lowest

    def extra_card(self, seat: i64) -> i64:
        """A tie-break card for ``seat`` that does not pair its row; 0 if none can come."""
        row = self.rows[seat]
        while self.can_draw_new_rank(row):
            card = self.draw()
            if not row.has(card):
                row.put(card)
                self.tell("extra", seat, card=card)
                return card
            self.discard.put(card)
            self.tell("extra-pair", seat, card=card)
        return 0

    def can_draw_new_rank(self, row: Pile) -> bool:
        """The guard of the tie-break: deck or discard pile holds a rank that the row lacks."""
        return self.deck.has_any_not_in(row) or self.discard.has_any_not_in(row) or self.burnt.has_any_not_in(row)

    def hit_card(self, seat: i64) -> i64:
        """Draw a card to the row. If it pairs (returned with a minus), ``paired`` takes it away again."""
        card = self.draw()
        row = self.rows[seat]
        pairs = row.has(card)
        row.put(card)
        if pairs:
            self.paired(seat, card)
            return -card
        self.tell("hit", seat, card=card)
        return card

    def paired(self, seat: i64, card: i64) -> None:
        """What a game does with a drawn card that pairs the row of ``seat``; it lies at the end of that row."""
        raise NotImplementedError

    def swap_eight(self, seat: i64) -> tuple[i64, i64]:
        """Pieces of Eight: the 8 goes, two cards come one by one; the second is 0 if the first one pairs."""
        self.tell("eight", seat)
        self.rows[seat].take(8)
        self.discard.put(8)
        first = self.hit_card(seat)
        return first, self.hit_card(seat) if first > 0 else 0


def highest_pair(cards: list[int]) -> int:
    """The highest rank that occurs twice or more; 0 if none does.

    >>> highest_pair([9, 4, 4, 9, 10]), highest_pair([1, 2, 3])
    (9, 0)
    """
    return max([card for card in cards if cards.count(card) > 1], default=0)


def pile_pair(pile: Pile) -> i64:
    """The same of a pile; the rows of every view are looked at.

    >>> pile_pair(Pile.of([9, 4, 4, 9, 10])), pile_pair(Pile.of([1, 2, 3]))
    (9, 0)
    """
    seen: i64 = 0
    pair: i64 = 0
    i: i64 = pile.size() - 1
    while i >= 0:
        card = pile.at(i)
        if (seen >> card) & 1 and card > pair:
            pair = card
        seen |= i64(1) << card
        i -= 1
    return pair


# What a seat can work out from its view


def numbers(cards: list[Face]) -> list[int]:
    """The known cards among these."""
    return [int(card) for card in cards if card is not None]


def hidden_cards(view: View) -> list[int]:
    """All cards that the view shows nowhere."""
    hidden = list(TRIANGULAR.pack)
    for zone in view.zones:
        for card in numbers(list(zone.cards)):
            hidden.remove(card)
    return hidden


def known_in_other_hands(view: View) -> list[int]:
    """The cards that the view shows in the hands of others."""
    return [card for seat in range(view.seats) if seat != view.seat for card in numbers(view.cards("hand", seat))]


def cards_of_others(view: View) -> list[int]:
    """The cards that may be in other hands, ascending: hidden ones, and those that the view shows there."""
    return sorted(hidden_cards(view) + known_in_other_hands(view))


def unseen_cards(view: View) -> list[int]:
    """The cards among which the next one is: all that the view does not show, or all discards if the deck is empty."""
    unseen = list(TRIANGULAR.pack)
    to_come = () if view.cards("deck") else ("discard", "burnt")
    for zone in view.zones:
        if zone.name not in to_come:
            for card in zone.cards:
                if card is not None:
                    unseen.remove(int(str(card)))
    return unseen


def pair_percent(row: list[Face], unseen: list[int]) -> int:
    """How likely the next card is to pair ``row``, in percent."""
    return round(100 * sum(1 for card in unseen if card in row) / max(1, len(unseen)))


def swap_percent(row: list[Face], unseen: list[int]) -> int:
    """How likely one of the two cards for an 8 of ``row`` is to make a pair, in percent."""
    kept = [card for card in row if card != 8]
    good = [card for card in unseen if card not in kept]
    safe = len(good) * len(good) - sum(good.count(rank) ** 2 for rank in set(good))  # ordered pairs of two ranks
    return round(100 - 100 * safe / max(1, len(unseen) * (len(unseen) - 1)))


def unseen_hint(unseen: list[int]) -> Hint:
    """A hint about how many copies of each rank are still to come."""
    counts = " ".join(f"{rank}×{unseen.count(rank)}" for rank in range(1, 11) if rank in unseen)
    return Hint("hint-unseen", "", {"ranks": counts})
