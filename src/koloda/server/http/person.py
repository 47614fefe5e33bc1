"""What somebody does about who they are: their devices, and the ways by which they come in again."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from koloda.server.access.device_label import device_label
from koloda.server.access.identity import SEEN_SECONDS, TOKEN_START, new_device
from koloda.server.access.limits import MAX_BODY_BYTES
from koloda.server.access.passkeys import Site
from koloda.server.access.recovery_words import written
from koloda.server.protocol.bodies import Guest
from koloda.server.protocol.people import (
    DeviceLine,
    DeviceLink,
    MyKeys,
    NewToken,
    NewWords,
    PasskeyLine,
    TokenLine,
)
from koloda.server.services import Services
from koloda.server.storage.person_book import Device, PersonalToken, hash_of
from koloda.server.table.connection import Person
from koloda.server.table.typed_text import clean_text

from .described import Handler, delete, get, post, route
from .errands import qr_picture
from .person_keeper import CutOff, cut_off
from .requests import (
    answer,
    asker_of,
    body_of,
    charge,
    charge_for_keeping,
    person_of,
    raw_body,
    refusal,
    services_of,
    share_of,
)

LINK = "link"
LINK_SECONDS = 600.0
LINK_COST = 10.0  # the QR code takes a tenth of a second
WORDS_COST = 10.0
MAX_TOKENS = 30
OwnHandler = Callable[[Request, Person], Awaitable[Response]]


def own(handler: OwnHandler) -> Handler:
    """For the person themself, at a browser of theirs: no program with a token of theirs may change who they are."""

    async def guarded(request: Request) -> Response:
        person = await person_of(request)
        if person.device.startswith(TOKEN_START):
            raise refusal("not-by-token")
        return await handler(request, person)

    guarded.__name__ = handler.__name__  # operations of the description are called after it
    return guarded


def site_of(request: Request) -> Site:
    """The address of the page that asks, as its browser tells it."""
    origin, host = request.headers.get("origin", ""), request.headers.get("host", "")
    return Site(origin if origin in (f"http://{host}", f"https://{host}") else str(request.base_url).rstrip("/"))


def charge_seconds(request: Request) -> Callable[[float], None]:
    """Whoever asks pays for work on another thread as for the loop's own time."""
    return share_of(request).spend


async def note_device(request: Request, person: Person) -> None:
    """A device that asks for such things is known from now on."""
    if not person.device:  # the token of an older version
        return
    book, now = services_of(request).store.people, time.time()
    label = device_label(request.headers.get("user-agent", ""))
    known = next((one for one in await book.devices(person.id) if one.id == person.device), None)
    if known is None:
        charge_for_keeping(request)
    if known is None or now - known.seen > SEEN_SECONDS:
        await book.keep_device(Device(person.device, person.id, label, known.made if known else now, now))


# Looking


async def keys_of(services: Services, person: Person) -> MyKeys:
    """How somebody may come in again."""
    book = services.store.people
    words = await book.words_of(person.id)
    return MyKeys(
        [
            DeviceLine(one.id, one.label, one.made, one.seen, one.id == person.device)
            for one in await book.devices(person.id)
        ],
        [PasskeyLine(one.id, one.label, one.made, one.seen) for one in await book.passkeys(person.id)],
        0.0 if words is None else words.made,
        [token_line(one) for one in await book.tokens(person.id)],
    )


def token_line(one: PersonalToken, shown: str = "") -> TokenLine:
    """A token as its person sees it."""
    return TokenLine(one.id, one.label, one.scopes.split(), one.made, one.seen, shown)  # type: ignore[arg-type]


async def my_keys(request: Request, person: Person) -> Response:
    """My devices, passkeys and tokens, and whether I have recovery words."""
    await note_device(request, person)
    return answer(await keys_of(services_of(request), person))


# Devices


async def new_link(request: Request, person: Person) -> Response:
    """A link by which one more device is mine."""
    await raw_body(request, MAX_BODY_BYTES)
    charge(request, LINK_COST)
    charge_for_keeping(request)
    await note_device(request, person)
    services = services_of(request)
    code = new_code()
    until = await services.store.people.keep_code(LINK, code, person.id, LINK_SECONDS)
    link = f"{site_of(request).origin}/device#{code}"
    picture = await services.background.do(asker_of(request), qr_picture, link)
    return answer(DeviceLink(link, until, picture.decode("utf-8")), 201)


