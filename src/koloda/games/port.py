"""Port — «Лево руля!».

Points are good. All players draw to their own rows and stop when they like; a pair throws them out of the round.
The higher the sum of a row that stopped, the more points; whoever alone reaches the target wins.

Spec: docs/rules/port.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Info, Result, Tip, leaders, places_of
from koloda.core.options import MatchOptions, number
from koloda.core.table import CURTAIN, LAND, Counter, Hint, Label, Note, Zone
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.chips import max_rounds_option
from koloda.games.shared.counters import RACE, ROUND
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
    numbers,
    pair_percent,
    unseen_cards,
    unseen_hint,
)
from koloda.games.shared.zones import DECK, DISCARD

if TYPE_CHECKING:
    from koloda.core.view import View

IN: Final = 0
FOLDED: Final = 1
OUT: Final = 2
NOT_IN_PLAYOFF: Final = 3
STATUS: Final = ("in", "folded", "out", "-")

INFO: Final = Info(
    id="port",
    version=2,
    family=PAIRS,
    names=Text("Лево руля!", "Port"),
    blurb=Text(
        "Наберите сумму больше, чем у соседей, и остановитесь вовремя: пара выбивает из раунда.",
        "Build a bigger sum than the others and stop in time: a pair throws you out of the round.",
    ),
    seats=(2, 7),
    minutes=20,
    tags=(RISK,),
    cover=(6, 9, 10),
    deck=TRIANGULAR,
    verbs=(HIT, Verb("fold", Text("Пас", "Stand")), EIGHT),
    zones=(DECK, BURNT, DISCARD, ROW),
    counters=(ROUND, RACE),
    options=(
        number(
            "target",
            Text("Победный счёт", "Winning score"),
            Text("Сколько очков нужно для победы.", "The points that win the match."),
            21,
            5,
            100,
        ),
        PIECES_OF_EIGHT,
        max_rounds_option(),
    ),
    phases={
        "play": Text("Взять карту или остановиться", "Hit or stand"),
        "playoff": Text("Дополнительный раунд", "Play-off"),
    },
    asks={
        "play": Text("Возьмите карту или остановитесь", "Hit for a card, or stand"),
        "playoff": Text("Дополнительный раунд: возьмите карту или остановитесь", "Play-off: hit for a card, or stand"),
    },
    waits={
        "play": Text("{seats} решает, взять карту или остановиться", "Waiting for {seats} to hit or stand"),
        "playoff": Text(
            "Дополнительный раунд: {seats} решает, взять карту или остановиться",
            "Play-off: waiting for {seats} to hit or stand",
        ),
    },
    words={
        **WORDS,
        "pair": Text(
            "{seat|Вы} {seat:берёт|берёте} {cards} — пара! Вне игры.",
            "{seat|You} {seat:hits|hit} {cards}: a pair, out of the round!",
        ),
        "fold": Text(
            "{seat|Вы} {seat:останавливается|останавливаетесь}: сумма {n}.",
            "{seat|You} {seat:stands|stand} with a sum of {n}.",
        ),
        "scores": Text(
            "{seat|Вы} {seat:получает|получаете} {n} {n:очко|очка|очков}.",
            "{seat|You} {seat:gets|get} {n} {n:point|points}.",
        ),
        "nobody": Text("Все с парами: очков никто не получает.", "All have paired: nobody scores."),
        "plays-off": Text(
            "{seat|Вы} {seat:выходит|выходите} в дополнительный раунд.", "{seat|You} {seat:goes|go} on to a play-off."
        ),
        "wins": Text("{seat|Вы} {seat:побеждает|побеждаете}!", "{seat|You} {seat:wins|win}!"),
        "stands": Text("{seat|Вы}: пас, сумма {n}.", "{seat|You} {seat:stands|stand} with {n}."),
        "is-out": Text("{seat|Вы}: пара, вне раунда.", "{seat|You} {seat:has|have} paired and {seat:is|are} out."),
        "is-out-playoff": Text(
            "{seat|Вы} не {seat:участвует|участвуете} в дополнительном раунде.",
            "{seat|You} {seat:is|are} not in this play-off.",
        ),
        "hint-hit": Text("Взять: риск пары {percent}%.", "Hit: {percent}% to pair."),
        "hint-fold": Text(
            "Пас: сумма {sum}, сейчас это {n} {n:очко|очка|очков}; до цели останется {left}.",
            "Stand: a sum of {sum} is worth {n} {n:point|points} now, {left} left to the target.",
        ),
        "hint-fold-playoff": Text("Пас: ваша сумма — {sum}.", "Stand: your sum is {sum}."),
        "hint-beat": Text("Лучшая сумма у спасовавших: {sum}.", "The best sum that stands: {sum}."),
        "hint-rivals": Text("Соперников, которые ещё ходят: {n}.", "Opponents who can still act: {n}."),
    },
    refusals=REFUSALS,
    move_cap=20_000,
    out_notes=("is-out", "is-out-playoff"),
    tips=(
        Tip(
            "phase play",
            "zone row",
            Text(
                "Считается сумма ряда: чем больше, тем лучше. Но вторая такая же карта — пара, и за этот раунд вы не "
                "получите ничего.",
                "The sum of your row counts: the bigger, the better. But a second card of the same number is a pair, "
                "and the round gives you nothing.",
            ),
        ),
        Tip(
            "verb fold",
            "prompt",
            Text(
                "Сумма хороша — остановитесь: она останется за вами. Второе место тоже приносит очки.",
                "Stand when the sum is good: it stays yours. Second place scores, too.",
            ),
        ),
        Tip(
            "note pair",
            "zone deck",
            Text(
                "Пара — и раунд для этого игрока окончен. Десяток в колоде десять, единица одна: старшие карты "
                "опаснее.",
                "A pair, and the round is over for that player. There are ten 10s and a single 1: high cards are "
                "dangerous.",
            ),
        ),
        Tip(
            "note scores",
            "counter points",
            Text(
                "Лучшая сумма получает столько очков, сколько игроков, следующая — на очко меньше. Кто один дошёл до "
                "цели, выиграл.",
                "The best sum scores as many points as there are players, the next one a point less. Whoever alone "
                "reaches the goal wins.",
            ),
        ),
    ),
)


class Port(TriangleGame):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.scores: list[int] = [0] * seats
        self.status: list[int] = [IN] * seats
        self.contenders: list[int] = list(range(seats))
        self.playoff = False
        self.winners: list[int] = []
        self.eights = False
        self.target = 0
        self.max_rounds = 0

    # 2. Setup

    def setup(self, options: MatchOptions) -> None:
        self.target = options.number("target")
        self.eights = options.flag("pieces_of_eight")
        self.max_rounds = options.number("max_rounds")
        self.new_deck()
        self.deal()

    def deal(self) -> None:
        """A round for the contenders: everybody, or those who play off."""
        self.round += 1
        self.begin_deal()
        self.tell("round", n=self.round)
        self.status = [NOT_IN_PLAYOFF] * self.seats
        for seat in self.contenders:  # R9
            self.status[seat] = IN
            self.deal_row(seat)
        self.one(self.lowest_starts())

    # 3. Play

    def moves(self, seat: int) -> list[str]:
        if not self.can_draw():  # R6
            return ["fold"]
        if self.eights and self.rows[seat].has(8):
            return ["fold", "hit", "eight"]
        return ["fold", "hit"]  # R3, R4: the choice is free on every turn

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if args or verb not in ("hit", "eight"):
            return ""
        if verb == "eight" and not self.eights:
            return "house-rule-off"
        return "no-eight" if verb == "eight" and not self.rows[seat].has(8) else "no-card"

    def default_move(self, seat: int) -> str:
        return "fold"

    def play(self, seat: int, move: str) -> None:
        if move == "hit":
            self.hit_card(seat)
        elif move == "eight":
            self.swap_eight(seat)
        else:
            self.fold(seat)
        self.next_turn(seat)

    def paired(self, seat: i64, card: i64) -> None:
        self.tell("pair", seat, card=card)
        self.beat(LAND)
        self.status[seat] = OUT  # R5: the row stays on the table till the end of the round

    def fold(self, seat: i64) -> None:
        self.status[seat] = FOLDED
        self.tell("fold", seat, n=self.sum_of(seat))

    def next_turn(self, seat: i64) -> None:
        for _ in range(self.seats):
            seat = self.next_seat(seat)
            if self.status[seat] == IN:
                self.one(seat)
                return
        self.end_round()

    # 4. Round end, match end, result

    def sum_of(self, seat: i64) -> int:
        return sum(self.rows[seat].cards())

    def end_round(self) -> None:
        sums = [self.sum_of(seat) if self.status[seat] == FOLDED else 0 for seat in range(self.seats)]
        rivals = self.play_off(sums) if self.playoff else self.score(sums)
        if len(rivals) == 1:
            self.winners = rivals
        elif self.round == self.max_rounds:  # R8
            self.winners = rivals if self.playoff else list(leaders(self.scores))
        elif rivals:
            self.playoff = True
            self.contenders = rivals
            for seat in rivals:
                self.tell("plays-off", seat)
        for seat in self.winners:
            self.tell("wins", seat)
        self.beat(CURTAIN)
        for row in self.rows:
            row.all_to(self.discard)
        if self.winners:
            self.finish()
        else:
            self.deal()

    def score(self, sums: list[int]) -> list[int]:
        """Give the points of a round; returns the seats that have reached the target."""
        for seat, points in enumerate(round_points(sums)):
            if points > 0:
                self.scores[seat] += points
                self.tell("scores", seat, n=points)
        if max(sums) == 0:
            self.tell("nobody")
        return [seat for seat, score in enumerate(self.scores) if score >= self.target]  # R2: whatever their totals are

    def play_off(self, sums: list[int]) -> list[int]:
        """The seats with the highest sum; the same ones again if all are out."""
        if max(sums) == 0:
            self.tell("nobody")
            return self.contenders
        return list(leaders(sums))

    def result(self) -> Result:
        keys = [min(score, self.target) for score in self.scores]  # contenders share a place
        for seat in self.winners:
            keys[seat] = self.target + 1
        return Result(tuple(self.scores), tuple(self.winners), (), places_of(keys))

    # What lies on the table

    def phase(self) -> str:
        return "playoff" if self.playoff else "play"

    def announcements(self) -> list[Note]:
        said: list[Note] = []
        for seat, status in enumerate(self.status):
            if status != IN and not self.over:
                said.append(Note(SAID[status], seat, n=self.sum_of(seat)))
        return said

    def zones(self) -> list[Zone]:
        return self.triangle_zones()

    def counters(self) -> list[Counter]:
        points = [Counter(RACE, score, seat, self.target) for seat, score in enumerate(self.scores)]
        return [Counter(ROUND, self.round), *points]

    def labels(self) -> list[Label]:
        pairs = self.pair_labels()
        paired = [label.owner for label in pairs]
        summed = [seat for seat in range(self.seats) if len(self.rows[seat]) and seat not in paired]
        return pairs + [Label("row", Note("label-sum", n=self.sum_of(seat)), seat) for seat in summed]

    def facts(self) -> dict[str, object]:
        return {
            "scores": list(self.scores),
            "stacks": [row.cards() for row in self.rows],
            "status": [STATUS[status] for status in self.status],
            "round": self.round,
            "playoff": self.playoff,
            "deck_count": len(self.deck),
            "discard_count": self.discard_count(),
            "winners": list(self.winners),
        }

    def copy(self) -> Port:
        other = Port(self.seats)
        self.copy_triangle_to(other)
        other.scores = self.scores[:]
        other.status = self.status[:]
        other.contenders = self.contenders[:]
        other.playoff = self.playoff
        other.winners = self.winners[:]
        other.eights = self.eights
        other.target = self.target
        other.max_rounds = self.max_rounds
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        seat = view.seat
        if seat is None or not view.legal:
            return []
        unseen = unseen_cards(view)
        own = sum(numbers(view.cards("row", seat)))
        standing = [note.n for note in view.announcements if note.kind == "stands"]
        points = view.seats - sum(1 for n in standing if n > own)
        left = max(0, view.number("target") - view.counter("points", seat) - points)
        hints: list[Hint] = []
        if "hit" in view.legal:
            hints.append(Hint("hint-hit", "hit", {"percent": pair_percent(view.cards("row", seat), unseen)}))
        if view.phase == "playoff":
            hints.append(Hint("hint-fold-playoff", "fold", {"sum": own}))
        else:
            hints.append(Hint("hint-fold", "fold", {"sum": own, "n": points, "left": left}))
        if standing:
            hints.append(Hint("hint-beat", "", {"sum": max(standing)}))
        acting = view.seats - len(view.announcements) - 1
        return [*hints, Hint("hint-rivals", "", {"n": acting}), unseen_hint(unseen)]


SAID: Final = ("", "stands", "is-out", "is-out-playoff")
GAME: Final = Port


def round_points(sums: list[int]) -> list[int]:
    """The points of a round for the sums of the seats that folded (0: out); R1: the best gets the number of seats.

    >>> round_points([23, 22, 22, 17, 0])
    [5, 4, 4, 2, 0]
    """
    return [len(sums) + 1 - place if sums[seat] > 0 else 0 for seat, place in enumerate(places_of(sums))]
