"""What a table tells of itself to those who are there: all but the cards."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import msgspec

from koloda.server.protocol.codec import encode
from koloda.server.protocol.governing import ChangeOfHands
from koloda.server.protocol.table_info import Chair, TableChange, TableInfo

from .connection import TABLE, TABLE_CHANGE, Connection, Person
from .table_state import TableState

MOST_OF_WHOLE = 0.8  # a change that is longer is no gain: the whole table is told again, and later ones are short
_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class ToldAs(NamedTuple):
    """What somebody is told depends on this."""

    you: int | None
    asks: int | None
    waits: int | None
    host: bool
    yours: bool
    muted: tuple[int, ...]


def told_as(table: TableState, connection: Connection, leader: str) -> ToldAs:
    """What a connection is told depends on who it is, and where they sit."""
    person, newcomers = connection.person.id, table.newcomers
    asks = newcomers.asks(person)
    return ToldAs(
        you=connection.viewer,
        asks=table.consent.claimed(person) if asks is None else asks,
        waits=newcomers.waits(person),
        host=person == leader,
        yours=person == table.host,
        muted=table.guestbook.muted_by(person),
    )


def table_info(table: TableState) -> TableInfo:
    """What is the same for all of them."""
    status, setup = table.status(), table.setup
    return TableInfo(
        id=table.id,
        code=table.code,
        game=setup.game,
        seats=setup.seats,
        options=setup.options,
        status=status,
        chairs=_chairs(table),
        you=None,
        host=False,
        open=setup.open,
        watch=setup.watch,
        hints=setup.hints,
        join=setup.join,
        clock=setup.clock,
        watchers=len({one.person.id for one in table.audience.connections if one.viewer is None}),
        match=table.match_id,
        seal=table.seal.shown(table.called_off or table.result() is not None),
        forfeit=setup.forfeit,
        lost=table.lost(),
        evening=table.evening.lines if status == "over" else [],  # while cards are played it would only repeat
        host_seat=table.seat_of(table.host),
        paused=table.rests_with is not None,
        full=setup.full,
        door=table.guestbook.door,
        old_rules=0 if table.old is None else table.old.version,
        patience=setup.patience,
        votes=table.consent.wire(table.seats, table.settings.grace_seconds, _are_named(table)),
        idle=table.consent.idle,
        ready=[seat for seat, state in enumerate(table.seats) if state.person in table.consent.ready],
        ended=table.called_off,
        takes=len(table.log.taken_back),
        hands=[ChangeOfHands(n, seat, bot) for n, seat, bot in table.log.hands],
    )


def tell_as(table: TableState, info: TableInfo, told: ToldAs) -> None:
    """Write into it what only some of them are told."""
    called = partial(_called, table)
    info.you, info.asks, info.waits, info.host, info.yours = told[:5]
    info.muted = list(told.muted)
    info.meanwhile = [] if told.you is None else table.seats[told.you].done_for
    info.knocks = table.newcomers.told(called) if told.host else []
    info.guests, info.at_door, info.banned = [], [], []
    if told.host:
        table.guestbook.tell_host(info, table.audience.connections, called, table.store.bots.is_bot)


class TableFrames:
    """The frames that tell of a table as it is now: those who may know the same share one."""

    def __init__(self, table: TableState) -> None:
        self._table = table
        self._leader, self._info = table.leader(), table_info(table)
        self._wholes: dict[ToldAs, bytes] = {}
        self._changes: dict[tuple[bytes, bytes], bytes] = {}

    def tell(self, connection: Connection) -> None:
        """Tell one of them: the whole table, or what differs from the last whole one where that is shorter."""
        whole = self._whole(told_as(self._table, connection, self._leader))
        if connection.wants_changes and connection.table_told:
            change = self._change(connection.table_told, whole)
            if len(change) < MOST_OF_WHOLE * len(whole):
                return connection.send(change, TABLE_CHANGE)
        connection.table_told = whole if connection.wants_changes else b""
        connection.send(whole, TABLE)

    def _whole(self, told: ToldAs) -> bytes:
        if told not in self._wholes:
            tell_as(self._table, self._info, told)
            self._wholes[told] = encode(self._info)
        return self._wholes[told]

    def _change(self, before: bytes, whole: bytes) -> bytes:
        if (before, whole) not in self._changes:
            self._changes[before, whole] = _difference(before, whole)
        return self._changes[before, whole]


def _difference(before: bytes, whole: bytes) -> bytes:
    """The frame of what differs. Both are read again: the lists of a table go on changing after it was told."""
    old, new = _fields(before), _fields(whole)
    now = {name: value for name, value in new.items() if old.get(name) != value}
    return encode(TableChange(now, [name for name in old if name not in new]))


def _are_named(table: TableState) -> bool:
    """Where talk is forbidden, names of newcomers could tell something."""
    return table.may_talk(None)


def _called(table: TableState, person: Person) -> str:
    """What somebody without a seat is called here: nobody knocks in the name of somebody who sits here."""
    return table.called(person.id, person.name) if _are_named(table) else ""


def _chairs(table: TableState) -> list[Chair]:
    after = {seat: _called(table, person) for seat, person in table.newcomers.waiting.items()}
    programs = {seat for seat, person in table.newcomers.waiting.items() if person.bot}
    wanted = {seat: _called(table, one.person) for seat, one in table.invited.items()}
    number = table.guestbook.number
    return [
        state.chair(
            after.get(seat), seat in programs, 0 if state.person is None else number(state.person), wanted.get(seat)
        )
        for seat, state in enumerate(table.seats)
    ]
