"""A bot of your own: a ``Player`` that is shown views and answers with moves. docs/bots.md has an example."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Final, NamedTuple

from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.options import OptionValue
from koloda.core.text import Text
from koloda.core.view import View

from .seat_view import SeatView

START_SECONDS: Final = 30.0  # for what a bot does before its first choice: it may have a network to load


class BotFailed(Exception):
    """A bot raised an error, took too long, or answered something that is no move: ``kind`` is a key of ``FAILURES``.

    It loses its match by that; ``detail`` says what happened.
    """

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail

    def __str__(self) -> str:
        return FAILURES[self.kind].en + (f": {self.detail}" if self.detail else "")


FAILURES: Final = {
    "raised": Text("ошибка бота", "it raised an error"),
    "slow": Text("не уложился во время", "it took too long"),
    "illegal": Text("ход не по правилам", "its move is not legal"),
    "garbage": Text("ответ не по протоколу", "its answer is not what the protocol asks for"),
    "ended": Text("программа закончилась", "its program ended"),
}


class MatchStart(NamedTuple):
    """What a bot is told before its first choice of a match. With ``seed`` its own random numbers repeat."""

    game: str
    seats: int
    seat: int
    options: dict[str, OptionValue]
    seed: int


class Moment:
    """A moment in which a bot must choose: what it may know, how long it may think, and what it may imagine."""

    def __init__(self, seat_view: SeatView, chance: Chance, seconds: float, may_wait: bool = False) -> None:
        self.seat_view = seat_view
        self.chance = chance
        self.seconds = seconds
        self.may_wait = may_wait and seat_view.turn.kind == "free"
        self._end = perf_counter() + seconds

    @property
    def view(self) -> View:
        """All that the seat may know."""
        return self.seat_view.view

    @property
    def legal(self) -> list[str]:
        """The seat's legal moves, sorted."""
        return self.seat_view.legal

    def seconds_left(self) -> float:
        """How long the bot may still think."""
        return self._end - perf_counter()

    def world(self) -> Game:
        """A whole game that looks the same to the seat: what it cannot know is drawn at random. Play on in it."""
        return self.seat_view.world(self.chance)


class Player:
    """A bot. Write ``choose``; the rest is there if you need it.

    One object plays one seat, match after match. At a web table each choice may come to another object, after a
    ``begin`` of its own: there, what a view does not tell is not known.
    """

    ours = False  # errors of our own bots are mistakes of ours, so nobody loses a match by them

    def begin(self, start: MatchStart) -> None:
        """A match begins."""

    def choose(self, view: View, legal: list[str], moment: Moment) -> str:
        """One of the ``legal`` moves, or "" (nothing now) if ``moment.may_wait``."""
        raise NotImplementedError

    def end(self, view: View) -> None:
        """The match is over; ``view.result`` says how."""

    def close(self) -> None:
        """Nobody needs this bot any more."""

    def answer(self, moment: Moment) -> str:
        """What the bot plays now."""
        return self.choose(moment.view, moment.legal, moment)


Choose = Callable[[View, list[str], Moment], str]


class FunctionPlayer(Player):
    """A bot that is one function, with the arguments of ``Player.choose``."""

    def __init__(self, function: Choose) -> None:
        self.function = function

    def choose(self, view: View, legal: list[str], moment: Moment) -> str:
        return self.function(view, legal, moment)


class PolicyPlayer(Player):
    """One of our own bots."""

    ours = True

    def __init__(self, policy: Callable[[SeatView, Chance], str]) -> None:
        self.policy = policy

    def choose(self, view: View, legal: list[str], moment: Moment) -> str:
        return self.answer(moment)

    def answer(self, moment: Moment) -> str:
        return self.policy(moment.seat_view, moment.chance)  # most of our bots need no view, which takes time to make
