"""The index of tables: a row for each, so that a table that nobody plays at need not be open to be found or counted.

The row follows from the journal (``row_after``) and is written in the same transaction as the lines that change it.
Only what changes without the journal is written by itself: when somebody was last there, who is there, which node has
the table open, and when it must be woken.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from koloda.server.protocol.bodies import NewTable

from .bots import forget_bot_invitations
from .positions import forget_position
from .rows import Rows, Statement, Write, checksum, places, unwatched

SEAT_ENTRY = "place"  # the kind of a journal entry that says who has a seat; databases that exist have this word
OPENED_ENTRY = "opened"  # somebody has come to a table for the first time
AGAIN_ENTRY = "again"  # another match: what came before is over
HOST_ENTRY = "host"  # somebody else is the host now
SETUP_ENTRY = "setup"  # before a deal: another game, number of seats, manners
DOOR_ENTRY = "door"  # who may come in
MAX_TABLES_OF_PERSON = 200


class TableRow(NamedTuple):
    """A table as the index has it."""

    id: str
    code: str  # without what only makes it easier to read
    game: str
    host: str
    open: int
    watch: int
    status: str
    opened: int  # whether anybody has ever come
    home: str  # the household and the site that it was made from; "" where nobody knows
    site: str
    made: float
    free: int  # seats that nobody but perhaps a bot has
    chairs: str  # who has each seat, as the journal has it, in JSON
    touched: float
    due: float | None = None  # when it must be open; a moment that has passed: whenever no node has it
    here: int = 0  # whether anybody is there
    owner: str | None = None  # the node that has it open
    epoch: int = 0  # how often it has been opened: of two nodes that believe they have it, the later one does

    def seats(self) -> list[dict[str, Any]]:
        """Who has each seat: ``person``, ``name``, ``level``."""
        seats: list[dict[str, Any]] = json.loads(self.chairs)
        return seats

    def with_seats(self, seats: Sequence[dict[str, Any]]) -> TableRow:
        """The row after others have sat down."""
        kept = [{name: seat[name] for name in ("person", "name", "level")} for seat in seats]
        free = sum(seat["person"] is None for seat in kept)
        return self._replace(free=free, chairs=json.dumps(kept, ensure_ascii=False, separators=(",", ":")))

    def people(self) -> set[str]:
        """Those who have a seat."""
        return {seat["person"] for seat in self.seats() if seat["person"] is not None}


STABLE = TableRow._fields.index("touched")  # so many columns are summed
CHANGING = ("game", "host", "open", "watch", "status", "opened", "free", "chairs")


class Counts(NamedTuple):
    """How many tables a person and a network have, and how many of these nobody has opened."""

    host: int
    home: int
    site: int
    home_unopened: int
    site_unopened: int


def plain_code(code: str) -> str:
    """A code without what only makes it easier to read."""
    return "".join(c for c in code.upper() if c.isalnum())


def new_row(table_id: str, code: str, host: str, setup: NewTable, moment: float) -> TableRow:
    """A table that is being made, with empty seats."""
    row = TableRow(
        id=table_id,
        code=plain_code(code),
        game=setup.game,
        host=host,
        open=int(setup.open),
        watch=int(setup.watch),
        status="waiting",
        opened=0,
        home="",
        site="",
        made=moment,
        free=setup.seats,
        chairs="",
        touched=moment,
    )
    return row.with_seats([{"person": None, "name": "", "level": None}] * setup.seats)


# What the lines of a journal change


def _seat(row: TableRow, payload: dict[str, Any], moment: float) -> TableRow:
    seats = row.seats()
    seats[payload["seat"]] = payload
    return row.with_seats(seats)


def _opened(row: TableRow, payload: dict[str, Any], moment: float) -> TableRow:
    return row._replace(opened=1)


def _dealing(row: TableRow, payload: dict[str, Any], moment: float) -> TableRow:
    return row._replace(due=moment)


def _started(row: TableRow, payload: dict[str, Any], moment: float) -> TableRow:
    return row._replace(status="playing", due=moment)


def _ended(row: TableRow, payload: dict[str, Any], moment: float) -> TableRow:
    return row._replace(status="over", due=None)


def _again(row: TableRow, payload: dict[str, Any], moment: float) -> TableRow:
    return row._replace(status="waiting", game=payload["game"], due=None)


def _handed_over(row: TableRow, payload: dict[str, Any], moment: float) -> TableRow:
    return row._replace(host=payload["person"])


def _arranged(row: TableRow, payload: dict[str, Any], moment: float) -> TableRow:
    setup = payload["setup"]
    row = row._replace(game=setup["game"], open=int(payload["open"]), watch=int(setup["watch"]))
    return row.with_seats(payload["places"])


def _door(row: TableRow, payload: dict[str, Any], moment: float) -> TableRow:
    return row._replace(open=int(payload["open"]))


PROJECTIONS: dict[str, Callable[[TableRow, dict[str, Any], float], TableRow]] = {
    SEAT_ENTRY: _seat,
    OPENED_ENTRY: _opened,
    "sealed": _dealing,
    "start": _started,
    "ended": _ended,
    "called-off": _ended,
    AGAIN_ENTRY: _again,
    HOST_ENTRY: _handed_over,
    SETUP_ENTRY: _arranged,
    DOOR_ENTRY: _door,
}


def row_after(row: TableRow, kind: str, payload: dict[str, Any], moment: float) -> TableRow:
    """The row after a line of the journal; the same one if the index does not tell of such lines."""
    project = PROJECTIONS.get(kind)
    return row if project is None else project(row, payload, moment)


# Statements


def add_row(row: TableRow) -> list[Statement]:
    """A new table."""
    stable, volatile = row[:STABLE], row[STABLE:]
    insert = f"INSERT INTO tables VALUES ({places(len(row) + 1)})"
    return [(insert, (*stable, checksum(stable), *volatile)), *_seated(row)]


def change_row(before: TableRow, after: TableRow) -> list[Statement]:
    """A table of which something has changed."""
    sets = ", ".join(f"{name} = ?" for name in (*CHANGING, "sum", "touched", "due"))
    values = [getattr(after, name) for name in CHANGING]
    row = (*values, checksum(after[:STABLE]), after.touched, after.due, after.id)
    update: list[Statement] = [(f"UPDATE tables SET {sets} WHERE id = ?", row)]
    if before.people() == after.people():
        return update
    return [*update, ("DELETE FROM seated WHERE place = ?", (after.id,)), *_seated(after)]


def _seated(row: TableRow) -> list[Statement]:
    return [("INSERT INTO seated VALUES (?, ?)", (person, row.id)) for person in sorted(row.people())]


def forget_statements(table_id: str, node: str) -> list[Statement]:
    """Forget a table, unless another node has it open."""
    gone = "place = ? AND NOT EXISTS (SELECT id FROM tables WHERE id = place)"
    return [
        ("DELETE FROM tables WHERE id = ? AND (owner IS NULL OR owner = ?)", (table_id, node)),
        (f"DELETE FROM seated WHERE {gone}", (table_id,)),
        (f"DELETE FROM events WHERE {gone}", (table_id,)),
        forget_position(table_id, "EXISTS (SELECT id FROM tables WHERE id = positions.id)"),
        forget_bot_invitations(table_id, "EXISTS (SELECT id FROM tables WHERE id = place)"),
    ]


class TableIndex:
    """What may be asked of the index."""

    def __init__(self, rows: Rows, write: Write) -> None:
        self._rows = rows
        self._write = write

    async def _found(self, condition: str, *args: Any) -> list[TableRow]:
        return [TableRow(*row) for row in await self._rows(f"SELECT * FROM tables WHERE {condition}", args)]

    async def _ids(self, condition: str, *args: Any) -> list[str]:
        return [row[0] for row in await self._rows(f"SELECT id FROM tables WHERE {condition}", args)]

    async def of(self, table_id: str) -> TableRow | None:
        """A table by its id."""
        return next(iter(await self._found("id = ?", table_id)), None)

    async def by_code(self, code: str) -> TableRow | None:
        """A table by its code, however somebody writes it."""
        return next(iter(await self._found("code = ?", plain_code(code))), None)

    async def of_person(self, person: str) -> list[TableRow]:
        """The tables where a person sits, the last one that was touched first."""
        seated = "id IN (SELECT place FROM seated WHERE person = ?) ORDER BY touched DESC LIMIT ?"
        return await self._found(seated, person, MAX_TABLES_OF_PERSON)

    async def dealt(self) -> list[str]:
        """The tables where a match was dealt, be it over or not."""
        return await self._ids("status <> 'waiting' ORDER BY id")

    async def lobby(self, owners: Sequence[str], most: int) -> list[TableRow]:
        """Open tables where somebody is and that have a free seat or may be watched, the freshest first."""
        condition = f"here = 1 AND open = 1 AND (watch = 1 OR free > 0) AND owner IN ({places(len(owners))})"
        return await self._found(f"{condition} ORDER BY touched DESC LIMIT ?", *owners, most)

    async def counts(self, host: str, home: str, site: str) -> Counts:
        """How many tables a person, a household and a site have."""
        conditions = ("host = ?", "home = ?", "site = ?", "home = ? AND opened = 0", "site = ? AND opened = 0")
        parts = ", ".join(f"(SELECT count(*) FROM tables WHERE {condition})" for condition in conditions)
        return Counts(*(await self._rows(f"SELECT {parts}", (host, home, site, home, site)))[0])

    async def least_wanted(self) -> str | None:
        """The oldest table that nobody has opened, of the site that has most of those."""
        sites = "SELECT site FROM tables WHERE opened = 0 GROUP BY site ORDER BY count(*) DESC LIMIT 1"
        return next(iter(await self._ids(f"opened = 0 AND site = ({sites}) ORDER BY made LIMIT 1")), None)

    async def untouched(self, since: float, unopened_since: float, most: int) -> list[str]:
        """Tables that nobody has open, was at, or ever opened, since then."""
        old = await self._ids("owner IS NULL AND touched < ? ORDER BY touched LIMIT ?", since, most)
        unopened = "opened = 0 AND owner IS NULL AND touched < ? LIMIT ?"
        return list(dict.fromkeys([*old, *await self._ids(unopened, unopened_since, most)]))

    # Who has a table open, and when it must be

    async def due(self, moment: float, most: int) -> list[str]:
        """Tables that nobody has open and that must be open by now."""
        return await self._ids("owner IS NULL AND due <= ? ORDER BY due LIMIT ?", moment, most)

    async def orphans(self, owners: Sequence[str], most: int) -> list[TableRow]:
        """Tables of nodes that are no more: of all but these."""
        others = f"owner IS NOT NULL AND owner NOT IN ({places(len(owners))})"
        return await self._found(f"{others} LIMIT ?", *owners, most)

    def let_go(self, row: TableRow, touched: float | None, due: float | None) -> asyncio.Future[None]:
        """This node has a table open no more; ``touched`` is left as it was if it is not known."""
        update = "UPDATE tables SET owner = NULL, here = 0, due = ?, touched = coalesce(?, touched)"
        return self._write(
            (f"{update} WHERE id = ? AND owner = ? AND epoch = ?", (due, touched, row.id, row.owner, row.epoch))
        )

    def note_here(self, row: TableRow, moment: float) -> None:
        """The first person has come to a table, or the last one has gone. Only the lobby wants to know."""
        update = "UPDATE tables SET here = ?, touched = ? WHERE id = ? AND owner = ?"
        unwatched(self._write((update, (row.here, moment, row.id, row.owner or ""))))

    def correct(self, before: TableRow, after: TableRow) -> asyncio.Future[None]:
        """The row said something else than the journal."""
        return self._write(*change_row(before, after))
