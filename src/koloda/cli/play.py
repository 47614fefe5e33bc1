"""``koloda play``: a person at the terminal against bots."""

from __future__ import annotations

import argparse
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from koloda.bots import LEVELS, level_policy
from koloda.bots.advice import advise
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Fast, seed_number
from koloda.core.text import Text
from koloda.core.view import View
from koloda.lab.simulate import bots_move
from koloda.match import Match
from koloda.records import dump
from koloda.strict_json import no_file
from koloda.words import help_lines, move_sentence, rules_page, seat_name, with_tens

from .draw import ask_lines, hint_lines, put, story_lines, table_lines
from .parse import options_of, seats_of

MAX_LISTED_MOVES: Final = 12
MAX_NUMBER_DIGITS: Final = 5
TEN_TYPED: Final = re.compile(r"\b10(?=[cdhs]?\b)")
WORDS: Final = {
    "hello": Text(
        "{name}: мест {seats}, вы — {seat}. Боты: {level}. Зерно: {seed}. «?» — помощь, «hint» — совет, «q» — выйти.",
        "{name}: {seats} seats, you are {seat}. Bots: {level}. Seed: {seed}. '?': help, 'hint': advice, 'q': leave.",
    ),
    "ask": Text("Ваш ход: ", "Your move: "),
    "wait": Text("Enter — подождать остальных", "Enter: wait for the others"),
    "back": Text("Enter — назад ко всем ходам", "Enter: back to all moves"),
    "moves": Text("{text} … — {n} {n:ход|хода|ходов}", "{text} … — {n} {n:move|moves}"),
    "number": Text("Такого номера нет: от 1 до {n}.", "No such number: 1 to {n}."),
    "saved": Text("Запись: {file}", "The record: {file}"),
    "no-card": Text("Для этой игры памятки нет: «rules» — правила.", "This game has no help card; see 'rules'."),
    "forced": Text("Выбирать не из чего.", "There is nothing to choose."),
    "left": Text("Вы вышли из-за стола.", "You have left the table."),
    "help": Text(
        "Введите номер хода, его текст или начало текста.\n"
        "  ?      эта справка        rules  правила игры\n"
        "  table  стол ещё раз       q      выйти\n"
        "  hint   что сделал бы мастер и почему\n"
        "  card   памятка: что сколько стоит, что сильнее",
        "Type the number of a move, its text, or the beginning of its text.\n"
        "  ?      this help          rules  the rules of the game\n"
        "  table  the table again    q      leave\n"
        "  hint   what a strong bot would do, and why\n"
        "  card   the help card: what counts how much, what beats what",
    ),
}


class LeftTable(Exception):
    """The person left before the end."""


def play(args: argparse.Namespace) -> int:
    """Seat the person, play to the end or until they leave, and save the record if asked."""
    seats = seats_of(args.id, args.seats)
    seed = secrets.token_hex(4) if args.seed is None else args.seed
    match = Match.new(args.id, seats, options_of(args.id, args.option), seed=seed)
    match.legal(args.seat)  # refuses an unknown seat before anything is printed
    if args.save is not None:
        _check_writable(args.save)
    session = Session(match, args.seat, args.lang, seed, args.level)
    try:
        session.run()
    except LeftTable:
        put(WORDS["left"].get(args.lang))
    finally:
        if args.save is not None:
            dump(match.record(), args.save)
            put(WORDS["saved"].fill(args.lang, {"file": args.save}))
    return 0


def _check_writable(path: str) -> None:
    """Fail before the match, not after it, if the record cannot be saved."""
    try:
        with Path(path).open("a"):
            pass
    except (OSError, ValueError) as error:
        raise no_file(path, error) from None


