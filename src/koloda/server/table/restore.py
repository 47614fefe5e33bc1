"""A table as its journal tells of it: what happened is made to happen again after a restart."""

from __future__ import annotations

from typing import Any

import msgspec

from koloda.core.errors import WrongVersion
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.server.protocol.bodies import NewTable
from koloda.server.storage.store import OPENED_ENTRY, SEAT_ENTRY, JournalEntry, Store

from .dealing import resume
from .receipts import load_refusal
from .seal import DealSeal
from .table import Table, TableSettings


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


def restored(entries: list[JournalEntry], store: Store, settings: TableSettings) -> Table:
    """The table of a journal; its first line is how it was made."""
    first, *rest = entries
    made = first.payload
    setup = msgspec.convert(made["setup"], NewTable)
    table = Table(first.table_id, made["code"], setup, made["host"], store, settings)
    table.seal = _seal_of(table, made)
    for state, saved in zip(table.seats, made["places"], strict=True):
        state.load(saved)
    last = max((number for number, entry in enumerate(rest) if entry.kind == "again"), default=0)
    number = 0
    for entry in rest[:last]:
        number = _skim(table, entry, number)
    for entry in rest[last:]:
        _repeat(table, entry)
    table.opened = "opened" not in made or any(entry.kind == OPENED_ENTRY for entry in rest)  # it used not to be told
    table.seq = entries[-1].seq
    return table


def _skim(table: Table, entry: JournalEntry, number: int) -> int:
    """An entry before the last "again": who sits where, the score and the answers to moves remain of matches that are
    over.

    Takes and returns how many moves the match of this entry has.
    """
    payload = entry.payload
    if entry.kind == SEAT_ENTRY:
        table.seats[payload["seat"]].load(payload)
    elif entry.kind == "start":
        table.has_played = True
        return 0
    elif entry.kind in ("ended", "forfeit"):
        _repeat(table, entry)
    elif entry.kind == "refused":
        load_refusal(table.receipts, payload)
    elif entry.kind == "move":
        table.receipts.keep_moved(payload["person"], payload["id"], number + 1)
        return number + 1
    return number


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
        _close_seal(table, payload)
        table.begin(table.deal())
    elif entry.kind == "again":
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
        table.repeat_move(payload["seat"], payload["move"], payload["person"], payload["id"])
    elif entry.kind == "refused":
        load_refusal(table.receipts, payload)


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
