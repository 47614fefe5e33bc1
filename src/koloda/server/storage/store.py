"""What is kept, whatever database keeps it: journals, the index of tables, names, finished matches, their replays.

:class:`Store` is what the rest of the server knows. ``sqlite_store.py`` keeps everything in one file,
``postgres_store.py`` on a server that many nodes share. Reads are awaited, for one of them asks over a network. A
future of ``write`` or ``append`` is done when it is durable; only then is a move acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, NamedTuple

import msgspec
import structlog

from koloda.core.errors import KolodaError
from koloda.core.text import Text
from koloda.server.durations import Durations
from koloda.server.protocol.bodies import ArchivedMatch, HistoryItem
from koloda.server.protocol.codec import encode

from .archive import FinishedMatch, stored_line, stored_match
from .bots import BotBook
from .house import HouseBook
from .kept_views import KeptViews, want_views
from .old_rows import given_name
from .person_book import PersonBook
from .positions import Positions
from .rows import Row, Statement, checksum, upsert
from .table_index import TableIndex, TableRow

log = structlog.get_logger()
MAX_HISTORY_LINES = 100
MAX_NAMES = 10_000  # kept in memory: of those who were asked for last
JournalRow = tuple[str, int, str, str, int]


class StoreError(KolodaError):
    """The database cannot be used: it is not ours, newer, damaged, or the disk is full."""


class TableLost(BaseException):
    """Nobody knows whether a write was done, or another node has the table: it has to be read again.

    No answer may be given meanwhile, so this is no error that anybody could take for a refusal.
    """


class JournalEntry(NamedTuple):
    """One line of a table's journal."""

    table_id: str
    seq: int
    kind: str
    payload: dict[str, Any]


