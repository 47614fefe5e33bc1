"""The Gang — «The Gang. Банда»: cooperative Texas Hold'em without bets.

In four rounds all players take a chip that says how strong they think their hand is. At the showdown the hands must
ascend with the red chips. Three vaults win the match, three alarms lose it.

Spec: docs/rules/the-gang.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import FRENCH
from koloda.core.errors import BadOption
from koloda.core.game import Game, Result
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile
from koloda.core.table import CURTAIN, FLIP, LAND, Counter, Hint, Label, Note, Zone
from koloda.core.text import Text
from koloda.games.shared.poker import TIE_BITS, category_name, hand_of_pile, strength

from . import display, refusals, worlds
from . import hints as hinting
from .advanced_cards import Announcement
from .chips import COLOURS
from .info import INFO, VAULT_GOAL
from .modes import MODES, activate
from .showdown import Shown, first_mistake
from .state import CHIP_ROUND, GIVE, GUESS, GangState

if TYPE_CHECKING:
    from koloda.core.view import View

PACK: Final = Pile.of(FRENCH.pack)
CARDS_OPENED_BY_ROUND: Final = (0, 3, 1, 1)
STREET_BY_ROUND: Final = ("", "flop", "turn", "river")
TAKES: Final = [f"take {chip}" for chip in range(7)]


class TheGang(GangState):
    info = INFO

    # 2. Setup

    @staticmethod
    def check(seats: int, options: MatchOptions) -> None:
        chosen = options.json("challenges") or options.json("specialist")
        if chosen and options.word("mode") != "custom":
            raise BadOption(
                "only-custom",
                Text(
                    "Испытания и специалиста выбирают только в свободном режиме (custom).",
                    "Challenges and a specialist are chosen in the custom mode only.",
                ),
            )

    def setup(self, options: MatchOptions) -> None:
        self.instant = options.word("round_end") == "instant"
        self.talk_open = options.word("talk") == "open"
        self.chips.limit = options.number("chip_limit")
        self.mode = MODES[options.word("mode")]
        self.mode.setup(self, options)
        self.start_heist()

    def start_heist(self) -> None:
        self.heist += 1
        self.begin_deal()
        self.tell("heist", n=self.heist)
        activate(self)
        self.clear_table()
        self.deck.fill(PACK)
        self.chance.shuffle(self.deck, FRENCH)
        size = 2
        for challenge in self.challenges:
            self.tell("challenge", n=challenge.number, word=f"challenge-{challenge.number}")
            size = max(size, challenge.pocket_size())
        self.deal(self.deck, size)
        if self.specialist.number:
            self.tell("specialist", n=self.specialist.number, word=f"specialist-{self.specialist.number}")
            self.specialist.at_start(self)
        if self.stage != GIVE:
            self.start_round(1)

    def deal(self, cards: Pile, size: int) -> None:
        for _ in range(size):
            for pocket in self.pockets:
                pocket.put(cards.draw())

    def start_round(self, round: int) -> None:
        self.round = round
        self.open_community(CARDS_OPENED_BY_ROUND[round - 1], STREET_BY_ROUND[round - 1])
        dark: i64 = 0
        skipped = False
        for challenge in self.challenges:
            challenge.at_round(self)  # R6: in the order of their numbers
            skipped = skipped or challenge.skips(round)
            if round < len(COLOURS) and challenge.dark_chip(self.seats):
                dark |= 1 << i64(challenge.dark_chip(self.seats))
        if skipped:
            self.start_round(round + 1)
            return
        self.chips.start(round - 1, dark)
        self.tell("round", word=COLOURS[round - 1])
        self.settle()

    def open_community(self, n: i64, street: str) -> None:
        before = self.community.size()
        self.deck.draw_to(self.community, n)
        if n and self.keeps_events:
            self.tell(street, cards=Pile.of(self.community.cards()[before:]))

    # 3.1 The chip round

    def moves(self, seat: int) -> list[str]:
        if self.stage == GIVE:
            return [f"give {FRENCH.face(card)}" for card in self.specialist.owable(self, seat)]
        if self.stage == GUESS:
            return [f"guess {word}" for word in self.guessing.question().guesses()]
        moves = [TAKES[chip] for chip in self.chips.takes(seat)]
        if self.chips.own(seat) and self.chips.can_touch(seat):
            moves.append("put")
        if self.can_be_ready(seat):
            moves.append("ready")
        return moves + self.agreement.moves(self, seat) if self.specialist.number else moves

    def can_be_ready(self, seat: i64) -> bool:
        if self.instant or self.agreement.pending():
            return False
        return self.chips.all_held() and (self.chips.ready >> seat) & 1 == 0

    def play(self, seat: int, move: str) -> None:
        verb, _, rest = move.partition(" ")
        if verb == "take":
            self.take(seat, int(rest))
        elif verb == "put":
            self.put(seat)
        elif verb == "ready":
            self.chips.ready |= 1 << i64(seat)
            self.tell("ready", seat)
        elif verb == "guess":
            self.guess(seat, rest)
            return
        else:
            self.agreement.play(self, seat, verb, rest)
        self.settle()

    def take(self, seat: i64, chip: i64) -> None:
        old = self.chips.take(seat, chip)
        self.tell("take" if old < 0 else "take-from", seat, old, n=chip)
        self.tell_frozen()

    def put(self, seat: i64) -> None:
        self.tell("put", seat, n=self.chips.own(seat))
        self.chips.put(seat)
        self.tell_frozen()

    def tell_frozen(self) -> None:
        if self.chips.moved == self.chips.limit:
            self.tell("frozen", n=self.chips.limit)

    def settle(self) -> None:
        """End the round, or tell who may act."""
        chips = self.chips
        everyone: i64 = (1 << i64(self.seats)) - 1
        agreed = self.instant or chips.frozen() or chips.ready == everyone  # R1, R3
        if agreed and chips.all_held() and not self.agreement.pending():
            self.end_round()
            return
        mask: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if chips.can_touch(seat) or self.can_be_ready(seat) or self.agreement.can_act(self, seat):
                mask |= 1 << seat
            seat += 1
        self.free(mask)

    def end_round(self) -> None:
        self.chips.ready = 0
        if self.round < len(COLOURS):
            self.start_round(self.round + 1)
        else:
            self.showdown()

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        return refusals.why_not(self, seat, verb, args)

    def default_move(self, seat: int) -> str:
        moves = self.moves(seat)
        if self.stage == GUESS and self.guessing.leading():
            return f"guess {self.guessing.leading()}"
        for move in ("decline", "ready"):
            if move in moves:
                return move
        if self.stage == CHIP_ROUND and self.agreement.owing != seat and self.chips.can_touch(seat):
            free = [chip for chip in self.chips.takes(seat) if self.chips.owner(chip, self.chips.colour) < 0]
            return "put" if self.chips.own(seat) else TAKES[free[0]]
        return moves[-1]

    # 3.2 and 3.3 What challenges and specialists do to the cards

    def redraw(self, seat: i64) -> None:
        if seat >= 0:  # R5: without a white round nobody has the chip
            size = self.pockets[seat].pile.size()
            self.pockets[seat].all_to(self.discards[seat])  # R7
            self.redrawn |= 1 << seat
            for _ in range(size):
                self.pockets[seat].put(self.deck.draw())
            self.tell("redraws", seat, n=size)
            self.beat(LAND)

    def lay_away(self, seat: int, card: int) -> None:
        self.discards[seat].put(card, self.pockets[seat].take(card))
        self.tell("discards", seat, card=card, seen=1 << i64(seat))

    def announce(self, seat: int, arg: str) -> None:
        value = self.specialist.measure(self.pockets[seat].pile.cards(), self.community.cards(), arg)
        redrawn = (self.redrawn >> i64(seat)) & 1 == 1
        entry = Announcement(seat, arg, value, len(self.community), redrawn)
        self.announced = [*self.announced, entry]
        self.say(display.announcement_note(self, entry))

    def say(self, note: Note) -> None:
        if self.keeps_events:
            self.events.append(note)

    def start_giving(self) -> None:
        self.stage = GIVE
        self.together((1 << i64(self.seats)) - 1)

    def reveal(self, moves: dict[int, str]) -> None:
        self.stage = CHIP_ROUND
        self.specialist.given(self, [FRENCH.card(moves[seat].removeprefix("give ")) for seat in range(self.seats)])
        self.start_round(1)

    # 3.4 The showdown

    def strength(self, seat: i64) -> int:
        return strength(hand_of_pile(self.pockets[seat].pile) | hand_of_pile(self.community))

    def key(self, seat: int) -> int:
        hand = self.strength(seat)
        edge = (hand >> TIE_BITS) * 2 + self.specialist.edge(self, seat)
        return (edge << TIE_BITS) | (hand & ((1 << TIE_BITS) - 1))

    def showdown(self) -> None:
        order = self.chips.order()
        questions = [challenge for challenge in self.challenges if challenge.guesses()]
        if questions and first_mistake(order[:-1], self.keys()) < 0:
            self.show_hands(order[:-1])
            self.stage = GUESS
            self.guessing.start(questions, order[-1])
            self.tell("question", order[-1], n=questions[0].number, word=f"challenge-{questions[0].number}")
            self.free(self.guessing.mask())
        else:
            self.guessing.start([], order[-1])
            self.judge()

    def keys(self) -> list[int]:
        return [self.key(seat) for seat in range(self.seats)]

    def guess(self, seat: int, guess: str) -> None:
        self.guessing.guess(self, seat, guess)
        if self.guessing.done():
            self.stage = CHIP_ROUND
            self.judge()
        elif self.guessing.count == 0:
            question = self.guessing.question().number
            self.tell("question", self.guessing.holder, n=question, word=f"challenge-{question}")

    def judge(self) -> None:
        order = self.chips.order()
        mistake = first_mistake(order, self.keys())
        guessing = self.guessing
        shown = Shown(
            self.heist,
            mistake < 0 and guessing.all_right(self),
            order,
            [pocket.pile.sorted() for pocket in self.pockets],
            self.community.cards(),
            [category_name(self.strength(seat)) for seat in range(self.seats)],
            mistake,
            [question.number for question in guessing.questions],
            guessing.answers[:],
            [question.right(self, order[-1], guessing.answers[i]) for i, question in enumerate(guessing.questions)],
        )
        self.show_hands(order)
        for i, number in enumerate(shown.questions):
            self.tell("answer-right" if shown.right[i] else "answer-wrong", n=number, word=shown.answers[i])
        self.history = [*self.history, shown]
        self.end_heist(shown.success)

    def show_hands(self, order: list[int]) -> None:
        """One hand after the other is laid open, the lowest chip first; after a mistake all that are left."""
        mistake = first_mistake(order, self.keys())
        for place, seat in enumerate(order):
            if (self.revealed >> i64(seat)) & 1 == 0:
                self.revealed |= 1 << i64(seat)
                self.tell_hand(seat, place + 1)
                if place == mistake:
                    self.tell("mistake", seat, order[place - 1])
                if mistake < 0 or place <= mistake or place == len(order) - 1:
                    self.beat(FLIP)

    def tell_hand(self, seat: int, chip: int) -> None:
        if self.keeps_events:
            pocket = Pile.of(self.pockets[seat].pile.sorted())
            self.tell(f"shows-{category_name(self.strength(seat))}", seat, n=chip, cards=pocket)

    # 4. The end of a heist and of the match

    def end_heist(self, success: bool) -> None:
        if success:
            self.vaults += 1
        else:
            self.alarms += 1
        self.tell("success" if success else "failure", n=self.vaults if success else self.alarms)
        over = self.vaults == VAULT_GOAL or self.alarms == self.mode.alarm_limit
        if over:
            self.tell("won" if success else "lost")
        self.beat(CURTAIN)
        if over:
            self.finish()
        else:
            self.mode.between(self, success)
            self.start_heist()

    def result(self) -> Result:
        seats = tuple(range(self.seats))
        won = self.vaults == VAULT_GOAL
        decks = self.mode.decks(self)
        team: dict[str, object] = {"team": "win" if won else "lose"}
        return Result(
            tuple([self.vaults] * self.seats),
            seats if won else (),
            () if won else seats,
            tuple([1] * self.seats),
            {**team, "decks": decks} if decks else team,
        )

    # 3.5 Who sees what

    def zones(self) -> list[Zone]:
        return display.zones(self)

    def counters(self) -> list[Counter]:
        return display.counters(self)

    def announcements(self) -> list[Note]:
        return display.announcements(self)

    def labels(self) -> list[Label]:
        return display.labels(self)

    def ask(self, seat: int) -> Note | None:
        return display.ask(self, seat)

    def facts(self) -> dict[str, object]:
        return display.facts(self)

    def may_chat(self, seat: int) -> bool:
        if self.guessing_now() and not self.over:
            return seat != self.guessing.holder
        return self.over or self.talk_open  # R18

    def repair_world(self, seat: int, truth: Game) -> bool:
        return worlds.repair_world(self, seat)

    def copy(self) -> TheGang:
        other = TheGang(self.seats)
        self.copy_state_to(other)
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        return hinting.hints(view)


GAME: Final = TheGang
