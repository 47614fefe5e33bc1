"""The JSON routes: who I am, what can be played, tables, finished matches."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import msgspec
from msgspec import structs
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from koloda.records import loads
from koloda.server.access.identity import new_device
from koloda.server.access.limits import MAX_BODY_BYTES, MAX_RECORD_BYTES
from koloda.server.cluster.cluster import Handler
from koloda.server.networks import Asker
from koloda.server.open_tables import Elsewhere
from koloda.server.protocol.bodies import (
    ArchivedMatch,
    Guest,
    HistoryItem,
    LobbyTable,
    MatchSaved,
    NewTable,
    TableMade,
    TableMatch,
    TableSummary,
)
from koloda.server.protocol.codec import encode
from koloda.server.protocol.games import GameInfo, GameLine, PackInfo
from koloda.server.protocol.messages import FullView, Rename
from koloda.server.protocol.refusals import TOO_MANY_REQUESTS, TOO_MANY_TABLES
from koloda.server.protocol.reviews import ReviewState
from koloda.server.services import Services
from koloda.server.storage.archive import match_answer
from koloda.server.table.naming import clean_name
from koloda.server.table.table import Table
from koloda.server.thinking.reviews import NoReview
from koloda.words import rules_page

from .catalogue import catalogue, game_info, is_current, pack_info
from .described import Query, delete, get, post, route
from .errands import qr_picture, replayed_record, reviewable_record, views_of
from .picture import picture
from .requests import (
    LongAnswer,
    answer,
    asker_of,
    body_of,
    charge,
    charge_for_keeping,
    check_keeping,
    json_answer,
    not_allowed,
    person_of,
    public_answer,
    raw_body,
    refusal,
    services_of,
    share_of,
)

MAX_CLOCK_SECONDS = 3600
MAX_VERSION_DIGITS = 6
MAX_QR_LETTERS = 300
REVIEW_SECONDS = 30.0  # until the node that keeps a review has read its record
UPLOAD_COST = 5.0  # of what may be kept a day: its replay takes more room than the record
BYTES_PER_KEPT_ITEM = 4000  # a longer record counts as several things to keep
# What some requests cost in the tokens of who asks, by the time that they take
CODE_COST = 10.0  # it takes none, but somebody who tries one code after the other would find the private tables
QR_COST = 10.0
PACK_COST = 2.0
BYTES_PER_REQUEST_TOKEN = 1000  # of a record that is to be replayed
MOST_OF_THE_BURST = 1 / 3  # that the longest record may cost: it can be sent in and looked at at once
BYTES_PER_ARCHIVE_TOKEN = 20_000  # of a match that is read from disk


async def me(request: Request) -> Response:
    """GET: who I am (a newcomer gets a cookie). POST {name}: what I want to be called."""
    identity = services_of(request).identity
    asked = await body_of(request, Rename) if request.method == "POST" else None  # who asks must count after that
    elsewhere = await identity.by_token(request)
    person = elsewhere or await identity.by_cookie(request) or identity.new()
    if elsewhere is None and not person.device:  # the cookie is of an older version
        person = person._replace(device=new_device())
    if asked is not None:
        charge_for_keeping(request)
        person = await identity.rename(person, clean_name(asked.name))
        await services_of(request).hub.tell_name(person.id)
    response = answer(Guest(person.id, person.name, identity.token(person)))
    if elsewhere is None:  # who shows a token keeps it themself
        identity.remember(response, person)
    return response


async def games(request: Request) -> Response:
    """The catalogue."""
    return public_answer(request, "catalogue", catalogue)


async def game(request: Request) -> Response:
    """Everything about one game, as it is or as it was under an earlier version of its rules, if that is known."""
    game_id, version = request.path_params["game"], request.query_params.get("version", "")
    if version.isdecimal() and len(version) <= MAX_VERSION_DIGITS and not is_current(game_id, int(version)):
        told = await services_of(request).store.views.game(game_id, int(version))
        if told is not None:
            return json_answer(told)
    bots = list(services_of(request).hub.settings.own_bots)
    return public_answer(request, f"game {game_id}", lambda: structs.replace(game_info(game_id), bots=bots))


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
    services, person = services_of(request), await person_of(request)
    await services.guests.check_invited(person.id)
    setup = await body_of(request, NewTable)
    if not 0 <= setup.clock <= MAX_CLOCK_SECONDS:
        raise refusal("bad-clock")
    if len(setup.bots) > setup.seats:
        raise refusal("too-many-bots")
    if not all(services.hub.settings.has_bot(level) for level in setup.bots):
        raise refusal("no-such-bot")
    asker = asker_of(request)
    async with _room(request, asker):
        charge_for_keeping(request)
        return answer(await services.hub.make(setup, person, asker.address), 201)


@contextlib.asynccontextmanager
async def _room(request: Request, asker: Asker) -> AsyncIterator[None]:
    """Room for one more table; refused to a person or an address that has enough."""
    services = services_of(request)
    settings, quotas = services.settings, services.quotas
    most_at_address = math.inf if quotas.trusted.have(asker.address) else settings.address_tables
    async with services.hub.room(asker, settings.person_tables, most_at_address) as whose:
        if whose:
            quotas.used_up.note("tables", whose, asker)
            raise refusal(TOO_MANY_TABLES[whose])
        yield


async def about_table(request: Request, about: str, *, signed: bool = False) -> Response:
    """What the node knows that has a table open, which a path names by its id or code.

    A code is paid for before anybody knows whether it is right.
    """
    services, asked = services_of(request), request.path_params["table"]
    spend = share_of(request).spend
    found = await services.hub.find(asked, spend)
    if found is None:
        charge(request, CODE_COST)
        row = await services.store.tables.by_code(asked)
        asked = asked if row is None else row.id
        found = None if row is None else await services.hub.find(asked, spend)
    if found is None:
        raise refusal("no-such-table")
    person = (await person_of(request)).id if signed else ""
    node = found.node if isinstance(found, Elsewhere) else services.store.node
    return json_answer(await services.cluster.ask(node, about, encode((asked, person))))


async def table_summary(request: Request) -> Response:
    """A table by id or short code: enough for an invitation."""
    return await about_table(request, "table")


def told_summary(table: Table, person: str) -> bytes:
    """The same, as the table's owner tells it."""
    chairs = [seat.chair() for seat in table.seats]
    return encode(TableSummary(table.id, table.code, table.setup.game, table.status(), chairs))


