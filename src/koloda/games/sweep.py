"""Sweep — «Сор».

Everybody plays a card beside a table of five new ones. The lowest played card takes the highest rank, every other takes
all that is lower. Whoever holds the most cards of a rank at the end scores that rank.

Spec: docs/rules/sweep.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Info, Tip
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile, piles
from koloda.core.table import GATHER, LAND, Counter, Hint, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.counters import FIRST, POINTS, ROUND
from koloda.games.shared.families import PAIRS
from koloda.games.shared.hands import HAND_REFUSALS, PLAYS
from koloda.games.shared.majority import MAJORITY_HELP, majorities
from koloda.games.shared.scores import DEAL, LONG_GAME, WORDS, ScoreHands, target_option
from koloda.games.shared.seen_cards import PUBLIC
from koloda.games.shared.triangle import known_in_other_hands, numbers
from koloda.games.shared.zones import DECK, DISCARD, HAND

if TYPE_CHECKING:
    from koloda.core.view import View

NEW_CARDS_PER_ROUND: Final = 5
HAND_SIZE: Final = 5
TABLE: Final = ZoneKind("table", Text("Середина стола", "Table"), "row", ordered=False)
PLAYED: Final = ZoneKind("played", Text("Сыграно", "Played"), "trick")

INFO: Final = Info(
    id="sweep",
    version=1,
    family=PAIRS,
    names=Text("Сор", "Sweep"),
    blurb=Text(
        "Младшая карта хватает лучшее, старшие подметают остальное: соберите больше всех каждого достоинства.",
        "The lowest card grabs the best, the higher ones sweep up the rest: collect the most of every rank.",
    ),
    seats=(3, 6),
    minutes=15,
    cover=(1, 4, 6),
    deck=TRIANGULAR,
    verbs=(
        Verb("play", Text("Сыграть карту", "Play a card"), ("card@hand",)),
        Verb("take", Text("Взять карту из добычи", "Take a card of the loot"), ("card@table",)),
    ),
    zones=(DECK, TABLE, PLAYED, HAND, DISCARD),
    counters=(DEAL, ROUND, FIRST, POINTS),
    options=(target_option(0, 0, LONG_GAME),),
    phases={"play": Text("Розыгрыш", "Play"), "take": Text("Взятие", "Capture")},
    asks={
        "play": Text("Сыграйте карту с руки", "Play a card from your hand"),
        "take": Text("Возьмите карту из своей добычи", "Take a card of your loot"),
    },
    waits={
        "play": Text("{seats} выбирает карту", "Waiting for {seats} to play a card"),
        "take": Text("{seats} выбирает добычу", "Waiting for {seats} to choose loot"),
    },
    words={
        "round": WORDS["round"],
        "starts": WORDS["starts"],
        "new-deal": WORDS["new-deal"],
        "hand": WORDS["hand"],
        "ranks": WORDS["ranks"],
        "wins": WORDS["wins"],
        "table": Text("На столе новые карты: {cards}.", "New cards on the table: {cards}."),
        "play": Text("{seat|Вы} {seat:играет|играете} {cards}.", "{seat|You} {seat:plays|play} {cards}."),
        "skip": Text(
            "{seat|Вы} без карт и {seat:пропускает|пропускаете} раунд.",
            "{seat|You} {seat:has|have} no cards and {seat:sits|sit} the round out.",
        ),
        "takes": Text("{seat|Вы} {seat:берёт|берёте} {cards}.", "{seat|You} {seat:takes|take} {cards}."),
        "nothing": Text("{seat|Вы} {seat:остаётся|остаётесь} без добычи.", "{seat|You} {seat:goes|go} without loot."),
        "swept": Text("Со стола сметают {cards}.", "Swept off the table: {cards}."),
        "hint-play": Text(
            "Карта {card}: взяла бы сейчас {loot}; таких у вас {n}.",
            "The {card}: would take {loot} now; you hold {n} of them.",
        ),
        "hint-take": Text(
            "Карта {card}: таких у вас {n}, ни у кого другого не видели больше {most}.",
            "The {card}: you hold {n}, nobody else is known to hold more than {most}.",
        ),
        "hint-most": Text("Известно, что у других есть: {ranks}.", "Known in other hands: {ranks}."),
        "hint-round": Text("Раунд {n} из {all}.", "Round {n} of {all}."),
    },
    refusals={
        "not-in-hand": HAND_REFUSALS["not-in-hand"],
        "not-loot": Text("Эта карта не входит в вашу добычу.", "That card is not part of your loot."),
        "take-now": Text("Сейчас делят добычу: возьмите карту.", "The loot is being shared: take a card."),
        "play-now": Text("Сейчас розыгрыш: сыграйте карту с руки.", "Now play a card from your hand."),
    },
    help=(MAJORITY_HELP,),
    tips=(
        Tip(
            "phase play",
            "zone table",
            Text(
                "Играют за эти карты. Самая низкая сыгранная карта берёт отсюда старшие, любая другая — все, что "
                "младше её самой.",
                "You play for these cards. The lowest card played takes the highest ones here, any other takes all "
                "that are lower than itself.",
            ),
        ),
        Tip(
            "note play",
            "zone played",
            Text(
                "Сыгранная карта — уже не ваша, её могут забрать те, кто сыграл старше. Последний видит, что выбрали "
                "другие.",
                "A played card is no longer yours, and higher ones may take it. The last player sees what the others "
                "have chosen.",
            ),
        ),
        Tip(
            "note takes",
            "zone hand",
            Text(
                "Добыча идёт на руку. В конце за каждое число платят тому, у кого таких карт больше: за десятки — "
                "10, за единицу — 1.",
                "The loot joins the hand. In the end the most cards of a number score that number: 10 for the 10s, 1 "
                "for the 1.",
            ),
        ),
        Tip(
            "verb take",
            "zone table",
            Text(
                "Сыграны одинаковые карты: их хозяева делят добычу, по карте за раз. Сейчас выбираете вы.",
                "Equal cards were played: their owners share the loot, one card at a time. Now you choose.",
            ),
        ),
        Tip(
            "note swept",
            "counter first",
            Text(
                "Что не взяли, выметают. Следующий раунд начинает тот, кто взял последнюю карту.",
                "What nobody took is swept away. Whoever took the last card starts the next round.",
            ),
        ),
    ),
)


class Sweep(ScoreHands):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.played: list[int] = [0] * seats
        self.order: list[int] = []
        self.first: i64 = 0
        self.last_taker: i64 = 0
        self.group: i64 = 0  # the rank whose group captures, 0 in the play phase
        self.group_turn = 0

    # 2. Setup of every deal

    def setup(self, options: MatchOptions) -> None:
        self.target = options.number("target")
        self.next_deal()

    def next_deal(self) -> None:
        self.new_deal()
        self.deal_hands(HAND_SIZE)
        self.first = self.chance.pick(self.seats)
        self.next_round()

    # 3. Play

    def next_round(self) -> None:
        self.round += 1
        self.tell("round", n=self.round)
        self.group = 0
        self.order = []
        new = Pile()
        self.deck.draw_to(new, NEW_CARDS_PER_ROUND)
        self.tell("table", cards=new)
        new.all_to(self.table)
        self.tell("starts", self.first)
        self.one(self.first)

    def phase(self) -> str:
        return "take" if self.group else "play"

    def moves(self, seat: int) -> list[str]:
        if self.group:
            return [TAKES[rank] for rank in self.loot_ranks()]  # R2
        hand = self.hands[seat]
        return [PLAYS[rank] for rank in range(1, 11) if hand.has(rank)]

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb == "play":
            return "take-now" if self.group else "not-in-hand"
        if verb == "take":
            return "not-loot" if self.group else "play-now"
        return ""

    def default_move(self, seat: int) -> str:
        return self.moves(seat)[-1]

    def play(self, seat: int, move: str) -> None:
        card = int(move[5:])
        if self.group:
            self.take(seat, card)
            self.tell("takes", seat, card=card)
            self.share_loot()
        else:
            self.let_go(seat, card)
            self.played[seat] = card
            self.order.append(seat)
            self.tell("play", seat, card=card)
            self.next_player(seat)

    def next_player(self, seat: i64) -> None:
        seat = self.next_seat(seat)
        while seat != self.first:
            if self.hands[seat].size() > 0:
                self.one(seat)
                return
            self.tell("skip", seat)  # R3
            seat = self.next_seat(seat)
        self.lowest_captures()

    # Capture

    def lowest_captures(self) -> None:
        """R1, R5: the lowest group gets the single highest rank on the table, whatever it is."""
        self.beat(LAND)
        self.group = min([self.played[seat] for seat in self.order])
        self.group_turn = 0
        self.take_all([max(self.table.cards())])
        self.end_group()

    def end_group(self) -> None:
        """The group's cards come onto the table; the next higher group begins."""
        members = self.members()
        for seat in members[self.group_turn :]:
            self.tell("nothing", seat)
        self.beat(GATHER)
        for seat in members:
            self.table.put(self.group)
            self.played[seat] = 0
        higher = [self.played[seat] for seat in self.order if self.played[seat] > 0]
        if not higher:
            self.end_round()
            return
        self.group = min(higher)
        self.group_turn = 0
        self.share_loot()

    def share_loot(self) -> None:
        """One member takes all; several take in turn, and choose while there are different ranks."""
        ranks = self.loot_ranks()
        if len(ranks) > 1 and len(self.members()) > 1:
            self.one(self.taker())
            return
        self.take_all(ranks)
        self.end_group()

    def take_all(self, ranks: list[int]) -> None:
        """Hand these ranks out in turn."""
        got = piles(self.seats)
        for rank in ranks:
            while self.table.has(rank):
                seat = self.taker()
                self.take(seat, rank)
                got[seat].put(rank)
        for seat in self.members():
            if got[seat].size() > 0:
                self.tell("takes", seat, cards=got[seat])

    def members(self) -> list[int]:
        """The group in the order of play."""
        return [seat for seat in self.order if self.played[seat] == self.group]

    def taker(self) -> i64:
        members = self.members()
        return members[self.group_turn % len(members)]

    def loot_ranks(self) -> list[int]:
        return [rank for rank in range(1, self.group) if self.table.has(rank)]

    def take(self, seat: i64, card: i64) -> None:
        self.table.take(card)
        self.hold(seat, card, PUBLIC | 255)
        self.last_taker = seat
        self.group_turn += 1

    def end_round(self) -> None:
        self.tell("swept", cards=self.table)
        self.table.all_to(self.discard)
        self.beat(GATHER)
        self.first = self.last_taker  # R4
        if self.deck.size() > 0:
            self.next_round()
        else:
            self.group = 0
            self.score_deal(majorities(self.hand_counts()))  # R7

    # What lies on the table

    def zones(self) -> list[Zone]:
        table = [Zone(DECK, self.deck), Zone(TABLE, self.table), Zone(DISCARD, self.discard)]
        played = [Zone(PLAYED, Pile.of([card] if card else []), seat) for seat, card in enumerate(self.played)]
        return table + played + self.hand_zones()

    def counters(self) -> list[Counter]:
        return [Counter(FIRST, self.first), *super().counters()]

    def facts(self) -> dict[str, object]:
        return {
            **self.hand_facts(),
            "table": self.table.sorted(),
            "played": {str(seat): card for seat, card in enumerate(self.played) if card},
            "first": self.first,
            "deck_count": len(self.deck),
        }

    def copy(self) -> Sweep:
        other = Sweep(self.seats)
        self.copy_hands_to(other)
        other.played = self.played[:]
        other.order = self.order[:]
        other.first = self.first
        other.last_taker = self.last_taker
        other.group = self.group
        other.group_turn = self.group_turn
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        seat = view.seat
        if seat is None:
            return []
        hand = numbers(view.cards("hand", seat))
        hints: list[Hint] = []
        for move in view.legal:
            card = int(move[5:])
            if view.phase == "play":
                loot = " ".join([str(c) for c in captures(view, card)]) or "–"
                hints.append(Hint("hint-play", move, {"card": card, "loot": loot, "n": hand.count(card)}))
            else:
                most = max([numbers(view.cards("hand", s)).count(card) for s in range(view.seats) if s != seat])
                hints.append(Hint("hint-take", move, {"card": card, "n": hand.count(card), "most": most}))
        known_elsewhere = known_in_other_hands(view)
        if known_elsewhere:
            ranks = " ".join(
                [f"{rank}×{known_elsewhere.count(rank)}" for rank in range(1, 11) if rank in known_elsewhere]
            )
            hints.append(Hint("hint-most", "", {"ranks": ranks}))
        rounds = (len(TRIANGULAR.pack) - HAND_SIZE * view.seats) // NEW_CARDS_PER_ROUND
        return [*hints, Hint("hint-round", "", {"n": view.counter("round"), "all": rounds})]


TAKES: Final = [f"take {card}" for card in range(11)]
GAME: Final = Sweep


def captures(view: View, card: int) -> list[int]:
    """What ``card`` would take if it were the last one played: its share in turn, the best cards first."""
    played = [c for seat in range(view.seats) for c in numbers(view.cards("played", seat))]
    table = numbers(view.cards("table"))
    low = min([card, *played])
    for group in sorted({c for c in played if c < card}):
        table = [c for c in table if c not in loot_of(group, low, table)] + [group] * played.count(group)
    equals = played.count(card)
    return sorted(sorted(loot_of(card, low, table), reverse=True)[equals :: equals + 1])


def loot_of(group: int, low: int, table: list[int]) -> list[int]:
    """The loot of a group of played cards."""
    return [c for c in table if c == max(table)] if group == low else [c for c in table if c < group]
