"""The JSON routes: who I am, what can be played, tables, the archive."""

from __future__ import annotations

import gzip
import io
import time
from functools import lru_cache, partial
from typing import Any, TypeVar

import msgspec
import segno
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from koloda.core.errors import KolodaError
from koloda.core.record_types import Record
from koloda.match import Match, moves_of, start_of
from koloda.records import loads, open_view
from koloda.server.protocol import messages as p
from koloda.server.protocol.refusals import STATUS
from koloda.server.protocol.views import wire_view
from koloda.server.services import Parts
from koloda.server.sockets.outbox import Person
from koloda.server.storage.store import StoreError
from koloda.server.table.commands import clean
from koloda.server.thinking.background import aside
from koloda.untrusted import checked_record
from koloda.words import rules_page

from . import catalogue
from .limits import BODY, KEPT, RECORD

T = TypeVar("T")
# What some requests cost, by the time that they take
GUESS = 10.0  # none, but who tries codes in turn would find the private tables
PICTURE = 10.0
STEPS = 20  # of a match, for one more
BYTES = 1000  # of a record, for one more


def parts_of(request: Request) -> Parts:
    """What the routes share."""
    parts: Parts = request.app.state.parts
    return parts


def answer(value: object, status: int = 200) -> Response:
    """JSON, never cached."""
    return Response(msgspec.json.encode(value), status, {"cache-control": "no-store"}, "application/json")


