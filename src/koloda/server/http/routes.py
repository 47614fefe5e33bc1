"""The JSON routes: who I am, what can be played, tables, finished matches."""

from __future__ import annotations

import time
from functools import partial

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from koloda.records import loads
from koloda.server.access.limits import BYTES_PER_KEPT_ITEM, MAX_BODY_BYTES, MAX_RECORD_BYTES
from koloda.server.protocol.bodies import Guest, MatchSaved, NewTable, TableSummary
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import Rename
from koloda.server.protocol.reviews import ReviewState
from koloda.server.storage.archive import match_answer
from koloda.server.table.table import Table
from koloda.server.table.typed_text import clean_text
from koloda.server.thinking.reviews import NoReview
from koloda.words import rules_page

from .catalogue import catalogue, game_info, pack_info
from .errands import qr_picture, record_of, replayed_record, views_of
from .picture import picture
from .requests import (
    address_of,
    answer,
    body_of,
    charge,
    charge_for_keeping,
    json_answer,
    person_of,
    public_answer,
    raw_body,
    refusal,
    services_of,
)

MAX_CLOCK_SECONDS = 3600
MAX_QR_LETTERS = 300
# What some requests cost in the tokens of their address, by the time that they take
CODE_COST = 10.0  # it takes none, but somebody who tries one code after the other would find the private tables
QR_COST = 10.0
PACK_COST = 2.0
BYTES_PER_REQUEST_TOKEN = 1000  # of a record that is to be replayed
BYTES_PER_ARCHIVE_TOKEN = 20_000  # of a match that is read from disk


async def me(request: Request) -> Response:
    """GET: who I am (a newcomer gets a cookie). POST {name}: what I want to be called."""
    identity = services_of(request).identity
    person = identity.by_cookie(request) or identity.new()
    if request.method == "POST":
        name = clean_text((await body_of(request, Rename)).name)
        charge_for_keeping(request)
        person = await identity.rename(person, name)
    response = answer(Guest(person.id, person.name, identity.token(person)))
    identity.remember(response, person)
    return response


async def games(request: Request) -> Response:
    """The catalogue."""
    return public_answer(request, "catalogue", catalogue)


async def game(request: Request) -> Response:
    """Everything about one game."""
    game_id = request.path_params["game"]
    return public_answer(request, f"game {game_id}", lambda: game_info(game_id))


async def game_picture(request: Request) -> Response:
    """A typical moment of a game, as one seat sees it."""
    game_id = request.path_params["game"]
    return public_answer(request, f"picture {game_id}", lambda: picture(game_id))


async def pack(request: Request) -> Response:
    """The cards of a game of these seats and options, and with which requests of chance it begins."""
    charge(request, PACK_COST)
    seats, options = request.query_params.get("seats", ""), request.query_params.get("options") or "{}"
    number = int(seats) if seats.isascii() and seats.isdecimal() and len(seats) < 3 else seats
    return answer(pack_info(request.path_params["game"], number, loads(options)))


async def rules(request: Request) -> Response:
    """A rules page as Markdown."""
    lang = "ru" if request.query_params.get("lang") == "ru" else "en"
    return PlainTextResponse(rules_page(request.path_params["game"], lang))


async def make_table(request: Request) -> Response:
    """POST NewTable."""
    services, person = services_of(request), person_of(request)
    setup = await body_of(request, NewTable)
    settings, address = services.settings, address_of(request)
    services.hub.check_room(person.id, address, settings.person_tables, settings.address_tables)
    if not 0 <= setup.clock <= MAX_CLOCK_SECONDS:
        raise refusal("bad-clock")
    if len(setup.bots) > setup.seats:
        raise refusal("too-many-bots")
    charge_for_keeping(request)
    return answer(await services.hub.make(setup, person, address), 201)


def table_of(request: Request) -> Table:
    """The table that a path names by its id or code. A code is paid for before anybody knows whether it is right."""
    hub, asked = services_of(request).hub, request.path_params["table"]
    table = hub.tables.get(asked)
    if table is None:
        charge(request, CODE_COST)
        table = hub.find(asked)
    if table is None:
        raise refusal("no-such-table")
    return table


async def table_summary(request: Request) -> Response:
    """A table by id or short code: enough for an invitation."""
    table = table_of(request)
    chairs = [seat.chair() for seat in table.seats]
    return answer(TableSummary(table.id, table.code, table.setup.game, table.status(), chairs))


async def table_matches(request: Request) -> Response:
    """The finished matches of a table, the last one first: for those who sit there, or may watch it."""
    table = table_of(request)
    if not table.audience.may_look(table.seat_of(person_of(request).id)):
        raise refusal("no-watchers")
    return answer(table.evening.matches[::-1])


