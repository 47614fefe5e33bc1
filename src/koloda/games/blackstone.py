"""Blackstone — «Чёрный камень».

The ten 10s are black stones, all other cards are white ones. Take at least as many cards as the player before you.
Whoever turns up a second black stone pays a chip for every white stone in the middle.

Spec: docs/rules/blackstone.md
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Info, Tip
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile
from koloda.core.table import CURTAIN, LAND, Counter, CounterKind, Hint, Note, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.chips import CHIPS, POT, SHORT_STAKE_WORDS, ChipsGame, chips_option, max_rounds_option
from koloda.games.shared.chips import WORDS as CHIP_WORDS
from koloda.games.shared.counters import ROUND
from koloda.games.shared.families import PAIRS
from koloda.games.shared.tags import RISK
from koloda.games.shared.triangle import BURNT, ROW, WORDS
from koloda.games.shared.zones import DECK, DISCARD

if TYPE_CHECKING:
    from koloda.core.view import View

STAKE_CHIPS: Final = 5
BLACK_RANK: Final = 10  # of the black stones, and their number
WHITE: Final = ZoneKind("white", Text("Белые камни", "White stones"), "grid")
WHITES: Final = CounterKind("white", Text("Белых камней", "White stones"))
MIN_TAKE: Final = CounterKind("min-take", Text("Брать не меньше", "Take at least"))

INFO: Final = Info(
    id="blackstone",
    version=2,
    family=PAIRS,
    names=Text("Чёрный камень", "Blackstone"),
    blurb=Text(
        "Десятки — чёрные камни. Берите не меньше соседа, но второй чёрный камень стоит дорого.",
        "Tens are black stones. Take as many as your neighbour or more, but the second black stone costs you dear.",
    ),
    seats=(2, 8),
    minutes=20,
    tags=(RISK,),
    cover=(10, 4, 10),
    deck=TRIANGULAR,
    verbs=(
        Verb("take", Text("Взять карты", "Take cards"), ("number",)),
        Verb("fold", Text("Спасовать", "Fold")),
    ),
    zones=(DECK, BURNT, DISCARD, ROW, WHITE),
    counters=(ROUND, POT, WHITES, MIN_TAKE, CHIPS),
    options=(chips_option(20), max_rounds_option(0)),
    phases={"play": Text("Взять карты или спасовать", "Take cards or fold")},
    asks={"play": Text("Сколько карт возьмёте? Или спасуйте", "How many cards do you take? Or fold")},
    waits={"play": Text("{seats} решает, сколько карт взять", "{seats} decides how many cards to take")},
    words={
        **WORDS,
        **CHIP_WORDS,
        **SHORT_STAKE_WORDS,
        "back": Text(
            "Лишние чёрные камни возвращаются в колоду: {n}.",
            "{n} surplus black {n:stone goes|stones go} back into the deck.",
        ),
        "takes": Text(
            "{seat|Вы} {seat:берёт|берёте} {n} {n:карту|карты|карт}: {cards}.",
            "{seat|You} {seat:takes|take} {n} {n:card|cards}: {cards}.",
        ),
        "second": Text(
            "{seat|У вас}{seat::|} второй чёрный камень!", "{seat|You} {seat:has|have} a second black stone!"
        ),
        "fold": Text("{seat|Вы} {seat:пасует|пасуете}.", "{seat|You} {seat:folds|fold}."),
        "is-out": Text("{seat|Вы} вне раунда.", "{seat|You} {seat:is|are} out of the round."),
        "hint-fold": Text(
            "Спасовать: {n} {n:жетон|жетона|жетонов} в банк.",
            "Fold: {n} {n:chip|chips} into the pot.",
        ),
        "hint-take": Text(
            "Взять {n} {n:карту|карты|карт}: риск проиграть {percent}%.",
            "Take {n} {n:card|cards}: {percent}% to lose.",
        ),
        "hint-lose": Text(
            "Второй чёрный камень сейчас стоит {n} {n:жетон|жетона|жетонов}.",
            "A second black stone costs {n} {n:chip|chips} now.",
        ),
        "hint-tens": Text(
            "Чёрных камней в колоде: {n} из {deck} {deck:карты|карт|карт}.",
            "Black stones in the deck: {n} of {deck} {deck:card|cards}.",
        ),
    },
    refusals={
        "too-few": Text(
            "Слишком мало: нужно взять не меньше карт, чем взяли до вас.",
            "Too few: take at least as many cards as the last taker.",
        ),
        "too-many": Text("В колоде нет столько карт.", "The deck does not have that many cards."),
    },
    move_cap=300_000,
    out_notes=("is-out",),
    tips=(
        Tip(
            "phase play",
            "zone white",
            Text(
                "Все карты, кроме десяток, — белые камни, и лежат они в середине. Чем их больше, тем дороже "
                "обойдётся проигрыш.",
                "All cards but the 10s are white stones and lie in the middle. The more there are, the more it "
                "costs to lose.",
            ),
        ),
        Tip(
            "verb take",
            "prompt",
            Text(
                "Назовите, сколько карт открыть: не меньше, чем взял игрок до вас. Вторая десятка перед вами — и "
                "раунд проигран.",
                "Say how many cards you take, at least as many as the player before you. A second 10 before you "
                "loses the round.",
            ),
        ),
        Tip(
            "verb fold",
            "counter pot",
            Text(
                "Слишком опасно? Спасуйте: заплатите в банк половину числа белых камней и пропустите этот раунд.",
                "Too risky? Fold: pay half the number of white stones into the pot and sit out the rest of the round.",
            ),
        ),
        Tip(
            "note second",
            "counter chips",
            Text(
                "Вторая десятка: проигравший платит по жетону за каждый белый камень, а оставшиеся в раунде делят "
                "банк.",
                "A second 10: its owner pays a chip for every white stone, and all who are still in share the pot.",
            ),
        ),
    ),
)


class Blackstone(ChipsGame):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.burn = 0  # R2
        self.white = Pile()
        self.min_take = 1

    # 2. Setup of every round

    def setup(self, options: MatchOptions) -> None:
        self.hand_out_chips(options)
        self.start_round()

    def start_round(self) -> None:
        self.round += 1
        self.tell("round", n=self.round)
        self.ante(STAKE_CHIPS)  # R1, R8
        self.begin_deal()
        self.white.clear()
        self.fresh_deck()
        self.deal_rows()
        first = self.lowest_starts()
        self.sort_stones()
        self.min_take = 1
        self.one(first)

    def extra_card(self, seat: i64) -> i64:
        """R6: in the tie-break pairs do not matter."""
        card = self.draw()
        self.rows[seat].put(card)
        self.tell("extra", seat, card=card)
        return card

    def sort_stones(self) -> None:
        """White stones to the middle; a seat keeps one black stone, the others go back (R5)."""
        size = len(self.deck)
        for row in self.rows:
            cards = row.cards()
            row.clear()
            for card in cards:
                if card != BLACK_RANK:
                    self.white.put(card)
                elif row.size() == 0:
                    row.put(card)
                else:
                    self.deck.put(card)
        if len(self.deck) > size:
            self.tell("back", n=len(self.deck) - size)
            self.chance.shuffle(self.deck, TRIANGULAR)

    # 3. Play

    def moves(self, seat: int) -> list[str]:
        size = len(self.deck)
        return [*TAKES[min(self.min_take, size) : size + 1], "fold"]  # R3, R10

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb == "take" and len(args) == 1 and args[0] in NUMBERS:
            return "too-many" if int(args[0]) > len(self.deck) else "too-few"
        return ""

    def default_move(self, seat: int) -> str:
        return "fold"

    def play(self, seat: int, move: str) -> None:
        if move == "fold":
            self.fold(seat)
        else:
            self.take(seat, int(move[5:]))

    def take(self, seat: i64, number: i64) -> None:
        self.min_take = number
        turned = Pile()
        row = self.rows[seat]
        while turned.size() < number and row.size() < 2:
            card = self.deck.draw()
            turned.put(card)
            (row if card == BLACK_RANK else self.white).put(card)
        self.tell("takes", seat, n=number, cards=turned)
        if row.size() == 2:
            self.lose(seat)
        else:
            self.one(self.next_in(seat))

    def fold(self, seat: i64) -> None:
        self.tell("fold", seat)
        self.pay(seat, fold_price(len(self.white)))  # R9
        self.rows[seat].all_to(self.discard)
        self.active[seat] = False
        left = self.seats_in()
        if len(left) == 1:
            self.end_round(left)
        else:
            self.one(self.next_in(seat))

    # 4. Round end, match end, result

    def lose(self, seat: i64) -> None:
        self.tell("second", seat)
        self.beat(LAND)
        self.pay(seat, len(self.white))  # R4, R7
        self.active[seat] = False
        self.end_round(self.seats_in())

    def end_round(self, left: list[int]) -> None:
        if len(left) == 1:
            self.take_pot(left[0])
        else:
            self.share_pot(left)
        self.beat(CURTAIN)
        if self.match_ends():  # R8, R11
            self.finish()
        else:
            self.start_round()

    # What lies on the table

    def announcements(self) -> list[Note]:
        return [Note("is-out", seat) for seat in range(self.seats) if not self.active[seat]]

    def zones(self) -> list[Zone]:
        return [*self.triangle_zones(), Zone(WHITE, self.white)]

    def counters(self) -> list[Counter]:
        white = Counter(WHITES, len(self.white))
        return [Counter(ROUND, self.round), white, Counter(MIN_TAKE, self.min_take), *self.chips_counters()]

    def facts(self) -> dict[str, object]:
        return {
            **self.chips_facts(),
            "white": len(self.white),
            "tens": [len(row) for row in self.rows],
            "min_take": self.min_take,
        }

    def copy(self) -> Blackstone:
        other = Blackstone(self.seats)
        self.copy_chips_to(other)
        other.white.fill(self.white)
        other.min_take = self.min_take
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        if view.seat is None or not view.legal:
            return []
        white = view.counter("white")
        deck = len(view.cards("deck"))
        tens = tens_left(view)
        own = len(view.cards("row", view.seat))
        chips = view.counter("chips", view.seat)
        price = min(fold_price(white), chips)
        hints = [Hint("hint-fold", "fold", {"n": price}), Hint("hint-lose", "", {"n": min(white, chips)})]
        if price == chips:
            hints.append(Hint("hint-broke", "fold", {}))
        for number in takes(view)[:MAX_TAKE_HINTS]:
            percent = round(100 * risk(deck, tens, own, number))
            hints.append(Hint("hint-take", TAKES[number], {"n": number, "percent": percent}))
        return [*hints, Hint("hint-tens", "", {"n": tens, "deck": deck})]


MAX_TAKE_HINTS: Final = 10
TAKES: Final = [f"take {number}" for number in range(56)]
NUMBERS: Final = [str(number) for number in range(56)]
GAME: Final = Blackstone


def fold_price(white: int) -> int:
    """Half of the white stones, rounded up.

    >>> [fold_price(white) for white in (15, 14, 1)]
    [8, 7, 1]
    """
    return (white + 1) // 2


def takes(view: View) -> list[int]:
    """The numbers of cards that may be taken, ascending."""
    return sorted(int(move.removeprefix("take ")) for move in view.legal if move != "fold")


def tens_left(view: View) -> int:
    """The black stones in the deck: all that do not lie open."""
    return BLACK_RANK - sum(1 for zone in view.zones for card in zone.cards if card == BLACK_RANK)


def risk(deck: int, tens: int, own: int, number: int) -> float:
    """How likely ``number`` cards of the deck bring a seat with ``own`` black stones its second one.

    >>> round(risk(45, 9, 1, 1), 3), risk(45, 9, 0, 1)
    (0.2, 0.0)
    """
    safe = comb(deck - tens, number)
    if own == 0:
        safe += tens * comb(deck - tens, number - 1)
    return 1 - safe / comb(deck, number)
