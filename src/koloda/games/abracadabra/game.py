"""Abracadabra — «Абракадабра».

Four players bid for tricks; the highest bid becomes everybody's target. Whoever reaches it calls «Абракадабра», and the
fewer callers there are, the more each of them gets.

Spec: docs/rules/abracadabra.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.game import Result, leaders, places_of
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile
from koloda.core.table import CURTAIN, EVERYONE, Counter, Hint, Note, Zone
from koloda.games.shared.tricks import CARD_BY_NAME, JOKER, NO_TRUMP, TricksGame, trump_of, unseen
from koloda.games.shared.zones import HAND

from .info import CARDS, CHIPS, DECLARED, INFO, POT, TURNUP

if TYPE_CHECKING:
    from koloda.core.view import View

PACK: Final = Pile.of(CARDS.pack)
BIDS: Final = [f"bid {k}" for k in range(14)]
STAKES: Final = [f"stake {m}" for m in range(1, 6)]
CALLS: Final = ["abracadabra", "pass"]
BONUS_BY_MAKERS: Final = (0, 40, 30, 20, 10)  # for each who has called, by how many have made the number


class Abracadabra(TricksGame):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.turnup = Pile()
        self.step = "bid"
        self.declarer = -1
        self.declared = -1
        self.shown: list[int] = []
        self.callers: list[int] = []  # who still owes an answer
        self.made: list[bool] = [False] * seats  # who has the declared number
        self.called: list[bool] = [False] * seats
        self.pot = 0
        self.chips: list[int] = [0] * seats
        self.target = 0
        self.stake = 0
        self.own_stakes = False
        self.raise_per_card = 0
        self.exact = False
        self.manual = False

    # 2. Setup

    def setup(self, options: MatchOptions) -> None:
        self.target = options.number("target")
        self.stake = options.number("stake")  # R7
        self.own_stakes = options.word("stakes") == "own" and self.stake > 0  # R14
        self.raise_per_card = options.number("raise_per_card")
        self.exact = options.word("count") == "exact"  # R5
        self.manual = options.word("call") == "manual"  # R11
        self.dealer = self.chance.pick(self.seats)
        self.deal()

    def deal(self) -> None:
        self.gather()
        self.begin_deal()
        self.tell("round", self.dealer, n=self.round)
        deck = PACK.copy()
        self.chance.shuffle(deck, CARDS)
        self.deal_hands(deck, 13)
        self.turnup.clear()
        self.turnup.put(deck.draw())
        self.joker = self.turnup.at(0)  # R2
        self.trump = NO_TRUMP if self.joker == JOKER else self.joker & 3
        self.tell("turnup", card=self.joker)
        self.declarer = self.declared = -1
        self.shown = []
        self.made = [False] * self.seats
        self.called = [False] * self.seats
        self.step = "bid"
        self.one(self.next_seat(self.dealer))

    # 3. Play

    def phase(self) -> str:
        return self.step

    def moves(self, seat: int) -> list[str]:
        if self.step == "play":
            return self.card_moves(seat)
        if self.step == "bid":
            return BIDS
        if self.step == "stake":
            return STAKES
        return CALLS if self.step == "call" else shows(self.hands[seat])

    def default_move(self, seat: int) -> str:
        return self.moves(seat)[0]

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb == self.step == "play":
            return self.why_not_card(seat, args)
        if verb == self.step == "bid":
            return "bid-range"
        if verb == self.step == "stake":
            return "stake-range"
        if verb == self.step == "show":
            held = not [arg for arg in args if not self.holds(seat, arg)]
            return "show-order" if held else "not-yours"
        return ""

    def play(self, seat: int, move: str) -> None:
        if self.step == "play":
            if self.put_card(seat, move):
                self.after_trick(self.take_trick())
        elif self.step == "bid":
            self.bid(seat, int(move[4:]))
        elif self.step == "stake":
            self.put_stake(seat, int(move[6:]))
        elif self.step == "show":
            self.show(seat, move.split(" ")[1:])
        else:
            self.answer(seat, move == "abracadabra")

    def bid(self, seat: i64, k: int) -> None:
        self.tell("bid", seat, n=k)
        self.bids[seat] = k
        if k > self.declared:  # R3: of equal bids the first
            self.declarer = seat
            self.declared = k  # R4: the target of everybody
        if self.own_stakes:
            self.step = "stake"
            self.one(seat)
        else:
            self.pay(seat, self.stake)
            self.next_bid(seat)

    def put_stake(self, seat: i64, times: int) -> None:
        coins = times * self.stake
        self.tell("stakes", seat, n=coins)
        self.pay(seat, coins)
        self.step = "bid"
        self.next_bid(seat)

    def next_bid(self, seat: i64) -> None:
        if seat != self.dealer:
            self.one(self.next_seat(seat))
            return
        self.tell("declares", self.declarer, n=self.declared)
        self.step = "show"
        self.one(self.declarer)

    def pay(self, seat: i64, coins: int) -> None:
        self.chips[seat] -= coins  # R9: points are never touched
        self.pot += coins

    def show(self, seat: i64, names: list[str]) -> None:
        self.shown = [CARD_BY_NAME[name] for name in names]  # R8
        self.pay(seat, self.raise_per_card * len(names))
        if names:
            self.tell("shows", seat, cards=Pile.of(self.shown))
        self.step = "play"
        self.leader = seat
        self.one(seat)

    def after_trick(self, winner: int) -> None:
        last = sum(self.tricks) == 13
        if self.exact or self.declared == 0:  # R6
            asked = [seat for seat in self.from_left() if last and self.tricks[seat] == self.declared]
        else:
            asked = [winner] if self.tricks[winner] == self.declared else []
        for seat in asked:
            self.made[seat] = True
        if self.manual:
            self.callers = asked
        else:
            for seat in asked:
                self.call(seat)
        self.go_on()

    def from_left(self) -> list[int]:
        """All seats, clockwise from the dealer's left."""
        return [(self.dealer + 1 + i) % self.seats for i in range(self.seats)]

    def call(self, seat: int) -> None:
        self.called[seat] = True
        self.tell("calls", seat)

    def answer(self, seat: int, aloud: bool) -> None:
        if aloud:
            self.call(seat)
        else:
            self.tell("silent", seat)
        self.callers = self.callers[1:]
        self.go_on()

    def go_on(self) -> None:
        if self.callers:
            self.step = "call"
            self.one(self.callers[0])
        elif sum(self.tricks) == 13:
            self.end_deal()
        else:
            self.step = "play"
            self.one(self.leader)

    # 4. Scoring and end

    def end_deal(self) -> None:
        makers = [seat for seat in range(self.seats) if self.made[seat]]
        for seat in range(self.seats):
            points = self.tricks[seat] + 2 * self.rank_cards(seat)  # R10
            points += BONUS_BY_MAKERS[len(makers)] if self.called[seat] else 0  # R13
            self.scores[seat] += points
            self.tell("scores", seat, n=points)
        if makers:
            most = max([self.tricks[seat] for seat in makers])
            self.share_pot([seat for seat in makers if self.tricks[seat] == most])
        if max(self.scores) >= self.target:
            self.share_pot(list(leaders(self.scores)))
            self.beat(CURTAIN)
            self.finish()
        else:
            if self.pot > 0:
                self.tell("pot-stays", n=self.pot)
            self.beat(CURTAIN)
            self.dealer = self.next_seat(self.dealer)
            self.deal()

    def rank_cards(self, seat: int) -> int:
        """How many cards of the declared rank lie in a seat's tricks: 1 is the ace, 11 to 13 are J Q K."""
        if self.declared == 0:
            return 0
        rank = (self.declared - 2) % 13
        return sum([1 for card in self.taken[seat].cards() if self.stands_for(card) >> 2 == rank])

    def share_pot(self, sharers: list[int]) -> None:
        """In equal parts; odd coins go one each, clockwise from the dealer's left."""
        ordered = [seat for seat in self.from_left() if seat in sharers]
        for place, seat in enumerate(ordered):
            coins = self.pot // len(ordered) + (1 if place < self.pot % len(ordered) else 0)
            self.chips[seat] += coins
            if coins:
                self.tell("pot-won", seat, n=coins)
        self.pot = 0

    def result(self) -> Result:
        return Result(tuple(self.scores), leaders(self.scores), (), places_of(self.scores), {"chips": list(self.chips)})

    # What lies on the table

    def zones(self) -> list[Zone]:
        hands = [Zone(HAND, hand, seat, seen=self.open_cards(seat)) for seat, hand in enumerate(self.hands)]
        return [*hands, Zone(TURNUP, self.turnup), *self.trick_zones()]

    def open_cards(self, seat: int) -> list[int] | None:
        """The cards that the declarer has shown are known to everybody."""
        if seat != self.declarer or not self.shown:
            return None
        return [EVERYONE if card in self.shown else 0 for card in self.hands[seat].cards()]

    def counters(self) -> list[Counter]:
        coins = [Counter(CHIPS, n, seat) for seat, n in enumerate(self.chips)]
        declared_yet = self.declared_yet()
        declared = [Counter(DECLARED, self.declared)] if declared_yet else []
        goal = self.declared if declared_yet else None  # R4: the other bids have no further effect
        tricks = self.trick_counters([goal] * self.seats)
        return self.deal_counters(self.target) + tricks + coins + [Counter(POT, self.pot), *declared]

    def declared_yet(self) -> bool:
        return self.step not in ("bid", "stake")

    def announcements(self) -> list[Note]:
        calls = [Note("calls", seat) for seat in range(self.seats) if self.called[seat]]
        bids = [Note("bid", seat, n=bid) for seat, bid in enumerate(self.bids) if bid >= 0]
        return [self.trump_note(), *bids, *calls]

    def facts(self) -> dict[str, object]:
        declared_yet = self.declared_yet()
        return {
            "round": self.round,
            "dealer": self.dealer,
            "phase": self.step,
            "turnup": CARDS.value(self.turnup.at(0)),
            "trump": self.trump_value(),
            "bids": self.bid_values(),
            "declarer": self.declarer if declared_yet else None,
            "declared": self.declared if declared_yet else None,
            "shown": CARDS.values(self.shown),
            "tricks": list(self.tricks),
            "pot": self.pot,
            "chips": list(self.chips),
            "scores": list(self.scores),
            "winners": list(leaders(self.scores)) if self.over else [],
        }

    def copy(self) -> Abracadabra:
        other = Abracadabra(self.seats)
        self.copy_tricks_to(other)
        other.turnup.fill(self.turnup)
        other.step = self.step
        other.declarer = self.declarer
        other.declared = self.declared
        other.shown = self.shown[:]
        other.callers = self.callers[:]
        other.made = self.made[:]
        other.called = self.called[:]
        other.pot = self.pot
        other.chips = self.chips[:]
        other.target = self.target
        other.stake = self.stake
        other.own_stakes = self.own_stakes
        other.raise_per_card = self.raise_per_card
        other.exact = self.exact
        other.manual = self.manual
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        if view.seat is None:
            return []
        hand = view.cards("hand", view.seat)
        hints: list[Hint] = []
        if "Jk" in hand:
            hints.append(Hint("hint-joker", "", {"cards": str(view.cards("turnup")[0])}))
        trump = trump_of(view)
        if trump != NO_TRUMP:
            left = [card for card in unseen(view, CARDS.pack) if card == JOKER or card & 3 == trump]  # R2
            hints.append(Hint("hint-trumps", "", {"n": len(left)}))
        if view.phase not in ("bid", "stake"):
            hints += need_hints(view, view.counter("tricks", view.seat), len(hand))
        return hints


GAME: Final = Abracadabra


def shows(hand: Pile) -> list[str]:
    """Every choice of cards to show, nothing first; the cards ascend."""
    texts = ["show"]
    for card in hand.sorted():
        name = " " + CARDS.face(card)
        texts += [text + name for text in texts]
    return texts


def need_hints(view: View, tricks: int, left: int) -> list[Hint]:
    """How far the declared number is, and which rank pays."""
    declared = view.counter("declared")
    if declared == 0:
        return []
    need = declared - tricks
    rank = "A" if declared == 1 else str(declared) if declared <= 10 else "JQK"[declared - 11]
    if need > 0:
        progress = Hint("hint-need", "", {"n": need, "left": left})
    elif need < 0 and view.options["count"] == "exact":  # R5
        progress = Hint("hint-over", "", {"n": -need})
    else:
        progress = Hint("hint-made", "", {})
    return [progress, Hint("hint-rank", "", {"card": rank})]
