"""Old Maid with the Queen of Spades — «Ведьма», «Акулина», «Колдунья».

Draw a card from the neighbour on the right, discard pairs. The queen of spades, the witch, never pairs: whoever is left
with it and another queen has lost.

Spec: docs/rules/old-maid.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import FRENCH
from koloda.core.game import Game, Info, Result, Tip, leaders
from koloda.core.options import MatchOptions, choice, number
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import ALL, CURTAIN, LAND, Counter, CounterKind, Hint, Note, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.counters import POINTS
from koloda.games.shared.deals import ROUND, WORDS, DealsGame, deals_option
from koloda.games.shared.families import CLASSICS
from koloda.games.shared.french_packs import short_pack
from koloda.games.shared.zones import HAND, OPEN_DISCARD

if TYPE_CHECKING:
    from koloda.core.view import View

WITCH: Final = 43
QUEEN_RANK: Final = WITCH >> 2
SHORT_PACK: Final = short_pack(32)  # R1: seven to ace
FULL_PACK: Final = short_pack(52)
LAID: Final = ZoneKind("laid", Text("Сброшенные пары", "Pairs laid down"))
PLACE: Final = CounterKind("place", Text("Место", "Place"))
DRAW: Final = ["draw"]

INFO: Final = Info(
    id="old-maid",
    version=2,
    family=CLASSICS,
    names=Text("Ведьма", "Witch"),
    blurb=Text(
        "Тяните карту у соседа, сбрасывайте пары и не останьтесь с пиковой дамой.",
        "Draw from your neighbour, drop your pairs, and do not be left with the queen of spades.",
    ),
    seats=(2, 6),
    minutes=10,
    cover=("7h", "7c", "Qs"),
    deck=FRENCH,
    verbs=(Verb("draw", Text("Тянуть карту", "Draw a card"), auto=True),),
    zones=(HAND, LAID, OPEN_DISCARD),
    counters=(ROUND, POINTS, PLACE),
    options=(
        choice(
            "first_discard",
            Text("Первый сброс пар", "First discard"),
            Text(
                "Сначала круг, в котором все тянут, или сразу сброс.",
                "A circle of draws comes first, or the pairs go at once.",
            ),
            "after_draw",
            {
                "after_draw": Text("после первого круга", "after the first circle"),
                "before_draw": Text("сразу после сдачи", "right after the deal"),
            },
        ),
        choice(
            "end",
            Text("Конец сдачи", "End of a deal"),
            Text(
                "Когда пар больше нет ни у кого или как только у кого-то на руках только пиковая и ещё одна дама.",
                "When all pairs are gone, or as soon as a hand is just the queen of spades and another queen.",
            ),
            "last",
            {
                "last": Text("когда остались две дамы", "when two queens are left"),
                "two-queens": Text("у кого-то только две дамы", "a hand of just two queens"),
            },
        ),
        number(
            "max_draws",
            Text("Предел ходов", "Draw limit"),
            Text("После стольких ходов сдача прекращается.", "A deal stops after this many draws."),
            1000,
            1,
            10_000,
        ),
        deals_option(1, 20),
    ),
    phases={
        "circle": Text("Первый круг: все тянут, никто не сбрасывает", "First circle: all draw, nobody discards"),
        "play": Text("Тяните карту", "Draw a card"),
    },
    asks={
        "circle": Text(
            "Вытяните карту у соседа справа; пары пока не сбрасывают",
            "Draw a card from your right; no pairs are discarded yet",
        ),
        "play": Text("Вытяните карту у соседа справа", "Draw a card from your right"),
    },
    waits={
        "circle": Text("{seats} тянет карту", "{seats} is drawing a card"),
        "play": Text("{seats} тянет карту", "{seats} is drawing a card"),
    },
    words={
        **WORDS,
        "draw": Text(
            "{seat|Вы} {seat:тянет|тянете} {cards}, {other:отдаёт|отдаёте} {other|вы}.",
            "{seat|You} {seat:draws|draw} {cards} from {other|you}.",
        ),
        "draw-hidden": Text(
            "{seat|Вы} {seat:тянет|тянете} карту, {other:отдаёт|отдаёте} {other|вы}.",
            "{seat|You} {seat:draws|draw} a card from {other|you}.",
        ),
        "pairs": Text(
            "{seat|Вы} {seat:сбрасывает|сбрасываете} {cards}.", "{seat|You} {seat:discards|discard} {cards}."
        ),
        "out": Text(
            "{seat|Вы} {seat:выходит|выходите} из игры: {n}-е место.", "{seat|You} {seat:is|are} out: place {n}."
        ),
        "is-out": Text("{seat|Вы} вне игры.", "{seat|You} {seat:is|are} out."),
        "witch": Text(
            "{seat|Вы} {seat:остаётся|остаётесь} с ведьмой: {cards}.",
            "{seat|You} {seat:is|are} left with the witch: {cards}.",
        ),
        "stopped": Text(
            "Предел ходов: сдача прекращена, с ведьмой {seat:остаётся|остаётесь} {seat|вы}.",
            "Draw limit: the deal stops, {seat|you} {seat:has|have} the witch.",
        ),
        "hint-queens": Text("Дам в сбросе: {n}.", "Queens discarded: {n}."),
        "hint-mine": Text(
            "Ведьма у вас: её вытянут с вероятностью {percent}%.", "You hold the witch: {percent}% that she is drawn."
        ),
        "hint-there": Text("Ведьму держит {seat}, вы это видели.", "{seat} has the witch: you saw it."),
    },
    refusals={},
    move_cap=60_000,
    pure_chance=True,
    other_names=(Text("Акулина", "Akulina"), Text("Колдунья", "Old Maid")),
    out_notes=("is-out",),
    tips=(
        Tip(
            "phase circle",
            "zone hand",
            Text(
                "Первый круг: все вслепую тянут по карте у соседа справа, а пары сбросят потом.",
                "The first circle: everybody draws a card unseen from the right-hand neighbour; pairs are dropped "
                "afterwards.",
            ),
        ),
        Tip(
            "phase play",
            "zone hand",
            Text(
                "Вы тянете карту вслепую. Подошла в пару — обе уходят. Кто остался без карт, тот спасён.",
                "You draw a card unseen. If it makes a pair, both cards go. Whoever has no cards left is safe.",
            ),
        ),
        Tip(
            "note pairs",
            "zone laid",
            Text(
                "Пара — две карты одного достоинства. Только пиковая дама ни с кем не в паре: она и есть ведьма.",
                "A pair is two cards of one rank. Only the queen of spades never pairs: she is the witch.",
            ),
        ),
        Tip(
            "note out",
            "prompt",
            Text(
                "Один спасся. Проиграет тот, у кого в конце останется ведьма.",
                "Somebody is safe. The loser is whoever is left with the witch in the end.",
            ),
        ),
    ),
)


class OldMaid(DealsGame):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.known_by = piles(seats)  # for each card of a hand the seats (bits) that gave it and so know it
        self.laid = piles(seats)  # pairs that everybody looks at before they go
        self.discard = Pile()
        self.caught = -1  # whose last cards lie open
        self.dealer = 0
        self.draws = 0
        self.circle = 0
        self.places: list[int] = [0] * seats
        self.before = False
        self.two_queens = False
        self.max_draws = 0
        self.deals = 0

    # 2. Setup

    def setup(self, options: MatchOptions) -> None:
        self.before = options.word("first_discard") == "before_draw"  # R2
        self.two_queens = options.word("end") == "two-queens"  # R6
        self.max_draws = options.number("max_draws")
        self.deals = options.number("deals")
        self.dealer = self.chance.pick(self.seats)
        self.deal()
        self.settle()  # with before_draw a deal can be over without a draw

    def deal(self) -> None:
        self.round += 1
        self.begin_deal()
        self.tell("round", self.dealer, n=self.round)
        self.draws = 0
        self.caught = -1
        self.places = [0] * self.seats
        self.discard.clear()
        deck = Pile()
        deck.fill(SHORT_PACK if self.seats <= 3 else FULL_PACK)
        self.chance.shuffle(deck, FRENCH)
        for seat in range(self.seats):
            self.hands[seat].clear()
            self.known_by[seat].clear()
        seat = self.dealer
        while deck.size() > 0:
            seat = (seat - 1) % self.seats
            self.hands[seat].put(deck.draw())
            self.known_by[seat].put(0)
        self.circle = 0 if self.before else self.seats
        if self.before:
            self.all_discard()
        self.pass_turn(self.dealer)  # R4

    # 3. Play

    def moves(self, seat: int) -> list[str]:
        return DRAW

    def phase(self) -> str:
        return "circle" if self.circle else "play"

    def play(self, seat: int, move: str) -> None:
        owner = self.neighbour(seat)
        sure = self.hands[owner].size() == 1
        self.take_from(seat, owner)
        self.draws += 1
        if self.hands[owner].size() == 0:
            self.goes_out(owner)  # R7: before the drawer
        paired = self.circle == 0 and self.lay_pairs(seat)  # R3
        if paired:
            self.clear_pairs()
        if not (paired or sure):
            self.forget(owner, seat)
        if self.circle:
            self.circle -= 1
            if self.circle == 0:
                self.all_discard()
        self.pass_turn(seat)
        self.settle()

    def neighbour(self, seat: int) -> int:
        """The nearest player to the right who has cards."""
        other = (seat - 1) % self.seats
        while self.hands[other].size() == 0:  # R5
            other = (other - 1) % self.seats
        return other

    def take_from(self, seat: int, owner: int) -> None:
        hand = self.hands[owner]
        card = hand.sorted()[self.chance.pick(len(hand))]  # R8
        place = hand.find(card)
        hand.take_at(place)
        knew = self.known_by[owner].take_at(place)
        self.hands[seat].put(card)
        self.known_by[seat].put((knew if hand.size() == 0 else 0) | (1 << owner))
        self.tell("draw", seat, owner, card, seen=(1 << seat) | (1 << owner))

    def forget(self, owner: int, seat: int) -> None:
        """Nobody but the drawer can tell any more which of the known cards the owner still has."""
        known = self.known_by[owner]
        for index in range(len(known)):
            known.set(index, known.at(index) & (1 << seat))

    def all_discard(self) -> None:
        seat = self.dealer
        for _ in range(self.seats):
            seat = (seat + 1) % self.seats  # R7
            self.lay_pairs(seat)
        self.clear_pairs()

    def lay_pairs(self, seat: int) -> bool:
        """Lay all pairs open (R9) and go out with an empty hand; returns whether there was a pair."""
        gone = pairs_of(self.hands[seat])
        for index in range(len(gone)):
            place = self.hands[seat].find(gone.at(index))
            self.laid[seat].put(self.hands[seat].take_at(place))
            self.known_by[seat].take_at(place)
        if gone.size() == 0:
            return False
        self.tell("pairs", seat, cards=gone)
        if self.hands[seat].size() == 0:
            self.goes_out(seat)
        return True

    def clear_pairs(self) -> None:
        """Everybody has seen the pairs: they go, in the order in which they were laid."""
        self.beat(LAND)
        seat = self.dealer
        for _ in range(self.seats):
            seat = (seat + 1) % self.seats
            self.laid[seat].all_to(self.discard)

    def goes_out(self, seat: int) -> None:
        self.places[seat] = self.next_place()
        self.tell("out", seat, n=self.places[seat])

    def next_place(self) -> int:
        return self.seats + 1 - self.places.count(0)

    def left(self) -> int:
        return sum([1 for hand in self.hands if hand.size() > 0])

    def pass_turn(self, seat: i64) -> None:
        seat = self.next_seat(seat)
        while self.hands[seat].size() == 0:
            seat = self.next_seat(seat)
        self.one(seat)

    # 4. End and result

    def settle(self) -> None:
        """End the deal, and the next, for as long as the witch has her loser or the cap is reached."""
        while not self.over and (self.lost() or self.draws == self.max_draws):
            self.end_deal()

    def lost(self) -> bool:
        """Whether just one player has cards (R6) or, by the option, somebody has just the two queens."""
        if self.left() == 1:
            return True
        return self.two_queens and not self.circle and any(just_two_queens(hand) for hand in self.hands)

    def end_deal(self) -> None:
        """The holder of the witch is last; others who still have cards share the best open place (R10)."""
        place = self.next_place()
        capped = not self.lost()
        for seat, hand in enumerate(self.hands):
            if hand.has(WITCH):
                self.places[seat] = self.seats
                self.caught = -1 if capped else seat
                self.tell("stopped" if capped else "witch", seat, cards=None if capped else hand)
            elif hand.size() > 0:
                self.places[seat] = place
            self.scores[seat] += self.seats - self.places[seat]
        self.beat(CURTAIN)
        if self.round == self.deals:
            self.finish()
        else:
            self.dealer = self.next_seat(self.dealer)
            self.deal()

    def result(self) -> Result:
        winners = leaders(self.scores)
        losers = (
            leaders([-score for score in self.scores]) if len(winners) < self.seats else ()
        )  # nobody loses if all are equal
        return Result(tuple(self.scores), winners, losers, tuple(self.places))

    # What lies on the table

    def announcements(self) -> list[Note]:
        return [Note("is-out", seat) for seat, hand in enumerate(self.hands) if hand.size() == 0]

    def zones(self) -> list[Zone]:
        zones: list[Zone] = []
        for seat, hand in enumerate(self.hands):
            face = ALL if self.over or seat == self.caught else ""
            zones.append(Zone(HAND, hand, seat, face=face, seen=self.known_by[seat].cards()))
        laid = [Zone(LAID, pile, seat) for seat, pile in enumerate(self.laid)]
        return [*zones, *laid, Zone(OPEN_DISCARD, self.discard)]

    def counters(self) -> list[Counter]:
        return self.deal_counters() + [Counter(PLACE, place, seat) for seat, place in enumerate(self.places) if place]

    def facts(self) -> dict[str, object]:
        result = self.result()
        return {
            "round": self.round,
            "dealer": self.dealer,
            "hand_sizes": [len(hand) for hand in self.hands],
            "hands": [FRENCH.values(hand.sorted()) for hand in self.hands],
            "draws": self.draws,
            "discard_count": len(self.discard),
            "places": [place or None for place in self.places],
            "scores": list(self.scores),
            "winners": list(result.winners) if self.over else [],
            "losers": list(result.losers) if self.over else [],
        }

    def copy(self) -> OldMaid:
        other = OldMaid(self.seats)
        self.copy_deals_to(other)
        fill_all(other.known_by, self.known_by)
        fill_all(other.laid, self.laid)
        other.discard.fill(self.discard)
        other.caught = self.caught
        other.dealer = self.dealer
        other.draws = self.draws
        other.circle = self.circle
        other.places = self.places[:]
        other.before = self.before
        other.two_queens = self.two_queens
        other.max_draws = self.max_draws
        other.deals = self.deals
        return other

    def fits(self, zone: Zone, index: i64) -> bool:
        card = zone.pile.at(index)
        if self.circle:
            return True
        if self.two_queens and not self.over and just_two_queens(zone.pile):
            return False
        if card == WITCH:
            return True
        for place, other in enumerate(zone.pile.cards()):
            if place != index and other != WITCH and other >> 2 == card >> 2:
                return False
        return True

    def repair_world(self, seat: int, truth: Game) -> bool:
        return self.swap_until_all_fit(seat)

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        queens = sum([1 for card in view.cards("discard") if str(card).startswith("Q")])
        hints = [Hint("hint-queens", "", {"n": queens})]
        for zone in view.zones:
            if zone.name == "hand" and "Qs" in zone.cards:
                if zone.owner == view.seat:
                    hints.append(Hint("hint-mine", "", {"percent": round(100 / len(zone.cards))}))
                else:
                    hints.append(Hint("hint-there", "", {"seat": zone.owner}))
        return hints


GAME: Final = OldMaid


def just_two_queens(hand: Pile) -> bool:
    """Whether the hand is the witch and another queen."""
    return hand.size() == 2 and hand.has(WITCH) and hand.at(0) >> 2 == QUEEN_RANK and hand.at(1) >> 2 == QUEEN_RANK


def pairs_of(hand: Pile) -> Pile:
    """The cards that go: of each rank as many pairs as there are, the lowest suits first, never the witch."""
    gone = Pile()
    cards = [card for card in hand.sorted() if card != WITCH]
    i = 0
    while i + 1 < len(cards):
        if cards[i] >> 2 == cards[i + 1] >> 2:
            gone.put(cards[i])
            gone.put(cards[i + 1])
            i += 1
        i += 1
    return gone