async def table_matches(request: Request) -> Response:
    """The finished matches of a table, the last one first: for those who sit there, or may watch it."""
    return await about_table(request, "table-matches", signed=True)


def told_matches(table: Table, person: str) -> bytes:
    """The same, as the table's owner tells it."""
    if not table.guestbook.may_enter(person):
        raise not_allowed(table.guestbook.problem(person) or "at-door")
    if not table.audience.may_look(table.seat_of(person)):
        raise not_allowed("no-watchers")
    return encode(table.evening.matches[::-1])


def answer_for_nodes(services: Services) -> None:
    """What other nodes ask: what only the owner of a table knows, or whoever keeps a review."""

    def of_table(tell: Callable[[Table, str], bytes]) -> Handler:
        async def told(body: bytes) -> bytes:
            table_id, person = msgspec.json.decode(body, type=tuple[str, str])
            table = await services.hub.open(table_id)
            if table is None:
                raise not_allowed("no-such-table")
            return tell(table, person)

        return told

    services.cluster.handlers["table"] = of_table(told_summary)
    services.cluster.handlers["table-matches"] = of_table(told_matches)
    services.cluster.handlers["review"] = partial(told_review, services)


async def lobby(request: Request) -> Response:
    """Open tables, and those to be watched."""
    services = services_of(request)
    await services.guests.check_invited(asker_of(request).person)

    async def listed() -> bytes:
        return encode(await services.hub.lobby())

    return json_answer(await services.lobby.get(listed))


async def history(request: Request) -> Response:
    """My finished matches."""
    return answer(await services_of(request).store.history((await person_of(request)).id))


