"""The guess phase: before the last hand is shown, the others must agree on what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from .advanced_cards import Challenge

if TYPE_CHECKING:
    from .game import TheGang

MAX_GUESSES: Final = 30


class Guessing:
    """The questions of a showdown, one after the other, and who has said what to the current one."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.questions: list[Challenge] = []
        self.holder = -1
        self.said: list[str] = [""] * seats
        self.when: list[int] = [0] * seats
        self.count = 0
        self.answers: list[str] = []

    def fill(self, other: Guessing) -> None:
        """Become equal to ``other``."""
        self.questions = other.questions
        self.holder = other.holder
        self.said = other.said[:]
        self.when = other.when[:]
        self.count = other.count
        self.answers = other.answers[:]

    def start(self, questions: list[Challenge], holder: int) -> None:
        """A showdown comes to its last hand."""
        self.questions = questions
        self.holder = holder
        self.answers = []
        self.ask()

    def ask(self) -> None:
        """The next question."""
        self.said = [""] * self.seats
        self.when = [0] * self.seats
        self.count = 0

    def question(self) -> Challenge:
        """The question that is open now."""
        return self.questions[len(self.answers)]

    def done(self) -> bool:
        """Whether every question has its answer."""
        return len(self.answers) == len(self.questions)

    def guess(self, game: TheGang, seat: int, guess: str) -> None:
        """A seat guesses, or changes its guess."""
        self.count += 1
        self.said[seat] = guess
        self.when[seat] = self.count
        game.tell("guess", seat, word=guess)
        if self.agreed() or self.count == MAX_GUESSES:
            answer = self.leading()
            self.answers.append(answer)
            game.tell("answer", n=self.questions[len(self.answers) - 1].number, word=answer)
            self.ask()

    def agreed(self) -> bool:
        """Whether all that may guess say the same."""
        said = [guess for seat, guess in enumerate(self.said) if seat != self.holder]
        return said[0] != "" and said.count(said[0]) == len(said)

    def leading(self) -> str:
        """The most frequent guess; a tie goes to the one said last."""
        best = ""
        best_key = (0, 0)
        for guess in self.said:
            if guess:
                last = max([self.when[seat] for seat in range(self.seats) if self.said[seat] == guess])
                key = (self.said.count(guess), last)
                if key > best_key:
                    best, best_key = guess, key
        return best

    def all_right(self, game: TheGang) -> bool:
        """Whether every answer is right; nobody learns it before the last."""  # R17
        return all(question.right(game, self.holder, self.answers[i]) for i, question in enumerate(self.questions))

    def mask(self) -> i64:
        """Everybody but the holder (as bits)."""
        return ((1 << i64(self.seats)) - 1) & ~(1 << i64(self.holder))
