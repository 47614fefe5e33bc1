"""Bot accounts: programs that play as somebody, known as bots to all, and the seats that they are invited to."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import NamedTuple

from .rows import Rows, Statement, Write, upsert

MAX_LISTED = 200


class BotInvitation(NamedTuple):
    """The host of a table would like a bot account on this seat."""

    table: str
    seat: int
    account: str
    made: float


class BotBook:
    """The tables; ``rows`` reads, ``write`` carries out statements together. Who is a bot is known in memory."""

    def __init__(self, rows: Rows, write: Write) -> None:
        self._rows = rows
        self._write = write
        self._accounts: dict[str, float] = {}
        self._news: dict[str, set[asyncio.Event]] = {}

    # Accounts

    async def refresh(self) -> None:
        """Another server on the same database may have made one."""
        rows = await self._rows("SELECT * FROM bot_accounts ORDER BY made", ())
        self._accounts = dict(rows)

    def is_bot(self, person: str) -> bool:
        """Whether a person is a bot account: for good, whatever it is called."""
        return person in self._accounts

    def accounts(self) -> dict[str, float]:
        """All of them, and since when."""
        return dict(self._accounts)

    async def mark(self, person: str) -> None:
        """This person is a bot account from now on."""
        made = time.time()
        await self._write(upsert("bot_accounts", person, made))
        self._accounts[person] = made

    # Invitations

    async def invite(self, table: str, seat: int, account: str) -> None:
        """Ask an account to sit down; one at a time for each seat, and one seat for each account at a table."""
        gone: Statement = ("DELETE FROM bot_invitations WHERE place = ? AND person = ?", (table, account))
        await self._write(gone, upsert("bot_invitations", table, seat, account, time.time()))
        self.tell(account)

    async def withdraw(self, table: str, seat: int) -> None:
        """Nobody is asked to this seat any more."""
        await self._write(("DELETE FROM bot_invitations WHERE place = ? AND seat = ?", (table, seat)))

    async def of_account(self, account: str) -> list[BotInvitation]:
        """Where an account is invited, the latest first."""
        query = "SELECT * FROM bot_invitations WHERE person = ? ORDER BY made DESC LIMIT ?"
        return [BotInvitation(*row) for row in await self._rows(query, (account, MAX_LISTED))]

    async def of_table(self, table: str) -> list[BotInvitation]:
        """Who is invited to a table."""
        rows = await self._rows("SELECT * FROM bot_invitations WHERE place = ? ORDER BY seat", (table,))
        return [BotInvitation(*row) for row in rows]

    # Those who listen

    def listens(self, account: str) -> bool:
        """Whether an account has a stream of events open here."""
        return account in self._news

    @contextlib.asynccontextmanager
    async def listening(self, account: str) -> AsyncIterator[asyncio.Event]:
        """While an account listens, perhaps more than once: what is set when there is news."""
        news = asyncio.Event()
        self._news.setdefault(account, set()).add(news)
        try:
            yield news
        finally:
            self._news[account].discard(news)
            if not self._news[account]:
                del self._news[account]

    def tell(self, account: str) -> None:
        """There is news for an account."""
        for news in self._news.get(account, ()):
            news.set()

    def tell_all(self) -> None:
        """The server goes down."""
        for account in self._news:
            self.tell(account)


def forget_bot_invitations(table_id: str, unless: str) -> Statement:
    """The table is forgotten."""
    return f"DELETE FROM bot_invitations WHERE place = ? AND NOT {unless}", (table_id,)
