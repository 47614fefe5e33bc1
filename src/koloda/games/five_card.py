"""Five Cards — «Пять карт», a duel for five columns.

Every column is worth its common card, and the greater sum of cards on a player's side wins it. A column holds each rank
only once, and the first card that fits nowhere ends the round.

Spec: docs/rules/five-card.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Info, Tip
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import CURTAIN, LAND, TALLY, Counter, Hint, Label, Note, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.counters import RACE, ROUND
from koloda.games.shared.families import PAIRS
from koloda.games.shared.scores import WORDS, ScoreGame, target_option
from koloda.games.shared.tags import FOR_TWO
from koloda.games.shared.zones import DECK

if TYPE_CHECKING:
    from koloda.core.view import View

COLUMN_COUNT: Final = 5
SLOTS: Final = {column: Text(f"{column + 1}-я колонка", f"Column {column + 1}") for column in range(COLUMN_COUNT)}
COMMON: Final = ZoneKind("common", Text("Общие карты", "Common cards"), "grid", slots=SLOTS)
SIDE: Final = ZoneKind("side", Text("Сторона колонки", "Side of a column"), "grid", ordered=False, slots=SLOTS)
DRAWN: Final = ZoneKind("drawn", Text("Открытая карта", "Drawn card"), "row")

INFO: Final = Info(
    id="five-card",
    version=1,
    family=PAIRS,
    names=Text("Пять карт", "Five Cards"),
    blurb=Text(
        "Дуэль за пять колонок: кладите карты туда, где они перевесят, и угадайте, когда раунд оборвётся.",
        "A duel for five columns: put your cards where they tip the scales, and sense when the round will end.",
    ),
    seats=(2, 2),
    minutes=20,
    tags=(FOR_TWO,),
    cover=(2, 5, 9),
    deck=TRIANGULAR,
    verbs=(Verb("place", Text("Положить в колонку", "Place in a column"), ("card@common",)),),
    zones=(DECK, COMMON, SIDE, DRAWN),
    counters=(ROUND, RACE),
    options=(
        target_option(
            100,
            1,
            Text(
                "Матч идёт, пока кто-нибудь не наберёт столько очков; при равенстве играют ещё раунд.",
                "The match is played until somebody has this many points; a tie means another round.",
            ),
        ),
    ),
    phases={"play": Text("Куда положить карту", "Place the card")},
    asks={"play": Text("Положите открытую карту в одну из колонок", "Place the drawn card in a column")},
    waits={"play": Text("{seats} выбирает колонку", "Waiting for {seats} to choose a column")},
    words={
        "round": WORDS["round"],
        "starts": WORDS["starts"],
        "scores": WORDS["scores"],
        "wins": WORDS["wins"],
        "label-sum": WORDS["label-sum"],
        "common": Text("Общие карты: {cards}.", "Common cards: {cards}."),
        "again": Text(
            "Повторы вернулись в колоду, она перетасована.", "The duplicates go back and the deck is shuffled again."
        ),
        "drawn": Text("{seat|Вы} {seat:открывает|открываете} {cards}.", "{seat|You} {seat:turns|turn} {cards}."),
        "place": Text(
            "{seat|Вы} {seat:кладёт|кладёте} {cards} в колонку {n}.",
            "{seat|You} {seat:places|place} {cards} in column {n}.",
        ),
        "no-room": Text(
            "{seat|Вы} {seat:открывает|открываете} {cards}: места нет, раунд окончен.",
            "{seat|You} {seat:turns|turn} {cards}: no room, the round is over.",
        ),
        "column": Text(
            "{seat|Вы} {seat:выигрывает|выигрываете} колонку {cards}: {n} {n:очко|очка|очков}.",
            "{seat|You} {seat:wins|win} column {cards}: {n} {n:point|points}.",
        ),
        "column-tied": Text(
            "Колонка {cards} поровну: каждому {n} {n:очко|очка|очков}.",
            "Column {cards} is tied: {n} {n:point|points} each.",
        ),
        "hint-score": Text(
            "Если бы раунд кончился сейчас: {mine} : {theirs}.", "If the round ended now: {mine} to {theirs}."
        ),
        "hint-place": Text(
            "В колонке {column} станет {mine} против {theirs}.", "Column {column} would stand {mine} to {theirs}."
        ),
        "hint-ends": Text(
            "Скоро могут не лечь (карта: колонок из 5 / осталось карт): {ranks}.",
            "May soon fit nowhere (card: columns of 5 / copies left): {ranks}.",
        ),
    },
    refusals={
        "no-column": Text("Такой колонки нет.", "There is no such column."),
        "rank-there": Text("В этой колонке такая карта уже лежит.", "That column has a card of that rank already."),
    },
    tips=(
        Tip(
            "phase play",
            "zone drawn",
            Text(
                "Эту карту надо положить в одну из пяти колонок на вашу сторону. Одинаковых чисел в колонке быть не "
                "может — ни с какой стороны.",
                "This card goes to your side of one of the five columns. A number may lie in a column only once, on "
                "whichever side.",
            ),
        ),
        Tip(
            "note drawn",
            "zone common",
            Text(
                "Общая карта говорит, сколько очков стоит колонка. За девятку и десятку боритесь в первую очередь.",
                "The common card says how many points its column is worth. Fight for the 9 and the 10 first.",
            ),
        ),
        Tip(
            "note place",
            "zone side",
            Text(
                "В каждой колонке сравнивают суммы двух сторон: важны числа, а не сколько карт.",
                "In each column the sums of the two sides are compared: numbers matter, not how many cards there are.",
            ),
        ),
        Tip(
            "note no-room",
            "zone common",
            Text(
                "Карту положить некуда — раунд кончился. Теперь каждая колонка достаётся той стороне, где сумма "
                "больше.",
                "There is no room for the card, so the round is over. Every column now goes to the side with the "
                "greater sum.",
            ),
        ),
    ),
)


class FiveCard(ScoreGame):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.common = Pile()
        self.sides = piles(2 * COLUMN_COUNT)  # seat * COLUMN_COUNT + column
        self.drawn = Pile()
        self.starter: i64 = 0

    # 2. Setup of every round

    def setup(self, options: MatchOptions) -> None:
        self.target = options.number("target")
        self.lay_common()
        self.starter = self.chance.pick(2)
        self.start_round()

    def lay_common(self) -> None:
        self.round += 1
        self.begin_deal()
        self.tell("round", n=self.round)
        self.common.clear()
        self.drawn.clear()
        for side in self.sides:
            side.clear()
        self.shuffle_pack()
        aside = Pile()
        while self.common.size() < COLUMN_COUNT:
            card = self.deck.draw()
            if self.common.has(card):
                aside.put(card)
            else:
                self.common.put(card)
        self.common.sort()
        self.tell("common", cards=self.common)
        if aside.size() > 0:  # R1
            aside.all_to(self.deck)
            self.chance.shuffle(self.deck, TRIANGULAR)
            self.tell("again")

    def start_round(self) -> None:
        self.tell("starts", self.starter)
        self.next_turn(self.starter)

    # 3. Play

    def next_turn(self, seat: i64) -> None:
        card = self.deck.draw()
        self.drawn.clear()
        self.drawn.put(card)
        if self.rooms(card):
            self.tell("drawn", seat, card=card)
            self.one(seat)
        else:  # R2
            self.tell("no-room", seat, card=card)
            self.beat(LAND)
            self.end_round()

    def rooms(self, card: i64) -> list[int]:
        """The columns that do not contain the rank."""
        return [column for column in range(COLUMN_COUNT) if not self.contains(column, card)]

    def contains(self, column: i64, card: i64) -> bool:
        if self.common.at(column) == card:
            return True
        return self.sides[column].has(card) or self.sides[COLUMN_COUNT + column].has(card)

    def moves(self, seat: int) -> list[str]:
        return [PLACES[self.common.at(column)] for column in self.rooms(self.drawn.at(0))]  # R7

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb != "place" or len(args) != 1:
            return ""
        return "rank-there" if args[0] in [str(card) for card in self.common.cards()] else "no-column"

    def default_move(self, seat: int) -> str:
        return self.moves(seat)[0]

    def play(self, seat: int, move: str) -> None:
        common = int(move.partition(" ")[2])
        card = self.drawn.at(0)
        self.sides[seat * COLUMN_COUNT + self.common.find(common)].put(card)
        self.tell("place", seat, card=card, n=common)
        self.next_turn(self.next_seat(seat))

    # 4. Scoring, end, result

    def end_round(self) -> None:
        points = [0, 0]
        for column in range(COLUMN_COUNT):
            won = self.score_column(column)
            points = [points[0] + won[0], points[1] + won[1]]
        for seat, n in enumerate(points):
            self.tell("scores", seat, n=n)
        self.beat(CURTAIN)
        if max(self.scores) >= self.target and self.scores[0] != self.scores[1]:  # R5
            self.win()
            return
        if points[0] == points[1]:
            self.starter = 1 - self.starter  # R4
        else:
            self.starter = 0 if points[0] < points[1] else 1
        self.lay_common()
        self.start_round()

    def score_column(self, column: i64) -> list[int]:
        worth = self.common.at(column)
        won = column_points(worth, self.side_sum(0, column), self.side_sum(1, column))
        self.scores[0] += won[0]
        self.scores[1] += won[1]
        if won[0] == won[1]:
            self.tell("column-tied", card=worth, n=won[0])
        else:
            self.tell("column", 0 if won[0] > won[1] else 1, card=worth, n=worth)
        self.beat(TALLY)
        return won

    def side_sum(self, seat: i64, column: i64) -> int:
        """The sum of a side."""
        return total(self.sides[seat * COLUMN_COUNT + column].cards())

    # What lies on the table

    def zones(self) -> list[Zone]:
        table = [Zone(DECK, self.deck), Zone(DRAWN, self.drawn)]
        table += [Zone(COMMON, Pile.of([card]), slot=column) for column, card in enumerate(self.common.cards())]
        return table + [Zone(SIDE, side, i // COLUMN_COUNT, i % COLUMN_COUNT) for i, side in enumerate(self.sides)]

    def counters(self) -> list[Counter]:
        points = [Counter(RACE, score, seat, self.target) for seat, score in enumerate(self.scores)]
        return [Counter(ROUND, self.round), *points]

    def labels(self) -> list[Label]:
        sums = [(seat, column, self.side_sum(seat, column)) for seat in range(2) for column in range(COLUMN_COUNT)]
        return [Label("side", Note("label-sum", n=n), seat, column) for seat, column, n in sums if n]

    def facts(self) -> dict[str, object]:
        sides = [side.sorted() for side in self.sides]
        return {
            **self.score_facts(),
            "common": self.common.cards(),
            "sides": [sides[:COLUMN_COUNT], sides[COLUMN_COUNT:]],
            "drawn": self.drawn.at(0),
            "starter": self.starter,
            "deck_count": len(self.deck),
        }

    def copy(self) -> FiveCard:
        other = FiveCard(self.seats)
        self.copy_scores_to(other)
        other.common.fill(self.common)
        fill_all(other.sides, self.sides)
        other.drawn.fill(self.drawn)
        other.starter = self.starter
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        seat = view.seat
        if seat is None:
            return []
        common, sums = columns_of(view)
        points = round_points(common, sums)
        hints = [Hint("hint-score", "", {"mine": points[seat], "theirs": points[1 - seat]})]
        card = total(view.cards("drawn"))
        for move in view.legal:
            column = common.index(int(move.partition(" ")[2]))
            mine, theirs = sums[seat * COLUMN_COUNT + column] + card, sums[(1 - seat) * COLUMN_COUNT + column]
            hints.append(Hint("hint-place", move, {"column": common[column], "mine": mine, "theirs": theirs}))
        ranks = [f"{rank}: {n}/{left}" for rank, n, left in spread(view) if n >= 3 and left > 0]
        return [*hints, Hint("hint-ends", "", {"ranks": ", ".join(ranks)})] if ranks else hints


PLACES: Final = [f"place {rank}" for rank in range(11)]
GAME: Final = FiveCard


def total(cards: list[int] | list[int | str | None]) -> int:
    """The sum of open cards."""
    return sum([int(str(card)) for card in cards])


def round_points(common: list[int], sums: list[int]) -> list[int]:
    """What each seat gets for the columns; ``sums`` are those of seat 0, then those of seat 1 (R3, R6)."""
    points = [0, 0]
    for column, worth in enumerate(common):
        won = column_points(worth, sums[column], sums[COLUMN_COUNT + column])
        points = [points[0] + won[0], points[1] + won[1]]
    return points


def column_points(worth: i64, first: int, second: int) -> list[int]:
    """What each seat gets for a column with these two sums.

    >>> column_points(9, 7, 3), column_points(9, 4, 4)
    ([9, 0], [4, 4])
    """
    if first == second:
        return [worth // 2, worth // 2]
    return [worth, 0] if first > second else [0, worth]


def columns_of(view: View) -> tuple[list[int], list[int]]:
    """The common cards and the sums of all ten sides."""
    common = [total(view.cards("common", None, column)) for column in range(COLUMN_COUNT)]
    return common, [total(view.cards("side", seat, column)) for seat in range(2) for column in range(COLUMN_COUNT)]


def spread(view: View) -> list[tuple[int, int, int]]:
    """For each rank: in how many columns it lies, and how many copies the deck still holds."""
    laid = [card for zone in view.zones if zone.name in ("common", "side") for card in zone.cards]
    drawn = view.cards("drawn")
    return [(rank, laid.count(rank), rank - laid.count(rank) - drawn.count(rank)) for rank in range(1, 11)]
