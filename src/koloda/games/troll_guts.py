"""Troll Guts — «Ущелья троллей».

Five closed cards make a stack whose order only its owner knows. Every turn brings one more open card, from the deck,
from somebody's stack or, for a chip, from one's own. A pair costs its value, and the last one in takes the pot.

Spec: docs/rules/troll-guts.md
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from koloda.core.cards import TRIANGULAR
from koloda.core.game import Info, Tip
from koloda.core.options import MatchOptions
from koloda.core.pile import fill_all, piles
from koloda.core.table import OWNER, Counter, Hint, Note, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.shared.chips import CHIPS, POT, chips_option, max_rounds_option
from koloda.games.shared.chips import WORDS as CHIP_WORDS
from koloda.games.shared.counters import ROUND
from koloda.games.shared.families import PAIRS
from koloda.games.shared.hands import HAND_WORDS, HandsGame
from koloda.games.shared.tags import BLUFF
from koloda.games.shared.triangle import (
    BURNT,
    EIGHT,
    PIECES_OF_EIGHT,
    REFUSALS,
    ROW,
    WORDS,
    hidden_cards,
    numbers,
    pair_percent,
    swap_percent,
    unseen_cards,
)
from koloda.games.shared.zones import DECK, DISCARD, HAND

if TYPE_CHECKING:
    from koloda.core.view import View

STACK_SIZE: Final = 5
STACK: Final = ZoneKind("stack", Text("Закрытая стопка", "Stack"), "pile", OWNER)

INFO: Final = Info(
    id="troll-guts",
    version=2,
    family=PAIRS,
    names=Text("Ущелья троллей", "Troll Guts"),
    blurb=Text(
        "Сложите карты стопкой-ловушкой, воруйте у соседей и не соберите пару: банк достанется последнему.",
        "Stack your cards as a trap, steal from the others and avoid a pair: the last one in takes the pot.",
    ),
    seats=(3, 6),
    minutes=25,
    tags=(BLUFF,),
    cover=(7, 8, 8),
    deck=TRIANGULAR,
    verbs=(
        Verb("stack", Text("Сложить стопку", "Stack the cards"), ("order@hand",)),
        Verb("draw", Text("Взять из колоды", "Draw")),
        EIGHT,
        Verb("steal", Text("Украсть", "Steal"), ("seat",)),
        Verb("buy", Text("Купить у себя за 1 жетон", "Buy your own for 1 chip")),
    ),
    zones=(DECK, BURNT, DISCARD, ROW, HAND, STACK),
    counters=(ROUND, POT, CHIPS),
    options=(chips_option(25), max_rounds_option(), PIECES_OF_EIGHT),
    phases={
        "stack": Text("Все складывают стопки", "Everybody stacks"),
        "play": Text("Взять, украсть или купить", "Draw, steal or buy"),
    },
    asks={
        "stack": Text("Сложите карты в стопку: первой уйдёт верхняя", "Stack your cards: the top one goes first"),
        "play": Text(
            "Возьмите карту из колоды, украдите верхнюю чужой стопки или купите свою",
            "Draw a card, steal the top one of a stack, or buy your own",
        ),
    },
    waits={
        "stack": Text("Складывают стопки: {seats}", "Stacking their cards: {seats}"),
        "play": Text("{seats} выбирает, откуда взять карту", "Waiting for {seats} to choose a card"),
    },
    words={
        **WORDS,
        **CHIP_WORDS,
        **HAND_WORDS,
        "stacked": Text("Стопки сложены.", "The stacks are ready."),
        "draw": Text("{seat|Вы} {seat:берёт|берёте} из колоды {cards}.", "{seat|You} {seat:draws|draw} {cards}."),
        "steal": Text(
            "{seat|Вы} {seat:крадёт|крадёте} {cards} {other:у игрока |у вас}{other|}.",
            "{seat|You} {seat:steals|steal} {cards} from {other|you}.",
        ),
        "buy": Text(
            "{seat|Вы} {seat:покупает|покупаете} из своей стопки {cards}.",
            "{seat|You} {seat:buys|buy} {cards} off the top of the stack.",
        ),
        "first": Text("{seat:Начнёт|Начнёте} {seat|вы}.", "{seat|You} will begin."),
        "hint-stack": Text("Ловушки для соперников: {ranks}.", "Traps for the others: {ranks}."),
        "hint-draw": Text("Взять из колоды: риск пары {percent}%.", "Draw: {percent}% to pair."),
        "hint-steal": Text(
            "Украсть ({seat}): риск пары {percent}%, если там не ловушка.",
            "Steal from {seat}: {percent}% to pair, unless it is a trap.",
        ),
        "hint-buy": Text("Купить: откроется {card}, это не пара.", "Buy: {card} comes, no pair."),
        "hint-buy-pair": Text("Купить: откроется {card}, это пара.", "Buy: {card} comes, a pair."),
        "hint-cost": Text(
            "Пару вам дадут {ranks}: сколько на карте, столько жетонов пара и стоит.",
            "These would pair you: {ranks}. A pair costs as many chips as its card says.",
        ),
    },
    refusals={
        **REFUSALS,
        "stack-first": Text("Сначала сложите стопку из пяти своих карт.", "First stack your five cards."),
        "stacked": Text("Стопки уже сложены.", "The stacks are ready already."),
        "not-your-cards": Text("Назовите ровно свои пять карт.", "Name exactly your five cards."),
        "not-in": Text("Этот игрок вне игры: красть у него нечего.", "That player is out: there is nothing to steal."),
        "no-stack": Text("Эта стопка пуста.", "That stack is empty."),
        "own-stack": Text("У себя не крадут, а покупают.", "You cannot steal from yourself: buy."),
        "no-chips": Text("У вас нет жетона на покупку.", "You have no chip to buy with."),
    },
    move_cap=600_000,
    out_notes=("is-out",),
    tips=(
        Tip(
            "phase stack",
            "zone hand",
            Text(
                "Сложите карты по порядку. Верхнюю могут украсть: положите наверх то, что даст соперникам пару.",
                "Put these cards in order. The top one may be stolen: put on top what would pair the rows of the "
                "others.",
            ),
        ),
        Tip(
            "phase play",
            "zone row",
            Text(
                "Каждый ход добавляет в ваш ряд карту. Если такая уже есть — пара: заплатите её число и выйдете из "
                "раунда.",
                "Every turn adds a card to your row. If it has such a card already, you pay its number and leave the "
                "round.",
            ),
        ),
        Tip(
            "verb steal",
            "prompt",
            Text(
                "Украсть — взять верхнюю карту чужой стопки. Её положили туда нарочно: это может быть ловушка.",
                "To steal is to take the top card of somebody's stack. It was put there on purpose: it may be a trap.",
            ),
        ),
        Tip(
            "verb buy",
            "zone stack",
            Text(
                "Свою стопку вы знаете: верхняя карта стоит один жетон, зато без неожиданностей.",
                "You know your own stack: its top card costs a chip, and holds no surprise.",
            ),
        ),
        Tip(
            "note last",
            "counter pot",
            Text(
                "Кто остался в раунде последним, забирает банк.",
                "The last one in the round takes the pot.",
            ),
        ),
    ),
)


class TrollGuts(HandsGame):
    info = INFO

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.burn = 0  # R1
        self.stacks = piles(seats)
        self.first: i64 = 0
        self.stacking = False
        self.eights = False

    # 2. Setup of every round

    def setup(self, options: MatchOptions) -> None:
        self.eights = options.flag("pieces_of_eight")  # R12
        super().setup(options)

    def new_round(self) -> None:
        self.start_round()
        self.ante(1)
        self.gather()  # R2
        self.deal_hands(STACK_SIZE, 0)
        self.deal_rows()
        self.first = self.lowest_starts()
        self.stacking = True
        self.together((1 << i64(self.seats)) - 1)

    def gather(self) -> None:
        for stack in self.stacks:
            stack.clear()
        super().gather()

    def reveal(self, moves: dict[int, str]) -> None:
        for seat, move in moves.items():
            self.hands[seat].clear()
            for card in move.split(" ")[1:]:
                self.stacks[seat].put(int(card))
        self.stacking = False
        self.tell("stacked")
        self.one(self.first)

    # 3. Play

    def moves(self, seat: int) -> list[str]:
        if self.stacking:
            return orders(self.hands[seat].sorted())
        moves = ["draw"] if self.can_draw() else []
        if moves and self.eights and self.rows[seat].has(8):
            moves.append("eight")
        for other in range(self.seats):
            if other != seat and self.active[other] and self.stacks[other].size() > 0:  # R4, R9
                moves.append(STEALS[other])
        if self.stacks[seat].size() > 0 and self.chips[seat] > 0:  # R5
            moves.append("buy")
        return moves

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        if self.stacking:
            return "not-your-cards" if verb == "stack" else "stack-first"
        if verb == "stack":
            return "stacked"
        if verb == "steal" and len(args) == 1 and f"steal {args[0]}" in STEALS[: self.seats]:
            return self.why_not_steal(seat, int(args[0]))
        if verb == "buy" and not args:
            return "no-chips" if self.stacks[seat].size() else "no-stack"
        if verb == "eight" and not args:
            return self.why_not_eight(seat)
        return "no-card" if verb == "draw" and not args else ""

    def why_not_eight(self, seat: int) -> str:
        if not self.eights:
            return "house-rule-off"
        return "no-card" if self.rows[seat].has(8) else "no-eight"

    def why_not_steal(self, seat: int, other: int) -> str:
        if other == seat:
            return "own-stack"
        return "no-stack" if self.active[other] else "not-in"

    def default_move(self, seat: int) -> str:
        if self.stacking:
            return " ".join(["stack", *[str(card) for card in self.hands[seat].sorted()]])
        return self.moves(seat)[0]

    def play(self, seat: int, move: str) -> None:
        if move == "eight":
            self.swap_eight(seat)
        else:
            self.lay_open(seat, self.take(seat, move))
        if not self.won_by_last():
            self.one(self.next_in(seat))

    def take(self, seat: int, move: str) -> i64:
        """The card that is drawn, bought or stolen."""
        if move == "draw":
            card = self.draw()  # R3: a new deck burns nothing
            self.tell("draw", seat, card=card)
        elif move == "buy":
            self.pay(seat, 1)  # R6: before a pair is paid
            card = self.stacks[seat].draw()
            self.tell("buy", seat, card=card)
        else:
            other = int(move[6:])
            card = self.stacks[other].draw()  # R10
            self.tell("steal", seat, other, card)
        return card

    def put_away(self, seat: i64) -> None:
        super().put_away(seat)
        self.fold_hand(self.stacks[seat], seat)

    # 4. Match end and result: R7, R8 and R11 are those of all games for chips

    # What lies on the table

    def phase(self) -> str:
        return "stack" if self.stacking else "play"

    def announcements(self) -> list[Note]:
        said = [Note("first", self.first)] if self.stacking else []
        return said + super().announcements()

    def zones(self) -> list[Zone]:
        return self.hand_zones() + [Zone(STACK, stack, seat) for seat, stack in enumerate(self.stacks)]

    def counters(self) -> list[Counter]:
        return [Counter(ROUND, self.round), *self.chips_counters()]

    def facts(self) -> dict[str, object]:
        scores = self.score_facts() if self.over else {}
        return {
            **self.round_facts(),
            "phase": self.phase(),
            "hands": self.sorted_hands(),
            "rows": [row.sorted() for row in self.rows],
            "stacks": [stack.cards() for stack in self.stacks],
            "discard_count": self.discard_count(),
            **scores,
        }

    def copy(self) -> TrollGuts:
        other = TrollGuts(self.seats)
        self.copy_hands_to(other)
        fill_all(other.stacks, self.stacks)
        other.first = self.first
        other.stacking = self.stacking
        other.eights = self.eights
        return other

    # 8. Hints

    @staticmethod
    def hints(view: View) -> list[Hint]:
        seat = view.seat
        if seat is None or not view.legal:
            return []
        if view.phase == "stack":
            own = traps(view)
            return [Hint("hint-stack", "", {"ranks": " ".join(str(card) for card in own)})] if own else []
        row = view.cards("row", seat)
        hints = [Hint("hint-cost", "", {"ranks": " ".join(str(card) for card in sorted(numbers(row)))})]
        for move in view.legal:
            if move == "draw":
                hints.append(Hint("hint-draw", move, {"percent": pair_percent(row, unseen_cards(view))}))
            elif move == "eight":
                hints.append(Hint("hint-eight", move, {"percent": swap_percent(row, unseen_cards(view))}))
            elif move == "buy":
                card = view.cards("stack", seat)[0]
                hints.append(Hint("hint-buy-pair" if card in row else "hint-buy", move, {"card": card}))
            else:
                percent = pair_percent(row, hidden_cards(view))
                hints.append(Hint("hint-steal", move, {"seat": int(move[6:]), "percent": percent}))
        return hints


ORDERS: Final[dict[tuple[int, ...], list[str]]] = {}  # 1,717 hands, 6 MB: making them each time took most of a match
STEALS: Final = [f"steal {seat}" for seat in range(6)]
GAME: Final = TrollGuts


def orders(cards: list[int]) -> list[str]:
    """Every different order of the cards as a move."""
    key = tuple(cards)
    if key not in ORDERS:
        texts = permutations([str(card) for card in cards])
        ORDERS[key] = ["stack " + " ".join(order) for order in dict.fromkeys(texts)]
    return ORDERS[key][:]


def traps(view: View) -> list[int]:
    """The cards of one's own hand that would pair somebody else's row, ascending."""
    rows = {card for seat in range(view.seats) if seat != view.seat for card in view.cards("row", seat)}
    return sorted({card for card in numbers(view.cards("hand", view.seat)) if card in rows})
