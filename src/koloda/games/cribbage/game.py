"""Cribbage — «Криббедж»: the old game of the book (61 points, one count to 31) and today's standard game.

Keep four cards, lay the others into the dealer's crib. Points come in the play and at the show, and the first at the
target wins.

Spec: docs/rules/cribbage.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.errors import BadOption
from koloda.core.game import Game, Result, places_of
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import ALL, CURTAIN, EVERYONE, FLIP, NOBODY, TALLY, Counter, Hint, Note, Zone
from koloda.core.text import Text
from koloda.core.turn import ONE
from koloda.games.shared.counters import DEALER, RACE
from koloda.games.shared.deals import ROUND, DealsGame
from koloda.games.shared.zones import DECK, HAND

from .counting import ACE_LOW, JACK_RANK, explain_show, peg_points, peg_reasons, show_value, value
from .hints import discard_hint, play_hint, show_hint
from .info import COUNT, CRIB, INFO, LAID, STARTER
from .worlds import repair_hand, shuffle_discards

if TYPE_CHECKING:
    from koloda.core.view import View

PACK: Final = Pile.of(ACE_LOW.pack)
CRIB_ZONE: Final = 2  # where it is in ``lay_out``


class Cribbage(DealsGame):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.deck = Pile()
        self.starter = Pile()
        self.crib = Pile()
        self.crib_seen = Pile()
        self.laid = piles(seats)
        self.trick = Pile()
        self.count: i64 = 0
        self.dealer: i64 = 0
        self.last: i64 = 0
        self.before: i64 = 0  # the last to lay of all but ``last``
        self.passed: i64 = 0
        self.turned = False
        self.crib_shown = False
        self.floors: list[int] = [0] * seats
        self.book = True
        self.teams = False
        self.three = "each"
        self.go_each = False
        self.target = 61

    # 2. Setup

    @staticmethod
    def check(seats: int, options: MatchOptions) -> None:
        if options.flag("teams") and seats != 4:
            raise BadOption("teams-of-four", Text("Двое на двое играют только вчетвером.", "Partners need four seats."))
        if options.flag("teams") and options.word("rules") == "book":  # R15
            raise BadOption(
                "teams-by-the-book",
                Text("По книге каждый играет за себя.", "By the book everybody plays for themselves."),
            )

    def setup(self, options: MatchOptions) -> None:
        self.book = options.word("rules") == "book"
        self.teams = options.flag("teams")
        self.three = options.word("three")
        self.go_each = self.book and options.word("go") == "each"
        self.target = options.number("target") or (61 if self.book else 121)
        self.dealer = self.chance.pick(self.seats)
        self.gather()
        self.deal()

    def deal(self) -> None:
        self.round += 1
        self.tell("round", self.dealer, n=self.round)
        if self.book and (self.three == "each" or (self.three == "first" and self.round == 1)):  # R3
            self.three_points()
            if self.over:
                return
        self.begin_deal()
        self.gather()
        self.chance.shuffle(self.deck, ACE_LOW)
        self.deal_hands(6 if self.book or self.seats == 2 else 5)
        if not self.book and self.seats == 3:
            self.lay_away(self.deck.draw(), 0)
        self.starter.put(self.deck.draw())
        self.together((1 << self.seats) - 1)

    def gather(self) -> None:
        self.deck.fill(PACK)
        self.starter.clear()
        self.crib.clear()
        self.crib_seen.clear()
        self.turned = False
        self.crib_shown = False
        for seat in range(self.seats):
            self.hands[seat].clear()
            self.laid[seat].clear()
            self.floors[seat] = 0
        self.new_count()

    def three_points(self) -> None:
        seat = self.next_seat(self.dealer)
        while seat != self.dealer and not self.over:  # R11
            self.tell("three", seat, n=3)
            self.score(seat, 3)
            seat = self.next_seat(seat)
        if not self.over:  # the crib that lies there is not the next dealer's
            self.gather()
        self.beat(TALLY)

    def deal_hands(self, size: i64) -> None:
        seat = self.dealer
        n = size * self.seats
        while n > 0:
            seat = self.next_seat(seat)
            self.hands[seat].put(self.deck.draw())
            n -= 1
        for hand in self.hands:
            hand.sort()

    def lay_away(self, card: i64, seen: i64) -> None:
        self.crib.put(card)
        self.crib_seen.put(seen)

    def reveal(self, moves: dict[int, str]) -> None:
        seat = self.dealer
        for _ in range(self.seats):
            seat = self.next_seat(seat)
            self.discard(seat, DISCARDED[moves[seat]])
        if self.crib.size() > 4:
            self.draw_crib()
        self.turn_starter()

    def discard(self, seat: i64, both: i64) -> None:
        """Lay away one or two cards, packed into one number."""
        first, second = both >> 6, both & 63
        hand = self.hands[seat]
        if first != NO_CARD:
            hand.take(first)
            self.lay_away(first, 1 << seat)
        hand.take(second)
        self.lay_away(second, 1 << seat)
        if self.keeps_events:
            laid = Pile.of([second] if first == NO_CARD else [first, second])
            self.tell("discard", seat, cards=laid, seen=1 << seat)

    def draw_crib(self) -> None:
        """R2: the first four of all discards, shuffled, are the crib; nobody learns which."""
        seen_by_card = dict(zip(self.crib.cards(), self.crib_seen.cards(), strict=True))
        self.chance.shuffle(self.crib, ACE_LOW)
        self.crib_seen.fill(Pile.of([seen_by_card[card] for card in self.crib.cards()]))

    def turn_starter(self) -> None:
        self.turned = True
        card = self.starter.at(0)
        self.tell("starter", card=card)
        if card >> 2 == JACK_RANK:
            self.beat(FLIP)
            self.tell("heels", self.dealer, n=2)
            self.score(self.dealer, 2)
            self.beat(TALLY)
        self.one(self.next_seat(self.dealer))

    # 3. Play

    def moves(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        moves: list[str] = []
        n = hand.size()
        i: i64 = 0
        if self.turn_kind == ONE:
            while i < n:
                card = hand.at(i)
                if self.count + value(card) > 31:
                    break  # hands are in ascending order
                moves.append(PLAYS[card])
                i += 1
        elif n == 5:
            while i < n:
                moves.append(DISCARDS[hand.at(i)])
                i += 1
        else:
            while i < n:
                j = i + 1
                while j < n:
                    moves.append(DISCARDS_TWO[hand.at(i) * 52 + hand.at(j)])
                    j += 1
                i += 1
        return moves

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        discarding = self.turn_kind != ONE
        if verb not in ("discard", "play") or (verb == "play") == discarding:
            return {"play": "discard-first", "discard": "discard-done"}.get(verb, "")
        hand = ACE_LOW.values(self.hands[seat].cards())
        if any(card not in hand for card in args):
            return "not-in-hand"
        if not discarding:
            return "over-31" if len(args) == 1 else ""
        return "not-ascending" if len(set(args)) == len(hand) - 4 == len(args) else "wrong-number"

    def play(self, seat: int, move: str) -> None:
        card: i64 = PLAYED[move]
        self.hands[seat].take(card)
        self.laid[seat].put(card)
        self.trick.put(card)
        self.count += value(card)
        if seat != self.last:
            self.before = self.last
        self.last = seat
        if self.keeps_events:
            self.tell("play", seat, card=card, n=self.count)
            for why, share in peg_reasons(self.trick, self.count, self.book):
                self.tell(why, seat, n=share)
        points = peg_points(self.trick, self.count, self.book)
        if points > 0:
            self.score(seat, points)
            self.beat(TALLY)
        if not self.over:
            self.next_card(seat)

    def next_card(self, seat: i64) -> None:
        """The next seat that can add a card must; the others are passed over."""
        for _ in range(self.seats):
            seat = self.next_seat(seat)
            hand = self.hands[seat]
            if hand.size() > 0:
                if self.count + value(hand.at(0)) <= 31:
                    self.one(seat)
                    return
                self.go(seat)
                if self.over:
                    return
        self.end_count()

    def go(self, seat: i64) -> None:
        """Everybody learns that all cards of this hand are too high."""
        self.floors[seat] = max(self.floors[seat], 31 - self.count)
        if self.count < 31 and not self.passed & (1 << seat):
            self.passed |= 1 << seat
            self.tell("go", seat)
            if self.go_each:
                opponent = self.before if seat == self.last else self.last  # R14
                self.tell("go-point", opponent, n=1)
                self.score(opponent, 1)
                self.beat(TALLY)

    def end_count(self) -> None:
        if self.count < 31 or self.go_each:  # R4
            self.tell("last", self.last, n=1)
            self.score(self.last, 1)
            self.beat(TALLY)
            if self.over:
                return
        seat = self.last
        for _ in range(self.seats):
            seat = self.next_seat(seat)
            if self.hands[seat].size() > 0 and not self.book:  # R5
                self.new_count()
                self.one(seat)  # R12
                return
        self.show()

    def new_count(self) -> None:
        self.count = 0
        self.passed = 0
        self.trick.clear()

    def show(self) -> None:
        seat = self.dealer
        for _ in range(self.seats):  # R11
            seat = self.next_seat(seat)
            self.hands[seat].all_to(self.laid[seat])
            self.show_cards(seat, self.laid[seat], False)
            if self.over:
                return
        self.crib_shown = True
        self.show_cards(self.dealer, self.crib, True)
        if not self.over:
            self.beat(CURTAIN)
            self.dealer = self.next_seat(self.dealer)
            self.deal()

    def show_cards(self, seat: i64, cards: Pile, crib: bool) -> None:
        starter = self.starter.at(0)
        points = show_value(cards, starter, crib, self.book)  # R1
        if self.keeps_events:
            self.tell_show(seat, cards.cards()[:4], starter, crib, points)
        if points > 0:
            self.score(seat, points)

    def tell_show(self, seat: i64, cards: list[int], starter: i64, crib: bool, points: i64) -> None:
        """Combination by combination; the score is seen to rise, and counts when all of it is told."""
        faces = [ACE_LOW.face(card) for card in cards]
        self.tell("show-crib" if crib else "show", seat, n=points, cards=Pile.of(cards))
        self.beat(FLIP)
        before = self.scores[:]
        parts = explain_show(faces, ACE_LOW.face(starter), crib=crib, rules="book" if self.book else "standard")
        for part in parts:
            shown = Pile.of([ACE_LOW.card(face) for face in part.cards])
            self.tell("show-" + part.kind, seat, n=part.points, cards=shown)
            self.add_points(seat, part.points)
            self.beat(TALLY)
        self.scores = before

    def add_points(self, seat: i64, points: i64) -> None:
        self.scores[seat] += points
        if self.teams:
            self.scores[(seat + 2) & 3] += points

    def score(self, seat: i64, points: i64) -> None:
        self.add_points(seat, points)
        if self.scores[seat] >= self.target:
            self.win(seat)

    # 4. End

    def win(self, seat: i64) -> None:
        self.tell("wins", seat, n=self.scores[seat])
        if not self.book:
            for other, points in enumerate(self.scores):
                if points < self.target - 60:
                    self.tell("double-skunk", other, n=points)
                elif points < self.target - 30:
                    self.tell("skunk", other, n=points)
        self.finish()

    def winners(self) -> list[int]:
        return [seat for seat, points in enumerate(self.scores) if points >= self.target]

    def result(self) -> Result:
        return Result(tuple(self.scores), tuple(self.winners()), (), places_of(self.scores))

    # What lies on the table

    def phase(self) -> str:
        return "play" if self.turn_kind == ONE else "discard"

    def announcements(self) -> list[Note]:
        return [Note("count", cards=tuple(self.trick.cards()), n=self.count)] if self.trick.size() > 0 else []

    def zones(self) -> list[Zone]:
        """They are kept from look to look until somebody sees something else in one of them."""
        look = self.last_look
        if look is None:
            return self.lay_out()
        sights = self.crib_seen.changes * 4 + (2 if self.turned else 0) + (1 if self.crib_shown else 0)
        if not look.zones or look.masks_changes != sights or look.zones[CRIB_ZONE].owner != self.dealer:
            look.masks_changes = sights
            look.zones = self.lay_out()
        return look.zones

    def lay_out(self) -> list[Zone]:
        seen = self.crib_seen.cards()
        if self.crib_shown:
            seen[:4] = [EVERYONE] * 4
        table = [
            Zone(DECK, self.deck),
            Zone(STARTER, self.starter, face=ALL if self.turned else NOBODY),
            Zone(CRIB, self.crib, self.dealer, seen=seen),
        ]
        hands = [Zone(HAND, hand, seat) for seat, hand in enumerate(self.hands)]
        return table + hands + [Zone(LAID, laid, seat) for seat, laid in enumerate(self.laid)]

    def counters(self) -> list[Counter]:
        points = [Counter(RACE, score, seat, self.target) for seat, score in enumerate(self.scores)]
        return [Counter(ROUND, self.round), Counter(DEALER, self.dealer), *points, Counter(COUNT, self.count, goal=31)]

    def ask(self, seat: int) -> Note | None:
        if self.turn_kind == ONE:
            return None
        owner = "ask-own-crib" if seat == self.dealer else "ask-other-crib"
        return Note(owner, other=self.dealer, n=self.hands[seat].size() - 4)

    def facts(self) -> dict[str, object]:
        return {
            "round": self.round,
            "dealer": self.dealer,
            "phase": self.phase(),
            "count": self.count,
            "starter": ACE_LOW.face(self.starter.at(0)) if self.turned else None,
            "hands": [ACE_LOW.values(hand.cards()) for hand in self.hands],
            "scores": list(self.scores),
            "winners": self.winners(),
        }

    def copy(self) -> Cribbage:
        other = Cribbage(self.seats)
        self.copy_deals_to(other)
        other.deck.fill(self.deck)
        other.starter.fill(self.starter)
        other.crib.fill(self.crib)
        other.crib_seen.fill(self.crib_seen)
        fill_all(other.laid, self.laid)
        other.trick.fill(self.trick)
        other.count = self.count
        other.dealer = self.dealer
        other.last = self.last
        other.before = self.before
        other.passed = self.passed
        other.turned = self.turned
        other.crib_shown = self.crib_shown
        other.floors = self.floors[:]
        other.book = self.book
        other.teams = self.teams
        other.three = self.three
        other.go_each = self.go_each
        other.target = self.target
        return other

    # Imagined worlds

    def repair_world(self, seat: int, truth: Game) -> bool:
        for other, hand in enumerate(self.hands):
            if other != seat:
                must_play = self.turn_kind == ONE and self.mover == other and not self.over
                room = 31 - self.count if must_play else 10
                if room <= self.floors[other]:  # in the middle of a move, after the card that was played
                    room = 10
                if not repair_hand(hand, self.deck, self.floors[other], room):
                    return False
                hand.sort()
        if self.crib.size() > 4 and not self.crib_shown:
            shuffle_discards(self.crib, self.crib_seen, self.deck)
        return True

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        if view.phase == "discard":
            return [discard_hint(view, move) for move in view.legal]
        return [*[play_hint(view, move) for move in view.legal], show_hint(view)] if view.legal else []


NO_CARD: Final = 63  # of the two six-bit numbers of a discard
PLAYS: Final = [f"play {ACE_LOW.face(card)}" for card in range(52)]
PLAYED: Final = {move: card for card, move in enumerate(PLAYS)}
DISCARDS: Final = [f"discard {ACE_LOW.face(card)}" for card in range(52)]
DISCARDS_TWO: Final = [f"discard {ACE_LOW.face(a)} {ACE_LOW.face(b)}" for a in range(52) for b in range(52)]
DISCARDED: Final = {move: NO_CARD * 64 + card for card, move in enumerate(DISCARDS)}
DISCARDED.update({DISCARDS_TWO[52 * a + b]: 64 * a + b for a in range(52) for b in range(a + 1, 52)})
GAME: Final = Cribbage
