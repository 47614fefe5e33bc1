"""The built page: its files, and index.html for every address that the page itself understands."""

from __future__ import annotations

import re
from mimetypes import add_type, guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response

from koloda.games.registry import all_games
from koloda.server.services import Services

from .link_card import MARK, link_card
from .requests import refusal, services_of

add_type("application/manifest+json", ".webmanifest")
COMPRESSED = (("br", ".br"), ("gzip", ".gz"))
# The addresses that the page knows, as in its router.svelte.ts
KNOWN = re.compile(
    r"|(rules|t|table)/[^/]+/?|new(/[^/]+)?/?|match/[^/]+(/review)?/?|embed/match/[^/]+/?|invitation/[^/]+/?"
    r"|(lobby|games|history|replay|settings|device|privacy|host)/?",
    re.ASCII,
)
EMBEDDED = "embed/"
OTHER_NAMES = {"manifest.json": "manifest.webmanifest"}  # where some programs look for it
FILE_NAME = re.compile(r"(^|/)[^/]*\.[a-z0-9]{1,5}$", re.IGNORECASE)


async def page(request: Request) -> Response:
    """A file of the page, or index.html; a newcomer gets a cookie with it."""
    services = services_of(request)
    folder = services.settings.page.resolve()
    path = request.path_params["path"]
    if path.startswith("api/"):
        raise refusal("not-found")
    path = OTHER_NAMES.get(path, path)
    asset = _asset(folder, path) if path else None
    if asset is not None:
        return _file(asset, request, lasting=path.startswith("assets/"))
    known = KNOWN.fullmatch(path) is not None and await _is_there(services, path)
    if not known and FILE_NAME.search(path):
        raise refusal("not-found")
    if not (folder / "index.html").exists():
        return PlainTextResponse("The page is not built: run scripts/serve.", 503)
    card = await link_card(services, path, str(request.base_url).rstrip("/"))
    response = _with_card(folder / "index.html", card) if card else _file(folder / "index.html", request)
    if not known:
        response.status_code = 404
    first_request = await _first_request(services, path)
    if first_request:
        response.headers["link"] = f"<{first_request}>; rel=preload; as=fetch; crossorigin"
    if not path.startswith("embed/") and await services.identity.by_cookie(request) is None:
        services.identity.remember(response, services.identity.new())
    return response


async def _is_there(services: Services, path: str) -> bool:
    """Whether there is what an address names. Nobody may find out by this which codes of tables there are."""
    kind, _, name = path.removeprefix(EMBEDDED).rstrip("/").partition("/")
    if kind == "table":
        return await services.store.tables.of(name) is not None
    if kind == "match":
        return await services.store.has_match(name.removesuffix("/review"))
    return kind not in ("rules", "new") or not name or name in {game.info.id for game in all_games()}


async def _first_request(services: Services, path: str) -> str:
    """What the page will ask for first at this address, so that the browser can ask at once."""
    if not path:
        return "/api/games"
    row = await services.store.tables.of(path.removeprefix("table/")) if path.startswith("table/") else None
    return f"/api/games/{row.game}" if row is not None else ""


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
