"""How start-up and memory grow with what is kept: a server with many sleeping tables and archived matches, beside an
empty one.

``python load/sleepers.py [--tables 200000] [--matches 1000000] [--folder DIR]``: it writes the data
(minutes, about 2 KB a match and 1 KB a table), starts a server on it, and tells in JSON how long the start took, how
much memory the server has then, and how long the first answers took. The tables and matches are copies of real ones.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from koloda.server.hub import Hub
from koloda.server.protocol.bodies import ArchivedMatch, NewTable
from koloda.server.protocol.messages import Rematch, Sit
from koloda.server.storage.archive import FinishedMatch
from koloda.server.storage.sqlite_store import SqliteStore
from koloda.server.storage.store import JournalEntry, journal_row, match_statements
from koloda.server.storage.table_index import TableRow, add_row
from koloda.server.table.connection import Connection, Person
from koloda.server.table.inbox import JOINED
from koloda.server.table.table_settings import TableSettings

ROWS_PER_COMMIT = 20_000
HOST = "5c0ffee5c0ffe000"
TABLE, MATCH = "sleeper{:07}", "match{:08}"


async def example(folder: Path) -> tuple[TableRow, list[JournalEntry], ArchivedMatch]:
    """A table whose match bots have played to its end, before a rematch (another id would have another deal): its row,
    its journal, and the match.
    """
    store = SqliteStore(folder / "koloda.sqlite")
    hub = Hub(store, TableSettings(0.0, 0.0))
    made = await hub.make(NewTable("pairs", 4, {"target": 31}, ["easy"] * 4, start=True), Person(HOST, "Host"))
    table = hub.tables[made.id]
    host = Connection(Person(HOST, "Host"))
    table.post(host, JOINED)
    while table.status() != "over":
        host.take()
        await asyncio.sleep(0.01)
    match = await store.match(table.match_id)
    assert match is not None
    table.post(host, Rematch())
    table.post(host, Sit(0))
    while table.seats[0].person is None:
        await asyncio.sleep(0.01)
    journal = await store.journal(table.id)
    await hub.stop()
    row = await store.tables.of(table.id)
    await store.close()
    assert row is not None
    return row, journal, match


def sleepers(row: TableRow, journal: list[JournalEntry], tables: int) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """So many tables like this one, each with its own people, code and address."""
    for number in range(tables):
        table_id, person = TABLE.format(number), f"{number:016x}"
        copy = row._replace(
            id=table_id, code=f"C{number:07}", host=person, home=f"10.{number}", site=f"10.{number}", made=time.time()
        )
        yield from add_row(copy._replace(chairs=row.chairs.replace(HOST, person), touched=time.time()))
        for entry in journal:
            text = json.dumps(entry.payload).replace(HOST, person).replace(row.id, table_id)
            line = journal_row(entry._replace(table_id=table_id, payload=json.loads(text)))
            yield "INSERT INTO events VALUES (?, ?, ?, ?, ?)", line


def archive(match: ArchivedMatch, matches: int) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """So many matches like this one; every tenth of the same person."""
    people: list[str | None] = [None, None, None, None]
    for number in range(matches):
        people[0] = HOST if number % 10 == 0 else f"{number:016x}"
        copy = ArchivedMatch(MATCH.format(number), match.record, match.players, float(number), evening=match.evening)
        *kept, _ = match_statements(FinishedMatch(copy, people))  # its replay is taken for kept
        yield from kept


def fill(path: Path, statements: Iterator[tuple[str, tuple[Any, ...]]]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        database.execute("BEGIN")
        for number, (statement, row) in enumerate(statements, 1):
            database.execute(statement, row)
            if number % ROWS_PER_COMMIT == 0:
                database.execute("COMMIT")
                database.execute("BEGIN")
        database.execute("COMMIT")


def measure(folder: Path, table_id: str) -> dict[str, float]:
    """Start a server on this data and ask it some things."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    began = time.perf_counter()
    command = [sys.executable, "-m", "koloda", "--lang", "en", "serve", "--port", str(port), "--data", str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    figures = {}
    try:
        while "The table is laid" not in server.stdout.readline():
            pass
        figures["start_seconds"] = time.perf_counter() - began
        time.sleep(3.0)  # what it does by itself after the start has begun
        status = Path(f"/proc/{server.pid}/status").read_text()
        figures["memory_mb"] = int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            token = client.get("/api/me").json()["token"]
            for name, path in (("lobby", "/api/lobby"), ("history", "/api/history"), ("code", "/api/tables/C0000007")):
                began = time.perf_counter()
                client.get(path)
                figures[f"{name}_ms"] = (time.perf_counter() - began) * 1000
            began = time.perf_counter()
            answer = client.post("/api/tables", json={"game": "pairs", "seats": 2})
            figures["make_ms"] = (time.perf_counter() - began) * 1000
            began = time.perf_counter()
            address = f"ws://127.0.0.1:{port}/ws/{table_id or answer.json()['id']}"
            with connect(address, additional_headers={"authorization": f"Bearer {token}"}) as line:
                while '"t":"table"' not in str(line.recv()):
                    pass
            figures["open_ms"] = (time.perf_counter() - began) * 1000
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
    return {name: round(value, 2) for name, value in figures.items()}


def main() -> None:
    """Tell the figures of an empty server and of a full one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200_000)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.folder or Path(scratch) / "full"
        row, journal, match = asyncio.run(example(folder))
        figures: dict[str, object] = {"empty": measure(Path(scratch) / "empty", "")}
        began = time.perf_counter()
        fill(folder / "koloda.sqlite", sleepers(row, journal, args.tables))
        fill(folder / "koloda.sqlite", archive(match, args.matches))
        (folder / "koloda.last").unlink(missing_ok=True)
        figures |= {"tables": args.tables, "matches": args.matches, "written_seconds": time.perf_counter() - began}
        figures["file_mb"] = os.path.getsize(folder / "koloda.sqlite") / 1e6
        figures["full"] = [measure(folder, TABLE.format(args.tables // 2)) for _ in range(2)]
        print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
