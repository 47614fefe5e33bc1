"""Tycoon, Daifugo — «Богач».

Get rid of your cards: a lead of equal cards is beaten by as many of a higher rank. The first one out is the rich one,
the last one is the poor one, who owes the rich one a best card in the next deal.

Spec: docs/rules/tycoon.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from mypy_extensions import i64

from koloda.core.game import Game, Result, leaders, places_of
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile
from koloda.core.table import CURTAIN, GATHER, LAND, Counter, Hint, Label, Note, Zone
from koloda.games.shared.deals import DealsGame
from koloda.games.shared.zones import HAND, OPEN_DISCARD

from .card_sets import (
    JOKER_RANK,
    PACK_BY_JOKERS,
    PLAYS,
    RANK_NAMES,
    RANKS,
    TYCOON_DECK,
    answers,
    cards_out,
    count_ranks,
    gives,
    leads,
    lowest_of,
    lowest_rank,
    unbeatable,
)
from .info import INFO, LEFT, TABLE

if TYPE_CHECKING:
    from koloda.core.view import View


class Gift(NamedTuple):
    """A card that its giver knows in another hand, until that hand lets such a card go."""

    holder: int
    card: int
    giver: int
    number: int  # in the order of the exchange


class Tycoon(DealsGame):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.heap = Pile()
        self.table = Pile()
        self.gifts: list[Gift] = []
        self.exchange: list[int] = []
        self.givers: list[int] = []
        self.ranking: list[int] = []  # the seats of the last deal by place
        self.out: list[int] = []
        self.firsts: list[int] = [0] * seats
        self.leader = 0
        self.opening = True
        self.last = 0  # who made the last play
        self.passed = 0
        self.top_rank = 0
        self.decks = 1
        self.jokers = 0
        self.deals = 0
        self.lead = ""
        self.must_beat = False
        self.wild = False
        self.gift_rule = ""

    # 2. Setup

    def setup(self, options: MatchOptions) -> None:
        self.decks = options.number("decks")  # R1
        self.jokers = options.number("jokers")
        self.deals = options.number("deals")
        self.lead = options.word("lead")
        self.must_beat = options.flag("must_beat")
        self.wild = options.flag("joker_wild")
        self.gift_rule = options.word("exchange")
        self.leader = self.chance.pick(self.seats)
        self.deal()

    def deal(self) -> None:
        self.round += 1
        self.begin_deal()
        self.tell("round", self.leader, n=self.round)
        self.heap.clear()
        self.table.clear()
        self.gifts = []
        self.exchange = []
        self.out = []
        deck = Pile.of(PACK_BY_JOKERS[self.jokers] * self.decks)
        self.chance.shuffle(deck, TYCOON_DECK)
        for hand in self.hands:
            hand.clear()
        seat: i64 = self.leader
        while deck.size() > 0:  # R2
            self.hands[seat].put(deck.draw())
            seat = self.next_seat(seat)
        self.opening = True
        self.passed = 0
        self.one(self.leader)
        if self.ranking and self.gift_rule != "off":
            self.beat(LAND)
            self.pay_up()

    def pay_up(self) -> None:
        """The exchange: the last ones give their highest cards; the first ones answer, by force or by choice."""
        first, last = self.ranking[0], self.ranking[-1]
        self.give(last, first, max(self.hands[last].cards()))
        if self.gift_rule == "one":
            self.beat(GATHER)
            self.give(first, last, min(self.hands[first].cards()))  # R9: it can be the card just received
            self.beat(GATHER)
            return
        self.givers = [first]  # R10
        if self.seats >= 4:
            self.give(last, first, max(self.hands[last].cards()))
            third_class = self.ranking[-2]
            self.give(third_class, self.ranking[1], max(self.hands[third_class].cards()))
            self.givers.append(self.ranking[1])
        self.beat(GATHER)

    def give(self, seat: i64, other: i64, card: i64) -> None:
        self.let_go(seat, card)
        self.hands[other].put(card)
        self.gifts.append(Gift(other, card, seat, len(self.exchange)))
        self.exchange.append(card)
        self.tell("gift", seat, other, card, seen=(1 << seat) | (1 << other))

    def let_go(self, seat: i64, card: i64) -> None:
        """A card leaves a hand; among equal cards the known one goes, since nobody can be sure which it was."""
        self.hands[seat].take(card)
        for gift in self.gifts:
            if gift.holder == seat and gift.card == card:
                self.gifts.remove(gift)
                return

    def gift_size(self) -> int:
        return 2 if len(self.givers) == 2 else 1

    # 3. Play

    def phase(self) -> str:
        if self.givers:
            return "give"
        return "answer" if self.table.size() > 0 else "lead"

    def ask(self, seat: int) -> Note | None:
        if self.givers:
            return Note("ask-give", other=self.gift_taker(seat), n=self.gift_size())
        if self.table.size() > 0:
            return Note("ask-answer", n=len(self.table))
        return Note("ask-lowest") if self.forced() else None

    def forced(self) -> bool:
        """Whether a lead must be all cards of the lowest rank."""
        return self.lead == "lowest" or (self.opening and self.lead == "first_lowest")  # R3

    def moves(self, seat: int) -> list[str]:
        counts = count_ranks(self.hands[seat])
        if self.givers:
            return gives(counts, self.gift_size())
        jokers = counts[JOKER_RANK] if self.wild else 0
        if self.table.size() > 0:
            beaters = answers(counts, jokers, self.top_rank, len(self.table))
            return beaters if self.must_beat and beaters else ["pass", *beaters]  # R4
        if self.forced():
            low = lowest_rank(counts)
            return [PLAYS[low][counts[low]][0]]
        return leads(counts, jokers)

    def default_move(self, seat: int) -> str:
        return self.moves(seat)[0]

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        counts = count_ranks(self.hands[seat])
        if verb == "give":
            if not self.givers:
                return "no-gift-now"
            return self.why_not_gift(seat, args)
        if verb not in ("play", "pass"):
            return ""
        if self.givers:
            return "give-first"
        if verb == "pass":
            return "" if args else "must-beat" if self.table.size() > 0 else "must-lead"
        return self.why_not_play(counts, args)

    def why_not_gift(self, seat: int, args: list[str]) -> str:
        if len(args) != self.gift_size():
            return "give-count"
        ranks = sorted([RANKS.index(arg) for arg in args if arg in RANKS])
        ascending = " ".join(["give", *[RANKS[rank] for rank in ranks]])
        return "give-order" if ascending in self.moves(seat) else "not-yours"

    def why_not_play(self, counts: list[int], args: list[str]) -> str:
        plain = [arg for arg in args if arg != "Jk"] or args
        if not args or plain[0] not in RANKS or plain != [plain[0]] * len(plain) or args[: len(plain)] != plain:
            return "one-rank"
        rank = RANKS.index(plain[0])
        if len(args) > len(plain) and not self.wild:
            return "joker-not-wild"
        if counts[rank] < len(plain) or counts[JOKER_RANK] < len(args) - len(plain):
            return "not-yours"
        if self.table.size() == 0:
            return "lowest-first"
        return "same-count" if len(args) != len(self.table) else "too-low"  # R6

    def play(self, seat: int, move: str) -> None:
        if move == "pass":
            self.tell("pass", seat)
            self.passed |= 1 << seat  # R5: for this turn only
            self.next_turn(seat)
            return
        words = move.split(" ")
        if words[0] == "give":
            self.give_back(seat, words[1:])
        else:
            self.play_set(seat, words[1:])

    def give_back(self, seat: int, ranks: list[str]) -> None:
        other = self.gift_taker(seat)
        for rank in ranks:
            self.give(seat, other, lowest_of(self.hands[seat], RANKS.index(rank)))
        self.givers.pop(0)
        self.one(self.givers[0] if self.givers else self.leader)

    def gift_taker(self, seat: int) -> int:
        return self.ranking[-1] if seat == self.ranking[0] else self.ranking[-2]

    def play_set(self, seat: int, ranks: list[str]) -> None:
        self.table.all_to(self.heap)
        for text in ranks:
            card = lowest_of(self.hands[seat], RANKS.index(text))
            self.let_go(seat, card)
            self.table.put(card)
        self.tell("play", seat, cards=self.table)
        self.top_rank = RANKS.index(ranks[0])  # R7: jokers stand last
        self.last = seat
        self.passed = 0
        self.opening = False
        if self.hands[seat].size() == 0:
            self.out.append(seat)
            self.tell("out", seat, n=len(self.out))
        if len(self.out) == self.seats - 1:
            self.end_deal()
        elif self.top_rank == (JOKER_RANK if self.jokers else JOKER_RANK - 1):
            self.beat(LAND)
            self.clear_table()
        else:
            self.next_turn(seat)

    def next_turn(self, seat: i64) -> None:
        """The next seat with cards moves, unless the turn comes back to the last play."""
        seat = self.next_seat(seat)
        while seat != self.last and self.hands[seat].size() == 0:
            seat = self.next_seat(seat)
        if seat == self.last:
            self.clear_table()
        else:
            self.one(seat)

    def clear_table(self) -> None:
        self.table.all_to(self.heap)
        self.passed = 0
        seat: i64 = self.last
        while self.hands[seat].size() == 0:  # R8
            seat = self.next_seat(seat)
        self.tell("clear", seat)
        self.one(seat)

    # 4. Scoring and end

    def end_deal(self) -> None:
        self.beat(LAND)
        last = [seat for seat in range(self.seats) if self.hands[seat].size() > 0]
        self.tell("last", last[0])
        self.ranking = self.out + last
        self.leader = self.ranking[0]
        self.firsts[self.leader] += 1
        for place, seat in enumerate(self.ranking):
            self.scores[seat] += self.seats - 1 - place  # R11
        self.beat(CURTAIN)
        if self.round == self.deals:
            self.finish()
        else:
            self.deal()

    def result(self) -> Result:
        keys = [1000 * score + firsts for score, firsts in zip(self.scores, self.firsts, strict=True)]
        return Result(tuple(self.scores), leaders(keys), (), places_of(keys))

    # What lies on the table

    def zones(self) -> list[Zone]:
        hands = [Zone(HAND, hand, seat, seen=self.known(seat)) for seat, hand in enumerate(self.hands)]
        return [*hands, Zone(TABLE, self.table), Zone(OPEN_DISCARD, self.heap)]

    def known(self, seat: int) -> list[int] | None:
        """For each card of a hand the seats (bits) that gave it away and have seen no such card leave."""
        if not self.gifts:
            return None
        seen = [0] * len(self.hands[seat])
        for gift, place in zip(self.gifts, self.gift_places(), strict=True):
            if gift.holder == seat:
                seen[place] = 1 << gift.giver
        return seen

    def gift_places(self) -> list[int]:
        """Where in its hand each gift lies; equal cards of several packs lie in different places."""
        places: list[int] = []
        taken: set[tuple[int, int]] = set()
        for gift in self.gifts:
            cards = self.hands[gift.holder].cards()
            place = cards.index(gift.card)
            while (gift.holder, place) in taken:
                place = cards.index(gift.card, place + 1)
            taken.add((gift.holder, place))
            places.append(place)
        return places

    def repair_world(self, seat: int, truth: Game) -> bool:
        """The two seats of a gift know it in this world too, whichever card it is there."""
        assert isinstance(truth, Tycoon)
        self.gifts = []
        for gift, place in zip(truth.gifts, truth.gift_places(), strict=True):
            card = self.hands[gift.holder].at(place)
            self.gifts.append(Gift(gift.holder, card, gift.giver, gift.number))
            self.exchange[gift.number] = card
        return True

    def labels(self) -> list[Label]:
        return [Label("table", Note("label-played", self.last))] if self.table.size() > 0 else []

    def counters(self) -> list[Counter]:
        return self.deal_counters() + [Counter(LEFT, len(hand), seat) for seat, hand in enumerate(self.hands)]

    def announcements(self) -> list[Note]:
        notes = [Note("passed", seat) for seat in range(self.seats) if (self.passed >> seat) & 1]
        notes += [Note("is-out", seat, n=place) for place, seat in enumerate(self.out, 1)]
        return notes + [Note("title", seat, word=self.title(seat)) for seat in range(self.seats)]

    def title(self, seat: int) -> str:
        if not self.ranking:
            return "commoner"
        place = self.ranking.index(seat)
        if place in (0, self.seats - 1):
            return "poor" if place else "rich"
        if self.seats >= 4 and place in (1, self.seats - 2):
            return "well-off" if place == 1 else "needy"
        return "commoner"

    def facts(self) -> dict[str, object]:
        traded = self.ranking and self.gift_rule != "off" and self.round > 1
        return {
            "round": self.round,
            "top": [RANKS[self.top_rank], len(self.table)] if self.table.size() > 0 else None,
            "hand_sizes": [len(hand) for hand in self.hands],
            "hands": [[RANKS[min(card >> 2, JOKER_RANK)] for card in hand.sorted()] for hand in self.hands],
            "out": list(self.out),
            "exchange": TYCOON_DECK.values(self.exchange) if traded else None,
            "scores": list(self.scores),
            "winners": list(self.result().winners) if self.over else [],
        }

    def copy(self) -> Tycoon:
        other = Tycoon(self.seats)
        self.copy_deals_to(other)
        other.heap.fill(self.heap)
        other.table.fill(self.table)
        other.gifts = self.gifts[:]
        other.exchange = self.exchange[:]
        other.givers = self.givers[:]
        other.ranking = self.ranking[:]
        other.out = self.out[:]
        other.firsts = self.firsts[:]
        other.leader = self.leader
        other.opening = self.opening
        other.last = self.last
        other.passed = self.passed
        other.top_rank = self.top_rank
        other.decks = self.decks
        other.jokers = self.jokers
        other.deals = self.deals
        other.lead = self.lead
        other.must_beat = self.must_beat
        other.wild = self.wild
        other.gift_rule = self.gift_rule
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        if view.seat is None:
            return []
        others = cards_out(view)
        ranks = " ".join([f"{RANK_NAMES[rank]}×{n}" for rank, n in enumerate(others) if n])
        sure = [move for move in view.legal if move.startswith("play") and unbeatable(view, others, move)]
        hints = [Hint("hint-sure", move, {"cards": move.removeprefix("play ")}) for move in sure[:3]]
        return [*hints, Hint("hint-out", "", {"ranks": ranks})]


GAME: Final = Tycoon
