"""The web application: its routes, its security headers, how it starts and stops."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial

import structlog
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Lifespan, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

import koloda
from koloda.core.errors import KolodaError
from koloda.server.access.guest_list import ban_text, keep_fresh
from koloda.server.busy import metered, nobody_pays
from koloda.server.http.bots import BOT_ROUTES, EVENTS_PATH, keep_bots_known
from koloda.server.http.described import openapi
from koloda.server.http.headers import add_headers, preflight
from koloda.server.http.host import HOST_PATH, HOST_ROUTES
from koloda.server.http.host_here import host_for_nodes
from koloda.server.http.house import HOUSE_PATH, HOUSE_ROUTES
from koloda.server.http.keeper import keep_views_for_ever
from koloda.server.http.my_data import turns_for_nodes
from koloda.server.http.old_things import keep_no_longer_than_wanted
from koloda.server.http.page import page
from koloda.server.http.people import PEOPLE_ROUTES
from koloda.server.http.person_keeper import keep_signed_out_away, people_for_nodes
from koloda.server.http.requests import answer, on_bug, on_http_error, on_koloda_error, public_answer, refused
from koloda.server.http.routes import ROUTES, answer_for_nodes
from koloda.server.metering import LoopShare, LoopShares, unknown_person
from koloda.server.networks import Asker
from koloda.server.protocol.bodies import Refusal
from koloda.server.protocol.refusals import STATUS, TOO_MANY_REQUESTS, closing
from koloda.server.sockets.endpoint import RETRY_MILLISECONDS, sockets_for_nodes, table_socket, turn_away
from koloda.server.storage.house import Ban
from koloda.server.storage.store import TableLost, not_saved

from .services import Services
from .settings import Settings

LAG_SECONDS = 1.0  # between two looks at the event loop
STANDSTILL_SECONDS = 2.0  # that an operator should hear of
DESCRIBED = [*ROUTES, *PEOPLE_ROUTES, *HOUSE_ROUTES, *HOST_ROUTES, *BOT_ROUTES]
REQUEST_SECONDS = 0.0001  # to write an answer, which is not measured
log = structlog.get_logger()


class WebApp:
    """The application, with security headers on every answer (errors too) and a measure of how long it took."""

    def __init__(self, app: Starlette, loop_shares: LoopShares) -> None:
        self.app = app
        self.loop_shares = loop_shares
        self.open_requests: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything through, when it is its asker's turn; add to the first message of an answer."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        services: Services = self.app.state.services
        asker = self._asker_of(scope, services)
        if services.kept_days.names:
            services.last_here.note(asker.person)
        port = (scope.get("client") or ("", 0))[1]
        share = self.loop_shares.of(asker.address, asker.person or unknown_person(asker.address, port))
        app = await self._way_in(scope, services, share, asker)
        spend = share.spend
        if app is None:  # all at an address would have to wait for the debt that its refusals made
            app, spend = partial(_turn_away, TOO_MANY_REQUESTS[share.whose()]), nobody_pays
        spend(REQUEST_SECONDS)
        if scope["type"] != "http":
            return await metered(app(scope, receive, send), spend)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_headers(MutableHeaders(scope=message), scope, services.settings)
            await send(message)

        began = time.perf_counter()
        try:
            await metered(app(scope, receive, with_headers), spend)
        except TableLost:
            await answer_lost(scope, receive, with_headers)
        finally:
            if scope["path"] != EVENTS_PATH:  # that one lasts as long as its listener
                services.metrics.requests.observe(time.perf_counter() - began)

    def _asker_of(self, scope: Scope, services: Services) -> Asker:
        """For whom something is done."""
        address = (scope.get("client") or ("", 0))[0]
        return Asker(services.identity.payer(HTTPConnection(scope)), address)

    async def _way_in(self, scope: Scope, services: Services, share: LoopShare, asker: Asker) -> ASGIApp | None:
        """The application, when it is somebody's turn; or who says no in its place. None: their turn does not come."""
        path: str = scope["path"]
        if any(name == b"transfer-encoding" for name, _ in scope["headers"]):
            return partial(_turn_away, "no-length")
        asked_for_another = preflight(scope, services.settings)
        if asked_for_another is not None:
            return asked_for_another
        if path.startswith(HOST_PATH) and services.host_key.opens(HTTPConnection(scope)):
            return self.app  # the host waits for nobody: they may have to end a flood
        if not await share.wait():
            return None
        if not path.startswith(("/api/", "/ws/")) or path == HOUSE_PATH:
            return self.app
        ban = services.guests.ban_of(asker._replace(person=services.identity.claimed(HTTPConnection(scope))))
        return self.app if ban is None else partial(_show_out, ban)

    @property
    def settings(self) -> Settings:
        """What the operator has set."""
        services: Services = self.app.state.services
        return services.settings

    async def say_goodbye(self, retry_ms: int) -> None:
        """Before the sockets are closed: where there are other nodes, tables and people go there."""
        services: Services = self.app.state.services
        await services.cluster.leave(retry_ms)


