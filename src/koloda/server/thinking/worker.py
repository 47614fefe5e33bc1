"""What a worker process does: replay a record, think for one of its seats, answer. Nothing here knows of the web."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from multiprocessing import parent_process
from typing import Any

from koloda.bots import LEVELS, level_policy
from koloda.bots.advice import advise
from koloda.bots.find_player import find_player
from koloda.bots.player import BotFailed, MatchStart, Moment, Player
from koloda.bots.referee import ask, told
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Fast
from koloda.core.record_types import Record
from koloda.match import Match
from koloda.review import Course, Decision, Walk
from koloda.review import choices as choices_of
from koloda.review import judge as judge_choice

NICENESS = 5  # tables come first
MAX_WALKS = 4
OWN_BOT_SECONDS = 2.0  # for a move of a bot of the operator's own: the table does without it after three
_walks: OrderedDict[str, Walk] = OrderedDict()
_players: dict[str, Player] = {}


def set_up_worker() -> None:
    """A worker begins: it yields to the tables, leaves Ctrl-C to its server, and ends with it."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


class JobFailed(Exception):
    """A job went wrong; only the kind of error is told: its words may name cards, and not every error can travel."""


def in_time(until: float, work: Callable[..., Any], *args: Any) -> Any:
    """Do some work, unless it has waited too long to be of use."""
    if time.monotonic() > until:  # the same for all processes of a machine, and nobody can set it
        raise JobFailed("TooLate")
    try:
        return work(*args)
    except JobFailed:
        raise
    except Exception as error:
        raise JobFailed(type(error).__name__) from None


def move(record: Record, seat: int, bot: str, seed: int) -> str:
    """What a bot plays: a level, or one of the operator's own; "" if that would rather wait in a free turn."""
    seat_view = SeatView(Match.replay(record), seat)
    if bot in LEVELS:
        return level_policy(record["game"], bot)(seat_view, Fast(seed))
    try:
        player = _players.get(bot) or _players.setdefault(bot, find_player(record["game"], bot))
        told(player.begin, MatchStart(record["game"], record["seats"], seat, seat_view.view.options, seed))
        return ask(player, Moment(seat_view, Fast(seed), OWN_BOT_SECONDS, may_wait=True))
    except BotFailed as failure:
        raise JobFailed(f"the bot {bot}: {failure.kind}") from None


def advice(record: Record, seat: int, seed: int) -> dict[str, Any] | None:
    """What the strong bot would do, as the table tells it; None where there is nothing to choose."""
    advised = advise(SeatView(Match.replay(record), seat), Fast(seed))
    if advised is None:
        return None
    estimates = [estimate._asdict() for estimate in advised.estimates]
    return {"move": advised.move, "options": estimates, "mixture": dict(advised.mixture)}


def choices(record: Record, seat: int) -> Course:
    """Where a seat had a choice, and what came of it."""
    return choices_of(record, seat)


def judge(match_id: str, record: Record, n: int, seed: str, seconds: float) -> Decision:
    """One choice of a finished match; the match stays replayed for the next one."""
    walk = _walks.pop(match_id, None) or Walk(record)
    _walks[match_id] = walk
    while len(_walks) > MAX_WALKS:
        _walks.popitem(last=False)
    return judge_choice(walk, n, seed, seconds=seconds)
