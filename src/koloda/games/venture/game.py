"""Venture — «Авантюра», with the draft.

Everybody bids a card in secret. The lowest bid captures the highest rank on the table, every other captures all that is
lower. Captured cards are bad, except for a whole rank.

Spec: docs/rules/venture.md
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.game import Game
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import ALL, CURTAIN, FLIP, GATHER, NOBODY, Hint, Label, Zone
from koloda.games.shared.bids import BIDS, bid_labels, unique_bids
from koloda.games.shared.scores import ScoreHands
from koloda.games.shared.seen_cards import Elsewhere, left_open, seen_by, take_closed
from koloda.games.shared.triangle import cards_of_others, numbers

from .info import BID_NOW, CAPTURED, INFO, PACKET, STOCK

if TYPE_CHECKING:
    from koloda.core.view import View

STOCK_SIZE_BY_SEATS: Final = {3: 4, 4: 3, 5: 5, 6: 7, 7: 6, 8: 7}
FIRST_KEPT_CARDS: Final = 3


class Venture(ScoreHands):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.captured = piles(seats)
        self.bids = piles(seats)  # one closed card each, or none
        self.bids_open = False
        self.bids_seen: list[int] = [0] * seats
        self.seen_once_open: list[list[int]] = [[] for _ in range(seats)]
        self.packets = piles(seats)
        self.packets_seen: list[list[int]] = [[] for _ in range(seats)]
        self.elsewhere = Elsewhere(seats)
        self.step = 0  # of the draft; 0 when there is none
        self.deals = 1
        self.draft = False
        self.agree = True

    # 2. Setup of every deal

    def setup(self, options: MatchOptions) -> None:
        self.deals = options.number("deals")
        self.draft = options.flag("draft")
        self.agree = options.flag("agree")
        self.next_deal()

    def next_deal(self) -> None:
        self.new_deal()
        for pile in self.captured:
            pile.clear()
        self.deck.draw_to(self.table, STOCK_SIZE_BY_SEATS[self.seats])
        self.deal_hands(self.deck.size() // self.seats)
        if self.draft:
            self.start_draft()
        else:
            self.open_stock()

    def open_stock(self) -> None:
        self.step = 0
        self.tell("stock", cards=self.table)
        self.next_round()

    def everybody(self) -> None:
        self.together((1 << i64(self.seats)) - 1)

    # 3. The draft

    def start_draft(self) -> None:
        for seat, hand in enumerate(self.hands):
            hand.all_to(self.packets[seat])
            self.packets_seen[seat] = self.hands_seen[seat]
            self.hands_seen[seat] = []
        self.elsewhere = Elsewhere(self.seats)
        self.step = 1
        self.everybody()

    def keep(self, seat: int, cards: list[int]) -> None:
        """Nobody else learns what is kept, unless all cards of the packet were equal."""
        packet = self.packets[seat]
        seen = self.packets_seen[seat]
        for card in cards:
            self.hold(seat, card, take_closed(packet, seen, card, 0))
        self.tell("keeps", seat, seen=1 << i64(seat), cards=Pile.of(cards))
        for card in packet.cards():
            self.elsewhere.add(seat, card)  # it is passed on, and its last owner knows that somebody has it
        self.packets_seen[seat] = [mask | 1 << seat for mask in seen]

    def pass_packets(self) -> None:
        """R7: always to the left. From step ``seats`` on each seat gets a packet that it has seen before."""
        self.tell("packets")
        self.packets = [self.packets[-1], *self.packets[:-1]]
        self.packets_seen = [self.packets_seen[-1], *self.packets_seen[:-1]]
        for seat, packet in enumerate(self.packets):
            if self.step >= self.seats:
                for card in packet.cards():
                    self.elsewhere.drop(seat, card)
        self.step += 1

    def keep_last(self) -> None:
        for seat, packet in enumerate(self.packets):
            card = packet.draw()
            packet.clear()
            self.hold(seat, card, self.packets_seen[seat].pop())
        self.open_stock()

    # 3. Rounds

    def next_round(self) -> None:
        self.round += 1
        self.tell("round", n=self.round)
        self.everybody()

    def phase(self) -> str:
        return "draft" if self.step else "open" if self.bids_laid() else "bid"

    def bids_laid(self) -> bool:
        """Whether all bids lie closed on the table."""
        return self.bids[0].size() > 0

    def moves(self, seat: int) -> list[str]:
        if self.bids_laid():
            return OPEN
        if self.step == 1:
            choices = set(combinations(self.packets[seat].sorted(), FIRST_KEPT_CARDS))
            return [f"keep {a} {b} {c}" for a, b, c in sorted(choices)]
        cards = self.packets[seat] if self.step else self.hands[seat]
        texts = KEEPS if self.step else BIDS
        return [texts[rank] for rank in range(1, 11) if cards.has(rank)]

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb not in ("keep", "bid", "open"):
            return ""
        if self.bids_laid():
            return "open-now"
        if verb == "open":
            return "too-soon"
        if verb == "bid":
            return "draft-now" if self.step else "not-in-hand"
        if not self.step:
            return "bid-now"
        if len(args) != (FIRST_KEPT_CARDS if self.step == 1 else 1):
            return "how-many"
        cards = [int(arg) for arg in args if arg.isdecimal()]
        return "not-in-packet" if cards == sorted(cards) else "not-ascending"

    def default_move(self, seat: int) -> str:
        return self.moves(seat)[0]

    def reveal(self, moves: dict[int, str]) -> None:
        if self.bids_laid():
            self.open_bids()
            return
        if not self.step:
            cards = [int(move[4:]) for move in moves.values()]
            if self.agree:
                self.lay_bids(cards)
            else:
                self.bid(cards)
            return
        for seat, move in moves.items():
            self.keep(seat, [int(card) for card in move[5:].split(" ")])
        self.pass_packets()
        if self.packets[0].size() == 1:
            self.keep_last()
        else:
            self.everybody()

    def lay_bids(self, cards: list[int]) -> None:
        """R9: the bids lie closed until all agree to open them."""
        for seat, card in enumerate(cards):
            hand, seen = self.hands[seat], self.hands_seen[seat]
            self.seen_once_open[seat] = left_open(hand, seen, card)
            self.bids_seen[seat] = take_closed(hand, seen, card, 0)
            self.bids[seat].put(card)
        self.everybody()

    def open_bids(self) -> None:
        """All have agreed. What somebody knew of a hand they know again, now that the bid is no secret."""
        cards = [int(pile.at(0)) for pile in self.bids]
        for seat in range(self.seats):
            self.bids[seat].clear()
            self.hands_seen[seat] = self.seen_once_open[seat]
            self.seen_once_open[seat] = []
        self.capture(cards)

    def bid(self, cards: list[int]) -> None:
        """Without an agreement all bids are opened at once."""
        for seat, card in enumerate(cards):
            self.let_go(seat, card)
        self.capture(cards)

    def capture(self, cards: list[int]) -> None:
        self.show_bids(cards)
        for card in cards:
            self.table.put(card)
        for seat, taken in captures(cards, self.table.cards()):
            if not self.table.has(cards[seat]):
                self.tell("caught", seat)
            else:  # a bid that acts finds at least a lower bid
                self.tell("captures", seat, cards=Pile.of(taken))
            for card in taken:
                self.table.take(card)
                self.captured[seat].put(card)
            self.beat(GATHER)
        if self.hands[0].size() > 0:
            self.next_round()
        else:
            self.end_deal()

    def show_bids(self, cards: list[int]) -> None:
        """All bids lie open before their seats for a moment; those of equal rank take nothing."""
        for seat, card in enumerate(cards):
            self.bids[seat].put(card)
            self.tell("bids", seat, card=card)
        self.note_tied(cards)
        self.bids_open = True
        self.beat(FLIP)
        self.bids_open = False
        for pile in self.bids:
            pile.clear()

    # 4. Scoring, end, result

    def end_deal(self) -> None:
        for seat, pile in enumerate(self.captured):
            points = score(pile.cards(), self.table.cards())
            self.scores[seat] += points
            self.tell("scores", seat, n=points)
        self.beat(CURTAIN)
        if self.deal == self.deals:  # R8
            self.win()
        else:
            self.next_deal()

    # What lies on the table

    def zones(self) -> list[Zone]:
        zones = [Zone(STOCK, self.table, face=NOBODY if self.step else "")]
        for seat in range(self.seats):
            zones.append(Zone(CAPTURED, self.captured[seat], seat))
            face = ALL if self.bids_open else ""
            seen = seen_by([self.bids_seen[seat]] * len(self.bids[seat]))
            zones.append(Zone(BID_NOW, self.bids[seat], seat, face=face, seen=seen))
            if self.draft:
                zones.append(Zone(PACKET, self.packets[seat], seat, seen=seen_by(self.packets_seen[seat])))
        return zones + self.hand_zones()

    def labels(self) -> list[Label]:
        return bid_labels([int(pile.at(0)) for pile in self.bids]) if self.bids_open else []

    def facts(self) -> dict[str, object]:
        captured = [pile.sorted() for pile in self.captured]
        facts = {**self.hand_facts(), "table": self.table.sorted(), "captured": captured}
        if self.agree:
            facts["bids"] = [int(pile.at(0)) for pile in self.bids] if self.bids_laid() else None
        return facts

    def repair_world(self, seat: int, truth: Game) -> bool:
        """What a seat has passed on in the draft is not in the stock."""
        if not self.step or seat < 0:
            return True
        others = [hand for other, hand in enumerate(self.hands + self.packets) if other % self.seats != seat]
        fits = self.elsewhere.fits(seat, others)
        self.elsewhere.keep_only(seat)
        return fits

    def copy(self) -> Venture:
        other = Venture(self.seats)
        self.copy_hands_to(other)
        fill_all(other.captured, self.captured)
        fill_all(other.bids, self.bids)
        other.bids_open = self.bids_open
        other.bids_seen = self.bids_seen[:]
        other.seen_once_open = [seen[:] for seen in self.seen_once_open]
        fill_all(other.packets, self.packets)
        other.packets_seen = [seen[:] for seen in self.packets_seen]
        other.elsewhere.fill(self.elsewhere)
        other.step = self.step
        other.deals = self.deals
        other.draft = self.draft
        other.agree = self.agree
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        seat = view.seat
        if seat is None or view.phase != "bid":
            return []
        stock = sorted(numbers(view.cards("stock")))
        hints: list[Hint] = []
        for move in view.legal:
            card = int(move[4:])
            loot = [c for c in stock if c < card]
            if loot:
                hints.append(Hint("hint-bid", move, {"card": card, "loot": listed(loot)}))
            else:
                hints.append(Hint("hint-bid-nothing", move, {"card": card}))
        hints.append(Hint("hint-low", "", {"loot": listed([c for c in stock if c == stock[-1]])}))
        captured = [numbers(view.cards("captured", s)) for s in range(view.seats)]
        hints.append(Hint("hint-score", "", {"n": score(captured[seat], stock)}))
        sets = [rank for rank in range(1, 11) if rank in captured[seat] and set_possible(rank, seat, captured)]
        if sets:
            hints.append(Hint("hint-sets", "", {"ranks": listed(sets)}))
        others = cards_of_others(view)
        ranks = " ".join([f"{rank}×{others.count(rank)}" for rank in range(1, 11) if rank in others])
        return [*hints, Hint("hint-unseen", "", {"ranks": ranks})]


OPEN: Final = ["open"]
KEEPS: Final = [f"keep {card}" for card in range(11)]
GAME: Final = Venture


def captures(bids: list[int], table: list[int]) -> list[tuple[int, list[int]]]:
    """What every unique bid takes, the lowest bid first; the bids of all seats already lie on the table."""
    loots: list[tuple[int, list[int]]] = []
    low = min(bids)
    for seat in unique_bids(bids):
        card = bids[seat]
        if card == low:  # R1, R2, R4: a tied lowest bid is no lowest
            taken = [c for c in table if c == max(table)]
        elif card not in table:  # R3: taken by the lowest before it could act
            taken = []
        else:
            taken = sorted([c for c in table if c < card])
        table = [c for c in table if c not in taken]
        loots.append((seat, taken))
    return loots


def score(captured: list[int], stock: list[int]) -> int:
    """A full set, completed by the stock if need be, is worth its rank (R5, R6); otherwise every card costs a point."""
    total = 0
    for rank in range(1, 11):
        k = captured.count(rank)
        if k > 0:
            total += rank if k + stock.count(rank) == rank else -k
    return total


def set_possible(rank: int, seat: int, captured: list[list[int]]) -> bool:
    """Whether no other seat has captured a card of the rank."""
    return not any(rank in cards for other, cards in enumerate(captured) if other != seat)


def listed(cards: list[int]) -> str:
    """Cards in a row, or a dash."""
    return " ".join([str(card) for card in cards]) or "–"
