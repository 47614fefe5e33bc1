"""Games for points with the triangular deck (Five Cards, Sweep, Kitty, Venture): totals over deals, closed hands."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Game, Result, leaders, places_of
from koloda.core.options import Option, number
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import ALL, CURTAIN, FLIP, TALLY, Counter, CounterKind, Zone
from koloda.core.text import Text

from .counters import POINTS, ROUND
from .seen_cards import seen_by, take_open
from .triangle import PACK
from .triangle import WORDS as TRIANGLE_WORDS
from .zones import HAND

DEAL: Final = CounterKind("deal", Text("Партия", "Deal"))

WORDS: Final = {
    "round": TRIANGLE_WORDS["round"],
    "starts": TRIANGLE_WORDS["starts"],
    "label-sum": TRIANGLE_WORDS["label-sum"],
    "new-deal": Text("Партия {n}.", "Deal {n}."),
    "scores": Text(
        "{seat|Вы} {seat:получает|получаете} {n} {n:очко|очка|очков}.",
        "{seat|You} {seat:scores|score} {n} {n:point|points}.",
    ),
    "hand": Text("{seat|Вы} {seat:открывает|открываете} руку: {cards}.", "{seat|You} {seat:lays|lay} open {cards}."),
    "ranks": Text(
        "{seat|У вас}{seat::|} {n} {n:очко|очка|очков} ({word}).", "{seat|You}: {n} {n:point|points} ({word})."
    ),
    "bids": Text("{seat|Вы} {seat:ставит|ставите} {cards}.", "{seat|You} {seat:bids|bid} {cards}."),
    "tied": Text("Совпавшие ставки не в счёт: {cards}.", "Equal bids do not count: {cards}."),
    "wins": Text(
        "{seat|Вы} {seat:побеждает|побеждаете}: {n} {n:очко|очка|очков}.",
        "{seat|You} {seat:wins|win} with {n} {n:point|points}.",
    ),
}


def target_option(default: int, low: int, help: Text) -> Option:
    """The total that ends the match."""
    return number("target", Text("Игра до", "Play to"), help, default, low, 1000)


LONG_GAME: Final = Text(
    "0 — одна партия; иначе партии играются, пока кто-нибудь не наберёт столько очков.",
    "0: a single deal; otherwise deals are played until somebody has this many points.",
)


class ScoreGame(Game):
    """A fresh triangular pack for every deal, a total for every seat; the highest total wins."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.deck = Pile()
        self.scores: list[int] = [0] * seats
        self.target = 0
        self.round = 0

    def copy_scores_to(self, other: ScoreGame) -> None:
        """Copy what this class keeps."""
        self.copy_turn_to(other)
        other.deck.fill(self.deck)
        other.scores = self.scores[:]
        other.target = self.target
        other.round = self.round

    def shuffle_pack(self) -> None:
        """All 55 cards, shuffled; nothing is burnt."""
        self.deck.fill(PACK)
        self.chance.shuffle(self.deck, TRIANGULAR)

    def win(self) -> None:
        """The match is over; the highest total has won."""
        for seat in leaders(self.scores):
            self.tell("wins", seat, n=self.scores[seat])
        self.finish()

    def result(self) -> Result:
        return Result(tuple(self.scores), leaders(self.scores), (), places_of(self.scores))

    def counters(self) -> list[Counter]:
        goal = self.target or None
        return [Counter(ROUND, self.round)] + [
            Counter(POINTS, score, seat, goal) for seat, score in enumerate(self.scores)
        ]

    def score_facts(self) -> dict[str, object]:
        """The facts that all these games have; winners only when the match is over."""
        facts: dict[str, object] = {"scores": list(self.scores), "round": self.round}
        if self.over:
            facts["winners"] = list(leaders(self.scores))
        return facts


