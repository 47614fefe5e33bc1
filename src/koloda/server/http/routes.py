"""The JSON routes: who I am, what can be played, tables, finished matches."""

from __future__ import annotations

import io
import time
from functools import lru_cache, partial
from typing import Any

import segno
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from koloda.core.record_types import Record
from koloda.core.view import BeatView
from koloda.match import Match, moves_of, start_of
from koloda.records import loads, open_beats, open_view
from koloda.server.access.limits import BYTES_PER_KEPT_ITEM, MAX_BODY_BYTES, MAX_RECORD_BYTES
from koloda.server.protocol.bodies import ArchivedMatch, Guest, MatchSaved, NewTable, TableSummary
from koloda.server.protocol.messages import FullView, Rename
from koloda.server.protocol.views import Comparison, wire_view
from koloda.server.table.table import Table
from koloda.server.table.typed_text import clean_text
from koloda.server.thinking.background import in_background
from koloda.untrusted import checked_record
from koloda.words import rules_page

from .catalogue import catalogue, game_info
from .requests import (
    answer,
    body_of,
    charge,
    charge_for_keeping,
    person_of,
    public_answer,
    raw_body,
    refusal,
    services_of,
)

MAX_CLOCK_SECONDS = 3600
MAX_QR_LETTERS = 300
# What some requests cost in the tokens of their address, by the time that they take
WRONG_CODE_COST = 10.0  # it takes none, but somebody who tries one code after the other would find the private tables
QR_COST = 10.0
MOVES_PER_REQUEST_TOKEN = 20  # of a match whose views are asked for
BYTES_PER_REQUEST_TOKEN = 1000  # of a record that is sent


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
    return public_answer(request, catalogue())


async def game(request: Request) -> Response:
    """Everything about one game."""
    return public_answer(request, game_info(request.path_params["game"]))


async def rules(request: Request) -> Response:
    """A rules page as Markdown."""
    lang = "ru" if request.query_params.get("lang") == "ru" else "en"
    return PlainTextResponse(rules_page(request.path_params["game"], lang))


async def make_table(request: Request) -> Response:
    """POST NewTable."""
    services, person = services_of(request), person_of(request)
    setup = await body_of(request, NewTable)
    mine = sum(table.host == person.id for table in services.hub.tables.values())
    if mine >= services.settings.person_tables:
        raise refusal("too-many-tables")
    if not 0 <= setup.clock <= MAX_CLOCK_SECONDS:
        raise refusal("bad-clock")
    if len(setup.bots) > setup.seats:
        raise refusal("too-many-bots")
    charge_for_keeping(request)
    return answer(await services.hub.make(setup, person), 201)


def table_of(request: Request) -> Table:
    """The table that a path names by its id or short code."""
    table = services_of(request).hub.find(request.path_params["table"])
    if table is None:
        charge(request, WRONG_CODE_COST)
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
    return answer(services_of(request).hub.lobby())


async def history(request: Request) -> Response:
    """My finished matches."""
    return answer(services_of(request).store.history(person_of(request).id))


def match_of(request: Request) -> ArchivedMatch:
    """The finished match that a path names."""
    match = services_of(request).store.match(request.path_params["match"])
    if match is None:
        raise refusal("no-such-match")
    return match


async def match(request: Request) -> Response:
    """A finished match: its record, its players, and how its deal was sealed."""
    return answer(match_of(request))


async def upload(request: Request) -> Response:
    """POST a record: it is replayed first, and kept if that works."""
    services = services_of(request)
    person_of(request)
    body = await raw_body(request, MAX_RECORD_BYTES)
    charge(request, min(len(body) / BYTES_PER_REQUEST_TOKEN, services.settings.requests_burst / 2))
    record = await in_background(replayed, body.decode("utf-8", "replace"))
    charge_for_keeping(request, 1 + len(body) / BYTES_PER_KEPT_ITEM)
    return answer(MatchSaved(await services.hub.save_upload(record)), 201)


def replayed(text: str) -> dict[str, Any]:
    """The record of a match played again, so that it holds nothing but what the rules say."""
    return dict(Match.replay(checked_record(loads(text))).record())


async def match_views(request: Request) -> Response:
    """The views of every step of a finished match, as one seat or a watcher saw it, or with all cards open."""
    record = checked_record(match_of(request).record)
    viewer = request.query_params.get("eyes", "watch")
    if viewer not in ("watch", "all") and viewer not in [str(seat) for seat in range(record["seats"])]:
        raise refusal("bad-eyes")
    charge(request, 1 + len(record["moves"]) / MOVES_PER_REQUEST_TOKEN)
    return await in_background(lambda: answer(step_views(record, viewer)))


def step_views(record: Record, viewer: str) -> list[FullView]:
    """Every step as this viewer saw it; ``all`` opens every card."""
    step = start_of(record)
    step.keep_beats()
    seat = int(viewer) if viewer.isdecimal() else None
    look = open_view if viewer == "all" else partial(Match.view, seat=seat)
    tell = open_beats if viewer == "all" else partial(_beats_to, seat=seat)
    before = look(step)
    views = [wire_view(before)]
    for mover, move in moves_of(record):
        step.play(mover, move)
        view = look(step)
        views.append(wire_view(view))
        views[-1].beats = Comparison().story(before, tell(step))
        before = view
    return views


def _beats_to(match: Match, seat: int | None) -> list[BeatView]:
    return match.beats([seat])[0]


async def review(request: Request) -> Response:
    """POST: have a seat of a finished match reviewed. GET: how far that has come. DELETE: it is no longer wanted."""
    reviews, match_id = services_of(request).reviews, request.path_params["match"]
    if request.method == "GET":
        return answer(reviews.get(match_id, seat_asked(request)))
    person = person_of(request).id
    await raw_body(request, MAX_BODY_BYTES)
    if request.method == "DELETE":
        return answer(reviews.cancel(match_id, seat_asked(request), person))
    record, seat = checked_record(match_of(request).record), seat_asked(request)
    if seat >= record["seats"]:
        raise refusal("bad-seat")
    return answer(reviews.begin(match_id, record, seat, person), 202)


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
    return Response(await in_background(qr_picture, text), media_type="image/svg+xml")


@lru_cache(100)
def qr_picture(text: str) -> bytes:
    """A QR code; it takes a tenth of a second."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=6, border=2, xmldecl=False, dark="#111", light="#fff")
    return out.getvalue()


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
