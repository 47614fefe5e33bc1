"""Looks, beside the tables, who was signed out at another node, and throws codes away whose time is over."""

from __future__ import annotations

import asyncio
import contextlib

from koloda.server.access.identity import TOKEN_START
from koloda.server.services import Services
from koloda.server.storage.store import StoreError

LOOK_SECONDS = 10.0
SWEEP_EVERY = 60  # looks


async def keep_signed_out_away(services: Services) -> None:
    """A task of the server: what another node has done counts here, too."""
    looks = 0
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        looks += 1
        with contextlib.suppress(StoreError):
            await look(services)
            if looks % SWEEP_EVERY == 0:
                await services.store.people.sweep()


async def look(services: Services) -> None:
    """Close the connections of those who were signed out elsewhere."""
    await services.identity.look_at_others()
    for connection in services.hub.connections():
        person, device = connection.person.id, connection.person.device
        if not device.startswith(TOKEN_START) and not await services.identity.is_signed_in(person, device):
            connection.close("signed-out")
