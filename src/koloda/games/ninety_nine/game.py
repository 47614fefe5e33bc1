"""Ninety-Nine — «Девяносто девять», by the book and (``rules: parlett``) as David Parlett made it.

Three players lay three cards aside and say how many tricks they will take: exactly that many bring the bonus. By the
book the suits are ranked and the cards aside are played last; with Parlett's rules they are the secret bid.

Spec: docs/rules/ninety-nine.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from koloda.core.errors import BadOption
from koloda.core.game import Result, leaders, places_of
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import ALL, CURTAIN, FLIP, Counter, Hint, Label, Note, Zone
from koloda.core.text import Text
from koloda.games.shared.tricks import CARD_BY_NAME, NO_TRUMP, SUIT_WORDS, TricksGame, unseen
from koloda.games.shared.zones import HAND

from .info import ASIDE, CARDS, GAME_POINTS, GAMES, INFO

if TYPE_CHECKING:
    from koloda.core.view import View

PACK: Final = Pile.of(CARDS.pack)
ALL_SEATS_MASK: Final = 0b111
BIDS: Final = [f"bid {k}" for k in range(13)]
OFFERS: Final = ["offer declare", "offer none", "offer reveal"]
BID_BY_SUIT: Final = (3, 0, 2, 1)  # what a card laid aside bids: clubs 3, diamonds 0, hearts 2, spades 1
BOOK_TRUMP_BY_SUCCESSES: Final = (NO_TRUMP, 1, 3, 2)  # of the deal before: no trump, diamonds, spades, hearts
PARLETT_TRUMP_BY_SUCCESSES: Final = (1, 3, 2, 0)  # diamonds, spades, hearts, clubs
BONUS_BY_SUCCESSES: Final = (0, 30, 20, 10)


class NinetyNine(TricksGame):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.aside = piles(seats)
        self.step = "aside"
        self.parlett = False
        self.rubber = False
        self.target = 0
        self.premium = -1  # the premium bidder
        self.open_hand = False  # the premium bidder has revealed the hand, not just declared the bid
        self.game_scores: list[int] = [0] * seats
        self.games_won: list[int] = [0] * seats
        self.games = 0
        self.first_dealer = 0
        self.bids_shown = False  # the cards aside lie open while the deal is counted

    @staticmethod
    def check(seats: int, options: MatchOptions) -> None:
        if options.flag("rubber") and options.word("rules") == "book":
            raise BadOption(
                "rubber-is-parlett",
                Text("Роббер бывает только по правилам Парлетта.", "A rubber is played with Parlett's rules only."),
            )

    # 2. Setup

    def setup(self, options: MatchOptions) -> None:
        self.parlett = options.word("rules") == "parlett"
        self.ranked = not self.parlett
        self.rubber = options.flag("rubber")
        self.target = options.number("target")
        self.dealer = self.first_dealer = self.chance.pick(self.seats)
        self.deal()

    def deal(self) -> None:
        self.gather()
        self.begin_deal()
        self.tell("round", self.dealer, n=self.round)
        for pile in self.aside:
            pile.clear()
        deck = PACK.copy()
        self.chance.shuffle(deck, CARDS)
        self.deal_hands(deck, 12)  # R2
        self.premium = -1
        self.open_hand = False
        self.bids_shown = False
        self.step = "aside"
        self.together(ALL_SEATS_MASK)

    # 3. Play

    def phase(self) -> str:
        return self.step

    def ask(self, seat: int) -> Note | None:
        if self.step == "play":
            return self.ask_card(seat)
        return Note("ask-aside-bid") if self.parlett and self.step == "aside" else None

    def moves(self, seat: int) -> list[str]:
        if self.step == "play":
            return self.card_moves(seat)
        if self.step == "aside":
            return asides(self.hands[seat])
        return BIDS if self.step == "bid" else OFFERS

    def default_move(self, seat: int) -> str:
        if self.step == "offer":
            return "offer none"
        return "bid 4" if self.step == "bid" else self.moves(seat)[0]

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb != self.step:
            return ""
        if verb == "play":
            return self.why_not_card(seat, args)
        if verb == "aside":
            held = [arg for arg in args if self.holds(seat, arg)]
            return "aside-three" if held == args else "not-yours"
        return "bid-range" if verb == "bid" else "no-such-offer"

    def reveal(self, moves: dict[int, str]) -> None:
        if self.step == "aside":
            self.lay_aside(moves)
        else:
            self.settle_offers(moves)

    def lay_aside(self, moves: dict[int, str]) -> None:
        for seat, move in moves.items():
            for name in move.split(" ")[1:]:
                self.hands[seat].take(CARD_BY_NAME[name])
                self.aside[seat].put(CARD_BY_NAME[name])
            self.tell("laid", seat)
        if self.parlett:
            self.step = "offer"
            self.together(ALL_SEATS_MASK)
        else:
            self.step = "bid"
            self.one(self.next_seat(self.dealer))  # R6

    def settle_offers(self, moves: dict[int, str]) -> None:
        """A reveal goes before a declare; among equals the seat nearest to the dealer's left (R10)."""
        for seat, move in moves.items():
            if move != "offer none":
                self.tell("offer", seat, word=move[6:])
        reveals = self.nearest(moves, "offer reveal")
        self.open_hand = reveals >= 0
        self.premium = reveals if self.open_hand else self.nearest(moves, "offer declare")
        if self.premium >= 0:
            self.bids[self.premium] = bid_of(self.aside[self.premium])
            self.tell("premium", self.premium, word="revealed" if self.open_hand else "declared")
            self.beat(FLIP)
        self.begin_tricks()

    def nearest(self, moves: dict[int, str], wanted: str) -> int:
        """The seat with that offer that is nearest to the dealer's left; -1 if there is none."""
        for step in range(1, self.seats + 1):
            seat = (self.dealer + step) % self.seats
            if moves[seat] == wanted:
                return seat
        return -1

    def begin_tricks(self) -> None:
        self.step = "play"
        self.leader = self.next_seat(self.dealer)
        self.one(self.leader)

    def play(self, seat: int, move: str) -> None:
        if self.step == "bid":
            self.bids[seat] = int(move[4:])
            self.tell("bid", seat, n=self.bids[seat])
            if seat == self.dealer:
                self.begin_tricks()
            else:
                self.one(self.next_seat(seat))
        elif self.put_card(seat, move):
            self.one(self.take_trick())  # R3, R7
            self.after_trick(sum(self.tricks))

    def after_trick(self, played: int) -> None:
        if played == (9 if self.parlett else 12):
            self.end_deal()
        elif played == 9:
            self.tell("pick-up")
            for seat in range(self.seats):
                self.aside[seat].all_to(self.hands[seat])
                self.voids[seat] = 0  # R8: what lay aside was no revoke

    # 4. Scoring and end

    def end_deal(self) -> None:
        bids = self.bids[:]
        if self.parlett:
            for seat in range(self.seats):
                bids[seat] = bid_of(self.aside[seat])
                self.tell("bid-was", seat, n=bids[seat], cards=self.aside[seat])
            self.bids_shown = True
            self.beat(FLIP)
        made = [self.tricks[seat] == bids[seat] for seat in range(self.seats)]  # R5
        points = deal_points(self.tricks, made, self.premium, 60 if self.open_hand else 30)
        for seat in range(self.seats):
            if made[seat]:
                self.tell("made", seat, n=bids[seat])
            self.tell("scores", seat, n=points[seat])
            self.scores[seat] += points[seat]
            self.game_scores[seat] += points[seat]
        won = max(self.game_scores) >= self.target
        if won:
            self.count_game()
        self.beat(CURTAIN)
        if won:
            self.end_game()
        else:
            self.dealer = self.next_seat(self.dealer)
            self.trump = self.next_trump(sum(made))
            self.deal()

    def next_trump(self, successes: int) -> int:
        return PARLETT_TRUMP_BY_SUCCESSES[successes] if self.parlett else BOOK_TRUMP_BY_SUCCESSES[successes]  # R4

    def count_game(self) -> None:
        """Somebody has reached the target."""
        self.games += 1
        for seat in leaders(self.game_scores):  # R9
            self.games_won[seat] += 1
            self.tell("game-won", seat)
        for seat in range(self.seats):
            if self.parlett and self.game_scores[seat] >= self.target:
                self.bonus(seat, 100)
            if self.rubber and self.games_won[seat] == 3:
                self.bonus(seat, 100 * (8 - self.games))

    def end_game(self) -> None:
        """The match is over by the book; Parlett's rules may have several games."""
        if not self.rubber or max(self.games_won) == 3:
            self.finish()
            return
        self.game_scores = [0] * self.seats
        self.dealer = self.first_dealer = self.next_seat(self.first_dealer)
        self.trump = NO_TRUMP  # R11
        self.deal()

    def bonus(self, seat: int, points: int) -> None:
        self.scores[seat] += points
        self.tell("bonus", seat, n=points)

    def result(self) -> Result:
        return Result(tuple(self.scores), leaders(self.scores), (), places_of(self.scores))

    # What lies on the table

    def zones(self) -> list[Zone]:
        zones: list[Zone] = []
        for seat in range(self.seats):
            premium = seat == self.premium
            zones.append(Zone(HAND, self.hands[seat], seat, face=ALL if premium and self.open_hand else ""))
            zones.append(
                Zone(ASIDE, self.aside[seat], seat, face=ALL if premium or self.bids_shown or self.over else "")
            )
        return zones + self.trick_zones()

    def labels(self) -> list[Label]:
        """With Parlett's rules the cards aside are the bid."""
        bidders = [seat for seat in range(self.seats) if self.parlett and self.aside[seat].size() > 0]
        return [Label("aside", Note("label-bid", n=bid_of(self.aside[seat])), seat) for seat in bidders]

    def counters(self) -> list[Counter]:
        tricks = self.trick_counters(self.bid_values())
        if not self.rubber:
            return self.deal_counters(self.target) + tricks
        games = [Counter(GAMES, n, seat, 3) for seat, n in enumerate(self.games_won)]
        points = [Counter(GAME_POINTS, n, seat, self.target) for seat, n in enumerate(self.game_scores)]
        return self.deal_counters() + tricks + games + points

    def announcements(self) -> list[Note]:
        notes = [self.trump_note()] if self.parlett else [self.trump_note(), Note("suit-order")]
        notes += [Note("bid", seat, n=bid) for seat, bid in enumerate(self.bids) if bid >= 0]
        if self.premium >= 0:
            notes.append(Note("premium", self.premium, word="revealed" if self.open_hand else "declared"))
        if self.step == "play" and not self.parlett:
            trump = self.next_trump(sum([self.tricks[seat] == self.bids[seat] for seat in range(self.seats)]))
            notes.append(Note("next-trump", word="none" if trump == NO_TRUMP else SUIT_WORDS[trump]))
        return notes

    def facts(self) -> dict[str, object]:
        return {
            "round": self.round,
            "dealer": self.dealer,
            "phase": self.step,
            "trump": self.trump_value(),
            "bids": self.bid_values(),
            "tricks": list(self.tricks),
            "hands": [CARDS.values(hand.sorted()) for hand in self.hands],
            "scores": list(self.scores),
            "premium": [self.premium, "reveal" if self.open_hand else "declare"] if self.premium >= 0 else None,
            "games_won": list(self.games_won),
            "game_scores": list(self.game_scores),
            "winners": list(leaders(self.scores)) if self.over else [],
        }

    def copy(self) -> NinetyNine:
        other = NinetyNine(self.seats)
        self.copy_tricks_to(other)
        fill_all(other.aside, self.aside)
        other.step = self.step
        other.parlett = self.parlett
        other.rubber = self.rubber
        other.target = self.target
        other.premium = self.premium
        other.open_hand = self.open_hand
        other.game_scores = self.game_scores[:]
        other.games_won = self.games_won[:]
        other.games = self.games
        other.first_dealer = self.first_dealer
        other.bids_shown = self.bids_shown
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        if view.seat is None or view.phase == "aside":
            return []
        hints: list[Hint] = []
        bid = own_bid(view)
        if view.options["rules"] == "parlett":
            hints.append(Hint("hint-bid", "", {"n": bid}))
        else:
            hints.append(
                Hint("hint-sum", "", {"n": sum([note.n for note in view.announcements if note.kind == "bid"])})
            )
        if view.phase == "play":
            hints.append(need_hint(bid - view.counter("tricks", view.seat)))
        left = unseen(view, CARDS.pack)
        suits = " ".join([f"{'♣♦♥♠'[suit]}×{len([card for card in left if card & 3 == suit])}" for suit in range(4)])
        return [*hints, Hint("hint-unseen", "", {"suits": suits})]


