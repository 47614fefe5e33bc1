"""Who is invited to a table: bot accounts, by the seat that they are wanted on."""

from __future__ import annotations

from typing import NamedTuple

from koloda.server.storage.store import Store

from .connection import Person


class Invited(NamedTuple):
    """Who is invited to a seat; ``by_host``: by the host themselves, and since the server has started."""

    person: Person
    by_host: bool


async def invited_to(store: Store, table_id: str) -> dict[int, Invited]:
    """The invitations of a table that is being opened."""
    found = await store.bots.of_table(table_id)
    return {one.seat: Invited(Person(one.account, await store.name(one.account), bot=True), False) for one in found}
