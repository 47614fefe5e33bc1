"""A table as its journal tells of it: what happened is made to happen again after a restart."""

from __future__ import annotations

import msgspec

from koloda.core.errors import WrongVersion
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.server.protocol.bodies import NewTable
from koloda.server.storage.store import Event, Store

from .table import Table, TableSettings


def made_event(table: Table) -> Event:
    """The first line of a table's journal: how it was made."""
    payload = {
        "setup": msgspec.to_builtins(table.setup),
        "code": table.code,
        "host": table.host,
        "secret": table.secret,
        "places": [state.saved() for state in table.seats],
    }
    return Event(table.id, 1, "made", payload)


def restored(events: list[Event], store: Store, settings: TableSettings) -> Table:
    """The table of a journal; its first line is how it was made."""
    first, *rest = events
    made = first.payload
    setup = msgspec.convert(made["setup"], NewTable)
    table = Table(first.table_id, made["code"], setup, made["host"], store, settings)
    table.secret = made["secret"]
    for state, saved in zip(table.seats, made["places"], strict=True):
        state.load(saved)
    last = max((number for number, event in enumerate(rest) if event.kind == "again"), default=0)
    for event in rest[:last]:
        _skim(table, event)
    for event in rest[last:]:
        _repeat(table, event)
    table.seq = events[-1].seq
    return table


def _skim(table: Table, event: Event) -> None:
    """An event before the last "again": who sits where is all that remains of matches that are over."""
    if event.kind == "place":
        table.seats[event.payload["seat"]].load(event.payload)
    elif event.kind == "start":
        table.match_id = event.payload["match"]


def _repeat(table: Table, event: Event) -> None:
    """Let a journalled event happen again."""
    payload = event.payload
    if event.kind == "place":
        table.seats[payload["seat"]].load(payload)
        if table.match is not None and payload["person"] is not None:
            table.held_seats[payload["person"]] = payload["seat"]
    elif event.kind == "start":
        _check_version(table, payload["version"])
        table.begin(payload["match"])
    elif event.kind == "again":
        table.again(payload["game"], payload["options"], payload["secret"])
    elif event.kind == "move":
        table.repeat_move(payload["seat"], payload["move"], payload["person"], payload["id"])


def _check_version(table: Table, version: int) -> None:
    ours = find_game(table.setup.game).info.version
    if version != ours:
        raise WrongVersion(
            "wrong-version",
            Text(f"Правила версии {version}, здесь {ours}.", f"The rules were version {version}, ours are {ours}."),
        )
