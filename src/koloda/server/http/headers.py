"""The headers of every answer: what a page of ours may load, who may frame it, and which other pages may ask us."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import Scope

from koloda.server.settings import Settings

from .host import HOST_PATH

EMBED_PATH = "/embed/"
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "
)
SECURITY_HEADERS = {
    "content-security-policy": f"{POLICY}'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
EMBED_HEADERS = {**SECURITY_HEADERS, "content-security-policy": f"{POLICY}*"}
PREFLIGHT_HEADERS = {
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": "authorization, content-type",
    "access-control-max-age": "600",
}


def add_headers(headers: MutableHeaders, scope: Scope, settings: Settings) -> None:
    """To an answer."""
    headers.update(EMBED_HEADERS if scope["path"].startswith(EMBED_PATH) else SECURITY_HEADERS)
    if settings.origins and _is_open(scope["path"]):
        headers.add_vary_header("origin")
        origin = Headers(scope=scope).get("origin", "")
        if origin in settings.origins:
            headers["access-control-allow-origin"] = origin


def preflight(scope: Scope, settings: Settings) -> Response | None:
    """The answer to a browser that asks whether another page may ask; None if it is no such question.

    No cookie is ever taken from such a page: it has a token of its own.
    """
    headers = Headers(scope=scope)
    asks = scope["type"] == "http" and scope["method"] == "OPTIONS" and "access-control-request-method" in headers
    if not asks or not _is_open(scope["path"]) or headers.get("origin", "") not in settings.origins:
        return None
    return Response(status_code=204, headers=PREFLIGHT_HEADERS)


def _is_open(path: str) -> bool:
    """Whether pages of other origins may ask for it at all."""
    return path == "/openapi.json" or (path.startswith("/api/") and not path.startswith(HOST_PATH))
