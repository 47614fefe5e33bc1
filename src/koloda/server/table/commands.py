"""What may be asked of a table: one function for every message, and for connections that come and go."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from copy import copy
from typing import Any

import msgspec

from koloda.core.record_types import Record
from koloda.core.text import Text
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import (
    AddWords,
    AskHints,
    AskPast,
    Move,
    Moved,
    Past,
    Ping,
    Pong,
    Rematch,
    Rename,
    Said,
    Say,
    SetBot,
    SetForfeit,
    Sit,
    Stand,
    Start,
    Told,
)
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.protocol.views import wire_view
from koloda.server.thinking.background import in_background, match_after
from koloda.untrusted import new_match

from .advice import hints_for
from .clock import now
from .connection import Connection
from .inbox import Behind, Command, Joined, Left
from .seal import new_secret
from .seats import SeatState
from .table import Table
from .typed_text import clean_text

# Connections


async def joined(table: Table, connection: Connection, message: Joined) -> None:
    if connection.closed:
        return
    table.audience.connections.add(connection)
    connection.viewer = table.seat_of(connection.person.id)
    table.send_log(connection)
    people_changed(table)
    table.show_those_behind()


async def left(table: Table, connection: Connection, message: Left) -> None:
    if connection in table.audience.connections:
        table.audience.connections.remove(connection)
        people_changed(table)


def people_changed(table: Table) -> None:
    """Who is here has changed."""
    table.note_who_is_here()
    table.plan_bots()
    table.tell_table()


async def behind(table: Table, connection: Connection, message: Behind) -> None:
    table.show_those_behind()


# Messages


async def sit(table: Table, connection: Connection, message: Sit) -> None:
    person = connection.person
    if message.seat >= len(table.seats):
        return table.refuse(connection, "no-such-seat")
    if table.seat_of(person.id) is not None:
        return table.refuse(connection, "seated")
    waiting = table.waiting.get(message.seat)
    if not table.seats[message.seat].free() or (waiting is not None and waiting.id != person.id):
        return table.refuse(connection, "seat-taken")
    if table.status() == "playing" and table.held_seats.get(person.id, message.seat) != message.seat:
        return table.refuse(connection, "other-hand")
    if table.status() == "playing" and table.setup.join == "between":
        table.waiting = {seat: other for seat, other in table.waiting.items() if other.id != person.id}
        table.waiting[message.seat] = person
        return table.tell_table()
    await table.seat_person(message.seat, person)


async def stand(table: Table, connection: Connection, message: Stand) -> None:
    seat = table.seat_of(connection.person.id)
    if seat is None:
        return table.refuse(connection, "not-seated")
    before = copy(table.seats[seat])
    table.seats[seat].seat_bot("normal" if table.status() == "playing" else None)
    if table.match is None:  # the words of a deal that is done stay with it
        table.seats[seat].words = None
    await table.save_seat(seat, before)
    table.reassign_viewers()


async def set_bot(table: Table, connection: Connection, message: SetBot) -> None:
    if not may_deal(table, connection):
        return table.refuse(connection, "not-host")
    if message.seat >= len(table.seats):
        return table.refuse(connection, "no-such-seat")
    if not table.seats[message.seat].free():
        return table.refuse(connection, "seat-taken")
    if table.status() == "playing" and message.level is None:
        return table.refuse(connection, "started")
    before = copy(table.seats[message.seat])
    table.seats[message.seat].seat_bot(message.level)
    await table.save_seat(message.seat, before)
    table.reassign_viewers()


async def rename(table: Table, connection: Connection, message: Rename) -> None:
    person = connection.person.id
    await table.store.name_person(person, clean_text(message.name))
    name = table.store.name(person)
    for other in table.audience.connections:
        if other.person.id == person:
            other.person = other.person._replace(name=name)
    seat = table.seat_of(person)
    if seat is not None:
        before = copy(table.seats[seat])
        table.seats[seat].name = name
        await table.save_seat(seat, before)
    table.tell_table()


async def add_words(table: Table, connection: Connection, message: AddWords) -> None:
    seat = table.seat_of(connection.person.id)
    if seat is None:
        return table.refuse(connection, "not-seated")
    if table.match is not None:
        return table.refuse(connection, "started")
    before = copy(table.seats[seat])
    table.seats[seat].words = clean_text(message.words) or None
    await table.save_seat(seat, before)
    table.tell_table()


async def set_forfeit(table: Table, connection: Connection, message: SetForfeit) -> None:
    if not may_deal(table, connection):
        return table.refuse(connection, "not-host")
    if table.match is not None:
        return table.refuse(connection, "started")
    text = clean_text(message.text)
    await table.append(("forfeit", {"text": text}))
    table.set_forfeit(text)
    table.tell_table()


async def say(table: Table, connection: Connection, message: Say) -> None:
    viewer = -1 if connection.viewer is None else connection.viewer
    if table.match is not None and table.status() == "playing" and not table.match.game.may_chat(viewer):
        return table.refuse(connection, "no-chat")
    text = clean_text(message.text)
    if text:
        table.audience.broadcast(Said(connection.viewer, connection.person.name, text))


async def start(table: Table, connection: Connection, message: Start) -> None:
    if not may_deal(table, connection):
        return table.refuse(connection, "not-host")
    if table.match is not None:
        return table.refuse(connection, "started")
    await table.start()


async def move(table: Table, connection: Connection, message: Move) -> None:
    person = connection.person.id
    receipt = table.receipts.get(person, message.id)
    if receipt is not None:
        return connection.send(receipt)
    seat = connection.viewer
    if seat is None:
        return table.refuse(connection, "not-seated", message.id)
    if table.match is None:
        return table.refuse(connection, "not-started", message.id)
    late = lateness(table, seat, message)
    if late is not None:
        return table.say_no(connection, *late, message.id)
    number = await table.play(seat, message.move, person, message.id)
    connection.send(encode(Moved(message.id, number)))


async def rematch(table: Table, connection: Connection, message: Rematch) -> None:
    if table.status() != "over":
        return table.refuse(connection, "not-over")
    if not may_deal(table, connection):
        return table.refuse(connection, "not-host")
    setup = msgspec.structs.replace(
        table.setup,
        game=message.game or table.setup.game,
        options=message.options
        if message.options is not None
        else ({} if message.game else options_for_rematch(table)),
    )
    if setup != table.setup:
        new_match(setup.game, setup.seats, setup.options, seed="")  # raises where game, seats and options do not fit
    secret = new_secret()
    await table.append(("again", {"game": setup.game, "options": setup.options, "secret": secret}))
    table.reset_for_rematch(setup.game, setup.options, secret)
    table.tell_table()


def options_for_rematch(table: Table) -> dict[str, Any]:
    """The options of another match of the same game: as before, except those that the last result sets by name."""
    assert table.match is not None and table.match.result is not None
    names = {option.name for option in table.match.game.info.options}
    extra = table.match.result.extra
    return {**table.setup.options, **{name: value for name, value in extra.items() if name in names}}


async def hints(table: Table, connection: Connection, message: AskHints) -> None:
    if not table.setup.hints:
        return table.refuse(connection, "no-hints")
    if table.match is None or connection.viewer is None:
        return table.refuse(connection, "not-seated")
    connection.send(encode(hints_for(table, connection)))


async def past(table: Table, connection: Connection, message: AskPast) -> None:
    if table.match is None or not 0 <= message.n <= table.match.move_number:
        return table.refuse(connection, "no-such-moment")
    if message.n < table.log.oldest and table.status() == "playing":
        return table.refuse(connection, "forgotten")
    if not table.audience.may_look(connection.viewer):
        return table.refuse(connection, "no-watchers")
    if connection.errand is not None and not connection.errand.done():
        return table.refuse(connection, "busy")
    connection.errand = asyncio.create_task(_send_past(connection, table.match.record(), message.n, connection.viewer))


async def _send_past(connection: Connection, record: Record, n: int, viewer: int | None) -> None:
    then = await in_background(match_after, record, n)
    connection.send(encode(Past(wire_view(then.sight(viewer)))))


async def told(table: Table, connection: Connection, message: Told) -> None:
    if table.match is not None and message.n == table.match.move_number and connection.viewer is not None:
        table.story_seen(connection.person.id, message.hurry)


async def ping(table: Table, connection: Connection, message: Ping) -> None:
    connection.send(encode(Pong(round(now() * 1000))))


def may_deal(table: Table, connection: Connection) -> bool:
    """Whether somebody may deal."""
    return connection.person.id == table.leader()


def lateness(table: Table, seat: int, message: Move) -> tuple[str, Text] | None:
    """Why a move comes too late: in a free turn only if another seat has done the same thing meanwhile."""
    assert table.match is not None
    if message.n == table.match.move_number:
        return None
    turn = table.match.turn
    since = table.match.moves()[max(0, message.n) :]
    if turn.kind == "free":
        same = [other for other, move in since if other != seat and move == message.move]
        return ("quicker", quicker(table.seats, same[-1])) if same else None
    if turn.kind == "together" and all(other != seat for other, _ in since):
        return None  # only the others have chosen since
    return "stale", REFUSALS["stale"]


def quicker(seats: list[SeatState], seat: int) -> Text:
    """That somebody was quicker, and who: by their name, or by their seat."""
    name, number = seats[seat].name, seat + 1
    bot = seats[seat].free()
    ru = f"игрок {name}" if name else f"{'бот' if bot else 'игрок'} на месте {number}"
    en = name or f"the {'bot' if bot else 'player'} on seat {number}"
    return Text(f"Не успели: раньше это сделал {ru}.", f"Too late: {en} was quicker.")


HANDLERS: dict[type, Callable[[Table, Connection, Any], Awaitable[None]]] = {
    Joined: joined,
    Left: left,
    Behind: behind,
    Sit: sit,
    Stand: stand,
    SetBot: set_bot,
    AddWords: add_words,
    SetForfeit: set_forfeit,
    Start: start,
    Move: move,
    Say: say,
    AskHints: hints,
    AskPast: past,
    Rename: rename,
    Rematch: rematch,
    Told: told,
    Ping: ping,
}


async def handle(table: Table, command: Command) -> None:
    """Carry out a command."""
    await HANDLERS[type(command.message)](table, command.connection, command.message)
