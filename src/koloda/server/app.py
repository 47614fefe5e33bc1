"""The web application: routes, the page itself, security headers, start and stop."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from mimetypes import guess_type
from pathlib import Path

import structlog
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Message, Receive, Scope, Send

from koloda.core.errors import KolodaError
from koloda.core.text import Text
from koloda.server.http.routes import ROUTES, answer, no, on_koloda_error
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.sockets.session import table_socket

from .services import Parts

HEADERS = {
    "content-security-policy": "default-src 'self'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
SMALLER = (("br", ".br"), ("gzip", ".gz"))
SWEEP = 600.0
log = structlog.get_logger()


class WebApp:
    """The application with what concerns every answer, also one to an error: safe headers and how long it took."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything through; add to the first message of an answer."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        began = time.perf_counter()
        try:
            await self.app(scope, receive, with_headers)
        finally:
            self.app.state.parts.metrics.requests.observe(time.perf_counter() - began)

    def say_goodbye(self) -> None:
        """Before the sockets are closed."""
        self.app.state.parts.hub.say_goodbye()


async def page(request: Request) -> Response:
    """The built page: assets by name, index.html for every address that the page itself understands."""
    parts: Parts = request.app.state.parts
    folder = parts.settings.page.resolve()
    path = request.path_params["path"]
    if path.startswith("api/"):
        raise no("not-found")
    wanted = _asset(folder, path) if path else None
    if wanted is not None:
        return _file(wanted, request, lasting=path.startswith("assets/"))
    if not (folder / "index.html").exists():
        return PlainTextResponse("The page is not built: run scripts/serve.", 503)
    response = _file(folder / "index.html", request)
    needed = _needed(parts, path)
    if needed:
        response.headers["link"] = f"<{needed}>; rel=preload; as=fetch; crossorigin"
    if parts.identity.by_cookie(request) is None:
        parts.identity.remember(response, parts.identity.new())
    return response


def _needed(parts: Parts, path: str) -> str:
    """What the page will ask for first at this address: the browser may ask at once."""
    if not path:
        return "/api/games"
    table = parts.hub.tables.get(path.removeprefix("table/")) if path.startswith("table/") else None
    return f"/api/games/{table.setup.game}" if table is not None else ""


def _file(wanted: Path, request: Request, lasting: bool = False) -> Response:
    """A file of the page, small if the build has made it small and the browser takes it so."""
    headers = {
        "cache-control": "max-age=31536000, immutable" if lasting else "no-cache",
        "vary": "accept-encoding",
    }
    kind = guess_type(wanted)[0]
    for coding, ending in SMALLER:
        small = wanted.with_name(wanted.name + ending)
        if coding in request.headers.get("accept-encoding", "") and small.is_file():
            return FileResponse(small, headers={**headers, "content-encoding": coding}, media_type=kind)
    return FileResponse(wanted, headers=headers, media_type=kind)


def _asset(folder: Path, path: str) -> Path | None:
    """A file of the built page; what is no path at all is none either."""
    try:
        wanted = (folder / path).resolve()
        return wanted if wanted.is_relative_to(folder) and wanted.is_file() else None
    except (OSError, ValueError):
        return None


async def on_http_error(request: Request, error: Exception) -> Response:
    """Errors as JSON: a reason of ours, or the status's own words."""
    assert isinstance(error, HTTPException)
    text = REFUSALS.get(error.detail)
    if text is None:
        reason, text = str(error.status_code), Text(error.detail, error.detail)
    else:
        reason = error.detail
    return answer({"reason": reason, "ru": text.ru, "en": text.en}, error.status_code)


async def on_bug(request: Request, error: Exception) -> Response:
    """What should never happen; the log says where, the answer does not."""
    return answer({"reason": "500", "ru": "Внутренняя ошибка.", "en": "Internal error."}, 500)


async def _sweep_for_ever(parts: Parts) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        await parts.hub.sweep()


def make_app(parts: Parts) -> WebApp:
    """The application; its tables go on when it starts."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        parts.hub.wake()
        log.info("started", tables=len(parts.hub.tables), data=str(parts.settings.data))
        sweeper = asyncio.create_task(_sweep_for_ever(parts))
        try:
            yield
        finally:
            sweeper.cancel()
            await parts.reviews.stop()
            await parts.hub.stop()
            await parts.thinkers.stop()
            parts.store.close()
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
    app.state.parts = parts
    return WebApp(app)
