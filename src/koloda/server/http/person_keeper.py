"""Whoever is signed out somewhere loses the connections that they have from there, at all nodes.

The nodes tell each other; beside the tables each looks for itself, too, and throws codes away whose time is over.
"""

from __future__ import annotations

import asyncio
import contextlib

import msgspec

from koloda.server.protocol.codec import encode
from koloda.server.services import Services
from koloda.server.storage.store import StoreError

LOOK_SECONDS = 10.0
SWEEP_EVERY = 60  # looks
CUT_OFF = "cut-off"


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
    """Close the connections of those who were signed out elsewhere, and of programs whose token was revoked."""
    await services.identity.look_at_others()
    for connection in services.hub.connections():
        if not await services.identity.still_counts(connection.person):
            connection.close("signed-out")


class CutOff(msgspec.Struct):
    """Somebody was signed out: everywhere but on one device, which has another name now, or only on one."""

    person: str
    but: str = ""
    now: str = ""
    only: str = ""

    def concerns(self, device: str) -> bool:
        """Whether a device was signed out."""
        return device == self.only if self.only else not self.but or device != self.but


async def cut_off(services: Services, asked: CutOff) -> None:
    """Close the connections of devices that were signed out."""
    await services.cluster.ask_all(CUT_OFF, encode(asked))


def people_for_nodes(services: Services) -> None:
    """What other nodes ask."""

    async def cut_off_here(body: bytes) -> bytes:
        asked = msgspec.json.decode(body, type=CutOff)
        services.identity.look_again(asked.person)
        for connection in services.hub.connections():
            person = connection.person
            if person.id == asked.person and asked.concerns(person.device):
                connection.close("signed-out")
            elif person.id == asked.person and asked.now:
                connection.person = person._replace(device=asked.now)
        services.store.bots.tell(asked.person)
        return b""

    services.cluster.handlers[CUT_OFF] = cut_off_here