class Store(ABC):
    """Everything that outlives the process. What differs between databases is abstract."""

    def __init__(self, node: str) -> None:
        self.node = f"{node} {secrets.token_hex(4)}"  # who has the tables that are opened here: another one every time
        self.problem = ""  # why nothing can be written now
        self.commit_seconds = Durations()
        self.tables = TableIndex(self.rows, self.write)
        self.views = KeptViews(self.rows, self.write)
        self.house = HouseBook(self.rows, self.write)
        self.people = PersonBook(self.rows, self.write)
        self.bots = BotBook(self.rows, self.write)
        self.positions = Positions(self.rows, self.write)
        self.on_renamed: Callable[[str], None] = lambda person: None
        self._names: OrderedDict[str, str] = OrderedDict()

    # What each database does in its own way

    @abstractmethod
    async def rows(self, query: str, args: Row = ()) -> list[Row]:
        """What a query finds. If it asks for ``sum``, each row's checksum must be right, and is left out."""

    @abstractmethod
    def write(self, *statements: Statement) -> asyncio.Future[None]:
        """Carry out these statements, all or none; the future is done when they are durable."""

    @abstractmethod
    def append(
        self, *entries: JournalEntry, finished: FinishedMatch | None = None, also: Sequence[Statement] = ()
    ) -> asyncio.Future[None]:
        """Add entries to a table's journal, to the archive a match that has finished, and whatever else belongs to it:
        all of it or nothing.
        """

    @abstractmethod
    def journal_rows(self, table_id: str) -> AsyncIterator[list[Row]]:
        """The rows of a journal, in order, some at a time: a long one holds nobody up."""

    @abstractmethod
    async def claim(self, row: TableRow) -> int | None:
        """Have a table, of which nobody but this row's owner was told; its epoch, None if somebody was quicker.

        Whatever the owner writes from now on is refused.
        """

    @abstractmethod
    def forget_table(self, table_id: str) -> asyncio.Future[None]:
        """Forget a table that nobody will open again; its matches stay in the archive."""

    @abstractmethod
    def keep_name(self, person: str, name: str) -> asyncio.Future[None]:
        """Write down what a person is called."""

    @abstractmethod
    def keep_match(self, finished: FinishedMatch) -> asyncio.Future[None]:
        """Write down a match that was not played at a table of ours."""

    @abstractmethod
    async def is_well(self) -> bool:
        """Whether writing works; after a failed write it is tried again here."""

    @abstractmethod
    def damaged(self, problem: object) -> StoreError:
        """That what was read cannot be so."""

    @abstractmethod
    async def close(self) -> None:
        """Write what is waiting and stop."""

    @abstractmethod
    async def rewrite(self, statements: Sequence[Statement]) -> None:
        """Change rows that were written long ago; whatever was asked before is done first."""

    @abstractmethod
    async def scrub(self) -> None:
        """What was deleted is found nowhere in the database's files any more, as far as that is in our hands."""

    # What is the same for all

    def note_problem(self, problem: str) -> None:
        """Why nothing can be written; "": it was written."""
        before, self.problem = self.problem, problem
        if problem and not before:
            log.error("nothing can be saved", problem=problem)
        elif before and not problem:
            log.info("it can be saved again")

    async def shared_key(self, name: str, new: str) -> str:
        """A key that all who use this store share: the first one is kept; "": it is a file of this server."""
        return ""

    async def slow_rows(self, query: str, args: Row = ()) -> list[Row]:
        """What a query finds that reads much; nobody else waits for it."""
        return await self.rows(query, args)

    def release(self, row: TableRow, touched: float | None, due: float | None) -> asyncio.Future[None]:
        """Nobody has this table open any more."""
        return self.tables.let_go(row, touched, due)

    async def journal_pieces(self, table_id: str) -> AsyncIterator[list[JournalEntry]]:
        """The journal of a table, in order, some lines at a time; nothing if there is no such table."""
        number = 0
        async for rows in self.journal_rows(table_id):
            for row in rows:
                number += 1
                if row[1] != number:
                    raise self.damaged(f"line {number} of table {table_id} is missing")
            yield [JournalEntry(table_id, seq, kind, json.loads(payload)) for _, seq, kind, payload in rows]

    async def journal(self, table_id: str) -> list[JournalEntry]:
        """The whole of it."""
        return [entry async for piece in self.journal_pieces(table_id) for entry in piece]

    async def name(self, person: str) -> str:
        """What somebody is called; "" for a guest without a name."""
        known = self._names.get(person)
        if known is None:
            rows = await self.rows("SELECT * FROM people WHERE id = ?", (person,))
            known = given_name(rows[0][1], person) if rows else ""
            self._remember_name(person, known)
        else:
            self._names.move_to_end(person)
        return known

    async def name_person(self, person: str, name: str) -> None:
        """Keep what a person is called."""
        await self.keep_name(person, name)
        self._remember_name(person, name)
        self.on_renamed(person)

    def forget_name(self, person: str | None) -> None:
        """Another node has called somebody anew (None: perhaps anybody)."""
        if person is None:
            self._names.clear()
        else:
            self._names.pop(person, None)

    def _remember_name(self, person: str, name: str) -> None:
        self._names[person] = name
        if len(self._names) > MAX_NAMES:
            self._names.popitem(last=False)

    async def save_match(self, finished: FinishedMatch) -> None:
        """Keep a match that was not played at a table of ours."""
        await self.keep_match(finished)
        self.views.news.set()

    async def match_text(self, match_id: str) -> str | None:
        """A finished match as it is stored, in JSON."""
        rows = await self.rows("SELECT * FROM matches WHERE id = ?", (match_id,))
        return rows[0][1] if rows else None

    async def has_match(self, match_id: str) -> bool:
        """Whether there is a finished match of this id."""
        return bool(await self.rows("SELECT id FROM matches WHERE id = ?", (match_id,)))

    async def match(self, match_id: str) -> ArchivedMatch | None:
        """A finished match."""
        stored = await self.match_text(match_id)
        return None if stored is None else stored_match(json.loads(stored))

    async def count_tables(self) -> int:
        """How many tables there are."""
        return int((await self.slow_rows("SELECT count(*) FROM tables"))[0][0])

    async def history(self, person: str) -> list[HistoryItem]:
        """A person's latest finished matches, the last one first."""
        query = "SELECT * FROM played WHERE person = ? ORDER BY ended DESC LIMIT ?"
        rows = await self.rows(query, (person, MAX_HISTORY_LINES))
        return [stored_line(json.loads(line), seat) for _, _, _, seat, line in rows]


def journal_row(entry: JournalEntry) -> JournalRow:
    """An entry as the database has it."""
    row = (entry.table_id, entry.seq, entry.kind, encode(entry.payload).decode("utf-8"))
    return (*row, checksum(row))


def match_statements(finished: FinishedMatch) -> list[Statement]:
    """A finished match, its line in the history of each person, and that its replay is to be kept."""
    archived, line = finished.archived, _text(finished.line())
    seats = enumerate(finished.people)
    played = [(person, archived.when, archived.id, seat, line) for seat, person in seats if person is not None]
    whole = _text(msgspec.to_builtins(archived))
    return [
        upsert("matches", archived.id, whole),
        *(upsert("played", *row) for row in played),
        want_views(archived.id, archived.when),
    ]


def _text(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def not_saved(error: object) -> StoreError:
    """That something could not be written; it may be sent again."""
    return StoreError("not-saved", Text(f"Не удалось записать: {error}.", f"It could not be written: {error}."))