async def stored_match(request: Request) -> str:
    """The finished match that a path names, as it is stored."""
    stored = await services_of(request).store.match_text(request.path_params["match"])
    if stored is None:
        raise refusal("no-such-match")
    return stored


async def match(request: Request) -> Response:
    """A finished match: its record, its players, and how its deal was sealed."""
    key = f"match {request.path_params['match']}"
    return LongAnswer(request, await services_of(request).answers.read(key, partial(_match, request)))


async def _match(request: Request) -> bytes:
    stored = await stored_match(request)
    charge(request, 1 + len(stored) / BYTES_PER_ARCHIVE_TOKEN)
    return match_answer(stored)


async def upload(request: Request) -> Response:
    """POST a record: it is replayed first, and kept if that works."""
    services = services_of(request)
    await services.guests.check_invited((await person_of(request)).id)
    body = await raw_body(request, MAX_RECORD_BYTES)
    cost = UPLOAD_COST + len(body) / BYTES_PER_KEPT_ITEM
    check_keeping(request, cost)
    charge_for_work(request, len(body))
    record = await services.background.replay(asker_of(request), len(body), replayed_record, body)
    charge_for_keeping(request, cost)
    return answer(MatchSaved(await services.hub.save_upload(record)), 201)


def charge_for_work(request: Request, size: int) -> None:
    """For replaying a record of this size."""
    charge(request, work_cost(services_of(request), size))


def work_cost(services: Services, size: int) -> float:
    """What replaying a record of this size costs; the longest one can still be paid for."""
    return min(1 + size / BYTES_PER_REQUEST_TOKEN, services.settings.person_requests_burst * MOST_OF_THE_BURST)


async def match_views(request: Request) -> Response:
    """The views of every step of a finished match, as one seat or a watcher saw it, or with all cards open."""
    stored, viewer = await stored_match(request), request.query_params.get("eyes", "watch")
    charge_for_work(request, len(stored))
    services = services_of(request)
    kept = await services.store.views.of(request.path_params["match"])
    size = len(stored)
    views = await services.background.replay(asker_of(request), size, views_of, stored, viewer, kept)
    return LongAnswer(request, views)


class AskReview(msgspec.Struct):
    """What is wanted of the node that keeps a review."""

    method: str
    match: str
    seat: int
    person: str
    address: str
    if_free: bool


async def review(request: Request) -> Response:
    """POST: have a seat of a finished match reviewed. GET: how far that has come. DELETE: it is no longer wanted.

    With ``if_free=1`` nobody has asked for it, and where there is no room for it the answer is "cancelled", no refusal.
    """
    services, match_id = services_of(request), request.path_params["match"]
    if request.method != "GET":
        await services.guests.check_invited((await person_of(request)).id)
        await raw_body(request, MAX_BODY_BYTES)
    asked = AskReview(
        request.method, match_id, seat_asked(request), *asker_of(request), "if_free" in request.query_params
    )
    node = services.cluster.home_of(match_id)
    told = await services.cluster.ask(node, "review", encode(asked), REVIEW_SECONDS)
    return json_answer(told, 202 if request.method == "POST" else 200)


async def told_review(services: Services, body: bytes) -> bytes:
    """The same, at the node that keeps it."""
    asked, reviews = msgspec.json.decode(body, type=AskReview), services.reviews
    asker = Asker(asked.person, asked.address)
    if asked.method == "GET":
        return encode(reviews.get(asked.match, asked.seat))
    if asked.method == "DELETE":
        return encode(reviews.cancel(asked.match, asked.seat, asked.person))
    state = reviews.join(asked.match, asked.seat, asked.person)
    try:
        return encode(state or await _begin_review(services, asked.match, asked.seat, asker))
    except NoReview:
        if not asked.if_free:
            raise
        return encode(ReviewState("cancelled", 0, 0))


