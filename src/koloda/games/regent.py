"""Regent — «Регент».

A closed hand behind an open row. Feed the others cards that pair them, look into a hand that you do not trust, or leave
cheaply; the last one in takes the pot.

Spec: docs/rules/regent.md
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Info, Tip
from koloda.core.table import FLIP, GATHER, LAND, TALLY, Counter, Hint, Label, Note, Zone
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.chips import CHIPS, POT, chips_option, max_rounds_option
from koloda.games.shared.chips import WORDS as CHIP_WORDS
from koloda.games.shared.counters import ROUND
from koloda.games.shared.families import PAIRS
from koloda.games.shared.hands import FOLD, HAND_REFUSALS, HAND_WORDS, PRICE, HandsGame
from koloda.games.shared.tags import BLUFF
from koloda.games.shared.triangle import (
    BURNT,
    REFUSALS,
    ROW,
    WORDS,
    hidden_cards,
    highest_pair,
    numbers,
    pair_percent,
    unseen_cards,
)
from koloda.games.shared.zones import DECK, DISCARD, HAND

if TYPE_CHECKING:
    from koloda.core.view import View

INFO: Final = Info(
    id="regent",
    version=2,
    family=PAIRS,
    names=Text("Регент", "Regent"),
    blurb=Text(
        "Подбрасывайте соседям карты, заглядывайте в чужие руки и не попадитесь с парой сами.",
        "Slip your neighbours cards, look into their hands, and do not be caught with a pair yourself.",
    ),
    seats=(2, 6),
    minutes=20,
    tags=(BLUFF,),
    cover=(2, 6, 10),
    deck=TRIANGULAR,
    verbs=(
        Verb("draw", Text("Взять карту на руку", "Draw to the hand")),
        Verb("attack", Text("Атаковать", "Attack"), ("seat",)),
        Verb("gift", Text("Подарить карту", "Give a card"), ("card@hand", "seat")),
        Verb("look", Text("Посмотреть руку", "Look at a hand"), ("seat",)),
        FOLD,
    ),
    zones=(DECK, BURNT, DISCARD, ROW, HAND),
    counters=(ROUND, POT, CHIPS, PRICE),
    options=(chips_option(25), max_rounds_option()),
    phases={"play": Text("Выберите действие", "Choose an action")},
    asks={
        "play": Text(
            "Возьмите карту, атакуйте, подарите карту, посмотрите чужую руку или спасуйте",
            "Draw, attack, give a card, look at a hand, or fold",
        )
    },
    waits={"play": Text("{seats} выбирает действие", "Waiting for {seats} to choose an action")},
    words={
        **WORDS,
        **CHIP_WORDS,
        **HAND_WORDS,
        "draw": Text("{seat|Вы} {seat:берёт|берёте} на руку {cards}.", "{seat|You} {seat:draws|draw} {cards}."),
        "draw-hidden": Text("{seat|Вы} {seat:берёт|берёте} карту на руку.", "{seat|You} {seat:draws|draw} a card."),
        "attack": Text(
            "{seat|Вы} {seat:атакует|атакуете} {other:игрока |вас}{other|}: {cards}.",
            "{seat|You} {seat:attacks|attack} {other|you}: {cards}.",
        ),
        "attack-fails": Text(
            "{seat|Вы} {seat:атакует|атакуете} {other:игрока |вас}{other|}: {cards} — пара, атака не удалась.",
            "{seat|You} {seat:attacks|attack} {other|you}: {cards} makes a pair, the attack has failed.",
        ),
        "gift": Text(
            "{seat|Вы} {seat:дарит|дарите} {other:игроку |вам}{other|} карту {cards}.",
            "{seat|You} {seat:gives|give} {other|you} {cards}.",
        ),
        "look": Text(
            "{seat|Вы} {seat:смотрит|смотрите} {other:руку игрока |вашу руку}{other|}: {cards}.",
            "{seat|You} {seat:looks|look} at {other|you}{other:'s|r} hand: {cards}.",
        ),
        "look-pair": Text(
            "{seat|Вы} {seat:попадается|попадаетесь} с парой: {cards}.", "{seat|You} {seat:has|have} a pair: {cards}."
        ),
        "look-clean": Text("{seat|У вас}{seat::|} пар нет.", "{seat|You} {seat:has|have} no pair."),
        "hint-attack": Text("Атака на игрока {seat}: риск пары {percent}%.", "Attack {seat}: {percent}% to pair."),
        "hint-look": Text(
            "Посмотреть руку ({seat}): пара там с вероятностью {percent}%; если её нет, платить до {n} "
            "{n:жетона|жетонов|жетонов}.",
            "Look at {seat}: {percent}% for a pair; without one you pay up to {n} {n:chip|chips}.",
        ),
        "hint-own-pair": Text(
            "У вас пара: если руку посмотрят, это {n} {n:жетон|жетона|жетонов}.",
            "You hold a pair: a look would cost you {n} {n:chip|chips}.",
        ),
        "hint-immune": Text("Рука пуста: её нельзя посмотреть.", "No hidden cards: nobody can look at you."),
    },
    refusals={
        "not-in-hand": HAND_REFUSALS["not-in-hand"],
        "no-card": REFUSALS["no-card"],
        "yourself": Text("Себя выбрать нельзя.", "You cannot choose yourself."),
        "not-in": Text("Этот игрок не в раунде.", "That player is not in the round."),
        "empty-hand": Text("У этого игрока нет закрытых карт.", "That player has no hidden cards."),
        "has-it": Text("У этого игрока такая карта уже открыта.", "That player has such a card face up already."),
    },
    move_cap=100_000,
    out_notes=("is-out",),
    tips=(
        Tip(
            "phase play",
            "zone hand",
            Text(
                "Эти карты видите только вы. Пара среди всех ваших карт опасна: если кто-то посмотрит руку, вы "
                "заплатите.",
                "Only you see these cards. A pair among all your cards is dangerous: if somebody looks at your hand, "
                "you pay.",
            ),
        ),
        Tip(
            "verb attack",
            "prompt",
            Text(
                "Атака открывает сопернику карту из колоды. Совпала с открытой — платите вы. Нет — может быть, в "
                "чужой руке теперь тайная пара.",
                "An attack turns up a card for an opponent. If it pairs an open card, you pay. If not, they may have "
                "a secret pair now.",
            ),
        ),
        Tip(
            "verb gift",
            "zone hand",
            Text(
                "Лишнюю карту можно подарить: ваша пара исчезнет, а у соперника, глядишь, появится.",
                "You may give a card away: your pair is gone, and perhaps your opponent has one now.",
            ),
        ),
        Tip(
            "verb look",
            "prompt",
            Text(
                "Подозреваете пару? Посмотрите чужую руку: есть пара — заплатят вам, нет — заплатите вы и выйдете из "
                "раунда.",
                "Do you suspect a pair? Look at the hand: if there is one, they pay you; if not, you pay and leave "
                "the round.",
            ),
        ),
        Tip(
            "verb fold",
            "counter price",
            Text(
                "Столько жетонов стоит спокойно выйти из раунда: это самая младшая открытая карта.",
                "To leave the round in peace costs this many chips: the lowest open card.",
            ),
        ),
    ),
)


class Regent(HandsGame):
    info = INFO

    # 2. Setup

    def new_round(self) -> None:
        if self.round == 0:
            self.new_deck()
        self.begin_deal()
        self.start_round()
        for seat in range(self.seats):
            self.active[seat] = True
        self.deal_hands(2, 0)
        self.deal_rows()
        self.one(self.lowest_starts())  # R5: pairs among open cards only

    # 3. Play

    def moves(self, seat: int) -> list[str]:
        moves = ["fold"]
        cards = self.can_draw()
        if cards:  # R3
            moves.append("draw")
        for other in range(self.seats):
            if other != seat and self.active[other]:
                if cards:
                    moves.append(ATTACKS[other])
                if self.hands[other].size() > 0:  # R7
                    moves.append(LOOKS[other])
                moves += self.gifts(seat, other)
        return moves

    def gifts(self, seat: int, other: int) -> list[str]:
        hand = self.hands[seat]
        row = self.rows[other]
        return [GIFTS[rank][other] for rank in range(1, 11) if hand.has(rank) and not row.has(rank)]

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if verb in ("draw", "attack") and not self.can_draw():
            return "no-card"
        if verb not in ("attack", "look", "gift") or len(args) != (2 if verb == "gift" else 1):
            return ""
        if args[-1] == str(seat):
            return "yourself"
        if args[-1] not in [str(other) for other in self.seats_in()]:
            return "not-in"
        if verb == "gift":
            return "has-it" if args[0] in [str(card) for card in self.hands[seat].cards()] else "not-in-hand"
        return "empty-hand" if verb == "look" else ""

    def default_move(self, seat: int) -> str:
        return "draw" if self.can_draw() else "fold"

    def play(self, seat: int, move: str) -> None:
        words = move.split(" ")
        if move == "draw":
            self.draw_hidden(seat)
        elif move == "fold":
            self.fold(seat)
            self.go_on(self.next_seat(seat))
        elif words[0] == "attack":
            self.attack(seat, int(words[1]))
        elif words[0] == "gift":
            self.gift(seat, int(words[1]), int(words[2]))
        else:
            self.look(seat, int(words[1]))

    def draw_hidden(self, seat: i64) -> None:
        card = self.draw()
        self.hands[seat].put(card)
        self.tell("draw", seat, card=card, seen=1 << seat)
        self.go_on(self.next_seat(seat))

    def attack(self, seat: i64, other: i64) -> None:
        card = self.draw()
        row = self.rows[other]
        pairs = row.has(card)  # R6: closed cards do not count
        row.put(card)
        if not pairs:
            self.tell("attack", seat, other, card)
        else:
            self.tell("attack-fails", seat, other, card)
            self.beat(LAND)
            self.discard.put(row.take_at(row.size() - 1))  # R8
            self.pay_to(seat, other, card)
            self.beat(GATHER)
            self.leave(seat)
        self.go_on(other)

    def gift(self, seat: i64, card: i64, other: i64) -> None:
        self.tell("gift", seat, other, card)
        self.hands[seat].take(card)
        self.rows[other].put(card)
        self.go_on(other)

    def look(self, seat: i64, other: i64) -> None:
        hand = self.hands[other]
        hand.sort()
        self.tell("look", seat, other, cards=hand)
        hand.all_to(self.rows[other])  # R9
        self.beat(FLIP)
        pair = highest_pair(self.rows[other].cards())
        if pair > 0:
            self.tell("look-pair", other, card=pair)
            self.pay_to(other, seat, pair)
            self.beat(TALLY)
            self.leave(other)
            self.go_on(self.next_seat(other))
        else:
            self.tell("look-clean", other)
            self.pay_to(seat, other, max(self.rows[other].cards()))  # R10
            self.beat(TALLY)
            self.leave(seat)
            self.go_on(other)

    def go_on(self, seat: i64) -> None:
        """The turn of ``seat``, or of the next one to the left that is in; a round with one seat left is over."""
        if not self.won_by_last():
            self.one(seat if self.active[seat] else self.next_in(seat))

    # 4. Round end, match end, result

    def clear_round(self) -> None:
        self.put_away(self.seats_in()[0])

    # What lies on the table

    def zones(self) -> list[Zone]:
        return self.hand_zones()

    def counters(self) -> list[Counter]:
        price = [] if self.over else [Counter(PRICE, self.fold_price())]
        return [Counter(ROUND, self.round), *self.chips_counters(), *price]

    def labels(self) -> list[Label]:
        """Also beside a hand that a look would catch: its owner reads it."""
        pairs = [highest_pair(hand.cards() + row.cards()) for hand, row in zip(self.hands, self.rows, strict=True)]
        caught = [Label("hand", Note("label-pair", n=rank), seat) for seat, rank in enumerate(pairs) if rank]
        return super().labels() + [label for label in caught if self.hands[label.owner].has(label.note.n)]

    def facts(self) -> dict[str, object]:
        scores = self.score_facts() if self.over else {}
        return {
            **self.round_facts(),
            "up": [row.sorted() for row in self.rows],
            "hidden": self.sorted_hands(),
            "discard_count": self.discard_count(),
            **scores,
        }

    def copy(self) -> Regent:
        other = Regent(self.seats)
        self.copy_hands_to(other)
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        seat = view.seat
        if seat is None or "fold" not in view.legal:
            return []
        hints = [Hint("hint-fold", "fold", {"n": view.counter("price")})]
        hidden = hidden_cards(view)
        to_come = unseen_cards(view)
        for other in range(view.seats):
            row = view.cards("row", other)
            if ATTACKS[other] in view.legal:
                args = {"seat": other, "percent": pair_percent(row, to_come)}
                hints.append(Hint("hint-attack", ATTACKS[other], args))
            if LOOKS[other] in view.legal:
                chance = look_chance(numbers(row), len(view.cards("hand", other)), hidden)
                worst = max([*numbers(row), *hidden])
                args = {"seat": other, "percent": round(100 * chance), "n": worst}
                hints.append(Hint("hint-look", LOOKS[other], args))
        return hints + own_hints(numbers(view.cards("hand", seat)), numbers(view.cards("row", seat)))


ATTACKS: Final = [f"attack {seat}" for seat in range(6)]
LOOKS: Final = [f"look {seat}" for seat in range(6)]
GIFTS: Final = [[f"gift {card} {seat}" for seat in range(6)] for card in range(11)]


def look_chance(row: list[int], hand_size: int, hidden: list[int]) -> float:
    """How likely a hand of cards that nobody has seen holds a pair, among themselves or with the row."""
    clean = [1] + [0] * hand_size  # ways to choose 0, 1, 2 … cards of different ranks, none of them in the row
    for rank in range(1, 11):
        if rank not in row:
            for size in range(hand_size, 0, -1):
                clean[size] += clean[size - 1] * hidden.count(rank)
    return 1 - clean[hand_size] / comb(len(hidden), hand_size)


def own_hints(hand: list[int], row: list[int]) -> list[Hint]:
    """What others could do to one's own cards."""
    if not hand:
        return [Hint("hint-immune", "", {})]
    pair = highest_pair(hand + row)
    return [Hint("hint-own-pair", "", {"n": pair})] if pair else []


GAME: Final = Regent
