"""A table as its journal tells of it: what happened is made to happen again after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any, NamedTuple

import msgspec

from koloda.core.errors import WrongVersion
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.seal import Dealt
from koloda.server.networks import Asker
from koloda.server.protocol.bodies import NewTable
from koloda.server.storage.store import JournalEntry, Store
from koloda.server.storage.table_index import AGAIN_ENTRY, OPENED_ENTRY, SEAT_ENTRY, TableRow

from . import consent
from .dealing import resume
from .governing import repeat_governing
from .old_match import old_match
from .receipts import load_refusal
from .seal import DealSeal
from .table import Table
from .table_settings import TableSettings
from .take_back import BACK_ENTRY

LINES_IN_A_ROW = 20
LINES_SKIMMED_IN_A_ROW = 200
Journal = AsyncIterator[list[JournalEntry]]  # in pieces


def first_entry(table: Table) -> JournalEntry:
    """The first line of a table's journal: how it was made."""
    payload = {
        "setup": msgspec.to_builtins(table.setup),
        "code": table.code,
        "host": table.host,
        "secret": table.seal.secret,
        "match": table.match_id,
        "places": [state.saved() for state in table.seats],
        "opened": False,
    }
    return JournalEntry(table.id, 1, "made", payload)


async def restored(row: TableRow, journal: Journal, store: Store, settings: TableSettings) -> Table:
    """The table of a journal, whose first line is how it was made, and of its row in the index."""
    table, present = await _up_to_present_match(row.id, journal, store, settings)
    for number, entry in enumerate(present):
        await _repeat(table, entry)
        if number % LINES_IN_A_ROW == 0:
            await asyncio.sleep(0)  # a match of thousands of moves holds up no other table
    _finish(table, row)
    return table


async def set_aside(row: TableRow, journal: Journal, store: Store, settings: TableSettings) -> Table:
    """The same table where its match cannot be played again: by today's rules it would be another one."""
    table, deal = await _as_told(row.id, journal, store, settings)
    people = [state.person for state in table.seats]
    table.old = await old_match(store, table.id, deal.match, deal.version, len(deal.moves), people)
    _finish(table, row)
    return table


class OlderDeal(NamedTuple):
    """A match as its journal tells of it, for rules that are not here: what was dealt, and the moves."""

    match: str
    game: str
    version: int
    seats: int
    options: Mapping[str, object]
    seed: str
    moves: list[tuple[int, str]]


async def older_deal(table_id: str, store: Store, settings: TableSettings) -> OlderDeal:
    """The last match that was dealt at a table."""
    _, deal = await _as_told(table_id, store.journal_pieces(table_id), store, settings)
    return deal


async def _as_told(table_id: str, journal: Journal, store: Store, settings: TableSettings) -> tuple[Table, OlderDeal]:
    """A table whose last match is not played again."""
    table, present = await _up_to_present_match(table_id, journal, store, settings)
    version, moves = 0, list[tuple[int, str]]()
    for entry in present:
        if entry.kind == "start":
            version = entry.payload["version"]
            _close_seal(table, entry.payload)
        if entry.kind in (AGAIN_ENTRY, "sealed", "revealed"):
            await _repeat(table, entry)
        else:
            del moves[await _skim(table, entry, len(moves)) :]
        if entry.kind == "move":
            moves.append((entry.payload["seat"], entry.payload["move"]))
    assert version, "no match was dealt"
    setup = table.setup
    dealt = Dealt(setup.game, version, setup.seats, setup.options)
    return table, OlderDeal(table.match_id, *dealt, table.seal.seed(dealt), moves)


async def _up_to_present_match(
    table_id: str, journal: Journal, store: Store, settings: TableSettings
) -> tuple[Table, list[JournalEntry]]:
    """A table after all matches but its last one, and what the journal tells of that: no more is in memory at once than
    one match.
    """
    table: Table | None = None
    match: list[JournalEntry] = []
    number = 0
    async for piece in journal:
        for entry in piece:
            if table is None:
                table = _as_it_was_made(entry, store, settings)
                continue
            if entry.kind == AGAIN_ENTRY:
                number = await _skim_all(table, match, number)
                match = []
            match.append(entry)
            table.opened |= entry.kind == OPENED_ENTRY
            table.seq = entry.seq
    if table is None:
        raise store.damaged(f"the journal of table {table_id} is missing")
    return table, match


def _as_it_was_made(first: JournalEntry, store: Store, settings: TableSettings) -> Table:
    made = first.payload
    setup = msgspec.convert(made["setup"], NewTable)
    table = Table(first.table_id, made["code"], setup, made["host"], store, settings)
    table.seal = _seal_of(table, made)
    for state, saved in zip(table.seats, made["places"], strict=True):
        state.load(saved)
    table.guestbook.welcome(table.people_seated())
    table.opened = "opened" not in made  # older versions did not tell
    table.seq = first.seq
    return table


