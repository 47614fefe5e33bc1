"""Bot accounts at a table: they sit only where its host has invited them."""

from __future__ import annotations

from koloda.server.protocol.inviting import Decline, InviteBot

from .connection import Connection, Person
from .invited import Invited
from .table import Table


async def invite(table: Table, connection: Connection, message: InviteBot) -> None:
    """The host asks a bot account to sit down, or (null) no longer."""
    seat, account, bots = message.seat, message.account, table.store.bots
    if connection.person.id != table.leader():
        return table.refuse(connection, "not-host")
    if seat >= len(table.seats):
        return table.refuse(connection, "no-such-seat")
    if account is None:
        await uninvite(table, seat)
        return table.tell_table()
    if not bots.is_bot(account):
        return table.refuse(connection, "no-such-account")
    if table.seat_of(account) is not None:
        return table.refuse(connection, "seated")
    if not table.seats[seat].free() or seat in table.newcomers.waiting:
        return table.refuse(connection, "seat-taken")
    await bots.invite(table.id, seat, account)
    table.invited = {other: one for other, one in table.invited.items() if one.person.id != account}
    person = Person(account, await table.store.name(account), bot=True)
    table.invited[seat] = Invited(person, connection.person.id == table.host)
    table.tell_table()


async def uninvite(table: Table, seat: int) -> None:
    """The seat is taken, or nobody is wanted there any more."""
    if table.invited.pop(seat, None) is not None:
        await table.store.bots.withdraw(table.id, seat)


async def settle(table: Table, seat: int) -> None:
    """Somebody has the seat, or will: nobody else is wanted there."""
    if seat in table.invited:
        await uninvite(table, seat)
        table.tell_table()


async def decline(table: Table, connection: Connection, message: Decline) -> None:
    """A bot account does not want to."""
    for seat, one in list(table.invited.items()):
        if one.person.id == connection.person.id:
            await uninvite(table, seat)
            table.tell_table()


def may_sit(table: Table, person: Person, seat: int) -> bool:
    """Whether a bot account may have this seat; people may sit wherever there is room."""
    return not person.bot or person.id == table.host or is_invited(table, person, seat)


def is_invited(table: Table, person: Person, seat: int) -> bool:
    """Whether somebody was asked to sit here."""
    return seat in table.invited and table.invited[seat].person.id == person.id