def public(request: Request, value: object) -> Response:
    """JSON that is the same for everybody: kept for a minute, and small for those who take it so."""
    body = msgspec.json.encode(value)
    headers = {"cache-control": "max-age=60", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = gzip.compress(body), "gzip"
    return Response(body, 200, headers, "application/json")


def refusal(error: KolodaError, status: int = 400) -> Response:
    """A KolodaError as JSON: its reason and both sentences."""
    return answer({"reason": error.reason, "ru": error.text.ru, "en": error.text.en}, status)


def no(reason: str) -> HTTPException:
    """A refusal of the server's own; ``refusals.py`` has its sentence."""
    return HTTPException(STATUS.get(reason, 400), reason)


async def on_koloda_error(request: Request, error: Exception) -> Response:
    """Whatever the rules or the store refuse."""
    assert isinstance(error, KolodaError)
    return refusal(error, 503 if isinstance(error, StoreError) else STATUS.get(error.reason, 400))


async def body_of(request: Request, kind: type[T], most: int = BODY) -> T:
    """The body of a POST, checked."""
    try:
        return msgspec.json.decode(await raw_body(request, most), type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise no("bad-body") from error


def costly(request: Request, cost: float = 1.0) -> None:
    """What takes more than a moment, or changes something, one address cannot ask for all the time."""
    if not parts_of(request).requests.take(address_of(request), cost):
        raise no("too-many-requests")


def keeping(request: Request, cost: float = 1.0) -> None:
    """What is kept for days: one address cannot fill the disk, nor have all the tables."""
    if not parts_of(request).keeps.take(address_of(request), cost):
        raise no("too-much-today")


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


async def raw_body(request: Request, most: int) -> bytes:
    """The bytes of a POST from our own page, no more than ``most``."""
    if not parts_of(request).from_our_page(request):
        raise no("wrong-origin")
    costly(request)
    collected = b""
    try:
        async for chunk in request.stream():
            collected += chunk
            if len(collected) > most:
                raise no("too-big")
    except ClientDisconnect as error:
        raise no("bad-body") from error
    return collected


def person_of(request: Request) -> Person:
    """Who asks; /api/me gives the cookie."""
    person = parts_of(request).identity.of(request)
    if person is None:
        raise no("no-cookie")
    return person


async def me(request: Request) -> Response:
    """GET: who I am (a newcomer gets his cookie). POST {name}: what I want to be called."""
    identity = parts_of(request).identity
    person = identity.by_cookie(request) or identity.new()
    if request.method == "POST":
        name = clean((await body_of(request, p.Rename)).name)
        keeping(request)
        person = await identity.rename(person, name)
    response = answer(p.Guest(person.id, person.name, identity.token(person)))
    identity.remember(response, person)
    return response


async def games(request: Request) -> Response:
    """The catalogue."""
    return public(request, catalogue.catalogue())


async def game(request: Request) -> Response:
    """Everything about one game."""
    return public(request, catalogue.whole(request.path_params["game"]))


async def rules(request: Request) -> Response:
    """A rules page as Markdown."""
    lang = "ru" if request.query_params.get("lang") == "ru" else "en"
    return PlainTextResponse(rules_page(request.path_params["game"], lang))


async def make_table(request: Request) -> Response:
    """POST NewTable."""
    parts, person = parts_of(request), person_of(request)
    setup = await body_of(request, p.NewTable)
    mine = sum(table.host == person.id for table in parts.hub.tables.values())
    if mine >= parts.settings.person_tables:
        raise no("too-many-tables")
    if not 0 <= setup.clock <= 3600:
        raise no("bad-clock")
    if len(setup.bots) > setup.seats:
        raise no("too-many-bots")
    keeping(request)
    return answer(await parts.hub.make(setup, person.id, person.name), 201)


async def table(request: Request) -> Response:
    """A table by id or short code: enough for an invitation."""
    found = parts_of(request).hub.find(request.path_params["table"])
    if found is None:
        costly(request, GUESS)
        raise no("no-such-table")
    chairs = [place.chair() for place in found.places]
    return answer(
        {"id": found.id, "code": found.code, "game": found.setup.game, "status": found.status(), "chairs": chairs}
    )


async def lobby(request: Request) -> Response:
    """Open tables, and those to be watched."""
    return answer(parts_of(request).hub.lobby())


async def history(request: Request) -> Response:
    """My finished matches."""
    found = parts_of(request).store.history(person_of(request).id)
    return answer([p.HistoryItem(seat=seat, **head) for seat, head in found])


def archived(request: Request) -> dict[str, Any]:
    """The archived match of a path."""
    body = parts_of(request).store.match(request.path_params["match"])
    if body is None:
        raise no("no-such-match")
    return body


async def match(request: Request) -> Response:
    """A finished match: record, names, and how its deal was sealed."""
    return answer(archived(request))


async def upload(request: Request) -> Response:
    """POST a record: it is replayed first, and kept if that works."""
    parts = parts_of(request)
    person_of(request)
    body = await raw_body(request, RECORD)
    costly(request, min(len(body) / BYTES, parts.settings.requests_burst / 2))
    record = await aside(replayed, body.decode("utf-8", "replace"))
    keeping(request, 1 + len(body) / KEPT)
    made = await parts.hub.keep_upload(record, [""] * record["seats"])
    return answer({"id": made}, 201)


def replayed(text: str) -> dict[str, Any]:
    """The record of a match played again, so that it holds nothing but what the rules say."""
    return dict(Match.replay(checked_record(loads(text))).record())


async def match_views(request: Request) -> Response:
    """The views of every step of a finished match, as one seat or a watcher saw it, or with all cards open."""
    record = archived(request)["record"]
    viewer = request.query_params.get("eyes", "watch")
    if viewer not in ("watch", "all") and viewer not in [str(seat) for seat in range(record["seats"])]:
        raise no("bad-eyes")
    costly(request, 1 + len(record["moves"]) / STEPS)
    return await aside(lambda: answer(step_views(record, viewer)))


def step_views(record: Record, viewer: str) -> list[p.FullView]:
    """Every step as this viewer see it; ``all`` opens every card of a finished match."""
    step = start_of(record)
    seat = int(viewer) if viewer.isdecimal() else None
    look = open_view if viewer == "all" else partial(Match.view, seat=seat)
    views = [wire_view(look(step))]
    for mover, move in moves_of(record):
        step.play(mover, move)
        views.append(wire_view(look(step)))
    return views


async def review(request: Request) -> Response:
    """POST: have a seat of a finished match reviewed. GET: how far that is. DELETE: no more interest in it."""
    reviews, wanted = parts_of(request).reviews, request.path_params["match"]
    if request.method == "GET":
        return answer(reviews.get(wanted, seat_asked(request)))
    person = person_of(request).id
    await raw_body(request, BODY)
    if request.method == "DELETE":
        return answer(reviews.cancel(wanted, seat_asked(request), person))
    record, seat = archived(request)["record"], seat_asked(request)
    if seat >= record["seats"]:
        raise no("bad-seat")
    return answer(reviews.begin(wanted, record, seat, person), 202)


def seat_asked(request: Request) -> int:
    """The seat of a query."""
    text = request.query_params.get("seat", "")
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        raise no("bad-seat")
    return int(text)


async def qr(request: Request) -> Response:
    """A QR code of an invitation, as SVG."""
    text = request.query_params.get("text", "")
    if not 0 < len(text) <= 300:
        raise no("bad-text")
    costly(request, PICTURE)
    return Response(await aside(picture, text), media_type="image/svg+xml")


@lru_cache(100)
def picture(text: str) -> bytes:
    """A QR code; it takes a tenth of a second."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=6, border=2, xmldecl=False, dark="#111", light="#fff")
    return out.getvalue()


async def health(request: Request) -> Response:
    """Alive, and for how many tables; 503 while nothing can be saved."""
    parts = parts_of(request)
    well = await parts.store.is_well()
    status = "ok" if well else parts.store.problem
    return answer({"status": status, "tables": len(parts.hub.tables), "time": time.time()}, 200 if well else 503)


async def metrics(request: Request) -> Response:
    """For Prometheus."""
    return Response(parts_of(request).metrics.text(), media_type="text/plain; version=0.0.4")


ROUTES = [
    Route("/api/me", me, methods=["GET", "POST"]),
    Route("/api/games", games),
    Route("/api/games/{game}", game),
    Route("/api/games/{game}/rules", rules),
    Route("/api/tables", make_table, methods=["POST"]),
    Route("/api/tables/{table}", table),
    Route("/api/lobby", lobby),
    Route("/api/history", history),
    Route("/api/matches", upload, methods=["POST"]),
    Route("/api/matches/{match}", match),
    Route("/api/matches/{match}/views", match_views),
    Route("/api/matches/{match}/review", review, methods=["GET", "POST", "DELETE"]),
    Route("/api/qr", qr),
    Route("/healthz", health),
    Route("/metrics", metrics),
]
