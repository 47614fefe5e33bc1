"""Pairs — «Дайте две!», with the house rules Continuous Pairs, Pieces of Eight and Calamities.

Points are bad. Whoever pairs a card of their own row takes it as points; whoever folds takes the lowest card in play.
There is no winner, only one loser: the first to reach the losing score.

Spec: docs/rules/pairs.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Info, Result, Tip
from koloda.core.options import MatchOptions, flag, number
from koloda.core.pile import fill_all, piles
from koloda.core.table import CURTAIN, GATHER, LAND, Counter, Hint, Label, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.counters import POINTS, ROUND
from koloda.games.shared.families import PAIRS
from koloda.games.shared.tags import RISK
from koloda.games.shared.triangle import (
    BURNT,
    EIGHT,
    HIT,
    PIECES_OF_EIGHT,
    REFUSALS,
    ROW,
    WORDS,
    TriangleGame,
    pair_percent,
    unseen_cards,
    unseen_hint,
)
from koloda.games.shared.zones import DECK, DISCARD

if TYPE_CHECKING:
    from koloda.core.view import View

SCORE: Final = ZoneKind("score", Text("Карты за очки", "Score cards"), "row")

INFO: Final = Info(
    id="pairs",
    version=1,
    family=PAIRS,
    names=Text("Дайте две!", "Pairs"),
    blurb=Text(
        "Берите карты, пока не боитесь пары: очки здесь — беда, и проигрывает только один.",
        "Take cards until you fear a pair: points are bad, and there is just one loser.",
    ),
    seats=(2, 8),
    minutes=10,
    tags=(RISK,),
    cover=(3, 7, 7),
    deck=TRIANGULAR,
    verbs=(
        HIT,
        Verb("fold", Text("Спасовать", "Fold"), ("card@row", "seat"), optional=2),
        EIGHT,
    ),
    zones=(DECK, BURNT, DISCARD, ROW, SCORE),
    counters=(ROUND, POINTS),
    options=(
        flag(
            "continuous",
            Text("Дайте много!", "Continuous Pairs"),
            Text(
                "Раундов нет: сбрасывает ряд только тот, кто взял очки.",
                "No rounds: only the seat that scores drops its row.",
            ),
        ),
        PIECES_OF_EIGHT,
        flag(
            "sevens",
            Text("Семь бед, один ответ", "Calamities"),
            Text("Взятая семёрка заставляет ходить ещё раз.", "A 7 that you draw makes you move again."),
        ),
        number(
            "target",
            Text("Проигрышный счёт", "Losing score"),
            Text("Сколько очков проигрывают матч.", "The points that lose the match."),
            11,
            5,
            31,
            {2: 31, 3: 21, 4: 16, 5: 13},  # R2: the table, 11 from six seats on
        ),
    ),
    phases={"play": Text("Взять или спасовать", "Hit or fold")},
    asks={"play": Text("Возьмите карту или спасуйте", "Hit for a card, or fold")},
    waits={"play": Text("{seats} решает, взять карту или спасовать", "Waiting for {seats} to hit or fold")},
    words={
        **WORDS,
        "pair": Text(
            "{seat|Вы} {seat:берёт|берёте} {cards} — пара! {n} {n:очко|очка|очков}.",
            "{seat|You} {seat:hits|hit} {cards}: a pair! {n} {n:point|points}.",
        ),
        "fold": Text(
            "{seat|Вы} {seat:пасует|пасуете} и {seat:берёт|берёте} {cards} (ряд: {other|ваш}): "
            "{n} {n:очко|очка|очков}.",
            "{seat|You} {seat:folds|fold} and {seat:takes|take} {cards} from {other|you}{other:'s|r} row: "
            "{n} {n:point|points}.",
        ),
        "again": Text("Семёрка: {seat|вы} {seat:ходит|ходите} ещё раз.", "A 7: {seat|you} {seat:moves|move} again."),
        "skip": Text("{seat|Вы} не {seat:может|можете} ходить.", "{seat|You} cannot move."),
        "loses": Text(
            "{seat|Вы} {seat:проигрывает|проигрываете}: {n} {n:очко|очка|очков}.",
            "{seat|You} {seat:loses|lose} with {n} {n:point|points}.",
        ),
        "advice-first": Text("шанс уцелеть {share}", "{share} chance to survive"),
        "hint-hit": Text(
            "Взять: риск пары {percent}%, в среднем {whole},{tenth} очка.",
            "Hit: {percent}% to pair, {whole}.{tenth} points on average.",
        ),
        "hint-fold": Text(
            "Спасовать: {n} {n:очко|очка|очков} за карту из чужого ряда ({seat}); до проигрыша останется {left}.",
            "Fold: {n} {n:point|points} from {seat}'s row; {left} left before you lose.",
        ),
        "hint-fold-own": Text(
            "Спасовать: {n} {n:очко|очка|очков} за карту из вашего ряда; до проигрыша останется {left}.",
            "Fold: {n} {n:point|points} from your own row; {left} left before you lose.",
        ),
        "hint-fold-loses": Text(
            "Спасовать: {n} {n:очко|очка|очков}, и вы проиграете.", "Fold: {n} {n:point|points}, and you lose."
        ),
    },
    lone_loser=True,
    refusals={
        **REFUSALS,
        "empty-row": Text("С пустым рядом пасовать нельзя.", "An empty row cannot fold."),
        "no-such-card": Text("Такой карты в этом ряду нет.", "That row has no such card."),
    },
    tips=(
        Tip(
            "phase play",
            "zone row",
            Text(
                "Это ваш ряд. Новая карта ложится в него. Если такая уже есть — пара: её число пойдёт вам в очки.",
                "This is your row. A new card joins it. If it has such a card already, that is a pair, and you score "
                "its number.",
            ),
        ),
        Tip(
            "verb fold",
            "prompt",
            Text(
                "Страшно брать? Спасуйте: возьмёте карту со стола, и очков будет только столько, сколько на ней.",
                "Afraid of a pair? Fold: you take a card from the table and score no more than it shows.",
            ),
        ),
        Tip(
            "note hit",
            "zone deck",
            Text(
                "В колоде десять десяток, девять девяток… и всего одна единица. Старшие карты чаще дают пару.",
                "The deck has ten 10s, nine 9s … and a single 1. High cards make pairs most often.",
            ),
        ),
        Tip(
            "note pair",
            "counter points",
            Text(
                "Пара! Очки здесь — беда: проиграет тот, кто первым наберёт проигрышный счёт. Остальные спасутся.",
                "A pair! Points are bad here: the first to reach the losing score loses, and everybody else gets away.",
            ),
        ),
    ),
)


class Pairs(TriangleGame):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.score_cards = piles(seats)
        self.scores: list[int] = [0] * seats
        self.loser = -1
        self.continuous = False
        self.eights = False
        self.sevens = False
        self.target = 0

    # 2. Setup

    def setup(self, options: MatchOptions) -> None:
        self.continuous = options.flag("continuous")
        self.eights = options.flag("pieces_of_eight")
        self.sevens = options.flag("sevens")
        self.target = options.number("target")
        self.new_deck()
        self.deal()

    def deal(self) -> None:
        self.round += 1
        self.begin_deal()
        self.tell("round", n=self.round)
        self.deal_rows()
        self.one(self.lowest_starts())

    def start_key(self, card: i64) -> i64:
        return 0 if self.sevens and card == 7 else card

    # 3. Play

    def moves(self, seat: int) -> list[str]:
        row = self.rows[seat]
        moves = ["fold", "hit"] if self.can_draw() else ["fold"]  # R5
        if self.eights and row.has(8) and len(moves) == 2:
            moves.append("eight")
        if self.continuous:
            moves.remove("fold")
            if row.size() > 0:
                for owner, other in enumerate(self.rows):
                    moves += [FOLDS[card][owner] for card in other.cards()]  # R7, R10
        return moves

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb == "hit" and not args:
            return "no-card"
        if verb == "eight" and not args:
            if not self.eights:
                return "house-rule-off"
            return "no-card" if self.rows[seat].has(8) else "no-eight"
        if verb == "fold" and self.continuous:
            return "no-such-card" if self.rows[seat].size() else "empty-row"
        return "house-rule-off" if verb == "fold" else ""

    def default_move(self, seat: int) -> str:
        return "hit" if self.can_draw() else min(self.moves(seat))

    def play(self, seat: int, move: str) -> None:
        if move == "hit":
            self.hit(seat)
        elif move == "eight":
            self.eight(seat)
        elif move == "fold":
            self.fold(seat)
        else:
            _, card, owner = move.split(" ")
            self.take_in_play(seat, int(card), int(owner))

    def hit(self, seat: i64) -> None:
        card = self.hit_card(seat)
        self.end_action(seat, card < 0, card == 7 or card == -7)

    def eight(self, seat: i64) -> None:
        first, second = self.swap_eight(seat)
        seven = first == 7 or first == -7 or second == 7 or second == -7
        self.end_action(seat, first < 0 or second < 0, seven)  # R14: the extra turn comes after the second card

    def fold(self, seat: i64) -> None:
        card, owner = self.lowest_in_play()
        self.take_in_play(seat, card, owner)

    def lowest_in_play(self) -> tuple[i64, i64]:
        low: i64 = 255
        owner: i64 = 0
        for seat, row in enumerate(self.rows):
            card = row.lowest()
            if card < low:
                low = card
                owner = seat
        return low, owner  # R8: which of several equal cards goes makes no difference

    def take_in_play(self, seat: i64, card: i64, owner: i64) -> None:
        self.rows[owner].take(card)
        self.tell("fold", seat, owner, card, card)
        self.score(seat, card)
        self.end_action(seat, True, False)  # R12: a 7 taken by folding gives no extra turn

    def paired(self, seat: i64, card: i64) -> None:
        self.tell("pair", seat, card=card, n=card)
        self.beat(LAND)
        row = self.rows[seat]
        row.take_at(row.size() - 1)
        self.score(seat, card)  # R9: the drawn card is the score card

    def score(self, seat: i64, card: i64) -> None:
        self.score_cards[seat].put(card)
        points = self.scores[seat] + int(card)
        self.scores[seat] = points
        if points >= self.target:
            self.loser = seat
            self.tell("loses", seat, n=points)
            self.finish()

    def end_action(self, seat: i64, scored: bool, seven: bool) -> None:
        if self.over:
            self.beat(CURTAIN)
            return
        if not scored:
            self.next_turn(seat, seven and self.sevens)
        elif self.continuous:
            self.beat(GATHER)
            self.rows[seat].all_to(self.discard)
            self.next_turn(seat, seven and self.sevens)  # R11: only a 7 makes the seat act at once
        else:
            self.beat(CURTAIN)
            for row in self.rows:
                row.all_to(self.discard)
            self.deal()

    def next_turn(self, seat: i64, again: bool) -> None:
        if again and self.can_move(seat):
            self.tell("again", seat)
        else:
            seat = self.next_seat(seat)
            while not self.can_move(seat):  # R5
                self.tell("skip", seat)
                seat = self.next_seat(seat)
        self.one(seat)

    def can_move(self, seat: i64) -> bool:
        return self.rows[seat].size() > 0 or self.can_draw()

    # 4. End and result

    def result(self) -> Result:
        last = [self.seats if seat == self.loser else 1 for seat in range(self.seats)]
        return Result(tuple(self.scores), (), (self.loser,), tuple(last))

    # What lies on the table

    def zones(self) -> list[Zone]:
        return self.triangle_zones()

    def lay_out(self) -> list[Zone]:
        zones = super().lay_out()
        for seat, pile in enumerate(self.score_cards):
            zones.append(Zone(SCORE, pile, seat))
        return zones

    def counters(self) -> list[Counter]:
        look = self.last_look
        if look is None:
            return self.new_counters()
        if not self.are_still(look.counters):
            look.counters = self.new_counters()
        return look.counters

    def seat_scores(self) -> list[int]:
        return self.scores[:]

    def are_still(self, counters: list[Counter]) -> bool:
        if not counters or counters[0].value != self.round:
            return False
        return all(counters[seat + 1].value == score for seat, score in enumerate(self.scores))

    def new_counters(self) -> list[Counter]:
        counters = [Counter(ROUND, self.round)]
        for seat, score in enumerate(self.scores):
            counters.append(Counter(POINTS, score, seat, self.target))
        return counters

    def labels(self) -> list[Label]:
        return self.pair_labels()

    def facts(self) -> dict[str, object]:
        return {
            "scores": list(self.scores),
            "stacks": [row.cards() for row in self.rows],
            "round": self.round,
            "deck_count": len(self.deck),
            "discard_count": self.discard_count(),
            "losers": [self.loser] if self.over else [],
        }

    def copy(self) -> Pairs:
        other = Pairs(self.seats)
        self.copy_triangle_to(other)
        fill_all(other.score_cards, self.score_cards)
        other.scores = self.scores[:]
        other.loser = self.loser
        other.continuous = self.continuous
        other.eights = self.eights
        other.sevens = self.sevens
        other.target = self.target
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        seat = view.seat
        if seat is None or ("hit" not in view.legal and "fold" not in view.legal):
            return []
        unseen = unseen_cards(view)
        row = view.cards("row", seat)
        tenths = round(10 * sum(rank for rank in unseen if rank in row) / max(1, len(unseen)))
        args = {"percent": pair_percent(row, unseen), "whole": tenths // 10, "tenth": tenths % 10}
        hints = [Hint("hint-hit", "hit", args)] if "hit" in view.legal else []
        if "fold" in view.legal:
            low, owner = min((int(str(c)), s) for s in range(view.seats) for c in view.cards("row", s))
            left = view.number("target") - view.counter("points", seat) - low
            kind = "hint-fold-loses" if left <= 0 else "hint-fold-own" if owner == seat else "hint-fold"
            hints.append(Hint(kind, "fold", {"n": low, "seat": owner, "left": left}))
        return [*hints, unseen_hint(unseen)]


FOLDS: Final = [[f"fold {card} {seat}" for seat in range(8)] for card in range(11)]
GAME: Final = Pairs
