"""What is kept of a person is told to them, and deleted where they or the host of the house want that."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

from koloda.server.networks import Asker
from koloda.server.protocol.codec import encode
from koloda.server.protocol.people import Deleted, KeptOfMe
from koloda.server.services import Services
from koloda.server.storage.forgetting import (
    Faceless,
    house_statements,
    journal_statements,
    last_statements,
    match_statements,
    tables_that_tell_of,
)
from koloda.server.storage.store import StoreError
from koloda.server.table.connection import Person
from koloda.server.thinking.pool import NOBODY

from .host_here import SendAway
from .person import keys_of
from .requests import refusal

MATCHES_AT_ONCE = 200  # statements of one transaction
REST_TIMES = 200.0  # as long as somebody's deletion took, nobody else is deleted: tables rest meanwhile
MAX_REST_SECONDS = 10.0
MAX_WAITING_PER_HOUSEHOLD = 5


async def kept_of(services: Services, person: str) -> KeptOfMe:
    """All that is kept of somebody but their matches."""
    store = services.store
    keys = await keys_of(services, Person(person, ""))
    since = await store.rows("SELECT * FROM members WHERE person = ?", (person,))
    return KeptOfMe(
        person,
        await store.name(person),
        keys.devices,
        keys.passkeys,
        keys.words,
        keys.tokens,
        [row.id for row in await store.tables.of_person(person)],
        since[0][2] if since else 0.0,
        [ban.why for ban in await store.house.bans() if ban.kind == "person" and ban.who == person],
    )


async def matches_of(services: Services, person: str) -> AsyncIterator[dict[str, Any]]:
    """All finished matches of somebody as records, the last one first, with what the archive says around them."""
    played = "SELECT * FROM played WHERE person = ? ORDER BY ended DESC"
    for _, _, match_id, seat, _ in await services.store.rows(played, (person,)):
        stored = await services.store.match_text(match_id)
        if stored is not None:
            match = json.loads(stored)
            when = datetime.fromtimestamp(match["when"], UTC).isoformat(timespec="seconds")
            yield {**match.pop("record"), **match, "seat": seat, "when": when}  # a record has no fractions


async def forget_person(services: Services, person: str, asker: Asker = NOBODY) -> Deleted:
    """Delete what is kept of somebody, and let nobody be told their name any more. A second try finishes a broken one.

    While that goes on, nothing that they show counts; after it, never again. One goes after the other: much has to be
    read, and tables rest meanwhile.
    """
    if services.forgetting.waiting(asker)[1] >= MAX_WAITING_PER_HOUSEHOLD:
        raise refusal("network-busy")
    await services.forgetting.begin(asker)
    began = time.perf_counter()
    services.identity.leaving.add(person)
    try:
        return await _forget(services, person)
    finally:
        services.identity.look_again(person)
        services.identity.leaving.discard(person)
        rest_seconds = min(REST_TIMES * (time.perf_counter() - began), MAX_REST_SECONDS)
        asyncio.get_running_loop().call_later(rest_seconds, services.forgetting.end)


async def _forget(services: Services, person: str) -> Deleted:
    store, faceless = services.store, Faceless(person, secrets.token_hex(8))
    await services.hub.send_away(person, "deleted")
    matches, statements = await match_statements(store, person, await store.name(person))
    tables = await tables_that_tell_of(store, person)
    if services.cluster.others():  # those tables are changed here
        await services.cluster.ask_all("send-away", encode(SendAway("person", person, "deleted")))
        await services.cluster.ask_all("give-up", encode(tables))
    for start in range(0, len(statements), MATCHES_AT_ONCE):
        await store.rewrite(statements[start : start + MATCHES_AT_ONCE])
    async with services.hub.closed(tables):
        await store.rewrite(())
        for table in tables:
            try:
                async for lines in journal_statements(store, table, faceless):
                    if lines:
                        await store.rewrite(lines)
            except StoreError as error:
                if error.reason != "damaged":
                    raise
                await services.hub.forget(table)  # nobody can read it, and nothing of it can be told apart
    last = last_statements(person, services.identity.mark(person), time.time())
    await store.rewrite([*await house_statements(store, faceless), *last])
    for match in matches:
        services.answers.forget(f"match {match}")
    store.forget_name(person)
    services.quotas.used_up.forget(person)
    await services.guests.refresh()
    await store.bots.refresh()
    services.scrubber.want()
    return Deleted(len(matches), len(tables))
