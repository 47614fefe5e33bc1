"""What everybody at a table may do about the others: be called something, talk, nudge, not listen, report."""

from __future__ import annotations

from copy import copy

from koloda.server.protocol.codec import encode
from koloda.server.protocol.governing import Mute, Nudge, Nudged, Report, Reported
from koloda.server.protocol.messages import Chat, Rename, Said, Say, Told

from .clock import now
from .connection import LUXURY, Connection
from .guestbook import MAX_MUTED, MUTE_ENTRY
from .inbox import Renamed
from .naming import clean_name
from .story import story_seen
from .table import Table, line_cost
from .talk import SAID_ENTRY, Line
from .typed_text import clean_text

NUDGE_SECONDS = 20.0  # between two nudges of one seat, whoever nudges, and after a turn has begun

# Names


async def rename(table: Table, connection: Connection, message: Rename) -> None:
    person, name = connection.person.id, clean_name(message.name)
    if not table.may_talk(connection.viewer):  # a name can say as much as a sentence
        return table.refuse(connection, "no-chat")
    if name == await table.store.name(person) == connection.person.name:
        return
    await table.store.name_person(person, name)
    connection.wrote(1)
    await take_name(table, person, name)
    await table.settings.tell_name(person)


async def renamed(table: Table, connection: Connection, message: Renamed) -> None:
    """They have given themselves another name elsewhere; where talk is forbidden it waits until it is allowed."""
    if table.may_talk(None):
        await take_name(table, connection.person.id, connection.person.name)


async def take_name(table: Table, person: str, name: str) -> None:
    """Somebody is called something else at this table from now on."""
    stale = [one for one in (*table.audience.connections, *table.guestbook.at_door()) if one.person.id == person]
    stale = [one for one in stale if one.person.name != name]
    for one in stale:
        one.person = one.person._replace(name=name)
    seat, another = table.seat_of(person), False
    if seat is not None:
        before = copy(table.seats[seat])
        table.seats[seat].name = table.called(person, name)
        another = table.seats[seat].name != before.name
        await table.save_seat(seat, before)
    if stale or another:
        table.tell_table()


async def refresh_name(table: Table, connection: Connection) -> None:
    """What somebody calls themselves may have changed while they were not here, or on another page."""
    person = connection.person.id
    name = await table.store.name(person)
    if name and name != connection.person.name:
        connection.person = connection.person._replace(name=name)
    seat = table.seat_of(person)
    if name and seat is not None and table.may_talk(None):
        told = table.called(person, name)
        if told != table.seats[seat].name:
            await take_name(table, person, name)


async def names_for_rematch(table: Table) -> None:
    """Between two matches people are called what they call themselves now; in the last one they may not have been."""
    for seat, state in enumerate(table.seats):
        if state.person is not None:
            before = copy(state)
            state.name = table.called(state.person, await table.store.name(state.person)) or state.name
            await table.save_seat(seat, before)


# Talk


async def say(table: Table, connection: Connection, message: Say) -> None:
    if not table.audience.may_look(connection.viewer):
        return table.refuse(connection, "no-watchers")
    if not table.may_talk(connection.viewer):
        return table.refuse(connection, "no-chat")
    text, person = clean_text(message.text), connection.person
    if not table.chat_allowance.take(person.id, connection.viewer is not None):
        return table.refuse(connection, "busy")
    if not text:
        return
    name = table.called(person.id, person.name)
    line = Line(person.id, name, connection.viewer, text, table.people_seated())
    await table.append((SAID_ENTRY, line.saved()))
    table.talk.lines.append(line)
    frame = encode(_said(table, line))
    for other in table.audience.connections:
        if table.audience.may_look(other.viewer) and table.guestbook.hears(other.person.id, person.id):
            other.send(frame, LUXURY)


def _said(table: Table, line: Line) -> Said:
    return line.said(table.guestbook.number(line.person), table.store.bots.is_bot(line.person))


def tell_chat(table: Table, connection: Connection) -> None:
    """What was said before somebody came. Where nobody may look on, only what they have heard at the table."""
    book, me = table.guestbook, connection.person.id
    lines = [
        _said(table, line)
        for line in table.talk.lines
        if book.hears(me, line.person) and (table.setup.watch or me in line.heard)
    ]
    if lines and connection.wants_log:
        connection.send(encode(Chat(lines)))


async def mute(table: Table, connection: Connection, message: Mute) -> None:
    person, whom = connection.person.id, table.guestbook.person(message.who)
    if whom is None:
        return table.refuse(connection, "no-such-guest")
    if whom == person:
        return table.refuse(connection, "yourself")
    muted = table.guestbook.muted.get(person, [])
    if message.on and len(muted) >= MAX_MUTED:
        return table.refuse(connection, "busy")
    if (whom in muted) != message.on:
        entry = {"person": person, "whom": whom, "on": message.on}
        await table.append((MUTE_ENTRY, entry))
        table.guestbook.load_mute(entry)
        table.tell_table()


# Reminders and complaints


async def nudge(table: Table, connection: Connection, message: Nudge) -> None:
    if connection.viewer is None:
        return table.refuse(connection, "not-seated")
    if message.seat >= len(table.seats) or table.seats[message.seat].person is None:
        return table.refuse(connection, "no-such-seat")
    if not table.may_talk(connection.viewer):  # a nudge says something too
        return table.refuse(connection, "no-chat")
    if message.seat == connection.viewer:
        return table.refuse(connection, "yourself")
    if not may_be_nudged(table, message.seat):
        return table.refuse(connection, "no-nudge")
    table.guestbook.nudged[message.seat] = now()
    frame = encode(Nudged(connection.viewer))
    for other in table.audience.connections:
        if other.viewer == message.seat and table.guestbook.hears(other.person.id, connection.person.id):
            other.send(frame)


def may_be_nudged(table: Table, seat: int) -> bool:
    """Whether the table waits for a seat, and has not said so just now."""
    moment, match = now(), table.match
    if moment < table.guestbook.nudged.get(seat, 0.0) + NUDGE_SECONDS or table.rests_with is not None:
        return False
    if match is None or match.game.over:
        return True
    return seat in match.turn.seats and moment >= table.turn_since + NUDGE_SECONDS


async def report(table: Table, connection: Connection, message: Report) -> None:
    """It goes to the host of the house; nobody at the table is told."""
    person, whom = connection.person, table.guestbook.person(message.who)
    if whom is None:
        return table.refuse(connection, "no-such-guest")
    if whom == person.id:
        return table.refuse(connection, "yourself")
    if not table.audience.may_look(connection.viewer):
        return table.refuse(connection, "no-watchers")
    at_table = table.guestbook.report_allowance.take(person.id, connection.viewer is not None)
    if not at_table or table.settings.take_report(connection.asker):
        return table.refuse(connection, "too-many-reports")
    told = {
        "table": table.id,
        "match": table.match_id,
        "person": person.id,
        "name": person.name,
        "whom": whom,
        "whom_name": await table.store.name(whom),
        "text": clean_text(message.text),
        "lines": table.talk.reported(),
    }
    await table.store.house.report(told)
    connection.wrote(line_cost(told))
    connection.send(encode(Reported(message.who)))


# Stories


async def told(table: Table, connection: Connection, message: Told) -> None:
    if table.match is not None and message.n == table.match.move_number and connection.viewer is not None:
        story_seen(table, connection.person.id, message.hurry)
