"""What may be asked of a table: one function for every message, and for connections that come and go."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from copy import copy
from typing import Any

from koloda.core.errors import KolodaError
from koloda.core.record_types import Record
from koloda.match import REFUSALS as MATCH_REFUSALS
from koloda.server.protocol.codec import encode
from koloda.server.protocol.consent import Again, Ballot, Claim, Propose
from koloda.server.protocol.governing import (
    Arrange,
    Ban,
    FreeSeat,
    HandOver,
    LetIn,
    Mute,
    Nudge,
    Pause,
    Report,
    SetDoor,
)
from koloda.server.protocol.inviting import Decline, InviteBot
from koloda.server.protocol.messages import (
    Admit,
    AskHints,
    AskPast,
    AskWhy,
    Move,
    Moved,
    Ping,
    Pong,
    Rematch,
    Rename,
    Say,
    SetBot,
    SetForfeit,
    Sit,
    Stand,
    Start,
    Told,
)
from koloda.server.protocol.refusals import QUICKER, REFUSALS, TOO_MUCH_TODAY
from koloda.server.protocol.sealing import Commit, Reveal
from koloda.server.storage.store import StoreError
from koloda.server.storage.table_index import OPENED_ENTRY

from . import company, consent, dealing, governing, inviting
from .advice import hints_for
from .again import begin_again
from .clock import now
from .connection import Connection
from .inbox import Behind, Command, Joined, Left, Renamed, Rest
from .newcomers import waits_line
from .past import past_frame
from .receipts import Problem, quicker
from .table import Table
from .typed_text import clean_text

BYTES_PER_MOVE = 12  # of a record, as they mostly are

# Connections

BYTES_PER_MOVE = 12  # of a record, as they mostly are


async def joined(table: Table, connection: Connection, message: Joined) -> None:
    if connection.closed:
        return
    if not table.guestbook.may_enter(connection.person.id):
        return governing.stop_at_door(table, connection)
    if not table.opened:  # from now on the table is kept for longer
        table.opened = True
        with contextlib.suppress(StoreError):  # then it is forgotten sooner after a restart
            await table.append((OPENED_ENTRY, {}))
    leader = table.leader()
    table.note_patron(connection)
    table.audience.connections.add(connection)
    connection.viewer = table.seat_of(connection.person.id)
    await table.send_log(connection)
    company.tell_chat(table, connection)
    people_changed(table, leader, connection)
    table.show_those_behind()
    await company.refresh_name(table, connection)
    await governing.start_if_full(table)


async def left(table: Table, connection: Connection, message: Left) -> None:
    if connection in table.audience.connections:
        leader = table.leader()
        table.audience.connections.remove(connection)
        people_changed(table, leader, connection)
    elif table.guestbook.leave_door(connection):
        table.tell_table()


def people_changed(table: Table, leader: str, connection: Connection) -> None:
    """Somebody has come or gone. If that changes a seat or who deals, all hear of it at once."""
    changed = table.note_who_is_here()
    table.plan_bots()
    if changed or table.leader() != leader:
        table.tell_table()
    else:
        table.tell_table_to(connection)


async def rest(table: Table, connection: Connection, message: Rest) -> None:
    message.begun.set()
    await asyncio.Event().wait()  # until the table is dropped


async def behind(table: Table, connection: Connection, message: Behind) -> None:
    table.show_those_behind()


# Messages


async def sit(table: Table, connection: Connection, message: Sit) -> None:
    person = connection.person
    if message.seat >= len(table.seats):
        return table.refuse(connection, "no-such-seat")
    if table.seat_of(person.id) is not None:
        return table.refuse(connection, "seated")
    seat = message.seat
    if not inviting.may_sit(table, person, seat):
        return table.refuse(connection, "not-asked")
    if not seat_is_free(table, seat, person.id):
        others = other_seats(table, person.id) if message.any and not person.bot else []
        if not others:
            return table.refuse(connection, "no-seat" if message.any else "seat-taken")
        seat = others[0]
    newcomers = table.newcomers
    if table.status() != "playing":
        await table.seat_person(seat, person)
        await inviting.settle(table, seat)
        return await governing.start_if_full(table)
    if newcomers.held_another(person.id, seat):
        return table.refuse(connection, "other-hand")
    asked = table.invited.get(seat)
    if asked is not None and asked.person.id == person.id:
        await governing.let_in_to_seat(table, seat, person, by_host=asked.by_host)
        return await inviting.settle(table, seat)
    if person.id == table.host or newcomers.was_in(person.id):
        return await governing.let_in_to_seat(table, seat, person, by_host=True)
    if not newcomers.knock(person, seat):
        return table.refuse(connection, "busy")
    table.tell_table()


def seat_is_free(table: Table, seat: int, person: str) -> bool:
    """Whether somebody may have a seat: nobody has it but perhaps a bot, and nobody else is here who waits for it."""
    waiting = table.newcomers.waiting.get(seat)
    return table.seats[seat].free() and (
        waiting is None or waiting.id == person or waiting.id not in table.people_here()
    )


def other_seats(table: Table, person: str) -> list[int]:
    """What else somebody may have: an empty seat, in mid-match a bot's."""
    free = [seat for seat in range(len(table.seats)) if seat_is_free(table, seat, person)]
    if table.status() == "playing":
        return [seat for seat in free if not table.newcomers.held_another(person, seat)]
    return [seat for seat in free if table.seats[seat].level is None]


