"""What people may ask of a table, one function per message."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from copy import copy
from typing import Any
from unicodedata import category

import msgspec

from koloda.core.record_types import Record
from koloda.core.text import Text
from koloda.server.protocol import messages as p
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.protocol.views import wire_view
from koloda.server.sockets.outbox import Connection
from koloda.server.thinking.background import aside, match_after
from koloda.untrusted import new_match

from .advice import hints_for
from .audience import encode
from .clock import now
from .info import quicker
from .seal import new_secret
from .table import Table

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # printable, says Unicode, yet nothing is seen
MOST_ACCENTS = 3


async def sit(table: Table, connection: Connection, message: p.Sit) -> None:
    person = connection.person
    if message.seat >= len(table.places):
        return table.refuse(connection, "no-such-seat")
    if table.seat_of(person.id) is not None:
        return table.refuse(connection, "seated")
    waits = table.waiting.get(message.seat)
    if not table.places[message.seat].free() or (waits is not None and waits[0] != person.id):
        return table.refuse(connection, "seat-taken")
    if table.status() == "playing" and table.sat.get(person.id, message.seat) != message.seat:
        return table.refuse(connection, "other-hand")
    if table.status() == "playing" and table.setup.join == "between":
        table.waiting = {seat: who for seat, who in table.waiting.items() if who[0] != person.id}
        table.waiting[message.seat] = (person.id, person.name)
        return table.tell_table()
    await table.seat_person(message.seat, person.id, person.name)


async def stand(table: Table, connection: Connection, message: p.Stand) -> None:
    seat = table.seat_of(connection.person.id)
    if seat is None:
        return table.refuse(connection, "not-seated")
    before = copy(table.places[seat])
    table.places[seat].seat_bot("normal" if table.status() == "playing" else None)
    if table.match is None:  # the words of a deal that is done stay with it
        table.places[seat].words = None
    await table.keep_place(seat, before)
    table.look_again()


async def set_bot(table: Table, connection: Connection, message: p.SetBot) -> None:
    if not leads(table, connection):
        return table.refuse(connection, "not-host")
    if message.seat >= len(table.places):
        return table.refuse(connection, "no-such-seat")
    if not table.places[message.seat].free():
        return table.refuse(connection, "seat-taken")
    if table.status() == "playing" and message.level is None:
        return table.refuse(connection, "started")
    before = copy(table.places[message.seat])
    table.places[message.seat].seat_bot(message.level)
    await table.keep_place(message.seat, before)
    table.look_again()


async def rename(table: Table, connection: Connection, message: p.Rename) -> None:
    person = connection.person.id
    await table.store.name_person(person, clean(message.name))
    name = table.store.name(person)
    for other in table.crowd.connections:
        if other.person.id == person:
            other.person = other.person._replace(name=name)
    seat = table.seat_of(person)
    if seat is not None:
        before = copy(table.places[seat])
        table.places[seat].name = name
        await table.keep_place(seat, before)
    table.tell_table()


async def add_words(table: Table, connection: Connection, message: p.AddWords) -> None:
    seat = table.seat_of(connection.person.id)
    if seat is None:
        return table.refuse(connection, "not-seated")
    if table.match is not None:
        return table.refuse(connection, "started")
    before = copy(table.places[seat])
    table.places[seat].words = clean(message.words) or None
    await table.keep_place(seat, before)
    table.tell_table()


async def say(table: Table, connection: Connection, message: p.Say) -> None:
    viewer = -1 if connection.viewer is None else connection.viewer
    if table.match is not None and table.status() == "playing" and not table.match.game.may_chat(viewer):
        return table.refuse(connection, "no-chat")
    text = clean(message.text)
    if text:
        table.crowd.broadcast(p.Said(connection.viewer, connection.person.name, text))


async def start(table: Table, connection: Connection, message: p.Start) -> None:
    if not leads(table, connection):
        return table.refuse(connection, "not-host")
    if table.match is not None:
        return table.refuse(connection, "started")
    await table.start()


async def move(table: Table, connection: Connection, message: p.Move) -> None:
    person = connection.person.id
    answered = table.answers.get(person, message.id)
    if answered is not None:
        return connection.send(answered)
    seat = connection.viewer
    if seat is None:
        return table.refuse(connection, "not-seated", message.id)
    if table.match is None:
        return table.refuse(connection, "not-started", message.id)
    late = lateness(table, seat, message)
    if late is not None:
        return table.say_no(connection, *late, message.id)
    await table.play(seat, message.move, person, message.id)
    answer = table.answers.get(person, message.id)
    assert answer is not None
    connection.send(answer)


async def rematch(table: Table, connection: Connection, message: p.Rematch) -> None:
    if table.status() != "over":
        return table.refuse(connection, "not-over")
    if not leads(table, connection):
        return table.refuse(connection, "not-host")
    setup = msgspec.structs.replace(
        table.setup,
        game=message.game or table.setup.game,
        options=message.options if message.options is not None else ({} if message.game else handed_on(table)),
    )
    if setup != table.setup:
        new_match(setup.game, setup.seats, setup.options, seed="")  # raises where game, seats and options do not fit
    secret = new_secret()
    await table.append(("again", {"game": setup.game, "options": setup.options, "secret": secret}))
    table.again(setup.game, setup.options, secret)
    table.tell_table()


def handed_on(table: Table) -> dict[str, Any]:
    """The options of another match of the same game: as before, and what the result hands on by an option's name."""
    assert table.match is not None and table.match.result is not None
    names = {option.name for option in table.match.game.info.options}
    extra = table.match.result.extra
    return {**table.setup.options, **{name: value for name, value in extra.items() if name in names}}


