"""Drunkard — «Пьяница», War: the highest card takes the battle, and nobody decides anything.

Whoever collects all cards has won.

Spec: docs/rules/drunkard.md
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.cards import FRENCH
from koloda.core.game import Game, Info, Result, Tip, places_of
from koloda.core.options import MatchOptions, flag, number
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import EVERYONE, GATHER, LAND, NOBODY, Counter, CounterKind, Note, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.families import CLASSICS
from koloda.games.shared.french_packs import pack_option, short_pack

ACE_RANK: Final = 12
NOT_OUT_YET: Final = 1_000_000  # a number of battles that none reaches
FLIP: Final = ["flip"]
PILE: Final = ZoneKind("pile", Text("Стопка", "Pile"), "pile", NOBODY)
LAID: Final = ZoneKind("laid", Text("В схватке", "In the battle"), "trick")
ASIDE: Final = ZoneKind("aside", Text("Лишние карты", "Left over"), "pile", NOBODY)
BATTLES: Final = CounterKind("battles", Text("Схватки", "Battles"))
CARDS: Final = CounterKind("cards", Text("Карты", "Cards"), "cards")

INFO: Final = Info(
    id="drunkard",
    version=2,
    family=CLASSICS,
    names=Text("Пьяница", "Drunkard"),
    blurb=Text(
        "Старшая карта забирает всё, спор решает следующая: думать не надо, надо надеяться.",
        "The highest card takes all and ties are fought out: no thinking, just hoping.",
    ),
    seats=(2, 12),
    minutes=10,
    usual_seats=2,
    cover=("6d", "As", "Kh"),
    deck=FRENCH,
    verbs=(Verb("flip", Text("Открыть карту", "Flip"), auto=True),),
    zones=(PILE, LAID, ASIDE),
    counters=(BATTLES, CARDS),
    options=(
        pack_option(36, 52),  # R1
        flag(
            "low_beats_ace",
            Text("Младшая бьёт туза", "The lowest beats the ace"),
            Text("Шестёрка (или двойка) старше туза.", "A six (or two) beats an ace."),
        ),
        number(
            "max_battles",
            Text("Предел схваток", "Battle limit"),
            Text(
                "После стольких схваток побеждает большая стопка; в книге предела нет.",
                "After this many battles the largest pile wins; the book has no limit.",
            ),
            5000,
            1,
            10_000,
        ),
    ),
    phases={"play": Text("Схватка", "Battle")},
    asks={"play": Text("Откройте верхнюю карту", "Turn up your top card")},
    waits={"play": Text("{seats} открывает карту", "Waiting for {seats} to turn up a card")},
    words={
        "deals": Text(
            "{seat|Вы} {seat:сдаёт|сдаёте} и {seat:открывает|открываете} первую карту.",
            "{seat|You} {seat:deals|deal} and {seat:leads|lead}.",
        ),
        "lays": Text("{seat|Вы}: {cards}.", "{seat|You}: {cards}."),
        "tie": Text("Спор! Старших карт: {n}.", "A {n}-way tie!"),
        "no-card": Text(
            "{seat|Вы} больше не {seat:может|можете} спорить: карт нет.",
            "{seat|You} {seat:has|have} no card left for the tie.",
        ),
        "takes": Text(
            "{seat|Вы} {seat:забирает|забираете} {n} {n:карту|карты|карт}.",
            "{seat|You} {seat:takes|take} {n} {n:card|cards}.",
        ),
        "out": Text(
            "{seat|Вы} {seat:выходит|выходите} из игры: место {n}.", "{seat|You} {seat:is|are} out: place {n}."
        ),
        "wins": Text("{seat|Вы} {seat:побеждает|побеждаете}.", "{seat|You} {seat:wins|win}."),
        "limit": Text("Сыграно схваток: {n}. Считаем карты.", "{n} {n:battle|battles} are enough: piles are counted."),
        "is-out": Text("{seat|Вы} вне игры.", "{seat|You} {seat:is|are} out."),
        "last": Text(
            "Последняя схватка: {cards}. {seat:Забирает|Забираете} {seat|вы}.",
            "The last battle: {cards}. {seat|You} {seat:takes|take} it.",
        ),
    },
    refusals={},
    move_cap=10_000,
    pure_chance=True,
    out_notes=("is-out",),
    tips=(
        Tip(
            "phase play",
            "zone pile",
            Text(
                "Это ваша стопка, в неё никто не заглядывает. Откройте верхнюю карту: кто открыл старшую, тот "
                "забирает все.",
                "This is your pile, and nobody looks into it. Flip the top card: the highest card takes them all.",
            ),
        ),
        Tip(
            "note tie",
            "zone laid",
            Text(
                "Старшие карты равны: их хозяева кладут ещё по одной, и сравнивают только новые.",
                "The highest cards are equal: their owners lay one more each, and only the new ones are compared.",
            ),
        ),
        Tip(
            "note takes",
            "zone laid",
            Text(
                "Победитель кладёт всё под свою стопку. Остались без карт — выбыли; собрали все — выиграли.",
                "The winner puts all of it under their pile. Without cards you are out; with all of them you have won.",
            ),
        ),
    ),
)


class Drunkard(Game):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.piles = piles(seats)
        self.aside = Pile()
        self.laid = Pile()
        self.laid_by = Pile()  # whose each card is while they lie in the middle, kept for those who watch
        self.out: list[int] = [NOT_OUT_YET] * seats
        self.winner: i64 = -1
        self.dealer = 0
        self.battles = 0
        self.low_rank: i64 = -1
        self.max_battles = 0

    # 2. Setup

    def setup(self, options: MatchOptions) -> None:
        size = options.number("deck")
        self.low_rank = (52 - size) // 4 if options.flag("low_beats_ace") else -1
        self.max_battles = options.number("max_battles")
        self.begin_deal()
        self.dealer = self.chance.pick(self.seats)
        self.aside.fill(short_pack(size))
        self.chance.shuffle(self.aside, FRENCH)
        seat: i64 = self.dealer
        for _ in range(size - size % self.seats):  # R2: the surplus stays aside
            seat = self.next_seat(seat)
            self.piles[seat].put(self.aside.draw())
        self.tell("deals", self.dealer)
        self.one(self.dealer)

    # 3. Play

    def moves(self, seat: int) -> list[str]:
        return FLIP  # R8

    def play(self, seat: int, move: str) -> None:
        self.battles += 1
        self.laid.clear()
        self.winner = self.battle(self.in_order(seat))
        self.tell("takes", self.winner, n=self.laid.size())
        pile = self.piles[self.winner]
        for i in range(len(self.laid)):  # R3: in the order in which they were laid
            pile.put(self.laid.at(i))
        self.laid_by.clear()
        self.drop_out()
        self.beat(GATHER)
        self.next_battle(seat)

    def in_order(self, leader: i64) -> list[int]:
        """The seats with cards, clockwise from the leader."""
        seats: list[int] = []
        seat = leader
        for _ in range(self.seats):
            if self.piles[seat].size() > 0:
                seats.append(seat)
            seat = self.next_seat(seat)
        return seats

    def battle(self, fighting: list[int]) -> i64:
        """Let the seats lay cards until one of them has won."""
        while True:
            tied = self.lay(fighting)
            fighting = tied if len(tied) == 1 else self.able_to_fight(tied)
            self.beat(LAND)
            if len(fighting) == 1:
                return fighting[0]
            if not fighting:
                return tied[0]  # R5

    def able_to_fight(self, tied: list[int]) -> list[int]:
        """The tied seats that have another card (R4, R7)."""
        self.tell("tie", n=len(tied))
        able = [seat for seat in tied if self.piles[seat].size() > 0]
        for seat in tied:
            if seat not in able:
                self.tell("no-card", seat)
        return able

    def lay(self, fighting: list[int]) -> list[int]:
        """One card of each seat; returns the seats that laid the highest."""
        ranks: list[int] = []
        for seat in fighting:
            card = self.piles[seat].draw()
            self.laid.put(card)
            ranks.append(card >> 2)
            if self.keeps_events:
                self.laid_by.put(seat)
                self.tell("lays", seat, card=card)
        top = max(ranks)
        if top == ACE_RANK and self.low_rank in ranks:
            top = self.low_rank
        return [seat for seat, rank in zip(fighting, ranks, strict=True) if rank == top]

    def drop_out(self) -> None:
        for seat in range(self.seats):
            if self.out[seat] == NOT_OUT_YET and self.piles[seat].size() == 0:  # R6: the winner holds the cards already
                self.out[seat] = self.battles
        if self.keeps_events:
            for seat, place in enumerate(places_of(self.out)):
                if self.out[seat] == self.battles:
                    self.tell("out", seat, n=place)

    def next_battle(self, leader: i64) -> None:
        following = self.in_order(self.next_seat(leader))
        if len(following) == 1:
            self.tell("wins", self.winner)
            self.finish()
        elif self.battles == self.max_battles:
            self.tell("limit", n=self.battles)
            self.finish()
        else:
            self.one(following[0])

    # 4. End

    def places(self) -> tuple[int, ...]:
        """Seats that are still in stand above all others, by pile size (R9)."""
        return places_of([out + len(pile) for out, pile in zip(self.out, self.piles, strict=True)])

    def result(self) -> Result:
        standing = self.places()
        winners = tuple(seat for seat, place in enumerate(standing) if place == 1)
        return Result(tuple(len(pile) for pile in self.piles), winners, (), standing)

    # What lies on the table

    def announcements(self) -> list[Note]:
        gone = [Note("is-out", seat) for seat, out in enumerate(self.out) if out != NOT_OUT_YET]
        if self.winner < 0 or self.laid_by.size() > 0:
            return gone
        return [Note("last", self.winner, cards=tuple(self.laid.cards())), *gone]

    def zones(self) -> list[Zone]:
        zones = [Zone(PILE, pile, seat, seen=self.seen(seat)) for seat, pile in enumerate(self.piles)]
        lying = list(zip(self.laid_by.cards(), self.laid.cards(), strict=False))
        for seat in range(self.seats):
            zones.append(Zone(LAID, Pile.of([card for owner, card in lying if owner == seat]), seat))
        return [*zones, Zone(ASIDE, self.aside)]

    def seen(self, seat: int) -> list[int] | None:
        """The cards of the last battle are still in sight, under the winner's pile."""
        if seat != self.winner or self.laid_by.size() > 0:
            return None
        fresh = len(self.laid)
        return [0] * (len(self.piles[seat]) - fresh) + [EVERYONE] * fresh

    def counters(self) -> list[Counter]:
        sizes = [Counter(CARDS, len(pile), seat) for seat, pile in enumerate(self.piles)]
        return [Counter(BATTLES, self.battles, goal=self.max_battles), *sizes]

    def facts(self) -> dict[str, object]:
        gone = [self.over or out != NOT_OUT_YET for out in self.out]
        return {
            "battles": self.battles,
            "dealer": self.dealer,
            "piles": [FRENCH.values(pile.cards()) for pile in self.piles],
            "pile_sizes": [len(pile) for pile in self.piles],
            "aside_count": len(self.aside),
            "last": [self.winner, FRENCH.values(self.laid.cards())] if self.battles else None,
            "places": [place if placed else None for place, placed in zip(self.places(), gone, strict=True)],
            "winners": list(self.result().winners) if self.over else [],
        }

    def copy(self) -> Drunkard:
        other = Drunkard(self.seats)
        self.copy_turn_to(other)
        fill_all(other.piles, self.piles)
        other.aside.fill(self.aside)
        other.laid.fill(self.laid)
        other.laid_by.fill(self.laid_by)
        other.out = self.out[:]
        other.winner = self.winner
        other.dealer = self.dealer
        other.battles = self.battles
        other.low_rank = self.low_rank
        other.max_battles = self.max_battles
        return other


GAME: Final = Drunkard