async def _begin_review(services: Services, match_id: str, seat: int, asker: Asker) -> ReviewState:
    services.reviews.check_limits(asker)  # before a long record is read for nothing
    stored = await services.store.match_text(match_id)
    if stored is None:
        raise not_allowed("no-such-match")
    if whose := services.quotas.requests.account(asker).take(work_cost(services, len(stored))):
        raise not_allowed(TOO_MANY_REQUESTS[whose])
    record = await services.background.replay(asker, len(stored), reviewable_record, stored)
    if seat >= record["seats"]:
        raise not_allowed("bad-seat")
    return services.reviews.begin(match_id, record, seat, asker)


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
    picture = await services_of(request).background.do(asker_of(request), qr_picture, text)
    return Response(picture, media_type="image/svg+xml")


async def health(request: Request) -> Response:
    """Alive, and for how many tables; 503 while nothing can be saved."""
    services = services_of(request)
    well = await services.store.is_well()
    status = "ok" if well else services.store.problem
    return answer({"status": status, "tables": len(services.hub.tables), "time": time.time()}, 200 if well else 503)


async def ready(request: Request) -> Response:
    """For a balancer: whether guests may be sent here: not while nothing can be saved, nor once it closes."""
    services = services_of(request)
    well = (
        await services.store.is_well()
        and services.cluster.well
        and not services.hub.closing
        and not services.house.draining
    )
    return answer({"status": "ready" if well else "not-ready"}, 200 if well else 503)


async def metrics(request: Request) -> Response:
    """For Prometheus."""
    return Response(services_of(request).metrics.text(), media_type="text/plain; version=0.0.4")


SEAT = Query("seat", "whose decisions", int, required=True)
ROUTES = [
    route(
        "/api/me",
        me,
        get("Who I am; a newcomer becomes somebody, and a browser gets a cookie", Guest),
        post("What I want to be called", Guest, Rename),
    ),
    route("/api/games", games, get("The catalogue", list[GameLine])),
    route(
        "/api/games/{game}",
        game,
        get("Everything about one game", GameInfo, Query("version", "as it was under these rules", int)),
    ),
    route(
        "/api/games/{game}/rules",
        rules,
        get("The rules as a page in Markdown", None, Query("lang", "ru or en"), media="text/plain"),
    ),
    route("/api/games/{game}/picture", game_picture, get("A typical moment of the game", FullView)),
    route(
        "/api/games/{game}/pack",
        pack,
        get(
            "What chance has to do with a match",
            PackInfo,
            Query("seats", "how many play", int, required=True),
            Query("options", "the house rules, as JSON"),
        ),
    ),
    route(
        "/api/tables",
        make_table,
        post("Make a table", TableMade, NewTable, status=201, whose="person"),
    ),
    route("/api/tables/{table}", table_summary, get("A table by its id or code", TableSummary)),
    route(
        "/api/tables/{table}/matches",
        table_matches,
        get("The finished matches of a table", list[TableMatch], whose="person"),
    ),
    route("/api/lobby", lobby, get("Tables that one may join or watch", list[LobbyTable])),
    route("/api/history", history, get("My finished matches", list[HistoryItem], whose="person")),
    route(
        "/api/matches",
        upload,
        post("Keep a record; it is replayed first", MatchSaved, dict[str, Any], status=201, whose="person"),
    ),
    route("/api/matches/{match}", match, get("A finished match", ArchivedMatch)),
    route(
        "/api/matches/{match}/views",
        match_views,
        get("Every step of a finished match", list[FullView], Query("eyes", "a seat, watch or all")),
    ),
    route(
        "/api/matches/{match}/review",
        review,
        get("How far a review has come", ReviewState, SEAT),
        post(
            "Have the decisions of a seat reviewed",
            ReviewState,
            None,
            SEAT,
            Query("if_free", "1: only if there is room for it"),
            status=202,
            whose="person",
        ),
        delete("A review is no longer wanted", ReviewState, SEAT, whose="person"),
    ),
    route("/api/qr", qr, get("A QR code", None, Query("text", "what it says", required=True), media="image/svg+xml")),
    Route("/healthz", health),
    Route("/readyz", ready),
    Route("/metrics", metrics),
]
