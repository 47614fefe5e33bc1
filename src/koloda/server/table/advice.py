"""Advice at the table: asked for with the hints, worked out in another process, sent after them."""

from __future__ import annotations

from typing import Any

import msgspec

from koloda.match import Match
from koloda.server.networks import Asker
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import Hints
from koloda.server.protocol.reviews import WireAdvice, WireHint
from koloda.server.thinking.pool import AdviceTask, ThinkingPool

from .bots import turn_number
from .connection import Connection
from .table import Table


def hints_for(table: Table, connection: Connection) -> Hints:
    """The hints of a player's own view. Advice is added if it is ready; otherwise it is on its way."""
    match, seat = table.match, connection.viewer
    assert match is not None and seat is not None
    hints = _hints(table, match, seat)
    pool = table.settings.pool
    if pool is None or len(match.legal(seat)) < 2:
        return hints
    task = _advice_task(pool, table, match, seat, connection.asker)
    if task.done() and not task.cancelled():
        hints.advice = _wire(task.result())
    else:
        hints.thinking = True
    return hints


def _hints(table: Table, match: Match, seat: int) -> Hints:
    """The hints of a seat, worked out once a move however often they are asked for."""
    moment = table.match_id, match.move_number
    known = table.hints.get(seat)
    if known is None or known[0] != moment:
        hints = [WireHint(hint.kind, dict(hint.args), hint.move) for hint in match.view(seat).hints]
        known = table.hints[seat] = moment, hints
    return Hints(match.move_number, known[1])


def _wire(advice: dict[str, Any] | None) -> WireAdvice | None:
    return None if advice is None else msgspec.convert(advice, WireAdvice)


def _advice_task(pool: ThinkingPool, table: Table, match: Match, seat: int, asker: Asker) -> AdviceTask:
    """The thought about this turn, begun if the question is new; a person has one at a time."""
    turn = table.match_id, seat, turn_number(match)
    return pool.advice_task(asker.person, turn, lambda: _think(pool, table, match, seat, asker))


async def _think(pool: ThinkingPool, table: Table, match: Match, seat: int, asker: Asker) -> dict[str, Any] | None:
    """Think, then tell every page of this person, unless the turn is over. The same question has the same answer."""
    match_id, turn = table.match_id, turn_number(match)
    advice = await pool.advice(match.record(), seat, turn, asker)
    now = table.match  # perhaps another object: after a move that could not be saved it is a copy
    if now is not None and (table.match_id, turn_number(now)) == (match_id, turn) and now.legal(seat):
        hints = _hints(table, now, seat)
        hints.advice = _wire(advice)
        for connection in table.audience.connections:
            if connection.person.id == asker.person and connection.viewer == seat:
                connection.send(encode(hints))
    return advice
