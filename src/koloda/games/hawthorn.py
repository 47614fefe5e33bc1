"""Hawthorn — «Боярышник».

Circles alternate between deck and hand: take an unknown card, or play one that you have kept. Whoever pairs their own
row pays and is out; the last one in takes the pot.

Spec: docs/rules/hawthorn.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Info, Tip
from koloda.core.options import MatchOptions
from koloda.core.table import Counter, CounterKind, Hint, Zone
from koloda.core.text import Text
from koloda.games.shared.chips import CHIPS, POT, chips_option, max_rounds_option
from koloda.games.shared.chips import WORDS as CHIP_WORDS
from koloda.games.shared.counters import ROUND
from koloda.games.shared.families import PAIRS
from koloda.games.shared.hands import CIRCLE, FOLD, HAND_REFUSALS, HAND_WORDS, PLAY, PLAYS, PRICE, FirstCardGame
from koloda.games.shared.tags import RISK
from koloda.games.shared.triangle import (
    BURNT,
    EIGHT,
    HIT,
    PIECES_OF_EIGHT,
    REFUSALS,
    ROW,
    WORDS,
    numbers,
    pair_percent,
    swap_percent,
    unseen_cards,
)
from koloda.games.shared.zones import DECK, DISCARD, HAND

if TYPE_CHECKING:
    from koloda.core.view import View

MARKER: Final = CounterKind("first", Text("Фишка первого игрока", "First player marker"), "flag")

INFO: Final = Info(
    id="hawthorn",
    version=2,
    family=PAIRS,
    names=Text("Боярышник", "Hawthorn"),
    blurb=Text(
        "Круг из колоды, круг с руки: не соберите пару в своём ряду, и банк достанется вам.",
        "A circle from the deck, a circle from the hand: keep your row free of pairs and the pot is yours.",
    ),
    seats=(2, 6),
    minutes=20,
    tags=(RISK,),
    cover=(3, 8, 9),
    deck=TRIANGULAR,
    verbs=(PLAY, HIT, EIGHT, FOLD),
    zones=(DECK, BURNT, DISCARD, ROW, HAND),
    counters=(ROUND, CIRCLE, POT, CHIPS, PRICE, MARKER),
    options=(chips_option(25), max_rounds_option(0), PIECES_OF_EIGHT),
    phases={
        "first": Text("Первая карта", "First card"),
        "deck": Text("КРУГ КОЛОДЫ", "DECK CIRCLE"),
        "hand": Text("КРУГ РУКИ", "HAND CIRCLE"),
    },
    asks={
        "first": Text("Тайно выберите первую карту", "Choose your first card in secret"),
        "deck": Text("Круг колоды: возьмите карту или спасуйте", "Deck circle: hit for a card, or fold"),
        "hand": Text("Круг руки: выложите карту или спасуйте", "Hand circle: play a card, or fold"),
    },
    waits={
        "first": Text("Выбирают первую карту: {seats}", "Choosing the first card: {seats}"),
        "deck": Text("Круг колоды: {seats} берёт карту или пасует", "Deck circle: waiting for {seats} to hit or fold"),
        "hand": Text(
            "Круг руки: {seats} выбирает карту или пасует", "Hand circle: waiting for {seats} to play or fold"
        ),
    },
    words={
        **WORDS,
        **CHIP_WORDS,
        **HAND_WORDS,
        "circle-deck": Text("Круг {n}: карты из колоды.", "Circle {n}: cards from the deck."),
        "circle-hand": Text("Круг {n}: карты с руки.", "Circle {n}: cards from the hand."),
        "play": Text("{seat|Вы} {seat:выкладывает|выкладываете} {cards}.", "{seat|You} {seat:plays|play} {cards}."),
        "marker": Text(
            "Фишку первого игрока {seat:получает|получаете} {seat|вы}.", "The first player marker goes to {seat|you}."
        ),
        "hint-hit": Text("Взять: риск пары {percent}%.", "Hit: {percent}% to pair."),
        "hint-pair": Text(
            "Карта {n} даст пару: {n} {n:жетон|жетона|жетонов} в банк.",
            "The {n} would pair: {n} {n:chip|chips} into the pot.",
        ),
    },
    refusals={
        **HAND_REFUSALS,
        **REFUSALS,
        "deck-circle": Text("Сейчас круг колоды: берут из колоды или пасуют.", "This is a deck circle: hit or fold."),
        "hand-circle": Text("Сейчас круг руки: выкладывают с руки или пасуют.", "This is a hand circle: play or fold."),
    },
    move_cap=50_000,
    out_notes=("is-out",),
    tips=(
        Tip(
            "phase first",
            "zone hand",
            Text(
                "Втайне выберите первую карту своего ряда. Две одинаковые в вашем ряду — пара: она стоит жетонов и "
                "выгоняет из раунда.",
                "Choose the first card of your row in secret. Two equal cards in your row are a pair: it costs chips "
                "and throws you out.",
            ),
        ),
        Tip(
            "phase deck",
            "zone deck",
            Text(
                "Круг колоды: карта придёт случайная. Десяток в колоде десять, девяток девять… а единица одна — "
                "старшие карты опаснее.",
                "A deck circle: the card comes by chance. The deck has ten 10s, nine 9s … and one 1, so high cards "
                "are dangerous.",
            ),
        ),
        Tip(
            "phase hand",
            "zone hand",
            Text(
                "Круг руки: выложите свою карту. Та, которой в вашем ряду ещё нет, безопасна.",
                "A hand circle: play a card of your own. One that your row does not have yet is safe.",
            ),
        ),
        Tip(
            "verb fold",
            "counter price",
            Text(
                "Столько жетонов стоит выйти из раунда: это самая младшая открытая карта на столе.",
                "To leave the round costs this many chips: the lowest open card on the table.",
            ),
        ),
        Tip(
            "note last",
            "counter pot",
            Text(
                "Кто остался в раунде последним, забирает банк.",
                "The last one in the round takes the pot.",
            ),
        ),
    ),
)


class Hawthorn(FirstCardGame):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hand_size = 5
        self.first = -1
        self.eights = False

    # 2. Setup of every round

    def setup(self, options: MatchOptions) -> None:
        self.eights = options.flag("pieces_of_eight")  # R12
        super().setup(options)

    def new_round(self) -> None:
        self.first = -1
        super().new_round()

    def first_circle(self) -> None:
        self.first = self.lowest_starts()
        self.next_circle()

    # 3. Play

    def next_circle(self) -> None:
        self.start_circle(self.first)
        self.tell("circle-deck" if self.from_deck() else "circle-hand", n=self.circle)

    def from_deck(self) -> bool:
        return self.circle % 2 == 1

    def moves(self, seat: int) -> list[str]:
        if self.circle == 0:
            return self.hand_moves(seat, PLAYS)
        if not self.from_deck():
            return ["fold", *self.hand_moves(seat, PLAYS)]  # R4: a card that pairs may be played
        if not self.can_draw():
            return ["fold"]  # R8
        return ["fold", "hit", "eight"] if self.eights and self.rows[seat].has(8) else ["fold", "hit"]

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb == "play":
            return "deck-circle" if self.from_deck() else "not-in-hand"
        if self.circle == 0:
            return "first-card"
        if verb == "eight" and not self.eights:
            return "house-rule-off"
        if verb not in ("hit", "eight"):
            return ""
        if not self.from_deck():
            return "hand-circle"
        return "no-eight" if verb == "eight" and not self.rows[seat].has(8) else "no-card"

    def play(self, seat: int, move: str) -> None:
        if move == "fold":
            self.fold(seat)
        elif move == "hit":
            self.hit_card(seat)
        elif move == "eight":
            self.swap_eight(seat)
        else:
            card = int(move[5:])
            self.hands[seat].take(card)
            self.tell("play", seat, card=card)
            self.lay_open(seat, card)
        self.go_on(seat)

    def go_on(self, seat: i64) -> None:
        if self.won_by_last():  # R7
            return
        if not self.active[self.first]:
            self.first = self.next_in(self.first)  # R5: the current circle keeps its type
            self.tell("marker", self.first)
        self.yet_to_act -= 1
        if self.yet_to_act == 0:
            self.next_circle()
        else:
            self.one(self.next_in(seat))

    # 4. Round end, match end, result: as in all games for chips

    # What lies on the table

    def phase(self) -> str:
        if self.circle == 0:
            return "first"
        return "deck" if self.from_deck() else "hand"

    def zones(self) -> list[Zone]:
        return self.hand_zones()

    def counters(self) -> list[Counter]:
        marker = [Counter(MARKER, 1, self.first)] if self.first >= 0 else []
        return self.circle_counters() + marker

    def facts(self) -> dict[str, object]:
        return {**self.circle_facts(), "first": None if self.first < 0 else self.first}

    def copy(self) -> Hawthorn:
        other = Hawthorn(self.seats)
        self.copy_first_card_to(other)
        other.first = self.first
        other.eights = self.eights
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        if view.seat is None or "fold" not in view.legal:
            return []
        hints = [Hint("hint-fold", "fold", {"n": view.counter("price")})]
        row = view.cards("row", view.seat)
        if "hit" in view.legal:
            hints.append(Hint("hint-hit", "hit", {"percent": pair_percent(row, unseen_cards(view))}))
        if "eight" in view.legal:
            hints.append(Hint("hint-eight", "eight", {"percent": swap_percent(row, unseen_cards(view))}))
        return hints + [Hint("hint-pair", PLAYS[n], {"n": n}) for n in numbers(row) if PLAYS[n] in view.legal]


GAME: Final = Hawthorn