async def admit(table: Table, connection: Connection, message: Admit) -> None:
    if not governing.may_deal(table, connection):
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
    if not seat_is_free(table, knock.seat, knock.person.id):
        table.tell_table()
        return table.refuse(connection, "seat-taken")
    await governing.let_in_to_seat(table, knock.seat, knock.person, by_host=connection.person.id == table.host)


async def stand(table: Table, connection: Connection, message: Stand) -> None:
    seat = table.seat_of(connection.person.id)
    if seat is None:
        if table.newcomers.waits(connection.person.id) is not None:
            await table.append(waits_line(None, connection.person))
        withdrawn = table.newcomers.withdraw(connection.person.id)
        withdrawn |= await consent.withdraw(table, connection.person.id)
        return table.tell_table() if withdrawn else table.refuse(connection, "not-seated")
    before = copy(table.seats[seat])
    table.seats[seat].seat_bot("normal" if table.status() == "playing" else None)
    await table.save_seat(seat, before)
    table.note_holder(seat, before.person)
    table.reassign_viewers()


async def set_bot(table: Table, connection: Connection, message: SetBot) -> None:
    if not governing.may_deal(table, connection):
        return table.refuse(connection, "not-host")
    if message.seat >= len(table.seats):
        return table.refuse(connection, "no-such-seat")
    if not governing.may_be_replaced(table, message.seat):
        return table.refuse(connection, "seat-taken")
    if table.status() == "playing" and message.level is None:
        return table.refuse(connection, "started")
    if not table.settings.has_bot(message.level):
        return table.refuse(connection, "no-such-bot")
    await governing.give_to_bot(table, message.seat, message.level)
    await inviting.settle(table, message.seat)
    table.reassign_viewers()


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
    if not governing.may_deal(table, connection):
        return table.refuse(connection, "not-host")
    if table.status() != "waiting":
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


async def start(table: Table, connection: Connection, message: Start) -> None:
    if not governing.may_deal(table, connection):
        return table.refuse(connection, "not-host")
    if table.status() != "waiting":
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
    if table.rests_with is not None:
        return table.refuse(connection, "paused", message.id)
    problem = why_not_now(table, seat, message)
    if problem is None:
        try:
            number = await table.play(seat, message.move, person, message.id)
            return connection.send(encode(Moved(message.id, number)))
        except StoreError:
            raise
        except KolodaError as error:
            problem = Problem(error.reason, error.text)
    await table.refuse_for_good(connection, problem, message.id)


