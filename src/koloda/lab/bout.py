"""Matches between bots: what is played (``Bout``), who sits where (``Lineup``), and what came of it (``Played``).

A match follows from its bout and its number alone, whoever plays it and in whatever order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter, thread_time
from typing import Final, NamedTuple

from koloda.bots.find_player import PlayerSpec, find_player, player_name
from koloda.bots.player import BotFailed, MatchStart, Moment
from koloda.bots.referee import ask, told, without
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Chance, Fast, seed_number
from koloda.core.errors import BadOption
from koloda.core.game import Result
from koloda.core.options import OptionValue
from koloda.core.playout import playout, random_seat
from koloda.core.record_types import Record
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.match import Match

from .simulate import in_random_order

SECONDS_FOR_A_MOVE: Final = 1.0
SEED_LIMIT: Final = 2**53  # of a bot's own random numbers: any language can read it
TOO_MANY_BOTS: Final = Text("Ботов больше, чем мест за столом.", "There are more bots than seats at the table.")


class Bout(NamedTuple):
    """A series of matches: the first bot plays in every seat in turn, the others fill the other seats in order.

    A deal is played once with the first bot in each seat, unless the bout does not rotate: then every match has a deal
    of its own, and the bots keep their seats. ``seconds`` is what a bot that is not ours has for a move.
    """

    game: str
    seats: int
    bots: tuple[PlayerSpec, ...]
    matches: int
    seed: str = "arena"
    options: tuple[tuple[str, OptionValue], ...] = ()
    seconds: float = SECONDS_FOR_A_MOVE
    rotates: bool = True

    def deal(self, number: int) -> int:
        """Which deal a match has."""
        return number // self.seats if self.rotates else number

    def first_seat(self, number: int) -> int:
        """Where the first bot sits in a match."""
        return number % self.seats if self.rotates else 0

    def bots_by_seat(self, number: int) -> list[PlayerSpec]:
        """Who sits where in a match."""
        first, *others = self.bots
        others = others or [first]
        seated = [others[index % len(others)] for index in range(self.seats - 1)]
        seated.insert(self.first_seat(number), first)
        return seated


class Choice(NamedTuple):
    """A move that was made where there was something to choose: after how many moves, by whom, out of how many."""

    move_number: int
    seat: int
    phase: str
    legal: int
    move: str


class Failure(NamedTuple):
    """A bot lost a match because it raised an error, took too long, or answered something that is no move."""

    match: int
    seat: int
    bot: str
    kind: str
    detail: str


class Played(NamedTuple):
    """One match of a bout. ``seconds`` are those of each choice of the first bot."""

    number: int
    moves: int
    result: Result
    seconds: list[float]
    failures: tuple[Failure, ...] = ()
    choices: tuple[Choice, ...] = ()
    record: Record | None = None


def check(bout: Bout) -> None:
    """Refuse a bad bout before any match is played: a game, seats, options or bots that do not exist."""
    find_game(bout.game)
    Match.new(bout.game, bout.seats, dict(bout.options) or None, chance=Fast(1))
    if len(bout.bots) > bout.seats:
        raise BadOption("too-many-bots", TOO_MANY_BOTS)
    for spec in bout.bots:
        find_player(bout.game, spec).close()


class Lineup:
    """The bots of a bout, ready to play some of its matches. ``wants`` names what to keep: ``choices``, ``records``.

    If somebody shall ``watch``, they are shown the match, and who is about to move, before every move.
    """

    def __init__(self, bout: Bout, wants: Sequence[str] = ()) -> None:
        self.bout = bout
        self.wants = wants
        self.watch: Callable[[Match, int], None] | None = None
        self.clock: list[float] = []
        first, *others = bout.bots
        self.first = find_player(bout.game, first, self.clock)
        self.others = [
            find_player(bout.game, (others or [first])[index % len(others or [first])], self.clock)
            for index in range(bout.seats - 1)
        ]
        self.all_timed = not others

    def close(self) -> None:
        """End what the bots have started."""
        for player in (self.first, *self.others):
            player.close()

    def play(self, number: int) -> Played:
        """One match."""
        bout = self.bout
        deal = Fast(seed_number(f"{bout.seed} {bout.deal(number)}"), "records" in self.wants)
        chance = Fast(seed_number(f"{bout.seed} bots {number}"))
        if all(spec == "random" for spec in bout.bots):
            return self._play_random(number, deal, chance)
        match = Match.new(bout.game, bout.seats, dict(bout.options) or None, chance=deal)
        return _Game(self, number, match, chance).play()

    def _play_random(self, number: int, deal: Chance, chance: Chance) -> Played:
        """A match of random moves, inside the compiled core if nobody wants to know more than its end."""
        bout = self.bout
        match = Match.new(bout.game, bout.seats, dict(bout.options) or None, chance=deal)
        if not self.wants and self.watch is None:
            return Played(number, playout(match.game, chance), match.game.result(), [])
        choices: list[Choice] = []
        while match.result is None:
            seat = random_seat(match.game, chance)
            moves = match.game.moves(seat)
            move = moves[chance.below(len(moves))]
            if self.watch is not None:
                self.watch(match, seat)
            if len(moves) > 1:
                choices.append(Choice(match.move_number, seat, match.game.phase(), len(moves), move))
            match.play(seat, move)
        return _played(self, number, match, [], (), choices)


class _Game:
    """One match of a lineup being played."""

    def __init__(self, lineup: Lineup, number: int, match: Match, chance: Chance) -> None:
        self.lineup = lineup
        self.number = number
        self.match = match
        self.chance = chance
        self.first_seat = lineup.bout.first_seat(number)
        self.players = list(lineup.others)
        self.players.insert(self.first_seat, lineup.first)
        self.failures: dict[int, Failure] = {}
        self.choices: list[Choice] = []
        lineup.clock.clear()

    def play(self) -> Played:
        """Play it to its end."""
        for seat, player in enumerate(self.players):
            if not player.ours:
                with self._at_its_own_loss(seat):
                    told(player.begin, self._start(seat))
        while self.match.result is None:
            turn = self.match.turn
            for seat in in_random_order(turn.seats, self.chance) if turn.kind == "free" else turn.seats:
                if self.match.legal(seat):
                    self._move(seat)
        for seat, player in enumerate(self.players):
            if not player.ours and seat not in self.failures:
                with self._at_its_own_loss(seat):
                    told(player.end, self.match.view(seat))
        failures = tuple(self.failures.values())
        return _played(self.lineup, self.number, self.match, self.lineup.clock[:], failures, self.choices)

    def _start(self, seat: int) -> MatchStart:
        bout = self.lineup.bout
        seed = seed_number(f"{bout.seed} bot {self.number} {seat}") % SEED_LIMIT
        return MatchStart(bout.game, bout.seats, seat, self.match.options.all(), seed)

    def _move(self, seat: int) -> None:
        """One move of a seat; for a bot that has failed, the one that a clock would make."""
        match = self.match
        if self.lineup.watch is not None:
            self.lineup.watch(match, seat)
        legal = match.legal(seat)
        move = ""
        if seat not in self.failures:
            moment = Moment(SeatView(match, seat), self.chance, self.lineup.bout.seconds)
            with self._at_its_own_loss(seat):
                move = self._timed(seat, moment, len(legal))
        move = move or match.game.default_move(seat)
        if len(legal) > 1 and "choices" in self.lineup.wants:
            self.choices.append(Choice(match.move_number, seat, match.game.phase(), len(legal), move))
        match.play(seat, move)

    def _timed(self, seat: int, moment: Moment, legal: int) -> str:
        """The bot's move; the clock gets the seconds of a choice of the first bot."""
        player = self.players[seat]
        now = thread_time if player.ours else perf_counter  # a program does not think in this thread
        began = now()
        move = ask(player, moment)
        if legal > 1 and (self.lineup.all_timed or seat == self.first_seat):
            self.lineup.clock.append(now() - began)
        return move

    @contextmanager
    def _at_its_own_loss(self, seat: int) -> Iterator[None]:
        try:
            yield
        except BotFailed as failure:
            name = player_name(self.lineup.bout.bots_by_seat(self.number)[seat])
            self.failures[seat] = Failure(self.number, seat, name, failure.kind, failure.detail)


def _played(
    lineup: Lineup,
    number: int,
    match: Match,
    seconds: list[float],
    failures: tuple[Failure, ...],
    choices: list[Choice],
) -> Played:
    result = match.result
    assert result is not None
    record = match.record() if "records" in lineup.wants else None
    result = without(result, [failure.seat for failure in failures])
    return Played(number, match.move_number, result, seconds, failures, tuple(choices), record)
