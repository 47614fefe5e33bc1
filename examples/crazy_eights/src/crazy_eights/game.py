"""Crazy Eights — «Безумные восьмёрки»: get rid of your cards; an eight always fits and names the suit.

The rules are in crazy-eights.md beside this package; R1, R2 … are its rulings.
"""

from __future__ import annotations

from typing import Final

from koloda.core.cards import FRENCH
from koloda.core.game import Family, Game, Info, Result, Tip, leaders, places_of
from koloda.core.options import MatchOptions, number
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import ALL, CURTAIN, GATHER, NOBODY, OWNER, Counter, CounterKind, Hint, Note, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.core.view import View

SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
EIGHT, TEN, ACE = 6, 8, 12  # ranks of the French deck: a two is 0

STOCK: Final = ZoneKind("stock", Text("Колода", "Stock"), "pile", NOBODY)
HAND: Final = ZoneKind("hand", Text("Рука", "Hand"), "fan", OWNER, ordered=False)
DISCARD: Final = ZoneKind("discard", Text("Сброс", "Discard pile"), "pile")
POINTS: Final = CounterKind("points", Text("Штраф", "Penalty"), "score")
DEALER: Final = CounterKind("dealer", Text("Сдаёт", "Dealer"), "seat")
DEAL: Final = CounterKind("deal", Text("Сдача", "Deal"))

INFO: Final = Info(
    id="crazy-eights",
    version=1,
    family=Family("shedding", Text("Кто первый без карт", "Shedding games")),
    names=Text("Безумные восьмёрки", "Crazy Eights"),
    blurb=Text(
        "Масть к масти, ранг к рангу, а восьмёрка подходит всегда и заказывает масть.",
        "Follow suit or rank; an eight always fits and names the suit.",
    ),
    seats=(2, 5),
    minutes=15,
    deck=FRENCH,
    verbs=(Verb("play", Text("Сыграть карту", "Play a card"), ("card@hand", "word"), words=SUITS, optional=1),),
    zones=(STOCK, HAND, DISCARD),
    counters=(POINTS, DEALER, DEAL),
    options=(
        number(
            "target",
            Text("Предел штрафа", "Penalty limit"),
            Text("Кто-то набрал столько — матч окончен.", "The match ends when somebody has this many points."),
            100,
            10,
            500,
        ),
        number(
            "cards",
            Text("Карт на руке", "Cards each"),
            Text("Сколько карт сдают каждому.", "How many cards are dealt to everybody."),
            5,
            3,
            9,
            {2: 7},
        ),
        number(
            "draws",
            Text("Сколько добирать", "Cards to draw"),
            Text(
                "Не больше стольких карт берёт тот, кому нечем ходить.",
                "A player who cannot play draws at most this many.",
            ),
            3,
            1,
            10,
        ),
    ),
    phases={"play": Text("Ход", "Play")},
    asks={"play": Text("Положите карту того же достоинства или масти", "Play a card of the same rank or suit")},
    waits={"play": Text("{seats} выбирает карту", "{seats} is choosing a card")},
    words={
        "deals": Text(
            "{seat|Вы} {seat:сдаёт|сдаёте} по {n} {n:карте|карты|карт}.",
            "{seat|You} {seat:deals|deal} {n} {n:card|cards} each.",
        ),
        "starter": Text("Первая карта — {cards}.", "The starter is {cards}."),
        "plays": Text("{seat|Вы} {seat:кладёт|кладёте} {cards}.", "{seat|You} {seat:plays|play} {cards}."),
        "names": Text(
            "{seat|Вы} {seat:кладёт|кладёте} {cards} и {seat:заказывает|заказываете} {word}.",
            "{seat|You} {seat:plays|play} {cards} and {seat:names|name} {word}.",
        ),
        "draws": Text("{seat|Вы} {seat:берёт|берёте} {cards}.", "{seat|You} {seat:draws|draw} {cards}."),
        "draws-hidden": Text(
            "{seat|Вы} {seat:берёт|берёте} {n} {n:карту|карты|карт}.",
            "{seat|You} {seat:draws|draw} {n} {n:card|cards}.",
        ),
        "passes": Text("{seat|Вы} {seat:пропускает|пропускаете} ход.", "{seat|You} {seat:passes|pass}."),
        "out": Text("{seat|Вы} {seat:избавляется|избавляетесь} от карт.", "{seat|You} {seat:is|are} out of cards."),
        "blocked": Text("Ходить некому: сдача окончена.", "Nobody can play: the deal is over."),
        "counts": Text(
            "{seat|Вы}: {cards} — {n} {n:очко|очка|очков} штрафа.",
            "{seat|You}: {cards} — {n} penalty {n:point|points}.",
        ),
        "wanted": Text("Заказаны {word}.", "The suit is {word}."),
        "hint-hand": Text("На руке {n} {n:очко|очка|очков} штрафа.", "Your hand is {n} penalty {n:point|points}."),
        "word-clubs": Text("трефы", "clubs"),
        "word-diamonds": Text("бубны", "diamonds"),
        "word-hearts": Text("червы", "hearts"),
        "word-spades": Text("пики", "spades"),
    },
    refusals={
        "no-such-card": Text("Такой карты у вас нет.", "You hold no such card."),
        "does-not-fit": Text("Карта не подходит ни по масти, ни по рангу.", "The card fits neither suit nor rank."),
        "name-a-suit": Text("К восьмёрке назовите масть.", "Name a suit with the eight."),
    },
    tips=(
        Tip(
            "phase play",
            "zone discard",
            Text(
                "Кладите карту той же масти или того же достоинства, что и верхняя. Подходит и любая восьмёрка.",
                "Play a card of the same suit or rank as the top one. An eight fits anything.",
            ),
        ),
        Tip(
            "note names",
            "zone discard",
            Text("Кто кладёт восьмёрку, тот заказывает масть.", "Whoever plays an eight names the suit to follow."),
        ),
        Tip(
            "note draws",
            "zone stock",
            Text(
                "Ходить нечем — берут из колоды, пока карта не подойдёт, но не больше, чем договорились.",
                "Who cannot play draws until a card fits, but no more cards than agreed.",
            ),
        ),
        Tip(
            "note out",
            "counter points",
            Text(
                "Карты, которые остались на руках, идут в штраф: восьмёрка дороже всех.",
                "Cards left in the hands are penalty points, and an eight costs the most.",
            ),
        ),
    ),
)


