"""What the host of a table may do: who comes in, who goes, who has the seats, when play rests, what is played.

The host's part passes on while they are away (``Table.leader``); what concerns people's persons is for the host alone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from copy import copy
from typing import Any

import msgspec

from koloda.core.errors import KolodaError
from koloda.games.registry import find_game
from koloda.server.protocol.base import Level
from koloda.server.protocol.bodies import NewTable
from koloda.server.protocol.codec import encode
from koloda.server.protocol.governing import (
    Arrange,
    AtDoor,
    Ban,
    Door,
    FreeSeat,
    HandOver,
    LetIn,
    Pause,
    SetDoor,
)
from koloda.server.storage.store import JournalEntry, StoreError
from koloda.server.storage.table_index import DOOR_ENTRY, HOST_ENTRY, SETUP_ENTRY
from koloda.untrusted import new_match

from . import dealing
from .clock import now
from .connection import Connection, Person
from .guestbook import BAN_ENTRY, LET_IN_ENTRY, MAX_BANS, MUTE_ENTRY
from .inbox import JOINED
from .newcomers import REMOVED_ENTRY, WAITS_ENTRY, removed_line, waits_line
from .seal import DealSeal
from .seats import SeatState, seat_line
from .table import JournalLine, Table
from .talk import SAID_ENTRY

PAUSE_ENTRY = "pause"
IDLE_SECONDS = 60.0  # that somebody may owe a move before the host may put a bot in their place


def may_deal(table: Table, connection: Connection) -> bool:
    """Whether somebody may deal: the host, or whoever has their part."""
    return connection.person.id == table.leader()


def is_host(table: Table, connection: Connection) -> bool:
    """Whether somebody is the host themselves."""
    return connection.person.id == table.host


# Seats


def may_be_replaced(table: Table, seat: int) -> bool:
    """Whether the host may give a seat to a bot: nobody has it, or they are gone, or owe a move and do not make it."""
    state, match = table.seats[seat], table.match
    if state.person is None or state.person == table.host:
        return state.free()
    if match is None or match.game.over:
        return state.gone_since is not None
    return state.away or (seat in match.turn.seats and now() - table.turn_since > IDLE_SECONDS)


async def free_seat(table: Table, connection: Connection, message: FreeSeat) -> None:
    if not may_deal(table, connection):
        return table.refuse(connection, "not-host")
    if message.seat >= len(table.seats):
        return table.refuse(connection, "no-such-seat")
    person = table.seats[message.seat].person
    if person is None:
        return table.refuse(connection, "seat-free")
    if person == connection.person.id:
        return table.refuse(connection, "yourself")
    if not is_host(table, connection) and not may_be_replaced(table, message.seat):
        return table.refuse(connection, "seat-taken")
    await vacate(table, message.seat)
    for other in table.audience.connections:
        if other.person.id == person:
            table.refuse(other, "seat-freed")
    table.reassign_viewers()


async def let_in_to_seat(table: Table, seat: int, person: Person, by_host: bool) -> None:
    """Somebody may have a bot's seat: at once where that is allowed, else at the next deal.

    Only the host themselves lets anybody into a deal that is being played; and who has left a hand may come back to
    it.
    """
    assert table.match is not None
    back = table.newcomers.has_seen(person.id, seat, table.match.game.deals_begun)
    if back or (by_host and table.setup.join == "now"):
        return await table.seat_person(seat, person)
    await table.append(waits_line(seat, person))
    table.newcomers.wait(person, seat)
    table.tell_table()


async def vacate(table: Table, seat: int, *also: JournalLine) -> None:
    """Take a seat from its person, with other lines of the journal; in a match a bot plays on."""
    await give_to_bot(table, seat, "normal" if table.status() == "playing" else None, *also)


async def give_to_bot(table: Table, seat: int, level: Level | None, *also: JournalLine) -> None:
    """A bot has the seat, or (None) nobody; a person who had it has to ask before they come back."""
    before = copy(table.seats[seat])
    table.seats[seat].seat_bot(level)
    gone = [] if before.person is None else [removed_line(before.person)]
    changed = [seat_line(seat, table.seats[seat])] if table.seats[seat].saved() != before.saved() else []
    try:
        if changed or also:
            await table.append(*also, *changed, *gone)
    except StoreError:
        table.seats[seat] = before
        raise
    if before.person is not None:
        table.note_holder(seat, before.person)
        table.newcomers.remove(before.person)


async def hand_over(table: Table, connection: Connection, message: HandOver) -> None:
    if not is_host(table, connection):
        return table.refuse(connection, "not-host")
    if message.seat >= len(table.seats):
        return table.refuse(connection, "no-such-seat")
    person = table.seats[message.seat].person
    if person is None:
        return table.refuse(connection, "nobody-there")
    if person == table.host:
        return table.refuse(connection, "yourself")
    await table.append((HOST_ENTRY, {"person": person}))
    table.host = person
    table.host_gone_since, table.host_away = None, False
    table.note_who_is_here()
    table.tell_table()


# Who comes in


async def set_door(table: Table, connection: Connection, message: SetDoor) -> None:
    if not is_host(table, connection):
        return table.refuse(connection, "not-host")
    if message.door == "open" and table.guestbook.banned:
        return table.refuse(connection, "has-bans")
    if message.door == table.guestbook.door:
        return
    entry = door_entry(table, message.door)
    await table.append((DOOR_ENTRY, entry))
    table.guestbook.load_door(entry)
    if message.door == "open":
        for waiting in table.guestbook.at_door():
            admit_from_door(table, waiting.person.id)
    elif message.door == "closed":
        for waiting in table.guestbook.at_door():
            table.guestbook.leave_door(waiting)
            waiting.close("door-closed")
    table.tell_table()


def door_entry(table: Table, door: Door) -> dict[str, Any]:
    """What the journal keeps of another door: also who is inside, and stays."""
    inside = (table.people_here() | table.people_seated() | {table.host}) - table.guestbook.banned.keys()
    return {"door": door, "inside": sorted(inside), "open": table.setup.open and door == "open"}


async def let_in(table: Table, connection: Connection, message: LetIn) -> None:
    """The host lets anybody in; whoever has their part does, where nobody has been sent away."""
    book = table.guestbook
    if not (is_host(table, connection) or (may_deal(table, connection) and not book.banned)):
        return table.refuse(connection, "not-host")
    person = book.person(message.who)
    if person is None or all(one.person.id != person for one in book.at_door()):
        return table.refuse(connection, "no-such-knock")
    if message.yes:
        await table.append((LET_IN_ENTRY, {"person": person}))
        book.welcome([person])
        admit_from_door(table, person)
    else:
        for waiting in book.take_from_door(person):
            waiting.close("not-let-in")
    table.tell_table()


def admit_from_door(table: Table, person: str) -> None:
    """Somebody who has waited at the door comes in."""
    for waiting in table.guestbook.take_from_door(person):
        table.post(waiting, JOINED)


def stop_at_door(table: Table, connection: Connection) -> None:
    """Somebody whom the table does not know: they wait, and are told nothing of it but its game and its host."""
    problem = table.guestbook.problem(connection.person.id)
    if problem or not table.guestbook.knock(connection):
        return connection.close(problem or "no-room")
    connection.send(encode(AtDoor(table.setup.game, host_name(table))))
    table.tell_table()


def host_name(table: Table) -> str:
    """What the host is called, if they sit at their table."""
    seat = table.seat_of(table.host)
    return "" if seat is None else table.seats[seat].name


async def ban(table: Table, connection: Connection, message: Ban) -> None:
    if not is_host(table, connection):
        return table.refuse(connection, "not-host")
    book, person = table.guestbook, table.guestbook.person(message.who)
    if person is None or (not message.yes and person not in book.banned):
        return table.refuse(connection, "no-such-guest")
    if person == table.host:
        return table.refuse(connection, "yourself")
    if not message.yes:
        entry = {"person": person, "name": "", "yes": False}
        await table.append((BAN_ENTRY, entry))
        book.load_ban(entry)
        return table.tell_table()
    if len(book.banned) >= MAX_BANS:
        return table.refuse(connection, "busy")
    if person not in book.banned:
        await send_away(table, person)


async def send_away(table: Table, person: str) -> None:
    """Somebody may not come again; and as they might come as somebody else, strangers have to ask from now on."""
    book, seat = table.guestbook, table.seat_of(person)
    banned = {"person": person, "name": await table.store.name(person), "yes": True}
    door = door_entry(table, "ask" if book.door == "open" else book.door)
    door["inside"] = [one for one in door["inside"] if one != person]
    lines = ((BAN_ENTRY, banned), (DOOR_ENTRY, door))
    if seat is None:
        await table.append(*lines)
    else:
        await vacate(table, seat, *lines)
    book.load_ban(banned)
    book.load_door(door)
    table.newcomers.withdraw(person)
    for gone in (*table.audience.connections, *book.take_from_door(person)):
        if gone.person.id == person:
            gone.close("table-banned")
    table.reassign_viewers()


# Play rests


async def pause(table: Table, connection: Connection, message: Pause) -> None:
    if not may_deal(table, connection):
        return table.refuse(connection, "not-host")
    if table.status() != "playing":
        return table.refuse(connection, "not-started" if table.match is None else "not-playing")
    if message.on == (table.rests_with is not None):
        return
    left = (max(0.0, table.deadline - now()) if table.deadline else 0.0) if message.on else table.rests_with
    entry = {"on": message.on, "left": left}
    await table.append((PAUSE_ENTRY, entry))
    load_pause(table, entry)
    table.tell_table()
    table.audience.forget()
    table.tell_views()


def load_pause(table: Table, saved: dict[str, Any]) -> None:
    """Play rests, or goes on: with as much time on the clock as there was."""
    if saved["on"]:
        table.rests_with, table.deadline = saved["left"], 0.0
    else:
        table.rests_with, table.turn_since = None, now()
        table.deadline = now() + saved["left"] if saved["left"] else 0.0
    table.plan_bots()


# Before the deal


async def arrange(table: Table, connection: Connection, message: Arrange) -> None:
    if not may_deal(table, connection):
        return table.refuse(connection, "not-host")
    if table.match is not None:
        return table.refuse(connection, "started")
    setup = arranged(table.setup, message)
    if setup == table.setup:
        return
    new_match(setup.game, setup.seats, setup.options, seed="")  # raises where game, seats and options do not fit
    places = rearranged(table.seats, setup.seats)
    if places is None:
        return table.refuse(connection, "too-few-seats")
    seal = DealSeal(table.id, setup.seats)
    entry = {
        "setup": msgspec.to_builtins(setup),
        "places": [state.saved() for state in places],
        "secret": seal.secret,
        "match": seal.match_id,
        "open": setup.open and table.guestbook.door == "open",
    }
    await table.append((SETUP_ENTRY, entry))
    lay_out(table, setup, places, seal)
    table.reassign_viewers()
    await start_if_full(table)


def arranged(setup: NewTable, message: Arrange) -> NewTable:
    """The setup with what a message changes; the options of another game are its own."""
    changes = {name: value for name in message.__struct_fields__ if (value := getattr(message, name)) is not None}
    if message.game is not None and message.game != setup.game:
        find_game(message.game)  # raises if there is none
        changes.setdefault("options", {})
    return msgspec.structs.replace(setup, **changes)


def rearranged(seats: list[SeatState], number: int) -> list[SeatState] | None:
    """So many seats: people stay where they are if they can, and move up if they cannot; None if they are too many."""
    kept = [copy(state) for state in seats[:number]]
    kept += [SeatState() for _ in range(number - len(kept))]
    for moving in seats[number:]:
        if moving.person is None:
            continue
        places = [at for at, state in enumerate(kept) if state.person is None]
        empty = [at for at in places if kept[at].level is None]
        if not places:
            return None
        kept[(empty or places)[0]] = copy(moving)
    return kept


def lay_out(table: Table, setup: NewTable, places: list[SeatState], seal: DealSeal) -> None:
    """The table is another one from now on, with the same people."""
    table.seats[:] = places
    table.setup = setup
    table.audience.watch = setup.watch
    table.reset_for_rematch(setup.game, setup.options, seal)


async def start_if_full(table: Table) -> None:
    """The first deal of a table that is to begin once everybody is there."""
    ready = all(state.level is not None or (state.person and state.gone_since is None) for state in table.seats)
    if table.setup.full and ready and not table.has_played and not table.seal.is_dealing():
        with contextlib.suppress(KolodaError):  # the host may deal, and is told then why not
            await dealing.start(table)


# The journal


def repeat_governing(table: Table, entry: JournalEntry) -> None:
    """What the journal tells of a table's people and its manners happens again."""
    repeat = REPEATS.get(entry.kind)
    if repeat is not None:
        repeat(table, entry.payload)


