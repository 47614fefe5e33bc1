"""Games for chips with closed hands: the fold price, leaving unseen, the secret first card."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.options import MatchOptions
from koloda.core.pile import fill_all, piles
from koloda.core.table import CURTAIN, FLIP, GATHER, LAND, Counter, CounterKind, Label, Note, Zone
from koloda.core.text import Text
from koloda.core.turn import Verb

from .chips import ChipsGame
from .counters import ROUND
from .zones import HAND

CIRCLE: Final = CounterKind("circle", Text("Круг", "Circle"))
PRICE: Final = CounterKind("price", Text("Цена паса", "Fold price"))

HAND_WORDS: Final = {
    "hands": Text("На руки сдано по {n} {n:карте|карты|карт}.", "{n} {n:card|cards} to every hand."),
    "shows": Text("{seat|Вы} {seat:открывает|открываете} {cards}.", "{seat|You} {seat:shows|show} {cards}."),
    "fold": Text("{seat|Вы} {seat:пасует|пасуете}.", "{seat|You} {seat:folds|fold}."),
    "pair": Text("{seat|Вы} {seat:получает|получаете} пару: {cards}.", "{seat|You} {seat:gets|get} a pair: {cards}."),
    "last": Text("{seat:Остаётся|Остаётесь} только {seat|вы}.", "Only {seat|you} {seat:is|are} left."),
    "is-out": Text("{seat|Вы} вне раунда.", "{seat|You} {seat:is|are} out of the round."),
    "hint-fold": Text("Спасовать: {n} {n:жетон|жетона|жетонов}.", "Fold: {n} {n:chip|chips}."),
}
HAND_REFUSALS: Final = {
    "not-in-hand": Text("Такой карты у вас на руке нет.", "There is no such card in your hand."),
    "first-card": Text("Сейчас все втайне выбирают первую карту.", "Now everybody chooses a first card in secret."),
}
ASCENDING: Final = Text("Карты называют по возрастанию.", "Name the cards in ascending order.")
PLAY: Final = Verb("play", Text("Выложить карту", "Play a card"), ("card@hand",))
FOLD: Final = Verb("fold", Text("Спасовать", "Fold"))
PLAYS: Final = [f"play {card}" for card in range(11)]


class HandsGame(ChipsGame):
    """A game for chips in which every seat holds closed cards; a hand that leaves the round leaves it unseen."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hands = piles(seats)

    def copy_hands_to(self, other: HandsGame) -> None:
        """Copy what this class and its bases keep."""
        self.copy_chips_to(other)
        fill_all(other.hands, self.hands)

    def announcements(self) -> list[Note]:
        """Who is out of the round."""
        return [Note("is-out", seat) for seat in range(self.seats) if not self.active[seat]]

    def labels(self) -> list[Label]:
        """The pairs that people look at."""
        return self.pair_labels()

    def new_round(self) -> None:
        """Deal a round and bring it to its first turn."""
        raise NotImplementedError

    def setup(self, options: MatchOptions) -> None:
        """Hand out the chips and deal the first round."""
        self.hand_out_chips(options)
        self.new_round()

    def start_round(self) -> None:
        """Count the round."""
        self.round += 1
        self.tell("round", n=self.round)

    def gather(self) -> None:
        """Take every card back and shuffle all 55."""
        self.begin_deal()
        for hand in self.hands:
            hand.clear()
        self.fresh_deck()

    def deal_hands(self, passes: i64, first: i64) -> None:
        """One card at a time to every seat that is in, from ``first`` on."""
        self.tell("hands", n=passes)
        while passes > 0:
            seat = first
            self.hands[seat].put(self.draw())
            seat = self.next_in(seat)
            while seat != first:
                self.hands[seat].put(self.draw())
                seat = self.next_in(seat)
            passes -= 1

    def fold_price(self) -> i64:
        """What a fold costs now: the lowest open card of the seats that are in."""
        low: i64 = 255
        for seat, row in enumerate(self.rows):
            if self.active[seat]:
                low = min(low, row.lowest())
        return low

    def fold(self, seat: i64) -> None:
        """Pay the price and leave."""
        self.tell("fold", seat)
        self.pay(seat, self.fold_price())
        self.leave(seat)

    def lay_open(self, seat: i64, card: i64) -> None:
        """A card joins the row, and perhaps pairs."""
        row = self.rows[seat]
        pairs = row.has(card)
        row.put(card)
        if pairs:
            self.paired(seat, card)

    def paired(self, seat: i64, card: i64) -> None:
        """A pair is paid for, and the seat is out."""
        self.tell("pair", seat, card=card)
        self.beat(LAND)
        row = self.rows[seat]
        self.discard.put(row.take_at(row.size() - 1))
        self.pay(seat, card)
        self.beat(GATHER)
        self.leave(seat)

    def leave(self, seat: i64) -> None:
        """The seat leaves the round."""
        self.active[seat] = False
        self.put_away(seat)

    def put_away(self, seat: i64) -> None:
        """All cards of a seat are discarded: everybody has seen the row, nobody but the owner ever sees the hand."""
        self.rows[seat].all_to(self.discard)
        self.fold_hand(self.hands[seat], seat)

    def won_by_last(self) -> bool:
        """If one seat is left, it takes the pot and the round ends; returns whether that happened."""
        left = self.seats_in()
        if len(left) > 1:
            return False
        self.tell("last", left[0])
        if self.pot > 0:
            self.take_pot(left[0])
        self.end_round()
        return True

    def end_round(self) -> None:
        """The match ends if somebody has no chips, otherwise it goes on."""
        self.beat(CURTAIN)
        self.clear_round()
        if self.match_ends():
            self.finish()
        else:
            self.new_round()

    def clear_round(self) -> None:
        """Put the cards of a round away that the next one does not gather."""

    def hand_zones(self) -> list[Zone]:
        """What lies on the table, and the hands."""
        return self.triangle_zones() + [Zone(HAND, hand, seat) for seat, hand in enumerate(self.hands)]

    def sorted_hands(self) -> list[list[int]]:
        """The hands as the facts list them."""
        return [hand.sorted() for hand in self.hands]


