"""Bot accounts over HTTP: which ones there are, how one hears that it is invited, and how the host makes them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import structlog
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from koloda.server.networks import Asker
from koloda.server.protocol.codec import encode
from koloda.server.protocol.house import Done, HostBot, NewBot
from koloda.server.protocol.inviting import BotAccount, BotEvent, Decline
from koloda.server.protocol.refusals import TOO_MANY_SOCKETS
from koloda.server.services import Services
from koloda.server.storage.store import StoreError
from koloda.server.storage.table_index import TableRow
from koloda.server.table.connection import Connection, Person
from koloda.server.table.typed_text import clean_text

from .described import delete, get, post, route
from .host import desk_route, note_act
from .requests import answer, asker_of, charge, decoded, person_of, read_body, refusal, services_of

LOOK_SECONDS = 10.0  # between two looks: another server may have written an invitation
EVENTS_PATH = "/api/bot/events"
MAX_NEW_BOT_BYTES = 4096
STREAM_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
log = structlog.get_logger()


async def bot_of(request: Request) -> Person:
    """The bot account that asks."""
    person = await person_of(request)
    if not person.bot:
        raise refusal("not-a-bot")
    return person


async def accounts(request: Request) -> Response:
    """All bot accounts that can be invited."""
    services = services_of(request)
    banned = services.guests.ban_of
    here = [account for account in services.store.bots.accounts() if banned(Asker(account, "")) is None]
    return answer([await _account(services, account) for account in here])


async def _account(services: Services, account: str) -> BotAccount:
    return BotAccount(account, await services.store.name(account), services.store.bots.listens(account))


async def events(request: Request) -> Response:
    """Where an account is invited and where it sits, now and as long as it listens (server-sent events)."""
    services, account, asker = services_of(request), await bot_of(request), asker_of(request)
    charge(request)
    if whose := services.quotas.sockets.enter(asker):
        raise refusal(TOO_MANY_SOCKETS[whose])
    return StreamingResponse(_told(services, account, asker), media_type="text/event-stream", headers=STREAM_HEADERS)


async def _told(services: Services, account: Person, asker: Asker) -> AsyncIterator[bytes]:
    told: set[bytes] = set()
    counts = services.identity.still_counts
    log.info("a bot account listens", account=account.id)
    try:
        async with services.store.bots.listening(account.id) as news:
            while not services.hub.closing and services.guests.ban_of(asker) is None and await counts(account):
                news.clear()
                now = [encode(event) for event in await _events(services, account.id)]
                fresh = [b"data: %b\n\n" % event for event in now if event not in told]
                told = set(now)
                yield b"".join(fresh) or b": nothing new\n\n"
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), LOOK_SECONDS)
    except StoreError:
        return  # it comes again
    finally:
        services.quotas.sockets.leave(asker)
        log.info("a bot account listens no more", account=account.id)


async def _events(services: Services, account: str) -> list[BotEvent]:
    """Invitations, and the seats that it has at tables that are not over."""
    found: list[BotEvent] = []
    for one in await services.store.bots.of_account(account):
        row = await services.store.tables.of(one.table)
        if row is not None:
            found.append(await _event(services, "invitation", row, one.seat, one.made))
    for row in await services.store.tables.of_person(account):
        seats = [seat for seat, state in enumerate(row.seats()) if state["person"] == account]
        if seats and row.status != "over":
            found.append(await _event(services, "seat", row, seats[0], row.made))
    return found


async def _event(services: Services, kind: str, row: TableRow, seat: int, when: float) -> BotEvent:
    host = await services.store.name(row.host)
    return BotEvent(kind, row.id, seat, row.game, len(row.seats()), host, when)  # type: ignore[arg-type]


async def turn_down(request: Request) -> Response:
    """An account declines an invitation."""
    services, account = services_of(request), await bot_of(request)
    charge(request)
    table = await services.hub.open(request.path_params["table"])
    if table is None:
        raise refusal("no-such-table")
    table.post(Connection(account), Decline())
    return answer(Done(1))


# The host of the house


async def host_bots(request: Request) -> Response:
    """GET: all bot accounts. POST NewBot: one more; its token is told this once."""
    services = services_of(request)
    if request.method == "GET":
        made = services.store.bots.accounts()
        return answer([await _host_bot(services, account, since) for account, since in made.items()])
    asked = decoded(await read_body(request, MAX_NEW_BOT_BYTES), NewBot)
    name = clean_text(asked.name)
    account = services.identity.new()
    await note_act(request, "make-bot", person=account.id, name=name)
    await services.store.bots.mark(account.id)
    account = await services.identity.rename(account, name)
    made_bot = await _host_bot(services, account.id, services.store.bots.accounts()[account.id])
    made_bot.token = services.identity.token(account)
    return answer(made_bot, 201)


async def _host_bot(services: Services, account: str, made: float) -> HostBot:
    tables = [row.id for row in await services.store.tables.of_person(account)]
    name, listening = await services.store.name(account), services.store.bots.listens(account)
    return HostBot(account, name, made, listening, tables)


async def keep_bots_known(services: Services) -> None:
    """A task of the server: accounts that another one has made are bots here, too."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        with contextlib.suppress(StoreError):
            await services.store.bots.refresh()


BOT_ROUTES = [
    route("/api/bots", accounts, get("Bot accounts that can be invited", list[BotAccount])),
    route(
        EVENTS_PATH,
        events,
        get("For a bot account: its invitations and seats, as they come", None, media="text/event-stream", whose="bot"),
    ),
    route(
        "/api/bot/invitations/{table}",
        turn_down,
        delete("A bot account declines an invitation", Done, whose="bot"),
    ),
    desk_route(
        "/bots",
        host_bots,
        get("All bot accounts", list[HostBot]),
        post("Make a bot account; its token is told this once", HostBot, NewBot, status=201),
    ),
]