def _repeat_setup(table: Table, saved: dict[str, Any]) -> None:
    places = [SeatState() for _ in saved["places"]]
    for state, place in zip(places, saved["places"], strict=True):
        state.load(place)
    seal = DealSeal(table.id, len(places), saved["match"], saved["secret"])
    lay_out(table, msgspec.convert(saved["setup"], NewTable), places, seal)


def _repeat_ban(table: Table, saved: dict[str, Any]) -> None:
    table.guestbook.load_ban(saved)
    if saved["yes"]:
        table.newcomers.withdraw(saved["person"])


REPEATS: dict[str, Callable[[Table, dict[str, Any]], None]] = {
    DOOR_ENTRY: lambda table, saved: table.guestbook.load_door(saved),
    LET_IN_ENTRY: lambda table, saved: table.guestbook.welcome([saved["person"]]),
    BAN_ENTRY: _repeat_ban,
    WAITS_ENTRY: lambda table, saved: table.newcomers.load_waiting(saved),
    REMOVED_ENTRY: lambda table, saved: table.newcomers.remove(saved["person"]),
    MUTE_ENTRY: lambda table, saved: table.guestbook.load_mute(saved),
    SAID_ENTRY: lambda table, saved: table.talk.load(saved, table.people_seated()),
    HOST_ENTRY: lambda table, saved: setattr(table, "host", saved["person"]),
    PAUSE_ENTRY: load_pause,
    SETUP_ENTRY: _repeat_setup,
}
