"""Starboard — «Право руля!».

All share one hand in the middle. A card costs a chip, and whoever turns up a pair is out. Whoever folds later, with
more cards in the middle, throws the earlier folders out. The last ones in share the pot.

Spec: docs/rules/starboard.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Info, Tip
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile
from koloda.core.table import CURTAIN, LAND, Counter, Hint, Label, Note, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.chips import CHIPS, POT, ChipsGame, chips_option, max_rounds_option
from koloda.games.shared.chips import WORDS as CHIP_WORDS
from koloda.games.shared.counters import FIRST, ROUND
from koloda.games.shared.families import PAIRS
from koloda.games.shared.tags import RISK
from koloda.games.shared.triangle import BURNT, HIT, WORDS, highest_pair, pair_percent, unseen_cards, unseen_hint
from koloda.games.shared.zones import DECK, DISCARD

if TYPE_CHECKING:
    from koloda.core.view import View

COMMON: Final = ZoneKind("common", Text("Общая рука", "Common hand"), "row")

INFO: Final = Info(
    id="starboard",
    version=2,
    family=PAIRS,
    names=Text("Право руля!", "Starboard"),
    blurb=Text(
        "Одна рука на всех: платите за карты и пасуйте позже соседей, но не откройте пару.",
        "One hand for all: pay for cards and fold later than the others, but never turn up a pair.",
    ),
    seats=(2, 7),
    minutes=20,
    tags=(RISK,),
    cover=(1, 5, 7),
    deck=TRIANGULAR,
    verbs=(HIT, Verb("fold", Text("Спасовать", "Fold"))),
    zones=(DECK, BURNT, DISCARD, COMMON),
    counters=(ROUND, POT, CHIPS, FIRST),
    options=(chips_option(10), max_rounds_option()),
    phases={"play": Text("Взять карту или спасовать", "Hit or fold")},
    asks={"play": Text("Возьмите карту за жетон или спасуйте", "Pay a chip for a card, or fold")},
    waits={"play": Text("{seats} решает, взять карту или спасовать", "Waiting for {seats} to hit or fold")},
    words={
        **WORDS,
        **CHIP_WORDS,
        "common": Text("Общая рука: {cards}.", "The common hand: {cards}."),
        "same": Text("{cards} — пара: карту заменяют.", "{cards} would be a pair: replaced."),
        "pair": Text(
            "{seat|Вы} {seat:открывает|открываете} {cards} — пара! Вне игры.",
            "{seat|You} {seat:turns|turn} up {cards}: a pair, out!",
        ),
        "fold": Text(
            "{seat|Вы} {seat:пасует|пасуете}: в общей руке {n} {n:карта|карты|карт}.",
            "{seat|You} {seat:folds|fold} at {n} {n:card|cards}.",
        ),
        "beaten": Text(
            "{seat|Вы} {seat:выбывает|выбываете}: пас был раньше.", "{seat|You} folded earlier and {seat:is|are} out."
        ),
        "last": Text("{seat|Вы} {seat:остаётся|остаётесь} в одиночестве.", "{seat|You} {seat:is|are} the last one in."),
        "folded": Text(
            "{seat|Вы}: пас при {n} {n:карте|картах|картах}.",
            "{seat|You} {seat:has|have} folded at {n} {n:card|cards}.",
        ),
        "is-out": Text("{seat|Вы} вне раунда.", "{seat|You} {seat:is|are} out of the round."),
        "hint-hit": Text(
            "Взять за 1 жетон: риск пары {percent}%; в банке станет {n}.",
            "Hit for 1 chip: {percent}% to pair; the pot will hold {n}.",
        ),
        "hint-fold": Text(
            "Спасовать: если спасуют все, каждый получит {n} {n:жетон|жетона|жетонов}.",
            "Fold: if all fold now, each gets {n} {n:chip|chips}.",
        ),
    },
    refusals={"no-chips": Text("У вас нет жетонов на карту.", "You have no chip to pay for a card.")},
    move_cap=300_000,
    out_notes=("is-out",),
    tips=(
        Tip(
            "phase play",
            "zone common",
            Text(
                "Это рука на всех. Каждая новая карта стоит жетон; если такая здесь уже есть — пара, и тот, кто её "
                "взял, выбывает.",
                "One hand for all. Every new card costs a chip; if such a card lies here already, it is a pair, and "
                "whoever took it is out.",
            ),
        ),
        Tip(
            "verb fold",
            "prompt",
            Text(
                "Спасовать — значит остановиться на стольких картах. Банк уйдёт тому, кто решится спасовать позже, "
                "когда карт больше.",
                "To fold is to stop at this many cards. The pot goes to whoever dares to fold later, when there are "
                "more of them.",
            ),
        ),
        Tip(
            "note pair",
            "zone deck",
            Text(
                "Пара! Десяток в колоде десять, девяток девять… а единица одна: рядом с младшими картами брать "
                "спокойнее.",
                "A pair! The deck has ten 10s, nine 9s … and one 1: next to low cards it is safer to hit.",
            ),
        ),
        Tip(
            "note takes-pot",
            "counter chips",
            Text(
                "Банк забран. Когда у кого-то кончатся жетоны, победит тот, у кого их больше всех.",
                "The pot is taken. When somebody has no chips left, the most chips win.",
            ),
        ),
    ),
)


class Starboard(ChipsGame):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.common = Pile()
        self.folded_at: list[int] = [0] * seats  # 0: still acting, or out
        self.first = 0

    # 2. Setup

    def setup(self, options: MatchOptions) -> None:
        self.hand_out_chips(options)
        self.first = self.chance.pick(self.seats)
        self.new_deck()  # R1
        self.start_round()

    def start_round(self) -> None:
        self.round += 1
        self.tell("round", n=self.round)
        self.folded_at = [0] * self.seats
        self.ante(1)
        self.begin_deal()
        self.common.put(self.draw())
        card = self.draw()
        while self.common.has(card):  # R4
            self.tell("same", card=card)
            self.discard.put(card)
            card = self.draw()
        self.common.put(card)
        self.tell("common", cards=self.common)
        self.tell("starts", self.first)
        self.one(self.first)

    # 3. Play

    def moves(self, seat: int) -> list[str]:
        return ["fold", "hit"] if self.chips[seat] > 0 else ["fold"]  # R7, R11

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        return "no-chips" if verb == "hit" and not args else ""

    def default_move(self, seat: int) -> str:
        return "fold"

    def play(self, seat: int, move: str) -> None:
        if move == "hit":
            self.hit(seat)
        else:
            self.fold(seat)
        self.go_on(seat)

    def hit(self, seat: i64) -> None:
        self.pay(seat, 1)
        card = self.draw()
        pairs = self.common.has(card)
        self.common.put(card)
        if pairs:
            self.active[seat] = False
            self.tell("pair", seat, card=card)
            self.beat(LAND)
            self.discard.put(self.common.take_at(self.common.size() - 1))
        else:
            self.tell("hit", seat, card=card)

    def fold(self, seat: i64) -> None:
        size = len(self.common)
        self.folded_at[seat] = size
        self.tell("fold", seat, n=size)
        for other in range(self.seats):  # R3: only a later fold beats a fold
            if self.active[other] and 0 < self.folded_at[other] < size:
                self.active[other] = False
                self.tell("beaten", other)

    def go_on(self, seat: i64) -> None:
        left = self.seats_in()
        if len(left) == 1:
            self.win(left[0])
            return
        for _ in range(self.seats):
            seat = self.next_seat(seat)
            if self.active[seat] and self.folded_at[seat] == 0:  # R2: a lone acting seat chooses freely
                self.one(seat)
                return
        self.share_pot(left)
        self.end_round()

    # 4. Round end, match end, result

    def win(self, seat: int) -> None:
        if self.folded_at[seat] == 0:
            self.folded_at[seat] = len(self.common)
            self.tell("last", seat)
        self.take_pot(seat)
        self.end_round()

    def end_round(self) -> None:
        self.beat(CURTAIN)
        self.common.all_to(self.discard)
        if self.match_ends():  # R7, R9
            self.finish()
        else:
            self.first = self.next_seat(self.first)
            self.start_round()

    # What lies on the table

    def announcements(self) -> list[Note]:
        said: list[Note] = []
        for seat in range(self.seats):
            if not self.active[seat]:
                said.append(Note("is-out", seat))
            elif self.folded_at[seat] > 0:
                said.append(Note("folded", seat, n=self.folded_at[seat]))
        return said

    def zones(self) -> list[Zone]:
        return [*self.pile_zones(), Zone(COMMON, self.common)]

    def counters(self) -> list[Counter]:
        return [Counter(ROUND, self.round), Counter(FIRST, self.first), *self.chips_counters()]

    def labels(self) -> list[Label]:
        pair = highest_pair(self.common.cards())
        return [Label("common", Note("label-pair", n=pair))] if pair else []

    def facts(self) -> dict[str, object]:
        facts = self.chips_facts()
        del facts["active"]
        return {
            **facts,
            "common": self.common.cards(),
            "status": [self.status(seat) for seat in range(self.seats)],
            "first": self.first,
        }

    def status(self, seat: int) -> str:
        if not self.active[seat]:
            return "out"
        return "folded" if self.folded_at[seat] else "in"

    def copy(self) -> Starboard:
        other = Starboard(self.seats)
        self.copy_chips_to(other)
        other.common.fill(self.common)
        other.folded_at = self.folded_at[:]
        other.first = self.first
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        if not view.legal:
            return []
        unseen = unseen_cards(view)
        pot = view.counter("pot")
        hints = [Hint("hint-fold", "fold", {"n": pot // (1 + level_rivals(view))})]
        if "hit" in view.legal:
            percent = pair_percent(view.cards("common"), unseen)
            hints.append(Hint("hint-hit", "hit", {"percent": percent, "n": pot + 1}))
        return [*hints, unseen_hint(unseen)]


GAME: Final = Starboard


def level_rivals(view: View) -> int:
    """How many others would share the pot if everybody folded now: those who act, and those who folded just as late."""
    gone = sum(1 for note in view.announcements if note.kind == "is-out")
    earlier = sum(1 for note in view.announcements if note.kind == "folded" and note.n < len(view.cards("common")))
    return view.seats - 1 - gone - earlier
