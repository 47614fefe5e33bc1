"""The route of a table's socket: who is calling, and who is turned away."""

from __future__ import annotations

import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import Closing
from koloda.server.services import Services
from koloda.server.table.connection import Person
from koloda.server.table.table import Table

from .session import TableSession

MAX_WATCHERS_PER_TABLE = 300
NEVER_RETRY = 0
RETRY_MILLISECONDS = 5000


async def table_socket(socket: WebSocket) -> None:
    """``/ws/TABLE``: the cookie (or ?token=) tells who it is, the table tells which seat."""
    services: Services = socket.app.state.services
    table = services.hub.tables.get(socket.path_params["table"])
    person = services.identity.of(socket)
    problem = _problem(services, socket, table, person)
    if problem or table is None or person is None:
        return await _turn_away(services, socket, problem, NEVER_RETRY)
    address = socket.client.host if socket.client else ""
    if not services.open_sockets.enter(person.id, address):
        return await _turn_away(services, socket, "too-many-sockets", RETRY_MILLISECONDS)
    try:
        await socket.accept()
    except BaseException:
        services.open_sockets.leave(person.id, address)
        raise
    # The session stays with the socket. A route that waited for its end would keep all of ASGI's own in memory.
    wants_log, seals = (socket.query_params.get(name) == "1" for name in ("log", "seal"))
    TableSession(services, socket.scope["socket_protocol"], table, person, address, wants_log, seals).begin()


async def _turn_away(services: Services, socket: WebSocket, problem: str, retry: int) -> None:
    """Say why, and hang up; a browser learns nothing from a handshake that fails."""
    services.metrics.refused.labels(problem).inc()
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
        await socket.accept()
        await socket.send_text(encode(Closing(problem, retry)).decode("utf-8"))
        await socket.close(4000, problem)


def _problem(services: Services, socket: WebSocket, table: Table | None, person: Person | None) -> str:
    if not services.from_our_page(socket):
        return "wrong-origin"
    if person is None:
        return "no-cookie"
    if table is None:
        return "no-such-table"
    watching = table.seat_of(person.id) is None
    if watching and not table.setup.watch and not any(seat.free() for seat in table.seats):
        return "no-watchers"
    if watching and len(table.audience.connections) >= MAX_WATCHERS_PER_TABLE:
        return "no-room"
    return ""
