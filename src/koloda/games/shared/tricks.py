"""Games of tricks: following suit, who wins, the order of suits, and what a discard tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import FRENCH, SUITS
from koloda.core.game import Game
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import GATHER, LAND, Counter, CounterKind, Note, Zone, ZoneKind
from koloda.core.text import Text

from .counters import DEALER
from .deals import WORDS as DEAL_WORDS
from .deals import DealsGame

if TYPE_CHECKING:
    from koloda.core.view import View

JOKER: Final = 52
NO_TRUMP: Final = -1
SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")
SUIT_STRENGTH: Final = (3, 0, 2, 1)  # where suits are ranked: clubs > hearts > spades > diamonds
PLAYS: Final = [f"play {card}" for card in [*FRENCH.values(FRENCH.pack), "Jk"]]
CARD_BY_NAME: Final = {text[5:]: card for card, text in enumerate(PLAYS)}

TRICK: Final = ZoneKind("trick", Text("Карта во взятке", "Card in the trick"), "trick")
TAKEN: Final = ZoneKind("taken", Text("Взятые карты", "Cards taken"), "pile")
TRICKS: Final = CounterKind("tricks", Text("Взятки", "Tricks"))

WORDS: Final = {
    **DEAL_WORDS,
    "trump": Text("Козыри: {word}.", "Trumps: {word}."),
    "word-clubs": Text("трефы", "clubs"),
    "word-diamonds": Text("бубны", "diamonds"),
    "word-hearts": Text("червы", "hearts"),
    "word-spades": Text("пики", "spades"),
    "word-none": Text("нет", "none"),
    "plays": Text("{seat|Вы} {seat:кладёт|кладёте} {cards}.", "{seat|You} {seat:plays|play} {cards}."),
    "takes": Text(
        "{seat|Вы} {seat:берёт|берёте} взятку, всего {n}.", "{seat|You} {seat:takes|take} the trick, {n} so far."
    ),
    "ask-lead": Text("Ходите любой картой", "Lead any card"),
    "ask-follow": Text("Положите карту в масть: {word}", "Follow suit: {word}"),
    "ask-discard": Text("Этой масти у вас нет: положите любую карту", "You cannot follow suit: play any card"),
    "bid": Text("{seat|Вы} {seat:заявляет|заявляете} {n}.", "{seat|You} {seat:bids|bid} {n}."),
}

REFUSALS: Final = {
    "not-yours": Text("Такой карты у вас на руках нет.", "That card is not in your hand."),
    "follow-suit": Text(
        "Нужно положить карту той же масти, с какой зашли.", "You have to follow the suit that was led."
    ),
    "bid-range": Text("Столько взяток заявить нельзя.", "That many tricks cannot be bid."),
}


class TricksGame(DealsGame):
    """Hands, a trick on the table, and the cards taken; everybody has seen all that was played."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.trick = Pile()
        self.taken = piles(seats)
        self.tricks: list[int] = [0] * seats
        self.bids: list[int] = [-1] * seats
        self.voids: list[int] = [0] * seats  # the suits (bits) that a hand has shown not to hold
        self.dealer = 0
        self.leader = 0
        self.trump: i64 = NO_TRUMP
        self.joker: i64 = JOKER  # the card that a joker stands for
        self.ranked = False  # suits have an order of their own

    def copy_tricks_to(self, other: TricksGame) -> None:
        """Copy what this class and its base keep."""
        self.copy_deals_to(other)
        other.trick.fill(self.trick)
        fill_all(other.taken, self.taken)
        other.tricks = self.tricks[:]
        other.bids = self.bids[:]
        other.voids = self.voids[:]
        other.dealer = self.dealer
        other.leader = self.leader
        other.trump = self.trump
        other.joker = self.joker
        other.ranked = self.ranked

    def gather(self) -> None:
        """Take all cards back before a deal."""
        for seat in range(self.seats):
            self.hands[seat].clear()
            self.taken[seat].clear()
            self.tricks[seat] = 0
            self.bids[seat] = -1
            self.voids[seat] = 0
        self.trick.clear()
        self.round += 1

    def deal_hands(self, deck: Pile, each: int) -> None:
        """One card at a time from the dealer's left, ``each`` to everybody."""
        seat: i64 = self.dealer
        for _ in range(each * self.seats):
            seat = self.next_seat(seat)
            self.hands[seat].put(deck.draw())

    def stands_for(self, card: i64) -> i64:
        """The card that ``card`` counts as."""
        return self.joker if card == JOKER else card

    def led_suit(self) -> i64:
        """The suit of the card that was led."""
        return self.stands_for(self.trick.at(0)) & 3

    def playable(self, seat: int) -> list[int]:
        """The cards that may be played: of the suit led if there is one, else all."""
        cards = self.hands[seat].sorted()
        if self.trick.size() == 0:
            return cards
        led = self.led_suit()
        following = [card for card in cards if self.stands_for(card) & 3 == led]
        return following or cards

    def card_moves(self, seat: int) -> list[str]:
        """The legal ``play`` moves."""
        return [PLAYS[card] for card in self.playable(seat)]

    def ask_card(self, seat: int) -> Note:
        """What is asked of a seat that has to play a card."""
        if self.trick.size() == 0:
            return Note("ask-lead")
        led = self.led_suit()
        follows = self.stands_for(self.playable(seat)[0]) & 3 == led
        return Note("ask-follow", word=SUIT_WORDS[led]) if follows else Note("ask-discard")

    def why_not_card(self, seat: int, args: list[str]) -> str:
        """Why a card cannot be played."""
        return "follow-suit" if len(args) == 1 and self.holds(seat, args[0]) else "not-yours"

    def holds(self, seat: int, name: str) -> bool:
        """Whether a hand has the card of that name."""
        return name in CARD_BY_NAME and self.hands[seat].has(CARD_BY_NAME[name])

    def put_card(self, seat: i64, move: str) -> bool:
        """Play a card; returns whether the trick is complete."""
        card = CARD_BY_NAME[move[5:]]
        self.hands[seat].take(card)
        if self.trick.size() > 0 and self.stands_for(card) & 3 != self.led_suit():
            self.voids[seat] |= 1 << self.led_suit()
        self.trick.put(card)
        self.tell("plays", seat, card=card)
        if self.trick.size() == self.seats:
            return True
        self.one(self.next_seat(seat))
        return False

    def take_trick(self) -> int:
        """The winner takes the trick and leads next."""
        self.beat(LAND)
        cards = [self.stands_for(card) for card in self.trick.cards()]
        winner = (self.leader + best_card(cards, self.trump, self.ranked)) % self.seats
        self.trick.all_to(self.taken[winner])
        self.tricks[winner] += 1
        self.tell("takes", winner, n=self.tricks[winner])
        self.beat(GATHER)
        self.leader = winner
        return winner

    def trick_zones(self) -> list[Zone]:
        """The cards of the trick, each before its seat, and all that was taken."""
        zones = [Zone(TAKEN, pile, seat) for seat, pile in enumerate(self.taken)]
        laid = self.trick.cards()
        for seat in range(self.seats):
            place = (seat - self.leader) % self.seats
            zones.append(Zone(TRICK, Pile.of(laid[place : place + 1]), seat))
        return zones

    def trick_counters(self, goals: list[int | None]) -> list[Counter]:
        """Who deals, and the tricks taken beside those that everybody wants."""
        tricks = [Counter(TRICKS, n, seat, goals[seat]) for seat, n in enumerate(self.tricks)]
        return [Counter(DEALER, self.dealer), *tricks]

    def trump_note(self) -> Note:
        """The announcement of the trump suit."""
        return Note("trump", word="none" if self.trump == NO_TRUMP else SUIT_WORDS[self.trump])

    def trump_value(self) -> str | None:
        """The trump as a record names it."""
        return None if self.trump == NO_TRUMP else SUITS[self.trump]

    def bid_values(self) -> list[int | None]:
        """The bids, None where nothing was said."""
        return [bid if bid >= 0 else None for bid in self.bids]

    def repair_world(self, seat: int, truth: Game) -> bool:
        """Nobody holds a suit that they failed to follow."""
        return self.swap_until_all_fit(seat)

    def fits(self, zone: Zone, index: i64) -> bool:
        if zone.kind.name != "hand":
            return True
        return (self.voids[zone.owner] >> (self.stands_for(zone.pile.at(index)) & 3)) & 1 == 0


def strength(card: i64, led: i64, trump: i64, ranked: bool) -> i64:
    """How strong a card is in a trick; -1 if it cannot win."""
    suit = card & 3
    if suit == trump:
        return 100 + (card >> 2)
    if ranked:
        return 16 * SUIT_STRENGTH[suit] + (card >> 2)
    return card >> 2 if suit == led else -1


def best_card(cards: list[int], trump: i64, ranked: bool) -> int:
    """The index of the card that wins a trick."""
    led = cards[0] & 3
    powers = [strength(card, led, trump, ranked) for card in cards]
    return powers.index(max(powers))


def trump_of(view: View) -> int:
    """The trump that a view announces."""
    for note in view.announcements:
        if note.kind == "trump" and note.word != "none":
            return SUIT_WORDS.index(note.word)
    return NO_TRUMP


def unseen(view: View, pack: list[int]) -> list[int]:
    """The cards of the pack that the view does not show."""
    seen = {card for zone in view.zones for card in zone.cards}
    return [card for card in pack if PLAYS[card][5:] not in seen]
