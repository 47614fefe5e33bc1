"""What is kept for so many days only: finished matches, what was said, and what people are called.

A pass reads everything once, a little at a time. Rows are taken by their keys, so that a pass may be ended anywhere:
the next one begins anew.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from typing import Any, NamedTuple

import msgspec

from .rows import Row, Statement, Write, unwatched, upsert
from .store import Store

DAY_SECONDS = 24 * 3600.0
ROWS_AT_ONCE = 100
REST_TIMES = 5.0  # as long as a piece took, the tables are left alone
GONE_WITH_A_MATCH = ("matches", "views", "views_wanted")


class KeptDays(NamedTuple):
    """For how many days something is kept; 0: for ever."""

    matches: float = 0.0
    chat: float = 0.0
    names: float = 0.0


class _When(msgspec.Struct):
    when: float


class LastHere:
    """Which people were here on which day: only noted where names are forgotten after some days."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._day = 0
        self._today: set[str] = set()

    def note(self, person: str) -> None:
        """Somebody is here."""
        day = int(time.time() // DAY_SECONDS)
        if day != self._day:
            self._day = day
            self._today.clear()
        if person and person not in self._today:
            self._today.add(person)
            insert = "INSERT INTO last_here VALUES (?, ?) ON CONFLICT (person) DO UPDATE SET day = excluded.day"
            unwatched(self._write((insert, (person, day))))


async def sweep(store: Store, days: KeptDays, moment: float) -> Counter[str]:
    """Remove what has been kept for long enough; how much of each kind it was."""
    done: Counter[str] = Counter()
    if days.matches or days.names:
        await _sweep_matches(store, days, moment, done)
        await _sweep_histories(store, days, moment, done)
    if days.chat:
        done["reports"] = await _delete_older(store, "reports", moment - days.chat * DAY_SECONDS)
    if days.names:
        done["acts"] = await _delete_older(store, "acts", moment - days.names * DAY_SECONDS)
        await _sweep_names(store, moment - days.names * DAY_SECONDS, done)
    return +done


async def _sweep_matches(store: Store, days: KeptDays, moment: float, done: Counter[str]) -> None:
    after = ""
    while True:
        began = time.perf_counter()
        query = "SELECT id, body FROM matches WHERE id > ? ORDER BY id LIMIT ?"
        rows = await store.rows(query, (after, ROWS_AT_ONCE))
        if not rows:
            return
        after = rows[-1][0]
        statements: list[Statement] = []
        for match_id, body in rows:
            when = msgspec.json.decode(body, type=_When).when
            if _is_over(when, days.matches, moment):
                statements += [(f"DELETE FROM {table} WHERE id = ?", (match_id,)) for table in GONE_WITH_A_MATCH]
                done["matches"] += 1
            elif _is_over(when, days.names, moment) and (nameless := _without_names(body)) is not None:
                statements.append(upsert("matches", match_id, nameless))
                done["nameless matches"] += 1
        await _carry_out(store, statements, began)


async def _sweep_histories(store: Store, days: KeptDays, moment: float, done: Counter[str]) -> None:
    """What each person's list of matches tells of those matches."""
    after: Row = ("", 0.0, "")
    while True:
        began = time.perf_counter()
        query = "SELECT person, ended, id, seat, head FROM played WHERE (person, ended, id) > (?, ?, ?)"
        rows = await store.rows(f"{query} ORDER BY person, ended, id LIMIT ?", (*after, ROWS_AT_ONCE))
        if not rows:
            return
        after = rows[-1][:3]
        statements: list[Statement] = []
        for *key, seat, head in rows:
            if _is_over(key[1], days.matches, moment):
                statements.append(("DELETE FROM played WHERE person = ? AND ended = ? AND id = ?", tuple(key)))
            elif _is_over(key[1], days.names, moment) and (nameless := _without_names(head)) is not None:
                statements.append(upsert("played", *key, seat, nameless))
        await _carry_out(store, statements, began)


async def _delete_older(store: Store, table: str, since: float) -> int:
    rows = await store.rows(f"SELECT count(*) FROM {table} WHERE made < ?", (since,))
    if rows[0][0]:
        await store.rewrite([(f"DELETE FROM {table} WHERE made < ?", (since,))])
    return int(rows[0][0])


async def _sweep_names(store: Store, since: float, done: Counter[str]) -> None:
    """The names of those who have not been here for so long; of whom nobody knows, the days are counted from now."""
    today = int(time.time() // DAY_SECONDS)
    unknown = "SELECT id, CAST(? AS INTEGER) FROM people WHERE id NOT IN (SELECT person FROM last_here)"
    await store.write((f"INSERT INTO last_here {unknown}", (today,)))
    query = "SELECT person FROM last_here WHERE day < ? ORDER BY day LIMIT ?"
    while rows := await store.rows(query, (int(since // DAY_SECONDS), ROWS_AT_ONCE)):
        began = time.perf_counter()
        statements: list[Statement] = []
        for (person,) in rows:
            statements.append(("DELETE FROM last_here WHERE person = ?", (person,)))
            if not store.bots.is_bot(person):
                statements.append(("DELETE FROM people WHERE id = ?", (person,)))
                done["names"] += bool(await store.name(person))
                store.forget_name(person)
        await _carry_out(store, statements, began)


async def _carry_out(store: Store, statements: list[Statement], began: float) -> None:
    if statements:
        await store.rewrite(statements)
    await asyncio.sleep(REST_TIMES * (time.perf_counter() - began))


def _is_over(when: float, days: float, moment: float) -> bool:
    return bool(days) and when < moment - days * DAY_SECONDS


def _without_names(text: str) -> str | None:
    """A finished match, or what a history tells of it, in which people have no names; None if they have none."""
    told: dict[str, Any] = json.loads(text)
    nameless = dict(told)
    for part in ("players", "evening"):
        if part in told:
            nameless[part] = [{**one, "name": ""} for one in told[part]]
    if "names" in told:  # of an older version, where a bot was a name
        nameless["names"] = [name if name.startswith("bot:") else "" for name in told["names"]]
    return None if nameless == told else json.dumps(nameless, ensure_ascii=False, separators=(",", ":"))
