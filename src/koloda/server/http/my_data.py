"""My games, all that is kept of me, my matches as a file, and how I am forgotten; the host may do the latter, too."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from koloda.core.errors import KolodaError
from koloda.server.access.limits import MAX_BODY_BYTES
from koloda.server.protocol.codec import encode
from koloda.server.protocol.house import Reason
from koloda.server.protocol.people import Deleted, DeleteMe, HostExport, KeptOfMe, MyGames, MyTable
from koloda.server.protocol.table_info import Chair
from koloda.server.services import Services
from koloda.server.storage.table_index import TableRow
from koloda.server.table.connection import Person
from koloda.server.table.table import Table

from .described import Query, get, post, route
from .forgetting import forget_person, kept_of, matches_of
from .host import HOST_PATH, for_host, note_act
from .person import own
from .requests import (
    answer,
    asker_of,
    body_of,
    charge,
    charge_for_keeping,
    decoded,
    others_first,
    person_of,
    read_body,
    refusal,
    services_of,
)

TURN = "turn"  # what nodes ask each other
EXPORT_COST = 20.0
FORGET_COST = 20.0  # of what one may keep a day: much is read and written for it
EXPORT_HEADERS = {
    "cache-control": "no-store",
    "content-disposition": 'attachment; filename="koloda-matches.jsonl"',
}

WhoseTurn = tuple[list[int], float]


async def my_games(request: Request) -> Response:
    """My matches that run, tables that wait, and matches that are over."""
    services, person = services_of(request), (await person_of(request)).id
    rows = await services.store.tables.of_person(person)
    if request.query_params.get("only") == "running":
        rows = [row for row in rows if row.status == "playing"]
    tables = await asyncio.gather(*(_my_table(services, row, person) for row in rows))
    told = list(zip(rows, tables, strict=True))
    return answer(
        MyGames(
            [table for row, table in told if row.status == "playing"],
            [table for row, table in told if row.status == "waiting"],
            [] if "only" in request.query_params else await services.store.history(person),
        )
    )


async def _my_table(services: Services, row: TableRow, person: str) -> MyTable:
    seats, (turn, since) = row.seats(), await _turn(services, row)
    seat = next(number for number, one in enumerate(seats) if one["person"] == person)
    return MyTable(row.id, row.game, seat, [_chair(one) for one in seats], turn, seat in turn, since)


async def _turn(services: Services, row: TableRow) -> WhoseTurn:
    """Whose turn it is at a table, and since when. Only the node that has it open knows; one that sleeps rests."""
    if row.id in services.hub.tables:
        return _turn_at(services.hub.tables[row.id])
    if row.status != "playing" or row.owner is None or row.owner not in services.cluster.others():
        return [], 0.0
    try:
        told = await services.cluster.ask(row.owner, TURN, row.id.encode())
        return msgspec.json.decode(told, type=tuple[list[int], float])
    except KolodaError:  # that node does not answer, or has just let go of it
        return [], 0.0


def _turn_at(table: Table | None) -> WhoseTurn:
    if table is None or table.match is None or table.status() != "playing":
        return [], 0.0
    return list(table.match.turn.seats), table.turn_since


def turns_for_nodes(services: Services) -> None:
    """What other nodes ask about the tables of this one."""

    async def turn(body: bytes) -> bytes:
        return encode(_turn_at(services.hub.tables.get(body.decode())))

    services.cluster.handlers[TURN] = turn


def _chair(seat: dict[str, Any]) -> Chair:
    """Who has a seat, as the index knows it."""
    if seat["person"] is not None:
        return Chair("person", seat["name"])
    return Chair("empty") if seat["level"] is None else Chair("bot", level=seat["level"])


async def kept(request: Request, person: Person) -> Response:
    """What else is kept of me."""
    return answer(await kept_of(services_of(request), person.id))


async def export(request: Request) -> Response:
    """All my matches as records, one a line."""
    services, person = services_of(request), await person_of(request)
    charge(request, EXPORT_COST)

    async def lines() -> AsyncIterator[bytes]:
        async for match in matches_of(services, person.id):
            yield json.dumps(match, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"
            await others_first(request)

    return StreamingResponse(lines(), 200, EXPORT_HEADERS, "application/jsonl")


async def delete_me(request: Request, person: Person) -> Response:
    """Forget me; this browser is somebody new."""
    await body_of(request, DeleteMe)
    charge_for_keeping(request, FORGET_COST)
    services = services_of(request)
    response = answer(await forget_person(services, person.id, asker_of(request)))
    services.identity.remember(response, services.identity.new())
    return response


# The host of the house


async def _known(services: Services, person: str) -> KeptOfMe:
    """What is kept of somebody; refused where that is nothing."""
    told = await kept_of(services, person)
    played = await services.store.rows("SELECT * FROM played WHERE person = ? LIMIT 1", (person,))
    if not (played or told.name or told.devices or told.tables or told.member_since or told.bans):
        raise refusal("no-such-person")
    return told


async def export_person(request: Request) -> Response:
    """All that is kept of somebody, for them."""
    services, person = services_of(request), request.path_params["person"]
    await note_act(request, "export", person=person)
    told = await _known(services, person)
    return answer(HostExport(told, [match async for match in matches_of(services, person)]))


async def forget(request: Request) -> Response:
    """Somebody wants to be forgotten, and asks the host. The list of acts does not tell who."""
    decoded(await read_body(request, MAX_BODY_BYTES), Reason)
    services, person = services_of(request), request.path_params["person"]
    await note_act(request, "forget")
    await _known(services, person)
    return answer(await forget_person(services, person))


MY_DATA_ROUTES = [
    route("/api/person/games", my_games, get("My games", MyGames, Query("only", "running: no others"), whose="person")),
    route("/api/person/kept", own(kept), get("What else is kept of me", KeptOfMe, whose="person")),
    route(
        "/api/person/export",
        export,
        get("All my matches as records, one a line", None, media="application/jsonl", whose="person"),
    ),
    route("/api/person/delete", own(delete_me), post("Forget me", Deleted, DeleteMe, whose="person")),
    route(
        f"{HOST_PATH}/people/{{person}}/export",
        for_host(export_person),
        get("All that is kept of somebody", HostExport, whose="host"),
    ),
    route(
        f"{HOST_PATH}/people/{{person}}/forget",
        for_host(forget),
        post("Delete all that is kept of somebody", Deleted, Reason, whose="host"),
    ),
]