class FirstCardGame(HandsGame):
    """Hawthorn and Goblin Poker: an ante, a fresh deck, a secret first card that starts the row, then circles in which
    every seat that is in acts once."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.burn = 0
        self.hand_size = 0
        self.circle = 0
        self.yet_to_act = 0
        self.openers: list[int] = [0] * seats  # the first card of every row

    def copy_first_card_to(self, other: FirstCardGame) -> None:
        """Copy what this class and its bases keep."""
        self.copy_hands_to(other)
        other.circle = self.circle
        other.yet_to_act = self.yet_to_act
        other.openers = self.openers[:]

    def new_round(self) -> None:
        self.start_round()
        self.circle = 0
        self.ante(1)
        self.gather()
        self.deal_hands(self.hand_size, 0)
        self.together((1 << i64(self.seats)) - 1)

    def lowest_starts(self) -> i64:
        """Extra cards that break a tie are looked at before the next ones come."""
        cards = sum([len(row) for row in self.rows])
        seat = super().lowest_starts()
        if sum([len(row) for row in self.rows]) > cards:
            self.beat(LAND)
        return seat

    def reveal(self, moves: dict[int, str]) -> None:
        for seat, move in moves.items():
            card = int(move.removeprefix("play "))
            self.hands[seat].take(card)
            self.rows[seat].put(card)
            self.openers[seat] = card
            self.tell("shows", seat, card=card)
        self.beat(FLIP)
        self.first_circle()

    def first_circle(self) -> None:
        """The first cards lie open."""
        raise NotImplementedError

    def start_circle(self, opener: i64) -> None:
        """The seats that are in act once each, from ``opener`` on."""
        self.circle += 1
        self.yet_to_act = len(self.seats_in())
        self.one(opener)

    def hand_moves(self, seat: int, texts: list[str]) -> list[str]:
        """One move for each rank in the hand."""
        hand = self.hands[seat]
        return [texts[rank] for rank in range(1, 11) if hand.has(rank)]

    def default_move(self, seat: int) -> str:
        return "fold" if self.circle else PLAYS[self.hands[seat].lowest()]

    def phase(self) -> str:
        return "circle" if self.circle else "first"

    def circle_counters(self) -> list[Counter]:
        """Round, circle, fold price, pot and chips."""
        counters = [Counter(ROUND, self.round), Counter(CIRCLE, self.circle), *self.chips_counters()]
        if self.circle and not self.over:
            counters.append(Counter(PRICE, self.fold_price()))
        return counters

    def circle_facts(self) -> dict[str, object]:
        """The facts that both games have."""
        return {
            **self.chips_facts(),
            "stacks": [row.cards() for row in self.rows],
            "hands": self.sorted_hands(),
            "circle": self.circle,
        }
