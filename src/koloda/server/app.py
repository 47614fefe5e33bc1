"""The web application: its routes, its security headers, how it starts and stops."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import structlog
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.routing import Route, WebSocketRoute
from starlette.types import Message, Receive, Scope, Send

from koloda.core.errors import KolodaError
from koloda.server.http.page import page
from koloda.server.http.requests import on_bug, on_http_error, on_koloda_error
from koloda.server.http.routes import ROUTES
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
log = structlog.get_logger()


class WebApp:
    """The application, with security headers on every answer (errors too) and a measure of how long it took."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything through; add to the first message of an answer."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SECURITY_HEADERS)
            await send(message)

        began = time.perf_counter()
        try:
            await self.app(scope, receive, with_headers)
        finally:
            self.app.state.services.metrics.requests.observe(time.perf_counter() - began)

    def say_goodbye(self, retry_ms: int) -> None:
        """Before the sockets are closed."""
        self.app.state.services.hub.say_goodbye(retry_ms)


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
    return WebApp(app)
