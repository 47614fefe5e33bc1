"""Asks bots for their moves. Whatever goes wrong with somebody's bot is that bot's own loss (``BotFailed``)."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from multiprocessing import parent_process
from pathlib import Path
from time import perf_counter
from traceback import extract_tb
from types import FrameType
from typing import Final, TypeVar

from koloda.core.game import Result, places_of
from koloda.parallel import Terminated

from .player import START_SECONDS, BotFailed, Moment, Player

GRACE_SECONDS: Final = 0.5  # beyond the time that a bot was told: a machine may be busy
HUNG_SECONDS: Final = 10.0  # beyond that: it hangs where Python cannot interrupt it, so that its process must end


Told = TypeVar("Told")
Answer = TypeVar("Answer")


class TimeUp(BaseException):
    """The time for a choice is over. (No Exception, for a bot may catch those.)"""


def ask(player: Player, moment: Moment) -> str:
    """The bot's move. BotFailed if it raises an error, takes too long, or answers something that is no legal move."""
    if player.ours:
        return player.answer(moment)
    move: object = _guarded(moment.seconds, player.answer, moment)
    if not isinstance(move, str) or (move not in moment.legal and not (move == "" and moment.may_wait)):
        raise BotFailed("illegal", f"{move!r:.80}")
    return move


def told(tell: Callable[[Told], None], what: Told) -> None:
    """Tell a bot that a match begins or ends (``Player.begin``, ``Player.end``). BotFailed as in ``ask``."""
    _guarded(START_SECONDS, tell, what)


def _guarded(seconds: float, work: Callable[[Told], Answer], argument: Told) -> Answer:
    began = perf_counter()
    try:
        with time_limit(seconds + GRACE_SECONDS):
            answer = work(argument)
    except TimeUp:
        raise BotFailed("slow", "no answer in time") from None
    except (BotFailed, KeyboardInterrupt, Terminated):
        raise
    except BaseException as error:  # sys.exit(), too, is only the bot's own end
        raise BotFailed("raised", error_line(error)) from error
    if perf_counter() - began > seconds + GRACE_SECONDS:
        raise BotFailed("slow", f"{perf_counter() - began:.1f} s instead of {seconds:.1f} s")
    return answer


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """TimeUp in the code inside if it takes longer; only where the system has a timer for that (not on Windows)."""
    stop_timer = _start_timer(seconds)
    in_a_worker = parent_process() is not None
    if in_a_worker:
        faulthandler.dump_traceback_later(seconds + HUNG_SECONDS, exit=True, file=_nowhere())
    try:
        yield
    finally:
        stop_timer()
        if in_a_worker:
            faulthandler.cancel_dump_traceback_later()


def _start_timer(seconds: float) -> Callable[[], None]:
    """TimeUp in this thread after so long, if it may have a timer; what stops it."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        return lambda: None
    usual = signal.signal(signal.SIGALRM, _time_is_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)

    def stop() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, usual)

    return stop


@cache
def _nowhere() -> int:
    """A file that takes the traceback of a bot that hangs: its process ends, and that is told elsewhere."""
    return os.open(os.devnull, os.O_WRONLY)


def _time_is_up(number: int, frame: FrameType | None) -> None:
    raise TimeUp


def error_line(error: BaseException) -> str:
    """What went wrong and where, in one line."""
    frames = extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return " ".join(f"{type(error).__name__}: {error}".split())[:200] + where


def without(result: Result, failed: list[int]) -> Result:
    """The result of a match in which bots on some seats have failed: they share the last place, nobody else loses.

    The others keep their order. If only failed seats have won, the best of the others do.
    """
    if not failed:
        return result
    seats = range(len(result.places))
    others = [seat for seat in seats if seat not in failed]
    places = places_of([-result.places[seat] if seat in others else -len(result.places) - 1 for seat in seats])
    winners = tuple(seat for seat in result.winners if seat in others)
    if result.winners and not winners:
        winners = tuple(seat for seat in others if places[seat] == 1)
    return result._replace(places=places, winners=winners, losers=tuple(sorted(failed)))
