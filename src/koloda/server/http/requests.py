"""What the routes share: who asks, what they sent, what it costs them, and how they are answered."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from koloda.core.errors import KolodaError
from koloda.server.access.limits import MAX_BODY_BYTES
from koloda.server.metering import LoopShare, unknown_person
from koloda.server.networks import Asker, site
from koloda.server.protocol.bodies import Refusal
from koloda.server.protocol.codec import encode
from koloda.server.protocol.refusals import REFUSALS, STATUS, TOO_MANY_REQUESTS, TOO_MUCH_TODAY
from koloda.server.services import Services
from koloda.server.storage.store import StoreError
from koloda.server.table.connection import Person

T = TypeVar("T")
PIECE_BYTES = 65_536
FULL_SECONDS = 1.0  # until somebody who has too much waiting already tries again


def services_of(request: Request) -> Services:
    """The services of the application that was asked."""
    services: Services = request.app.state.services
    return services


async def person_of(request: Request) -> Person:
    """Who asks; /api/me gives the cookie."""
    person = await services_of(request).identity.of(request)
    if person is None:
        raise refusal("no-cookie" if services_of(request).from_our_page(request) else "wrong-origin")
    request.state.person = person
    return person


def asker_of(request: Request) -> Asker:
    """Who asks, if that is known, and from where."""
    person = services_of(request).identity.payer(request)
    return Asker(person, request.client.host if request.client else "")


async def body_of(request: Request, kind: type[T], max_bytes: int = MAX_BODY_BYTES) -> T:
    """The body of a POST from our own page, checked."""
    return decoded(await raw_body(request, max_bytes), kind)


def decoded(body: bytes, kind: type[T]) -> T:
    """A body, checked."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise refusal("bad-body") from error


async def raw_body(request: Request, max_bytes: int) -> bytes:
    """The bytes of a POST from our own page."""
    if not services_of(request).from_our_page(request):
        raise refusal("wrong-origin")
    charge(request)
    return await read_body(request, max_bytes)


async def read_body(request: Request, max_bytes: int) -> bytes:
    """The bytes of a POST."""
    collected = bytearray()
    try:
        async for chunk in request.stream():
            collected += chunk
            if len(collected) > max_bytes:
                raise refusal("too-big")
    except ClientDisconnect as error:
        raise refusal("bad-body") from error
    person: Person | None = getattr(request.state, "person", None)
    if person is not None and not await services_of(request).identity.still_counts(person):
        raise refusal("no-cookie")  # signed out while the rest of the request was waited for
    return bytes(collected)


# What it costs


def charge(request: Request, cost: float = 1.0) -> None:
    """For what takes more than a moment, or changes something: nobody can ask for it all the time."""
    if whose := services_of(request).quotas.requests.account(asker_of(request)).take(cost):
        raise refusal(TOO_MANY_REQUESTS[whose])


def charge_for_keeping(request: Request, cost: float = 1.0) -> None:
    """For what is kept for days: nobody can fill the disk or have all the tables."""
    if whose := services_of(request).quotas.keeps.account(asker_of(request)).take(cost):
        raise refusal(TOO_MUCH_TODAY[whose])


def check_keeping(request: Request, cost: float = 1.0) -> None:
    """Before much is done for something that could not be kept."""
    if whose := services_of(request).quotas.keeps.account(asker_of(request)).lacking(cost):
        raise refusal(TOO_MUCH_TODAY[whose])


def share_of(request: Request) -> LoopShare:
    """What is left of the event loop's time to whoever asks."""
    asker = asker_of(request)
    port = request.client.port if request.client else 0
    return services_of(request).loop_shares.of(asker.address, asker.person or unknown_person(asker.address, port))


async def others_first(request: Request) -> None:
    """Between two parts of something long: whoever else wants the event loop has it, then it is this person's turn."""
    await asyncio.sleep(0)
    while not await share_of(request).wait():  # others of theirs wait as long
        await asyncio.sleep(FULL_SECONDS)


# Answers


def answer(value: object, status: int = 200) -> Response:
    """JSON, never cached."""
    return json_answer(encode(value), status)


def json_answer(body: bytes, status: int = 200) -> Response:
    """What is JSON already, never cached."""
    return Response(body, status, {"cache-control": "no-store"}, "application/json")


class LongAnswer(Response):
    """What is JSON already and long: as much is given to the connection as its client reads."""

    def __init__(self, request: Request, body: bytes) -> None:
        self._sending = services_of(request).sending
        self._home = site(asker_of(request).address)
        if not self._sending.begin(self._home, len(body)):
            raise refusal("network-busy")
        super().__init__(body, 200, {"cache-control": "no-store"}, "application/json")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, piece by piece."""
        body = bytes(self.body)
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            for at in range(0, len(body), PIECE_BYTES):
                more = at + PIECE_BYTES < len(body)
                await send({"type": "http.response.body", "body": body[at : at + PIECE_BYTES], "more_body": more})
        finally:
            self._sending.end(self._home, len(body))


def public_answer(request: Request, key: str, make: Callable[[], object]) -> Response:
    """JSON that is the same for everybody: cached for a minute, and compressed for those who accept that."""
    answers = services_of(request).answers
    headers = {"cache-control": "max-age=60", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body = answers.get(f"gzip {key}", lambda: gzip.compress(encode(make())))
        headers["content-encoding"] = "gzip"
    else:
        body = answers.get(f"plain {key}", lambda: encode(make()))
    return Response(body, 200, headers, "application/json")


def refusal(reason: str) -> HTTPException:
    """A refusal of the server's own; ``refusals.py`` has its sentence."""
    return HTTPException(STATUS.get(reason, 400), reason)


def not_allowed(reason: str) -> KolodaError:
    """The same, which may come from another node."""
    return KolodaError(reason, REFUSALS[reason])


def refused(reason: str) -> Response:
    """The answer to a request that is refused for a reason of the server's own."""
    return answer(Refusal(reason, REFUSALS[reason].ru, REFUSALS[reason].en), STATUS.get(reason, 400))


async def on_koloda_error(request: Request, error: Exception) -> Response:
    """What the rules or the store refuse."""
    assert isinstance(error, KolodaError)
    status = 503 if isinstance(error, StoreError) else STATUS.get(error.reason, 400)
    return answer(Refusal(error.reason, error.text.ru, error.text.en), status)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Errors as JSON: a reason of ours, or the status's own words."""
    assert isinstance(error, HTTPException)
    if error.detail in REFUSALS:
        return refused(error.detail)
    return answer(Refusal(str(error.status_code), error.detail, error.detail), error.status_code)


async def on_bug(request: Request, error: Exception) -> Response:
    """What should never happen; the log says where, the answer does not."""
    return answer(Refusal("500", "Внутренняя ошибка.", "Internal error."), 500)
