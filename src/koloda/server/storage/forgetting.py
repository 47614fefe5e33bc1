"""How what is kept of a person is told of nobody: in journals another id stands for theirs, and their name is gone.

Matches stay for those who played them, too, and tables can be read: whoever was there is "a guest".
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from typing import Any, NamedTuple

from koloda.server.protocol.refusals import QUICKER, REFUSALS

from .person_book import KEPT_TABLES
from .rows import Statement, upsert
from .store import JournalEntry, Store, journal_row
from .table_index import TableRow, change_row

MORE_TABLES = ("bot_accounts", "bot_invitations", "last_here")
THEIR_WORDS = ("name", "text")  # beside the person's id these are theirs


class Faceless(NamedTuple):
    """A person, and the id that stands for theirs from now on."""

    person: str
    alias: str

    def of(self, value: Any) -> Any:
        """The same value without them."""
        if isinstance(value, str):
            return self.alias if value == self.person else value
        if isinstance(value, list):
            return self._of_list(value)
        if not isinstance(value, dict):
            return value
        told = {self.of(key): self.of(item) for key, item in value.items()}
        for key, item in value.items():
            if item == self.person:
                blank = (f"{key}_name", *(THEIR_WORDS if key != "whom" and key != "host" else ()))
                told |= {name: "" for name in blank if isinstance(told.get(name), str)}
        if value.get("reason") == QUICKER:  # older versions kept the name of whoever was
            told |= {"ru": REFUSALS[QUICKER].ru, "en": REFUSALS[QUICKER].en}
        if isinstance(value.get("people"), list) and isinstance(value.get("match"), dict):
            seats = [seat for seat, one in enumerate(value["people"]) if one == self.person]
            told["match"] = without_names(told["match"], seats, set())
        return told

    def _of_list(self, value: list[Any]) -> list[Any]:
        if len(value) == 3 and value[0] == self.person and all(isinstance(part, str) for part in value):
            return [self.alias, "", ""]  # a line of chat: who, their name, the words
        return [self.of(item) for item in value]


def without_names(match: dict[str, Any], seats: Iterable[int], names: set[str]) -> dict[str, Any]:
    """A finished match, or what is told of one, where those on these seats have no name, nor such ones at its table."""
    told = dict(match)
    if "players" in told:
        told["players"] = [dict(player) for player in told["players"]]
        for seat in seats:
            told["players"][seat]["name"] = ""
    if "names" in told:  # of an older version
        told["names"] = ["" if seat in seats else name for seat, name in enumerate(told["names"])]
    if told.get("evening"):
        told["evening"] = [
            {**line, "name": ""} if line.get("bot") is None and line["name"] in names else line
            for line in told["evening"]
        ]
    return told


def names_in(match: dict[str, Any], seat: int) -> set[str]:
    """What somebody was called in a match."""
    if "players" in match:
        return {match["players"][seat]["name"]} - {""}
    return {match["names"][seat]} - {""} if "names" in match else set()


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# Where somebody is found


async def tables_that_tell_of(store: Store, person: str) -> list[str]:
    """The tables in whose journals, or in whose row, somebody is."""
    like = f"%{person}%"
    found = await store.slow_rows("SELECT DISTINCT place FROM events WHERE payload LIKE ?", (like,))
    rows = await store.slow_rows("SELECT id FROM tables WHERE host = ? OR chairs LIKE ?", (person, like))
    return sorted({row[0] for row in [*found, *rows]})


async def journal_statements(store: Store, table: str, faceless: Faceless) -> AsyncIterator[list[Statement]]:
    """The lines of a table's journal, some at a time, and its row, without somebody."""
    update = "UPDATE events SET payload = ?, sum = ? WHERE place = ? AND seq = ?"
    async for rows in store.journal_rows(table):
        statements: list[Statement] = []
        for place, seq, kind, payload in rows:
            if faceless.person in payload or kind == "refused":
                entry = JournalEntry(place, seq, kind, faceless.of(json.loads(payload)))
                *_, told, total = journal_row(entry)
                statements.append((update, (told, total, place, seq)))
        yield statements
    row = await store.tables.of(table)
    changed = [] if row is None else change_row(row, _row_without(row, faceless))
    yield [*changed, ("DELETE FROM seated WHERE person = ?", (faceless.person,))]


