"""Who may come in: nobody whom the host has banned, and where one needs an invitation, those who have one."""

from __future__ import annotations

import asyncio
import contextlib
import time
from datetime import UTC, datetime

from koloda.core.errors import KolodaError
from koloda.core.text import Text
from koloda.server.networks import Asker, Networks
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.storage.house import Ban, HouseBook
from koloda.server.storage.store import StoreError

REFRESH_SECONDS = 10.0  # another node may have banned somebody, and the word of it may be lost


class NotWelcome(KolodaError):
    """The host of the house does not let somebody in."""


class GuestList:
    """The bans, in memory, for every request asks for them; members are looked up when it matters."""

    def __init__(self, book: HouseBook, invite_only: bool) -> None:
        self._book = book
        self.invite_only = invite_only
        self.news = asyncio.Event()  # another node has banned somebody, or lifted a ban
        self._people: dict[str, Ban] = {}
        self._networks: list[tuple[Networks, Ban]] = []

    async def refresh(self) -> None:
        """Read the bans anew."""
        bans = await self._book.bans()
        self._people = {ban.who: ban for ban in bans if ban.kind == "person"}
        self._networks = [(Networks((ban.who,)), ban) for ban in bans if ban.kind == "address"]

    def ban_of(self, asker: Asker) -> Ban | None:
        """The ban that keeps somebody out now."""
        found = self._people.get(asker.person)
        if found is None or found.until <= time.time():
            networks = (ban for network, ban in self._networks if network.have(asker.address))
            found = next((ban for ban in networks if ban.until > time.time()), None)
        return found

    async def check_invited(self, person: str) -> None:
        """Refuse somebody who has no invitation where one needs it."""
        if not await self.is_invited(person):
            raise NotWelcome("not-invited", REFUSALS["not-invited"])

    async def is_invited(self, person: str) -> bool:
        """Whether somebody may do everything here."""
        return not self.invite_only or await self._book.is_member(person)


async def keep_fresh(guests: GuestList) -> None:
    """A task of the server: whatever another one has written into the book counts here, too."""
    while True:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(guests.news.wait(), REFRESH_SECONDS)
        guests.news.clear()
        with contextlib.suppress(StoreError):
            await guests.refresh()


def ban_text(ban: Ban) -> Text:
    """What somebody who is banned is told: until when, and why."""
    end = datetime.fromtimestamp(ban.until, UTC)
    why = f": {ban.why}" if ban.why else ""
    return Text(
        f"Хозяин сайта закрыл вам вход до {end:%d.%m.%Y %H:%M} UTC{why}.",
        f"The host of this site has blocked you until {end:%Y-%m-%d %H:%M} UTC{why}.",
    )