def new_code() -> str:
    """A code that nobody can guess."""
    return secrets.token_urlsafe(18)


async def drop_device(request: Request, person: Person) -> Response:
    """Sign a device out; this one is somebody new from then on."""
    await raw_body(request, MAX_BODY_BYTES)
    services, name = services_of(request), request.path_params["device"]
    devices = await services.store.people.devices(person.id)
    found = next((one for one in devices if one.id == name), None)
    if found is None:
        raise refusal("no-such-device")
    await services.store.people.sign_out(found, time.time())
    await cut_off(services, CutOff(person.id, only=name))
    response = answer(await keys_of(services, person))
    if name == person.device:
        services.identity.remember(response, services.identity.new())
    return response


async def sign_out_all(request: Request, person: Person) -> Response:
    """Sign all other devices and programs out; this one gets another cookie."""
    await raw_body(request, MAX_BODY_BYTES)
    services, book, now = services_of(request), services_of(request).store.people, time.time()
    for token in await book.tokens(person.id):
        await book.drop_token(person.id, token.id)
    await book.sign_out_all(person.id, now)
    here = person._replace(device=new_device(now))
    await cut_off(services, CutOff(person.id, but=person.device, now=here.device))
    await note_device(request, here)
    response = answer(Guest(here.id, here.name, services.identity.token(here)))
    services.identity.remember(response, here)
    return response


# Words


async def words(request: Request, person: Person) -> Response:
    """POST: new recovery words, told this once. DELETE: none."""
    await raw_body(request, MAX_BODY_BYTES)
    services = services_of(request)
    if request.method == "DELETE":
        await services.store.people.drop_words(person.id)
        return answer(await keys_of(services, person))
    charge(request, WORDS_COST)
    charge_for_keeping(request)
    await note_device(request, person)
    numbers = await services.words.new(person.id, charge_seconds(request))
    return answer(NewWords(*written(numbers)), 201)


# Tokens for programs


async def new_token(request: Request, person: Person) -> Response:
    """A token for a program of mine."""
    asked = await body_of(request, NewToken)
    charge_for_keeping(request)
    services, now = services_of(request), time.time()
    if len(await services.store.people.tokens(person.id)) >= MAX_TOKENS:
        raise refusal("too-many-keys")
    await note_device(request, person)
    shown = services.identity.new_token(person.id)
    scopes = " ".join(sorted(set(asked.scopes), reverse=True))
    token = PersonalToken(hash_of(shown), person.id, clean_text(asked.label), scopes, now, 0.0)
    await services.store.people.keep_token(token)
    return answer(token_line(token, shown), 201)


async def drop_token(request: Request, person: Person) -> Response:
    """A token opens nothing any more."""
    await raw_body(request, MAX_BODY_BYTES)
    services, token = services_of(request), request.path_params["token"]
    await services.store.people.drop_token(person.id, token)
    await cut_off(services, CutOff(person.id, only=f"{TOKEN_START}{token}"))
    return answer(await keys_of(services, person))


PERSON_ROUTES = [
    route("/api/person", own(my_keys), get("How I may come in again", MyKeys, whose="person")),
    route(
        "/api/person/links",
        own(new_link),
        post("A link for another device; it works once", DeviceLink, status=201, whose="person"),
    ),
    route("/api/person/devices/{device}", own(drop_device), delete("Sign a device out", MyKeys, whose="person")),
    route(
        "/api/person/sign-out-all",
        own(sign_out_all),
        post("Sign out all other devices and programs", Guest, whose="person"),
    ),
    route(
        "/api/person/words",
        own(words),
        post("New recovery words, told this once", NewWords, status=201, whose="person"),
        delete("No recovery words any more", MyKeys, whose="person"),
    ),
    route(
        "/api/person/tokens",
        own(new_token),
        post("A token for a program, told this once", TokenLine, NewToken, status=201, whose="person"),
    ),
    route("/api/person/tokens/{token}", own(drop_token), delete("Revoke a token", MyKeys, whose="person")),
]
