"""Podfilim — «Подфилим»: the dealer cuts a row into three parts, and all vote in secret for the part they want.

Whoever wants a part alone takes it; if several want the same part, it is cut again. The most cards of a rank score it.

Spec: docs/rules/podfilim.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR_JOKER, TRIANGULAR_JOKERS
from koloda.core.game import Game, Result, leaders, places_of
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import CURTAIN, FLIP, GATHER, LAND, Counter, Hint, Label, Note, Zone
from koloda.games.shared.counters import ROUND
from koloda.games.shared.majority import gain, majorities
from koloda.games.shared.zones import DECK, OPEN_DISCARD

from .info import COLOURS, CONTEST, DEALER, INFO, PART, PILE, POINTS, ROW, TAKEN, WAITING

if TYPE_CHECKING:
    from koloda.core.view import Face, View


class Podfilim(Game):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.deck = Pile()
        self.row = Pile()
        self.parts = piles(3)
        self.taken = piles(seats)
        self.numbers = piles(seats)
        self.discard = Pile()
        self.contests: list[Pile] = []
        self.claimants: list[int] = []
        self.voters = 0
        self.claims: list[int] = [0, 0, 0]  # the seats (bits) that voted for a part that lies there
        self.dropped = -1
        self.jokers: list[int] = [0] * (11 * seats)
        self.waiting: list[int] = [0] * seats
        self.to_place: list[int] = [0] * seats
        self.round = 0
        self.dealer = 0
        self.now = "split"

    # 2. Setup

    def setup(self, options: MatchOptions) -> None:
        self.deck = Pile.of(TRIANGULAR_JOKERS.pack)
        self.chance.shuffle(self.deck, TRIANGULAR_JOKERS)
        self.dealer = self.chance.pick(self.seats)
        self.lay_row()

    # 3. Play

    def lay_row(self) -> None:
        self.round += 1
        wide: i64 = 9 if self.seats == 4 else 7
        self.deck.draw_to(self.row, min(wide, self.deck.size()))
        self.begin_deal()
        self.tell("round", self.dealer, n=self.round, cards=self.row)
        self.voters = (1 << self.seats) - 1
        self.ask_dealer()

    def ask_dealer(self) -> None:
        self.now = "split"
        self.one(self.dealer)

    def phase(self) -> str:
        return self.now

    def moves(self, seat: int) -> list[str]:
        if self.now == "split":
            return SPLITS[len(self.row)]
        if self.now == "sort":
            return [f"joker {rank}" for rank in self.ranks_of(seat)]
        return [f"{self.now} {COLOURS[i]}" for i in range(3) if self.parts[i].size() > 0]

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb not in VERB_REFUSALS:
            return ""
        expected = "joker" if self.now == "sort" else self.now
        return VERB_REFUSALS[verb] if verb == expected else "wrong-phase"

    def default_move(self, seat: int) -> str:
        moves = self.moves(seat)
        if self.now == "split":
            return moves[len(moves) // 2]
        return moves[-1] if self.now == "sort" else moves[0]

    def play(self, seat: int, move: str) -> None:
        words = move.split(" ")
        if self.now == "split":
            self.split(seat, int(words[1]), int(words[2]))
        elif self.now == "drop":
            self.drop(seat, words[1])
        else:
            self.place_joker(seat, int(words[1]))
            self.to_place[seat] -= 1
            self.next_joker()

    def split(self, seat: int, white: int, blue: int) -> None:
        self.tell("split", seat)
        whole_row = self.row.size() == 7  # no part of it is as long
        self.cut(white, blue)
        if self.seats == 2 and whole_row:  # R4: nothing is dropped in a contest
            self.now = "drop"
            self.one(self.next_seat(seat))
        else:
            self.vote()

    def cut(self, white: i64, blue: i64) -> None:
        self.row.draw_to(self.parts[0], white)
        self.row.draw_to(self.parts[1], blue)
        self.row.all_to(self.parts[2])
        for i, part in enumerate(self.parts):
            if part.size() > 0:
                self.tell("part", word=COLOURS[i], cards=part)

    def drop(self, seat: int, colour: str) -> None:
        self.tell("drop", seat, word=colour)
        self.dropped = COLOURS.index(colour)
        self.parts[self.dropped].all_to(self.discard)  # R5: what is gone cannot be voted for
        self.vote()

    def vote(self) -> None:
        self.now = "vote"
        self.together(self.voters)

    def reveal(self, moves: dict[int, str]) -> None:
        self.dropped = -1
        for seat, move in moves.items():
            colour = move.split(" ")[1]
            self.claims[COLOURS.index(colour)] |= 1 << seat
            self.tell("vote", seat, word=colour)
        self.beat(FLIP)
        claims = self.claims
        laid = [i for i in range(3) if self.parts[i].size() > 0]
        contested = [i for i in laid if not self.give_out(i, claims[i])]
        if len(contested) < len(laid):
            self.beat(GATHER)
        self.claims = [0, 0, 0]
        for i in reversed(contested):  # R2: left to right, depth first
            cards = Pile()
            self.parts[i].all_to(cards)
            self.contests.append(cards)
            self.claimants.append(claims[i])
        self.next_contest()

    def give_out(self, part: int, claims: int) -> bool:
        """Settle a part that at most one seat wants; False if several do."""
        cards = self.parts[part]
        if claims == 0:
            self.tell("unclaimed", cards=cards)
            cards.all_to(self.discard)
        elif claims & (claims - 1) == 0:
            seat = claims.bit_length() - 1
            self.tell("takes", seat, cards=cards)
            cards.all_to(self.taken[seat])
        else:
            return False
        return True

    def next_contest(self) -> None:
        while self.contests:
            cards = self.contests.pop()
            self.voters = self.claimants.pop()
            self.tell("clash", n=self.voters.bit_count(), cards=cards)
            cards.all_to(self.row)
            if self.row.size() > 3:  # R3: the dealer cuts, whether they contest it or not
                return self.ask_dealer()
            if self.row.size() > 1:
                self.cut(1, 1)  # R1: two cards are white and blue
                return self.vote()
            self.tell("destroyed", cards=self.row)
            self.beat(LAND)
            self.row.all_to(self.discard)
        self.sort()

    def sort(self) -> None:
        """R6: after all contests; R7: numbers before jokers."""
        self.now = "sort"
        for seat in range(self.seats):
            self.sort_part(seat)
        self.next_joker()

    def sort_part(self, seat: int) -> None:
        part = self.taken[seat]
        first = 0
        new_jokers = 0
        while part.size() > 0:
            card: int = part.draw()
            if card == TRIANGULAR_JOKER:
                new_jokers += 1
            else:
                first = first or card
                self.numbers[seat].put(card)
        part.clear()
        if first and self.waiting[seat]:  # R8: onto the leftmost number card
            for _ in range(self.waiting[seat]):
                self.place_joker(seat, first)
            self.waiting[seat] = 0
        ranks = self.ranks_of(seat)
        if len(ranks) > 1:
            self.to_place[seat] = new_jokers
        elif ranks:  # R10: a forced joker is no move
            for _ in range(new_jokers):
                self.place_joker(seat, ranks[0])
        elif new_jokers:  # R9
            self.waiting[seat] += new_jokers
            self.tell("waits", seat, n=self.waiting[seat])

    def ranks_of(self, seat: int) -> list[int]:
        return [rank for rank in range(1, 11) if self.numbers[seat].has(rank)]

    def place_joker(self, seat: int, rank: int) -> None:
        self.jokers[11 * seat + rank] += 1
        self.tell("joker", seat, card=rank)

    def next_joker(self) -> None:
        seat = self.dealer
        for _ in range(self.seats):
            seat = self.next_seat(seat)
            if self.to_place[seat]:
                self.beat(LAND)  # what has been sorted changes the points of all
                return self.one(seat)
        self.end_round()

    def end_round(self) -> None:
        last = self.deck.size() == 0
        if last:
            for seat, score in enumerate(self.scores()):
                self.tell("scores", seat, n=score)
        self.beat(CURTAIN)
        self.dealer = self.next_seat(self.dealer)
        if last:
            self.finish()
        else:
            self.lay_row()

    # 4. End and scoring

    def counts(self) -> list[list[int]]:
        return [
            [int(self.numbers[seat].count(rank)) + self.jokers[11 * seat + rank] for rank in range(11)]
            for seat in range(self.seats)
        ]

    def won(self) -> list[list[int]]:
        return majorities(self.counts()) if self.over else [[] for _ in range(self.seats)]

    def scores(self) -> list[int]:
        return [sum(ranks) for ranks in majorities(self.counts())]

    def result(self) -> Result:
        keys = [100 * sum(ranks) + len(ranks) for ranks in self.won()]  # R12: still equal is shared
        return Result(tuple(self.scores()), leaders(keys), (), places_of(keys))

    # What lies on the table

    def zones(self) -> list[Zone]:
        table = [Zone(DECK, self.deck), Zone(ROW, self.row), Zone(OPEN_DISCARD, self.discard)]
        table += [Zone(PART, part, slot=i) for i, part in enumerate(self.parts)]
        table += [Zone(CONTEST, cards, slot=i) for i, cards in enumerate(reversed(self.contests))]
        for seat in range(self.seats):
            table.append(Zone(TAKEN, self.taken[seat], seat))
            table.append(Zone(WAITING, Pile.of([TRIANGULAR_JOKER] * (self.waiting[seat] + self.to_place[seat])), seat))
            for rank in self.ranks_of(seat):
                cards = [rank] * int(self.numbers[seat].count(rank)) + [TRIANGULAR_JOKER] * self.jokers[
                    11 * seat + rank
                ]
                table.append(Zone(PILE, Pile.of(cards), seat, rank))
        return table

    def labels(self) -> list[Label]:
        """Who has voted for each part, and the piles that score as it stands."""
        labels: list[Label] = []
        for i, claims in enumerate(self.claims):
            if self.parts[i].size() > 0:
                kind = "label-vote" if claims & (claims - 1) == 0 else "label-clash"
                voters = [seat for seat in range(self.seats) if (claims >> seat) & 1]
                labels += [Label("part", Note(kind, seat), slot=i) for seat in voters]
        for seat, ranks in enumerate(majorities(self.counts())):
            labels += [Label("pile", Note("label-majority", n=rank), seat, rank) for rank in ranks]
        return labels

    def counters(self) -> list[Counter]:
        points = [Counter(POINTS, score, seat) for seat, score in enumerate(self.scores())]
        return [Counter(ROUND, self.round, goal=8 if self.seats == 4 else 10), Counter(DEALER, self.dealer), *points]

    def facts(self) -> dict[str, object]:
        values = TRIANGULAR_JOKERS.values
        counts = self.counts()
        parts = [values(part.cards()) or None for part in self.parts]
        if parts[2] is None and self.dropped != 2:
            parts.pop()  # a contest of two cards has no black part
        return {
            "round": self.round,
            "dealer": self.dealer,
            "phase": self.now,
            "parts": parts if self.now in ("drop", "vote") else None,
            "piles": [{str(rank): n for rank, n in enumerate(row) if n} for row in counts],
            "jokers": [
                {str(rank): n for rank in range(1, 11) if (n := self.jokers[11 * seat + rank])}
                for seat in range(self.seats)
            ],
            "waiting": list(self.waiting),
            "discard_count": len(self.discard),
            "deck_count": len(self.deck),
            "won": self.won(),
            "scores": self.scores() if self.over else [0] * self.seats,
            "winners": list(self.result().winners) if self.over else [],
        }

    def copy(self) -> Podfilim:
        other = Podfilim(self.seats)
        self.copy_turn_to(other)
        other.deck.fill(self.deck)
        other.row.fill(self.row)
        other.discard.fill(self.discard)
        fill_all(other.parts, self.parts)
        fill_all(other.taken, self.taken)
        fill_all(other.numbers, self.numbers)
        other.contests = [cards.copy() for cards in self.contests]
        other.claimants = self.claimants[:]
        other.voters = self.voters
        other.claims = self.claims[:]
        other.dropped = self.dropped
        other.jokers = self.jokers[:]
        other.waiting = self.waiting[:]
        other.to_place = self.to_place[:]
        other.round = self.round
        other.dealer = self.dealer
        other.now = self.now
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        seat = view.seat
        if seat is None:
            return []
        counts = view_counts(view)
        hints: list[Hint] = []
        for move in view.legal:
            verb, _, arg = move.partition(" ")
            if verb == "vote":
                cards = with_waiting(view.cards("part", None, COLOURS.index(arg)), len(view.cards("waiting", seat)))
                hints.append(Hint("hint-part", move, {"points": f"{gain(counts, seat, cards):+d}"}))
            elif verb == "joker":
                hints.append(Hint("hint-joker", move, {"points": f"{gain(counts, seat, [int(arg)]):+d}"}))
        jokers = sum([1 for zone in view.zones for card in zone.cards if card == "*"])
        args: dict[str, object] = {"strip": strip(view, counts, seat), "jokers": JOKERS - jokers}
        return [*hints, Hint("hint-strip", "", args)]


SPLITS: Final = [[f"split {a} {b} {n - a - b}" for a in range(1, n - 1) for b in range(1, n - a)] for n in range(10)]
VERB_REFUSALS: Final = {"split": "bad-split", "drop": "no-such-part", "vote": "no-such-part", "joker": "no-such-pile"}
JOKERS: Final = TRIANGULAR_JOKERS.pack.count(TRIANGULAR_JOKER)
GAME: Final = Podfilim


def with_waiting(cards: list[Face], waiting: int) -> list[Face]:
    """A part, and the jokers that would join its leftmost number card."""
    numbers = [card for card in cards if isinstance(card, int)]
    return cards + numbers[:1] * waiting


def view_counts(view: View) -> list[list[int]]:
    """Cards per seat and rank, jokers counted with the pile they lie on."""
    counts = [[0] * 11 for _ in range(view.seats)]
    for zone in view.zones:
        if zone.name == "pile" and zone.owner is not None and zone.slot is not None:
            counts[zone.owner][zone.slot] = len(zone.cards)
    return counts


def strip(view: View, counts: list[list[int]], seat: int) -> str:
    """Per rank: mine / the best rival's / still in the deck, as far as the table shows."""
    left = list(range(11))
    for zone in view.zones:
        for card in zone.cards:
            if isinstance(card, int):
                left[card] -= 1
    rivals = [row for other, row in enumerate(counts) if other != seat]
    return ", ".join(f"{r}: {counts[seat][r]}/{max(row[r] for row in rivals)}/{left[r]}" for r in range(10, 0, -1))
