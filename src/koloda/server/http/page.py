"""The built page: its files, and index.html for every address that the page itself understands."""

from __future__ import annotations

from mimetypes import add_type, guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response

from koloda.server.services import Services

from .link_card import MARK, link_card
from .requests import refusal, services_of

add_type("application/manifest+json", ".webmanifest")
COMPRESSED = (("br", ".br"), ("gzip", ".gz"))


async def page(request: Request) -> Response:
    """A file of the page, or index.html; a newcomer gets a cookie with it."""
    services = services_of(request)
    folder = services.settings.page.resolve()
    path = request.path_params["path"]
    if path.startswith("api/"):
        raise refusal("not-found")
    asset = _asset(folder, path) if path else None
    if asset is not None:
        return _file(asset, request, lasting=path.startswith("assets/"))
    if not (folder / "index.html").exists():
        return PlainTextResponse("The page is not built: run scripts/serve.", 503)
    card = link_card(services, path, str(request.base_url).rstrip("/"))
    response = _with_card(folder / "index.html", card) if card else _file(folder / "index.html", request)
    first_request = _first_request(services, path)
    if first_request:
        response.headers["link"] = f"<{first_request}>; rel=preload; as=fetch; crossorigin"
    if services.identity.by_cookie(request) is None:
        services.identity.remember(response, services.identity.new())
    return response


def _first_request(services: Services, path: str) -> str:
    """What the page will ask for first at this address, so that the browser can ask at once."""
    if not path:
        return "/api/games"
    table = services.hub.tables.get(path.removeprefix("table/")) if path.startswith("table/") else None
    return f"/api/games/{table.setup.game}" if table is not None else ""


def _file(path: Path, request: Request, lasting: bool = False) -> Response:
    """A file of the page, compressed if the build has made that and the browser accepts it."""
    headers = {
        "cache-control": "max-age=31536000, immutable" if lasting else "no-cache",
        "vary": "accept-encoding",
    }
    media_type = guess_type(path)[0]
    for coding, ending in COMPRESSED:
        compressed = path.with_name(path.name + ending)
        if coding in request.headers.get("accept-encoding", "") and compressed.is_file():
            return FileResponse(compressed, headers={**headers, "content-encoding": coding}, media_type=media_type)
    return FileResponse(path, headers=headers, media_type=media_type)


def _with_card(index: Path, card: str) -> Response:
    """The page with the meta tags of its link."""
    text = index.read_text(encoding="utf-8").replace(MARK, MARK + card, 1)
    return HTMLResponse(text, headers={"cache-control": "no-cache", "vary": "accept-encoding"})


def _asset(folder: Path, path: str) -> Path | None:
    """A file of the built page; None for anything outside of it, and for what cannot be a path."""
    try:
        asset = (folder / path).resolve()
        return asset if asset.is_relative_to(folder) and asset.is_file() else None
    except (OSError, ValueError):
        return None
