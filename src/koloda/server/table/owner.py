"""The task that owns a table: it carries out one command after the other, and what happens by itself meanwhile."""

from __future__ import annotations

import asyncio
from copy import copy

import structlog

from koloda.core.errors import KolodaError
from koloda.server.busy import metered, nobody_pays
from koloda.server.logs import error_fields
from koloda.server.storage.store import StoreError

from . import consent, dealing
from .bots import THOUGHT_CHECK_SECONDS
from .clock import now
from .commands import handle
from .connection import Connection
from .inbox import Command
from .table import Table

PAUSE_AFTER_ERROR_SECONDS = 0.2
POOR_SECONDS = 60.0  # until it is looked again whether the patron of a table may have more written
LATE_SECONDS = 0.2  # after which the clock itself is late
CATCH_UP_SECONDS = 0.1  # to read what waits in the sockets
RETRY_SECONDS = 1.0  # until a bot or the clock tries again what went wrong
log = structlog.get_logger()


async def own(table: Table) -> None:
    """Work on the table until cancelled; whatever goes wrong with one command, the next one is served."""
    while True:
        try:
            await _step(table)
        except Exception as error:
            log.error("a table stumbled", table=table.id, game=table.setup.game, **error_fields(error))
            await asyncio.sleep(PAUSE_AFTER_ERROR_SECONDS)


async def _step(table: Table) -> None:
    """The next command, or what is due by itself if none comes in time."""
    if table.patron is not None and table.bots_due:
        table.bots.think_ahead(table.match, table.bots_due, table.seats, table.patron.asker)
    moments = moments_due(table)
    seconds = max(0.0, min(moments) - now()) if moments else None
    command = await table.inbox.get(seconds)
    if command is not None:
        table.touched = now()
        await _carry_out(table, command)
    if command is None or seconds == 0.0:  # the clock goes on however much is asked
        await metered(_do_what_is_due(table), nobody_pays if table.patron is None else table.patron.spend)


def _payer(table: Table) -> Connection | None:
    """Who pays for the next move of a bot: the patron, or else another player who is here and can; None: nobody can."""
    assert table.patron is not None
    players = [one for one in table.audience.connections if one.viewer is not None]
    return next((one for one in (table.patron, *players) if not one.lacks_lines()), None)


async def _carry_out(table: Table, command: Command) -> None:
    try:
        await metered(handle(table, command), command.connection.spend)
    except KolodaError as error:
        table.say_no(command.connection, error.reason, error.text, getattr(command.message, "id", ""))


def moments_due(table: Table) -> list[float]:
    """When something happens by itself; nothing: never."""
    moments = list(table.bots_due.values())
    moments += [moment for moment in (table.deadline, table.tell_due) if moment]
    if table.seal.is_dealing():
        moments.append(table.seal.due)
    passes_on = not table.has_played and not table.host_away and table.audience.connections  # to somebody who is here
    if passes_on and table.host_gone_since is not None:
        moments.append(table.host_gone_since + table.settings.grace_seconds)
    moments += consent.moments(table)
    if table.status() == "playing" or not table.has_played:
        grace_seconds = table.settings.grace_seconds
        moments += [
            seat.gone_since + grace_seconds for seat in table.seats if seat.gone_since is not None and not seat.away
        ]
    return moments


def moves_made(table: Table) -> int:
    """How many moves were made in the present match of a table."""
    if table.old is not None:
        return table.old.moves
    return 0 if table.match is None else table.match.move_number


async def _do_what_is_due(table: Table) -> None:
    moment = now()
    if table.tell_due and moment >= table.tell_due:
        table.tell_table()
    try:
        await _mind_the_absent(table, moment)
        await consent.settle(table)
        if table.seal.is_dealing() and moment >= table.seal.due:
            await dealing.go_on(table)
        if table.deadline and moment >= table.deadline:
            await _time_is_up(table)
        for seat in [seat for seat, due in table.bots_due.items() if moment >= due][:1]:
            await _bot_moves(table, seat)
    except Exception as error:
        table.seal.due = moment + RETRY_SECONDS
        table.deadline = moment + RETRY_SECONDS if table.deadline else 0.0
        table.bots_due = dict.fromkeys(table.bots_due, moment + RETRY_SECONDS)
        if not isinstance(error, StoreError):
            raise


async def _mind_the_absent(table: Table, moment: float) -> None:
    """Bots play for those who have been gone for the whole grace period; before the first deal their seat is free.

    The host's part passes on then, too.
    """
    if not table.host_away and table.host_gone_since is not None:
        table.host_away = moment >= table.host_gone_since + table.settings.grace_seconds
        if table.host_away and not table.has_played:
            table.tell_table()
    for number, seat in enumerate(table.seats):
        if seat.gone_since is None or seat.away or moment < seat.gone_since + table.settings.grace_seconds:
            continue
        if table.has_played or table.seal.is_dealing() or seat.person == table.host:
            seat.away = True
            table.plan_bots()
            table.tell_table()
        else:
            await _empty_seat(table, number)


async def _empty_seat(table: Table, seat: int) -> None:
    """Whoever had this seat has gone before the first deal, and others may want it."""
    before = copy(table.seats[seat])
    table.seats[seat].seat_bot(None)
    try:
        await table.save_seat(seat, before)
    except StoreError:
        table.seats[seat].gone_since = now()
        return
    table.reassign_viewers()


async def _time_is_up(table: Table) -> None:
    """The clock moves for those who owe a move."""
    assert table.match is not None
    if now() - table.deadline > LATE_SECONDS:
        await _hear_what_was_sent(table)
        if now() < table.deadline or not table.deadline:
            return
    seats = table.match.turn.seats
    for seat in seats if table.match.turn.kind == "together" else seats[:1]:
        await table.play(seat, table.match.game.default_move(seat))


async def _hear_what_was_sent(table: Table) -> None:
    """The whole server stood still: what was sent in time has not been read yet, and must not lose to the clock."""
    await asyncio.sleep(CATCH_UP_SECONDS)
    for _ in range(len(table.inbox)):
        command = await table.inbox.get(0.0)
        if command is not None:
            await _carry_out(table, command)


async def _bot_moves(table: Table, seat: int) -> None:
    """A bot plays, when somebody may have that done and written."""
    assert table.match is not None and table.patron is not None
    payer = _payer(table)
    wait = POOR_SECONDS if payer is None else payer.wait_seconds()
    if payer is None or wait:
        table.bots_due[seat] = now() + wait
        return
    move = table.bots.answer(table.match, seat, table.seats[seat].bot_level())
    if move is None:
        table.bots_due[seat] = now() + THOUGHT_CHECK_SECONDS
    elif move:
        await table.play(seat, move, by_bot=True)
        payer.wrote(1)
    else:  # nothing to do: it waits until somebody else has moved
        del table.bots_due[seat]