async def hints(table: Table, connection: Connection, message: p.AskHints) -> None:
    if not table.setup.hints:
        return table.refuse(connection, "no-hints")
    if table.match is None or connection.viewer is None:
        return table.refuse(connection, "not-seated")
    connection.send(encode(hints_for(table, connection)))


async def past(table: Table, connection: Connection, message: p.AskPast) -> None:
    if table.match is None or not 0 <= message.n <= table.match.move_number:
        return table.refuse(connection, "no-such-moment")
    if message.n < table.chronicle.oldest and table.status() == "playing":
        return table.refuse(connection, "forgotten")
    if not table.crowd.may_look(connection.viewer):
        return table.refuse(connection, "no-watchers")
    if connection.errand is not None and not connection.errand.done():
        return table.refuse(connection, "busy")
    connection.errand = asyncio.create_task(_tell_past(connection, table.match.record(), message.n, connection.viewer))


async def _tell_past(connection: Connection, record: Record, n: int, viewer: int | None) -> None:
    then = await aside(match_after, record, n)
    connection.send(encode(p.Past(wire_view(then.view(viewer)))))


async def ping(table: Table, connection: Connection, message: p.Ping) -> None:
    connection.send(encode(p.Pong(round(now() * 1000))))


def leads(table: Table, connection: Connection) -> bool:
    """Whether somebody may deal."""
    return connection.person.id == table.leader()


def lateness(table: Table, seat: int, message: p.Move) -> tuple[str, Text] | None:
    """Why a move comes too late: in a free turn only if another seat has done the same thing meanwhile."""
    assert table.match is not None
    if message.n == table.match.move_number:
        return None
    turn = table.match.turn
    since = table.match.moves()[max(0, message.n) :]
    if turn.kind == "free":
        same = [other for other, move in since if other != seat and move == message.move]
        return ("quicker", quicker(table.places, same[-1])) if same else None
    if turn.kind == "together" and all(other != seat for other, _ in since):
        return None  # only the others have chosen since
    return "stale", REFUSALS["stale"]


def clean(text: str) -> str:
    """Words of people: one line, no control characters, no letters that look like nothing, no towers of accents."""
    kept: list[str] = []
    tower = 0
    for c in text:
        tower = tower + 1 if category(c) in ("Mn", "Me") else 0
        if tower <= MOST_ACCENTS:
            kept.append(c if c.isprintable() and c not in BLANKS else " ")
    return " ".join("".join(kept).split())


HANDLERS: dict[type, Callable[[Table, Connection, Any], Awaitable[None]]] = {
    p.Sit: sit,
    p.Stand: stand,
    p.SetBot: set_bot,
    p.AddWords: add_words,
    p.Start: start,
    p.Move: move,
    p.Say: say,
    p.AskHints: hints,
    p.AskPast: past,
    p.Rename: rename,
    p.Rematch: rematch,
    p.Ping: ping,
}


async def handle(table: Table, connection: Connection, message: p.ClientMessage) -> None:
    """Carry out a message."""
    await HANDLERS[type(message)](table, connection, message)
