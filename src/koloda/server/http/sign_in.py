"""How somebody comes in again: by a link from another device, by recovery words, by a passkey.

Each wrong try is counted: for the person, for their address, and for those whose words they may be. Whatever is wrong,
the answer is the same.
"""

from __future__ import annotations

import time
from typing import NoReturn

from starlette.requests import Request
from starlette.responses import Response

from koloda.server.access import passkeys
from koloda.server.access.device_label import device_label
from koloda.server.access.identity import new_device
from koloda.server.access.limits import MAX_BODY_BYTES, Account
from koloda.server.access.recovery_words import read_words, split
from koloda.server.protocol.bodies import Guest
from koloda.server.protocol.people import MyKeys, PasskeyAnswer, PasskeyQuestion, UseLink, UseWords
from koloda.server.protocol.refusals import TOO_MANY_GUESSES
from koloda.server.storage.person_book import Device
from koloda.server.table.connection import Person
from koloda.server.table.typed_text import clean_text

from .described import delete, post, route
from .person import LINK, charge_seconds, keys_of, note_device, own, site_of
from .requests import answer, asker_of, body_of, charge, charge_for_keeping, raw_body, refusal, services_of

NEW_PASSKEY, USE_PASSKEY = "new passkey", "use passkey"
GUESS_COST = 10.0  # of what one may ask for


def take_guess(request: Request) -> Account:
    """One try; who has used up theirs is refused before anything is looked at."""
    account = services_of(request).quotas.guesses.account(asker_of(request))
    if whose := account.take():
        raise refusal(TOO_MANY_GUESSES[whose])
    charge(request, GUESS_COST)
    return account


async def come_in(request: Request, person: str | None, tries: Account) -> Response:
    """This browser is somebody's from now on, or (None) nobody's."""
    services = services_of(request)
    if person is None or person in services.identity.leaving:
        wrong()
    tries.spend(-1.0)  # a right one is no guess
    charge_for_keeping(request)
    here = Person(person, await services.store.name(person), new_device())
    before = await services.identity.by_cookie(request)
    label, now = device_label(request.headers.get("user-agent", "")), time.time()
    await services.store.people.keep_device(Device(here.device, person, label, now, now))
    if before is not None and before.device and before.id == person:  # the same browser is not two devices
        await services.store.people.sign_out(Device(before.device, person, "", now, now), now)
    services.identity.look_again(person)
    response = answer(Guest(here.id, here.name, services.identity.token(here)))
    services.identity.remember(response, here)
    return response


def wrong() -> NoReturn:
    """The answer to whatever does not fit."""
    raise refusal("no-sign-in")


async def by_link(request: Request) -> Response:
    """A link that another device of mine has shown."""
    asked = await body_of(request, UseLink)
    tries = take_guess(request)
    return await come_in(request, await services_of(request).store.people.take_code(LINK, asked.code), tries)


async def by_words(request: Request) -> Response:
    """My recovery words."""
    asked = await body_of(request, UseWords)
    tries, services = take_guess(request), services_of(request)
    numbers = read_words(asked.words)
    if numbers is None:
        wrong()
    if not services.quotas.guesses_at.of(split(numbers)[0]).take():
        raise refusal("too-many-guesses")
    return await come_in(request, await services.words.person_of(numbers, charge_seconds(request)), tries)


# Passkeys


async def ask_passkey(request: Request) -> Response:
    """What a browser is asked before it shows a passkey."""
    await raw_body(request, MAX_BODY_BYTES)
    charge(request, GUESS_COST)
    await passkeys.load()
    challenge = passkeys.new_challenge()
    await services_of(request).store.people.keep_code(USE_PASSKEY, challenge, "", passkeys.CHALLENGE_SECONDS)
    return answer(PasskeyQuestion(challenge, passkeys.to_sign_in(site_of(request), challenge)))


async def by_passkey(request: Request) -> Response:
    """A passkey of mine."""
    asked = await body_of(request, PasskeyAnswer)
    tries, book = take_guess(request), services_of(request).store.people
    known = await book.passkey(str(asked.credential.get("id", "")))
    if await book.take_code(USE_PASSKEY, asked.challenge) is None or known is None:
        wrong()
    await passkeys.load()
    used = passkeys.used(site_of(request), known, asked.challenge, asked.credential)
    if used is None:
        wrong()
    await book.keep_passkey(used)
    return await come_in(request, used.person, tries)


async def ask_new_passkey(request: Request, person: Person) -> Response:
    """What a browser is asked before it makes a passkey."""
    await raw_body(request, MAX_BODY_BYTES)
    charge(request, GUESS_COST)
    book = services_of(request).store.people
    known = await book.passkeys(person.id)
    if len(known) >= passkeys.MAX_PASSKEYS:
        raise refusal("too-many-keys")
    await note_device(request, person)
    await passkeys.load()
    challenge = passkeys.new_challenge()
    await book.keep_code(NEW_PASSKEY, challenge, person.id, passkeys.CHALLENGE_SECONDS)
    options = passkeys.to_register(site_of(request), person.id, person.name, known, challenge)
    return answer(PasskeyQuestion(challenge, options))


async def new_passkey(request: Request, person: Person) -> Response:
    """A passkey that this browser has made."""
    asked = await body_of(request, PasskeyAnswer)
    services = services_of(request)
    charge_for_keeping(request)
    if len(await services.store.people.passkeys(person.id)) >= passkeys.MAX_PASSKEYS:
        raise refusal("too-many-keys")  # several were asked for at once
    if await services.store.people.take_code(NEW_PASSKEY, asked.challenge) != person.id:
        raise refusal("no-passkey")
    label = clean_text(asked.label) or device_label(request.headers.get("user-agent", ""))
    await passkeys.load()
    made = passkeys.registered(site_of(request), person.id, label, asked.challenge, asked.credential)
    if await services.store.people.passkey(made.id) is not None:
        raise refusal("no-passkey")
    await services.store.people.keep_passkey(made)
    return answer(await keys_of(services, person), 201)


async def drop_passkey(request: Request, person: Person) -> Response:
    """A passkey opens nothing any more."""
    await raw_body(request, MAX_BODY_BYTES)
    services = services_of(request)
    await services.store.people.drop_passkey(person.id, request.path_params["passkey"])
    return answer(await keys_of(services, person))


SIGN_IN_ROUTES = [
    route("/api/sign-in/link", by_link, post("Come in by a link from another device", Guest, UseLink)),
    route("/api/sign-in/words", by_words, post("Come in by recovery words", Guest, UseWords)),
    route("/api/sign-in/passkey", by_passkey, post("Come in by a passkey", Guest, PasskeyAnswer)),
    route("/api/sign-in/passkey/ask", ask_passkey, post("What a browser is asked for a passkey", PasskeyQuestion)),
    route(
        "/api/person/passkeys/ask",
        own(ask_new_passkey),
        post("What a browser is asked to make a passkey", PasskeyQuestion, whose="person"),
    ),
    route(
        "/api/person/passkeys",
        own(new_passkey),
        post("Keep a passkey that a browser has made", MyKeys, PasskeyAnswer, status=201, whose="person"),
    ),
    route("/api/person/passkeys/{passkey}", own(drop_passkey), delete("Remove a passkey", MyKeys, whose="person")),
]
