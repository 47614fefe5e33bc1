"""Twenty-One — «21», «Очко»: the banker plays every other player in turn, until the bank is broken or knocked out.

Come closer to 21 than the banker without going over; the banker wins equal totals.

Spec: docs/rules/twenty-one.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import FRENCH
from koloda.core.game import Game, Result, leaders, places_of
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import CURTAIN, EVERYONE, FLIP, GATHER, LAND, Counter, Hint, Label, Note, Zone
from koloda.games.shared.french_packs import short_pack
from koloda.games.shared.zones import DECK

from .counting import GOAL_POINTS, MAX_CARD_POINTS, bets, least, next_totals, own_total, total_of, worth
from .info import BANK, BANKER, COINS, EXPOSED, HAND, INFO, MAX_STAKE_COINS, ROUND, STAKE, USED

if TYPE_CHECKING:
    from koloda.core.view import View

BANK_STAGE: Final = 0
BET_STAGE: Final = 1
PLAYER_STAGE: Final = 2
BANKER_STAGE: Final = 3
PHASES: Final = ("bank", "bet", "player", "banker")
KNOCK_AT_STAKES: Final = 3  # the knock is due once the bank has held this many


class TwentyOne(Game):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.pack = Pile()
        self.deck = Pile()
        self.exposed = Pile()
        self.used = Pile()
        self.hands = piles(seats)
        self.scores: list[int] = [0] * seats
        self.round = 0
        self.bank_round = 0
        self.banks_left = 0
        self.bank = 0
        self.bet = 0
        self.banker: i64 = 0
        self.player: i64 = 0
        self.stage: i64 = BANK_STAGE
        self.knock_due = False
        self.knock = False
        self.blind = False
        self.opened = False  # both hands of a duel lie open
        self.ace: i64 = 11
        self.stake = 0
        self.usual_stake = 10
        self.most_stake = 30
        self.banker_says = True
        self.max_rounds = 50
        self.blind_allowed = True
        self.two_aces = False
        self.declare = False

    # 2. Setup

    def setup(self, options: MatchOptions) -> None:
        self.pack.fill(short_pack(options.number("deck")))
        self.deck.fill(self.pack)
        self.ace = options.number("ace")  # R8
        self.usual_stake = options.number("bank")
        self.most_stake = options.number("bank_most")
        self.banker_says = options.word("bank_by") == "banker"  # R13
        self.banks_left = options.number("banks") * self.seats
        self.max_rounds = options.number("max_rounds")
        self.blind_allowed = options.flag("blind")
        self.two_aces = options.flag("two_aces")
        self.declare = options.word("bust") == "declare"
        self.open_bank(self.chance.pick(self.seats))

    def open_bank(self, banker: i64) -> None:
        self.banker = banker
        self.bank_round = 0
        self.stake = 0
        self.bet = 0
        self.knock = False
        self.knock_due = False
        if not self.banker_says:
            self.put_stake(self.usual_stake)
            return
        self.stage = BANK_STAGE
        self.one(banker)

    def put_stake(self, stake: int) -> None:
        self.scores[self.banker] -= stake
        self.stake = stake
        self.bank = stake
        self.tell("opens", self.banker, n=stake)
        self.beat(GATHER)
        self.count_gains()  # a bank is neither lost when it is put up nor won when it is taken back
        self.start_round()

    def start_round(self) -> None:
        self.round += 1
        self.bank_round += 1
        self.knock = self.knock_due  # R9
        self.begin_deal()
        self.tell("round", n=self.round)
        if self.knock:
            self.tell("knock")
        self.used.clear()
        self.exposed.clear()
        self.deck.fill(self.pack)  # R10
        self.shuffle()
        for hand in self.hands:
            hand.clear()
        seat = self.banker
        for _ in range(self.seats - 1):
            seat = self.next_seat(seat)
            self.hands[seat].put(self.deck.draw())
        self.start_duel(self.next_seat(self.banker))

    def shuffle(self) -> None:
        """The last card of the shuffled pack is turned up and stays out."""
        self.chance.shuffle(self.deck, FRENCH)
        self.exposed.put(self.deck.take_at(self.deck.size() - 1))
        self.tell("exposed", card=self.exposed.at(0))

    def draw(self) -> i64:
        if self.deck.size() == 0:
            self.deck.clear()
            self.used.all_to(self.deck)
            self.exposed.all_to(self.deck)
            self.tell("reshuffle")
            self.shuffle()
        return self.deck.draw()

    # 3. Play: R2, one duel after the other

    def start_duel(self, player: i64) -> None:
        card = self.draw()
        self.hands[self.banker].put(card)
        self.tell("open-card", self.banker, card=card)
        self.player = player
        self.blind = False
        self.bet = 0
        self.stage = BET_STAGE
        self.one(player)

    def moves(self, seat: int) -> list[str]:
        if self.stage == BANK_STAGE:
            return BANKS[: self.most_stake]
        if self.stage == BET_STAGE:
            return BETS[: self.bank] if self.bank <= len(BETS) else bets(self.bank)  # R4
        if self.stage == BANKER_STAGE:
            return ["hit", "stand"]
        if self.is_bust():
            return ["hide", "show"]
        return ["blind", "hit", "stand"] if self.blind_allowed else ["hit", "stand"]  # R12

    def is_bust(self) -> bool:
        """Whether the player knows that they are over 21; only ``bust: "declare"`` lets them go on (R6)."""
        return self.stage == PLAYER_STAGE and self.total(self.player) > GOAL_POINTS

    def total(self, seat: i64) -> i64:
        return total_of(self.hands[seat], self.ace, self.two_aces)

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb not in VERBS or (args and verb not in ("bank", "bet")):
            return ""
        if self.stage == BANK_STAGE:
            return "bank-range" if verb == "bank" else "bank-first"
        if verb == "bank":
            return "bank-open"
        if self.stage == BET_STAGE:
            return "bet-range" if verb == "bet" else "bet-first"
        if verb == "bet":
            return "bet-placed"
        if verb in ("show", "hide"):
            return "no-bust"
        if self.stage == BANKER_STAGE:
            return "banker-open"
        return "bust" if self.is_bust() else "blind-off"

    def default_move(self, seat: int) -> str:
        if self.stage == BANK_STAGE:
            return BANKS[min(self.usual_stake, self.most_stake) - 1]
        if self.stage == BET_STAGE:
            return "bet 1"
        return "show" if self.is_bust() else "stand"

    def play(self, seat: int, move: str) -> None:
        if self.stage == BANK_STAGE:
            self.put_stake(int(move[5:]))
        elif self.stage == BET_STAGE:
            self.place_bet(seat, int(move[4:]))
        elif move == "hit":
            self.hit(seat)
        elif move == "show":
            self.settle()
        elif self.stage == BANKER_STAGE:
            self.tell("stand", seat)
            self.settle()
        else:
            if move == "blind":
                self.blind = True
                self.hands[seat].put(self.draw())
            self.tell("blind" if move == "blind" else "stand", seat)  # a hidden bust sounds like standing
            self.stage = BANKER_STAGE
            self.one(self.banker)

    def place_bet(self, seat: i64, bet: i64) -> None:
        self.bet = bet
        self.tell("bet", seat, n=bet)
        self.stage = PLAYER_STAGE
        self.hit(seat)  # R3

    def hit(self, seat: i64) -> None:
        card = self.draw()
        self.hands[seat].put(card)
        self.tell("card", seat, card=card, seen=EVERYONE if seat == self.banker else 1 << seat)
        total = self.total(seat)
        if total == GOAL_POINTS or (total > GOAL_POINTS and (seat == self.banker or not self.declare)):
            self.beat(LAND)
            self.settle()

    def settle(self) -> None:
        """Open both hands and pay."""
        self.opened = True
        total, other = self.total(self.player), self.total(self.banker)
        self.tell("opened", self.player, n=total, cards=self.hands[self.player])
        self.tell("opened", self.banker, n=other, cards=self.hands[self.banker])
        self.beat(FLIP)
        at_once = self.stage == PLAYER_STAGE
        wins = at_once or other > GOAL_POINTS or total > other  # R7: a blind 21 is compared like any total
        if total <= GOAL_POINTS and wins:
            self.pay(self.bet)
            self.tell("wins", self.player, n=self.bet)
        else:
            hidden = total > GOAL_POINTS and not at_once and not self.blind
            lost = 2 * self.bet if hidden else self.bet  # R5, R6
            self.pay(-lost)
            self.tell("loses", self.player, n=lost)
        self.end_duel()

    def pay(self, coins: i64) -> None:
        self.scores[self.player] += coins
        self.bank -= coins

    def end_duel(self) -> None:
        self.beat(CURTAIN)
        self.opened = self.blind = False
        self.hands[self.player].all_to(self.used)
        self.hands[self.banker].all_to(self.used)
        following = self.next_seat(self.player)
        last_round = self.knock or self.bank_round == self.max_rounds
        if self.bank == 0:
            self.tell("broken")
            self.close_bank()
            return
        if not self.knock_due and self.bank >= KNOCK_AT_STAKES * self.stake and not last_round:  # R9
            self.knock_due = True
            self.tell("knock-next")
        if following != self.banker:
            self.start_duel(following)
        elif last_round:
            self.close_bank()
        else:
            self.start_round()

    # 4. End

    def close_bank(self) -> None:
        if self.bank > 0:
            if not self.knock:
                self.tell("old-bank", n=self.bank_round)
            self.tell("closes", self.banker, n=self.bank)
        self.scores[self.banker] += self.bank
        self.bank = 0
        self.beat(GATHER)
        self.count_gains()
        self.banks_left -= 1
        for hand in self.hands:  # whoever has not played returns their card unseen
            hand.all_to(self.deck)
        if self.banks_left > 0:  # R11
            self.open_bank(self.next_seat(self.banker))
        else:
            self.finish()

    def result(self) -> Result:
        return Result(tuple(self.scores), leaders(self.scores), (), places_of(self.scores))

    # What lies on the table

    def phase(self) -> str:
        """That the player is bust is their secret, so it is no phase of its own."""
        return PHASES[self.stage]

    def announcements(self) -> list[Note]:
        if self.over or self.stage == BANK_STAGE:
            return []
        notes = [Note("duel", self.player)]
        if self.knock_due:
            notes.append(Note("knock" if self.knock else "knock-next"))
        return notes

    def zones(self) -> list[Zone]:
        table = [Zone(DECK, self.deck), Zone(EXPOSED, self.exposed), Zone(USED, self.used)]
        return table + [Zone(HAND, hand, seat, seen=self.seen(seat)) for seat, hand in enumerate(self.hands)]

    def seen(self, seat: int) -> list[int]:
        open_hand = seat == self.banker or (self.opened and seat == self.player)
        seen = [EVERYONE if open_hand else 1 << seat] * len(self.hands[seat])
        if self.blind and seat == self.player and seen and not self.opened:
            seen[-1] = 0
        return seen

    def labels(self) -> list[Label]:
        """What a hand counts, for those who see all of it."""
        held = [seat for seat in range(self.seats) if self.hands[seat].size() > 0]
        return [Label("hand", Note("label-total", n=int(self.total(seat))), seat) for seat in held]

    def counters(self) -> list[Counter]:
        table = [
            Counter(ROUND, self.round),
            Counter(BANKER, self.banker),
            Counter(BANK, self.bank, goal=KNOCK_AT_STAKES * self.stake or None),
            Counter(STAKE, self.bet),
        ]
        return table + [Counter(COINS, coins, seat) for seat, coins in enumerate(self.scores)]

    def facts(self) -> dict[str, object]:
        return {
            "round": self.round,
            "banker": self.banker,
            "bank": self.bank,
            "knock": self.knock,
            "knock_next": self.knock_due and not self.knock,
            "phase": "bust" if self.is_bust() else self.phase(),
            "player": None if self.stage == BANK_STAGE else self.player,
            "hands": [FRENCH.values(hand.cards()) for hand in self.hands],
            "exposed": FRENCH.face(self.exposed.at(0)) if self.exposed.size() > 0 else None,
            "scores": list(self.scores),
            "winners": list(leaders(self.scores)) if self.over else [],
        }

    def copy(self) -> TwentyOne:
        other = TwentyOne(self.seats)
        self.copy_turn_to(other)
        other.pack.fill(self.pack)
        other.deck.fill(self.deck)
        other.exposed.fill(self.exposed)
        other.used.fill(self.used)
        fill_all(other.hands, self.hands)
        other.scores = self.scores[:]
        other.round = self.round
        other.bank_round = self.bank_round
        other.banks_left = self.banks_left
        other.bank = self.bank
        other.bet = self.bet
        other.banker = self.banker
        other.player = self.player
        other.stage = self.stage
        other.knock_due = self.knock_due
        other.knock = self.knock
        other.blind = self.blind
        other.opened = self.opened
        other.ace = self.ace
        other.stake = self.stake
        other.usual_stake = self.usual_stake
        other.most_stake = self.most_stake
        other.banker_says = self.banker_says
        other.max_rounds = self.max_rounds
        other.blind_allowed = self.blind_allowed
        other.two_aces = self.two_aces
        other.declare = self.declare
        return other

    # Imagined worlds: cards that the player may hold

    def repair_world(self, seat: int, truth: Game) -> bool:
        if seat == self.player or self.opened or self.stage <= BET_STAGE or self.over:
            return True
        hand = self.hands[self.player]
        n = len(hand) - 1 if self.blind else len(hand)
        spots = [(hand, i) for i in range(n)]
        for zone in self.zones():
            first = n if zone.pile is hand else 0
            spots += [(zone.pile, i) for i in range(first, len(zone.pile)) if not zone.known(i, seat)]
        counts = [0] * (MAX_CARD_POINTS + 1)
        for pile, i in spots:
            counts[worth(pile.at(i), self.ace)] += 1
        so_far = Pile()
        for i in range(n):
            if not self.find_card(so_far, spots, counts, n - 1 - i):
                return False
            card = hand.at(i)
            so_far.put(card)
            counts[worth(card, self.ace)] -= 1
        return True

    def find_card(self, so_far: Pile, spots: list[tuple[Pile, int]], counts: list[int], more: i64) -> bool:
        """Bring a card that fits to the first spot after those of ``so_far``, unless one lies there."""
        hand, index = spots[len(so_far)]
        card = hand.at(index)
        for pile, i in spots[len(so_far) :]:
            candidate = pile.at(i)
            if self.fits(so_far, candidate, counts, more):
                pile.set(i, card)
                hand.set(index, candidate)
                return True
        return False

    def fits(self, so_far: Pile, card: i64, counts: list[int], more: i64) -> bool:
        """Whether the player can hold this card next, and ``more`` after it out of ``counts``.

        21 would have won, and more than 21 ends the drawing: only the last card can bust the player.
        """
        held = so_far.copy()
        held.put(card)
        total = total_of(held, self.ace, self.two_aces)
        may_bust = self.declare and not self.blind
        if more == 0:
            return total < GOAL_POINTS or (may_bust and total > GOAL_POINTS)
        counted = worth(card, self.ace)
        counts[counted] -= 1
        total += least(counts, more - 1 if may_bust else more)
        counts[counted] += 1
        return total < GOAL_POINTS

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        if not view.legal or "hide" in view.legal or view.phase == "bank":
            return []
        total, odds = own_total(view), next_totals(view)
        cards = sum(odds.values())
        bad = sum(n for after, n in odds.items() if after > GOAL_POINTS)
        move = "hit" if "hit" in view.legal else ""
        totals = ", ".join(f"{after} — {n}/{cards}" for after, n in sorted(odds.items()) if after <= GOAL_POINTS)
        bust = {"percent": round(100 * bad / cards), "bad": bad, "all": cards}
        return [
            Hint("hint-total", "", {"n": total}),
            Hint("hint-bust", move, bust),
            Hint("hint-totals", "", {"totals": totals or "–"}),
        ]


VERBS: Final = tuple(verb.name for verb in INFO.verbs)
BETS: Final = bets(1000)
BANKS: Final = [f"bank {coins}" for coins in range(1, MAX_STAKE_COINS + 1)]
GAME: Final = TwentyOne
