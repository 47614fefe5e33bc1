"""The web application: its routes, its security headers, how it starts and stops."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from functools import partial

import structlog
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koloda.core.errors import KolodaError
from koloda.server.http.page import page
from koloda.server.http.requests import on_bug, on_http_error, on_koloda_error, refused
from koloda.server.http.routes import ROUTES
from koloda.server.metering import LoopShares, metered
from koloda.server.sockets.endpoint import table_socket

from .services import Services

SECURITY_HEADERS = {
    "content-security-policy": "default-src 'self'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
SWEEP_SECONDS = 600.0
REQUEST_SECONDS = 0.0001  # to write an answer, which is not measured
log = structlog.get_logger()


class WebApp:
    """The application, with security headers on every answer (errors too) and a measure of how long it took."""

    def __init__(self, app: Starlette, loop_shares: LoopShares) -> None:
        self.app = app
        self.loop_shares = loop_shares

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything through, when it is its address's turn; add to the first message of an answer."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        services: Services = self.app.state.services
        client = scope.get("client")
        share = self.loop_shares.of(client[0] if client else "")
        app: ASGIApp = self.app if await share.wait() else partial(_turn_away, "too-many-requests")
        if any(name == b"transfer-encoding" for name, _ in scope["headers"]):
            app = partial(_turn_away, "no-length")
        share.spend(REQUEST_SECONDS)
        if scope["type"] != "http":
            return await metered(app(scope, receive, send), share.spend)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SECURITY_HEADERS)
            await send(message)

        began = time.perf_counter()
        try:
            await metered(app(scope, receive, with_headers), share.spend)
        finally:
            services.metrics.requests.observe(time.perf_counter() - began)

    def say_goodbye(self, retry_ms: int) -> None:
        """Before the sockets are closed."""
        self.app.state.services.hub.say_goodbye(retry_ms)


async def _turn_away(reason: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Nothing but a no; where it is not known how much more comes, it is the last word over this connection."""
    if scope["type"] == "http":
        no = refused(reason)
        if reason == "no-length":
            no.headers["connection"] = "close"
        await no(scope, receive, send)
    else:
        await send({"type": "websocket.close"})


async def _sweep_for_ever(services: Services) -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        await services.hub.sweep()


def make_app(services: Services) -> WebApp:
    """The application; its tables go on when it starts."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        services.hub.wake()
        log.info("started", tables=len(services.hub.tables), data=str(services.settings.data))
        sweeper = asyncio.create_task(_sweep_for_ever(services))
        try:
            yield
        finally:
            sweeper.cancel()
            await services.reviews.stop()
            await services.hub.stop()
            await services.pool.stop()
            await services.background.stop()
            services.store.close()
            log.info("stopped")

    app = Starlette(
        routes=[
            *ROUTES,
            WebSocketRoute("/ws/{table}", table_socket),
            Route("/{path:path}", page),
        ],
        exception_handlers={KolodaError: on_koloda_error, HTTPException: on_http_error, Exception: on_bug},
        lifespan=lifespan,
    )
    app.state.services = services
    return WebApp(app, services.loop_shares)
