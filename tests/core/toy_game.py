"""A small game with every kind of turn and of hidden card, for the tests of the core and of the kit itself.

Two cards each; together everybody passes one to the left; then, in any order, all knock; then one seat draws a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from koloda.core.cards import TRIANGULAR
from koloda.core.errors import BadOption
from koloda.core.game import Family, Game, Info, Result, leaders, places_of
from koloda.core.options import MatchOptions, OptionValue, choice, flag, number
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.record_types import ChanceRecord
from koloda.core.table import ALL, NOBODY, OWNER, Counter, CounterKind, Hint, Note, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.core.view import View
from koloda.games.registry import add_game, remove_game
from koloda.match import Match

# Hands 3 1, 4 2, 5 5; if chance picks seat 2 to draw first, it draws a 4, and seat 0 the next.
SHUFFLE: Final[ChanceRecord] = {"shuffle": [3, 1, 4, 2, 5, 5, 4, 4, 4, 2, 3, 3]}
PACK: Final = [1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5]
DECK: Final = ZoneKind("deck", Text("Колода", "Deck"), "pile", NOBODY)
HAND: Final = ZoneKind("hand", Text("Рука", "Hand"), "fan", OWNER, ordered=False)
KNOCKS: Final = CounterKind("knocks", Text("Стуки", "Knocks"))

INFO: Final = Info(
    id="toy",
    version=3,
    family=Family("toys", Text("Игрушки", "Toys")),
    names=Text("Игрушка", "Toy"),
    blurb=Text("Передай карту, постучи, возьми ещё.", "Pass a card, knock, draw."),
    seats=(2, 4),
    minutes=1,
    deck=TRIANGULAR,
    verbs=(
        Verb("pass", Text("Передать", "Pass"), ("card@hand",)),
        Verb("knock", Text("Постучать", "Knock")),
        Verb("draw", Text("Взять", "Draw")),
    ),
    zones=(DECK, HAND),
    counters=(KNOCKS,),
    words={
        "deal": Text("{seat} получает {cards}.", "{seat} gets {cards}."),
        "deal-hidden": Text("{seat} получает карты.", "{seat} gets cards."),
        "knock": Text("{seat} стучит: {n} {n:раз|раза|раз}.", "{seat} knocks: {n} {n:time|times}."),
        "goal": Text("Цель: {n}.", "The goal is {n}."),
        "hint-high": Text("Старшая карта: {card}.", "Highest card: {card}."),
    },
    refusals={"no-such-card": Text("Такой карты у вас нет.", "You have no such card.")},
    phases={"pass": Text("Передача", "Passing"), "knock": Text("Стук", "Knocking"), "draw": Text("Добор", "Drawing")},
    asks={
        "pass": Text("Выберите карту для соседа", "Choose a card for your neighbour"),
        "knock": Text("Постучите", "Knock"),
        "draw": Text("Возьмите карту", "Draw a card"),
    },
    waits={
        "pass": Text("Выбирают карту: {seats}", "Waiting for {seats} to choose a card"),
        "knock": Text("Стучат: {seats}", "Waiting for {seats} to knock"),
        "draw": Text("{seats} берёт карту", "Waiting for {seats} to draw"),
    },
    options=(
        flag("quiet", Text("Тихо", "Quiet"), Text("Без стука.", "No knocking.")),
        number("rounds", Text("Круги", "Rounds"), Text("Сколько раз брать.", "How often to draw."), 2, 1, 3, {4: 1}),
        choice(
            "mood",
            Text("Настрой", "Mood"),
            Text("Кто побеждает.", "Who wins."),
            "high",
            {"high": Text("Старшие", "High"), "low": Text("Младшие", "Low")},
        ),
    ),
    move_cap=20,
)


def replace_toy(game: type[Game]) -> None:
    """Let another game stand in for the toy until the test is over."""
    remove_game("toy")
    add_game(game)


class Toy(Game):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.deck = Pile()
        self.hands = piles(seats)
        self.seen: list[list[int]] = [[] for _ in range(seats)]
        self.stage = "pass"
        self.knocks = 0
        self.left = 0
        self.quiet = False
        self.sign = 1

    @staticmethod
    def check(seats: int, options: MatchOptions) -> None:
        if options.flag("quiet") and options.word("mood") == "low":
            raise BadOption("too-sad", Text("Тихо и грустно нельзя.", "Quiet and low do not go together."))

    def setup(self, options: MatchOptions) -> None:
        self.quiet = options.flag("quiet")
        self.left = options.number("rounds")
        self.sign = 1 if options.word("mood") == "high" else -1
        self.deck.fill(Pile.of(PACK))
        self.chance.shuffle(self.deck, TRIANGULAR)
        for seat, hand in enumerate(self.hands):
            self.deck.draw_to(hand, 2)
            self.seen[seat] = [0, 0]
            self.tell("deal", seat, cards=hand, seen=1 << seat)
        self.together((1 << self.seats) - 1)

    def moves(self, seat: int) -> list[str]:
        if self.stage == "pass":
            return sorted({f"pass {card}" for card in self.hands[seat].cards()})
        return [self.stage]

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        return "no-such-card" if verb == "pass" and self.stage == "pass" else ""

    def play(self, seat: int, move: str) -> None:
        if move == "knock":
            self.knocks += 1
            self.tell("knock", seat, n=self.knocks)
            self.owing &= ~(1 << seat)
            if self.owing == 0:
                self.start_drawing()
        else:
            self.hands[seat].put(self.deck.draw())
            self.seen[seat].append(0)
            self.left -= 1
            self.one(self.next_seat(seat))
            if self.left == 0:
                self.finish()

    def reveal(self, moves: dict[int, str]) -> None:
        passed = {seat: int(move.split(" ")[1]) for seat, move in moves.items()}
        for seat, card in passed.items():
            index = self.hands[seat].find(card)
            self.hands[seat].take(card)
            self.seen[seat].pop(index)
        for seat, card in passed.items():
            left = self.next_seat(seat)
            self.hands[left].put(card)
            self.seen[left].append(1 << seat)
        if self.quiet:
            self.start_drawing()
        else:
            self.stage = "knock"
            self.free((1 << self.seats) - 1)

    def start_drawing(self) -> None:
        self.stage = "draw"
        self.one(self.chance.pick(self.seats))

    def result(self) -> Result:
        keys = [self.sign * sum(hand.cards()) for hand in self.hands]
        scores = tuple(sum(hand.cards()) for hand in self.hands)
        return Result(scores, leaders(keys), (), places_of(keys), {"knocks": self.knocks})

    def phase(self) -> str:
        return self.stage

    def announcements(self) -> list[Note]:
        return [Note("goal", n=self.left)]

    def zones(self) -> list[Zone]:
        face = ALL if self.over else ""
        hands = [Zone(HAND, hand, seat, face=face, seen=self.seen[seat]) for seat, hand in enumerate(self.hands)]
        return [Zone(DECK, self.deck), *hands]

    def counters(self) -> list[Counter]:
        return [Counter(KNOCKS, self.knocks)]

    def facts(self) -> dict[str, object]:
        return {"hands": [hand.sorted() for hand in self.hands], "knocks": self.knocks, "left": self.left}

    def copy(self) -> Toy:
        other = type(self)(self.seats)
        self.copy_turn_to(other)
        other.deck.fill(self.deck)
        fill_all(other.hands, self.hands)
        other.seen = [seen[:] for seen in self.seen]
        other.stage = self.stage
        other.knocks = self.knocks
        other.left = self.left
        other.quiet = self.quiet
        other.sign = self.sign
        return other

    @staticmethod
    def hints(view: View) -> list[Hint]:
        if view.seat is None:
            return []
        return [Hint("hint-high", "", {"card": max(str(card) for card in view.cards("hand", view.seat))})]


def toy(options: Mapping[str, OptionValue] | None = None) -> Match:
    """A match of three in which everything that chance decides is known."""
    return Match.new("toy", 3, options, chance=[SHUFFLE, {"pick": 2}])
