"""``koloda play``: a person at the terminal against bots."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from koloda.bots import LEVELS, level_policy
from koloda.bots.advice import advise
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Fast
from koloda.core.errors import IllegalMove
from koloda.core.text import Text
from koloda.core.view import View
from koloda.lab.simulate import bots_move, seed_number
from koloda.match import Match
from koloda.records import dump
from koloda.strict_json import no_file
from koloda.words import move_sentence, rules_page, seat_name

from .draw import hint_lines, log_lines, put, table_lines
from .parse import options_of, seats_of

MANY: Final = 12
WORDS: Final = {
    "hello": Text(
        "{name}: мест {seats}, вы — {seat}. Боты: {level}. Зерно: {seed}. «?» — помощь, «hint» — совет, «q» — выйти.",
        "{name}: {seats} seats, you are {seat}. Bots: {level}. Seed: {seed}. '?' helps, 'hint' advises, 'q' leaves.",
    ),
    "ask": Text("Ваш ход: ", "Your move: "),
    "wait": Text("Enter — подождать остальных", "Enter: wait for the others"),
    "back": Text("Enter — назад ко всем ходам", "Enter: back to all moves"),
    "moves": Text("{text} … — {n} {n:ход|хода|ходов}", "{text} … — {n} {n:move|moves}"),
    "number": Text("Такого номера нет: от 1 до {n}.", "No such number: 1 to {n}."),
    "saved": Text("Запись: {file}", "The record: {file}"),
    "forced": Text("Выбирать не из чего.", "There is nothing to choose."),
    "left": Text("Вы вышли из-за стола.", "You have left the table."),
    "help": Text(
        "Введите номер хода, его текст или начало текста.\n"
        "  ?      эта справка        rules  правила игры\n"
        "  table  стол ещё раз       q      выйти\n"
        "  hint   что сделал бы мастер и почему",
        "Type the number of a move, its text, or the beginning of its text.\n"
        "  ?      this help          rules  the rules of the game\n"
        "  table  the table again    q      leave\n"
        "  hint   what a strong bot would do, and why",
    ),
}


class Left(Exception):
    """The person leaves the table."""


def play(args: argparse.Namespace) -> int:
    """Seat the person, play to the end or until he leaves, keep the record if asked."""
    seats = seats_of(args.id, args.seats)
    seed = secrets.token_hex(4) if args.seed is None else args.seed
    match = Match.new(args.id, seats, options_of(args.id, args.option), seed=seed)
    match.legal(args.seat)  # an unknown seat is refused before anything is said
    if args.save is not None:
        _check_place(args.save)
    session = Session(match, args.seat, args.lang, seed, args.level)
    try:
        session.run()
    except Left:
        put(WORDS["left"].get(args.lang))
    finally:
        if args.save is not None:
            dump(match.record(), args.save)
            put(WORDS["saved"].fill(args.lang, {"file": args.save}))
    return 0


def _check_place(path: str) -> None:
    """Better to learn before the match than after it that the record has no place."""
    try:
        with Path(path).open("a"):
            pass
    except (OSError, ValueError) as error:
        raise no_file(path, error) from None


class Session:
    """A match with one person in it; all that he is shown comes from his view."""

    def __init__(self, match: Match, seat: int, lang: str, seed: str, level: str = "normal") -> None:
        self.match = match
        self.seat = seat
        self.lang = lang
        self.seed = seed
        self.chance = Fast(seed_number(f"bots of {seed}"))
        self.level = LEVELS[level].get(lang)
        self.policies = [level_policy(match.game.info.id, level)] * match.game.seats

    def run(self) -> None:
        """Play to the end; ``Left`` if the person goes before."""
        names = {"name": self.match.game.info.names.get(self.lang), "seat": seat_name(self.seat, self.lang)}
        self.say("hello", {**names, "seats": self.match.game.seats, "level": self.level, "seed": self.seed})
        self.tell()
        while self.match.result is None:
            if self.match.legal(self.seat):
                self.my_move()
            if self.match.result is None:
                self.others_move()
        self.show(table_lines(self.view(), self.lang))

    def my_move(self) -> None:
        """Show the table and ask; in a free turn the person may let the others go first."""
        self.show_table()
        move = self.ask()
        if move:
            self.match.play(self.seat, move)
            self.tell()

    def others_move(self) -> None:
        """Every bot that may move makes one move; after each the person hears what happened."""
        for seat in self.match.turn.seats:
            if seat != self.seat and self.match.legal(seat):
                bots_move(self.match, [seat], self.policies, self.chance)
                self.tell()
                if self.match.turn.kind == "one":
                    return

    def ask(self) -> str:
        """A legal move; "" to wait in a free turn."""
        free = self.match.turn.kind == "free"
        moves = sorted(self.match.legal(self.seat), key=natural)
        offered = moves
        while True:
            choices = self.offer(offered, moves, free)
            text = self.read()
            if text in moves:
                return text
            if not text and free and offered == moves:
                return ""
            found = self.found(text, choices, offered, moves)
            if len(found) == 1:
                return found[0]
            offered = found or offered

    def found(self, text: str, choices: Sequence[str], offered: Sequence[str], moves: list[str]) -> list[str]:
        """The moves that the words of the person leave; none if they were no move."""
        if text in ("?", "rules", "table", "hint"):
            self.command(text)
            return []
        if text.isdecimal():
            return self.numbered(choices, offered, text)
        if text:
            return self.begun(moves, text)
        return moves if len(moves) > 1 else []

    def offer(self, offered: Sequence[str], moves: Sequence[str], free: bool) -> list[str]:
        """Print the choices, numbered: moves, or the ways they go on if there are many."""
        choices = narrowed(offered)
        for number, choice in enumerate(choices, 1):
            put(f"  {number:2}. {self.choice_text(choice, offered)}")
        if offered != moves:
            put(f"      {WORDS['back'].get(self.lang)}")
        elif free:
            put(f"      {WORDS['wait'].get(self.lang)}")
        return choices

    def choice_text(self, choice: str, offered: Sequence[str]) -> str:
        """A move with its words, or the beginning of several with their number."""
        found = meant(choice, offered)
        if len(found) == 1:
            return f"{found[0]} — {move_sentence(self.match.game.info, found[0], self.lang)}"
        return WORDS["moves"].fill(self.lang, {"text": choice, "n": len(found)})

    def numbered(self, choices: Sequence[str], offered: Sequence[str], text: str) -> list[str]:
        """The moves that the choice with this number stands for."""
        if len(text) < 6 and 1 <= int(text) <= len(choices):
            return meant(choices[int(text) - 1], offered)
        self.say("number", {"n": len(choices)})
        return []

    def begun(self, moves: Sequence[str], text: str) -> list[str]:
        """The moves that begin so; if there is none, the reason is told."""
        found = [move for move in moves if move.startswith(text)]
        if not found:
            try:
                self.match.play(self.seat, text)
            except IllegalMove as refusal:
                put(refusal.text.get(self.lang))
        return found

    def command(self, text: str) -> None:
        """What can be asked besides moving."""
        if text == "?":
            self.say("help", {})
        elif text == "rules":
            put(rules_page(self.match.game.info.id, self.lang))
        elif text == "hint":
            self.advise()
        else:
            self.show_table()

    def advise(self) -> None:
        """What a strong bot would do here; its thinking takes nothing from the chance of the bots."""
        chance = Fast(seed_number(f"advice {self.seed} {self.match.move_number}"))
        advice = advise(SeatView(self.match, self.seat), chance)
        put(WORDS["forced"].get(self.lang) if advice is None else advice.text.get(self.lang))

    def read(self) -> str:
        """A line of the person; ``Left`` if he leaves or the input ends."""
        try:
            text = " ".join(input(WORDS["ask"].get(self.lang)).split())
        except EOFError:
            print()
            raise Left from None
        if text == "q":
            raise Left
        return text

    def view(self) -> View:
        """All that the person may know."""
        return self.match.view(self.seat)

    def tell(self) -> None:
        """What the last move brought, as the person hears it."""
        self.show(log_lines(self.view(), self.lang))

    def show_table(self) -> None:
        """The table, and what is worth knowing."""
        view = self.view()
        self.show(table_lines(view, self.lang))
        self.show([f"  {line}" for line in hint_lines(view, self.lang)])

    def show(self, lines: Sequence[str]) -> None:
        """Print lines, if there are any."""
        if lines:
            put("\n".join(lines))

    def say(self, word: str, args: dict[str, object]) -> None:
        """Print a sentence of this module."""
        put(WORDS[word].fill(self.lang, args))


def natural(move: str) -> list[tuple[int, str]]:
    """A key that puts 9 before 10."""
    return [(int(word), "") if word.isdecimal() else (-1, word) for word in move.split(" ")]


def meant(choice: str, moves: Sequence[str]) -> list[str]:
    """The move itself, or all moves that begin with these whole words."""
    return [choice] if choice in moves else [move for move in moves if move.startswith(f"{choice} ")]


def narrowed(moves: Sequence[str]) -> list[str]:
    """The moves themselves if they are few, else the different ways in which they go on.

    >>> narrowed([f"fold {card} {seat}" for card in range(2) for seat in range(7)])
    ['fold 0', 'fold 1']
    """
    if len(moves) <= MANY:
        return list(moves)
    words = 1
    while True:
        beginnings = dict.fromkeys(" ".join(move.split(" ")[:words]) for move in moves)
        if len(beginnings) > 1:
            return list(beginnings)
        words += 1
