"""The web application: routes, the page itself, security headers, start and stop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import structlog
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koloda.core.errors import KolodaError

from .http import ROUTES, answer, on_koloda_error
from .parts import Parts
from .settings import Settings
from .sockets import table_socket

HEADERS = {
    "content-security-policy": "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
SWEEP = 600.0
log = structlog.get_logger()


class SafeHeaders:
    """Puts the security headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything through; add to the first message of an answer."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


async def page(request: Request) -> Response:
    """The built page: assets by name, index.html for every address that the page itself understands."""
    folder: Path = request.app.state.parts.settings.page.resolve()
    wanted = (folder / request.path_params["path"]).resolve()
    if wanted.is_file() and wanted.is_relative_to(folder):
        lasting = "assets" in wanted.parts
        return FileResponse(wanted, headers={"cache-control": "max-age=31536000, immutable" if lasting else "no-cache"})
    if not (folder / "index.html").exists():
        return PlainTextResponse("The page is not built: run scripts/serve.", 503)
    return FileResponse(folder / "index.html", headers={"cache-control": "no-cache"})


async def on_http_error(request: Request, error: Exception) -> Response:
    """Errors as JSON, with the status's own words."""
    assert isinstance(error, HTTPException)
    return answer({"reason": str(error.status_code), "ru": error.detail, "en": error.detail}, error.status_code)


async def _sweep_for_ever(parts: Parts) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        await parts.hub.sweep()


def make_app(settings: Settings) -> Starlette:
    """The application; it opens its store when it starts and rebuilds the tables of the journal."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        parts = Parts(settings)
        app.state.parts = parts
        tables = parts.hub.restore()
        log.info("started", tables=tables, data=str(settings.data))
        sweeper = asyncio.create_task(_sweep_for_ever(parts))
        try:
            yield
        finally:
            sweeper.cancel()
            await parts.hub.stop()
            parts.store.close()
            log.info("stopped")

    app = Starlette(
        routes=[
            *ROUTES,
            WebSocketRoute("/ws/{table}", table_socket),
            Route("/{path:path}", page),
        ],
        exception_handlers={KolodaError: on_koloda_error, HTTPException: on_http_error},
        lifespan=lifespan,
    )
    app.add_middleware(SafeHeaders)
    return app
