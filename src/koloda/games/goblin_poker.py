"""Goblin Poker — «Гоблинский покер».

In every circle each player leaves or sacrifices a closed card; the sacrifices are mixed and dealt open. Whoever gets a
pair pays and is out. The others share the pot after five circles, unless one player is left alone before.

Spec: docs/rules/goblin-poker.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Info, Tip
from koloda.core.pile import Pile
from koloda.core.table import LAND, NOBODY, Counter, CounterKind, Hint, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.chips import CHIPS, POT, chips_option, max_rounds_option
from koloda.games.shared.chips import WORDS as CHIP_WORDS
from koloda.games.shared.counters import ROUND
from koloda.games.shared.families import PAIRS
from koloda.games.shared.hands import CIRCLE, FOLD, HAND_REFUSALS, HAND_WORDS, PLAY, PLAYS, PRICE, FirstCardGame
from koloda.games.shared.tags import BLUFF
from koloda.games.shared.triangle import BURNT, ROW, WORDS, hidden_cards, numbers
from koloda.games.shared.zones import DECK, DISCARD, HAND

if TYPE_CHECKING:
    from koloda.core.view import View

CIRCLES_PER_ROUND: Final = 5
MIDDLE: Final = ZoneKind("middle", Text("Пожертвованные карты", "Sacrificed cards"), "pile", NOBODY, ordered=False)
LOW: Final = CounterKind("low", Text("Наименьшая стопка", "Lowest stack"), "flag")

INFO: Final = Info(
    id="goblin-poker",
    version=2,
    family=PAIRS,
    names=Text("Гоблинский покер", "Goblin Poker"),
    blurb=Text(
        "Пожертвуйте карту, которая испортит стопку соседу, и надейтесь, что она не вернётся к вам.",
        "Sacrifice a card that will spoil a neighbour's stack, and hope that it does not come back to you.",
    ),
    seats=(3, 8),
    minutes=25,
    tags=(BLUFF,),
    cover=(1, 5, 10),
    deck=TRIANGULAR,
    verbs=(PLAY, Verb("sacrifice", Text("Пожертвовать карту", "Sacrifice a card"), ("card@hand",)), FOLD),
    zones=(DECK, BURNT, DISCARD, MIDDLE, ROW, HAND),
    counters=(ROUND, CIRCLE, POT, CHIPS, PRICE, LOW),
    options=(chips_option(25), max_rounds_option()),
    phases={
        "first": Text("Первая карта", "First card"),
        "circle": Text("Пожертвовать или спасовать", "Sacrifice or fold"),
    },
    asks={
        "first": Text("Выберите карту, с которой начнётся ваша стопка", "Choose the first card of your stack"),
        "circle": Text("Пожертвуйте карту или спасуйте", "Sacrifice a card, or fold"),
    },
    waits={
        "first": Text("Выбирают первую карту: {seats}", "Waiting for {seats} to choose a first card"),
        "circle": Text("{seats} решает, чем пожертвовать", "Waiting for {seats} to sacrifice a card or fold"),
    },
    words={
        **WORDS,
        **CHIP_WORDS,
        **HAND_WORDS,
        "extra": Text(
            "Идеальная ничья: {seat|вы} {seat:получает|получаете} {cards}.",
            "A perfect tie: {seat|you} {seat:gets|get} {cards}.",
        ),
        "starts": Text("Наименьшая стопка: {seat|у вас}.", "{seat|You} {seat:has|have} the lowest stack."),
        "circle": Text("Круг {n} из 5.", "Circle {n} of 5."),
        "sacrifice": Text(
            "{seat|Вы} {seat:жертвует|жертвуете} {cards}.", "{seat|You} {seat:sacrifices|sacrifice} {cards}."
        ),
        "sacrifice-hidden": Text(
            "{seat|Вы} {seat:жертвует|жертвуете} карту.", "{seat|You} {seat:sacrifices|sacrifice} a card."
        ),
        "mixed": Text("Пожертвованные карты перемешаны.", "The sacrificed cards are mixed."),
        "hint-risk": Text(
            "При раздаче пожертвованных карт риск пары {percent}%.",
            "When the sacrifices are dealt: {percent}% to pair.",
        ),
        "hint-back": Text(
            "Карта {n} даст вам пару, если вернётся: один шанс из {left}.",
            "The {n} would pair you if it comes back: one chance in {left}.",
        ),
        "hint-share": Text(
            "Если поделить банк сейчас: {n} {n:жетон|жетона|жетонов} каждому.",
            "The pot shared now: {n} {n:chip|chips} each.",
        ),
    },
    refusals={
        **HAND_REFUSALS,
        "first-card-lies": Text("Первые карты уже выложены.", "The first cards have been played already."),
    },
    move_cap=50_000,
    out_notes=("is-out",),
    tips=(
        Tip(
            "phase first",
            "zone hand",
            Text(
                "Выберите карту, с которой начнётся ваша открытая стопка. Вторая такая же в стопке — пара: заплатите "
                "её число и выйдете из раунда.",
                "Choose the card that starts your open stack. A second one like it there is a pair: you pay its "
                "number and leave the round.",
            ),
        ),
        Tip(
            "phase circle",
            "zone hand",
            Text(
                "Пожертвованные карты перемешают и раздадут в стопки. Отдайте такую, что есть у других и нет у вас: "
                "вдруг она даст им пару.",
                "Sacrificed cards are mixed and dealt to the stacks. Give one that others have before them and you "
                "do not: it may pair them.",
            ),
        ),
        Tip(
            "verb fold",
            "counter price",
            Text(
                "Столько жетонов стоит пас: это самая младшая открытая карта. Спасовав, вы выходите только из этого "
                "раунда.",
                "A fold costs this many chips: the lowest open card. You leave only this round.",
            ),
        ),
        Tip(
            "note pair",
            "zone row",
            Text(
                "Пара! Игрок платит в банк столько, сколько показывает карта, и выбывает до конца раунда.",
                "A pair! The player pays as many chips as the card shows into the pot and is out until the round ends.",
            ),
        ),
        Tip(
            "note takes-pot",
            "counter chips",
            Text(
                "Банк берёт тот, кто остался один; после пятого круга его делят все оставшиеся. Кончились у кого-то "
                "жетоны — игре конец.",
                "Whoever is left alone takes the pot; after five circles those left share it. When somebody has no "
                "chips, the match is over.",
            ),
        ),
    ),
)


class GoblinPoker(FirstCardGame):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hand_size = 6
        self.low = -1
        self.middle = Pile()
        self.middle_seen = Pile()

    # 2. Setup of every round

    def gather(self) -> None:
        self.low = -1
        self.middle.clear()
        self.middle_seen.clear()
        super().gather()

    def lowest_rows(self) -> i64:
        """The lowest stacks of the seats that are in."""
        best: i64 = 0
        tied: i64 = 0
        for seat, row in enumerate(self.rows):
            key = low_key(row)
            if key > best:
                best = key
                tied = 0
            if key == best and key > 0:
                tied |= 1 << i64(seat)
        return tied

    # 3. Play

    def first_circle(self) -> None:
        self.next_circle()

    def next_circle(self) -> None:
        self.low = self.lowest_starts()  # R1, R3
        self.start_circle(self.low)
        self.tell("circle", n=self.circle)

    def moves(self, seat: int) -> list[str]:
        if self.circle == 0:
            return self.hand_moves(seat, PLAYS)
        return ["fold", *self.hand_moves(seat, SACRIFICES)]

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb == "play":
            return "first-card-lies" if self.circle else "not-in-hand"
        if self.circle == 0:
            return "first-card"
        return "not-in-hand" if verb == "sacrifice" else ""

    def play(self, seat: int, move: str) -> None:
        if move == "fold":
            self.fold(seat)  # R6
            if self.won_by_last():
                return
        else:
            self.sacrifice(seat, int(move.removeprefix("sacrifice ")))
        self.yet_to_act -= 1
        if self.yet_to_act == 0:
            self.deal_middle()
        else:
            self.one(self.next_in(seat))

    def sacrifice(self, seat: i64, card: i64) -> None:
        self.hands[seat].take(card)
        self.middle.put(card)
        self.middle_seen.put(1 << seat)
        self.tell("sacrifice", seat, card=card, seen=1 << seat)

    def deal_middle(self) -> None:
        self.low = self.lowest_starts()  # R4: its reshuffle comes first
        self.chance.shuffle(self.middle, TRIANGULAR)
        self.middle_seen.clear()  # nobody can tell any more which card they gave
        self.tell("mixed")
        shown = True
        seat: i64 = self.low
        for _ in range(len(self.middle)):
            card = self.middle.draw()
            self.tell("deal", seat, card=card)
            self.lay_open(seat, card)
            if self.won_by_last():
                return
            shown = not self.active[seat]  # a pair has its own beat
            seat = self.next_in(seat)
        if not shown:
            self.beat(LAND)
        self.end_circle()

    def end_circle(self) -> None:
        if self.circle < CIRCLES_PER_ROUND:
            self.next_circle()
        else:
            self.share_pot(self.seats_in())
            self.end_round()

    # 4. Round end, match end, result: as in all games for chips

    # What lies on the table

    def zones(self) -> list[Zone]:
        seen = self.middle_seen.cards() if self.middle_seen.size() else None
        return [*self.hand_zones(), Zone(MIDDLE, self.middle, seen=seen)]

    def counters(self) -> list[Counter]:
        low = [Counter(LOW, 1, self.low)] if self.low >= 0 else []
        return self.circle_counters() + low

    def facts(self) -> dict[str, object]:
        return {**self.circle_facts(), "low": None if self.low < 0 else self.low}

    def copy(self) -> GoblinPoker:
        other = GoblinPoker(self.seats)
        self.copy_first_card_to(other)
        other.low = self.low
        other.middle.fill(self.middle)
        other.middle_seen.fill(self.middle_seen)
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        row = [] if view.seat is None else numbers(view.cards("row", view.seat))
        if not row:
            return []
        left = sum(1 for seat in range(view.seats) if view.cards("row", seat))
        hints = [
            Hint("hint-risk", "", {"percent": round(100 * risk(row, view, left))}),
            Hint("hint-share", "", {"n": view.counter("pot") // left}),
        ]
        if "fold" in view.legal:
            hints.append(Hint("hint-fold", "fold", {"n": view.counter("price")}))
        return hints + [
            Hint("hint-back", SACRIFICES[n], {"n": n, "left": left}) for n in row if SACRIFICES[n] in view.legal
        ]


SACRIFICES: Final = [f"sacrifice {card}" for card in range(11)]


def low_key(stack: Pile) -> i64:
    """How low a stack is: greater is lower. Its ranks as bits, the 1 the greatest: a missing card counts as high.

    >>> low_key(Pile.of([2, 3, 6])) > low_key(Pile.of([2, 3])) > low_key(Pile.of([4, 5, 2])) > low_key(Pile.of([3]))
    True
    """
    key: i64 = 0
    one: i64 = 1
    i: i64 = 0
    while i < stack.size():
        key |= one << (10 - stack.at(i))
        i += 1
    return key


def risk(row: list[int], view: View, left: int) -> float:
    """How likely one of ``left`` mixed cards pairs the row; the seat knows its own sacrifice."""
    hidden = hidden_cards(view)
    blind = sum(1 for card in hidden if card in row) / max(1, len(hidden))
    own = numbers(view.cards("middle"))
    sure = sum(1 for card in own if card in row)
    return (sure + blind * (left - 1)) / left


GAME: Final = GoblinPoker
