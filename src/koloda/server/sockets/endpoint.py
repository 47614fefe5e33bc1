"""The route of a table's socket: who is calling, and who is turned away."""

from __future__ import annotations

import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from koloda.core.errors import KolodaError
from koloda.server.access.identity import SUBPROTOCOL
from koloda.server.cluster.forwarding import FarTable
from koloda.server.networks import Asker
from koloda.server.open_tables import Elsewhere, Moved
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import Closing
from koloda.server.protocol.refusals import MOVED, NEVER_RETRY, REFUSALS, TOO_MANY_SOCKETS, closing
from koloda.server.services import Services
from koloda.server.table.connection import Person
from koloda.server.table.table import Table

from .session import TableSession

MAX_WATCHERS_PER_TABLE = 300
RETRY_MILLISECONDS = 5000
RETRIES = {"damaged-table": NEVER_RETRY, MOVED: 400}
MAY_JOIN = "may-join"


async def table_socket(socket: WebSocket) -> None:
    """``/ws/TABLE``: the cookie or a token tells who it is, the table tells which seat."""
    services: Services = socket.app.state.services
    if not services.cluster.well:  # nothing is asked of a database that may not answer
        return await _turn_away(services, socket, MOVED, RETRIES[MOVED])
    try:
        person = await services.identity.of(socket)
        table, problem = await _table(services, socket, person)
    except KolodaError as error:
        reason = said_instead(error)
        return await _turn_away(services, socket, reason, RETRIES.get(reason, RETRY_MILLISECONDS))
    if problem or table is None or person is None:
        return await _turn_away(services, socket, problem, NEVER_RETRY)
    address = socket.client.host if socket.client else ""
    sockets, asker = services.quotas.sockets, Asker(person.id, address)
    if whose := sockets.enter(asker):
        return await _turn_away(services, socket, TOO_MANY_SOCKETS[whose], RETRY_MILLISECONDS)
    try:
        await accept(socket)
    except BaseException:
        sockets.leave(asker)
        raise
    # The session stays with the socket. A route that waited for its end would keep all of ASGI's own in memory.
    wishes = [socket.query_params.get(name) == "1" for name in ("log", "seal", "changes")]
    TableSession(services, socket.scope["socket_protocol"], table, person, address, *wishes).begin()


def said_instead(error: KolodaError) -> str:
    """Why somebody cannot come in. Where our database is, and that it does not answer, is not for them: they may come
    again, perhaps to another node.
    """
    return error.reason if error.reason in REFUSALS else MOVED


async def _table(services: Services, socket: WebSocket, person: Person | None) -> tuple[Table | FarTable | None, str]:
    """The table that is asked for, or what is wrong; it is not opened for somebody who may not come in anyway."""
    if not services.from_our_page(socket):
        return None, "wrong-origin"
    if person is None:
        return None, "no-cookie"
    table_id = socket.path_params["table"]
    share = services.loop_shares.of(socket.client.host if socket.client else "", person.id)
    found = await services.hub.find(table_id, share.spend)
    if not isinstance(found, Elsewhere):
        return found, _problem(found, person.id)
    problem = await services.cluster.ask(found.node, MAY_JOIN, encode((table_id, person.id)))
    return services.cluster.table(found.node, table_id), problem.decode()


def sockets_for_nodes(services: Services) -> None:
    """What other nodes ask before they let somebody come to a table of this one."""

    async def may_join(body: bytes) -> bytes:
        table_id, person = msgspec.json.decode(body, type=tuple[str, str])
        found = await services.hub.find(table_id)
        if isinstance(found, Elsewhere):
            raise Moved(MOVED, REFUSALS[MOVED])
        return _problem(found, person).encode()

    services.cluster.handlers[MAY_JOIN] = may_join


async def accept(socket: WebSocket) -> None:
    """Open it; a browser that has offered subprotocols wants to hear which one it is, and that is never the token."""
    await socket.accept(SUBPROTOCOL if SUBPROTOCOL in socket.scope["subprotocols"] else None)


async def _turn_away(services: Services, socket: WebSocket, problem: str, retry: int) -> None:
    services.metrics.refused.labels(problem).inc()
    await turn_away(socket, closing(problem, retry))


async def turn_away(socket: WebSocket, last_word: Closing) -> None:
    """Say why, and hang up; a browser learns nothing from a handshake that fails."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
        await accept(socket)
        await socket.send_text(encode(last_word).decode("utf-8"))
        await socket.close(4000, last_word.reason)


def _problem(table: Table | None, person: str) -> str:
    if table is None:
        return "no-such-table"
    if problem := table.guestbook.problem(person):
        return problem
    watching = table.seat_of(person) is None
    if watching and not table.setup.watch and not any(seat.free() for seat in table.seats):
        return "no-watchers"
    if watching and len(table.audience.connections) >= MAX_WATCHERS_PER_TABLE:
        return "no-room"
    return ""
