"""The bots of a table: who they are, and how long they take. Strong ones, and the operator's own, think elsewhere."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import structlog

from koloda.bots import LEVELS, Policy, find_bot, level_policy, random_policy
from koloda.bots.seat_view import SeatView
from koloda.core.chance import Fast
from koloda.core.record_types import Record
from koloda.match import Match
from koloda.server.logs import error_fields
from koloda.server.networks import Asker
from koloda.server.protocol.base import Level
from koloda.server.thinking.pool import ThinkingPool

from .seats import SeatState

THOUGHT_CHECK_SECONDS = 0.02  # between two looks whether a thought is done
MIN_PAUSE_PERCENT = 35  # of the longest pause: bots that always take the same time look like clockwork
SEED_LIMIT = 2**31
FIRST_THOUGHT_SECONDS = 0.5  # what a thought is taken to last before there was one
THOUGHTS_TIMED = 16
NO_BOTS: Mapping[str, str] = {}
log = structlog.get_logger()


class Thought(NamedTuple):
    """What a bot is thinking about: the turn, and the move that will come of it (None: none in time)."""

    turn: int
    move: asyncio.Task[str | None]


@cache
def policies_of(game: str) -> dict[str, Policy]:
    """How the bots of each level play a game, found once; a search never runs in the tables' own loop."""
    policies = {level: level_policy(game, level, patient=True) for level in LEVELS}
    return policies if find_bot(game).brain is None else {**policies, "strong": policies["normal"]}


class BotDriver:
    """The bots of one table; they see views only."""

    def __init__(
        self,
        game: str,
        seed: int,
        max_pause_seconds: float,
        pool: ThinkingPool | None = None,
        own_bots: Mapping[str, str] = NO_BOTS,
    ) -> None:
        self._policies = policies_of(game)
        self._chance = Fast(seed)
        self._max_pause_seconds = max_pause_seconds
        self._pool = pool
        self._thinkers = dict(own_bots) if find_bot(game).brain is None else {**own_bots, "strong": "strong"}
        self._thoughts: dict[int, Thought] = {}
        self._thought_seconds = deque([FIRST_THOUGHT_SECONDS], THOUGHTS_TIMED)

    def pause(self, match: Match, seat: int) -> float:
        """Seconds a bot takes for its next move; it agrees to go on at once."""
        if match.game.info.only_assents(match.legal(seat)):
            return 0.0
        percent = MIN_PAUSE_PERCENT + int(self._chance.below(100 - MIN_PAUSE_PERCENT + 1))
        return self._max_pause_seconds * percent / 100

    def think_ahead(
        self, match: Match | None, seats: Iterable[int], seat_states: Sequence[SeatState], patron: Asker
    ) -> None:
        """Bots that think elsewhere begin as soon as they are to move, not after their pause; their patron asks."""
        if self._pool is None or match is None:
            return
        for seat in seats:
            thinker = self._thinkers.get(seat_states[seat].bot_level())
            if thinker is not None:
                self._begin(match, seat, thinker, patron)

    def _begin(self, match: Match, seat: int, thinker: str, patron: Asker) -> None:
        turn = turn_number(match)
        thought = self._thoughts.get(seat)
        if thought is not None:
            if thought.turn == turn:
                return
            thought.move.cancel()
            del self._thoughts[seat]
        legal = match.legal(seat)
        if len(legal) > 1:
            thinking = self._think(match.record(), seat, thinker, patron)
            self._thoughts[seat] = Thought(turn, asyncio.create_task(thinking))
        elif self._max_pause_seconds and not match.game.info.only_assents(legal):
            self._thoughts[seat] = Thought(turn, asyncio.create_task(self._seem_to_think(legal[0])))

    async def _think(self, record: Record, seat: int, thinker: str, patron: Asker) -> str | None:
        assert self._pool is not None
        began = time.monotonic()
        move = await self._pool.move(record, seat, thinker, int(self._chance.below(SEED_LIMIT)), patron)
        self._thought_seconds.append(time.monotonic() - began)
        return move

    async def _seem_to_think(self, only_move: str) -> str | None:
        """A move without a choice takes as long as a recent thought: its pace would tell what the hand lacks."""
        await asyncio.sleep(self._thought_seconds[self._chance.below(len(self._thought_seconds))])
        return only_move

    def answer(self, match: Match, seat: int, level: Level) -> str | None:
        """A move, "" where a free turn asks nothing of the bot now, None while it is still thinking."""
        thought = self._thoughts.get(seat)
        if level in self._thinkers and thought is not None and thought.turn == turn_number(match):
            if not thought.move.done():
                return None
            move = None if thought.move.cancelled() else thought.move.result()
            if move in match.legal(seat) or (move == "" and match.turn.kind == "free"):
                return move
        return self.choose(SeatView(match, seat), level)

    def choose(self, seat_view: SeatView, level: Level) -> str:
        """A move, or "" where a free turn asks nothing of the bot now."""
        try:
            policy = self._policies.get(level, self._policies["normal"])  # for one that thinks elsewhere, or is no more
            move = policy(seat_view, self._chance)
        except Exception as error:  # a bot at a loss must not hold up the table
            log.error("a bot stumbled", game=seat_view.game_id, **error_fields(error))
            return random_policy(seat_view, self._chance)
        patient = move == "" and seat_view.turn.kind == "free"
        return move if patient or move in seat_view.legal else random_policy(seat_view, self._chance)


def turn_number(match: Match) -> int:
    """The number of moves when this turn began: what the others choose in secret meanwhile changes nothing."""
    return match.move_number - len(match.game.secret_moves)