async def lobby(request: Request) -> Response:
    """Open tables, and those to be watched."""
    services = services_of(request)
    return json_answer(services.lobby.get(lambda: encode(services.hub.lobby())))


async def history(request: Request) -> Response:
    """My finished matches."""
    return answer(services_of(request).store.history(person_of(request).id))


def stored_match(request: Request) -> str:
    """The finished match that a path names, as it is stored."""
    stored = services_of(request).store.match_text(request.path_params["match"])
    if stored is None:
        raise refusal("no-such-match")
    return stored


async def match(request: Request) -> Response:
    """A finished match: its record, its players, and how its deal was sealed."""
    return json_answer(
        services_of(request).answers.get(f"match {request.path_params['match']}", partial(_match, request))
    )


def _match(request: Request) -> bytes:
    stored = stored_match(request)
    charge(request, 1 + len(stored) / BYTES_PER_ARCHIVE_TOKEN)
    return match_answer(stored)


async def upload(request: Request) -> Response:
    """POST a record: it is replayed first, and kept if that works."""
    services = services_of(request)
    person_of(request)
    body = await raw_body(request, MAX_RECORD_BYTES)
    charge_for_work(request, len(body))
    record = await services.background.do(address_of(request), replayed_record, body)
    charge_for_keeping(request, 1 + len(body) / BYTES_PER_KEPT_ITEM)
    return answer(MatchSaved(await services.hub.save_upload(record)), 201)


def charge_for_work(request: Request, size: int) -> None:
    """For replaying a record of this size; the longest one can still be paid for."""
    most = services_of(request).settings.requests_burst / 2
    charge(request, min(1 + size / BYTES_PER_REQUEST_TOKEN, most))


async def match_views(request: Request) -> Response:
    """The views of every step of a finished match, as one seat or a watcher saw it, or with all cards open."""
    stored, viewer = stored_match(request), request.query_params.get("eyes", "watch")
    charge_for_work(request, len(stored))
    return json_answer(await services_of(request).background.do(address_of(request), views_of, stored, viewer))


async def review(request: Request) -> Response:
    """POST: have a seat of a finished match reviewed. GET: how far that has come. DELETE: it is no longer wanted.

    With ``if_free=1`` nobody has asked for it, and where there is no room for it the answer is "cancelled", no refusal.
    """
    reviews, match_id = services_of(request).reviews, request.path_params["match"]
    if request.method == "GET":
        return answer(reviews.get(match_id, seat_asked(request)))
    person = person_of(request).id
    await raw_body(request, MAX_BODY_BYTES)
    seat = seat_asked(request)
    if request.method == "DELETE":
        return answer(reviews.cancel(match_id, seat, person))
    state = reviews.join(match_id, seat, person)
    try:
        return answer(state or await _begin_review(request, match_id, seat, person), 202)
    except NoReview:
        if "if_free" not in request.query_params:
            raise
        return answer(ReviewState("cancelled", 0, 0), 202)


async def _begin_review(request: Request, match_id: str, seat: int, person: str) -> ReviewState:
    services, stored = services_of(request), stored_match(request)
    address = address_of(request)
    services.reviews.check_limits(person, address)
    charge_for_work(request, len(stored))
    record = await services.background.do(address, record_of, stored)
    if seat >= record["seats"]:
        raise refusal("bad-seat")
    return services.reviews.begin(match_id, record, seat, person, address)


def seat_asked(request: Request) -> int:
    """The seat of a query."""
    text = request.query_params.get("seat", "")
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        raise refusal("bad-seat")
    return int(text)


async def qr(request: Request) -> Response:
    """A QR code of an invitation, as SVG."""
    text = request.query_params.get("text", "")
    if not 0 < len(text) <= MAX_QR_LETTERS:
        raise refusal("bad-text")
    charge(request, QR_COST)
    picture = await services_of(request).background.do(address_of(request), qr_picture, text)
    return Response(picture, media_type="image/svg+xml")


async def health(request: Request) -> Response:
    """Alive, and for how many tables; 503 while nothing can be saved."""
    services = services_of(request)
    well = await services.store.is_well()
    status = "ok" if well else services.store.problem
    return answer({"status": status, "tables": len(services.hub.tables), "time": time.time()}, 200 if well else 503)


async def metrics(request: Request) -> Response:
    """For Prometheus."""
    return Response(services_of(request).metrics.text(), media_type="text/plain; version=0.0.4")


ROUTES = [
    Route("/api/me", me, methods=["GET", "POST"]),
    Route("/api/games", games),
    Route("/api/games/{game}", game),
    Route("/api/games/{game}/rules", rules),
    Route("/api/games/{game}/picture", game_picture),
    Route("/api/games/{game}/pack", pack),
    Route("/api/tables", make_table, methods=["POST"]),
    Route("/api/tables/{table}", table_summary),
    Route("/api/tables/{table}/matches", table_matches),
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