def _finish(table: Table, row: TableRow) -> None:
    table.row = row._replace(here=0)
    _go_on(table)


def _go_on(table: Table) -> None:
    """What goes on by itself: bots, if anybody was ever here, and a clock that ran on while the table slept."""
    row = table.row
    if table.opened:
        table.patron = table.settings.absent_patron(Asker(row.host, row.home))
        table.plan_bots()
    if table.deadline and row.due is not None and row.due > row.touched:
        table.deadline = row.due


def true_row(table: Table) -> TableRow:
    """The row that the index should have; older versions told less in their journals."""
    row, status = table.row, table.status()
    row = row.with_seats([state.saved() for state in table.seats])
    due = None if status == "over" else row.due
    listed = int(table.setup.open and table.guestbook.door == "open")
    row = row._replace(host=table.host, open=listed, watch=int(table.setup.watch))
    return row._replace(status=status, game=table.setup.game, opened=int(table.opened), due=due)


async def _skim_all(table: Table, match: list[JournalEntry], number: int) -> int:
    """All of a match that is over; a long one holds up no other table either."""
    for at, entry in enumerate(match):
        number = await _skim(table, entry, number)
        if at % LINES_SKIMMED_IN_A_ROW == 0:
            await asyncio.sleep(0)
    return number


async def _skim(table: Table, entry: JournalEntry, number: int) -> int:
    """An entry before the last "again": who sits where, the score and the answers to moves remain of matches that are
    over.

    Takes and returns how many moves the match of this entry has.
    """
    payload = entry.payload
    if entry.kind == SEAT_ENTRY:
        table.seats[payload["seat"]].load(payload)
        table.guestbook.welcome(table.people_seated())
    elif entry.kind == "start":
        table.has_played = True
        return 0
    elif entry.kind in ("ended", "forfeit"):
        await _repeat(table, entry)
    elif entry.kind == "refused":
        load_refusal(table.receipts, payload, table.seats)
    elif entry.kind == "move":
        table.receipts.keep_moved(payload["person"], payload["id"], number + 1)
        return number + 1
    elif entry.kind == BACK_ENTRY:
        return int(payload["n"])
    else:
        repeat_governing(table, entry)
    return number


async def _repeat(table: Table, entry: JournalEntry) -> None:
    """Let what the journal tells happen again."""
    payload = entry.payload
    if entry.kind == SEAT_ENTRY:
        seat = payload["seat"]
        before = table.seats[seat].person
        table.seats[seat].load(payload)
        table.guestbook.welcome(table.people_seated())
        if payload["person"] is not None:
            table.newcomers.withdraw(payload["person"])
        table.note_holder(seat, before)
    elif entry.kind == "start":
        _check_version(table, payload["version"])
        _close_seal(table, payload)
        table.begin(table.deal())
    elif entry.kind == AGAIN_ENTRY:
        table.reset_for_rematch(payload["game"], payload["options"], _seal_of(table, payload))
    elif entry.kind == "ended":
        table.evening.add(payload)
    elif entry.kind == "forfeit":
        table.set_forfeit(payload["text"])
    elif entry.kind == "sealed":
        table.seal = DealSeal(table.id, len(table.seats), payload["match"], table.seal.secret)
        resume(table, payload["commits"])
    elif entry.kind == "revealed":
        table.seal.nonces[payload["seat"]] = payload["nonce"]
    elif entry.kind == "move":
        await table.repeat_move(payload["seat"], payload["move"], payload["person"], payload["id"], "bot" in payload)
    elif entry.kind == "refused":
        load_refusal(table.receipts, payload, table.seats)
    elif entry.kind in consent.ENTRIES:
        await consent.repeat(table, entry.kind, payload)
    else:
        repeat_governing(table, entry)


def _seal_of(table: Table, payload: dict[str, Any]) -> DealSeal:
    """The seal of the deal that comes next; older versions chose the match's id only when they dealt."""
    return DealSeal(table.id, len(table.seats), payload.get("match", ""), payload["secret"])


def _close_seal(table: Table, start: dict[str, Any]) -> None:
    """The cards are dealt; an older version did it from the secret and the words that people had added."""
    table.seal = DealSeal(table.id, len(table.seats), start["match"], table.seal.secret)
    if "nonces" in start:
        table.seal.close(start["commits"], start["nonces"])
    else:
        table.seal.close_in_the_old_way([state.old_words for state in table.seats])


def _check_version(table: Table, version: int) -> None:
    ours = find_game(table.setup.game).info.version
    if version != ours:
        raise WrongVersion(
            "wrong-version",
            Text(f"Правила версии {version}, здесь {ours}.", f"The rules were version {version}, ours are {ours}."),
        )