def card_points(card: int) -> int:
    """The penalty for a card."""
    rank = card // 4
    if rank == EIGHT:
        return 50
    if rank == ACE:
        return 1
    return 10 if rank >= TEN else rank + 2


class CrazyEights(Game):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.stock = Pile()
        self.hands = piles(seats)
        self.discard = Pile()
        self.wanted = 0
        self.points: list[int] = [0] * seats
        self.dealer = 0
        self.deal = 0
        self.counting = False
        self.target = 0
        self.cards = 0
        self.draws = 0

    # 2. Setup

    def setup(self, options: MatchOptions) -> None:
        self.target = options.number("target")
        self.cards = options.number("cards")
        self.draws = options.number("draws")
        self.dealer = self.chance.pick(self.seats)
        self.deal_cards()

    def deal_cards(self) -> None:
        self.begin_deal()
        self.counting = False
        self.deal += 1
        self.stock = Pile.of(FRENCH.pack)
        self.discard.clear()
        for hand in self.hands:
            hand.clear()
        self.chance.shuffle(self.stock, FRENCH)
        seat = int(self.next_seat(self.dealer))
        for _ in range(self.cards * self.seats):
            self.hands[seat].put(self.stock.draw())
            seat = int(self.next_seat(seat))
        card = int(self.stock.draw())
        while card // 4 == EIGHT:  # R1
            self.stock.put(card)
            card = int(self.stock.draw())
        self.discard.put(card)
        self.wanted = card % 4
        self.tell("deals", self.dealer, n=self.cards)
        self.tell("starter", card=card)
        self.turn_to(seat)

    # 3. Play

    def fits(self, card: int) -> bool:
        rank = card // 4
        return rank == EIGHT or card % 4 == self.wanted or rank == self.top() // 4

    def top(self) -> int:
        """The card on top of the discard pile."""
        return int(self.discard.at(self.discard.size() - 1))

    def can_play(self, seat: int) -> bool:
        return any(self.fits(card) for card in self.hands[seat].cards())

    def turn_to(self, seat: int) -> None:
        """Give the turn to this seat, or to the next one that can play (R3)."""
        while not self.can_play(seat):
            self.draw_cards(seat)
            if self.can_play(seat):
                break
            self.tell("passes", seat)
            if self.stock.size() == 0 and not any(self.can_play(other) for other in range(self.seats)):
                self.tell("blocked")  # R5
                self.end_deal()
                return
            seat = int(self.next_seat(seat))
        self.one(seat)

    def draw_cards(self, seat: int) -> None:
        """Take cards until one fits, the limit is reached, or the stock is empty (R4)."""
        drawn = Pile()
        while len(drawn) < self.draws and self.stock.size() > 0 and not self.can_play(seat):
            card = self.stock.draw()
            self.hands[seat].put(card)
            drawn.put(card)
        if len(drawn):
            self.tell("draws", seat, cards=drawn, n=len(drawn), seen=1 << seat)
            self.beat(GATHER)

    def moves(self, seat: int) -> list[str]:
        moves: list[str] = []
        for card in self.hands[seat].cards():
            if card // 4 == EIGHT:
                moves += [f"play {FRENCH.face(card)} {suit}" for suit in SUITS]
            elif self.fits(card):
                moves.append(f"play {FRENCH.face(card)}")
        return moves

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb != "play" or not args:
            return ""
        if args[0] not in [FRENCH.face(card) for card in self.hands[seat].cards()]:
            return "no-such-card"
        if args[0].startswith("8"):
            return "name-a-suit"
        return "" if self.fits(FRENCH.card(args[0])) else "does-not-fit"

    def play(self, seat: int, move: str) -> None:
        _, face, *suit = move.split(" ")
        card = FRENCH.card(face)
        self.hands[seat].take(card)
        self.discard.put(card)
        if suit:
            self.wanted = SUITS.index(suit[0])
            self.tell("names", seat, card=card, word=suit[0])
        else:
            self.wanted = card % 4
            self.tell("plays", seat, card=card)
        if self.hands[seat].size() == 0:
            self.tell("out", seat)
            self.end_deal()
        else:
            self.turn_to(int(self.next_seat(seat)))

    def repair_world(self, seat: int, truth: Game) -> bool:
        """Everybody knows that the seat that is to move can play (R3)."""
        return self.over or self.can_play(int(self.mover))

    # 4. End

    def end_deal(self) -> None:
        self.counting = True
        for seat, hand in enumerate(self.hands):
            cost = sum(card_points(card) for card in hand.cards())
            self.points[seat] += cost
            if cost:
                self.tell("counts", seat, cards=hand, n=cost)
        self.beat(CURTAIN)
        if max(self.points) >= self.target:  # R7
            self.finish()
        else:
            self.dealer = int(self.next_seat(self.dealer))
            self.deal_cards()

    def result(self) -> Result:
        keys = [-points for points in self.points]
        return Result(tuple(self.points), leaders(keys), (), places_of(keys))

    # What lies on the table

    def announcements(self) -> list[Note]:
        return [Note("wanted", word=SUITS[self.wanted])] if self.top() // 4 == EIGHT else []

    def zones(self) -> list[Zone]:
        face = ALL if self.counting else ""
        hands = [Zone(HAND, hand, seat, face=face) for seat, hand in enumerate(self.hands)]
        return [Zone(STOCK, self.stock), Zone(DISCARD, self.discard), *hands]

    def counters(self) -> list[Counter]:
        points = [Counter(POINTS, points, seat, self.target) for seat, points in enumerate(self.points)]
        return [*points, Counter(DEALER, self.dealer), Counter(DEAL, self.deal)]

    @staticmethod
    def hints(view: View) -> list[Hint]:
        if view.seat is None:
            return []
        cost = sum(card_points(FRENCH.card(card)) for card in view.cards("hand", view.seat))
        return [Hint("hint-hand", "", {"n": cost})]

    def facts(self) -> dict[str, object]:
        return {
            "points": list(self.points),
            "hands": [FRENCH.values(hand.sorted()) for hand in self.hands],
            "top": FRENCH.value(self.top()),
            "wanted": SUITS[self.wanted],
            "stock_count": len(self.stock),
            "dealer": self.dealer,
            "deal": self.deal,
        }

    def copy(self) -> CrazyEights:
        other = CrazyEights(self.seats)
        self.copy_turn_to(other)
        other.stock.fill(self.stock)
        fill_all(other.hands, self.hands)
        other.discard.fill(self.discard)
        other.wanted = self.wanted
        other.points = self.points[:]
        other.dealer = self.dealer
        other.deal = self.deal
        other.counting = self.counting
        other.target = self.target
        other.cards = self.cards
        other.draws = self.draws
        return other


GAME: Final = CrazyEights
