"""What may be asked of a table: one function for every message, and for connections that come and go."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from copy import copy
from typing import Any

import msgspec

from koloda.core.errors import KolodaError
from koloda.core.record_types import Record
from koloda.core.text import Text
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import (
    Admit,
    AskHints,
    AskPast,
    AskWhy,
    Commit,
    Move,
    Moved,
    Ping,
    Pong,
    Rematch,
    Rename,
    Reveal,
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
from koloda.server.storage.store import StoreError
from koloda.untrusted import new_match

from . import dealing
from .advice import hints_for
from .clock import now
from .connection import LUXURY, Connection
from .inbox import Behind, Command, Joined, Left
from .past import past_frame
from .seal import DealSeal
from .seats import SeatState
from .table import Table
from .typed_text import clean_text

IDLE_SECONDS = 60.0  # that somebody may owe a move before the host may put a bot in their place

# Connections


async def joined(table: Table, connection: Connection, message: Joined) -> None:
    if connection.closed:
        return
    if not table.opened:
        await table.open()
    leader = table.leader()
    table.note_patron(connection)
    table.audience.connections.add(connection)
    connection.viewer = table.seat_of(connection.person.id)
    table.send_log(connection)
    people_changed(table, leader, connection)
    table.show_those_behind()


async def left(table: Table, connection: Connection, message: Left) -> None:
    if connection in table.audience.connections:
        leader = table.leader()
        table.audience.connections.remove(connection)
        people_changed(table, leader, connection)


def people_changed(table: Table, leader: str, connection: Connection) -> None:
    """Somebody has come or gone. If that changes a seat or who deals, all hear of it at once."""
    changed = table.note_who_is_here()
    table.plan_bots()
    if changed or table.leader() != leader:
        table.tell_table()
    else:
        table.tell_table_to(connection)


async def behind(table: Table, connection: Connection, message: Behind) -> None:
    table.show_those_behind()


# Messages


async def sit(table: Table, connection: Connection, message: Sit) -> None:
    person = connection.person
    if message.seat >= len(table.seats):
        return table.refuse(connection, "no-such-seat")
    if table.seat_of(person.id) is not None:
        return table.refuse(connection, "seated")
    newcomers = table.newcomers
    waiting = newcomers.waiting.get(message.seat)
    if not table.seats[message.seat].free() or (waiting is not None and waiting.id != person.id):
        return table.refuse(connection, "seat-taken")
    if table.status() != "playing":
        return await table.seat_person(message.seat, person)
    if newcomers.held_another(person.id, message.seat):
        return table.refuse(connection, "other-hand")
    if person.id == table.host or newcomers.was_in(person.id):
        return await table.let_in(message.seat, person, by_host=True)
    if not newcomers.knock(person, message.seat):
        return table.refuse(connection, "busy")
    table.tell_table()


async def admit(table: Table, connection: Connection, message: Admit) -> None:
    if not may_deal(table, connection):
        return table.refuse(connection, "not-host")
    knock = table.newcomers.knocks.get(message.knock)
    if knock is None:
        return table.refuse(connection, "no-such-knock")
    del table.newcomers.knocks[message.knock]
    if not message.yes:
        for other in table.audience.connections:
            if other.person.id == knock.person.id:
                table.refuse(other, "not-admitted")
        return table.tell_table()
    if not table.seats[knock.seat].free() or knock.seat in table.newcomers.waiting:
        table.tell_table()
        return table.refuse(connection, "seat-taken")
    await table.let_in(knock.seat, knock.person, by_host=connection.person.id == table.host)


async def stand(table: Table, connection: Connection, message: Stand) -> None:
    seat = table.seat_of(connection.person.id)
    if seat is None:
        withdrawn = table.newcomers.withdraw(connection.person.id)
        return table.tell_table() if withdrawn else table.refuse(connection, "not-seated")
    before = copy(table.seats[seat])
    table.seats[seat].seat_bot("normal" if table.status() == "playing" else None)
    await table.save_seat(seat, before)
    table.note_holder(seat, before.person)
    table.reassign_viewers()


def may_be_replaced(table: Table, seat: int) -> bool:
    """Whether the host may give a seat to a bot: nobody has it, or they are gone, or owe a move and do not make it."""
    state, match = table.seats[seat], table.match
    if state.person is None or state.person == table.host:
        return state.free()
    if match is None or match.game.over:
        return state.gone_since is not None
    return state.away or (seat in match.turn.seats and now() - table.turn_since > IDLE_SECONDS)


async def set_bot(table: Table, connection: Connection, message: SetBot) -> None:
    if not may_deal(table, connection):
        return table.refuse(connection, "not-host")
    if message.seat >= len(table.seats):
        return table.refuse(connection, "no-such-seat")
    before = copy(table.seats[message.seat])
    if not may_be_replaced(table, message.seat):
        return table.refuse(connection, "seat-taken")
    if table.status() == "playing" and message.level is None:
        return table.refuse(connection, "started")
    table.seats[message.seat].seat_bot(message.level)
    await table.save_seat(message.seat, before)
    if before.person is not None:
        table.note_holder(message.seat, before.person)
        table.newcomers.remove(before.person)
    table.reassign_viewers()


async def rename(table: Table, connection: Connection, message: Rename) -> None:
    person, name = connection.person.id, clean_text(message.name)
    if not table.may_talk(connection.viewer):  # a name can say as much as a sentence
        return table.refuse(connection, "no-chat")
    if name == table.store.name(person) == connection.person.name:
        return
    await table.store.name_person(person, name)
    connection.wrote(1)
    for other in table.audience.connections:
        if other.person.id == person:
            other.person = other.person._replace(name=name)
    seat = table.seat_of(person)
    if seat is not None:
        before = copy(table.seats[seat])
        table.seats[seat].name = name
        await table.save_seat(seat, before)
        table.tell_table()


async def commit(table: Table, connection: Connection, message: Commit) -> None:
    seat, seal = seat_in_deal(table, connection, message), table.seal
    if seat is None or seal.commits[seat] == message.commitment:  # another page of the same person may be quicker
        return
    if seal.stage not in ("open", "sealing"):
        return table.refuse(connection, "sealed")
    if seal.commits[seat]:
        return table.refuse(connection, "committed")
    seal.commit(seat, connection.person.id, message.commitment)
    table.tell_table()


async def set_forfeit(table: Table, connection: Connection, message: SetForfeit) -> None:
    if not may_deal(table, connection):
        return table.refuse(connection, "not-host")
    if table.match is not None:
        return table.refuse(connection, "started")
    text = clean_text(message.text)
    if text == table.setup.forfeit:
        return
    await table.append(("forfeit", {"text": text}))
    table.set_forfeit(text)
    table.tell_table()


async def reveal(table: Table, connection: Connection, message: Reveal) -> None:
    seat, seal = seat_in_deal(table, connection, message), table.seal
    if seat is None:
        return
    if not seal.commits[seat] or seal.stage in ("open", "sealing"):
        return table.refuse(connection, "not-committed")
    if seal.deal.nonce_commitment(seat, message.nonce) != seal.commits[seat]:
        return table.refuse(connection, "wrong-number")
    if seal.nonces[seat] == message.nonce:
        return  # another page of the same person was quicker
    if seal.stage == "dealt":
        return table.refuse(connection, "late-number")
    await dealing.take_nonce(table, seat, message.nonce)


def seat_in_deal(table: Table, connection: Connection, message: Commit | Reveal) -> int | None:
    """The seat for whose number in the coming deal somebody speaks; None if they were refused."""
    if connection.viewer is None:
        table.refuse(connection, "not-seated")
    elif message.match != table.match_id:
        table.refuse(connection, "other-match")
    else:
        return connection.viewer
    return None


async def say(table: Table, connection: Connection, message: Say) -> None:
    if not table.audience.may_look(connection.viewer):
        return table.refuse(connection, "no-watchers")
    if not table.may_talk(connection.viewer):
        return table.refuse(connection, "no-chat")
    text = clean_text(message.text)
    if not table.chat_allowance.take(connection.person.id, connection.viewer is not None):
        return table.refuse(connection, "busy")
    if text:
        table.audience.broadcast(Said(connection.viewer, connection.person.name, text), LUXURY)


async def start(table: Table, connection: Connection, message: Start) -> None:
    if not may_deal(table, connection):
        return table.refuse(connection, "not-host")
    if table.match is not None:
        return table.refuse(connection, "started")
    await dealing.start(table)


async def move(table: Table, connection: Connection, message: Move) -> None:
    person = connection.person.id
    receipt = table.receipts.get(person, message.id)
    if receipt is not None:
        return connection.send(receipt)
    seat = connection.viewer
    if seat is None:
        return table.refuse(connection, "not-seated", message.id)
    problem = why_not_now(table, seat, message)
    if problem is None:
        try:
            number = await table.play(seat, message.move, person, message.id)
            return connection.send(encode(Moved(message.id, number)))
        except StoreError:
            raise
        except KolodaError as error:
            problem = error.reason, error.text
    await table.refuse_for_good(connection, *problem, message.id)


def why_not_now(table: Table, seat: int, message: Move) -> tuple[str, Text] | None:
    """Why a move is not of the present moment of the present match."""
    if message.match != table.match_id:
        return "other-match", REFUSALS["other-match"]
    if table.match is None:
        return "not-started", REFUSALS["not-started"]
    return lateness(table, seat, message)


async def why(table: Table, connection: Connection, message: AskWhy) -> None:
    if connection.viewer is None:
        return table.refuse(connection, "not-seated")
    if table.match is None:
        return table.refuse(connection, "not-started")
    refusal = table.match.why_not(connection.viewer, message.move)
    if refusal is None:
        return table.refuse(connection, "allowed")
    table.say_no(connection, refusal.reason, refusal.text)


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
    seal = DealSeal(table.id, setup.seats)
    again = {"game": setup.game, "options": setup.options, "secret": seal.secret, "match": seal.match_id}
    await table.append(("again", again))
    table.reset_for_rematch(setup.game, setup.options, seal)
    await names_for_rematch(table)
    table.tell_table()


async def names_for_rematch(table: Table) -> None:
    """Between two matches people are called what they call themselves now; in the last one they may not have been."""
    for seat, state in enumerate(table.seats):
        if state.person is not None:
            before = copy(state)
            state.name = table.store.name(state.person) or state.name
            await table.save_seat(seat, before)


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
    viewer = table.audience.eyes(connection.viewer, message.n) if table.status() == "playing" else connection.viewer
    if not table.audience.may_look(viewer):
        return table.refuse(connection, "no-watchers")
    if connection.errand is not None and not connection.errand.done():
        return table.refuse(connection, "busy")
    errand = _send_past(table, connection, table.match.record(), message.n, viewer)
    connection.errand = asyncio.create_task(errand)


async def _send_past(table: Table, connection: Connection, record: Record, n: int, viewer: int | None) -> None:
    background = table.settings.background
    assert background is not None
    try:
        connection.send(await background.do(connection.address, past_frame, record, n, viewer))
    except KolodaError as error:
        table.say_no(connection, error.reason, error.text)


async def told(table: Table, connection: Connection, message: Told) -> None:
    if table.match is not None and message.n == table.match.move_number and connection.viewer is not None:
        table.story_seen(connection.person.id, message.hurry)


async def ping(table: Table, connection: Connection, message: Ping) -> None:
    connection.send(encode(Pong(round(now() * 1000))))


def may_deal(table: Table, connection: Connection) -> bool:
    """Whether somebody may deal."""
    return connection.person.id == table.leader()


def lateness(table: Table, seat: int, message: Move) -> tuple[str, Text] | None:
    """Why a move comes too early or too late: in a free turn only if another seat has done the same meanwhile."""
    assert table.match is not None
    if message.n == table.match.move_number:
        return None
    if message.n > table.match.move_number:
        return "future", REFUSALS["future"]
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
    Admit: admit,
    Stand: stand,
    SetBot: set_bot,
    Commit: commit,
    Reveal: reveal,
    SetForfeit: set_forfeit,
    Start: start,
    Move: move,
    AskWhy: why,
    Say: say,
    AskHints: hints,
    AskPast: past,
    Rename: rename,
    Rematch: rematch,
    Told: told,
    Ping: ping,
}


CHANGES = (Sit, Admit, Stand, SetBot, SetForfeit, Rename)
WRITES = (*CHANGES, Commit, Reveal, Start, Rematch, Move)


async def handle(table: Table, command: Command) -> None:
    """Carry out a command, unless its sender has had too much written already, or cards are being dealt: then nobody
    sits down or stands up.
    """
    connection, message = command
    if table.seal.is_dealing() and isinstance(message, Sit | Stand | SetBot | Start):
        return table.refuse(connection, "dealing")
    if isinstance(message, WRITES) and not connection.may_write():
        return table.refuse(connection, "too-much-today", getattr(message, "id", ""))
    if isinstance(message, CHANGES):
        person = connection.person.id
        if not table.change_allowance.take(person, table.seat_of(person) is not None):
            return table.refuse(connection, "busy")
    lines = table.seq
    await HANDLERS[type(message)](table, connection, message)
    if table.seal.is_dealing():
        await dealing.go_on(table)
    connection.wrote(table.seq - lines)
