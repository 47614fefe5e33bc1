"""Frames of every kind with whatever values: nothing stumbles, and after a restart the table is what it was."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import structlog

from koloda.server.buckets import Rate
from koloda.server.protocol.codec import decode
from koloda.server.protocol.messages import ClientMessage
from koloda.server.table.allowance import TableAllowance
from koloda.server.table.table import Table

from .kit import House, Seat, at_rest, play

STEPS = 200
PEOPLE = ("ann", "bob", "cat", "dan", "eve")
KINDS: list[type[msgspec.Struct]] = list(get_args(ClientMessage))
HOSTILE: list[Any] = [None, True, -1, 16, 2**31, 2**64, 10**40, 1.5, "", "x", "\0", "<b>" * 60, "🂡" * 300, [], {}, [[]]]
MEANT: dict[str, list[Any]] = {
    "seat": [0, 1, 2],
    "who": [1, 2, 3, 4, 5],
    "vote": [1, 2, 3, 4, 5, 6],
    "knock": [1, 2, 3],
    "what": ["bot", "back", "end"],
    "door": ["open", "ask", "closed"],
    "level": ["easy", "normal", "strong", None],
    "game": ["pairs", "old-maid", "cribbage", None],
    "options": [None, {}, {"target": 11}],
    "seats": [2, 3, None],
    "commitment": ["a" * 64],
    "nonce": ["b" * 32],
    "yes": [True, True, False],
    "on": [True, False],
    "takes": [None, 0, 1],
    "account": [None, "x"],
}
ENOUGH = Rate(1e6, 1e6)


def frame_of(table: Table, seat: Seat, chance: random.Random) -> bytes:
    """Some frame of some kind: mostly one that could be meant."""
    kind = chance.choice(KINDS)
    told: dict[str, Any] = {"t": kind.__struct_config__.tag}
    match, mine = table.match, seat.connection.viewer
    may_move = match is not None and mine is not None and not match.game.over
    meant = MEANT | {
        "match": [table.match_id],
        "n": [0 if match is None else match.move_number],
        "id": [f"{chance.random()}"],
        "move": match.legal(mine) or ["x"] if may_move and match is not None and mine is not None else ["x"],
    }
    for name in kind.__struct_fields__:
        if chance.random() < 0.9:
            told[name] = chance.choice(HOSTILE if chance.random() < 0.15 or name not in meant else meant[name])
    return json.dumps(told).encode()


def state_of(table: Table) -> dict[str, Any]:
    """What a table keeps, whatever it is told by."""
    book, newcomers, consent, match = table.guestbook, table.newcomers, table.consent, table.match
    return {
        "seats": [seat.saved() for seat in table.seats],
        "setup": msgspec.to_builtins(table.setup),
        "host": table.host,
        "status": table.status(),
        "match": table.match_id,
        "record": None if match is None else match.record(),
        "chosen": None if match is None else match.game.secret_moves,
        "taken back": [cut[:4] for cut in table.log.taken_back],
        "door": (book.door, book.banned, {who: whom for who, whom in book.muted.items() if whom}),
        "pause": table.rests_with,
        "votes": [vote[:6] for vote in consent.votes.values()],
        "ballots": consent.ballots,
        "ready": consent.ready,
        "hands": (newcomers._held, newcomers._removed, newcomers.since, newcomers.since_takes),
        "evening": [msgspec.to_builtins(line) for line in table.evening.lines],
        "said": [line.saved() for line in table.talk.lines],
        "commits": table.seal.commits if table.seal.stage in ("revealing", "dealt") else [],
    }


async def come(table: Table, person: str) -> Seat:
    """Somebody is here, or stands before the door."""
    seat = Seat(table, person)
    await answered(table, seat, seat.come())
    return seat


async def answered(table: Table, seat: Seat, work: Coroutine[Any, Any, object]) -> None:
    """Until this is done, or somebody is no longer listened to."""
    waiting = asyncio.ensure_future(work)
    while not (waiting.done() or seat.connection.closed or table.guestbook.is_asking(seat.connection)):
        await asyncio.sleep(0.001)
    waiting.cancel()
    with suppress(asyncio.CancelledError):
        await waiting


@pytest.mark.parametrize("seed", range(6))
def test_nothing_stumbles_and_a_restart_changes_nothing(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)

    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table(chance.choice(["pairs", "old-maid", "cribbage"]), 3, options={})
            table.change_allowance = TableAllowance(ENOUGH, ENOUGH, ENOUGH, ENOUGH)
            table.chat_allowance = TableAllowance(ENOUGH, ENOUGH, ENOUGH, ENOUGH)
            people = [await come(table, person) for person in PEOPLE]
            for _ in range(STEPS):
                at = min(chance.randrange(9) // 2, 4)
                one = people[at]
                if one.connection.closed or table.guestbook.is_asking(one.connection) or chance.random() < 0.02:
                    await one.go()
                    people[at] = one = await come(table, PEOPLE[at])
                try:
                    message = decode(frame_of(table, one, chance))
                except msgspec.DecodeError:
                    continue
                if not one.connection.closed and not table.guestbook.is_asking(one.connection):
                    await answered(table, one, one.say(message))
            await at_rest(table)
            before = state_of(table)
        async with House(tmp_path) as house:
            after = state_of(await house.open(table.id))
            assert {name: after[name] for name in before if after[name] != before[name]} == {}, before

    with structlog.testing.capture_logs() as lines:
        play(story)
    assert [line for line in lines if "stumbled" in line["event"]] == []
