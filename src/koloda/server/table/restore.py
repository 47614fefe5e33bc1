"""A table as its journal tells of it: what happened is made to happen again after a restart."""

from __future__ import annotations

import msgspec

from koloda.core.errors import WrongVersion
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.server.protocol.bodies import NewTable
from koloda.server.storage.store import OPENED_ENTRY, SEAT_ENTRY, JournalEntry, Store

from .table import Table, TableSettings


def first_entry(table: Table) -> JournalEntry:
    """The first line of a table's journal: how it was made."""
    payload = {
        "setup": msgspec.to_builtins(table.setup),
        "code": table.code,
        "host": table.host,
        "secret": table.secret,
        "places": [state.saved() for state in table.seats],
        "opened": False,
    }
    return JournalEntry(table.id, 1, "made", payload)


def restored(entries: list[JournalEntry], store: Store, settings: TableSettings) -> Table:
    """The table of a journal; its first line is how it was made."""
    first, *rest = entries
    made = first.payload
    setup = msgspec.convert(made["setup"], NewTable)
    table = Table(first.table_id, made["code"], setup, made["host"], store, settings)
    table.secret = made["secret"]
    for state, saved in zip(table.seats, made["places"], strict=True):
        state.load(saved)
    last = max((number for number, entry in enumerate(rest) if entry.kind == "again"), default=0)
    for entry in rest[:last]:
        _skim(table, entry)
    for entry in rest[last:]:
        _repeat(table, entry)
    table.opened = "opened" not in made or any(entry.kind == OPENED_ENTRY for entry in rest)  # it used not to be told
    table.seq = entries[-1].seq
    return table


def _skim(table: Table, entry: JournalEntry) -> None:
    """An entry before the last "again": who sits where and the score is what remains of matches that are over."""
    if entry.kind == SEAT_ENTRY:
        table.seats[entry.payload["seat"]].load(entry.payload)
    elif entry.kind == "start":
        table.match_id = entry.payload["match"]
    elif entry.kind in ("ended", "forfeit"):
        _repeat(table, entry)


def _repeat(table: Table, entry: JournalEntry) -> None:
    """Let what the journal tells happen again."""
    payload = entry.payload
    if entry.kind == SEAT_ENTRY:
        seat = payload["seat"]
        before = table.seats[seat].person
        table.seats[seat].load(payload)
        table.note_holder(seat, before)
    elif entry.kind == "start":
        _check_version(table, payload["version"])
        table.begin(payload["match"])
    elif entry.kind == "again":
        table.reset_for_rematch(payload["game"], payload["options"], payload["secret"])
    elif entry.kind == "ended":
        table.evening.add(payload)
    elif entry.kind == "forfeit":
        table.set_forfeit(payload["text"])
    elif entry.kind == "move":
        table.repeat_move(payload["seat"], payload["move"], payload["person"], payload["id"])


def _check_version(table: Table, version: int) -> None:
    ours = find_game(table.setup.game).info.version
    if version != ours:
        raise WrongVersion(
            "wrong-version",
            Text(f"Правила версии {version}, здесь {ours}.", f"The rules were version {version}, ours are {ours}."),
        )
