"""Advice at the table: asked with the hints, thought out elsewhere, sent after them."""

from __future__ import annotations

from typing import Any

import msgspec

from koloda.match import Match
from koloda.server.protocol import messages as p
from koloda.server.sockets.outbox import Connection
from koloda.server.thinking.pool import Asked, Thinkers

from .audience import encode
from .bots import turn_number
from .table import Table


def hints_for(table: Table, connection: Connection) -> p.Hints:
    """What the view of who asks says by itself; advice too if it is known already, else it is on its way."""
    match, seat = table.match, connection.viewer
    assert match is not None and seat is not None
    hints = _hints(match, seat)
    thinkers = table.rules.thinkers
    if thinkers is None or len(match.legal(seat)) < 2:
        return hints
    task = _asked(thinkers, table, match, seat, connection.person.id)
    if task.done() and not task.cancelled():
        hints.advice = _wire(task.result())
    else:
        hints.thinking = True
    return hints


def _hints(match: Match, seat: int) -> p.Hints:
    found = match.view(seat).hints
    return p.Hints(match.move_number, [p.WireHint(hint.kind, dict(hint.args), hint.move) for hint in found])


def _wire(found: dict[str, Any] | None) -> p.WireAdvice | None:
    return None if found is None else msgspec.convert(found, p.WireAdvice)


def _asked(thinkers: Thinkers, table: Table, match: Match, seat: int, person: str) -> Asked:
    """The thought about this turn, begun if it is a new question; a person has one at a time."""
    turn = table.match_id, seat, turn_number(match)
    return thinkers.asked(person, turn, lambda: _think(thinkers, table, match, seat, person))


async def _think(thinkers: Thinkers, table: Table, match: Match, seat: int, person: str) -> dict[str, Any] | None:
    """Think, then tell every page of this person, unless the turn is over. The same question has the same answer."""
    turn = turn_number(match)
    found = await thinkers.advice(match.record(), seat, turn)
    if table.match is match and turn_number(match) == turn and match.legal(seat):
        hints = _hints(match, seat)
        hints.advice = _wire(found)
        for connection in table.crowd.connections:
            if connection.person.id == person and connection.viewer == seat:
                connection.send(encode(hints))
    return found
