"""Kitty — «Котёнок».

Loot is turned up, everybody passes a card to the left and bids another; the lowest bid that nobody matched takes the
loot. Whoever holds the most cards of a rank at the end scores that rank.

Spec: docs/rules/kitten.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.errors import BadOption
from koloda.core.game import Game, Info, Tip
from koloda.core.options import MatchOptions, choice
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import FLIP, GATHER, NOBODY, Hint, Label, Note, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.bids import BID, BID_LABELS, BIDS, bid_labels, unique_bids
from koloda.games.shared.counters import POINTS, ROUND
from koloda.games.shared.families import PAIRS
from koloda.games.shared.hands import HAND_REFUSALS
from koloda.games.shared.majority import MAJORITY_HELP, majorities
from koloda.games.shared.scores import DEAL, LONG_GAME, WORDS, ScoreHands, target_option
from koloda.games.shared.seen_cards import PUBLIC, Elsewhere, take_closed
from koloda.games.shared.tags import BLUFF
from koloda.games.shared.triangle import cards_of_others, numbers
from koloda.games.shared.zones import DISCARD, HAND

if TYPE_CHECKING:
    from koloda.core.view import View

KITTEN_SIZE: Final = 7
CARDS_ASIDE_BY_SEATS: Final = {5: 3}
TEAM_SEATS: Final = {"none": (3, 4, 5, 6), "two": (4, 6), "partners": (6,)}

KITTEN: Final = ZoneKind("kitten", Text("Карты котёнка", "Kitten"), "pile", NOBODY)
OUT: Final = ZoneKind("aside", Text("Отложено", "Set aside"), "pile", NOBODY, ordered=False)
LOOT: Final = ZoneKind("loot", Text("Добыча", "Loot"), "row", ordered=False)
BID_NOW: Final = ZoneKind("bid", Text("Ставка", "Bid"), "reveal")
BIDS_MADE: Final = ZoneKind("bids", Text("Сделанные ставки", "Bids so far"), "row")

INFO: Final = Info(
    id="kitten",
    version=1,
    family=PAIRS,
    names=Text("Котёнок", "Kitty"),
    blurb=Text(
        "Добычу берёт самая низкая ставка, которую никто не повторил. Угадайте, чем ударят другие.",
        "The lowest bid that nobody matches takes the loot. Guess what the others will bid.",
    ),
    seats=(3, 6),
    minutes=15,
    tags=(BLUFF,),
    cover=(1, 2, 10),
    deck=TRIANGULAR,
    verbs=(
        Verb("pass", Text("Отдать карту налево", "Pass a card to the left"), ("card@hand",)),
        BID,
        Verb("take", Text("Взять добычу", "Take the loot"), ("card@loot",)),
        Verb("give", Text("Подарить добычу", "Give the loot away"), ("card@loot", "seat")),
    ),
    zones=(KITTEN, OUT, LOOT, HAND, BID_NOW, BIDS_MADE, DISCARD),
    counters=(DEAL, ROUND, POINTS),
    options=(
        choice(
            "version",
            Text("Вариант", "Version"),
            Text(
                "Сложная: 7 раундов по одной карте добычи; лёгкая: 4 раунда, со второго по две.",
                "Hard: 7 rounds of one loot card; light: 4 rounds, two loot cards from the second on.",
            ),
            "hard",
            {"hard": Text("сложная", "hard"), "light": Text("лёгкая", "light")},
            {5: "light", 6: "light"},
        ),
        choice(
            "teams",
            Text("Команды", "Teams"),
            Text(
                "Две команды через одного (4 или 6 игроков) или три пары сидящих напротив (6 игроков).",
                "Two teams, every other seat (4 or 6 players), or three pairs who sit opposite (6 players).",
            ),
            "none",
            {
                "none": Text("каждый за себя", "everybody alone"),
                "two": Text("две команды", "two teams"),
                "partners": Text("три пары", "three pairs"),
            },
        ),
        target_option(0, 0, LONG_GAME),
    ),
    phases={
        "pass": Text("Обмен", "Pass"),
        "bid": Text("Ставки", "Bids"),
        "take": Text("Выбор добычи", "Choose the loot"),
        "give": Text("Подарок", "Give away"),
    },
    asks={
        "pass": Text("Выберите карту для соседа слева", "Choose a card for your left neighbour"),
        "bid": Text(
            "Выберите ставку: добычу берёт самая низкая, которую никто не повторил",
            "Choose your bid: the lowest one that nobody matches takes the loot",
        ),
        "take": Text("Ваша ставка самая низкая: выберите карту из добычи", "Yours is the lowest bid: choose your loot"),
        "give": Text(
            "Ваша ставка — единица: подарите карту из добычи", "Your bid was a 1: give a card of the loot away"
        ),
    },
    waits={
        "pass": Text("Выбирают карту для соседа: {seats}", "Waiting for {seats} to pass a card"),
        "bid": Text("Выбирают ставку: {seats}", "Waiting for {seats} to bid"),
        "take": Text("{seats} выбирает добычу", "Waiting for {seats} to choose the loot"),
        "give": Text("{seats} решает, кому подарить добычу", "Waiting for {seats} to give the loot away"),
    },
    words={
        "round": WORDS["round"],
        "new-deal": WORDS["new-deal"],
        "hand": WORDS["hand"],
        "ranks": WORDS["ranks"],
        "wins": WORDS["wins"],
        "bids": WORDS["bids"],
        "tied": WORDS["tied"],
        "loot": Text("Добыча раунда: {cards}.", "The loot of the round: {cards}."),
        "passes": Text(
            "{seat|Вы} {seat:передаёт|передаёте} {other:игроку |вам}{other|} карту {cards}.",
            "{seat|You} {seat:passes|pass} {cards} to {other|you}.",
        ),
        "passes-hidden": Text(
            "{seat|Вы} {seat:передаёт|передаёте} карту {other:игроку |вам}{other|}.",
            "{seat|You} {seat:passes|pass} a card to {other|you}.",
        ),
        "takes": Text(
            "{seat|Вы} {seat:берёт|берёте} добычу {cards}.", "{seat|You} {seat:takes|take} the loot {cards}."
        ),
        "gives": Text(
            "{seat|Вы} {seat:дарит|дарите} {other:игроку |вам}{other|} добычу {cards}.",
            "{seat|You} {seat:gives|give} {cards} to {other|you}.",
        ),
        "lost": Text("Добыча {cards} уходит в сброс.", "The loot {cards} is discarded."),
        "won": Text(
            "{seat|Ваша}{seat::|} добыча в этой партии — {word}.", "{seat|Your}{seat::|} loot in this deal: {word}."
        ),
        "ask-pass": Text("Выберите карту для соседа слева ({other})", "Choose a card for your left neighbour, {other}"),
        **BID_LABELS,
        "hint-loot": Text(
            "Добыча {card}: у вас таких {n}, у других или закрыто ещё {left}.",
            "Loot {card}: you hold {n}, {left} more are with others or hidden.",
        ),
        "hint-bid": Text(
            "Ставка {card}: у других или закрыто младших карт {lower}, таких же {same}.",
            "Bid {card}: {lower} lower cards are with others or hidden, {same} equal ones.",
        ),
    },
    refusals={
        "not-in-hand": HAND_REFUSALS["not-in-hand"],
        "not-loot": Text("Такой карты в добыче нет.", "There is no such card in the loot."),
        "not-yourself": Text(
            "Ставка 1 берёт добычу не себе: подарите её другому.", "A bid of 1 gives the loot away, to another."
        ),
        "not-partner": Text("Дарить своей команде нельзя.", "The loot cannot be given to your own team."),
        "pass-now": Text("Сейчас обмен: отдайте карту налево.", "Pass a card to the left now."),
        "bid-now": Text("Сейчас ставки: выберите карту с руки.", "Bid a card of your hand now."),
        "take-now": Text("Выберите карту из добычи.", "Choose a card of the loot."),
        "give-now": Text("Подарите карту из добычи.", "Give a card of the loot away."),
    },
    help=(MAJORITY_HELP,),
    tips=(
        Tip(
            "phase pass",
            "zone hand",
            Text(
                "В конце смотрят, у кого больше всего каждого числа: больше всех десяток — 10 очков, девяток — 9… "
                "Отдавайте то, где вам не победить.",
                "In the end it counts who holds the most of each number: the most 10s score 10, the most 9s 9 … Pass "
                "on what cannot win.",
            ),
        ),
        Tip(
            "phase bid",
            "zone loot",
            Text(
                "За эту добычу идёт торг. Её берёт самая низкая ставка, которую никто не повторил.",
                "You bid for this loot. The lowest bid that nobody else has made takes it.",
            ),
        ),
        Tip(
            "note tied",
            "zone bids",
            Text(
                "Одинаковые ставки сгорают, даже самые низкие. Поэтому иногда выигрывает четвёрка или пятёрка.",
                "Equal bids do not count, not even the lowest ones. That is when a 4 or a 5 wins.",
            ),
        ),
        Tip(
            "note takes",
            "zone hand",
            Text(
                "Добыча идёт на руку, а поставленные карты пропадают. Платите теми, что не принесут очков.",
                "The loot joins the hand, and bids are gone for good. Pay with cards that will not score.",
            ),
        ),
        Tip(
            "verb give",
            "zone loot",
            Text(
                "Единица бьёт любую ставку, но добычу придётся подарить: выберите того, кому она нужна меньше всех.",
                "A 1 beats every bid, but its loot must be given away: choose whoever needs it least.",
            ),
        ),
    ),
)


class Kitten(ScoreHands):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.aside = Pile()
        self.bids = piles(seats)
        self.won = piles(seats)
        self.elsewhere = Elsewhere(seats)
        self.now = "pass"
        self.second: i64 = -1
        self.bids_lie = False  # the last bid of every seat lies before it, until its loot is taken
        self.light = False
        self.teams = "none"

    @staticmethod
    def check(seats: int, options: MatchOptions) -> None:
        if seats not in TEAM_SEATS[options.word("teams")]:
            raise BadOption(
                "teams-and-seats",
                Text(
                    "Две команды бывают вчетвером и вшестером, три пары — только вшестером.",
                    "Two teams need 4 or 6 players, three pairs need 6.",
                ),
            )

    # 2. Setup of every deal

    def setup(self, options: MatchOptions) -> None:
        self.light = options.word("version") == "light"
        self.teams = options.word("teams")
        self.target = options.number("target")
        self.next_deal()

    def next_deal(self) -> None:
        self.new_deal()
        self.aside.clear()
        for seat in range(self.seats):
            self.bids[seat].clear()
            self.won[seat].clear()
        self.elsewhere = Elsewhere(self.seats)
        kitten = Pile()
        self.deck.draw_to(kitten, KITTEN_SIZE)
        self.deck.draw_to(self.aside, CARDS_ASIDE_BY_SEATS.get(self.seats, 0))
        self.deal_hands(self.deck.size() // self.seats)
        self.deck.fill(kitten)  # R3
        self.next_round()

    # 3. Play

    def next_round(self) -> None:
        self.round += 1
        self.tell("round", n=self.round)
        self.deck.draw_to(self.table, 2 if self.light and self.round > 1 else 1)
        self.tell("loot", cards=self.table)
        self.everybody("pass")  # R2

    def everybody(self, phase: str) -> None:
        self.now = phase
        self.together((1 << i64(self.seats)) - 1)

    def phase(self) -> str:
        return self.now

    def ask(self, seat: int) -> Note | None:
        return Note("ask-pass", other=int(self.next_seat(seat))) if self.now == "pass" else None

    def moves(self, seat: int) -> list[str]:
        if self.now == "pass" or self.now == "bid":
            texts = PASSES if self.now == "pass" else BIDS
            hand = self.hands[seat]
            return [texts[rank] for rank in range(1, 11) if hand.has(rank)]
        loot = sorted(set(self.table.cards()))
        if self.now == "take":
            return [f"take {card}" for card in loot]
        return [
            f"give {card} {other}" for card in loot for other in range(self.seats) if not self.allied(seat, other)
        ]  # R6

    def allied(self, seat: int, other: int) -> bool:
        """R8: of one team; every seat is its own ally."""
        return self.team(seat) == self.team(other)

    def team(self, seat: int) -> int:
        if self.teams == "none":
            return seat
        return seat % 2 if self.teams == "two" else seat % 3

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb not in self.info.phases:
            return ""
        if verb != self.now:
            return f"{self.now}-now"
        if verb == "pass" or verb == "bid":
            return "not-in-hand"
        if verb == "take" or not args or args[0] not in [str(card) for card in self.table.cards()]:
            return "not-loot"
        if args[1:] == [str(seat)]:
            return "not-yourself"
        return "not-partner" if args[1:] in [[str(other)] for other in range(self.seats)] else ""

    def default_move(self, seat: int) -> str:
        return self.moves(seat)[0]

    def reveal(self, moves: dict[int, str]) -> None:
        if self.now == "pass":
            self.pass_left([int(move.removeprefix("pass ")) for move in moves.values()])
            self.everybody("bid")
        else:
            self.bid([int(move[4:]) for move in moves.values()])

    def pass_left(self, cards: list[int]) -> None:
        """All cards leave before any arrives; only giver and taker know a card."""
        knowing_seats: list[int] = []
        for seat, card in enumerate(cards):
            left = self.next_seat(seat)
            sure = take_closed(self.hands[seat], self.hands_seen[seat], card, 1 << left)
            knowing_seats.append(sure | 1 << seat)
            self.tell("passes", seat, left, card, seen=1 << i64(seat) | 1 << left)
        for seat, card in enumerate(cards):
            left = self.next_seat(seat)
            self.hold(left, card, knowing_seats[seat])
            self.elsewhere.add(seat, card)
            self.elsewhere.drop(left, card)

    def bid(self, cards: list[int]) -> None:
        for seat, card in enumerate(cards):
            self.let_go(seat, card)
            self.bids[seat].put(card)
            self.tell("bids", seat, card=card)
            for viewer in range(self.seats + 1):
                if viewer != seat:
                    self.elsewhere.drop(viewer, card)
        self.bids_lie = True
        self.note_tied(cards)
        self.beat(FLIP)
        order = unique_bids(cards)  # R1
        self.second = order[1] if len(order) > 1 else -1
        if not order:
            self.end_round()
        elif cards[order[0]] == 1:  # R4
            self.now = "give"
            self.one(order[0])
        elif self.table.size() == 2 and self.table.at(0) != self.table.at(1):
            self.now = "take"
            self.one(order[0])
        else:
            self.take_loot(order[0], self.table.at(0))
            self.second_takes()

    def play(self, seat: int, move: str) -> None:
        words = move.split(" ")
        card = int(words[1])
        if words[0] == "take":
            self.take_loot(seat, card)
        else:
            other = int(words[2])
            self.tell("gives", seat, other, card)
            self.get(other, card)
        self.second_takes()

    def take_loot(self, seat: i64, card: i64) -> None:
        self.tell("takes", seat, card=card)
        self.get(seat, card)

    def get(self, seat: i64, card: i64) -> None:
        self.table.take(card)
        self.hold(seat, card, PUBLIC | 255)
        self.won[seat].put(card)
        for viewer in range(self.seats + 1):
            if viewer != seat:
                self.elsewhere.add(viewer, card)

    def second_takes(self) -> None:
        if self.table.size() > 0 and self.second >= 0:
            self.take_loot(self.second, self.table.at(0))
        self.end_round()

    def end_round(self) -> None:
        if self.table.size() > 0:  # R5
            self.tell("lost", cards=self.table)
            self.table.all_to(self.discard)
        self.beat(GATHER)
        self.bids_lie = False
        if self.deck.size() > 0:
            self.next_round()
        else:
            self.score_deal(self.ranks_won())

    # 4. Scoring

    def ranks_won(self) -> list[list[int]]:
        """R7: what is in the hands; the hands of a team are counted together."""
        counts = [[0] * 11 for _ in range(self.seats)]
        for seat, row in enumerate(self.hand_counts()):
            for rank, n in enumerate(row):
                counts[self.team(seat)][rank] += n
        won = majorities(counts)
        return [won[self.team(seat)] for seat in range(self.seats)]

    # What lies on the table

    def zones(self) -> list[Zone]:
        table = [Zone(KITTEN, self.deck), Zone(OUT, self.aside), Zone(LOOT, self.table), Zone(DISCARD, self.discard)]
        for seat, bids in enumerate(self.bids):
            earlier = len(bids) - self.bids_lie
            table.append(Zone(BID_NOW, Pile.of(bids.cards()[earlier:]), seat))
            table.append(Zone(BIDS_MADE, Pile.of(bids.cards()[:earlier]), seat))
        return table + self.hand_zones()

    def labels(self) -> list[Label]:
        return bid_labels([bids.cards()[-1] for bids in self.bids]) if self.bids_lie else []

    def announcements(self) -> list[Note]:
        return [
            Note("won", seat, word=" ".join([str(card) for card in won.cards()]))
            for seat, won in enumerate(self.won)
            if won.size() > 0
        ]

    def facts(self) -> dict[str, object]:
        return {**self.hand_facts(), "loot": self.table.sorted(), "kitten_count": len(self.deck)}

    def repair_world(self, seat: int, truth: Game) -> bool:
        viewer = self.seats if seat < 0 else seat
        fits = self.elsewhere.fits(viewer, [hand for other, hand in enumerate(self.hands) if other != seat])
        self.elsewhere.keep_only(viewer)
        return fits

    def copy(self) -> Kitten:
        other = Kitten(self.seats)
        self.copy_hands_to(other)
        other.aside.fill(self.aside)
        fill_all(other.bids, self.bids)
        fill_all(other.won, self.won)
        other.elsewhere.fill(self.elsewhere)
        other.now = self.now
        other.second = self.second
        other.bids_lie = self.bids_lie
        other.light = self.light
        other.teams = self.teams
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        seat = view.seat
        if seat is None:
            return []
        hand = numbers(view.cards("hand", seat))
        unseen = cards_of_others(view)
        hints: list[Hint] = []
        for card in sorted(set(numbers(view.cards("loot")))):
            hints.append(Hint("hint-loot", "", {"card": card, "n": hand.count(card), "left": unseen.count(card)}))
        if view.phase == "bid":
            for move in view.legal:
                card = int(move[4:])
                lower = len([c for c in unseen if c < card])
                hints.append(Hint("hint-bid", move, {"card": card, "lower": lower, "same": unseen.count(card)}))
        return hints


PASSES: Final = [f"pass {card}" for card in range(11)]
GAME: Final = Kitten