class ScoreHands(ScoreGame):
    """Closed hands; ``hands_seen[seat][i]`` are the others (bits, PUBLIC: all) who know that card i is in that hand."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hands = piles(seats)
        self.hands_seen: list[list[int]] = [[] for _ in range(seats)]
        self.table = Pile()
        self.discard = Pile()
        self.deal = 0
        self.shown = False  # the hands lie open while they are counted

    def copy_hands_to(self, other: ScoreHands) -> None:
        """Copy what this class and its base keep."""
        self.copy_scores_to(other)
        fill_all(other.hands, self.hands)
        other.hands_seen = [seen[:] for seen in self.hands_seen]
        other.table.fill(self.table)
        other.discard.fill(self.discard)
        other.deal = self.deal
        other.shown = self.shown

    def new_deal(self) -> None:
        """Gather all cards and shuffle them."""
        self.deal += 1
        self.round = 0
        self.shown = False
        self.begin_deal()
        self.tell("new-deal", n=self.deal)
        self.table.clear()
        self.discard.clear()
        for seat in range(self.seats):
            self.hands[seat].clear()
            self.hands_seen[seat] = []
        self.shuffle_pack()

    def deal_hands(self, size: i64) -> None:
        """Deal ``size`` cards to each hand, from seat 0 clockwise, one at a time."""
        for _ in range(size):
            for seat in range(self.seats):
                self.hold(seat, self.deck.draw(), 0)

    def hold(self, seat: i64, card: i64, seen: i64) -> None:
        """A card joins a hand; the seats in ``seen`` (bits) know it there."""
        self.hands[seat].put(card)
        self.hands_seen[seat].append(seen)

    def let_go(self, seat: i64, card: i64) -> None:
        """A card leaves a hand openly."""
        take_open(self.hands[seat], self.hands_seen[seat], card)

    def score_deal(self, won: list[list[int]]) -> None:
        """End a deal: every seat scores the ranks that it has won; then the match ends or another deal is dealt."""
        self.show_hands()
        for seat, ranks in enumerate(won):
            self.scores[seat] += sum(ranks)
            if self.keeps_events:
                counted = Pile.of([card for card in self.hands[seat].sorted() if card in ranks])
                word = " ".join([str(rank) for rank in ranks]) or "–"
                self.tell("ranks", seat, n=sum(ranks), word=word, cards=counted)
                if ranks:
                    self.beat(TALLY)
        self.beat(CURTAIN)
        if max(self.scores) >= self.target:  # a target of 0 is reached by one deal
            self.win()
        else:
            self.next_deal()

    def show_hands(self) -> None:
        """All hands are laid open to be counted."""
        self.shown = True
        if self.keeps_events:
            for seat, hand in enumerate(self.hands):
                if hand.size() > 0:
                    self.tell("hand", seat, cards=Pile.of(hand.sorted()))
            self.beat(FLIP)

    def note_tied(self, cards: list[int]) -> None:
        """Tell which ranks were bid by several."""
        tied = Pile.of(sorted({card for card in cards if cards.count(card) > 1}))
        if tied.size() > 0:
            self.tell("tied", cards=tied)

    def next_deal(self) -> None:
        """Deal anew and bring the deal to its first turn."""
        raise NotImplementedError

    def hand_counts(self) -> list[list[int]]:
        """How many cards of each rank every hand holds."""
        return [[hand.count(rank) for rank in range(11)] for hand in self.hands]

    def hand_zones(self) -> list[Zone]:
        """The hands, closed until they are counted."""
        face = ALL if self.over or self.shown else ""
        return [
            Zone(HAND, hand, seat, face=face, seen=seen_by(self.hands_seen[seat]))
            for seat, hand in enumerate(self.hands)
        ]

    def counters(self) -> list[Counter]:
        return [Counter(DEAL, self.deal), *super().counters()]

    def hand_facts(self) -> dict[str, object]:
        """The facts that all games with hands have."""
        return {
            **self.score_facts(),
            "phase": self.phase(),
            "hands": [hand.sorted() for hand in self.hands],
            "deal": self.deal,
        }
