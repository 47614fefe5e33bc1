"""What the host of the house has decided and was told: bans, invitations, members, reports, and every act of theirs."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from hashlib import sha256
from typing import Any, Literal, NamedTuple

import structlog

from .rows import Rows, Write, upsert

log = structlog.get_logger()
MAX_LISTED = 200
HASH_DIGITS = 32
BanKind = Literal["person", "address"]


class Ban(NamedTuple):
    """Somebody, or a network, that may not come in until a moment (seconds since 1970)."""

    kind: BanKind
    who: str
    until: float
    why: str
    made: float


class Invitation(NamedTuple):
    """What lets people in where one needs an invitation; ``id`` is a hash of the code in its link."""

    id: str
    label: str
    until: float
    uses: int  # how many people it is for
    made: float


class HouseBook:
    """The tables; ``rows`` reads, ``write`` carries out statements together."""

    def __init__(self, rows: Rows, write: Write) -> None:
        self._rows = rows
        self._write = write
        self._accepting = asyncio.Lock()

    # Bans

    async def bans(self) -> list[Ban]:
        """Those that are not over."""
        return [Ban(*row) for row in await self._rows("SELECT * FROM bans WHERE until > ?", (time.time(),))]

    async def ban(self, ban: Ban) -> None:
        """Keep a ban, in the place of an older one of the same."""
        await self._write(upsert("bans", *ban))

    async def lift_ban(self, kind: str, who: str) -> None:
        """They may come in again."""
        await self._write(("DELETE FROM bans WHERE kind = ? AND who = ?", (kind, who)))

    # Invitations

    async def invite(self, label: str, until: float, uses: int) -> str:
        """A new invitation; its code, which nobody can read here later."""
        code = secrets.token_urlsafe(12)
        await self._write(upsert("invitations", *Invitation(_hash(code), label, until, uses, time.time())))
        return code

    async def invitations(self) -> list[tuple[Invitation, int]]:
        """Those that are not over, the newest first, and how many have used each."""
        rows = await self._rows("SELECT * FROM invitations WHERE until > ? ORDER BY made DESC", (time.time(),))
        found = [Invitation(*row) for row in rows]
        return [(one, await self._used(one.id)) for one in found]

    async def _used(self, invitation: str) -> int:
        return len(await self._rows("SELECT * FROM members WHERE invitation = ?", (invitation,)))

    async def accept(self, code: str, person: str) -> bool:
        """Somebody has followed an invitation; whether it lets them in."""
        async with self._accepting:  # one after the other, or several would be the last one for whom there is room
            return await self._accept(code, person)

    async def _accept(self, code: str, person: str) -> bool:
        if await self.is_member(person):
            return True
        rows = await self._rows("SELECT * FROM invitations WHERE id = ?", (_hash(code),))
        found = [Invitation(*row) for row in rows]
        if not found or found[0].until <= time.time() or await self._used(found[0].id) >= found[0].uses:
            return False
        await self._write(upsert("members", person, found[0].id, time.time()))
        if await self._used(found[0].id) <= found[0].uses:
            return True
        # At another node somebody else was the last one at the same moment. Both may be refused, and try again.
        await self._write(("DELETE FROM members WHERE person = ?", (person,)))
        return False

    async def withdraw(self, invitation: str) -> None:
        """It lets nobody in any more; those who came by it stay."""
        await self._write(("DELETE FROM invitations WHERE id = ?", (invitation,)))

    async def is_member(self, person: str) -> bool:
        """Whether somebody has ever followed an invitation."""
        return bool(await self._rows("SELECT * FROM members WHERE person = ?", (person,)))

    # Reports

    async def report(self, told: dict[str, Any]) -> None:
        """What somebody at a table has told of somebody else, with the chat around it."""
        row = secrets.token_hex(8), time.time(), _text(told), 0
        await self._write(upsert("reports", *row))
        log.info("a report", report=row[0])

    async def reports(self) -> list[tuple[str, float, dict[str, Any], bool]]:
        """The latest ones: those that nobody has dealt with first."""
        query = "SELECT * FROM reports ORDER BY done, made DESC LIMIT ?"
        rows = await self._rows(query, (MAX_LISTED,))
        return [(report, made, json.loads(body), bool(done)) for report, made, body, done in rows]

    async def settle_report(self, report: str) -> bool:
        """The host has dealt with it; False if there is none."""
        rows = await self._rows("SELECT * FROM reports WHERE id = ?", (report,))
        for found, made, body, _ in rows:
            await self._write(upsert("reports", found, made, body, 1))
        return bool(rows)

    # What the host does

    async def note_act(self, act: str, about: dict[str, Any]) -> None:
        """Every act is kept before it is done."""
        await self._write(upsert("acts", secrets.token_hex(8), time.time(), act, _text(about)))

    async def acts(self) -> list[tuple[float, str, dict[str, Any]]]:
        """The latest first."""
        rows = await self._rows("SELECT * FROM acts ORDER BY made DESC LIMIT ?", (MAX_LISTED,))
        return [(made, act, json.loads(body)) for _, made, act, body in rows]


def _hash(code: str) -> str:
    return sha256(code.encode("utf-8", "surrogatepass")).hexdigest()[:HASH_DIGITS]


def _text(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