async def answer_lost(scope: Scope, receive: Receive, send: Send) -> None:
    """Nobody knows whether it was written: it may be asked for again."""
    problem = not_saved("the connection is lost")
    await answer(Refusal(problem.reason, problem.text.ru, problem.text.en), 503)(scope, receive, send)


async def _turn_away(reason: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Nothing but a no; where more may come than there is time for, it is the last word over this connection."""
    if scope["type"] == "http":
        no = refused(reason)
        if reason == "no-length" or reason in TOO_MANY_REQUESTS.values():
            no.headers["connection"] = "close"
        await no(scope, receive, send)
    else:
        await turn_away(WebSocket(scope, receive, send), closing(reason, RETRY_MILLISECONDS))


async def _show_out(ban: Ban, scope: Scope, receive: Receive, send: Send) -> None:
    """Tell somebody until when they are not welcome."""
    text = ban_text(ban)
    if scope["type"] == "http":
        await answer(Refusal("banned", text.ru, text.en), STATUS["banned"])(scope, receive, send)
    else:
        await turn_away(WebSocket(scope, receive, send), closing("banned", text=text))


async def _watch_loop(services: Services) -> None:
    """How late the event loop wakes up is how long a move waits before anybody looks at it."""
    while True:
        due = time.perf_counter() + LAG_SECONDS
        await asyncio.sleep(LAG_SECONDS)
        late = max(0.0, time.perf_counter() - due)
        services.metrics.loop_lag.add(late)
        if late > STANDSTILL_SECONDS:
            log.warning("everything stood still", seconds=round(late, 1))


def make_app(services: Services) -> WebApp:
    """The application; its tables go on when it starts."""

    app = Starlette(
        routes=[
            *DESCRIBED,
            Route("/openapi.json", _description),
            WebSocketRoute("/ws/{table}", table_socket),
            Route("/{path:path}", page),
        ],
        exception_handlers={KolodaError: on_koloda_error, HTTPException: on_http_error, Exception: on_bug},
        lifespan=_lifespan(services),
    )
    app.state.services = services
    answer_for_nodes(services)
    host_for_nodes(services)
    people_for_nodes(services)
    sockets_for_nodes(services)
    turns_for_nodes(services)
    return WebApp(app, services.loop_shares)


async def _description(request: Request) -> Response:
    return public_answer(request, "openapi", lambda: openapi(DESCRIBED))


def _lifespan(services: Services) -> Lifespan[Starlette]:
    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await services.guests.refresh()
        await services.store.bots.refresh()
        await services.cluster.start()
        log.info("started", data=str(services.settings.data), version=koloda.__version__)
        work = (
            services.hub.look_after_tables(),
            _watch_loop(services),
            keep_fresh(services.guests),
            keep_views_for_ever(services),
            keep_signed_out_away(services),
            services.scrubber.scrub_for_ever(),
            keep_bots_known(services),
            keep_no_longer_than_wanted(services),
        )
        helpers = [asyncio.create_task(task) for task in work]
        try:
            yield
        finally:
            for helper in helpers:
                helper.cancel()
            await services.stop()
            log.info("stopped")

    return lifespan