def why_not_now(table: Table, seat: int, message: Move) -> Problem | None:
    """Why a move is not of the present moment of the present match."""
    if message.match != table.match_id:
        return Problem("other-match", REFUSALS["other-match"])
    if table.old is not None:
        return Problem("rules-changed", REFUSALS["rules-changed"])
    if table.match is None:
        return Problem("not-started", REFUSALS["not-started"])
    if table.called_off:
        return Problem("over", MATCH_REFUSALS["over"])
    if message.takes is not None and message.takes != len(table.log.taken_back):
        return Problem("stale", REFUSALS["stale"])
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
    if not governing.may_deal(table, connection):
        return table.refuse(connection, "not-host")
    await begin_again(table, message.game, message.options)


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
        size = n * BYTES_PER_MOVE
        connection.send(await background.replay(connection.asker, size, past_frame, record, n, viewer))
    except KolodaError as error:
        table.say_no(connection, error.reason, error.text)


async def ping(table: Table, connection: Connection, message: Ping) -> None:
    connection.send(encode(Pong(round(now() * 1000))))


def lateness(table: Table, seat: int, message: Move) -> Problem | None:
    """Why a move comes too early or too late: in a free turn only if another seat has done the same meanwhile."""
    assert table.match is not None
    if message.n == table.match.move_number:
        return None
    if message.n > table.match.move_number:
        return Problem("future", REFUSALS["future"])
    turn = table.match.turn
    since = table.match.moves()[max(0, message.n) :]
    if turn.kind == "free":
        same = [other for other, move in since if other != seat and move == message.move]
        return Problem(QUICKER, quicker(table.seats, same[-1]), same[-1]) if same else None
    if turn.kind == "together" and all(other != seat for other, _ in since):
        return None  # only the others have chosen since
    return Problem("stale", REFUSALS["stale"])


HANDLERS: dict[type, Callable[[Table, Connection, Any], Awaitable[None]]] = {
    Joined: joined,
    Left: left,
    Behind: behind,
    Rest: rest,
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
    Say: company.say,
    Mute: company.mute,
    Nudge: company.nudge,
    Report: company.report,
    FreeSeat: governing.free_seat,
    Ban: governing.ban,
    SetDoor: governing.set_door,
    LetIn: governing.let_in,
    HandOver: governing.hand_over,
    Pause: governing.pause,
    Arrange: governing.arrange,
    AskHints: hints,
    AskPast: past,
    Rename: company.rename,
    Renamed: company.renamed,
    Rematch: rematch,
    Told: company.told,
    Claim: consent.claim,
    Propose: consent.propose,
    Ballot: consent.ballot,
    Again: consent.again,
    InviteBot: inviting.invite,
    Decline: inviting.decline,
    Ping: ping,
}


# Of every message it is asked what it is: a set knows that at once.
GOVERNING = (FreeSeat, Ban, SetDoor, LetIn, HandOver, Pause, Arrange)
CONSENT = (Claim, Propose, Ballot, Again)
SEATS = (Sit, Admit, Stand, SetBot, SetForfeit, Rename, Mute, Nudge, Report, InviteBot, Decline)
CHANGES: frozenset[type] = frozenset((*GOVERNING, *CONSENT, *SEATS))
WRITES: frozenset[type] = CHANGES | {Commit, Reveal, Start, Rematch, Move, Say}
NOT_WHILE_DEALING: frozenset[type] = frozenset((Sit, Stand, SetBot, Start, FreeSeat, Ban, HandOver, Arrange))
# All that somebody may say who was not let in
AT_THE_DOOR: frozenset[type] = frozenset((Joined, Left, Renamed, Rename, Ping))


async def handle(table: Table, command: Command) -> None:
    """Carry out a command, unless its sender has had too much written already, or cards are being dealt: then nobody
    sits down or stands up.
    """
    connection, message = command
    kind = type(message)
    if table.guestbook.is_asking(connection) and kind not in AT_THE_DOOR:
        return table.refuse(connection, "at-door")
    if table.seal.is_dealing() and kind in NOT_WHILE_DEALING:
        return table.refuse(connection, "dealing")
    if kind in WRITES and (whose := connection.lacks_lines()):
        return table.refuse(connection, TOO_MUCH_TODAY[whose], getattr(message, "id", ""))
    if kind in CHANGES:
        person = connection.person.id
        if not table.change_allowance.take(person, table.seat_of(person) is not None):
            return table.refuse(connection, "busy")
    written = table.written
    await HANDLERS[kind](table, connection, message)
    await consent.settle(table)
    if table.seal.is_dealing():
        await dealing.go_on(table)
    connection.wrote(table.written - written)
