"""Monster — «Монстр».

Throw off up to three cards to get rid of pairs; what everybody throws off is the monster's hand. The highest hand
without a pair must beat the monster for the pot, so it can be wise to be second.

Spec: docs/rules/monster.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Info, Tip
from koloda.core.pile import Pile
from koloda.core.table import ALL, FLIP, GATHER, NOBODY, TALLY, Counter, CounterKind, Hint, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.chips import CHIPS, POT, SHORT_STAKE_WORDS, chips_option, max_rounds_option
from koloda.games.shared.chips import WORDS as CHIP_WORDS
from koloda.games.shared.counters import ROUND
from koloda.games.shared.families import PAIRS
from koloda.games.shared.hands import ASCENDING, CIRCLE, FOLD, HAND_REFUSALS, HAND_WORDS, HandsGame
from koloda.games.shared.tags import BLUFF
from koloda.games.shared.triangle import BURNT, WORDS, highest_pair
from koloda.games.shared.zones import DECK, DISCARD, HAND

if TYPE_CHECKING:
    from koloda.core.view import View

PENALTY_CHIPS: Final = 5
HAND_SIZE: Final = 6
MAX_CIRCLES: Final = 50
MONSTER: Final = ZoneKind("monster", Text("Рука монстра", "The monster's hand"), "fan", NOBODY, ordered=False)
DEALER: Final = CounterKind("dealer", Text("Сдающий", "Dealer"), "flag")
GIVEN: Final = CounterKind("given", Text("Отдано монстру", "Given to the monster"))

INFO: Final = Info(
    id="monster",
    version=2,
    family=PAIRS,
    names=Text("Монстр", "Monster"),
    blurb=Text(
        "Сбросьте пары монстру, но не накормите его досыта: старшей руке придётся с ним сразиться.",
        "Throw your pairs to the monster, but do not feed it too well: the highest hand has to fight it.",
    ),
    seats=(4, 8),
    minutes=25,
    tags=(BLUFF,),
    cover=(6, 9, 9),
    deck=TRIANGULAR,
    verbs=(Verb("discard", Text("Сбросить карты", "Discard"), ("cards@hand",)), FOLD),
    zones=(DECK, BURNT, DISCARD, MONSTER, HAND),
    counters=(ROUND, CIRCLE, POT, CHIPS, DEALER, GIVEN),
    options=(chips_option(25), max_rounds_option()),
    phases={"play": Text("Сбросить или спасовать", "Discard or fold")},
    asks={
        "play": Text(
            "Отдайте монстру до трёх карт или спасуйте: пары вас погубят",
            "Give the monster up to three cards, or fold: pairs will catch you",
        )
    },
    waits={"play": Text("{seats} решает, что отдать монстру", "{seats} decides what to give the monster")},
    words={
        **WORDS,
        **CHIP_WORDS,
        **SHORT_STAKE_WORDS,
        **HAND_WORDS,
        "circle": Text("Круг {n}.", "Circle {n}."),
        "discard": Text(
            "{seat|Вы} {seat:отдаёт|отдаёте} монстру {cards}.", "{seat|You} {seat:gives|give} the monster {cards}."
        ),
        "discard-hidden": Text(
            "{seat|Вы} {seat:отдаёт|отдаёте} монстру {n} {n:карту|карты|карт}.",
            "{seat|You} {seat:gives|give} the monster {n} {n:card|cards}.",
        ),
        "discard-none": Text(
            "{seat|Вы} ничего не {seat:отдаёт|отдаёте} монстру.", "{seat|You} {seat:gives|give} the monster nothing."
        ),
        "same": Text("Поровну: {cards}.", "Equal: {cards}."),
        "decides": Text("Решает {cards} против монстра.", "{cards} decides against the monster."),
        "decides-monster": Text("Решает {cards} монстра.", "The monster's {cards} decides."),
        "monster": Text("Рука монстра: {cards}.", "The monster's hand: {cards}."),
        "monster-empty": Text("Рука монстра пуста.", "The monster's hand is empty."),
        "caught": Text(
            "{seat|Вы} {seat:показывает|показываете} пару: {cards}.", "{seat|You} {seat:shows|show} a pair: {cards}."
        ),
        "all-caught": Text("Пара у всех: никто не выбывает.", "Everybody has a pair: nobody is out."),
        "high": Text("Высшая рука: {seat|ваша}.", "{seat|You} {seat:has|have} the high hand."),
        "beats": Text("Монстр побеждён.", "The monster is beaten."),
        "loses": Text("Монстр сильнее.", "The monster is stronger."),
        "hint-pairs": Text(
            "Лишних карт в руке: {n}. Сбросить можно не больше трёх, пара стоит {penalty}.",
            "Cards that pair in your hand: {n}. You may discard three at most; a pair costs {penalty}.",
        ),
        "hint-fold": Text("Пас ничего не стоит.", "A fold costs nothing."),
        "hint-monster": Text("У монстра карт: {n}.", "The monster has {n} {n:card|cards}."),
    },
    refusals={
        "not-in-hand": HAND_REFUSALS["not-in-hand"],
        "too-many": Text("Сбросить можно не больше трёх карт.", "You may discard three cards at most."),
        "not-ascending": ASCENDING,
    },
    move_cap=100_000,
    out_notes=("is-out",),
    tips=(
        Tip(
            "phase play",
            "zone hand",
            Text(
                "Когда руки откроют, у вас не должно быть двух одинаковых карт. Можно сбросить до трёх.",
                "When the hands are shown, yours must not have two equal cards. You may discard up to three.",
            ),
        ),
        Tip(
            "verb discard",
            "zone monster",
            Text(
                "Всё сброшенное становится рукой монстра. Отдадите ему десятки и девятки — победить его будет трудно.",
                "All discards become the monster's hand. Feed it 10s and 9s, and it is hard to beat.",
            ),
        ),
        Tip(
            "verb fold",
            "prompt",
            Text(
                "Пас здесь бесплатный. Пара на открытой руке стоит 5 жетонов.",
                "A fold is free here. A pair in a shown hand costs 5 chips.",
            ),
        ),
        Tip(
            "note high",
            "counter pot",
            Text(
                "Старшая рука дерётся с монстром: сильнее — берёт банк, иначе платит 5 и выбывает, а остальные "
                "играют дальше.",
                "The high hand fights the monster: if it is stronger, it takes the pot, else it pays 5 and is out, "
                "and the others go on.",
            ),
        ),
    ),
)


class Monster(HandsGame):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.stake = 2 if seats <= 5 else 1
        self.dealer = -1
        self.circle = 0
        self.monster = Pile()
        self.monster_seen = Pile()
        self.given: list[int] = [-1] * seats
        self.shown = False

    # 2. Setup

    def new_round(self) -> None:
        self.start_round()
        self.dealer = (self.seats - 2 + self.round) % self.seats  # R6
        self.ante(self.stake)  # R8
        self.circle = 0
        self.next_circle()

    def next_circle(self) -> None:
        self.circle += 1
        self.tell("circle", n=self.circle)
        self.monster.clear()
        self.monster_seen.clear()
        self.given = [-1] * self.seats
        self.shown = False
        self.gather()  # R7
        first = self.next_in(self.dealer)
        self.deal_hands(HAND_SIZE, first)
        self.one(first)

    # 3. Play

    def moves(self, seat: int) -> list[str]:
        hand = self.hands[seat].sorted()
        moves = ["fold", "discard"]
        for i, a in enumerate(hand):
            if i > 0 and hand[i - 1] == a:
                continue
            moves.append(DISCARDS[a])
            for j in range(i + 1, HAND_SIZE):
                b = hand[j]
                if j > i + 1 and hand[j - 1] == b:
                    continue
                moves.append(DISCARDS[a * 11 + b])
                for k in range(j + 1, HAND_SIZE):
                    if k == j + 1 or hand[k - 1] != hand[k]:
                        moves.append(DISCARDS[(a * 11 + b) * 11 + hand[k]])
        return moves

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb != "discard" or not all(arg.isdecimal() for arg in args):
            return ""
        if len(args) > 3:
            return "too-many"
        cards = [int(arg) for arg in args]
        return "not-in-hand" if cards == sorted(cards) else "not-ascending"

    def default_move(self, seat: int) -> str:
        return "fold"

    def play(self, seat: int, move: str) -> None:
        if move == "fold":
            self.tell("fold", seat)  # R5: free of charge
            self.leave(seat)
            if self.won_by_last():
                return
        else:
            self.feed(seat, [int(card) for card in move.split(" ")[1:]])
        following = self.next_in(seat)
        if self.given[following] >= 0:
            self.showdown()
        else:
            self.one(following)

    def feed(self, seat: i64, cards: list[int]) -> None:
        self.given[seat] = len(cards)
        for card in cards:
            self.hands[seat].take(card)
            self.monster.put(card)
            self.monster_seen.put(1 << seat)
        if cards:
            self.tell("discard", seat, cards=Pile.of(cards), n=len(cards), seen=1 << seat)
        else:
            self.tell("discard-none", seat)

    def showdown(self) -> None:
        self.show()
        paired = [seat for seat in self.seats_in() if highest_pair(self.hands[seat].cards())]
        for seat in paired:
            self.tell("caught", seat, card=highest_pair(self.hands[seat].cards()))
            self.pay(seat, PENALTY_CHIPS)
            self.beat(TALLY)
        if len(paired) == len(self.seats_in()):
            self.tell("all-caught")
            self.another_circle()  # R3
            return
        self.put_out(paired)  # R1
        if not self.won_by_last():  # R2
            self.fight()

    def show(self) -> None:
        self.shown = True
        for seat in self.seats_in():
            self.hands[seat].sort()
            self.tell("shows", seat, cards=self.hands[seat])
        self.monster.sort()
        if self.monster.size() > 0:
            self.tell("monster", cards=self.monster)
        else:
            self.tell("monster-empty")
        self.beat(FLIP)

    def put_out(self, seats: list[int]) -> None:
        """These seats are out, with cards that everybody has seen."""
        for seat in seats:
            self.active[seat] = False
            self.hands[seat].all_to(self.discard)

    def fight(self) -> None:
        left = self.seats_in()
        top = max([rank_set(self.hands[seat]) for seat in left])
        high = [seat for seat in left if rank_set(self.hands[seat]) == top]
        for seat in high:
            self.tell("high", seat)
        self.compare(top, rank_set(self.monster))
        if top > rank_set(self.monster):  # R11
            self.tell("beats")
            self.beat(TALLY)
            self.share_out(high)
            return
        self.tell("loses")
        self.beat(TALLY)
        for seat in high:
            self.pay(seat, PENALTY_CHIPS)  # R10
        if len(high) < len(left):  # R4
            self.put_out(high)
        if not self.won_by_last():
            self.another_circle()

    def compare(self, hand: int, monster: int) -> None:
        """Tell the cards that are equal one by one from the highest down, and the one that decides."""
        first = (hand ^ monster).bit_length() - 1  # the highest rank that only one of them has
        for rank in range(10, max(first, 0), -1):
            if (hand >> rank) & 1:
                self.tell("same", card=rank)
                self.beat(TALLY)
        if first > 0:
            self.tell("decides" if hand > monster else "decides-monster", card=first)

    def another_circle(self) -> None:
        if self.circle == MAX_CIRCLES:
            self.share_out(self.seats_in())
        else:
            self.beat(GATHER)
            self.next_circle()

    def share_out(self, seats: list[int]) -> None:
        self.share_pot(seats)  # R9
        self.end_round()

    # What lies on the table

    def zones(self) -> list[Zone]:
        shown = ALL if self.shown else ""
        burnt = Zone(BURNT, self.burnt, seen=self.burnt_seen.cards())
        monster = Zone(MONSTER, self.monster, face=shown, seen=self.monster_seen.cards())
        table = [Zone(DECK, self.deck), burnt, Zone(DISCARD, self.discard), monster]
        return table + [Zone(HAND, hand, seat, face=shown) for seat, hand in enumerate(self.hands)]

    def counters(self) -> list[Counter]:
        given = [Counter(GIVEN, n, seat) for seat, n in enumerate(self.given) if n >= 0]
        table = [Counter(ROUND, self.round), Counter(CIRCLE, self.circle), Counter(DEALER, 1, self.dealer)]
        return table + self.chips_counters() + given

    def facts(self) -> dict[str, object]:
        facts = self.chips_facts()
        del facts["deck_count"]
        return {
            **facts,
            "hands": self.sorted_hands(),
            "monster": self.monster.sorted(),
            "dealer": self.dealer,
            "circle": self.circle,
        }

    def copy(self) -> Monster:
        other = Monster(self.seats)
        self.copy_hands_to(other)
        other.dealer = self.dealer
        other.circle = self.circle
        other.monster.fill(self.monster)
        other.monster_seen.fill(self.monster_seen)
        other.given = self.given[:]
        other.shown = self.shown
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        if view.seat is None or "fold" not in view.legal:
            return []
        hand = view.cards("hand", view.seat)
        extra = len(hand) - len(set(hand))
        return [
            Hint("hint-pairs", "", {"n": extra, "penalty": PENALTY_CHIPS}),
            Hint("hint-monster", "", {"n": len(view.cards("monster"))}),
            Hint("hint-fold" if view.counter("chips", view.seat) else "hint-broke", "fold", {}),  # R10
        ]


def discard_text(code: int) -> str:
    """The move of up to three cards, which are the digits of ``code`` to the base 11."""
    cards = [card for card in (code // 121, code // 11 % 11, code % 11) if card]
    return " ".join(["discard", *map(str, cards)])


DISCARDS: Final = [discard_text(code) for code in range(11**3)]


def rank_set(hand: Pile) -> int:
    """The ranks of a hand as bits: the greater number has the higher card at the first difference; any card beats none.

    >>> rank_set(Pile.of([10, 8, 7, 4])) > rank_set(Pile.of([10, 8, 7])) > rank_set(Pile.of([10, 8, 6, 5]))
    True
    """
    return sum([1 << card for card in set(hand.cards())])


GAME: Final = Monster
