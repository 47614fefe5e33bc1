"""Moves as numbers: a fixed space of actions for a game and its seats, and how a move is entered action by action.

An action is a whole move where a verb has few of them. Where a verb takes a set or an order of cards, or a number
without a limit, its move is entered in steps: the verb, then one card or digit after the other as the text of the move
has them, then "done". As soon as only one legal move begins with these steps, it is made. Seats are counted from the
mover's own, clockwise, so that the same action means the same to everybody.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .errors import BadOption, IllegalMove
from .game import Game, Info
from .text import Text
from .turn import FREE, ONE, Verb

MOST_WHOLE_MOVES: Final = 4000  # of one verb
MOST_REMEMBERED: Final = 20_000  # moves whose steps need not be found again
WAIT: Final = ""
DONE: Final = "done"
DIGITS: Final = "0123456789"
NOTHING_ENTERED: Final[list[int]] = []  # shared: what has been entered is a new list with every step


class Actions:
    """The actions of a game with so many seats: ``text`` and ``number`` turn one into the other.

    >>> from koloda.games.registry import find_game
    >>> actions = Actions(find_game("regent").info, 3)
    >>> actions.text(actions.number("attack 2", 0), 0), actions.text(actions.number("attack 2", 0), 1)
    ('attack 2', 'attack 0')
    """

    def __init__(self, info: Info, seats: int) -> None:
        self.info = info
        self.seats = seats
        self.verbs = {verb.name: verb for verb in info.verbs}
        deck = info.deck
        self.faces = list(dict.fromkeys([deck.face(card) for card in range(deck.codes) if deck.value(card) != 0]))
        self.stepped = [verb for verb in info.verbs if self._in_steps(verb)]
        self.texts: list[list[str]] = [[WAIT] for _ in range(seats)]
        for verb in info.verbs:
            if verb not in self.stepped:
                self._add_whole(verb)
        self.first_step = len(self.texts[0])
        self.begins: dict[str, int] = {}
        self.step_names: list[str] = []
        self.card_steps: dict[str, int] = {}
        self.digit_step = -1
        self.seat_step = -1
        self.word_steps: dict[str, int] = {}
        self.done = -1
        if self.stepped:
            self._add_steps()
        self._remember_whole_moves()
        self.size = self.first_step + len(self.step_names)

    def _in_steps(self, verb: Verb) -> bool:
        many = 1
        for kind in verb.args:
            if kind.startswith(("cards@", "order@")) or (kind == "number" and verb.most == 0):
                return True
            many *= len(self._values(verb, kind, 0))
        return many > MOST_WHOLE_MOVES

    def _values(self, verb: Verb, kind: str, seat: int) -> list[str]:
        """All that can stand for one argument."""
        if kind.startswith("card@"):
            return self.faces
        if kind == "seat":
            return [str((seat + step) % self.seats) for step in range(self.seats)]
        if kind == "number":
            return [str(n) for n in range(verb.most + 1)]
        if kind == "chip":
            return [str(n) for n in range(1, self.seats + 1)]
        if not verb.words:
            why = f"the verb '{verb.name}' takes a {kind} and declares no words"
            raise BadOption("no-words", Text(f"Ходы не сосчитать: {why}.", f"The moves cannot be numbered: {why}."))
        return list(verb.words)

    def _add_whole(self, verb: Verb) -> None:
        for seat in range(self.seats):
            rows = [verb.name]
            shorter: list[str] = []
            for index, kind in enumerate(verb.args):
                if index >= len(verb.args) - verb.optional:
                    shorter += rows
                values = self._values(verb, kind, seat)
                rows = [f"{row} {value}" for row in rows for value in values]
            self.texts[seat] += shorter + rows

    def _add_steps(self) -> None:
        names = self.step_names
        first = self.first_step
        for verb in self.stepped:
            self.begins[verb.name] = first + len(names)
            names.append(verb.name)
        kinds = [(verb, kind) for verb in self.stepped for kind in verb.args]
        for verb, kind in kinds:
            for face in (verb.words or self.faces) if "@" in kind else ():
                if face not in self.card_steps:
                    self.card_steps[face] = first + len(names)
                    names.append(f"card {face}")
        if "number" in [kind for _, kind in kinds] or "chip" in [kind for _, kind in kinds]:
            self.digit_step = first + len(names)
            names += [f"digit {digit}" for digit in DIGITS]
        if "seat" in [kind for _, kind in kinds]:
            self.seat_step = first + len(names)
            names += [f"seat +{step}" for step in range(self.seats)]
        words = [word for verb, kind in kinds if kind in ("word", "zone") for word in self._values(verb, kind, 0)]
        for word in words:
            if word not in self.word_steps:
                self.word_steps[word] = first + len(names)
                names.append(f"word {word}")
        self.done = first + len(names)
        names.append(DONE)

    def number(self, move: str, seat: int) -> int:
        """The action with which ``seat`` makes or begins this move."""
        return self.steps(move, seat)[0]

    def text(self, number: int, seat: int) -> str:
        """The move of ``seat`` that an action is, or the name of a step of one; "" is waiting in a free turn."""
        if not 0 <= number < self.size:
            last = self.size - 1
            raise IllegalMove(
                "not-now", Text(f"Действия — от 0 до {last}, а не {number}.", f"Actions are 0 to {last}, not {number}.")
            )
        return self.texts[seat][number] if number < self.first_step else self.step_names[number - self.first_step]

    def steps(self, move: str, seat: int) -> list[int]:
        """All actions that enter a move; one, if it is an action by itself."""
        steps = self.known_steps[seat].get(move)
        if steps is None:
            steps = self._find_steps(move, seat)
            if self.remembered >= MOST_REMEMBERED:
                self._remember_whole_moves()
            self.known_steps[seat][move] = steps
            self.remembered += 1
        return steps

    def steps_of_all(self, moves: list[str], seat: int) -> list[list[int]]:
        """All actions that enter each of these moves: the same list again while a seat has the same moves."""
        if not same_texts(moves, self.last_moves[seat]):
            known = self.known_steps[seat]
            self.last_steps[seat] = [known.get(move) or self.steps(move, seat) for move in moves]
            self.last_moves[seat] = moves
        return self.last_steps[seat]

    def _remember_whole_moves(self) -> None:
        self.remembered = 0  # of the moves that are entered in steps
        self.last_moves: list[list[str]] = [[] for _ in range(self.seats)]
        self.last_steps: list[list[list[int]]] = [[] for _ in range(self.seats)]
        self.known_steps = [{text: [number] for number, text in enumerate(texts) if number} for texts in self.texts]

    def _find_steps(self, move: str, seat: int) -> list[int]:
        words = move.split(" ")
        verb = self.verbs.get(words[0])
        if verb is None or verb.name not in self.begins:
            raise IllegalMove("not-now", Text(f"Нет такого действия: {move!r:.40}.", f"No such action: {move!r:.40}."))
        steps = [self.begins[verb.name]]
        for index, word in enumerate(words[1:]):
            kind = verb.args[index] if index < len(verb.args) else verb.args[-1]
            if "@" in kind:
                steps.append(self.card_steps[word])
            elif kind == "number" or kind == "chip":
                steps += [self.digit_step + int(digit) for digit in word]
                steps.append(self.done)
            elif kind == "seat":
                steps.append(self.seat_step + (int(word) - seat) % self.seats)
            else:
                steps.append(self.word_steps[word])
        if steps[len(steps) - 1] != self.done:
            steps.append(self.done)
        return steps


def same_texts(some: list[str], others: list[str]) -> bool:
    """Whether these are clearly the same texts: the same objects in the same order."""
    if len(some) != len(others):
        return False
    return all(text is others[index] for index, text in enumerate(some))


class Asker:
    """Who is asked next in a game, what they may do, and what of a move they have entered so far.

    In a together-turn the seats are asked in order; none of them learns what the others have chosen. In a free turn
    they are asked in turn, clockwise; whoever waits leaves the next move to somebody else, and the last who has not
    waited must move. ``seat`` is -1 when the match is over.
    """

    def __init__(self, game: Game, actions: Actions) -> None:
        self.actions = actions
        self.game = game
        self.seat: i64 = -1
        self.waited: i64 = 0
        self.moves: list[str] = []
        self.steps: list[list[int]] = []  # of each of these moves
        self.entered = NOTHING_ENTERED
        self.ask()

    def ask(self) -> None:
        """Ask whoever is next; call it after every move, however it was made."""
        self.waited = 0
        self._ask_from(self.seat + 1)

    def _ask_from(self, first: i64) -> None:
        game = self.game
        if game.over:
            self.seat = -1
            self.moves = []
            self.steps = []
            self.entered = NOTHING_ENTERED
            return
        if game.turn_kind == ONE:
            self.turn_to(game.mover)
        else:
            seat: i64 = first if game.turn_kind == FREE else 0
            while not (game.owing & ~self.waited) >> (seat % game.seats) & 1:
                seat += 1
            self.turn_to(seat % game.seats)

    def turn_to(self, seat: i64) -> None:
        """Ask this seat, which owes a move; whatever another has begun to enter is forgotten."""
        self.seat = seat
        self.moves = self.game.moves(seat)
        self.steps = self.actions.steps_of_all(self.moves, seat)
        self.entered = NOTHING_ENTERED

    def keep_only(self, moves: list[str]) -> None:
        """Offer only these of the legal moves."""
        self._keep([index for index, move in enumerate(self.moves) if move in moves])

    def copy(self, game: Game) -> Asker:
        """The same for a copy of the game, or another world of it."""
        other = Asker(game, self.actions)
        other.seat = self.seat
        other.waited = self.waited
        other.moves = self.moves
        other.steps = self.steps
        other.entered = self.entered
        return other

    def may_wait(self) -> bool:
        """Whether the seat may leave the next move to another."""
        game = self.game
        if game.turn_kind != FREE or self.entered or self.seat < 0:
            return False
        return game.owing & ~self.waited & ~(1 << self.seat) != 0

    def legal(self) -> list[int]:
        """The actions that the seat may take now."""
        depth = len(self.entered)
        legal = {steps[depth] for steps in self.steps}
        return sorted(legal | {0}) if self.may_wait() else sorted(legal)

    def enter(self, number: int) -> str | None:
        """Take an action: the move that it makes, None while the move is not whole, "" if the seat waits."""
        if number == 0 and self.may_wait():
            self.waited |= 1 << self.seat
            self._ask_from(self.seat + 1)
            return WAIT
        depth = len(self.entered)
        found = -1
        several = False
        for index, steps in enumerate(self.steps):
            if steps[depth] == number:
                several = several or found >= 0
                found = index
        if found < 0:
            raise self._refusal(number)
        if not several:
            return self.moves[found]
        self._keep([index for index, steps in enumerate(self.steps) if steps[depth] == number])
        self.entered = [*self.entered, number]
        return None

    def _keep(self, indexes: list[int]) -> None:
        self.moves = [self.moves[index] for index in indexes]
        self.steps = [self.steps[index] for index in indexes]

    def _refusal(self, number: int) -> IllegalMove:
        name = self.actions.text(number, self.seat)
        return IllegalMove(
            "not-now",
            Text(f"Сейчас нельзя: действие {number} ({name}).", f"Not allowed now: action {number} ({name})."),
        )