def _row_without(row: TableRow, faceless: Faceless) -> TableRow:
    host = faceless.alias if row.host == faceless.person else row.host
    return row._replace(host=host).with_seats(faceless.of(row.seats()))


async def match_statements(store: Store, person: str, name: str) -> tuple[list[str], list[Statement]]:
    """The finished matches of somebody without their name, and what histories tell of them."""
    names, tables, statements = {name} - {""}, set(), []
    own = await store.rows("SELECT * FROM played WHERE person = ?", (person,))
    for _, _, _, seat, head in own:
        names |= names_in(json.loads(head), seat)
    matches: list[str] = []
    for _, _, match_id, seat, _ in own:
        stored = await store.match_text(match_id)
        if stored is not None:
            match = json.loads(stored)
            tables.add(str(match["record"].get("seal", {}).get("table", "")))
            statements.append(upsert("matches", match_id, _text(without_names(match, [seat], names))))
            matches.append(match_id)
        await asyncio.sleep(0)  # there may be thousands: nobody's table waits for all of them
        for other, ended, _, other_seat, head in await store.rows("SELECT * FROM played WHERE id = ?", (match_id,)):
            if other != person:
                line = without_names(json.loads(head), [seat], set())
                statements.append(upsert("played", other, ended, match_id, other_seat, _text(line)))
    statements += await _evenings(store, tables - {""}, names, set(matches))
    return matches, [*statements, ("DELETE FROM played WHERE person = ?", (person,))]


async def _evenings(store: Store, tables: set[str], names: set[str], done: set[str]) -> list[Statement]:
    """Other matches of the same tables tell of the evening's score, where somebody who has left is named, too."""
    statements = []
    for table in sorted(tables):
        like = f'%"table":"{table}"%'
        for match_id, body in await store.slow_rows("SELECT * FROM matches WHERE body LIKE ?", (like,)):
            if match_id not in done:
                statements.append(upsert("matches", match_id, _text(without_names(json.loads(body), (), names))))
    return statements


async def house_statements(store: Store, faceless: Faceless) -> list[Statement]:
    """What the host of the house was told and has done, without somebody; who was let in is counted on."""
    like, person = f"%{faceless.person}%", faceless.person
    statements: list[Statement] = [("DELETE FROM bans WHERE kind = 'person' AND who = ?", (person,))]
    for report, made, body, done in await store.rows("SELECT * FROM reports WHERE body LIKE ?", (like,)):
        statements.append(upsert("reports", report, made, _text(faceless.of(json.loads(body))), done))
    for act, made, kind, body in await store.rows("SELECT * FROM acts WHERE body LIKE ?", (like,)):
        about = {name: value for name, value in json.loads(body).items() if name not in ("name", "why", "from")}
        statements.append(upsert("acts", act, made, kind, _text(faceless.of(about))))
    for _, invitation, since in await store.rows("SELECT * FROM members WHERE person = ?", (person,)):
        statements.append(("DELETE FROM members WHERE person = ?", (person,)))
        statements.append(upsert("members", faceless.alias, invitation, since))
    return statements


def last_statements(person: str, mark: str, moment: float) -> list[Statement]:
    """Their name, devices and keys; and the mark by which what their devices show is refused."""
    tables = (*KEPT_TABLES, *MORE_TABLES)
    gone: list[Statement] = [(f"DELETE FROM {table} WHERE person = ?", (person,)) for table in tables]
    return [*gone, ("DELETE FROM people WHERE id = ?", (person,)), upsert("forgotten", mark, moment)]