GAME: Final = NinetyNine


def asides(hand: Pile) -> list[str]:
    """Every choice of three cards, ascending."""
    names = [CARDS.face(card) for card in hand.sorted()]
    moves: list[str] = []
    for i, first in enumerate(names):
        for j in range(i + 1, len(names)):
            moves += [f"aside {first} {names[j]} {third}" for third in names[j + 1 :]]
    return moves


def bid_of(aside: Pile) -> int:
    """The bid that three cards make with Parlett's rules."""
    return sum([BID_BY_SUIT[card & 3] for card in aside.cards()])


def deal_points(tricks: list[int], made: list[bool], premium: int, worth: int) -> list[int]:
    """The points of a deal: tricks, the bonus for an exact bid, and the premium, to its bidder or to the others."""
    bonus = BONUS_BY_SUCCESSES[sum(made)]
    points = [n + bonus if made[seat] else n for seat, n in enumerate(tricks)]
    if premium >= 0:
        for seat in range(len(points)):
            if made[premium] == (seat == premium):
                points[seat] += worth
    return points


def own_bid(view: View) -> int:
    """What the view's seat has bid (-1: nothing yet)."""
    if view.options["rules"] == "parlett":
        return bid_of(Pile.of([CARD_BY_NAME[str(card)] for card in view.cards("aside", view.seat)]))
    return max([note.n for note in view.announcements if note.kind == "bid" and note.seat == view.seat], default=-1)


def need_hint(need: int) -> Hint:
    """How many tricks are still needed, or too many."""
    if need > 0:
        return Hint("hint-need", "", {"n": need})
    return Hint("hint-over", "", {"n": -need}) if need < 0 else Hint("hint-enough", "", {})