class Session:
    """A match with one person in it; all that they are shown comes from what is in their sight, and hints."""

    def __init__(self, match: Match, seat: int, lang: str, seed: str, level: str = "normal") -> None:
        self.match = match
        match.keep_beats()
        self.seat = seat
        self.lang = lang
        self.seed = seed
        self.chance = Fast(seed_number(f"bots of {seed}"))
        self.level = LEVELS[level].get(lang)
        self.policies = [level_policy(match.game.info.id, level)] * match.game.seats

    def run(self) -> None:
        """Play to the end; ``LeftTable`` if the person leaves before."""
        names = {"name": self.match.game.info.names.get(self.lang), "seat": seat_name(self.seat, self.lang)}
        self.say("hello", {**names, "seats": self.match.game.seats, "level": self.level, "seed": self.seed})
        self.show_events()
        while self.match.result is None:
            if self.match.legal(self.seat):
                self.my_move()
            if self.match.result is None:
                self.others_move()
        self.show(table_lines(self.view(), self.lang))

    def my_move(self) -> None:
        """Show the table and ask for a move; in a free turn the person may let the others go first.

        All others are bots, so that a mere assent needs no asking.
        """
        legal = self.match.legal(self.seat)
        if self.match.game.info.only_assents(legal):
            move = legal[0]
        else:
            self.show_table()
            move = self.ask()
        if move:
            self.match.play(self.seat, move)
            self.show_events()

    def others_move(self) -> None:
        """Every bot that may move makes one move; the person is told of each."""
        for seat in self.match.turn.seats:
            if seat != self.seat and self.match.legal(seat):
                bots_move(self.match, [seat], self.policies, self.chance)
                self.show_events()
                if self.match.turn.kind == "one":
                    return

    def ask(self) -> str:
        """A legal move; "" to wait in a free turn."""
        free = self.match.turn.kind == "free"
        moves = sorted(self.match.legal(self.seat), key=numbers_in_order)
        offered = moves
        while True:
            choices = self.offer(offered, moves, free)
            text = in_words_of_moves(self.read(), moves)
            if text in moves:
                return text
            if not text and free and offered == moves:
                return ""
            matching = self.matching(text, choices, offered, moves)
            if len(matching) == 1:
                return matching[0]
            offered = matching or offered

    def matching(self, text: str, choices: Sequence[str], offered: Sequence[str], moves: list[str]) -> list[str]:
        """The moves that the typed text may mean; none if it was not a move."""
        if text in ("?", "rules", "table", "hint", "card"):
            self.command(text)
            return []
        if text.isdecimal():
            return self.numbered(choices, offered, text)
        if text:
            return self.beginning_with(moves, text)
        return moves if len(moves) > 1 else []

    def offer(self, offered: Sequence[str], moves: Sequence[str], free: bool) -> list[str]:
        """Print the choices with numbers: the moves, or their first words if there are many."""
        choices = narrowed(offered)
        for number, choice in enumerate(choices, 1):
            put(f"  {number:2}. {self.choice_text(choice, offered)}")
        if offered != moves:
            put(f"      {WORDS['back'].get(self.lang)}")
        elif free:
            put(f"      {WORDS['wait'].get(self.lang)}")
        return choices

    def choice_text(self, choice: str, offered: Sequence[str]) -> str:
        """A move in words, or the beginning of several moves with their number."""
        moves = moves_meant(choice, offered)
        if len(moves) == 1:
            return f"{with_tens(moves[0])} — {move_sentence(self.match.game.info, moves[0], self.lang)}"
        return WORDS["moves"].fill(self.lang, {"text": with_tens(choice), "n": len(moves)})

    def numbered(self, choices: Sequence[str], offered: Sequence[str], text: str) -> list[str]:
        """The moves that the choice with this number stands for."""
        if len(text) <= MAX_NUMBER_DIGITS and 1 <= int(text) <= len(choices):
            return moves_meant(choices[int(text) - 1], offered)
        self.say("number", {"n": len(choices)})
        return []

    def beginning_with(self, moves: Sequence[str], text: str) -> list[str]:
        """The moves that begin with this text; if there are none, print why it is refused."""
        matching = [move for move in moves if move.startswith(text)]
        refusal = None if matching else self.match.why_not(self.seat, text)
        if refusal is not None:
            put(refusal.text.get(self.lang))
        return matching

    def command(self, text: str) -> None:
        """Answer what was asked instead of a move."""
        if text == "?":
            self.say("help", {})
        elif text == "rules":
            put(rules_page(self.match.game.info.id, self.lang))
        elif text == "card":
            self.show(help_lines(self.match.game.info, self.lang) or [WORDS["no-card"].get(self.lang)])
        elif text == "hint":
            self.advise()
        else:
            self.show_table()

    def advise(self) -> None:
        """Print what a strong bot would do; it has its own chance, so the bots play on as if nobody had asked."""
        chance = Fast(seed_number(f"advice {self.seed} {self.match.move_number}"))
        advice = advise(SeatView(self.match, self.seat), chance)
        put(WORDS["forced"].get(self.lang) if advice is None else advice.text.get(self.lang))

    def read(self) -> str:
        """A line that the person types; ``LeftTable`` if they leave or the input ends."""
        try:
            text = " ".join(input(WORDS["ask"].get(self.lang)).split())
        except EOFError:
            print()
            raise LeftTable from None
        if text == "q":
            raise LeftTable
        return text

    def view(self) -> View:
        """All that the person is shown."""
        return self.match.sight(self.seat)

    def show_events(self) -> None:
        """Tell what the last move did, beat by beat, as the person may know it."""
        self.show(story_lines(self.view(), self.match.beats_in_sight([self.seat])[0], self.lang, self.seat))

    def show_table(self) -> None:
        """Print the table and the hints."""
        self.show(table_lines(self.view(), self.lang))
        self.show([f"  {line}" for line in hint_lines(self.match.view(self.seat), self.lang)])
        self.show(ask_lines(self.view(), self.lang))

    def show(self, lines: Sequence[str]) -> None:
        """Print lines, if there are any."""
        if lines:
            put("\n".join(lines))

    def say(self, word: str, args: dict[str, object]) -> None:
        """Print a sentence of this module."""
        put(WORDS[word].fill(self.lang, args))


def numbers_in_order(move: str) -> list[tuple[int, str]]:
    """A sort key that puts 9 before 10."""
    return [(int(word), "") if word.isdecimal() else (-1, word) for word in move.split(" ")]


def in_words_of_moves(text: str, moves: Sequence[str]) -> str:
    """What was typed, with T for ten where moves name that card so.

    >>> in_words_of_moves("play 10h", ["play Th"]), in_words_of_moves("bid 10", ["bid 10"])
    ('play Th', 'bid 10')
    """
    if any(move.startswith(text) for move in moves):
        return text
    with_letter = TEN_TYPED.sub("T", text)
    return with_letter if any(move.startswith(with_letter) for move in moves) else text


def moves_meant(choice: str, moves: Sequence[str]) -> list[str]:
    """The move itself, or all moves that begin with these whole words."""
    return [choice] if choice in moves else [move for move in moves if move.startswith(f"{choice} ")]


def narrowed(moves: Sequence[str]) -> list[str]:
    """The moves themselves if they are few, else the different first words with which they begin.

    >>> narrowed([f"fold {card} {seat}" for card in range(2) for seat in range(7)])
    ['fold 0', 'fold 1']
    """
    if len(moves) <= MAX_LISTED_MOVES:
        return list(moves)
    words = 1
    while True:
        beginnings = dict.fromkeys(" ".join(move.split(" ")[:words]) for move in moves)
        if len(beginnings) > 1:
            return list(beginnings)
        words += 1
